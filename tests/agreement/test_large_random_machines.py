"""Random machines of 26 to 60 bodies with loops, screws, motors, gears, springs and right angles, by two formalisms.

Bodies are in modules within modules, loops go across their borders. They stand where they were drawn, and their
accelerations are those of free-body diagrams of the flat machine; states come from the poses they were drawn at and
from the null space of the diagrams' constraints.
"""

import re
from dataclasses import replace

import numpy as np
import pytest
from scipy.linalg import null_space
from scipy.spatial.transform import Rotation

import linkwright as lw
from agreement.free_bodies_more import MoreFreeBodies
from agreement.nesting import Nested
from agreement.random_comparison import Findings
from agreement.seeds import Finished
from agreement.states import Readings
from agreement.test_known_references import Loops
from linkwright import components as c
from linkwright.dynamics import Refused

TOLERANCE = 1e-9
"""Of accelerations, relative to the largest; times the condition of the constraints where that is more."""
RATIO, MESH = 5.0, 2.0
"""Ratios of the gear between motor and first joint, and of the one between two joints."""
MOTOR = c.DCMotor(J=2e-2, L=0.1, R=1.5, Kt=0.5, Ke=0.4, b=1e-2)
GEAR = c.Gear("motor.omega", "j0.angle", ratio=RATIO)
PATHS = ((), ("cell",), ("hall",), ("hall", "leg"), ("hall", "arm"))
FORMALISMS = ("modular", "newton_euler", "denoc", "kane")
REDUNDANT = r"taken with independent constraints only"
"""Words of `denoc` at many bodies."""


def machine(seed, bodies):
    """Bodies, joints and loops as they are drawn, with springs, a damper, a motor and gears; and all of it nested."""
    loops = Loops(seed, bodies, 2 + seed % 3, seed % 2 == 0)
    random = np.random.default_rng([seed, bodies, 7])
    whole, values = loops.known.mechanism(f"large_{seed}"), loops.known.values
    loads = {f"s{k}": c.Spring("ground", f"b{random.integers(bodies)}", stiffness=20.0, length=0.3) for k in range(3)}
    loads["oil"] = c.Damper("ground", "b1", damping=0.7)
    loads["gear"] = GEAR
    turning = [name for name in values if name.startswith("j") and name.endswith(".angle") and name != "j0.angle"]
    fast, slow = random.choice(turning, 2, replace=False).tolist()
    loads["mesh"] = c.Gear(fast, slow, ratio=MESH, offset=values[slow] - values[fast] / MESH)
    whole = replace(whole, parts={**whole.parts, "motor": MOTOR}, connections={**whole.connections, **loads})
    paths = {name: PATHS[random.integers(len(PATHS))] for name in whole.parts if name != "ground"}
    return loops.known, whole, Nested(whole, paths)


def readings(known, twists, turns=None):
    """Positions and speeds of bodies by name; `twists` are w and v of each in the world, `turns` angles nearby."""
    positions, speeds = {}, {}
    bodies = [name for name in known.poses if name != "ground"]
    for k, name in enumerate(bodies):
        (R, p), (w, v) = known.poses[name], np.split(twists[6 * k : 6 * k + 6], 2)
        positions |= {f"{name}.{axis}": p[n] for n, axis in enumerate("xyz")}
        speeds |= {f"{name}.{axis}": v[n] for n, axis in enumerate("xyz")}
        if known.planar:
            angle, near = np.arctan2(R[1, 0], R[0, 0]), (turns or {}).get(f"{name}.theta", 0.0)
            positions[f"{name}.theta"] = angle + 2 * np.pi * round((near - angle) / (2 * np.pi))
            speeds[f"{name}.theta"] = w[2]
            continue
        e = np.roll(Rotation.from_matrix(R).as_quat(), 1)
        positions |= {f"{name}.e{n}": value for n, value in enumerate(e)}
        speeds |= {f"{name}.w{axis}": value for axis, value in zip("xyz", R.T @ w, strict=True)}
    positions["motor.angle"] = RATIO * known.values["j0.angle"]
    speeds |= dict(zip(("motor.omega", "motor.i"), twists[6 * len(bodies) :], strict=True))
    return positions, speeds


def state_of(dynamics, positions, speeds):
    """The state with these readings by names in the flat mechanism."""
    q = [positions[Nested.plain(name)] for name in dynamics.coordinates]
    v = [speeds[Nested.plain(name).removesuffix("'")] for name in dynamics.speeds]
    return dynamics.state(np.array(q), np.array(v))


def by_plain_name(values):
    return {Nested.plain(name): value for name, value in values.items()}


def by_another(seed, whole):
    """The machine by a formalism drawn at random, or by the next one where that takes no redundant constraints."""
    k = seed // 2 % len(FORMALISMS)  # machines in the plane have even seeds
    for formalism in (*FORMALISMS[k:], *FORMALISMS[:k]):
        try:
            return formalism, lw.compile(getattr(lw.formalisms, formalism)(whole))
        except Refused as refused:
            if formalism != "denoc" or not re.search(REDUNDANT, str(refused)):
                raise
    raise AssertionError("no formalism takes it")


def check(seed, bodies):
    known, flat, nested = machine(seed, bodies)
    whole = nested.mechanism()
    dynamics = lw.compile(whole)
    numbers, turns = by_plain_name(dynamics.parameters), by_plain_name(dynamics.reference.positions)

    def free_bodies(positions, speeds):
        gravity = np.array([1.0, -2.0, 0.0 if known.planar else 9.0])
        return MoreFreeBodies(flat, numbers, gravity, Readings(0.0, positions, speeds), {"motor.v": 3.0})

    A, _ = free_bodies(*readings(known, np.zeros(6 * len(known.poses) - 6 + 2), turns)).constraints()
    S = null_space(A, rcond=1e-9)
    twists = S @ np.random.default_rng(seed).normal(size=S.shape[1])
    sizes = np.linalg.svd(A, compute_uv=False)
    kept = sizes[sizes > 1e-9 * sizes[0]]
    allowed = max(TOLERANCE, 1e-13 * (kept[0] / kept[-1]) ** 2)
    state = state_of(dynamics, *readings(known, twists, turns))
    read = by_plain_name(state.positions), by_plain_name(state.speeds)
    wanted = free_bodies(*read).accelerations()
    findings = Findings(seed)
    for formalism, other in (("lw.compile", dynamics), by_another(seed, whole)):
        misplaced = known.misplaced(by_plain_name(other.reference.positions))
        assert not misplaced, f"seed {seed}, {formalism}: bodies away from where they were drawn: {misplaced}"
        forward = other.forward(state_of(other, *read), dict.fromkeys(other.inputs, 3.0))
        findings.hold(formalism, by_plain_name(forward), wanted, allowed)
    assert not findings.faults, "\n".join(findings.faults[:12])
    assert findings.compared >= 4 * bodies


@pytest.mark.parametrize(("seed", "loops"), [(2, 2), (8, 1)])
def test_a_motor_on_a_gear_moves_none_of_many_bodies_whose_values_are_given(seed, loops) -> None:
    """The angle of the motor follows from that of its joint, and needs no search for all of them."""
    drawn = Loops(seed, 56, loops, planar=True).known
    whole = drawn.mechanism(f"motor_{seed}")
    parts = {**whole.parts, "motor": MOTOR}
    dynamics = lw.compile(replace(whole, parts=parts, connections={**whole.connections, "gear": GEAR}))
    assert drawn.misplaced(dynamics.reference.positions) == {}
    assert dynamics.reference["motor.angle"] == pytest.approx(RATIO * drawn.values["j0.angle"], abs=1e-9)


@pytest.mark.parametrize("seed", [1, 4])
def test_a_large_random_machine(seed) -> None:
    check(seed, 52 + seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 130))
def test_large_random_machines(seed, request) -> None:
    with Finished(request, seed) as finished:
        if not finished.before:
            check(seed, 26 + (7 * seed) % 35)

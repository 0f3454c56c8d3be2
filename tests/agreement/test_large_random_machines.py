"""Random machines of 26 to 60 bodies with loops, motors, springs and right angles, by the default choice.

They stand where they were drawn, and their accelerations are those of free-body diagrams; states come from the poses
they were drawn at and from the null space of the diagrams' constraints.
"""

from dataclasses import replace

import numpy as np
import pytest
from scipy.linalg import null_space
from scipy.spatial.transform import Rotation

import linkwright as lw
from agreement.flat_description import Description
from agreement.free_bodies_more import MoreFreeBodies
from agreement.random_comparison import Findings
from agreement.seeds import Finished
from agreement.states import Readings
from agreement.test_known_references import Loops
from linkwright import components as c
from linkwright.model import Mechanism

TOLERANCE = 1e-9
"""Of accelerations, relative to the largest; times the condition of the constraints where that is more."""


RATIO = 5.0
"""Ratio of the gear between motor and first joint."""


def machine(seed, bodies):
    """Bodies, joints and loops as they are drawn, with springs, a damper, a motor; every other one in a module."""
    loops = Loops(seed, bodies, 2 + seed % 3, seed % 2 == 0)
    random = np.random.default_rng([seed, bodies, 7])
    whole = loops.known.mechanism(f"large_{seed}")
    loads = {f"s{k}": c.Spring("ground", f"b{random.integers(bodies)}", stiffness=20.0, length=0.3) for k in range(3)}
    loads["oil"] = c.Damper("ground", "b1", damping=0.7)
    loads["gear"] = c.Gear("motor.omega", "j0.angle", ratio=RATIO)
    motor = c.DCMotor(J=2e-2, L=0.1, R=1.5, Kt=0.5, Ke=0.4, b=1e-2)
    whole = replace(whole, parts={**whole.parts, "motor": motor}, connections={**whole.connections, **loads})
    if seed % 4 < 2:
        return loops.known, whole, ""
    return loops.known, Mechanism("hall", {"cell": whole}), "cell."


def readings(known, path, twists=None):
    """Positions and speeds of bodies by full name; `twists` are w and v of each in the world."""
    positions, speeds = {}, {}
    bodies = [name for name in known.poses if name != "ground"]
    twists = np.zeros(6 * len(bodies)) if twists is None else twists
    for k, name in enumerate(bodies):
        (R, p), (w, v) = known.poses[name], np.split(twists[6 * k : 6 * k + 6], 2)
        positions |= {f"{path}{name}.{axis}": p[n] for n, axis in enumerate("xyz")}
        speeds |= {f"{path}{name}.{axis}": v[n] for n, axis in enumerate("xyz")}
        if known.planar:
            positions[f"{path}{name}.theta"], speeds[f"{path}{name}.theta"] = np.arctan2(R[1, 0], R[0, 0]), w[2]
            continue
        e = np.roll(Rotation.from_matrix(R).as_quat(), 1)
        positions |= {f"{path}{name}.e{n}": value for n, value in enumerate(e)}
        speeds |= {f"{path}{name}.w{axis}": value for axis, value in zip("xyz", R.T @ w, strict=True)}
    return positions, speeds


def check(seed, bodies):
    known, whole, path = machine(seed, bodies)
    dynamics = lw.compile(whole)
    misplaced = known.misplaced(dynamics.reference.positions, path)
    assert not misplaced, f"seed {seed}: bodies away from where they were drawn: {misplaced}"
    parts = ("omega", "i") if any(name.endswith("motor") for name in Description().add(whole).ready) else ()
    motor = {f"{path}motor.{key}": 0.0 for key in parts}
    inputs = {dynamics.equations.aliases.get(name, name): 3.0 for name in dynamics.inputs}

    def free_bodies(positions, speeds):
        gravity = np.array([1.0, -2.0, 0.0 if known.planar else 9.0])
        return MoreFreeBodies(whole, dynamics.parameters, gravity, Readings(0.0, positions, speeds), inputs)

    positions, speeds = readings(known, path)
    A, _ = free_bodies(positions, {**speeds, **motor}).constraints()
    S = null_space(A, rcond=1e-9)
    v = S @ np.random.default_rng(seed).normal(size=S.shape[1])
    positions, speeds = readings(known, path, v)
    motor = {name: v[6 * len(known.poses) - 6 + k] for k, name in enumerate(motor)}
    oracle = free_bodies(positions, {**speeds, **motor})
    speeds |= motor
    positions[f"{path}motor.angle"] = RATIO * known.values["j0.angle"]
    q = [positions[name] for name in dynamics.coordinates]
    state = dynamics.state(np.array(q), np.array([speeds[name.removesuffix("'")] for name in dynamics.speeds]))
    vdot = dynamics.accelerations(state, np.array([3.0] * len(dynamics.inputs)))
    found = dict(zip([name.removesuffix("'") for name in dynamics.speeds], vdot.tolist(), strict=True))
    sizes = np.linalg.svd(A, compute_uv=False)
    kept = sizes[sizes > 1e-9 * sizes[0]]
    findings = Findings(seed)
    findings.hold("lw.compile", found, oracle.accelerations(), max(TOLERANCE, 1e-13 * (kept[0] / kept[-1]) ** 2))
    assert not findings.faults, "\n".join(findings.faults[:12])
    assert findings.compared >= 3 * bodies


@pytest.mark.parametrize("seed", [2, 4])
def test_a_large_random_machine(seed) -> None:
    check(seed, 52 + seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 130))
def test_large_random_machines(seed, request) -> None:
    with Finished(request, seed) as finished:
        if not finished.before:
            check(seed, 26 + (7 * seed) % 35)

"""Constraints inside modules are eliminated in straight code of the module's type: against other formulations.

Straight code of the whole machine, and the recursion over links, know no modules.
"""

import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics.errors import SingularConfigurationError
from linkwright.dynamics.plants.rolled.loops.machine import Rolled
from linkwright.dynamics.plants.rolled.plant import RolledPlant

SHORT = lw.Body(0.3, 0.004, (0.1, 0.02), points={"tip": (0.25, 0.0), "side": (0.1, 0.1)})
LONG = lw.Body(0.5, 0.02, (0.3, 0.0), points={"tip": (0.7, 0.0), "mid": (0.3, 0.2)})


def rolled(machine):
    return lw.Dynamics(RolledPlant.compile(lw.formalisms.modular(machine), lw.joins.Multipliers(), None))


def constraints(dynamics):
    return dynamics.plant.loops.rolled.constraints


def groups(dynamics):
    """Numbers of alike groups, and of the constraint rows that are left."""
    found = [len(module.groups) for module in dynamics.plant.loops.rolled.modules.types]
    return found, len(constraints(dynamics).pattern.position)


def dyad():
    """Two bars, one on the ground, as a module of its own."""
    joints = {"pin": lw.Revolute("frame.base", "one"), "knee": lw.Revolute("one.tip", "two")}
    base = lw.Ground(points={"base": (-0.1, 0.0)})
    return lw.Mechanism("dyad", {"frame": base, "one": SHORT, "two": LONG}, joints)


def five_bar():
    """A dyad inside a module whose other bars close a loop with it; a drive and a spring of its own."""
    parts = {"left": dyad(), "frame": lw.Ground(points={"right": (0.6, 0.0)}), "crank": SHORT, "rod": LONG}
    joints = {
        "hinge": lw.Revolute("frame.right", "crank"),
        "elbow": lw.Revolute("crank.tip", "rod"),
        "top": lw.Revolute("left.two.tip", "rod.tip"),
        "drive": lw.Torque("left.pin.angle"),
        "spring": lw.JointSpring("elbow.angle", 2.0, 0.1),
    }
    reference = {"left.pin.angle": 2.0, "left.knee.angle": -1.0, "hinge.angle": 1.1, "elbow.angle": 1.0}
    return lw.Mechanism("five_bar", parts, joints, reference=reference)


def row(n, *, joined):
    """Five-bars in a row, by springs from one to the next; joined by bars that slide in them, too."""
    parts = {f"m{k}": five_bar() for k in range(n)}
    joints = {f"spring{k}": lw.Spring(f"m{k}.rod.mid", f"m{k + 1}.left.one.side", 3.0, 0.2) for k in range(n - 1)}
    if joined:
        joints = {f"slot{k}": lw.PinInSlot(f"m{k}.rod", f"m{k + 1}.crank.side") for k in range(n - 1)}
    return lw.Mechanism("row", parts, joints, gravity=(0.0, -9.81))


def random_motion(dynamics):
    random = np.random.default_rng(1)
    q, v = dynamics.reference.q.copy(), random.normal(size=len(dynamics.speeds))
    return q, v, random.normal(size=len(dynamics.inputs))


@pytest.mark.parametrize(("n", "joined", "left"), [(5, False, 0), (6, True, 25)])
def test_nested_modules_agree_with_straight_code(n, joined, left):
    """Loads between modules, or constraints, which also make those at the ends unlike the others."""
    dynamics = rolled(row(n, joined=joined))
    assert groups(dynamics) == ([5 if not joined else 4], left)
    written = lw.compile(dynamics.equations, join=lw.joins.Complement(), near=dynamics.reference)
    assert not isinstance(written.plant, RolledPlant)
    motion = random_motion(dynamics)
    one, two = (each.functions.forward(*motion) for each in (dynamics, written))
    np.testing.assert_allclose(one, two, rtol=0, atol=1e-11 * np.abs(two).max())  # rounding of some hundred operations


def test_newton_steps_meet_rows_inside_modules_and_between_them():
    """A step for given changes of all constraints, read back as the speeds that it makes: A v."""
    dynamics = rolled(row(6, joined=True))
    loops = dynamics.plant.loops
    machine, work, change = loops.rolled, loops.work, np.random.default_rng(2).normal(size=constraints(dynamics).m)
    q, v, u = random_motion(dynamics)
    step = np.zeros(len(v))
    machine.library.loop("factorise")(machine.I, work, np.zeros(1), q, 0.0 * v, u)
    for _ in range(2):  # the factors serve again
        work[machine.places["rhs"]] = change
        machine.library.loop("correct")(machine.I, work, step)
        multipliers = work[machine.places["lam"]].copy()
        machine.library.loop("readings")(machine.I, work, np.zeros(1), q, step, u)
        np.testing.assert_allclose(work[machine.places["Tphi"]], change, rtol=0, atol=1e-11)
    # M v = A^T lambda: the kinetic energy is half the power of the multipliers.
    kinetic = dynamics.plant.energy(dynamics.plant.loops.state(q, step, 0.0), None).kinetic
    assert kinetic == pytest.approx(multipliers @ change / 2, rel=1e-11)


def test_modules_run_without_machine_code_too(monkeypatch):
    dynamics = rolled(row(4, joined=False))
    motion = random_motion(dynamics)
    compiled = dynamics.functions.forward(*motion)
    monkeypatch.setenv("LINKWRIGHT_BACKEND", "vm")
    followed = rolled(row(4, joined=False))
    assert followed.functions.backend == "vm"
    assert groups(followed) == ([4], 0)
    np.testing.assert_allclose(
        followed.functions.forward(*motion), compiled, rtol=0, atol=1e-11 * np.abs(compiled).max()
    )


def parallelogram(*, third=False):
    """Two cranks of equal length; a third one between them is redundant."""
    bars = {"crank": SHORT, "rocker": SHORT, "coupler": LONG}
    bars["frame"] = lw.Ground(points={"end": (0.7, 0.0), "mid": (0.3, 0.2)})
    joints = {
        "A": lw.Revolute("ground", "crank"),
        "B": lw.Revolute("crank.tip", "coupler"),
        "C": lw.Revolute("frame.end", "rocker"),
        "D": lw.Revolute("coupler.tip", "rocker.tip"),
    }
    reference = {"A.angle": 1.2, "B.angle": -1.2, "C.angle": 1.2}
    if third:
        bars["third"] = SHORT
        joints |= {"E": lw.Revolute("frame.mid", "third"), "F": lw.Revolute("coupler.mid", "third.tip")}
        reference["E.angle"] = 1.2
    return lw.Mechanism("parallelogram", bars, joints, reference=reference)


def side_by_side(module, n):
    return lw.Mechanism("beside", {f"m{k}": module for k in range(n)}, gravity=(0.0, -9.81))


@pytest.mark.parametrize("place", [3, 4])
def test_a_module_without_rank_is_refused_with_its_joint(place):
    """One of five parallelograms lies flat: among the four that are evaluated together, or the one that is left."""
    dynamics = rolled(side_by_side(parallelogram(), 5))
    assert groups(dynamics) == ([5], 0)
    flat = dynamics.assemble({f"m{k}.A.angle": 1e-13 if k == place else 1.2 for k in range(5)})
    with pytest.raises(SingularConfigurationError, match=rf"1 constraint row\(s\) depend on others.* of m{place}\."):
        RolledPlant.compile(dynamics.equations, lw.joins.Multipliers(), flat)


def test_redundant_constraints_inside_modules_are_refused():
    with pytest.raises(SingularConfigurationError, match=r"5 constraint row\(s\) depend on others"):
        rolled(side_by_side(parallelogram(third=True), 5))


@pytest.mark.parametrize("n", [1, 2, 3])
def test_few_modules_agree_with_straight_code(n):
    """Fewer than four uses have no function of their own."""
    dynamics = rolled(row(n, joined=False))
    assert groups(dynamics)[0] == []
    written = lw.compile(dynamics.equations, join=lw.joins.Complement(), near=dynamics.reference)
    motion = random_motion(dynamics)
    one, two = (each.functions.forward(*motion) for each in (dynamics, written))
    np.testing.assert_allclose(one, two, rtol=0, atol=1e-11 * np.abs(two).max())  # rounding of some hundred operations


def test_a_module_does_not_know_how_many_there_are():
    """Modules with parameters and motions of their own: the same bits four at a time, and as one that is left over."""
    random, found = np.random.default_rng(7), []
    for n in (4, 5, 7, 8):
        dynamics = rolled(side_by_side(lw.mechanisms.four_bar(), n))
        assert groups(dynamics) == ([n], 0)
        count = len(dynamics.speeds) // n
        if not found:
            masses, speeds = random.uniform(1, 2, 8), random.normal(size=(8, count))
        heavy = dynamics.with_parameters({f"m{k}.m_2": masses[k] for k in range(n)})
        v = speeds[:n].ravel()
        found.append(
            heavy.functions.forward(heavy.reference.q.copy(), v, np.zeros(len(heavy.inputs))).reshape(n, count)
        )
    for each in found:
        np.testing.assert_array_equal(each, found[-1][: len(each)])
    # Each against a machine of one module in straight code.
    for k in (0, 3, 4, 7):
        alone = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar())).with_parameters({"m_2": masses[k]})
        expected = alone.functions.forward(alone.reference.q.copy(), speeds[k], np.zeros(len(alone.inputs)))
        np.testing.assert_allclose(found[-1][k], expected, rtol=0, atol=1e-11 * np.abs(expected).max())


def test_a_module_near_its_singular_configuration_does_not_touch_its_neighbours():
    """One of six parallelograms is a hundredth of a radian from flat."""
    dynamics = rolled(side_by_side(parallelogram(), 6))
    angles = {f"m{k}.A.angle": 1.2 - 0.1 * k for k in range(6)}
    regular, near = dynamics.assemble(angles), dynamics.assemble(angles | {"m2.A.angle": 0.01})
    u, none = np.zeros(len(dynamics.inputs)), np.zeros(len(dynamics.speeds))
    one, two = (dynamics.functions.forward(state.q.copy(), none, u).reshape(6, -1) for state in (regular, near))
    others = [0, 1, 3, 4, 5]
    np.testing.assert_allclose(one[others], two[others], rtol=0, atol=1e-12 * np.abs(one).max())
    # All bars of a parallelogram with cranks of length r at angle phi: (I + I + m_c r^2) phi'' = torque of the weights.
    r, phi, g = 0.25, 0.01, 9.81
    inertia = 2 * (SHORT.inertia + SHORT.mass * (0.1**2 + 0.02**2)) + LONG.mass * r**2
    weight = -g * (2 * SHORT.mass * (0.1 * np.cos(phi) - 0.02 * np.sin(phi)) + LONG.mass * r * np.cos(phi))
    turn = dynamics.speeds.index("m2.crank.theta'")
    assert two.ravel()[turn] == pytest.approx(weight / inertia, rel=1e-9)


def test_what_is_left_between_modules_is_linear_in_their_number():
    """Rows that join six bays of a truss of parallelograms to the next six, and entries of L between them."""
    counts = []
    for n in (60, 120, 180):
        found = Rolled(lw.formalisms.modular(lw.mechanisms.n_four_bar(n))).constraints
        counts.append([found.m, len(found.pattern.position), int(found.pattern.fill[-1])])
    one, two, three = np.array(counts)
    np.testing.assert_array_equal(three - two, two - one)
    assert (two - one).tolist() == [4 * 60, 2 * 10, 5 * 10]  # blocks of two rows in a row, L full in each


def test_modules_run_as_one_of_them_alone():
    """Five four-bar linkages fall from angles of their own."""
    module, n = lw.mechanisms.four_bar(), 5
    dynamics = rolled(side_by_side(module, n))
    alone = lw.compile(lw.formalisms.modular(module))
    starts = [1.0 + 0.05 * k for k in range(n)]
    start = dynamics.assemble({f"m{k}.phi": value for k, value in enumerate(starts)})
    run = lw.simulate(dynamics, start, duration=0.1, samples=3, inputs=dict.fromkeys(dynamics.inputs, 0.0), rtol=1e-9)
    assert run.outcome.finished
    for k in (0, 3, 4):
        inputs = dict.fromkeys(alone.inputs, 0.0)
        expected = lw.simulate(
            alone, alone.assemble({"phi": starts[k]}), duration=0.1, samples=3, inputs=inputs, rtol=1e-9
        )
        np.testing.assert_allclose(run[f"m{k}.phi"], expected["phi"], rtol=0, atol=1e-7)


@pytest.mark.long
def test_a_run_of_modules_balances_and_agrees_with_straight_code():
    """One crank is moved by a law of time, so that its constraint does work."""
    machine = row(5, joined=False)
    law = {"move": lw.Prescribed("m2.left.pin.angle", lambda t: 2.0 + 0.3 * t**2)}
    description = lw.Mechanism("row", machine.parts, {**machine.connections, **law}, gravity=(0.0, -9.81))
    dynamics = rolled(description)
    assert groups(dynamics) == ([4], 11)  # the driven module with its ten rows stays apart
    written = lw.compile(dynamics.equations, join=lw.joins.Complement(), near=dynamics.reference)
    torques = dict.fromkeys(dynamics.inputs, 0.1)
    runs = [
        lw.simulate(each, dynamics.reference, duration=0.2, samples=3, inputs=torques, rtol=1e-9)
        for each in (dynamics, written)
    ]
    assert all(run.outcome.finished for run in runs)
    for name in ("m0.left.pin.angle", "m2.hinge.angle", "m4.hinge.angle"):
        np.testing.assert_allclose(runs[0][name], runs[1][name], rtol=0, atol=1e-7)
    assert runs[0].certificate.energy_error < 1e-8

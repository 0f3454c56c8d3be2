"""Regressors and base parameters against pinocchio, closed forms, and Lagrange's equations with a QR written apart."""

from functools import cache

import numpy as np
import pytest

import linkwright as lw
from linkwright import analysis
from linkwright.analysis import MeasuredMotion
from oracles import base_parameters as oracle

FORMALISMS = (
    "modular",
    "kane",
    "lagrange",
    "boltzmann_hamel",
    "newton_euler",
    "maggi",
    "energy_equivalence",
    "denoc",
)
MACHINES = {
    "double_pendulum": ("theta1", "theta2"),
    "four_bar": ("phi",),
    "serial_manipulator": ("gamma1", "alpha2", "alpha3"),
    "three_rrr": ("platform.x", "platform.y", "platform.theta"),
    "three_rps": ("d1", "d2", "d3"),
    "delta": ("platform.x", "platform.y", "platform.z"),
    "stewart": ("d1", "d2", "d3", "d4", "d5", "d6"),
}
SPATIAL_LOOPS = ("three_rps", "delta", "stewart")
PLANAR = [0, 1, 2, 6]


@cache
def machine(name, formalism, **lengths):
    """Dynamics of a ready machine with torques or forces as inputs, compiled once."""
    without = {"motors": False} if name == "three_rrr" else {}
    return lw.compile(getattr(lw.formalisms, formalism)(getattr(lw.mechanisms, name)(**without, **lengths)))


@cache
def base(name, formalism, **lengths):
    return analysis.regressor(machine(name, formalism, **lengths)).base


def random_motion(dynamics, names, count, seed=1, reach=0.05):
    """Positions near the reference configuration, with speeds and accelerations of size 1 and 3."""
    random = np.random.default_rng(seed)
    size = (len(names), count)
    positions, speeds, rates = (scale * random.uniform(-1, 1, size) for scale in (reach, 1.0, 3.0))
    return MeasuredMotion(
        np.arange(count) / 10,
        {name: dynamics.reference[name] + positions[k] for k, name in enumerate(names)},
        {name: speeds[k] for k, name in enumerate(names)},
        {name: rates[k] for k, name in enumerate(names)},
    )


def inverse_along(dynamics, motion, names):
    """Inputs by inverse dynamics at each sample (T, inputs)."""
    state, found = dynamics.reference, []
    for k, t in enumerate(motion.time.tolist()):
        state = dynamics.assemble(
            {name: motion.positions[name][k] for name in names},
            {name: motion.speeds[name][k] for name in names},
            near=state,
            t=t,
        )
        inputs = dynamics.inverse(state, {name: motion.accelerations[name][k] for name in names})
        found.append([inputs[name] for name in dynamics.inputs])
    return np.array(found)


def cases():
    """Every machine by every formalism; of spatial loops all but Kane's equations in the long tier."""
    for name in MACHINES:
        for formalism in FORMALISMS:
            slow = name in SPATIAL_LOOPS and formalism != "kane"
            yield pytest.param(name, formalism, marks=[pytest.mark.long] if slow else [])


@pytest.mark.one_in(8)
@pytest.mark.parametrize(("name", "formalism"), [*cases()])
def test_forces_regressed_are_those_of_inverse_dynamics(name, formalism):
    dynamics = machine(name, formalism)
    motion = random_motion(dynamics, MACHINES[name], 4)
    found = analysis.regressor(dynamics, motion)
    wanted = inverse_along(dynamics, motion, MACHINES[name])
    assert found.driven
    assert found.rows == dynamics.inputs
    np.testing.assert_allclose(found.forces(), wanted, rtol=0, atol=1e-12 * np.max(np.abs(wanted)))
    # base parameters have the same forces, whatever the rest
    leading = list(found.base.leading)
    by_base = found.W[:, :, leading] @ found.base.values + found.r
    np.testing.assert_allclose(by_base, wanted, rtol=0, atol=1e-12 * np.max(np.abs(wanted)))


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.long] if name in SPATIAL_LOOPS else []) for name in MACHINES]
)
def test_base_parameters_are_the_same_in_every_formalism(name):
    first = base(name, FORMALISMS[0])
    for formalism in FORMALISMS[1:]:
        other = base(name, formalism)
        assert other.names == first.names
        np.testing.assert_allclose(other.K, first.K, rtol=0, atol=1e-10)
        np.testing.assert_allclose(other.values, first.values, rtol=0, atol=1e-10)


# -- closed forms ------------------------------------------------------------------------------------------------


def closed_form_2r(l1, g, angles, speeds, rates):
    """Torques of a planar 2R arm by m, mcx, mcy, I of both links; absolute angles, bars along -y at zero."""
    (a, b), (va, vb), (ra, rb) = angles, speeds, rates
    D = a - b
    cross_x, cross_y = np.sin(D), -np.cos(D)
    slope_x, slope_y = np.cos(D), np.sin(D)
    first = np.array([0, g * np.cos(a), -g * np.sin(a), ra, l1**2 * ra + g * l1 * np.sin(a), 0, 0, 0])
    first[5:7] = l1 * rb * np.array([cross_x, cross_y]) - l1 * vb**2 * np.array([slope_x, slope_y])
    second = np.zeros(8)
    second[5:7] = l1 * ra * np.array([cross_x, cross_y]) + l1 * va**2 * np.array([slope_x, slope_y])
    second[5:7] += g * np.array([np.cos(b), -np.sin(b)])
    second[7] = rb
    return np.array([first + second, second])


@pytest.mark.parametrize("formalism", ["modular", "kane", "maggi"])
def test_regressor_of_a_planar_2r_arm_is_its_closed_form(formalism):
    dynamics = machine("double_pendulum", formalism)
    names = MACHINES["double_pendulum"]
    motion = random_motion(dynamics, names, 5, reach=2.0)
    found = analysis.regressor(dynamics, motion)
    for k in range(5):
        at = [[values[name][k] for name in names] for values in (motion.positions, motion.speeds, motion.accelerations)]
        np.testing.assert_allclose(found.W[k], closed_form_2r(0.5, 9.81, *at), rtol=0, atol=1e-11)
    assert not np.any(found.r)


def test_base_parameters_of_a_planar_2r_arm_are_the_textbooks():
    # Khalil and Dombre: ZZ1R = ZZ1 + m2 l1^2, MX1R = MX1 + m2 l1 (bars along -y here), MY1, ZZ2, MX2, MY2; no m1
    found = base("double_pendulum", "kane", l_1=0.3)
    assert len(found) == 6
    assert found.combination("first.Izz") == pytest.approx({"first.Izz": 1.0, "second.m": 0.09})
    assert found.combination("first.mcy") == pytest.approx({"first.mcy": 1.0, "second.m": -0.3})
    assert found.alone == ("second.Izz", "first.mcx", "second.mcx", "second.mcy")
    assert found.absent == ("first.m",)
    assert found.combined == ("first.mcy", "first.Izz", "second.m")
    assert found.formula(0) == "first.Izz + 0.09 m^2 second.m"


@pytest.mark.parametrize("g", [9.81, 0.0])
def test_base_parameters_of_a_four_bar_are_the_textbooks(g):
    # Mass of the coupler may sit at A as part of the crank, or, with mcx and I, at B as part of the rocker; masses on
    # pivots have no effect, first moments of crank and rocker none without gravity.
    found = base("four_bar", "modular", l_1=0.12, g=g)
    names = [each.name for each in found.parameters]
    l1, l2, l3 = 0.12, 0.35, 0.30
    free = [{"crank.bar.m": 1.0}, {"rocker.bar.m": 1.0}]
    if g == 0.0:
        free += [{f"{bar}.bar.{kind}": 1.0} for bar in ("crank", "rocker") for kind in ("mcx", "mcy")]
    free.append({"coupler.m": 1.0, "crank.bar.mcx": -l1, "crank.bar.Izz": -(l1**2)})
    at_end = {"coupler.m": 1.0, "coupler.mcx": l2, "coupler.Izz": l2**2}
    free.append({**at_end, "rocker.bar.mcx": -l3, "rocker.bar.Izz": -(l3**2)})
    null = np.array([[direction.get(name, 0.0) for name in names] for direction in free])
    np.testing.assert_allclose(found.K @ null.T, 0.0, atol=1e-12)
    assert len(found) == 12 - len(free)


# -- Lagrange's equations and a QR of random regressors, written apart ---------------------------------------------


def check_against(found, W):
    """Number of base parameters by a pivoted QR, and W = W_1 K: the combinations are those that W depends on."""
    rank, kept, left = oracle.rank_by_qr(W)
    assert kept > 1e4 * left
    assert len(found) == rank
    np.testing.assert_allclose(W[:, list(found.leading)] @ found.K, W, rtol=0, atol=1e-10 * np.max(np.abs(W)))


@pytest.mark.parametrize("formalism", ["modular", "kane"])
@pytest.mark.parametrize(("l2", "l3"), [(1.0, 1.0), (0.8, 1.3)])
def test_base_parameters_of_the_serial_manipulator(formalism, l2, l3):
    found = base("serial_manipulator", formalism, l2=l2, l3=l3)
    W = oracle.stacked(oracle.serial_manipulator(l2, l3), np.zeros(3), 2.0, 60, seed=3)
    check_against(found, W)
    assert len(found) == 15
    assert found.combination("limb2.Ixx") == pytest.approx({"limb2.Ixx": 1.0, "limb3.m": l2**2, "end.m": l2**2})


@pytest.mark.parametrize("formalism", ["modular", "kane"])
@pytest.mark.parametrize(("l_U", "l_B"), [(2.0, 2.0), (1.7, 2.1)])
def test_base_parameters_of_the_3rrr(formalism, l_U, l_B):
    found = base("three_rrr", formalism, l_U=l_U, l_B=l_B)
    turns = np.array([0.0, 2.0, -2.0]) * np.pi / 3
    corners = np.column_stack([np.cos(turns), np.sin(turns)])
    legs = oracle.three_rrr(l_U, l_B, corners.tolist(), (3 * corners).tolist(), elbow=-1)
    W = oracle.stacked(legs, np.zeros(3), 0.3, 60, seed=4)
    check_against(found, W[:, [10 * body + k for body in range(7) for k in PLANAR]])
    assert len(found) == 13


@pytest.mark.parametrize("g", [9.81, 0.0])
def test_base_parameters_of_the_four_bar_and_its_regressor(g):
    found = base("four_bar", "kane", g=g)
    bars = oracle.four_bar(0.10, 0.35, 0.30, 0.40, g)
    W = oracle.stacked(bars, [1.0], 3.0, 80, seed=5)[:, [10 * body + k for body in range(3) for k in PLANAR]]
    check_against(found, W)
    dynamics = machine("four_bar", "kane", g=g)
    motion = random_motion(dynamics, ("phi",), 6, reach=0.5)
    given = (motion.positions, motion.speeds, motion.accelerations)
    columns = [10 * body + k for body in range(3) for k in PLANAR]
    wanted = [np.array(bars(*[[values["phi"][k]] for values in given]))[:, columns] for k in range(6)]
    np.testing.assert_allclose(analysis.regressor(dynamics, motion).W, wanted, rtol=0, atol=1e-11)


# -- pinocchio ---------------------------------------------------------------------------------------------------


def random_tree(seed):
    """A tree of five bodies on hinges and slides, as a mechanism and as a pinocchio model; names and parents."""
    pin = pytest.importorskip("pinocchio", reason="pinocchio is an optional library")
    random = np.random.default_rng(seed)
    model = pin.Model()
    model.gravity.linear = np.array([0.5, -1.0, -9.0])
    bodies, joints, drives, joint_numbers = {}, {}, {}, [0]
    parents = [0, 1, 2, 2, 4]
    for k, parent in enumerate(parents, start=1):
        place, angle, axis = random.uniform(-1, 1, 3), random.uniform(-2, 2), "xyz"[k % 3]
        turn = {"x": pin.utils.rotate("x", angle), "y": pin.utils.rotate("y", angle), "z": pin.utils.rotate("z", angle)}
        slide = k == 3
        kind = pin.JointModelPX() if slide else pin.JointModelRZ()
        joint_numbers.append(model.addJoint(joint_numbers[parent], kind, pin.SE3(turn[axis], place), f"j{k}"))
        point = lw.Pose(tuple(place), angle, axis)
        if parent:
            bodies[f"b{parent}"].points[f"to{k}"] = point
        else:
            bodies["ground"] = lw.Ground(points={f"to{k}": point})
        bodies[f"b{k}"] = lw.Body(1.0, (1.0, 1.0, 1.0), (0.1, 0.2, 0.3), points={})
        first = f"b{parent}.to{k}" if parent else f"ground.to{k}"
        joints[f"j{k}"] = lw.Prismatic(first, f"b{k}", axis="x") if slide else lw.Revolute(first, f"b{k}", axis="z")
        quantity = f"j{k}.{'slide' if slide else 'angle'}"
        drives[f"d{k}"] = lw.Force(quantity, input="f") if slide else lw.Torque(quantity, input="f")
    machine = lw.Mechanism("tree", bodies, joints | drives, gravity=(0.5, -1.0, -9.0))
    return machine, model, pin


@pytest.mark.parametrize("formalism", ["kane", "newton_euler"])
@pytest.mark.parametrize("seed", [1, 2])
def test_regressor_of_a_tree_is_pinocchios(formalism, seed):
    tree, model, pin = random_tree(seed)
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(tree))
    names = [f"j{k}.{'slide' if k == 3 else 'angle'}" for k in range(1, 6)]
    motion = random_motion(dynamics, names, 4, seed, reach=1.0)
    found = analysis.regressor(dynamics, motion)
    data = model.createData()
    order = [0, 1, 2, 3, 4, 6, 9, 5, 7, 8]  # theirs has xx, xy, yy, xz, yz, zz
    columns = [10 * body + k for body in range(5) for k in order]
    given = (motion.positions, motion.speeds, motion.accelerations)
    for k in range(4):
        q, v, a = (np.array([values[name][k] for name in names]) for values in given)
        wanted = np.array(pin.computeJointTorqueRegressor(model, data, q, v, a))[:, columns]
        np.testing.assert_allclose(found.W[k], wanted, rtol=0, atol=1e-12 * np.max(np.abs(wanted)))


# -- spatial loops: what the base parameters say, tried on the machine itself ---------------------------------------


@pytest.mark.parametrize(
    "name", ["three_rps", *[pytest.param(name, marks=pytest.mark.long) for name in SPATIAL_LOOPS[1:]]]
)
def test_masses_of_spatial_loops_change_forces_as_the_regressor_says(name):
    dynamics = machine(name, "kane")
    names = MACHINES[name]
    motion = random_motion(dynamics, names, 1)
    found = analysis.regressor(dynamics, motion)
    before = inverse_along(dynamics, motion, names)
    random = np.random.default_rng(6)
    values = {}
    for body in dict.fromkeys(each.body for each in found.parameters):
        values[f"{body}.mass"] = dynamics.parameters[f"{body}.mass"] + random.uniform(0.1, 0.5)
        for axes in (
            "xx",
            "yy",
            "zz",
        ):  # more by nearly the same: moments of a body stay within the triangle inequality
            word = f"{body}.inertia_{axes}"
            values[word] = dynamics.parameters[word] + 0.1 + random.uniform(0.0, 0.05)
    changed = dynamics.with_parameters(values)
    other = analysis.regressor(changed, motion)
    after = inverse_along(changed, motion, names)
    # the regressor does not change with what it is the regressor of
    np.testing.assert_allclose(other.W, found.W, rtol=0, atol=1e-10 * np.max(np.abs(found.W)))
    difference = other.base.values - found.base.values
    by_base = found.W[0][:, list(found.base.leading)] @ difference
    assert np.max(np.abs(after - before)) > 1e-4 * np.max(np.abs(before))
    np.testing.assert_allclose(by_base, (after - before)[0], rtol=0, atol=1e-10 * np.max(np.abs(after)))

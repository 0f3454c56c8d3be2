"""Reference configurations: values met to rounding, machines of any size, ranks of other parameter values."""

import dataclasses

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import linkwright as lw
from agreement.spatial_machines import spatial_four_bar
from linkwright.dynamics import Refused
from linkwright.dynamics.closure.assembler import Assembler
from linkwright.dynamics.closure.configuration import Search
from linkwright.dynamics.closure.position_level import PositionLevel
from linkwright.dynamics.closure.reference_configuration import parameters_in_poses
from linkwright.dynamics.system.readings import read_state


def test_reference_values_of_measured_quantities_are_met_to_rounding():
    """In absolute coordinates the angles of joints are measured, not coordinates."""
    machine = lw.mechanisms.serial_manipulator()
    for formalism in (lw.formalisms.newton_euler, lw.formalisms.maggi):
        reference = lw.compile(formalism(machine)).reference.positions
        for name in ("gamma1", "alpha2", "alpha3"):
            assert abs(reference[name]) < 1e-13
    four_bar = lw.compile(lw.formalisms.newton_euler(lw.mechanisms.four_bar())).reference.positions
    assert four_bar["phi"] == pytest.approx(np.pi / 3, abs=1e-13)


def test_slopes_by_coordinates_are_those_of_central_differences():
    """Gaps and positions of a spatial four-bar, at Euler parameters that are not of length 1."""
    dynamics = lw.compile(lw.formalisms.newton_euler(spatial_four_bar()))
    system, p = dynamics.system, dynamics.p
    assembler = Assembler.of(system)
    which = [k for k, quantity in enumerate(system.quantities) if quantity.z is not None and not quantity.wraps]
    problem = assembler.problem(0.0, p, which)

    def values(x):
        return problem.residual(system.normalise(x), np.zeros(len(which))) * problem.rows

    x = np.array(dynamics.reference.q) + np.random.default_rng(5).uniform(-0.3, 0.3, system.q.numel())
    step = 1e-5  # the square of it, and rounding over it, are below 1e-9
    wanted = [(values(x + d) - values(x - d)) / (2 * step) for d in step * np.eye(x.size)]
    np.testing.assert_allclose(assembler._slopes(0.0, x, p, which), np.transpose(wanted), atol=1e-8)


def test_slopes_of_gaps_directions_and_positions_in_poses_are_those_of_central_differences():
    equations = lw.formalisms.kane(spatial_four_bar())
    record = equations.in_poses
    names = [name for name, place in PositionLevel.of(record).places.items() if place.row >= 0]
    p = parameters_in_poses(equations, lw.compile(equations).p)
    search = Search(record, dict.fromkeys(names, 0.1), p)
    problem, level = search.problem(names), search.level
    x = level.normalise(np.random.default_rng(5).uniform(-1.0, 1.0, level.nq))
    found, N = problem.slopes(x)
    assert level.products
    step = 1e-5
    ways = [step * column for column in N.T]
    wanted = [
        (problem.error(level.normalise(x + d)) - problem.error(level.normalise(x - d))) / (2 * step) for d in ways
    ]
    np.testing.assert_allclose(found, np.transpose(wanted), atol=1e-8)


@pytest.mark.parametrize("size", [1e-4, 1.0, 1e3])
def test_a_machine_of_any_size_is_assembled_alike(size):
    """The same four-bar with all lengths times `size`: angles and assembly mode are the same, gaps in proportion."""
    plain = lw.compile(lw.formalisms.newton_euler(lw.mechanisms.four_bar()))
    lengths = {label.name: size * plain.parameters[label.name] for label in _lengths(plain)}
    scaled = lw.compile(lw.formalisms.newton_euler(lw.mechanisms.four_bar(**lengths)))
    for phi in (0.2, 2.5, 5.0):
        one, other = plain.assemble({"phi": phi}), scaled.assemble({"phi": phi})
        for name in ("theta", "psi"):
            # 1e-13 rounding, and what coordinates of size 1e3 lose beside it
            assert np.exp(1j * one.positions[name]) == pytest.approx(np.exp(1j * other.positions[name]), abs=1e-11)
        gap = read_state(scaled.system, 0.0, other.q, other.v, scaled.p).g
        assert np.max(np.abs(gap)) < 1e-13 * size


def _lengths(dynamics):
    flat = dynamics.equations.parameters
    return [
        label for label in flat.labels if label.unit == "m" and "." not in label.name and label.name.startswith("l_")
    ]


def test_other_lengths_may_have_another_rank():
    """Three parallel cranks of equal length on a bar: one crank is redundant; with unequal ones the bar is stuck."""
    bar = lw.Body(1.0, 0.1, points={"a": (-1.0, 0.0), "b": (0.0, 0.0), "c": (1.0, 0.0)})
    length = lw.Parameter("l", 0.5, "m", "length of the middle crank")
    parts = {"ground": lw.Ground({"a": (-1.0, 0.0), "b": (0.0, 0.0), "c": (1.0, 0.0)}), "bar": bar}
    joints = {}
    for name, size in (("a", 0.5), ("b", length), ("c", 0.5)):
        parts[f"crank_{name}"] = lw.Body(0.2, 0.01, points={"low": (0.0, 0.0), "high": (0.0, size)})
        joints[f"low_{name}"] = lw.Revolute(f"ground.{name}", f"crank_{name}.low")
        joints[f"high_{name}"] = lw.Revolute(f"crank_{name}.high", f"bar.{name}")
    places = {f"crank_{name}.theta": 0.3 for name in "abc"} | {
        "bar.x": -0.5 * np.sin(0.3),
        "bar.y": 0.5 * np.cos(0.3),
        "bar.theta": 0.0,
    }
    machine = lw.Mechanism("cranks", parts, joints, parameters=[length], reference=places)
    dynamics = lw.compile(lw.formalisms.newton_euler(machine))
    equal = dynamics.generic_rank
    assert dynamics.system.n - equal == 1
    # the same lengths given anew: the rank is found again, and is the same
    assert dynamics.with_parameters(l=0.5).generic_rank == equal
    with pytest.raises(Refused, match="cannot be assembled"):
        dynamics.with_parameters(l=0.8)


def test_udwadia_kalaba_tells_parts_without_inertia_from_motions_without():
    """Two joints of a tree that carry one particle: each alone has inertia, stretched out one motion has none."""
    first = lw.Body(0.0, 0.0, points={"end": (1.0, 0.0)})
    second = lw.Body(1.0, 0.0, centre=(1.0, 0.0))
    machine = lw.Mechanism(
        "chain",
        {"first": first, "second": second},
        {"a": lw.Revolute("ground", "first"), "b": lw.Revolute("first.end", "second")},
        reference={"a.angle": 0.0, "b.angle": 0.0},
    )
    equations = lw.formalisms.kane(machine)
    dynamics = lw.compile(equations, join=lw.joins.UdwadiaKalaba())  # beside the reference configuration it has some
    state = dynamics.assemble()
    with pytest.raises(Refused, match=r"can move together without inertia \(each of them alone has some\)"):
        dynamics.forward(state)


def test_other_masses_leave_the_reference_and_other_lengths_do_not():
    """In any order of questions the same as of a four-bar that had these values from the beginning.

    Only the angle of the crank is given, so that lengths enter by the joints alone.
    """

    def bars(**lengths):
        machine = dataclasses.replace(lw.mechanisms.four_bar(**lengths), reference={"phi": 1.0})
        return lw.compile(lw.formalisms.kane(machine))

    plain = bars()
    own = plain.parameters["l_2"]
    mass = next(name for name in plain.parameters if name.startswith("m_"))
    longer = plain.with_parameters(l_2=1.1 * own)
    heavier = longer.with_parameters({mass: 5.0})
    back = heavier.with_parameters(l_2=own)
    assert longer.reference.q == pytest.approx(bars(l_2=1.1 * own).reference.q, abs=1e-12)
    assert np.max(np.abs(longer.reference.q - plain.reference.q)) > 1e-2
    assert heavier.reference.q.tobytes() == longer.reference.q.tobytes()
    assert back.reference.q.tobytes() == plain.reference.q.tobytes()


@pytest.mark.parametrize("values", [{"m_p": 3.0, "J_m": 2e-5}, {"L": 0.28}, {"H": 0.41, "m_b": 0.1}])
def test_other_parameter_values_have_the_reference_of_a_machine_made_with_them(values):
    """Whether lengths change, which move it, or masses alone, which do not."""
    given = lw.compile(lw.formalisms.boltzmann_hamel(lw.mechanisms.mast_3prs())).with_parameters(values)
    made = lw.compile(lw.formalisms.boltzmann_hamel(lw.mechanisms.mast_3prs(**values)))
    assert np.max(np.abs(given.reference.q - made.reference.q)) < 1e-12
    gap = read_state(given.system, 0.0, given.reference.q, given.reference.v, given.p).g
    assert np.max(np.abs(gap)) < 1e-13


TILT = 0.4


@pytest.mark.parametrize(
    ("values", "met"),
    [
        ({"near.angle2": TILT, "far.angle1": TILT}, ()),
        ({"near.angle2": -TILT, "far.angle1": -TILT}, ()),
        ({"bearing.angle": 2 * np.pi, "near.angle2": TILT, "far.angle1": -TILT}, ("bearing.angle", "near.angle2")),
    ],
)
def test_values_that_contradict_each_other_wind_nothing(values, met):
    """A Cardan shaft between parallel axes 0.3 sin(0.4) apart, whose joints are given bends to the same side.

    The search ends at a closed loop, the tube 0.4 rad from the axes: z . Rx(a) Ry(b) z = cos(a) cos(b). Angles are
    within half a turn, but for one that is to be wound and can be.
    """
    bar = lw.Body(1.0, (1.0, 1.0, 1.0), points={"end": (0.0, 0.0, 0.1)})
    tube = lw.Body(1.0, (1.0, 1.0, 1.0), points={"far": lw.Pose((0.0, 0.0, 0.3), angle=np.pi / 2, axis="z")})
    far = (0.3 * np.sin(TILT), 0.0, 0.2 + 0.3 * np.cos(TILT))
    shaft = lw.Mechanism(
        "shaft",
        parts={"frame": lw.Ground(points={"far": far}), "driver": bar, "tube": tube, "driven": bar},
        connections={
            "bearing": lw.Revolute("frame", "driver", axis="z"),
            "near": lw.Universal("driver.end", "tube"),
            "far": lw.Universal("tube.far", "driven"),
            "sleeve": lw.Cylindrical("frame.far", "driven.end", axis="z"),
        },
        reference=values,
    )
    reference = lw.compile(lw.formalisms.kane(shaft)).reference
    bend = np.cos(reference["near.angle1"]) * np.cos(reference["near.angle2"])
    assert abs(bend) == pytest.approx(np.cos(TILT), abs=1e-9)
    for name in ("bearing.angle", "near.angle1", "near.angle2", "far.angle1", "far.angle2"):
        if name in met:
            assert reference[name] == pytest.approx(values[name], abs=1e-9)
        else:
            assert abs(reference[name]) <= np.pi + 1e-9  # half a turn to rounding


@pytest.mark.parametrize("formalism", ["kane", "newton_euler", "modular", "denoc"])
def test_values_of_all_joints_of_a_tree_are_met_however_far_they_are(formalism):
    """Twelve hinges about three axes in turn, curled up: positions by a product of rotations."""
    axes, link = np.eye(3)[[2, 1, 0]], lw.Body(1.0, (0.1, 0.1, 0.1), points={"end": (1.0, 0.0, 0.0)})
    joints = {
        f"j{k}": lw.Revolute("ground" if k == 0 else f"b{k - 1}.end", f"b{k}", axis=tuple(axes[k % 3]))
        for k in range(12)
    }
    machine = lw.Mechanism("chain", {f"b{k}": link for k in range(12)}, joints)
    angles = np.random.default_rng(0).uniform(-3.0, 3.0, 12)
    state = lw.compile(getattr(lw.formalisms, formalism)(machine)).assemble(
        {f"j{k}.angle": angle for k, angle in enumerate(angles)}
    )
    turned, at = Rotation.identity(), np.zeros(3)
    for k, angle in enumerate(angles):
        turned = turned * Rotation.from_rotvec(angle * axes[k % 3])
        np.testing.assert_allclose([state[f"b{k}.{x}"] for x in "xyz"], at, atol=1e-12)
        at = at + turned.apply((1.0, 0.0, 0.0))

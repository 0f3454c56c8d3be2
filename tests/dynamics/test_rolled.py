"""Chains of many links and loops: Recursion and Multipliers against pinocchio, a balance in NumPy, closed forms."""

from dataclasses import replace

import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics import AssemblyError, Refused, SingularConfigurationError
from linkwright.dynamics.plants.rolled import RolledPlant, running
from oracles.chains import drive_torques, parallel_cranks

pytestmark = pytest.mark.filterwarnings("error")


def chain(n):
    return lw.compile(lw.formalisms.denoc(lw.mechanisms.serial_chain(n, spatial=True)), join=lw.joins.Recursion())


def numbers(n, seed=3):
    random = np.random.default_rng(seed)
    return random.uniform(-1, 1, n), random.uniform(-0.1, 0.1, n), random.uniform(-1, 1, n)


@pytest.mark.parametrize("n", [8, 30, 100, pytest.param(300, marks=pytest.mark.long)])  # 300: 1.6 GB of pinocchio
def test_chains_agree_with_pinocchio(n):
    pin = pytest.importorskip("pinocchio", reason="pinocchio is an optional library")
    model, parent = pin.Model(), 0
    for k in range(n):
        joint = pin.JointModelRZ() if k % 2 == 0 else pin.JointModelRY()
        parent = model.addJoint(parent, joint, pin.SE3(np.eye(3), np.array([float(k > 0), 0, 0])), f"joint{k}")
        inertia = np.diag([2 / 1600, 1 / 12 + 1 / 1600, 1 / 12 + 1 / 1600])
        model.appendBodyToJoint(parent, pin.Inertia(1.0, np.array([0.5, 0, 0]), inertia), pin.SE3.Identity())
    model.gravity.linear = np.array([0, 0, -9.81])
    data = model.createData()
    dynamics = chain(n)
    q, v, u = numbers(n)
    wanted = pin.aba(model, data, q, v, u)
    found = dynamics.functions.forward(q, v, u)
    assert np.abs(found - wanted).max() < 1e-10 * np.abs(wanted).max()
    force = pin.rnea(model, data, q, v, u)
    assert np.abs(dynamics.functions.inverse(q, v, u) - force).max() < 1e-10 * np.abs(force).max()


@pytest.mark.parametrize("n", [60, pytest.param(10_000, marks=pytest.mark.long)])
def test_accelerations_of_a_long_chain_balance(n):
    """The oracle's torques for our accelerations are the torques given; over 10,000 links moments reach 1e8 N m."""
    dynamics = chain(n)
    assert isinstance(dynamics.plant, RolledPlant)
    q, v, u = numbers(n)
    a = dynamics.functions.forward(q, v, u)
    scale = np.abs(drive_torques(q, v, np.abs(a))).max()
    assert np.abs(drive_torques(q, v, a) - u).max() < 1e-12 * scale
    assert np.abs(dynamics.functions.inverse(q, v, u) - drive_torques(q, v, u)).max() < 1e-12 * scale


def test_questions_by_name_at_size():
    n = 40
    dynamics = chain(n)
    q, v, u = numbers(n)
    names = [f"q{k}" for k in range(1, n + 1)]
    state = dynamics.assemble(dict(zip(names, q, strict=True)), dict(zip(names, v, strict=True)))
    assert state["q7"] == q[6]
    assert state["link2.x"] == pytest.approx(np.cos(q[0]), abs=1e-15)  # the first link lies in the plane
    inputs = dict(zip(dynamics.inputs, u, strict=True))
    found = dynamics.forward(state, inputs)
    back = dynamics.inverse(state, found)
    assert np.allclose([back[name] for name in inputs], u, rtol=0, atol=1e-10)
    heavy = dynamics.with_parameters(m=2.0, g=0.0)
    assert not np.allclose(heavy.accelerations(state, u), list(found.values()))


def test_both_joins_agree_on_one_long_chain():
    machine = lw.mechanisms.serial_chain(60, spatial=True)
    links = lw.compile(lw.formalisms.denoc(machine))
    assert isinstance(links.join, lw.joins.Recursion)
    bodies = lw.compile(lw.formalisms.modular(machine), join=lw.joins.Multipliers())
    assert isinstance(bodies.plant, RolledPlant)
    q, v, u = numbers(60)
    state = links.state(q, v)
    same = bodies.state(
        np.array([state.positions[name] for name in bodies.coordinates]),
        np.array([state.speeds[name.removesuffix("'")] for name in bodies.speeds]),
    )
    inputs = dict(zip(links.inputs, u, strict=True))
    one, two = links.forward(state, inputs), bodies.forward(same, inputs)
    assert one["q1"] == pytest.approx(two["q1"], rel=1e-9)


JOINS = {
    "links": (lw.formalisms.denoc, lw.joins.Recursion()),
    "bodies": (lw.formalisms.modular, lw.joins.Multipliers()),
}


@pytest.mark.parametrize("n", [80, pytest.param(3000, marks=pytest.mark.long)])
@pytest.mark.parametrize("kind", JOINS)
def test_chains_of_loops_agree_with_the_closed_form(kind, n):
    derive, join = JOINS[kind]
    dynamics = lw.compile(derive(lw.mechanisms.n_four_bar(n)), join=join)
    assert isinstance(dynamics.plant, RolledPlant)
    for phi, rate in ((1.2, 0.0), (0.8, -1.5)):
        state = dynamics.assemble({"phi0": phi}, {"phi0": rate})
        assert state["phi0"] == pytest.approx(phi, abs=1e-12)
        assert state[f"bay{n}.pin.angle"] == pytest.approx(phi, abs=1e-10)
        assert state[f"bay{n}.pin.angle'"] == pytest.approx(rate, abs=1e-10)
        found = dynamics.forward(state, {})
        wanted = parallel_cranks(n, phi)
        assert found["phi0"] == pytest.approx(wanted, rel=1e-10)
        assert found[f"bay{n}.pin.angle"] == pytest.approx(wanted, rel=1e-10)


def test_what_is_not_offered_is_refused_in_words():
    long = lw.formalisms.denoc(lw.mechanisms.serial_chain(100))
    with pytest.raises(Refused, match=r"only joins\.Recursion\(\) takes, because its links, up to 100 in a chain"):
        lw.compile(long, join=lw.joins.Complement())
    longer = lw.compile(long)
    with pytest.raises(Refused, match=r"reactions of serial_chain: not offered .* \(100 speeds.* formalisms\.modular"):
        longer.reactions(longer.assemble(), dict.fromkeys(longer.inputs, 0.0))
    with pytest.raises(
        Refused, match=r"the terms of each body of serial_chain: not offered .* \(338350 pairs of links"
    ):
        longer.terms(longer.assemble())
    dynamics = lw.compile(lw.formalisms.denoc(lw.mechanisms.serial_chain(40)))
    with pytest.raises(AssemblyError, match="1 speeds are given and there are 40 degrees of freedom"):
        dynamics.assemble(speeds={"q1": 1.0})
    with pytest.raises(ValueError, match="no position 'q99'; did you mean"):
        dynamics.assemble({"q99": 1.0})
    with pytest.raises(ValueError, match=r"q has shape \(3,\); expected \(1, 40\) or \(40,\)"):
        dynamics.functions.forward(np.zeros(3), np.zeros(40), np.zeros(40))
    with pytest.raises(ValueError, match="gravity of its own"):
        dynamics.with_parameters({"link3.weight.g_y": 0.0})


def test_complement_says_above_which_size_it_should_not_be_used():
    equations = lw.formalisms.modular(lw.mechanisms.serial_chain(220))
    with pytest.raises(Refused, match="Complement works on full matrices and should not be used above 600 speeds"):
        lw.compile(equations, join=lw.joins.Complement())


def test_a_singular_reference_is_refused_with_its_joints():
    """Cranks that lie along the line of their pins: the loops lose rank."""
    machine = lw.mechanisms.n_four_bar(40)
    dynamics = lw.compile(lw.formalisms.denoc(machine))
    flat = dynamics.assemble({"phi0": 1e-13})
    with pytest.raises(SingularConfigurationError, match="depend on others at the reference configuration"):
        lw.compile(dynamics.equations, near=flat)


def test_recursion_needs_links():
    with pytest.raises(Refused, match=r"Recursion needs the links of double_pendulum kept.*formalisms\.denoc"):
        lw.compile(lw.formalisms.kane(lw.mechanisms.double_pendulum()), join=lw.joins.Recursion())
    with pytest.raises(ValueError, match="Recursion cannot take inconsistent constraints by least squares"):
        lw.joins.Recursion(inconsistent="least squares")


def test_loops_over_types_run_without_machine_code_too(monkeypatch):
    """The virtual machine follows the same loops statement by statement."""
    monkeypatch.setenv("LINKWRIGHT_BACKEND", "vm")
    dynamics = chain(26)
    assert dynamics.functions.backend == "vm"
    q, v, u = numbers(26)
    a = dynamics.functions.forward(q, v, u)
    assert np.allclose(drive_torques(q, v, a), u, rtol=0, atol=1e-9)
    loops = lw.compile(lw.formalisms.denoc(lw.mechanisms.n_four_bar(13)))
    state = loops.assemble({"phi0": 1.2})
    assert loops.forward(state, {})["phi0"] == pytest.approx(parallel_cranks(13, 1.2), rel=1e-10)


def loops(kind, n):
    derive, join = JOINS[kind]
    return lw.compile(derive(driven(n)), join=join)


def driven(n):
    """A chain of loops with a torque at the first crank."""
    machine = lw.mechanisms.n_four_bar(n)
    torque = {"drive": lw.Torque("phi0", input="tau")}
    return replace(machine, connections={**machine.connections, **torque})


@pytest.mark.parametrize("kind", ["links", pytest.param("bodies", marks=pytest.mark.long)])
def test_inverse_dynamics_of_closed_loops_from_one_acceleration(kind):
    """One DOF, one torque: found from the acceleration of any angle, and given back by forward dynamics."""
    dynamics = loops(kind, 80)
    assert isinstance(dynamics.plant, RolledPlant)
    state = dynamics.assemble({"phi0": 1.1}, {"phi0": -0.7})
    bare = parallel_cranks(80, 1.1)
    (name,) = dynamics.inputs
    assert dynamics.inverse(state, {"phi0": bare})[name] == pytest.approx(0.0, abs=1e-8)
    for quantity in ("phi0", "bay30.pin.angle"):
        found = dynamics.inverse(state, {quantity: 2.5})
        assert dynamics.forward(state, found)[quantity] == pytest.approx(2.5, rel=1e-10)
    with pytest.raises(Refused, match=r"of 1 independent\s+quantities, as many as it has degrees of freedom .*got 2"):
        dynamics.inverse(state, {"phi0": 1.0, "bay2.pin.angle": 1.0})
    with pytest.raises(Refused, match="the inputs are not determined: 0 inputs for 1 accelerations"):
        dynamics.inverse(state, {"phi0": 1.0}, inputs={name: 1.0})


def test_inverse_dynamics_of_loops_from_all_speeds_by_multipliers():
    dynamics = loops("bodies", 80)
    state = dynamics.assemble({"phi0": 0.9}, {"phi0": 0.4})
    (name,) = dynamics.inputs
    every = dynamics.functions.forward(state.q, state.v, np.array([3.0]))
    accelerations = {speed.removesuffix("'"): x for speed, x in zip(dynamics.speeds, every, strict=True)}
    equal = dynamics.inverse(state, accelerations)
    assert equal[name] == pytest.approx(3.0, rel=1e-9)


@pytest.mark.parametrize("kind", JOINS)
def test_energy_of_a_chain_of_loops_by_hand(kind):
    """n + 1 cranks of length l about their ends and n couplers that only shift; l = 1 m, m = 1 kg, g = 9.81 m/s^2."""
    n, phi, rate, torque = 80, 1.1, -0.7, 2.0
    dynamics = loops(kind, n)
    state = dynamics.assemble({"phi0": phi}, {"phi0": rate})
    found = dynamics.energy(state, dict.fromkeys(dynamics.inputs, torque))
    assert found.kinetic == pytest.approx(((n + 1) / 3 + n) * rate**2 / 2, rel=1e-12)
    height = ((n + 1) / 2 + n) * np.sin(phi)
    rest = dynamics.energy(dynamics.assemble({"phi0": 0.5}))
    fall = height - ((n + 1) / 2 + n) * np.sin(0.5)
    assert found.potential - rest.potential == pytest.approx(9.81 * fall, rel=1e-11)
    assert found.source == pytest.approx(torque * rate, rel=1e-12)
    assert found.loss == 0.0
    table = dynamics.describe()
    assert table.title.endswith("1 degree of freedom")
    assert sum(entry.kind == "inputs" for entry in table.entries) == 1


def test_reactions_of_a_hanging_chain_by_hand():
    """At rest, hanging straight down: joint k carries the links below it; every joint, also that of the home."""
    n = 120
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.serial_chain(n)), join=lw.joins.Multipliers())
    assert isinstance(dynamics.plant, RolledPlant)
    hanging = {"q1": -np.pi / 2, **{f"q{k}": 0.0 for k in range(2, n + 1)}}
    state = dynamics.assemble(hanging)
    found = dynamics.reactions(state, dict.fromkeys(dynamics.inputs, 0.0))
    assert found.residual < 1e-12
    for k in (1, 2, 60, n):
        assert found[f"joint{k}"]["y"] == pytest.approx(9.81 * (n + 1 - k), rel=1e-10)
        assert found[f"joint{k}"]["x"] == pytest.approx(0.0, abs=1e-7)


@pytest.mark.long
def test_reactions_in_motion_agree_with_the_machine_written_out():
    machine = lw.mechanisms.serial_chain(5, spatial=True)
    loops_over_types = lw.Dynamics(RolledPlant.compile(lw.formalisms.modular(machine), lw.joins.Multipliers(), None))
    written = lw.compile(lw.formalisms.kane(machine))
    speeds = {f"q{k}": 0.4 * (-1) ** k for k in range(1, 6)}
    positions = {f"q{k}": 0.2 * k for k in range(1, 6)}
    inputs = {name: 1.0 + k for k, name in enumerate(written.inputs)}
    one = loops_over_types.reactions(loops_over_types.assemble(positions, speeds), inputs)
    two = written.reactions(written.assemble(positions, speeds), inputs)
    assert sorted(one) == sorted(two)
    for name, reaction in two.items():
        for component, value in reaction.components.items():
            assert one[name][component] == pytest.approx(value, rel=1e-8, abs=1e-8), (name, component)


def test_multipliers_at_the_cuts_of_many_loops_are_the_reactions_of_the_machine_written_out():
    machine = driven(12)
    links = lw.compile(lw.formalisms.denoc(machine))
    bodies = lw.compile(lw.formalisms.modular(machine))
    assert isinstance(links.plant, RolledPlant)
    assert not isinstance(bodies.plant, RolledPlant)
    (name,) = links.inputs
    found = links.cut_multipliers(links.assemble({"phi0": 1.1}, {"phi0": -0.7}), {name: 3.0})
    state = bodies.assemble({"phi0": 1.1}, {"phi0": -0.7})
    wanted = bodies.reactions(state, {name: 3.0})
    assert len(found) == 12
    turn = np.array([[np.cos(1.1), np.sin(1.1)], [-np.sin(1.1), np.cos(1.1)]])  # the first parts are cranks
    for joint, own in found.items():
        assert links.equations.links.cuts[joint].endswith("crank.B")
        world = wanted[joint]
        assert np.allclose([own["x"], own["y"]], turn @ [world["x"], world["y"]], rtol=0, atol=1e-8), joint


def hanging_chain(n):
    """Frequencies (rad/s) of n uniform rods of 1 kg and 1 m that hang, from M and K in the angles of the rods."""
    k = np.arange(1, n + 1)
    M = n - np.maximum.outer(k, k) + np.where(np.equal.outer(k, k), 1 / 3, 1 / 2)
    K = np.diag(9.81 * (n - k + 1 / 2))
    return np.sqrt(np.sort(np.linalg.eigvals(np.linalg.solve(M, K)).real))


@pytest.mark.long
def test_frequencies_of_a_long_chain_are_those_of_hanging_rods():
    n = 26
    dynamics = lw.compile(lw.formalisms.denoc(lw.mechanisms.serial_chain(n)))
    assert isinstance(dynamics.plant, RolledPlant)
    hanging = dynamics.assemble({"q1": -np.pi / 2})
    linear = lw.analysis.linearize(dynamics, hanging, dict.fromkeys(dynamics.inputs, 0.0))
    found = np.sort(np.abs(np.linalg.eigvals(linear.A).imag))[::2]
    assert np.allclose(found, hanging_chain(n), rtol=1e-8)


@pytest.mark.long
def test_reactions_of_a_long_chain_carry_what_hangs_below():
    n = 26
    dynamics = lw.compile(lw.formalisms.denoc(lw.mechanisms.serial_chain(n)))
    found = dynamics.reactions(dynamics.assemble({"q1": -np.pi / 2}), dict.fromkeys(dynamics.inputs, 0.0))
    sizes = [np.hypot(found[joint]["x"], found[joint]["y"]) for joint in found]
    assert np.allclose(sorted(sizes), 9.81 * np.arange(1, n + 1), rtol=1e-10)


@pytest.mark.parametrize(("n", "join"), [(20, "Complement"), (60, "Multipliers"), (300, "Multipliers")])
def test_the_default_join_fits_the_size(n, join):
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.serial_chain(n)))
    assert type(dynamics.join).__name__ == join
    assert isinstance(dynamics.plant, RolledPlant) == (join == "Multipliers")


def test_a_join_of_full_matrices_takes_links_up_to_some_size():
    machine = lw.mechanisms.n_four_bar(15)
    equations = lw.formalisms.denoc(machine)
    loops, full = lw.compile(equations), lw.compile(equations, join=lw.joins.Complement())
    assert isinstance(loops.plant, RolledPlant)
    assert not isinstance(full.plant, RolledPlant)
    state = loops.assemble({"phi0": 1.2}, {"phi0": -0.7})
    assert np.allclose(full.accelerations(state, np.zeros(0)), loops.accelerations(state, np.zeros(0)), rtol=1e-9)


def test_the_machine_in_full_has_the_parameters_that_were_asked_last():
    dynamics = lw.compile(lw.formalisms.denoc(lw.mechanisms.n_four_bar(15)))
    state = dynamics.assemble({"phi0": 1.2})
    for gravity in (9.81, 0.0, 4.0):
        other = dynamics.with_parameters(g=gravity)
        full = other.in_full_matrices("a test")
        assert full.forward(state, {})["phi0"] == pytest.approx(parallel_cranks(15, 1.2) * gravity / 9.81, abs=1e-10)


def test_positions_and_speeds_that_are_no_coordinates_are_met_beside_those_that_are():
    """A chain in the plane: y of a link is the sum of sines of all joints before it, its angle their sum."""
    n = 30
    dynamics = lw.compile(lw.formalisms.denoc(lw.mechanisms.serial_chain(n)), join=lw.joins.Recursion())
    random = np.random.default_rng(3)
    given = {f"q{k}": float(angle) for k, angle in enumerate(random.uniform(-0.2, 0.2, 20), 1)}
    own = {f"q{k}": float(speed) for k, speed in enumerate(random.normal(size=n - 1), 1)}
    straight = np.sin(np.cumsum([*given.values(), *[0.0] * (n - 21)])).sum()  # links of 1 m
    state = dynamics.assemble({**given, "link30.y": straight + 0.5}, {**own, "link30.theta": 1.7})
    angles = np.cumsum(state.q)
    np.testing.assert_allclose(state.q[:20], list(given.values()), atol=1e-12)
    np.testing.assert_allclose(np.sin(angles[: n - 1]).sum(), straight + 0.5, atol=1e-11)
    np.testing.assert_allclose(state.v[: n - 1], list(own.values()), atol=1e-12)
    np.testing.assert_allclose(state.v.sum(), 1.7, atol=1e-11)
    alone = dynamics.assemble({"link30.theta": 0.9})
    np.testing.assert_allclose(alone.q.sum(), 0.9, atol=1e-12)


def test_accelerations_of_every_quantity_and_back():
    """Angles of joints, which are no coordinates of bodies apart, against the derivative of their own speeds."""
    n = 52
    machine = lw.mechanisms.serial_chain(n)
    bodies = lw.compile(lw.formalisms.modular(machine))
    assert isinstance(bodies.plant, RolledPlant)
    q, v, u = numbers(n)
    names = [f"q{k}" for k in range(1, n + 1)]
    state = bodies.assemble(dict(zip(names, 0.2 * q, strict=True)), dict(zip(names, v, strict=True)))
    inputs = dict(zip(bodies.inputs, u, strict=True))
    found = bodies.forward(state, inputs)
    chained = lw.compile(lw.formalisms.denoc(machine))
    links = chained.functions.forward(0.2 * q, v, u)
    assert np.allclose([found[name] for name in names], links, rtol=1e-7, atol=1e-9 * np.abs(links).max())
    back = bodies.inverse(state, found)
    assert np.allclose([back[name] for name in inputs], u, rtol=0, atol=1e-7)
    with pytest.raises(Refused, match=r"q3'' = .* follows from the accelerations of the speeds"):
        bodies.inverse(state, found | {"q3": found["q3"] + 1.0})


def test_inputs_that_do_nothing_together_are_named_and_no_others():
    """Three pendulums, one with a torque, one with two and one with none; 48 bodies held fast make it large."""
    bar, held = lw.Body(1.0, 0.1, (0.5, 0.0)), [f"held{k}" for k in range(48)]
    parts = dict.fromkeys("abc", bar) | dict.fromkeys(held, lw.Body(1.0, 0.1))
    joints = {f"pin_{x}": lw.Revolute("ground", x) for x in "abc"} | {f"on_{x}": lw.Fixed("ground", x) for x in held}
    joints |= {"one": lw.Torque("pin_a.angle"), "two": lw.Torque("pin_b.angle"), "three": lw.Torque("pin_b.angle")}
    dynamics = lw.compile(lw.formalisms.modular(lw.Mechanism("pendulums", parts, joints)))
    assert isinstance(dynamics.plant, RolledPlant)
    with pytest.raises(Refused, match=r"^the inputs two\.tau, three\.tau cannot give these accelerations"):
        dynamics.inverse(dynamics.reference, {f"pin_{x}.angle": 1.0 for x in "abc"})


def test_inertias_of_branches_are_added_up_apart():
    """A random tree of 26 links, by loops over links and by the equations of all bodies written out."""
    n, random = 26, np.random.default_rng(5)
    holders = ["ground", *[f"bar{random.integers(k)}.tip" for k in range(1, n)]]
    bar = lw.Body(1.0, 0.1, (0.5, 0.0), points={"tip": (1.0, 0.0)})
    joints = {f"pin{k}": lw.Revolute(holder, f"bar{k}") for k, holder in enumerate(holders)}
    joints |= {"drive": lw.Torque("pin6.angle")}
    machine = lw.Mechanism("tree", {f"bar{k}": bar for k in range(n)}, joints, gravity=(0.0, -9.81))
    loops = lw.compile(lw.formalisms.denoc(machine), join=lw.joins.Recursion())
    written = lw.compile(lw.formalisms.modular(machine))
    assert isinstance(loops.plant, RolledPlant)
    assert not isinstance(written.plant, RolledPlant)
    given = [{f"pin{k}.angle": float(x) for k, x in enumerate(random.uniform(-1, 1, n))} for _ in range(2)]
    one, two = (d.forward(d.assemble(*given), {"drive.tau": 3.0}) for d in (loops, written))
    np.testing.assert_allclose([one[name] for name in given[0]], [two[name] for name in given[0]], rtol=1e-8)


def test_sources_of_loops_do_not_depend_on_the_number_of_parts():
    """Nothing is compiled for a longer chain: loops of evaluations and runs have the same text."""
    texts = []
    for n in (30, 40):
        plant = chain(n).plant
        texts.append([loop.text for loop in (*plant.loops.rolled.loops, *running(plant.loops).loops)])
    assert texts[0] == texts[1]

"""The 3PRS motion table with its drives: mechanism, drives and the whole against formulations of their own."""

import math

import numpy as np
import pytest

import linkwright as lw
from cli.calling import call, refused
from linkwright import analysis
from oracles import mast_table, three_prs, three_prs_absolute

TABLE = three_prs.Table()
X, RHO = ("z", "psi", "theta"), ("rho1", "rho2", "rho3")
HOME = (mast_table.home(mast_table.IDENTIFIED), 0.0, 0.0)
PAPER = ("boltzmann_hamel", "energy_equivalence")
LONG = pytest.mark.long
FORMALISMS = ["boltzmann_hamel", pytest.param("modular", marks=LONG), pytest.param("newton_euler", marks=LONG)]
WAYS = [
    ("kane", lw.joins.Multipliers),
    *[
        pytest.param(formalism, join, marks=LONG)
        for formalism in ("modular", "newton_euler", "lagrange", "maggi", "denoc", "energy_equivalence")
        for join in (lw.joins.Complement, lw.joins.Multipliers)
    ],
]
SETS = {"identified": mast_table.IDENTIFIED, "manufacturer": mast_table.MANUFACTURER}
VOLTS = {"drive1.v": 2.0, "drive2.v": -1.0, "drive3.v": 0.5}


def named(names, values):
    return dict(zip(names, map(float, values), strict=True))


def random_states(count, seed):
    """Poses within 0.33 rad, speeds and accelerations."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        pose = np.array(HOME) + random.uniform(-1, 1, 3) * [0.1, 0.33, 0.33]
        yield pose, random.uniform(-1, 1, 3) * [0.5, 2, 2], random.uniform(-1, 1, 3) * [5, 20, 20]


@pytest.fixture(scope="module")
def tables():
    machine = lw.mechanisms.three_prs()
    return {name: lw.compile(getattr(lw.formalisms, name)(machine)) for name in PAPER}


@pytest.fixture(scope="module")
def mast():
    return lw.compile(lw.formalisms.boltzmann_hamel(lw.mechanisms.mast_3prs()))


# -- mechanism -------------------------------------------------------------------------------------------------------


def worst_force(dynamics, count, seed):
    worst = 0.0
    for x, dx, ddx in random_states(count, seed):
        state = dynamics.assemble(named(X, x), named(X, dx))
        found = dynamics.inverse(state, named(X, ddx))
        worst = max(worst, np.max(np.abs(list(found.values()) - three_prs_absolute.forces(TABLE, x, dx, ddx))))
    return worst


@pytest.mark.parametrize("formalism", PAPER)
def test_inverse_dynamics_is_that_of_absolute_coordinates(tables, formalism):
    assert worst_force(tables[formalism], 20, 11) < 1e-10


@pytest.mark.long
@pytest.mark.parametrize("formalism", PAPER)
def test_inverse_dynamics_is_that_of_absolute_coordinates_over_500_states(tables, formalism):
    assert worst_force(tables[formalism], 500, 12) < 1e-10


def test_direct_kinematics_undoes_inverse_kinematics(tables, mast):
    kinematics = analysis.Kinematics.of(tables["boltzmann_hamel"])
    for x, _, _ in random_states(10, 13):
        there = kinematics.inverse(named(X, x))
        np.testing.assert_allclose([there[n] for n in RHO], mast_table.guides(mast_table.IDENTIFIED, x), atol=1e-11)
        back = kinematics.direct({name: there[name] for name in RHO})
        np.testing.assert_allclose([back[name] for name in X], x, rtol=0, atol=1e-11)
    pulley = mast.assemble(named(X, x))["drive2.pulley"]
    assert pulley * mast_table.IDENTIFIED.n == pytest.approx(there["rho2"], abs=1e-11)


def jacobians(x):
    """J_x and J_q of (A.1) to (A.11), (A.7) corrected; and A.7 as printed."""
    _, psi, th = x
    gamma = three_prs.inverse_kinematics(TABLE, x)[1]
    r, L = TABLE.r, TABLE.L
    sp, cp, st, ct = math.sin(psi), math.cos(psi), math.sin(th), math.cos(th)
    (s1, s2, s3), (c1, c2, c3) = np.sin(gamma), np.cos(gamma)
    J = np.array(
        [
            [L * s1, L * r * st * cp * c1, L * r * ct * sp * c1 + L * r * math.sin(th - gamma[0])],
            [L * s2, L * r * (sp * c2 + ct * cp * s2), -L * r * st * sp * s2],
            [L * s3, -L * r * st * cp * c3, -L * r * ct * sp * c3 + L * r * math.sin(th + gamma[2])],
        ]
    )
    return J, np.diag([L * s1, L * s2, L * s3]), L * r * st * sp * s1


def third_bar(x):
    """Rows x and gamma of bar 3 by (psi, theta): (A.29) corrected, and as printed."""
    _, psi, th = x
    gamma = three_prs.inverse_kinematics(TABLE, x)[1][2]
    r, L = TABLE.r, TABLE.L
    sp, cp, st, ct = math.sin(psi), math.cos(psi), math.sin(th), math.cos(th)
    right = [
        [-r * st * cp / 2, (r * st - r * ct * sp) / 2],
        [r * st * cp / (L * math.sin(gamma)), -(r * st - r * ct * sp) / (L * math.sin(gamma))],
    ]
    printed = [
        [-r * st * cp / 2, -(r * st - r * ct * sp) / 2],
        [r * st * cp / (L * math.sin(gamma)), -(r * st + r * ct * sp) / (L * math.sin(gamma))],
    ]
    return np.array(right), np.array(printed)


def test_jacobians_are_those_of_the_appendix_and_its_errata_fail(tables):
    kinematics = analysis.Kinematics.of(tables["boltzmann_hamel"])
    for x, _, _ in random_states(10, 14):
        state = kinematics.inverse(named(X, x))
        B = kinematics.jacobian(state, of=RHO, by=X)
        J, Jq, printed = jacobians(x)
        np.testing.assert_allclose(B, np.linalg.solve(Jq, J), rtol=0, atol=1e-10)
        wrong = J.copy()
        wrong[1, 2] = printed
        assert np.max(np.abs(B - np.linalg.solve(Jq, wrong))) > 1e-6  # (A.7) as printed
        rows = kinematics.jacobian(state, of=["gamma3"], by=X)[0, 1:]
        bar = kinematics.jacobian(state, of=["leg3.bar.x"], by=X)[0]  # of its foot, which stands still along x
        assert np.max(np.abs(bar)) < 1e-10
        right, printed_bar = third_bar(x)
        np.testing.assert_allclose(rows, right[1], rtol=0, atol=1e-10)
        assert np.max(np.abs(rows - printed_bar[1])) > 1e-6  # (A.29) as printed, gamma row
        # The centre moves along x by half of the upper end: x_p - r cos(theta) at -x.
        end = kinematics.jacobian(state, of=["platform.x"], by=X)[0, 1:] + [0.0, TABLE.r * math.sin(x[2])]
        np.testing.assert_allclose(end / 2, right[0], rtol=0, atol=1e-10)
        assert np.max(np.abs(end / 2 - printed_bar[0])) > 1e-6  # x row


def test_mass_and_static_forces_at_home_by_both_methods_of_the_paper(tables):
    wanted = [[0.8425, -0.2575, 0.515], [-0.2575, 0.585, -0.2575], [0.515, -0.2575, 0.8425]]
    plant = mast_table.IDENTIFIED
    for dynamics in tables.values():
        state = dynamics.assemble()
        held = np.array(list(dynamics.inverse(state, named(RHO, (0, 0, 0))).values()))
        M = [np.array(list(dynamics.inverse(state, named(RHO, unit)).values())) - held for unit in np.eye(3)]
        np.testing.assert_allclose(M, wanted, rtol=0, atol=1e-9)
        assert held.sum() == pytest.approx(22.2687, abs=1e-9)
        ratio = np.max(np.linalg.eigvalsh(np.array(M))) * plant.n**2 / plant.J2
        assert ratio == pytest.approx(0.57017, abs=1e-4)


# -- with its drives ---------------------------------------------------------------------------------------------------


def moved(dynamics, plant, seed):
    """A state with twisted shafts, moving motors and currents, of the machine and of the oracle."""
    random = np.random.default_rng(seed)
    ((x, dx, _),) = random_states(1, seed)
    pulleys = np.array(mast_table.guides(plant, x)) / plant.n
    angles = pulleys + random.uniform(-1e-3, 1e-3, 3)
    speeds, currents = random.uniform(-50, 50, 3), random.uniform(-5, 5, 3)
    state = dynamics.assemble(
        named(X, x) | named([f"drive{k}.angle" for k in "123"], angles),
        named(X, dx)
        | named([f"drive{k}.omega" for k in "123"], speeds)
        | named([f"drive{k}.i" for k in "123"], currents),
    )
    return state, [*x, *dx, *angles, *speeds, *currents]


def check_accelerations(dynamics, plant):
    """Of table, motors and currents, at three states."""
    names = [*X, *[f"drive{k}.angle" for k in "123"], *[f"drive{k}.i" for k in "123"]]
    for seed in range(3):
        state, y = moved(dynamics, plant, seed)
        wanted = np.array(mast_table.slopes(plant, y, list(VOLTS.values())))[[3, 4, 5, 9, 10, 11, 12, 13, 14]]
        found = dynamics.forward(state, VOLTS)
        scale = 1e-9 * np.max(np.abs(wanted[:3]))  # twists of 1e-3 rad are differences of angles of 100 rad
        np.testing.assert_allclose([found[name] for name in names], wanted, rtol=1e-9, atol=scale)


def test_accelerations_are_those_of_the_minimal_model(mast):
    check_accelerations(mast, SETS["identified"])
    plant = SETS["manufacturer"]
    check_accelerations(mast.with_parameters(J1=plant.J1, tau_f=plant.tau_f), plant)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_accelerations_of_the_drives_alone(formalism):
    machine = lw.mechanisms.mast_3prs(drives_alone=True)
    plant = mast_table.alone(SETS["identified"])
    check_accelerations(lw.compile(getattr(lw.formalisms, formalism)(machine)), plant)


@pytest.mark.parametrize(("formalism", "join"), WAYS)
def test_accelerations_by_every_formalism(formalism, join):
    machine = lw.mechanisms.mast_3prs(parameters="manufacturer")
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine), join=join())
    check_accelerations(dynamics, SETS["manufacturer"])


@pytest.mark.parametrize("friction", ["smooth", "none"])
def test_a_run_under_voltages_is_that_of_the_minimal_model(mast, friction):
    """20 ms from home without a controller; steps of 50 us as in the oracle."""
    plant = mast_table.IDENTIFIED
    dynamics = mast if friction == "smooth" else mast.with_parameters(tau_f=0.0)
    if friction == "none":
        plant = mast_table.replace(plant, tau_f=0.0)
    trajectory = lw.simulate(
        dynamics,
        dynamics.assemble(),
        duration=0.02,
        inputs=VOLTS,
        integrator=lw.integrators.RungeKutta4(step=50e-6),
        samples=5,
    )
    y = [HOME[0]] + [0.0] * 14
    for _ in range(400):
        y = mast_table.stepped(plant, y, list(VOLTS.values()), 50e-6)
    found = [trajectory[name][-1] for name in (*X, "drive1.angle", "drive2.angle", "drive3.angle", "drive1.i")]
    np.testing.assert_allclose(found, [*y[:3], *y[6:9], y[12]], rtol=1e-8, atol=1e-10)


def test_currents_hold_the_weight_of_the_table_and_not_that_of_the_load(mast):
    quiet = mast.with_parameters(tau_f=0.0)
    held = analysis.equilibrium(quiet, named(X, HOME))
    forces = [0.0302 * held.state[f"drive{k}.i"] / mast_table.IDENTIFIED.n for k in "123"]
    assert sum(forces) == pytest.approx(22.2687, abs=1e-9)


@pytest.mark.parametrize("pose", [(0.03, 0.2, 0.0), (-0.05, -0.15, 0.25)])
def test_away_from_home_the_drives_hold_the_static_forces(mast, pose):
    """F = B^-T g, the shaft is wound up by n F / K1, the current is n F / kT and the voltage R times that.

    A pose turns the pulleys by some hundred rad; the motors follow to where their shafts are wound up by 1e-4 rad.
    """
    at, plant = np.array(HOME) + pose, mast_table.IDENTIFIED
    held = analysis.equilibrium(mast, named(X, at))
    torques = plant.n * three_prs.forces(TABLE, at, np.zeros(3), np.zeros(3))
    for k, torque in zip("123", torques, strict=True):
        state = held.state
        assert state[f"drive{k}.angle"] - state[f"drive{k}.pulley"] == pytest.approx(torque / plant.K1, abs=1e-12)
        assert state[f"drive{k}.i"] == pytest.approx(torque / plant.kT, rel=1e-8)
        assert held.inputs[f"drive{k}.v"] == pytest.approx(plant.R * torque / plant.kT, rel=1e-8)
    assert max(abs(state[f"drive{k}.pulley"]) for k in "123") > 100


def test_transmissions_have_the_resonances_of_the_table_of_the_paper():
    machine = lw.mechanisms.mast_3prs(parameters="manufacturer", friction="none", drives_alone=True)
    dynamics = lw.compile(lw.formalisms.boltzmann_hamel(machine))
    dynamics = dynamics.with_parameters(kT=0.0, kE=0.0)
    linear = analysis.linearize(dynamics, dynamics.assemble(), dict.fromkeys(VOLTS, 0.0))
    found = [mode.frequency for mode in linear.modes if mode.oscillates]
    assert found == pytest.approx([1124.539] * 3, rel=1e-6)


def test_parameters_of_both_sets_and_shared_ones():
    values = {}
    for which in SETS:
        dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.mast_3prs(parameters=which, drives_alone=True)))
        values[which] = {name: dynamics.parameters[name] for name in ("J1", "J2", "tau_f")}
    for which, plant in SETS.items():
        assert values[which] == pytest.approx({"J1": plant.J1, "J2": plant.J2, "tau_f": plant.tau_f}, rel=1e-14)
    assert values["manufacturer"]["tau_f"] == pytest.approx(0.0195, abs=5e-5)
    assert values["manufacturer"]["J1"] / values["identified"]["J1"] == pytest.approx(1.56, rel=1e-14)
    changed = dynamics.with_parameters(J1=3e-5, tau_f=0.0)
    assert {changed.parameters[f"drive{k}.motor.J"] for k in "123"} == {3e-5}


@pytest.fixture(scope="module")
def sticking():
    return lw.compile(lw.formalisms.kane(lw.mechanisms.mast_3prs(friction="sticks")))


def test_friction_sticks_until_the_motor_is_strong_enough(sticking):
    """Volts for 0.7 of the friction move nothing (the shafts swing under the weight), those for 2.1 all three drives.

    Two drives are alike and break away in the same moment, which rounding parts into two.
    """
    start, volts = sticking.assemble(), 0.7 * 0.0718 / 0.0302 * 0.299
    trajectory = lw.simulate(sticking, start, duration=0.002, inputs=dict.fromkeys(VOLTS, volts), samples=21)
    assert np.max(np.abs([trajectory[f"drive{k}.angle"] for k in "123"])) < 1e-12
    trajectory = lw.simulate(sticking, start, duration=0.002, inputs=dict.fromkeys(VOLTS, 3 * volts), samples=21)
    assert trajectory.outcome.kind == "finished"
    assert sorted((event.name, event.what) for event in trajectory.events) == [
        (f"drive{k}.friction", "slip") for k in "123"
    ]
    assert trajectory["drive1.angle"][-1] == pytest.approx(trajectory["drive3.angle"][-1], rel=1e-9)
    assert trajectory["z"][-1] > trajectory["z"][0]


def controlled(dynamics, duration, step=50e-6):
    """The controllers of the paper on all axes; a level platform: all pulleys follow 10 mm at 10 Hz."""
    axis = lw.control.Diagram(
        {
            "position": lw.control.P(mast_table.POSITION).every(5e-3),
            "speed": lw.control.PI(*mast_table.SPEED).every(1e-3),
            "current": lw.control.PI(*mast_table.CURRENT).every(100e-6),
        },
        wires={"speed.reference": "position.command", "current.reference": "speed.command"},
    )
    wires = {}
    for k in "123":
        reads = {"position": f"drive{k}.angle", "speed": f"drive{k}.omega", "current": f"drive{k}.i"}
        wires |= {f"axis{k}.{block}.measurement": name for block, name in reads.items()}
        wires[f"drive{k}.v"] = f"axis{k}.current.command"
    loop = lw.ClosedLoop(dynamics, lw.control.Diagram({f"axis{k}": axis for k in "123"}, wires))
    pulley = lw.laws.Sine(0.010 / mast_table.IDENTIFIED.n, 10.0)
    return lw.simulate(
        loop,
        loop.assemble(),
        duration=duration,
        inputs={f"axis{k}.position.reference": pulley for k in "123"},
        integrator=lw.integrators.RungeKutta4(step=step),
        samples=round(duration / 1e-3) + 1,
    )


def test_under_its_cascade_the_table_moves_as_the_oracle_does(mast):
    """Half a period of 10 Hz, 10 mm, from rest at home."""
    trajectory = controlled(mast, 0.05)

    def command(t):
        return (HOME[0] + 0.010 * math.sin(20 * math.pi * t), 0.0, 0.0)

    states = np.array(list(mast_table.controlled(mast_table.IDENTIFIED, command, 1000)))[::20]
    np.testing.assert_allclose(trajectory["z"], states[:, 0], rtol=0, atol=1e-9)
    np.testing.assert_allclose(trajectory["drive1.i"], states[:, 12], rtol=0, atol=1e-5)
    assert np.ptp(states[:, 0]) > 2e-3


@pytest.mark.long
@pytest.mark.parametrize(
    ("friction", "known"), [("smooth", (38.442, -101.603)), ("sticks", (38.446, -101.609))], ids=["smooth", "sticks"]
)
def test_frequency_response_at_10_hz(mast, sticking, friction, known):
    trajectory = controlled(mast if friction == "smooth" else sticking, 2.2)
    taken = (trajectory.time > 1.2 - 1e-9) & (trajectory.time < 2.2 - 1e-9)
    turns = np.exp(-20j * math.pi * trajectory.time[taken])
    found = 2 * np.mean((trajectory["z"][taken] - HOME[0]) * turns) / 0.010 * 1j
    assert (100 * abs(found), math.degrees(np.angle(found))) == pytest.approx(known, abs=0.02)


def test_loads_on_the_pulleys_enter_as_the_forces_of_the_table_do(mast, tables):
    """With the drives alone and the forces of the inverse dynamics as loads the motion is that of the whole."""
    whole, table = mast, tables["boltzmann_hamel"]
    machine = lw.mechanisms.mast_3prs(drives_alone=True, load_torques=True)
    drives = lw.compile(lw.formalisms.boltzmann_hamel(machine))
    plant = mast_table.IDENTIFIED
    state, y = moved(whole, plant, 4)
    rates = whole.forward(state, VOLTS)
    at = table.assemble(named(X, y[:3]), named(X, y[3:6]))
    forces = table.inverse(at, {name: rates[name] for name in X})
    same, _ = moved(drives, plant, 4)
    loads = {f"drive{k}.load": -plant.n * forces[f"F{k}"] for k in "123"}
    found = drives.forward(same, VOLTS | loads)
    scale = max(abs(rates[name]) for name in X)
    assert {name: found[name] for name in X} == pytest.approx({name: rates[name] for name in X}, abs=1e-9 * scale)


def test_the_command_line_takes_its_choices_by_name():
    done = call("show", "mast_3prs", "--set", "parameters=manufacturer", "--set", "friction=none", "--json")
    assert '"J1"' in done.stdout
    assert "friction.width" not in done.stdout
    told = refused("show", "mast_3prs", "--set", "parameters=measured")
    assert "expected one of 'manufacturer', 'identified'" in told


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"parameters": "measured", "friction": "coulomb"}, r"parameters = 'measured'.*\n.*friction = 'coulomb'"),
        ({"drives_alone": "yes"}, "drives_alone = 'yes': expected True or False"),
        ({"M": 3.0}, "no keyword 'M'"),
    ],
)
def test_wrong_options_are_told_all_at_once(options, words):
    with pytest.raises(lw.model.ModelError, match=words):
        lw.mechanisms.mast_3prs(**options)

"""The decoupled form: drives alone, loaded by the inverse dynamics of their mechanism one sample late."""

import pickle

import numpy as np
import pytest
from scipy.linalg import expm

import linkwright as lw
from linkwright import control
from linkwright.closed_loop import InverseDynamics, MechanismLoad, decouple
from linkwright.mechanisms import mast_3prs, mast_control, three_prs
from oracles import mast_table
from oracles import three_prs as table_oracle

LOADS = {f"rho{k}": f"drive{k}.load" for k in "123"}
VOLTS = {"drive1.v": 2.0, "drive2.v": -1.0, "drive3.v": 0.5}
HOME_INERTIA = [[0.8425, -0.2575, 0.515], [-0.2575, 0.585, -0.2575], [0.515, -0.2575, 0.8425]]
"""Of the table at home, kg."""
J, RADIUS, MASS, TORQUE = 3e-3, 0.1, 0.2, 0.06
"""Of a pulley that pulls a block: m R^2 / J is 2/3."""


def pulley(inertia=J, radius=RADIUS):
    """A wheel with a torque and a load, and a block without mass on its belt."""
    return lw.compile(
        lw.formalisms.kane(
            lw.Mechanism(
                "winch",
                {"wheel": lw.Rotor(J=inertia), "block": lw.Body(mass=0.0, inertia=0.0)},
                {
                    "way": lw.Prismatic("ground", "block"),
                    "belt": lw.Belt("wheel.angle", "way.slide", 2 * np.pi * radius, 1.0),
                    "drive": lw.Torque("wheel.angle"),
                    "against": lw.Torque("wheel.angle", input="load"),
                },
                exports={"x": "way.slide"},
            )
        )
    )


def block(mass=MASS):
    machine = lw.Mechanism(
        "block", {"block": lw.Body(mass, 0.0)}, {"way": lw.Prismatic("ground", "block")}, exports={"x": "way.slide"}
    )
    return lw.compile(lw.formalisms.kane(machine))


@pytest.fixture(scope="module")
def table():
    return lw.compile(lw.formalisms.boltzmann_hamel(three_prs(forces=False)))


def drives_alone(**options):
    machine = mast_3prs(drives_alone=True, load_torques=True, **options)
    return lw.compile(lw.formalisms.boltzmann_hamel(machine))


@pytest.fixture(scope="module")
def drives():
    return drives_alone()


def test_a_mass_on_a_wheel_is_felt_as_the_geometric_series():
    """a_k = (tau R - m R^2 a_(k-1)) / J: speeds are sums of these, to rounding; the limit is tau R / (J + m R^2)."""
    period = 1e-3
    loop = lw.ClosedLoop(pulley(), decouple(pulley(), block(), {"x": "against.load"}, period=period))
    assert loop.inputs == ("drive.tau",)
    run = lw.simulate(loop, loop.assemble(), duration=0.04, inputs={"drive.tau": TORQUE}, samples=41)
    ratio = MASS * RADIUS**2 / J
    assert loop.diagram.flat.blocks["load"].block.radius(loop.dynamics) == pytest.approx(ratio, rel=1e-12)
    free = TORQUE * RADIUS / J
    accelerations = free * (1 - (-ratio) ** np.arange(2, 42)) / (1 + ratio)  # the first one is read before any load
    np.testing.assert_allclose(np.diff(run["x'"]), accelerations * period, rtol=1e-9)
    assert run.signal("load.against.load").values[-1] == pytest.approx(-MASS * RADIUS * accelerations[-2], rel=1e-9)
    assert accelerations[-1] == pytest.approx(TORQUE * RADIUS / (J + MASS * RADIUS**2), rel=1e-6)


def scaled(x, t, u, p, T):
    return [p[0] * u[0]], []


def by_hand(drives, law, loads, period):
    """The same from blocks of the library, without the check: forces ahead, each times a number, {input: number}."""
    blocks = {"law": law.every(period)}
    wires = {f"law.{label.name}": label.name for label in law.inputs}
    for k, ((name, ratio), signal) in enumerate(zip(loads.items(), law.outputs, strict=True)):
        scale = control.Step(scaled, inputs=("force",), outputs=("load",), parameters={"ratio": ratio})
        blocks[f"scale{k}"] = scale.every(period)
        wires |= {f"scale{k}.force": f"law.{signal.name}", name: f"scale{k}.load"}
    return lw.ClosedLoop(drives, control.Diagram(blocks, wires))


@pytest.mark.parametrize("mass", [0.9 * J / RADIUS**2, 1.1 * J / RADIUS**2])
def test_the_loop_is_refused_where_it_grows_and_only_there(mass):
    """Without the check loads change by 0.9 or by 1.1 of the change before, whatever the period."""
    drives = pulley()
    heavy = lw.compile(
        lw.formalisms.kane(
            lw.Mechanism(
                "block",
                {"block": lw.Body(mass, 0.0)},
                {"way": lw.Prismatic("ground", "block"), "push": lw.Force("way.slide")},
                exports={"x": "way.slide"},
            )
        )
    )
    for period in (1e-3, 1e-5):
        loop = by_hand(drives, InverseDynamics(heavy, ("x",)), {"against.load": -RADIUS}, period)
        run = lw.simulate(loop, loop.assemble(), duration=50 * period, inputs={"drive.tau": TORQUE}, samples=3)
        changes = np.diff(run.signal("scale0.load").values)
        np.testing.assert_allclose(changes[1:] / changes[:-1], -mass * RADIUS**2 / J, rtol=1e-6)
    diagram = decouple(drives, heavy, {"x": "against.load"}, period=1e-3)
    if mass * RADIUS**2 < J:
        lw.ClosedLoop(drives, diagram)
    else:
        with pytest.raises(ValueError, match=r"ClosedLoop of winch: load: .* radius .* is 1\.1, expected less than 1"):
            lw.ClosedLoop(drives, diagram)


def test_the_table_on_lighter_drives_would_grow_by_the_radius(drives):
    """J2 three times lighter, without the check: 1.7105 from sample to sample, and the run diverges."""
    law = InverseDynamics(lw.compile(lw.formalisms.boltzmann_hamel(three_prs())), ("rho1", "rho2", "rho3"))
    loads = dict.fromkeys(LOADS.values(), -mast_table.IDENTIFIED.n)
    light = drives.with_parameters(J2=drives.parameters["J2"] / 3)
    loop = by_hand(light, law, loads, 1e-6)
    run = lw.simulate(loop, loop.assemble(), duration=1e-3, inputs=VOLTS, samples=3)
    changes = np.diff([run.signal(f"scale{k}.load").values for k in range(3)], axis=1)[0]
    np.testing.assert_allclose(changes[15:25] / changes[14:24], -1.7105, rtol=2e-3)
    assert run.outcome.kind != "finished"


def test_the_radius_of_the_table_is_that_of_its_inertia_over_the_drives(drives, table):
    load = MechanismLoad.of(drives, table, LOADS)
    plant = mast_table.IDENTIFIED
    known = max(abs(np.linalg.eigvals(plant.n**2 * np.array(HOME_INERTIA) / plant.J2)))
    assert load.radius(drives) == pytest.approx(known, rel=1e-9)
    assert load.radius(drives) == pytest.approx(0.57017, abs=1e-4)
    light = drives.with_parameters(J2=plant.J2 / 3)
    assert load.radius(light) == pytest.approx(3 * known, rel=1e-9)
    sticking = drives_alone(friction="sticks")
    assert MechanismLoad.of(sticking, table, LOADS).radius(sticking) == pytest.approx(known, rel=1e-9)


def test_lighter_drives_of_the_table_are_refused_with_the_number(drives):
    diagram = mast_control(drives, decoupled=True)
    light = drives.parameters["J2"] / 3
    with pytest.raises(ValueError, match=r"spectral radius of its inertia over theirs is 1\.7105, expected less"):
        lw.ClosedLoop(drives.with_parameters(J2=light), diagram)
    loop = lw.ClosedLoop(drives, diagram)
    with pytest.raises(ValueError, match=r"load: the mechanism is too heavy for its drives"):
        loop.with_parameters(J2=light)


def test_at_a_pose_the_inertia_there_counts(drives, table):
    plant, pose = mast_table.IDENTIFIED, (0.28, 0.25, -0.2)
    M, _, _, B = table_oracle.reduced(table_oracle.Table(), np.array(pose), np.zeros(3))
    inverse = np.linalg.inv(B)
    known = max(abs(np.linalg.eigvals(plant.n**2 * inverse.T @ M @ inverse / plant.J2)))
    near = drives.assemble(dict(zip(("z", "psi", "theta"), pose, strict=True)))
    assert MechanismLoad.of(drives, table, LOADS, near=near).radius(drives) == pytest.approx(known, rel=1e-9)
    assert abs(known - 0.57017) > 0.01


def by_exponentials(plant, period, count):
    """States (motor, pulley, their speeds, current) of three drives after each sample, and the loads; no package code.

    Between samples the drives are linear, so a matrix exponential moves them; loads are the forces of the table.
    """
    n, K, C = plant.n, plant.K1, plant.C1
    A = np.array(
        [
            [0, 0, 1, 0, 0],
            [0, 0, 0, 1, 0],
            [-K / plant.J1, K / plant.J1, -C / plant.J1, C / plant.J1, plant.kT / plant.J1],
            [K / plant.J2, -K / plant.J2, C / plant.J2, -C / plant.J2, 0],
            [0, 0, -plant.kE / plant.inductance, 0, -plant.R / plant.inductance],
        ]
    )
    volts, table = np.array(list(VOLTS.values())), table_oracle.Table()
    Z = np.zeros((7, 7))
    Z[:5, :5], Z[4, 5], Z[3, 6] = A, 1 / plant.inductance, 1 / plant.J2
    step = expm(Z * period)[:5]
    Y, loads, x = np.zeros((5, 3)), np.zeros(3), np.array([mast_table.home(plant), 0.0, 0.0])
    states, taken = [], []
    for _ in range(count):
        rho, drho, ddrho = n * Y[1], n * Y[3], n * (A[3] @ Y + loads / plant.J2)
        for _ in range(4):  # Newton steps to the pose
            B = table_oracle.jacobian(lambda at: table_oracle.readings(table, at)[0], x)
            x = x - np.linalg.solve(B, table_oracle.inverse_kinematics(table, x)[0] - rho)
        dx = np.linalg.solve(B, drho)
        drift = np.array([one.c for one in table_oracle.readings(table, table_oracle.along(x, dx))[0]])
        loads = -n * table_oracle.forces(table, x, dx, np.linalg.solve(B, ddrho - drift))
        Y = step @ np.vstack([Y, volts, loads])
        states.append(Y)
        taken.append(loads)
    return np.array(states), np.array(taken)


def test_the_decoupled_table_moves_as_matrix_exponentials_and_forces_of_the_table_say(table):
    drives = drives_alone(friction="none")
    loop = lw.ClosedLoop(drives, decouple(drives, table, LOADS, period=1e-4))
    assert loop.inputs == tuple(VOLTS)
    run = lw.simulate(loop, loop.assemble(), duration=0.01, inputs=VOLTS, samples=101, rtol=1e-11)
    states, loads = by_exponentials(mast_table.IDENTIFIED, 1e-4, 100)
    for k in "123":
        axis = int(k) - 1
        found = [run[f"drive{k}.{name}"][1:] for name in ("angle", "pulley", "omega")]
        known = states[:, [0, 1, 2], axis].T
        np.testing.assert_allclose(found, known, rtol=1e-7, atol=1e-7 * abs(known).max())
        signal = run.signal(f"load.drive{k}.load")
        np.testing.assert_allclose(signal.values, loads[:, axis], rtol=1e-6, atol=1e-7 * abs(loads).max())
        assert signal.unit == "N m"


def controlled(dynamics, diagram, duration):
    loop = lw.ClosedLoop(dynamics, diagram)
    home = loop.assemble()
    goal = {"pose.z": home["z"] + lw.laws.Sine(0.01, 10.0), "pose.psi": lw.laws.Sine(0.05, 7.0), "pose.theta": 0.0}
    integrator = lw.integrators.RungeKutta4(step=12.5e-6)
    return lw.simulate(loop, home, duration=duration, inputs=goal, integrator=integrator, samples=21)


@pytest.mark.long
def test_the_decoupled_table_becomes_the_whole_one_with_the_first_power_of_the_period():
    """Shafts are damped (C1), so that ringing of 1 kHz, which a late load damps too, has died out."""
    whole = lw.compile(lw.formalisms.boltzmann_hamel(mast_3prs(C1=0.05)))
    drives = drives_alone(C1=0.05)
    known = controlled(whole, mast_control(whole), 0.01)
    errors = []
    for period in (1e-4, 5e-5, 2.5e-5):
        run = controlled(drives, mast_control(drives, {"load.period": period}, decoupled=True), 0.01)
        errors.append([np.max(np.abs(run[name] - known[name])) for name in ("z", "psi", "drive1.i")])
    orders = np.log2(np.array(errors)[:-1] / np.array(errors)[1:])
    assert np.all((orders > 0.8) & (orders < 1.5)), orders
    assert errors[-1][0] < 1e-3 * np.ptp(known["z"])


def test_other_values_of_what_drives_and_mechanism_share_are_refused(drives):
    drives = drives.with_parameters(m_p=1.5)
    loop = lw.ClosedLoop(drives, mast_control(drives, decoupled=True))
    load = loop.diagram.flat.blocks["load"].block
    assert load.mechanism.parameters["m_p"] == 1.5
    assert load.radius(drives) < 0.5
    with pytest.raises(ValueError, match=r"m_p = 2\.06 of the drives, 1\.5 of the mechanism that loads them; close"):
        loop.with_parameters(m_p=2.06)
    with pytest.raises(ValueError, match="the transmission of the drives is not the one that the load was made for"):
        loop.with_parameters(p=0.08)
    assert loop.with_parameters(tau_f=0.0).parameters["tau_f"] == 0.0


def test_a_load_goes_to_other_processes_as_it_is():
    loop = lw.ClosedLoop(pulley(), decouple(pulley(), block(), {"x": "against.load"}, period=1e-3))
    copy = pickle.loads(pickle.dumps(loop))  # noqa: S301  our own bytes
    runs = [
        lw.simulate(each, each.assemble(), duration=0.01, inputs={"drive.tau": TORQUE}, samples=3)
        for each in (loop, copy)
    ]
    assert runs[0]["x"].tolist() == runs[1]["x"].tolist()


def test_what_does_not_fit_together_is_refused_all_at_once(drives, table):
    with pytest.raises(ValueError, match="2 faults") as caught:
        MechanismLoad.of(drives, table, {"rho1": "drive1.laod", "rho2": "drive2.load", "rh3": "drive3.load"})
    assert "the drives have no input 'drive1.laod'; did you mean drive1.load" in str(caught.value)
    assert "no quantity 'rh3'" in str(caught.value)
    with pytest.raises(ValueError, match="do not act along rho1, rho2, rho3 alone"):
        MechanismLoad.of(drives, table, {"rho1": "drive1.v", "rho2": "drive2.v", "rho3": "drive3.v"})
    with pytest.raises(ValueError, match="an input is named twice"):
        MechanismLoad.of(drives, table, dict.fromkeys(LOADS, "drive1.load"))
    with pytest.raises(ValueError, match="2 faults"):
        MechanismLoad.of(mast_3prs(), table, {})
    with pytest.raises(ValueError, match="shared: the drives have no parameter 'm_x'"):
        MechanismLoad.of(drives, table, LOADS, shared=("m_x",))
    with pytest.raises(ValueError, match="do not determine the configuration"):
        MechanismLoad.of(drives, table, {"rho1": "drive1.load", "rho2": "drive2.load"})
    whole = lw.compile(lw.formalisms.boltzmann_hamel(mast_3prs(load_torques=True)))
    for machine in (whole, lw.compile(lw.formalisms.boltzmann_hamel(mast_3prs(drives_alone=True)))):
        with pytest.raises(ValueError, match=r"expected mast_3prs\(drives_alone=True, load_torques=True\)"):
            mast_control(machine, decoupled=True)

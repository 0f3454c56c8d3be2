"""Laws that know the machine: kinematics in the loop, computed torque, forces ahead, PD; starts that hold a pose."""

import pickle

import numpy as np
import pytest
from tests.closed_loop.machines import drive, slide
from tests.control.stepping import stepped, traced

import linkwright as lw
from linkwright import control
from linkwright.closed_loop import ComputedTorque, InverseDynamics, JointPD, Kinematics, feedback
from linkwright.closed_loop.elimination import independent_rows, solve_symbolic
from oracles import mast_table, three_prs

RHO, POSE = ("rho1", "rho2", "rho3"), ("z", "psi", "theta")
RANDOM = np.random.default_rng(8)


@pytest.fixture(scope="module")
def bare():
    return lw.compile(lw.formalisms.kane(lw.mechanisms.three_prs()))


def random_state(dynamics, *, moving=True):
    home = dynamics.assemble()
    positions = {name: home[name] + 0.03 * RANDOM.normal() for name in RHO}
    speeds = {name: RANDOM.normal() for name in RHO} if moving else None
    return dynamics.assemble(positions, speeds)


def test_elimination_in_symbols_solves_equations():
    import casadi as ca

    n = 7
    numbers = RANDOM.normal(size=(n, n)) * (RANDOM.uniform(size=(n, n)) < 0.5) + np.diag(RANDOM.normal(size=n))
    symbols = ca.SX.sym("a", ca.DM(numbers).sparsity())
    right = RANDOM.normal(size=(n, 2))
    function = ca.Function("x", [symbols], [solve_symbolic(symbols, numbers, ca.SX(ca.DM(right)))])
    for values in (numbers, numbers * RANDOM.uniform(0.9, 1.1, size=(n, n))):
        assert np.asarray(function(ca.DM(values))) == pytest.approx(np.linalg.solve(values, right), rel=1e-9)


def test_dependent_rows_are_left_out():
    rows = np.array([[1.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.0]])
    assert len(independent_rows(rows)) == 2


@pytest.mark.parametrize("formalism", [lw.formalisms.kane, lw.formalisms.modular, lw.formalisms.newton_euler])
def test_inverse_and_direct_kinematics_close_the_joints(formalism):
    dynamics = lw.compile(formalism(lw.mechanisms.three_prs()))
    inverse, direct = Kinematics(dynamics, POSE, RHO), Kinematics(dynamics, RHO, POSE)
    for _ in range(3):
        state = random_state(dynamics, moving=False)
        joints = stepped(inverse, [[state[name] for name in POSE]], 1e-3)[0]
        assert joints == pytest.approx([state[name] for name in RHO], abs=1e-12)
        assert stepped(direct, [joints], 1e-3)[0] == pytest.approx([state[name] for name in POSE], abs=1e-11)


@pytest.mark.parametrize(
    "formalism",
    [
        lw.formalisms.boltzmann_hamel,
        pytest.param(lw.formalisms.modular, marks=pytest.mark.long),
        pytest.param(lw.formalisms.newton_euler, marks=pytest.mark.long),
    ],
)
def test_kinematics_leaves_motors_behind_elastic_shafts_as_they_are(formalism):
    """A pose determines the pulleys of the table, in closed form; of six degrees of freedom three are the motors'."""
    dynamics = lw.compile(formalism(lw.mechanisms.mast_3prs()))
    pulleys = tuple(f"drive{k}.pulley" for k in (1, 2, 3))
    inverse = Kinematics(dynamics, POSE, pulleys)
    plant = mast_table.IDENTIFIED
    for pose in ((0.27, 0.05, -0.04), (0.24, -0.08, 0.03)):
        found = stepped(inverse, [pose], 1e-3)[0]
        assert found == pytest.approx(np.array(mast_table.guides(plant, pose)) / plant.n, rel=1e-11)
    with pytest.raises(ValueError, match=r"psi, theta do not determine drive1.angle: 4 degrees .* they fix 3"):
        Kinematics(dynamics, POSE, ("drive1.angle",))
    with pytest.raises(ValueError, match=r"do not determine drive2\.pulley: 3 degrees of freedom, of which they fix 2"):
        Kinematics(dynamics, ("psi", "theta"), ("psi", "drive2.pulley"))


@pytest.mark.parametrize("formalism", [lw.formalisms.lagrange, lw.formalisms.newton_euler])
def test_what_is_free_beside_the_quantities_is_held(formalism):
    """The elbow of a double pendulum turns about the pin at 0.5 m, however the second bar hangs."""
    dynamics = lw.compile(formalism(lw.mechanisms.double_pendulum()))
    block = Kinematics(dynamics, ("theta1",), ("second.x", "second.y"))
    angles = np.array([0.5, 0.9, -0.2])
    expected = 0.5 * np.column_stack([np.sin(angles), -np.cos(angles)])
    assert np.array([stepped(block, [[angle]], 1e-3)[0] for angle in angles]) == pytest.approx(expected, abs=1e-12)
    with pytest.raises(ValueError, match="theta1 do not determine theta2: 2 degrees of freedom, of which they fix 1"):
        Kinematics(dynamics, ("theta1",), ("second.x", "theta2"))
    # Where the bars hang straight down the elbow rises by the square of theta1 only: no answer from one configuration.
    with pytest.raises(ValueError, match=r"theta2 do not determine second\.y"):
        Kinematics(dynamics, ("theta2",), ("second.y",))


@pytest.mark.parametrize(
    ("formalism", "machine"),
    [
        (lw.formalisms.kane, lw.mechanisms.three_prs),
        (lw.formalisms.newton_euler, lw.mechanisms.three_prs),
        (lw.formalisms.boltzmann_hamel, lw.mechanisms.mast_3prs),
    ],
)
def test_rates_and_accelerations_go_through_kinematics(formalism, machine):
    """rho' = B x', rho'' = B x'' + B' x' by jets of the closed form; and back; also where motors are free."""
    dynamics = lw.compile(formalism(machine()))
    inverse, direct = Kinematics(dynamics, POSE, RHO, order=2), Kinematics(dynamics, RHO, POSE, order=2)
    home = np.array([dynamics.assemble()["z"], 0.0, 0.0])
    for _ in range(3):
        motion = [home + 0.03 * RANDOM.normal(size=3), RANDOM.normal(size=3), 5.0 * RANDOM.normal(size=3)]
        rho = three_prs.readings(three_prs.Table(), three_prs.along(*motion))[0]
        expected = [*[one.a for one in rho], *[one.b for one in rho], *[one.c for one in rho]]
        found = stepped(inverse, [np.concatenate(motion)], 1e-3)[0]
        assert found == pytest.approx(expected, abs=1e-11)
        assert stepped(direct, [found], 1e-3)[0] == pytest.approx(np.concatenate(motion), abs=1e-9)
    first = Kinematics(dynamics, POSE, RHO, order=1)
    assert stepped(first, [np.concatenate(motion[:2])], 1e-3)[0] == pytest.approx(expected[:6], abs=1e-11)
    assert [(label.name, label.unit) for label in first.inputs[2:4]] == [("theta", "rad"), ("z'", "m/s")]
    assert [(label.name, label.unit) for label in inverse.outputs[5:7]] == [("rho3'", "m/s"), ("rho1''", "m/s^2")]


def test_the_order_of_kinematics_is_checked(bare):
    with pytest.raises(ValueError, match=r"order = 3: expected 0 \(positions\), 1 \(and rates\)"):
        Kinematics(bare, POSE, RHO, order=3)


def test_kinematics_runs_in_the_loop(bare):
    """Along a motion of the platform the block gives the joints that assembling gives, at every instant."""
    home = bare.assemble()
    loop = lw.ClosedLoop(bare, control.Diagram({"pose": Kinematics(bare, POSE, RHO).every(5e-3)}))
    laws = {"z": home["z"] + lw.laws.Sine(0.01, 10.0), "psi": lw.laws.Sine(0.05, 3.0), "theta": 0.02}
    forces = dict.fromkeys(bare.inputs, 7.0)
    trajectory = lw.simulate(
        loop, home, duration=0.1, inputs={**{f"pose.{name}": law for name, law in laws.items()}, **forces}, samples=3
    )
    times = trajectory.signal("pose.rho1").time
    assert len(times) == 20
    for k, t in enumerate(times):
        state = bare.assemble({name: float(lw.laws.as_law(law)(t)) for name, law in laws.items()})
        for name in RHO:
            assert trajectory.signal(f"pose.{name}").values[k] == pytest.approx(state[name], abs=1e-11)


def test_a_pose_out_of_reach_ends_the_run_in_words(bare):
    home = bare.assemble()
    loop = lw.ClosedLoop(bare, control.Diagram({"pose": Kinematics(bare, POSE, RHO).every(5e-3)}))
    inputs = {"pose.z": home["z"], "pose.psi": 200.0 * lw.t, "pose.theta": 0.0, **dict.fromkeys(bare.inputs, 7.0)}
    trajectory = lw.simulate(loop, home, duration=0.1, inputs=inputs, samples=3)
    assert trajectory.outcome.kind == "failed"
    assert "pose.rho1 = nan, pose.rho2 = nan, pose.rho3 = nan is not a finite number, from z = " in (
        trajectory.outcome.reason
    )
    assert "psi = " in trajectory.outcome.reason
    assert "keep the pose within reach" in trajectory.outcome.remedy


def test_angles_of_frames_are_counted_beyond_half_a_turn():
    """A crank that turns: its angle read from frames jumps, that of the block does not."""
    dynamics = lw.compile(lw.formalisms.newton_euler(lw.mechanisms.slider_crank()))
    block = Kinematics(dynamics, ("phi",), ("x",))
    angles = np.linspace(0.6, 14.0, 200)[:, None]
    positions = traced(block, angles, 1e-3)[:, 0]
    back = Kinematics(dynamics, ("phi",), ("phi",))
    assert traced(back, angles, 1e-3)[:, 0] == pytest.approx(angles[:, 0], abs=1e-9)
    expected = [dynamics.assemble({"phi": float(angle)})["x"] for angle in angles[:5, 0]]
    assert positions[:5] == pytest.approx(expected, abs=1e-11)


@pytest.mark.parametrize(
    ("given", "found", "words"),
    [
        (("z", "psi"), RHO, "z, psi do not determine rho1, rho2, rho3: 3 degrees of freedom, of which they fix 2"),
        (("z", "psi", "theta", "rho1"), RHO, "are 4 for 3 degrees of freedom"),
        (("z", "psi", "tehta"), RHO, "no quantity 'tehta'; did you mean theta"),
        (POSE, ("rho1", "rho9"), "no quantity 'rho9'; did you mean rho"),
        (("z", "psi", "B1.wx"), RHO, "B1.wx has no position"),
        (("z", "z", "psi"), RHO, "a quantity is named twice"),
        ("z", RHO, "given = 'z': expected names in a tuple"),
    ],
)
def test_wrong_quantities_are_refused(bare, given, found, words):
    with pytest.raises(ValueError, match=words):
        Kinematics(bare, given, found)


@pytest.mark.parametrize("coordinates", [RHO, POSE])
def test_computed_torque_is_inverse_dynamics_at_the_measured_state(bare, coordinates):
    law = ComputedTorque(bare, coordinates, kp=900.0, kd=60.0)
    for _ in range(3):
        state = random_state(bare)
        r, dr, ddr = RANDOM.normal(size=(3, 3)) * 0.01
        c, dc = (np.array([state[f"{name}{prime}"] for name in coordinates]) for prime in ("", "'"))
        wanted = ddr + 60.0 * (dr - dc) + 900.0 * (r - c)
        expected = bare.inverse(state, dict(zip(coordinates, wanted, strict=True)))
        found = stepped(law, [np.concatenate([r, dr, ddr, c, dc])], 1e-3)[0]
        assert found == pytest.approx([expected[name] for name in bare.inputs], rel=1e-10)
    ahead = InverseDynamics(bare, coordinates)
    found = stepped(ahead, [np.concatenate([c, dc, ddr])], 1e-3)[0]
    expected = bare.inverse(state, dict(zip(coordinates, ddr, strict=True)))
    assert found == pytest.approx([expected[name] for name in bare.inputs], rel=1e-10)


def test_errors_under_computed_torque_die_out_as_designed(bare):
    """e'' + kd e' + kp e = 0 with kp = 900, kd = 60: e = e_0 (1 + 30 t) exp(-30 t), but for sampling at 0.2 ms."""
    law = ComputedTorque(bare, RHO, kp=900.0, kd=60.0).every(2e-4)
    loop = lw.ClosedLoop(bare, feedback(bare, law))
    home = bare.assemble()
    start = bare.assemble({"rho1": home["rho1"] + 0.01, "rho2": home["rho2"], "rho3": home["rho3"]})
    goal = lw.Motion({name: home[name] for name in RHO}, duration=1.0)
    trajectory = lw.simulate(loop, start, duration=0.2, inputs=loop.references(goal), samples=21)
    t = trajectory.time
    expected = 0.01 * (1 + 30 * t) * np.exp(-30 * t)
    assert trajectory["rho1"] - home["rho1"] == pytest.approx(expected, abs=1e-4)
    assert trajectory["rho2"] - home["rho2"] == pytest.approx(np.zeros(21), abs=1e-6)


def test_a_motion_is_followed_from_its_start(bare):
    """Forces ahead and computed torque on a motion that begins at rest: errors are those of sampling alone."""
    home = bare.assemble()
    cycloid = lw.laws.Cycloid(home["z"], home["z"] + 0.02, 0.3)
    motion = lw.Motion({"z": cycloid, "psi": 0.0, "theta": 0.0})
    law = ComputedTorque(bare, RHO, kp=900.0, kd=60.0).every(1e-3)
    loop = lw.ClosedLoop(bare, feedback(bare, law))
    trajectory = lw.simulate(loop, home, duration=0.3, inputs=loop.references(motion), samples=31)
    assert trajectory["z"] == pytest.approx(cycloid(trajectory.time), abs=2e-5)
    assert trajectory["psi"] == pytest.approx(np.zeros(31), abs=1e-6)
    # references are those of the joints, exact at the instants
    table = trajectory["law.rho1"]
    for k in (0, 10, 20):
        state = bare.assemble({"z": float(cycloid(trajectory.time[k])), "psi": 0.0, "theta": 0.0})
        assert table[k] == pytest.approx(state["rho1"], abs=1e-11)


def test_joint_pd_is_springs_and_dampers_at_the_joints(bare):
    law = JointPD(bare, RHO, kp=4e4, kd=400.0)
    r, dr, c, dc = RANDOM.normal(size=(4, 3))
    found = stepped(law, [np.concatenate([r, dr, c, dc])], 1e-3)[0]
    assert found == pytest.approx(4e4 * (r - c) + 400.0 * (dr - dc))
    assert [gain.unit for gain in law.parameters] == ["N/m", "N s/m"]
    with pytest.raises(ValueError, match="the input F1 does not act along one of z, psi, theta alone"):
        JointPD(bare, POSE, kp=1.0, kd=1.0)


def test_rates_and_accelerations_of_references_are_those_of_the_motion(bare):
    """Against differences of assembled positions."""
    loop = lw.ClosedLoop(bare, feedback(bare, ComputedTorque(bare, RHO, kp=900.0, kd=60.0).every(1e-3)))
    home = bare.assemble()
    motion = {"z": home["z"] + lw.laws.Sine(0.01, 5.0), "psi": lw.laws.Sine(0.05, 3.0), "theta": lw.laws.Constant(0.0)}
    found = loop.references(motion)
    t, h = 0.037, 1e-4
    places = [bare.assemble({name: float(law(t + k * h)) for name, law in motion.items()})["rho2"] for k in (-1, 0, 1)]
    assert float(found["law.rho2"].table([t])(t)) == pytest.approx(places[1], abs=1e-12)
    assert float(found["law.rho2'"].table([t])(t)) == pytest.approx((places[2] - places[0]) / (2 * h), rel=1e-5)
    curvature = (places[2] - 2 * places[1] + places[0]) / h**2
    assert float(found["law.rho2''"].table([t])(t)) == pytest.approx(curvature, rel=1e-4)


def test_references_follow_a_motion_of_the_pose_where_motors_are_free(bare):
    """Heights of the guides by the closed form; motors behind elastic shafts do not follow, and that is said."""
    dynamics = lw.compile(lw.formalisms.boltzmann_hamel(lw.mechanisms.mast_3prs(load_torques=True)))
    home = dynamics.assemble()
    motion = {"z": home["z"] + lw.laws.Sine(0.01, 5.0), "psi": lw.laws.Sine(0.05, 3.0), "theta": lw.laws.Constant(0.1)}
    law = ComputedTorque(bare, RHO, kp=900.0, kd=60.0).every(1e-3)
    wires = {f"law.measured.{name}{prime}": f"{name}{prime}" for name in RHO for prime in ("", "'")}
    loop = lw.ClosedLoop(dynamics, control.Diagram({"law": law}, wires))
    found = loop.references(motion)
    times = [0.02, 0.037, 0.041]
    rows = [[float(law(t, k)) for law in motion.values()] for t in times for k in (0, 1, 2)]
    for k, t in enumerate(times):
        rho = three_prs.readings(three_prs.Table(), three_prs.along(*rows[3 * k : 3 * k + 3]))[0]
        for order, part in (("", "a"), ("'", "b"), ("''", "c")):
            value = float(found[f"law.rho2{order}"].table(times)(t))
            assert value == pytest.approx(getattr(rho[1], part), abs=1e-10)
    back = {name: lw.laws.Sine(0.01, 5.0) for name in RHO}
    diagram = control.Diagram({"pose": Kinematics(dynamics, POSE, RHO).every(1e-3)})
    pose = lw.ClosedLoop(dynamics, diagram).references(back)["pose.z"].table(times)
    assert [float(pose(t)) for t in times] == pytest.approx([home["z"] + float(back["rho1"](t)) for t in times])
    axis = control.Diagram({"motor": control.P(1.0).every(1e-3)}, {"motor.measurement": "drive1.angle"})
    with pytest.raises(ValueError, match=r"z, psi, theta do not determine drive1\.angle"):
        lw.ClosedLoop(dynamics, axis).references(motion)["motor.reference"].table(times)
    far = {**motion, "psi": lw.laws.Sine(1.5, 3.0)}
    with pytest.raises(lw.dynamics.Refused, match=r"at t = 0\.0\d+ s, z = .*: the motion leaves the workspace"):
        loop.references(far)["law.rho2"].table(np.linspace(0.0, 0.1, 101).tolist())


def test_wrong_laws_and_references_are_refused(bare):
    driven = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr()))
    with pytest.raises(ValueError, match="give a model without drives and filters"):
        ComputedTorque(driven, ("platform.x", "platform.y", "platform.theta"), kp=1.0, kd=1.0)
    with pytest.raises(ValueError, match=r"kp is 'x', expected one finite number"):
        ComputedTorque(bare, RHO, kp="x", kd=1.0)
    with pytest.raises(TypeError, match=r"feedback: got .* expected a law on a clock"):
        feedback(bare, control.P(1.0).every(1e-3))
    loop = lw.ClosedLoop(bare, feedback(bare, ComputedTorque(bare, RHO, kp=900.0, kd=60.0).every(1e-3)))
    with pytest.raises(ValueError, match=r"the motion names 'zz', which is no quantity with a position"):
        loop.references({"zz": lw.laws.Constant(0.0)})
    far = lw.Motion({"z": bare.assemble()["z"], "psi": 1.5, "theta": 1.2}, duration=1.0)
    with pytest.raises(lw.dynamics.Refused, match="the motion leaves the workspace"):
        lw.simulate(loop, bare.assemble(), duration=0.1, inputs=loop.references(far))


def test_laws_pickle(bare):
    law = ComputedTorque(bare, RHO, kp=900.0, kd=60.0)
    copy = pickle.loads(pickle.dumps(law))  # noqa: S301  our own bytes
    row = [RANDOM.normal(size=15) * 1e-3]
    assert stepped(copy, row, 1e-3) == pytest.approx(stepped(law, row, 1e-3))


# -- starts that hold a pose -------------------------------------------------------------------------------------------


def test_a_steady_state_holds_a_load():
    """A cascade with a delay and a filter against a constant force: the integral is the load, nothing moves."""
    dynamics = slide(load=lw.Force("way.slide", value=-3.5))
    diagram = control.Diagram(
        {
            "position": control.P(4.0).every(5e-3),
            "speed": control.PI(20.0, 90.0).every(1e-3, delay=2.3e-3),
            "filter": control.LowPass(2e-3).every(1e-3),
        },
        {
            "position.measurement": "way.slide",
            "speed.reference": "position.command",
            "speed.measurement": "way.slide'",
            "filter.input": "speed.command",
            "push.force": "filter.output",
        },
    )
    loop = lw.ClosedLoop(dynamics, diagram)
    start = loop.steady_state(loop.assemble({"way.slide": 0.3}))
    assert start.inputs == {"position.reference": pytest.approx(0.3), "second.force": 0.0}
    assert start.commands == {"push.force": pytest.approx(3.5)}
    trajectory = lw.simulate(loop, start, duration=0.5, inputs=start.inputs, samples=6)
    assert trajectory["way.slide"] == pytest.approx([0.3] * 6, abs=1e-12)
    assert trajectory.signal("speed.command").values == pytest.approx([3.5] * 500, abs=1e-10)
    shared = loop.steady_state(loop.assemble({"way.slide": 0.3}), {"second.force": 1.5})
    assert shared.commands == {"push.force": pytest.approx(2.0)}


def test_a_steady_state_finds_currents():
    """A motor that holds a torque through its winding: i = tau / Kt, v = R i."""
    machine = lw.Mechanism(
        "hoist",
        {"motor": lw.DCMotor(J=2e-5, L=0.082e-3, R=0.299, Kt=0.0302, Ke=0.0302, b=1e-6)},
        {"brake": lw.Torque("motor.omega", value=-0.02)},
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    diagram = control.Diagram(
        {"speed": control.PI(0.07, 2.9).every(1e-3), "current": control.PI(1.1, 2e3).every(1e-4)},
        {
            "speed.measurement": "motor.omega",
            "current.reference": "speed.command",
            "current.measurement": "motor.i",
            "motor.v": "current.command",
        },
    )
    loop = lw.ClosedLoop(dynamics, diagram)
    start = loop.steady_state(loop.assemble({}, {"motor.omega": 0.0, "motor.i": 0.0}))
    assert start.inputs["speed.reference"] == pytest.approx(start["motor.omega"])
    drag = 1e-6 * start["motor.omega"]
    assert start["motor.i"] == pytest.approx((0.02 + drag) / 0.0302)
    assert start.commands["motor.v"] == pytest.approx(0.299 * start["motor.i"] + 0.0302 * start["motor.omega"])
    trajectory = lw.simulate(loop, start, duration=0.02, inputs=start.inputs, samples=3)
    assert trajectory["motor.i"] == pytest.approx([start["motor.i"]] * 3, rel=1e-9)


def test_what_nothing_holds_is_refused():
    dynamics = slide(load=lw.Force("way.slide", value=-3.5))
    diagram = control.Diagram(
        {"weak": control.P(4.0, low=-1.0, high=1.0).every(5e-3)},
        {"weak.measurement": "way.slide", "push.force": "weak.command"},
    )
    loop = lw.ClosedLoop(dynamics, diagram)
    with pytest.raises(ValueError, match="nothing holds this pose"):
        loop.steady_state(loop.assemble())
    with pytest.raises(ValueError, match="the state moves"):
        loop.steady_state(loop.assemble({}, {"way.slide": 1.0}))
    with pytest.raises(ValueError, match="no input 'seconds'"):
        loop.steady_state(loop.assemble(), {"seconds": 1.0})


def test_a_start_with_memory_is_resumed_and_verified(tmp_path):
    dynamics = slide(load=lw.Force("way.slide", value=-3.5))
    diagram = control.Diagram(
        {"position": control.PID(40.0, 60.0, 5.0).every(5e-3)},
        {"position.measurement": "way.slide", "push.force": "position.command"},
    )
    loop = lw.ClosedLoop(dynamics, diagram)
    start = loop.steady_state(loop.assemble({"way.slide": 0.3}))
    options = {"duration": 1.0, "inputs": {**start.inputs, "position.reference": 0.35}, "samples": 21}
    whole = lw.simulate(loop, start, **options)
    assert lw.simulation.verify(whole, loop).agrees

    def stop(share):
        if share > 0.1:
            raise KeyboardInterrupt

    path = tmp_path / "run.parquet"
    lw.simulate(loop, start, stream=path, checkpoint=0.0, progress=stop, **options)
    rest = lw.simulation.resume(path, loop) if path.with_name("run.parquet.part").exists() else whole
    assert np.array_equal(rest["way.slide"], whole["way.slide"])


def test_a_state_is_read_from_a_trajectory():
    dynamics = drive()
    first = lw.simulate(dynamics, dynamics.assemble(), duration=0.02, inputs={"motor.v": 1.0}, samples=21)
    whole = lw.simulate(dynamics, dynamics.assemble(), duration=0.04, inputs={"motor.v": 1.0}, samples=41)
    state = dynamics.state_at(first, 0.02)
    assert state.t == 0.02
    rest = lw.simulate(dynamics, state, duration=0.02, inputs={"motor.v": 1.0}, samples=21)
    assert rest["motor.omega"][-1] == pytest.approx(whole["motor.omega"][-1], rel=1e-7)
    with pytest.raises(ValueError, match=r"0.03 s.*outside|outside.*0.03"):
        dynamics.state_at(first, 0.03)
    with pytest.raises(ValueError, match="is not of this machine"):
        slide().state_at(first, 0.01)

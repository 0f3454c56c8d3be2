"""Inverse dynamics and kinematics with elastic shafts: closed forms of one drive, the table by its parts."""

import pickle
from dataclasses import replace
from math import acos, pi

import numpy as np
import pytest

import linkwright as lw
from linkwright.analysis import Kinematics
from linkwright.dynamics import Refused
from linkwright.equations.plain import from_text, to_text

J_M, B_M, L, R, KT, KE = 2e-5, 3e-5, 4e-4, 0.8, 0.03, 0.031
J_L, B_L, K_L, N, K, C = 5e-4, 2e-3, 0.4, 4.0, 6.0, 1e-2
ELASTIC = ("rigid", "unloaded", "static")
FORMALISMS = ("modular", "newton_euler", "lagrange", "denoc")


def drive(stiffness=K, formalism="modular"):
    """A motor, an elastic shaft with a ratio, and a load on a damper and a spring to the ground."""
    machine = lw.Mechanism(
        "drive",
        {"motor": lw.DCMotor(J=J_M, L=L, R=R, Kt=KT, Ke=KE, b=B_M), "load": lw.Rotor(J=J_L, b=B_L)},
        {
            "shaft": lw.Shaft("motor.angle", "load.angle", N, stiffness=stiffness, damping=stiffness and C),
            "spring": lw.JointSpring("load.angle", stiffness=K_L),
        },
    )
    return lw.compile(getattr(lw.formalisms, formalism)(machine))


def sine(amplitude=0.8):
    return lw.laws.Sine(amplitude, 3.0)


def close(found, expected):
    assert np.max(np.abs(found - expected)) < 1e-10 * np.max(np.abs(expected))


@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("elastic", ELASTIC)
def test_torque_current_and_voltage_of_one_drive(formalism, elastic):
    found = drive(formalism=formalism).inverse(lw.Motion({"load.angle": sine()}, 0.5, 101), elastic=elastic)
    x, w, a, j = sine().derivatives(found.time)
    load = (J_L * a + B_L * w + K_L * x) / N
    load_rate = (J_L * j + B_L * a + K_L * w) / N
    torque = J_M * N * a + B_M * N * w + load
    rate = (J_M * N * j + B_M * N * a + load_rate) / KT
    twist = load / K if elastic == "static" else 0.0 * load
    close(found["motor.i"], torque / KT)
    close(found["motor.v"], L * rate + R * torque / KT + KE * N * w)
    close(found["motor.angle"], N * x + twist)
    assert np.max(np.abs(found["shaft.twist"] - twist)) < 1e-10 * np.max(np.abs(load / K))
    assert found.certificate.verdict == "trusted"
    assert any(f'elastic="{elastic}"' in note for note in found.certificate.notes)
    assert found.provenance["elastic"] == elastic


def test_static_twist_where_the_load_itself_follows_from_it():
    """The motor is prescribed, so the spring at the load gives way: n K d = J a + b w + k (phi - d) / n."""
    found = drive().inverse(lw.Motion({"motor.angle": sine(3.0)}, 0.5, 101), elastic="static")
    x, w, a, _ = sine(3.0).derivatives(found.time)
    twist = (J_L * a / N + B_L * w / N + K_L * x / N) / (N * K + K_L / N)
    close(found["shaft.twist"], twist)
    close(found["load.angle"], (x - twist) / N)
    close(found["motor.i"], (J_M * a + B_M * w + K * twist) / KT)


PITCH, STIFF, BELT, MASS, GRAVITY = 0.04, 9.0, 5.0, 1.5, 9.81


@pytest.fixture(scope="module")
def lift():
    """A motor, an elastic shaft, a wheel and an elastic belt that lifts a carriage."""
    machine = lw.Mechanism(
        "lift",
        {"motor": lw.Rotor(J=J_M), "wheel": lw.Rotor(J=J_L), "table": lw.Body(MASS, 0.1)},
        {
            "way": lw.Prismatic("ground", "table", axis="y"),
            "shaft": lw.Shaft("motor.angle", "wheel.angle", N, stiffness=STIFF),
            "belt": lw.Belt("wheel.angle", "way.slide", PITCH, stiffness=BELT),
            "drive": lw.Torque("motor.angle"),
        },
        gravity=(0.0, -GRAVITY),
    )
    return lw.compile(lw.formalisms.kane(machine))


def test_a_chain_of_belt_and_shaft_with_a_payload_and_a_wrench(lift):
    """K d of each is the torque that passes it."""
    carried, push = 0.7, 3.0
    found = lift.inverse(
        lw.Motion({"way.slide": sine(0.1)}, 0.5, 51),
        elastic="static",
        payload=lw.Payload(carried, at="table"),
        wrenches={"table": (0.0, -push, 0.0)},
    )
    x, _, a, _ = sine(0.1).derivatives(found.time)
    factor = 2 * pi / PITCH
    at_wheel = ((MASS + carried) * (a + GRAVITY) + push) / factor
    at_motor = (J_L * factor * a + at_wheel) / N
    close(found["belt.twist"], at_wheel / BELT)
    close(found["shaft.twist"], at_motor / STIFF)
    close(found["motor.angle"], N * (factor * x + at_wheel / BELT) + at_motor / STIFF)
    close(found["drive.tau"], J_M * N * factor * a + at_motor)


def test_under_a_constant_load_static_twists_are_those_of_the_elastic_machine(lift):
    """Constant acceleration: the twists do not change, so the elastic machine itself moves as prescribed."""
    acceleration = 1.3
    motion = lw.Motion({"way.slide": acceleration * lw.t**2 / 2}, 0.5, 11)
    found = lift.inverse(motion, elastic="static")
    for k, t in enumerate(found.time):
        rates = lift.forward(lift.state_at(found, t), {"drive.tau": found["drive.tau"][k]})
        assert rates["way.slide"] == pytest.approx(acceleration, rel=1e-10)
        assert abs(rates["belt.twist"]) < 1e-8  # of a motor that gains 1e3 rad/s^2
        assert abs(rates["shaft.twist"]) < 1e-8


def test_at_a_state():
    machine = drive()
    state = machine.rigid.assemble({"load.angle": 0.3}, {"load.angle": 2.0, "motor.i": 0.5})
    with pytest.raises(Refused, match=r'shaft is elastic: say how that is taken, .*elastic="rigid"'):
        machine.inverse(state, {"load.angle": 10.0})
    torque = lw.Mechanism(
        "torque",
        {"motor": lw.Rotor(J=J_M), "load": lw.Rotor(J=J_L)},
        {
            "shaft": lw.Shaft("motor.angle", "load.angle", N, stiffness=K),
            "drive": lw.Torque("motor.angle"),
        },
    )
    machine = lw.compile(lw.formalisms.modular(torque))
    state = machine.assemble({"load.angle": 0.3, "motor.angle": 1.2})
    for elastic in ("rigid", "unloaded"):
        found = machine.inverse(state, {"load.angle": 10.0}, elastic=elastic)
        assert found["drive.tau"] == pytest.approx((J_M * N**2 + J_L) * 10.0 / N, rel=1e-12)
        assert f'elastic="{elastic}"' in found.certificate.notes[0]
    with pytest.raises(Refused, match=r'elastic="static" is a question along a motion'):
        machine.inverse(state, {"load.angle": 10.0}, elastic="static")
    with pytest.raises(Refused, match="shaft"):
        machine.inverse(
            machine.assemble({"load.angle": 0.3, "motor.angle": 1.5}), {"load.angle": 10.0}, elastic="rigid"
        )


def pose_motion(samples=41):
    laws = {"z": lw.laws.Cycloid(0.255, 0.29, 0.3), "psi": lw.laws.Cycloid(0.0, 0.2, 0.3)}
    return lw.Motion(laws | {"theta": lw.laws.Cycloid(0.0, -0.1, 0.3)}, 0.3, samples)


@pytest.fixture(scope="module")
def table():
    return lw.compile(lw.formalisms.boltzmann_hamel(lw.mechanisms.mast_3prs()))


def test_the_table_is_that_described_with_rigid_shafts(table):
    machine = lw.mechanisms.mast_3prs()
    made = machine.parts["drive1"]
    shaft = replace(made.connections["shaft"], stiffness=None, damping=None)
    stiff = replace(made, connections={**made.connections, "shaft": shaft})
    parts = {name: stiff if name.startswith("drive") else part for name, part in machine.parts.items()}
    rigid = lw.compile(lw.formalisms.boltzmann_hamel(replace(machine, parts=parts))).inverse(pose_motion())
    found = table.inverse(pose_motion(), elastic="rigid")
    for name in rigid.names:
        scale = np.max(np.abs(rigid[name]), initial=0.0)
        assert np.max(np.abs(found[name] - rigid[name])) <= 1e-10 * max(scale, 1.0), name
    wound = table.inverse(pose_motion(), elastic="static")
    for leg in (1, 2, 3):  # the load does not depend on where the motor's angle is
        close(wound[f"drive{leg}.v"], rigid[f"drive{leg}.v"])


def test_the_table_by_the_forces_at_its_guides(table):
    """K1 d = J2 phi'' + n F and kT i = J1 phi'' + friction + K1 d, with F of the table alone and phi = rho / n."""
    motion, p = pose_motion(), table.parameters
    bare = lw.compile(lw.formalisms.kane(lw.mechanisms.three_prs())).inverse(motion)
    rates = lw.compile(lw.formalisms.kane(lw.mechanisms.three_prs()))
    found = table.inverse(motion, elastic="static")
    n = p["p"] / (2 * pi * p["i_r"])
    for leg in (1, 2, 3):
        force = bare[f"F{leg}"]
        phi, speed = bare[f"rho{leg}"] / n, bare[f"rho{leg}'"] / n
        rho_rates = [
            rates.forward(rates.state_at(bare, t), {f"F{k}": bare.at(t, [f"F{k}"])[f"F{k}"] for k in (1, 2, 3)})
            for t in bare.time
        ]
        phi_rate = np.array([each[f"rho{leg}"] for each in rho_rates]) / n
        load = p["J2"] * phi_rate + n * force
        close(found[f"drive{leg}.shaft.twist"], load / p["K1"])
        close(found[f"drive{leg}.angle"], phi + load / p["K1"])
        close(found[f"drive{leg}.i"], (p["J1"] * phi_rate + p["tau_f"] * np.tanh(speed) + load) / p["kT"])


def test_a_compiled_machine_that_was_stored_answers_too():
    motion = lw.Motion({"load.angle": sine()}, 0.5, 21)
    machine = drive()
    here = machine.inverse(motion, elastic="static")["motor.v"]
    stored = pickle.loads(pickle.dumps(machine))  # noqa: S301  our own
    read = lw.compile(from_text(to_text(machine.equations)))
    for each in (stored, read):
        assert np.array_equal(each.inverse(motion, elastic="static")["motor.v"], here)
    softer = machine.with_parameters({"shaft.stiffness": K / 2}).inverse(motion, elastic="static")
    close(softer["shaft.twist"], 2 * machine.inverse(motion, elastic="static")["shaft.twist"])


def test_what_is_refused_in_words(table):
    motion = pose_motion()
    with pytest.raises(Refused, match=r'leaves drive1.omega, .* are elastic: say how .*elastic="rigid", "unloaded"'):
        table.inverse(motion)
    with pytest.raises(ValueError, match="expected one of 'rigid', 'unloaded', 'static' or None"):
        table.inverse(motion, elastic="soft")
    with pytest.raises(Refused, match="has no elastic shaft or belt"):
        drive(None).inverse(lw.Motion({"load.angle": sine()}, 0.5), elastic="rigid")
    with pytest.raises(Refused, match=r"shaft\.twist cannot all be prescribed|depend on each other"):
        drive().inverse(lw.Motion({"load.angle": sine(), "shaft.twist": 0.0}, 0.5), elastic="rigid")
    run = drive().inverse(lw.Motion({"load.angle": sine()}, 0.5), elastic="rigid")
    with pytest.raises(Refused, match=r"a trajectory, which has twists of its own: leave elastic out, or name"):
        drive().inverse(run, elastic="static")
    slack = drive().with_parameters({"shaft.stiffness": 0.0})
    with pytest.raises(Refused, match="its coupling has no stiffness"):
        slack.inverse(lw.Motion({"load.angle": sine()}, 0.5), elastic="static")


@pytest.mark.parametrize("elastic", ELASTIC)
def test_a_pose_out_of_reach_is_told_with_its_time(table, elastic):
    """Bar 2 is stretched where r cos(psi) = H - L."""
    limit = acos((0.40 - 0.26) / 0.35)
    turn = lw.Motion({"z": 0.26, "psi": lw.laws.Cycloid(0.0, 1.5 * limit, 1.0), "theta": 0.0}, 1.0, 201)
    first = next(t for t, psi in zip(turn.time, turn.laws["psi"](turn.time), strict=True) if psi > limit)
    with pytest.raises(
        Refused, match=rf"at t = {first:g} s the motion leaves the workspace: .*table.B2 does not close"
    ):
        table.inverse(turn, elastic=elastic)


def test_kinematics_of_the_table_are_those_without_drives(table):
    bare = Kinematics.of(lw.compile(lw.formalisms.boltzmann_hamel(lw.mechanisms.three_prs())))
    with_drives = Kinematics.of(table, elastic="unloaded")
    assert with_drives.degrees_of_freedom == 3
    pose = {"z": 0.28, "psi": 0.15, "theta": -0.1}
    state, other = with_drives.inverse(pose), bare.inverse(pose)
    n = table.parameters["p"] / (2 * pi * table.parameters["i_r"])
    for leg in (1, 2, 3):
        assert state[f"rho{leg}"] == pytest.approx(other[f"rho{leg}"], abs=1e-12)
        assert state[f"drive{leg}.angle"] == pytest.approx(other[f"rho{leg}"] / n, abs=1e-9)
    here, there = with_drives.singularity(state), bare.singularity(other)
    assert here.elastic == "unloaded"
    assert "elastic shafts and belts unloaded" in here.words
    assert (here.parallel, here.serial, here.condition) == pytest.approx(
        (there.parallel, there.serial, there.condition)
    )
    across = {"psi": (-1.3, 1.3), "theta": (-1.3, 1.3)}
    found, expected = (each.workspace(across, resolution=9) for each in (with_drives, bare))
    assert np.array_equal(found.reached, expected.reached)
    assert np.nanmax(np.abs(found.parallel - expected.parallel)) < 1e-10
    assert found.elastic == found.as_dict()["elastic"] == "unloaded"


def test_kinematics_with_twists_open_are_refused(table):
    kinematics = Kinematics.of(table)
    with pytest.raises(Refused, match=r'Kinematics.of\(..., elastic="unloaded"\)'):
        kinematics.singularity(table.reference)
    with pytest.raises(Refused, match=r'Kinematics.of\(..., elastic="unloaded"\)'):
        kinematics.workspace(resolution=5)
    with pytest.raises(Refused, match="leave elastic out"):
        Kinematics.of(drive(None), elastic="unloaded")

"""Drives that share degrees of freedom are named, with the degree of freedom; drives that do not are left in peace."""

import pytest

import linkwright as lw
from linkwright import Body, DCMotor, Gear, Mechanism, Revolute, Torque, formalisms, mechanisms
from linkwright.dynamics.answers.shared_drives import shared_degrees_of_freedom

MOTOR = DCMotor(J=1e-4, L=1e-3, R=1.0, Kt=0.05, Ke=0.05)


def arm(connections, *, motors=()):
    """Two bars in a row, `pin` and `elbow`, with these drives."""
    bar = Body(1.0, (0.1, 0.1, 0.1), points={"tip": (0.0, 0.0, 0.5)})
    joints = {"pin": Revolute("ground", "upper", axis="x"), "elbow": Revolute("upper.tip", "lower", axis="x")}
    return Mechanism("arm", {"upper": bar, "lower": bar, **dict.fromkeys(motors, MOTOR)}, {**joints, **connections})


def shared(machine, formalism="modular"):
    dynamics = lw.compile(getattr(formalisms, formalism)(machine))
    return [
        (group.inputs, group.count, group.quantity) for group in shared_degrees_of_freedom(dynamics, dynamics.reference)
    ]


@pytest.mark.parametrize("formalism", ["modular", "kane", "maggi"])
def test_a_motor_and_a_torque_on_one_joint(formalism):
    drives = {"gear": Gear("m.omega", "elbow.angle", ratio=10.0), "push": Torque("elbow.angle", input="tau")}
    more = {**drives, "base": Torque("pin.angle", input="tau_1")}
    for connections in (drives, more):  # a third drive on the other joint changes nothing
        ((inputs, count, quantity),) = shared(arm(connections, motors=["m"]), formalism)
        assert (inputs, count) == (("m.v", "push.tau"), 1)
        assert quantity in ("m.angle", "elbow.angle")  # the gear makes one freedom of both


def test_drives_on_joints_of_their_own_share_nothing():
    gears = {
        "gear_a": Gear("a.omega", "pin.angle", ratio=10.0),
        "gear_b": Gear("b.omega", "elbow.angle", ratio=5.0),
    }
    assert shared(arm(gears, motors=["a", "b"])) == []
    assert shared(arm({})) == []


def test_two_pairs_are_told_apart():
    torques = {f"{joint}_{k}": Torque(f"{joint}.angle", input=f"tau{k}") for joint in ("pin", "elbow") for k in (1, 2)}
    assert shared(arm(torques)) == [
        (("pin_1.tau1", "pin_2.tau2"), 1, "pin.angle"),
        (("elbow_1.tau1", "elbow_2.tau2"), 1, "elbow.angle"),
    ]


def test_six_drives_on_three_freedoms():
    """Drives at the base and the elbows of a 3RRR: no two act on the same motion, all six on the platform's three."""
    elbows = {f"elbow_{leg}": Torque(f"robot.{leg}.elbow.angle") for leg in "ABC"}
    ((inputs, count, quantity),) = shared(Mechanism("m", {"robot": mechanisms.three_rrr(motors=False)}, elbows))
    assert (len(inputs), count, quantity) == (6, 3, "")


@pytest.mark.parametrize("name", ["three_rrr", "stewart", "double_pendulum", "serial_manipulator"])
def test_ready_machines_have_a_drive_for_each_freedom(name):
    assert shared(getattr(mechanisms, name)()) == []


def test_torque_and_force_on_the_only_freedom():
    ((inputs, count, quantity),) = shared(mechanisms.slider_crank())
    assert (set(inputs), count) == ({"tau", "force"}, 1)
    assert quantity  # any of its positions

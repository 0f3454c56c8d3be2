"""Inverse dynamics with external wrenches and payloads, against machines that have them built in, and closed forms."""

import numpy as np
import pytest

import linkwright as lw
from dynamics import machines
from linkwright.dynamics import Refused

TOLERANCE = 1e-10
PLATFORM = ("platform.x", "platform.y", "platform.theta")
LEGS = tuple(f"{leg}.tau" for leg in machines.LEGS)
MOTION = lw.Motion(
    {name: lw.laws.Cycloid(0.0, end, 2.0) for name, end in zip(PLATFORM, (0.2, -0.15, 0.25), strict=True)},
    samples=21,
)


@pytest.fixture(scope="module")
def bare():
    return lw.compile(machines.equations(motors=False))


def inside(motion):
    """The same motion of the platform inside a part called robot."""
    return lw.Motion({f"robot.{name}": law for name, law in motion.laws.items()}, samples=motion.samples)


# -- wrenches ------------------------------------------------------------------------------------------------------


def test_a_wrench_acts_as_the_component_does(bare):
    """The component `Wrench` enters the equations as a load with inputs; given these, the torques are the same."""
    pushed = lw.Mechanism(
        "pushed", {"robot": lw.mechanisms.three_rrr(motors=False)}, {"push": lw.Wrench("robot.platform.B")}
    )
    dynamics = lw.compile(lw.formalisms.modular(pushed))
    fx, fy, mz = lw.laws.Sine(3.0, 1.0), -2.0, lw.laws.Cycloid(0.0, 0.7, 2.0)
    known = dynamics.inverse(inside(MOTION), inputs={"push.fx": fx, "push.fy": fy, "push.mz": mz})
    found = bare.inverse(MOTION, wrenches={"platform.B": (fx, fy, mz)})
    named = bare.inverse(MOTION, wrenches={"platform.B": {"mz": mz, "fy": fy, "fx": fx}})
    for name in LEGS:
        assert np.max(np.abs(found[name] - known[f"robot.{name}"])) < TOLERANCE
        assert np.max(np.abs(found[name] - named[name])) < TOLERANCE
    assert found.certificate.forward_residual < TOLERANCE
    free = bare.inverse(MOTION)
    assert max(np.max(np.abs(found[name] - free[name])) for name in LEGS) > 0.1


def test_a_wrench_at_a_state_in_statics_is_virtual_work():
    """A four-bar at rest without gravity: tau dphi + F . dP = 0, with dP / dphi by differences of assembled poses."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar(g=0.0)))
    force, moment, phi, step = (3.0, -4.0), 0.6, 1.1, 1e-4

    def pose(angle):
        at = dynamics.assemble({"phi": angle})
        tip, turn = np.array([at["coupler.x"], at["coupler.y"]]), at["theta"]
        return tip + 0.35 / 2 * np.array([np.cos(turn), np.sin(turn)]), turn

    ahead, behind = pose(phi + step), pose(phi - step)
    slope = (ahead[0] - behind[0]) / (2 * step)
    turned = (ahead[1] - behind[1]) / (2 * step)
    found = dynamics.inverse(dynamics.assemble({"phi": phi}), {"phi": 0.0}, wrenches={"coupler.P": (*force, moment)})
    # differences of step 1e-4 err by step^2 / 6 of the third derivative, near 1e-8
    assert found["tau"] == pytest.approx(-(slope @ force + turned * moment), abs=1e-7)


def test_a_wrench_in_space_has_six_components():
    arm = lw.Mechanism(
        "arm",
        {"bar": lw.Body(1.0, (0.01, 0.02, 0.02), (0.2, 0.0, 0.0), points={"tip": (0.5, 0.0, 0.0)})},
        {"pin": lw.Revolute("ground", "bar", axis="y"), "drive": lw.Torque("pin.angle")},
    )
    dynamics = lw.compile(lw.formalisms.kane(arm))
    state = dynamics.assemble({"pin.angle": 0.3})
    found = dynamics.inverse(state, {"pin.angle": 0.0}, wrenches={"bar.tip": (1.0, 2.0, 3.0, 0.4, 0.5, 0.6)})
    # tip = 0.5 (cos a, 0, -sin a): power of the force about y is 0.5 (-sin a fx - cos a fz)
    exact = 0.5 * (np.sin(0.3) * 1.0 + np.cos(0.3) * 3.0) - 0.5
    assert found["drive.tau"] == pytest.approx(exact, rel=1e-12)
    with pytest.raises(ValueError, match=r"bar\.tip.*6 \(fx, fy, fz, mx, my, mz\)"):
        dynamics.inverse(state, {"pin.angle": 0.0}, wrenches={"bar.tip": (1.0, 2.0, 3.0)})


# -- payloads ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("formalism", ["modular", "newton_euler"])
def test_a_payload_is_a_body_fixed_there(formalism):
    """Torques with a payload are those of the machine that has the load as a body of its own, held by a fixed joint."""
    derive = getattr(lw.formalisms, formalism)
    payload = lw.Payload(1.7, at="robot.platform.C", centre=(0.2, -0.1), inertia=0.3)
    robot = lw.mechanisms.three_rrr(motors=False)
    alone = lw.compile(derive(lw.Mechanism("alone", {"robot": robot})))
    built = lw.compile(
        derive(
            lw.Mechanism(
                "built",
                {"robot": robot, "load": lw.Body(1.7, 0.3, points={"grip": (-0.2, 0.1)})},
                {"hold": lw.Fixed("robot.platform.C", "load.grip")},
                reference={"load.x": 0.5, "load.y": 0.5},
            )
        )
    )
    found, exact = alone.inverse(inside(MOTION), payload=payload), built.inverse(inside(MOTION))
    for name in LEGS:
        assert np.max(np.abs(found[f"robot.{name}"] - exact[f"robot.{name}"])) < TOLERANCE
    for name in ("energy.kinetic", "energy.potential"):
        assert np.max(np.abs(found[name] - exact[name])) < TOLERANCE
    assert found.certificate.forward_residual < TOLERANCE
    state = alone.assemble({"robot.platform.x": 0.1}, {f"robot.{n}": 0.3 for n in PLATFORM})
    wanted = dict(zip((f"robot.{n}" for n in PLATFORM), (1.0, -2.0, 0.5), strict=True))
    same = built.assemble({f"robot.{n}": state[f"robot.{n}"] for n in PLATFORM}, {f"robot.{n}": 0.3 for n in PLATFORM})
    one, other = alone.inverse(state, wanted, payload=payload), built.inverse(same, wanted)
    assert [one[f"robot.{n}"] for n in LEGS] == pytest.approx([other[f"robot.{n}"] for n in LEGS], rel=1e-9)


def test_a_payload_in_space_turns_and_weighs():
    """Two hinges in space under gravity, the load with a full inertia off the tip: built in, or as a payload."""
    inertia = (0.02, 0.03, 0.025, 0.004, -0.003, 0.002)
    parts = {
        "a": lw.Body(1.0, (0.02, 0.02, 0.01), (0.0, 0.0, 0.2), points={"top": (0.0, 0.0, 0.4)}),
        "b": lw.Body(0.8, (0.01, 0.02, 0.02), (0.2, 0.0, 0.0), points={"tip": lw.Pose((0.5, 0.0, 0.1), 0.4, "x")}),
    }
    joints = {
        "turn": lw.Revolute("ground", "a", axis="z"),
        "lift": lw.Revolute("a.top", "b", axis="y"),
        "one": lw.Torque("turn.angle"),
        "two": lw.Torque("lift.angle"),
    }
    gravity = (0.3, 0.0, -9.81)
    alone = lw.compile(lw.formalisms.kane(lw.Mechanism("alone", parts, joints, gravity=gravity)))
    load = lw.Body(1.3, inertia, (0.05, -0.02, 0.03))
    held = {**joints, "hold": lw.Fixed("b.tip", "load")}
    built = lw.compile(lw.formalisms.kane(lw.Mechanism("built", {**parts, "load": load}, held, gravity=gravity)))
    motion = lw.Motion(
        {"turn.angle": lw.laws.Sine(0.7, 0.5), "lift.angle": lw.laws.Cycloid(0.0, -1.0, 1.5)},
        duration=1.5,
        samples=16,
    )
    payload = lw.Payload(1.3, at="b.tip", centre=(0.05, -0.02, 0.03), inertia=inertia)
    found, exact = alone.inverse(motion, payload=payload), built.inverse(motion)
    for name in ("one.tau", "two.tau", "energy.kinetic"):
        assert np.max(np.abs(found[name] - exact[name])) < TOLERANCE
    # only differences of a potential mean something
    rise = (found["energy.potential"] - found["energy.potential"][0]) - (
        exact["energy.potential"] - exact["energy.potential"][0]
    )
    assert np.max(np.abs(rise)) < TOLERANCE


def test_a_payload_needs_currents_and_voltages_too():
    robot = lw.mechanisms.three_rrr()
    alone = lw.compile(lw.formalisms.modular(lw.Mechanism("alone", {"robot": robot})))
    built = lw.compile(
        lw.formalisms.modular(
            lw.Mechanism(
                "built",
                {"robot": robot, "load": lw.Body(0.5, 0.002)},
                {"hold": lw.Fixed("robot.platform", "load")},
            )
        )
    )
    small = {
        "robot.platform.x": lw.laws.Cycloid(0.0, 0.03, 1.0),
        "robot.platform.y": 0.0,
        "robot.platform.theta": 0.0,
    }
    motion = lw.Motion(small, samples=21)
    force = lw.laws.Sine(0.5, 1.0)
    wrench = {"robot.platform.A": (force, 0.0, 0.0)}
    found = alone.inverse(motion, payload=lw.Payload(0.5, "robot.platform", inertia=0.002), wrenches=wrench)
    exact = built.inverse(motion, wrenches=wrench)
    for name in ("robot.A.v", "robot.B.v", "robot.C.i"):
        assert machines.relative(found[name], exact[name]) < TOLERANCE


# -- bad questions -------------------------------------------------------------------------------------------------


def test_points_that_are_not_there_are_told_with_close_matches(bare):
    with pytest.raises(ValueError, match=r"no point 'platfrom\.A'; did you mean platform\.A"):
        bare.inverse(MOTION, wrenches={"platfrom.A": (1.0, 0.0, 0.0)})
    with pytest.raises(ValueError, match=r"no point 'platform\.Z'; did you mean platform\.[ABC]"):
        bare.inverse(MOTION, payload=lw.Payload(1.0, at="platform.Z"))


@pytest.mark.parametrize(
    ("wrench", "words"),
    [
        ((1.0,), "expected 2"),
        (5.0, "expected 2"),
        ((1.0, float("nan"), 0.0), "fy = nan is neither a finite number"),
        ((1.0, "much", 0.0), "fy.*neither a finite number nor a law"),
        ({"fq": 1.0}, "no component 'fq'"),
    ],
)
def test_wrenches_that_are_none(bare, wrench, words):
    with pytest.raises(ValueError, match=words):
        bare.inverse(MOTION, wrenches={"platform.A": wrench})


def test_payloads_that_no_body_is():
    with pytest.raises(ValueError, match=r"(?s)mass = -2\.0: expected kilograms.*at = ''.*centre.*inertia") as error:
        lw.Payload(-2.0, at="", centre=(1.0,), inertia=(1.0, 1.0))
    assert str(error.value).startswith("Payload:")
    with pytest.raises(ValueError, match="principal moments"):
        lw.Payload(1.0, at="platform", inertia=(1.0, 1.0, 3.0))
    with pytest.raises(ValueError, match="principal moments"):
        lw.Payload(1.0, at="platform", inertia=-0.1)
    with pytest.raises(ValueError, match="mass = nan"):
        lw.Payload(float("nan"), at="platform")


def test_things_of_the_wrong_kind(bare):
    with pytest.raises(TypeError, match=r"payload is a float \(2\.0\), expected a Payload"):
        bare.inverse(MOTION, payload=2.0)
    with pytest.raises(TypeError, match="mapping"):
        bare.inverse(MOTION, wrenches=[("platform.A", (1.0, 0.0, 0.0))])
    with pytest.raises(ValueError, match=r"no input 'A\.tu'; did you mean A\.tau"):
        bare.inverse(MOTION, inputs={"A.tu": 1.0})
    with pytest.raises(ValueError, match=r"A\.tau = 'x' is not a number"):
        bare.inverse(MOTION, inputs={"A.tau": "x"})


def test_a_known_input_that_leaves_too_few_drives(bare):
    with pytest.raises(
        Refused, match=r"t = 0\.\d* s, platform\.x.*no values of the inputs.*not driven, in the direction"
    ):
        bare.inverse(MOTION, inputs={"A.tau": 0.0})

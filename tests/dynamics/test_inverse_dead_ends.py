"""Words at configurations in which the drives lose hold, told apart from drives that are too many or misplaced."""

import re

import numpy as np
import pytest

import linkwright as lw
from dynamics import machines
from linkwright.dynamics import Refused, SingularConfigurationError

THETA = np.arccos(7 / 9)
"""Angle (rad) of the 3RRR in the middle at which the bars B point at its centre."""
REST = {"platform.x": 0.0, "platform.y": 0.0, "platform.theta": 0.0}


@pytest.fixture(scope="module")
def robot():
    return lw.compile(machines.equations(motors=False))


def two_links(**drives):
    """Two links on hinges, without gravity, with drives of choice."""
    bodies = {"upper": lw.Body(1.0, 0.1, (0.5, 0.0), points={"tip": (1.0, 0.0)}), "lower": lw.Body(1.0, 0.1)}
    hinges = {"shoulder": lw.Revolute("ground", "upper"), "elbow": lw.Revolute("upper.tip", "lower")}
    return lw.compile(lw.formalisms.kane(lw.Mechanism("arm", bodies, {**hinges, **drives})))


def is_singular_in_theta(error):
    words = str(error.value)
    assert "singular configuration of the drives" in words
    assert "act in the direction platform.theta : 1," in words
    # turned about the centre by equal torques the platform would not move: they load the legs alone
    assert re.search(r"[ABC]\.tau : 1, [ABC]\.tau : 1, [ABC]\.tau : 1", words)
    assert "more drives" not in words


def test_at_a_singular_state_with_nothing_to_do_the_drives_are_said_to_be_singular(robot):
    """Three torques and three degrees of freedom; at rest without loads any equal torques balance each other."""
    with pytest.raises(SingularConfigurationError) as error:
        robot.inverse(robot.assemble({**REST, "platform.theta": THETA}), REST)
    is_singular_in_theta(error)


def test_a_motion_that_stays_singular_is_said_to_be_so(robot):
    with pytest.raises(SingularConfigurationError) as error:
        robot.inverse(lw.Motion({**REST, "platform.theta": THETA}, 1.0, 5))
    is_singular_in_theta(error)


POSE = {"shoulder.angle": 0.3, "elbow.angle": 0.5}


@pytest.mark.parametrize(
    "ask",
    [
        lambda arm: arm.inverse(arm.assemble(POSE), dict.fromkeys(POSE, 0.0)),
        lambda arm: arm.inverse(lw.Motion(POSE, 1.0, 5)),
    ],
    ids=["at a state", "along a motion"],
)
def test_drives_that_share_a_joint_while_another_has_none(ask):
    arm = two_links(one=lw.Torque("shoulder.angle"), two=lw.Torque("shoulder.angle"))
    with pytest.raises(Refused) as error:
        ask(arm)
    words = str(error.value)
    assert not isinstance(error.value, SingularConfigurationError)
    assert "one.tau and two.tau both drive upper.theta" in words  # the angle of the shoulder in the world
    assert "no drive acts in the direction elbow.angle : 1" in words
    assert "more drives" not in words


def test_a_joint_without_drive_that_has_to_move_is_no_singular_configuration():
    arm = two_links(one=lw.Torque("shoulder.angle"), two=lw.Torque("shoulder.angle"))
    with pytest.raises(Refused, match="is not driven") as error:
        arm.inverse(arm.assemble(POSE), {"shoulder.angle": 0.0, "elbow.angle": 1.0})
    assert not isinstance(error.value, SingularConfigurationError)


def test_more_drives_than_freedoms_are_still_said_to_be_that():
    arm = two_links(one=lw.Torque("shoulder.angle"), two=lw.Torque("shoulder.angle"), three=lw.Torque("elbow.angle"))
    with pytest.raises(Refused, match="more drives than there are degrees of freedom"):
        arm.inverse(arm.assemble(), {"shoulder.angle": 0.0, "elbow.angle": 0.0})

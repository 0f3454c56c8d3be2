"""Kinematic questions put wrongly are refused in words that name what is wrong and what to do."""

import re

import numpy as np
import pytest

import linkwright as lw
from linkwright.analysis import Kinematics
from linkwright.dynamics import AssemblyError, Refused


@pytest.fixture(scope="module")
def bare():
    return Kinematics.of(lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False))))


@pytest.fixture(scope="module")
def rps():
    return Kinematics.of(lw.compile(lw.formalisms.modular(lw.mechanisms.three_rps())))


POSE = {"platform.x": 0.1, "platform.y": 0.2, "platform.theta": 0.3}


def test_a_pose_out_of_reach_names_the_joint_and_the_gap(bare):
    with pytest.raises(AssemblyError, match=r"joint \S+ does not close, by [\d.]+ m") as caught:
        bare.inverse({**POSE, "platform.x": 5.0})
    far = caught.value.gaps
    assert max(far.values()) > 0.1
    with pytest.raises(AssemblyError, match=r"no assembly mode was found from 64 random starts .* does not close"):
        bare.modes({**POSE, "platform.x": 5.0}, starts=64)


def test_a_set_of_the_wrong_size(bare, rps):
    with pytest.raises(
        Refused, match=r"2 independent quantities were given for 3 degrees of freedom: .* still open is the motion"
    ):
        bare.inverse({"platform.x": 0.1, "platform.y": 0.2})
    with pytest.raises(Refused, match=r"4 quantities were given for 3 degrees of freedom: .*; leave out 1"):
        bare.inverse({**POSE, "A.phi": 1.0})
    with pytest.raises(Refused, match=r"for 3 degrees of freedom"):
        rps.inverse({f"platform.{axis}": 0.0 for axis in "xyz"} | {f"platform.e{k}": float(k == 0) for k in range(4)})
    with pytest.raises(Refused, match=r"0 independent quantities"):
        bare.modes({})


def test_a_set_whose_members_depend_on_each_other_in_every_configuration(bare):
    with pytest.raises(Refused, match=r"depend on each other in every configuration and fix 2 of 3 degrees of freedom"):
        bare.inverse({"A.phi": 2.0, "A.psi": -2.0, "A.x": 1.5})


def test_a_set_that_is_singular_at_the_pose_is_named_with_the_motion():
    """At the dead centre of a slider-crank the slider does not fix the crank."""
    crank = Kinematics.of(
        lw.compile(lw.formalisms.modular(lw.mechanisms.slider_crank())), inputs=["phi"], platform=["x"]
    )
    dead = crank.direct({"phi": 0.0})
    with pytest.raises(
        Refused, match=r"x do not fix the configuration at x = .*: the set is singular there, the motion phi' = 1 "
    ):
        crank.inverse({"x": dead["x"]}, near=dead)
    assert crank.singularity(dead).kinds == ("serial",)


def test_unknown_names_have_close_matches(bare):
    with pytest.raises(ValueError, match=r"no position 'platfrom.x'.*platform.x"):
        bare.inverse({**POSE, "platfrom.x": 0.0})
    with pytest.raises(ValueError, match=r"no speed 'A.fi'"):
        bare.jacobian(bare.dynamics.reference, by=["A.fi", "B.phi", "C.phi"])
    with pytest.raises(ValueError, match=r"no position 'A.ph'"):
        Kinematics.of(bare.dynamics, inputs=["A.ph"])
    with pytest.raises(TypeError, match=r"of is a str .* a sequence of texts .*, such as \['platform.x'\]"):
        bare.jacobian(bare.dynamics.reference, of="platform.x")


def test_values_that_are_no_numbers(bare):
    with pytest.raises(ValueError, match=r"platform\.x"):
        bare.inverse({**POSE, "platform.x": float("nan")})
    with pytest.raises(ValueError, match="starts = 0: expected at least 1"):
        bare.modes(POSE, starts=0)
    with pytest.raises(ValueError, match=r"length = -1.0: expected a positive number"):
        Kinematics.of(bare.dynamics, length=-1.0)
    with pytest.raises(TypeError, match=r"expected compiled dynamics .* got Mechanism"):
        Kinematics.of(lw.mechanisms.three_rrr())


def test_a_machine_without_platform_or_drives_asks_for_names():
    pendulum = lw.compile(lw.formalisms.modular(lw.mechanisms.double_pendulum()))
    with pytest.raises(Refused, match=r"no body 'platform'; say which quantities are the platform's"):
        Kinematics.of(pendulum, inputs=["theta1", "theta2"])
    top = lw.compile(lw.formalisms.modular(lw.mechanisms.free_body()))
    with pytest.raises(Refused, match="name the driven quantities"):
        Kinematics.of(top)


def test_jacobians_that_have_no_answer(bare):
    state = bare.dynamics.reference
    with pytest.raises(Refused, match=r"A.phi, B.phi do not fix platform.x, .* stays open"):
        bare.jacobian(state, by=["A.phi", "B.phi"])
    with pytest.raises(Refused, match=r"cannot be chosen freely .*: the constraints make"):
        bare.jacobian(state, by=["A.phi", "B.phi", "C.phi", "A.psi"])
    with pytest.raises(ValueError, match=r"A.phi: named more than once"):
        bare.jacobian(state, by=["A.phi", "A.phi", "C.phi"])


def test_workspaces_asked_for_wrongly(bare):
    with pytest.raises(ValueError, match=r"'platform.z' is no coordinate of the platform; .*") as caught:
        bare.workspace(["platform.x", "platform.z"], at={"B.phi": 1.0}, resolution=1)
    assert "'B.phi' is no coordinate" in str(caught.value)
    assert "resolution = 1: expected a whole number" in str(caught.value)  # all faults at once
    with pytest.raises(ValueError, match=r"across two different coordinates, got 1"):
        bare.workspace(["platform.x"])
    with pytest.raises(ValueError, match=r"the lower end must be below the upper one"):
        bare.workspace({"platform.x": (1.0, -1.0), "platform.y": (0.0, 1.0)})
    with pytest.raises(ValueError, match=r"platform.x is both across and at"):
        bare.workspace(["platform.x", "platform.y"], at={"platform.x": 0.0})
    with pytest.raises(ValueError, match=r"no position 'A.phy'"):
        bare.workspace(limits={"A.phy": (0.0, 1.0)})
    with pytest.raises(ValueError, match=r"limit of A.phi: \(2, 1\)"):
        bare.workspace(limits={"A.phi": (2, 1)})
    with pytest.raises(ValueError, match=r"clearance = -1"):
        bare.workspace(clearance=-1)


def test_a_resolution_that_takes_too_long_is_refused_with_one_that_does_not(bare):
    words = r"100000000 points would take about (\d+) s, more than longest = (\d+) s; .* resolution of (\d+) or less"
    with pytest.raises(Refused, match=words) as refused:
        bare.workspace(resolution=10_000)
    seconds, longest, resolution = (float(number) for number in re.search(words, str(refused.value)).groups())
    assert 0.9 * longest < seconds * resolution**2 / 1e8 < 1.01 * longest  # the largest one that is not refused
    with pytest.raises(Refused, match="more than longest = 0 s"):
        bare.workspace(resolution=20, longest=1e-3)


def test_a_slice_that_nothing_reaches_names_the_joint(bare):
    with pytest.raises(Refused, match=r"no point of this slice can be reached; in its middle, .* does not close"):
        bare.workspace({"platform.x": (8.0, 9.0), "platform.y": (8.0, 9.0)}, resolution=4)


def test_paths_asked_for_wrongly(bare):
    with pytest.raises(ValueError, match="at least two samples, got 1"):
        bare.follow([POSE])
    with pytest.raises(ValueError, match=r"sample 1 of the path gives platform.x, .*: give the same names"):
        bare.follow([POSE, {"platform.x": 0.0, "platform.y": 0.0}])
    with pytest.raises(Refused, match="for 3 degrees of freedom"):
        bare.follow([{"A.phi": 0.0}, {"A.phi": 1.0}])


def test_margins_of_too_few_inputs_are_zero(bare):
    """Two drives cannot hold three degrees of freedom: singular everywhere, and said so."""
    few = Kinematics.of(bare.dynamics, inputs=["A.phi", "B.phi"])
    found = few.singularity(bare.dynamics.reference)
    assert "parallel" in found.kinds
    assert np.isinf(found.condition)

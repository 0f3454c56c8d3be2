"""The family of planar parallel machines: limbs exchanged in one line, each against its closed form."""

import itertools

import numpy as np
import pytest

import linkwright as lw
from linkwright.mechanisms.planar_limbs import PRR, RPR, RRR

POSE = ("platform.x", "platform.y", "platform.theta")
AZIMUTHS = np.radians([90, -150, -30])
A, B, E = 0.30, 0.10, 0.15
FAMILY = [("PRR", "PRR", "PRR"), ("PRR", "PRR", "RPR"), ("RPR", "RPR", "RPR"), ("RRR", "RPR", "PRR")]
DRIVEN = {"PRR": "s", "RPR": "d", "RRR": "phi"}


def rotation(angle):
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def closed_form(kind, k, pose):
    """The driven quantity of limb k: corner of the platform seen from the foot, then Pythagoras or the cosine law."""
    R = rotation(AZIMUTHS[k])
    corner = pose[:2] + rotation(pose[2]) @ R @ [B, 0]
    x, y = R.T @ corner - [A, E]
    if kind == "PRR":
        return y + np.sqrt(0.25**2 - x**2)
    if kind == "RPR":
        return np.hypot(x, y)
    away = np.hypot(x, y)
    return np.arctan2(y, x) + np.arccos((0.18**2 + away**2 - 0.20**2) / (2 * 0.18 * away))


def poses(count, seed):
    random = np.random.default_rng(seed)
    return [random.uniform(-1, 1, 3) * [0.03, 0.03, 0.2] for _ in range(count)]


@pytest.mark.parametrize("limbs", FAMILY, ids="+".join)
def test_driven_joints_are_the_closed_form(limbs):
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.planar_parallel(limbs)))
    for pose in poses(6, 1):
        state = dynamics.assemble(dict(zip(POSE, pose, strict=True)))
        for k, kind in enumerate(limbs):
            found = state.positions[f"{DRIVEN[kind]}{k + 1}"] - closed_form(kind, k, pose)
            if kind == "RRR":
                found = np.angle(np.exp(1j * found))
            assert abs(found) < 1e-11


@pytest.mark.parametrize("limbs", FAMILY, ids="+".join)
def test_what_inverse_dynamics_asks_forward_dynamics_answers(limbs):
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.planar_parallel(limbs)))
    for pose in poses(3, 2):
        state = dynamics.assemble(dict(zip(POSE, pose, strict=True)), dict(zip(POSE, (0.2, -0.3, 1.0), strict=True)))
        wanted = dict(zip(POSE, (1.0, -2.0, 5.0), strict=True))
        rates = dynamics.forward(state, dynamics.inverse(state, wanted))
        np.testing.assert_allclose([rates[n] for n in POSE], list(wanted.values()), rtol=0, atol=1e-10)


@pytest.mark.long
def test_all_27_members_assemble_at_the_same_home():
    for limbs in itertools.product(DRIVEN, repeat=3):
        machine = lw.mechanisms.planar_parallel(limbs)
        dynamics = lw.compile(lw.formalisms.modular(machine))
        home = dynamics.assemble().positions
        np.testing.assert_allclose([home[n] for n in POSE], 0, rtol=0, atol=1e-14)
        assert len(dynamics.inputs) == 3


def test_the_named_members():
    assert lw.mechanisms.planar_3prr().title == "Planar parallel machine 3PRR"
    assert lw.mechanisms.planar_2prr_rpr().title == "Planar parallel machine 2PRR+RPR"
    assert lw.mechanisms.planar_2prr_rpr().exports == lw.mechanisms.planar_parallel().exports
    assert lw.mechanisms.planar_3prr().name == "planar_3prr"


def test_limbs_that_are_alike_are_one_module():
    parts = lw.mechanisms.planar_parallel(("PRR", PRR(l=0.25), PRR(l=0.26))).parts
    assert parts["limb1"].template is parts["limb2"].template
    assert parts["limb1"].template is not parts["limb3"].template


def test_limbs_that_do_not_fit_are_refused_with_the_joint_and_the_gap():
    with pytest.raises(ValueError, match="2 faults") as refused:
        lw.mechanisms.planar_parallel((PRR(l=0.12), "RPR", RRR(l_1=0.05, l_2=0.1)))
    words = str(refused.value)
    assert (
        "limb 1 (PRR) does not fit: joint B1 does not close, by 0.08 m; its bar is l = 0.12 m long, and its rail 0.2 m"
        in words
    )
    assert (
        "limb 3 (RRR) does not fit: joint B3 does not close, by 0.1 m; its bars of 0.05 and 0.1 m reach from 0.05"
        in words
    )


@pytest.mark.parametrize(
    ("limbs", "words"),
    [
        (("PRR", "PRP", "RPR"), "limb 2: 'PRP' is not a limb; did you mean"),
        (("PRR", "RPR"), "expected three limbs"),
        ("PRR", "expected three limbs"),
        (("PRR", "RPR", 3), "limb 3: 3 is not a limb; there are PRR, RPR, RRR"),
    ],
)
def test_what_is_not_a_limb_is_refused(limbs, words):
    with pytest.raises(ValueError, match="planar_parallel") as refused:
        lw.mechanisms.planar_parallel(limbs)
    assert words in str(refused.value)


def test_a_limb_of_other_dimensions():
    machine = lw.mechanisms.planar_parallel((RPR(l=0.2), RPR(m_r=0.3), "RPR"))
    parameters = lw.compile(lw.formalisms.modular(machine)).parameters
    assert parameters["limb1.l"] == 0.2
    assert parameters["limb2.m_r"] == 0.3

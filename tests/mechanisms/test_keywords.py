"""Keywords that a ready mechanism does not take are named, with those it takes, all at once."""

import inspect
from dataclasses import dataclass

import pytest

import linkwright as lw
from linkwright import components, mechanisms
from linkwright.model import ModelError


@pytest.mark.parametrize("name", mechanisms.__all__)
def test_every_ready_mechanism_names_wrong_keywords(name):
    make = getattr(mechanisms, name)
    with pytest.raises(TypeError) as caught:
        make(lenght=1.0, zzz=2.0)
    assert isinstance(caught.value, ModelError)
    assert len(caught.value.faults) == 2
    for keyword, fault in zip(("lenght", "zzz"), caught.value.faults, strict=True):
        assert f"no keyword {keyword!r}" in fault
        assert ", ".join(inspect.signature(make).parameters) in fault
    assert str(caught.value).startswith(f"{name}: ")


@pytest.mark.parametrize(
    ("name", "keyword", "meant"),
    [("three_rrr", "motor", "motors"), ("simple_pendulum", "L", "l"), ("heavy_top", "J1", "J_1")],
)
def test_a_close_keyword_is_offered(name, keyword, meant):
    with pytest.raises(TypeError, match=f"no keyword '{keyword}'; did you mean {meant}"):
        getattr(mechanisms, name)(**{keyword: 1.0})


def test_right_keywords_still_pass():
    assert mechanisms.serial_chain(3, spatial=True).name == mechanisms.serial_chain(n=3, spatial=True).name


@pytest.mark.parametrize("make", [*[getattr(components, name) for name in components.__all__], lw.Body, lw.Ground,
                                  lw.PointMass, lw.Mechanism], ids=lambda make: make.__name__)  # fmt: skip
def test_every_component_names_wrong_keywords(make):
    known = [name for name in inspect.signature(make).parameters if name != "self"]
    with pytest.raises(TypeError) as caught:
        make(lenght=1.0, zzz=2.0)
    assert isinstance(caught.value, ModelError)
    assert [fault.split(";")[0] for fault in caught.value.faults] == ["no keyword 'lenght'", "no keyword 'zzz'"]
    assert all(name in caught.value.faults[0] for name in known)
    assert str(caught.value).startswith(f"{make.__name__}: ")


@pytest.mark.parametrize(
    ("keyword", "meant"),
    [
        ("rho", r"R \(resistance of the winding, ohm\)"),
        ("lambda_", r"L \(inductance of the winding, H\)"),
        ("kt", r"Kt \(torque constant, N m/A\)"),
        ("kappa_e", r"Ke \("),
    ],
)
def test_usual_symbols_of_a_motor_lead_to_its_own(keyword, meant):
    with pytest.raises(TypeError, match=f"no keyword '{keyword}'; did you mean {meant}"):
        components.DCMotor(J=1e-5, **{keyword: 1.5})


def test_faults_of_a_users_joint_keep_their_own_words():
    @dataclass(frozen=True)
    class Hinge(lw.Revolute):
        def __post_init__(self):
            raise TypeError("a fault of its own")

    with pytest.raises(TypeError, match="a fault of its own"):
        Hinge(first="ground", second="bar")
    with pytest.raises(TypeError, match=r"Hinge: .*\n.*no keyword 'secnd'; did you mean second"):
        Hinge("ground", secnd="bar")

"""Keywords that a ready mechanism does not take are named, with those it takes, all at once."""

import inspect

import pytest

from linkwright import mechanisms
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

"""Laws go to plain data and come back as the same functions; nothing else does."""

import json

import casadi as ca
import numpy as np
import pytest

from linkwright import laws
from linkwright.laws.data import law_from_data, law_to_data

LAWS = [
    laws.Constant(0.4),
    laws.Sine(2.0, 0.5, 0.1, offset=-1.0),
    laws.Chirp(1.0, 0.5, 5.0, duration=3.0),
    laws.Cycloid(0.0, 0.3, 2.0, begin=0.5),
    laws.Polynomial.between((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), 2.0),
    laws.Trapezoid(0.0, 1.0, max_speed=0.7, max_acceleration=2.0),
    laws.Trapezoid(0.0, 1.0, max_speed=0.9, duration=2.0),
    laws.SCurve(0.0, 1.0, max_speed=0.7, max_acceleration=2.0, max_jerk=9.0),
    laws.Table((0.0, 1.0, 3.0), (0.0, 2.0, -1.0), "cubic"),
    laws.Spline((0.0, 1.0, 3.0), (0.0, 2.0, -1.0)),
    laws.Sequence((laws.Cycloid(0.0, 0.3, 1.0), laws.Cycloid(0.3, 0.0, 1.0))),
    2.0 * laws.Sine(1.0, 1.0) + laws.Constant(3.0),
]


@pytest.mark.parametrize("law", LAWS, ids=lambda law: type(law).__name__)
def test_laws_come_back_to_the_last_bit(law: laws.Law) -> None:
    data = law_to_data(law)
    again = law_from_data(json.loads(json.dumps(data)))
    times = np.linspace(-1.0, 5.0, 97)
    for derivative in range(3):
        assert np.array_equal(again(times, derivative), law(times, derivative))
    assert again.breaks == law.breaks


def test_expressions_are_no_data() -> None:
    assert law_to_data(laws.Expression(ca.sin)) is None
    assert law_to_data(laws.Sum((laws.Constant(1.0), laws.Expression(ca.sin)))) is None


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"kind": "__import__"}, "is no law of time as data"),
        ("sine", "is no law of time as data"),
        ({"kind": "Sine", "amplitude": 1.0, "speed": 2.0}, "the law Sine has other fields than amplitude, speed"),
    ],
)
def test_other_data_are_refused(data: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        law_from_data(data)

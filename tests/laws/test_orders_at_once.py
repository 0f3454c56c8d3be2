"""Value, speed, acceleration and jerk in one call: the same numbers as one by one, whatever computes them."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.codegen.kernels import alike
from linkwright.codegen.kernels.alike import AlikeColumns
from linkwright.codegen.library import machine_code_wanted
from linkwright.laws.law import ORDERS
from linkwright.laws.shapes.formula import Formula

LAWS = {
    "cycloid": lw.laws.Cycloid(0.1, 0.7, 1.5, begin=0.2),
    "sine": lw.laws.Sine(0.3, 2.0),
    "trapezoid": lw.laws.Trapezoid(0.0, 1.0, max_speed=0.9, max_acceleration=3.0),
    "s-curve": lw.laws.SCurve(0.0, 1.0, max_speed=0.9, max_acceleration=3.0, max_jerk=20.0),
    "quintic": lw.laws.Polynomial.between((0.0, 0.1, 0.2), (1.0, 0.0, 0.0), 1.5),
    "spline": lw.laws.Spline((0.0, 0.5, 1.1, 1.6), (0.0, 0.4, 0.1, 0.3), "quintic"),
    "sum": lw.laws.Cycloid(0.0, 1.0, 1.0) + lw.laws.Sine(0.1, 3.0) + 2.0,
    "multiple": -1.5 * lw.laws.Cycloid(0.0, 1.0, 1.0),
    "sequence": lw.laws.Sequence((lw.laws.Cycloid(0.0, 1.0, 0.7), lw.laws.Constant(1.0, 0.2))),
    "pieces": lw.laws.Sequence((
        lw.laws.Polynomial((0.0, 1.0), duration=0.5), lw.laws.Polynomial((0.5, -1.0), duration=0.4),
    )),
    "constant": lw.laws.Constant(0.4),
}  # fmt: skip


@pytest.mark.parametrize("name", LAWS)
def test_all_orders_at_once_are_the_orders_one_by_one(name):
    t = np.linspace(-0.3, 2.4, 203)
    found = LAWS[name].derivatives(t)
    assert found.shape == (ORDERS + 1, t.size)
    for order in range(ORDERS + 1):
        assert np.array_equal(found[order], LAWS[name](t, order))


def test_laws_that_differ_in_constants_share_code_and_keep_their_bits(monkeypatch):
    """Many cycloids and sines, on NumPy arrays and in machine code: the same numbers to the last bit."""
    laws = [lw.laws.Cycloid(0.1 * k, 1.0 + 0.3 * k, 1.1 + 0.7 * k, begin=0.05 * k) for k in range(1, 5)]
    laws += [lw.laws.Sine(0.1 * k, 1.0 + k) for k in range(1, 4)]
    t = np.linspace(-0.5, 6.0, 251)  # no multiple of four
    plain = [law.derivatives(t) for law in laws]
    monkeypatch.setattr(alike, "WORTH", 0)
    alike._KINDS.known.clear()
    fresh = [
        type(law)(**{name: getattr(law, name) for name in law.__dataclass_fields__ if name in vars(law)})
        for law in laws
    ]
    for law, expected in zip(fresh, plain, strict=True):
        assert isinstance(law, Formula)
        assert np.array_equal(law.derivatives(t), expected)
    if machine_code_wanted():
        kinds = list(alike._KINDS.known.values())
        assert len(kinds) < len(laws)
        assert all(kind.code is not None for kind in kinds)
        assert all(isinstance(law._derivatives, AlikeColumns) for law in fresh)

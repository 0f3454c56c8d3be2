"""Functions that a user wrote with what only takes numbers, or without a return, are told in words."""

import math

import casadi as ca
import numpy as np
import pytest

import linkwright as lw


def bar_with(connection):
    bar = lw.Body(1.0, 0.1, points={"end": (1.0, 0.0)})
    return lw.Mechanism(
        "bar",
        {"bar": bar},
        {"pin": lw.Revolute("ground", "bar"), "extra": connection},
    )


NUMBERS_ONLY = r"called with expressions, not numbers: write ca\.sin"


@pytest.mark.parametrize(
    ("connection", "words"),
    [
        (lw.Holonomic(("pin.angle",), lambda _t, x: math.sin(x) - 0.1), NUMBERS_ONLY),
        (lw.Holonomic(("pin.angle",), lambda _t, _x: None), r"Holonomic on pin\.angle: its function gives None"),
        (lw.Holonomic(("pin.angle",), lambda _t, _x: "0"), r"gives str \('0'\); expected an expression or a number"),
        (lw.Holonomic(("pin.angle",), lambda _t, _x: []), r"gives nothing; return an expression"),
        (lw.Holonomic(("pin.angle",), lambda x: x), r"calling it with t and 1 position\(s\) failed"),
        (lw.Nonholonomic(("pin.angle",), lambda _t, _q, v: math.sqrt(v[0]) - 1), NUMBERS_ONLY),
        (
            lw.Nonholonomic(("pin.angle",), lambda _t, _q, _v: None),
            r"Nonholonomic on pin\.angle: its function gives None",
        ),
        (lw.Prescribed("pin.angle", math.sin), NUMBERS_ONLY),
        (lw.Holonomic(("pin.angle",), lambda _t, x: x if x > 0 else -x), NUMBERS_ONLY),
        (lw.Prescribed("pin.angle", lambda _t: None), r"law of pin\.angle: its function gives None"),
    ],
)
def test_a_function_that_does_not_give_an_expression_is_told(connection, words):
    with pytest.raises(ValueError, match=words):
        lw.formalisms.modular(bar_with(connection))


@pytest.mark.parametrize("energy", [lambda _t, _q, v, _u, _p: math.cos(v.x), lambda _t, _q, _v, _u, _p: None])
def test_energies_too(energy):
    with pytest.raises(ValueError, match=r"write ca\.sin|gives None"):
        lw.EnergyPart({"x": ("m", "position")}, kinetic=energy)


@pytest.mark.parametrize("sine", [ca.sin, np.sin])
def test_functions_of_casadi_and_numpy_are_taken(sine):
    machine = bar_with(lw.Prescribed("pin.angle", lambda t: 0.1 * sine(t)))
    assert lw.compile(lw.formalisms.modular(machine)).reference.positions["pin.angle"] == pytest.approx(0.0)

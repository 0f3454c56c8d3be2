"""Euler parameters e and -e are the same rotation: a reference configuration given with either assembles alike."""

import casadi as ca
import numpy as np
import pytest

import linkwright as lw


def turned(axis, angle, sign):
    """Euler parameters of a rotation about an axis, with a sign."""
    return sign * np.array([np.cos(angle / 2), *(np.sin(angle / 2) * np.asarray(axis) / np.linalg.norm(axis))])


def hinged(angle, sign):
    """A bar on a hinge about z whose reference says only how the bar is turned."""
    bar = lw.Body(1.0, (0.1, 0.2, 0.3), points={"a": (-0.5, 0.0, 0.0)})
    e = turned((0, 0, 1), angle, sign)
    reference = {f"bar.e{k}": float(e[k]) for k in range(4)}
    return lw.Mechanism("hinged", {"bar": bar}, {"pin": lw.Revolute("ground", "bar.a")}, reference=reference)


@pytest.mark.parametrize("formalism", lw.formalisms.__all__)
@pytest.mark.parametrize("angle", [1.2, -2.9, 0.0])
def test_the_sign_of_the_euler_parameters_does_not_matter(formalism, angle):
    for sign in (1.0, -1.0):
        state = lw.compile(getattr(lw.formalisms, formalism)(hinged(angle, sign))).assemble()
        assert state.positions["pin.angle"] == pytest.approx(angle, abs=1e-9)
        found = [state.positions[f"bar.e{k}"] for k in range(4)]
        np.testing.assert_allclose(found, turned((0, 0, 1), angle, 1.0), rtol=0, atol=1e-9)


@pytest.mark.parametrize("formalism", lw.formalisms.__all__)
def test_half_a_turn_with_either_sign_is_half_a_turn(formalism):
    for sign in (1.0, -1.0):
        state = lw.compile(getattr(lw.formalisms, formalism)(hinged(np.pi, sign))).assemble()
        assert abs(state.positions["pin.angle"]) == pytest.approx(np.pi, abs=1e-7)


@pytest.mark.parametrize("formalism", lw.formalisms.__all__)
def test_formulas_and_joints_in_space_take_either_sign(formalism):
    """A ball joint's own parameters, given by formulas of the machine's parameters, on a bar two joints out."""
    tilt = lw.Parameter("tilt", 0.8, "rad", "tilt of the second bar")
    points = {"a": (-0.5, 0.0, 0.0), "b": (0.5, 0.0, 0.0)}
    bars = {name: lw.Body(1.0, (0.1, 0.2, 0.3), points=points) for name in ("one", "two")}
    joints = {"pin": lw.Revolute("ground", "one.a"), "ball": lw.Spherical("one.b", "two.a")}
    half = tilt / 2
    wanted = {"ball.e0": ca.cos(half), "ball.e1": ca.sin(half), "ball.e2": 0.0 * half, "ball.e3": 0.0 * half}
    for sign in (1.0, -1.0):
        reference = {"pin.angle": 0.3} | {name: sign * value for name, value in wanted.items()}
        machine = lw.Mechanism("arm", bars, joints, parameters=[tilt], reference=reference)
        state = lw.compile(getattr(lw.formalisms, formalism)(machine)).assemble()
        found = [state.positions[f"ball.e{k}"] for k in range(4)]
        np.testing.assert_allclose(found, turned((1, 0, 0), 0.8, 1.0), rtol=0, atol=1e-9)
        assert state.positions["pin.angle"] == pytest.approx(0.3, abs=1e-9)

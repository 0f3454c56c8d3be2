"""Zeros and quarter turns of the description are folded in the code of a run; other values bring the products in."""

import numpy as np
import pytest
from scipy.linalg import expm, expm_frechet

import linkwright as lw

VALUES = [(0.0, 0.0), (0.0, 3.0), (50.0, 0.0), (50.0, 3.0)]


def _on_a_spring():
    """A block of 2 kg on a straight way: 2 x'' + d x' + k x = 0."""
    stiffness, damping = lw.Parameter("k", 0.0, "N/m", "stiffness"), lw.Parameter("d", 0.0, "N s/m", "damping")
    connections = {
        "way": lw.Prismatic("ground", "block"), "spring": lw.JointSpring("way.slide", stiffness),
        "damper": lw.JointDamper("way.slide", damping),
    }  # fmt: skip
    parameters = [stiffness, damping]
    return lw.Mechanism("spring_mass", {"block": lw.Body(2.0, 0.1)}, connections, parameters=parameters)


@pytest.mark.parametrize("order", [1, -1])
def test_zero_or_not_a_run_obeys_its_parameters(order):
    """One machine with values one after the other, in both orders; (x, x') by the matrix exponential."""
    machine = lw.compile(lw.formalisms.kane(_on_a_spring()))
    for k, d in VALUES[::order]:
        dynamics = machine.with_parameters({"k": k, "d": d})
        state = dynamics.assemble({"way.slide": 0.3}, {"way.slide": 1.0})
        run = lw.simulate(dynamics, state, duration=1.0, samples=5, rtol=1e-10, atol=1e-12)
        A = np.array([[0.0, 1.0], [-k / 2.0, -d / 2.0]])
        for t, x, rate in zip(run.time, run["way.slide"], run["way.slide'"], strict=True):
            expected = expm(A * t) @ [0.3, 1.0]
            assert np.abs([x, rate] - expected).max() < 1e-8  # errors of steps add up to some rtol


@pytest.mark.parametrize(("k", "d"), [(0.0, 0.0), (50.0, 0.0)])
def test_derivatives_by_parameters_that_are_zero(k, d):
    """d(x, x')/dk, d(x, x')/dd by the Frechet derivative of the exponential; forward, one or both, and by the adjoint.

    A value of 1e-300 moves nothing, but brings in the code with all products: the same to rounding.
    """
    machine = lw.compile(lw.formalisms.kane(_on_a_spring()))
    A = np.array([[0.0, 1.0], [-k / 2.0, -d / 2.0]])
    changes = {"k": np.array([[0.0, 0.0], [-0.5, 0.0]]), "d": np.array([[0.0, 0.0], [0.0, -0.5]])}
    expected = {name: expm_frechet(A, E, compute_expm=False) @ [0.3, 1.0] for name, E in changes.items()}
    options = {"duration": 1.0, "samples": 5, "rtol": 1e-10, "atol": 1e-12}

    def runs(values, **more):
        dynamics = machine.with_parameters(values)
        return lw.simulate(dynamics, dynamics.assemble({"way.slide": 0.3}, {"way.slide": 1.0}), **options, **more)

    for names in (["k"], ["d"], ["k", "d"]):
        run = runs({"k": k, "d": d}, sensitivities=names)
        other = next((name for name in "kd" if name not in names), "d")
        full = runs({"k": k, "d": d, other: max(1e-300, {"k": k, "d": d}[other])}, sensitivities=names)
        for name in names:
            found = [run.sensitivity(channel, name)[-1] for channel in ("way.slide", "way.slide'")]
            assert np.abs(found - expected[name]).max() < 1e-8  # errors of steps add up to some rtol
            same = [full.sensitivity(channel, name)[-1] for channel in ("way.slide", "way.slide'")]
            assert np.abs(np.subtract(found, same)).max() < 1e-13
    last = {"way.slide": np.array([0.0] * 4 + [1.0])}
    for values in ({"k": k, "d": d}, {"k": k, "d": 1e-300}):
        gradient = runs(values, adjoint=True).gradient(last, by=["k", "d"])
        for name in "kd":
            assert abs(gradient[name] - expected[name][0]) < 1e-8


@pytest.mark.parametrize("order", [1, -1])
def test_a_quarter_turn_or_not_a_run_obeys_its_angles(order):
    """A block on a way of any inclination: x = x0 + v0 t - g sin(a) t^2 / 2; the description says a quarter turn."""
    angle = lw.Parameter("a", np.pi / 2, "rad", "inclination")
    base = lw.Ground(points={"foot": lw.Pose((0.2, 0.1), angle=angle)})
    machine = lw.compile(
        lw.Mechanism(
            "incline", {"base": base, "block": lw.Body(2.0, 0.1)}, {"way": lw.Prismatic("base.foot", "block")},
            parameters=[angle], gravity=(0.0, -9.81),
        )
    )  # fmt: skip
    for a in [np.pi / 2, 0.3, np.pi, -np.pi / 2, np.pi / 2 + 1e-7][::order]:
        dynamics = machine.with_parameters({"a": a})
        state = dynamics.assemble({"way.slide": 0.3}, {"way.slide": 1.0})
        run = lw.simulate(dynamics, state, duration=1.0, samples=5, rtol=1e-10, atol=1e-12)
        expected = 0.3 + run.time - 9.81 * np.sin(a) * run.time**2 / 2
        assert np.abs(run["way.slide"] - expected).max() < 1e-9  # errors of steps add up to some rtol
        assert np.abs(run["block.y"] - (0.1 + np.sin(a) * expected)).max() < 1e-9

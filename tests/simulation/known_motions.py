"""Motions that are known from outside, by closed forms and by typed equations, sampled along their whole length."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from math import cos, sin

import numpy as np
from numpy.typing import NDArray
from scipy.integrate import solve_ivp
from scipy.special import ellipj, ellipk
from tests.simulation import machines

import linkwright as lw
from linkwright.mechanisms.andrews_squeezer import START
from oracles import andrews, n_four_bar, three_rrr, three_rrr_motion

Array = NDArray[np.float64]
SAMPLES = 201


@dataclass(frozen=True)
class Known:
    """A machine, how it starts, for how long it runs (s), the quantities that are compared, and their true values.

    `steps` (s) are those of a fixed step, from coarse to fine; `noise` is the error of the true values over 1 + |value|
    and of rounding in any run.
    """

    machine: Callable[[], lw.Mechanism]
    positions: dict[str, float]
    speeds: dict[str, float]
    duration: float
    names: tuple[str, ...]
    truth: Callable[[Array], Array]
    steps: tuple[float, float, float]
    noise: float = 3e-12


def compiled(known: Known) -> lw.Dynamics:
    return _compiled(known.machine)


@cache
def _compiled(machine: Callable[[], lw.Mechanism]) -> lw.Dynamics:
    return lw.compile(lw.formalisms.modular(machine()))


def simulated(known: Known, integrator: lw.integrators.Integrator, accuracy: str = "engineering") -> lw.Trajectory:
    dynamics = compiled(known)
    state = dynamics.assemble(known.positions, known.speeds)
    inputs = dict.fromkeys(dynamics.inputs, 0.0)
    return lw.simulate(
        dynamics,
        state,
        duration=known.duration,
        inputs=inputs,
        samples=SAMPLES,
        accuracy=accuracy,
        integrator=integrator,
    )


def true_error(known: Known, motion: lw.Trajectory) -> float:
    """Largest error of a quantity at any sample, over 1 + |value|."""
    exact = _true(known.truth, known.duration)
    found = np.array([motion[name] for name in known.names])
    return float(np.max(np.abs(found - exact) / (1 + np.abs(exact))))


@cache
def _true(truth: Callable[[Array], Array], duration: float) -> Array:
    return truth(np.linspace(0.0, duration, SAMPLES))


def solved(rates: Callable[[float, Array], Array | list[float]], start: Array, times: Array) -> Array:
    """States at times (n, times), by SciPy."""
    end = float(times[-1])
    return np.asarray(solve_ivp(rates, (0.0, end), start, method="DOP853", t_eval=times, rtol=2.3e-14, atol=1e-15).y)


# -- a pendulum, in Jacobi's functions -------------------------------------------------------------------------------


def _pendulum(times: Array) -> Array:
    frequency = np.sqrt(1.3 * machines.GRAVITY * machines.LENGTH / (1.3 * machines.LENGTH**2 + 1e-3))
    k = np.sin(np.pi / 4)
    _, cn, _, _ = ellipj(ellipk(k**2) - frequency * times, k**2)
    return np.array([machines.pendulum_angle(times, np.pi / 2) - np.pi / 2, -2 * k * frequency * cn])


# -- a double pendulum that swings widely ----------------------------------------------------------------------------

L, C, D, M, N, G = 0.5, 0.25, 0.2, 1.0, 0.8, 9.81
"""Length of the first bar, distances of both mass centres from their pins (m), masses (kg), gravity (m/s^2)."""
ONE, TWO = M * (C**2 + L**2 / 12) + N * L**2, N * (D**2 + 0.4**2 / 12)


def double_pendulum_rates(y: Array, first: float = 0.0, second: float = 0.0) -> list[float]:
    """Rates of two angles from the downward vertical and of their speeds; torques (N m) at the shoulder and elbow."""
    a, b, v, w = y.tolist()
    coupling, across = N * L * D * cos(a - b), N * L * D * sin(a - b)
    one = first - second - across * w**2 - (M * C + N * L) * G * sin(a)
    two = second + across * v**2 - N * D * G * sin(b)
    size = ONE * TWO - coupling**2
    return [v, w, (TWO * one - coupling * two) / size, (ONE * two - coupling * one) / size]


def _double_pendulum(times: Array) -> Array:
    return solved(lambda _, y: double_pendulum_rates(y), np.array([1.2, -0.6, 0.0, 0.0]), times)


# -- the 3RRR, Andrews' mechanism, the heavy top, a stiff slide ------------------------------------------------------


def _three_rrr(times: Array) -> Array:
    found = three_rrr_motion.motion(three_rrr.without_motors(), (0.0, 0.0, 0.0), (0.3, 0.2, 1.0), times, rtol=3e-14)
    return np.vstack([found.pose.T, found.velocity.T])


def _andrews(times: Array) -> Array:
    parameters = compiled(KNOWN["andrews"]).parameters
    function = andrews.accelerations(parameters)

    def rates(_: float, y: Array) -> Array:
        matrix, right = (np.asarray(x, dtype=float) for x in function(y[:7], y[7:]))
        return np.concatenate([y[7:], np.linalg.solve(matrix, right.ravel())[:7]])

    return solved(rates, np.array([*START.values(), *[0.0] * 7]), times)


def _heavy_top(times: Array) -> Array:
    """Euler's equations about O in the frame of the top, with its vertical g: g' = g x w."""
    across, along, weight = 0.234375 + 15.0, 0.46875, 15.0 * 9.81

    def rates(_: float, state: Array) -> list[float]:
        p, q, r, x, y, z = state.tolist()
        spin = [((along - across) * q * r - weight * z) / across, 0.0, ((across - along) * p * q + weight * x) / across]
        return [*spin, y * r - z * q, z * p - x * r, x * q - y * p]

    return solved(rates, np.array([0.0, 150.0, -4.61538, 0.0, 0.0, 1.0]), times)[:3]


def _stiff(times: Array) -> Array:
    """x'' + 1001 x' + 1000 x = 0 from x = 1 at rest: rates of 1 and 1000 per second."""
    slow, fast = np.exp(-times), np.exp(-1000 * times)
    return np.array([(1000 * slow - fast) / 999, (-1000 * slow + 1000 * fast) / 999])


def _four_bars(times: Array) -> Array:
    """The tip of the first crank, through configurations in which all bars are in line."""
    k = n_four_bar.constant(2)
    psi, rate = solved(lambda _, y: [y[1], k * sin(y[0])], np.array([0.0, 1.0]), times)
    return np.array([np.sin(psi), np.cos(psi), rate * np.cos(psi), -rate * np.sin(psi)])


def _three_rrr_machine() -> lw.Mechanism:
    return lw.mechanisms.three_rrr(motors=False)


def _four_bars_machine() -> lw.Mechanism:
    return lw.mechanisms.n_four_bar(2)


def _stiff_machine() -> lw.Mechanism:
    return machines.stiff_mass(1000.0, 1001.0)


POSE = ("platform.x", "platform.y", "platform.theta")
KNOWN = {
    "pendulum": Known(
        machines.pendulum,
        {"arm.theta": 0.0},
        {},
        5.0,
        ("arm.theta", "arm.theta'"),
        _pendulum,
        (0.05, 0.01, 0.002),
    ),
    "double pendulum": Known(
        lw.mechanisms.double_pendulum,
        {"theta1": 1.2, "theta2": -0.6},
        {},
        5.0,
        ("theta1", "theta2", "theta1'", "theta2'"),
        _double_pendulum,
        (0.01, 0.005, 0.001),
        noise=1e-10,
    ),
    "3RRR": Known(
        _three_rrr_machine,
        dict.fromkeys(POSE, 0.0),
        dict(zip(POSE, (0.3, 0.2, 1.0), strict=True)),
        3.5,
        (*POSE, *[f"{name}'" for name in POSE]),
        _three_rrr,
        (0.02, 0.01, 0.005),
        noise=1e-11,
    ),
    "andrews": Known(
        lw.mechanisms.andrews_squeezer,
        dict(START),
        {},
        0.03,
        (*START, *[f"{name}'" for name in START]),
        _andrews,
        (1e-4, 5e-5, 1e-5),
        noise=1e-10,
    ),
    "two four-bars": Known(
        _four_bars_machine,
        {},
        {"x0": 1.0},
        5.0,
        ("x0", "y0", "x0'", "y0'"),
        _four_bars,
        (0.02, 0.01, 0.005),
        noise=5e-10,  # what rounding leaves near singular configurations
    ),
    "heavy top": Known(
        lw.mechanisms.heavy_top,
        {},
        {"wx": 0.0, "wy": 150.0, "wz": -4.61538},
        1.0,
        ("wx", "wy", "wz"),
        _heavy_top,
        (0.002, 0.001, 0.0005),
        noise=1e-11,
    ),
    "stiff slide": Known(
        _stiff_machine,
        {"slide.slide": 1.0},
        {},
        0.5,
        ("slide.slide", "slide.slide'"),
        _stiff,
        (0.0005, 0.0002, 0.0001),
    ),
}

"""Gradients by the adjoint against complex steps of independent integrations, and against forward sensitivities."""

import pickle
from functools import cache

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwright as lw
from linkwright.dynamics import Refused
from linkwright.simulation.sensitivities.adjoint.tableau import tableau_of

COMPLEX = 1e-30
"""Imaginary step: nothing is subtracted, so it may be as small as one likes."""
SAME = 1e-10
"""Relative difference of forward and adjoint: the same discrete map, differentiated in another order."""


def apart(one, other):
    """Largest relative difference of two gradients."""
    return max(abs(one[name] - other[name]) / max(abs(one[name]), 1e-300) for name in one)


# -- a motor under two rates with a delay ------------------------------------------------------------------------------

MOTOR = {"motor.J": 2e-5, "motor.L": 0.082e-3, "motor.R": 0.299, "motor.Kt": 0.0302, "motor.b": 1e-6}
CASCADE = {"speed.kp": 0.02, "speed.ki": 1.5, "current.kp": 0.4}


def cascade():
    """PI of the speed every 1 ms; P of the current every 0.2 ms, whose command acts 0.3 ms later."""
    machine = lw.Mechanism(
        "drive", {"motor": lw.DCMotor(J=2e-5, L=0.082e-3, R=0.299, Kt=0.0302, Ke=0.0302, b=1e-6)}, {}
    )
    blocks = {
        "speed": lw.control.PI(kp=0.02, ki=1.5).every(1e-3),
        "current": lw.control.PI(kp=0.4, ki=0.0).every(2e-4, delay=3e-4),
    }
    wires = {
        "speed.measurement": "motor.omega", "current.reference": "speed.command", "current.measurement": "motor.i",
        "motor.v": "current.command",
    }  # fmt: skip
    return lw.ClosedLoop(lw.compile(lw.formalisms.modular(machine)), lw.control.Diagram(blocks, wires))


def cascade_map(values, count):
    """Omega, i and the held voltage every 0.1 ms, by RK4 over 0.1 ms."""
    J, L, R, Kt, b = (values[name] for name in MOTOR)
    A, B = np.array([[-b / J, Kt / J], [-0.0302 / L, -R / L]]), np.array([0.0, 1.0 / L])
    x = np.array([0.0, values["motor.i(0)"]], dtype=complex)
    v, integral, wanted, waiting = 0j, 0j, 0j, {}
    rows = [[*x, v]]
    for k in range(count):
        v = waiting.pop(k, v)
        if k % 10 == 0:
            error = 100.0 - x[0]
            integral = integral + values["speed.ki"] * 1e-3 * error
            wanted = values["speed.kp"] * error + integral
        if k % 2 == 0:
            waiting[k + 3] = values["current.kp"] * (wanted - x[1])
        k1 = A @ x + B * v
        k2 = A @ (x + 5e-5 * k1) + B * v
        k3 = A @ (x + 5e-5 * k2) + B * v
        k4 = A @ (x + 1e-4 * k3) + B * v
        x = x + 1e-4 / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        rows.append([*x, v])
    return np.array(rows)


def test_a_motor_under_two_rates_with_a_delay_against_complex_steps():
    loop = cascade()
    count = 120
    options = {
        "duration": count * 1e-4, "inputs": {"speed.reference": 100.0}, "samples": count + 1,
        "integrator": lw.integrators.RungeKutta4(step=1e-4),
    }  # fmt: skip
    names = [*MOTOR, *CASCADE, "motor.i(0)"]
    run = lw.simulate(loop, loop.assemble(), adjoint=True, **options)
    random = np.random.default_rng(3)
    slopes = {name: random.normal(size=count + 1) for name in ("motor.omega", "motor.i", "current.command")}
    slopes["current.command"][1::2] = 0.0  # there it jumps, and a sample may show either side
    found = run.gradient(slopes, by=names)
    for name in names:
        values = {**MOTOR, **CASCADE, "motor.i(0)": 0j}
        values[name] = values[name] + 1j * COMPLEX
        rows = cascade_map(values, count).imag / COMPLEX
        expected = sum(slopes[channel] @ rows[:, k] for k, channel in enumerate(slopes))
        # Sums of 360 numbers of either sign.
        assert found[name] == pytest.approx(expected, rel=1e-11), name
    forward = lw.simulate(loop, loop.assemble(), sensitivities=names, **options).gradient(slopes)
    assert apart(forward, found) < SAME
    # All parameters and gains, unless names are given.
    everything = run.gradient(slopes)
    assert set(everything) == {*loop.dynamics.parameters, *loop.gains}
    assert apart({name: found[name] for name in (*MOTOR, *CASCADE)}, everything) < 1e-13


@pytest.mark.parametrize(
    "integrator",
    [lw.integrators.DormandPrince8(), pytest.param(lw.integrators.DormandPrince(), marks=pytest.mark.long)],
    ids=repr,
)
def test_adaptive_steps_with_inputs_of_time_give_the_forward_gradient(integrator):
    loop = cascade()
    options = {
        "duration": 0.02, "samples": 77, "integrator": integrator, "rtol": 1e-11,
        "inputs": {"speed.reference": lw.motions.Sine(50.0, 80.0)},
    }  # fmt: skip
    names = ["motor.J", "motor.Kt", "current.kp", "motor.omega(0)"]
    random = np.random.default_rng(4)
    channels = ("motor.omega", "motor.angle", "energy.kinetic", "energy.loss", "motor.v", "speed.command")
    slopes = {name: random.normal(size=77) for name in channels}
    forward = lw.simulate(loop, loop.assemble(), sensitivities=names, **options)
    found = lw.simulate(loop, loop.assemble(), adjoint=True, **options).gradient(slopes, by=names)
    assert apart(forward.gradient(slopes), found) < SAME


# -- a closed loop of bars ---------------------------------------------------------------------------------------------


def slider_crank_rates(y, l_1, l_2, m_1, m_2):
    """Phi', phi'' of the slider-crank by its one equation of motion, I phi'' + I_phi phi'^2 / 2 + V_phi = 0."""
    m_3, g = 0.60, 9.81
    phi, rate = y
    c, s = np.cos(phi), np.sin(phi)
    theta = np.arcsin(-l_1 * s / l_2)
    ct, st = np.cos(theta), np.sin(theta)
    a = -l_1 * c / (l_2 * ct)  # theta' / phi' and the derivative of that by phi
    b = (l_1 * s + l_2 * st * a**2) / (l_2 * ct)
    inertia, half = m_1 * l_1**2 / 3 + m_2 * l_2**2 / 12 * a**2, m_2 * l_2**2 / 12 * a * b
    for mass, x1, x2 in (
        (m_2, -l_1 * s - l_2 / 2 * st * a, -l_1 * c - l_2 / 2 * (ct * a**2 + st * b)),
        (m_2, l_1 * c + l_2 / 2 * ct * a, -l_1 * s + l_2 / 2 * (ct * b - st * a**2)),
        (m_3, -l_1 * s - l_2 * st * a, -l_1 * c - l_2 * (ct * a**2 + st * b)),
    ):
        inertia, half = inertia + mass * x1**2, half + mass * x1 * x2
    weight = g * (m_1 * l_1 / 2 * c + m_2 * (l_1 * c + l_2 / 2 * ct * a))
    return np.array([rate, -(half * rate**2 + weight) / inertia])


def slider_crank_height(values, time):
    """Crank angle, its rate and the place of the slider."""
    phi, rate, l_1, l_2, m_1, m_2 = values
    found = solve_ivp(
        lambda _, y: slider_crank_rates(y, l_1, l_2, m_1, m_2), (0.0, time[-1]), np.array([phi, rate], dtype=complex),
        method="DOP853", rtol=1e-13, atol=1e-15, t_eval=time,
    ).y  # fmt: skip
    x = l_1 * np.cos(found[0]) + l_2 * np.cos(np.arcsin(-l_1 * np.sin(found[0]) / l_2))
    return {"phi": found[0], "phi'": found[1], "x": x}


LONG = [pytest.param(name, marks=pytest.mark.long) for name in ("newton_euler", "lagrange", "modular")]


@pytest.mark.parametrize("formalism", ["boltzmann_hamel", "denoc", "kane", *LONG])
def test_a_closed_loop_of_bars_against_complex_steps(formalism):
    # The crank turns over, so that pivots change; each step and each sample is projected.
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(lw.mechanisms.slider_crank()))
    start = {"phi": 0.6, "phi'": 12.0}
    state = dynamics.assemble({"phi": 0.6}, {"phi": 12.0})
    options = {"duration": 0.6, "rtol": 1e-12, "samples": 41, "inputs": dict.fromkeys(dynamics.inputs, 0.0)}
    names = ["phi(0)", "phi'(0)", "l_1", "l_2", "m_1", "m_2"]
    values = [*start.values(), *(dynamics.parameters[name] for name in names[2:])]
    run = lw.simulate(dynamics, state, adjoint=True, **options)
    assert run.outcome.finished
    random = np.random.default_rng(5)
    slopes = {name: random.normal(size=41) for name in ("phi", "phi'", "x")}
    found = run.gradient(slopes, by=names)
    for k, name in enumerate(names):
        stepped = [value + 1j * COMPLEX * (j == k) for j, value in enumerate(values)]
        rows = slider_crank_height(stepped, run.time)
        expected = sum(given @ rows[channel].imag / COMPLEX for channel, given in slopes.items())
        assert found[name] == pytest.approx(expected, rel=1e-8), name
    # With coarse steps projections move states by more than rounding, and their derivatives count.
    for integrator in (lw.integrators.DormandPrince8(), lw.integrators.RungeKutta4(step=0.01)):
        options["integrator"] = integrator
        forward = lw.simulate(dynamics, state, sensitivities=names, **options).gradient(slopes)
        found = lw.simulate(dynamics, state, adjoint=True, **options).gradient(slopes, by=names)
        assert apart(forward, found) < SAME, integrator


# -- events ------------------------------------------------------------------------------------------------------------


def ball():
    m, e = lw.Parameter("m", 1.5, "kg", "mass"), lw.Parameter("e", 0.8, "", "restitution")
    parts = {"ground": lw.Ground(), "ball": lw.Body(m, 1.0)}
    connections = {
        "fall": lw.Prismatic("ground", "ball"),
        "floor": lw.EndStop("fall.slide", lower=0.0, restitution=e),
        "weight": lw.Force("fall.slide"),
    }
    return lw.Mechanism("ball", parts, connections, parameters=[m, e])


def test_an_impact_against_its_closed_form():
    dynamics = lw.compile(lw.formalisms.modular(ball()))
    options = {"duration": 0.8, "inputs": {"weight.force": -1.5 * 9.81}, "rtol": 1e-11, "samples": 81}
    names = ["m", "e", "fall.slide(0)", "fall.slide'(0)"]
    state = dynamics.assemble({"fall.slide": 1.0})
    run = lw.simulate(dynamics, state, adjoint=True, **options)
    random = np.random.default_rng(6)
    slopes = {"fall.slide": random.normal(size=81), "energy.loss": random.normal(size=81)}
    found = run.gradient(slopes, by=names)
    for k, name in enumerate(names):
        m, e, x, v = (value + 1j * COMPLEX * (j == k) for j, value in enumerate((1.5, 0.8, 1.0, 0.0)))
        a = 1.5 * 9.81 / m
        t1 = (v + np.sqrt(v**2 + 2 * a * x)) / a
        w = a * t1 - v  # it lands with w, and rises with e w
        late = run.time > t1.real
        t = run.time
        height = np.where(late, e * w * (t - t1) - a * (t - t1) ** 2 / 2, x + v * t - a * t**2 / 2)
        lost = np.where(late, -m * w**2 * (1 - e**2) / 2, 0j)  # work on the ball
        expected = (slopes["fall.slide"] @ height.imag + slopes["energy.loss"] @ lost.imag) / COMPLEX
        assert found[name] == pytest.approx(expected, rel=1e-8), name
    assert apart(lw.simulate(dynamics, state, sensitivities=names, **options).gradient(slopes), found) < SAME


@cache
def rubbing_block():
    mass, dry = lw.Parameter("m", 2.0, "kg", "mass"), lw.Parameter("F", 3.13, "N", "friction")
    parts = {"ground": lw.Ground(), "block": lw.Body(mass, 1.0)}
    connections = {
        "slide": lw.Prismatic("ground", "block"),
        "friction": lw.CoulombFriction("slide.slide", dry),
        "push": lw.Force("slide.slide"),
    }
    machine = lw.Mechanism("block", parts, connections, parameters=[mass, dry])
    return lw.compile(lw.formalisms.modular(machine))


def friction_loop(F=3.13, k=8.0, m=2.0):
    """A mass with dry friction under a sampled position loop: it breaks away at instants, and comes to rest between."""
    dynamics = rubbing_block().with_parameters({"m": m, "F": F})
    wires = {"position.measurement": "slide.slide", "push.force": "position.command"}
    return lw.ClosedLoop(dynamics, lw.control.Diagram({"position": lw.control.P(k).every(0.1)}, wires))


def test_dry_friction_under_sampled_control_against_differences_of_runs():
    wanted = lw.motions.Table((0.0, 1.0, 2.0, 4.0, 6.0), (0.0, 0.0, 1.0, 1.0, -1.0), "linear")
    options = {"duration": 6.0, "inputs": {"position.reference": wanted}, "samples": 61, "rtol": 1e-11}
    loop = friction_loop()
    run = lw.simulate(loop, loop.assemble(), sensitivities=["m", "F", "position.k"], **options)
    assert run.outcome.finished
    assert len(run.events) >= 3
    for name, (value, short) in {"m": (2.0, "m"), "F": (3.13, "F"), "position.k": (8.0, "k")}.items():
        step = 1e-5 * value
        ends = []
        for change in (-step, step):
            other = friction_loop(**{short: value + change})
            ends.append(lw.simulate(other, other.assemble(), **options)["slide.slide"])
        expected = (ends[1] - ends[0]) / (2 * step)
        # Central differences leave the square of their step.
        assert np.allclose(run.sensitivity("slide.slide", name), expected, rtol=0, atol=1e-8 * np.abs(expected).max())
    slopes = {"slide.slide": np.random.default_rng(7).normal(size=61)}
    found = lw.simulate(loop, loop.assemble(), adjoint=True, **options).gradient(slopes, by=["m", "F", "position.k"])
    assert apart(run.gradient(slopes), found) < SAME


def test_a_run_that_an_event_stops_shows_its_last_state():
    dynamics = lw.compile(lw.formalisms.modular(ball()))
    stop = lw.events.Event(lw.events.Crosses("fall.slide", 0.3))
    run = lw.simulate(
        dynamics, dynamics.assemble({"fall.slide": 1.0}), duration=1.0, samples=11, adjoint=True, events=[stop],
        inputs={"weight.force": -1.5 * 9.81},
    )  # fmt: skip
    slopes = np.zeros(len(run.time))
    slopes[-1] = 1.0
    # At the time where it has stopped, x = x0 - F t^2 / (2 m).
    found = run.gradient({"fall.slide": slopes}, by=["m", "fall.slide(0)"])
    assert found["fall.slide(0)"] == pytest.approx(1.0, rel=1e-12)
    assert found["m"] == pytest.approx(0.7 / 1.5, rel=1e-9)


# -- the rest ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "kind", [lw.integrators.RungeKutta4, lw.integrators.DormandPrince, lw.integrators.DormandPrince8]
)
def test_coefficients_read_off_the_loops_meet_the_conditions_of_order(kind):
    found = tableau_of(kind)
    rounding = 1e-13  # sums of coefficients up to 40
    assert np.allclose(found.a.sum(axis=1), found.c, rtol=0, atol=rounding)
    for power in range(kind.order):
        assert found.b @ found.c ** float(power) == pytest.approx(1 / (power + 1), rel=rounding)
    for theta in (0.0, 0.3, 1.0):
        shares = np.polynomial.chebyshev.chebval(2 * theta - 1, found.dense.T)
        for power in range(kind.dense_order):
            assert shares @ found.c ** float(power) == pytest.approx(theta ** (power + 1) / (power + 1), abs=1e-11)
        if theta == 1.0:
            assert np.allclose(shares, found.b, rtol=0, atol=rounding)


def test_what_the_adjoint_does_not_go_with_is_refused_all_at_once():
    loop = cascade()
    options = {"duration": 0.002, "inputs": {"speed.reference": 100.0}, "samples": 5}
    with pytest.raises(
        Refused, match=r"Radau.*implicit.*sensitivities=.*keep_energy.*dense.*sensitivities does not go"
    ):
        lw.simulate(
            loop, loop.assemble(), adjoint=True, sensitivities=["motor.J"], keep_energy=True, dense=True,
            integrator=lw.integrators.Radau(), **options,
        )  # fmt: skip
    run = lw.simulate(loop, loop.assemble(), adjoint=True, **options)
    with pytest.raises(KeyError, match=r"no derivatives of 'motor\.ii'"):
        run.gradient({"motor.ii": np.zeros(5)})
    with pytest.raises(ValueError, match=r"shape \(3,\)"):
        run.gradient({"motor.i": np.zeros(3)})
    with pytest.raises(ValueError, match=r"no parameter.*'motor\.JJ'"):
        run.gradient({"motor.i": np.zeros(5)}, by=["motor.JJ"])
    with pytest.raises(TypeError, match="in a list"):
        run.gradient({"motor.i": np.zeros(5)}, by="motor.J")
    with pytest.raises(ValueError, match="has no sensitivities"):
        run.sensitivity("motor.i", "motor.J")
    with pytest.raises(ValueError, match="pickles no adjoint"):
        pickle.loads(pickle.dumps(run)).gradient({"motor.i": np.zeros(5)})  # noqa: S301  our own


def test_inputs_that_are_python_functions_have_gradients_too():
    dynamics = lw.compile(lw.formalisms.modular(ball()))
    state = dynamics.assemble({"fall.slide": 1.0})
    found = []
    for force in (lambda t: -3.0 * t, -3.0 * lw.t):
        run = lw.simulate(
            dynamics, state, duration=0.4, samples=5, adjoint=True, inputs={"weight.force": force},
            integrator=lw.integrators.RungeKutta4(step=0.01),
        )  # fmt: skip
        found.append(run.gradient({"fall.slide": np.arange(5.0)}, by=["m"])["m"])
    # x = x0 - 3 t^3 / (6 m): exact for a method of order 4, and for cubic pieces.
    expected = float(np.arange(5.0) @ (np.arange(5) / 10) ** 3) * 3 / 6 / 1.5**2
    assert found == pytest.approx([expected, expected], rel=1e-12)

"""Sensitivities against closed forms, complex steps of independent integrations, and differences of runs."""

import pickle

import numpy as np
import pytest
from scipy.linalg import expm

import linkwright as lw
from linkwright.dynamics import Refused
from linkwright.simulation.sensitivities import directions

MOTOR = {"motor.J": 2e-5, "motor.L": 0.082e-3, "motor.R": 0.299, "motor.Kt": 0.0302, "motor.b": 1e-6}
GAINS = {"speed.kp": 0.02, "speed.ki": 1.5}
COMPLEX = 1e-30
"""Imaginary step: nothing is subtracted, so it may be as small as one likes."""


def motor_loop(delay=0.0):
    machine = lw.Mechanism(
        "drive",
        parts={"motor": lw.DCMotor(J=2e-5, L=0.082e-3, R=0.299, Kt=0.0302, Ke=0.0302, b=1e-6)},
        connections={},
    )
    blocks = {"speed": lw.control.PI(kp=0.02, ki=1.5).every(1e-3, delay=delay)}
    wires = {"speed.measurement": "motor.omega", "motor.v": "speed.command"}
    return lw.ClosedLoop(lw.compile(lw.formalisms.modular(machine)), lw.control.Diagram(blocks, wires))


def motor_matrices(values):
    J, L, R, Kt, b = (values[name] for name in MOTOR)
    return np.array([[-b / J, Kt / J], [-0.0302 / L, -R / L]]), np.array([0.0, 1.0 / L])


def runge_kutta(A, B, x, v, h):
    def f(x):
        return A @ x + B * v

    k1 = f(x)
    k2 = f(x + h / 2 * k1)
    k3 = f(x + h / 2 * k2)
    k4 = f(x + h * k3)
    return x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)


def exponential(A, B, x, v, h):
    whole = np.zeros((3, 3), dtype=complex)
    whole[:2, :2], whole[:2, 2] = A, B
    return (expm(whole * h) @ np.append(x, v))[:2]


def sampled_motor(values, step, delay, start=(0.0, 0.0), instants=30):
    """omega, i and the held command at multiples of 0.1 ms: PI at 1 kHz, whose command acts `delay` x 0.1 ms later."""
    A, B = motor_matrices(values)
    x, v, integral, waiting = np.array(start, dtype=complex), 0.0, 0.0, 0.0
    rows = [[*x, v]]
    for _ in range(instants):
        error = 100.0 - x[0]
        integral = integral + values["speed.ki"] * 1e-3 * error
        waiting = values["speed.kp"] * error + integral
        for k in range(10):
            if k == delay:
                v = waiting
            x = step(A, B, x, v, 1e-4)
            rows.append([*x, v])
    return np.array(rows)


def complex_steps(step, delay, name):
    values = {**MOTOR, **GAINS, "motor.i(0)": 0.0}
    values[name] = values[name] + 1j * COMPLEX
    return sampled_motor(values, step, delay, (0.0, values["motor.i(0)"])).imag / COMPLEX


@pytest.mark.parametrize("delay", [0, 3])
def test_a_sampled_loop_with_fixed_steps_against_complex_steps_of_the_same_map(delay):
    loop = motor_loop(delay / 1e4)
    names = [*MOTOR, *GAINS, "motor.i(0)"]
    run = lw.simulate(
        loop, loop.assemble(), duration=0.03, inputs={"speed.reference": 100.0}, samples=301,
        integrator=lw.integrators.RungeKutta4(step=1e-4), sensitivities=names,
    )  # fmt: skip
    assert run.sensitivities.by == tuple(names)
    for name in names:
        expected = complex_steps(runge_kutta, delay, name)
        for k, channel in enumerate(("motor.omega", "motor.i", "speed.command")):
            found = run.sensitivity(channel, name)
            rows = slice(1, None)  # a sample at an instant shows what was held before it
            assert np.allclose(found[rows], expected[rows, k], rtol=0, atol=1e-11 * np.abs(expected[:, k]).max()), name
    # The voltage is the command; references do not depend on parameters.
    assert np.array_equal(run.sensitivity("motor.v", "motor.J"), run.sensitivity("speed.command", "motor.J"))
    assert not run.sensitivity("speed.reference", "motor.J").any()


@pytest.mark.parametrize(
    "integrator",
    [
        lw.integrators.DormandPrince(), lw.integrators.DormandPrince8(), lw.integrators.Rosenbrock(),
        lw.integrators.Radau(),
    ],
    ids=repr,
)  # fmt: skip
def test_a_sampled_loop_with_adaptive_steps_against_matrix_exponentials(integrator):
    loop = motor_loop(3e-4)
    names = [*MOTOR, *GAINS]
    run = lw.simulate(
        loop, loop.assemble(), duration=0.03, inputs={"speed.reference": 100.0}, samples=301,
        rtol=1e-10 if integrator.exact_slopes else 1e-12, integrator=integrator, sensitivities=names,
    )  # fmt: skip
    for name in names:
        expected = complex_steps(exponential, 3, name)
        for k, channel in enumerate(("motor.omega", "motor.i")):
            scale = np.abs(expected[:, k]).max()
            assert np.allclose(run.sensitivity(channel, name), expected[:, k], rtol=0, atol=1e-8 * scale), name


def test_steps_are_those_of_the_run_without_sensitivities():
    loop = motor_loop()
    options = {"duration": 0.01, "inputs": {"speed.reference": 100.0}}
    plain = lw.simulate(loop, loop.assemble(), **options)
    run = lw.simulate(loop, loop.assemble(), sensitivities=["motor.J"], **options)
    # To rounding: the code of a longer function adds in another order.
    assert run.certificate.steps == plain.certificate.steps
    assert np.allclose(run["motor.omega"], plain["motor.omega"], rtol=0, atol=1e-8)
    assert run.certificate.verdict == plain.certificate.verdict


def oscillator():
    m, w = lw.Parameter("m", 2.0, "kg", "mass"), lw.Parameter("w", 5.0, "1/s", "natural frequency")
    return lw.Mechanism(
        "oscillator",
        {"ground": lw.Ground(), "mass": lw.Body(m, 1.0)},
        {"slide": lw.Prismatic("ground", "mass"), "spring": lw.JointSpring("slide.slide", m * w**2)},
        parameters=[m, w],
    )


def test_an_oscillator_against_its_closed_form():
    dynamics = lw.compile(lw.formalisms.modular(oscillator()))
    state = dynamics.assemble({"slide.slide": 0.3}, {"slide.slide": -0.4})
    names = ["m", "w", "spring.stiffness", "slide.slide(0)", "slide.slide'(0)"]
    run = lw.simulate(dynamics, state, duration=3.0, rtol=1e-12, sensitivities=names)
    t, m, k, x0, v0 = run.time, 2.0, 50.0, 0.3, -0.4
    w = np.sqrt(k / m)
    by_w = -x0 * t * np.sin(w * t) + v0 * (t * np.cos(w * t) / w - np.sin(w * t) / w**2)
    # The stiffness is a formula, m w^2, which follows its parameters; named itself, it alone changes.
    expected = {"m": 0.0 * t, "w": by_w, "spring.stiffness": by_w * w / (2 * k)}
    expected |= {"slide.slide(0)": np.cos(w * t), "slide.slide'(0)": np.sin(w * t) / w}
    for name, values in expected.items():
        found = run.sensitivity("slide.slide", name)
        assert np.allclose(found, values, rtol=0, atol=1e-9 * max(1e-3, np.abs(values).max())), name
    # Energy depends on the start as E = (k x0^2 + m v0^2) / 2 does, at all times.
    energy = run.sensitivity("energy.kinetic", "slide.slide(0)") + run.sensitivity("energy.potential", "slide.slide(0)")
    assert np.allclose(energy, k * x0, rtol=1e-9)
    # A scalar of the trajectory: the integral of x^2 by the trapezoidal rule.
    weights = np.full(len(t), t[1])
    weights[[0, -1]] /= 2
    gradient = run.gradient({"slide.slide": 2 * weights * run["slide.slide"]})
    assert gradient["w"] == pytest.approx(float(2 * weights @ (run["slide.slide"] * by_w)), rel=1e-8)


def differences(simulated, step):
    """Derivative of channels by central differences of fourth order."""
    one, two, three, four = (simulated(factor * step) for factor in (-2, -1, 1, 2))
    return lambda name: (8 * (three[name] - two[name]) - (four[name] - one[name])) / (12 * step)


LONG = [pytest.param(name, marks=pytest.mark.long) for name in ("newton_euler", "lagrange", "kane")]
FORMALISMS = ["boltzmann_hamel", "denoc", *LONG]


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_closed_loop_of_bars_against_differences_of_runs(formalism):
    # The crank turns over, so that pivots change; lengths move the start, which follows at the same crank angle.
    machine = lw.mechanisms.slider_crank()
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))
    crank = "phi"
    state = dynamics.assemble({crank: 0.6}, {crank: 12.0})
    drive = dict.fromkeys(dynamics.inputs, 0.0)
    options = {"duration": 0.6, "rtol": 1e-11, "samples": 61, "inputs": drive}
    lengths = [name for name, value in dynamics.parameters.items() if "." not in name and value > 0][:3]
    names = [*lengths, f"{crank}(0)", f"{crank}'(0)"]
    run = lw.simulate(dynamics, state, sensitivities=names, **options)
    assert run.outcome.finished
    for name in names:

        def simulated(change, name=name):
            changed, position, speed = dynamics, 0.6, 12.0
            if name == f"{crank}(0)":
                position += change
            elif name == f"{crank}'(0)":
                speed += change
            else:
                changed = dynamics.with_parameters({name: dynamics.parameters[name] + change})
            start = changed.assemble({crank: position}, {crank: speed}, near=state)
            return lw.simulate(changed, start, **options)

        value = dynamics.parameters.get(name, 1.0)
        expected = differences(simulated, 1e-4 * value)
        for channel in dynamics.quantities[:6]:
            found = run.sensitivity(channel, name)
            scale = max(np.abs(found).max(), np.abs(expected(channel)).max(), 1e-6)
            assert np.allclose(found, expected(channel), rtol=0, atol=1e-6 * scale), (name, channel)


@pytest.mark.parametrize("integrator", [lw.integrators.Rosenbrock(), lw.integrators.Radau()], ids=repr)
def test_implicit_steps_of_a_closed_loop_give_what_explicit_ones_do(integrator):
    # Jacobians depend on the state, so second derivatives count. Torque and force change with time.
    dynamics = lw.compile(lw.formalisms.denoc(lw.mechanisms.slider_crank()))
    state = dynamics.assemble({"phi": 0.6}, {"phi": 12.0})
    names = ["l_1", "m_3", "phi'(0)"]
    options = {"duration": 0.2, "samples": 21, "sensitivities": names}
    options["inputs"] = dict.fromkeys(dynamics.inputs, 0.0) | {"tau": lw.motions.Sine(0.2, 8.0)}
    expected = lw.simulate(dynamics, state, rtol=1e-12, **options)
    run = lw.simulate(dynamics, state, rtol=1e-9, integrator=integrator, **options)
    for name in names:
        for channel in ("phi", "phi'", "x", "energy.source"):
            other = expected.sensitivity(channel, name)
            # A derivative is as accurate as the run, which is within 1e-9 times what a motion of ten rad/s lets grow.
            assert np.allclose(run.sensitivity(channel, name), other, rtol=0, atol=1e-8 * np.abs(other).max()), name


def encoder_loop():
    """A motor whose angle an encoder of 400 counts a turn reads."""
    machine = lw.Mechanism(
        "drive",
        parts={"motor": lw.DCMotor(J=2e-5, L=0.082e-3, R=0.299, Kt=0.0302, Ke=0.0302, b=1e-6)},
        connections={},
    )
    blocks = {"encoder": lw.control.Encoder(400).every(1e-3), "angle": lw.control.P(0.8).every(1e-3)}
    wires = {"encoder.input": "motor.angle", "angle.measurement": "encoder.output", "motor.v": "angle.command"}
    return lw.ClosedLoop(lw.compile(lw.formalisms.modular(machine)), lw.control.Diagram(blocks, wires))


def counted_motor(values, passes):
    """Angle every 0.1 ms by RK4; the reading is in whole counts, its derivative that of the angle, or zero."""
    J, L, R, Kt, b = (values[name] for name in MOTOR)
    A = np.array([[0, 1, 0], [0, -b / J, Kt / J], [0, -0.0302 / L, -R / L]], dtype=complex)
    B, x, resolution, v, rows = np.array([0.0, 0.0, 1.0 / L]), np.zeros(3, dtype=complex), 2 * np.pi / 400, 0.0, []
    for k in range(200):
        if k % 10 == 0:
            reading = np.floor(x[0].real / resolution) * resolution + 1j * x[0].imag * passes
            v = values["angle.k"] * (1.0 - reading)
        rows.append(x[0])
        x = runge_kutta(A, B, x, v, 1e-4)
    return np.array([*rows, x[0]])


@pytest.mark.parametrize("held", [False, True])
def test_derivatives_pass_encoders_unless_their_counts_are_held(held):
    loop = encoder_loop()
    names = ["motor.J", "motor.Kt", "angle.k"]
    options = {
        "duration": 0.02, "inputs": {"angle.reference": 1.0}, "samples": 201,
        "integrator": lw.integrators.RungeKutta4(step=1e-4),
    }  # fmt: skip
    if held:
        plain = lw.simulate(loop, loop.assemble(), **options)
        loop = loop.with_counts({name: plain.signal(name).values for name in ("encoder.output", "encoder.counts")})
    run = lw.simulate(loop, loop.assemble(), sensitivities=names, **options)
    back = lw.simulate(loop, loop.assemble(), adjoint=True, **options)
    weights = {"motor.angle": np.random.default_rng(8).normal(size=201)}
    found = back.gradient(weights, by=names)
    for name in names:
        values = {**MOTOR, "angle.k": 0.8}
        values[name] = values[name] + 1j * COMPLEX
        expected = counted_motor(values, passes=0.0 if held else 1.0).imag / COMPLEX
        assert np.allclose(
            run.sensitivity("motor.angle", name), expected, rtol=0, atol=1e-11 * np.abs(expected).max()
        ), name
        assert found[name] == pytest.approx(float(weights["motor.angle"] @ expected), rel=1e-9), name
    # What was done is said.
    words = "were given: their derivatives are zero" if held else "did not round to counts"
    assert any("encoder" in note and words in note for note in run.certificate.notes)
    assert any("encoder" in note and words in note for note in back.certificate.notes)


def test_many_directions_are_computed_in_parts():
    # More than a kernel of this machine has; each part has its own derivatives of slopes and projections.
    dynamics = lw.compile(lw.formalisms.denoc(lw.mechanisms.slider_crank()))
    state = dynamics.assemble({"phi": 0.6}, {"phi": 12.0})
    options = {"duration": 0.05, "samples": 6, "inputs": dict.fromkeys(dynamics.inputs, 0.0)}
    options["integrator"] = lw.integrators.RungeKutta4(step=1e-3)
    names = ["l_1", "l_2", "m_1", "m_2", "m_3"]
    expected = {name: lw.simulate(dynamics, state, sensitivities=[name], **options) for name in names[::2]}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(directions, "LONGEST_KERNEL", 1)  # one direction a kernel
        run = lw.simulate(dynamics, state, sensitivities=names, **options)
    for name, other in expected.items():
        for channel in ("phi", "phi'", "x", "energy.kinetic"):
            values = other.sensitivity(channel, name)
            assert np.allclose(run.sensitivity(channel, name), values, rtol=0, atol=1e-12 * np.abs(values).max())


def test_what_cannot_be_differentiated_is_refused_all_at_once():
    loop = motor_loop()
    options = {"duration": 0.01, "inputs": {"speed.reference": 100.0}}
    with pytest.raises(ValueError, match=r"(?s)no parameter.*'motor.JJ'.*motor\.J.*named twice"):
        lw.simulate(loop, loop.assemble(), sensitivities=["motor.JJ", "speed.kp", "speed.kp"], **options)
    with pytest.raises(TypeError, match=r"sensitivities is a str .*, such as \['motor.J'\]"):
        lw.simulate(loop, loop.assemble(), sensitivities="motor.J", **options)
    with pytest.raises(Refused, match=r"keep_energy.*dense"):
        lw.simulate(loop, loop.assemble(), sensitivities=["motor.J"], keep_energy=True, dense=True, **options)
    run = lw.simulate(loop, loop.assemble(), **options)
    with pytest.raises(ValueError, match="has no sensitivities"):
        run.sensitivity("motor.i", "motor.J")
    run = lw.simulate(loop, loop.assemble(), sensitivities=["motor.J"], **options)
    with pytest.raises(KeyError, match=r"not differentiated by 'motor\.R'"):
        run.sensitivity("motor.i", "motor.R")
    with pytest.raises(KeyError, match=r"no sensitivities of 'motor\.ii'"):
        run.sensitivity("motor.ii", "motor.J")
    with pytest.raises(ValueError, match=r"shape \(3,\)"):
        run.gradient({"motor.i": np.zeros(3)})


def test_a_value_that_constraints_hold_is_refused():
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.slider_crank()))
    state = dynamics.assemble({"phi": 0.6})
    names = [f"{name}(0)" for name in dynamics.quantities if name != "phi" and not name.endswith("'")][:1]
    with pytest.raises(Refused, match="cannot change alone"):
        lw.simulate(dynamics, state, duration=0.1, inputs=dict.fromkeys(dynamics.inputs, 0.0),
                    sensitivities=["phi(0)", *names])  # fmt: skip


def test_python_blocks_are_refused_in_words():
    machine = lw.Mechanism(
        "drive", parts={"motor": lw.DCMotor(J=2e-5, L=8e-5, R=0.3, Kt=0.03, Ke=0.03)}, connections={}
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    own = lw.control.Python(lambda *given: ([0.1 * given[2][0]], []), inputs=["speed"], outputs=["v"])
    loop = lw.ClosedLoop(
        dynamics,
        lw.control.Diagram({"own": own.every(1e-3)}, {"own.speed": "motor.omega", "motor.v": "own.v"}),
    )
    with pytest.raises(Refused, match=r"own is a Python function.*control\.Step"):
        lw.simulate(loop, loop.assemble(), duration=0.01, sensitivities=["motor.J"])


def test_sensitivities_outlive_the_machine_and_travel():
    loop = motor_loop()
    run = lw.simulate(
        loop, loop.assemble(), duration=0.005, inputs={"speed.reference": 100.0}, samples=11, sensitivities=["motor.J"]
    )
    expected = run.sensitivity("motor.i", "motor.J")
    again = pickle.loads(pickle.dumps(run))  # noqa: S301  our own
    assert np.array_equal(again.sensitivity("motor.i", "motor.J"), expected)
    fresh = lw.simulate(
        loop, loop.assemble(), duration=0.005, inputs={"speed.reference": 100.0}, samples=11, sensitivities=["motor.J"]
    )
    del loop
    assert np.allclose(fresh.sensitivity("motor.i", "motor.J"), expected, rtol=1e-12)

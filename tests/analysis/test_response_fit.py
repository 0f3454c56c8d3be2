"""Fits to measured frequency responses: exact derivatives, machines, closed loops, files, and what is refused."""

from functools import cache

import numpy as np
import pytest

import linkwright as lw
from linkwright.analysis.linear.parametric import ParametricResponse
from linkwright.simulation.sensitivities import parameter_change

SHAFT = {"J1": (2e-5, "kg m^2"), "J2": (5e-5, "kg m^2"), "k": (3.0, "N m/rad"), "d": (1e-4, "N m s/rad")}


@cache
def shaft():
    """Two inertias on a shaft."""
    J1, J2, k, d = (lw.Parameter(name, value, unit, name) for name, (value, unit) in SHAFT.items())
    machine = lw.Mechanism(
        "shaft",
        {"first": lw.Rotor(J=J1), "second": lw.Rotor(J=J2)},
        {
            "twist": lw.Relative("first.angle", "second.angle"),
            "spring": lw.JointSpring("twist.difference", k),
            "damper": lw.JointDamper("twist.difference", d),
            "torque": lw.Torque("first.angle"),
        },
        parameters=[J1, J2, k, d],
    )
    return lw.compile(lw.formalisms.modular(machine))


def shaft_response(f, **values):
    """Angle of the first over its torque: its closed form."""
    J1, J2, k, d = ({name: value for name, (value, _) in SHAFT.items()} | values).values()
    s = 2j * np.pi * f
    return (J2 * s**2 + k + d * s) / (s**2 * (J1 * J2 * s**2 + (J1 + J2) * (k + d * s)))


def shaft_slopes(f, names):
    """Real and imaginary parts of the closed form, s = i w, differentiated by complex steps each."""

    def parts(values):
        J1, J2, k, d = values
        w = 2 * np.pi * f
        a, b = k - J2 * w**2, d * w  # numerator
        c, e = -(w**2) * ((J1 + J2) * k - J1 * J2 * w**2), -(w**3) * (J1 + J2) * d  # denominator
        size = c * c + e * e
        return (a * c + b * e) / size, (b * c - a * e) / size

    columns = []
    for name in names:
        values = np.array([value for value, _ in SHAFT.values()], dtype=complex)
        h = 1e-30
        values[list(SHAFT).index(name)] += 1j * h
        real, imaginary = parts(values)
        columns.append(real.imag / h + 1j * imaginary.imag / h)
    return np.column_stack(columns)


def computed(dynamics, wires, f, names, *, state=None, u=None):
    inputs = np.zeros(len(dynamics.inputs)) if u is None else u
    model = ParametricResponse(dynamics, *wires, inputs)
    rest = model.rest_near(dynamics.assemble() if state is None else state)
    return model.evaluate(rest, f, [parameter_change(dynamics, name)[0] for name in names])


def test_derivatives_of_a_shaft_are_those_of_complex_steps():
    f, names = np.geomspace(5.0, 200.0, 30), list(SHAFT)
    G, slopes = computed(shaft(), (shaft().inputs[0], "first.angle"), f, names)
    assert np.allclose(G, shaft_response(f), rtol=1e-10, atol=0.0)
    expected = shaft_slopes(f, names)
    for k in range(len(names)):
        assert np.max(np.abs(slopes[:, k] - expected[:, k]) / np.abs(expected[:, k])) < 1e-8
    # An effort on the angle is what the torque is, and acceleration is s^2 times the angle.
    effort, changes = computed(shaft(), ("torque on first.angle", "first.angle''"), f, names)
    factor = (2j * np.pi * f) ** 2
    assert effort == pytest.approx(factor * G, rel=1e-9)
    assert changes == pytest.approx(factor[:, None] * slopes, rel=1e-8)


def differences(values, p):
    """Derivative by central differences of four steps, extrapolated."""
    h = 1e-2 * abs(p)
    d = np.array([(values(p + h / 2**k) - values(p - h / 2**k)) / (2 * h / 2**k) for k in range(4)])
    for k in range(3):
        d = (4 ** (k + 1) * d[1:] - d[:-1]) / (4 ** (k + 1) - 1)
    return d[0]


@pytest.mark.parametrize("formalism", ["modular", "kane", "denoc"])
def test_derivatives_of_a_closed_chain_follow_the_pose_at_which_it_rests(formalism):
    """A four-bar that a constant torque holds: other lengths and masses rest elsewhere."""
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(lw.mechanisms.four_bar()))
    held = lw.analysis.equilibrium(dynamics, {"phi": 1.0})
    u = np.array([held.inputs[name] for name in dynamics.inputs])
    f, names = np.array([0.5, 2.0, 9.0]), ["l_1", "l_2", "m_2", "J_3"]
    wires = dynamics.inputs[0], "phi''"
    G, slopes = computed(dynamics, wires, f, names, state=held.state, u=u)
    linear = lw.analysis.linearize(dynamics, held.state, dict(held.inputs), outputs=["phi''"])
    expected = [
        (linear.C @ np.linalg.solve(2j * np.pi * each * np.eye(len(linear.A)) - linear.A, linear.B) + linear.D)[0, 0]
        for each in f
    ]
    assert np.allclose(G, expected, rtol=1e-10, atol=0.0)
    for k, name in enumerate(names):

        def at(value, name=name):
            return computed(dynamics.with_parameters({name: value}), wires, f, [], state=held.state, u=u)[0]

        expected = differences(at, dynamics.parameters[name])
        assert np.max(np.abs(slopes[:, k] - expected)) < 1e-8 * np.max(np.abs(expected)), name


def test_stiffness_and_inertia_of_a_shaft():
    true, f = {"J2": 4e-5, "k": 3.6}, np.geomspace(5.0, 200.0, 60)
    random = np.random.default_rng(6)
    G = shaft_response(f, **true) * (1 + 0.005 * (random.normal(size=60) + 1j * random.normal(size=60)))
    data = lw.analysis.MeasuredResponse(f, 1e3 * G, shaft().inputs[0], "first.angle", "mrad/(N m)")
    fit = lw.analysis.identify(shaft(), data, parameters={"J2": (1e-6, 1e-3), "k": (0.1, 30.0)})
    for name, value in true.items():
        assert abs(fit[name].value - value) < 4 * fit[name].standard_error
    assert fit.residuals[0].noise == pytest.approx(0.005, rel=0.3)
    assert fit.residuals[0].white


def speed_loop():
    machine = lw.Mechanism("drive", {"motor": lw.DCMotor(J=2e-5, L=0.4e-3, R=0.299, Kt=0.0302, Ke=0.0302, b=1e-6)}, {})
    wires = {"speed.measurement": "motor.omega", "motor.v": "speed.command"}
    diagram = lw.control.Diagram({"speed": lw.control.PI(kp=0.02, ki=1.5).every(1e-3)}, wires)
    return lw.ClosedLoop(lw.compile(lw.formalisms.modular(machine)), diagram)


def test_a_closed_loop_by_its_lifted_model():
    """Data are readings of sines on the nonlinear run, so the linear model is not compared with itself."""
    loop, true = speed_loop(), {"motor.J": 1.5e-5, "speed.kp": 0.025}
    f = [3.0, 8.0, 20.0, 45.0]
    sines = lw.analysis.frequency_response(
        loop.with_parameters(true), input="speed.reference", output="motor.omega", frequencies=f, amplitudes=10.0,
        inputs={"speed.reference": 0.0}, processes=1,
    )  # fmt: skip
    values = [point.magnitude * np.exp(1j * np.radians(point.phase_deg)) for point in sines.points]
    data = lw.analysis.MeasuredResponse(f, values, "speed.reference", "motor.omega")
    fit = lw.analysis.identify(loop, data, parameters={"motor.J": (1e-6, 1e-4), "speed.kp": (1e-3, 0.1)})
    assert fit.converged
    for name, value in true.items():
        assert fit[name].value == pytest.approx(value, rel=1e-5), name


def write_file(path, text):
    path.write_text(text, encoding="utf-8")
    return path


def test_files_of_responses(tmp_path):
    f = np.array([5.0, 20.0, 90.0])
    G = shaft_response(f)
    names = {"input": shaft().inputs[0], "output": "first.angle"}
    files = {
        "polar": "frequency [Hz],magnitude [mrad/Nm],phase [deg]\n"
        + "".join(f"{a},{1e3 * abs(g):.17g},{np.degrees(np.angle(g)):.17g}\n" for a, g in zip(f, G, strict=True)),
        "parts": "real [mrad/Nm],imaginary [rad/Nm],frequency [rad/s]\n"
        + "".join(f"{1e3 * g.real:.17g},{g.imag:.17g},{2 * np.pi * a:.17g}\n" for a, g in zip(f, G, strict=True)),
        "decibels": "frequency [Hz],magnitude [dB],phase [rad]\n"
        + "".join(f"{a},{20 * np.log10(abs(g)):.17g},{np.angle(g):.17g}\n" for a, g in zip(f, G, strict=True)),
    }
    for name, text in files.items():
        found = lw.analysis.MeasuredResponse.read(write_file(tmp_path / f"{name}.csv", text), **names)
        assert found.frequencies == pytest.approx(f, rel=1e-12)
        assert found.values == pytest.approx(G, rel=1e-9)
    wrong = "frequency [mm],magnitude [mAA/N],phase [deg]\n1,2,3\n2,,4\n"
    with pytest.raises(
        ValueError, match=r"(?s)3 faults.*no unit 'mAA'.*gaps at line 3.*frequency is in mm, expected Hz"
    ):
        lw.analysis.MeasuredResponse.read(write_file(tmp_path / "wrong.csv", wrong), **names)
    with pytest.raises(ValueError, match=r"(?s)no column 'magnitude'; did you mean magnitud"):
        lw.analysis.MeasuredResponse.read(
            write_file(tmp_path / "names.csv", "frequency [Hz],magnitud [1],phase [deg]\n1,2,3\n2,3,4\n"), **names
        )


def test_what_does_not_fit_is_told_all_at_once():
    f = np.array([1.0, 2.0])
    data = lw.analysis.MeasuredResponse(f, [1.0, 1j], "torqu", "first.angel", "A")
    bounds = dict.fromkeys(("J1", "J2", "k", "d"), (1e-9, 1.0)) | {"first.angle(0)": (0.0, 1.0)}
    with pytest.raises(ValueError, match=r"no output 'first.angel'; did you mean first.angle") as error:
        lw.analysis.identify(shaft(), data, parameters=bounds, inputs={"push": 1.0}, compare=["first.angle"])
    for words in (
        "compare does not go with a frequency response", "first.angle(0): a value at the start", "no input 'push'",
        "2 frequencies for 5 parameters", "no input 'torqu'",
    ):  # fmt: skip
        assert words in str(error.value), words
    unfit = lw.analysis.MeasuredResponse(f, [1.0, 1j], shaft().inputs[0], "first.angle", "A")
    with pytest.raises(ValueError, match=r"measured in A, which does not fit: first.angle over .* is in rad/N/m"):
        lw.analysis.identify(shaft(), unfit, parameters={"k": (0.1, 30.0)})
    with pytest.raises(ValueError, match="values has zeros"):
        lw.analysis.MeasuredResponse(f, [1.0, 0.0], "torque", "first.angle")


def test_a_machine_that_falls_is_refused():
    dynamics = lw.compile(lw.formalisms.kane(lw.mechanisms.three_prs()))
    data = lw.analysis.MeasuredResponse([1.0, 2.0], [1.0, 1j], dynamics.inputs[0], "z")
    name = next(each for each in dynamics.parameters if each.startswith("m_"))
    with pytest.raises(ValueError, match=r"does not rest near this state: the balance of .* give inputs that hold it"):
        lw.analysis.identify(dynamics, data, parameters={name: (0.1, 30.0)})

"""The four transfer functions of a drive of two inertias (3PRS motion table, eqs. (2) and (3)) by linearize."""

import math

import numpy as np
import pytest
from scipy.linalg import eigvals

import linkwright as lw
from linkwright import analysis, formalisms

N = 0.070 / (2 * math.pi * 15)
J1, J2, K1, C1 = 1.42e-5 + 1.4e-6 + 4.68e-6, 4.524e-5 / 15**2 + 2.27 * N**2, 67.702, 3.0e-8
POINTS = [3j, 50 + 20j, 2 * math.pi * 900j, 7e3j, 1e3 - 4e3j, 2e4j]


@pytest.fixture(scope="module", params=["modular", "boltzmann_hamel"])
def linear(request):
    machine = lw.Mechanism(
        "two_inertias",
        {"motor": lw.Rotor(J=J1), "pulley": lw.Rotor(J=J2)},
        {
            "shaft": lw.Shaft("motor.angle", "pulley.angle", stiffness=K1, damping=C1),
            "drive": lw.Torque("motor.angle", input="tau_m"),
            "load": lw.Torque("pulley.angle", input="tau_d"),
        },
    )
    dynamics = lw.compile(getattr(formalisms, request.param)(machine))
    held = {"drive.tau_m": 0.0, "load.tau_d": 0.0}
    return analysis.linearize(dynamics, dynamics.assemble(), held, outputs=["motor.angle", "pulley.angle"])


def response(linear, s):
    """Outputs by inputs at s: C (s - A)^-1 B + D."""
    return linear.C @ np.linalg.solve(s * np.eye(len(linear.A)) - linear.A, linear.B) + linear.D


@pytest.mark.parametrize("s", POINTS)
def test_the_four_functions_come_out_of_the_model(linear, s):
    (motor_m, motor_d), (pulley_m, pulley_d) = response(linear, s)
    k = C1 * s + K1
    D = s**2 * (J1 * J2 * s**2 + (J1 + J2) * k)
    assert motor_m == pytest.approx((J2 * s**2 + k) / D, rel=1e-9)  # TF1
    assert pulley_m / motor_m == pytest.approx(k / (J2 * s**2 + k), rel=1e-9)  # TF2
    assert pulley_d == pytest.approx((J1 * s**2 + k) / D, rel=1e-9)  # TF1d, for a torque along the motion
    assert motor_d / pulley_d == pytest.approx(k / (J1 * s**2 + k), rel=1e-9)  # TF2d


@pytest.mark.parametrize("s", POINTS)
def test_they_superpose_to_the_coupled_model(linear, s):
    (TF1, motor_d), (pulley_m, TF1d) = response(linear, s)
    TF2, TF2d = pulley_m / TF1, motor_d / TF1d
    tau_m, tau_d = 0.3, -0.2  # tau_d works against the motion
    found = [TF1 * tau_m - TF2d * TF1d * tau_d, TF2 * TF1 * tau_m - TF1d * tau_d]
    k = C1 * s + K1
    coupled = np.array([[J1 * s**2 + k, -k], [-k, J2 * s**2 + k]])
    np.testing.assert_allclose(found, np.linalg.solve(coupled, [tau_m, -tau_d]), rtol=1e-9)


def test_frequency_responses_are_those_of_the_matrices(linear):
    f = np.array([0.5, 80.0, 900.0])
    found = linear.frequency_response("drive.tau_m", "pulley.angle", f)
    s = 2j * math.pi * f
    D = s**2 * (J1 * J2 * s**2 + (J1 + J2) * (C1 * s + K1))
    np.testing.assert_allclose(found.values, (C1 * s + K1) / D, rtol=1e-9)  # TF1 TF2
    assert (found.input, found.output, found.unit) == ("drive.tau_m", "pulley.angle", "rad")
    with pytest.raises(ValueError, match="3 faults") as caught:
        linear.frequency_response("drive.tau", "pulley.angel", [1.0, 0.0])
    assert "did you mean drive.tau_m" in str(caught.value)


def test_resonances_with_the_manufacturers_data(linear):
    """Free-free: poles of the model. Of TF2: zeros of the motor's response to its own torque."""
    free = np.max(np.abs(linear.eigenvalues))
    assert free / (2 * math.pi) == pytest.approx(1124.539, rel=1e-6)
    n = len(linear.A)
    pencil = np.block([[linear.A, linear.B[:, :1]], [linear.C[:1], np.zeros((1, 1))]])
    zeros = eigvals(pencil, np.diag([1.0] * n + [0.0]))
    finite = zeros[np.isfinite(zeros) & (np.abs(zeros) < 1e6)]
    assert np.max(np.abs(finite)) / (2 * math.pi) == pytest.approx(1086.290, rel=1e-6)

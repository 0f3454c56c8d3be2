"""The oracle of the controlled motion table: mechanics against another reduction, figures against known ones."""

import numpy as np
import pytest

from oracles import mast_table, three_prs

AMPLITUDES = {0.4: 0.075, 1: 0.040, 5: 0.015, 10: 0.010}
KNOWN = {
    ("identified", 0.4): (99.412, -7.152),
    ("identified", 1): (96.362, -17.500),
    ("identified", 5): (62.734, -64.043),
    ("identified", 10): (38.442, -101.603),
    ("manufacturer", 0.4): (99.324, -7.135),
    ("manufacturer", 1): (96.038, -17.330),
    ("manufacturer", 5): (67.108, -61.563),
    ("manufacturer", 10): (47.258, -110.412),
}
"""Magnitude (percent) and phase (degrees) of z by two programs that share no mechanics."""
SETS = {"identified": mast_table.IDENTIFIED, "manufacturer": mast_table.MANUFACTURER}


def test_accelerations_give_the_forces_of_the_other_reduction():
    """With the pulleys' inertia taken away, torques of the shafts are forces on the carriages."""
    random = np.random.default_rng(3)
    plant = mast_table.replace(mast_table.IDENTIFIED, J_guide=0.0, M_load=0.0)
    for _ in range(10):
        x = np.array([0.2551, 0, 0]) + random.uniform(-1, 1, 3) * [0.1, 0.33, 0.33]
        dx = random.uniform(-1, 1, 3) * [0.5, 2, 2]
        rho = np.array(mast_table.guides(plant, x))
        twist = random.uniform(-1e-3, 1e-3, 3)
        speeds = random.uniform(-50, 50, 3)
        y = [*x, *dx, *(rho / plant.n + twist), *speeds, 0.0, 0.0, 0.0]
        ddx = mast_table.slopes(plant, y, [0.0] * 3)[3:6]
        *_, B = three_prs.reduced(three_prs.Table(), x, dx)
        torques = plant.K1 * twist + plant.C1 * (speeds - B @ dx / plant.n)
        forces = three_prs.forces(three_prs.Table(), x, dx, ddx)
        np.testing.assert_allclose(forces, torques / plant.n, rtol=0, atol=1e-9 * np.max(np.abs(forces)))


def test_guides_are_the_closed_form_of_the_other_oracle():
    x = (0.27, 0.2, -0.15)
    np.testing.assert_allclose(
        mast_table.guides(mast_table.IDENTIFIED, x), three_prs.inverse_kinematics(three_prs.Table(), x)[0], atol=1e-15
    )


def torque_figures(answer, frequency):
    """Median of |torque - mean|, and the third harmonic over the first."""
    torque = np.array(answer.torque) - np.mean(answer.torque)
    periods = 3 if frequency < 0.5 else 10
    lines = np.abs(np.fft.rfft(torque))
    return np.median(np.abs(torque)), lines[3 * periods] / lines[periods]


@pytest.mark.long
@pytest.mark.parametrize("frequency", AMPLITUDES)
@pytest.mark.parametrize("which", SETS)
def test_figures_of_the_table(which, frequency):
    answer = mast_table.response(SETS[which], frequency, AMPLITUDES[frequency])
    assert (answer.magnitude, answer.phase) == pytest.approx(KNOWN[which, frequency], abs=0.002)
    if frequency == 0.4:
        known = {"identified": (0.0709, 0.333), "manufacturer": (0.0190, 0.292)}
        assert torque_figures(answer, frequency) == pytest.approx(known[which], rel=0.01)
    if frequency == 10:
        assert answer.current == pytest.approx({"identified": 15.77, "manufacturer": 23.72}[which], abs=0.1)


@pytest.mark.long
@pytest.mark.parametrize("frequency", [5, 10])
def test_figures_without_the_table_and_about_psi(frequency):
    plant, amplitude = mast_table.IDENTIFIED, AMPLITUDES[frequency]
    alone = {5: (62.400, -64.027), 10: (38.056, -100.785)}[frequency]
    answer = mast_table.response(mast_table.alone(plant), frequency, amplitude)
    assert (answer.magnitude, answer.phase) == pytest.approx(alone, abs=0.002)
    tilt = {5: (62.571, -64.038), 10: (38.271, -101.231)}[frequency]
    answer = mast_table.response(plant, frequency, amplitude / 0.35, coordinate=1)
    assert (answer.magnitude, answer.phase) == pytest.approx(tilt, abs=0.002)

"""Figures and tables of the page on the motion table, mast_3prs.md: `python docs/mechanisms/mast_3prs_figures.py`.

Everything is computed with Linkwright, after figures of the paper on a mechatronic model of a parallel Multi-Axial
Simulation Table (MAST). Figures go into this folder, or into the one that is given; tables are printed as Markdown.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from math import pi
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import linkwright as lw
from linkwright.analysis import FrequencyResponse, LinearResponse, MeasuredResponse
from linkwright.drawing import Panel, bode_plot, panel_plot

SETS = ("identified", "manufacturer")
MOTIONS = {"z": ("m", 1.0), "psi": ("rad", 1 / 0.35), "theta": ("rad", 1 / 0.35)}
"""Unit of a motion, and its amplitude for 1 m: points at the radius of 0.35 m move alike."""
MOTORS = {"z": 1, "psi": 2, "theta": 1}
"""The motor whose torque is shown: psi is moved by the second guide alone, theta by the first and the third."""
AMPLITUDES = {0.4: 0.075, 1.0: 0.040, 5.0: 0.015, 10.0: 0.010, 20.0: 0.005}
"""Amplitudes (m) by frequency (Hz), ours: the paper gives none. In between they are interpolated in logarithms."""
FREQUENCIES = (0.4, 0.7, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 7.0, 10.0, 14.0, 20.0)
PUBLISHED = {0.4: (99.4, -6.3), 5.0: (65.4, -62.5), 10.0: (43.2, -103.7)}
"""Magnitude (percent) and phase (degrees) at a frequency (Hz), from the text of section 4.2."""
STEP = 50e-6
"""Step of the integrator (s)."""
KT = 0.0302
"""Torque constant (N m/A) of the 24 V winding, which is assumed."""


@cache
def closed_loop(parameters: str = "identified", *, drives_alone: bool = False) -> lw.ClosedLoop:
    """The table under its cascade."""
    machine = lw.mechanisms.mast_3prs(parameters=parameters, drives_alone=drives_alone)
    dynamics = lw.compile(lw.formalisms.boltzmann_hamel(machine))
    return lw.ClosedLoop(dynamics, lw.mechanisms.mast_control(dynamics))


def amplitude(frequency: float, motion: str = "z") -> float:
    """Amplitude (m or rad) of a motion at a frequency (Hz)."""
    known = np.log(list(AMPLITUDES)), np.log(list(AMPLITUDES.values()))
    return float(np.exp(np.interp(np.log(frequency), *known))) * MOTIONS[motion][1]


def sines(loop: lw.ClosedLoop, motion: str, frequencies: Sequence[float]) -> FrequencyResponse:
    """Response of a motion to its command, by runs of the whole nonlinear model."""
    return lw.analysis.frequency_response(
        loop,
        input=f"pose.{motion}",
        output=motion,
        frequencies=list(frequencies),
        amplitudes=[amplitude(f, motion) for f in frequencies],
        waveforms=[f"drive{MOTORS[motion]}.i"],
        integrator=lw.integrators.RungeKutta4(step=STEP),
        processes=1,
    )


@cache
def all_sines(parameters: str, motion: str, *, drives_alone: bool = False) -> FrequencyResponse:
    """Responses at all frequencies."""
    return sines(closed_loop(parameters, drives_alone=drives_alone), motion, FREQUENCIES)


@cache
def linear(parameters: str, *, drives_alone: bool = False) -> lw.analysis.Lifted:
    """The linear model of machine and control at home, without friction."""
    loop = closed_loop(parameters, drives_alone=drives_alone)
    return lw.analysis.linearize(loop, loop.steady_state(loop.assemble()))


@cache
def drive() -> lw.analysis.DriveTransfer:
    """The four transfer functions of eqs. (2) and (3), with the data of Table 1."""
    return lw.analysis.transfer_functions(closed_loop("manufacturer").dynamics, "drive1")


def resonances() -> dict[str, float]:
    """Frequencies (Hz) of TF2 (motor held), TF2d (pulley held) and of the drive free at both ends, from Table 1."""
    functions = {"TF2": "TF2", "TF2d": "TF2d", "TF1, TF1d": "TF1"}
    return {names: drive()[name].resonances[0].frequency for names, name in functions.items()}


def transfer_functions() -> dict[str, LinearResponse]:
    """The four transfer functions over frequencies among which are their resonances."""
    found, grid = drive(), drive().frequencies()
    grid = grid[(grid >= 100.0) & (grid <= 3000.0)]
    labels = {
        "TF1": "TF1 = θm/τm [rad/(N m)]",
        "TF2": "TF2 = θp/θm",
        "TF1d": "TF1d = θp/τd [rad/(N m)]",
        "TF2d": "TF2d = θm,d/θp,d",
    }
    return {label: found[name].frequency_response(grid) for name, label in labels.items()}


Wave = tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]


@cache
def wave(parameters: str, motion: str, frequency: float) -> Wave:
    """Times (s), command, position (m or rad, from home) and torque of a motor (N m) over two settled periods."""
    loop = closed_loop(parameters)
    home = loop.assemble()
    size = amplitude(frequency, motion)
    command = lw.laws.Sine(size, frequency, offset=home[motion])
    begin, end = 1 + 2 / frequency, 1 + 4 / frequency
    run = lw.simulate(
        loop,
        home,
        duration=end,
        inputs={"pose.z": home["z"], "pose.psi": 0.0, "pose.theta": 0.0, f"pose.{motion}": command},
        integrator=lw.integrators.RungeKutta4(step=STEP),
        samples=round(200 * end * frequency) + 1,
        signals=[],
    )
    taken = run.time > begin - 1e-9
    t = run.time[taken]
    torque = KT * run[f"drive{MOTORS[motion]}.i"][taken]
    return t - begin, size * np.sin(2 * pi * frequency * t), run[motion][taken] - home[motion], torque


# -- figures -----------------------------------------------------------------------------------------------------------


def published() -> MeasuredResponse:
    """What the text says."""
    values = [0.01 * size * np.exp(1j * np.radians(phase)) for size, phase in PUBLISHED.values()]
    return MeasuredResponse(np.array(list(PUBLISHED)), np.array(values), "pose.z", "z")


def response_figure(motion: str, number: int) -> str:
    """Figs. 8 and 9."""
    curves: dict[str, FrequencyResponse | LinearResponse | MeasuredResponse] = {
        f"sines, {which}": all_sines(which, motion) for which in SETS
    }
    grid = np.geomspace(0.4, 20.0, 120)
    model = linear("identified").frequency_response(f"pose.{motion}", motion, grid)
    curves["linear, identified, no friction"] = model
    if motion == "z":
        curves["published (text)"] = published()
    return bode_plot(curves, title=f"Response of {motion} to its command (after Fig. {number})")


def mechanism_figure() -> str:
    """Fig. 10."""
    curves = {
        f"{which}, {words}": all_sines(which, "z", drives_alone=alone)
        for which in SETS
        for words, alone in (("with the mechanism", False), ("drives alone", True))
    }
    title = "Closed position loop with and without the mechanism (after Fig. 10)"
    return bode_plot(curves, title=title, dashed=[name for name in curves if name.endswith("alone")])


def motion_figure(motion: str, number: int) -> str:
    """Figs. 11 to 13."""
    unit, scale = ("mm", 1e3) if motion == "z" else ("°", 180 / pi)
    panels = []
    for frequency in (0.4, 5.0, 10.0):
        waves = {which: wave(which, motion, frequency) for which in SETS}
        t, command, *_ = waves["identified"]
        positions = {"command": (t, scale * command)} | {
            which: (time, scale * position) for which, (time, _, position, _) in waves.items()
        }
        torques = {which: (time, torque) for which, (time, _, _, torque) in waves.items()}
        panels.append(Panel(positions, ("time", "s"), (motion, unit), f"{frequency:g} Hz, position"))
        panels.append(
            Panel(torques, ("time", "s"), ("torque", "N m"), f"{frequency:g} Hz, torque of motor {MOTORS[motion]}")
        )
    return panel_plot(panels, columns=2, title=f"Position and torque, motion in {motion} (after Fig. {number})")


FIGURES = {
    "transfer_functions": lambda: bode_plot(
        transfer_functions(), title="Transfer functions of a drive, data of Table 1 (after Fig. 7)"
    ),
    "response_z": lambda: response_figure("z", 8),
    "response_psi": lambda: response_figure("psi", 9),
    "mechanism": mechanism_figure,
    "motion_z": lambda: motion_figure("z", 11),
    "motion_psi": lambda: motion_figure("psi", 12),
    "motion_theta": lambda: motion_figure("theta", 13),
}


# -- tables ------------------------------------------------------------------------------------------------------------


def response_rows() -> list[str]:
    """Magnitude and phase at 0.4, 1, 5 and 10 Hz, by motion and set."""
    rows = []
    for which in SETS:
        for motion in MOTIONS:
            points = {each.frequency: each for each in sines(closed_loop(which), motion, (0.4, 1.0, 5.0, 10.0)).points}
            cells = [f"{100 * each.magnitude:.2f} / {each.phase_deg:.2f}" for each in points.values()]
            rows.append(f"| {which}, `{motion}` | {' | '.join(cells)} |".replace("/ -", "/ −"))
    return rows


def amplitude_rows() -> list[str]:
    """Response of z at 10 Hz, identified, at several amplitudes."""
    sizes = (0.0025, 0.005, 0.010, 0.020, 0.040)
    loop = closed_loop("identified")
    cells = []
    for size in sizes:
        (point,) = lw.analysis.frequency_response(
            loop, input="pose.z", output="z", frequencies=[10.0], amplitudes=size,
            integrator=lw.integrators.RungeKutta4(step=STEP), processes=1,
        ).points  # fmt: skip
        cells.append(f"{100 * point.magnitude:.1f} / {point.phase_deg:.1f}")
    return [
        "| amplitude (mm) | " + " | ".join(f"{1e3 * size:g}" for size in sizes) + " |",
        "|---" * (len(sizes) + 1) + "|",
        f"| percent / degrees | {' | '.join(cells)} |".replace("/ -", "/ −"),
    ]


def torque_rows() -> list[str]:
    """Torque of motor 1, motion in z: median, third harmonic and difference at 0.4 Hz, peaks at 10 Hz."""
    rows = []
    for which in SETS:
        slow, fast = sines(closed_loop(which), "z", (0.4, 10.0)).points
        low, high = slow.waveforms["drive1.i"], fast.waveforms["drive1.i"]
        cells = (f"{KT * low.median:.4f}", f"{low.harmonics[1]:.3f}", f"{KT * high.peak:.3f}", f"{high.peak:.2f}")
        rows.append(f"| {which} | {' | '.join(cells)} |")
    return rows


def bandwidth_rows() -> list[str]:
    """Bandwidth (Hz) with the mechanism and of the drives alone, by sines and by the linear model."""
    rows = []
    for which in SETS:
        for words, found in (("sines", _by_sines), ("linear, no friction", _by_model)):
            both = [found(which, alone) for alone in (True, False)]
            rows.append(f"| {which}, {words} | {both[0]:.2f} | {both[1]:.2f} | {both[1] - both[0]:+.3f} |")
    return [row.replace("| -", "| −") for row in rows]


def _by_sines(which: str, alone: bool) -> float:  # noqa: FBT001  called from a table
    found = all_sines(which, "z", drives_alone=alone).bandwidth
    assert found is not None
    return found


def _by_model(which: str, alone: bool) -> float:  # noqa: FBT001  called from a table
    found = linear(which, drives_alone=alone).bandwidth("pose.z", "z")
    assert found is not None
    return found


TABLES = {
    "responses": response_rows,
    "amplitudes": amplitude_rows,
    "torques": torque_rows,
    "bandwidths": bandwidth_rows,
}


def main(folder: Path) -> None:
    """Write all figures, print all tables."""
    for name, draw in FIGURES.items():
        path = folder / f"mast_3prs_{name}.svg"
        path.write_text(draw(), encoding="utf-8")
        sys.stdout.write(f"wrote {path}\n")
    for name, rows_of in TABLES.items():
        sys.stdout.write("\n".join([f"\n{name}", *rows_of(), ""]))
    sys.stdout.write(f"\nresonances: {', '.join(f'{name} {f:.1f} Hz' for name, f in resonances().items())}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)

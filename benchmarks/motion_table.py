"""The 3PRS motion table on its drives under the 100 us / 1 ms / 5 ms cascade: how much faster than real time it runs.

CPU time on one core, RK4 with steps of 100 us; the sweep is wall-clock time on two cores. In C the same equations run
by gcc -O3; in MuJoCo the same machine, with its own constraints and the controllers in Python.
"""

from math import pi
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

import motion_table_in_c as in_c
import numpy as np
from machine import Settings
from measure import Case, Timing, interleaved
from results import Comparison, Figure, Section

import linkwright as lw

AMPLITUDE, FREQUENCY = 0.010, 10.0  # m, Hz
STICKING_AMPLITUDE, STICKING_FREQUENCY = 0.015, 5.0
DURATION = 3.0  # s
FREQUENCIES = (0.4, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.5, 10.0)
AMPLITUDES = (0.075, 0.055, 0.040, 0.030, 0.025, 0.020, 0.017, 0.015, 0.013, 0.012, 0.011, 0.010)
GAINS = {"position.k": 20.07, "speed.kp": 0.069, "speed.ki": 2.93, "current.kp": 1.17, "current.ki": 2.46e3}


def loop(**choices):
    """The table under its cascade, and its home."""
    dynamics = lw.compile(lw.formalisms.kane(lw.mechanisms.mast_3prs(**choices)))
    closed_loop = lw.ClosedLoop(dynamics, lw.mechanisms.mast_control(dynamics))
    return closed_loop, closed_loop.assemble()


def speed_loops(x, t, u, p, T):
    """The three speed loops as one Python function: PI, backward rectangles."""
    del t
    commands, integrals = [], []
    for k in range(3):
        error = u[k] - u[3 + k]
        integrals.append(x[k] + p[1] * T * error)
        commands.append(p[0] * error + integrals[-1])
    return commands, integrals


def python_loop():
    """The same table with its speed loops in Python, every 1 ms; all other blocks are compiled."""
    dynamics = lw.compile(lw.formalisms.kane(lw.mechanisms.mast_3prs(parameters="identified")))
    control, legs = lw.control, "123"
    blocks = {
        "pose": lw.closed_loop.Kinematics(
            dynamics, given=("z", "psi", "theta"), found=tuple(f"drive{k}.pulley" for k in legs)
        ).every(5e-3),
        "speeds": control.Python(
            speed_loops,
            inputs=[f"reference{k}" for k in legs] + [f"measurement{k}" for k in legs],
            outputs=[f"command{k}" for k in legs], state={f"integral{k}": 0.0 for k in legs},
            parameters={"kp": GAINS["speed.kp"], "ki": GAINS["speed.ki"]},
        ).every(1e-3),
    }  # fmt: skip
    wires = {}
    for k in legs:
        blocks[f"position{k}"] = control.P(GAINS["position.k"]).every(5e-3)
        blocks[f"current{k}"] = control.PI(GAINS["current.kp"], GAINS["current.ki"]).every(100e-6)
        wires |= {
            f"position{k}.reference": f"pose.drive{k}.pulley", f"position{k}.measurement": f"drive{k}.angle",
            f"speeds.reference{k}": f"position{k}.command", f"speeds.measurement{k}": f"drive{k}.angle'",
            f"current{k}.reference": f"speeds.command{k}", f"current{k}.measurement": f"drive{k}.i",
            f"drive{k}.v": f"current{k}.command",
        }  # fmt: skip
    closed_loop = lw.ClosedLoop(dynamics, control.Diagram(blocks, wires))
    return closed_loop, closed_loop.assemble()


def simulate(closed_loop, home, amplitude, frequency, duration=DURATION, samples=1001):
    """A run under a sine in z, and the motion of the platform."""
    motion = lw.simulate(
        closed_loop, home, duration=duration, samples=samples, integrator=lw.integrators.RungeKutta4(step=100e-6),
        inputs={"pose.z": home["z"] + lw.motions.Sine(amplitude, frequency), "pose.psi": 0.0, "pose.theta": 0.0},
    )  # fmt: skip
    assert motion.outcome.finished, motion.outcome
    return motion["z"]


def against_time(name: str, timing: Timing, target: float | None, note: str = "") -> Comparison:
    """A run of `DURATION` seconds of motion against the clock."""
    ratio = DURATION / timing.median
    return Comparison(
        name, "real time", timing.median, DURATION, ratio, DURATION / timing.minimum, target, note=note
    )  # fmt: skip


def table(settings: Settings) -> Section:
    """Real-time factors, C, the sweep and MuJoCo."""
    section = Section("Motion table under its cascade, 3 s of motion (CPU time)")
    smooth, home = loop(parameters="identified")
    sticks, sticks_home = loop(parameters="identified", friction="sticks")
    python, python_home = python_loop()
    cases = {
        "smooth friction, 10 Hz": Case(lambda: simulate(smooth, home, AMPLITUDE, FREQUENCY), number=1),
        "true sticking, 5 Hz": Case(
            lambda: simulate(sticks, sticks_home, STICKING_AMPLITUDE, STICKING_FREQUENCY), number=1
        ),
        "a Python function at 1 kHz": Case(lambda: simulate(python, python_home, AMPLITUDE, FREQUENCY), number=1),
    }
    timings = interleaved(cases, settings.rounds(15), clock=process_time)
    for (name, timing), target in zip(timings.items(), (40.0, 10.0, 10.0), strict=True):
        section.comparisons.append(against_time(name, timing, target))
        section.figures.append(Figure(f"{name}, the first run", timing.first, "s", note="compiling included"))
    z = simulate(smooth, home, AMPLITUDE, FREQUENCY)
    apart = float(np.abs(simulate(python, python_home, AMPLITUDE, FREQUENCY) - z).max())
    section.figures.append(Figure("speed loops in Python against compiled ones, largest difference of z", apart, "m"))
    _compare_c(section, settings, (smooth, home), timings["smooth friction, 10 Hz"], float(z[-1]))
    if not settings.quick:
        section.figures.append(_sweep())
    _compare_mujoco(section, (smooth, home))
    section.remarks.append(
        "A run returns 1001 samples of all quantities and the commands of all blocks at every instant; z is read. The "
        "C program returns the last state."
    )
    return section


def _compare_c(section: Section, settings: Settings, ours, timing: Timing, end: float) -> None:
    """The same equations by gcc, and whether they give the same motion."""
    closed_loop, home = ours
    if in_c.gcc() is None:
        section.remarks.append("The comparison with C is left out: gcc is not installed.")
        return
    names = [label.name for label in closed_loop.reference_labels]
    sine = f"{home['z']:.17g} + {AMPLITUDE} * sin({2 * pi * FREQUENCY:.17g} * t)"
    reference = " ".join(f"r[{k}] = {sine if name == 'pose.z' else 0.0};" for k, name in enumerate(names))
    text = in_c.source(closed_loop, home, reference, round(DURATION / in_c.STEP), settings.rounds(9))
    for flags, target in ((("-O3",), 0.5), (("-O3", "-march=native"), None)):
        with TemporaryDirectory() as folder:
            least, middle, q = in_c.run(text, Path(folder), flags)
        state = closed_loop.dynamics.assemble(dict(zip(closed_loop.dynamics.coordinates, q.tolist(), strict=True)))
        off = abs(state["z"] - end)
        section.comparisons.append(
            Comparison(
                "smooth friction, 10 Hz", f"C, gcc {' '.join(flags)}", timing.median, middle, middle / timing.median,
                least / timing.minimum, target, off < 1e-9, f"z at the end differs by {off:.0e} m",
            )
        )  # fmt: skip


def _sweep() -> Figure:
    """The frequency response at twelve frequencies of both sets of parameters, on two cores."""
    begin = perf_counter()
    for parameters in ("identified", "manufacturer"):
        closed_loop, _ = loop(parameters=parameters)
        lw.analysis.frequency_response(
            closed_loop, input="pose.z", output="z", frequencies=FREQUENCIES, amplitudes=AMPLITUDES, processes=2,
            integrator=lw.integrators.RungeKutta4(step=100e-6),
        )  # fmt: skip
    note = "wall-clock time on two cores, RK4 100 us, compiling included"
    return Figure("12 frequencies of both sets of parameters", perf_counter() - begin, "s", 20.0, note)


def _compare_mujoco(section: Section, ours) -> None:
    """One second in MuJoCo with the controllers in Python, and by how much its motion differs from ours."""
    try:
        from peers import mujoco_motion_table as peer
    except ImportError as error:
        section.remarks.append(f"MuJoCo is left out, because it does not import ({error}).")
        return
    closed_loop, home = ours
    parameters = closed_loop.dynamics.parameters
    try:
        made = peer.build(parameters)
    except ValueError as error:  # an older one has no dcmotor
        section.remarks.append(f"{peer.VERSION} is left out, since it does not take the model: {error}")
        return
    begin = process_time()
    heights = peer.run(made, GAINS, AMPLITUDE, FREQUENCY, 1.0, 10)
    taken = process_time() - begin
    z = simulate(closed_loop, home, AMPLITUDE, FREQUENCY, 1.0, len(heights))
    moved, error = z - home["z"], heights - heights[0] - (z - home["z"])
    section.figures += [
        Figure("MuJoCo, RK4 100 us, cascade in Python, times real time", 1.0 / taken, "x"),
        Figure(
            "its largest difference of z from ours, over the largest motion",
            float(np.abs(error).max() / np.abs(moved).max()), "", note=f"{peer.VERSION}, dcmotor, soft closures",
        ),
    ]  # fmt: skip

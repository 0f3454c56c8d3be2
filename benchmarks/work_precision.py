"""Time against error: every integrator on three problems, and peers on two of them at equal state error.

The problems: ten seconds of free motion of the 3RRR, ten seconds of the N-four-bar mechanism (which passes ten singular
configurations), and a stiff drive. A state error is the largest error at the end: of the platform's pose (m, rad), of
the first tip with speeds over the largest speed (m), of the angles of hub and load (rad). References are the oracles of
the tests and a matrix exponential.
"""

import importlib
import sys
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import process_time

import machine
import numpy as np
import stiff_drive
from measure import Case, Timing, interleaved
from peers import geometry as g
from results import Comparison, Figure, Section
from work_precision_figure import Curve, figure, table

import linkwright as lw

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))
from oracles import n_four_bar as oracle

TARGET = 10.0
LOOSEST, LOST = 1e-3, 0.05
"""A target holds for peers' errors below the first; a run with an error above the second is left out."""
TOLERANCES = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11)
BETWEEN = tuple(sorted((*TOLERANCES, *(0.3 * rtol for rtol in TOLERANCES[:-1])), reverse=True))
"""Tolerances; those of the default integrator lie closer, so that its errors come near to those of the peers."""
STEPS = (0.05, 0.02, 0.01, 0.005, 0.002, 0.001)
TIP = ("x0", "y0", "x0'", "y0'")


@dataclass(frozen=True)
class Problem:
    """A run: `run(integrator, rtol)` gives a motion, `end(motion)` the state at its end, `error(end)` its error."""

    name: str
    unit: str
    run: Callable
    end: Callable
    error: Callable


def three_rrr():
    """Free motion of the 3RRR."""
    dynamics = machine.compiled()
    state, rest = machine.start(dynamics), dict.fromkeys(machine.TORQUES, 0.0)

    def run(integrator, rtol):
        return lw.simulate(
            dynamics, state, duration=10.0, inputs=rest, samples=2, rtol=rtol, atol=rtol / 100, integrator=integrator
        )

    return Problem("3RRR", "m or rad", run, lambda motion: [motion[name][-1] for name in machine.PLATFORM], pose_error)


def n_four_bar(n):
    """The N-four-bar mechanism."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.n_four_bar(n)))
    state = dynamics.assemble(speeds={"x0": 1.0})

    def run(integrator, rtol):
        return lw.simulate(dynamics, state, duration=10.0, samples=2, rtol=rtol, atol=rtol / 100, integrator=integrator)

    return Problem(
        f"n_four_bar({n})", "m", run, lambda motion: [motion[name][-1] for name in TIP], lambda end: tip_error(n, end)
    )


def drive():
    """The stiff drive."""
    dynamics = lw.compile(lw.formalisms.modular(stiff_drive.machine()))
    state, exact = dynamics.assemble(), stiff_drive.exact()

    def run(integrator, rtol):
        return lw.simulate(
            dynamics, state, duration=stiff_drive.DURATION, inputs=stiff_drive.voltage(), samples=2, rtol=rtol,
            atol=rtol / 100, integrator=integrator,
        )  # fmt: skip

    return Problem("stiff drive", "rad", run, stiff_drive.angles, lambda end: float(np.abs(end - exact).max()))


def pose_error(pose):
    """Largest error of a pose of the 3RRR's platform after 10 s."""
    return float(np.abs(np.asarray(pose) - g.FREE_POSE_10_S).max())


def tip_error(n, values):
    """Largest error of the first tip of the N-four-bar mechanism after 10 s."""
    return oracle.published(n, 10.0).error(*values)


def settings_of(problem):
    """Integrators that fit a problem, with what is varied: (label, integrator, rtol)."""
    kinds = {"DormandPrince8": lw.integrators.DormandPrince8(), "DormandPrince": lw.integrators.DormandPrince()}
    stiff = {"Rosenbrock": lw.integrators.Rosenbrock(), "Radau": lw.integrators.Radau()}
    if problem.name == "n_four_bar(10)":  # for the peers only
        return [("DormandPrince8", kinds["DormandPrince8"], rtol) for rtol in BETWEEN[:-4]]
    if problem.name == "stiff drive":
        return [(name, method, rtol) for name, method in stiff.items() for rtol in TOLERANCES[:8]]
    found = [
        (name, method, rtol)
        for name, method in {**kinds, **stiff}.items()
        for rtol in (BETWEEN if name == "DormandPrince8" else TOLERANCES)
    ]
    return found + [("RungeKutta4", lw.integrators.RungeKutta4(step=step), 1e-8) for step in STEPS]


@dataclass(frozen=True)
class Point:
    """One run: whose, with what setting, its state error and its call."""

    whose: str
    setting: str
    error: float
    call: Callable
    note: str = ""

    @property
    def name(self):
        """Name of the case."""
        return f"{self.whose}, {self.setting}"


def ours(problem):
    """Points of our integrators; runs that do not finish are left out and said."""
    points, lost = [], []
    for name, method, rtol in settings_of(problem):
        motion = problem.run(method, rtol)
        setting = f"step {method.step:g} s" if name == "RungeKutta4" else f"rtol {rtol:g}"
        error = problem.error(problem.end(motion))
        if not motion.outcome.finished or not error < LOST:
            lost.append(f"{name} at {setting}")
            continue
        work = f"{motion.certificate.steps} steps, {motion.certificate.evaluations} evaluations"
        points.append(Point(name, setting, error, lambda m=method, r=rtol: problem.end(problem.run(m, r)), work))
    return points, lost


def peers_of(problem, quick):
    """Points of the peers on a problem, and in words what is missing or lost."""
    points, words = [], []
    for maker in (_pinocchio, _mujoco, _exudyn):
        try:
            tried = list(maker(problem.name, quick))
        except ImportError as error:
            words.append(f"{maker.__name__[1:]} is left out, because it does not import ({error}).")
            continue
        lost: dict[str, list[str]] = {}
        for whose, setting, call in tried:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found = call()
            error = np.inf if found is None else _error(problem.name, found)
            if error < LOST:
                points.append(Point(whose, setting, error, call))
            else:
                lost.setdefault(whose, []).append(setting + (" (gives up)" if found is None else ""))
        for whose, which in lost.items():
            words.append(
                f"{problem.name}: {whose} is off by more than {LOST:g}, or gives up where said, at {', '.join(which)}."
            )
    return points, words


def _error(name, found):
    return pose_error(found) if name == "3RRR" else tip_error(_loops(name), found)


def _loops(name):
    return int(name.partition("(")[2].rstrip(")"))


def _pinocchio(name, quick):
    label = "DOP853 (scipy) over pinocchio"
    tolerances = (1e-5, 1e-8) if quick else (1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10)
    if name == "3RRR":
        module = importlib.import_module("peers.pinocchio_three_rrr")
        peer, run = module.build(), module.free_motion
    else:
        module = importlib.import_module("peers.pinocchio_n_four_bar")
        peer, run = module.build(_loops(name)), module.motion
    for rtol in tolerances:
        yield label, f"rtol {rtol:g}", lambda rtol=rtol: run(peer, rtol=rtol, atol=rtol / 100)


def _mujoco(name, quick):
    steps = (0.005, 0.002, 0.001, 0.0005) if name != "3RRR" else (0.02, 0.01, 0.005, 0.002, 0.001, 0.0005)
    for step in (0.005, 0.002) if quick else steps:
        if name == "3RRR":
            module = importlib.import_module("peers.mujoco_three_rrr")
            peer, run = module.build(step), module.free_motion
        else:
            module = importlib.import_module("peers.mujoco_n_four_bar")
            peer, run = module.build(_loops(name), step), module.motion
        yield "MuJoCo RK4", f"step {step:g} s", lambda peer=peer, run=run: run(peer)


def _exudyn(name, quick):
    module = importlib.import_module("peers.exudyn_planar")
    for method in module.METHODS:
        for steps in (1000, 4000) if quick else (1000, 2000, 4000, 8000, 16000):
            if name == "3RRR":
                peer, run = module.three_rrr(steps, method=method), module.pose
            else:
                peer, run = module.n_four_bar(_loops(name), steps, method=method), module.tip
            yield f"Exudyn {method}", f"step {10 / steps:g} s", lambda peer=peer, run=run: run(peer)


def compared(points, others, timings: dict[str, Timing], name):
    """Each point of a peer beside the quickest one of the default integrator with an error no larger."""
    rows = []
    for other in others:
        better = [point for point in points if point.whose == "DormandPrince8" and point.error <= other.error]
        if not better:
            continue
        best = min(better, key=lambda point: timings[point.name].median)
        a, b = timings[best.name], timings[other.name]
        note = f"error {best.error:.1e} against {other.error:.1e}"
        rows.append(
            Comparison(
                f"{name}: {best.name}",
                other.name,
                a.median,
                b.median,
                b.median / a.median,
                b.minimum / a.minimum,
                TARGET if other.error <= LOOSEST else None,
                note=note,
            )
        )
    return rows


def precision(settings) -> Section:
    """Work against precision, with a picture."""
    section = Section("Work and precision")
    curves = []
    for problem in (three_rrr(), n_four_bar(1), n_four_bar(10), drive()):
        points, lost = ours(problem)
        others, words = ([], []) if problem.name == "stiff drive" else peers_of(problem, settings.quick)
        cases = {point.name: Case(point.call) for point in (*points, *others)}
        timings = interleaved(cases, settings.rounds(5), clock=process_time)
        section.comparisons += compared(points, others, timings, problem.name)
        section.remarks += words
        if lost:
            section.remarks.append(f"{problem.name}: left out, without a useful end: {', '.join(lost)}.")
        for point in points:
            note = f"state error {point.error:.1e} {problem.unit}, {point.note}"
            section.figures.append(Figure(f"{problem.name}: {point.name}", timings[point.name].minimum, "s", note=note))
        if problem.name != "n_four_bar(10)":
            curves += [
                Curve(problem.name, problem.unit, point.whose, point.error, timings[point.name].minimum)
                for point in points
            ]
    section.remarks.append("Times are those of the process, since all cases run on one thread.")
    section.remarks.append(
        "Stiff drive: DormandPrince8, DormandPrince and RungeKutta4 are left out: their steps are held below 20 us by "
        "stability at any tolerance (54,000 steps of DormandPrince8, fifty times the time of Radau at rtol 1e-3)."
    )
    section.pictures["work_precision.svg"] = figure(curves)
    section.pictures["work_precision.txt"] = table(curves, section.comparisons)
    return section

"""Machines with many parts: a long run, loops over types against straight code, loops on one trunk, implicit steps."""

import resource
import sys
from time import process_time

import numpy as np
from machine import Settings
from results import Figure, Section

import linkwright as lw

LINKS = (10_000, 30_000, 100_000)
RUN_LIMIT, MEMORY_LIMIT = 5.0, 4.0  # s, GB, at the largest number of links
STRAIGHT_LIMIT = 2.0
TRUNKS = (25, 50, 200)
LINEAR_LIMIT = 1.1
LOOPS = {9: 4, 49: 24, 101: 50, 201: 100}
"""Loops of n_four_bar by the number of joint speeds."""
KILOBYTES = 1 if sys.platform != "darwin" else 1024  # of a unit of the resident size


def many(settings: Settings) -> Section:
    """All questions."""
    section = Section("Many parts (CPU time)")
    _runs(section, settings)
    _straight(section, settings)
    _trunks(section, settings)
    _implicit(section, settings)
    section.remarks += [
        "Runs: serial_chain(n, spatial=True), 0.1 s, 11 samples, default integrator and tolerances, all torques zero.",
        "Straight code: four modules (one Delta) by modular with the default join, for each module, calls counted in.",
        "Loops over types: many modules by modular with Multipliers.",
        "Trunk: a chain of bars with a four-bar linkage on each, cut in its own loop.",
        "Implicit steps: n_four_bar by denoc with Complement, 0.5 s at rtol 1e-8, a run over its steps.",
    ]
    return section


def _runs(section: Section, settings: Settings) -> None:
    for n in (1000,) if settings.quick else LINKS:
        begin = process_time()
        machine = lw.mechanisms.serial_chain(n, spatial=True)
        described = process_time()
        dynamics = lw.compile(machine)
        compiled = process_time()
        inputs = dict.fromkeys(dynamics.inputs, 0.0)
        times = []
        for _ in range(3):
            start = process_time()
            run = lw.simulate(dynamics, dynamics.reference, duration=0.1, samples=11, inputs=inputs)
            assert run.outcome.finished
            assert np.isfinite(run["link2.x"]).all()
            times.append(process_time() - start)
        used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / KILOBYTES / 1e6
        last = n == LINKS[-1]
        note = f"first {times[0]:.2f} s; description {described - begin:.1f} s, compile {compiled - described:.1f} s"
        section.figures.append(Figure(f"a run of {n:,} links", min(times), "s", RUN_LIMIT if last else None, note))
        section.figures.append(Figure(f"memory with {n:,} links", used, "GB", MEMORY_LIMIT if last else None))


def _straight(section: Section, settings: Settings) -> None:
    for name, make, n, few in (
        ("four-bar linkages in a row", lw.mechanisms.n_four_bar, 200, 4),
        ("four-bar linkages on a chain", trunk, 100, 4),
        ("four-bar linkages side by side", lambda n: beside(lw.mechanisms.four_bar(), n), 60, 4),
        ("slider-cranks side by side", lambda n: beside(lw.mechanisms.slider_crank(), n), 60, 4),
        ("Delta robots side by side", lambda n: beside(lw.mechanisms.delta(), n), 5, 1),
    ):
        rolled = lw.compile(lw.formalisms.modular(make(n)), join=lw.joins.Multipliers())
        straight = lw.compile(lw.formalisms.modular(make(few)))
        # By turns, since other load changes.
        costs = np.array([[_cost(rolled, 20) / n, _cost(straight, 500) / few] for _ in range(settings.rounds(15))])
        many_, one = costs.min(axis=0).tolist()
        note = f"{1e6 * many_:.3f} us against {1e6 * one:.3f} us"
        section.figures.append(
            Figure(f"{name}: loops over types over straight code", many_ / one, "times", STRAIGHT_LIMIT, note)
        )


def _trunks(section: Section, settings: Settings) -> None:
    sizes = TRUNKS[:2] if settings.quick else TRUNKS
    for title, derive, join in (
        ("denoc, Recursion", lw.formalisms.denoc, lw.joins.Recursion()),
        ("modular, Multipliers", lw.formalisms.modular, lw.joins.Multipliers()),
    ):
        machines = [lw.compile(derive(trunk(n)), join=join) for n in sizes]
        costs = [min(_cost(each, 5) for _ in range(settings.rounds(7))) for each in machines]
        slope = float(np.polyfit(np.log(sizes), np.log(costs), 1)[0])
        shown = ", ".join(f"{n}: {1e6 * c / n:.2f}" for n, c in zip(sizes, costs, strict=True))
        section.figures.append(
            Figure(f"loops on one trunk, {title}: slope", slope, "1 is linear", LINEAR_LIMIT, f"us a loop: {shown}")
        )


def _implicit(section: Section, settings: Settings) -> None:
    for integrator in (lw.integrators.Radau(), lw.integrators.Rosenbrock()):
        costs = {}
        for speeds, loops in list(LOOPS.items())[: 2 if settings.quick else None]:
            dynamics = lw.compile(lw.formalisms.denoc(lw.mechanisms.n_four_bar(loops)), join=lw.joins.Complement())
            start, times = dynamics.assemble({"phi0": 1.2}), []
            for _ in range(settings.rounds(5)):
                begin = process_time()
                run = lw.simulate(dynamics, start, duration=0.5, samples=2, integrator=integrator, rtol=1e-8)
                times.append(process_time() - begin)
            steps = run.certificate.steps + run.certificate.rejected
            costs[loops] = 1e6 * min(times) / steps
            title = f"{type(integrator).__name__}, {speeds} speeds, a step"
            section.figures.append(Figure(title, costs[loops], "us", None, str(run.provenance["matrices"])))
        # Without the first, of which the start of a run is the larger part.
        sizes = list(costs)[-3:]
        slope = float(np.polyfit(np.log(sizes), np.log([costs[n] for n in sizes]), 1)[0])
        note = "us a loop: " + ", ".join(f"{loops}: {cost / loops:.1f}" for loops, cost in costs.items())
        title = f"{type(integrator).__name__}, a step: slope"
        section.figures.append(Figure(title, slope, "1 is linear", LINEAR_LIMIT, note))


def trunk(n: int) -> lw.Mechanism:
    """A chain of n bars in the plane, on each a four-bar linkage whose ground it is."""
    bar = lw.Body(1.0, 0.1, (0.5, 0.0), points={"tip": (1.0, 0.0), "a": (0.2, 0.0), "b": (0.8, 0.0)})
    short = lw.Body(0.1, 0.001, (0.1, 0.0), points={"tip": (0.2, 0.0)})
    coupler = lw.Body(0.2, 0.01, (0.3, 0.0), points={"tip": (0.6, 0.0)})
    parts, joints, reference = {}, {}, {}
    for k in range(n):
        parts |= {f"bar{k}": bar, f"crank{k}": short, f"coupler{k}": coupler, f"rocker{k}": short}
        joints |= {
            f"pin{k}": lw.Revolute(f"bar{k - 1}.tip" if k else "ground", f"bar{k}"),
            f"A{k}": lw.Revolute(f"bar{k}.a", f"crank{k}"),
            f"B{k}": lw.Revolute(f"crank{k}.tip", f"coupler{k}"),
            f"C{k}": lw.Revolute(f"bar{k}.b", f"rocker{k}"),
            f"D{k}": lw.Revolute(f"coupler{k}.tip", f"rocker{k}.tip"),
        }
        reference |= {f"pin{k}.angle": 0.1, f"A{k}.angle": 1.2, f"B{k}.angle": -1.2, f"C{k}.angle": 1.2}
    return lw.Mechanism("trunk", parts, joints, reference=reference, gravity=(0.0, -9.81))


def beside(machine: lw.Mechanism, n: int) -> lw.Mechanism:
    """A machine used n times, each on the ground."""
    return lw.Mechanism("beside", {f"m{k}": machine for k in range(n)})


def _cost(dynamics: lw.Dynamics, number: int) -> float:
    """Processor time (s) of an evaluation at the reference."""
    state, n = dynamics.reference, len(dynamics.speeds)
    u = np.zeros(len(dynamics.inputs))
    call = dynamics.functions.bound_forward(np.zeros(1), state.q.copy(), state.v.copy(), u, np.zeros(n), np.zeros(2))
    call()
    start = process_time()
    for _ in range(number):
        call()
    return (process_time() - start) / number

"""What `lw.compile(machine)` takes beside other formalisms and joins: CPU time of a run with the same steps."""

from time import process_time

from machine import Settings
from measure import Case, interleaved
from results import Figure, Section

import linkwright as lw

STEP = 1e-3  # s
WRIST = {"J4": (0.02, 0.015, 0.012), "c4": (0.03, 0.1, 0.05)}  # kg m^2, m
MACHINES = {
    "3-RPS": (lw.mechanisms.three_rps, 200),
    "Stewart platform": (lw.mechanisms.stewart, 200),
    "five-axis arm": (lambda: lw.mechanisms.serial_manipulator(5, **WRIST), 400),
    "chain of 30 in space": (lambda: lw.mechanisms.serial_chain(30, spatial=True), 20),
    "chain of 100 in the plane": (lambda: lw.mechanisms.serial_chain(100), 20),
}
"""Machines and how many steps they are run for."""
COMPLEMENT, MULTIPLIERS, RECURSION = lw.joins.Complement(), lw.joins.Multipliers(), lw.joins.Recursion()
FEW = (("kane", COMPLEMENT), ("kane", MULTIPLIERS), ("denoc", COMPLEMENT), ("denoc", RECURSION),
       ("modular", COMPLEMENT), ("modular", MULTIPLIERS))  # fmt: skip
MANY = (("denoc", RECURSION), ("modular", MULTIPLIERS))
"""Pairs that compete; full matrices of the chains take minutes to compile."""
LIMIT = 1.2


def run(settings: Settings) -> Section:
    """The default over the best of all, for each machine."""
    section = Section("Default formalism and join against the best, runs of RungeKutta4 (CPU time)")
    for name, (make, steps) in MACHINES.items():
        machine = make()
        pairs = MANY if name.startswith("chain") else FEW
        cases = {f"{formalism} + {type(join).__name__}": _case(getattr(lw.formalisms, formalism)(machine), join, steps)
                 for formalism, join in pairs}  # fmt: skip
        cases["default"] = _case(machine, None, steps)
        timings = interleaved(cases, settings.rounds(15), clock=process_time)
        best = min((each for each in timings if each != "default"), key=lambda each: timings[each].minimum)
        ratio = timings["default"].minimum / timings[best].minimum
        note = f"{timings['default'].minimum / steps * 1e6:.1f} us a step; best: {best}"
        section.figures.append(Figure(f"{name}, default over the best", ratio, "times", LIMIT, note))
    return section


def _case(source, join, steps):
    dynamics = lw.compile(source, join=join) if join is not None else lw.compile(source)
    home = dynamics.assemble()
    inputs = dict.fromkeys(dynamics.inputs, 0.0)
    integrator = lw.integrators.RungeKutta4(step=STEP)

    def simulate():
        motion = lw.simulate(dynamics, home, duration=steps * STEP, inputs=inputs, samples=2, integrator=integrator)
        assert motion.outcome.finished, motion.outcome

    return Case(simulate)

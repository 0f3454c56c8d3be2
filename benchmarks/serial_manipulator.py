"""The serial manipulator: derivation by each formalism against SymPy's KanesMethod (five axes); its closed form.

Equations of larger machines in print.
"""

from time import process_time

from machine import Settings
from measure import Case, interleaved
from results import Figure, Section, compare

import linkwright as lw
from linkwright.dynamics.printed import stages
from linkwright.dynamics.printed.closed_form import closed_form as written_out

TARGET = 20.0
LIMIT = 60.0  # s, of the simplified closed form
LONGEST = 3.0  # s, of equations in print
FORMALISMS = ("modular", "kane", "lagrange", "maggi", "boltzmann_hamel", "newton_euler", "energy_equivalence", "denoc")


def derive(settings: Settings) -> Section:
    """Derivation alone, everything anew each time: from the numbers of the machine to Equations."""
    section = Section("Derivation of the serial manipulator with five axes")
    given = {"J4": (0.02, 0.015, 0.012), "c4": (0.03, 0.1, 0.05)}
    cases = {}
    peers = []
    if "sympy" in settings.peers:
        from peers import sympy_serial
        from sympy.core.cache import clear_cache

        given = sympy_serial.arguments()
        for numbers in (False, True):
            peers.append(f"SymPy KanesMethod, parameters as {'numbers' if numbers else 'symbols'}")
            cases[peers[-1]] = Case(
                lambda numbers=numbers: sympy_serial.derive(numbers=numbers), number=1, before=clear_cache
            )
    for name in FORMALISMS:
        formalism = getattr(lw.formalisms, name)
        cases[name] = Case(lambda f=formalism: f(lw.mechanisms.serial_manipulator(5, **given)), number=1)
    timings = interleaved(cases, 2 if settings.quick else 7)
    if not peers:
        section.figures += [Figure(f"formalisms.{name}", timings[name].median, "s") for name in FORMALISMS]
        return section
    fastest = min(peers, key=lambda peer: timings[peer].median)
    for name in FORMALISMS:
        section.comparisons.append(compare(timings, name, fastest, target=TARGET, note="the faster of the two"))
    other = next(peer for peer in peers if peer != fastest)
    section.figures.append(Figure(other, timings[other].median, "s", note="the slower of the two"))
    section.remarks.append(
        "Both sides begin with describing the machine; nothing is compiled. SymPy ends with mass matrix and forcing, "
        "Linkwright with Equations: inertia, loads, constraints, energies and readings, which `compile` adds up and "
        "frees of constraint forces. SymPy's cache is emptied before each derivation."
    )
    return section


def closed_form(settings: Settings) -> Section:
    """M and V of the manipulator with three axes in closed form, simplified, by SymPy."""
    section = Section("Closed form of the serial manipulator, simplified")

    def simplified():
        return written_out(lw.formalisms.kane(lw.mechanisms.serial_manipulator()))

    if "sympy" not in settings.peers:
        section.remarks.append("Left out: it needs SymPy.")
        return section
    from sympy.core.cache import clear_cache

    what = "derived and simplified"
    timings = interleaved(
        {what: Case(simplified, number=1, before=clear_cache)}, 1 if settings.quick else 3, warm=False
    )
    note = "linkwright equations serial_manipulator --formalism kane --simplify"
    section.figures.append(Figure(what, timings[what].median, "s", limit=LIMIT, note=note))
    return section


def printed(settings: Settings) -> Section:
    """Equations stage by stage as text, from the description on."""
    section = Section("Equations in print, CPU time")
    if "sympy" not in settings.peers:
        section.remarks.append("Left out: it needs SymPy.")
        return section
    from sympy.core.cache import clear_cache

    cases = {
        f"{machine} by {formalism}": Case(
            lambda machine=machine, formalism=formalism: stages(
                getattr(lw.formalisms, formalism)(getattr(lw.mechanisms, machine)())
            ).as_text(),
            number=1,
            before=clear_cache,
        )
        for machine, formalism in (("whipple_bicycle", "modular"), ("delta", "modular"), ("delta", "kane"))
    }
    timings = interleaved(cases, 1 if settings.quick else 3, clock=process_time)
    section.figures += [Figure(name, timing.minimum, "s", limit=LONGEST) for name, timing in timings.items()]
    return section

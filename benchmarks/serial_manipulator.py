"""The serial manipulator: derivation by each formalism against SymPy's KanesMethod (five axes); its closed form."""

from machine import Settings
from measure import Case, interleaved
from results import Figure, Section, compare

import linkwright as lw
from linkwright.dynamics.closed_form import closed_form as written_out

TARGET = 20.0
LIMIT = 60.0  # s, of the simplified closed form
FORMALISMS = ("modular", "kane", "lagrange", "maggi", "boltzmann_hamel", "newton_euler", "energy_equivalence")


def derive(settings: Settings) -> Section:
    """Derivation alone, everything anew each time: a described machine to Equations."""
    section = Section("Derivation of the serial manipulator with five axes")
    cases = {}
    peers = {}
    if "sympy" in settings.peers:
        from peers import sympy_serial
        from sympy.core.cache import clear_cache

        machine = lw.mechanisms.serial_manipulator(5, **sympy_serial.arguments())
        for numbers in (False, True):
            name = f"SymPy KanesMethod, parameters as {'numbers' if numbers else 'symbols'}"
            cases[name] = Case(
                lambda numbers=numbers: sympy_serial.derive(numbers=numbers), number=1, before=clear_cache
            )
            peers[name] = numbers
    else:
        machine = lw.mechanisms.serial_manipulator(5, J4=(0.02, 0.015, 0.012), c4=(0.03, 0.1, 0.05))
    for name in FORMALISMS:
        cases[name] = Case(lambda name=name: getattr(lw.formalisms, name)(machine), number=1)
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
        "Both sides begin with the description of bodies, frames and loads at hand (Linkwright) or written in the call "
        "(SymPy) and end with inertia matrix and forces as expressions; nothing is compiled. SymPy's cache is emptied "
        "before each derivation. Linkwright's records also hold all constraints, energies and readings by name."
    )
    return section


def closed_form(settings: Settings) -> Section:
    """M and V of the manipulator with three axes in closed form, simplified, by SymPy."""
    section = Section("Closed form of the serial manipulator, simplified")

    def simplified():
        return written_out(lw.formalisms.kane(lw.mechanisms.serial_manipulator()))

    cases = {"derived and simplified": Case(simplified, number=1)}
    if "sympy" in settings.peers:
        from sympy.core.cache import clear_cache

        cases["derived and simplified"] = Case(simplified, number=1, before=clear_cache)
        timings = interleaved(cases, 1 if settings.quick else 3, warm=False)
        note = "linkwright equations serial_manipulator --formalism kane --simplify"
        section.figures.append(
            Figure("derived and simplified", timings["derived and simplified"].median, "s", limit=LIMIT, note=note)
        )
    else:
        section.remarks.append("Left out: it needs SymPy.")
    return section

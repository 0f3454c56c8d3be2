"""From the description of the machine to functions that can be called, against SymPy's KanesMethod and lambdify."""

import os
from contextlib import contextmanager

import numpy as np
from machine import Settings, compiled, equations
from measure import Case, interleaved
from results import Figure, Section, compare

import linkwright as lw

TARGET = 10.0
OURS = "model to machine code"
WITH_BATCH = "the same, and the batch function"
FORMULATIONS = {
    ("dependent", "joints"): "the comparison: loops as KanesMethod treats them, joint angles",
    ("dependent", "absolute"): "the same in absolute angles",
    ("multipliers", "joints"): "tree by KanesMethod, loops by hand with multipliers, joint angles",
    ("multipliers", "absolute"): "the same in absolute angles",
}


@contextmanager
def setting(name, value):
    """Another value of an environment variable."""
    before = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if before is None:
            del os.environ[name]
        else:
            os.environ[name] = before


def no_cache():
    """Compile everything anew."""
    return setting("LINKWRIGHT_CACHE", "off")


def _ready():
    dynamics = compiled()
    assert dynamics.functions.backend
    return dynamics


def _ready_with_batch():
    dynamics = _ready()
    q, v = dynamics.reference.q[None], dynamics.reference.v[None]
    dynamics.functions.forward(q, v, np.zeros((1, len(dynamics.inputs))))


def derive(settings: Settings) -> Section:
    """Derivation and code, everything anew each time."""
    section = Section("From the model to compiled functions")
    cases = {OURS: Case(_ready, number=1), WITH_BATCH: Case(_ready_with_batch, number=1)}
    names = {}
    if "sympy" in settings.peers:
        from sympy.core.cache import clear_cache

        module = settings.peers["sympy"]
        for loops, angles in FORMULATIONS:
            names[loops, angles] = f"SymPy KanesMethod + lambdify ({loops}, {angles})"
            cases[names[loops, angles]] = Case(
                lambda loops=loops, angles=angles: module.build(loops, angles), number=1, before=clear_cache
            )
    with no_cache():
        timings = interleaved(cases, 2 if settings.quick else 7, warm=False)
    if not names:
        section.figures.append(Figure(OURS, timings[OURS].median, "s"))
    else:
        fastest = min(names.values(), key=lambda name: timings[name].median)
        for key, name in names.items():
            note = FORMULATIONS[key] + ("; the fastest of the four" if name == fastest else "")
            target = TARGET if key == ("dependent", "joints") else None
            section.comparisons.append(compare(timings, OURS, name, target=target, note=note))
        section.remarks.append(
            "SymPy's cache is emptied before each derivation, and Linkwright's object cache is off. SymPy's functions "
            "end in a matrix and a right-hand side for numpy.linalg.solve, Linkwright's in accelerations."
        )
    section.figures.append(Figure(WITH_BATCH, timings[WITH_BATCH].median, "s", note="for functions.forward"))
    section.figures += _stages(settings)
    return section


def _stages(settings: Settings) -> list[Figure]:
    """Time of each step, from the one before."""
    machine = lw.mechanisms.three_rrr(motors=False)
    derived = equations()
    made: list = []

    def fresh():
        made[:] = [lw.compile(derived)]

    with no_cache():
        timings = interleaved(
            {
                "of it: description": Case(lambda: lw.mechanisms.three_rrr(motors=False), number=1),
                "of it: formalisms.modular": Case(lambda: lw.formalisms.modular(machine), number=1),
                "of it: compile (choice of pivots, expressions)": Case(lambda: lw.compile(derived), number=1),
                "of it: machine code": Case(lambda: made[0].functions.backend, number=1, before=fresh),
            },
            settings.rounds(9),
        )
    return [Figure(name, timing.median, "s") for name, timing in timings.items()]

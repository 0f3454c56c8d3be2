"""Public problems with known answers, solved by machines of this package through several formalisms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from linkwright import formalisms
from linkwright.analysis.benchmarks.bicycle import canonical, whipple_bicycle_linear
from linkwright.analysis.benchmarks.record import Row
from linkwright.analysis.benchmarks.runs import andrews_squeezer, heavy_top, n_four_bar, simple_pendulum
from linkwright.faults import close_matches
from linkwright.kinds import checked_arguments

PROBLEMS: Mapping[str, Callable[[str], list[Row]]] = {
    "andrews_squeezer": andrews_squeezer,
    "heavy_top": heavy_top,
    "n_four_bar": n_four_bar,
    "simple_pendulum": simple_pendulum,
    "whipple_bicycle_linear": whipple_bicycle_linear,
}
"""Problems by name: a function of a formalism's name gives their rows."""

FORMALISMS = ("modular", "kane", "lagrange")
"""Absolute coordinates with Newton-Euler; a spanning tree with quasi-velocities; a spanning tree with rates."""


@checked_arguments
def benchmark(
    problems: Sequence[str] | None = None,
    by: Sequence[str] | None = None,
    *,
    progress: Callable[[float], None] | None = None,
) -> Iterator[Row]:
    """Solve the problems (default: all) by formalisms (default: three), and give each row as it is done.

    A problem with several rows may be named whole (`n_four_bar`) or by row (`n_four_bar:2`).
    """
    chosen, methods = list(() if problems is None else problems), list(() if by is None else by)
    chosen, methods = chosen or list(PROBLEMS), methods or list(FORMALISMS)
    faults = [
        f"no benchmark {name!r}; {close_matches(name, PROBLEMS)}"
        for name in chosen
        if name.partition(":")[0] not in PROBLEMS
    ]
    faults += [
        f"no formalism {name!r}; {close_matches(name, formalisms.__all__)}"
        for name in methods
        if name not in formalisms.__all__
    ]
    if faults:
        raise ValueError("; ".join(faults))
    return _rows([(problem, formalism) for problem in chosen for formalism in methods], progress)


def _rows(pairs: list[tuple[str, str]], progress: Callable[[float], None] | None) -> Iterator[Row]:
    for done, (problem, formalism) in enumerate(pairs, start=1):
        stem, _, part = problem.partition(":")
        found = PROBLEMS[stem](formalism)
        rows = [row for row in found if not part or row.problem == problem]
        if not rows:
            names = ", ".join(row.problem for row in found)
            raise ValueError(f"no benchmark {problem!r}; there are {names}")
        yield from rows
        if progress is not None:
            progress(done / len(pairs))


__all__ = ["FORMALISMS", "PROBLEMS", "Row", "benchmark", "canonical"]

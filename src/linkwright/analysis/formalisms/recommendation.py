"""From measured numbers to advice, by rules that anybody can check.

1. Formalisms whose accelerations differ by more than 1e-9 from the first one's are left out, and named.
2. Fastest: the least time of one evaluation, as measured here. Fewer operations need not be faster: a division or a
   sine takes as long as many products.
3. Easiest to read: the least effort, which is printed terms (each type once) over the named share.
4. Easiest to extend: the fewest equations rewritten by one more component, then the fewest operations added.
5. All in all: those named most often in 2 to 4; of several the fastest.

What is within 2 % of the best counts as best too (times: 25 %).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from linkwright.analysis.formalisms.records import GRADES, Pair, Row

FORMALISMS_AGREE = 1e-9
"""Relative difference up to which formalisms agree: rounding (1e-16) times the condition of machines that are not
near a singular configuration (below 1e6), with an order of magnitude to spare."""
EQUAL = 1.02
EQUAL_TIME = 1.25  # a busy computer makes the same work take longer by this much and more

RULES = (
    "Formalisms whose accelerations differ by more than 1e-9 are left out. Fastest: least time of one evaluation. "
    "Easiest to read: least (printed terms, each type once, over the named share). Easiest to extend: fewest equations "
    "rewritten, then fewest operations added. All in all: named most often, then fastest. Within 2 % (times: 25 %) "
    "counts as equal."
)


def recommendation(rows: Sequence[Row]) -> tuple[str, ...]:
    """Sentences: what to take for speed, for reading, for a machine that grows, and all in all."""
    agreeing = [row for row in rows if row.disagreement <= FORMALISMS_AGREE]
    sentences = [
        f"{row.formalism} is left out: it differs from {rows[0].formalism} by {row.disagreement:.1e}."
        if row.compared
        else f"{row.formalism} is left out: it could not be compared."
        for row in rows
        if row not in agreeing
    ]
    if not agreeing:
        return (*sentences, "No formalism can be recommended.")
    count: dict[str, int] = {row.formalism: 0 for row in agreeing}
    fastest = _best(agreeing, _evaluation, EQUAL_TIME)
    sentences.append(
        f"For speed take {_any_of(fastest)}: {1e9 * fastest[0].evaluation_seconds:.0f} ns for one evaluation of the "
        f"accelerations, {1e9 * max(row.evaluation_seconds for row in agreeing):.0f} ns at most."
    )
    chosen = [fastest]
    readable = [row for row in agreeing if row.reading is not None]
    if readable:
        clearest = _best(readable, lambda row: row.reading.effort if row.reading else 0.0)
        first = clearest[0].reading
        assert first is not None
        sentences.append(
            f"For reading take {_any_of(clearest)}: {first.printed} terms to read, {first.terms_per_equation:.3g} in "
            f"an equation, {first.depth} {'stage' if first.depth == 1 else 'stages'}, {100 * first.named:.0f} % of the "
            "terms of one body and one effect."
        )
        chosen.append(clearest)
    extensible = [row for row in agreeing if row.addition is not None]
    if extensible:
        least = min(row.addition.rewritten for row in extensible if row.addition)
        same = [row for row in extensible if row.addition and row.addition.rewritten == least]
        growing = _best(same, lambda row: row.addition.operations if row.addition else 0)
        added = growing[0].addition
        assert added is not None
        sentences.append(
            f"For a machine that will grow take {_any_of(growing)}: one more body rewrites {added.rewritten} of its "
            f"equations and adds {added.operations} operations."
        )
        chosen.append(growing)
    for group in chosen:
        for row in group:
            count[row.formalism] += 1
    most = max(count.values())
    winners = _best([row for row in agreeing if count[row.formalism] == most], _evaluation, EQUAL_TIME)
    sentences.append(f"All in all take {_any_of(winners)}: best in {most} of {len(chosen)}.")
    return tuple(sentences)


def about_pairs(pairs: Sequence[Pair]) -> tuple[str, ...]:
    """One sentence: the fastest formalism with its join, and how far what `lw.compile` takes is from it."""
    timed = [p for p in pairs if p.disagreement <= FORMALISMS_AGREE and math.isfinite(p.evaluation_seconds)]
    if not timed:
        return ()
    best = min(timed, key=lambda pair: pair.evaluation_seconds)
    sentence = f"Of all joins the fastest is {best.formalism} with {best.join}, {1e9 * best.evaluation_seconds:.0f} ns"
    default = next((pair for pair in timed if pair.default), None)
    if default is None:
        return (f"{sentence}.",)
    times = default.evaluation_seconds / best.evaluation_seconds
    return (f"{sentence}; by default {default.formalism} with {default.join} is taken, {times:.2f} times that.",)


def against_grades(rows: Sequence[Row]) -> tuple[str, ...]:
    """Sentences that set the measured order of the graded approaches beside the printed one."""
    graded = [row for row in rows if row.formalism in GRADES]
    if len(graded) < 2:
        return ()
    measures: list[tuple[str, str, Callable[[Row], float]]] = [("derivation", "time to derive", _derivation)]
    if all(row.reading for row in graded):
        measures.append(("interpretability", "reading effort", lambda row: row.reading.effort if row.reading else 0.0))
    if all(row.addition for row in graded):
        measures.append(
            ("modularity", "equations rewritten", lambda row: row.addition.rewritten if row.addition else 0)
        )
    sentences = []
    for name, words, measure in measures:
        top = max(getattr(GRADES[row.formalism], name) for row in graded)
        printed = [row.formalism for row in graded if getattr(GRADES[row.formalism], name) == top]
        found = [row.formalism for row in _best(graded, measure, EQUAL_TIME if measure is _derivation else EQUAL)]
        verdict = "as graded" if set(printed) & set(found) else "unlike the grades"
        sentences.append(
            f"{name}: graded best {', '.join(printed)}; least {words} here: {', '.join(found)} ({verdict})."
        )
    return tuple(sentences)


def _evaluation(row: Row) -> float:
    return row.evaluation_seconds


def _derivation(row: Row) -> float:
    return row.derive_seconds


def _best(rows: Sequence[Row], measure: Callable[[Row], float], equal: float = EQUAL) -> list[Row]:
    """Rows within a share of the least, the least first."""
    least = min(measure(row) for row in rows)
    limit = least * equal if least >= 0 else least / equal
    return sorted((row for row in rows if measure(row) <= limit), key=measure)


def _any_of(rows: Sequence[Row]) -> str:
    names = [row.formalism for row in rows]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} or {names[-1]}"

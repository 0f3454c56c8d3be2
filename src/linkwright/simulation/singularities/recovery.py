"""What is done when the time loop of a run stops on its way: other pivots, or a long step over a singularity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics import Refused, State
from linkwright.dynamics.plants.unrolled import COMFORTABLE, Pivoting
from linkwright.dynamics.system import call_function, constraint_matrix
from linkwright.simulation import workspace as at
from linkwright.simulation.loop.crossings import Crossing
from linkwright.simulation.loop.run import Instant, Run, lost_rank_between, rank_margin, sizes
from linkwright.simulation.singularities.crossing import cross, vanishing
from linkwright.simulation.singularities.failures import not_passed, stop_undetermined, stuck
from linkwright.trajectory import Outcome

NARROW_MARGIN = 0.2
"""Share of the largest rank margin met below which a run that has trouble is taken to be near a singularity."""

STILL_THERE = 0.5
"""Share of what counts of the constraints now that is still there, if they do not lose rank where a pivot vanishes."""
MOST_PIVOTS = 1e6
"""More than any structure has."""


def overcome(run: Run, status: int) -> Outcome | None:
    """Choose other pivots, or pass a singular configuration; an outcome if neither helps."""
    if run.pivoting is None:
        return stuck(run, status)
    if status == at.TURN:
        return _turn(run)
    there, why = (float(run.progress.before_time), run.state.before.copy()), ""
    if status == at.NEW_PIVOTING:
        _settle(run)
        other = _earlier(run, run.place, there)
        if other is not None:
            run.renew(other)
            return None
    over = _lost_rank(run, there, run.place)
    if over or (_narrow(run, there, run.place) and (status != at.NEW_PIVOTING or _narrowing(run, there))):
        crossing = _cross(run, there, run.place)
        if crossing.passed:
            return _handle_event(run, crossing)
        why = crossing.reason
        if crossing.undetermined and (over or status != at.NEW_PIVOTING):
            return stop_undetermined(run, crossing)
    if status != at.NEW_PIVOTING:
        return stuck(run, status, why)
    if over:
        return not_passed(run, there, why)
    listed = _find_listed_pivoting(run, run.place, there)
    run.renew(run.dynamics.new_pivoting(run.state_now(), run.input_now()) if listed is None else listed)
    return None


def _handle_event(run: Run, crossing: Crossing) -> Outcome | None:
    """Act on the event that has ended a crossing, if one has."""
    if not crossing.event:
        return None
    assert run.event_handler is not None
    return run.event_handler.handle(run, at.EVENT)


def _turn(run: Run) -> Outcome | None:
    """Before a step towards weak pivots: other pivots from its start on, if there are some that are good there too.

    Over a place where the constraints lose rank there are none: it is passed, if it can be. Where neither helps the
    step is made again as it was.
    """
    end = run.now + float(run.progress.last_step), run.workspace.scratch.trial
    key, changes = _change(run, end), run.dynamics.changes
    other = changes.get(key)
    if other is not None:  # the same run was made before
        _go_back_with(run, next((known for known in run.known if known.place == other.place), other))
        return None
    end = end[0], end[1].copy()
    other = _earlier(run, end, run.place, both=True)
    if other is None and (_expects_crossing(run, end) or _lost_rank(run, run.place, end)):
        crossing = _cross(run, run.place, end)
        if crossing.passed and crossing.which >= 0:
            run.progress.crossed_pivot = _code(run, crossing.which)
        return _handle_event(run, crossing)
    if other is None and not _narrow(run, run.place, end):
        other = _find_listed_pivoting(run, end, run.place, both=True)
        if other is None:
            t, q, v, u, _ = run.arguments(*end)
            try:
                taken = run.dynamics.new_pivoting(State(t, q, v), u)
            except Refused:
                return None
            other = _best(run, [taken], end, run.place, both=True)
    if other is not None:
        changes[key] = other
        _go_back_with(run, other)
    return None


def _go_back_with(run: Run, other: Pivoting) -> None:
    """Go on with another pivoting from the start of the last step."""
    run.renew(other)
    run.progress.rejected += 1


def _change(run: Run, end: Instant) -> tuple[object, ...]:
    """All that the change of pivots before a step follows from."""
    assert run.pivoting is not None
    numbers = [run.progress.words, run.state.y, end[1], run.input_now(), run.dynamics.p]
    if not run.inputs.constant:
        numbers.append(run.input_now(end[0]))
    return run.pivoting, *run.known, _usual_margin(run), *[part.tobytes() for part in numbers]


def _code(run: Run, which: int) -> float:
    """A number for a signed pivot of those in use."""
    return 1.0 + which + MOST_PIVOTS * run.progress.pivoting


def _expects_crossing(run: Run, end: Instant) -> bool:
    """Whether the pivot that vanished at the last singularity changes sides up to there: it is tried at once."""
    which = int(run.progress.crossed_pivot - _code(run, 0))
    count = 0 if run.pivoting is None else run.pivoting.structure.size - run.pivoting.unsigned
    if not 0 <= which < count:
        return False
    return bool(run.ratios(*run.place)[which - count] * run.ratios(*end)[which - count] < 0)


def _settle(run: Run) -> None:
    """Bring the state onto all constraints, also on those that the last pivoting dropped as redundant.

    Where its pivots become weak its rows are nearly dependent, so what its projection leaves is larger in dropped rows;
    ranks and rows are decided on this state next. Without dropped rows there is nothing to bring.
    """
    if not run.used[-1][1].dropped_rows:
        return
    y, p, reading = run.state.y, run.dynamics.p, run.dynamics.assembler
    q, v = y[: run.nq], y[run.nq : run.nq + run.nv]
    for _ in range(2):  # from a gap of 1e-8 the first step leaves rounding times the condition
        q += reading.position_step(run.now, q, p)[0]
    v += reading.speed_step(run.now, q, v, p)[0]


def _earlier(run: Run, end: Instant, there: Instant, *, both: bool = False) -> Pivoting | None:
    """The best pivoting of earlier at a place, if it is good, with which nothing was stepped over since `there`."""
    return _best(run, [old for old in run.known if old is not run.pivoting], end, there, both=both)


def _find_listed_pivoting(run: Run, end: Instant, there: Instant, *, both: bool = False) -> Pivoting | None:
    """The first pivoting in the list of the machine that is good in the same sense."""
    known = {old.place for old in run.known}
    A = np.array([_constraints(run, place) for place in ((end, there) if both else (end,))])
    # What numbers of the constraints show to be weak needs no code.
    others = (
        other
        for other in run.dynamics.listed_pivotings()
        if other.place not in known and not other.is_weak(A, COMFORTABLE)
    )
    return next((other for other in others if _best(run, [other], end, there, both=both) is not None), None)


def _constraints(run: Run, place: Instant) -> Array:
    """The constraint matrix at a place."""
    t, q, v, _, p = run.arguments(*place)
    return call_function(constraint_matrix(run.dynamics.system), t, q, v, p)[0]


def _best(run: Run, pivotings: Sequence[Pivoting], end: Instant, there: Instant, *, both: bool) -> Pivoting | None:
    """The best one, if it is good (with `both` also at the other place), and keeps its signs between them."""
    here, before, best, found = run.arguments(*end), run.arguments(*there), COMFORTABLE, None
    for pivoting in pivotings:
        now = pivoting.ratios(here)
        quality = np.abs(now).min(initial=np.inf)
        if quality <= best:
            continue
        then, signed = pivoting.ratios(before), pivoting.unsigned
        if both:
            quality = min(quality, np.abs(then).min(initial=np.inf))
        same = np.all(np.sign(now[signed:]) == np.sign(then[signed:]))
        if quality > best and same and (not pivoting.dropped_rows or pivoting.is_good(here, COMFORTABLE)):
            best, found = quality, pivoting
    return found


def _lost_rank(run: Run, there: Instant, end: Instant) -> bool:
    """Whether the constraints lose rank between two places; of a step made again it is known."""
    if run.looked is None or run.looked[0] != (there[0], end[0]):
        run.looked = (there[0], end[0]), lost_rank_between(run, there, end)
    return run.looked[1]


def _narrow(run: Run, *places: Instant) -> bool:
    """Whether the constraints are about to lose rank at one of these."""
    Y = np.array([y for _, y in places])
    margin = rank_margin(run.dynamics, [t for t, _ in places], Y[:, : run.nq], Y[:, run.nq : run.nq + run.nv])
    return margin < NARROW_MARGIN * _usual_margin(run)


def _narrowing(run: Run, there: Instant) -> bool:
    """Whether the constraints, going on as in the last step, lose rank by the time when a pivot vanishes.

    Towards a singular configuration both go to zero together, nearly straight; beside, the pivot alone is small.
    """
    found = vanishing(run, [(float(run.progress.safe_time), run.state.safe), there, run.place])
    if found is None or not there[0] < run.now:
        return True
    before, now = sizes(run, [there, run.place])
    return now + (now - before) * (found[1] - run.now) / (run.now - there[0]) < STILL_THERE * now


def _usual_margin(run: Run) -> float:
    return min(1.0, max(pivoting.margin for _, pivoting in run.used))


def _cross(run: Run, before: Instant, end: Instant) -> Crossing:
    """Try to pass a singular configuration in a step, or ahead; without success everything is as it was."""
    refused = run.refused
    if refused is not None and run.now < refused.time + 2 * (refused.time - run.refused_at):
        return refused  # nearer to a place that cannot be passed nothing is seen better
    kept, safe = run.contents(), float(run.progress.safe_time)
    crossing = cross(run, before=(before[0], before[1].copy()), end=(end[0], end[1].copy()))
    if crossing.passed:
        times = [crossing.time, *([] if crossing.again is None else [crossing.again])]
        run.crossings += [replace(crossing, time=time) for time in times if time <= run.now]
        run.progress.quality = np.inf  # what was weak on the way is known by the crossing
        run.look_anew()
        return crossing
    if crossing.undetermined:
        run.refused, run.refused_at = crossing, safe
    work = run.progress.evaluations, run.progress.steps, run.progress.rejected
    run.restore(kept)
    run.progress.evaluations, run.progress.steps, run.progress.rejected = work  # what it took still counts
    return crossing

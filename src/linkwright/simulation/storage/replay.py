"""Samples that a run has written down, computed again from an earlier checkpoint by the machine that is to go on."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from linkwright.arrays import Array, PlainMapping
from linkwright.simulation.loop.run import Run
from linkwright.simulation.results.trajectory import control_in
from linkwright.simulation.results.window import Window, shorten
from linkwright.simulation.storage.checkpoint import CheckpointError
from linkwright.simulation.storage.rows import Rows
from linkwright.simulation.storage.snapshot import restore

SAME_SAMPLES = 1e-9
"""How near samples of one machine are, relative to the largest of each column: other processors round otherwise."""
TOLERANCES_OFF = 100.0
"""So many tolerances samples of another version may be off."""


class _Reached(Exception):  # noqa: N818  no error
    """The run is where the last checkpoint was."""


def replay(
    run: Run, settings: PlainMapping, before: tuple[PlainMapping, Mapping[str, Array]], rows: Rows, *, exact: bool
) -> int:
    """Compute the samples behind an earlier checkpoint again and compare them with those written down; how many.

    `run` has not begun; `rows` are those up to the last checkpoint. With `exact` they must be the same but for rounding
    of another processor, else (another version) within 100 tolerances.
    """
    header, arrays = before[0], dict(before[1])
    window = Window(run, None if settings["dense"] else int(settings["samples"]))
    window.base = int(header["base"])
    arrays.pop("tally")
    run.bind_samples(arrays.pop("times"))
    restore(run, arrays, header["happened"])
    first = int(header["rows"])
    written = np.array(rows.block(first, rows.count))
    compared = 0

    def keep(status: int) -> None:
        nonlocal compared
        window.let_go()
        shorten(run)
        end = bool(run.now >= written[-1, 0])
        count = run.progress.sample if end else window.settled_count()
        if end or window.full(status):
            ready = np.column_stack(
                [run.times[:count], run.saved_states[:count], run.saved_inputs[:count, : run.width]]
            )
            ready = ready[: len(written) - compared]
            _compare(run, written[compared : compared + len(ready)], ready, written, exact=exact)
            compared += len(ready)
            if end:
                raise _Reached
            window.move_on(count)
        window.make_room(status)

    try:
        outcome = run.go(None, keep)
    except _Reached:
        return compared
    if compared < len(written):
        raise CheckpointError(
            f"the run does not come to where it was: at t = {outcome.time:.9g} s {outcome.reason or 'it ends'}; in the "
            f"run it went on to t = {written[-1, 0]:.9g} s"
        )
    return compared


def _compare(run: Run, then: Array, now: Array, written: Array, *, exact: bool) -> None:
    """Refuse samples that differ from those written down, with what, when, and both values."""
    size = np.max(np.abs(written), axis=0)
    allowed = SAME_SAMPLES * size if exact else TOLERANCES_OFF * (run.tolerances.atol + run.tolerances.rtol * size)
    off = ~(np.abs(then - now) <= allowed) & ~(np.isnan(then) & np.isnan(now))
    if not off.any():
        return
    row = int(np.argmax(off.any(axis=1)))
    names = _names(run)
    column = min(np.flatnonzero(off[row]).tolist(), key=lambda k: names[k][0])
    raise CheckpointError(
        f"{names[column][1]} was {then[row, column]:.9g} at t = {then[row, 0]:.9g} s, and is {now[row, column]:.9g} "
        "where that is computed again"
    )


def _names(run: Run) -> list[tuple[int, str]]:
    """What each column of a row is, and a number: of those that differ the one with the least is said.

    Blocks come first, producers before consumers: what they read was the same until then.
    """
    control = control_in(run)
    signals: list[tuple[int, str]] = []
    if control is not None:
        order = control.program.wiring.order
        signals = [
            (order.index(name.rpartition(".")[0]), f"the block's output {name}") for name in control.program.signals
        ]
    after = len(signals)
    states = [(after + 2, label.name) for label in run.layout.labels]
    inputs = [(after + 1, f"the input {label.name}") for label in run.inputs.labels]
    return [(after, "the time of a sample"), *states, *inputs, *signals]

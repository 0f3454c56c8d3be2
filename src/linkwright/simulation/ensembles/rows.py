"""Runs one after another in the time loop, in the subset of Python that is compiled with it.

Each row of `Rows` is a run of the same code: parameters, a start, inputs, gains. A run works on the records of one
workspace, which are set to what they were before (`Beginning`), so nothing of a row is seen in another. The kernel
`energies(t, y, u, p, out)` gives kinetic and potential energy.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite, sqrt

from linkwright.arrays import Array, Integers
from linkwright.codegen import Record
from linkwright.simulation.loop.advance import advance, copy, inputs_at, slope_at
from linkwright.simulation.loop.pivoting import change_pivoting, next_pivoting
from linkwright.simulation.workspace import FINISHED, MOST_CHANGES, SLICE_OVER, Workspace

energies: Callable[..., None]

WEAK_START, UNBALANCED, TOO_LONG = 400, 401, 402
"""Why a row is left to a run of its own: pivots are weak where it starts, its energy does not balance, it takes more
steps than are made without a look at the keyboard."""
STEPS_AT_A_TIME = 1000
"""Steps of the time loop before they are counted."""


class Rows(Record):
    """Runs of the same code, a row for each, and what they gave."""

    next: Integers
    """The row that is run next: those who share these rows take one after another."""
    parameters: Array
    """Values as `Machine.parameters` takes them, `parameter_size` a row, from row `first` on; 0 where all have those of
    the workspace."""
    parameter_size: int
    first: int
    starts: Array
    """States y, n numbers a row."""
    tables: Array
    """Values as `Schedule.tables` takes them; `table_size` a row, 0 where all have those of the workspace."""
    table_size: int
    gains: Array
    gain_size: int
    """Gains, likewise."""
    references: Array
    reference_size: int
    """Values as `Control.reference_tables` takes them, likewise."""

    rtol: float
    atol: float
    error_order: float
    """Tolerances and order, by which the first step is chosen."""
    weak: float
    dropped: float
    """Pivot quality and residual of dropped rows that a start must not pass."""
    steps_at_most: int
    imbalance: float
    """Energy balance (relative) above which a row is looked at closer; 0: it is not looked at."""
    stride: int
    """Samples from one look at the energy to the next."""

    states: Array
    inputs: Array
    """Saved states and inputs of each row, as `Samples` has them."""
    status: Integers
    """What the time loop answered."""
    steps: Integers
    peaks: Array
    instants: Integers
    """Peaks of commands and instants at the end of each row, which show whether commands grow."""


class Beginning(Record):
    """What a workspace is before a run, for which each run sets it anew."""

    progress: Array
    first_progress: Array
    progress_size: int
    """The words of `Progress`, and what they are before a run."""
    control: Array
    first_control: Array
    control_size: int
    """The same of `ControlState`."""
    memory: Array
    memory_size: int
    """Memory of control before a run."""
    peaks_size: int
    groups: int
    energy: Array
    """Room for two energies."""


def set_control(i: int, rows: Rows, beginning: Beginning, run: Workspace) -> None:
    """Set control to where it is before a run, with gains and references of row i."""
    state = run.control_state
    copy(beginning.first_control, beginning.control, beginning.control_size)
    copy(beginning.memory, state.memory, beginning.memory_size)
    for k in range(beginning.groups):
        state.counts[k] = 0
    for k in range(beginning.peaks_size):
        state.peaks[k] = 0.0
    copy(rows.gains[i * rows.gain_size :], run.control.gains, rows.gain_size)
    copy(rows.references[i * rows.reference_size :], run.control.reference_tables, rows.reference_size)


def begin_row(i: int, rows: Rows, beginning: Beginning, run: Workspace) -> int:
    """Put row i at its start, with the first pivoting; WEAK_START if that is not good there."""
    progress = run.progress
    states = run.states
    y = states.y
    n = run.machine.n
    nq = run.machine.nq
    nv = run.machine.nv
    copy(beginning.first_progress, beginning.progress, beginning.progress_size)
    copy(rows.parameters[(i - rows.first) * rows.parameter_size :], run.machine.parameters, rows.parameter_size)
    copy(rows.tables[i * rows.table_size :], run.schedule.tables, rows.table_size)
    if run.control.count > 0:
        set_control(i, rows, beginning, run)
    copy(rows.starts[i * n :], y, n)
    copy(y, states.before, n)
    copy(y, states.worst, n)
    copy(y, states.weakest, n)
    # The first sample is the state given.
    copy(y, run.samples.states, n)
    inputs_at(progress.t, run, run.samples.inputs)
    for k in range(run.control.signals):
        run.samples.inputs[run.machine.nu + k] = run.control_state.memory[run.control.places[k]]
    progress.sample = 1
    # Reference pivots with the signs that they have here. Where they are weak another pivoting is taken, if one is
    # ready; else the row is left to a run of its own.
    change_pivoting(0, run)
    ratios = run.pivotings.log[2 * MOST_CHANGES :]
    weak = 0
    for k in range(int(run.pivotings.rows[0])):
        if not abs(ratios[k]) > rows.weak:
            weak = 1
    if weak > 0:
        found = next_pivoting(progress.t, y, progress.t, y, 0, run)
        if found < 0:
            return WEAK_START
        change_pivoting(found, run)
    progress.changes = 0
    rates = states.slopes
    slope_at(progress.t, y, run, rates)
    if not run.scratch.quality[1] <= rows.dropped:
        return WEAK_START
    for k in range(n):
        if not isfinite(rates[k]):
            return WEAK_START
    progress.evaluations += 1
    progress.slope_known = 1
    # First step: its error, from the sizes of speeds and accelerations over what is allowed, is to be half of that.
    size = 0.0
    for k in range(nq, nq + nv):
        scale = rows.atol + rows.rtol * abs(y[k])
        size += (y[k] / scale) ** 2 + (rates[k] / scale) ** 2
    size = sqrt(size / max(1.0, 2.0 * nv))
    span = progress.end - progress.t
    share = 0.5 / max(size, 1e-300) ** (1.0 / rows.error_order)
    progress.h = min(span, max(1e-9 * span, share * min(span, 0.1)))
    return 0


def balanced(rows: Rows, energy_room: Array, run: Workspace) -> int:
    """Whether energy less works is that of the start at the samples that are looked at; 0 if it is not."""
    n = run.machine.n
    first = run.machine.nq + run.machine.nv
    width = run.samples.width
    start = 0.0
    scale = 0.0
    worst = 0.0
    j = 0
    while j < run.samples.count:
        y = run.samples.states[j * n :]
        run.scratch.moment[0] = run.samples.times[j]
        energies(run.scratch.moment, y, run.samples.inputs[j * width :], run.machine.parameters, energy_room)
        kinetic = energy_room[0]
        energy = kinetic + energy_room[1]
        if j == 0:
            start = energy
        error = energy - start
        for k in range(3):
            error -= y[first + k]
            scale = max(scale, abs(y[first + k]))
        scale = max(scale, kinetic, abs(energy))
        if not abs(error) <= worst:  # also where it is not a number
            worst = abs(error)
        # The last sample is looked at in any case.
        if j < run.samples.count - 1:
            j = min(j + rows.stride, run.samples.count - 1)
        else:
            j += 1
    if worst <= rows.imbalance * scale:
        return 1
    return 0


def run_row(i: int, rows: Rows, beginning: Beginning, run: Workspace) -> int:
    """Row i from its start to its end; FINISHED, or why it is left to a run of its own."""
    status = begin_row(i, rows, beginning, run)
    if status != 0:
        return status
    status = SLICE_OVER
    while status == SLICE_OVER:
        status = advance(run, STEPS_AT_A_TIME)
        if run.progress.steps + run.progress.rejected > rows.steps_at_most:
            return TOO_LONG
        # Changes of pivots inside the loop are not kept in a list.
        run.progress.changes = 0
    if status == FINISHED and rows.imbalance > 0.0 and balanced(rows, beginning.energy, run) == 0:
        return UNBALANCED
    return status


def run_rows(last: int, rows: Rows, beginning: Beginning, run: Workspace) -> None:
    """Rows that nobody has taken yet, up to `last`, which is left out."""
    size = run.samples.count * run.machine.n
    width = run.samples.count * run.samples.width
    while rows.next[0] < last:
        i = rows.next[0]
        rows.next[0] = i + 1
        status = run_row(i, rows, beginning, run)
        rows.status[i] = status
        rows.steps[i] = run.progress.steps
        if status == FINISHED:
            copy(run.samples.states, rows.states[i * size :], size)
            copy(run.samples.inputs, rows.inputs[i * width :], width)
        if run.control.count > 0:
            copy(run.control_state.peaks, rows.peaks[i * beginning.peaks_size :], beginning.peaks_size)
            rows.instants[i] = run.control_state.instants


LOOPS: tuple[Callable[..., object], ...] = (set_control, begin_row, balanced, run_row, run_rows)

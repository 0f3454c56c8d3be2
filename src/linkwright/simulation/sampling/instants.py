"""What the time loop does at an instant of control, in the subset of Python that is compiled.

`compute_group(group, run)` calls the function of a group, `references(t, table, r)` gives what is wanted now.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from linkwright.arrays import Array
from linkwright.simulation.loop.advance import copy, inputs_at, slope_at
from linkwright.simulation.sampling import growth
from linkwright.simulation.sampling.growth import keep_peaks
from linkwright.simulation.workspace import (
    BEFORE,
    COMMAND_NOT_FINITE,
    CONTROL_IN_PYTHON,
    DIVERGED,
    LOG_FULL,
    READING,
    Control,
    Workspace,
)

compute_group: Callable[..., None]
references: Callable[..., None]

LARGEST_SIGNAL = 1e12
"""Output of a block (SI units) beyond which signals are said to grow without bound: no machine has such."""


def release_outputs(group: int, control: Control, memory: Array) -> None:
    """Let the oldest waiting outputs of a group act."""
    outputs = control.outputs[group]
    held = control.base[group] + control.states[group] + control.pending[group] * outputs
    for i in range(outputs):
        memory[held + i] = memory[held - outputs + i]


def read_references(t: float, run: Workspace) -> None:
    """References at t; where one jumps, the value behind."""
    control = run.control
    state = run.control_state
    while control.reference_ends[state.segment] <= t:
        state.segment += 1
    references(run.scratch.moment, control.reference_tables[state.segment * control.reference_size :],
               control.references)  # fmt: skip


def keep_results(group: int, run: Workspace) -> int:
    """Put the results of a group into the memory and the log; another answer than 0 ends the run."""
    control = run.control
    log = control.log
    memory = run.control_state.memory
    results = control.results
    states = control.states[group]
    outputs = control.outputs[group]
    pending = control.pending[group]
    base = control.base[group]
    # Outputs of another run take the place of those computed here.
    if log.repeated_rows[group] < log.repeated_room[group]:
        row = log.repeated_first[group] + log.repeated_rows[group] * outputs
        for i in range(outputs):
            results[states + i] = log.repeated[row + i]
        log.repeated_rows[group] += 1
    for i in range(states + outputs):
        if not isfinite(results[i]):
            return COMMAND_NOT_FINITE
    for i in range(outputs):
        if abs(results[states + i]) > LARGEST_SIGNAL:
            return DIVERGED
    if log.room[group] > 0:
        row = log.first[group] + log.rows[group] * outputs
        for i in range(outputs):
            log.values[row + i] = results[states + i]
        log.rows[group] += 1
    for i in range(states):
        memory[base + i] = results[i]
    # Outputs that wait move on by one; the new ones are in front, or act at once.
    first = base + states
    for k in range(pending - 1):
        row = first + (pending - 1 - k) * outputs
        for i in range(outputs):
            memory[row + i] = memory[row - outputs + i]
    for i in range(outputs):
        memory[first + i] = results[states + i]
    run.control_state.counts[group] += 1
    return 0


def record_instant(run: Workspace) -> None:
    """Nothing is kept of what an instant begins from; a run with an adjoint has another function of this name."""


def record_references(run: Workspace) -> None:
    """Nothing is kept of the references; a run with an adjoint has another function of this name."""


def begin_instant(run: Workspace) -> int:
    """Release outputs and read the machine; what it answers is 0, or why the loop must be left first."""
    control = run.control
    state = run.control_state
    t = run.progress.t
    place = state.place
    # Without room for what is logged nothing is changed.
    for i in range(control.first[place], control.first[place + 1]):
        group = control.groups[i]
        if control.log.room[group] > 0 and control.log.rows[group] >= control.log.room[group]:
            return LOG_FULL
    record_instant(run)
    # Outputs whose delay is over come to act.
    for i in range(control.release_first[place], control.release_first[place + 1]):
        release_outputs(control.releases[i], control, state.memory)
    # Readings are those of this state, with the commands that act now; an update below does not change them.
    inputs_at(t, run, run.scratch.inputs)
    if control.accelerations[place] > 0:
        slope_at(t, run.states.y, run, control.slope)
        run.progress.evaluations += 1
    run.scratch.moment[0] = t
    state.step = READING
    return 0


def run_control(run: Workspace) -> int:
    """Do what is due at this instant, and find the next one; what it answers is 0, or why the loop must be left.

    A Python function is called by whoever runs the loop, which is then entered again where it was left.
    """
    control = run.control
    state = run.control_state
    progress = run.progress
    place = state.place
    if state.step == BEFORE:
        answer = begin_instant(run)
        if answer != 0:
            return answer
    if state.step == READING:
        if control.called_references[place] > 0 and control.leave > 0:
            if control.ready == 0:
                return CONTROL_IN_PYTHON
            control.ready = 0
        elif control.reads_references[place] > 0:
            read_references(progress.t, run)
        record_references(run)
        state.step = control.first[place]
    # What is due, producers before consumers.
    while state.step < control.first[place + 1]:
        state.group = control.groups[state.step]
        if control.python[state.group] > 0 and control.leave > 0:
            if control.ready == 0:
                return CONTROL_IN_PYTHON
            control.ready = 0
        else:
            compute_group(state.group, run)
        answer = keep_results(state.group, run)
        if answer != 0:
            return answer
        state.step += 1
    state.step = BEFORE
    # The next instant, from whole numbers: products below 2^53 are exact, so the division is the only rounding.
    state.instants += 1
    keep_peaks(run)
    state.place += 1
    if state.place == control.count:
        state.place = 0
        state.hyperperiod += 1
    units = state.hyperperiod * control.length + control.at[state.place]
    state.next_time = float(units) * control.numerator / control.denominator
    # Forces jump. What was known of the motion says nothing about what follows, and a run that looks for another way
    # does not go back before this. Events are looked at with the new forces where the next step begins, so that modes
    # of friction and stops are decided again.
    progress.slope_known = 0
    progress.continues = 0
    progress.interval = progress.t
    progress.before_time = progress.t
    progress.safe_time = progress.t
    progress.safe_quality = 0.0
    copy(run.states.y, run.states.before, run.machine.n)
    copy(run.states.y, run.states.safe, run.machine.n)
    return 0


LOOPS: tuple[Callable[..., object], ...] = (
    *growth.LOOPS, release_outputs, read_references, keep_results, record_instant, record_references, begin_instant,
    run_control,
)  # fmt: skip

"""What the time loop does at an instant of control, in the subset of Python that is compiled.

The kernel `control(t, y, u, p, due, memory, memory)` computes what is due: see `sampled`.
"""

from __future__ import annotations

from collections.abc import Callable
from math import isfinite

from linkwright.simulation.loop.advance import NEVER, copy, inputs_at
from linkwright.simulation.workspace import Workspace

control: Callable[..., None]


def run_control(run: Workspace) -> int:
    """Do what is due at this instant, and find the next one; 1 if a command is not a finite number."""
    due = run.control
    state = run.control_state
    progress = run.progress
    now = due.due[state.place * due.width :]
    # Readings are those of this state, with the commands that were held until now.
    inputs_at(progress.t, run, run.scratch.inputs)
    run.scratch.moment[0] = progress.t
    control(
        run.scratch.moment, run.states.y, run.scratch.inputs, run.machine.parameters, now, state.memory,
        due.next_memory,
    )  # fmt: skip
    copy(due.next_memory, state.memory, due.size)
    # The next instant, from whole numbers: products below 2^53 are exact, so the division is the only rounding.
    state.instants += 1
    state.place += 1
    if state.place == due.count:
        state.place = 0
        state.hyperperiod += 1
    state.next_time = float(state.hyperperiod * due.length + due.at[state.place]) * due.numerator / due.denominator
    # Forces jump. What was known of the motion says nothing about what follows, and a run that looks for another way
    # does not go back before this; events are looked for as after a break of the inputs, so that modes of friction and
    # stops are decided again.
    progress.slope_known = 0
    progress.continues = 0
    progress.before_time = progress.t
    progress.safe_time = progress.t
    progress.safe_quality = 0.0
    copy(run.states.y, run.states.before, run.machine.n)
    copy(run.states.y, run.states.safe, run.machine.n)
    run.events.until = -NEVER
    for i in range(due.commands):
        if not isfinite(state.memory[due.held[i]]):
            return 1
    return 0


LOOPS: tuple[Callable[..., object], ...] = (run_control,)

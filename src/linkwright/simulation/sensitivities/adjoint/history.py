"""What is kept of a run so that an adjoint can go back over it: where each step and instant began, and the jumps."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import casadi as ca
import numpy as np

from linkwright.arrays import MEMORY_SHARE, Array, memory
from linkwright.dynamics import Dynamics, Refused
from linkwright.dynamics.plants.unrolled import Structure
from linkwright.simulation.inputs.inputs import Inputs
from linkwright.simulation.loop.engine import ReadyPivotings
from linkwright.simulation.loop.run import Run
from linkwright.simulation.sampling.control import RunControl
from linkwright.simulation.sensitivities.held_start import held_changes
from linkwright.simulation.sensitivities.jumps import changes_over, look
from linkwright.simulation.workspace import INSTANT_ROW, STEP_ROW, TAPE_HEAD, Tape, Workspace
from linkwright.trajectory import Outcome

ROWS_A_SLICE = 4200
"""Rows that a tape has room for: a slice has at most 2000 steps, each with an instant before it."""


def record_step(t: float, h: float, ahead: float, run: Workspace) -> None:
    """Keep where a step began, with all that it depends on."""
    tape = run.tape
    row = tape.rows[tape.count * tape.width :]
    row[0] = float(STEP_ROW)
    row[1] = t
    row[2] = h
    row[3] = ahead
    row[4] = float(run.progress.segment)
    row[5] = float(run.progress.pivoting)
    row[6] = float(run.progress.sample)
    n = run.machine.n
    for i in range(n):
        row[TAPE_HEAD + i] = run.states.y[i]
    for i in range(tape.memory):
        row[TAPE_HEAD + n + i] = run.control_state.memory[i]
    tape.count += 1


def record_instant(run: Workspace) -> None:
    """Keep what an instant begins from."""
    tape = run.tape
    row = tape.rows[tape.count * tape.width :]
    row[0] = float(INSTANT_ROW)
    row[1] = run.progress.t
    row[3] = run.progress.t
    row[4] = float(run.progress.segment)
    row[5] = float(run.progress.pivoting)
    row[7] = float(run.control_state.place)
    n = run.machine.n
    for i in range(n):
        row[TAPE_HEAD + i] = run.states.y[i]
    for i in range(tape.memory):
        row[TAPE_HEAD + n + i] = run.control_state.memory[i]


def record_references(run: Workspace) -> None:
    """Keep the references of the instant, whose row is then complete."""
    tape = run.tape
    row = tape.rows[tape.count * tape.width + TAPE_HEAD + run.machine.n + tape.memory :]
    for i in range(tape.references):
        row[i] = run.control.references[i]
    tape.count += 1


LOOPS: tuple[Callable[..., object], ...] = (record_step, record_instant, record_references)
"""They take the place of those of the time loop, which keep nothing."""


@dataclass(frozen=True, eq=False)
class Stretch:
    """Rows of a tape, and what the machine was meanwhile: its mode, inputs and pivotings."""

    dynamics: Dynamics
    inputs: Inputs
    pivotings: ReadyPivotings
    ready: int
    """How many of these were ready."""
    rows: Array


@dataclass(frozen=True, eq=False)
class Jump:
    """The jump of sensitivities at an event: S+ = of_state^T S + of_commands^T du + of_parameters^T dp."""

    of_state: Array
    of_commands: Array
    of_parameters: Array


@dataclass(eq=False)
class History:
    """The stretches and jumps of one run, in order of time; it stands where directions stand in a run."""

    state: int
    """Numbers in a state."""
    values: int
    """Number of parameter values."""
    parts: list[Stretch | Jump] = field(default_factory=list)
    numbers: int = 0

    @property
    def count(self) -> int:
        """No direction: nothing is differentiated on the way."""
        return 0

    @property
    def key(self) -> Hashable:
        """What of it is written into code."""
        return "adjoint"

    @property
    def loops(self) -> Sequence[Callable[..., object]]:
        """What keeps steps and instants."""
        return LOOPS

    @property
    def start(self) -> Array:
        """Derivatives of the state at the start: none."""
        return np.zeros((0, self.state))

    @property
    def parameters(self) -> Array:
        """Derivatives of the parameter values: none."""
        return np.zeros((0, self.values))

    @property
    def parameter_places(self) -> Sequence[int]:
        """None: nothing is differentiated on the way."""
        return ()

    def of(self, control: RunControl | None) -> tuple[History, RunControl | None]:
        """What a run is given: the history, and its control as it is."""
        return self, control

    def kernels(self, structure: Structure, plain: Mapping[str, ca.Function]) -> dict[str, ca.Function]:
        """The functions of a structure, as they are."""
        del structure
        return dict(plain)

    def tape(self, n: int, memory: int, references: int, *, rows: int = ROWS_A_SLICE) -> Tape:
        """Room for the steps and instants of a slice."""
        width = TAPE_HEAD + n + memory + references
        return Tape(width=width, memory=memory, references=references, rows=rows * width)

    def collect(self, run: Run) -> None:
        """Take away the rows of a slice; steps that the run has gone back over are forgotten."""
        tape = run.workspace.tape
        if not tape.count:
            return
        rows = tape.rows.reshape(-1, tape.width)[: tape.count].copy()
        tape.count = 0
        assert run.ready is not None
        self.parts.append(Stretch(run.dynamics, run.inputs, run.ready, run.progress.ready, rows))
        self.numbers += rows.size
        if 8 * self.numbers > MEMORY_SHARE * memory():
            raise Refused(
                f"the steps that adjoint=True keeps do not fit into memory from t = {run.now:.9g} s on; simulate a "
                "shorter time, or name parameters in sensitivities= instead"
            )

    def begin(self, run: Run) -> None:
        """Keep what the first mode of the run takes from derivatives at the start."""
        n, sizes = self.state, np.where(run.dynamics.p == 0, 1.0, np.abs(run.dynamics.p))
        S, dp = np.eye(n + self.values, n), np.vstack([np.zeros((n, self.values)), np.diag(sizes)])
        found = held_changes(run, S, dp)
        if found is not None:
            commands = np.zeros((len(run.workspace.control.inputs), n))
            self.parts.append(Jump(found[:n], commands, found[n:] / sizes[:, None]))

    def jump(self, run: Run, act: Callable[[], Outcome | None]) -> Outcome | None:
        """Let events of a run act, and keep the jump that sensitivities make with what they change."""
        here = look(run)
        n, commands = self.state, run.workspace.control.inputs
        # Each number that the jump can depend on is a direction of its own; parameters count in steps of their size.
        count = n + len(commands) + self.values
        sizes = np.where(here.p[0] == 0, 1.0, np.abs(here.p[0]))
        Y, U, p = (np.vstack([first, np.zeros((count, first.size))]) for first in (here.Y[0], here.U[0], here.p[0]))
        Y[1 : 1 + n] = np.eye(n)
        U[1 + n + np.arange(len(commands)), commands] = 1.0
        p[1 + n + len(commands) :] = np.diag(sizes)
        outcome = act()
        if outcome is not None:
            return outcome
        found = changes_over(run, replace(here, Y=Y, U=U, p=p))
        if isinstance(found, Outcome):
            return found
        if found is not None:
            of_state, of_commands, of_parameters = np.split(found, [n, n + len(commands)])
            self.parts.append(Jump(of_state, of_commands, of_parameters / sizes[:, None]))
        return None

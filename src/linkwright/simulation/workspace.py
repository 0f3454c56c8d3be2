"""What a time loop works on, as named records, and what it answers.

All that a run needs between slices is in `Progress`, `States`, `EventState`, `ControlState` and the samples saved so
far: their bytes are a checkpoint, from which a run goes on to the last bit. The other records are made again from what
the run was started with.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Annotated, NamedTuple

import numpy as np

from linkwright.arrays import Array, Integers
from linkwright.codegen import Prototype, Record
from linkwright.codegen.sparse_lu import SparseLU

MOST_NODES = 16
"""Samples that a step with dense output may have."""
MOST_CHANGES = 64
"""Changes of the pivoting (time, number) that the log holds."""

# What `advance` answers.
SLICE_OVER, FINISHED, HALTED, NEW_PIVOTING, STEP_TOO_SMALL, NOT_ON_CONSTRAINTS, TURN = range(7)
WINDOW_FULL = 100
EVENT, EVENT_UNDEFINED = 200, 201
COMMAND_NOT_FINITE, CONTROL_IN_PYTHON, LOG_FULL, DIVERGED = 300, 301, 302, 303

BEFORE, READING = -1, -2
"""What `ControlState.step` is before an instant begins, and while its references are read."""

STEP_ROW, INSTANT_ROW = 0, 1
"""Kinds of rows of a tape."""
TAPE_HEAD = 8
"""Numbers of a row of a tape before the state."""

PIVOTING = 1
"""Place in `Scratch.moment` of the number of the pivoting whose kernels are called."""


class Progress(Record):
    """Where a run is, and what it has counted."""

    t: float
    """Time (s)."""
    h: float
    """Length of the next step (s)."""
    end: float
    """End of the run (s)."""
    stop: float
    """Time before which the loop must halt (s)."""
    span: float
    """Length that the smallest step is measured by (s)."""
    window: float
    """Time that no step may pass before saved samples were taken away (streaming, s)."""
    steps: int
    rejected: int
    evaluations: int
    sample: int
    """The next sample."""
    segment: int
    """Segment of the inputs."""
    slope_known: int
    """Whether the slope where the next step begins is in `States.slopes`."""
    continues: int
    """Whether the step before was made by this loop, without a break between."""
    last_step: float
    """Length of that step (s)."""
    last_error: float
    """Error norm of the last step, for the step controller."""
    errors: float
    """Sum of the error norms of all steps."""
    position_gap: float
    """Largest gap of the position constraints before projecting."""
    speed_gap: float
    """Largest residual of the velocity constraints before projecting."""
    step_gap: float
    """Gap of the position constraints that the last projection found."""
    step_speed_gap: float
    """Residual of the velocity constraints that it found."""
    unprojected: int
    """Further steps that are not projected: they leave positions closed to rounding."""
    energy: Annotated[Array, 2]
    """With `keep_energy`: the energy at the start (J), and the kinetic energy (J) below which it is not corrected."""
    largest_work: float
    """Largest of the works after any step (J)."""
    pivoting: int
    """Number of the pivoting in use, of those that are ready."""
    ready: int
    """How many pivotings the loop has kernels of."""
    changes: int
    """Changes of the pivoting in the log."""
    quality: float
    """Smallest pivot quality since the pivoting was taken, at `worst_time`."""
    last_quality: float
    """Pivot quality a step before."""
    safe_quality: float
    """Pivot quality at `safe_time`."""
    weakest_quality: float
    """Smallest pivot quality before the pivoting in use, at `weakest_time`."""
    interval: float
    """Time (s) since which nothing has jumped: the last break of the inputs, event or instant of control."""
    before_time: float
    safe_time: float
    worst_time: float
    weakest_time: float
    """Times (s) of the states of the same names."""
    repeated_at: float
    """Time (s) from which a step was to be made again with another pivoting, last."""
    crossed_pivot: float
    """Pivot that vanished at the last singular configuration crossed: a number among those of all pivotings, or 0."""


class Settings(Record):
    """Tolerances and limits: constant during a slice."""

    rtol: float
    atol: float
    weak_quality: float
    """Pivot quality below which another pivoting is looked for."""
    dropped_residual: float
    """Residual of a dropped constraint row above which another pivoting is looked for."""
    safe_quality: float
    """Pivot quality from which every state is kept as safe."""
    exponent: float
    memory: float
    """Exponents of the step controller, of the last error and of the one before."""
    shrink: float
    grow: float
    """Limits of the ratio of two steps."""
    fixed_step: float
    """The fixed step (s), or 0."""
    closed_gap: float
    """Gap (m, rad) that is rounding: after a step that leaves no more, some are not projected; 0: all are."""
    fewest: int
    """Steps that an interval between instants has at the least."""
    directions: int
    """Number of directions in which a state carries its derivatives, behind itself; they count in no norm."""
    nodes: int
    """Samples of each step with dense output; 0: samples are where `Samples.times` says."""
    node_shares: Annotated[Array, MOST_NODES]
    """Shares of a step at which these are."""
    repivoting: int
    """Whether a step over weak pivots is made again with others: 0 no, 1 if the caller has some, 2 in the loop, and if
    it has none, as 1."""


class States(Record):
    """States y = (q, v, integrals) that a run keeps, n numbers each, and the slopes of its last step."""

    y: Array
    before: Array
    """A step earlier."""
    safe: Array
    """The last state of a safe pivot quality, or of the best one met: where crossing a singularity begins."""
    worst: Array
    """The state of the smallest pivot quality with the pivoting in use."""
    weakest: Array
    """The state of the smallest pivot quality before that."""
    slopes: Array
    """Slopes of the step, as its integrator keeps them for dense output."""


class Scratch(Record):
    """Room of one step; nothing in it outlives the step."""

    moment: Annotated[Array, 2]
    """Time (s) for kernels, and the number of the pivoting whose kernels are called."""
    quality: Annotated[Array, 2]
    """Pivot quality and residual of dropped rows at the last slope."""
    gaps: Annotated[Array, 3]
    """Gaps that a projection found."""
    length: float
    """Length of the step that events are looked for in (s)."""
    ahead: float
    error: float
    """End (s) and error norm of a step that was made again up to an event."""
    inputs: Array
    trial: Array
    """State of a stage; after the step the new state on the constraints."""
    new: Array
    """State at the end of the step, before projecting."""
    inside: Array
    """A state inside the step."""
    own: Array
    """Room of the integrator."""
    taken: Array
    """What the expressions of events take, in machines with many parts."""
    matrices: Array
    """Jacobian and matrices of an implicit step, where these are full."""


class StepMatrix(Record):
    """Matrix C + mu B of an implicit step in coordinates, speeds and multipliers, sparse, and its factors.

    Nothing in it outlives the step. Rows of integrals are below those of the square matrix.
    """

    constant: Array
    factor: Array
    """Entries of C and B, in the pattern of `lu`."""
    right: Array
    right_imaginary: Array
    """Right-hand side and solution, with the rows of integrals below."""
    lu: SparseLU


@cache
def no_step_matrix() -> StepMatrix:
    """The matrix of runs whose steps have none, or full ones: one for all, since nobody writes into it."""
    nothing = {
        name: np.zeros(0, dtype=np.int64 if field.kind == "integers" else float)
        for name, field in SparseLU.fields.items()
        if field.kind in ("array", "integers")
    }
    return StepMatrix(
        constant=np.zeros(0), factor=np.zeros(0), right=np.zeros(0), right_imaginary=np.zeros(0), lu=SparseLU(**nothing)
    )


class Machine(Record):
    """Sizes of a machine and the numbers that its kernels take."""

    n: int
    """Numbers in a state."""
    nq: int
    nv: int
    nu: int
    parameters: Array
    """Values of the parameters and what follows from them alone, a row for each pivoting."""
    row: int
    """Numbers in a row of `parameters`; 0 where all pivotings take the same."""
    pivot_scales: Array
    """1 over the reference values of the pivots in use, with their signs."""
    mobilities: Array
    """1 over the weights of speeds in the projections, a row for each pivoting."""


class Pivotings(Record):
    """Pivots of the pivotings that are ready, and the log of changes between them."""

    width: int
    """Numbers in a row of `rows`."""
    rows: Array
    """For each pivoting: how many pivots there are, how many of them have no sign, and their values where it was
    chosen."""
    log: Array
    """(time, number) of changes, then room for two rows of ratios of pivots."""


class Schedule(Record):
    """Inputs in segments: a step ends exactly where a segment does."""

    ends: Array
    """Ends of the segments (s)."""
    lasts: Array
    """Times just before these (s), up to which a segment is evaluated."""
    step_limits: Array
    """Longest steps in each segment (s)."""
    tables: Array
    """What the kernel `inputs` reads, `table_size` numbers a segment."""
    table_size: int


class Samples(Record):
    """Times of samples, and what was saved there."""

    count: int
    times: Array
    states: Array
    """(count, n)"""
    width: int
    """Numbers that a sample has beside its state: inputs, and outputs of blocks that are held."""
    inputs: Array
    """(count, width, at least 1)"""
    spacing: float
    """Time (s) for which a defect of the dense solution counts, at the most; 0: defects are not looked at."""
    defects: Array
    """Defects of the dense solution inside steps (count), over 1 + |state|."""
    room: Array
    """Two states, for derivatives of the dense solution."""


class EventState(Record):
    """What is kept of the events between steps, and while a step is searched for roots: one number for each event.

    `values` holds five rows, at five places of the part of a step that is looked at, `differences` their four divided
    differences.
    """

    count: int
    """Events that are watched."""
    reach: float
    """Length of the part of a step that was looked at last (s)."""
    until: float
    """End of the segment of the inputs then (s)."""
    side: Array
    """Sign on which each event was last; 0: not known, at its zero."""
    direction: Array
    """Direction of the crossings that count; 0: both, not a number: not watched."""
    fired: Array
    """1 for those that fired in this step, -1 where the value is not a number."""
    next_side: Array
    """Sides while the step is looked through."""
    root: Array
    """Share of the step at which each root is."""
    largest: Array
    """Largest value met."""
    leaving: Array
    """Where an event that is on the way from its zero to its side will be there; 0: it is not."""
    began: Array
    """Time at which it fired last (s), if a step began there."""
    tolerance: Array
    """Error allowed."""
    trial: Array
    """Values while a root is located."""
    bottom: Array
    after: Array
    """Values at the lowest place of a dip, and those where the next part begins."""
    values: Array
    differences: Array


def event_state(directions: Array) -> EventState:
    """State of events that count in these directions, before the run."""
    size = {"values": 5, "differences": 4}
    arrays = {
        name: np.zeros(size.get(name, 1) * len(directions))
        for name, field in EventState.fields.items()
        if field.kind == "array"
    }
    arrays["direction"][:] = directions
    return EventState(count=len(directions), **arrays)


@cache
def no_events() -> EventState:
    """State of events of runs that have none: one for all, since nobody writes into it."""
    return event_state(np.zeros(0))


class SignalLog(Record):
    """Outputs of blocks at every instant, by group, until they are taken away; and those that a run repeats."""

    values: Array
    """Rows of outputs, one after another; those of a group begin at `first`."""
    first: Integers
    room: Integers
    """Rows that there is room for, by group; 0: they are not kept."""
    rows: Integers
    """Rows that there are."""
    repeated: Array
    """Outputs that take the place of computed ones, likewise: counts of encoders in the run that is repeated."""
    repeated_first: Integers
    repeated_room: Integers
    """How many rows of these each group has."""
    repeated_rows: Integers
    """How many of them were taken."""


class Control(Record):
    """What runs at instants, and when: the pattern of one hyperperiod, in units of numerator / denominator seconds.

    Blocks run in groups. At instant k of the pattern the outputs of `releases[release_first[k] : release_first[k + 1]]`
    come to act, then `groups[first[k] : first[k + 1]]` are computed, in this order.
    """

    count: int
    """Instants in a hyperperiod; 0: nothing is sampled."""
    length: int
    """Units in a hyperperiod."""
    numerator: float
    denominator: float
    at: Integers
    """Units from the start of the hyperperiod to each instant."""
    first: Integers
    groups: Integers
    release_first: Integers
    releases: Integers
    accelerations: Integers
    """1 for instants at which accelerations are read."""
    python: Integers
    """1 for groups that are Python functions."""
    called_references: Integers
    """1 for instants at which references are read that are Python functions."""
    reads_references: Integers
    """1 for instants at which any references are read."""
    leave: int
    """Whether the loop is left for these, since it is compiled."""
    ready: int
    """Whether what the loop was left for is done."""
    base: Integers
    """Where the memory of each group begins: states, outputs that wait (the latest first), outputs that are held."""
    states: Integers
    outputs: Integers
    pending: Integers
    """How many states, outputs, and rows of waiting outputs each group has."""
    commands: int
    inputs: Integers
    """Inputs that are commanded."""
    held: Integers
    """Their places in `ControlState.memory`."""
    signals: int
    places: Integers
    """Places of all held outputs, as samples save them."""
    gains: Array
    references: Array
    """References at this instant, from segments as those of the inputs."""
    reference_ends: Array
    reference_tables: Array
    reference_size: int
    slope: Array
    """Slope at this instant."""
    results: Array
    """Next states and outputs of the group that was computed last."""
    log: SignalLog


class ControlState(Record):
    """Where control is: its next instant, and what it remembers."""

    next_time: float
    """Time of the next instant (s), rounded once from its rational number; never, if nothing is sampled."""
    hyperperiod: int
    place: int
    """The next instant: the number of its hyperperiod, and its place in there."""
    instants: int
    """How many there were."""
    segment: int
    """Segment of the references."""
    step: int
    """Place in `Control.groups` of what is computed next at this instant; before it begins `BEFORE`, then `READING`."""
    group: int
    """The group that was computed last."""
    memory: Array
    """States of what is computed, results that wait for their delays, and the outputs that are held."""
    counts: Integers
    """How often each group was computed."""
    peaks: Array
    """Peaks of the commands over windows of different length, which show whether these grow without bound."""


@cache
def no_control() -> tuple[Control, ControlState]:
    """Records of runs in which nothing is sampled: one for all, since nobody writes into them."""
    kinds: dict[type[Record], dict[str, object]] = {
        kind: {
            name: np.zeros(0, dtype=np.int64 if field.kind == "integers" else float)
            for name, field in kind.fields.items()
            if field.kind in ("array", "integers")
        }
        for kind in (Control, ControlState, SignalLog)
    }
    control = Control(denominator=1.0, log=SignalLog(**kinds[SignalLog]), **kinds[Control])
    return control, ControlState(next_time=np.inf, step=BEFORE, **kinds[ControlState])


class Tape(Record):
    """What an adjoint goes back over: a row for each step and each instant of the slices that were not yet collected.

    A row is `TAPE_HEAD` numbers (kind, time, length, end, segment of the inputs, pivoting, next sample, instant of the
    pattern), the state and the memory of control before it, and the references of an instant.
    """

    count: int
    """Rows that there are."""
    width: int
    """Numbers in a row."""
    memory: int
    """Numbers in the memory of control."""
    references: int
    rows: Array


@cache
def no_tape() -> Tape:
    """The tape of runs that keep none: one for all, since nobody writes into it."""
    return Tape(rows=np.zeros(0))


class Workspace(Record):
    """All that the time loop works on."""

    progress: Progress
    settings: Settings
    states: States
    scratch: Scratch
    machine: Machine
    pivotings: Pivotings
    schedule: Schedule
    samples: Samples
    events: EventState
    control: Control
    control_state: ControlState
    tape: Tape
    step_matrix: StepMatrix


class Sizes(NamedTuple):
    """Sizes that the memory of a workspace follows from."""

    n: int
    """Numbers in a state."""
    nq: int
    nv: int
    nu: int
    slopes: int
    """Slopes that the integrator keeps, n numbers each."""
    own: int
    """Room of the integrator."""


MOST_PROTOTYPES = 64
"""Kinds of runs whose workspaces are kept to be copied."""


@lru_cache(maxsize=MOST_PROTOTYPES)
def workspace_prototype(sizes: Sizes, settings: tuple[tuple[str, float], ...]) -> Prototype[Workspace]:
    """Workspace of runs without events, control and tape, before anything is known of a run but sizes and settings.

    Pivots, parameters, inputs and samples have no room yet: a run binds them. A short run is mostly the making of its
    records, and runs of a machine are many.
    """
    n = sizes.n
    control, control_state = no_control()
    nothing = np.zeros(0)
    record = Workspace(
        # Nothing is known yet of errors, pivots and singular configurations.
        progress=Progress(
            stop=np.inf, window=np.inf, quality=np.inf, weakest_quality=np.inf, last_error=1e-4, repeated_at=-np.inf
        ),
        settings=Settings(fewest=1, **dict(settings)),
        states=States(y=n, before=n, safe=n, worst=n, weakest=n, slopes=sizes.slopes * n),
        scratch=Scratch(
            inputs=sizes.nu + 8, trial=n, new=n, inside=n, own=sizes.own, taken=nothing, matrices=nothing
        ),
        machine=Machine(
            n=n, nq=sizes.nq, nv=sizes.nv, nu=sizes.nu, parameters=nothing, pivot_scales=nothing, mobilities=nothing
        ),
        pivotings=Pivotings(rows=nothing, log=nothing),
        schedule=Schedule(ends=nothing, lasts=nothing, step_limits=nothing, tables=nothing),
        samples=Samples(times=nothing, states=nothing, inputs=nothing, defects=nothing, room=nothing),
        events=no_events(),
        control=control,
        control_state=control_state,
        tape=no_tape(),
        step_matrix=no_step_matrix(),
    )  # fmt: skip
    return Prototype(record, shared=(EventState, Control, ControlState, Tape, StepMatrix))

"""The way back over a run, in the subset of Python that is compiled with the machine.

Of a scalar J each step, instant and projection y+ = F(y, p) turns weights w+ = dJ/dy+ into w = F_y^T w+, and adds
F_p^T w+ to dJ/dp. Stages of a step are computed again from the state where it began.
"""

from __future__ import annotations

from collections.abc import Callable

from linkwright.arrays import Array, Integers
from linkwright.codegen import Record
from linkwright.simulation.loop.advance import (
    LARGEST_CORRECTION,
    MOST_CORRECTIONS,
    QUADRATIC,
    copy,
    distance,
    inputs_at,
    project,
    slope_at,
)
from linkwright.simulation.sampling.instants import keep_results, release_outputs
from linkwright.simulation.workspace import PIVOTING, TAPE_HEAD, Workspace

project_q: Callable[..., None]
project_v: Callable[..., None]
slope_transposed: Callable[..., None]
project_q_transposed: Callable[..., None]
project_v_transposed: Callable[..., None]
compute_group: Callable[..., None]
transpose_group: Callable[..., None]

ITERATES = MOST_CORRECTIONS + 2
"""States that the Newton steps of a projection lead through, at the most."""


class Weights(Record):
    """Derivatives of a scalar by all that a run consists of, on the way back."""

    parameters: Array
    gains: Array
    state: Array
    """By the state where the way back has come to."""
    memory: Array
    """By the memory of control there."""
    samples: Array
    """By the states at the samples (count, n)."""
    signals: Array
    """By the inputs and held outputs at the samples (count, width)."""


class Method(Record):
    """Coefficients of the integrator: see `Tableau`."""

    stages: int
    all_stages: int
    degree: int
    a: Array
    b: Array
    c: Array
    dense: Array


class Room(Record):
    """Room of one step or instant on the way back."""

    slopes: Array
    """Slopes of the stages (all_stages, n)."""
    of_slopes: Array
    """Their weights."""
    shares: Array
    """Shares of the slopes in a state inside the step."""
    stage: Array
    start: Array
    """Weights of the state where the step begins."""
    sample: Array
    """Weights of a state inside the step."""
    iterates: Array
    """States of a projection (ITERATES, nq), then speeds (ITERATES, nv)."""
    memories: Array
    """Memory before each group of an instant."""
    results: Array
    """Weights of states and outputs of a group."""
    of_state: Array
    of_rates: Array
    of_inputs: Array
    of_parameters: Array
    of_gains: Array
    of_memory: Array
    """What transposed functions give."""
    rates: Array
    """Weights of the slope that the blocks of an instant read."""
    counts: Integers
    """How often each group was computed until then."""


class Back(Record):
    """All of the way back."""

    weights: Weights
    method: Method
    room: Room
    rows: Array
    """Rows of the tape."""
    values: int
    """Number of parameter values."""
    gains: int


def add(values: Array, total: Array, n: int) -> None:
    """Add n numbers to a total."""
    for i in range(n):
        total[i] += values[i]


def add_inputs(values: Array, run: Workspace, back: Back) -> None:
    """Weights of inputs are those of the commands that are held; other inputs depend on time alone."""
    for i in range(run.control.commands):
        back.weights.memory[run.control.held[i]] += values[run.control.inputs[i]]


def pull_slope(t: float, y: Array, weights: Array, run: Workspace, back: Back) -> None:
    """f_y^T w into `of_state`; f_u^T w and f_p^T w are added to what they belong to."""
    room = back.room
    inputs_at(t, run, run.scratch.inputs)
    parameters = run.machine.parameters[run.progress.pivoting * run.machine.row :]
    slope_transposed(run.scratch.moment, y, run.scratch.inputs, parameters, weights,
                     room.of_state, room.of_inputs, room.of_parameters)  # fmt: skip
    add(room.of_parameters, back.weights.parameters, back.values)
    add_inputs(room.of_inputs, run, back)


def pull_projection(t: float, y: Array, weights: Array, run: Workspace, back: Back) -> None:
    """P_y^T w of the projection of y at t, in place of w; all its Newton steps are made again first."""
    room = back.room
    nq = run.machine.nq
    nv = run.machine.nv
    gaps = run.scratch.gaps
    moment = run.scratch.moment
    mobilities = run.machine.mobilities[run.progress.pivoting * nv :]
    parameters = run.machine.parameters[run.progress.pivoting * run.machine.row :]
    q = room.iterates[0:]
    v = room.iterates[ITERATES * nq :]
    copy(y, q, nq)
    copy(y[nq:], v, nv)
    moment[0] = t
    positions = 0
    gaps[0] = 1.0
    while gaps[0] > QUADRATIC and positions <= MOST_CORRECTIONS:
        project_q(moment, q[positions * nq :], parameters, mobilities, q[(positions + 1) * nq :], gaps)
        positions += 1
    last = q[positions * nq :]
    speeds = 0
    gaps[0] = 1.0
    while gaps[0] > QUADRATIC and speeds <= MOST_CORRECTIONS:
        project_v(moment, last, v[speeds * nv :], parameters, mobilities, v[(speeds + 1) * nv :], gaps)
        speeds += 1
    while speeds > 0:
        speeds -= 1
        project_v_transposed(moment, last, v[speeds * nv :], parameters, mobilities, weights[nq:],
                             room.of_state, room.of_rates, room.of_parameters)  # fmt: skip
        add(room.of_state, weights, nq)
        copy(room.of_rates, weights[nq:], nv)
        add(room.of_parameters, back.weights.parameters, back.values)
    while positions > 0:
        positions -= 1
        project_q_transposed(moment, q[positions * nq :], parameters, mobilities, weights,
                             room.of_state, room.of_parameters)  # fmt: skip
        copy(room.of_state, weights, nq)
        add(room.of_parameters, back.weights.parameters, back.values)


def stage_state(i: int, h: float, run: Workspace, back: Back) -> None:
    """The state of a stage, y + h sum a_ij k_j, into `stage`."""
    n = run.machine.n
    method = back.method
    stage = back.room.stage
    copy(run.states.y, stage, n)
    for j in range(i):
        share = h * method.a[i * method.all_stages + j]
        if share != 0.0:
            rates = back.room.slopes[j * n :]
            for k in range(n):
                stage[k] += share * rates[k]


def state_inside(h: float, count: int, run: Workspace, back: Back) -> None:
    """The state y + h sum b_j k_j for `shares` b_j, into `stage`."""
    n = run.machine.n
    stage = back.room.stage
    copy(run.states.y, stage, n)
    for j in range(count):
        share = h * back.room.shares[j]
        rates = back.room.slopes[j * n :]
        for k in range(n):
            stage[k] += share * rates[k]


def pull_inside(weights: Array, h: float, count: int, run: Workspace, back: Back) -> None:
    """Weights of a state y + h sum b_j k_j are added to those of y and of the slopes."""
    n = run.machine.n
    add(weights, back.room.start, n)
    for j in range(count):
        share = h * back.room.shares[j]
        if share != 0.0:
            of_slope = back.room.of_slopes[j * n :]
            for k in range(n):
                of_slope[k] += share * weights[k]


def dense_shares(theta: float, back: Back) -> None:
    """Shares b_j(theta) of the slopes in dense output, from their Chebyshev coefficients (Clenshaw's recurrence)."""
    method = back.method
    x = 2.0 * theta - 1.0
    for j in range(method.all_stages):
        coefficients = method.dense[j * (method.degree + 1) :]
        last = 0.0
        before = 0.0
        for k in range(method.degree):
            now = coefficients[method.degree - k] + 2.0 * x * last - before
            before = last
            last = now
        back.room.shares[j] = coefficients[0] + x * last - before


def pull_samples(t: float, h: float, first: int, last: int, run: Workspace, back: Back) -> None:
    """Weights of the samples of a step go to where it begins and to its slopes, through their projection."""
    samples = run.samples
    n = run.machine.n
    nu = run.machine.nu
    room = back.room
    count = back.method.all_stages
    for j in range(first, last):
        # Inputs, and outputs of blocks, as they are held.
        signals = back.weights.signals[j * samples.width :]
        add_inputs(signals, run, back)
        for i in range(run.control.signals):
            back.weights.memory[run.control.places[i]] += signals[nu + i]
        weights = back.weights.samples[j * n :]
        largest = 0.0
        for i in range(n):
            largest = max(largest, abs(weights[i]))
        if largest == 0.0:
            continue
        copy(weights, room.sample, n)
        dense_shares((samples.times[j] - t) / h, back)
        state_inside(h, count, run, back)
        # A sample whose correction was too large was saved as it was.
        copy(room.stage, run.scratch.trial, n)
        lost = project(samples.times[j], run.scratch.trial, run)
        if lost == 0 and (
            run.settings.fixed_step > 0.0
            or distance(run.scratch.trial, room.stage, n, run.settings) <= LARGEST_CORRECTION
        ):
            pull_projection(samples.times[j], room.stage, room.sample, run, back)
        pull_inside(room.sample, h, count, run, back)


def retreat_step(row: Array, run: Workspace, back: Back) -> None:
    """Back over a step."""
    n = run.machine.n
    method = back.method
    room = back.room
    t = row[1]
    h = row[2]
    ahead = row[3]
    first = int(row[6])
    last = first
    while last < run.samples.count and run.samples.times[last] <= ahead:
        last += 1
    # The slopes of its stages; dense output needs more of them.
    count = method.all_stages if last > first else method.stages
    for i in range(count):
        stage_state(i, h, run, back)
        slope_at(t + method.c[i] * h, room.stage, run, room.slopes[i * n :])
    for i in range(count * n):
        room.of_slopes[i] = 0.0
    for i in range(n):
        room.start[i] = 0.0
    pull_samples(t, h, first, last, run, back)
    # The end of the step, which was brought onto the constraints.
    for j in range(method.stages):
        room.shares[j] = method.b[j]
    state_inside(h, method.stages, run, back)
    pull_projection(ahead, room.stage, back.weights.state, run, back)
    pull_inside(back.weights.state, h, method.stages, run, back)
    # The stages, the last first. Slopes that only estimate the error have no weights.
    for k in range(count):
        i = count - 1 - k
        weights = room.of_slopes[i * n :]
        largest = 0.0
        for j in range(n):
            largest = max(largest, abs(weights[j]))
        if largest == 0.0:
            continue
        stage_state(i, h, run, back)
        pull_slope(t + method.c[i] * h, room.stage, weights, run, back)
        add(room.of_state, room.start, n)
        for j in range(i):
            share = h * method.a[i * method.all_stages + j]
            if share != 0.0:
                of_slope = room.of_slopes[j * n :]
                for m in range(n):
                    of_slope[m] += share * room.of_state[m]
    copy(room.start, back.weights.state, n)


def pull_results(group: int, run: Workspace, back: Back) -> None:
    """Weights of the memory after a group was computed become those of its results and of the memory before."""
    control = run.control
    memory = back.weights.memory
    results = back.room.results
    states = control.states[group]
    outputs = control.outputs[group]
    pending = control.pending[group]
    base = control.base[group]
    for i in range(states):
        results[i] = memory[base + i]
        memory[base + i] = 0.0
    first = base + states
    # Outputs that took the place of computed ones depend on nothing.
    given = back.room.counts[group] < control.log.repeated_room[group]
    for i in range(outputs):
        results[states + i] = 0.0 if given else memory[first + i]
        memory[first + i] = 0.0
    for k in range(pending - 1):
        row = first + k * outputs
        for i in range(outputs):
            memory[row + i] = memory[row + outputs + i]
            memory[row + outputs + i] = 0.0


def retreat_instant(row: Array, run: Workspace, back: Back) -> None:
    """Back over an instant: its groups, the last first, then what they read, then the outputs that came to act."""
    control = run.control
    state = run.control_state
    n = run.machine.n
    room = back.room
    t = row[1]
    place = int(row[7])
    size = run.tape.memory
    copy(row[TAPE_HEAD + n + size :], control.references, run.tape.references)
    for i in range(control.release_first[place], control.release_first[place + 1]):
        release_outputs(control.releases[i], control, state.memory)
    inputs_at(t, run, run.scratch.inputs)
    if control.accelerations[place] > 0:
        slope_at(t, run.states.y, run, control.slope)
    # What was computed is computed again, up to the last group.
    first = control.first[place]
    count = control.first[place + 1] - first
    for i in range(count):
        group = control.groups[first + i]
        room.counts[group] -= 1
        control.log.repeated_rows[group] = room.counts[group]
        copy(state.memory, room.memories[i * size :], size)
        run.scratch.moment[0] = t
        compute_group(group, run)
        keep_results(group, run)
    for i in range(n):
        room.rates[i] = 0.0
    for k in range(count):
        i = count - 1 - k
        group = control.groups[first + i]
        copy(room.memories[i * size :], state.memory, size)
        pull_results(group, run, back)
        transpose_group(group, run, back)
        add(room.of_state, back.weights.state, n)
        add(room.of_rates, room.rates, n)
        add(room.of_parameters, back.weights.parameters, back.values)
        add(room.of_gains, back.weights.gains, back.gains)
        add(room.of_memory, back.weights.memory, size)
        add_inputs(room.of_inputs, run, back)
    if control.accelerations[place] > 0:
        copy(room.memories, state.memory, size)
        pull_slope(t, run.states.y, room.rates, run, back)
        add(room.of_state, back.weights.state, n)
    for k in range(control.release_first[place + 1] - control.release_first[place]):
        group = control.releases[control.release_first[place + 1] - 1 - k]
        outputs = control.outputs[group]
        held = control.base[group] + control.states[group] + control.pending[group] * outputs
        for i in range(outputs):
            back.weights.memory[held - outputs + i] += back.weights.memory[held + i]
            back.weights.memory[held + i] = 0.0


def retreat(count: int, run: Workspace, back: Back) -> None:
    """Back over so many rows of a tape."""
    n = run.machine.n
    for k in range(count):
        row = back.rows[(count - 1 - k) * run.tape.width :]
        run.progress.segment = int(row[4])
        run.progress.pivoting = int(row[5])
        run.scratch.moment[PIVOTING] = row[5]
        copy(row[TAPE_HEAD:], run.states.y, n)
        copy(row[TAPE_HEAD + n :], run.control_state.memory, run.tape.memory)
        if row[0] > 0.0:
            retreat_instant(row, run, back)
        else:
            retreat_step(row, run, back)


LOOPS: tuple[Callable[..., object], ...] = (
    add, add_inputs, pull_slope, pull_projection, stage_state, state_inside, pull_inside, dense_shares, pull_samples,
    retreat_step, pull_results, retreat_instant, retreat,
)  # fmt: skip

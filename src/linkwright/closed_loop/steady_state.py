"""A start at which a closed loop holds its pose: states of blocks, commands and references that do not change."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array, read_only
from linkwright.closed_loop.measurements import POSITION, SPEED, Measurement, Measurements, position_of
from linkwright.closed_loop.wiring import referenced_quantity
from linkwright.dynamics import AssemblyError, State
from linkwright.dynamics.system import call_function
from linkwright.faults import Faults, close_matches
from linkwright.kinds import checked_arguments
from linkwright.symbolic import jacobian, select_rows

if TYPE_CHECKING:
    from linkwright.closed_loop.closed_loop import ClosedLoop

MOST_NEWTON_STEPS = 20
"""Newton steps before it is given up; one is enough where all is linear."""
MOST_CLOSURES = 8
"""Times that joints are closed again after parts have moved; each squares what is left open."""
ALREADY_CLOSED = 1e-12
"""Change of a coordinate (m, rad) by closing the joints that is none."""
FREE_WITHIN = 1e-8
"""Singular value of rows of length 1 below which one of them follows from the others."""
HOLDS_POSE = 1e-9
"""Residual of each equation, over 1 and the size of its terms, at which the pose is held."""


LAST_DIGITS = 64 * float(np.finfo(float).eps)
"""Share of a coordinate to which rounding of some steps leaves it known."""


@checked_arguments
@dataclass(frozen=True, eq=False)
class LoopState:
    """A state of a closed loop: of its machine, of its blocks (`memory`), and the inputs that go with them.

    `simulate` takes it where it takes a State; `inputs` are references and inputs of the machine by name, `commands`
    what the blocks command.
    """

    state: State
    memory: Array
    inputs: Mapping[str, float]
    commands: Mapping[str, float]

    def __post_init__(self) -> None:
        object.__setattr__(self, "memory", read_only(np.array(self.memory, dtype=float)))

    def __getitem__(self, name: str) -> float:
        """A quantity of the machine."""
        return self.state[name]


def steady_state(loop: ClosedLoop, state: State, inputs: Mapping[str, float] | None = None) -> LoopState:
    """The state of a closed loop that holds a pose.

    Sought are speeds without a coordinate (currents, states of filters), constraint forces, the memory of the blocks
    and references, so that f + A^T lambda = 0 with the machine at rest, and the memory after all blocks have run once
    is the memory before. By Newton steps of least size (exact in one, where all is linear). `inputs` are references and
    inputs of the machine that are given; other references are found, other inputs are 0.

    Where the state itself cannot be held, the positions that references name are, and what else is free moves to where
    it is: a motor twists its elastic shaft until that carries the load.
    """
    program, dynamics = loop.program, loop.dynamics
    faults = Faults("steady_state")
    python = [name for group in program.groups if not group.compiled for name in group.blocks]
    if python:
        faults.add(f"{', '.join(python)}: what a Python function does cannot be solved for; use control.Step")
    dynamics.check(state)
    known = {label.name: k for k, label in enumerate(program.wiring.references)}
    free = [name for name in dynamics.inputs if name not in loop.commands]
    fixed = {name: 0.0 for name in known if name.endswith("'")}
    for name, value in (inputs or {}).items():
        if name not in known and name not in free:
            faults.add(f"no input {name!r}; {close_matches(str(name), loop.inputs)}")
        else:
            fixed[name] = faults.number(name, value)
    moving = [k for k in range(dynamics.system.n) if dynamics.system.moves(k)]
    if np.max(np.abs(state.v[moving]), initial=0.0) > HOLDS_POSE:
        faults.add("the state moves; give one at rest, of assemble(positions)")
    faults.stop()
    others = {name: fixed.get(name, 0.0) for name in free}
    given = {known[name] for name in fixed if name in known}
    worst = ""
    for moves in (False, True):
        answer = _solve_steady_state(loop, state, others, given, fixed, moves=moves)
        if isinstance(answer, LoopState):
            return answer
        worst = worst or answer
    raise ValueError(
        f"steady_state: nothing holds this pose: {worst} cannot be met; a load without a drive, a limit, or a block "
        "that never rests"
    )


def _solve_steady_state(
    loop: ClosedLoop,
    state: State,
    others: Mapping[str, float],
    given: set[int],
    fixed: Mapping[str, float],
    *,
    moves: bool,
) -> LoopState | str:
    """The state of the loop at or, with `moves`, beside a state; what cannot be met in words where there is none."""
    assembler, system = loop.dynamics.assembler, loop.dynamics.system
    worst = ""
    for _ in range(MOST_CLOSURES if moves else 1):
        directions = _free_directions(loop, state) if moves else np.zeros((system.q.numel(), 0))
        if moves and not directions.size:
            return worst
        problem = _Problem(loop, state, others, directions)
        x = problem.start(fixed)
        sought = problem.sought(given)
        residual, jacobian, sizes = problem.evaluate(x)
        for _ in range(MOST_NEWTON_STEPS):
            if not np.isfinite(residual).all() or not np.isfinite(jacobian).all():
                break
            trial, slopes = x.copy(), jacobian[:, sought]
            lengths = np.linalg.norm(slopes, axis=1)
            lengths[lengths == 0] = 1.0
            # Rows of one length: beside that of a stiff shaft others would be taken for rounding.
            trial[sought] -= linear_algebra.lstsq(slopes / lengths[:, None], residual / lengths, rcond=1e-12)[0]
            after = problem.evaluate(trial)
            # What is left of a small torque is a large acceleration of a light rotor: steps go on as long as they help.
            if np.all(np.abs(residual) <= HOLDS_POSE * (1 + sizes)) and not _helps(after, residual, sizes):
                break
            x, (residual, jacobian, sizes) = trial, after
        if not np.all(np.abs(residual) <= HOLDS_POSE * (1 + sizes)):
            return ", ".join(problem.rows[k] for k in np.argsort(-np.abs(residual) / (1 + sizes))[:3])
        answer = problem.loop_state(x, fixed)
        way = np.max(np.abs(answer.state.q - state.q), initial=0.0)
        try:
            # Straight directions leave the joints open by the square of the way; what is closed is solved again.
            q = assembler.close(state.t, answer.state.q, loop.dynamics.p) if moves else answer.state.q
        except AssemblyError as error:
            return str(error)
        if np.max(np.abs(q - answer.state.q), initial=0.0) <= ALREADY_CLOSED * (1 + way):
            return answer
        state = loop.dynamics.state(q, state.v, state.t)
    return worst or "the positions of what no reference names"


def _helps(after: tuple[Array, Array, Array], residual: Array, sizes: Array) -> bool:
    """Whether less than half of the residual is left, over its sizes."""
    left, before = np.max(np.abs(after[0]) / (1 + after[2])), np.max(np.abs(residual) / (1 + sizes))
    return bool(left < 0.5 * before)


def _free_directions(loop: ClosedLoop, state: State) -> Array:
    """Directions (coordinates, k) in which parts move while joints stay closed and what references name stays."""
    system, dynamics = loop.dynamics.system, loop.dynamics
    held = [quantity for quantity in _referenced_quantities(loop).values() if quantity.kind == POSITION]
    if not held:
        return np.zeros((system.q.numel(), 0))
    rows = ca.vertcat(system.g, *[position_of(system, each.number) for each in held])
    N = system.N[:, [k for k in range(system.n) if system.moves(k)]]
    function = system.function("free_directions", [ca.jacobian(rows, system.q) @ N, N])
    J, N_value = call_function(function, state.t, state.q, state.v, np.zeros(system.m_u), dynamics.p)
    lengths = np.linalg.norm(J, axis=1)
    _, sizes, right = linear_algebra.svd(J / np.where(lengths > 0, lengths, 1.0)[:, None])
    return np.asarray(N_value @ right[int(np.sum(sizes > FREE_WITHIN)) :].T)


def _referenced_quantities(loop: ClosedLoop) -> dict[str, Measurement]:
    """What references stand for, as far as they are of quantities."""
    wiring, flat, known = loop.program.wiring, loop.diagram.flat, Measurements.of(loop.dynamics.system)
    ports = {label.name: flat.references[label.name][0] for label in wiring.references}
    found = {name: referenced_quantity(wiring, known, port) for name, port in ports.items()}
    return {name: quantity for name, quantity in found.items() if quantity is not None}


class _Problem:
    """Equations of a steady state in symbols: unknowns are speeds v, multipliers, memory and references."""

    def __init__(self, loop: ClosedLoop, state: State, free: Mapping[str, float], directions: Array) -> None:
        self.loop, self.state, self.free, self.directions = loop, state, free, directions
        self.moves = ca.SX.sym("moves", directions.shape[1])
        self.q = ca.SX(ca.DM(state.q)) + (ca.DM(directions) @ self.moves if directions.size else 0)
        program, system = loop.program, loop.dynamics.system
        self.program = program
        self.multipliers = ca.SX.sym("lambda", system.m)
        self.memory = ca.SX.sym("memory", program.size)
        self.references = ca.SX.sym("r", len(program.wiring.references))
        self.bare = [k for k in range(system.n) if not system.moves(k)]
        self.speeds = ca.SX.sym("x", len(self.bare))
        v = [ca.SX(float(value)) for value in state.v]
        for j, k in enumerate(self.bare):
            v[k] = self.speeds[j]
        u = [ca.SX(float(free.get(name, 0.0))) for name in loop.dynamics.inputs]
        for name, port in program.wiring.commands.items():
            u[loop.dynamics.inputs.index(name)] = self.memory[program.signals[str(port)].held_place]
        self.unknowns = ca.vertcat(self.moves, self.speeds, self.multipliers, self.memory, self.references)
        balance = ca.substitute(
            [system.f + system.A.T @ self.multipliers, system.qdot],
            [system.t, system.q, system.v, system.u, system.p],
            [
                ca.SX(state.t),
                self.q,
                ca.vertcat(*v),
                ca.vertcat(ca.SX(0, 1), *u),
                ca.SX(ca.DM(loop.dynamics.p)),
            ],
        )[0]
        after, kept = self._after(ca.vertcat(*v), ca.vertcat(ca.SX(0, 1), *u))
        change = select_rows(after - self.memory, kept)
        self.rows = [
            *[f"the balance of {name}" for name in loop.dynamics.speeds],
            *[self._describe_place(k) for k in kept],
        ]
        residual = ca.densify(ca.vertcat(balance, change))
        sizes = ca.densify(ca.vertcat(system_size(loop, state, self.q), ca.fabs(select_rows(self.memory, kept))))
        self.function = ca.Function(
            "steady", [self.unknowns], [residual, ca.densify(ca.jacobian(residual, self.unknowns)), sizes]
        )

    def _after(self, v: ca.SX, u: ca.SX) -> tuple[ca.SX, list[int]]:
        """Memory after all blocks have run once, and its places that must come back: all but counters of instants."""
        program, system, state = self.program, self.loop.dynamics.system, self.state
        symbols = program.reading
        # Angles that a run counts are where the state has them.
        read = ca.Function("z", [system.t, system.q, system.v, system.u, system.p], [symbols.counted_angles()])
        angles = read(state.t, self.q, v, u, self.loop.dynamics.p)
        works = symbols.integrals.numel() - angles.numel()
        y = ca.vertcat(self.q, v, ca.SX.zeros(works), angles)
        memory = [self.memory[k] for k in range(program.size)]
        kept = []
        for group in program.groups:
            function = program.functions[group.name]
            slope = ca.SX.zeros(y.numel())
            results = function(
                state.t, y, slope, u, self.references, self.loop.dynamics.p, self.loop.g, ca.vertcat(*memory)
            )
            counting = program.counters(group)
            for k in range(group.states):
                memory[group.base + k] = results[k]
                if k not in counting:
                    kept.append(group.base + k)
            first = group.base + group.states
            rows = [[results[group.states + i] for i in range(group.outputs)]]
            rows += [
                memory[first + j * group.outputs : first + (j + 1) * group.outputs] for j in range(group.clock.pending)
            ]
            for j, row in enumerate(rows):
                for i, value in enumerate(row):
                    memory[first + j * group.outputs + i] = value
            kept += range(first, first + (group.clock.pending + 1) * group.outputs)
        return ca.vertcat(*memory), kept

    def _describe_place(self, place: int) -> str:
        """What a place of the memory is, in words."""
        for group in self.program.groups:
            if group.base <= place < group.base + group.size:
                return f"the memory of {', '.join(group.blocks)}"
        return "the memory"

    def start(self, fixed: Mapping[str, float]) -> Array:
        """Where Newton steps begin: blocks as a run begins, references at what is measured."""
        references, quantities = self.program.wiring.references, _referenced_quantities(self.loop)
        wanted = np.zeros(len(references))
        for k, label in enumerate(references):
            quantity = quantities.get(label.name)
            if quantity is not None and quantity.kind in {POSITION, SPEED}:
                wanted[k] = self.state[quantity.name]
            wanted[k] = fixed.get(label.name, wanted[k])
        speeds, still = self.state.v[self.bare], np.zeros(self.moves.numel() + self.multipliers.numel())
        first = self.moves.numel()
        return np.concatenate([still[:first], speeds, still[first:], self.program.start(), wanted])

    def sought(self, given: set[int]) -> list[int]:
        """Places of the unknowns; references that are given are none."""
        first = self.unknowns.numel() - self.references.numel()
        return [k for k in range(self.unknowns.numel()) if k - first not in given]

    def evaluate(self, x: Array) -> tuple[Array, Array, Array]:
        """Residual, Jacobian, sizes."""
        residual, jacobian, sizes = (np.asarray(part) for part in self.function(x))
        return residual.ravel(), jacobian, sizes.ravel()

    def loop_state(self, x: Array, fixed: Mapping[str, float]) -> LoopState:
        """The state of the loop."""
        loop, state = self.loop, self.state
        v = np.array(state.v)
        first = self.moves.numel()
        q = state.q + self.directions @ x[:first]
        v[self.bare] = x[first : first + len(self.bare)]
        first += len(self.bare) + self.multipliers.numel()
        memory = x[first : first + self.program.size]
        wanted = x[first + self.program.size :]
        names = [label.name for label in self.program.wiring.references]
        inputs = dict(zip(names, (float(value) for value in wanted), strict=True))
        inputs |= {name: float(fixed.get(name, value)) for name, value in self.free.items()}
        signals = self.program.signals
        commands = {
            name: float(memory[signals[str(port)].held_place]) for name, port in self.program.wiring.commands.items()
        }
        return LoopState(loop.dynamics.state(q, v, state.t), memory, inputs, commands)


def system_size(loop: ClosedLoop, state: State, q: ca.SX) -> ca.SX:
    """Sizes of forces, by which their balance is judged: the largest of those at the state moved to q, for all.

    The force of a stiff shaft is the difference of two large angles, and no smaller than what their last digits make.
    """
    system = loop.dynamics.system
    forces = system.function("forces", [system.f, jacobian(system.f, system.q)])
    f, slopes = forces(state.t, q, state.v, np.zeros(system.m_u), loop.dynamics.p)
    rounding = ca.fabs(slopes) @ ca.fabs(q)
    return ca.repmat(ca.mmax(ca.fabs(f)), system.n) + LAST_DIGITS / HOLDS_POSE * rounding

"""Compile: from Equations to Dynamics."""

from __future__ import annotations

import numpy as np

from linkwright.dynamics.assembly import Assembler
from linkwright.dynamics.choice import Choice, matrices
from linkwright.dynamics.dynamics import Choices, Dynamics, reference_state
from linkwright.dynamics.errors import AssemblyError
from linkwright.dynamics.joins import Complement, Join
from linkwright.dynamics.kernels import SVD
from linkwright.dynamics.parameters import requirement_faults
from linkwright.dynamics.rank import Array
from linkwright.dynamics.reference import eliminate
from linkwright.dynamics.state import State
from linkwright.dynamics.system import System, called
from linkwright.dynamics.terms import check_chosen
from linkwright.equations import Equations


def compile(equations: Equations, *, join: Join | None = None, near: State | None = None) -> Dynamics:
    """Join and compile equations: `join` says how constraint forces are eliminated (default: `joins.Complement()`).

    Rows and pivots are chosen at `near` (default: the reference configuration at rest); where that is a singular
    configuration, at a state beside it.

    >>> import linkwright as lw
    >>> dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr()))
    >>> dynamics.inputs
    ('A.v', 'B.v', 'C.v')
    """
    if not isinstance(equations, Equations):
        msg = f"compile takes Equations (a formalism makes them from a Mechanism), got {type(equations).__name__}"
        raise TypeError(msg)
    join = join if join is not None else Complement()
    if not isinstance(join, Join):
        msg = f"join={join!r}: expected one of joins.Complement(), joins.UdwadiaKalaba(), joins.Multipliers()"
        raise TypeError(msg)
    system = System(equations)
    if system.n == 0:
        msg = f"{equations.name} has no moving part; give it a body or a motor"
        raise ValueError(msg)
    p = equations.parameters.values({})
    requirement_faults(system, p)
    assembler = Assembler.of(system)
    reference = near or reference_state(system, assembler, p)
    choices = Choices([], 0)
    dynamics = Dynamics(system, join, {}, p, reference, assembler, choices)
    here = _rank_at(dynamics, reference)
    beside = _beside(dynamics, reference)
    there = _rank_at(dynamics, beside) if beside is not None else -1
    choices.generic_rank = max(here, there)
    start = reference if here >= there or beside is None else beside
    u = np.zeros(len(dynamics.inputs))
    dynamics.avoid_hazards(start, u)
    check_chosen(dynamics, start)
    if join.compiled:
        choices.made.append(Choice.make(system, join, (start.t, start.q, start.v, u, p)))
    else:
        dynamics.joined(start, u)
    return dynamics


def _rank_at(dynamics: Dynamics, state: State) -> int:
    zero = np.zeros(len(dynamics.inputs))
    _, _, A, b = called(matrices(dynamics.system), state.t, state.q, state.v, zero, dynamics.p)
    _, _, levels = eliminate(dynamics.system.modules, A, b.ravel(), SVD())
    return sum(level.found.rank for level in levels)


def _beside(dynamics: Dynamics, state: State) -> State | None:
    """A state a little beside another one, on the constraints: where the rank is that of a general position."""
    random = np.random.default_rng(0)
    system = dynamics.system
    for size in (1e-2, 1e-3, 1e-4):
        step: Array = size * random.uniform(-1.0, 1.0, system.q.numel())
        try:
            q = dynamics.assembler.close(state.t, state.q + step, dynamics.p)
        except AssemblyError:
            continue
        return dynamics.state(q, np.zeros(system.n), state.t)
    return None

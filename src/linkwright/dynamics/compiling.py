"""Compile: from Equations to Dynamics."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.answers.terms import check_chosen
from linkwright.dynamics.closure.assembler import Assembler
from linkwright.dynamics.closure.reference_configuration import reference_state
from linkwright.dynamics.dynamics import Dynamics
from linkwright.dynamics.errors import AssemblyError, Refused
from linkwright.dynamics.joins.contract import Complement, Join, Multipliers, Recursion
from linkwright.dynamics.joins.kernels import SVD
from linkwright.dynamics.joins.numeric import eliminate
from linkwright.dynamics.joins.recursion import links_or_refuse
from linkwright.dynamics.plants.rolled.full_matrices import too_large, written_out
from linkwright.dynamics.plants.rolled.plant import LargeDynamics
from linkwright.dynamics.plants.unrolled.pivoting import Choice, matrices
from linkwright.dynamics.plants.unrolled.pivotings import Choices
from linkwright.dynamics.scales import Scales
from linkwright.dynamics.state import State
from linkwright.dynamics.system.parameters import requirement_faults
from linkwright.dynamics.system.system import System, called
from linkwright.equations import Equations
from linkwright.symbolic import collection_paused


def compile(equations: Equations, *, join: Join | None = None, near: State | None = None) -> Dynamics:
    """Join and compile equations: `join` says how constraint forces are eliminated.

    By default it fits the size of the machine: `joins.Recursion()` where the equations keep their links and are not
    multiplied out (`formalisms.denoc` above 24 bodies), else `joins.Complement()` up to 150 speeds, and above
    `joins.Multipliers()`, as loops over types; where these do not take the machine (dry friction, redundant
    constraints), `joins.Complement()` up to 600 speeds.

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
    if join is not None and not isinstance(join, Join):
        known = "joins.Complement(), joins.UdwadiaKalaba(), joins.Multipliers(), joins.Recursion()"
        msg = f"join={join!r}: expected one of {known}"
        raise TypeError(msg)
    linked, count = _linked(equations), equations.sizes["v"]
    if join is not None:
        return _joined(equations, join, near)
    if linked or count <= Multipliers().largest:
        return _joined(equations, Recursion() if linked else Complement(), near)
    try:
        return _joined(equations, Multipliers(), near)
    except Refused:
        if count > Complement().largest:
            raise
        return _joined(equations, Complement(), near)


def _joined(equations: Equations, join: Join, near: State | None) -> Dynamics:
    """Dynamics by a join: as loops above the size that it is written out for, if the machine can be taken so."""
    count = equations.sizes["v"]
    linked = _linked(equations)
    if linked and not isinstance(join, Recursion) and not too_large(equations):
        return compiled_at(written_out(equations), join, near, {})
    if not linked and count <= join.largest:
        return compiled_at(equations, join, near, {})
    try:
        return _large(equations, join, near)
    except Refused:
        if linked or count > join.longest:
            raise
        return compiled_at(equations, join, near, {})


def _linked(equations: Equations) -> bool:
    """Whether links are kept and not multiplied out."""
    return equations.links is not None and equations.links.twists is not None


def compiled_at(equations: Equations, join: Join, near: State | None, given: Mapping[str, float]) -> Dynamics:
    """Dynamics of a machine of usual size, with the parameter values given."""
    system = System(equations)
    if system.n == 0:
        msg = f"{equations.name} has no moving part; give it a body or a motor"
        raise ValueError(msg)
    p = equations.parameters.values(given)
    requirement_faults(system, p)
    assembler = Assembler.of(system)
    reference = near or reference_state(system, assembler, p)
    choices = Choices([], 0)
    dynamics = Dynamics(system, join, given, p, reference, assembler, choices)
    here = _rank_at(dynamics, reference)
    beside = _beside(dynamics, reference)
    there = _rank_at(dynamics, beside) if beside is not None else -1
    choices.generic_rank = max(here, there)
    start = reference if here >= there or beside is None else beside
    dynamics.avoid_hazards(start, np.zeros(len(dynamics.inputs)))
    check_chosen(dynamics, start)
    try:
        _choose(dynamics, start)
    except Refused:
        # Inertia may be missing at the reference configuration alone; where it is missing beside it too, it is nowhere.
        if beside is None or start is beside or near is not None or not _chosen_at(dynamics, beside):
            raise
    return dynamics


def _choose(dynamics: Dynamics, state: State) -> None:
    """Choose rows and pivots at a state."""
    u = np.zeros(len(dynamics.inputs))
    if dynamics.join.compiled:
        at = (state.t, state.q, state.v, u, dynamics.p)
        dynamics.choices.made.append(Choice.make(dynamics.system, dynamics.join, at))
    else:
        dynamics.joined(state, u)


def choose_first(dynamics: Dynamics) -> None:
    """Choose rows and pivots at the reference configuration, or beside it; nowhere, if neither place has any."""
    if not dynamics.join.compiled:
        return
    if not _chosen_at(dynamics, dynamics.reference):
        beside = _beside(dynamics, dynamics.reference)
        if beside is not None:
            _chosen_at(dynamics, beside)


def _chosen_at(dynamics: Dynamics, state: State) -> bool:
    try:
        _choose(dynamics, state)
    except Refused:
        return False
    return True


def generic_rank(dynamics: Dynamics) -> int:
    """Rank of the constraints in general position: the greater of those at the reference state and beside it."""
    beside = _beside(dynamics, dynamics.reference)
    ranks = [_rank_at(dynamics, state) for state in (dynamics.reference, beside) if state is not None]
    return max(ranks)


@collection_paused()
def _large(equations: Equations, join: Join, near: State | None) -> Dynamics:
    """Dynamics of many parts by loops over types; joins that need full matrices are refused with their limit."""
    linked = _linked(equations)
    if isinstance(join, Recursion):
        links_or_refuse(equations.name, equations.links)
    twists = getattr(equations.links, "twists", None)
    if equations.switched or getattr(twists, "switched", ()):
        reason = f"{equations.name} has dry friction or stops, which machines of this size do not take yet"
        raise Refused(reason, [])
    if isinstance(join, Recursion if linked else Multipliers):
        return LargeDynamics.compiled(equations, join, near)
    count = equations.sizes["v"]
    if linked:
        reason = (
            f"the links of {equations.name} ({count} speeds) are kept and not multiplied out, which only "
            f"joins.Recursion() takes, because {too_large(equations)}; take that, or derive by formalisms.modular for "
            "joins.Multipliers()"
        )
    else:
        reason = (
            f"{type(join).__name__} works on full matrices and should not be used above {join.largest} speeds; "
            f"{equations.name} has {count}. Take joins.Multipliers() (sparse), or formalisms.denoc with "
            "joins.Recursion(), both linear in the number of parts"
        )
    raise Refused(reason, [])


def _rank_at(dynamics: Dynamics, state: State) -> int:
    zero = np.zeros(len(dynamics.inputs))
    _, _, A, b = called(matrices(dynamics.system), state.t, state.q, state.v, zero, dynamics.p)
    scaled = Scales.of(dynamics.system, dynamics.p).constraints(A, b)
    _, _, levels = eliminate(dynamics.system.modules, *scaled, SVD())
    return sum(level.found.rank for level in levels)


def _beside(dynamics: Dynamics, state: State) -> State | None:
    """A state a little beside another one, on the constraints: where the rank is that of a general position."""
    random = np.random.default_rng(0)
    system, scales = dynamics.system, Scales.of(dynamics.system, dynamics.p)
    for size in (1e-2, 1e-3, 1e-4):
        step: Array = size * scales.coordinates * random.uniform(-1.0, 1.0, system.q.numel())
        try:
            q = dynamics.assembler.close(state.t, state.q + step, dynamics.p)
        except AssemblyError:
            continue
        return dynamics.state(q, np.zeros(system.n), state.t)
    return None

"""Compile: from Equations to Dynamics."""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.dynamics.dynamics import Dynamics
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.joins.contract import Complement, Join, Multipliers, Recursion
from linkwright.dynamics.joins.recursion import links_or_refuse
from linkwright.dynamics.plants.lapack.plant import LapackPlant
from linkwright.dynamics.plants.rolled.plant import RolledPlant
from linkwright.dynamics.plants.rolled.written_out import too_large, written_out
from linkwright.dynamics.plants.unrolled.plant import UnrolledPlant
from linkwright.dynamics.state import State
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
        return _rolled(equations, join, near)
    except Refused:
        if linked or count > join.longest:
            raise
        return compiled_at(equations, join, near, {})


def _linked(equations: Equations) -> bool:
    """Whether links are kept and not multiplied out."""
    return equations.links is not None and equations.links.twists is not None


def compiled_at(equations: Equations, join: Join, near: State | None, given: Mapping[str, float]) -> Dynamics:
    """Dynamics of a machine in full matrices, with the parameter values given."""
    kind = UnrolledPlant if join.compiled else LapackPlant
    return Dynamics(kind.compiled(equations, join, near, given))


@collection_paused()
def _rolled(equations: Equations, join: Join, near: State | None) -> Dynamics:
    """Dynamics of many parts by loops over types; joins that need full matrices are refused with their limit."""
    linked = _linked(equations)
    if isinstance(join, Recursion):
        links_or_refuse(equations.name, equations.links)
    twists = getattr(equations.links, "twists", None)
    if equations.switched or getattr(twists, "switched", ()):
        reason = f"{equations.name} has dry friction or stops, which machines of this size do not take yet"
        raise Refused(reason, [])
    if isinstance(join, Recursion if linked else Multipliers):
        return Dynamics(RolledPlant.compiled(equations, join, near))
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

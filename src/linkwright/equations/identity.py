"""By what equations are known again: a digest of the expressions of each part; names of symbols do not count."""

from __future__ import annotations

import weakref
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import casadi as ca

from linkwright.equations.record import Equations
from linkwright.equations.types import BlockType, ConstraintType, LoadType, QuantityType, Uses
from linkwright.symbolic.identity import digest_expressions, digest_of

_digests: weakref.WeakKeyDictionary[Equations, dict[str, str]] = weakref.WeakKeyDictionary()


def expression_digests(equations: Equations) -> Mapping[str, str]:
    """A digest for the uses of each type, by what and whose they are: `load spring`, `constraint A.base (and 2 more)`.

    It depends on the expressions, to the last constant, and on the variables of the machine that they are written on.
    """
    found = _digests.get(equations)
    if found is None:
        found = _digests[equations] = dict(_parts(equations, ""))
    return found


def different_parts(then: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """Names of the parts in which two results of `expression_digests` differ."""
    return [name for name in dict.fromkeys((*then, *now)) if then.get(name) != now.get(name)]


def _parts(equations: Equations, prefix: str) -> Iterator[tuple[str, str]]:
    tables: dict[str, Sequence[Uses[Any]]] = {
        "body": equations.blocks,
        "constraint": equations.constraints,
        "load": equations.loads,
        "contact": equations.switched,
        "quantity": equations.quantities,
    }
    for what, table in tables.items():
        for uses in table:
            module, names = uses.module.tolist(), uses.names
            more = f" (and {len(names) - 1} more)" if len(names) > 1 else ""
            yield f"{prefix}{what} {equations.full_name(module[0], names[0])}{more}", _digest_uses(uses)
    links = equations.links
    if links is not None and isinstance(links.twists, Equations):  # as loops over links: the other record is not used
        for link in links.uses:
            kind = link.type
            shape = [getattr(kind, name) for name in ("R_fixed", "r_fixed", "R", "r", "S", "drift", "N", "mass")]
            parts = digest_expressions([kind.q, kind.v, kind.p], [*shape, kind.moment, kind.inertia])
            places = [getattr(link, name).tobytes() for name in ("number", "holder", "q", "v", "p")]
            yield f"{prefix}link {links.names[int(link.number[0])]}", digest_of(*parts, *places)
        yield from _parts(links.twists, f"{prefix}twists: ")


def _digest_uses(uses: Uses[Any]) -> str:
    places = [getattr(uses, kind).tobytes() for kind in ("q", "v", "u", "p", "blocks")]
    kind = uses.type
    return digest_of(*digest_expressions(kind.local.arguments, _expressions(kind)), *_facts(kind), *places)


def _expressions(kind: BlockType | ConstraintType | LoadType | QuantityType) -> list[ca.SX]:
    """What a type contributes to the motion."""
    if isinstance(kind, BlockType):
        return [kind.N, kind.n, *[part for each in kind.inertias for part in (each.M, each.h, each.energy)]]
    if isinstance(kind, ConstraintType):
        switch = [] if kind.switch is None else [kind.switch.limit, kind.switch.direction]
        return [kind.g, kind.phi, kind.A, kind.b, *[each for each in switch if each is not None]]
    if isinstance(kind, LoadType):
        return [kind.speed, kind.effort, kind.potential, kind.dry, *kind.kinks]
    return [kind.s, *[each for each in (kind.z, kind.integral) if each is not None]]


def _facts(kind: object) -> list[str]:
    """What counts beside expressions."""
    if isinstance(kind, ConstraintType):
        return [str([float(each) for each in kind.breaks]), "" if kind.switch is None else kind.switch.kind]
    return [kind.category] if isinstance(kind, LoadType) else []

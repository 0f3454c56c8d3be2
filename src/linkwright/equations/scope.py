"""Parameters of a tree of parts: numbers, formulas that follow others, and what a use binds anew.

Scoping is lexical. A part declares parameters; a formula may mention the part's own parameters or those of the parts
around it. A use of a part may bind its parameters to other numbers or to formulas of the surrounding scope.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright.symbolic import Label, Parameter, leaves, select_rows


@dataclass(frozen=True, eq=False)
class Scope:
    """Parameters declared by a part, and the scopes inside it: (name, scope, bindings by parameter name)."""

    entries: tuple[Parameter, ...]
    children: Sequence[tuple[str, Scope, Mapping[str, Any]]] = ()
    size: int = field(init=False)
    """Number of parameters in this scope and all inside it."""

    def __post_init__(self) -> None:
        # at once, while scopes are made from the inside out: they nest to any depth
        object.__setattr__(self, "size", len(self.entries) + sum(child.size for _, child, _ in self.children))


@dataclass(frozen=True, eq=False)
class FlatParameters:
    """All parameters of a machine in one vector, each with a name and a formula over the vector.

    `followed` are the places, scope by scope from the outermost, of those that read as their formula.
    """

    labels: tuple[Label, ...]
    symbols: ca.SX
    formulas: ca.SX
    fixed: NDArray[np.bool_]
    followed: tuple[tuple[int, ...], ...]

    @cached_property
    def index(self) -> dict[str, int]:
        """Place of each parameter in the vector by name; a trailing underscore of a Python keyword may be left in."""
        return {label.name: k for k, label in enumerate(self.labels)}

    def in_unit(self, unit: str) -> NDArray[np.bool_]:
        """Which parameters have a unit."""
        return np.array([label.unit == unit for label in self.labels], dtype=bool)

    @cached_property
    def readable(self) -> ca.SX:
        """How each parameter reads.

        One of an inner part that is bound by a formula, or is another name for an outer one, as that; others as
        themselves.
        """
        result = ca.SX(self.symbols)
        for places in self.followed:
            result[list(places)] = ca.substitute(select_rows(self.formulas, places), self.symbols, result)
        return result

    @cached_property
    def _evaluate(self) -> ca.Function:
        return ca.Function("parameters", [self.symbols], [ca.densify(self.formulas)])

    def values(self, given: Mapping[str, float]) -> NDArray[np.float64]:
        """Values of all parameters: the given ones, and formulas followed elsewhere.

        Formulas are iterated to their fixed point, whose depth is at most the number of parameters; a circle of
        formulas has none and is refused.
        """
        vector = np.full(len(self.labels), np.nan)
        set_here = np.zeros(len(self.labels), dtype=bool)
        for name, value in given.items():
            vector[self.index[name]] = value
            set_here[self.index[name]] = True
        for _ in range(len(self.labels) + 1):
            following = np.where(set_here, vector, np.asarray(self._evaluate(vector)).ravel())
            if np.array_equal(following, vector, equal_nan=True):
                break
            vector = following
        if not np.isfinite(vector).all():
            bad = [self.labels[k].name for k in np.flatnonzero(~np.isfinite(vector))]
            msg = f"parameters without a value: {', '.join(bad)}; their formulas are not finite, or go in a circle"
            raise ValueError(msg)
        return vector


def flatten(scope: Scope) -> FlatParameters:
    """Lay all parameters of a scope out in one vector, formulas written over that vector."""
    flat = _Flat()
    waiting: list[tuple[Scope, str, _Around, Mapping[str, Any]]] = [(scope, "", _Around({}), {})]
    while waiting:  # each scope before those inside it, in order; not by recursion: scopes nest to any depth
        at, prefix, around, bindings = waiting.pop()
        inside = flat.visit(at, prefix, around, bindings)
        waiting += [(child, f"{prefix}{name}.", inside, given) for name, child, given in reversed(at.children)]
    if flat.unknown:
        msg = "formulas mention symbols that no enclosing part declares as a parameter: " + "; ".join(flat.unknown)
        raise ValueError(msg)
    return FlatParameters(
        tuple(flat.labels),
        _column(flat.symbols),
        _column(flat.formulas),
        np.array([formula.is_constant() for formula in flat.formulas], dtype=bool),
        tuple(flat.followed),
    )


class _Around:
    """What stands for each declared symbol in a scope, and formulas written over the vector there before.

    Parts that are alike bring the same formulas; both are found by the number of the expression's node, which lives as
    long as the scope does.
    """

    def __init__(self, symbols: dict[int, ca.SX]) -> None:
        self.symbols = symbols
        self.written: dict[int, ca.SX] = {}


class _Flat:
    """The vector while it is being laid out."""

    def __init__(self) -> None:
        self.labels: list[Label] = []
        self.symbols: list[ca.SX] = []
        self.formulas: list[ca.SX] = []
        self.followed: list[tuple[int, ...]] = []
        self.unknown: list[str] = []

    def visit(self, scope: Scope, prefix: str, around: _Around, bindings: Mapping[str, Any]) -> _Around:
        """Lay out the parameters of one scope; what stands for symbols inside it."""
        start = len(self.labels)
        inside = around
        if scope.entries:
            inside = _Around(dict(around.symbols))
            for entry in scope.entries:
                symbol = inside.symbols[_key(entry.sx)] = ca.SX.sym(prefix + entry.name)
                self.labels.append(Label(prefix + entry.name, entry.unit, entry.meaning))
                self.symbols.append(symbol)
        followed = []
        formulas = [_sx(bindings.get(entry.name, entry.value)) for entry in scope.entries]
        for given, known in ((True, around), (False, inside)) if formulas else ():
            which = [
                k
                for k, (entry, value) in enumerate(zip(scope.entries, formulas, strict=True))
                if (entry.name in bindings) is given and not value.is_constant()
            ]
            followed += [start + k for k in which if given or (prefix and formulas[k].is_symbolic())]
            names = [prefix + scope.entries[k].name for k in which]
            for k, written in zip(which, self._rewritten([formulas[k] for k in which], known, names), strict=True):
                formulas[k] = written
        self.formulas += formulas
        if followed:
            self.followed.append(tuple(followed))
        return inside

    def _rewritten(self, values: list[ca.SX], around: _Around, names: list[str]) -> list[ca.SX]:
        """Formulas over the vector; symbols that nobody declares are noted."""
        keys = [_key(value) for value in values]
        new = [k for k, key in enumerate(keys) if key not in around.symbols and key not in around.written]
        if new:
            faults = len(self.unknown)
            written = self._substituted([values[k] for k in new], around.symbols, [names[k] for k in new])
            if len(self.unknown) > faults:  # each part that mentions them is noted
                return values
            around.written |= {keys[k]: value for k, value in zip(new, written, strict=True)}
        return [around.symbols[key] if key in around.symbols else around.written[key] for key in keys]

    def _substituted(self, values: list[ca.SX], around: Mapping[int, ca.SX], names: list[str]) -> list[ca.SX]:
        found = leaves(values)
        if not found:
            return values
        if all(_key(leaf) in around for leaf in found):
            new = ca.vertcat(*[around[_key(leaf)] for leaf in found])
            return list(ca.substitute(values, [ca.vertcat(*found)], [new]))
        for name, value in zip(names, values, strict=True):
            missing = [str(leaf) for leaf in leaves([value]) if _key(leaf) not in around]
            if missing:
                self.unknown.append(f"{name} = {value} mentions {', '.join(missing)}")
        return values


def _column(entries: list[ca.SX]) -> ca.SX:
    return ca.vertcat(*entries) if entries else ca.SX(0, 1)


def _key(leaf: ca.SX) -> int:
    return int(leaf.element_hash())


def _sx(value: Any) -> ca.SX:
    if isinstance(value, Parameter):
        return value.sx
    return value if isinstance(value, ca.SX) else ca.SX(value)

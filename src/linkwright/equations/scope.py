"""Parameters of a tree of parts: numbers, formulas that follow others, and what a use binds anew.

Scoping is lexical. A part declares parameters; a formula may mention the part's own parameters or those of the parts
around it. A use of a part may bind its parameters to other numbers or to formulas of the surrounding scope.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright.symbolic import Label, Parameter, leaves


@dataclass(frozen=True, eq=False)
class Scope:
    """Parameters declared by a part, and the scopes inside it: (name, scope, bindings by parameter name)."""

    entries: tuple[Parameter, ...]
    children: Sequence[tuple[str, Scope, Mapping[str, Any]]] = ()

    @cached_property
    def size(self) -> int:
        """Number of parameters in this scope and all inside it."""
        return len(self.entries) + sum(child.size for _, child, _ in self.children)


@dataclass(frozen=True, eq=False)
class FlatParameters:
    """All parameters of a machine in one vector, each with a name and a formula over the vector."""

    labels: tuple[Label, ...]
    symbols: ca.SX
    formulas: ca.SX
    fixed: NDArray[np.bool_]
    readable: ca.SX

    @cached_property
    def index(self) -> dict[str, int]:
        """Place of each parameter in the vector by name; a trailing underscore of a Python keyword may be left in."""
        return {label.name: k for k, label in enumerate(self.labels)}

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
        if np.isnan(vector).any():
            bad = [self.labels[k].name for k in np.flatnonzero(np.isnan(vector))]
            msg = f"parameters without a value: {', '.join(bad)}; they depend on each other in a circle or have none"
            raise ValueError(msg)
        return vector


def flatten(scope: Scope) -> FlatParameters:
    """Lay all parameters of a scope out in one vector, formulas written over that vector."""
    labels: list[Label] = []
    symbols: list[ca.SX] = []
    formulas: list[ca.SX] = []
    readable: list[ca.SX] = []
    unknown: list[str] = []

    def visit(here: Scope, prefix: str, around: dict[int, tuple[ca.SX, ca.SX]], bindings: Mapping[str, Any]) -> None:
        inside = dict(around)
        for entry in here.entries:
            symbol = ca.SX.sym(prefix + entry.name)
            inside[_key(entry.sx)] = (symbol, symbol)
        for entry in here.entries:
            labels.append(Label(prefix + entry.name, entry.unit, entry.meaning))
            symbols.append(inside[_key(entry.sx)][0])
        for entry in here.entries:
            given = entry.name in bindings
            value = bindings[entry.name] if given else entry.value
            formula, text = _rewrite(ca.SX(_sx(value)), around if given else inside, prefix + entry.name, unknown)
            formulas.append(formula)
            symbol = inside[_key(entry.sx)][0]
            # A parameter of an inner part that is bound by a formula reads as that formula, others as themselves.
            readable.append(text if given and formula.n_dep() + len(leaves([formula])) > 0 else symbol)
            inside[_key(entry.sx)] = (symbol, readable[-1])
        for name, child, child_bindings in here.children:
            visit(child, f"{prefix}{name}.", inside, child_bindings)

    visit(scope, "", {}, {})
    if unknown:
        msg = "formulas mention symbols that no enclosing part declares as a parameter: " + "; ".join(unknown)
        raise ValueError(msg)
    stacked = ca.vertcat(*formulas) if formulas else ca.SX(0, 1)
    fixed = np.array([formula.is_constant() for formula in formulas], dtype=bool)
    return FlatParameters(
        tuple(labels),
        ca.vertcat(*symbols) if symbols else ca.SX(0, 1),
        stacked,
        fixed,
        ca.vertcat(*readable) if readable else ca.SX(0, 1),
    )


def _rewrite(
    value: ca.SX, around: Mapping[int, tuple[ca.SX, ca.SX]], name: str, unknown: list[str]
) -> tuple[ca.SX, ca.SX]:
    found = leaves([value])
    if not found:
        return value, value
    missing = [leaf for leaf in found if _key(leaf) not in around]
    if missing:
        unknown.append(f"{name} = {value} mentions {', '.join(str(leaf) for leaf in missing)}")
        return value, value
    old = ca.vertcat(*found)
    new, text = (ca.vertcat(*[around[_key(leaf)][k] for leaf in found]) for k in (0, 1))
    return ca.substitute(value, old, new), ca.substitute(value, old, text)


def _key(leaf: ca.SX) -> int:
    return int(leaf.element_hash())


def _sx(value: Any) -> Any:
    return value.sx if isinstance(value, Parameter) else value

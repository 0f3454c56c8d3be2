"""Equations of motion in closed form, for people to read: M(q) v' + V(q, v) = B u, of machines without constraints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import casadi as ca

from linkwright.dynamics.errors import Refused
from linkwright.dynamics.system.system import System
from linkwright.equations import Equations
from linkwright.equations.printing import Names
from linkwright.faults import close_matches
from linkwright.symbolic import jacobian
from linkwright.symbolic.readable import sympy_module, to_sympy
from linkwright.symbolic.shorten import shorten


@dataclass(frozen=True, eq=False)
class ClosedForm:
    """M v' + V = B u as SymPy matrices, rows in the order of `speeds`.

    V holds velocity terms, gravity and every load that is no input; G is V at rest. Symbols have the names of the
    machine's coordinates, speeds (a prime marks a rate), inputs and parameters, and are real.
    """

    M: Any
    V: Any
    G: Any
    B: Any
    coordinates: tuple[str, ...]
    speeds: tuple[str, ...]
    inputs: tuple[str, ...]

    @property
    def entries(self) -> dict[str, Any]:
        """Entries by the names of print: M11, M12, ... (upper triangle), V1, V2, ...; zeros too."""
        n = len(self.speeds)
        comma = "," if n > 9 else ""
        inertia = {f"M{i + 1}{comma}{j + 1}": self.M[i, j] for i in range(n) for j in range(i, n)}
        return inertia | {f"V{i + 1}": self.V[i] for i in range(n)}


def closed_form(
    equations: Equations, coordinates: Sequence[str] | None = None, *, simplify: bool = True, by_body: bool = False
) -> ClosedForm:
    """M, V and B of equations without constraints, as a tree formalism gives them for a machine without loops.

    `coordinates` puts rows in another order. With `simplify` each entry is the shortest grouping found of its terms;
    with `by_body` too it is a sum over masses and moments of inertia, as papers often write it. A number zero that
    only an inner part has (the mass of a massless body) is left out; gravity reads as it was given.

    >>> import linkwright as lw
    >>> pendulum = lw.mechanisms.double_pendulum()
    >>> closed_form(lw.formalisms.kane(pendulum)).speeds
    ("theta1'", "elbow.angle'")
    """
    if not isinstance(equations, Equations):
        msg = f"closed_form takes Equations (a formalism makes them from a Mechanism), got {type(equations).__name__}"
        raise TypeError(msg)
    system = System(equations)
    if system.m:
        parts = list(dict.fromkeys(constraint.name for constraint in system.constraints))
        shown = ", ".join(parts[:6]) + (f" and {len(parts) - 6} more" if len(parts) > 6 else "")
        reason = (
            f"{equations.name} has constraints beside its coordinates ({shown}), so M and V alone do not tell its "
            "motion; take a tree formalism (kane, lagrange, boltzmann_hamel) of a machine without loops, or print the "
            "equations stage by stage"
        )
        raise Refused(reason, parts)
    order = _order(equations, coordinates)
    names = Names(equations)
    M, V, B = _read(system, names)
    rates = [names.symbol(name) for name in equations.speed_names]
    M, V, B = M.extract(order, order), V.extract(order, [0]), B.extract(order, list(range(B.cols)))
    G = V.xreplace(dict.fromkeys(rates, sympy_module().Integer(0)))
    if simplify:
        masses = [
            symbol
            for label, formula in zip(equations.parameters.labels, names.p, strict=True)
            if label.unit.startswith("kg")
            for symbol in formula.free_symbols
        ]
        lengths = {names.symbol(label.name) for label in equations.parameters.labels if not label.unit.startswith("kg")}
        linear = frozenset(masses) - lengths

        def short(expression: Any) -> Any:
            return shorten(expression, linear=linear, rates=rates, linear_first=by_body)

        M, V, G, B = _symmetric(M, short), V.applyfunc(short), G.applyfunc(short), B.applyfunc(short)
    return ClosedForm(
        M,
        V,
        G,
        B,
        tuple(equations.coordinate_names),
        tuple(equations.speed_names[k] for k in order),
        tuple(label.name for label in equations.inputs),
    )


def _order(equations: Equations, coordinates: Sequence[str] | None) -> list[int]:
    speeds = equations.speed_names
    if coordinates is None:
        return list(range(len(speeds)))
    known = {name.removesuffix("'"): k for k, name in enumerate(speeds)}
    wrong = [f"no speed of {name!r}; {close_matches(str(name), known)}" for name in coordinates if name not in known]
    left = [name for name in known if name not in coordinates]
    if not wrong and (left or len(set(coordinates)) != len(coordinates)):
        wrong.append(f"coordinates must name each of {', '.join(known)} once; got {', '.join(coordinates)}")
    if wrong:
        raise ValueError("; ".join(wrong))
    return [known[name] for name in coordinates]


def _read(system: System, names: Names) -> tuple[Any, Any, Any]:
    """M, V = -f without inputs, and B = df/du, in the machine's symbols."""
    sympy = sympy_module()
    flat = system.equations.parameters
    u = ca.SX.zeros(system.u.numel())
    V = ca.substitute(ca.densify(-system.f), system.u, u) if system.u.numel() else -system.f
    values = [
        [names.symbol("t")],
        [names.symbol(name) for name in names.q],
        [names.symbol(name) for name in names.v],
        [names.symbol(name) for name in names.u],
        names.p,
    ]
    found = to_sympy(system.arguments, values, [system.M, V, jacobian(system.f, system.u)])
    full = [names.symbol(label.name) for label in flat.labels]
    (formulas,) = to_sympy([flat.symbols], [full], [flat.formulas]) if full else (sympy.zeros(0, 1),)
    instead = {
        symbol: formula
        for symbol, formula in zip(full, formulas, strict=True)
        if ("." in symbol.name and formula == 0)
        or (symbol.name.rpartition(".")[2].startswith("gravity_") and not formula.is_number)
    }
    M, V, B = (matrix.xreplace(instead) for matrix in found)
    return M, V, B


def _symmetric(M: Any, short: Any) -> Any:
    """The upper triangle made short, and mirrored."""
    result = M.copy()
    for i in range(M.rows):
        for j in range(i, M.cols):
            result[i, j] = result[j, i] = short(M[i, j])
    return result

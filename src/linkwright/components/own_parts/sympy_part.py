"""Parts from `sympy.physics.mechanics`: a KanesMethod or LagrangesMethod object becomes a part like any other.

Expressions are converted node by node (see `symbolic.from_sympy`); nothing is printed, parsed or simplified. SymPy is
an optional library (`pip install "linkwright[equations]"`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

import casadi as ca
import numpy as np

from linkwright.components.own_parts.energy import Energies, block_type, make_equations, power_load, symmetric
from linkwright.components.own_parts.written import Names, declare_names, effort_unit, is_zero, rate_unit
from linkwright.equations import Composer, ConstraintType, Equations, Inertia, LoadType, Local, QuantityType
from linkwright.faults import close_matches
from linkwright.kinds import checked_arguments
from linkwright.model import ModelError
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Label, directional, jacobian, select_rows, t
from linkwright.symbolic.from_sympy import ConversionError, from_sympy, name_of
from linkwright.symbolic.readable import Sympy, sympy_module

EMPTY = ca.SX(0, 1)
SCLERONOMIC = 1e-10
"""Relative: power of moving constraints that is rounding; the terms that cancel are of order 1."""

Labels: TypeAlias = Mapping[Sympy, tuple[str, str]]
Variable: TypeAlias = Callable[[Sympy], ca.SX | None]


@checked_keywords
@checked_arguments
def from_lagrange(
    method: Sympy,
    *,
    parameters: Mapping[Sympy, Sympy] | Sequence[Sympy] = (),
    inputs: Labels | None = None,
    labels: Labels | None = None,
    reference: Mapping[Sympy, float] | None = None,
    name: str = "lagrange_part",
    title: str = "part by SymPy's LagrangesMethod",
) -> Equations:
    """A part from a LagrangesMethod: its Lagrangian L, its loads and its constraints.

    The equations are those of `EnergyPart` with T = L - L(v = 0), V = -L(v = 0) and Q from the list of loads, formed
    here: `form_lagranges_equations` need not have run. Holonomic and nonholonomic constraints of the method become
    constraints (`holonomic`, `nonholonomic`). `parameters` gives every constant symbol a value, {symbol or name: value
    or (value, unit, meaning)}; `inputs` are functions of time that the surroundings decide, {F(t) or name: (unit,
    meaning)}; `labels` say the unit and meaning of coordinates in the same way (SymPy knows none), and `reference` the
    configuration from which the part is assembled, {coordinate: value}.

    Energy: -L(v = 0) counts as potential, all loads of the list as source (SymPy does not say which of them dissipate).
    """
    mechanics = _mechanics()
    if not isinstance(method, mechanics.LagrangesMethod):
        raise TypeError(f"from_lagrange takes a sympy LagrangesMethod, got {type(method).__name__}")
    faults: list[str] = []
    q = list(method.q)
    names = declare_names(_labels(q, labels, "coordinate"), {}, _inputs(inputs), parameters, faults)
    start = _reference(reference, names, faults)
    if faults:
        raise ModelError(name, faults)
    exact = _pairs(q, names.q) | _pairs([x.diff() for x in q], names.v) | {_time(): t}
    known = _variable(names, exact)
    holonomic = list(method._hol_coneqs)  # noqa: SLF001  there is no public name for it
    nonholonomic = list(method.coneqs)[len(holonomic) :]
    expressions = [*method._L, *_generalised_forces(method, name), *holonomic, *nonholonomic]  # noqa: SLF001  nor for L
    L, *rest = _convert(expressions, known, name)
    n = len(q)
    still = ca.substitute(L, names.v, ca.SX.zeros(n))
    energies = Energies(L - still, -still, ca.SX(0), ca.vertcat(*rest[:n]))
    faults = energies.faults(names)
    if faults:
        raise ModelError(name, faults)
    g, rates = rest[n : n + len(holonomic)], rest[n + len(holonomic) :]
    return make_equations(names, energies, name, title, reference=start, constraints=_constraints(names, g, rates))


@checked_keywords
@checked_arguments
def from_kane(
    method: Sympy,
    *,
    parameters: Mapping[Sympy, Sympy] | Sequence[Sympy] = (),
    inputs: Labels | None = None,
    labels: Labels | None = None,
    potential: Sympy = None,
    reference: Mapping[Sympy, float] | None = None,
    name: str = "kane_part",
    title: str = "part by SymPy's KanesMethod",
) -> Equations:
    """A part from a KanesMethod whose `kanes_equations` were formed: Fr + Fr* = 0 in its generalised speeds.

        M u' + h = Fr,    q' = N u + n

    Coordinates keep their names (`q1`, with rate `q1'`), generalised speeds theirs (`u1`). Dependent speeds are
    eliminated, u_dep = B u + c, as the method chose them: its state is singular where that choice is, and they can be
    read under their names. Configuration constraints are refused: leave them out and put a Holonomic on the part's
    quantities instead. `parameters`, `inputs`, `labels` and `reference` are as for `from_lagrange`.

    Energy: Kane's method keeps forces and no energies. The kinetic energy of the balance is u.M u/2; the work of all
    loads counts as source, and so does what constraints and frames that move by themselves add, so the balance closes
    whatever the loads are, but weight and springs do not appear as potential, nor dampers as loss. With `potential`
    (an expression of the coordinates, J) that share of the loads is shown as potential.
    """
    mechanics = _mechanics()
    if not isinstance(method, mechanics.KanesMethod):
        raise TypeError(f"from_kane takes a sympy KanesMethod, got {type(method).__name__}")
    if method._fr is None or method._frstar is None:  # noqa: SLF001  mass_matrix would raise, in fewer words
        raise ModelError(name, ["the equations are not formed; call kanes_equations(bodies, loads) first"])
    q, u = list(method.q), list(method.u)
    count = len(u) - len(method._udep)  # noqa: SLF001  there is no public name for it
    faults = []
    if len(method._f_h):  # noqa: SLF001
        faults.append("configuration constraints are not taken over; leave them out and use Holonomic on the part")
    if len(method._uaux):  # noqa: SLF001
        faults.append("auxiliary speeds are not supported; use Dynamics.reactions for reactions")
    coordinates = _labels(q, labels, "coordinate")
    speeds = _labels(u, labels, "speed")
    dependent = dict(list(speeds.items())[count:])
    names = declare_names(coordinates, speeds, _inputs(inputs), parameters, faults)
    start = _reference(reference, names, faults)
    if faults:
        raise ModelError(name, faults)
    symbols = [ca.SX.sym(str(name_of(x))) for x in u]
    exact = _pairs(q, names.q) | dict(zip(u, symbols, strict=True)) | {_time(): t}
    exact |= {x.diff(): ca.SX(0) for x in u}  # Fr* at u' = 0 is -h
    known = _variable(names, exact)
    read = _Kane(method, count, known, name)
    V = ca.SX(0) if potential is None else _convert([potential], known, name)[0]
    if ca.depends_on(V, ca.veccat(*symbols, names.u)):
        raise ModelError(name, ["potential: mentions speeds or inputs; it is an expression of coordinates"])
    composer = _kane_part(names, read, symbols, V, dependent, Composer(name, title=title, parameters=names.parameters))
    given = {key: ("", value) for key, value in start.items()}
    return composer.finish(reference=given, provenance={"formalism": "kane", "part": name})


class _Kane:
    """Matrices of Kane's equations over all generalised speeds, as CasADi expressions."""

    def __init__(self, method: Sympy, count: int, known: Variable, name: str) -> None:
        n, m = len(method.u), len(method.u) - count
        rates = method.kindiffdict()
        everything = [
            *[rates[x.diff()] for x in method.q],
            *list(method.mass_matrix[:count, :]),
            *list(method._frstar),  # noqa: SLF001  the public `forcing` has loads and inertia in one
            *list(method._fr),  # noqa: SLF001
            *(list(method._k_nh) if m else []),  # noqa: SLF001
            *(list(method._f_nh) if m else []),  # noqa: SLF001
            *(list(method._f_dnh) if m else []),  # noqa: SLF001
        ]
        found = iter(_convert(everything, known, name))

        def take(rows: int, columns: int = 1) -> ca.SX:
            entries = [next(found) for _ in range(rows * columns)]
            return ca.reshape(ca.vertcat(*entries), columns, rows).T if entries else ca.SX(rows, columns)

        self.rates = take(len(method.q))
        self.M, self.h, self.applied = take(count, n), -take(count), take(count)
        self.B, self.c, self.drift = take(m, n), take(m), take(m)
        self.count = count


def _kane_part(
    names: Names,
    kane: _Kane,
    symbols: list[ca.SX],
    V: ca.SX,
    dependent: Mapping[str, tuple[str, str]],
    composer: Composer,
) -> Composer:
    """Eliminate dependent speeds, then write block, quantities and loads."""
    p = kane.count
    speeds = names.speeds[:p]
    every, v, d, q = ca.vertcat(*symbols), ca.vertcat(*symbols[:p]), ca.SX.sym("d", p), names.q
    M, h = kane.M[:, :p], kane.h
    solved = EMPTY
    if dependent:
        inverse = ca.inv_minor(kane.B[:, p:])
        ratios = -inverse @ kane.B[:, :p]
        solved = ca.densify(ratios @ v - inverse @ kane.c)
        M = M + kane.M[:, p:] @ ratios
        h = h - kane.M[:, p:] @ (inverse @ kane.drift)
    M, h, applied, rates = ca.substitute([M, h, kane.applied, kane.rates], [every], [ca.vertcat(v, solved)])
    M = symmetric(M)
    own = [q, v, names.u, names.p]
    N = jacobian(rates, v)
    local = Local(q, v, EMPTY, names.p, d)
    loaded = Local(q, v, names.u, names.p, d)
    u = composer.inputs(names.inputs)
    rest = ca.densify(ca.substitute(rates, v, ca.SX.zeros(p)))
    inertia = Inertia("", M, ca.densify(h), ca.dot(v, M @ v) / 2)
    block = composer.block(
        block_type(names.coordinates, speeds, local, (N, rest), inertia), "", tuple(range(len(names.parameters)))
    )
    virtual = ca.substitute(ca.vertcat(rates, solved), v, v + d)
    for k, label in enumerate(names.coordinates):
        coordinate = QuantityType(label, local, q[k], virtual[k], False, rate_unit(label.unit), (k, -1))
        composer.quantity(coordinate, label.name, (block,), ())
    for k, label in enumerate(speeds):
        composer.quantity(
            QuantityType(label, local, None, v[k] + d[k], False, label.unit, (-1, k)), label.name, (block,), ()
        )
    for k, (key, given) in enumerate(dependent.items(), len(names.coordinates)):
        label = Label(key, *given)
        composer.quantity(QuantityType(label, local, None, virtual[k], False, label.unit), key, (block,), ())
    slope = ca.gradient(V, q) if q.numel() else EMPTY
    if not is_zero(V):
        unit = ", ".join(effort_unit(rate_unit(label.unit)) for label in names.coordinates)
        speed = select_rows(virtual, range(q.numel()))
        composer.load(
            LoadType("potential", loaded, speed, ca.densify(-slope), "potential", V, unit), "potential", (block,), (), u
        )
        applied = applied + N.T @ slope
    unit = ", ".join(effort_unit(label.unit) for label in speeds)
    force = LoadType("force", loaded, v + d, ca.densify(applied), "source", ca.SX(0), unit)
    composer.load(force, "force", (block,), (), u)
    # u.M u/2 grows by u.(Fr + power below): what frames and constraints that move by themselves add; and V(t) likewise.
    momentum = ca.densify(M @ v)
    turning = directional(momentum, q, rates) + ca.jtimes(momentum, t, ca.SX(1))
    power = (
        ca.dot(v, turning) / 2 - ca.dot(v, h) + (ca.dot(slope, rest) if q.numel() else 0) + ca.jtimes(V, t, ca.SX(1))
    )
    if not _vanishes(power, [ca.dot(v, turning), ca.dot(v, h)], own, names):
        load = power_load(loaded, power)
        composer.load(load, load.name, (block,), (), u)
    return composer


def _vanishes(power: ca.SX, terms: list[ca.SX], symbols: list[ca.SX], names: Names) -> bool:
    """Whether a power is rounding beside its terms, at eight random states."""
    if is_zero(power):
        return True
    evaluate = ca.Function("power", [*symbols, t], [power, *terms])
    random = np.random.default_rng(4)
    numbers = [e.value if isinstance(e.value, (int, float)) else random.uniform(0.5, 1.5) for e in names.parameters]
    for _ in range(8):
        arguments = [random.uniform(-1.5, 1.5, x.numel()) for x in symbols[:3]]
        found, *sizes = (float(x) for x in evaluate(*arguments, numbers, random.uniform(0.2, 2.0)))
        if not abs(found) <= SCLERONOMIC * (1.0 + sum(abs(size) for size in sizes)):
            return False
    return True


def _constraints(names: Names, g: Sequence[ca.SX], rates: Sequence[ca.SX]) -> list[tuple[str, ConstraintType]]:
    """Constraints g(t, q) = 0 and phi(t, q, v) = 0 as constraints, with A = d phi / d v."""
    constraints = []
    local = Local(names.q, names.v, EMPTY, names.p, names.d)
    for key, rows, holonomic in (("holonomic", g, True), ("nonholonomic", rates, False)):
        if not rows:
            continue
        stacked = ca.densify(ca.vertcat(*rows))
        phi = _rate(stacked, names) if holonomic else stacked
        A = jacobian(phi, names.v)
        label = [Label(f"row{k + 1}" if len(rows) > 1 else "row", "", f"{key} constraint") for k in range(len(rows))]
        empty = [x.name for x, k in zip(label, range(len(rows)), strict=True) if A[k, :].nnz() == 0]
        if empty:
            raise ModelError(key, [f"{row}: constrains no speed; remove or correct it" for row in empty])
        b = -_rate(phi, names)
        constraint = ConstraintType(
            key, local, stacked if holonomic else EMPTY, phi, A, b, partial(ca.SX, A), tuple(label)
        )
        constraints.append((key, constraint))
    return constraints


def _rate(expression: ca.SX, names: Names) -> ca.SX:
    """Time derivative at v' = 0."""
    along = directional(expression, names.q, select_rows(names.v, range(names.q.numel())))
    return ca.densify(along + ca.jtimes(expression, t, ca.SX(1)))


# -- reading SymPy's objects ---------------------------------------------------------------------------------------


def _mechanics() -> Sympy:
    sympy_module()
    from sympy.physics import mechanics

    return mechanics


def _time() -> Sympy:
    return _mechanics().dynamicsymbols._t  # noqa: SLF001  SymPy keeps its time symbol there


def _generalised_forces(method: Sympy, name: str) -> list[Sympy]:
    """Generalised forces of the loads: the sum of F . dv/dq' over points, and of T . dw/dq' over frames."""
    loads = list(method.forcelist or [])
    if not loads:
        return [0] * len(method.q)
    N = method.inertial
    if N is None:
        raise ModelError(name, ["there are loads but no inertial frame; make the LagrangesMethod with frame=..."])
    result = []
    for x in method.q:
        total: Sympy = 0
        for place, effort in loads:
            speed = place.vel(N) if isinstance(place, _mechanics().Point) else place.ang_vel_in(N)
            total += speed.diff(x.diff(), N).dot(effort)
        result.append(total)
    return result


def _convert(expressions: Sequence[Sympy], known: Variable, name: str) -> list[ca.SX]:
    try:
        return from_sympy(expressions, known)
    except ConversionError as error:
        raise ModelError(name, error.faults) from None


def _pairs(nodes: Sequence[Sympy], symbols: ca.SX) -> dict[Sympy, ca.SX]:
    return dict(zip(nodes, ca.vertsplit(symbols), strict=True)) if nodes else {}


def _key(symbol: Sympy) -> str:
    """Name of a symbol or function of time; text is its own name."""
    return symbol if isinstance(symbol, str) else name_of(symbol) or repr(symbol)


def _labels(symbols: Sequence[Sympy], labels: Labels | None, what: str) -> dict[str, tuple[str, str]]:
    given = {_key(symbol): value for symbol, value in (labels or {}).items()}
    return {_key(x): given.get(_key(x), ("", f"generalised {what} {_key(x)}")) for x in symbols}


def _inputs(inputs: Labels | None) -> dict[str, tuple[str, str]]:
    return {_key(symbol): value for symbol, value in (inputs or {}).items()}


def _reference(reference: Mapping[Sympy, float] | None, names: Names, faults: list[str]) -> dict[str, float]:
    known = [label.name for label in names.coordinates]
    given = {_key(symbol): value for symbol, value in (reference or {}).items()}
    faults += [f"reference {key}: no such coordinate; {close_matches(key, known)}" for key in given if key not in known]
    return given


def _variable(names: Names, exact: Mapping[Sympy, ca.SX]) -> Variable:
    """What SymPy's variables stand for: exact nodes first, then parameters and inputs by name (assumptions aside)."""
    inputs = _pairs([label.name for label in names.inputs], names.u)
    table = {entry.name: entry.sx for entry in names.parameters} | inputs

    def variable(node: Sympy) -> ca.SX | None:
        found = exact.get(node)
        if found is not None:
            return found
        name = name_of(node)
        return inputs.get(name) if node.args else table.get(f"{name}_" if name == "lambda" else name)

    return variable

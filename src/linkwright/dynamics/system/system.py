"""The equations of a whole machine as expressions of its global variables, laid out for the joins."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.equations import BlockType, ConstraintType, Equations, LoadType, Local, QuantityType, Uses
from linkwright.symbolic import Label, dense, directional, jacobian, plus, t


class _Evaluations(threading.local):
    """Functions called lately with arrays of their own to be read from and written to, of each thread."""

    def __init__(self) -> None:
        self.known: OrderedDict[int, codegen.Evaluation] = OrderedDict()

    def of(self, function: ca.Function) -> codegen.Evaluation:
        key = id(function)  # its object is kept here, so that no other has this number
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = codegen.Evaluation(function)
            if len(self.known) > MOST_FUNCTIONS:
                self.known.popitem(last=False)
        return found


MOST_FUNCTIONS = 64
"""Functions whose arrays are kept; the one made first goes first."""
_EVALUATIONS = _Evaluations()


def call_function(function: ca.Function, *arguments: Any) -> list[np.ndarray[Any, np.dtype[np.float64]]]:
    """Results of a function with dense inputs and outputs, straight from and into arrays (a tenth of a CasADi call)."""
    evaluation = _EVALUATIONS.of(function)
    for own, argument in zip(evaluation.inputs, arguments, strict=True):
        if type(argument) is float and own.size == 1:  # the time, nearly always
            own[0] = argument
            continue
        values = argument
        if type(argument) is not np.ndarray or argument.ndim != 1:
            values = np.asarray(argument, dtype=float).ravel(order="F")
        assert values.size == own.size, (function.name(), values.size, own.size)
        own[:] = values
    evaluation()
    return [output.copy(order="F") for output in evaluation.outputs]


def all_finite(values: Array) -> bool:
    """Whether all numbers of a row are finite.

    A finite sum of squares says so in a tenth of the time; it overflows above 1e154, and then each is looked at.

    >>> all_finite(np.array([1.0, 1e200])), all_finite(np.array([1.0, np.nan]))
    (True, False)
    """
    return isfinite(np.vdot(values, values)) or bool(np.isfinite(values).all())


def numeric(value: Any) -> np.ndarray[Any, np.dtype[np.float64]]:
    """A CasADi result as a float array."""
    return np.asarray(value, dtype=float)


_LOCK = threading.Lock()
"""One for all: whoever holds it takes less than a microsecond."""


class Recent(dict[Any, Any]):
    """The `most` entries that were set, or asked for by `get`, last; others are forgotten.

    >>> kept = Recent(2)
    >>> kept["a"], kept["b"] = 1, 2
    >>> kept.get("a")
    1
    >>> kept["c"] = 3
    >>> list(kept)
    ['a', 'c']
    """

    def __init__(self, most: int) -> None:
        """Begin with nothing."""
        super().__init__()
        self.most = most

    def get(self, key: Any, default: Any = None) -> Any:
        """The value, which counts as used now; `default` if there is none."""
        with _LOCK:
            value = self.pop(key, _LOCK)
            if value is _LOCK:  # which no one keeps
                return default
            super().__setitem__(key, value)
        return value

    def __setitem__(self, key: Any, value: Any) -> None:
        """Keep a value, and forget the one that was not used for longest if there are too many."""
        with _LOCK:
            super().__setitem__(key, value)
            while len(self) > self.most:
                self.pop(next(iter(self)))


Kind = TypeVar("Kind", bound=np.generic)
Own = np.ndarray[tuple[int, ...], np.dtype[Kind]]


class ThreadCopies(threading.local, Generic[Kind]):
    """Copies of arrays by the object that an array belongs to, for each thread; gone with the object or the thread."""

    def __init__(self) -> None:
        self.copies: WeakKeyDictionary[object, Own[Kind]] = WeakKeyDictionary()

    def of(self, owner: object, copy: Callable[[], Own[Kind]]) -> Own[Kind]:
        """The copy of this thread, made when it is first used."""
        found = self.copies.get(owner)
        if found is None:
            found = self.copies[owner] = copy()
        return found


@dataclass(frozen=True, eq=False)
class ConstraintRows:
    """Rows of one constraint in the global order: its name, labels, and whether each row has a position level."""

    name: str
    module: int
    rows: tuple[int, ...]
    labels: tuple[Label, ...]
    holonomic: int


@dataclass(frozen=True, eq=False)
class ModuleRows:
    """One module, in the order of elimination: its own constraints' rows, and the speeds in it and below."""

    index: int
    path: str
    height: int
    rows: tuple[int, ...]
    children: tuple[int, ...]
    own_speeds: tuple[int, ...]


@dataclass(frozen=True, eq=False)
class NamedQuantity:
    """A quantity in global variables."""

    name: str
    full: str
    unit: str
    rate_unit: str
    meaning: str
    wraps: bool
    z: ca.SX | None
    s: ca.SX
    v_index: int
    q_index: int
    advances: bool

    @property
    def periodic(self) -> bool:
        """Whether it is an angle of which a whole turn is the same pose."""
        return self.z is not None and self.unit == "rad" and not self.advances


class System:
    """M v' = f, A v' = b, q' = N v + n over global symbols (t, q, v, u, p), with what each row and column is.

    Expressions: M (n, n), f (n), A (m, n), b (m), phi (m), g (rows with a position level only), N v + n.
    """

    def __init__(self, equations: Equations) -> None:
        self.equations = equations
        sizes = equations.sizes
        self.t = t
        self._made: dict[object, Any] = {}
        self.q, self.v, self.u = (ca.SX.sym(kind, sizes[kind]) for kind in ("q", "v", "u"))
        self.p = equations.parameters.symbols
        self.n, self.m_u = sizes["v"], sizes["u"]
        self.links = equations.links
        self._all = ca.vertcat(self.q, self.v, self.u, self.p, 0)
        self.branch_cuts: list[tuple[ca.SX, str]] = []
        self.kinks: list[tuple[ca.SX, str]] = []
        self._blocks()
        self._loads()
        self._constraints()
        self._quantities()

    # -- assembling ----------------------------------------------------------------------------------------------

    def _arguments(self, uses: Uses[Any], row: int) -> list[ca.SX]:
        """Values of the local symbols of one use, as one column: q, v, u, p, and zeros for d."""
        q, v, u, p, d = uses.indices(row)
        nq, nv, nu, size = self.q.numel(), self.n, self.m_u, self._all.numel()
        places = [*q, *(k + nq for k in v), *(k + nq + nv for k in u), *(k + nq + nv + nu for k in p)]
        return [self._all[places + [size - 1] * len(d)]]

    def _blocks(self) -> None:
        n, nq = self.n, self.q.numel()
        rate = [ca.SX(0)] * nq
        N = _Triplets()
        M = _Triplets()
        h = [ca.SX(0)] * n
        self._inertias: list[tuple[str, list[int], ca.SX, ca.SX, ca.SX]] = []
        self.block_of_speed = [""] * n
        self.units: list[list[int]] = []
        self.coordinate_singularities: list[tuple[ca.SX, str]] = []
        energy = ca.SX(0)
        for uses in self.equations.blocks:
            kind = uses.type
            if not kind.speeds and not kind.coordinates:
                continue
            function = _function(
                kind.local, [kind.N, kind.n, *[e for i in kind.inertias for e in (i.M, i.h, i.energy)]]
            )
            for row in range(len(uses)):
                N_b, n_b, *parts = function(*self._arguments(uses, row), t)
                q, v = uses.q[row].tolist(), uses.v[row].tolist()
                name = self.equations.full_name(int(uses.module[row]), uses.names[row])
                N.add(N_b, q, v)
                _add(rate, n_b, q)
                for k in range(0, len(parts), 3):
                    M.add(parts[k], v, v)
                    _add(h, parts[k + 1], v)
                    body = kind.inertias[k // 3].body
                    whole = self.equations.body_name(int(uses.blocks[row, 0]), body) if body else name
                    self._inertias.append((whole, v, parts[k], parts[k + 1], parts[k + 2]))
                    energy = plus(energy, parts[k + 2])
                for index in v:
                    self.block_of_speed[index] = name
                for expression, words in kind.coordinate_singularities:
                    value = _function(kind.local, [expression])(*self._arguments(uses, row), t)
                    self.coordinate_singularities.append((value, f"{name}: {words}"))
                self.units += [[q[k] for k in group] for group in kind.units]
        self.N = N.matrix(nq, n)
        self.qdot = ca.densify(self.N @ self.v + _column(rate)) if nq else ca.SX(0, 1)
        self.M = M.matrix(n, n)
        self.h = _column(h)
        self.kinetic = energy

    def _loads(self) -> None:
        self._efforts: list[tuple[str, str, list[int], ca.SX]] = []
        self.potential = ca.SX(0)
        power: dict[str, ca.SX] = {"source": ca.SX(0), "loss": ca.SX(0), "coupling": ca.SX(0)}
        total = [ca.SX(0)] * self.n
        for uses in self.equations.loads:
            kind = uses.type
            J = jacobian(kind.speed, kind.local.v)
            function = _function(
                kind.local, [dense(J.T @ kind.effort), ca.dot(kind.speed, kind.effort), kind.potential]
            )
            for row in range(len(uses)):
                share, work, potential = function(*self._arguments(uses, row), t)
                v = uses.v[row].tolist()
                _add(total, share, v)
                name = self.equations.full_name(int(uses.module[row]), uses.names[row])
                self._branch_cut(uses, row, name)
                for expression in kind.kinks:
                    self.kinks.append((_function(kind.local, [expression])(*self._arguments(uses, row), t), name))
                self._efforts.append((name, kind.category, v, share))
                self.potential = plus(self.potential, potential)
                if kind.category in power:
                    power[kind.category] = plus(power[kind.category], work)
        self.power = power
        self.applied = _column(total)
        self.f = ca.densify(self.applied - self.h)

    def _branch_cut(self, uses: Uses[Any], row: int, name: str) -> None:
        """Note the angles known within half a turn only that a load or constraint reads."""
        for expression, words in uses.type.branch_cuts:
            value = _function(uses.type.local, [expression])(*self._arguments(uses, row), t)
            self.branch_cuts.append((value, f"{name}: {words}"))

    def _constraints(self) -> None:
        entries: list[tuple[int, Uses[ConstraintType], int]] = []
        for uses in self.equations.constraints:
            entries += [(int(order), uses, row) for row, order in enumerate(uses.order)]
        position = {module: k for k, module in enumerate(self.equations.modules_from_leaves())}
        entries.sort(key=lambda e: (position[int(e[1].module[e[2]])], e[0]))
        A, b, phi, g, self.constraints = _Triplets(), [], [], [], []
        g_rows: list[int] = []
        functions: dict[int, ca.Function] = {}
        count = 0
        for _, uses, row in entries:
            kind = uses.type
            if id(kind) not in functions:
                functions[id(kind)] = _function(kind.local, [kind.A, kind.b, kind.phi, kind.g])
            A_t, b_t, phi_t, g_t = functions[id(kind)](*self._arguments(uses, row), t)
            rows = list(range(count, count + len(kind.rows)))
            A.add(A_t, rows, uses.v[row].tolist())
            b.append(dense(b_t))
            phi.append(dense(phi_t))
            g.append(dense(g_t))
            g_rows += rows[: kind.g.numel()]
            module = int(uses.module[row])
            name = self.equations.full_name(module, uses.names[row])
            self.constraints.append(ConstraintRows(name, module, tuple(rows), kind.rows, kind.g.numel()))
            for expression, words in kind.coordinate_singularities:
                value = _function(kind.local, [expression])(*self._arguments(uses, row), t)
                self.coordinate_singularities.append((value, f"{name}: {words}"))
            self._branch_cut(uses, row, name)
            count += len(rows)
        self.m = count
        self.A = A.matrix(count, self.n)
        self.b, self.phi, self.g = _column(b), _column(phi), _column(g)
        self.g_rows = g_rows

    def _quantities(self) -> None:
        result: list[tuple[int, NamedQuantity]] = []
        for uses, row, z_row, s_row in self._read_quantities():
            kind = uses.type
            at_q, at_v = kind.place or (-1, -1)
            full = self.equations.full_name(int(uses.module[row]), uses.names[row])
            result.append(
                (
                    int(uses.order[row]),
                    NamedQuantity(
                        self.equations.show(full),
                        full,
                        kind.label.unit,
                        kind.rate_unit,
                        kind.label.meaning,
                        kind.wraps,
                        None if kind.z is None else z_row,
                        s_row,
                        int(uses.v[row, at_v]) if at_v >= 0 else -1,
                        int(uses.q[row, at_q]) if at_q >= 0 else -1,
                        kind.advances,
                    ),
                )
            )
        result.sort(key=lambda pair: pair[0])
        self.quantities = tuple(quantity for _, quantity in result)

    def _read_quantities(self) -> Iterator[tuple[Uses[QuantityType], int, ca.SX, ca.SX]]:
        """Uses of quantities by type and row, with position and speed.

        Quantities of the same frames have expressions in common, which stay common where they are put in together.
        """
        together: dict[tuple[object, ...], list[Uses[QuantityType]]] = {}
        for uses in self.equations.quantities:
            at_q, at_v = uses.type.place or (-1, -1)
            if at_v >= 0 and (at_q >= 0 or uses.type.z is None):  # variables themselves
                for row in range(len(uses)):
                    z = self.q[int(uses.q[row, at_q])] if at_q >= 0 else ca.SX(0)
                    yield uses, row, z, self.v[int(uses.v[row, at_v])]
                continue
            places = tuple(part.tobytes() for part in (uses.q, uses.v, uses.u, uses.p, uses.d))
            together.setdefault((id(uses.type.local), len(uses), *places), []).append(uses)
        for alike in together.values():
            pairs = [(ca.SX(0) if uses.type.z is None else uses.type.z, uses.type.s) for uses in alike]
            function = _function(alike[0].type.local, [expression for pair in pairs for expression in pair])
            for row in range(len(alike[0])):
                values = function(*self._arguments(alike[0], row), t)
                for k, uses in enumerate(alike):
                    yield uses, row, values[2 * k], values[2 * k + 1]

    # -- derived -------------------------------------------------------------------------------------------------

    @cached_property
    def inertias(self) -> list[tuple[str, ca.SX, ca.SX, ca.SX]]:
        """Share of each body: name, M (n, n), h (n), kinetic energy; written out only when terms are asked for."""
        found = []
        for name, v, M, h, energy in self._inertias:
            whole_M, whole_h = _Triplets(), [ca.SX(0)] * self.n
            whole_M.add(M, v, v)
            for j, value in zip(v, ca.vertsplit(ca.densify(h)), strict=True):
                whole_h[j] = value
            found.append((name, whole_M.matrix(self.n, self.n), _column(whole_h), energy))
        return found

    @cached_property
    def facing_products(self) -> ca.SX:
        """Column of what is 1 where joints are closed, and -1 the wrong way round."""
        found = []
        for uses in self.equations.constraints:
            products = [product for product in uses.type.facing if not product.is_constant()]
            if products:
                function = _function(uses.type.local, [ca.vertcat(*products)])
                found += [function(*self._arguments(uses, row), t) for row in range(len(uses))]
        return ca.vertcat(ca.SX(0, 1), *found)

    @cached_property
    def facing_names(self) -> list[str]:
        """Names of the constraints that these belong to."""
        found: list[str] = []
        for uses in self.equations.constraints:
            count = sum(not product.is_constant() for product in uses.type.facing)
            for module, name in zip(uses.module.tolist(), uses.names, strict=True):
                found += [self.equations.full_name(module, name)] * count
        return found

    @cached_property
    def facing(self) -> ca.Function:
        """(t, q, v, u, p) -> what is 1 where joints are closed, -1 where the wrong way round."""
        return self.function("facing", [self.facing_products])

    @cached_property
    def counted_angles(self) -> list[ca.SX]:
        """Angles that count turns and on which loads and constraints depend."""
        record = self.equations
        every: tuple[Uses[Any], ...] = (*record.loads, *record.constraints, *record.switched)
        return [
            angle
            for uses in every
            if uses.type.angles
            for row in range(len(uses))
            for angle in self.at_use(uses, row, uses.type.angles)
        ]

    @property
    def load_shares(self) -> list[tuple[str, str, list[int], ca.SX]]:
        """Share of each load in the speeds it stands on, in the order of their uses: name, category, speeds, column."""
        return self._efforts

    @cached_property
    def efforts(self) -> list[tuple[str, str, ca.SX]]:
        """Share of each load in the speeds: name, category, column (n); written out only when terms are asked for."""
        found = []
        for name, category, v, share in self._efforts:
            column = [ca.SX(0)] * self.n
            for j, value in zip(v, ca.vertsplit(share), strict=True):
                column[j] = value
            found.append((name, category, _column(column)))
        return found

    @property
    def arguments(self) -> list[ca.SX]:
        """The arguments of every function: t, q, v, u, p."""
        return [self.t, self.q, self.v, self.u, self.p]

    def function(self, name: str, outputs: Sequence[ca.SX], extra: Sequence[ca.SX] = ()) -> ca.Function:
        """A CasADi function of (t, q, v, u, p) and whatever else, with dense outputs."""
        return ca.Function(name, [*self.arguments, *extra], [ca.densify(output) for output in outputs])

    def cached(self, key: object, make: Callable[[], Any]) -> Any:
        """What `make` gives, made once for this system."""
        if key not in self._made:
            self._made.setdefault(key, make())  # of two threads that make it at once both get the first
        return self._made[key]

    @cached_property
    def modules(self) -> tuple[ModuleRows, ...]:
        """Modules in the order of elimination, leaves first."""
        equations = self.equations
        parents, paths, heights = equations.module_parent, equations.module_paths, equations.module_heights
        rows: dict[int, list[int]] = {}
        for constraint in self.constraints:
            rows.setdefault(constraint.module, []).extend(constraint.rows)
        speeds: dict[int, list[int]] = {}
        for uses in equations.blocks:
            for row in range(len(uses)):
                speeds.setdefault(int(uses.module[row]), []).extend(uses.v[row].tolist())
        children: dict[int, list[int]] = {}
        for k in range(1, len(parents)):
            children.setdefault(int(parents[k]), []).append(k)
        return tuple(
            ModuleRows(
                int(k),
                paths[k].rstrip(".") or equations.name,
                heights[k],
                tuple(rows.get(k, ())),
                tuple(children.get(k, ())),
                tuple(sorted(speeds.get(k, ()))),
            )
            for k in equations.modules_from_leaves()
        )

    @cached_property
    def moving_constraints(self) -> bool:
        """Whether constraints can do work: they depend on time or are not linear and homogeneous in the speeds."""
        if not self.m:
            return False
        at_rest = ca.simplify(ca.substitute(self.phi, self.v, ca.SX.zeros(self.n)))
        return ca.sparsify(at_rest).nnz() > 0 or any(ca.which_depends(self.phi, self.v, 2, True))

    def at_use(self, uses: Uses[Any], row: int, expressions: Sequence[ca.SX]) -> list[ca.SX]:
        """Expressions of a type for one of its uses, in the global symbols."""
        function = _function(uses.type.local, [*expressions, ca.SX(0)])  # with two outputs the result is a tuple
        return list(function(*self._arguments(uses, row), t))[:-1]

    def normalise_symbols(self, q: ca.SX) -> ca.SX:
        """Coordinates with every group of Euler parameters brought back to length 1."""
        result = ca.SX(q)
        for group in self.units:
            e = q[group]
            result[group] = e / ca.sqrt(ca.dot(e, e))
        return result

    def normalise(self, q: Array) -> Array:
        """The same for numbers, of one configuration (nq) or of many (k, nq)."""
        result = np.array(q, dtype=float)
        if self.units:
            groups = np.array(self.units)
            e = np.ascontiguousarray(result[..., groups])
            result[..., groups] = e / np.sqrt(e[..., None, :] @ e[..., :, None])[..., 0]
        return result

    def normalise_slopes(self, q: Array, slopes: Array) -> Array:
        """Slopes (rows, nq) by coordinates q that are normalised first: (1 - e e^T) / |q| for the unit vectors e.

        Rows with infinite slopes (a root at zero, an angle where it is not defined) are not finite afterwards either.
        """
        result = np.array(slopes, dtype=float)
        with np.errstate(invalid="ignore"):
            for group in self.units:
                length = np.linalg.norm(q[group])
                e = q[group] / length
                result[:, group] = (result[:, group] - np.outer(result[:, group] @ e, e)) / length
        return result

    @cached_property
    def signals(self) -> frozenset[str]:
        """Names of the parts whose speeds are further states."""
        return frozenset(self.block_of_speed[k] for k in self.states)

    @property
    def states(self) -> tuple[int, ...]:
        """Which speeds are further states x (of filters, of bristles)."""
        return self.equations.states

    def holding_states(self, A: Array) -> Array:
        """Constraints A (m, n) and a row that holds each further state: what they leave open are degrees of freedom."""
        return np.vstack([A, np.eye(self.n)[list(self.states)]])

    def degrees_of_freedom(self, rank: int) -> int:
        """Speeds that constraints of a rank leave open; further states are none."""
        return self.n - len(self.states) - rank

    def moves(self, speed: int) -> bool:
        """Whether a speed changes coordinates; currents and rotors do not."""
        return speed in self._moving

    @cached_property
    def _moving(self) -> frozenset[int]:
        return frozenset(self.N.sparsity().get_triplet()[1])

    def constraint_of_row(self, row: int) -> ConstraintRows:
        """The constraint that a row belongs to."""
        return next(constraint for constraint in self.constraints if row in constraint.rows)

    def row_name(self, row: int) -> str:
        """Name of a constraint row: constraint and label."""
        constraint = self.constraint_of_row(row)
        label = constraint.labels[constraint.rows.index(row)]
        return f"{constraint.name}.{label.name}" if len(constraint.labels) > 1 else constraint.name

    def rate(self, expression: ca.SX, acceleration: ca.SX) -> ca.SX:
        """Total time derivative of an expression of (t, q, v), with v' given."""
        result = directional(expression, self.q, self.qdot) + directional(expression, self.v, acceleration)
        return result + ca.jtimes(expression, self.t, ca.SX(1)) if expression.numel() else result


class _Triplets:
    """Entries of a sparse matrix, added up."""

    def __init__(self) -> None:
        self.entries: dict[tuple[int, int], ca.SX] = {}

    def add(self, block: ca.SX, rows: Sequence[int], columns: Sequence[int]) -> None:
        sparse = ca.sparsify(block)
        r, c = sparse.sparsity().get_triplet()
        values: list[Any] = sparse.nonzeros()
        for i, j, value in zip(r, c, values, strict=True):
            key = (rows[i], columns[j])
            self.entries[key] = plus(self.entries[key], value) if key in self.entries else value

    def matrix(self, rows: int, columns: int) -> ca.SX:
        keys = sorted(self.entries, key=lambda key: (key[1], key[0]))
        sparsity = ca.Sparsity.triplet(rows, columns, [k[0] for k in keys], [k[1] for k in keys])
        return ca.SX(sparsity, ca.vertcat(*[self.entries[k] for k in keys])) if keys else ca.SX(rows, columns)


def _add(column: list[ca.SX], part: ca.SX, places: Sequence[int]) -> None:
    """Add the entries of a part to places of a column."""
    values: list[Any] = dense(part).nonzeros()
    for place, value in zip(places, values, strict=True):
        column[place] = plus(column[place], value)


def _column(entries: Sequence[ca.SX]) -> ca.SX:
    return ca.vertcat(*entries) if entries else ca.SX(0, 1)


def _function(local: Local, outputs: Sequence[ca.SX]) -> ca.Function:
    return ca.Function("type", [local.column, t], list(outputs))


__all__ = [
    "BlockType",
    "ConstraintRows",
    "LoadType",
    "ModuleRows",
    "NamedQuantity",
    "System",
    "call_function",
    "numeric",
]


def matrices(system: System) -> ca.Function:
    """(t, q, v, u, p) -> M, f, A, b."""
    found: ca.Function = system.cached(
        "matrices", lambda: system.function("matrices", [system.M, system.f, system.A, system.b])
    )
    return found


def constraint_matrix(system: System) -> ca.Function:
    """(t, q, v, p) -> A."""
    arguments = [system.t, system.q, system.v, system.p]
    found: ca.Function = system.cached("A", lambda: ca.Function("A", arguments, [ca.densify(system.A)]))
    return found

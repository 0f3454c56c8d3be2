"""Parts by their energy: kinetic and potential energy, dissipation and forces in, a part like any other out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import Any

import casadi as ca
import numpy as np

from linkwright.equations import (
    BlockType,
    Composer,
    Equations,
    Inertia,
    LoadType,
    Local,
    QuantityType,
    Requirement,
    TieType,
    close_matches,
)
from linkwright.model import ModelError
from linkwright.model.arguments import is_number
from linkwright.symbolic import Label, Parameter, check_name, directional, jacobian, leaves, t
from linkwright.symbolic.from_sympy import ConversionError, from_sympy, is_sympy, name_of, named_variable

RATES = {"": "1/s", "C": "A"}
"""Units of rates that are not just the unit over s."""
EFFORTS = {"m/s": "N", "rad/s": "N m", "A": "V", "V": "A"}
"""Units of efforts by those of speeds; their product is W."""
SAME = 1e-9
"""Relative: what rounding and cancellation leave of a difference of second derivatives at arguments of order 1."""


def EnergyPart(
    coordinates: Mapping[str, tuple[str, str]] | None = None,
    *,
    kinetic: Any,
    potential: Any = 0.0,
    dissipation: Any = 0.0,
    forces: Mapping[str, Any] | None = None,
    speeds: Mapping[str, tuple[str, str]] | None = None,
    inputs: Mapping[str, tuple[str, str]] | None = None,
    parameters: Sequence[Parameter] | Mapping[Any, Any] = (),
    reference: Mapping[str, Any] | None = None,
    name: str = "energy_part",
    title: str = "part by energy",
) -> Equations:
    """A part by Lagrange's equations from its kinetic energy T, potential V, Rayleigh's dissipation D and forces Q.

        d/dt dT/dv - dT/dq = -dV/dq - dD/dv + Q,    M = d^2 T/dv^2

    `coordinates`, `speeds` (quasi-velocities without a coordinate, such as currents) and `inputs` are given as
    {name: (unit, meaning)}; v holds the rates of the coordinates, then the speeds. T (J) is at most quadratic in v,
    terms linear in v or free of it are allowed. Q is {name of a coordinate or speed: force}. Each expression is a
    function of (t, q, v, u, p), whose arguments are read as q.x, v.x, u.F, p.k; or a CasADi expression, or a SymPy one,
    whose symbols bear these names (the rate of x is a symbol x', a symbol x_dot or SymPy's derivative of x(t)).
    `parameters` are Parameters, or {name: value} or {name: (value, unit, meaning)}; all can be changed at run time.

    In the balance of energy V counts as potential, D as loss, Q as source. The kinetic energy of the balance is
    v . dT/dv - T, which is T itself where T is quadratic; what an explicit time in T or V adds counts as source.

    >>> spring = EnergyPart(
    ...     {"x": ("m", "deflection")},
    ...     kinetic=lambda t, q, v, u, p: p.m * v.x**2 / 2,
    ...     potential=lambda t, q, v, u, p: p.k * q.x**2 / 2,
    ...     parameters={"m": (2.0, "kg", "mass"), "k": (50.0, "N/m", "stiffness")},
    ... )
    >>> spring.coordinate_names, spring.speed_names
    (['x'], ["x'"])
    """
    faults: list[str] = []
    names = declared(coordinates or {}, speeds or {}, inputs or {}, parameters, faults)
    reader = Reader(names, faults)
    energies = Energies(
        reader.scalar(kinetic, "kinetic"),
        reader.scalar(potential, "potential"),
        reader.scalar(dissipation, "dissipation"),
        reader.forces(forces or {}),
    )
    if not reader.unknown:  # what a fault of naming leaves half read would only repeat it
        faults += energies.faults(names)
        faults += reader.idle_inputs()
    known = [label.name for label in (*names.coordinates, *names.speeds)]
    faults += [f"reference {key!r}: no such coordinate" for key in reference or {} if key not in known]
    if faults:
        raise ModelError(name, faults)
    return finished(names, energies, name, title, reference=reference or {})


@dataclass(frozen=True, eq=False)
class Energies:
    """T, V and D (scalars) and Q (one entry a speed), in the symbols of Names."""

    kinetic: ca.SX
    potential: ca.SX
    dissipation: ca.SX
    forces: ca.SX

    def faults(self, names: Names) -> list[str]:
        """Each energy mentions what it may."""
        faults = []
        for what, expression, forbidden, words in (
            ("kinetic", self.kinetic, names.u, "inputs"),
            ("potential", self.potential, names.u, "inputs"),
            ("potential", self.potential, names.v, "speeds"),
        ):
            if forbidden.numel() and ca.depends_on(expression, forbidden):
                where = "forces" if words == "inputs" else "kinetic, dissipation or forces"
                faults.append(f"{what}: mentions {words}; what depends on them belongs in {where}")
        if not is_zero(self.dissipation) and not (names.v.numel() and ca.depends_on(self.dissipation, names.v)):
            faults.append("dissipation: mentions no speed, so it dissipates nothing; give D with effort -dD/dv")
        if not names.v.numel():
            faults.append("there are no coordinates and no speeds; give at least one as {name: (unit, meaning)}")
        elif is_zero(self.kinetic):
            faults.append("kinetic: is zero; a part needs inertia (use a load on a quantity for what has none)")
        else:
            faults += _kinetic_faults(names, self.kinetic)
        return faults


def _hessian(names: Names, T: ca.SX) -> ca.SX:
    return symmetric(jacobian(ca.gradient(T, names.v), names.v))


def symmetric(M: ca.SX) -> ca.SX:
    """A symmetric matrix with the same zeros on both sides, whatever cancelled on one of them only."""
    return ca.sparsify(ca.tril2symm(ca.tril(M)))


def _kinetic_faults(names: Names, T: ca.SX) -> list[str]:
    """T is at most quadratic in v: its second derivative is the same at any v as at v = 0 (tried at eight points)."""
    M = _hessian(names, T)
    if not ca.depends_on(M, names.v):
        return []
    arguments = [t, names.q, names.v, names.p]
    evaluate = ca.Function("M", arguments, [ca.densify(M)])
    random = np.random.default_rng(3)
    numbers = [e.value if isinstance(e.value, (int, float)) else random.uniform(0.5, 1.5) for e in names.parameters]
    tried, wrong = 0, np.zeros(len(names.speed_labels), dtype=bool)
    for _ in range(8):
        q, v = (random.uniform(0.3, 1.7, x.numel()) * random.choice([-1.0, 1.0], x.numel()) for x in arguments[1:3])
        moving, still = (np.asarray(evaluate(0.7, q, speed, numbers)) for speed in (v, np.zeros(len(v))))
        if np.isfinite(moving).all():
            tried += 1
            apart = np.abs(moving - still) > SAME * max(1e-300, float(np.max(np.abs(moving))))
            wrong |= (apart | ~np.isfinite(still)).any(axis=0)
    if not tried:
        return ["kinetic: is not finite at any of eight states tried; check roots, logarithms and divisions in it"]
    if not wrong.any():
        return []
    shown = ", ".join(label.name for label, bad in zip(names.speed_labels, wrong, strict=True) if bad)
    fault = (
        f"kinetic: is not a polynomial of degree 2 in the speeds (its second derivative changes with them; rows of "
        f"{shown}); Lagrange's equations here need T = v.M v/2 + b.v + T0, so write it without higher powers, roots "
        "and absolute values of speeds"
    )
    return [fault]


def finished(
    names: Names,
    energies: Energies,
    name: str,
    title: str,
    *,
    reference: Mapping[str, Any] | None = None,
    ties: Sequence[tuple[str, TieType]] = (),
) -> Equations:
    """The record of a part from energies without faults; `ties` are constraints among its own quantities."""
    q, v, d = names.q, names.v, names.d
    nq, n = q.numel(), v.numel()
    zero = ca.SX.zeros(n)
    T = energies.kinetic
    M = _hessian(names, T)
    if ca.depends_on(M, v):
        M = symmetric(ca.substitute(M, v, zero))
    linear, rest = ca.substitute([ca.gradient(T, v), T], [v], [zero])
    T = ca.dot(v, M @ v) / 2 + ca.dot(linear, v) + rest
    momentum = M @ v + linear
    h = directional(momentum, q, v[:nq]) + ca.jtimes(momentum, t, ca.SX(1))
    if nq:
        h[:nq] -= ca.gradient(T, q)
    N = ca.SX(ca.DM.eye(n)[:nq, :])
    local = Local(q, v, ca.SX(0, 1), names.p, d)
    composer = Composer(name, title=title, parameters=names.parameters)
    indices = tuple(range(len(names.parameters)))
    u = composer.inputs(names.inputs)
    inertia = Inertia("", M, ca.densify(h), ca.dot(v, M @ v) / 2 - rest)
    kind = block_type(names.coordinates, names.speed_labels, local, (N, ca.SX.zeros(nq)), inertia)
    block = composer.block(kind, "", indices)
    for k, label in enumerate(names.coordinates):
        place = QuantityType(
            label, local, q[k], v[k] + d[k], wraps=False, rate_unit=rate_unit(label.unit), place=(k, k)
        )
        composer.quantity(place, label.name, (block,), ())
    for k, label in enumerate(names.speeds, nq):
        speed = QuantityType(label, local, None, v[k] + d[k], wraps=False, rate_unit=label.unit, place=(-1, k))
        composer.quantity(speed, label.name, (block,), ())
    for load in _loads(names, T, energies):
        composer.load(load, load.name, (block,), (), u)
    for key, tie in ties:
        composer.tie(tie, key, (block,), ())
    given = {key: ("", value) for key, value in (reference or {}).items()}
    return composer.finish(reference=given, provenance={"formalism": "lagrange", "part": name})


def block_type(
    coordinates: tuple[Label, ...],
    speeds: tuple[Label, ...],
    local: Local,
    rates: tuple[ca.SX, ca.SX],
    inertia: Inertia,
) -> BlockType:
    """The one block of a part without frames, with `rates` (N, n): its balance is M a + h, one direction a speed."""
    a = ca.SX.sym("a", local.v.numel())
    diagonal = [inertia.M[k, k] for k in range(a.numel())]
    motion = ca.veccat(local.q, local.v, t)
    return BlockType(
        name="energy",
        local=local,
        coordinates=coordinates,
        speeds=speeds,
        N=rates[0],
        n=rates[1],
        inertias=(inertia,),
        frames={},
        centres={},
        a=a,
        balance=ca.densify(inertia.M @ a + inertia.h),
        directions=tuple(Label(x.name, effort_unit(x.unit), f"effort on {x.name}") for x in speeds),
        requirements=tuple(
            Requirement(entry, relation=">=", words=f"inertia of {label.name}")
            for entry, label in zip(diagonal, speeds, strict=True)
            if not entry.is_constant() and not ca.depends_on(entry, motion)
        ),
    )


def _loads(names: Names, T: ca.SX, energies: Energies) -> list[LoadType]:
    """-dV/dq, -dD/dv, Q, and the power that an explicit time in the energies brings without any force."""
    q, v, nq = names.q, names.v, names.q.numel()
    V, D, Q = energies.potential, energies.dissipation, energies.forces
    local = Local(q, v, names.u, names.p, names.d)
    speed, none = v + names.d, ca.SX(0)
    units = [effort_unit(label.unit) for label in names.speed_labels]
    loads = []
    if nq and not is_zero(V):
        unit = ", ".join(units[:nq])
        loads.append(LoadType("potential", local, speed[:nq], ca.densify(-ca.gradient(V, q)), "potential", V, unit))
    if not is_zero(D):
        loads.append(
            LoadType("dissipation", local, speed, ca.densify(-ca.gradient(D, v)), "loss", none, ", ".join(units))
        )
    driven = [k for k in range(v.numel()) if not is_zero(Q[k])]
    if driven:
        unit = ", ".join(units[k] for k in driven)
        loads.append(LoadType("force", local, speed[driven], ca.densify(Q[driven]), "source", none, unit))
    power = ca.simplify(ca.jtimes(V - T, t, ca.SX(1)))
    if not is_zero(power):
        loads.append(powered(local, power))
    return loads


def powered(local: Local, power: ca.SX) -> LoadType:
    """A load that brings power (W) but no force: its speed is the constant 1, which no speed of the part changes."""
    return LoadType("moving", local, ca.SX(1), ca.densify(power), "source", ca.SX(0), "W")


def rate_unit(unit: str) -> str:
    """Unit of the rate of a quantity.

    >>> rate_unit("rad"), rate_unit("C")
    ('rad/s', 'A')
    """
    return RATES.get(unit, f"{unit}/s")


def effort_unit(unit: str) -> str:
    """Unit of the effort on a speed, by the unit of the speed: their product is a power.

    >>> effort_unit("rad/s"), effort_unit("A"), effort_unit("mol/s")
    ('N m', 'V', 'W/(mol/s)')
    """
    return EFFORTS.get(unit, f"W/({unit})" if unit else "W")


# -- what a user writes ----------------------------------------------------------------------------------------------


class Namespace:
    """Symbols by name, read as attributes or as items: q.x, q["x"]."""

    def __init__(self, kind: str, symbols: Mapping[str, ca.SX]) -> None:
        self._kind = kind
        self._symbols = dict(symbols)

    def __getattr__(self, name: str) -> ca.SX:
        if name.startswith("_") or name not in self._symbols:
            msg = f"{self._kind} has no {name!r}; {close_matches(name, self._symbols)}"
            raise AttributeError(msg)
        return self._symbols[name]

    def __getitem__(self, name: str) -> ca.SX:
        return self.__getattr__(name)

    def __dir__(self) -> list[str]:
        return list(self._symbols)


@dataclass(frozen=True, eq=False)
class Names:
    """What a part declares, and the symbols of it: v holds the rates of the coordinates, then the speeds."""

    coordinates: tuple[Label, ...]
    speeds: tuple[Label, ...]
    inputs: tuple[Label, ...]
    parameters: tuple[Parameter, ...]

    @cached_property
    def q(self) -> ca.SX:
        """Coordinates."""
        return _column([label.name for label in self.coordinates])

    @cached_property
    def v(self) -> ca.SX:
        """Speeds."""
        return _column([label.name for label in self.speed_labels])

    @cached_property
    def d(self) -> ca.SX:
        """Virtual speeds, one a speed."""
        return ca.SX.sym("d", self.v.numel())

    @cached_property
    def u(self) -> ca.SX:
        """Inputs."""
        return _column([label.name for label in self.inputs])

    @cached_property
    def p(self) -> ca.SX:
        """Parameters."""
        return ca.vertcat(*[entry.sx for entry in self.parameters]) if self.parameters else ca.SX(0, 1)

    @cached_property
    def speed_labels(self) -> tuple[Label, ...]:
        """Labels of all of v."""
        rates = [Label(f"{x.name}'", rate_unit(x.unit), f"rate of {x.name}") for x in self.coordinates]
        return (*rates, *self.speeds)

    @cached_property
    def table(self) -> dict[str, ca.SX]:
        """Symbol by name; the rate of x is x' or x_dot."""
        rows = list(zip(self.coordinates, ca.vertsplit(self.q) if self.coordinates else [], strict=True))
        rates = ca.vertsplit(self.v)[: len(rows)] if rows else []
        found = {f"{label.name}_dot": rate for (label, _), rate in zip(rows, rates, strict=True)}
        found |= {f"{label.name}'": rate for (label, _), rate in zip(rows, rates, strict=True)}
        found |= {label.name: symbol for label, symbol in rows}
        if self.speeds:
            others = ca.vertsplit(self.v)[len(rows) :]
            found |= {label.name: symbol for label, symbol in zip(self.speeds, others, strict=True)}
        if self.inputs:
            found |= {label.name: symbol for label, symbol in zip(self.inputs, ca.vertsplit(self.u), strict=True)}
        return found | {entry.name: entry.sx for entry in self.parameters} | {"t": t}

    @cached_property
    def arguments(self) -> tuple[ca.SX, Namespace, Namespace, Namespace, Namespace]:
        """What a user's function is called with: t, q, v, u, p."""
        table = self.table
        q = {label.name: table[label.name] for label in self.coordinates}
        v = {label.name: table[f"{label.name}'"] for label in self.coordinates}
        v |= {label.name: table[label.name] for label in self.speeds}
        u = {label.name: table[label.name] for label in self.inputs}
        p = {entry.name: entry.sx for entry in self.parameters}
        return t, Namespace("q", q), Namespace("v", v), Namespace("u", u), Namespace("p", p)


def declared(
    coordinates: Mapping[str, tuple[str, str]],
    speeds: Mapping[str, tuple[str, str]],
    inputs: Mapping[str, tuple[str, str]],
    parameters: Sequence[Parameter] | Mapping[Any, Any],
    faults: list[str],
) -> Names:
    """The names of a part; what is wrong with them is added to the faults, and left out."""
    known: dict[str, str] = {"t": "the time"}
    q = _labels(coordinates, "coordinate", known, faults)
    v = _labels(speeds, "speed", known, faults)
    u = _labels(inputs, "input", known, faults)
    return Names(q, v, u, _parameters(parameters, known, faults))


def _labels(group: Any, what: str, known: dict[str, str], faults: list[str]) -> tuple[Label, ...]:
    if not isinstance(group, Mapping):
        faults.append(f"{what}s: got {type(group).__name__}, expected a mapping {{name: (unit, meaning)}}")
        return ()
    labels = []
    for name, given in group.items():
        wrong = check_name(name, what) or _taken(name, what, known)
        if not isinstance(given, tuple) or len(given) != 2 or not all(isinstance(x, str) for x in given):
            wrong.append(f"{what} {name}: got {given!r}, expected (unit, meaning), both text")
        faults += wrong
        if not wrong:
            labels.append(Label(name, *given))
    return tuple(labels)


def _taken(name: str, what: str, known: dict[str, str]) -> list[str]:
    if name in known:
        return [f"{what} {name}: the name is that of {known[name]} already; choose another one"]
    known[name] = f"a {what}" if what != "input" else "an input"
    return []


def _parameters(given: Any, known: dict[str, str], faults: list[str]) -> tuple[Parameter, ...]:
    """Parameters as they are, or made from {name: value} and {name: (value, unit, meaning)}."""
    made: list[Parameter] = []
    entries = list(given.items()) if isinstance(given, Mapping) else [(None, entry) for entry in given]
    for key, value in entries:
        if isinstance(value, Parameter) and key is None:
            entry = value
        elif key is None:
            faults.append(f"parameters: got {value!r}, expected a Parameter, or a mapping {{name: value}}")
            continue
        else:
            values = value if isinstance(value, tuple) else (value, "", "")
            name = key if isinstance(key, str) else getattr(key, "name", repr(key))
            name = f"{name}_" if name == "lambda" else name
            if len(values) != 3:
                faults.append(f"parameter {name}: got {value!r}, expected a value or (value, unit, meaning)")
                continue
            number = values[0]
            if is_sympy(number) and getattr(number, "is_number", False) and number.is_real:
                number = float(number)
            try:
                entry = Parameter(name, number, *values[1:])
            except ValueError as error:
                faults.append(str(error))
                continue
        wrong = _taken(entry.name, "parameter", known)
        faults += wrong
        if not wrong:
            made.append(entry)
    return tuple(made)


class Reader:
    """Reads expressions in the symbols of names; faults are collected, `unknown` says whether any was of reading."""

    def __init__(self, names: Names, faults: list[str]) -> None:
        self.names, self.faults = names, faults
        self.unknown = bool(faults)
        self.read: list[ca.SX] = []

    def scalar(self, value: Any, what: str) -> ca.SX:
        """One expression, from a function, a number, CasADi or SymPy."""
        found: ca.SX | None = None
        try:
            found = self._expression(value, what)
        except ConversionError as error:
            self._fault(*[f"{what}: {fault}" for fault in error.faults])
        if found is not None and found.is_constant() and not isfinite(float(found)):
            self._fault(f"{what}: is {float(found)}, which is not finite; give a number or an expression")
            found = None
        if found is None:
            return ca.SX(0)
        self.read.append(found)
        return found

    def forces(self, given: Any) -> ca.SX:
        """Forces by the name of a coordinate or speed, as a column with one entry a speed."""
        result = ca.SX.zeros(self.names.v.numel())
        if not isinstance(given, Mapping):
            self._fault(f"forces: got {type(given).__name__}, expected a mapping {{coordinate or speed: force}}")
            return result
        known = [label.name for label in (*self.names.coordinates, *self.names.speeds)]
        for name, value in given.items():
            key = name if isinstance(name, str) else name_of(name)
            force = self.scalar(value, f"force on {key}")
            if key in known:
                result[known.index(key)] += force
            else:
                self._fault(f"force on {key}: no such coordinate or speed; {close_matches(str(key), known)}")
        return result

    def idle_inputs(self) -> list[str]:
        """Inputs that nothing mentions."""
        used = {leaf.element_hash() for leaf in leaves(self.read)}
        symbols = ca.vertsplit(self.names.u) if self.names.inputs else []
        return [
            f"input {label.name}: no force and no dissipation mentions it; use it or take it out"
            for label, symbol in zip(self.names.inputs, symbols, strict=True)
            if symbol.element_hash() not in used
        ]

    def _fault(self, *faults: str) -> None:
        self.unknown = True
        self.faults.extend(faults)

    def _expression(self, value: Any, what: str) -> ca.SX | None:
        if is_sympy(value):
            return from_sympy([value], named_variable(self.names.table))[0]
        if callable(value) and not isinstance(value, (ca.SX, Parameter)):
            return self._called(value, what)
        if isinstance(value, Parameter):
            value = value.sx
        if is_number(value):
            value = ca.SX(float(value))
        if not isinstance(value, ca.SX):
            self._fault(
                f"{what}: got {type(value).__name__}, expected a function of (t, q, v, u, p), a CasADi (SX) or SymPy "
                "expression, or a number; text is never read"
            )
            return None
        if not value.is_scalar():
            self._fault(f"{what}: has shape {value.shape}, expected a scalar")
            return None
        return self._renamed(ca.densify(value), what)

    def _called(self, function: Callable[..., Any], what: str) -> ca.SX | None:
        try:
            value = function(*self.names.arguments)
        except AttributeError as error:
            self._fault(f"{what}: {error}")
            return None
        except TypeError as error:
            self._fault(f"{what}: calling it with (t, q, v, u, p) failed: {error}")
            return None
        if callable(value) and not isinstance(value, (ca.SX, Parameter)):
            self._fault(f"{what}: its function gives another function, expected an expression")
            return None
        return self._expression(value, what)

    def _renamed(self, expression: ca.SX, what: str) -> ca.SX | None:
        """Expression with symbols of a declared name replaced by those of the part."""
        table = self.names.table
        own = {symbol.element_hash() for symbol in table.values()}
        foreign = [leaf for leaf in leaves([expression]) if leaf.element_hash() not in own]
        missing = sorted({str(leaf) for leaf in foreign} - set(table))
        if missing:
            faults = [
                f"{what}: mentions {name}, which is not declared; {close_matches(name, table)}" for name in missing
            ]
            self._fault(*faults)
            return None
        if not foreign:
            return expression
        new = [table[str(leaf)] for leaf in foreign]
        return ca.SX(ca.substitute(expression, ca.vertcat(*foreign), ca.vertcat(*new)))


def is_zero(expression: ca.SX) -> bool:
    """Whether an expression is the number zero."""
    return ca.sparsify(expression).nnz() == 0


def _column(names: Sequence[str]) -> ca.SX:
    return ca.vertcat(*[ca.SX.sym(name) for name in names]) if names else ca.SX(0, 1)

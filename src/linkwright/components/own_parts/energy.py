"""Parts by their energy: kinetic and potential energy, dissipation and forces in, a part like any other out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import casadi as ca
import numpy as np

from linkwright.components.own_parts.written import Names, Reader, declare_names, effort_unit, is_zero, rate_unit
from linkwright.equations import (
    BlockType,
    Composer,
    ConstraintType,
    Equations,
    Inertia,
    LoadType,
    Local,
    QuantityType,
    Requirement,
)
from linkwright.kinds import checked_but
from linkwright.model import ModelError
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Label, Parameter, directional, jacobian, select_rows, t

SAME_DERIVATIVES = 1e-9
"""Relative: what rounding and cancellation leave of a difference of second derivatives at arguments of order 1."""


@checked_keywords
@checked_but("parameters", "inputs", "forces")
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
    names = declare_names(coordinates or {}, speeds or {}, inputs or {}, parameters, faults)
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
    return make_equations(names, energies, name, title, reference=reference or {})


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
            apart = np.abs(moving - still) > SAME_DERIVATIVES * max(1e-300, float(np.max(np.abs(moving))))
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


def make_equations(
    names: Names,
    energies: Energies,
    name: str,
    title: str,
    *,
    reference: Mapping[str, Any] | None = None,
    constraints: Sequence[tuple[str, ConstraintType]] = (),
) -> Equations:
    """The record of a part from energies without faults; `constraints` are constraints among its own quantities."""
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
    h = directional(momentum, q, select_rows(v, range(nq))) + ca.jtimes(momentum, t, ca.SX(1))
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
    for key, constraint in constraints:
        composer.constraint(constraint, key, (block,), ())
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
        balance=partial(_balance, inertia, a),
        directions=tuple(Label(x.name, effort_unit(x.unit), f"effort on {x.name}") for x in speeds),
        requirements=tuple(
            Requirement(entry, relation=">=", words=f"inertia of {label.name}")
            for entry, label in zip(diagonal, speeds, strict=True)
            if not entry.is_constant() and not ca.depends_on(entry, motion)
        ),
    )


def _balance(inertia: Inertia, a: ca.SX) -> ca.SX:
    return ca.densify(inertia.M @ a + inertia.h)


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
        loads.append(
            LoadType(
                "potential", local, select_rows(speed, range(nq)), ca.densify(-ca.gradient(V, q)), "potential", V, unit
            )
        )
    if not is_zero(D):
        loads.append(
            LoadType("dissipation", local, speed, ca.densify(-ca.gradient(D, v)), "loss", none, ", ".join(units))
        )
    driven = [k for k in range(v.numel()) if not is_zero(Q[k])]
    if driven:
        unit = ", ".join(units[k] for k in driven)
        loads.append(
            LoadType(
                "force", local, select_rows(speed, driven), ca.densify(select_rows(Q, driven)), "source", none, unit
            )
        )
    power = ca.simplify(ca.jtimes(V - T, t, ca.SX(1)))
    if not is_zero(power):
        loads.append(power_load(local, power))
    return loads


def power_load(local: Local, power: ca.SX) -> LoadType:
    """A load that brings power (W) but no force: its speed is the constant 1, which no speed of the part changes."""
    return LoadType("moving", local, ca.SX(1), ca.densify(power), "source", ca.SX(0), "W")

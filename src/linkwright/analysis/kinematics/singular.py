"""Singularities at one configuration: of which kind, how far, and which motion is free there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from linkwright import linear_algebra
from linkwright.analysis.kinematics.margins import SINGULAR_MARGIN, Kind
from linkwright.analysis.kinematics.model import KinematicModel, coupling_words
from linkwright.analysis.kinematics.rates import kernels
from linkwright.arrays import Array
from linkwright.dynamics import SingularConfigurationError, State

NOT_FIXED = 1e-9
"""Share of a free motion in a set of quantities below which the set does not fix the configuration."""


@dataclass(frozen=True)
class Singularity:
    """Distance of a configuration from singularities, 0 (singular) to 1, with the characteristic length L.

    `serial` (first kind): the inputs can move while the platform stands, an edge of the workspace; `parallel` (second
    kind): the platform can move while the inputs stand, they do not hold it; `constraint`: the joints' own constraints.
    `serial_motion` and `parallel_motion` are the speeds of inputs or platform in the direction that is nearest to being
    free, the largest (in m/s, angles times L) 1. `condition` of J in x' = J a', `dexterity` its inverse. `elastic`
    says how elastic couplings were taken.
    """

    serial: float
    parallel: float
    constraint: float
    condition: float
    dexterity: float
    length: float
    serial_motion: Mapping[str, float]
    parallel_motion: Mapping[str, float]
    elastic: str | None = None

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """Kinds of singularity here; empty where the configuration is regular."""
        found: list[Kind] = []
        if self.serial < SINGULAR_MARGIN:
            found.append("serial")
        if self.parallel < SINGULAR_MARGIN:
            found.append("parallel")
        if self.constraint < SINGULAR_MARGIN:
            found.append("constraint")
        return tuple(found)

    @property
    def words(self) -> str:
        """The same in words."""
        parts = []
        for name, value, motion, what in (
            ("serial", self.serial, self.serial_motion, "while the platform stands"),
            ("parallel", self.parallel, self.parallel_motion, "while the inputs stand"),
        ):
            kind = "singular" if value < SINGULAR_MARGIN else "nearest to free"
            moves = ", ".join(f"{key}' = {speed:.3g}" for key, speed in motion.items() if abs(speed) > 1e-3)
            parts.append(f"{name} margin {value:.3g} ({kind} {what}: {moves})")
        parts.append(f"condition {self.condition:.4g}, characteristic length {self.length:.4g} m")
        return "; ".join([*parts, *coupling_words(self.elastic)])

    def as_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        return asdict(self) | {"kinds": list(self.kinds)}


def singularity(kinematics: KinematicModel, state: State) -> Singularity:
    """Margins at one state and the motions that belong to them."""
    measure = kinematics.measure
    found = measure.margins(state.q[None], state.t)
    closed, J = kinematics.rates.matrices(state.q[None], state.t)
    a, x = (speeds[0] for speeds in measure.speeds(J, kernels(closed)))
    basis = np.linalg.qr(np.vstack([a, x]))[0]
    upper, lower = np.split(basis, [len(a)])
    return Singularity(
        float(found.serial[0]),
        float(found.parallel[0]),
        float(found.constraint[0]),
        float(found.condition[0]),
        float(found.dexterity[0]),
        kinematics.length,
        _motion(kinematics.inputs, upper @ _weakest(lower), measure.scales(measure.inputs)),
        _motion(kinematics.twist, lower @ _weakest(upper), measure.scales(measure.twist)),
        kinematics.elastic,
    )


def _weakest(rows: Array) -> Array:
    """Combination of free motions that moves these rows least."""
    return np.asarray(linear_algebra.svd(rows)[2][-1])


def _motion(names: Sequence[str], speeds: Array, scales: Array) -> dict[str, float]:
    """Speeds by name in their own units, the largest in m/s scaled to 1 and positive."""
    largest = speeds[int(np.argmax(np.abs(speeds)))]
    scaled = speeds / largest if largest else speeds
    return {name: float(value) for name, value in zip(names, scaled / scales, strict=True)}


def solve(kinematics: KinematicModel, values: Mapping[str, float], *, near: State | None, t: float) -> State:
    """The configuration for values of an independent set of quantities, refused where the set does not fix it."""
    which = kinematics.check_values(values)
    state = kinematics.dynamics.assemble(values, near=near, t=t)
    refuse_singular(kinematics, state, which)
    return state


def refuse_singular(kinematics: KinematicModel, state: State, which: Sequence[int]) -> None:
    """Refuse a state at which the quantities given do not fix the configuration, with the motion that stays open."""
    system = kinematics.dynamics.system
    first = [*kinematics.measure.inputs, *kinematics.measure.pose]
    moving = [k for k in range(system.n) if system.moves(k)]
    linear = kinematics.positions.problem(which, state.t).at(state.q[None], np.zeros((1, len(which))))
    _, values, Vt = linear_algebra.svd(linear.J[0][:, moving])
    if len(values) == len(moving) and values[-1] > NOT_FIXED * values[0]:
        return
    _, J = kinematics.rates.matrices(state.q[None], state.t)
    shown = _describe_motion(kinematics, first, J[0][kinematics.rates.place(first)][:, moving] @ Vt[-1])
    names = [system.quantities[k].name for k in which]
    values_given = ", ".join(f"{name} = {state.positions[name]:.6g}" for name in names)
    reason = (
        f"{', '.join(names)} do not fix the configuration at {values_given}: the set is singular there, the motion "
        f"{shown} stays open; move away from this place, or give other quantities"
    )
    raise SingularConfigurationError(reason, names)


def _describe_motion(kinematics: KinematicModel, which: Sequence[int], speeds: Array) -> str:
    """A motion by what it does to inputs and pose."""
    quantities = kinematics.dynamics.system.quantities
    sizes = np.abs(speeds) / kinematics.rates.scales.rates[list(which)]
    lead = speeds[int(np.argmax(np.abs(speeds)))]
    if np.max(sizes) < 1e-9:
        return "of parts other than inputs and platform"
    moved = zip(which, speeds / lead, strict=True)
    return ", ".join(f"{quantities[k].name}' = {speed:.3g}" for k, speed in moved if abs(speed) > 1e-6)

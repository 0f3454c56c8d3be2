"""From arrays of states to a Trajectory: every quantity by name, inputs, energies, poses of the bodies."""

from __future__ import annotations

import json
import platform
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property, partial
from importlib.metadata import version
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from linkwright.arrays import Array, PlainData, read_only
from linkwright.display import picture_text
from linkwright.dynamics.joins.contract import Join
from linkwright.dynamics.machine import Machine, Values
from linkwright.dynamics.system.readings import (
    UNSURE,
    Readings,
    angles_to_count,
    euler_parameters,
    nearest_turns,
    read_states,
    unwrap_angles,
)
from linkwright.dynamics.system.system import System
from linkwright.equations import Equations
from linkwright.equations.plain import text_of
from linkwright.symbolic import quaternion_of
from linkwright.trajectory import Certificate, Channel, Outcome, Trajectory
from linkwright.trajectory.certificate import Verdict
from linkwright.trajectory.samples import Deferred, Lazy
from linkwright.version import __version__


class SampleReadings(ABC):
    """What a plant reads at samples (rows of Q, V, U): energies, gaps, and a trajectory of all quantities and poses."""

    @property
    @abstractmethod
    def energies(self) -> Array:
        """Kinetic and potential energy (J), (samples, 2)."""

    @property
    @abstractmethod
    def g(self) -> Array:
        """Gaps of the position constraints, (samples, rows), or the largest at each sample."""

    @property
    @abstractmethod
    def phi(self) -> Array:
        """Residuals of the velocity constraints, likewise."""

    @property
    @abstractmethod
    def poses(self) -> Lazy[Array]:
        """Positions and quaternions (samples, 7) of all bodies by name."""

    @abstractmethod
    def channel(self, name: str) -> Channel:
        """One quantity, or its rate."""

    @abstractmethod
    def trajectory(
        self,
        *,
        outcome: Outcome,
        certificate: Certificate | Deferred[Certificate],
        extra: Mapping[str, Channel],
        provenance: Deferred[PlainData],
        link: Callable[[], Callable[[], SampleReadings]],
        picture: str = "",
    ) -> Trajectory:
        """The samples as a trajectory, which does not hold the machine; `extra` are further channels.

        `picture` is that of a machine without a mechanism to draw.

        What is read when it is looked up is read from what `link()` finds: these readings while the machine lives,
        others then.
        """


class MatrixReadings(SampleReadings):
    """Samples of a machine in full matrices, all read at once; `counted` are turns of angles that a run counted."""

    def __init__(
        self, machine: Machine, time: Array, Q: Array, V: Array, U: Array, counted: Array | None = None
    ) -> None:
        own = counted if counted is not None and counted.shape[1] else None
        self.machine, self.samples, self.counted = machine, (time, Q, V, U), own
        self.read = read_states(machine.system, time, Q, V, U, machine.p)

    @property
    def energies(self) -> Array:
        """Kinetic and potential energy (J), (samples, 2)."""
        return self.read.energies

    @property
    def g(self) -> Array:
        """Gaps of the position constraints."""
        return self.read.g

    @property
    def phi(self) -> Array:
        """Residuals of the velocity constraints."""
        return self.read.phi

    @property
    def poses(self) -> Lazy[Array]:
        """Positions and quaternions of all bodies by name."""
        return _poses(self.machine.system, self.read.poses)

    def channel(self, name: str) -> Channel:
        """One quantity, or its rate."""
        return self._trajectory.channels[name]

    @cached_property
    def _trajectory(self) -> Trajectory:
        outcome = Outcome("finished", "", "", float(self.samples[0][-1]))
        read, counted = self.read, self.counted
        return record(
            self.machine, *self.samples, outcome=outcome, certificate=Certificate(), readings=read, counted=counted
        )

    def trajectory(
        self,
        *,
        outcome: Outcome,
        certificate: Certificate | Deferred[Certificate],
        extra: Mapping[str, Channel],
        provenance: Deferred[PlainData],
        link: Callable[[], Callable[[], SampleReadings]],
        picture: str = "",
    ) -> Trajectory:
        """The samples as a trajectory; all is read already."""
        del link
        return record(
            self.machine, *self.samples, outcome=outcome, certificate=certificate, extra=extra, provenance=provenance,
            readings=self.read, counted=self.counted, picture=picture,
        )  # fmt: skip


def record(
    machine: Machine,
    time: Array,
    Q: Array,
    V: Array,
    U: Array,
    *,
    outcome: Outcome,
    certificate: Certificate | Deferred[Certificate],
    extra: Mapping[str, Channel] | None = None,
    provenance: Mapping[str, Any] | Deferred[PlainData] | None = None,
    readings: Readings | None = None,
    counted: Array | None = None,
    picture: str = "",
) -> Trajectory:
    """Trajectory of states and inputs at given times; certificate and provenance may be made later.

    `counted` (n, k) are the integrals of the rates of `angles_to_count`, from the angles at the start on, where a run
    has them; else turns are counted from the samples. `picture` is that of a machine without a mechanism to draw.
    """
    system = machine.system
    read = readings if readings is not None else read_states(system, time, Q, V, U, machine.p)
    turns = angles_to_count(system)
    angles = _Angles(time, read, turns, euler_parameters(system), counted)
    if turns:  # whether they are sure is seen when the certificate is read, or when a quantity is
        names = [system.quantities[k].name for k in turns]
        certificate = _add_doubts(certificate, angles, names)
    columns: dict[str, _Column] = system.cached("columns", lambda: _columns(system))
    inputs, poses, given = U.copy(), read.poses, extra or {}

    def channel(name: str) -> Channel:
        if name in given:
            return given[name]
        which, k, unit, meaning = columns[name]
        values = inputs if which == INPUTS else read.energies if which == ENERGIES else angles.continuous[which]
        return Channel(values[:, k], unit, meaning)

    values_of = Origin(machine.equations, machine.join, machine.given, machine.p)  # the machine itself may go

    def provenance_data() -> PlainData:
        return origin(values_of) | dict(provenance.value if isinstance(provenance, Deferred) else provenance or {})

    read_poses = _poses(system, poses)
    return Trajectory(
        time,
        Lazy(system.cached(("names", *given), lambda: dict.fromkeys([*columns, *given])), channel),
        read_poses,
        outcome=outcome,
        certificate=certificate,  # type: ignore[arg-type]  # a deferred one is made when it is asked for
        provenance=Deferred(provenance_data),  # type: ignore[arg-type]
        description=description_of(machine.equations),  # type: ignore[arg-type]
        picture=picture_of(values_of, read_poses) or picture,  # type: ignore[arg-type]
    )


def description_of(equations: Equations) -> Deferred[str] | str:
    """The machine as text, made when a file is written; a ready machine is known by its name."""
    return "" if "ready" in equations.provenance else Deferred(partial(text_of, equations))


def picture_of(values: Values, poses: Mapping[str, Array]) -> Deferred[str] | str:
    """What the machine looks like, as text, made when a file is written; a ready machine is known by its name."""
    equations, p = values.equations, values.p
    if equations.mechanism is None or "ready" in equations.provenance:
        return ""

    def draw() -> str:
        numbers = {label.name: float(value) for label, value in zip(equations.parameters.labels, p, strict=True)}
        return picture_text(equations.mechanism, numbers, poses)

    return Deferred(draw)


_LOCK = threading.Lock()


@dataclass(frozen=True, eq=False)
class _Angles:
    """Positions and speeds of readings in which nothing jumps: angles with their whole turns, quaternions by sign."""

    time: Array
    read: Readings
    turns: list[int]
    quaternions: list[list[int]]
    counted: Array | None

    @property
    def _found(self) -> tuple[Array, Array, NDArray[np.bool_]]:
        with _LOCK:  # numbers are changed where they are, once
            found: tuple[Array, Array, NDArray[np.bool_]] | None = self.__dict__.get("found")
            if found is None:
                found = self.__dict__["found"] = self._find()
        return found

    def _find(self) -> tuple[Array, Array, NDArray[np.bool_]]:
        z, s, turns = self.read.z, self.read.s, self.turns
        sure = np.ones(len(turns), dtype=bool)
        if turns:
            z[:, turns], sure = (
                unwrap_angles(self.time, z[:, turns], s[:, turns])
                if self.counted is None
                else nearest_turns(z[:, turns], self.counted)
            )
        for group in _turned_over(z, self.quaternions):
            signs = _without_jumps(z[:, group])
            z[:, group] *= signs
            s[:, group] *= signs
        return z, s, sure

    @property
    def continuous(self) -> tuple[Array, Array]:
        """Positions and speeds."""
        return self._found[:2]

    def doubt(self, names: list[str]) -> str:
        """Why turns of some of the angles are not certain, in words; empty if all are."""
        unsure = [name for name, certain in zip(names, self._found[2], strict=True) if not certain]
        return f"{', '.join(unsure)}: {UNSURE['samples' if self.counted is None else 'rate']}" if unsure else ""


def _add_doubts(
    certificate: Certificate | Deferred[Certificate], angles: _Angles, names: list[str]
) -> Deferred[Certificate]:
    """The same certificate, with one more reason to check it where turns of angles are not certain."""

    def doubt() -> Certificate:
        found = certificate.value if isinstance(certificate, Deferred) else certificate
        reason = angles.doubt(names)
        if not reason:
            return found
        verdict: Verdict = "failed" if found.verdict == "failed" else "check"
        return replace(found, verdict=verdict, reasons=(*found.reasons, reason))

    return Deferred(doubt)


def _turned_over(z: Array, groups: list[list[int]]) -> list[list[int]]:
    """Those of some groups of columns, quaternions each, whose sign jumps anywhere."""
    if not groups:
        return []
    quaternions = z[:, groups]
    jump = np.any(np.einsum("ngk,ngk->ng", quaternions[1:], quaternions[:-1]) < 0, axis=0)
    return [group for group, found in zip(groups, jump.tolist(), strict=True) if found]


def _without_jumps(quaternions: Array) -> Array:
    """Signs (n, 1) that make a series of quaternions continuous: e and -e are the same rotation."""
    flips = np.sum(quaternions[1:] * quaternions[:-1], axis=-1) < 0
    return np.concatenate([[1.0], np.where(np.cumsum(flips) % 2, -1.0, 1.0)])[:, None]


POSITIONS, SPEEDS, INPUTS, ENERGIES = range(4)
"""Where the values of a channel are."""
_Column: TypeAlias = tuple[int, int, str, str]
"""Where the values of a channel are, in which column; unit and meaning."""


def _columns(system: System) -> dict[str, _Column]:
    """All channels of a machine by name."""
    found: dict[str, _Column] = {}
    for k, quantity in enumerate(system.quantities):
        if quantity.z is None:
            found[quantity.name] = (SPEEDS, k, quantity.rate_unit, quantity.meaning)
            continue
        found[quantity.name] = (POSITIONS, k, quantity.unit, quantity.meaning)
        found[quantity.name + "'"] = (SPEEDS, k, quantity.rate_unit, f"rate of {quantity.name}")
    for k, label in enumerate(system.equations.inputs):
        found[label.name] = (INPUTS, k, label.unit, label.meaning)
    found["energy.kinetic"] = (ENERGIES, 0, "J", "kinetic energy, with that of currents")
    found["energy.potential"] = (ENERGIES, 1, "J", "potential energy")
    return found


def _poses(system: System, values: Array) -> Lazy[Array]:
    """Poses of the bodies from their rotation matrices and positions; quaternions without jumps of sign."""
    names: dict[str, int] = system.cached(
        "bodies", lambda: {name: k for k, name in enumerate(system.equations.all_bodies)}
    )
    parts = values.reshape(len(values), len(names), 12)

    def pose(name: str) -> Array:
        part = parts[:, names[name]]
        quaternion = quaternion_of(part[:, :9].reshape(-1, 3, 3).swapaxes(-1, -2))
        quaternion *= _without_jumps(quaternion)
        return read_only(np.concatenate([part[:, 9:], quaternion], axis=-1))

    return Lazy(names, pose)


class Origin(NamedTuple):
    """Equations with values."""

    equations: Equations
    join: Join
    given: Mapping[str, float]
    p: Array


def origin(values: Values) -> PlainData:
    """Where a result comes from: machine, formalism, join, parameters, versions."""
    equations = values.equations
    ready = equations.provenance.get("ready")
    parameters = {
        label.name: [float(value), label.unit, label.meaning]
        for label, value in zip(equations.parameters.labels, values.p, strict=True)
    }
    return {
        "machine": equations.name,
        "title": equations.title,
        "formalism": equations.provenance.get("formalism", ""),
        "join": repr(values.join),
        **({"choice": equations.provenance["choice"]} if "choice" in equations.provenance else {}),
        "parameters": parameters,
        "given": {name: float(value) for name, value in values.given.items()},
        **({"ready": json.loads(ready)} if ready else {}),
        **({"command": equations.provenance["command"]} if "command" in equations.provenance else {}),
        **({"typed": json.loads(equations.provenance["typed"])} if "typed" in equations.provenance else {}),
        "versions": {"linkwright": __version__, **_versions()},
    }


@cache
def _versions() -> dict[str, str]:
    """Versions of what a result rests on; looked up once, since it reads files."""
    return {"casadi": version("casadi"), "numpy": np.__version__, "python": platform.python_version()}

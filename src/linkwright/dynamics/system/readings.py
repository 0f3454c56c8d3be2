"""From arrays of states to a Trajectory: every quantity by name, inputs, energies, poses of the bodies."""

from __future__ import annotations

import json
import platform
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, TypeAlias

import casadi as ca
import numpy as np

from linkwright.arrays import Array, read_only
from linkwright.dynamics.system.system import System, called
from linkwright.dynamics.system.unwrapping import UNSURE, nearest_turns, unwrapped
from linkwright.symbolic import quaternion_of, select_rows
from linkwright.trajectory import Certificate, Channel, Outcome, Trajectory
from linkwright.trajectory.certificate import Verdict
from linkwright.trajectory.lazy import Deferred, Lazy

if TYPE_CHECKING:
    from linkwright.dynamics.dynamics import Dynamics

BLOCKS = tuple(2**k for k in range(13))
"""Numbers of states that are read at once; others are filled up to the next, or cut into the last."""


def reading_function(system: System) -> ca.Function:
    """(t, q, v, u, p) -> positions z, speeds s, gaps g, velocity residuals phi, kinetic and potential energy, poses."""
    z = ca.vertcat(*[q.z if q.z is not None else ca.SX(0) for q in system.quantities])
    s = ca.vertcat(*[q.s for q in system.quantities])
    energies = ca.vertcat(system.kinetic, system.potential)
    poses = ca.vertcat(*body_poses(system).values()) if system.equations.all_bodies else ca.SX(0, 1)
    return system.function("reading", [z, s, system.g, system.phi, energies, poses])


def body_poses(system: System) -> dict[str, ca.SX]:
    """Rotation matrix (9, by columns) and position (3) of every body's origin, by full name."""
    result = {}
    for name, ref in system.equations.all_bodies.items():
        block = ref.block
        local = block.type.local
        frame = block.type.frames[ref.key]
        function = ca.Function("pose", local.arguments, [ca.densify(ca.vertcat(ca.vec(frame.R), frame.p))])
        q = select_rows(system.q, range(block.q, block.q + local.q.numel()))
        v = select_rows(system.v, range(block.v, block.v + local.v.numel()))
        result[name] = function(
            q, v, ca.SX.zeros(local.u.numel()), system.p[block.parameters], ca.SX.zeros(local.d.numel())
        )
    return result


def evaluate(system: System, time: Array, Q: Array, V: Array, U: Array, p: Array) -> list[Array]:
    """Readings at many states: rows of Q, V, U; each result has a row for each state.

    They are found block by block, and of blocks there are few sizes: what is kept for the next call does not grow with
    the number of states.
    """
    n = len(time)
    if n > BLOCKS[-1]:
        cuts = [slice(k, k + BLOCKS[-1]) for k in range(0, n, BLOCKS[-1])]
        parts = [evaluate(system, time[cut], Q[cut], V[cut], U[cut], p) for cut in cuts]
        return [np.concatenate(values) for values in zip(*parts, strict=True)]
    size = BLOCKS[bisect_left(BLOCKS, n)]
    if size > n:
        time, Q, V, U = (np.concatenate([x, np.repeat(x[-1:], size - n, axis=0)]) for x in (time, Q, V, U))
    function = system.cached("reading", lambda: reading_function(system))
    mapped = system.cached(("reading", size), lambda: function.map(size))
    found = called(mapped, time, Q.T, V.T, U.T, np.repeat(p[:, None], size, axis=1))
    return [value[:, :n].T for value in found]


def record(
    dynamics: Dynamics,
    time: Array,
    Q: Array,
    V: Array,
    U: Array,
    *,
    outcome: Outcome,
    certificate: Certificate | Deferred[Certificate],
    extra: Mapping[str, Channel] | None = None,
    provenance: Mapping[str, Any] | Deferred[dict[str, Any]] | None = None,
    read: list[Array] | None = None,
    counted: Array | None = None,
) -> Trajectory:
    """Trajectory of states and inputs at given times; certificate and provenance may be made later.

    `counted` (n, k) are the integrals of the rates of `angles_to_count`, from the angles at the start on, where a run
    has them; else turns are counted from the samples.
    """
    system = dynamics.system
    z, s, _, _, energies, poses = read if read is not None else evaluate(system, time, Q, V, U, dynamics.p)
    turns = angles_to_count(system)
    if turns:
        way = "samples" if counted is None else "rate"
        z[:, turns], sure = (
            unwrapped(time, z[:, turns], s[:, turns]) if counted is None else nearest_turns(z[:, turns], counted)
        )
        names = [system.quantities[k].name for k, certain in zip(turns, sure, strict=True) if not certain]
        certificate = _doubted(certificate, f"{', '.join(names)}: {UNSURE[way]}") if names else certificate
    for group in euler_parameters(system):
        signs = _without_jumps(z[:, group])
        z[:, group] *= signs
        s[:, group] *= signs
    columns: dict[str, _Column] = system.cached("columns", lambda: _columns(system))
    values, given = (z, s, U.copy(), energies), extra or {}

    def channel(name: str) -> Channel:
        if name in given:
            return given[name]
        which, k, unit, meaning = columns[name]
        return Channel(values[which][:, k], unit, meaning)

    def told() -> dict[str, Any]:
        return origin(dynamics) | dict(provenance.value if isinstance(provenance, Deferred) else provenance or {})

    return Trajectory(
        time,
        Lazy(system.cached(("names", *given), lambda: dict.fromkeys([*columns, *given])), channel),
        _poses(system, poses),
        outcome=outcome,
        certificate=certificate,  # type: ignore[arg-type]  # a deferred one is made when it is asked for
        provenance=Deferred(told),  # type: ignore[arg-type]
    )


def angles_to_count(system: System) -> list[int]:
    """Quantities, by number, that frames give within half a turn only and that are no coordinates themselves."""
    found: list[int] = system.cached(
        "angles to count",
        lambda: [k for k, x in enumerate(system.quantities) if x.wraps and x.z is not None and x.q_index < 0],
    )
    return found


def _doubted(certificate: Certificate | Deferred[Certificate], reason: str) -> Deferred[Certificate]:
    """The same certificate with one more reason to check it."""

    def doubted() -> Certificate:
        found = certificate.value if isinstance(certificate, Deferred) else certificate
        verdict: Verdict = "failed" if found.verdict == "failed" else "check"
        return replace(found, verdict=verdict, reasons=(*found.reasons, reason))

    return Deferred(doubted)


def euler_parameters(system: System) -> list[list[int]]:
    """Quantities that are the Euler parameters of one rotation, in fours."""

    def make() -> list[list[int]]:
        numbers = {quantity.full: k for k, quantity in enumerate(system.quantities)}
        starts = [name[:-1] for name in numbers if name.endswith(".e0")]
        return [[numbers[f"{start}{k}"] for k in range(4)] for start in starts if f"{start}3" in numbers]

    groups: list[list[int]] = system.cached("Euler parameters", make)
    return groups


def _without_jumps(quaternions: Array) -> Array:
    """Signs (n, 1) that make a series of quaternions continuous: e and -e are the same rotation."""
    flips = np.sum(quaternions[1:] * quaternions[:-1], axis=-1) < 0
    return np.concatenate([[1.0], np.where(np.cumsum(flips) % 2, -1.0, 1.0)])[:, None]


_Column: TypeAlias = tuple[int, int, str, str]
"""Where the values of a channel are (0: positions, 1: speeds, 2: inputs, 3: energies; column), unit and meaning."""


def _columns(system: System) -> dict[str, _Column]:
    """All channels of a machine by name."""
    found: dict[str, _Column] = {}
    for k, quantity in enumerate(system.quantities):
        if quantity.z is None:
            found[quantity.name] = (1, k, quantity.rate_unit, quantity.meaning)
            continue
        found[quantity.name] = (0, k, quantity.unit, quantity.meaning)
        found[quantity.name + "'"] = (1, k, quantity.rate_unit, f"rate of {quantity.name}")
    for k, label in enumerate(system.equations.inputs):
        found[label.name] = (2, k, label.unit, label.meaning)
    found["energy.kinetic"] = (3, 0, "J", "kinetic energy, with that of currents")
    found["energy.potential"] = (3, 1, "J", "potential energy")
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


def origin(dynamics: Dynamics) -> dict[str, Any]:
    """Where a result comes from: machine, formalism, join, parameters, versions."""
    from linkwright.version import __version__

    equations = dynamics.system.equations
    ready = equations.provenance.get("ready")
    parameters = {
        label.name: [float(value), label.unit, label.meaning]
        for label, value in zip(equations.parameters.labels, dynamics.p, strict=True)
    }
    return {
        "machine": equations.name,
        "title": equations.title,
        "formalism": equations.provenance.get("formalism", ""),
        "join": repr(dynamics.join),
        "parameters": parameters,
        "given": {name: float(value) for name, value in dynamics.given.items()},
        **({"ready": json.loads(ready)} if ready else {}),
        "versions": {"linkwright": __version__, **_versions()},
    }


@cache
def _versions() -> dict[str, str]:
    """Versions of what a result rests on; looked up once, since it reads files."""
    return {"casadi": version("casadi"), "numpy": np.__version__, "python": platform.python_version()}


__all__ = ["evaluate", "origin", "record"]

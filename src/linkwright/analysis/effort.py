"""What a motion costs: every input of a run split into what inertia, velocities, gravity and all other loads ask of it.

Inputs u work on the speeds w = B^T v with B = df/du. Where each degree of freedom has its drive the machine's speeds
are v = S w with A S = 0, B^T S = 1, so that u = S^T (M v' + h - gravity - other loads), term by term. What
accelerations cost is S^T M S w'; what is left of the first two is what velocities cost. So no share depends on the
coordinates chosen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, Refused
from linkwright.dynamics.answers import read_contacts
from linkwright.dynamics.rank import RANK_TOLERANCE, Scales, relative
from linkwright.dynamics.system import System, call_function
from linkwright.faults import close_matches
from linkwright.kinds import checked_arguments
from linkwright.symbolic import jacobian
from linkwright.trajectory import Channel, Trajectory

EFFECTS = {
    "inertia": "what accelerations cost",
    "velocity": "what centrifugal and Coriolis terms cost",
    "gravity": "what weights cost",
    "other": "what springs, dampers and all other loads cost",
}
"""Shares of an input, in the order in which they are told."""
SHARE_ROUNDING = 1e-13
"""Part of the largest input that is rounding: a share below it is told as zero."""


@dataclass(frozen=True, eq=False)
class Effort:
    """Inputs of a run and their shares: `shares[effect]` is (samples, inputs), and the shares add up to the inputs."""

    time: Array
    inputs: tuple[str, ...]
    units: tuple[str, ...]
    total: Array
    shares: dict[str, Array]

    def rms(self, effect: str) -> Array:
        """Root mean square of a share over time, of each input."""
        return np.asarray(np.sqrt(np.mean(self.shares[effect] ** 2, axis=0)))

    def added_to(self, motion: Trajectory) -> Trajectory:
        """The run with a channel for each share that is not zero: `T1.inertia`, `T1.gravity`, ..."""
        channels = dict(motion.channels)
        for k, (name, unit) in enumerate(zip(self.inputs, self.units, strict=True)):
            for effect, meaning in EFFECTS.items():
                if np.any(self.shares[effect][:, k]):
                    channels[f"{name}.{effect}"] = Channel(self.shares[effect][:, k], unit, f"{meaning} of {name}")
        return Trajectory(
            motion.time,
            channels,
            motion.poses,
            outcome=motion.outcome,
            certificate=motion.certificate,
            provenance=motion.provenance,
        )


@checked_arguments
def effort(dynamics: Dynamics, motion: Trajectory, inputs: Sequence[str] | None = None) -> Effort:
    """Split the inputs of a run of this machine, prescribed or simulated, by effect.

    `motion` is what `dynamics.inverse` or `simulate` gave, `inputs` those to be split (default: all); the others, such
    as a known load, count as other loads. Refused where they are fewer or more than degrees of freedom, or do not
    determine them: then no share belongs to an input alone (voltages of motors: ask for torques instead). Refused too
    where a machine carried something that its own equations do not know, or where dry friction sticks.
    """
    dynamics = dynamics.in_full_matrices("effort")
    system = dynamics.system
    names = tuple(dynamics.inputs if inputs is None else inputs)
    known = dynamics.inputs
    wrong = [f"no input {name!r}; {close_matches(name, known)}" for name in names if name not in known]
    if wrong:
        raise ValueError("; ".join(wrong))
    missing = [name for name in (*_own(system)[0], *_own(system)[1], *dynamics.inputs) if name and name not in motion]
    if missing:
        msg = f"this run has no channel {', '.join(missing[:5])}; expected one of {dynamics.name} by the same formalism"
        raise ValueError(msg)
    q_names, v_names = _own(system)
    Q, V, U = (_columns(motion, names) for names in (q_names, v_names, list(dynamics.inputs)))
    sought = [dynamics.inputs.index(name) for name in names]
    parameters = _parameters(dynamics, motion, Q, V)
    functions = _functions(system)
    scales = Scales.of(system, dynamics.p)
    result = {effect: np.zeros((len(motion.time), len(names))) for effect in EFFECTS}
    for k, t in enumerate(motion.time):
        q, v, u = Q[k], V[k], U[k].copy()
        now = dynamics.at_values(parameters[k])
        vdot = now.accelerations(now.state(q, v, float(t)), u)
        u[sought] = 0.0
        M, h, weight, other, B, A, drift = call_function(functions, float(t), q, v, u, now.p)
        B, drift = B[:, sought], drift.ravel()[sought]
        even = system.holding_states(scales.slopes(A, scales.rows))
        kernel = scales.speeds[:, None] * (
            linear_algebra.null_space(even, rcond=relative(even)) if even.size else np.eye(system.n)
        )
        drive = kernel.T @ B
        _check_drive(dynamics, names, drive, float(t))
        S = linear_algebra.solve(drive, kernel.T).T
        result["inertia"][k] = S.T @ M @ S @ (B.T @ vdot + drift)
        result["velocity"][k] = S.T @ (M @ vdot + h.ravel()) - result["inertia"][k]
        result["gravity"][k], result["other"][k] = -S.T @ weight.ravel(), -S.T @ other.ravel()
    for values in result.values():
        values[:, np.max(np.abs(values), axis=0) < SHARE_ROUNDING * np.max(np.abs(U), initial=0.0)] = 0.0
    units = tuple(system.equations.inputs[k].unit for k in sought)
    return Effort(np.asarray(motion.time), names, units, U[:, sought], result)


def _parameters(dynamics: Dynamics, motion: Trajectory, Q: Array, V: Array) -> Array:
    """Parameters at each sample, with the direction of friction at rest that inverse dynamics has taken there."""
    carried = [what for what in ("payload", "wrenches") if what in motion.provenance]
    if carried:
        reason = (
            f"the run was asked with {' and '.join(carried)}: what was carried is no part of {dynamics.name}; put a "
            "body or a force into the mechanism"
        )
        raise Refused(reason, carried)
    rows = np.tile(dynamics.p, (len(motion.time), 1))
    found = read_contacts(dynamics, motion.time, Q, V)
    recorded = motion.provenance.get("friction at rest", {})
    for k, contact in enumerate(found.contacts):
        directions = {float(t): float(direction) for t, direction in recorded.get(contact.name, ())}
        for row, t in enumerate(motion.time.tolist()):
            if t in directions:
                rows[row, contact.place] = directions[t]
            elif found.at_rest[row, k]:
                reason = (
                    f"friction {contact.name} is at rest at t = {t:.6g} s: what it holds there is not known from the "
                    "run's samples; ask inverse dynamics along the motion, or lw.simulation.derive for the forces"
                )
                raise Refused(reason, [contact.name])
    return rows


def _check_drive(dynamics: Dynamics, names: Sequence[str], drive: Array, t: float) -> None:
    dof, count = drive.shape
    even = drive / np.maximum(np.max(np.abs(drive), axis=0, initial=0.0), 1e-300)  # forces and torques weigh alike
    values = linear_algebra.svd(even, compute_uv=False) if drive.size else np.zeros(1)
    if dof != count or values[-1] < RANK_TOLERANCE * values[0]:
        counts = f"{count} inputs and {dof} degrees of freedom"
        how = counts if dof != count else f"inputs that are dependent at {t:g} s"
        reason = (
            f"{dynamics.name} has {how}: the share of an effect is defined for one drive on each degree of freedom; "
            "give every degree of freedom one drive (of a machine with motors, leave out the motors)"
        )
        raise Refused(reason, list(names))


def _own(system: System) -> tuple[list[str], list[str]]:
    """Channels that hold the coordinates and the speeds, in order."""
    q, v = [""] * system.q.numel(), [""] * system.n
    for quantity in system.quantities:
        if quantity.q_index >= 0:
            q[quantity.q_index] = quantity.name
        if quantity.v_index >= 0:
            v[quantity.v_index] = quantity.name + ("'" if quantity.z is not None else "")
    return q, v


def _columns(motion: Trajectory, names: list[str]) -> Array:
    count = len(motion.time)
    return np.column_stack([motion[name] for name in names]) if names else np.zeros((count, 0))


def _functions(system: System) -> ca.Function:
    """(t, q, v, u, p) -> M, h, weights, other loads with the inputs given, B, A, and w' at v' = 0."""
    zero = ca.SX.zeros(system.n)
    weight, other = ca.SX(zero), ca.SX(zero)
    bodies = {f"{name}.weight" for name, _, _, _ in system.inertias}
    for name, _, share in system.efforts:
        if name in bodies:
            weight = weight + share
        else:
            other = other + share
    h = sum((part for _, _, part, _ in system.inertias), zero)
    B = jacobian(system.f, system.u)
    drift = system.rate(ca.densify(B.T @ system.v), zero)
    outputs = [system.M, h, weight, other, B, system.A, drift]
    return system.function("effort", [ca.densify(e) for e in outputs])

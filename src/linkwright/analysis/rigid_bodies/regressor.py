"""The regressor of a machine, with any loops: forces of its drives as a matrix times parameters of its bodies.

With the speeds v = S s that the constraints allow (A S = 0), M v' + h - loads = B u + A^T lambda becomes

    G u = W pi + r,      W = S^T Y,  G = S^T B,  r = S^T rest,

free of constraint forces; Y is the matrix of the free bodies. Where each degree of freedom has its drive, G is inverted
and u = W pi + r row by row. With more drives or fewer G stays, and rows are degrees of freedom.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linkwright import linear_algebra
from linkwright.analysis.rigid_bodies.base import BaseParameters, base_parameters
from linkwright.analysis.rigid_bodies.fit import FitProblem, RigidBodyFit, fitted
from linkwright.analysis.rigid_bodies.free_bodies import FreeBodies
from linkwright.analysis.rigid_bodies.parameters import LinearParameter
from linkwright.analysis.rigid_bodies.samples import MeasuredMotion, RandomMotion, follow
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.rank import RANK_TOLERANCE, Scales
from linkwright.faults import Faults, close_matches
from linkwright.kinds import checked_arguments, checked_but
from linkwright.laws import Motion
from linkwright.trajectory import Trajectory

SEED = 14
"""Of the random motions by which base parameters are found."""
ROWS_A_PARAMETER = 4
"""Rows of random regressors for each parameter: more than enough to span what can be spanned."""
LEAST_MOTIONS = 40
"""Random motions at least."""
PROJECTED_OUT = 1e-12
"""Share of a column that is left of it after projection where it is held by constraints: rounding."""
LENGTH_POWER = {"kg": 2, "kg m": 1, "kg m^2": 0}


@dataclass(frozen=True, eq=False)
class Regressor:
    """G u = W pi + r at the samples of a motion: W (T, rows, parameters), r (T, rows), G (T, rows, drives).

    Where `rows` are drives G is the identity: u = W pi + r. `base` are the combinations of `parameters` that can be
    identified, by any motion of this machine. Without a motion there are no samples (T = 0).
    """

    machine: str
    parameters: tuple[LinearParameter, ...]
    base: BaseParameters
    rows: tuple[str, ...]
    units: tuple[str, ...]
    drives: tuple[str, ...]
    time: Array
    W: Array
    r: Array
    G: Array
    scales: Array
    size: float

    @property
    def driven(self) -> bool:
        """Whether each row is a drive."""
        return self.rows == self.drives

    @checked_arguments
    def forces(self, values: Mapping[str, float] | None = None) -> Array:
        """G u (T, rows) that parameters ask for: those of the model, with other `values` of some by name."""
        given = dict(values or {})
        names = [each.name for each in self.parameters]
        wrong = [f"no parameter {name!r}; {close_matches(name, names)}" for name in given if name not in names]
        if wrong:
            raise ValueError("; ".join(wrong))
        pi = np.array([given.get(each.name, each.value) for each in self.parameters])
        return np.asarray(self.W @ pi + self.r)

    @checked_arguments
    def fit(self, measured: Mapping[str, npt.ArrayLike] | Trajectory) -> RigidBodyFit:
        """Base parameters from measured forces of all drives: by name, an array of as many values as samples."""
        faults = Faults("fit")
        if not self.time.size:
            faults.add("this regressor has no samples; make it along the motion: regressor(dynamics, motion).")
        u = np.zeros((len(self.time), len(self.drives)))
        for k, name in enumerate(self.drives):
            if name not in measured:
                known = [*measured.channels] if isinstance(measured, Trajectory) else list(measured)
                faults.add(f"no measured force of the drive {name!r}; {close_matches(name, known)}")
                continue
            values = np.asarray(measured[name], dtype=float).ravel()
            if values.size != len(self.time):
                faults.add(f"{name} has {values.size} values, expected {len(self.time)}, one for each sample.")
            elif not np.isfinite(values).all():
                faults.add(f"{name} has {int(np.sum(~np.isfinite(values)))} values that are not finite; fill gaps.")
            else:
                u[:, k] = values
        faults.stop()
        y = np.einsum("tij,tj->ti", self.G, u) - self.r
        seen = np.any(self.W != 0.0, axis=(0, 2))  # rows of currents have no bodies in them
        rows, units = (tuple(np.array(words)[seen].tolist()) for words in (self.rows, self.units))
        return fitted(FitProblem(self.base, self.W[:, seen], y[:, seen], rows, units, self.scales, self.size))

    def in_words(self) -> str:
        """What the rows are, and what can be identified."""
        lines = [f"{self.machine}: {self.base.in_words()}"]
        if self.time.size:
            what = "drives" if self.driven else "degrees of freedom, on which the drives act through G"
            lines.append(f"{len(self.time)} samples of {len(self.rows)} rows ({what}): {', '.join(self.rows)}")
        return "\n".join(lines)

    def as_dict(self) -> dict[str, Any]:
        """Names, units and base parameters as plain data, for JSON; the matrices are in W, r and G."""
        return {"machine": self.machine, "rows": list(self.rows), "drives": list(self.drives), **self.base.as_dict()}


@checked_but("motion")
def regressor(
    dynamics: Dynamics,
    motion: Motion | MeasuredMotion | None = None,
    *,
    inputs: Mapping[str, float | npt.ArrayLike] | None = None,
    others: Sequence[str] = (),
    near: State | None = None,
) -> Regressor:
    """Regressor of a machine along a motion of independent quantities, and its base parameters.

    `motion` is prescribed (at its samples) or measured (`MeasuredMotion`); without one only the base parameters are
    found. `inputs` are those whose values are known, numbers or one for each sample; the others are the drives.
    `others` are parameters of the machine beside those of bodies in which forces are linear: inertias of rotors,
    viscous and Coulomb friction, stiffnesses. `near` is a state of the assembly mode that the motion starts in.

    >>> import linkwright as lw
    >>> dynamics = lw.compile(lw.formalisms.kane(lw.mechanisms.double_pendulum()))
    >>> found = lw.analysis.regressor(dynamics)
    >>> found.base.formula(0), found.base.absent
    ('first.Izz + 0.25 m^2 second.m', ('first.m',))
    """
    if not isinstance(motion, Motion | MeasuredMotion | None):
        msg = (
            f"regressor takes a Motion or a MeasuredMotion, got {type(motion).__name__}; of a trajectory take "
            "independent positions, lw.Motion.from_samples(run.time, {name: run[name]})"
        )
        raise TypeError(msg)
    dynamics = dynamics.in_full_matrices("regressor")
    bodies = FreeBodies.of(dynamics, others)
    if not bodies.parameters:
        reason = f"{dynamics.name} has no bodies, whose parameters a regressor has; name parameters as others=[...]"
        raise Refused(reason, [])
    size = Scales.of(dynamics.system, dynamics.p).size
    base, scales = _base(bodies, size)
    measured = MeasuredMotion.of(motion) if isinstance(motion, Motion) else motion
    known, sought = _inputs(dynamics, inputs, 0 if measured is None else len(measured.time))
    drives = tuple(dynamics.inputs[k] for k in sought)
    if measured is None:
        shape = (0, len(drives), len(bodies.parameters))
        empty = np.zeros((0, len(drives)))
        units = tuple(dynamics.equations.inputs[k].unit for k in sought)
        matrices = np.zeros(shape), empty, np.zeros((0, len(drives), len(drives)))
        return Regressor(
            dynamics.name, bodies.parameters, base, drives, units, drives, np.zeros(0), *matrices, scales, size
        )
    follower, samples = follow(dynamics, measured, near)
    parts = []
    for k, sample in enumerate(samples):
        found, S = bodies.forces(sample, known[k]), sample.S
        parts.append((S.T @ found.Y, S.T @ found.rest, S.T @ found.B[:, sought]))
    W, r, G = (np.array([part[k] for part in parts]) for k in range(3))
    rows, units = follower.names, follower.units
    if _square(G):
        W, r = linear_algebra.solve(G, W), linear_algebra.solve(G, r[:, :, None])[:, :, 0]
        G = np.tile(np.eye(len(drives)), (len(samples), 1, 1))
        rows, units = drives, tuple(dynamics.equations.inputs[k].unit for k in sought)
    return Regressor(dynamics.name, bodies.parameters, base, rows, units, drives, measured.time, W, r, G, scales, size)


def _base(bodies: FreeBodies, size: float) -> tuple[BaseParameters, Array]:
    """Base parameters from random motions, and the scales by which columns are compared."""
    dynamics, parameters = bodies.dynamics, bodies.parameters
    rate = _rate(dynamics, size)
    random = np.random.default_rng(SEED)
    u = np.zeros(len(dynamics.inputs))
    motion = RandomMotion(dynamics, bodies.twists)
    first = motion.walk(1, rate, random)
    dof = first[0].S.shape[1] if first else 0
    if not dof:
        raise Refused(f"{dynamics.name} cannot move from its reference configuration: no force depends on a mass", [])
    count = max(LEAST_MOTIONS, -(-ROWS_A_PARAMETER * len(parameters) // dof))
    stacked, whole = [], []
    for sample in motion.walk(count, rate, random):
        Y = bodies.forces(sample, u).Y
        stacked.append(sample.S.T @ Y)
        whole.append(np.abs(sample.S).T @ np.abs(Y))
    W, sums = np.vstack(stacked), np.vstack(whole)
    W[:, np.max(np.abs(W), axis=0) <= PROJECTED_OUT * np.max(sums, axis=0)] = 0.0
    inertial = np.array([bool(each.body) for each in parameters])
    scales = np.ones(len(parameters))
    scales[inertial] = [rate**2 * size ** LENGTH_POWER[each.unit] for each in parameters if each.body]
    lengths = np.linalg.norm(W, axis=0)
    largest = float(np.max((lengths / scales)[inertial], initial=0.0)) or 1.0
    scales[~inertial] = np.where(lengths[~inertial] > 0.0, lengths[~inertial] / largest, 1.0)
    return base_parameters(dynamics.name, parameters, W, scales), scales


def _rate(dynamics: Dynamics, size: float) -> float:
    """Rate (1/s) at which inertia weighs as much as gravity; 1 without gravity."""
    index = dynamics.equations.parameters.index
    names = [f"{body}.weight.g_{axis}" for body in dynamics.equations.all_bodies for axis in "xyz"]
    gravity = max((abs(float(dynamics.p[index[name]])) for name in names if name in index), default=0.0)
    return float(np.sqrt(gravity / size)) if gravity > 0.0 else 1.0


def _inputs(
    dynamics: Dynamics, inputs: Mapping[str, float | npt.ArrayLike] | None, count: int
) -> tuple[Array, list[int]]:
    """Values of known inputs at the samples (T, inputs), zero elsewhere, and the numbers of the drives."""
    faults = Faults("inputs")
    known = np.zeros((count, len(dynamics.inputs)))
    for name, value in (inputs or {}).items():
        if name not in dynamics.inputs:
            faults.add(f"no input {name!r}; {close_matches(str(name), dynamics.inputs)}")
            continue
        values = np.asarray(value, dtype=float)
        if values.shape not in {(), (count,)} or not np.isfinite(values).all():
            faults.add(f"{name} is {value!r:.60}, expected one finite number, or {count}, one for each sample.")
            continue
        known[:, dynamics.inputs.index(name)] = values
    faults.stop()
    return known, [k for k, name in enumerate(dynamics.inputs) if name not in (inputs or {})]


def _square(G: Array) -> bool:
    """Whether there is one drive for each degree of freedom, at all samples."""
    if G.shape[1] != G.shape[2] or not G.size:
        return False
    even = G / np.maximum(np.max(np.abs(G), axis=2, keepdims=True), 1e-300)  # forces and torques weigh alike
    even = even / np.maximum(np.max(np.abs(even), axis=1, keepdims=True), 1e-300)
    values = linear_algebra.svd(even, compute_uv=False)
    return bool(np.all(values[:, -1] > RANK_TOLERANCE * values[:, 0]))

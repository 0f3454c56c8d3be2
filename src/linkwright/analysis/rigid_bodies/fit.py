"""Base parameters fitted to measured forces of drives: weighted least squares with standard errors.

Forces y = W_1 beta + e. The noise of each row (drive) has its own variance s^2, estimated from the residuals of a first
fit; the fit with weights 1/s has the covariance (W_1^T Sigma^-1 W_1)^-1 (Gautier 1997, Swevers et al. 1997).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright import linear_algebra
from linkwright.analysis.rigid_bodies.base import BaseParameters
from linkwright.analysis.rigid_bodies.parameters import LinearParameter, pseudo_inertia
from linkwright.arrays import Array
from linkwright.dynamics import Refused

NOT_EXCITED = 1e-10
"""Singular value of the regressor of a motion, columns of length 1, over the largest, that counts as zero."""
ZERO_EIGENVALUE = 1e-9
"""Eigenvalue of a pseudo-inertia, over the largest, that counts as zero: what a fit without noise leaves of it."""
CONFIDENCE = 0.95
"""Level of the intervals that are told."""


@dataclass(frozen=True, eq=False)
class RigidBodyFit:
    """Values of base parameters fitted to measured forces, with their covariance, and the residuals (T, rows).

    `condition` is that of the weighted regressor with columns of length 1: above a few hundred the motion excites some
    combinations badly. `nearest` are values of all parameters that have these base parameters and are nearest to those
    of the model (lengths over the machine's size): what a fit says about single parameters that are identifiable in
    combination only is this choice. `inconsistent` names the parts for which `nearest` is not that of a rigid body: a
    mass or pseudo-inertia is negative. It is reported, not enforced.
    """

    base: BaseParameters
    values: Array
    covariance: Array
    rows: tuple[str, ...]
    units: tuple[str, ...]
    residuals: Array
    condition: float
    nearest: tuple[LinearParameter, ...]
    inconsistent: tuple[str, ...]

    @property
    def standard_errors(self) -> Array:
        """Standard errors of the values."""
        return np.asarray(np.sqrt(np.diag(self.covariance)))

    @property
    def correlations(self) -> Array:
        """Correlation of each pair of values."""
        errors = np.maximum(self.standard_errors, 1e-300)
        return np.asarray(self.covariance / np.outer(errors, errors))

    @property
    def rms(self) -> Array:
        """Root mean square of the residuals of each row."""
        return np.asarray(np.sqrt(np.mean(self.residuals**2, axis=0)))

    def intervals(self, level: float = CONFIDENCE) -> Array:
        """Lower and upper ends (base parameters, 2) of confidence intervals, by Student's t."""
        from scipy.special import stdtrit

        if not 0.0 < level < 1.0:
            msg = f"level is {level!r}, expected a number between 0 and 1, such as 0.95"
            raise ValueError(msg)
        free = max(self.residuals.size - len(self.values), 1)
        half = float(stdtrit(free, 0.5 + level / 2)) * self.standard_errors
        return np.column_stack([self.values - half, self.values + half])

    def in_words(self) -> str:
        """A line for each base parameter with its 95 % interval, the residuals, and whether bodies can be so."""
        lines = [f"{len(self.values)} base parameters fitted to {self.residuals.size} forces"]
        halves = (self.intervals()[:, 1] - self.values).tolist()
        for k, (value, half) in enumerate(zip(self.values.tolist(), halves, strict=True)):
            lines.append(f"  {self.base.formula(k)} = {value:.6g} +- {half:.2g} {self.base.units[k]}")
        left = [f"{x:.3g} {unit} of {row}" for x, unit, row in zip(self.rms, self.units, self.rows, strict=True)]
        lines.append(f"residuals (r.m.s.): {', '.join(left)}; condition {self.condition:.3g}")
        if self.inconsistent:
            bodies = ", ".join(self.inconsistent)
            lines.append(f"not those of bodies (a negative mass or pseudo-inertia): {bodies}")
        else:
            lines.append("consistent with rigid bodies: no mass or pseudo-inertia is negative")
        return "\n".join(lines)

    def as_dict(self) -> dict[str, Any]:
        """Everything but the residuals as plain data, for JSON."""
        intervals = self.intervals().tolist()
        errors = self.standard_errors.tolist()
        return {
            "base_parameters": [
                {
                    "name": name,
                    "formula": self.base.formula(k),
                    "unit": self.base.units[k],
                    "value": float(self.values[k]),
                    "standard_error": errors[k],
                    "interval": intervals[k],
                }
                for k, name in enumerate(self.base.names)
            ],
            "rms": dict(zip(self.rows, self.rms.tolist(), strict=True)),
            "condition": self.condition,
            "nearest": {each.name: each.value for each in self.nearest},
            "inconsistent": list(self.inconsistent),
        }


@dataclass(frozen=True, eq=False)
class FitProblem:
    """Regressors W (T, rows, parameters) and forces y (T, rows) less all that is known, with names of the rows."""

    base: BaseParameters
    W: Array
    y: Array
    rows: tuple[str, ...]
    units: tuple[str, ...]
    scales: Array
    size: float


def fitted(problem: FitProblem) -> RigidBodyFit:
    """Solve by least squares, twice: alike weights give the noise of each row, which gives the weights."""
    base = problem.base
    W = problem.W[:, :, list(base.leading)]
    count, rows, size = W.shape
    if count * rows <= size:
        reason = f"{count * rows} forces were given for {size} base parameters; expected more forces: take more samples"
        raise Refused(reason, list(base.names))
    _refuse_unexcited(base, W.reshape(-1, size), problem.scales[list(base.leading)])
    weights = 1.0 / np.maximum(np.sqrt(np.mean(problem.y**2, axis=0)), 1e-300)
    values = np.zeros(size)
    for _ in range(2):
        values, residuals = _solved(W, problem.y, weights)
        free = count - size / rows
        noise = np.sqrt(np.sum(residuals**2, axis=0) / max(free, 1.0))
        # residuals that are rounding say nothing about noise: forces that are met exactly keep alike weights
        floor = np.finfo(float).eps * np.sqrt(np.mean(problem.y**2, axis=0))
        weights = 1.0 / np.maximum(noise, np.maximum(floor, 1e-300))
    values, residuals = _solved(W, problem.y, weights)
    even = (W * weights[None, :, None]).reshape(-1, size)
    lengths = np.linalg.norm(even, axis=0)
    inverse = linear_algebra.pinv(even / lengths)
    covariance = (inverse @ inverse.T) / np.outer(lengths, lengths)
    singular = linear_algebra.svd(even / lengths, compute_uv=False)
    nearest = _nearest(base, values, problem.scales)
    return RigidBodyFit(
        base,
        values,
        np.asarray(covariance),
        problem.rows,
        problem.units,
        residuals,
        float(singular[0] / singular[-1]),
        nearest,
        _inconsistent(nearest, problem.size),
    )


def _solved(W: Array, y: Array, weights: Array) -> tuple[Array, Array]:
    """Least squares with weights of the rows: values, residuals (T, rows)."""
    size = W.shape[2]
    even = (W * weights[None, :, None]).reshape(-1, size)
    lengths = np.linalg.norm(even, axis=0)
    values = linear_algebra.lstsq(even / lengths, (y * weights).ravel(), rcond=None)[0] / lengths
    return values, y - W @ values


def _refuse_unexcited(base: BaseParameters, W: Array, scales: Array) -> None:
    """Refuse a motion whose forces do not depend on all base parameters."""
    even = W / scales
    lengths = np.linalg.norm(even, axis=0)
    lengths[lengths < NOT_EXCITED * np.max(lengths)] = np.inf  # rounding, which must not be blown up
    _, singular, Vt = linear_algebra.svd(even / lengths, full_matrices=False)
    null = Vt[singular < NOT_EXCITED * singular[0]]
    weights = np.max(np.abs(null), axis=0, initial=0.0)
    if len(null):
        names = [base.formula(k) for k in np.flatnonzero(weights > 1e-6).tolist()]
        reason = (
            f"the forces of this motion depend on {len(base) - len(null)} of {len(base)} base parameters: they do not "
            f"tell apart, or do not see, {'; '.join(names)}. Excite them: move all degrees of freedom with different "
            "frequencies, far from rest"
        )
        raise Refused(reason, names)


def _nearest(base: BaseParameters, values: Array, scales: Array) -> tuple[LinearParameter, ...]:
    """All parameters nearest to the model's that have these base parameters, each over its scale."""
    model = np.array([each.value for each in base.parameters])
    change = linear_algebra.pinv(base.K / scales) @ (values - base.K @ model) / scales
    found = (model + change).tolist()
    pairs = zip(base.parameters, found, strict=True)
    return tuple(LinearParameter(each.name, each.unit, value, each.body) for each, value in pairs)


def _inconsistent(parameters: Sequence[LinearParameter], size: float) -> tuple[str, ...]:
    """Bodies whose pseudo-inertia has a negative eigenvalue; a point, a rod or a disc has zeros."""
    found = []
    for body in dict.fromkeys(each.body for each in parameters if each.body):
        own = [each for each in parameters if each.body == body]
        matrix = pseudo_inertia([each.kind for each in own], [each.value for each in own], size)
        values = linear_algebra.eigvalsh(matrix)
        if values[0] < -ZERO_EIGENVALUE * max(float(np.max(np.abs(values))), 1e-300):
            found.append(body)
    return tuple(found)

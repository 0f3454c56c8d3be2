"""Parts that make a machine hard to integrate: bodies without inertia, and loads with rates far above the others."""

from __future__ import annotations

from typing import Any

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.analysis.diagnosis.record import FastMode, MasslessPart
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.rank import Scales, least
from linkwright.dynamics.system import numeric

STIFF_RATIO = 1e4
"""Ratio of the fastest rate to the slowest above which a machine is called stiff: an explicit method then takes that
many steps for each one that the motion needs."""
NO_INERTIA = 1e-14
"""Share of the largest moment of inertia or mass below which a body has none."""
STIFFNESS_ROUNDING = 1e-12
"""Share of the terms of a stiffness that rounding leaves where they cancel: some thousand times the last digit, since
the size of the terms is an estimate."""


def fast_and_massless(dynamics: Dynamics, state: State) -> tuple[tuple[FastMode, ...], tuple[MasslessPart, ...]]:
    """Fast modes and massless bodies at a state, by the linear model M_s x'' + D x' + K x = 0 of its DOF.

    M_s = S^T M S, D = -S^T (df/dv) S, K = -S^T (df/dq) N S, with S fixed: an estimate of rates, not a linearization.
    """
    system = dynamics.system
    u = np.zeros(len(dynamics.inputs))
    at = (state.t, state.q, state.v, u, dynamics.p)
    M, A, N = (numeric(e) for e in system.function("inertia", [system.M, system.A, system.N])(*at))
    scales = Scales.of(system, dynamics.p)
    A = system.holding_states(scales.slopes(A, scales.rows))  # a fast filter is no fast mode of the mechanism
    values = linear_algebra.svd(A, full_matrices=True) if A.size else None
    rank = int(np.sum(values[1] > least(values[1][0]))) if values is not None and values[1].size else 0
    S = scales.speeds[:, None] * (values[2][rank:].T if values is not None else np.eye(system.n))
    inertia = S.T @ M @ S
    return _fast(dynamics, at, N, S, inertia), _massless(dynamics, state, M, S, inertia)


def _massless(dynamics: Dynamics, state: State, M: Array, S: Array, inertia: Array) -> tuple[MasslessPart, ...]:
    system = dynamics.system
    shares = system.function("shares", [ca.vertcat(*[ca.vec(part) for _, part, _, _ in system.inertias])])
    u = np.zeros(len(dynamics.inputs))
    each = numeric(shares(state.t, state.q, state.v, u, dynamics.p)).reshape(len(system.inertias), system.n, system.n)
    free = np.zeros((system.n, 0))
    scale = Scales.of(system, dynamics.p).speeds
    if inertia.size:
        sizes, vectors = linear_algebra.eigh(inertia)
        free = S / scale[:, None] @ vectors[:, sizes <= NO_INERTIA * max(float(sizes[-1]), 1e-300)]
    own: dict[str, Array] = {}
    for (name, _, _, _), matrix in zip(system.inertias, each, strict=True):
        own[name] = own.get(name, np.zeros_like(M)) + matrix
    parts = []
    units = np.outer(scale, scale)
    largest = max(float(np.max(np.abs(M) * units, initial=0.0)), 1e-300)
    for name, matrix in own.items():
        if np.max(np.abs(matrix) * units, initial=0.0) > NO_INERTIA * largest:
            continue
        speeds = [k for k, block in enumerate(system.block_of_speed) if block == name]
        held = not (speeds and free.size and np.max(np.abs(free[speeds])) > NO_INERTIA**0.5)
        parts.append(MasslessPart(dynamics.equations.show(name), held))
    return tuple(parts)


def _fast(
    dynamics: Dynamics, at: tuple[float, Array, Array, Array, Array], N: Array, S: Array, inertia: Array
) -> tuple[FastMode, ...]:
    system = dynamics.system
    if not inertia.size or linear_algebra.cond(inertia) > 1 / NO_INERTIA:
        return ()
    t, q, v, u, p = at
    by_load = [(name, ca.jacobian(f, system.q), ca.jacobian(f, system.v)) for name, _, f in system.efforts]
    function = system.function("slopes", [e for _, *pair in by_load for e in pair])
    k = S.shape[1]

    def reduce_slopes(parameters: Array) -> list[tuple[str, Array, Array]]:
        """Slopes of each load on the degrees of freedom, by positions and by speeds."""
        found: Any = function(t, q, v, u, parameters) if by_load else []
        slopes = [numeric(e) for e in (found if isinstance(found, (list, tuple)) else [found])]
        names = [name for name, _, _ in by_load]
        return [(name, S.T @ slopes[2 * j] @ N @ S, S.T @ slopes[2 * j + 1] @ S) for j, name in enumerate(names)]

    loads = reduce_slopes(p)
    K = sum((stiff for _, stiff, _ in loads), np.zeros((k, k)))
    D = sum((damp for _, _, damp in loads), np.zeros((k, k)))
    if not (np.isfinite(K).all() and np.isfinite(D).all()):
        return ()
    inverse = linear_algebra.inv(inertia)
    whole = np.block([[np.zeros((k, k)), np.eye(k)], [inverse @ K, inverse @ D]])
    rates, vectors = linear_algebra.eig(whole)
    sizes = np.abs(rates)
    # Terms of K that cancel (a balanced rotor) leave rounding, of which the rates are the root. How large the terms are
    # shows when parameters are changed a little, each by itself.
    share = 1e-4 * np.random.default_rng(0).uniform(-1.0, 1.0, len(p))
    terms = sum(
        (np.abs(stiff - old) for (_, stiff, _), (_, old, _) in zip(reduce_slopes(p * (1 + share)), loads, strict=True))
    )
    rounding = np.sqrt(STIFFNESS_ROUNDING * float(np.max(np.abs(inverse) @ (np.abs(K) + terms / 1e-4), initial=0.0)))
    slow = sizes[sizes > max(NO_INERTIA**0.5 * np.max(sizes, initial=0.0), rounding)]
    if not slow.size or np.max(sizes) < STIFF_RATIO * np.min(slow):
        return ()
    worst = int(np.argmax(sizes))
    x, y = vectors[:k, worst], vectors[k:, worst]
    work: dict[str, float] = {}
    for name, stiff, damp in loads:
        work[name] = work.get(name, 0.0) + abs(np.vdot(y, stiff @ x + damp @ y))
    most = max(work.values())
    named = sorted((name for name in work if work[name] > 0.1 * most), key=lambda name: -work[name])
    shown = tuple(dynamics.equations.show(name) for name in named)
    return (FastMode(float(np.max(sizes)), float(np.min(slow)), shown),)

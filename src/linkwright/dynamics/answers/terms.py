"""Terms of the equations of motion in any independent set of quantities: what each body and each effect contributes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.machine import Machine
from linkwright.dynamics.rank import RANK_TOLERANCE, Scales, least, level_scale, row_rank
from linkwright.dynamics.state import State
from linkwright.dynamics.system.readings import targets_of
from linkwright.dynamics.system.system import System, matrices, numeric
from linkwright.symbolic import jacobian


@dataclass(frozen=True, eq=False)
class BodyTerms:
    """Share of one body: inertia (k, k), velocity terms (k), gravity (k)."""

    inertia: Array
    velocity: Array
    gravity: Array


@dataclass(frozen=True, eq=False)
class Terms:
    """inertia c'' + velocity = gravity + forces + inputs u, in the speeds of the quantities `coordinates`.

    `forces` are springs, dampers, motors and all else that is neither gravity nor an input, by name; `inputs` is the
    matrix (k, number of inputs) with columns in the order `input_names`. Units: those of power over the
    quantity's rate.
    """

    coordinates: tuple[str, ...]
    inertia: Array
    velocity: Array
    gravity: Array
    forces: Mapping[str, Array]
    inputs: Array
    input_names: tuple[str, ...]
    by_body: Mapping[str, BodyTerms]


def chosen(dynamics: Machine, coordinates: Sequence[str] | None) -> list[int]:
    """Numbers of the quantities named, or of the free speeds of the compiled choice."""
    system = dynamics.system
    if coordinates is not None:
        return list(targets_of(system, dict.fromkeys(coordinates, 0.0), positions=False))
    return default_coordinates(system)


def default_coordinates(system: System) -> list[int]:
    """All own quantities that move: the caller picks an independent set among them."""
    states = system.states
    return [k for k, each in enumerate(system.quantities) if each.v_index >= 0 and each.v_index not in states]


def speed_functions(system: System) -> ca.Function:
    """(t, q, v, p) -> speeds s, their Jacobian J by v, and s' at v' = 0."""

    def make() -> ca.Function:
        s = ca.vertcat(*[quantity.s for quantity in system.quantities])
        outputs = (s, jacobian(s, system.v), system.rate(s, ca.SX.zeros(system.n)))
        return ca.Function("speeds", [system.t, system.q, system.v, system.p], [ca.densify(e) for e in outputs])

    found: ca.Function = system.cached("speeds of quantities", make)
    return found


def basis(dynamics: Machine, state: State, coordinates: Sequence[str] | None) -> tuple[list[int], Array, Array]:
    """Chosen quantities, S with v = S s + (motion of the constraints), and v' at zero s' of the quantities."""
    system = dynamics.system
    zero = np.zeros(len(dynamics.inputs))
    _, _, A, b = (numeric(e) for e in matrices(system)(state.t, state.q, state.v, zero, dynamics.p))
    _, J, drift = (numeric(e) for e in speed_functions(system)(state.t, state.q, state.v, dynamics.p))
    which = chosen(dynamics, coordinates)
    if coordinates is None:
        constraints, slopes = _dimensionless(dynamics, A, J)
        which = independent(system.holding_states(constraints), slopes, which, system.n, _chosen_inputs(system))
    scales = Scales.of(system, dynamics.p)
    states = len(system.states)
    A, b = system.holding_states(A), np.append(b, np.zeros(states))
    rows = np.concatenate([scales.rows, np.ones(states), scales.rates[which]])
    stacked = scales.slopes(np.vstack([A, J[which]]), rows)
    names = [system.quantities[k].name for k in which]
    constraints = stacked[: len(A)]
    dof = system.n - row_rank(constraints)
    values = linear_algebra.svd(stacked, compute_uv=False)
    if len(which) != dof or values[-1] < RANK_TOLERANCE * values[0]:
        direction = _open_direction(stacked, system)
        reason = (
            f"{', '.join(names)} is not an independent set of {dof} quantities at this state"
            + (f": they leave {direction} open" if direction else "")
            + "; name as many independent quantities as there are degrees of freedom (currents count)"
        )
        raise Refused(reason, names)
    right = np.zeros((len(stacked), len(which) + 1))
    right[len(A) :, : len(which)] = np.eye(len(which))
    right[: len(A), -1] = b.ravel()
    right[len(A) :, -1] = -drift.ravel()[which]
    solution, *_ = linear_algebra.lstsq(stacked, right / rows[:, None], rcond=RANK_TOLERANCE)
    solution *= scales.speeds[:, None]
    return which, np.asarray(solution[:, :-1]), np.asarray(solution[:, -1])


def _dimensionless(dynamics: Machine, A: Array, J: Array) -> tuple[Array, Array]:
    """Constraints and slopes of quantities without dimension."""
    scales = Scales.of(dynamics.system, dynamics.p)
    return scales.slopes(A, scales.rows), scales.slopes(J, scales.rates)


def _chosen_inputs(system: System) -> list[int]:
    """Numbers of the quantities that were chosen as inputs when the equations were derived."""
    return list(targets_of(system, dict.fromkeys(system.equations.chosen, 0.0), positions=False))


def check_chosen(dynamics: Machine, state: State) -> None:
    """Refuse chosen inputs that are not a complete independent set at a state.

    Speeds without a position that they leave open (currents) are no fault.
    """
    system = dynamics.system
    zero = np.zeros(len(dynamics.inputs))
    _, _, A, _ = (numeric(e) for e in matrices(system)(state.t, state.q, state.v, zero, dynamics.p))
    _, J, _ = (numeric(e) for e in speed_functions(system)(state.t, state.q, state.v, dynamics.p))
    A, J = _dimensionless(dynamics, A, J)
    named = _chosen_inputs(system)
    bare = [k for k, quantity in enumerate(system.quantities) if quantity.z is None and quantity.v_index >= 0]
    loose = [k for k in bare if not system.moves(system.quantities[k].v_index) and k not in named]
    names = [system.quantities[k].name for k in named]
    kept = independent(A, J, named, system.n, named)
    spare = [system.quantities[k].name for k in named if k not in kept]
    stacked = np.vstack([A, J[named], J[loose]])
    values = linear_algebra.svd(stacked, compute_uv=False)
    faults = []
    if spare:
        faults.append(f"{', '.join(spare)} depend(s) on the others here; leave out, or choose another")
    if len(values) < system.n or np.sum(values > RANK_TOLERANCE * values[0]) < system.n:
        faults.append(
            f"they leave {_open_direction(stacked, system)} open; name one quantity for each degree of freedom"
        )
    if faults:
        reason = (
            f"inputs {', '.join(names)} are not a complete independent set at this configuration: {'; '.join(faults)}"
        )
        raise Refused(reason, names)


WEAK_QUANTITY = 1e-6
"""Singular value, over the largest, below which a quantity does not fix a DOF well enough to be chosen for it."""


def independent(A: Array, J: Array, which: Sequence[int], n: int, first: Sequence[int] = ()) -> list[int]:
    """Quantities that complete the constraints to full rank: those in `first`, then later ones (a platform's)."""
    kept: list[int] = []
    rows = A
    count = row_rank(A)
    bare = [*first, *sorted((k for k in which if k not in first), key=lambda k: -k)]
    for k in bare:
        if count == n:
            break
        trial = np.vstack([rows, J[[k]]])
        found = int(linear_algebra.matrix_rank(trial, tol=WEAK_QUANTITY * level_scale(trial)))
        if found > count:
            rows, count = trial, found
            kept.append(k)
    return sorted(kept)


def best_independent(dynamics: Machine, states: Sequence[State], which: Sequence[int]) -> list[int]:
    """Independent ones among some quantities that stay independent best at all of some states, by number.

    Candidates are the pivots of a QR factorisation of (J S)^T at each state, S spanning the free directions; the best
    has the largest of their smallest singular values.
    """
    system, zero = dynamics.system, np.zeros(len(dynamics.inputs))
    evaluate, speeds = matrices(system), speed_functions(system)
    slopes: list[Array] = []
    candidates: list[list[int]] = []
    for state in states:
        A = numeric(evaluate(state.t, state.q, state.v, zero, dynamics.p)[2])
        A, J = _dimensionless(dynamics, A, numeric(speeds(state.t, state.q, state.v, dynamics.p)[1]))
        _, values, Vt = linear_algebra.svd(A) if A.size else (None, np.zeros(0), np.eye(system.n))
        slope = J[list(which)] @ Vt[int(np.sum(values > least(level_scale(A)))) :].T if A.size else J[list(which)]
        slopes.append(slope)
        candidates.append(_pivots(slope))
    size = min(len(rows) for rows in candidates)

    def worst(rows: list[int]) -> float:
        return min(float(linear_algebra.svd(G[rows], compute_uv=False)[-1]) for G in slopes) if size else 0.0

    best = max([rows[:size] for rows in candidates], key=worst)
    return [which[row] for row in sorted(best)]


def _pivots(slope: Array) -> list[int]:
    """Rows that span those of a matrix, the largest remainder first."""
    left, rows = slope.copy(), []
    for _ in range(min(slope.shape)):
        sizes = np.linalg.norm(left, axis=1)
        row = int(np.argmax(sizes))
        if sizes[row] <= WEAK_QUANTITY * np.max(np.linalg.norm(slope, axis=1), initial=0.0):
            break
        rows.append(row)
        along = left[row] / sizes[row]
        left = left - np.outer(left @ along, along)
    return rows


def _open_direction(stacked: Array, system: System) -> str:
    _, values, Vt = linear_algebra.svd(stacked)
    count = int(np.sum(values > RANK_TOLERANCE * np.max(values, initial=0.0)))
    if count == stacked.shape[1]:
        return ""
    weights = np.max(np.abs(Vt[count:]), axis=0)
    return ", ".join(system.equations.speed_names[k] for k in np.argsort(-weights)[:3] if weights[k] > 1e-6)


def terms(dynamics: Machine, state: State, coordinates: Sequence[str] | None) -> Terms:
    """Project every body's inertia and every load on an independent set of speeds."""
    system = dynamics.system
    which, S, rest = basis(dynamics, state, coordinates)
    inertias = [(name, M, h) for name, M, h, _ in system.inertias if name not in system.signals]
    efforts = [(name, category, effort) for name, category, effort in system.efforts if category != "signal"]
    expressions = [e for _, M, h in inertias for e in (M, h)] + [effort for _, _, effort in efforts]
    B = jacobian(system.f, system.u)
    zero_input = (
        [ca.substitute(e, system.u, ca.SX.zeros(system.u.numel())) for e in expressions]
        if system.u.numel()
        else expressions
    )
    function = system.function("terms", [*zero_input, B])
    values = [numeric(e) for e in function(state.t, state.q, state.v, np.zeros(len(dynamics.inputs)), dynamics.p)]
    k = len(which)
    by_body: dict[str, BodyTerms] = {}
    for number, (name, _, _) in enumerate(inertias):
        M, h = values[2 * number], values[2 * number + 1].ravel()
        by_body[name] = BodyTerms(S.T @ M @ S, S.T @ (h + M @ rest), np.zeros(k))
    forces: dict[str, Array] = {}
    for number, (name, category, _) in enumerate(efforts):
        share = S.T @ values[2 * len(inertias) + number].ravel()
        body = name.removesuffix(".weight")
        if body != name and body in by_body:
            old = by_body[body]
            by_body[body] = BodyTerms(old.inertia, old.velocity, old.gravity + share)
        elif np.any(share) or category != "source":
            forces[name] = forces.get(name, np.zeros(k)) + share
    zero = np.zeros(k)
    return Terms(
        tuple(system.quantities[number].name for number in which),
        sum((part.inertia for part in by_body.values()), np.zeros((k, k))),
        sum((part.velocity for part in by_body.values()), zero),
        sum((part.gravity for part in by_body.values()), zero),
        forces,
        S.T @ values[-1],
        dynamics.inputs,
        by_body,
    )

"""Refusals of inverse dynamics, in words: what stands against the question, when, at which pose, in which direction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics.answers.couplings import about_couplings
from linkwright.dynamics.answers.shared_drives import shared_degrees_of_freedom, usual_rank
from linkwright.dynamics.errors import Refused, SingularConfigurationError
from linkwright.dynamics.inverse.actuation import Shares
from linkwright.dynamics.inverse.sharing import Shared
from linkwright.dynamics.machine import Machine
from linkwright.dynamics.rank import RANK_TOLERANCE, Scales, regular_inverse, row_rank
from linkwright.dynamics.state import State
from linkwright.dynamics.system.system import System

NOTICED = 1e-6
"""Share of the largest entry below which an entry of a direction is rounding."""
INVERSE = 'elastic="rigid", "unloaded" or "static"'


def pose(dynamics: Machine, numbers: Sequence[int], values: Iterable[float]) -> str:
    """Quantities with their values and units."""
    quantities = dynamics.system.quantities
    return ", ".join(
        f"{quantities[k].name} = {value + 0.0:.6g} {quantities[k].unit}".rstrip()
        for k, value in zip(numbers, values, strict=True)
    )


def direction(vector: Array, names: Sequence[str], most: int = 4) -> str:
    """A direction by its largest entries, the largest as 1."""
    sizes = np.abs(vector) / max(float(np.max(np.abs(vector))), 1e-300)
    order = [int(k) for k in np.argsort(-np.round(sizes, 6), kind="stable")]  # rounding does not decide who is first
    largest = vector[order[0]]
    parts = [f"{names[k]} : {vector[k] / largest:.3g}" for k in order if abs(vector[k]) > NOTICED * abs(largest)]
    more = f" and {len(parts) - most} more" if len(parts) > most else ""
    return ", ".join(parts[:most]) + more


def refuse_states(system: System, numbers: Sequence[int]) -> None:
    """Refuse further states among quantities that are to be given a rate: their own equations decide it."""
    names = [system.quantities[k].name for k in numbers if system.quantities[k].v_index in system.states]
    if names:
        raise rate_of_state(names)


def rate_of_state(names: Sequence[str]) -> Refused:
    """The refusal of accelerations of further states."""
    reason = (
        f"{', '.join(names)}: the rate of a state (of a filter, of a bristle) follows from its own equation and cannot "
        "be prescribed; name quantities of the mechanism"
    )
    return Refused(reason, list(names))


def check_independent(
    system: System,
    A: Array,
    J: Array,
    numbers: Sequence[int],
    *,
    scales: Scales,
    when: object,
    kind: str = "motion",
    factors: tuple[Array, Array, Array] | None = None,
) -> tuple[int, ...]:
    """Refuse a set of quantities that is not independent here, or leaves a degree of freedom of the mechanism open.

    A (m, n) are the constraints, J (k, n) the rows of the quantities; `when` says in words where; `factors` are those
    of the singular value decomposition of both over their scales, if they are known. The answer: the speeds left open,
    which are speeds without a coordinate (currents).
    """
    names = [system.quantities[k].name for k in numbers]
    speeds = system.equations.speed_names
    A, J = scales.slopes(A, scales.rows), scales.slopes(J, scales.rates[list(numbers)])
    stacked = np.vstack([A, J])
    if factors is None and regular_inverse(stacked) is not None:
        return ()  # as many independent rows as speeds: nothing depends on others, and nothing is open
    U, values, Vt = linear_algebra.svd(stacked) if factors is None else factors
    scale = values[0] if values.size else 0.0
    count = int(np.sum(values > RANK_TOLERANCE * scale)) if scale else 0
    constraints = row_rank(A)
    weights = np.max(np.abs(Vt[count:]), axis=0, initial=0.0)
    open_speeds = [int(k) for k in np.flatnonzero(weights > NOTICED)]
    bare = [k for k in open_speeds if not system.moves(k)]
    free_of_motion = len(bare) == len(open_speeds) == system.n - count
    if count < constraints + len(names):  # some of the quantities depend on the others or on the constraints
        left = U[:, count:]
        shares = np.max(np.abs(left[len(A) :]), axis=1, initial=0.0)
        loose = left @ linear_algebra.svd(left[len(A) :])[2][0] if left.shape[1] else np.zeros(len(stacked))
        involved = [name for name, share in zip(names, shares, strict=True) if share > NOTICED]
        coupled = sorted(
            {system.constraint_of_row(row).name for row in np.flatnonzero(np.abs(loose[: len(A)]) > NOTICED).tolist()},
        )
        if free_of_motion or len(names) > system.n - len(bare) - constraints:
            held = f" (by {', '.join(coupled[:4])})" if coupled else ""
            number = system.n - constraints - len(bare)
            reason = (
                f"{when}: {', '.join(names)} cannot all be prescribed: {', '.join(involved) or names[0]} depend "
                f"on each other through the constraints{held}; the machine has {number} degree(s) of freedom to "
                "prescribe, name as many independent quantities"
            )
            raise Refused(reason, involved or names)
        moving = Vt[count:]
        moving = moving[int(np.argmax(np.max(np.abs(np.delete(moving, bare, axis=1)), axis=1, initial=0.0)))]
        reason = (
            f"{when}: {', '.join(names)} are no independent set: the machine can move while they stand still, in the "
            f"direction {direction(moving * scales.speeds, speeds)}; prescribe other quantities, or keep away from "
            "this pose"
        )
        raise SingularConfigurationError(reason, involved or names)
    if not free_of_motion:
        open_names = [speeds[k] for k in open_speeds if k not in bare]
        reason = (
            f"{when}: the {kind} leaves {', '.join(open_names or [speeds[k] for k in open_speeds])} open; prescribe as "
            f"many independent quantities as there are degrees of freedom{about_couplings(system.equations, INVERSE)}"
        )
        raise Refused(reason, open_names)
    return tuple(bare)


def who_shares(dynamics: Machine, state: State) -> str:
    """Which drives share which degrees of freedom at a state, in brackets; empty if none do there."""
    groups = shared_degrees_of_freedom(dynamics, state)
    return f" ({'; '.join(group.in_words() for group in groups)})" if groups else ""


def not_unique(
    dynamics: Machine,
    state: State,
    when: str,
    found: tuple[Array, int],
    names: tuple[Sequence[str], Sequence[str]],
    scales: tuple[Array, Array],
) -> Refused:
    """Why inputs are not determined: idle ones, a singular configuration, drives that share degrees of freedom.

    `found` is what the inputs do to the quantities (k, j), over the `scales` of rows and columns, and its rank; `names`
    are those of quantities and inputs.
    """
    even, rank = found
    quantities, inputs = names
    sizes = np.linalg.norm(even, axis=0)
    idle = [name for name, size in zip(inputs, sizes, strict=True) if size <= RANK_TOLERANCE * np.max(sizes)]
    places = dynamics.equations.input_places
    numbers = [places[name] for name in inputs if name in places]
    if rank < len(quantities) and rank < usual_rank(dynamics, state, numbers):
        return undriven(when, even, rank, names, scales)
    if idle and rank == len(inputs) - len(idle):
        reason = (
            f"{when}: the inputs are not unique: {', '.join(idle)} cannot move the machine in any direction its "
            "constraints allow (a drive that fights a prescribed or locked joint), so the motion does not determine "
            "it; give its value, inverse(..., inputs={name: value}), or take the drive or the constraint away"
        )
        return Refused(reason, idle)
    shared = who_shares(dynamics, state)
    if rank < len(quantities):
        open_direction = direction(linear_algebra.svd(even)[0][:, rank] / scales[0], quantities)
        why = f"some act on the same degrees of freedom{shared}, and no drive acts in the direction {open_direction}"
    else:
        why = f"{', '.join(dynamics.inputs)} are more drives than there are degrees of freedom{shared}"
    reason = (
        f"{when}: the inputs are not unique: {why}; give known values to some, inverse(..., inputs={{name: value}}), "
        "or say how they share the load, inverse(..., actuation=lw.actuation.MinimumNorm())"
    )
    return Refused(reason, list(dynamics.inputs))


def unmet(dynamics: Machine, when: str, missing: Array, names: Sequence[str]) -> Refused:
    """No inputs give the motion; `missing` is what is left over in the prescribed quantities."""
    reason = (
        f"{when}: no values of the inputs {', '.join(dynamics.inputs) or '(there are none)'} give this motion: some "
        f"degree of freedom that moves is not driven, in the direction {direction(missing, names)}, or a known input "
        f"or current does not fit what is needed{about_couplings(dynamics.equations, INVERSE)}"
    )
    return Refused(reason, list(dynamics.inputs))


def undriven(
    when: str,
    even: Array,
    rank: int,
    names: tuple[Sequence[str], Sequence[str]],
    scales: tuple[Array, Array],
) -> SingularConfigurationError:
    """The drives lose their hold on a direction; arguments as in `not_unique`."""
    quantities, inputs = names
    left, _, right = linear_algebra.svd(even)
    # Power s^T G u: speeds s that no input drives, and inputs u that drive nothing.
    lost = direction(left[:, rank] / scales[0], quantities)
    idle = f", while {direction(right[rank] / scales[1], inputs)} move nothing" if rank < len(inputs) else ""
    reason = (
        f"{when}: singular configuration of the drives: no values of {', '.join(inputs)} act in the direction {lost}, "
        f"so the inputs grow beyond all bounds near there{idle}; choose another path, or drive the machine redundantly"
    )
    return SingularConfigurationError(reason, list(inputs))


def beyond_limits(when: str, found: Shared, names: Sequence[str], shares: Shares) -> Refused:
    """Limits that no sharing of the load keeps."""
    conflict = found.conflict
    parts = [names[abs(k) - 1] for k in conflict]
    limits_words = [
        f"{name} {'<=' if k > 0 else '>='} {(shares.upper if k > 0 else shares.lower)[abs(k) - 1]:.6g}"
        for name, k in zip(parts, conflict, strict=True)
    ]
    if found.fixed:
        needed = [
            f"{limit} but {found.u[abs(k) - 1]:.6g} is needed" for limit, k in zip(limits_words, conflict, strict=True)
        ]
        reason = (
            f"{when}: the motion needs inputs beyond their limits: {'; '.join(needed)}; widen them, slow the motion "
            "down, or lower the load"
        )
        return Refused(reason, parts)
    reason = (
        f"{when}: no inputs within their limits give this motion: {' and '.join(limits_words)} cannot be kept "
        "together; widen one of them, slow the motion down, or lower the load"
    )
    return Refused(reason, parts)

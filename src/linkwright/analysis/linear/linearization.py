"""Linearization of a machine about an equilibrium or a steady motion, on its constraints, with exact derivatives."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import overload

import casadi as ca
import numpy as np

from linkwright.analysis.linear.friction import Friction
from linkwright.analysis.linear.lifted import Lifted, linearize_loop
from linkwright.analysis.linear.point import (
    STEADY,
    Point,
    advance_state,
    check_steady,
    name_of,
    point_at,
    row_scales,
    rows,
    tolerance_faults,
    unit_of,
)
from linkwright.analysis.linear.record import Linear
from linkwright.analysis.linear.states import Chart, chart_at, closing, euler_parameter, find_quantities
from linkwright.arrays import Array
from linkwright.closed_loop import ClosedLoop, LoopState
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.system import checked_inputs
from linkwright.kinds import checked_but

ADVANCE = 0.5
"""How far (rad, or machine sizes) the fastest coordinate moves to where the linearization must still be the same."""
SAME_ENTRIES = 1e-7
"""Share of the largest entry by which it may differ there: the way there leaves about 1e-10."""


@overload
def linearize(
    machine: Dynamics,
    state: State,
    inputs: Mapping[str, float] | None = None,
    *,
    outputs: Sequence[str] | None = None,
    states: Sequence[str] | None = None,
    ignorable: bool = True,
    tolerance: float = STEADY,
) -> Linear: ...


@overload
def linearize(
    machine: ClosedLoop, state: LoopState, *, tolerance: float = STEADY, friction: Friction = "off"
) -> Lifted: ...


@checked_but("machine", "state", "friction")
def linearize(
    machine: Dynamics | ClosedLoop,
    state: State | LoopState,
    inputs: Mapping[str, float] | None = None,
    *,
    outputs: Sequence[str] | None = None,
    states: Sequence[str] | None = None,
    ignorable: bool = True,
    tolerance: float = STEADY,
    friction: Friction | None = None,
) -> Linear | Lifted:
    """x' = A x + B u, y = C x + D u for small deviations x, u, y from a state held by `inputs`, at rest or in motion.

    The states are independent positions and speeds of named quantities, as many as the constraints leave: n_q - m_g
    coordinates and n_v - m speeds, for m_g constraints with a position level and m in all (a nonholonomic machine has
    more of the former). They are chosen here, exported names first, unless `states` names them (`x` a position, `x'`
    its rate). With `ignorable=False` coordinates are left out on which nothing else depends; in a steady motion that
    is not straight they must be. `outputs` are any quantities, `x`, `x'` or `x''` (default: the states).

    Derivatives are exact. A state that is not steady is refused, with the largest acceleration; `equilibrium` finds
    one. It is steady if accelerations are below `tolerance` of those that loads would give to free parts, or what
    rounding makes of them behind stiff springs.

    A ClosedLoop is linearized about `closed_loop.steady_state(state)`: machine and sampled blocks together over one
    hyperperiod, a `Lifted`. `friction` says what dry friction at rest counts as there: "off", "sliding", "sticking".

    >>> import linkwright as lw
    >>> dynamics = lw.compile(lw.formalisms.kane(lw.mechanisms.double_pendulum()))
    >>> linear = linearize(dynamics, dynamics.assemble(), {"tau1": 0.0, "tau2": 0.0})
    >>> linear.states
    ('theta1', 'theta2', "theta1'", "theta2'")
    """
    faults = []
    if isinstance(machine, ClosedLoop):
        own = {"inputs": inputs, "outputs": outputs, "states": states, "ignorable": None if ignorable else ignorable}
        wrong = [name for name, value in own.items() if value is not None]
        if wrong:
            raise ValueError(
                f"linearize: {', '.join(wrong)}: these belong to a machine alone; a closed loop has its inputs in its "
                "steady state, and its linear model gives any output by name"
            )
        return linearize_loop(machine, state, tolerance=tolerance, friction="off" if friction is None else friction)
    if not isinstance(machine, Dynamics):
        faults.append(f"dynamics is a {type(machine).__name__}; compile equations first")
    if friction is not None:
        faults.append(f"friction = {friction!r} is for closed loops; a machine alone is linearized where it moves")
    if not isinstance(state, State):
        faults.append(f"state is a {type(state).__name__}; dynamics.assemble(...) or equilibrium(...).state is one")
    faults += tolerance_faults(tolerance)
    if faults:
        raise ValueError("linearize: " + "; ".join(faults))
    assert isinstance(state, State)
    dynamics = machine.in_full_matrices("linearize")
    u = checked_inputs(dynamics.equations, inputs)
    point = point_at(dynamics, dynamics.on_constraints(state), u)
    below = tolerance * point.steady_scales
    later = _later(dynamics, point)
    changing = {
        int(k)
        for at in (point, later)
        for k in np.flatnonzero(np.abs(at.scaled_a) > np.maximum(below, SAME_ENTRIES * (at is later)))
    }
    request = find_quantities(dynamics, outputs, "outputs", 2) if outputs is not None else None
    given = find_quantities(dynamics, states, "states", 1) if states is not None else None
    chart = chart_at(dynamics, point, first=given or (), changing=changing)
    which = given if given is not None else chart.which
    if given is None and not ignorable:
        which = _without_ignorable(dynamics, point, which, request)
    check_steady(dynamics, point, which, tolerance)
    A, C, D = _matrices(dynamics, point, which, request)
    if later is not point:
        _check_same(dynamics, (point, later), chart, which, A)
    out = request if request is not None else which
    B = np.array([point.a_inputs[k] if order == 1 else np.zeros(len(u)) for k, order in which]).reshape(
        len(which), len(u)
    )
    return Linear(
        machine=dynamics.name,
        states=tuple(name_of(dynamics, *entry) for entry in which),
        inputs=dynamics.inputs,
        outputs=tuple(name_of(dynamics, *entry) for entry in out),
        units={
            **{name_of(dynamics, *entry): unit_of(dynamics, *entry) for entry in [*which, *out]},
            **{name_of(dynamics, k, 1): unit_of(dynamics, k, 1) for k in chart.positions},
            **{label.name: label.unit for label in dynamics.equations.inputs},
        },
        A=A,
        B=B,
        C=C,
        D=D,
        state=state,
        held_by=dict(zip(dynamics.inputs, u.tolist(), strict=True)),
        rates={
            name_of(dynamics, k, 0): float(point.s[k])
            for k in chart.positions
            if abs(point.scaled_s[k]) > STEADY * max(1.0, float(np.max(np.abs(point.scaled_s))))
        },
    )


def _matrices(
    dynamics: Dynamics, point: Point, which: list[tuple[int, int]], request: list[tuple[int, int]] | None
) -> tuple[Array, Array, Array]:
    """A, C, D of these states."""
    words = [f"the rate of {name_of(dynamics, *entry)}" for entry in which]
    slopes = rows(point, which, rates=True), row_scales(point, which, rates=True)
    A = closing(dynamics, point, which, slopes, words)
    if request is None:
        return A, np.eye(len(which)), np.zeros((len(which), len(point.u)))
    slopes = rows(point, request), row_scales(point, request)
    C = closing(dynamics, point, which, slopes, [name_of(dynamics, *entry) for entry in request])
    D = np.array([point.a_inputs[k] if order == 2 else np.zeros(len(point.u)) for k, order in request])
    return A, C, D.reshape(len(request), len(point.u))


def _without_ignorable(
    dynamics: Dynamics, point: Point, which: list[tuple[int, int]], request: list[tuple[int, int]] | None
) -> list[tuple[int, int]]:
    """States without the positions that no state's rate and no output asked for depends on.

    The rate of an Euler parameter depends on the parameter itself; it is left out where no other state's does.
    """
    A, C, _ = _matrices(dynamics, point, which, request)
    sizes = row_scales(point, which)
    A = A * sizes / sizes[:, None]
    C = C * sizes / row_scales(point, which if request is None else request)[:, None]
    kept = list(range(len(which)))
    small = 1e-10 * (1 + float(np.max(np.abs(A), initial=0.0)))
    while True:
        idle = [
            k
            for k in kept
            if which[k][1] == 0
            and np.max(np.abs(A[_others(dynamics, kept, k, which), k]), initial=0.0) <= small
            and (request is None or np.max(np.abs(C[:, k]), initial=0.0) <= small)
        ]
        if not idle:
            return [which[k] for k in kept]
        kept = [k for k in kept if k not in idle]


def _others(dynamics: Dynamics, kept: list[int], k: int, which: list[tuple[int, int]]) -> list[int]:
    return [i for i in kept if i != k or not euler_parameter(dynamics, which[k][0])]


def _later(dynamics: Dynamics, point: Point) -> Point:
    """The motion a little later; the point itself where nothing moves and nothing depends on time."""
    system = dynamics.system
    everything = ca.veccat(system.M, system.f, system.A, system.b, system.g, system.phi)
    fastest = float(np.max(np.abs(point.scaled_s[~np.isnan(point.z)]), initial=0.0))
    if fastest <= 1e-9 and not ca.depends_on(everything, system.t):
        return point
    try:
        return point_at(dynamics, advance_state(dynamics, point, ADVANCE / max(fastest, ADVANCE)), point.u)
    except Refused as error:
        raise Refused(f"linearize: the motion is not steady: it cannot go on from this state: {error}") from error


def _check_same(
    dynamics: Dynamics, at: tuple[Point, Point], chart: Chart, which: list[tuple[int, int]], A: Array
) -> None:
    """Refuse a motion along which the linearization changes (a time-varying one)."""
    point, later = at
    found, _, _ = _matrices(dynamics, later, which, None)
    sizes = row_scales(point, which)
    off, largest = (np.abs(each) * sizes / sizes[:, None] for each in (found - A, A))
    if np.max(off, initial=0.0) > SAME_ENTRIES * (1 + np.max(largest, initial=0.0)):
        row = int(np.argmax(np.max(off, axis=1)))
        moving = ", ".join(
            f"{name_of(dynamics, k, 0)} at {point.s[k]:.4g} {unit_of(dynamics, k, 1)}"
            for k in chart.positions
            if abs(point.scaled_s[k]) > 1e-9
        )
        raise Refused(
            f"linearize: the equation of {name_of(dynamics, *which[row])} changes along this motion "
            f"({moving or 'time'}), so there is no one (A, B, C, D); with ignorable=False (--no-ignorable) coordinates "
            "on which nothing depends are left out, or choose states that are steady",
            [name_of(dynamics, *which[row])],
        )

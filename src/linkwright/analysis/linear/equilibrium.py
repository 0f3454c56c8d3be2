"""Equilibria and steady motions: the configuration and the inputs for which no independent speed changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from linkwright import linear_algebra
from linkwright.analysis.linear.point import Point, advance_state, name_of, point_at, row_scales, rows, unit_of
from linkwright.analysis.linear.states import Chart, chart_at, closing
from linkwright.arrays import Array
from linkwright.dynamics import AssemblyError, Dynamics, Refused, State
from linkwright.dynamics.rank import Scales
from linkwright.dynamics.system import call_function, checked_inputs, targets_of
from linkwright.kinds import checked_but

STEPS = 60
LONGEST_STEP = 0.3
"""Largest change of a coordinate (rad, or machine sizes) in one step, but where all is as good as linear."""
LEFT_WHERE_LINEAR = 1e-3
"""Share of the accelerations that is left behind a longer step, where that is taken: a motor behind its shaft is
turned by hundreds of rad at once, a pendulum is not."""
STEADY = 1e-8
"""Acceleration, over those that the loads would give to free parts (at least 1), that counts as none."""

TINY = 1e-300
"""What stands for the size of inputs that do nothing."""


@dataclass(frozen=True, eq=False)
class Equilibrium:
    """A steady state and the inputs that hold it; `residual` is the largest acceleration left (rounding), SI units."""

    state: State
    inputs: Mapping[str, float]
    residual: float
    steps: int


@dataclass(frozen=True, eq=False)
class _Request:
    """Targets by number of quantity, what is to be found, and the inputs, NaN where they are to be found."""

    positions: dict[int, float]
    speeds: dict[int, float]
    found: frozenset[int]
    inputs: Array


@checked_but("dynamics")
def equilibrium(
    dynamics: Dynamics,
    positions: Mapping[str, float] | None = None,
    speeds: Mapping[str, float | None] | None = None,
    *,
    inputs: Mapping[str, float] | None = None,
    near: State | None = None,
) -> Equilibrium:
    """A steady state: `positions` and `inputs` given are kept, those not given are found so that nothing accelerates.

    `speeds` are those of a steady motion (`None` in place of a number: find it); all other independent speeds are
    zero, but currents are found. `near` (default: the reference configuration) is where the search starts. Where
    inputs are to be found and can hold the machine there, it stays there. Newton steps with exact derivatives, from
    places around where the start leads nowhere: of several equilibria one is found, stable or not. What has none in
    reach is refused, with the largest acceleration that is left.

    >>> import linkwright as lw
    >>> dynamics = lw.compile(lw.formalisms.kane(lw.mechanisms.double_pendulum()))
    >>> held = equilibrium(dynamics, {"theta1": 0.0, "theta2": 0.0})
    >>> sorted(held.inputs)
    ['tau1', 'tau2']
    """
    if not isinstance(dynamics, Dynamics):
        msg = f"equilibrium: dynamics is a {type(dynamics).__name__}; compile equations first"
        raise TypeError(msg)
    dynamics = dynamics.in_full_matrices("equilibrium")
    moving = dict(speeds or {})
    request = _Request(
        targets_of(dynamics.system, positions or {}, positions=True),
        targets_of(dynamics.system, {k: v for k, v in moving.items() if v is not None}, positions=False),
        frozenset(targets_of(dynamics.system, {k: 0.0 for k, v in moving.items() if v is None}, positions=False)),
        checked_inputs(dynamics.equations, inputs, partial=True),
    )
    start = dynamics.assemble(positions or {}, {}, near=near)
    if np.isnan(request.inputs).any():
        held = _search(dynamics, start, request, move=False)
        if isinstance(held, Equilibrium):
            return held
    refused: Refused | None = None
    for state in _starts(dynamics, start, positions or {}):
        try:
            found = _search(dynamics, state, request, move=True)
        except Refused as error:  # a singular configuration on the way
            found = error
        if isinstance(found, Equilibrium):
            return found
        refused = refused or found
    assert refused is not None
    raise refused


def _starts(dynamics: Dynamics, start: State, positions: Mapping[str, float]) -> Iterator[State]:
    """The start, then places around it: where a load is largest it has no slope, so that a step knows no direction."""
    yield start
    random = np.random.default_rng(0)
    system = dynamics.system
    rate = system.cached("N", lambda: system.function("N", [system.N]))
    N = call_function(rate, start.t, start.q, start.v, np.zeros(len(dynamics.inputs)), dynamics.p)[0]
    speeds = Scales.of(system, dynamics.p).speeds
    for size in (0.1, 0.3, 0.3, 1.0, 1.0, 1.0):
        q = system.normalise(start.q + size * N @ (speeds * random.uniform(-1.0, 1.0, system.n)))
        try:
            closed = dynamics.assembler.close(start.t, q, dynamics.p)
            yield dynamics.assemble(positions, {}, near=dynamics.state(closed, np.zeros(system.n), start.t))
        except AssemblyError:
            continue


def _search(dynamics: Dynamics, state: State, request: _Request, *, move: bool) -> Equilibrium | Refused:
    """Newton steps of least size, each assembled again; without `move` in inputs and currents alone."""
    u = np.where(np.isnan(request.inputs), 0.0, request.inputs)
    values: dict[int, float] = {}
    best: tuple[float, State, Array, str] | None = None
    before = np.inf
    steps = 0
    for steps in range(STEPS):  # noqa: B007  how many it took is told
        point = point_at(dynamics, state, u)
        chart = _chart(dynamics, point, request)
        wanted = {k: request.speeds.get(k, values.get(k, 0.0)) for k in [*request.speeds, *chart.speeds]}
        rates = point.scales.rates
        if any(abs(point.s[k] - value) > 1e-12 * (rates[k] + abs(value)) for k, value in wanted.items()):
            try:
                state = _assemble(dynamics, request.positions, wanted, state)
            except AssemblyError as error:
                return Refused(f"equilibrium: {error}")
            point = point_at(dynamics, state, u)
        size = _unrest(point, chart)
        if best is None or size < best[0]:
            best = (size, state, u.copy(), _largest(dynamics, point, chart))
        if size < 1e-16 or (best[0] <= STEADY and size > 0.1 * before):  # down to rounding
            break
        before = size
        unknown = _Unknown.of(dynamics, chart, request, move=move)
        change = unknown.step(dynamics, point, chart, point.scaled_a[list(chart.speeds)])
        if change is None:
            break
        longest = max((abs(x) / point.scales.positions[k] for k, x in change[0].items()), default=0.0)
        limit = min(1.0, LONGEST_STEP / longest) if longest > 0 else 1.0
        for share in (*([1.0] if limit < 1.0 else []), limit, 0.5 * limit, 0.25 * limit, 0.125 * limit):
            values = {k: float(point.s[k]) + share * x for k, x in change[1].items()}
            wanted = {k: request.speeds.get(k, values.get(k, 0.0)) for k in [*request.speeds, *chart.speeds]}
            try:
                near = _along(dynamics, point, chart, {k: share * x for k, x in change[0].items()})
                there = _assemble(dynamics, request.positions, wanted, near)
            except AssemblyError:
                continue
            if share > limit and _size(dynamics, there, u + share * change[2], request) > LEFT_WHERE_LINEAR * size:
                continue
            state, u = there, u + share * change[2]
            break
        else:
            break
    assert best is not None
    if best[0] <= STEADY:
        leaves = _leaves(dynamics, best[1], best[2], request)
        if leaves:
            return Refused(
                f"equilibrium: no independent speed of {dynamics.name} changes at the state found, but {leaves} a "
                "moment later, so it is not steady: give the rates of coordinates that must not move as speeds (0)"
            )
        return Equilibrium(best[1], dict(zip(dynamics.inputs, best[2].tolist(), strict=True)), best[0], steps)
    return Refused(
        f"equilibrium: no steady state of {dynamics.name} was found near the start; the nearest one reached still has "
        f"{best[3]}. Give another `near`, fewer positions, or leave inputs open that can hold it"
    )


@dataclass(frozen=True, eq=False)
class _Unknown:
    """What a step may change: positions and speeds by number, and inputs by index."""

    positions: tuple[int, ...]
    speeds: tuple[int, ...]
    inputs: tuple[int, ...]

    @staticmethod
    def of(dynamics: Dynamics, chart: Chart, request: _Request, *, move: bool) -> _Unknown:
        quantities = dynamics.system.quantities

        def bare(k: int) -> bool:
            index = quantities[k].v_index
            return quantities[k].z is None and index >= 0 and not dynamics.system.moves(index)

        return _Unknown(
            tuple(k for k in chart.positions if move and k not in request.positions),
            tuple(k for k in chart.speeds if k not in request.speeds and (bare(k) or k in request.found)),
            tuple(np.flatnonzero(np.isnan(request.inputs)).tolist()),
        )

    def step(
        self, dynamics: Dynamics, point: Point, chart: Chart, left: Array
    ) -> tuple[dict[int, float], dict[int, float], Array] | None:
        """Changes of least size that take the accelerations away."""
        which = chart.which
        accelerations = rows(point, [(k, 1) for k in chart.speeds], rates=True)
        sizes, units = point.scales.rates[list(chart.speeds)], row_scales(point, which)
        slopes = closing(dynamics, point, which, (accelerations, sizes), [""] * len(chart.speeds))
        columns = [which.index((k, 0)) for k in self.positions] + [which.index((k, 1)) for k in self.speeds]
        efforts = point.a_inputs[list(chart.speeds)][:, list(self.inputs)]
        J = np.hstack([(slopes * units)[:, columns], efforts]) / sizes[:, None]
        if not J.size:
            return None
        # Rows by their largest entry, inputs by what they do: accelerations and efforts have many units. The unit of an
        # input must not decide which rows are large, so for that its column counts by its largest entry.
        inputs = np.arange(J.shape[1]) >= len(columns)
        even = J / np.where(inputs, np.maximum(np.max(np.abs(J), axis=0), TINY), 1.0)
        weights = np.max(np.abs(even), axis=1)
        weights[weights <= 1e-9 * np.max(weights)] = np.inf  # a row of rounding: nothing here can change it
        scaled = J / weights[:, None]
        strength = np.where(inputs, np.maximum(np.max(np.abs(scaled), axis=0), TINY), 1.0)
        change = linear_algebra.lstsq(scaled / strength, -left / weights, rcond=1e-10)[0] / strength
        if not np.any(change):
            return None
        count = len(self.positions)
        change[: len(columns)] *= units[columns]
        more = np.zeros(point.a_inputs.shape[1])
        more[list(self.inputs)] = change[len(columns) :]
        return (
            dict(zip(self.positions, change[:count].tolist(), strict=True)),
            dict(zip(self.speeds, change[count : len(columns)].tolist(), strict=True)),
            more,
        )


def _size(dynamics: Dynamics, state: State, u: Array, request: _Request) -> float:
    """The largest acceleration of an independent speed, over what loads give to free parts; infinite where singular."""
    try:
        point = point_at(dynamics, state, u)
    except Refused:
        return np.inf
    return _unrest(point, _chart(dynamics, point, request))


def _unrest(point: Point, chart: Chart, scales: Array | None = None) -> float:
    """Largest acceleration of an independent speed, over the scales of accelerations at the point, or other ones."""
    speeds = list(chart.speeds)
    scales = point.steady_scales if scales is None else scales
    return float(np.max(np.abs(point.scaled_a[speeds]) / scales[speeds], initial=0.0))


def _chart(dynamics: Dynamics, point: Point, request: _Request) -> Chart:
    first = [*[(k, 0) for k in request.positions], *[(k, 1) for k in (*request.speeds, *sorted(request.found))]]
    return chart_at(dynamics, point, first=first)


def _leaves(dynamics: Dynamics, state: State, u: Array, request: _Request) -> str:
    """What accelerates after a little of the motion (0.1 rad or machine sizes), in words; empty where it is steady."""
    point = point_at(dynamics, state, u)
    chart = _chart(dynamics, point, request)
    fastest = max((abs(point.scaled_s[k]) for k in chart.positions), default=0.0)
    if fastest <= 1e-9:
        return ""
    there = point_at(dynamics, advance_state(dynamics, point, 0.1 / max(fastest, 0.1)), u)
    if _unrest(there, chart, point.steady_scales) <= 1e-6:
        return ""
    return _largest(dynamics, there, chart)


def _along(dynamics: Dynamics, point: Point, chart: Chart, changes: Mapping[int, float]) -> State:
    """The state moved so that the chart's positions change as given, joints closed."""
    wanted = np.array([changes.get(k, 0.0) for k in chart.positions] + [0.0] * len(chart.speeds))
    units = row_scales(point, chart.which)
    along = linear_algebra.solve(rows(point, chart.which) / units[:, None], wanted / units)
    q = dynamics.system.normalise(point.state.q + point.dq @ along)
    t = point.state.t
    return State(t, dynamics.assembler.close(t, q, dynamics.p), point.state.v)


def _assemble(dynamics: Dynamics, positions: Mapping[int, float], speeds: Mapping[int, float], near: State) -> State:
    quantities = dynamics.system.quantities
    return dynamics.assemble(
        {quantities[k].full: value for k, value in positions.items()},
        {quantities[k].full: value for k, value in speeds.items()},
        near=near,
        t=near.t,
    )


def _largest(dynamics: Dynamics, point: Point, chart: Chart) -> str:
    worst = max(chart.speeds, key=lambda k: abs(point.scaled_a[k]), default=None)
    if worst is None:
        return "no acceleration"
    return f"{name_of(dynamics, worst, 2)} = {point.a[worst]:.6g} {unit_of(dynamics, worst, 2)}"

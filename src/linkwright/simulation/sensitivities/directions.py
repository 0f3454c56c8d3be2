"""Directions in which a run is differentiated: parameters of the machine, gains of blocks, values at the start."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import casadi as ca
import numpy as np

from linkwright import codegen, linear_algebra
from linkwright.arrays import Array
from linkwright.closed_loop import ClosedLoop
from linkwright.closed_loop.measurements import position_of
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.plant import Question, refusal
from linkwright.dynamics.plants.unrolled import Structure
from linkwright.dynamics.system import System, call_function
from linkwright.faults import Faults, close_matches
from linkwright.simulation.integrators import Integrator, Rosenbrock, RungeKutta4
from linkwright.simulation.loop.run import Run
from linkwright.simulation.loop.slope_expressions import slope as slope_of
from linkwright.simulation.sampling.control import ControlTangents, RunControl
from linkwright.simulation.sensitivities import implicit
from linkwright.simulation.sensitivities.held_start import held_changes
from linkwright.simulation.sensitivities.jumps import jump, look
from linkwright.simulation.sensitivities.kernels import (
    Parts,
    Pattern,
    curvature_kernels,
    group_kernel,
    part_loops,
    structure_kernels,
)
from linkwright.simulation.sensitivities.loops import LOOPS, slope_at
from linkwright.simulation.workspace import Tape, no_tape
from linkwright.trajectory import Outcome

AT_START = "(0)"
"""Behind the name of a quantity or of its rate: its value at the start."""
MOST_DIRECTIONS = 64
"""Directions of one run: more make code that takes minutes to compile."""
LONGEST_KERNEL = 16_000
"""Operations of one kernel."""
SHARE_OF_CHANGE = 1.7
"""Operations of a derivative in one direction over those of the value, about."""
START_CLOSED = 1e-12
"""Gap (m, rad) at which a start is closed."""
MOST_START_STEPS = 50
"""Newton steps to a start; from the one before a few are usual."""
UNMET = 1e-9
"""Residual (relative) of constraints and values at the start above which they cannot be met together."""


@dataclass(frozen=True, eq=False)
class Directions:
    """What a run is differentiated by.

    `values` are those of the parameters named, `scales` the steps in which they count inside a run (their size, or 1),
    so that derivatives have the size of what is differentiated. `parameters` (k, np), `gains` (k, ng) and `start`
    (k, n) are the derivatives, times the scale, of the machine's parameter values, of the gains and of the state.
    """

    names: tuple[str, ...]
    values: Array
    scales: Array
    pattern: Pattern
    parameters: Array
    gains: Array
    start: Array
    integrator: type[Integrator] = RungeKutta4
    width: int = MOST_DIRECTIONS
    """Directions that one kernel of the machine has."""
    system: System | None = None

    @property
    def parts(self) -> Parts:
        """The directions in parts, one for each kernel."""
        return Parts(self.count, self.width)

    @property
    def count(self) -> int:
        """Number of directions."""
        return len(self.names)

    @property
    def key(self) -> Hashable:
        """What of it is written into code."""
        return self.pattern, self.width, self.integrator if self.integrator.exact_slopes else None

    @property
    def parameter_places(self) -> Sequence[int]:
        """Places of the parameter values that some direction moves."""
        return sorted({place for places in self.pattern.parameters for place in places})

    @property
    def loops(self) -> Sequence[Callable[..., object]]:
        """Norms, in which derivatives do not count, and derivatives of implicit steps."""
        found = (*LOOPS, *implicit.LOOPS.get(self.integrator, ()))
        if len(self.parts.columns) == 1:
            return found
        assert self.system is not None
        return (*found, slope_at, *part_loops(self.system, self.parts))

    def kernels(self, structure: Structure, plain: Mapping[str, ca.Function]) -> dict[str, ca.Function]:
        """The functions of a structure with their derivatives."""
        found = structure_kernels(structure, dict(plain), self.pattern, self.parts)
        return found | curvature_kernels(structure, self.pattern) if self.integrator is Rosenbrock else found

    def tape(self, n: int, memory: int, references: int) -> Tape:
        """None: derivatives go along with the run."""
        del n, memory, references
        return no_tape()

    def collect(self, run: Run) -> None:
        """Nothing: derivatives go along with the run."""

    def begin(self, run: Run) -> None:
        """Take from the derivatives at the start what the first mode of the run holds."""
        n = run.layout.size
        changed = held_changes(run, run.state.y[n:].reshape(self.count, n), self.parameters)
        if changed is not None:
            for kept in (run.state.y, run.state.before, run.state.safe):
                kept[n:] = changed.ravel()

    def jump(self, run: Run, act: Callable[[], Outcome | None]) -> Outcome | None:
        """Let events of a run act, and sensitivities jump with what they change."""
        before = look(run)
        outcome = act()
        return jump(run, before) if outcome is None else outcome

    def of(self, control: RunControl | None) -> tuple[Directions, RunControl | None]:
        """What a run is given: the directions, and its control with derivatives."""
        if control is None:
            return self, None
        program = control.program
        # The program is kept beside its code, so that its number stays its own.
        _, library = program.system.cached(
            ("sensitivities of control", id(program), self.pattern),
            lambda: (program, codegen.build({g.name: group_kernel(program, g, self.pattern) for g in program.groups})),
        )
        return self, replace(control, tangents=ControlTangents(library, self.pattern, self.gains))


def directions_of(
    machine: Dynamics | ClosedLoop,
    state: State,
    names: Sequence[str],
    integrator: Integrator,
    *,
    other: Mapping[str, bool],
) -> Directions:
    """Directions of a run by name; raises with all that is wrong at once.

    `other` says of further wishes for the run whether there are any: with those that sensitivities do not go with it is
    refused.
    """
    refuse_differentiation(machine, "sensitivities", other)
    found = named_directions(machine, state, names, MOST_DIRECTIONS)
    dynamics = machine if isinstance(machine, Dynamics) else machine.dynamics
    return replace(found, integrator=type(integrator), width=_width(dynamics), system=dynamics.system)


def _width(dynamics: Dynamics) -> int:
    """Directions for which a kernel of the machine stays short enough to be optimised."""
    usual = dynamics.usual_pivoting
    if usual is None:
        return MOST_DIRECTIONS
    count: int = dynamics.system.cached(
        "operations of the slope", lambda: codegen.operations(slope_of(usual.structure))
    )
    return max(1, int((LONGEST_KERNEL / count - 1) / SHARE_OF_CHANGE))


def named_directions(
    machine: Dynamics | ClosedLoop, state: State, names: Sequence[str], most: int | None = None
) -> Directions:
    """Directions by name, not more than `most`."""
    loop = machine if isinstance(machine, ClosedLoop) else None
    dynamics = machine if isinstance(machine, Dynamics) else machine.dynamics
    gains = {} if loop is None else loop.gains
    system = dynamics.system
    starts = _start_names(system)
    faults = Faults("sensitivities")
    known = [*dynamics.parameters, *gains, *[name + AT_START for name in starts]]
    for name in names:
        if name not in known:
            hint = close_matches(str(name), known)
            faults.add(f"no parameter, gain or value at the start {name!r} (as x(0), x'(0)); {hint}")
    faults.found += [f"{name} is named twice" for name in dict.fromkeys(names) if list(names).count(name) > 1]
    if not names or (most is not None and len(names) > most):
        faults.add(f"{len(names)} names; expected 1 to {most}; adjoint=True takes any number of them")
    faults.stop()
    values = np.array([_value(dynamics, gains, state, name) for name in names])
    scales = np.where(values == 0, 1.0, np.abs(values))
    slots, change, moved = list(gains), [], []
    for name, scale in zip(names, scales, strict=True):
        row, places = parameter_change(dynamics, name)
        change.append(scale * row)
        moved.append(places)
    own = np.zeros((len(names), len(slots)))
    for k, name in enumerate(names):
        if name in gains:
            own[k, slots.index(name)] = scales[k]
    commands = () if loop is None else tuple(dynamics.inputs.index(name) for name in loop.commands)
    places_of_gains = tuple(tuple(int(j) for j in np.flatnonzero(row)) for row in own)
    pattern = Pattern(tuple(moved), places_of_gains, commands)
    parameters = np.array(change)
    start = _start(dynamics, state, names, parameters, scales)
    return Directions(tuple(names), values, scales, pattern, parameters, own, start)


def refuse_differentiation(
    machine: Dynamics | ClosedLoop, title: str, other: Mapping[str, bool], integrator: Integrator | None = None
) -> None:
    """Raise for what derivatives of a run do not go with, all of it at once; `title` is what was asked for.

    What needs explicit steps says so by giving its `integrator`.
    """
    loop = machine if isinstance(machine, ClosedLoop) else None
    dynamics = machine if isinstance(machine, Dynamics) else machine.dynamics
    faults = []
    if Question.PIVOTING not in dynamics.plant.offers:
        raise refusal(dynamics.plant, title, "they are differentiated straight-line code of the whole machine")
    if integrator is not None and integrator.exact_slopes:
        faults.append(
            f"{integrator.name} is implicit; take DormandPrince(), DormandPrince8() or RungeKutta4(step=...), or name "
            "parameters in sensitivities="
        )
    faults += [f"{name} does not go with {title}; leave one of them out" for name, is_so in other.items() if is_so]
    for group in () if loop is None else loop.program.groups:
        if not group.compiled:
            words = ", ".join(group.blocks)
            faults.append(f"{words} is a Python function, which cannot be differentiated; write it as a control.Step")
    if faults:
        raise Refused(f"{title} of a run of {dynamics.name}: {'; '.join(faults)}")


# -- parameters --------------------------------------------------------------------------------------------------------


def _value(dynamics: Dynamics, gains: Mapping[str, float], state: State, name: str) -> float:
    """The value of what is named."""
    if name in gains:
        return gains[name]
    if name in dynamics.parameters:
        return dynamics.parameters[name]
    return float(state[name.removesuffix(AT_START)])


def parameter_change(dynamics: Dynamics, name: str) -> tuple[Array, tuple[int, ...]]:
    """dp/d(name) of all parameter values (np), formulas followed, and the places where it can be other than zero.

    p = (given values, formulas of p elsewhere), so dp = e where a value is given, else the derivative of the formula.
    """
    flat = dynamics.equations.parameters
    count = len(flat.labels)
    if name not in flat.index:
        return np.zeros(count), ()
    place = flat.index[name]
    given = [flat.index[each] for each in dynamics.given] + [place]
    jacobian = dynamics.system.cached(
        "derivatives of formulas",
        lambda: ca.Function("formulas", [flat.symbols], [ca.jacobian(flat.formulas, flat.symbols)]),
    )
    rows, columns = (np.array(each, dtype=np.int64) for each in jacobian.sparsity_out(0).get_triplet())
    slopes = np.array(jacobian(dynamics.p).nonzeros())

    def follow(entries: Array) -> Array:
        unit = np.zeros(count)
        unit[place] = 1.0
        change = unit
        for _ in range(count):
            following = np.zeros(count)
            np.add.at(following, rows, entries * change[columns])
            following[given] = unit[given]
            if np.array_equal(following, change):
                break
            change = following
        return change

    return follow(slopes), tuple(int(k) for k in np.flatnonzero(follow(np.ones(len(rows)))))


# -- the start ---------------------------------------------------------------------------------------------------------


def _start_names(system: System) -> dict[str, tuple[int, bool]]:
    """Quantities whose value at the start can be named, with their numbers, and whether it is a position."""
    found = {}
    for k, quantity in enumerate(system.quantities):
        if quantity.z is not None:
            found[quantity.name] = (k, True)
            found[f"{quantity.name}'"] = (k, False)
        else:
            found[quantity.name] = (k, False)
    return found


@dataclass(frozen=True, eq=False)
class _Start:
    """Conditions at the start: the constraints, and values of quantities that are named, of positions and of speeds.

    A start that has to change does so by the least d, weighted by inertia, for which these hold.
    """

    dynamics: Dynamics
    positions: tuple[int, ...]
    speeds: tuple[int, ...]

    @cached_property
    def function(self) -> ca.Function:
        """(t, q, v, u, p, dp, dq, d) -> M, N d, then for positions and speeds: matrix C, residuals, their change."""
        system = self.dynamics.system
        dp, dq, d = ca.SX.sym("dp", system.p.numel()), ca.SX.sym("dq", system.q.numel()), ca.SX.sym("d", system.n)
        z = ca.vertcat(ca.SX(0, 1), *[position_of(system, number) for number in self.positions])
        s = ca.vertcat(ca.SX(0, 1), *[system.quantities[number].s for number in self.speeds])
        first = ca.vertcat(system.A[list(system.g_rows), :], ca.jacobian(z, system.q) @ system.N)
        second = ca.vertcat(system.A, ca.jacobian(s, system.v))
        gaps, rates = ca.vertcat(system.g, z), ca.vertcat(system.phi, s)
        moved = [
            ca.jtimes(gaps, system.p, dp),
            ca.jtimes(rates, ca.vertcat(system.q, system.p), ca.vertcat(dq, dp)),
        ]
        outputs = [system.M, system.N @ d, first, gaps, moved[0], second, rates, moved[1]]
        return system.function("start", [ca.densify(each) for each in outputs], [dp, dq, d])

    @cached_property
    def parameters(self) -> list[int]:
        """Parameters that the constraints and the values at the start depend on."""
        system = self.dynamics.system
        positions = [position_of(system, number) for number in self.positions]
        speeds = [system.quantities[number].s for number in self.speeds]
        conditions = ca.vertcat(system.g, system.phi, *positions, *speeds)
        columns = ca.jacobian_sparsity(conditions, system.p).get_col()
        return sorted({int(column) for column in columns})

    def at(self, q: Array, v: Array, t: float, dp: Array | None = None, dq: Array | None = None) -> list[Array]:
        """Its values at a state."""
        system = self.dynamics.system
        zero = np.zeros(system.p.numel()), np.zeros(system.q.numel()), np.zeros(system.n)
        change = [zero[0] if dp is None else dp, zero[1] if dq is None else dq, zero[2]]
        return call_function(self.function, t, q, v, np.zeros(len(self.dynamics.inputs)), self.dynamics.p, *change)

    def turned(self, q: Array, v: Array, t: float, d: Array) -> Array:
        """dq = N d."""
        system = self.dynamics.system
        change = [np.zeros(system.p.numel()), np.zeros(system.q.numel()), d]
        return call_function(self.function, t, q, v, np.zeros(len(self.dynamics.inputs)), self.dynamics.p, *change)[
            1
        ].ravel()

    def weights(self, M: Array) -> Array:
        """Inertias; what has none takes part least."""
        weights = np.diag(M).copy()
        weights[weights <= 0] = np.max(weights, initial=1.0)
        return weights


def _start(dynamics: Dynamics, state: State, names: Sequence[str], parameters: Array, scales: Array) -> Array:
    """Derivatives of the state at the start (k, n), times the scales."""
    layout = dynamics.plant.layout
    positions, speeds = _start_numbers(dynamics, names)
    conditions = _Start(dynamics, tuple(positions.values()), tuple(speeds.values()))
    found = np.zeros((len(names), layout.size))
    at = (state.q, state.v, state.t)
    moving = conditions.parameters
    for k, name in enumerate(names):
        if name not in positions and name not in speeds and not parameters[k][moving].any():
            continue  # the start stays where it is
        M, _, C, _, c, *_ = conditions.at(*at, parameters[k])
        weights = conditions.weights(M)
        wanted = _target_changes(c, list(positions), name, scales[k])
        change = conditions.turned(*at, _least(C, weights, wanted, name))
        C, _, c = conditions.at(*at, parameters[k], change)[5:]
        found[k, layout.coordinates] = change
        found[k, layout.speeds] = _least(C, weights, _target_changes(c, list(speeds), name, scales[k]), name)
    return found


def _start_numbers(dynamics: Dynamics, names: Sequence[str]) -> tuple[dict[str, int], dict[str, int]]:
    """Quantities whose positions, and whose speeds at the start are named."""
    known = _start_names(dynamics.system)
    own = [name for name in names if name not in dynamics.parameters and name.endswith(AT_START)]
    found = {name: known[name.removesuffix(AT_START)] for name in own if name.removesuffix(AT_START) in known}
    positions = {name: number for name, (number, position) in found.items() if position}
    return positions, {name: number for name, (number, position) in found.items() if not position}


def _target_changes(moved: Array, named: Sequence[str], name: str, scale: float) -> Array:
    """What C d has to be: constraints hold, and what is named changes by the scale in its own direction only."""
    wanted = -moved.ravel()
    first = len(wanted) - len(named)
    for k, each in enumerate(named):
        wanted[first + k] += scale * float(each == name)
    return wanted


def moved_start(dynamics: Dynamics, state: State, values: Mapping[str, float]) -> State:
    """The state nearest to one, in inertia, that meets the constraints and values at the start, `{"x(0)": value}`."""
    positions, speeds = _start_numbers(dynamics, list(values))
    conditions = _Start(dynamics, tuple(positions.values()), tuple(speeds.values()))
    q, v, t = state.q.copy(), state.v.copy(), state.t
    targets = np.array([values[name] for name in positions])
    name = ", ".join(values) or "a length"
    for _ in range(MOST_START_STEPS):
        M, _, C, gaps, *_ = conditions.at(q, v, t)
        off = -gaps.ravel()
        off[len(off) - len(targets) :] += targets
        if np.max(np.abs(off), initial=0.0) < START_CLOSED:
            break
        q = dynamics.system.normalise(q + conditions.turned(q, v, t, _least(C, conditions.weights(M), off, name)))
    else:
        raise Refused(f"there is no start with {', '.join(f'{n} = {x:g}' for n, x in values.items())} near the state")
    C, rates, _ = conditions.at(q, v, t)[5:]
    off = -rates.ravel()
    off[len(off) - len(speeds) :] += [values[name] for name in speeds]
    return dynamics.plant.state(q, v + _least(C, conditions.weights(M), off, name), t)


def _least(C: Array, weights: Array, wanted: Array, name: str) -> Array:
    """The least d in the weighted norm with C d = wanted; refused where there is none."""
    if not wanted.any():
        return np.zeros(len(weights))
    root = np.sqrt(weights)
    d = linear_algebra.lstsq(C / root, wanted, rcond=None)[0] / root
    if np.max(np.abs(C @ d - wanted)) > UNMET * max(np.max(np.abs(wanted)), np.max(np.abs(C) @ np.abs(d))):
        raise Refused(
            f"sensitivities: {name} cannot change alone at the start: the constraints, and other values at the start "
            "that are named, hold it; name fewer, or independent ones"
        )
    return np.asarray(d)

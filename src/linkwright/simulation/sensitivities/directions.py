"""Directions in which a run is differentiated: parameters of the machine, gains of blocks, values at the start."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.closed_loop import ClosedLoop
from linkwright.closed_loop.measurements import position_of
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.plant import Question, refusal
from linkwright.dynamics.plants.unrolled import Structure
from linkwright.dynamics.system import System, called
from linkwright.faults import Faults, close_matches
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.sampling.control import ControlTangents, RunControl
from linkwright.simulation.sensitivities.kernels import Pattern, group_kernel, structure_kernels
from linkwright.simulation.sensitivities.loops import LOOPS

AT_START = "(0)"
"""Behind the name of a quantity or of its rate: its value at the start."""
MOST_DIRECTIONS = 64
"""Directions of one run: more make code that takes minutes to compile."""
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

    @property
    def count(self) -> int:
        """Number of directions."""
        return len(self.names)

    @property
    def key(self) -> Hashable:
        """What of it is written into code."""
        return self.pattern

    @property
    def loops(self) -> Sequence[Callable[..., object]]:
        """Norms, in which derivatives do not count."""
        return LOOPS

    def kernels(self, structure: Structure, plain: Mapping[str, ca.Function]) -> dict[str, ca.Function]:
        """The functions of a structure with their derivatives."""
        return structure_kernels(structure, dict(plain), self.pattern)

    def of(self, control: RunControl | None) -> tuple[Directions, RunControl | None]:
        """What a run is given: the directions, and its control with derivatives."""
        if control is None:
            return self, None
        program = control.program
        functions = program.system.cached(
            ("sensitivities of control", id(program), self.pattern),
            lambda: (program, {group.name: group_kernel(program, group, self.pattern) for group in program.groups}),
        )[1]
        return self, replace(control, tangents=ControlTangents(functions, self.pattern, self.gains))


def directions_of(
    machine: Dynamics | ClosedLoop,
    state: State,
    names: Sequence[str],
    integrator: Integrator,
    *,
    other: Mapping[str, bool],
) -> Directions:
    """Directions by name; raises with all that is wrong at once.

    `other` says of further wishes for the run whether there are any: with those that sensitivities do not go with it is
    refused.
    """
    loop = machine if isinstance(machine, ClosedLoop) else None
    dynamics = machine if isinstance(machine, Dynamics) else machine.dynamics
    if isinstance(names, str) or not isinstance(names, Sequence):
        msg = f"sensitivities = {names!r:.80}: expected names of parameters in a list, also of one"
        raise TypeError(msg)
    _refuse(dynamics, loop, integrator, other)
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
    if not 0 < len(names) <= MOST_DIRECTIONS:
        faults.add(f"{len(names)} names; expected 1 to {MOST_DIRECTIONS}, more in several runs")
    faults.stop()
    values = np.array([_value(dynamics, gains, state, name) for name in names])
    scales = np.where(values == 0, 1.0, np.abs(values))
    slots, change, moved = list(gains), [], []
    for name, scale in zip(names, scales, strict=True):
        row, places = _parameter_change(dynamics, name)
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


def _refuse(dynamics: Dynamics, loop: ClosedLoop | None, integrator: Integrator, other: Mapping[str, bool]) -> None:
    """Raise for what sensitivities do not go with, all of it at once."""
    faults = []
    if Question.PIVOTING not in dynamics.plant.offers:
        raise refusal(
            dynamics.plant, "sensitivities", "they are differentiated straight-line code of the whole machine"
        )
    if integrator.exact_slopes:
        faults.append(f"{integrator.name} is implicit; take DormandPrince(), DormandPrince8() or RungeKutta4(step=...)")
    faults += [
        f"{name} does not go with sensitivities; leave one of them out" for name, is_so in other.items() if is_so
    ]
    if dynamics.equations.switched:
        faults.append(
            f"{dynamics.name} has dry friction or stops, at whose changes sensitivities jump, which is not offered "
            "yet; take a smooth law of friction"
        )
    for group in () if loop is None else loop.program.groups:
        words = ", ".join(group.blocks)
        if not group.compiled:
            faults.append(f"{words} is a Python function, which cannot be differentiated; write it as a control.Step")
        elif group.quantizes:
            faults.append(f"{words} counts in steps, whose derivative is zero; read the quantity itself instead")
    if faults:
        raise Refused(f"sensitivities of a run of {dynamics.name}: {'; '.join(faults)}")


# -- parameters --------------------------------------------------------------------------------------------------------


def _value(dynamics: Dynamics, gains: Mapping[str, float], state: State, name: str) -> float:
    """The value of what is named."""
    if name in gains:
        return gains[name]
    if name in dynamics.parameters:
        return dynamics.parameters[name]
    return float(state[name.removesuffix(AT_START)])


def _parameter_change(dynamics: Dynamics, name: str) -> tuple[Array, tuple[int, ...]]:
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


def _start(dynamics: Dynamics, state: State, names: Sequence[str], parameters: Array, scales: Array) -> Array:
    """Derivatives of the state at the start (k, n), times the scales.

    A start follows the constraints: its change d is the least, weighted by inertia, for which they hold and values at
    the start that are named have their change, 0 in all directions but their own.
    """
    system, layout = dynamics.system, dynamics.plant.layout
    known = _start_names(system)
    own = [(k, *known[name.removesuffix(AT_START)]) for k, name in enumerate(names) if name.endswith(AT_START)]
    own = [(k, number, position) for k, number, position in own if names[k] not in dynamics.parameters]
    positions = [(k, number) for k, number, position in own if position]
    speeds = [(k, number) for k, number, position in own if not position]
    count = len(names)
    dp, dq, dv = ca.SX.sym("dp", system.p.numel()), ca.SX.sym("dq", system.q.numel()), ca.SX.sym("dv", system.n)
    holonomic = list(system.g_rows)
    z = ca.vertcat(ca.SX(0, 1), *[position_of(system, number) for _, number in positions])
    s = ca.vertcat(ca.SX(0, 1), *[system.quantities[number].s for _, number in speeds])
    first = ca.vertcat(system.A[holonomic, :], ca.jacobian(z, system.q) @ system.N)
    second = ca.vertcat(system.A, ca.jacobian(s, system.v))
    moved_first = ca.vertcat(ca.jtimes(system.g, system.p, dp), ca.jtimes(z, system.p, dp))
    rows = ca.vertcat(system.phi, s)
    moved_second = ca.jtimes(rows, ca.vertcat(system.q, system.p), ca.vertcat(dq, dp))
    function = system.function(
        "start", [system.M, system.N @ dv, first, moved_first, second, moved_second], [dp, dq, dv]
    )
    at = (state.t, state.q, state.v, np.zeros(len(dynamics.inputs)), dynamics.p)
    found = np.zeros((count, layout.size))
    for k in range(count):
        M, _, C, c, _, _ = called(function, *at, parameters[k], np.zeros(len(state.q)), np.zeros(system.n))
        weights = np.diag(M).copy()
        weights[weights <= 0] = np.max(weights, initial=1.0)
        wanted = -c.ravel()
        wanted[len(holonomic) :] += [scales[k] * float(j == k) for j, _ in positions]
        d = _least(C, weights, wanted, names[k])
        _, change, _, _, _, _ = called(function, *at, parameters[k], np.zeros(len(state.q)), d)
        change = change.ravel()
        _, _, _, _, C, c = called(function, *at, parameters[k], change, np.zeros(system.n))
        wanted = -c.ravel()
        wanted[system.m :] += [scales[k] * float(j == k) for j, _ in speeds]
        found[k, layout.coordinates] = change
        found[k, layout.speeds] = _least(C, weights, wanted, names[k])
    return found


def _least(C: Array, weights: Array, wanted: Array, name: str) -> Array:
    """The least d in the weighted norm with C d = wanted; refused where there is none."""
    if not wanted.any():
        return np.zeros(len(weights))
    root = np.sqrt(weights)
    d = np.linalg.lstsq(C / root, wanted, rcond=None)[0] / root
    if np.max(np.abs(C @ d - wanted)) > UNMET * max(np.max(np.abs(wanted)), np.max(np.abs(C) @ np.abs(d))):
        raise Refused(
            f"sensitivities: {name} cannot change alone at the start: the constraints, and other values at the start "
            "that are named, hold it; name fewer, or independent ones"
        )
    return np.asarray(d)

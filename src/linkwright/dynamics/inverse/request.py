"""Inverse dynamics: inputs for given accelerations at a state, and inputs and currents along a prescribed motion.

At a state, with S spanning the free directions and f = f_0 + B u:

    S^T B u = S^T (M v' - f_0)

Along a motion speeds without a coordinate (currents) are unknowns too (`inverse_forces`). Nothing is differenced: the
motion's jerk comes from its law, all else by differentiation. Every answer is put into forward dynamics.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linkwright.arrays import Array, PlainData
from linkwright.dynamics.answers.record import record
from linkwright.dynamics.answers.terms import best_independent
from linkwright.dynamics.errors import AssemblyError, Refused
from linkwright.dynamics.inverse.actuation import Actuation
from linkwright.dynamics.inverse.at_state import at_state
from linkwright.dynamics.inverse.contacts import ContactsAlong, contacts_along
from linkwright.dynamics.inverse.elastic import Couplings, wind
from linkwright.dynamics.inverse.following import Follower
from linkwright.dynamics.inverse.forces import find
from linkwright.dynamics.inverse.loads import Payload, add_loads
from linkwright.dynamics.inverse.refinement import CLOSE_MARGIN, path_margin
from linkwright.dynamics.inverse.smoothness import doubts_of_voltages, refuse_jumps
from linkwright.dynamics.machine import Machine
from linkwright.dynamics.rank import Scales
from linkwright.dynamics.state import State
from linkwright.dynamics.system.readings import Readings, checked_inputs
from linkwright.laws import Law, Motion, as_law
from linkwright.trajectory import Certificate, Outcome, Trajectory
from linkwright.trajectory.certificate import add_doubts, judge
from linkwright.trajectory.samples import Deferred

LEAST_SAMPLES = 6
"""A quintic spline has six coefficients."""
PROBES = 33
"""States of a trajectory at which quantities to follow are chosen; the path itself is checked everywhere."""
SPLINE_SPEED = 1e-4
"""Largest share of a speed by which a spline through the positions may miss it. Its error is of the fifth order in the
sampling step and that of the acceleration of the fourth: 1e-4 leaves a few per mille of the accelerations."""
NOT_CLOSED = 1e-8
"""Gap (rad, or machine sizes) or velocity residual (the same per s) of a constraint that is not met; rounding leaves
1e-14."""


@dataclass(frozen=True)
class Question:
    """What inverse dynamics is asked beside the state or motion: see `Dynamics.inverse`.

    With `couplings` the machine is that in which they are rigid.
    """

    accelerations: Mapping[str, float] | None = None
    inputs: Mapping[str, Any] | None = None
    wrenches: Mapping[str, Any] | None = None
    payload: Payload | None = None
    actuation: Actuation | None = None
    near: State | None = None
    couplings: Couplings | None = None


def inverse(dynamics: Machine, what: State | Motion | Trajectory, request: Question) -> Any:
    """Inputs at a state, along a motion or along a trajectory; those given as `inputs` are known."""
    if request.actuation is not None and not isinstance(request.actuation, Actuation):
        got = request.actuation.__name__ if isinstance(request.actuation, type) else type(request.actuation).__name__
        msg = f"actuation: got {got}, expected lw.actuation.MinimumNorm(), Weighted({{...}}) or Limited({{...}})"
        raise TypeError(msg)
    if isinstance(what, State):
        if request.accelerations is None:
            msg = "inverse of a State needs accelerations={name: value} of independent quantities"
            raise TypeError(msg)
        if request.near is not None:
            msg = "inverse of a State takes no near=: the state is its own configuration"
            raise TypeError(msg)
        carried = add_loads(dynamics, request.wrenches, request.payload)
        state = dynamics.check(what)
        known = _known_inputs(dynamics, request.inputs, np.array([state.t]))[0]
        shares = None if request.actuation is None else request.actuation.shares(dynamics.equations)
        found = at_state(carried.at(state.t), state, request.accelerations, known, shares)
        if request.couplings is not None:
            found.certificate = replace(found.certificate, notes=(request.couplings.in_words(),))
        return found
    if isinstance(what, Motion | Trajectory):
        if request.accelerations is not None:
            msg = f"inverse of a {type(what).__name__} takes its accelerations from it; leave accelerations out"
            raise TypeError(msg)
        if isinstance(what, Trajectory):
            states = _states_of(dynamics, what)
            near = states[0] if request.near is None else request.near
            return along(dynamics, _motion_of(dynamics, what, states), replace(request, near=near))
        return along(dynamics, what, request)
    msg = f"inverse takes a State, a Motion or a Trajectory, got {type(what).__name__}"
    raise TypeError(msg)


def _states_of(dynamics: Machine, trajectory: Trajectory) -> list[State]:
    """Some states of a trajectory of the same machine by the same formalism, from the first to the last sample."""
    equations = dynamics.equations
    missing = [
        name for name in (*equations.coordinate_names, *equations.speed_names) if name not in trajectory.channels
    ]
    if missing:
        reason = (
            f"the trajectory has no channel {', '.join(missing[:5])}; expected one of {dynamics.name} by the same "
            "formalism. For a trajectory of another machine give lw.Motion.from_samples(time, {name: values})"
        )
        raise Refused(reason, missing)
    time = np.asarray(trajectory.time)
    if len(time) < LEAST_SAMPLES or time[0] != 0.0:
        reason = (
            f"the trajectory has {len(time)} samples from t = {time[0] if len(time) else 0.0:g} s on, and inverse "
            f"dynamics needs at least {LEAST_SAMPLES} from t = 0 on; shift its time, "
            "lw.Motion.from_samples(time - time[0], {name: values}), or simulate with more samples"
        )
        raise Refused(reason, [])
    picked = np.unique(np.linspace(0, len(time) - 1, min(len(time), PROBES)).astype(int))
    Q, V = (
        np.array([trajectory[name] for name in names]) for names in (equations.coordinate_names, equations.speed_names)
    )
    return [State(float(time[k]), Q[:, k].copy(), V[:, k].copy()) for k in picked.tolist()]


def _motion_of(dynamics: Machine, trajectory: Trajectory, states: list[State]) -> Motion:
    """Independent positions of a trajectory as a motion: quintic splines, whose speeds must be the recorded ones.

    A spline through samples h apart has accelerations to about h^4. Where the samples are too coarse for that, or the
    speeds jump (an impact), the spline's speeds differ from the recorded ones, and the trajectory is refused.
    """
    time, quantities = np.asarray(trajectory.time), dynamics.system.quantities
    recorded = [
        k
        for k, quantity in enumerate(quantities)
        if quantity.z is not None and {quantity.name, f"{quantity.name}'"} <= set(trajectory.channels)
    ]
    names = [quantities[k].name for k in best_independent(dynamics, states, recorded)]
    motion = Motion.from_samples(time, {name: trajectory[name] for name in names}, samples=len(time))
    spline, off = motion.at(time).speeds, {}
    for name in names:
        speeds = np.asarray(trajectory[f"{name}'"])
        apart = np.abs(spline[name] - speeds)
        k = int(np.argmax(apart))
        if apart[k] > SPLINE_SPEED * np.max(np.abs(speeds), initial=0.0) + NOT_CLOSED:
            off[name] = f"{name}' at t = {time[k]:.6g} s by {apart[k]:.3g}"
    if off:
        reason = (
            f"a smooth motion through the samples does not have the recorded speeds: {'; '.join(off.values())}. "
            "The samples are too far apart (simulate with more samples), or speeds jump there, as at an impact "
            "(take a part without jumps: trajectory.slice)"
        )
        raise Refused(reason, list(off))
    return motion


def along(dynamics: Machine, motion: Motion, request: Question) -> Trajectory:
    """Inputs, currents and all else along a prescribed motion of independent quantities."""
    time = motion.time
    shares = None if request.actuation is None else request.actuation.shares(dynamics.equations)
    known = _known_inputs(dynamics, request.inputs, time)
    carried = add_loads(dynamics, request.wrenches, request.payload)
    refuse_jumps(motion)
    start = dynamics.reference if request.near is None else dynamics.check(request.near)
    follower = Follower.of(dynamics, motion, start.q)
    path = follower.path(time, follower.start)
    follower.check_crossings(path)
    along_path = path_margin(follower, path)
    contacts = contacts_along(follower, path)
    carried = replace(carried, set_at=contacts.directions)
    couplings, wound = request.couplings, None
    if couplings is not None and couplings.taken == "static":
        wound = wind(carried, follower, couplings, known, shares)
        path, forces, read = wound.path, wound.forces, wound.read
    else:
        forces, read = find(carried, follower, path, known, shares)
    gap, residual = _refuse_open(follower if wound is None else wound.follower, time, read)
    margin = forces.margin
    hold = f"smallest singular value over largest {margin.value:.3g} (zero is singular)"
    notes = [f"the drives hold the machine least at t = {margin.time:.6g} s: {hold}"]
    if couplings is not None:
        notes.append(couplings.in_words() if wound is None else f"{couplings.in_words()}; {wound.in_words()}")
    if forces.saturated:
        notes.append(f"limits of inputs are active at {forces.saturated} of {len(time)} samples")
    notes += contacts.notes
    loads = _load_laws(request)
    doubts = [*contacts.doubts, *doubts_of_voltages(follower, path, loads, contacts.reversals)]
    if margin.close:
        doubts.append(
            f"the motion comes close to a singular configuration of the drives {follower.when(margin.time)}: margin "
            f"{margin.value:.3g}, below {CLOSE_MARGIN:g}; the inputs grow there as its inverse, and small errors of "
            "dimensions decide about them"
        )
    if along_path.close:
        doubts.append(
            f"the motion comes close to a singular configuration {follower.when(along_path.time)}, in which the "
            f"machine can move while {', '.join(follower.names)} stand still: margin {along_path.value:.3g} of its "
            f"largest, below {CLOSE_MARGIN:g}"
        )
    backend, off = follower.backend, forces.residual

    def certificate() -> Certificate:
        found = Certificate(
            integrator="none (prescribed motion)",
            position_residual=gap,
            velocity_residual=residual,
            forward_residual=off,
            backend=backend,
            notes=tuple(notes),
        )
        return add_doubts(judge(outcome, found), doubts)

    outcome = Outcome("finished", "the prescribed motion was followed to its end", "", float(time[-1]))
    return record(
        dynamics if wound is None or couplings is None else couplings.machine,
        time,
        path.Q,
        forces.V,
        forces.U,
        outcome=outcome,
        certificate=Deferred(certificate),
        provenance=_provenance(request, contacts),
        readings=read,
    )


def _refuse_open(follower: Follower, time: Array, read: Readings) -> tuple[float, float]:
    """Refuse a path on which a constraint that was left out as redundant is not met; the largest gap and residual."""
    scales, most = Scales.of(follower.dynamics.system, follower.dynamics.p), []
    for values, rows, words in ((read.g, scales.gaps, "gap"), (read.phi, scales.rows, "velocity residual")):
        most.append(float(max(values.max(initial=0.0), -values.min(initial=0.0))))
        if not most[-1] < NOT_CLOSED * float(rows.min(initial=np.inf)):  # seldom, and then row by row
            largest = np.max(np.abs(values), axis=0) / rows
            if np.max(largest) < NOT_CLOSED:
                continue
            sizes = np.max(np.abs(values) / rows, axis=1)
            k = int(np.argmax(~(sizes < NOT_CLOSED)))
            system = follower.dynamics.system
            row = int(np.argmax(np.abs(values[k]) / rows))
            constraint = system.constraint_of_row(system.g_rows[row] if words == "gap" else row).name
            reason = (
                f"{follower.when(float(time[k]))}: the constraints contradict each other along this motion: "
                f"{constraint} keeps a {words} of {values[k, row]:.3g}; look at its dimensions, or choose another path"
            )
            raise AssemblyError(reason, [constraint], {constraint: float(abs(values[k, row]))})
    return most[0], most[1]


def _known_inputs(dynamics: Machine, inputs: Mapping[str, Any] | None, time: Array) -> Array:
    """Known inputs at the times (T, nu), numbers or laws; NaN where they are sought."""
    if not inputs:
        return np.full((len(time), len(dynamics.inputs)), np.nan)
    laws: dict[str, Law] = {}
    numbers: PlainData = {}
    for name, value in (inputs or {}).items():
        try:
            laws[name] = as_law(value)
        except (TypeError, ValueError):
            numbers[name] = value  # said below
        numbers.setdefault(name, float(value) if isinstance(value, (int, float, np.number)) else 0.0)
    row = checked_inputs(dynamics.equations, numbers, partial=True)
    rows = np.repeat(row[None], len(time), axis=0)
    equations = dynamics.system.equations
    for name, law in laws.items():
        rows[:, equations.input_places[equations.show(equations.aliases.get(name, name))]] = law(time)
    return rows


def _load_laws(request: Question) -> dict[str, Law]:
    """Known inputs and components of wrenches that are laws, by name."""
    given = dict(request.inputs or {})
    for name, wrench in (request.wrenches or {}).items():
        parts = wrench.items() if isinstance(wrench, Mapping) else enumerate(wrench)
        given |= {f"on {name} ({part})": value for part, value in parts}
    return {name: as_law(value) for name, value in given.items()}


def _provenance(request: Question, contacts: ContactsAlong) -> PlainData:
    """The question, for the record."""
    data: PlainData = {"question": "inverse dynamics along a prescribed motion"}
    if contacts.recorded:
        data["friction at rest"] = {name: [list(pair) for pair in pairs] for name, pairs in contacts.recorded.items()}
    if request.payload is not None:
        payload = request.payload
        data["payload"] = {"at": payload.at, "numbers": payload.numbers}
    if request.wrenches:
        data["wrenches"] = {name: str(value) for name, value in request.wrenches.items()}
    if request.couplings is not None:
        data["elastic"] = request.couplings.taken
    if request.actuation is not None:
        data["actuation"] = str(request.actuation)
    return data

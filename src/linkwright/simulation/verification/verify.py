"""Verify: a saved run computed once more by another integrator at tighter tolerances, and the largest differences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from linkwright.arrays import Array, PlainData, PlainMapping
from linkwright.closed_loop import ClosedLoop, LoopState
from linkwright.dynamics import Dynamics
from linkwright.kinds import checked_arguments
from linkwright.simulation.accuracy import Accuracy
from linkwright.simulation.events.event import Event
from linkwright.simulation.integrators import DormandPrince, DormandPrince8, Integrator, Radau, Rosenbrock
from linkwright.simulation.results.event_data import (
    contacts_to_data,
    events_of,
    events_to_data,
    other_contacts,
    other_events,
)
from linkwright.simulation.results.identity import comparable, other_equations
from linkwright.simulation.results.settings import inputs_of, integrator_of, start_of
from linkwright.simulation.sampling.control import control_of, initial_commands, same_control, split_machine
from linkwright.simulation.simulate import simulate
from linkwright.simulation.storage.rebuild import restore_dynamics
from linkwright.simulation.verification.compare import ALLOWED, Difference, Limits, differences, order_differences
from linkwright.simulation.verification.compare_events import Apart, away_from, compare_packed
from linkwright.simulation.verification.record import Verification
from linkwright.trajectory import Trajectory
from linkwright.trajectory.events import from_plain

TIGHTER = 100.0
"""How much tighter the tolerances of the check are."""
TIGHTEST = {8: 2e-13, 5: 1e-12, 4: 1e-11}
"""Tightest relative tolerance by the order of a method: below, its steps are lost in rounding."""


@checked_arguments
def verify(
    motion: Trajectory,
    machine: Dynamics | ClosedLoop | None = None,
    *,
    inputs: PlainMapping | None = None,
    events: Sequence[Event] = (),
    integrator: Integrator | None = None,
    within: float | None = None,
    progress: Callable[[float], None] | None = None,
) -> Verification:
    """Compute a run again by another integrator, at tolerances 100 times tighter, and compare every channel.

    `motion` is what `simulate` gave, or loaded from a file; `machine` the Dynamics (default: as the file describes it)
    or the ClosedLoop of the run. Its encoders then give the counts of the run, where that has kept them: a count more
    or less is no error of integration. `inputs` and `events` are needed if they were Python objects that files do not
    keep. What happened must be the same, in the same order and at the same times; samples that lie as near to an event
    as its time may be off are left out. Each channel may differ by 100 (atol + rtol times its largest value); by more,
    up to 1e-4 of that value, where the run's own estimate of the errors of its steps explains it by a drift of phase
    (`Verification.drifts`); or by `within` times its largest value if that is given. `integrator` is another one by
    default (the other of the two explicit ones, the other of the two stiff ones).
    """
    if within is not None and not 0 < within < 1:
        raise ValueError(f"within = {within!r}: expected a share of each channel's largest value between 0 and 1")
    settings = settings_of(motion)
    if machine is None:
        otherwise = "give the machine: lw.simulation.verify(motion, dynamics)"
        machine = restore_dynamics(motion.provenance, settings, otherwise, description=motion.description)
    dynamics = split_machine(machine)[0]
    state = start_of(settings)
    faults = other_equations(dynamics, settings)
    if faults:
        raise ValueError(
            f"the run is of {motion.provenance.get('machine')!r} with other equations or parameters than the "
            f"{dynamics.name!r} given ({faults[0]}); make the machine as it was: "
            f"formalism {motion.provenance.get('formalism')!r}, join {motion.provenance.get('join')}, the parameters "
            "in motion.provenance['parameters']"
        )
    how = "give them: lw.simulation.verify(motion, dynamics, inputs={...})"
    given = inputs_of(settings, how) if inputs is None else inputs
    machine, own, counts = _controlled_machine(machine, settings, given, motion)
    watched = _events_of_run(settings, dynamics, own, events)
    used = integrator_of(settings["integrator"])
    method = _another(used) if integrator is None else integrator
    tight = Accuracy(
        max(settings["rtol"] / TIGHTER, TIGHTEST.get(method.order, 1e-12)), max(settings["atol"] / TIGHTER, 1e-15)
    )
    grid = np.linspace(state.t, settings["end"], int(settings["samples"]))
    even = bool(np.isin(motion.time, grid).all())
    memory = (settings.get("control") or {}).get("memory")
    again = simulate(
        machine,
        state if memory is None else LoopState(state, np.array(memory, dtype=float), {}, {}),
        duration=(settings["end"] if even else float(motion.time[-1])) - state.t,
        inputs=given,
        rtol=tight.rtol,
        atol=tight.atol,
        integrator=method,
        samples=len(grid),
        dense=not even,
        events=watched,
        progress=progress,
    )
    until = min(float(motion.time[-1]), float(again.time[-1]))
    run_events = from_plain(motion.provenance.get("events", ()))
    moment = ALLOWED * (settings["atol"] + (settings["rtol"] if within is None else within) * max(1.0, abs(until)))
    common = (motion.time <= until) & away_from(motion.time, run_events, moment)
    if not common.any():
        raise ValueError("this trajectory has no sample that could be compared; verify the run as it was")
    if even:
        found = again.time.searchsorted(motion.time[common])
        values = {name: again[name][found] for name in again.names}
        poses = {body: again.poses[body][found] for body in motion.poses if body in again.poses}
    else:
        other = again.resample(motion.time[common])
        values = {name: channel.values for name, channel in other.channels.items()}
        poses = {body: other.poses[body] for body in motion.poses if body in other.poses}
    estimated = motion.certificate.estimated_error
    limits = Limits(settings["rtol"], settings["atol"], within, estimated, (state.t, float(settings["end"])))
    apart = differences(motion, common, values, poses, limits)
    if not apart:
        raise ValueError("this trajectory has no channel and no pose that could be compared; verify the run as it was")
    events_apart = compare_packed(run_events, from_plain(again.provenance.get("events", ())), until, moment)
    if events_apart is not None:
        apart = order_differences([*apart, _of_events(events_apart)])
    whole = again.outcome.finished or until >= float(motion.time[-1]) - moment
    agrees = whole and all(each.agrees for each in apart)
    left = tuple(name for name in motion.names if name not in values)
    return Verification(
        agrees, apart, method.name, tight.rtol, tight.atol, again.outcome, until, estimated, left,
        used.fixed_step or None, tuple(counts),
    )  # fmt: skip


def _controlled_machine(
    machine: Dynamics | ClosedLoop, settings: PlainMapping, given: PlainMapping, motion: Trajectory
) -> tuple[Dynamics | ClosedLoop, PlainData, dict[str, Array]]:
    """The machine as it is computed again, inputs of the machine itself, and outputs of encoders that are repeated.

    Another control than the run had is refused.
    """
    dynamics, loop = split_machine(machine)
    how = "give it: lw.simulation.verify(trajectory, closed_loop)"
    control = None
    if loop is not None:
        control = control_of(loop, given, (start_of(settings).t, float(settings["end"])), None)[0]
    faults = same_control(settings.get("control"), control, how, exact=comparable(settings))
    if faults:
        raise ValueError("; ".join(faults))
    if loop is None:
        return machine, dict(given), {}
    own = {name: value for name, value in given.items() if name in dynamics.inputs}
    names = [name for name, each in loop.program.signals.items() if loop.program.groups[each.group].quantizes]
    counts = {name: motion.signals[name].values for name in names if name in motion.signals}
    if len(counts) < len(names):
        counts = {}
    return loop.with_counts(counts), {**own, **initial_commands(loop)}, counts


def settings_of(motion: Trajectory) -> PlainMapping:
    """What a run was asked, from its provenance; refused in words where it is not there."""
    settings = motion.provenance.get("run")
    if not isinstance(settings, Mapping) or "fingerprint" not in settings:
        raise ValueError(
            "this trajectory does not say how it was computed (provenance['run']): it is no simulation, or was saved "
            "by an earlier version; simulate again and verify that"
        )
    return settings


def _another(used: Integrator) -> Integrator:
    """An integrator that shares little with the one that was used."""
    others: dict[type[Integrator], Integrator] = {
        DormandPrince8: DormandPrince(),
        Radau: Rosenbrock(),
        Rosenbrock: Radau(),
    }
    return others.get(type(used), DormandPrince8())


def _of_events(apart: Apart) -> Difference:
    """Events that differ, as a difference among those of channels."""
    words, largest, time, allowed = apart
    beyond = time if largest > allowed else None
    return Difference(words, "s", largest, largest / max(abs(time), allowed), time, allowed, beyond, is_event=True)


def _events_of_run(
    settings: PlainMapping, dynamics: Dynamics, inputs: PlainMapping, events: Sequence[Event]
) -> Sequence[Event]:
    """The events of a run: those given, which must be the same, or from its data; refused in words otherwise."""
    state, end, before = start_of(settings), float(settings["end"]), settings.get("events", ())
    how = "give all of them: lw.simulation.verify(motion, dynamics, events=[...])"
    if isinstance(before, int):  # written before events were kept as data
        if before != len(events):
            raise ValueError(f"the run had {before} event(s), which its file does not keep; {how}")
        return events
    contacts = contacts_to_data(dynamics, state) if dynamics.equations.switched else []
    faults = other_contacts(settings.get("contacts", ()), contacts)
    if events:
        faults += other_events(before, events_to_data(dynamics, events, inputs, state, end))
    if faults:
        raise ValueError(f"this is not what the run was: {'; '.join(faults)}")
    return events or events_of(before, how)

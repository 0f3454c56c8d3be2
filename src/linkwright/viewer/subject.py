"""What a live page shows: a machine with its controllers, a run of it, and how the command line names it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from linkwright.arrays import Array
from linkwright.closed_loop import ClosedLoop
from linkwright.drawing import Scene, playback, scene_at
from linkwright.dynamics import Dynamics
from linkwright.dynamics import compile as compile_dynamics
from linkwright.formalisms import modular
from linkwright.kinds import checked_arguments, checked_but
from linkwright.model import Mechanism
from linkwright.simulation.storage import restore_dynamics
from linkwright.simulation.verification import settings_of
from linkwright.symbolic import Label
from linkwright.trajectory import Trajectory


@dataclass(frozen=True)
class Start:
    """What a run is filled with at first: inputs as texts, positions and speeds by name, duration (s)."""

    inputs: Mapping[str, str] = field(default_factory=dict)
    positions: Mapping[str, float] = field(default_factory=dict)
    duration: float = 2.0
    speeds: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, eq=False)
class Subject:
    """A machine that can be moved and run (`dynamics`), a run to be replayed (`trajectory`), or both.

    `mechanism` gives the picture, or `picture` is the one that a run carries; without both bodies are marked by cubes.
    `command` are the words after `linkwright simulate` that name the machine, none where the command line cannot.
    `notes` say what could not be shown.
    """

    title: str
    mechanism: Mechanism | None = None
    dynamics: Dynamics | None = None
    loop: ClosedLoop | None = None
    trajectory: Trajectory | None = None
    command: tuple[str, ...] = ()
    start: Start = Start()
    notes: tuple[str, ...] = ()
    picture: Scene | None = None

    @property
    def live_notes(self) -> tuple[str, ...]:
        """The notes of a page on which the machine can be moved."""
        if self.picture is None or self.dynamics is None:
            return self.notes
        return (*self.notes, "The picture is the one saved with the run: it does not follow changed parameters.")

    @property
    def inputs(self) -> tuple[Label, ...]:
        """What a run is given: inputs, or references and what no block commands."""
        if self.dynamics is None:
            return ()
        own = self.dynamics.equations.inputs
        if self.loop is None:
            return tuple(own)
        return (*self.loop.reference_labels, *[label for label in own if label.name in self.loop.inputs])

    def scene(self, values: Mapping[str, float], poses: Mapping[str, Array], *, travelled: bool = False) -> Scene:
        """The picture with these values of all parameters, at poses (samples, 7)."""
        if self.mechanism is not None:
            return scene_at(self.mechanism, values, poses, travelled=travelled)
        return self.picture if self.picture is not None else playback.marked_scene(self.title, poses)


@checked_but("machine", "what")
def subject_of(
    machine: Mechanism | Trajectory, what: Dynamics | ClosedLoop | Trajectory | None = None, *, title: str = ""
) -> Subject:
    """The subject of what a Python program has: a mechanism with its dynamics, closed loop or run; or a run alone."""
    if isinstance(machine, Trajectory) and what is None:
        return run_subject(machine, title=title)
    if not isinstance(machine, Mechanism) or not (what is None or isinstance(what, Dynamics | ClosedLoop | Trajectory)):
        given = f"{type(machine).__name__}{'' if what is None else f', {type(what).__name__}'}"
        raise TypeError(
            f"view({given}): expected view(mechanism), view(mechanism, dynamics), view(mechanism, closed_loop), "
            "view(mechanism, trajectory) or view(trajectory)"
        )
    name = title or machine.title or machine.name
    if isinstance(what, Trajectory):
        return run_subject(what, machine, title=name)
    if isinstance(what, ClosedLoop):
        return Subject(name, machine, what.dynamics, what, start=_zeros(what.inputs))
    dynamics = compile_dynamics(modular(machine)) if what is None else what
    return Subject(name, machine, dynamics, start=_zeros(dynamics.inputs))


@checked_arguments
def run_subject(trajectory: Trajectory, mechanism: Mechanism | None = None, *, title: str = "") -> Subject:
    """The subject of a run: its replay, and its machine where that can be made again.

    What cannot be made again, such as a machine of another version, is told in `notes`, and the run is shown.
    """
    notes: list[str] = []
    origin = trajectory.provenance
    picture: Scene | None = None
    if mechanism is None:
        found, why = playback.looks_of(trajectory)
        mechanism, picture = (None, found) if isinstance(found, Scene) else (found, None)
        notes += [why] if why else []
    dynamics = None
    try:
        dynamics = restore_dynamics(
            origin, settings_of(trajectory), "the run is shown without it", description=trajectory.description
        )
    except (KeyError, TypeError, ValueError) as error:
        notes.append(f"The machine of this run cannot be moved here: {error}.")
    drawn = picture if mechanism is None else mechanism
    name = title or (drawn.title if drawn is not None else "") or str(origin.get("machine") or "Run")
    subject = Subject(name, mechanism, dynamics, trajectory=trajectory, notes=tuple(notes), picture=picture)
    return subject if dynamics is None else replace(subject, start=_zeros(dynamics.inputs))


def _zeros(inputs: tuple[str, ...]) -> Start:
    return Start(dict.fromkeys(inputs, "0"))

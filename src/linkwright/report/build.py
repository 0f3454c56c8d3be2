"""A report from a scene and a trajectory: `render` gives the page as text, `save` writes it."""

from __future__ import annotations

import errno
import os
import uuid
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import numpy as np

from linkwright.analysis.identification import Identification
from linkwright.arrays import Array, PlainData
from linkwright.drawing import Drawable, Scene, playback, scene_of
from linkwright.drawing.names import known_names
from linkwright.drawing.plots import group_digits, number, still
from linkwright.dynamics import Dynamics
from linkwright.kinds import checked_but
from linkwright.model import Mechanism
from linkwright.report import identification, page, verdicts
from linkwright.report.records import Parameter, Section, as_parameters
from linkwright.report.sections import control, equations, reactions, repeat
from linkwright.trajectory.samples import UnknownChannelError
from linkwright.trajectory.trajectory import Trajectory

FIRST = ("title", "machine", "formalism", "join", "choice", "kernel", "integrator", "rtol", "atol", "duration")
FOOTER = "Made by Linkwright. This file is complete in itself and asks nothing of a network."
LONGEST_TEXT = 200
"""Letters of what is said about a run; what is longer is for programs, which read it from the run's file."""


@checked_but("machine", "trajectory", "parameters")
def render(
    machine: Scene | Drawable | Mechanism,
    trajectory: Trajectory,
    *,
    title: str | None = None,
    channels: Sequence[str] | None = None,
    paths: Sequence[str] | None = None,
    parameters: Mapping[str, object] | Sequence[Parameter] | None = None,
    sections: Sequence[Section] = (),
    dynamics: Dynamics | None = None,
    notes: Sequence[str] = (),
) -> str:
    """Return the report of a run as one HTML page that needs nothing else, not even a network.

    `machine` is a Mechanism (drawn with the parameter values in the trajectory's provenance), a Scene, or has a
    method `scene()`. `channels` and `paths` (points `body/point`, or bodies) are shown when the page opens; by default
    a few that say most. With the `dynamics` of the run the page has the equations of motion and the largest reactions
    of the joints; of a Mechanism it also shows reactions and inputs as arrows on demand. `notes` are sentences for the
    reader. A run of a ClosedLoop has its signal diagram, its signals at their own rates, and the sizing sheets of its
    drives. `parameters` default to those in the trajectory's provenance.
    Unknown names raise one error that lists them with close matches.
    """
    _check_kinds("render(machine, trajectory)", machine=machine, trajectory=trajectory)
    certificate, provenance = trajectory.certificate, dict(trajectory.provenance)
    used = as_parameters(provenance.get("parameters"))
    scene = drawn_scene(machine, trajectory)
    name = title or scene.title or "Run"
    data, left_out = run_data(scene, trajectory, title=name, channels=channels, paths=paths)
    forces = forces_of(machine, dynamics, trajectory)
    vectors = vectors_of(machine, dynamics, forces)
    if vectors is not None:
        data["forces"] = playback.pack_arrows(*vectors, len(trajectory.time))
    undrawn = [body for body in scene.names if body not in trajectory.poses]
    told = [
        *scene.notes,
        *left_out,
        *([f"The trajectory has no poses of {', '.join(undrawn)}: not animated."] if undrawn else []),
    ]
    lines = verdicts.findings(certificate) if certificate is not None else ()
    work = verdicts.work(certificate) if certificate is not None else ()
    rows = used if parameters is None else as_parameters(parameters)
    animated = len(trajectory.time) > 0 and len(undrawn) < len(scene.bodies)
    return page.page(
        title=name,
        subtitle=_subtitle(trajectory),
        verdict=page.banner(*verdicts.summary(trajectory.outcome, lines, trajectory.certificate)),
        still=last_picture(scene, trajectory) if animated and not undrawn else "",
        animated=animated,
        notes=[*notes, *told],
        facts=[
            page.certificate_card(lines, work, certificate.notes if certificate is not None else ()),
            page.facts_card("What was run", _provenance(provenance), "lw-provenance"),
            page.parameters_card(rows),
        ],
        sections=[
            *control.sections(trajectory),
            *sections,
            *_about_the_machine(dynamics, trajectory, forces),
            *([again] if (again := repeat.section(trajectory)) is not None else []),
        ],
        footer=FOOTER,
        data=playback.script_json({"runs": [data]}),
    )


def forces_of(machine: object, dynamics: Dynamics | None, trajectory: Trajectory) -> reactions.Forces | None:
    """Reactions, and the efforts of drives of a machine that is given as a Mechanism."""
    if dynamics is None:
        return None
    drives = playback.drive_names(machine) if isinstance(machine, Mechanism) else []
    return reactions.forces(dynamics, trajectory, [dynamics.equations.show(name) for name in drives])


def vectors_of(
    machine: object, dynamics: Dynamics | None, forces: reactions.Forces | None
) -> tuple[list[playback.ForceVectors], list[str], Array] | None:
    """Forces as vectors, the names of those without a direction, and the instants; None where they are not known."""
    if dynamics is None or not isinstance(machine, Mechanism) or forces is None or forces.run is None:
        return None
    found = playback.force_vectors(machine, dict(dynamics.parameters), forces.run, dynamics.equations.show)
    return (*found, forces.run.time)


def _about_the_machine(
    dynamics: Dynamics | None, trajectory: Trajectory, forces: reactions.Forces | None
) -> list[Section]:
    """Reactions and equations, where the machine is known."""
    if dynamics is None or forces is None:
        return []
    return [
        part
        for part in (reactions.section(forces, trajectory), equations.section(dynamics.equations))
        if part is not None
    ]


def drawn_scene(machine: Scene | Drawable | Mechanism, trajectory: Trajectory) -> Scene:
    """The picture of a machine with the parameter values of a run."""
    used = as_parameters(trajectory.provenance.get("parameters"))
    values = {row.name: row.value for row in used if isinstance(row.value, float)}
    return scene_of(machine, values, poses=trajectory.poses)


def run_data(
    scene: Scene,
    trajectory: Trajectory,
    *,
    title: str,
    channels: Sequence[str] | None = None,
    paths: Sequence[str] | None = None,
    room: int = playback.ROOM,
) -> tuple[PlainData, tuple[str, ...]]:
    """The data of a run in a page, and sentences about what was left out; unknown names raise one error."""
    points = playback.points_of(scene)
    if channels is None:
        shown = playback.default_channels(scene, trajectory)
    else:
        shown = known_names("channel", channels, list(trajectory.channels), error=UnknownChannelError)
    if paths is None:
        followed = playback.default_paths(scene)
    else:
        followed = known_names("point or body", paths, [str(point["name"]) for point in points])
    return playback.build(scene, trajectory, title=title, shown=shown, points=points, paths=followed, room=room)


@checked_but("path", "machine", "trajectory", "parameters")
def save(
    path: str | os.PathLike[str],
    machine: Scene | Drawable | Mechanism | Identification,
    trajectory: Trajectory | None = None,
    *,
    title: str | None = None,
    channels: Sequence[str] | None = None,
    paths: Sequence[str] | None = None,
    parameters: Mapping[str, object] | Sequence[Parameter] | None = None,
    sections: Sequence[Section] = (),
    dynamics: Dynamics | None = None,
    notes: Sequence[str] = (),
) -> Path:
    """Write the report, whole or not at all, and return its path; see `render` for the rest.

    The page goes to a temporary file in the same folder, which then takes the path's place in one move. An
    Identification has a page of its own, `save(path, fit)`.
    """
    if isinstance(machine, Identification):
        return write_page(path, identification.render(machine))
    _check_kinds("save(path, machine, trajectory)", path=path, machine=machine, trajectory=trajectory)
    assert trajectory is not None
    whole = render(
        machine, trajectory, title=title, channels=channels, paths=paths, parameters=parameters, sections=sections,
        dynamics=dynamics, notes=notes,
    )  # fmt: skip
    return write_page(path, whole)


def write_page(path: str | os.PathLike[str], whole: str) -> Path:
    """Write a page, whole or not at all."""
    target = Path(path)
    real = target.resolve()  # a link stays a link
    temporary = real.with_name(f".{uuid.uuid4().hex}.part")
    try:
        if real.is_dir():
            raise IsADirectoryError(errno.EISDIR, "it is a folder")  # noqa: TRY301 - told like any other refusal
        with temporary.open("x", encoding="utf-8", newline="\n") as stream:
            stream.write(whole)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(real)
    except OSError as error:
        _forget(temporary)
        raise OSError(
            error.errno or errno.EIO, f"the report could not be written ({_why(error, real)})", str(target)
        ) from error
    except BaseException:
        _forget(temporary)
        raise
    return target


def _check_kinds(call: str, **given: object) -> None:
    """Refuse arguments of the wrong kind, all at once, with the order in which they are given."""
    right: dict[str, tuple[Callable[[object], bool], str]] = {
        "path": (lambda value: isinstance(value, str | os.PathLike), "a path, such as 'run.html'"),
        "machine": (_is_drawable, "a Scene, a Mechanism, or a machine with a scene() method"),
        "trajectory": (lambda value: isinstance(value, Trajectory), "a Trajectory, such as simulate returns"),
    }
    faults = [
        f"{name} is a {type(value).__name__}, expected {right[name][1]}"
        for name, value in given.items()
        if not right[name][0](value)
    ]
    if faults:
        raise TypeError(f"report.{call}: {'; '.join(faults)}; give them in this order, or by name")


def _is_drawable(value: object) -> bool:
    return isinstance(value, Scene | Mechanism) or callable(getattr(value, "scene", None))


def _forget(temporary: Path) -> None:
    """Remove what was half written; where even that is refused there is nothing to remove."""
    try:
        temporary.unlink(missing_ok=True)
    except OSError:
        return


def _why(error: OSError, path: Path) -> str:
    """Return why a path cannot be written, and what to do."""
    if error.errno == errno.ENOENT and path.parent.is_dir():
        return f"the folder {path.parent} takes no new files; choose another one"
    if error.errno == errno.ENOENT:
        return f"the folder {path.parent} does not exist; create it first"
    if error.errno == errno.ENOTDIR:
        return f"{path.parent} is not a folder; choose another path"
    if error.errno == errno.EISDIR:
        return "it is a folder; add a file name, such as run.html"
    if error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
        return f"you may not write in the folder {path.parent}; choose another one"
    if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}:
        return "the disk is full; free some space, or choose another folder"
    return f"{error.strerror or error}; check that path"


def last_picture(scene: Scene, trajectory: Trajectory) -> str:
    """Return the machine at the last instant at which all poses are known, for those who switched scripts off."""
    finite = np.logical_and.reduce([np.isfinite(trajectory.poses[body]).all(axis=1) for body in scene.names])
    return still(scene, trajectory.poses, sample=int(np.flatnonzero(finite)[-1])) if finite.any() else ""


def _subtitle(trajectory: Trajectory) -> str:
    """Return one line about the run: how long, how many samples."""
    if not len(trajectory.time):
        return "A run without samples"
    span = number(float(trajectory.time[-1] - trajectory.time[0]), 6)
    samples, channels = group_digits(len(trajectory.time)), group_digits(len(trajectory.channels))
    return f"{span} s of motion, {samples} samples, {channels} channels"


def _provenance(record: Mapping[str, object]) -> list[tuple[str, str]]:
    """Return what was run as pairs of words; nested records are flattened, parameters have their own table.

    What only a program reads (long lists, records within records) and what is empty is left out.
    """
    keys = [key for key in FIRST if key in record] + [key for key in record if key not in FIRST]
    pairs: list[tuple[str, str]] = []
    for key in keys:
        if key in {"parameters", "command", "typed"}:
            continue  # they have places of their own
        value = record[key]
        if isinstance(value, Mapping):
            pairs.extend((f"{key}: {name}", _value_text(name, inner)) for name, inner in value.items())
        else:
            pairs.append((_words(key), _value_text(key, value)))
    return [
        (key, value_text)
        for key, value_text in pairs
        if value_text and len(value_text) <= LONGEST_TEXT and not key.endswith(("fingerprint", "identity"))
    ]


def _words(key: str) -> str:
    known = {"rtol": "relative tolerance", "atol": "absolute tolerance"}
    value_text = known.get(key, key.replace("_", " "))
    return value_text[:1].upper() + value_text[1:]


def _value_text(key: object, value: object) -> str:
    if isinstance(value, float):
        return number(value, 6) + (" s" if key == "duration" else "")
    if isinstance(value, list | tuple):
        return ", ".join(_value_text("", item) for item in value)
    if isinstance(value, Mapping):
        plain = all(isinstance(inner, str | int | float) for inner in value.values())
        return ", ".join(f"{name} = {_value_text('', inner)}" for name, inner in value.items()) if plain else ""
    return f"{value} s" if key == "duration" and isinstance(value, int) else str(value)

"""Several runs on one page: animated together, their curves in the same plots, and their differences in a table."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from linkwright.arrays import PlainData
from linkwright.drawing import Drawable, Scene, playback
from linkwright.drawing.plots import number, text
from linkwright.dynamics import Dynamics
from linkwright.kinds import checked_arguments
from linkwright.model import Mechanism
from linkwright.report import page, verdicts
from linkwright.report.build import FOOTER, drawn_scene, forces_of, run_data, vectors_of, write_page
from linkwright.report.records import Section, as_parameters
from linkwright.report.sections.repeat import repetition
from linkwright.trajectory import Trajectory

MOST = 6
"""Runs on one page: browsers draw few pictures in WebGL at a time."""
ROWS = 20
"""Channels in the table of differences; further ones are folded."""
HEADS = ("channel", "unit", "largest difference", "at time, s", "RMS of the difference", "over the range")


@dataclass(frozen=True, eq=False)
class NamedRun:
    """A run with a name for the reader, and what its bodies look like; with its `dynamics` it has arrows of forces."""

    name: str
    machine: Scene | Drawable | Mechanism
    trajectory: Trajectory
    notes: tuple[str, ...] = ()
    dynamics: Dynamics | None = None


@dataclass(frozen=True)
class Difference:
    """How far a channel of one run is from that of the first, where both have it."""

    channel: str
    unit: str
    largest: float
    time: float
    rms: float
    share: float


@checked_arguments
def differences(first: Trajectory, other: Trajectory) -> list[Difference]:
    """The differences of all channels that both have in the same unit, over the time that both cover.

    They are taken at the samples of the first; the other is interpolated there. `share` is the largest difference over
    the range of the first.
    """
    inside = (first.time >= other.time[0]) & (first.time <= other.time[-1])
    times = first.time[inside]
    if not len(times):
        return []
    names = [name for name in first.names if name in other and other.unit(name) == first.unit(name)]
    values = other.at(times, names)
    found = []
    for name in names:
        gap = values[name] - first[name][inside]
        finite = np.isfinite(gap)
        if not finite.any():
            continue
        at = int(np.flatnonzero(finite)[np.argmax(np.abs(gap[finite]))])
        spread = float(np.ptp(first[name][np.isfinite(first[name])]))
        largest = abs(float(gap[at]))
        share = largest / spread if spread > 0 else (0.0 if largest == 0 else np.inf)
        rms = float(np.sqrt(np.mean(gap[finite] ** 2)))
        found.append(Difference(name, first.unit(name), float(gap[at]), float(times[at]), rms, share))
    return found


@checked_arguments
def render_several(runs: Sequence[NamedRun], *, title: str | None = None, notes: Sequence[str] = ()) -> str:
    """Return one page for two to six runs: side by side in motion, plots of all, differences from the first."""
    if not 2 <= len(runs) <= MOST:
        raise ValueError(f"{len(runs)} runs were given; a page sets 2 to {MOST} side by side: give as many")
    labels = _labels([run.name for run in runs])
    data, told, stills = [], list(notes), []
    for label, run in zip(labels, runs, strict=True):
        scene = drawn_scene(run.machine, run.trajectory)
        found, left_out = run_data(scene, run.trajectory, title=label, room=playback.ROOM // len(runs))
        data.append({**found, "label": label})
        told += [f"{label}: {sentence}" for sentence in (*run.notes, *left_out)]
        stills.append(all(body in run.trajectory.poses for body in scene.names) and bool(scene.bodies))
    _add_arrows(data, runs)
    name = title or " and ".join([", ".join(labels[:-1]), labels[-1]])
    return page.page(
        title=name,
        subtitle=f"{len(runs)} runs side by side; dashes tell their curves apart, colours tell channels apart",
        verdict="".join(_banner(label, run.trajectory) for label, run in zip(labels, runs, strict=True)),
        still="",
        animated=any(stills),
        notes=told,
        facts=[_differences_card(labels, runs), _parameters_card(labels, runs)],
        sections=_repetitions(labels, runs),
        footer=FOOTER,
        data=playback.script_json({"runs": data}),
    )


def _add_arrows(data: Sequence[PlainData], runs: Sequence[NamedRun]) -> None:
    """Forces of all runs on one scale, those of a run where its mechanism and its dynamics are known."""
    known = [
        vectors_of(run.machine, run.dynamics, forces_of(run.machine, run.dynamics, run.trajectory)) for run in runs
    ]
    largest = playback.largest_forces([each for found in known if found is not None for each in found[0]])
    for each, run, found in zip(data, runs, known, strict=True):
        if found is not None:
            each["forces"] = playback.pack_arrows(*found, len(run.trajectory.time), largest)


@checked_arguments
def save_several(
    path: str | os.PathLike[str], runs: Sequence[NamedRun], *, title: str | None = None, notes: Sequence[str] = ()
) -> Path:
    """Write the page of several runs, whole or not at all, and return its path; see `render_several`."""
    return write_page(path, render_several(runs, title=title, notes=notes))


def _labels(names: Sequence[str]) -> list[str]:
    """Names that differ: equal ones are numbered."""
    return [f"{name} ({k + 1})" if list(names).count(name) > 1 else name for k, name in enumerate(names)]


def _banner(label: str, trajectory: Trajectory) -> str:
    lines = verdicts.findings(trajectory.certificate)
    kind, headline, sentence = verdicts.summary(trajectory.outcome, lines, trajectory.certificate)
    return page.banner(kind, f"{label}: {headline}", sentence, identifier="")


def _differences_card(labels: Sequence[str], runs: Sequence[NamedRun]) -> str:
    """Tables of the differences of each further run from the first, the largest shares first."""
    pieces = []
    for label, run in zip(labels[1:], runs[1:], strict=True):
        found = sorted(differences(runs[0].trajectory, run.trajectory), key=lambda each: -each.share)
        caption = f"{label} less {labels[0]}"
        if not found:
            pieces.append(f"<p>{text(caption)}: no channel of the same name and unit at the same time.</p>")
            continue
        moving = {*playback.moving_channels(runs[0].trajectory), *playback.moving_channels(run.trajectory)}
        changed = [each for each in found if each.largest != 0 and each.channel in moving]
        same = len(found) - len(changed)
        if not changed:
            pieces.append(f"<p>{text(caption)}: all {same} common channels are equal, but for rounding.</p>")
            continue
        rest = changed[ROWS:]
        folded = f"<details><summary>{len(rest)} more channels</summary>{_table(rest, '')}</details>" if rest else ""
        equal = f"<p>{same} further channels are equal, or only rounding in both.</p>" if same else ""
        pieces.append(_table(changed[:ROWS], caption) + folded + equal)
    return page.card("Differences", "".join(pieces), "lw-differences")


def _table(rows: Sequence[Difference], caption: str) -> str:
    head = "".join(f'<th scope="col">{text(word)}</th>' for word in HEADS)
    body = "".join(
        f'<tr><th scope="row">{text(row.channel)}</th><td>{text(row.unit)}</td>'
        + "".join(f'<td class="number">{text(number(x, 4))}</td>' for x in (row.largest, row.time, row.rms))
        + f'<td class="number">{text(number(row.share, 3) if np.isfinite(row.share) else "was constant")}</td></tr>'
        for row in rows
    )
    title = f"<caption>{text(caption)}</caption>" if caption else ""
    return f'<div class="scroll"><table>{title}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _parameters_card(labels: Sequence[str], runs: Sequence[NamedRun]) -> str:
    """Parameters that are not the same in all runs."""
    tables = [{row.name: row for row in as_parameters(run.trajectory.provenance.get("parameters"))} for run in runs]
    names = list(dict.fromkeys(name for table in tables for name in table))
    rows = []
    for name in names:
        values = [table[name].value if name in table else None for table in tables]
        if len(set(values)) == 1:
            continue
        unit = next(table[name].unit for table in tables if name in table)
        cells = "".join(
            f'<td class="number">{text(value if isinstance(value, str) else number(value, 6))}</td>'
            for value in ("–" if value is None else value for value in values)
        )
        rows.append(f'<tr><th scope="row">{text(name)}</th><td>{text(unit)}</td>{cells}</tr>')
    if not rows:
        return page.card("Parameters", "<p>All parameters are the same.</p>", "lw-parameters")
    head = "".join(f'<th scope="col">{text(word)}</th>' for word in ("name", "unit", *labels))
    table = f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
    return page.card("Parameters that differ", table, "lw-parameters")


def _repetitions(labels: Sequence[str], runs: Sequence[NamedRun]) -> list[Section]:
    pieces = [
        f'<p>{text(label)}</p><pre class="scroll">{text(words)}</pre>'
        for label, run in zip(labels, runs, strict=True)
        if (words := repetition(run.trajectory.provenance))
    ]
    return [Section("Make these runs again", "".join(pieces))] if pieces else []

"""Reactions of joints as a section of a report: the largest force and moment of each, with their times."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linkwright.arrays import Array
from linkwright.drawing.playback import NOISE
from linkwright.drawing.plots import number, text
from linkwright.dynamics import Dynamics
from linkwright.report.records import Section
from linkwright.simulation import derive
from linkwright.trajectory import Trajectory

JOINTS = 60
"""Joints above which reactions are not computed for a page: their balance takes minutes."""
EVALUATIONS = 6_000
"""Joints times samples at which the balance is solved, about a second."""
ROWS = 12
"""Joints shown at once; further ones are folded."""
HEADS = ("joint", "largest force, N", "at time, s", "largest moment, N m", "at time, s")


@dataclass(frozen=True)
class Peak:
    """The largest value of a kind (N, N m) with its time (s); None where redundant constraints leave it open."""

    value: float | None
    time: float | None


@dataclass(frozen=True)
class JointPeaks:
    """Peaks of the force and of the moment that one joint transmits; None for what it has no component of."""

    joint: str
    force: Peak | None
    moment: Peak | None


def thin(trajectory: Trajectory, joints: int) -> Trajectory:
    """The run at as many of its samples, evenly spread, as the balance is solved at."""
    count = len(trajectory.time)
    kept = np.unique(np.linspace(0, count - 1, min(count, max(2, EVALUATIONS // joints))).round().astype(int))
    return trajectory if len(kept) == count else trajectory.resample(trajectory.time[kept])


def peaks(found: Trajectory, joints: list[str]) -> list[JointPeaks]:
    """The peaks of joints at the samples of a run: roots of the sums of squares of the components of each kind."""
    rows = []
    for joint in joints:
        own = [name for name in found.names if name.rpartition(".")[0] == f"reaction.{joint}"]
        sizes = {
            unit: np.sqrt(sum(found[name] ** 2 for name in own if found.unit(name) == unit))
            for unit in {found.unit(name) for name in own}
        }
        rows.append(JointPeaks(joint, *[_peak(sizes.get(unit), found.time) for unit in ("N", "N m")]))
    return rows


def joint_names(dynamics: Dynamics, trajectory: Trajectory) -> list[str]:
    """Names of the joints that have reactions."""
    first = dynamics.state_at(trajectory, float(trajectory.time[0]))
    return list(dynamics.reactions(first, {name: float(trajectory[name][0]) for name in dynamics.inputs}))


def _peak(sizes: Array | None, time: Array) -> Peak | None:
    if sizes is None:
        return None
    if not np.isfinite(sizes).any():
        return Peak(None, None)
    at = int(np.nanargmax(sizes))
    return Peak(float(sizes[at]), float(time[at]))


@dataclass(frozen=True, eq=False)
class Forces:
    """Forces at some of the samples of a run, as channels `reaction.*` and `effort.*`; or why there are none."""

    run: Trajectory | None
    joints: list[str]
    refusal: str = ""


def forces(dynamics: Dynamics, trajectory: Trajectory, drives: Sequence[str] = ()) -> Forces:
    """Reactions of all joints and efforts of drives, or the reason in words why they cannot be computed."""
    if len(trajectory.time) == 0:
        return Forces(None, [])
    try:
        joints = joint_names(dynamics, trajectory)
        if len(joints) > JOINTS:
            words = (
                f"{len(joints)} joints are many: lw.simulation.derive(dynamics, trajectory, reactions=[...]) computes "
                "those of some of them."
            )
            return Forces(None, joints, words)
        thinned = thin(trajectory, max(1, len(joints)))
        return Forces(derive(dynamics, thinned, reactions=joints, efforts=drives), joints)
    except (ValueError, ArithmeticError, KeyError) as error:
        return Forces(None, [], f"They are not shown: {error}.")


def section(forces: Forces, trajectory: Trajectory) -> Section | None:
    """A table of the peaks; the reason in words where they cannot be computed, None for a machine without joints."""
    title = "Reactions of the joints"
    if forces.run is None or not forces.joints:
        return Section(title, f"<p>{text(forces.refusal)}</p>") if forces.refusal else None
    found = peaks(forces.run, forces.joints)
    words = (
        f"Roots of the sums of squares of the components that each joint transmits, the largest at "
        f"{len(forces.run.time)} of {len(trajectory.time)} saved instants; moments are about the joint's own point."
    )
    largest = [max((p.value or 0.0 for each in found if (p := getattr(each, kind))), default=0.0) for kind in KINDS]
    shown = [
        each
        for each in found
        if any(_counts(getattr(each, kind), top) for kind, top in zip(KINDS, largest, strict=True))
    ]
    if not shown:
        return Section(title, "<p>No joint transmits a force or a moment.</p>")
    rest = shown[ROWS:]
    folded = f"<details><summary>{len(rest)} more joints</summary>{_table(rest, largest)}</details>" if rest else ""
    return Section(title, f"<p>{text(words)}</p>{_table(shown[:ROWS], largest)}{folded}")


KINDS = ("force", "moment")


def _counts(peak: Peak | None, largest: float) -> bool:
    return peak is not None and (peak.value is None or peak.value > NOISE * largest)


def _table(rows: list[JointPeaks], largest: list[float]) -> str:
    head = "".join(f'<th scope="col">{text(word)}</th>' for word in HEADS)
    body = []
    for row in rows:
        cells = "".join(_cells(getattr(row, kind), top) for kind, top in zip(KINDS, largest, strict=True))
        body.append(f'<tr><th scope="row">{text(row.joint)}</th>{cells}</tr>')
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{"".join(body)}</tbody></table></div>'


def _cells(peak: Peak | None, largest: float) -> str:
    if peak is None or not _counts(peak, largest):
        return "<td></td><td></td>"
    if peak.value is None or peak.time is None:
        return '<td colspan="2">not unique: redundant constraints</td>'
    return f'<td class="number">{text(number(peak.value, 4))}</td><td class="number">{text(number(peak.time, 4))}</td>'

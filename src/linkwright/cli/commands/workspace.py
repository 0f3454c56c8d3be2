"""The command `workspace`: where a platform can go."""

from __future__ import annotations

from linkwright.cli import output
from linkwright.cli.options import Figure, Json, Mechanism, NoMotors, Settings
from linkwright.cli.slice import (
    Across,
    At,
    Clearance,
    Elastic,
    Inputs,
    Length,
    Limit,
    Over,
    Platform,
    Resolution,
    SliceText,
    describe,
    describe_curves,
    find,
)

HELP = """Compute a slice of the workspace of a parallel machine, with dexterity.

The slice is across two coordinates of the platform, the others fixed at their reference values or --at. Ranges are
found where none are given. Each point is reached from its neighbour, in the assembly mode of the reference
configuration. With --out a figure (workspace.svg) and all numbers (workspace.json) are written.

\b
Examples:
  linkwright workspace three_rrr --resolution 30
  linkwright workspace planar_3prr --across platform.x --across platform.y --at platform.theta=0.1 --resolution 25
  linkwright workspace three_rrr --no-motors --limit A.phi=0.5:3 --over platform.theta=-0.4:0.4:3 --resolution 20
"""


def command(
    mechanism: Mechanism,
    settings: Settings = None,
    across: Across = None,
    at: At = None,
    limit: Limit = None,
    *,
    over: Over = None,
    clearance: Clearance = None,
    resolution: Resolution = 60,
    inputs: Inputs = None,
    platform: Platform = None,
    length: Length = None,
    elastic: Elastic = None,
    no_motors: NoMotors = False,
    out: Figure = None,
    as_json: Json = False,
) -> None:
    """Where the platform of a parallel machine can go: a slice of its workspace, with dexterity."""
    typed = SliceText(
        across or (), at or (), over, limit or (), clearance, resolution, inputs, platform, length, elastic
    )
    result = find(mechanism, settings or (), typed, out, no_motors=no_motors, as_json=as_json)
    found, written = result.workspace, result.write_files("workspace", "dexterity")
    if result.as_json:
        output.emit(found.as_dict() | result.origin | {"files": written})
        return
    describe(result.kinematics, found)
    unit = " ".join(dict.fromkeys(unit for unit in found.units if unit))
    unit = f"{unit}^2" if unit and found.units[0] == found.units[1] else unit
    output.say(f"allowed: {int(found.allowed.sum())} of {found.allowed.size} points, {found.area:.6g} {unit}".rstrip())
    output.say(
        f"mean dexterity (1 / condition): {found.mean_dexterity:.4g}, characteristic length {found.length:.4g} m"
    )
    describe_curves(found)
    output.wrote(written)

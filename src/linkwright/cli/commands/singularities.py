"""The command `singularities`: singular curves by kind, and distances to them."""

from __future__ import annotations

import numpy as np

from linkwright.analysis.kinematics import Workspace
from linkwright.arrays import PlainData
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

HELP = """Find singularities of both kinds over a slice of the workspace, and how far the reference is.

Parallel (second kind): the platform can move while the inputs stand. Serial (first kind): inputs can move while the
platform stands. Margins lie between 0 (singular) and 1; angles count times the characteristic length. The options are
those of `linkwright workspace`.

\b
Examples:
  linkwright singularities three_rrr --no-motors --at platform.theta=0.9 --resolution 30
  linkwright singularities delta --across platform.x --across platform.z --resolution 20
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
    """Singularities of both kinds over a slice of the workspace, and how far the reference is from them."""
    typed = SliceText(
        across or (), at or (), over, limit or (), clearance, resolution, inputs, platform, length, elastic
    )
    result = find(mechanism, settings or (), typed, out, no_motors=no_motors, as_json=as_json)
    kinematics, found = result.kinematics, result.workspace
    here = kinematics.singularity(kinematics.dynamics.reference)
    written = result.write_files("singularities", "parallel")
    if result.as_json:
        data = {
            "reference": here.as_dict(),
            "parallel_curves": [curve.tolist() for curve in found.curves("parallel")],
            "serial_curves": [curve.tolist() for curve in found.curves("serial")],
            "constraint_curves": [curve.tolist() for curve in found.curves("constraint")],
            "bounds": list(found.bounds),
            "across": list(found.names),
            "units": list(found.units),
            "at": dict(found.fixed),
            "characteristic_length": found.length,
            "goes_on": list(found.goes_on),
            "smallest": _smallest(found),
        }
        output.emit(data | result.origin | {"files": written})
        return
    describe(kinematics, found)
    output.say(f"reference configuration: {here.words}")
    describe_curves(found)
    for kind, place in _smallest(found).items():
        where = ", ".join(f"{name} = {value:.5g}" for name, value in place["at"].items())
        output.say(f"smallest {kind} margin on the grid: {place['margin']:.3g} at {where}")
    output.wrote(written)


def _smallest(found: Workspace) -> dict[str, PlainData]:
    result = {}
    for kind, values in (("parallel", found.parallel), ("serial", found.serial)):
        j, i = np.unravel_index(int(np.nanargmin(np.where(found.reached, values, np.inf))), values.shape)
        place = {found.names[0]: float(found.x[i]), found.names[1]: float(found.y[j])}
        result[kind] = {"margin": float(values[j, i]), "at": place}
    return result

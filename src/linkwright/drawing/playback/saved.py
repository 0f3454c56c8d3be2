"""The picture of a machine as the file of its run keeps it: a scene as JSON, checked when it is read."""

from __future__ import annotations

import itertools
import json
import math
import re
from collections.abc import Iterable, Mapping
from typing import NoReturn

import numpy as np

from linkwright.arrays import Array
from linkwright.drawing.machine.picture import scene_at
from linkwright.drawing.machine.scene import Scene
from linkwright.drawing.machine.shapes import Shape, Surface, anchors
from linkwright.model import Mechanism

MESH_ROOM = 200_000
"""Characters that a mesh may take in the file of a run; a body with a larger one has the automatic shape there."""
LARGEST = 2_000_000
"""Characters that the whole picture may take."""
SPANS = ("spring", "damper", "torsion")
FAULT = "fault"
"""The only entry of a picture that could not be made: why."""


def picture_text(mechanism: object, values: Mapping[str, float], poses: Mapping[str, Array]) -> str:
    """Return the picture of a mechanism as text, with the values of all parameters, at the poses of a motion.

    One that cannot be made keeps no run from being saved: the text then says why.
    """
    if not isinstance(mechanism, Mechanism):
        return ""
    text = ""
    for room in (MESH_ROOM, 0):
        try:
            text = scene_at(mechanism, values, poses, travelled=True, mesh_room=room).to_json()
        except (ArithmeticError, LookupError, OSError, TypeError, ValueError) as error:
            return json.dumps({FAULT: f"{error}"})
        if len(text) <= LARGEST:
            return text
    size = f"it takes {len(text) / 1e6:.1f} MB, and the file of a run keeps at most {LARGEST / 1e6:g} MB"
    return json.dumps({FAULT: size})


def read_picture(text: str, bodies: Iterable[str]) -> Scene:
    """Return the scene of a text from a file, whose bodies are those of the run; ValueError says what is wrong with it.

    The text is data: nothing in it is run, and what is no scene, or one that could not be drawn, is refused.
    """
    if len(text) > 2 * LARGEST:
        raise ValueError(f"it has {len(text) / 1e6:.1f} MB, at most {2 * LARGEST / 1e6:g} MB are read")
    try:
        record = json.loads(text, parse_constant=_refuse)
        if isinstance(record, dict) and FAULT in record:
            raise ValueError(str(record[FAULT]))
        scene = Scene.from_dict(record)
        _check(scene, set(bodies))
    except (ArithmeticError, AttributeError, LookupError, TypeError, RecursionError) as error:
        raise ValueError(f"it is not that of a machine ({type(error).__name__}: {error})") from error
    return scene


def _refuse(number: str) -> NoReturn:
    raise ValueError(f"it holds {number} where a finite number is expected")


def _check(scene: Scene, bodies: set[str]) -> None:
    unknown = sorted(set(scene.names) - bodies)
    if unknown:
        raise ValueError(f"it shows bodies that the run does not have: {', '.join(unknown[:5])}")
    for shape in (*scene.ground, *(shape for body in scene.bodies for shape in body.shapes)):
        _check_shape(shape)
    for span in scene.spans:
        vectors = (span.start, span.end, span.centre, span.axis)
        numbers = [*itertools.chain(*vectors), span.radius, span.length]
        whole = {len(vector) for vector in vectors} == {3} and all(math.isfinite(number) for number in numbers)
        if span.kind not in SPANS or not {span.first, span.second} <= {*scene.names, ""} or not whole:
            raise ValueError(f"it has a spring or damper that cannot be drawn: {span!r:.80}")
    if not 0 <= scene.symbol < math.inf:
        raise ValueError(f"the size of its symbols is {scene.symbol!r}")


def _check_shape(shape: Shape) -> None:
    colour = getattr(shape, "colour", "")
    if not isinstance(colour, str) or (colour and not re.fullmatch(r"#[0-9a-fA-F]{6}", colour)):
        raise ValueError(f"a {type(shape).__name__} has the colour {colour!r:.40}, expected #rrggbb")
    if isinstance(shape, Surface) and (
        not len(shape.corners) or (len(shape.triangles) and int(shape.triangles.max()) >= len(shape.corners))
    ):
        raise ValueError(f"a mesh has triangles of corners that are not there ({len(shape.corners)} are)")
    if not isinstance(getattr(shape, "label", ""), str) or not np.isfinite(anchors(shape)).all():
        raise ValueError(f"a {type(shape).__name__} has other than finite numbers and a name")

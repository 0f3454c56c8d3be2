"""A machine as a picture: bodies made of shapes, as data, with no model behind it.

A `Scene` and the poses of a motion are all that a drawing, an animation or a report needs.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass
from typing import cast

import numpy as np

from linkwright.arrays import Array, PlainData, PlainMapping
from linkwright.drawing.machine.shapes import Point, Shape, Span, anchors, shape_from_dict, shape_to_dict
from linkwright.kinds import checked_arguments


@dataclass(frozen=True)
class DrawnBody:
    """A body of the picture: its name (that of its poses in a motion) and its shapes in its own frame."""

    name: str
    shapes: tuple[Shape, ...]

    @property
    def points(self) -> tuple[Point, ...]:
        """The named points of the body."""
        return tuple(shape for shape in self.shapes if isinstance(shape, Point))

    @property
    def family(self) -> str:
        """What bodies of one sort have in common, so that they share a colour: `A.upper1` belongs to `upper`."""
        last = self.name.rsplit(".", 1)[-1]
        return last.rstrip("0123456789_") or last


@checked_arguments
@dataclass(frozen=True)
class Scene:
    """The picture of a machine: what moves, what stands, whether it is planar (in the x-y plane, seen from +z).

    `spans` are springs and dampers between bodies, `symbol` the size of pins [m] (0: by the size of the whole), `notes`
    sentences about what could not be drawn.
    """

    title: str
    planar: bool
    bodies: tuple[DrawnBody, ...]
    ground: tuple[Shape, ...] = ()
    unit: str = "m"
    spans: tuple[Span, ...] = ()
    symbol: float = 0.0
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse two bodies of one name: their poses could not be told apart."""
        counts = Counter(body.name for body in self.bodies)
        repeated = sorted(name for name, count in counts.items() if count > 1)
        if repeated:
            raise ValueError(
                f"scene {self.title!r} has several bodies called {', '.join(repeated)}: give each its own name."
            )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the bodies, in order."""
        return tuple(body.name for body in self.bodies)

    @property
    def families(self) -> tuple[str, ...]:
        """The families of bodies in the order they first appear: the order of their colours."""
        return tuple(dict.fromkeys(body.family for body in self.bodies))

    @property
    def reach(self) -> Array:
        """The points (k, 3) that span the ground, in the world."""
        return np.concatenate([np.zeros((0, 3)), *[anchors(shape) for shape in self.ground]])

    def to_dict(self) -> dict[str, object]:
        """Return the scene as plain data: dicts, lists, strings, numbers."""
        plain: PlainData = {
            "title": self.title,
            "planar": self.planar,
            "unit": self.unit,
            "bodies": [
                {"name": body.name, "family": body.family, "shapes": [shape_to_dict(shape) for shape in body.shapes]}
                for body in self.bodies
            ],
            "ground": [shape_to_dict(shape) for shape in self.ground],
            "spans": [asdict(span) for span in self.spans],
            "symbol": self.symbol,
            **({"notes": self.notes} if self.notes else {}),
        }
        return cast("PlainData", json.loads(json.dumps(plain)))

    def to_json(self) -> str:
        """Return the scene as JSON text; `Scene.from_json` reads it back."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    @classmethod
    @checked_arguments
    def from_dict(cls, record: PlainMapping) -> Scene:
        """Return the scene that `to_dict` described."""
        missing = [name for name in ("title", "planar", "bodies", "ground") if name not in record]
        if missing:
            msg = f"record has no {', '.join(missing)}; expected what Scene.to_dict returned"
            raise ValueError(msg)
        bodies = tuple(
            DrawnBody(str(body["name"]), tuple(shape_from_dict(shape) for shape in body["shapes"]))
            for body in record["bodies"]
        )
        ground = tuple(shape_from_dict(shape) for shape in record["ground"])
        spans = tuple(
            Span(**each | {k: tuple(v) for k, v in each.items() if isinstance(v, list | tuple)})
            for each in record.get("spans", ())
        )
        return cls(
            str(record["title"]),
            bool(record["planar"]),
            bodies,
            ground,
            str(record.get("unit", "m")),
            spans,
            float(record.get("symbol", 0.0)),
            tuple(str(note) for note in record.get("notes", ())),
        )

    @classmethod
    @checked_arguments
    def from_json(cls, text: str) -> Scene:
        """Return the scene that `to_json` wrote."""
        try:
            record = json.loads(text)
        except json.JSONDecodeError as error:
            msg = f"text is {text!r:.60}; expected what Scene.to_json returned ({error})"
            raise ValueError(msg) from None
        return cls.from_dict(record)

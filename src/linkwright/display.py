"""What notebooks show of a record, and the picture that a run keeps: by whoever draws, loaded when needed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

_renderers: list[Callable[[object], str]] = [lambda record: f"<pre>{escape(repr(record))}</pre>"]


def show_by(renderer: Callable[[object], str]) -> None:
    """Let a function make the HTML of all records that notebooks display."""
    _renderers[:] = [renderer]


_drawers: list[Callable[[object, Mapping[str, float], Mapping[str, object]], str]] = []


def draw_by(drawer: Callable[[object, Mapping[str, float], Mapping[str, object]], str]) -> None:
    """Let a function make the picture of a mechanism, as text, from its parameter values and the poses of a motion."""
    _drawers[:] = [drawer]


def picture_text(mechanism: object, values: Mapping[str, float], poses: Mapping[str, object]) -> str:
    """The picture of a mechanism as text; empty while nobody draws."""
    return _drawers[0](mechanism, values, poses) if _drawers else ""


class Displayed:
    """A record that notebooks display as HTML."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return _renderers[0](self)

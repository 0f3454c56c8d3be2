"""A signal diagram as SVG: blocks with their clocks, wires between them, modules around them, the machine on the right.

A bar at the head of each block has the colour of its period, and a legend says which.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from linkwright.closed_loop import ClosedLoop
from linkwright.drawing.plots.svg import PALETTE, coordinate, document, text, text_width
from linkwright.drawing.signals.layout import HEAD, LINE, PAD, SMALL, Box, Level, Point, port_text
from linkwright.drawing.signals.record import SignalDiagram, Source, duration, signals_of
from linkwright.kinds import checked_but
from linkwright.trajectory import Trajectory

MARGIN, TIP = 20.0, 7.0  # px


@checked_but("control")
def signal_diagram(control: ClosedLoop | Trajectory | SignalDiagram, *, title: str = "") -> str:
    """The signal diagram of a closed loop, or of a run of one, as a self-contained SVG picture, light and dark."""
    diagram = control if isinstance(control, SignalDiagram) else signals_of(control)
    level = Level(diagram, "", list(diagram.blocks))
    box = level.box
    head = 30.0 if title else 0.0
    labels = {source: port_text(source.name, diagram.units.get(source.name, "")) for source in box.left}
    aside = max((text_width(label, SMALL) for label in labels.values()), default=0.0) + 10.0
    left, top = MARGIN + aside, MARGIN + head
    periods = sorted({block.period for block in diagram.blocks}, reverse=True)
    colours = {period: PALETTE[k % len(PALETTE)] for k, period in enumerate(periods)}
    parts = [f'<text class="title" x="{MARGIN}" y="{MARGIN + 8}">{text(title)}</text>'] if title else []
    boxes = list(box.walk((left, top)))
    parts += [_module(each, corner) for each, corner in boxes if each.block is None and each is not box]
    machine, width, height = _machine(diagram, level, (left + box.size[0], top))
    parts.append(machine)
    parts += _wires(boxes)
    parts += [_leaf(each, corner, colours[each.block.period]) for each, corner in boxes if each.block is not None]
    for source, heights in box.left.items():
        parts.append(_words(left - 6, top + heights[0] + 4, labels[source], "end"))
    parts += _tips(boxes)
    parts += [
        _tip((left + box.size[0], top + box.right[source]), "right")
        for source in dict.fromkeys(diagram.commands.values())
    ]
    bottom = top + max(height, box.size[1]) + 22.0
    legend, across = _legend([(colours[period], f"every {duration(period)}") for period in periods], bottom)
    parts.append(legend)
    whole = max(left + box.size[0] + width, across, text_width(title, 15.0) + MARGIN) + MARGIN
    return document(whole, bottom + MARGIN, "".join(parts), label=title or f"Signal diagram of {diagram.machine}")


def _machine(diagram: SignalDiagram, level: Level, corner: Point) -> tuple[str, float, float]:
    """The machine at the right side, with its inputs and what is measured of it; its width and height."""
    box = level.box
    (x, y), height = corner, box.size[1]
    inputs: dict[Source, list[str]] = {}
    for name, source in diagram.commands.items():
        inputs.setdefault(source, []).append(port_text(name, diagram.units.get(name, "")))
    rows = [(box.right[source], ", ".join(names)) for source, names in inputs.items()]
    rows += [(at, port_text(source.name, diagram.units.get(source.name, ""))) for source, at in level.measured]
    free = [port_text(name, diagram.units.get(name, "")) for name in diagram.free]
    if free:
        height += LINE * (len(free) + 1)
    named = text_width(diagram.machine, 14.0) + text_width("machine", 12.0) + 8.0
    width = max([named, *(text_width(words, SMALL) for words in [*(label for _, label in rows), *free])]) + 2 * PAD
    over = HEAD  # the head stands above the rows, so that it hides none
    parts = [
        _frame(x, y - over + 4.0, width, height + over - 4.0, "box"),
        _head(x, y - over + 4.0, width),
        _title(x, y - over + 4.0, diagram.machine, "machine"),
    ]
    parts += [_words(x + PAD, y + at + 4, words, "start") for at, words in rows]
    if free:
        parts.append(_words(x + PAD, y + box.size[1] + 4, "given from outside:", "start", soft=True))
        parts += [_words(x + PAD, y + box.size[1] + 4 + LINE * (k + 1), words, "start") for k, words in enumerate(free)]
    return "".join(parts), width, height


def _module(box: Box, corner: Point) -> str:
    (x, y), (width, height) = corner, box.size
    place = f'x="{coordinate(x + PAD)}" y="{coordinate(y + 18)}" font-size="14" font-weight="600"'
    return _frame(x, y, width, height, "box", dashed=True) + f"<text {place}>{text(box.name)}</text>"


def _leaf(box: Box, corner: Point, colour: str) -> str:
    block = box.block
    assert block is not None
    (x, y), (width, height) = corner, box.size
    parts = [
        f"<g><title>{text(f'{block.name} ({block.kind}, {block.clock})')}</title>",
        _frame(x, y, width, height, "paper"),
        _head(x, y, width),
        f'<path stroke="{colour}" stroke-width="3" d="M{coordinate(x)} {coordinate(y + HEAD)}h{coordinate(width)}"/>',
        _title(x, y, box.name, block.kind),
        _words(x + PAD, y + HEAD + LINE, block.clock, "start", soft=True),
    ]
    sides = [name for name, source in block.inputs.items() if source.kind != "measurement"]
    below = [(name, source) for name, source in block.inputs.items() if source.kind == "measurement"]
    left = sorted(y for heights in box.left.values() for y in heights)
    parts += [_words(x + 8, y + at + 4, name, "start") for name, at in zip(sides, left, strict=True)]
    places = sorted(place for found in box.bottom.values() for place in found)
    parts += [_words(x + place, y + height - 7, name, "middle") for (name, _), place in zip(below, places, strict=True)]
    for name, unit in block.outputs.items():
        at = box.right[Source("block", name, block.name)]
        parts.append(_words(x + width - 8, y + at + 4, port_text(name, unit), "end"))
    return "".join(parts) + "</g>"


def _frame(x: float, y: float, width: float, height: float, style: str, *, dashed: bool = False) -> str:
    outline = (
        f'x="{coordinate(x)}" y="{coordinate(y)}" width="{coordinate(width)}" height="{coordinate(height)}" rx="5"'
    )
    dash = ' stroke-dasharray="5 4"' if dashed else ""
    return f'<rect class="{style}" {outline}/><rect class="rim" {outline}{dash}/>'


def _head(x: float, y: float, width: float) -> str:
    corner = f"a5 5 0 0 1 5 -5h{coordinate(width - 10)}a5 5 0 0 1 5 5"
    return f'<path class="head" d="M{coordinate(x)} {coordinate(y + HEAD)}v-21{corner}v21z"/>'


def _title(x: float, y: float, name: str, kind: str) -> str:
    return (
        f'<text x="{coordinate(x + PAD)}" y="{coordinate(y + 17.5)}"><tspan font-size="14" font-weight="600">'
        f'{text(name)}</tspan><tspan class="soft" dx="7">{text(kind)}</tspan></text>'
    )


def _words(x: float, y: float, words: str, anchor: str, *, soft: bool = False) -> str:
    style = ' class="soft"' if soft else ""
    place = f'x="{coordinate(x)}" y="{coordinate(y)}" text-anchor="{anchor}" font-size="{SMALL}"'
    return f"<text {place}{style}>{text(words)}</text>"


# -- wires -----------------------------------------------------------------------------------------------------------


def _wires(boxes: Sequence[tuple[Box, Point]]) -> list[str]:
    """All wires, with a dot where one signal parts."""
    paths: dict[Source, list[list[Point]]] = {}
    for box, (x, y) in boxes:
        for source, points in box.wires:
            paths.setdefault(source, []).append([(x + px, y + py) for px, py in points])
    parts = []
    for source, lines in paths.items():
        drawn = "".join("M" + "L".join(f"{coordinate(px)} {coordinate(py)}" for px, py in line) for line in lines)
        parts.append(f'<path class="ground" stroke-width="1.3" d="{drawn}"><title>{text(source.full)}</title></path>')
        parts += [
            f'<circle class="soft" cx="{coordinate(px)}" cy="{coordinate(py)}" r="2.8"/>' for px, py in _forks(lines)
        ]
    return parts


def _forks(lines: Sequence[Sequence[Point]]) -> list[Point]:
    """Points of a signal from which it goes in three directions or more."""
    pieces = [(a, b) for line in lines for a, b in pairwise(line)]
    found = []
    for point in dict.fromkeys(point for line in lines for point in line):
        ways = set()
        for a, b in pieces:
            for one, other in ((a, b), (b, a)):
                if one == point:
                    ways.add((_sign(other[0] - one[0]), _sign(other[1] - one[1])))
            if _between(point, a, b):
                ways |= {(_sign(a[0] - b[0]), _sign(a[1] - b[1])), (_sign(b[0] - a[0]), _sign(b[1] - a[1]))}
        if len(ways) > 2:
            found.append(point)
    return found


def _between(point: Point, a: Point, b: Point) -> bool:
    """Whether a point lies inside an upright or level piece."""
    for k in (0, 1):
        if a[k] == b[k] == point[k] and min(a[1 - k], b[1 - k]) < point[1 - k] < max(a[1 - k], b[1 - k]):
            return True
    return False


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _tips(boxes: Iterable[tuple[Box, Point]]) -> list[str]:
    """Arrows where wires end at blocks."""
    parts = []
    for box, (x, y) in boxes:
        if box.block is not None:
            parts += [_tip((x, y + at), "right") for heights in box.left.values() for at in heights]
            parts += [_tip((x + at, y + box.size[1]), "up") for places in box.bottom.values() for at in places]
    return parts


def _tip(point: Point, way: str) -> str:
    x, y = point
    shape = f"l{-TIP} -3.5v7z" if way == "right" else f"l-3.5 {TIP}h7z"
    return f'<path class="soft" d="M{coordinate(x)} {coordinate(y)}{shape}"/>'


def _legend(entries: Sequence[tuple[str, str]], y: float) -> tuple[str, float]:
    parts, x = [], MARGIN
    for colour, words in entries:
        parts.append(f'<rect x="{coordinate(x)}" y="{coordinate(y - 4)}" width="18" height="4" fill="{colour}"/>')
        parts.append(_words(x + 24, y + 2, words, "start"))
        x += 24.0 + text_width(words, SMALL) + 18.0
    return "".join(parts), x

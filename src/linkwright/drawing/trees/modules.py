"""The hierarchy of a machine as a picture: a box for each module, level by level, with its variables and constraints.

`render` gives SVG, `as_text` the same for a terminal. Children stand side by side below their parent; where a row would
be wider than the page they are wrapped into several rows that hang on a trunk, so that wide trees stay readable.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, replace

from linkwright.drawing.plots.svg import coordinate, document, text, text_width

PAGE = 1700.0  # px: rows wider than this are wrapped
COLUMNS = 46  # characters of a line inside a box
LINES = 14  # lines shown of one list; the rest is counted
LINE, PAD, GAP, DROP, INDENT = 16.0, 10.0, 22.0, 44.0, 30.0  # px


@dataclass(frozen=True)
class ModuleBox:
    """A module as it is shown: its name and kind, the variables it owns, its constraints in words, its children."""

    name: str
    kind: str
    variables: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
    children: tuple[ModuleBox, ...] = ()


@dataclass(frozen=True, eq=False)
class _Placed:
    """A box with its subtree, laid out [px]: `rows` are the children in rows.

    `corner` is the top left of the whole subtree in that of its parent, `at` the box's own in the subtree.
    """

    box: ModuleBox
    lines: tuple[tuple[str, str], ...]  # (css class, text)
    size: tuple[float, float]
    at: tuple[float, float]
    extent: tuple[float, float]
    rows: tuple[tuple[_Placed, ...], ...]
    corner: tuple[float, float] = (0.0, 0.0)

    def shift(self, dx: float, dy: float) -> _Placed:
        return replace(self, corner=(self.corner[0] + dx, self.corner[1] + dy))

    @property
    def left(self) -> float:
        """Left side of the box where its parent is."""
        return self.corner[0] + self.at[0]

    def walk(self) -> Iterator[_Placed]:
        """All boxes, with places on the page: their own and those of their children."""
        stack = [(self, (0.0, 0.0))]
        while stack:
            placed, origin = stack.pop()
            here = (origin[0] + placed.corner[0], origin[1] + placed.corner[1])
            rows = tuple(tuple(child.on_page(here) for child in row) for row in placed.rows)
            yield replace(placed.on_page(origin), rows=rows)
            stack.extend((child, here) for row in placed.rows for child in row)

    def on_page(self, origin: tuple[float, float]) -> _Placed:
        """The box with its place on the page, where its parent's subtree begins at `origin`."""
        (x, y), (dx, dy) = self.corner, self.at
        return replace(self, at=(origin[0] + x + dx, origin[1] + y + dy))


def render(tree: ModuleBox, *, title: str = "", page: float = PAGE) -> str:
    """Return the tree as a self-contained SVG picture; rows wider than `page` pixels are wrapped."""
    placed = _laid_out(tree, page)
    head = 34.0 if title else 0.0
    placed = placed.shift(GAP, GAP + head)
    parts = [f'<text class="title" x="{GAP}" y="{GAP + 6}">{text(title)}</text>'] if title else []
    parts.extend(_links(each) for each in placed.walk())
    parts.extend(_draw_box(each) for each in placed.walk())
    width = max(placed.extent[0], text_width(title, 15.0)) + 2 * GAP
    label = title or f"Module tree of {tree.name}"
    return document(width, placed.extent[1] + 2 * GAP + head, "".join(parts), label=label)


def as_text(tree: ModuleBox, *, width: int = 100) -> str:
    """Return the tree for a terminal of so many columns, drawn with box characters."""
    lines: list[str] = []
    stack: list[tuple[ModuleBox, str, str]] = [(tree, "", "")]
    while stack:
        box, first, rest = stack.pop()
        lines.append(f"{first}{_clean(box.name)}  ({_clean(box.kind)})")
        stem = rest + ("│   " if box.children else "    ")
        for word, entries in (("variables", box.variables), ("constraints", box.constraints)):
            if not entries:
                continue
            lead = f"{stem}{word + ':':<13}"
            room = max(24, width - len(lead))
            cleaned = [_clean(entry) for entry in entries]
            blocks = [", ".join(cleaned)] if word == "variables" else cleaned
            wrapped = [line for block in blocks for line in textwrap.wrap(block, room, break_on_hyphens=False)]
            lines.extend((lead if index == 0 else stem + " " * 13) + line for index, line in enumerate(wrapped))
        last = len(box.children) - 1
        for index in range(last, -1, -1):
            ends = index == last
            entry = (box.children[index], rest + ("└── " if ends else "├── "), rest + ("    " if ends else "│   "))
            stack.append(entry)
    return "\n".join(lines) + "\n"


def _clean(value: str) -> str:
    """Return the text on one line, without characters that would drive a terminal."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in value)


def _list_lines(word: str, entries: tuple[str, ...], *, together: bool) -> list[tuple[str, str]]:
    """Return a list inside a box: its heading with the count and its lines, the surplus counted in words."""
    if not entries:
        return []
    cleaned = [_clean(entry) for entry in entries]
    blocks = [", ".join(cleaned)] if together else cleaned
    lines = [
        line for block in blocks for line in textwrap.wrap(block, COLUMNS, subsequent_indent="" if together else "  ")
    ]
    heading = [("soft", f"{len(entries)} {word if len(entries) != 1 else word[:-1]}")]
    if len(lines) > LINES:
        lines = [*lines[: LINES - 1], f"… {len(lines) - LINES + 1} more lines"]
    return heading + [("mono", line) for line in lines]


def _content(box: ModuleBox) -> tuple[tuple[str, str], ...]:
    lines = _list_lines("variables", box.variables, together=True) + _list_lines(
        "constraints", box.constraints, together=False
    )
    return tuple(lines)


def _size(box: ModuleBox, lines: tuple[tuple[str, str], ...]) -> tuple[float, float]:
    name, kind = _title(box)
    widths = [text_width(name, 14.0) + text_width(kind, 12.0) + 8.0, 96.0]
    widths.extend(text_width(line, 11.5, mono=style == "mono") for style, line in lines)
    return max(widths) + 2 * PAD, 26.0 + (LINE * len(lines) + PAD if lines else 0.0)


def _title(box: ModuleBox) -> tuple[str, str]:
    return textwrap.shorten(_clean(box.name), 44, placeholder="…") or "…", textwrap.shorten(
        _clean(box.kind), 36, placeholder="…"
    )


def _row_heights(tree: ModuleBox) -> list[float]:
    """Return the height of the tallest box of each level, so that the boxes of a level start on one line."""
    heights: list[float] = []
    level: tuple[ModuleBox, ...] = (tree,)
    while level:
        heights.append(max(_size(box, _content(box))[1] for box in level))
        level = tuple(child for box in level for child in box.children)
    return heights


def _laid_out(tree: ModuleBox, page: float) -> _Placed:
    """The whole tree with its top left corner at (0, 0): boxes from the leaves up, since modules nest to any depth."""
    heights = _row_heights(tree)
    order = [(tree, 0)]
    for box, depth in order:  # grows while it is walked: level by level, children side by side
        order += [(child, depth + 1) for child in box.children]
    made: list[_Placed] = [None] * len(order)  # type: ignore[list-item]  # filled from the end
    end = len(order)
    for k, (box, depth) in reversed(list(enumerate(order))):
        start = end - len(box.children)
        made[k] = _place(box, made[start:end], heights[depth], page)
        end = start
    return made[0]


def _place(box: ModuleBox, children: list[_Placed], top: float, page: float) -> _Placed:
    """Return the subtree laid out with its top left corner at (0, 0), below a row that ends at `top`."""
    lines = _content(box)
    width, height = _size(box, lines)
    if not children:
        return _Placed(box, lines, (width, height), (0.0, 0.0), (width, height), ())
    rows = _shelves(children, page)
    wrapped = len(rows) > 1
    top = (height if wrapped else top) + DROP
    left = INDENT if wrapped else 0.0
    placed: list[tuple[_Placed, ...]] = []
    right = 0.0
    for row in rows:
        x = left
        shifted: list[_Placed] = []
        for child in row:
            shifted.append(child.shift(x, top))
            x += child.extent[0] + GAP
        right = max(right, x - GAP)
        top += max(child.extent[1] for child in row) + DROP
        placed.append(tuple(shifted))
    if wrapped:
        return _Placed(box, lines, (width, height), (0.0, 0.0), (max(width, right), top - DROP), tuple(placed))
    first, last = placed[0][0], placed[0][-1]
    middle = 0.5 * (first.left + 0.5 * first.size[0] + last.left + 0.5 * last.size[0])
    x = middle - 0.5 * width
    shift = max(0.0, -x)
    shifted_row = tuple(child.shift(shift, 0.0) for child in placed[0])
    extent = (max(right + shift, x + shift + width), top - DROP)
    return _Placed(box, lines, (width, height), (x + shift, 0.0), extent, (shifted_row,))


def _shelves(children: list[_Placed], page: float) -> list[list[_Placed]]:
    """Return the children in as many rows as the page needs, in order."""
    rows: list[list[_Placed]] = [[]]
    used = 0.0
    for child in children:
        if rows[-1] and used + child.extent[0] > page:
            rows.append([])
            used = 0.0
        rows[-1].append(child)
        used += child.extent[0] + GAP
    return rows


def _links(placed: _Placed) -> str:
    """Return the lines from a box to its children: a bus above each row, a trunk where there are several."""
    if not placed.rows:
        return ""
    several = len(placed.rows) > 1
    x = placed.at[0] + (0.5 * INDENT if several else 0.5 * placed.size[0])
    bottom = placed.at[1] + placed.size[1]
    path: list[str] = []
    for row in placed.rows:
        bus = row[0].at[1] - 0.5 * DROP
        middles = [child.at[0] + 0.5 * child.size[0] for child in row]
        path.append(f"M{coordinate(x)} {coordinate(bottom)}V{coordinate(bus)}")
        path.append(f"M{coordinate(min(x, *middles))} {coordinate(bus)}H{coordinate(max(x, *middles))}")
        path.extend(f"M{coordinate(middle)} {coordinate(bus)}V{coordinate(row[0].at[1])}" for middle in middles)
    return f'<path class="link" d="{"".join(path)}"/>'


def _draw_box(placed: _Placed) -> str:
    """Return one box: a head with name and kind, below it the lists."""
    (x, y), (width, height) = placed.at, placed.size
    name, kind = _title(placed.box)
    outline = f'x="{coordinate(x)}" y="{coordinate(y)}" width="{coordinate(width)}" rx="5"'
    corner = f"a5 5 0 0 1 5 -5h{coordinate(width - 10)}a5 5 0 0 1 5 5"
    words = f'x="{coordinate(x + PAD)}" xml:space="preserve"'
    parts = [
        f"<g><title>{text(f'{placed.box.name} ({placed.box.kind})')}</title>",
        f'<rect class="box" {outline} height="{coordinate(height)}"/>',
        f'<path class="head" d="M{coordinate(x)} {coordinate(y + 26)}v-21{corner}v21z"/>',
        f'<rect class="rim" {outline} height="{coordinate(height)}"/>',
        f'<text {words} y="{coordinate(y + 17.5)}"><tspan font-size="14" font-weight="600">{text(name)}</tspan>',
        f'<tspan class="soft" dx="7">{text(kind)}</tspan></text>',
    ]
    for index, (style, line) in enumerate(placed.lines):
        baseline = y + 26.0 + LINE * (index + 1)
        parts.append(f'<text class="{style}" {words} y="{coordinate(baseline)}">{text(line)}</text>')
    return "".join(parts) + "</g>"

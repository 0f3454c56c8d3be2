"""Picture of a diagnosis: every joint with its components, unique or not, dependent on which, released where."""

from __future__ import annotations

from linkwright.analysis import Diagnosis
from linkwright.drawing.plots.svg import PALETTE, coordinate, document, text, text_width

ROW, CELL_GAP, LEFT, TOP = 26.0, 6.0, 16.0, 96.0  # px
SURE, UNSURE = PALETTE[0], PALETTE[1]


def diagnosis_plot(found: Diagnosis) -> str:
    """Return the reactions of every joint as SVG: filled if unique, dashed if not, ringed twice if it may be released.

    Numbers after a row are those of the groups of dependent constraints that the joint is in.
    """
    released = {(item.joint, name) for item in found.releases for name in item.components}
    left = LEFT + max([text_width(joint) for joint in found.reactions] or [0.0]) + 14.0
    parts: list[str] = []
    widest = 560.0
    for number, (joint, components) in enumerate(found.reactions.items()):
        y = TOP + number * ROW
        x = left
        parts.append(_words(left - 14, y + 14, joint, anchor="end"))
        for name, sure in components.items():
            width = text_width(name, 11.5, mono=True) + 12
            parts.append(_cell(x, y, width, name, sure=sure, released=(joint, name) in released))
            x += width + CELL_GAP
        groups = [str(k) for k, group in enumerate(found.groups, 1) if joint in group.joints]
        if groups:
            words = f"group {', '.join(groups)}"
            parts.append(_words(x + 6, y + 14, words, anchor="start", style="soft"))
            x += text_width(words) + 12
        widest = max(widest, x + 16)
    height = TOP + len(found.reactions) * ROW + 16
    return document(widest, height, _head(found) + "".join(parts), label=f"Diagnosis of {found.title or found.machine}")


def _head(found: Diagnosis) -> str:
    counts = (
        f"degrees of freedom: Gruebler {found.gruebler}, at this pose {found.degrees_of_freedom}, at a general pose "
        f"{found.degrees_of_freedom_general}; dependent constraints: {found.redundant}"
    )
    legend = [("unique", True, False)]
    if not found.isostatic:
        legend += [("not unique", False, False), ("released: isostatic", False, True)]
    x, parts = LEFT, []
    for words, sure, released in legend:
        parts.append(_cell(x, 56.0, 26.0, "", sure=sure, released=released))
        parts.append(_words(x + 34, 70, words, anchor="start"))
        x += 34 + text_width(words) + 22
    return (
        f'<text class="title" x="{coordinate(LEFT)}" y="24">{text(found.title or found.machine)}</text>'
        + _words(LEFT, 44, counts, anchor="start", style="soft")
        + "".join(parts)
    )


def _cell(x: float, y: float, width: float, name: str, *, sure: bool, released: bool) -> str:
    place = f'x="{coordinate(x)}" y="{coordinate(y)}" width="{coordinate(width)}" height="19" rx="4"'
    colour = SURE if sure else UNSURE
    look = f'fill="{colour}" fill-opacity="0.16" stroke="{colour}"'
    if not sure:
        look += ' stroke-dasharray="4 3"'
    ring = ""
    if released:
        outer = (
            f'x="{coordinate(x - 2.5)}" y="{coordinate(y - 2.5)}" width="{coordinate(width + 5)}" height="24" rx="6"'
        )
        ring = f'<rect {outer} fill="none" stroke="{colour}" stroke-width="1.6"/>'
    return f"<rect {place} {look}/>{ring}{_words(x + width / 2, y + 14, name, anchor='middle', style='mono')}"


def _words(x: float, y: float, value: str, *, anchor: str, style: str = "") -> str:
    return (
        f'<text class="{style}" text-anchor="{anchor}" x="{coordinate(x)}" y="{coordinate(y)}">{text(value)}</text>'
        if value
        else ""
    )

"""Maps over poses: cells coloured by a value."""

from __future__ import annotations

import numpy as np

from linkwright.analysis import BandwidthMap
from linkwright.drawing.plots.svg import TITLE_SIZE, coordinate, document, text, text_width
from linkwright.drawing.plots.ticks import nice_ticks, tick_label
from linkwright.drawing.plots.workspace import REFUSED, SCALE
from linkwright.kinds import checked_arguments

LEFT, TOP, WIDE, TALL, RIGHT = 78.0, 64.0, 480.0, 380.0, 130.0  # px


@checked_arguments
def map_plot(found: BandwidthMap, *, title: str = "") -> str:
    """Return bandwidths (Hz) over two coordinates of the pose as SVG; grey cells have none."""
    known = found.values[np.isfinite(found.values)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)
    span = max(high - low, 1e-9 * max(abs(high), 1.0))
    heading = title or f"Bandwidth of {found.output} of {found.machine}"
    wide, tall = WIDE / len(found.x), TALL / len(found.y)
    parts = [f'<text class="title" x="{coordinate(LEFT)}" y="26">{text(heading)}</text>']
    words = f"response to {found.input}, linear, without friction"
    parts.append(f'<text class="soft" x="{coordinate(LEFT)}" y="46">{text(words)}</text>')
    for row in range(len(found.y)):
        for column in range(len(found.x)):
            value = found.values[row, column]
            x, y = LEFT + wide * column, TOP + TALL - tall * (row + 1)
            fill = REFUSED if not np.isfinite(value) else _colour((value - low) / span)
            shown = "none" if not np.isfinite(value) else f"{found.format_value(value)} Hz"
            parts.append(
                f'<rect x="{coordinate(x)}" y="{coordinate(y)}" width="{coordinate(wide)}" height="{coordinate(tall)}" '
                f'fill="{fill}"><title>{text(shown)}</title></rect>'
            )
    parts += _axis(found, 0) + _axis(found, 1)
    for k, colour in enumerate(SCALE):
        y = TOP + TALL - TALL * (k + 1) / len(SCALE)
        box = f'x="{coordinate(LEFT + WIDE + 24)}" y="{coordinate(y)}"'
        box += f' width="16" height="{coordinate(TALL / len(SCALE))}"'
        parts.append(f'<rect {box} fill="{colour}"/>')
    for share, value in ((0.0, low), (0.5, low + span / 2), (1.0, low + span)):
        parts.append(
            _words(LEFT + WIDE + 46, TOP + TALL - TALL * share + 4, f"{found.format_value(value)} Hz", "start")
        )
    return document(
        LEFT + max(WIDE + RIGHT, text_width(heading, TITLE_SIZE)),
        TOP + TALL + 56.0,
        "".join(parts),
        label=f"{heading}. {found.in_words()}",
    )


def _colour(share: float) -> str:
    return SCALE[min(int(share * len(SCALE)), len(SCALE) - 1)]


def _words(x: float, y: float, value: str, anchor: str = "middle", more: str = "") -> str:
    place = f'x="{coordinate(x)}" y="{coordinate(y)}"'
    return f'<text class="soft" text-anchor="{anchor}" {place}{more}>{text(value)}</text>'


def _axis(found: BandwidthMap, which: int) -> list[str]:
    """Ticks and name of an axis; cells are centred on the values of the grid."""
    values = found.y if which else found.x
    step = float(values[1] - values[0]) if len(values) > 1 else 1.0
    low, size = float(values[0]) - step / 2, step * len(values)
    ticks = nice_ticks(low, low + size, 6)
    between = ticks[1] - ticks[0] if len(ticks) > 1 else size
    parts = []
    for tick in ticks:
        share = (tick - low) / size
        label = tick_label(tick, between)
        if which:
            parts.append(_words(LEFT - 7, TOP + TALL - TALL * share + 4, label, "end"))
        else:
            parts.append(_words(LEFT + WIDE * share, TOP + TALL + 17, label))
    name = f"{found.names[which]} [{found.units[which]}]" if found.units[which] else found.names[which]
    middle = TOP + TALL / 2
    turned = f' transform="rotate(-90 18 {coordinate(middle)})"'
    parts.append(_words(18, middle, name, more=turned) if which else _words(LEFT + WIDE / 2, TOP + TALL + 40, name))
    return parts

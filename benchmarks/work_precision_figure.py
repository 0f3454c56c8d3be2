"""The picture of time against error: one panel a problem, one curve an integrator, logarithmic axes."""

from dataclasses import dataclass
from math import ceil, floor, log10

from results import duration, times

from linkwright.drawing.plots.svg import DASHES, PALETTE, coordinate, document, text
from linkwright.drawing.plots.ticks import SUPERSCRIPTS

LEVELS = (1e-3, 1e-5, 1e-7, 1e-9)  # state errors of the table
WIDTH, HEIGHT, LEFT, TOP, GAP, BOTTOM = 250.0, 250.0, 62.0, 46.0, 62.0, 92.0


@dataclass(frozen=True)
class Curve:
    """One point of a curve: problem, unit of its error, integrator, error, time (s)."""

    problem: str
    unit: str
    integrator: str
    error: float
    time: float


def _power(exponent):
    return f"10{str(exponent).translate(SUPERSCRIPTS)}"


def _line(x1, y1, x2, y2, kind):
    a, b, c, d = (coordinate(value) for value in (x1, y1, x2, y2))
    return f'<line class="{kind}" x1="{a}" y1="{b}" x2="{c}" y2="{d}"/>'


def _text(x, y, words, anchor="middle", more=""):
    return f'<text x="{coordinate(x)}" y="{coordinate(y)}" text-anchor="{anchor}"{more}>{text(words)}</text>'


def figure(points):
    """The picture as SVG text."""
    problems = list(dict.fromkeys(point.problem for point in points))
    names = list(dict.fromkeys(point.integrator for point in points))
    low, high = floor(log10(min(p.time for p in points))), ceil(log10(max(p.time for p in points)))
    pieces = []
    for column, problem in enumerate(problems):
        own = [point for point in points if point.problem == problem]
        first = max(-14, floor(log10(max(1e-14, min(p.error for p in own)))))
        last = ceil(log10(max(p.error for p in own)))
        left = LEFT + column * (WIDTH + GAP)

        def across(error, left=left, first=first, last=last):
            return left + WIDTH * (log10(max(error, 1e-14)) - first) / (last - first)

        def down(time):
            return TOP + HEIGHT * (high - log10(time)) / (high - low)

        for exponent in range(first, last + 1):
            x = across(10.0**exponent)
            pieces.append(_line(x, TOP, x, TOP + HEIGHT, "grid"))
            if (exponent - first) % 2 == 0:
                pieces.append(_text(x, TOP + HEIGHT + 17, _power(exponent)))
        for exponent in range(low, high + 1):
            y = down(10.0**exponent)
            pieces.append(_line(left, y, left + WIDTH, y, "grid"))
            pieces.append(_text(left - 6, y + 4, _power(exponent), "end"))
        pieces.append(
            f'<rect class="axis" x="{coordinate(left)}" y="{coordinate(TOP)}" width="{WIDTH:g}" height="{HEIGHT:g}"/>'
        )
        pieces.append(_text(left + WIDTH / 2, TOP - 12, problem, more=' class="title"'))
        pieces.append(_text(left + WIDTH / 2, TOP + HEIGHT + 38, f"state error [{own[0].unit}]"))
        for k, name in enumerate(names):
            places = [(across(p.error), down(p.time)) for p in own if p.integrator == name]
            if not places:
                continue
            colour, dash = PALETTE[k], DASHES[k % len(DASHES)]
            drawn = " ".join(f"{coordinate(x)},{coordinate(y)}" for x, y in places)
            pieces.append(
                f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="1.8" '
                f'stroke-dasharray="{dash}"/>'
            )
            pieces += [
                f'<circle cx="{coordinate(x)}" cy="{coordinate(y)}" r="2.6" fill="{colour}"/>' for x, y in places
            ]
    middle = TOP + HEIGHT / 2
    pieces.append(_text(16, middle, "time of a run [s]", more=f' transform="rotate(-90 16 {coordinate(middle)})"'))
    whole = LEFT + len(problems) * WIDTH + (len(problems) - 1) * GAP + 20
    for k, name in enumerate(names):
        x, y = LEFT + k * 175, TOP + HEIGHT + 70
        pieces.append(
            f'<line x1="{x:g}" y1="{y:g}" x2="{x + 30:g}" y2="{y:g}" stroke="{PALETTE[k]}" stroke-width="1.8" '
            f'stroke-dasharray="{DASHES[k % len(DASHES)]}"/>'
        )
        pieces.append(_text(x + 36, y + 4, name, "start"))
    label = "Time of a run against its state error, for each integrator on three problems"
    return document(whole, TOP + HEIGHT + BOTTOM, "".join(pieces), label=label) + "\n"


def table(points, comparisons):
    """The same as a text table (Markdown): the shortest time of each integrator below some errors, then the peers."""
    rows = [["problem", "integrator", *[f"error below {level:g}" for level in LEVELS]]]
    for problem, name in dict.fromkeys((point.problem, point.integrator) for point in points):
        own = [point for point in points if (point.problem, point.integrator) == (problem, name)]
        found = [[point.time for point in own if point.error <= level] for level in LEVELS]
        rows.append([problem, name, *[duration(min(each)) if each else "not reached" for each in found]])
    peers = [["problem and ours", "time", "peer", "time", "ratio", "of minima", "state errors, ours and the peer's"]]
    for row in comparisons:
        note = row.note.removeprefix("error ").replace(" against ", ", ")
        ratios = [times(row.ratio), times(row.ratio_of_minima)]
        peers.append([row.ours, duration(row.our_time), row.peer, duration(row.peer_time), *ratios, note])
    return "\n\n".join("\n".join(_rows(lines)) for lines in (rows, peers)) + "\n"


def _rows(lines):
    return ["| " + " | ".join(cells) + " |" for cells in (lines[0], ["---"] * len(lines[0]), *lines[1:])]

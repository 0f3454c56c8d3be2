"""What a benchmark says: comparisons with a target, and figures for information; as a table, Markdown and JSON."""

from dataclasses import asdict, dataclass, field

from measure import Timing


@dataclass(frozen=True)
class Comparison:
    """Ours against a peer: how many times faster, and whether the target was met (None: for information)."""

    ours: str
    peer: str
    our_time: float
    peer_time: float
    ratio: float
    ratio_of_minima: float
    target: float | None = None
    condition: bool = True  # a second condition of the target, such as a smaller error
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the target was met, on the medians."""
        return None if self.target is None else self.ratio >= self.target and self.condition


@dataclass(frozen=True)
class Figure:
    """A number with its unit; with a limit if it must stay below one."""

    what: str
    value: float
    unit: str
    limit: float | None = None
    note: str = ""

    @property
    def met(self) -> bool | None:
        """Whether the value is below the limit."""
        return None if self.limit is None else self.value < self.limit


@dataclass
class Section:
    """One question with its answers; `remarks` say what a reader must know to read the numbers.

    `pictures` holds SVG text by the name of its file.
    """

    title: str
    comparisons: list[Comparison] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    pictures: dict[str, str] = field(default_factory=dict)


def compare(
    timings: dict[str, Timing], ours: str, peer: str, *, target=None, condition: bool = True, note: str = ""
) -> Comparison:
    """Ratio of two timings of one interleaved measurement."""
    a, b = timings[ours], timings[peer]
    return Comparison(
        ours, peer, a.median, b.median, b.median / a.median, b.minimum / a.minimum, target, condition, note
    )


def duration(seconds: float) -> str:
    """Seconds in a unit that suits."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def times(ratio: float) -> str:
    """A ratio in words."""
    return f"{ratio:.3g} x"


def verdict(met) -> str:
    """In words, whether a target was met."""
    return "" if met is None else "met" if met else "missed"


def _number(figure: Figure) -> str:
    if figure.unit == "s":
        return duration(figure.value)
    return f"{figure.value:.4g} {figure.unit}".strip()


def comparison_cells(c: Comparison) -> list[str]:
    """Cells of one row, the same in the terminal and on the page."""
    target = "" if c.target is None else f">= {c.target:g} x"
    return [
        c.ours, duration(c.our_time), c.peer, duration(c.peer_time),
        times(c.ratio), times(c.ratio_of_minima), target, verdict(c.met), c.note,
    ]  # fmt: skip


def figure_cells(f: Figure) -> list[str]:
    """Cells of one row."""
    limit = "" if f.limit is None else f"< {f.limit:g} {f.unit}"
    return [f.what, _number(f), limit, verdict(f.met), f.note]


COMPARISON_HEADINGS = ["Linkwright", "time", "peer", "time", "ratio", "of minima", "target", "", "note"]
FIGURE_HEADINGS = ["figure", "value", "target", "", "note"]


def show(sections: list[Section], about: dict[str, str]) -> None:
    """Print tables to the terminal."""
    from rich.console import Console
    from rich.table import Table

    # A pipe has no width of its own; tables are then as wide as they need to be.
    console = Console() if Console().is_terminal else Console(width=200)
    for name, value in about.items():
        console.print(f"{name}: {value}", highlight=False)
    for section in sections:
        for headings, rows in (
            (COMPARISON_HEADINGS, [comparison_cells(c) for c in section.comparisons]),
            (FIGURE_HEADINGS, [figure_cells(f) for f in section.figures]),
        ):
            if not rows:
                continue
            table = Table(title=section.title, title_justify="left", title_style="bold")
            for heading in headings:
                numeric = heading in {"time", "ratio", "of minima", "value", "target"}
                table.add_column(heading, justify="right" if numeric else "left", no_wrap=numeric)
            for cells in rows:
                colour = {"met": "green", "missed": "red"}.get(cells[-2], "")
                table.add_row(*cells, style=colour)
            console.print(table)
        for remark in section.remarks:
            console.print(f"  {remark}", highlight=False)
        console.print()


def markdown(sections: list[Section], about: dict[str, str]) -> str:
    """The same as Markdown, to be included in a page."""
    lines = [f"- {name}: {value}" for name, value in about.items()] + [""]
    for section in sections:
        lines += [f"### {section.title}", ""]
        for headings, rows in (
            (COMPARISON_HEADINGS, [comparison_cells(c) for c in section.comparisons]),
            (FIGURE_HEADINGS, [figure_cells(f) for f in section.figures]),
        ):
            if rows:
                lines += [_row(headings), _row(["---"] * len(headings)), *[_row(cells) for cells in rows], ""]
        lines += [f"{remark}\n" for remark in section.remarks]
    return "\n".join(lines).rstrip() + "\n"


def _row(cells: list[str]) -> str:
    return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"


def as_json(sections: list[Section], about: dict[str, str]) -> dict[str, object]:
    """Everything as plain data; times in s."""
    return {
        "about": about,
        "sections": [
            {
                "title": s.title,
                "comparisons": [asdict(c) | {"met": c.met} for c in s.comparisons],
                "figures": [asdict(f) | {"met": f.met} for f in s.figures],
                "remarks": s.remarks,
            }
            for s in sections
        ],
    }

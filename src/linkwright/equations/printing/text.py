"""Stages as plain text for a terminal or a file."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from functools import lru_cache

from linkwright.equations.printing.stage import Stage
from linkwright.symbolic.readable import Sympy, sympy_module

MOST_TEXTS = 4096
"""Expressions whose text is kept: matrices that are too wide are written again, and entries repeat."""
RULE = {0: "Parts: M v' = f + constraint forces", 1: "Constraints: A_k v' = b_k;  S_k = S_{k-1} C_k, A_k S_k = 0"}
KINDS = {
    "M": "inertia matrix",
    "N_l": "twists of bodies from those they hang on",
    "N_d": "twists of the joints by their speeds",
    "N": "t = N v, N = N_l N_d",
    "M_t": "inertia matrix of the twists",
    "f": "forces: loads minus inertia forces at v' = 0",
    "A": "constraint matrix",
    "b": "right-hand side",
    "g": "closed positions, = 0",
    "n": "condition on speeds, = 0",
    "C": "kernel by partition: speeds (rows) by independent speeds (columns)",
    "f_": "loads between the parts",
    "q'": "rates of the coordinates",
}


def as_text(title: str, stages: Sequence[Stage], *, width: int = 110) -> str:
    """Stages one under another; matrices that are too wide are listed entry by entry."""
    lines = [_one_line(title), "=" * min(len(title), width)]
    previous = -1
    for stage in stages:
        section = min(stage.level, 1)
        if section != previous:
            lines += ["", RULE[section], "-" * len(RULE[section])]
            previous = section
        lines += ["", *_stage(stage, width)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def kind_of(name: str) -> str:
    """What an entry is, in words."""
    return KINDS.get(name, KINDS.get(name[:2], KINDS.get(name[:1], "")))


def _stage(stage: Stage, width: int) -> list[str]:
    level = f", level {stage.level}" if stage.level else ""
    head = f"{_one_line(stage.title)}{level}: {', '.join(stage.uses)}"
    lines = textwrap.wrap(head, width, subsequent_indent="  ", break_on_hyphens=False)
    for name, matrix in stage.entries.items():
        lines += [f"  {name}  ({kind_of(name)})", *_matrix(stage, name, matrix, width)]
    if stage.where:
        lines.append("  where")
        lines += [line for symbol, value in stage.where for line in _assignment_lines(symbol.name, value, width)]
    lines += [
        line
        for note in stage.notes
        for line in textwrap.wrap(_one_line(note), width - 2, initial_indent="  ", subsequent_indent="  ")
    ]
    return lines


def _matrix(stage: Stage, name: str, matrix: Sympy, width: int) -> list[str]:
    rows = list(stage.rows.get(name, ())) or [""] * matrix.rows
    heads = list(stage.columns.get(name, ()))
    cells = [[_text_of(matrix[i, j]) for j in range(matrix.cols)] for i in range(matrix.rows)]
    left = max((len(row) for row in rows), default=0)
    sizes = [max([len(heads[j]) if heads else 0, *(len(row[j]) for row in cells)]) for j in range(matrix.cols)]
    if 4 + left + 4 + sum(sizes) + 2 * len(sizes) > width:
        return _entries(matrix, rows, heads, width)
    lines = []
    if heads:
        lines.append(
            " " * (4 + left + 3) + "  ".join(f"{head:<{size}}" for head, size in zip(heads, sizes, strict=True))
        )
    for row, entries in zip(rows, cells, strict=True):
        inside = "  ".join(f"{entry:<{size}}" for entry, size in zip(entries, sizes, strict=True))
        lines.append(f"    {row:<{left}} [ {inside} ]")
    return lines


def _entries(matrix: Sympy, rows: list[str], heads: list[str], width: int) -> list[str]:
    """Entries that are not zero, one to a line."""
    lines = []
    for i in range(matrix.rows):
        for j in range(matrix.cols):
            if matrix[i, j] != 0:
                place = f"{rows[i]}, {heads[j]}" if heads else rows[i]
                lines += _assignment_lines(f"[{place}]", matrix[i, j], width)
    return [*lines, "    (all others are zero)"] if heads else lines


def _assignment_lines(name: str, value: Sympy, width: int) -> list[str]:
    text = f"    {name} = {_text_of(value)}"
    return textwrap.wrap(text, width, subsequent_indent=" " * 8, break_long_words=False, break_on_hyphens=False)


@lru_cache(maxsize=MOST_TEXTS)
def _text_of(expression: Sympy) -> str:
    """Expression on one line, powers with a caret."""
    return str(sympy_module().sstr(expression)).replace("**", "^")


def _one_line(text: str) -> str:
    """Text without characters that would drive a terminal."""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)

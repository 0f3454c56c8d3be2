"""Stages as LaTeX; names and titles are escaped, so that any title compiles."""

from __future__ import annotations

import re
from collections.abc import Sequence

from linkwright.equations.printing.breaks import display, width
from linkwright.equations.printing.names import escape_latex, typeset
from linkwright.equations.printing.stage import Stage
from linkwright.equations.printing.text import kind_of
from linkwright.symbolic.readable import Sympy, sympy_module

HEAD = r"""\documentclass[a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}% outlines instead of bitmaps, where installed
\usepackage[margin=20mm]{geometry}
\usepackage{amsmath}
\usepackage{graphicx}
\allowdisplaybreaks
\renewcommand{\arraystretch}{1.5}% fractions in neighbouring rows do not touch
% A matrix wider than the page is made to fit, a narrower one keeps its size.
\newsavebox{\lwbox}
\newcommand{\fitted}[1]{\sbox{\lwbox}{$\displaystyle #1$}%
  \ifdim\wd\lwbox>\linewidth \resizebox{\linewidth}{!}{\usebox{\lwbox}}\else \usebox{\lwbox}\fi}
\begin{document}
"""

WIDEST = 130
"""Characters of a matrix (as text) above which its entries stand one under another, not to shrink below 6 points."""

SHORT = 60
"""Characters of an abbreviation (as text) up to which it stands in a line with others."""


def as_latex(title: str, stages: Sequence[Stage], *, standalone: bool = True) -> str:
    r"""Stages as LaTeX; standalone: a document that pdflatex compiles, else its body (it needs \fitted and amsmath)."""
    body = [rf"\section*{{{escape_latex(title)}}}"]
    previous = -1
    for stage in stages:
        section = min(stage.level, 1)
        if section != previous:
            body.append(_rule(section))
            previous = section
        body += _stage(stage)
    text = "\n".join(body) + "\n"
    return HEAD + text + "\\end{document}\n" if standalone else text


def _rule(section: int) -> str:
    if section == 0:
        return r"\subsection*{Parts: $M\,\dot{v} = f + {}$constraint forces}"
    return r"\subsection*{Constraints: $A_k\,\dot{v} = b_k$, eliminated from the leaves up: $S_k = S_{k-1}\,C_k$}"


def _stage(stage: Stage) -> list[str]:
    level = f", level {stage.level}" if stage.level else ""
    lines = [rf"\paragraph{{{escape_latex(stage.title)}{level}.}} {escape_latex(', '.join(stage.uses))}"]
    for name, matrix in stage.entries.items():
        lines.append(rf"\par\noindent {escape_latex(kind_of(name))}:")
        if _too_wide(matrix):
            lines += _one_by_one(stage, name, matrix)
        else:
            lines.append(rf"\[ \fitted{{{_name(name)} = {_matrix(stage, name, matrix)}}} \]")
    if stage.where:
        lines += [r"\par\noindent where:", *_where(stage)]
    lines += [rf"\par\noindent {escape_latex(note)}" for note in stage.notes]
    return lines


def _where(stage: Stage) -> list[str]:
    """Abbreviations in order: short ones one after another in a paragraph, each of the others on lines of its own."""
    lines: list[str] = []
    for symbol, value in stage.where:
        if width(value) <= SHORT:
            lines.append(rf"\(\displaystyle {typeset(symbol.name)} = {_expression(value)}\),\quad")
        else:
            lines.append(display(typeset(symbol.name), value, _expression))
    return [r"\par\noindent\begingroup\raggedright\lineskip=4pt\lineskiplimit=2pt", *lines, r"\par\endgroup"]


def _too_wide(matrix: Sympy) -> bool:
    """Whether a matrix would have to be made much smaller to fit a line."""
    columns = [max((width(matrix[i, j]) for i in range(matrix.rows)), default=0) for j in range(matrix.cols)]
    return sum(columns) + 3 * len(columns) > WIDEST


def _one_by_one(stage: Stage, name: str, matrix: Sympy) -> list[str]:
    """Entries of a matrix that are not zero, one under another; rows and columns go by their numbers."""
    lines = []
    heads = stage.columns.get(name)
    if heads is not None and name != "M":
        sides = stage.rows.get(name, ())
        beside = [typeset(side) if name.startswith("C") else rf"\mathrm{{{escape_latex(side)}}}" for side in sides]
        if beside:
            lines.append(r"\par\noindent rows: " + ", ".join(f"${side}$" for side in beside))
        lines.append(r"\par\noindent columns: " + ", ".join(f"${_above(head)}$" for head in heads))
    for i in range(matrix.rows):
        for j in range(matrix.cols):
            if matrix[i, j] != 0:
                place = f"{i + 1}" if matrix.cols == 1 else f"{i + 1},{j + 1}"
                lines.append(display(rf"({_name(name)})_{{{place}}}", matrix[i, j], _expression))
    zeros = sum(1 for entry in matrix if entry == 0)
    if zeros:
        lines.append(r"\par\noindent (all others are zero)")
    return lines


def _name(name: str) -> str:
    r"""Name of an entry: A_2[vertex_A] as A_{2,\mathrm{vertex\_A}}."""
    found = re.fullmatch(r"(\w)(?:_(\d+))?(?:\[(.*)\])?", name)
    if found is None:
        return r"\dot{q}" if name == "q'" else rf"\mathrm{{{escape_latex(name)}}}"
    letter, level, constraint = found.groups()
    marks = [mark for mark in (level, constraint and rf"\mathrm{{{escape_latex(constraint)}}}") if mark]
    return letter + (f"_{{{','.join(marks)}}}" if marks else "")


def _matrix(stage: Stage, name: str, matrix: Sympy) -> str:
    """A matrix in brackets; where columns have names, they stand above and the rows' names beside it."""
    rows = [" & ".join(_expression(matrix[i, j]) for j in range(matrix.cols)) for i in range(matrix.rows)]
    heads = stage.columns.get(name)
    if heads is None or name == "M":
        form = "c" * max(matrix.cols, 1)
        inside = r" \\ ".join(rows)
        return rf"\left[\begin{{array}}{{{form}}} {inside} \end{{array}}\right]"
    above = " & ".join(_above(head) for head in heads)
    sides = stage.rows.get(name, ())
    beside = [typeset(side) if name.startswith("C") else rf"\mathrm{{{escape_latex(side)}}}" for side in sides]
    lines = [f"{side} & {row}" for side, row in zip(beside, rows, strict=True)]
    inside = r" \\ ".join(lines)
    form = "c" * max(matrix.cols, 1)
    return rf"\begin{{array}}{{r|{form}}} & {above} \\ \hline {inside} \end{{array}}"


def _above(head: str) -> str:
    return typeset(head)


def _expression(expression: Sympy) -> str:
    sympy = sympy_module()
    names = {symbol: typeset(symbol.name) for symbol in expression.free_symbols}
    return str(sympy.latex(expression, symbol_names=names))

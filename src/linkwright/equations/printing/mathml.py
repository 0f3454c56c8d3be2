"""Stages as HTML with formulas in MathML, which browsers typeset by themselves; names and titles are escaped."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import cache
from html import escape, unescape
from typing import Any

from linkwright.equations.printing.names import GREEK, take_apart
from linkwright.equations.printing.stage import Stage
from linkwright.equations.printing.text import kind_of
from linkwright.symbolic.readable import Sympy, sympy_module

ACCENTS = {"bar": "\N{MACRON}", "hat": "^", "tilde": "~"}
DOTS = {1: "\N{DOT ABOVE}", 2: "\N{DIAERESIS}"}
RULES = ("Parts: M v\u2032 = f + constraint forces", "Constraints: A v\u2032 = b")
ENTITIES = {
    "<mo>&InvisibleTimes;</mo>": '<mspace width="0.17em"/>',
    "&ExponentialE;": "e",
    "<mo>-</mo>": "<mo>\N{MINUS SIGN}</mo>",
}
"""What SymPy writes, and how a page typesets it."""
CAPITALS = frozenset(word for word in GREEK if word[0].isupper())


def as_html(stages: Sequence[Stage], *, room: int) -> tuple[str, int]:
    """Stages as HTML, as many as `room` characters hold, and how many were left out."""
    pieces: list[str] = []
    used, left, section = 0, 0, -1
    for stage in stages:
        made = _stage(stage)
        if used + len(made) > room:
            left += 1
            continue
        used += len(made)
        if min(stage.level, 1) != section:
            section = min(stage.level, 1)
            pieces.append(f"<h3>{escape(RULES[section])}</h3>")
        pieces.append(made)
    return "".join(pieces), left


def name_in_mathml(name: str) -> str:
    """A name as MathML: Greek letters, subscripts, dots for primes.

    >>> name_in_mathml("phi_m'")
    '<msub><mover accent="true"><mi>φ</mi><mo>˙</mo></mover><mi>m</mi></msub>'
    """
    letters = take_apart(name)
    symbol = _word(letters.head)
    above = ACCENTS.get(letters.accent, "") + DOTS.get(letters.dots, "\N{DOT ABOVE}" * letters.dots)
    for mark in above:
        symbol = f'<mover accent="true">{symbol}<mo>{mark}</mo></mover>'
    below = [_word(part) for part in letters.below] + [_upright(part) for part in letters.path]
    if not below:
        return symbol
    marks = "<mo>,</mo>".join(below)
    return f"<msub>{symbol}{marks if len(below) == 1 else f'<mrow>{marks}</mrow>'}</msub>"


def expression_in_mathml(expression: Sympy) -> str:
    """A SymPy expression as MathML, without the element <math> around it."""
    return str(_printer()(expression))


def formula(left: str, right: str) -> str:
    """An equation as an element of its own, in a box that scrolls where it is wider than the page."""
    return f'<div class="scroll"><math display="block"><mrow>{left}<mo>=</mo>{right}</mrow></math></div>'


def _word(word: str) -> str:
    """A letter, slanted; digits; a Greek letter; or a word, upright."""
    if word in GREEK:
        greek = f"GREEK {'CAPITAL' if word in CAPITALS else 'SMALL'} LETTER {word.upper().replace('LAMBDA', 'LAMDA')}"
        return f"<mi>{unicodedata.lookup(greek)}</mi>"
    return f"<mn>{word}</mn>" if word.isdigit() else f"<mi>{escape(word)}</mi>"


def _upright(word: str) -> str:
    return f"<mi>{escape(word)}</mi>"


def _stage(stage: Stage) -> str:
    """One stage: its title, what it is of, its matrices, and abbreviations."""
    level = f", level {stage.level}" if stage.level else ""
    uses = f": {', '.join(stage.uses)}" if stage.uses else ""
    pieces = [f"<h4>{escape(stage.title)}{level}{escape(uses)}</h4>"]
    for name, matrix in stage.entries.items():
        if not (matrix.rows and matrix.cols):
            continue
        pieces.append(f'<p class="soft">{escape(kind_of(name))}</p>')
        pieces.append(formula(_entry_name(name), _matrix(stage, name, matrix)))
    if stage.where:
        pieces.append('<p class="soft">where</p>')
        pieces += [formula(name_in_mathml(symbol.name), expression_in_mathml(value)) for symbol, value in stage.where]
    pieces += [f"<p>{escape(note)}</p>" for note in stage.notes]
    return "".join(pieces)


def _entry_name(name: str) -> str:
    """The name of an entry: A_2[vertex_A] as A with subscripts 2 and vertex_A."""
    if name == "q'":
        return name_in_mathml("q'")
    letter, _, rest = name.partition("_")
    level, _, constraint = rest.partition("[")
    letter, _, own = letter.partition("[")
    marks = [part for part in (level, (constraint or own).rstrip("]")) if part]
    below = "<mo>,</mo>".join(f"<mi>{escape(part)}</mi>" for part in marks)
    return f"<msub><mi>{escape(letter)}</mi><mrow>{below}</mrow></msub>" if marks else f"<mi>{escape(letter)}</mi>"


def _matrix(stage: Stage, name: str, matrix: Sympy) -> str:
    """A matrix in brackets; where columns have names, they stand above and the rows' names beside it."""
    heads = stage.columns.get(name) if name != "M" else None
    sides = stage.rows.get(name, ()) if heads is not None else ()
    rows = []
    if heads is not None:
        above = ["<mtd></mtd>"] if sides else []
        rows.append("<mtr>" + "".join([*above, *[f"<mtd>{name_in_mathml(head)}</mtd>" for head in heads]]) + "</mtr>")
    for i in range(matrix.rows):
        beside = [f"<mtd><mtext>{escape(sides[i])}</mtext></mtd>"] if sides else []
        cells = [f"<mtd>{expression_in_mathml(matrix[i, j])}</mtd>" for j in range(matrix.cols)]
        rows.append("<mtr>" + "".join([*beside, *cells]) + "</mtr>")
    table = f"<mtable>{''.join(rows)}</mtable>"
    if heads is not None:
        return table.replace("<mtable>", '<mtable class="named">', 1)
    return f'<mrow><mo stretchy="true">[</mo>{table}<mo stretchy="true">]</mo></mrow>'


@cache
def _printer() -> Any:
    """Expressions by SymPy's own printer, with symbols named as in the rest of the page."""
    sympy_module()
    from sympy.printing.mathml import MathMLPresentationPrinter

    class Printer(MathMLPresentationPrinter):  # type: ignore[misc]  # SymPy has no types
        """Symbols are marks between two letters of private use; they become names afterwards."""

        def _print_Symbol(self, sym: Any, style: str = "plain") -> Any:
            mark = self.dom.createElement("mi")
            mark.appendChild(self.dom.createTextNode(f"\ue000{sym.name}\ue001"))
            return mark

    printer = Printer()

    def printed(expression: Any) -> str:
        found = str(printer._print(expression).toxml())  # noqa: SLF001  what doprint adds is not wanted
        for entity, letter in ENTITIES.items():
            found = found.replace(entity, letter)
        return re.sub("<mi>\ue000(.*?)\ue001</mi>", lambda name: name_in_mathml(unescape(name[1])), found)

    return printed


__all__ = ["as_html", "expression_in_mathml", "formula", "name_in_mathml"]

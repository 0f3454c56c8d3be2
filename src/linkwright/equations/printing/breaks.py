"""Long equations in LaTeX: sums broken over lines, so that nothing is made too small to be read."""

from __future__ import annotations

from collections.abc import Callable

from linkwright.symbolic.readable import Sympy, sympy_module

LINE = 85
"""Characters of a formula (as text) that a line of A4 holds at 10 points, about."""
LINES = 45
"""Lines of a formula that a page holds."""


def display(left: str, expression: Sympy, latex: Callable[[Sympy], str]) -> str:
    r"""Equation `left = expression` as a display; one that is longer than a line is broken between its terms."""
    if width(expression) <= LINE:
        return rf"\[ \fitted{{{left} = {latex(expression)}}} \]"
    lines = _lines(expression, latex)
    pieces = [lines[k : k + LINES] for k in range(0, len(lines), LINES)]
    shown = []
    for number, piece in enumerate(pieces):
        start = rf"{left} ={{}}&" if number == 0 else r"&\quad"
        inside = r" \\ &\quad ".join(piece)
        shown.append(rf"\[ \fitted{{\begin{{aligned}} {start} {inside} \end{{aligned}}}} \]")
    return "\n".join(shown)


def width(expression: Sympy) -> int:
    """Length of an expression as text: what its width goes by."""
    return len(str(sympy_module().sstr(expression)))


def _lines(expression: Sympy, latex: Callable[[Sympy], str]) -> list[str]:
    """A sum, or a product with one long sum in it, as lines; all else is one line."""
    if expression.is_Add:
        return _fill_lines(expression.as_ordered_terms(), latex)
    sums = [factor for factor in expression.args if factor.is_Add] if expression.is_Mul else []
    if sums:
        longest = max(sums, key=width)
        if width(longest) > LINE:
            rest = sympy_module().Mul(*[factor for factor in expression.args if factor is not longest])
            inner = _fill_lines(longest.as_ordered_terms(), latex)
            front = "-" if rest == -1 else latex(rest)
            return [rf"{front}\,\bigl[", *inner, r"\bigr]"]
    return [latex(expression)]


def _fill_lines(terms: list[Sympy], latex: Callable[[Sympy], str]) -> list[str]:
    """Terms of a sum, as many in a line as it holds; a term that is longer than a line is broken itself."""
    lines: list[str] = []
    line, used = "", 0
    for term in terms:
        size = width(term)
        if size > 1.5 * LINE:
            broken = _lines(term, latex)
            if line:
                lines.append(line)
            lines += [_with_sign(broken[0], first=not lines), *broken[1:]]
            line, used = "", 0
            continue
        if line and used + size > LINE:
            lines.append(line)
            line, used = "", 0
        line += _with_sign(latex(term), first=not lines and not line)
        used += size + 3
    return [*lines, line] if line else lines


def _with_sign(term: str, *, first: bool) -> str:
    """A term with the sign that joins it to the one before."""
    return term if first or term.lstrip().startswith("-") else f"{{}} + {term}"

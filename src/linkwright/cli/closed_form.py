"""Equations of motion in closed form as text, LaTeX and plain data: entries under the names of print, M11, V1, ..."""

from __future__ import annotations

import textwrap

from linkwright.dynamics.printed import ClosedForm
from linkwright.equations.printing import HEAD, display, escape_latex, typeset
from linkwright.symbolic.readable import Sympy, sympy_module


def as_text(found: ClosedForm, title: str, *, width: int) -> str:
    """Entries one under another, powers with a caret."""
    lines = [title, "=" * min(len(title), width), ""]
    lines.append(f"M v' + V = {'B u' if found.inputs else '0'}, with v = ({', '.join(found.speeds)})")
    if found.inputs:
        lines.append(f"and u = ({', '.join(found.inputs)}); V holds velocity terms, gravity and all other loads.")
    lines.append("")
    for name, value in (found.entries | _inputs(found)).items():
        text = str(sympy_module().sstr(value)).replace("**", "^")
        lines += textwrap.wrap(
            f"{name} = {text}", width, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
        )
    return "\n".join(lines) + "\n"


def as_latex(found: ClosedForm, title: str) -> str:
    """A document that pdflatex compiles."""
    right = r"B\,u" if found.inputs else "0"
    speeds = ", ".join(typeset(name) for name in found.speeds)
    body = [
        rf"\section*{{{escape_latex(title)}}}",
        rf"\[ M\,\dot{{v}} + V = {right} \]",
        rf"\[ \fitted{{v = ({speeds})}} \]",
    ]
    if found.inputs:
        body.append(rf"\[ \fitted{{u = ({', '.join(typeset(name) for name in found.inputs)})}} \]")
    for name, value in (found.entries | _inputs(found)).items():
        body.append(display(f"{name[0]}_{{{name[1:]}}}", value, _latex))
    return HEAD + "\n".join(body) + "\n\\end{document}\n"


def _latex(expression: Sympy) -> str:
    names = {symbol: typeset(symbol.name) for symbol in expression.free_symbols}
    return str(sympy_module().latex(expression, symbol_names=names))


def as_dict(found: ClosedForm) -> dict[str, Sympy]:
    """Plain data: entries as SymPy writes them, so that they can be read back."""
    return {
        "speeds": list(found.speeds),
        "inputs": list(found.inputs),
        "entries": {name: str(value) for name, value in (found.entries | _inputs(found)).items()},
    }


def _inputs(found: ClosedForm) -> dict[str, Sympy]:
    """Entries of B that are not zero."""
    rows, columns = found.B.shape
    comma = "," if max(rows, columns) > 9 else ""
    return {f"B{i + 1}{comma}{j + 1}": found.B[i, j] for i in range(rows) for j in range(columns) if found.B[i, j] != 0}

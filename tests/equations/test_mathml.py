"""Formulas in MathML mean what was meant: read back by the rules of their elements, they have the same values."""

from xml.etree import ElementTree as ET

import numpy as np
import pytest

import linkwright as lw

sympy = pytest.importorskip("sympy", reason="SymPy is not installed: formulas were not printed")
from linkwright.equations.printing import as_html, expression_in_mathml, name_in_mathml, stages_of  # noqa: E402


def read(element):
    """An element as an expression of Python."""
    inner = [read(child) for child in element]
    if element.tag == "mfrac":
        return f"(({inner[0]})/({inner[1]}))"
    if element.tag == "msup":
        return f"(({inner[0]})**({inner[1]}))"
    if element.tag == "msqrt":
        return f"sqrt({''.join(inner)})"
    if element.tag == "mspace":
        return "*"
    if inner:
        return f"({''.join(inner)})"
    return {"\N{MINUS SIGN}": "-", "\N{MIDDLE DOT}": "*"}.get(element.text, element.text)


def test_formulas_of_a_machine_have_the_values_of_their_expressions():
    random = np.random.default_rng(5)
    functions = {"sin": np.sin, "cos": np.cos, "sqrt": np.sqrt, "__builtins__": {}}
    checked = 0
    for machine in (lw.mechanisms.three_rrr(), lw.mechanisms.rolling_disc()):
        for stage in stages_of(lw.formalisms.modular(machine), light=True):
            for matrix in stage.entries.values():
                for entry in matrix:
                    symbols = sorted(entry.free_symbols, key=lambda symbol: symbol.name)
                    values = {symbol: float(random.uniform(0.3, 1.2)) for symbol in symbols}
                    text = expression_in_mathml(entry)
                    # The longest first: the name of one symbol may be part of another's.
                    for k, symbol in sorted(enumerate(symbols), key=lambda pair: -len(name_in_mathml(pair[1].name))):
                        text = text.replace(name_in_mathml(symbol.name), f"<mi>v{k}</mi>")
                    names = {f"v{k}": values[symbol] for k, symbol in enumerate(symbols)}
                    found = eval(read(ET.fromstring(text)), functions, names)  # noqa: S307, S314  our own text
                    assert found == pytest.approx(float(entry.xreplace(values)), rel=1e-9, abs=1e-12)
                    checked += 1
    assert checked > 100


def test_hostile_names_stay_text():
    name = "</math><script>alert(1)</script>\\input{x}"
    html = expression_in_mathml(sympy.Symbol(name) + 1)
    assert "<script" not in html
    assert "&lt;/math&gt;" in html
    stage = next(iter(stages_of(lw.formalisms.modular(lw.mechanisms.simple_pendulum()), light=True)))
    made, left = as_html([stage], room=10)
    assert (made, left) == ("", 1)

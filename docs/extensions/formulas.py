"""Formulas as MathML: written when the pages are built, so that a browser needs neither scripts nor a network.

The font (STIX Two Math, SIL Open Font License) comes from the package ziamath and is copied beside the pages with its
licence: brackets of matrices and roots grow only in a font that has tables for them.
"""

import importlib.util
import re
from pathlib import Path
from shutil import copyfile

from docutils import nodes
from latex2mathml.converter import convert
from sphinx.application import Sphinx
from sphinx.errors import SphinxError
from sphinx.writers.html5 import HTML5Translator

FONT = "STIXTwoMath-Regular.ttf"
UPRIGHT = re.compile(r"<mi>(&#x000[4-7][0-9A-F];)</mi>")
"""A single letter of \\mathrm, which latex2mathml writes by its number and browsers would slant."""


def mathml(formula: str, *, display: bool) -> str:
    """A formula of LaTeX as MathML; one that holds a command which was not understood is refused."""
    written = convert(formula.strip(), display="block" if display else "inline")
    if "\\" in written or "merror" in written:
        raise SphinxError(f"a formula has a command that latex2mathml does not know: {formula.strip()}")
    return UPRIGHT.sub(r'<mi mathvariant="normal">\1</mi>', written)


def visit_inline(self: HTML5Translator, node: nodes.math) -> None:
    """A formula in a line of text."""
    self.body.append(mathml(node.astext(), display=False))
    raise nodes.SkipNode


def visit_block(self: HTML5Translator, node: nodes.math_block) -> None:
    """A formula on a line of its own, which scrolls where the page is too narrow for it."""
    self.body.append(f'<div class="formula">{mathml(node.astext(), display=True)}</div>\n')
    raise nodes.SkipNode


def copy_font(app: Sphinx, error: Exception | None) -> None:
    """Put the font beside the pages; its licence is among the static files."""
    package = importlib.util.find_spec("ziamath")
    if error is None and app.builder.format == "html":
        assert package is not None
        assert package.origin is not None
        copyfile(Path(package.origin).parent / "fonts" / FONT, app.outdir / "_static" / "fonts" / FONT)


def setup(app: Sphinx) -> dict[str, bool]:
    """Make `html_math_renderer = "mathml"` known."""
    app.add_html_math_renderer("mathml", (visit_inline, None), (visit_block, None))
    app.connect("build-finished", copy_font)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

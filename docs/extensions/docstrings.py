"""Docstrings as reStructuredText.

The docstrings of Linkwright are plain text: sentences, formulas, examples. Names such as ``lambda_``, ``S_k``, ``|x|``
mean themselves in them, which reStructuredText would read as links and substitutions. Here a paragraph of prose is
escaped, and everything laid out by hand (formulas, tables, lists, examples) becomes a literal block.
"""

import re
from itertools import groupby

_CODE = re.compile(r"(?::[\w:]+:)?``(?P<double>[^`]+)``|(?::[\w:]+:)?`(?P<single>[^`]+)`")
_LAID_OUT = re.compile(r"\s|>>>|[-*+|=] |\d+[.)] |[=-]{3}|\.\. ")


def as_restructured_text(lines: list[str]) -> list[str]:
    """The same text such that it reads as written, whatever it contains."""
    written: list[str] = []
    for blank, group in groupby(lines, key=lambda line: not line.strip()):
        if blank:
            continue
        paragraph = list(group)
        if any(_LAID_OUT.match(line) for line in paragraph):
            written += ["::", "", *("    " + line for line in paragraph), ""]
        else:
            written += [_prose(" ".join(paragraph)), ""]
    return written


def _prose(text: str) -> str:
    """One paragraph; what stands between backquotes is code, the rest is escaped."""
    pieces: list[str] = []
    end = 0
    for match in _CODE.finditer(text):
        pieces += [_escaped(text[end : match.start()]), _code((match["double"] or match["single"]).strip())]
        end = match.end()
    return "".join([*pieces, _escaped(text[end:])])


def _code(text: str) -> str:
    """Inline code, with separators that let it touch the words around it."""
    return rf"\ ``{text}``\ " if text else ""


def _escaped(text: str) -> str:
    """Text in which no character is markup; a paragraph's closing ``::`` becomes an ordinary colon."""
    return re.sub(r"([\\`*_|<>\[\]])", r"\\\1", re.sub(r"::\s*$", ":", text)).replace("://", r":\ //")

"""The gallery: for each ready machine a card with picture, degrees of freedom, inputs and sources, and a page to play.

The page is the report of the machine's demonstration, as `linkwright simulate NAME` writes it. Pages are written when
the documentation is built and kept beside the doctrees until a source of the package changes. Pictures are committed
files, drawn by `make pictures`.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import shutil
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import linkwright
from linkwright.cli import app as command_line
from linkwright.mechanisms.registry import READY

if TYPE_CHECKING:  # tests of cards need no Sphinx
    from sphinx.application import Sphinx

PLACE = "<!-- cards -->"
PICTURES = "_static/gallery"
SAMPLES = 201
"""Enough for a smooth replay, which interpolates; a page then has 0.8 to 1.6 MB, most of it the scripts."""


def facts(name: str) -> dict[str, object]:
    """What a card says about a machine."""
    machine = READY[name].make()
    dynamics = linkwright.compile(linkwright.formalisms.modular(machine))
    found = linkwright.analysis.diagnose(dynamics)
    return {
        "title": machine.title,
        "degrees_of_freedom": found.degrees_of_freedom_general,
        "inputs": list(dynamics.inputs),
        "sources": list(machine.sources),
    }


def write_page(name: str, target: Path) -> None:
    """The report of a machine's demonstration as one file."""
    folder = target.with_suffix("")
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            command_line(["simulate", name, "--samples", str(SAMPLES), "--out", str(folder)], standalone_mode=False)
        except Exception as error:
            raise RuntimeError(f"the demonstration of {name} did not run: {error or said.getvalue()}") from error
    (folder / "report.html").replace(target)
    shutil.rmtree(folder)


def kept(app: Sphinx) -> Path:
    """The folder of pages and facts; emptied when the package is not the one that wrote them."""
    folder = Path(app.doctreedir) / "gallery"
    sources = sorted(path for path in Path(linkwright.__file__).parent.rglob("*") if path.is_file())
    mark = hashlib.sha256(b"".join(path.read_bytes() for path in sources if path.suffix != ".pyc")).hexdigest()
    if not (folder / mark).exists():
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        for name in linkwright.mechanisms.__all__:
            write_page(name, folder / f"{name}.html")
            (folder / f"{name}.json").write_text(json.dumps(facts(name)), encoding="utf-8")
        (folder / mark).touch()
    return folder


def degrees(count: object) -> str:
    """A number of degrees of freedom in words."""
    return f"{count} degree{'' if count == 1 else 's'} of freedom"


def card(name: str, known: dict[str, object], source: Path) -> str:
    """One machine as HTML."""
    inputs = ", ".join(f"<code>{escape(str(each))}</code>" for each in known["inputs"])
    page = source / "mechanisms" / f"{name}.md"
    links = [f'<a href="gallery/{name}.html">play</a>']
    links += [f'<a href="mechanisms/{name}.html">more</a>'] if page.exists() else []
    links += [f'<a href="reference/mechanisms.html#linkwright.mechanisms.{name}">parameters</a>']
    origin = escape("; ".join(str(each) for each in known["sources"]))
    return (
        f'<div class="card" id="machine-{name}"><a href="gallery/{name}.html">'
        f'<img src="{PICTURES}/{name}.png" alt="{escape(str(known["title"]))}" loading="lazy"></a>'
        f'<div class="text"><p class="name">{escape(str(known["title"]))}</p>'
        f"<p><code>{name}</code>: {degrees(known['degrees_of_freedom'])}; inputs: {inputs or 'none'}</p>"
        f'<p class="source">{origin}</p><p>{" · ".join(links)}</p></div></div>'
    )


def write_cards(app: Sphinx, docname: str, source: list[str]) -> None:
    """Put the cards in the place that the page keeps for them."""
    if docname != "gallery":
        return
    folder, origin = kept(app), Path(app.srcdir)
    known = {name: json.loads((folder / f"{name}.json").read_text("utf-8")) for name in linkwright.mechanisms.__all__}
    cards = "\n".join(card(name, each, origin) for name, each in known.items())
    source[0] = source[0].replace(PLACE, f'```{{raw}} html\n<div class="cards">\n{cards}\n</div>\n```')


def copy_pages(app: Sphinx, error: Exception | None) -> None:
    """Put the pages beside the others."""
    if error is None and app.builder.format == "html":
        target = Path(app.outdir) / "gallery"
        target.mkdir(exist_ok=True)
        for page in sorted(kept(app).glob("*.html")):
            shutil.copyfile(page, target / page.name)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the functions above."""
    app.connect("source-read", write_cards)
    app.connect("build-finished", copy_pages)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

"""Pages that are whole: every public name and every ready machine has its place, nothing is asked from a network.

`make docs` builds the pages and checks all of them by tools/check_pages.py; here that check is shown to find each kind
of fault. The long test builds them in a folder of its own and opens them in a browser.
"""

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

import linkwright as lw
from viewer.chromium import BROWSER, browser

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def load(path, monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS / "extensions"))
    place = importlib.util.spec_from_file_location(path.stem, path)
    module = importlib.util.module_from_spec(place)
    place.loader.exec_module(module)
    return module


def test_every_public_name_is_described_on_one_page_of_the_reference(monkeypatch, tmp_path):
    reference = load(DOCS / "extensions" / "reference.py", monkeypatch)
    assert reference.faults(DOCS / "reference") == []
    for page in (DOCS / "reference").glob("*.md"):
        (tmp_path / page.name).write_text(page.read_text(encoding="utf-8").replace("rolling", "joints"), "utf-8")
    (tmp_path / "more.md").write_text("<!-- names of linkwright.laws: motion -->\n", encoding="utf-8")
    found = reference.faults(tmp_path)
    assert "linkwright.components.RollingBall is described on no page" in found
    assert "linkwright.laws.Motion is described on laws.md and more.md" in found


def test_every_ready_machine_has_a_card_and_a_picture(monkeypatch):
    """Pictures are drawn by `make pictures`; the rest is read from the machines when the pages are built."""
    gallery = load(DOCS / "extensions" / "gallery.py", monkeypatch)
    pictures = {path.stem for path in (DOCS / gallery.PICTURES).glob("*.png")}
    assert pictures == set(lw.mechanisms.__all__)
    assert gallery.PLACE in (DOCS / "gallery.md").read_text(encoding="utf-8")
    known = gallery.facts("bennett")
    assert known["degrees_of_freedom"] == 1  # where Gruebler counts -2
    card = gallery.card("bennett", known, DOCS)
    for shown in ("Bennett", "1 degree of freedom", "<code>tau</code>", "Engineering 76", "gallery/bennett.html"):
        assert shown in card


PAGE = '<html><body><p id="here">text</p>{}</body></html>'
FAULTS = {
    '<script src="https://cdn.example/mathjax.js"></script>': "asks https://cdn.example/mathjax.js",
    '<link rel="stylesheet" href="//fonts.example/a.css">': "asks //fonts.example/a.css",
    '<p style="background: url(http://a.example/b.png)">x</p>': "asks http://a.example/b.png",
    '<img src="gone.png">': "gone.png is not there",
    '<a href="gone.html">x</a>': "gone.html is not there",
    '<a href="#gone">x</a>': "#gone names no place",
    r"<p>the mass \(m\) moves</p>": "shows a formula",
    r"<p>with $x = \frac{1}{2}$ now</p>": "shows a formula",
}
WHOLE = (
    '<a href="https://example.org">x</a><a href="#here">x</a><img src="data:image/png;base64,AA">',
    r"<pre>\(a\) costs $5 and $6</pre><p>it costs $5 or $6</p>",
    '<link rel="canonical" href="https://example.org/a.html"><math><mi>x</mi></math>',
)


def test_the_check_of_pages_finds_each_kind_of_fault(monkeypatch, tmp_path):
    check = load(ROOT / "tools" / "check_pages.py", monkeypatch)
    page = tmp_path / "index.html"
    for body, said in FAULTS.items():
        page.write_text(PAGE.format(body), encoding="utf-8")
        (fault,) = check.faults(tmp_path)
        assert said in fault
    for body in WHOLE:
        page.write_text(PAGE.format(body), encoding="utf-8")
        assert check.faults(tmp_path) == []


@pytest.mark.long
def test_built_pages_ask_for_nothing_and_fit_narrow_screens(tmp_path):
    """Builds the documentation as `make docs` does; needs the packages of the extra `docs`."""
    built = tmp_path / "pages"
    command = [sys.executable, "-m", "sphinx", "-W", "-q", "-d", str(tmp_path / "trees"), str(DOCS), str(built)]
    subprocess.run(command, check=True)
    subprocess.run([sys.executable, str(ROOT / "tools" / "check_pages.py"), str(built)], check=True)
    assert BROWSER is not None, "no Chromium or Chrome is installed"
    with browser(tmp_path) as tab:
        page = tab()
        for path in sorted(built.rglob("*.html")):
            if path.parent.name == "gallery":  # reports have tests of their own
                continue
            for width in (1280, 390):
                page.call(
                    "Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=True
                )
                page.call("Page.navigate", url=path.as_uri())
                page.wait('document.readyState === "complete"')
                beyond = page.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
                assert beyond <= 0, f"{path.name} is {beyond} px wider than {width} px"
        assert [url for url in page.requests() if not url.startswith(("file:", "data:", "about:"))] == []
        assert page.troubles() == []

"""Pages of real runs in a real browser: every width, print, every pixel ratio, all numbers, several runs together."""

import base64
import csv
import io
import re

import numpy as np
import pytest

pytest.importorskip("websockets", reason="websockets is not installed: pages were not looked at in a browser")
from cli.calling import call
from linkwright.trajectory import Trajectory
from viewer.chromium import BROWSER, browser

pytestmark = pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed: pages were not looked at")
HOSTILE = "</script><script>alert(1)</script>*/ \\input{/etc/passwd} ../../up " + "W" * 120
A4 = 718  # px at 96 a inch: 210 mm less margins of 12 mm, rounded down

# Cells that are too tall, elements beside the page outside of boxes that scroll, and how far the page itself scrolls.
MEASURE = """(() => {
  const box = (element) => element.getBoundingClientRect(), width = document.documentElement.clientWidth;
  const all = (what) => [...document.querySelectorAll(what)].filter((each) => box(each).width);
  const scrolled = (element) => {
    for (let up = element.parentElement; up && up !== document.body; up = up.parentElement)
      if (getComputedStyle(up).overflowX !== "visible") return true;
    return false;
  };
  const tall = all("th, td").filter((cell) => box(cell).height > 8 * box(cell).width);
  const outside = (each) => box(each).right > width + 1 || box(each).left < -1;
  const beside = all("body *").filter((each) => outside(each) && !scrolled(each));
  return {
    tall: tall.map((cell) => cell.textContent), beside: beside.map((each) => each.outerHTML.slice(0, 80)),
    scrolls: document.documentElement.scrollWidth - width,
  };
})()"""
BOXES = """[...document.querySelectorAll("math")].map((each) => each.getBoundingClientRect())
  .map(({ width, height }) => [width, height])"""
TIME_OF_PHI = """[...document.querySelectorAll("#lw-differences tr")]
  .find((row) => row.cells[0].textContent === "phi").cells[3].textContent"""


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Two runs of a four-bar linkage that differ in one parameter, their pages, and one page of both."""
    folder = tmp_path_factory.mktemp("runs")
    for name, length in (("short", "0.4"), ("long", "0.41")):
        setting = ("--set", f"l_0={length}") if name == "long" else ()
        call("simulate", "four_bar", *setting, "--duration", "0.3", "--samples", "61", "--out", str(folder / name))
    call("report", str(folder / "short"), "--title", HOSTILE, "--out", str(folder / "one.html"))
    call("report", str(folder / "short"), str(folder / "long"), "--out", str(folder / "both.html"))
    return folder


@pytest.fixture(scope="module")
def tab(tmp_path_factory):
    with browser(tmp_path_factory.mktemp("browser")) as open_tab:
        yield open_tab()


def resize(tab, width, ratio=1):
    tab.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=ratio, mobile=width < 500)
    tab.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


@pytest.mark.parametrize("name", ["one", "both"])
def test_pages_fit_every_screen_and_paper(runs, tab, name):
    """Flat pictures, which are drawn fast; nothing of the layout depends on them."""
    address = (runs / f"{name}.html").as_uri() + "#2d"
    tab.events.clear()
    tab.open(address)
    pdf = base64.b64decode(tab.call("Page.printToPDF", printBackground=True, preferCSSPageSize=True)["data"])
    assert 1 <= len(re.findall(rb"/Type\s*/Page\b", pdf)) <= 8
    tab.run("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    for width in (360, 390, 768, 1280):
        resize(tab, width)
        tab.wait(f"({MEASURE}).scrolls === 0")  # plots follow a new width a frame later
        assert tab.run(MEASURE) == {"tall": [], "beside": [], "scrolls": 0}, width
    assert tab.status()["stages"] == ("2" if name == "both" else "1")
    resize(tab, A4)
    tab.call("Emulation.setEmulatedMedia", media="print")
    pictures = tab.run(CANVASES)
    tab.call("Emulation.setEmulatedMedia", media="")
    assert len(pictures) == (2 if name == "both" else 1)
    for left, right, frame in pictures:
        assert 0 <= left < right <= frame <= A4
    assert not tab.troubles()
    assert tab.requests() == [address.removesuffix("#2d")]


CANVASES = """[...document.querySelectorAll("[id^=lw-stage] > canvas:not(.arrows)")].map((canvas) => {
  const { left, right } = canvas.getBoundingClientRect();
  return [left, right, canvas.parentElement.getBoundingClientRect().right];
})"""


def test_formulas_are_typeset(runs, tab):
    tab.open((runs / "one.html").as_uri() + "#2d")
    tab.run("document.querySelectorAll('details').forEach((each) => { each.open = true; })")
    sizes = tab.run(BOXES)
    assert len(sizes) >= 6  # M and f of three parts
    assert min(min(size) for size in sizes) > 5
    assert "\\" not in tab.run("[...document.querySelectorAll('math')].map((m) => m.textContent).join(' ')")
    assert tab.run("document.querySelector('h1').textContent") == HOSTILE
    assert tab.run("document.getElementById('lw-repeat').textContent") == (
        "linkwright simulate four_bar --duration 0.3 --samples 61"
    )


def test_the_page_has_the_numbers_of_the_run(runs, tab):
    """Packed, inflated and written again by the page, as a reader downloads them."""
    tab.open((runs / "one.html").as_uri() + "#2d")
    text = tab.run(
        "new Promise((done) => { const made = URL.createObjectURL; URL.createObjectURL = (blob) => { "
        "blob.text().then(done); return made.call(URL, blob); }; document.querySelector('[data-role=csv]').click(); })"
    )
    head, *rows = csv.reader(io.StringIO(text))
    found = np.array(rows, dtype=float)
    motion = Trajectory.load(runs / "short" / "run.parquet")
    np.testing.assert_allclose(found[:, 0], motion.time, rtol=0, atol=1e-11)
    for k, name in enumerate(motion.names, 1):
        assert head[k].lstrip("'") == f"{name} [{motion.unit(name)}]"
        values = motion[name]
        # A step of 2^-24 of the range, and eight digits of what is printed.
        allowed = np.ptp(values) * 2.0**-24 + 1e-7 * np.max(np.abs(values))
        np.testing.assert_allclose(found[:, k], values, rtol=0, atol=allowed, err_msg=name)


# Notes where curves go: the ends of all lines and Bezier pieces, path by path.
NOTE_PATHS = """
window.paths = [];
for (const [method, at] of [["moveTo", 0], ["lineTo", 0], ["bezierCurveTo", 4]]) {
  const draw = Path2D.prototype[method];
  Path2D.prototype[method] = function (...p) {
    if (method === "moveTo") { this.points = []; window.paths.push(this.points); }
    this.points?.push([p[at], p[at + 1]]);
    draw.apply(this, p);
  };
}
"""


@pytest.mark.parametrize("ratio", [1, 2.5])
def test_curves_are_not_moved_to_whole_pixels(runs, tab, ratio):
    """A curve in pixels is a linear map of the channel; rounding to pixels would be off by up to half of one."""
    script = tab.call("Page.addScriptToEvaluateOnNewDocument", source=NOTE_PATHS)["identifier"]
    resize(tab, 1280, ratio)
    tab.call("Page.navigate", url=(runs / "one.html").as_uri() + f"#2d&ratio={ratio}")
    tab.call("Page.reload")
    tab.wait('document.getElementById("lw-status")?.dataset.started === "true" && window.paths?.length > 4')
    tab.call("Page.removeScriptToEvaluateOnNewDocument", identifier=script)
    assert tab.run("devicePixelRatio") == ratio
    motion = Trajectory.load(runs / "short" / "run.parquet")
    phi = motion["phi"]
    found = [np.array(points) for points in tab.run("window.paths") if len(points) == len(phi)]
    off = []
    for points in found:
        line = np.polynomial.Polynomial.fit(phi, points[:, 1], 1)
        off.append(np.max(np.abs(line(phi) - points[:, 1])))
    assert min(off) < 0.01  # px; another curve is not a linear map of this one
    assert np.ptp(found[int(np.argmin(off))][:, 1]) > 20 * ratio


def test_two_runs_move_together(runs, tab):
    tab.open((runs / "both.html").as_uri() + "#2d")
    told = tab.run("document.getElementById('lw-differences').textContent")
    first, other = (Trajectory.load(runs / name / "run.parquet") for name in ("short", "long"))
    gap = other["phi"] - first["phi"]
    assert "phi" in told
    largest = tab.run(TIME_OF_PHI)
    assert float(largest) == pytest.approx(first.time[np.argmax(np.abs(gap))], rel=1e-3)
    assert (
        tab.run("document.getElementById('lw-parameters').textContent").count("0.41") == 3
    )  # l_0 and what follows from it
    captions = tab.run("[...document.querySelectorAll('.stages figcaption')].map((each) => each.textContent)")
    assert captions == ["short", "long"]
    legend = tab.run("[...document.querySelectorAll('.u-series th')].map((each) => each.textContent).join(' ')")
    assert "phi (short)" in legend
    assert "phi (long)" in legend

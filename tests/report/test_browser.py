"""The report in a real browser: nothing goes wrong, plots are drawn, the machine moves, the controls work."""

import contextlib
import json
import re
import shutil
import subprocess
from dataclasses import replace
from html import unescape

import numpy as np
import pytest

from linkwright import report
from linkwright.drawing import Block, Cylinder, Scene, Span, Sphere, Surface, Track, Wire, playback
from linkwright.drawing.playback import ForceVectors
from linkwright.trajectory import Channel, Outcome, Trajectory
from report import three_rrr_picture as picture

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_browser = pytest.mark.skipif(
    BROWSER is None,
    reason="no Chromium or Chrome is installed: that the report runs in a browser was not checked",
)
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--virtual-time-budget=3000",
)  # fmt: skip
# Uses the page as a reader would; appended to a copy whose policy on scripts is taken out.
READER = """<script>
setTimeout(() => {
  const found = {}, status = document.getElementById("lw-status");
  const role = (name) => document.querySelector(`[data-role="${name}"]`);
  const over = document.querySelector(".u-over"), box = over.getBoundingClientRect();
  const at = { clientX: box.left + 0.75 * box.width, clientY: box.top + 20, bubbles: true };
  for (const kind of ["mousedown", "mouseup", "click"]) over.dispatchEvent(new MouseEvent(kind, at));
  found.clicked = status.dataset.time;
  found.paused = role("play").textContent;
  role("scrub").value = 250;
  role("scrub").dispatchEvent(new Event("input"));
  found.scrubbed = status.dataset.time;
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  found.stepped = status.dataset.time;
  role("tilt").click();
  found.tilted = role("tilt").textContent;
  role("closer").click(); role("fit").click(); role("tilt").click();
  for (const view of document.querySelectorAll("[data-view]")) view.click();
  found.views = [...document.querySelectorAll("[data-view]")].map((each) => each.dataset.view).join(" ");
  role("axes").click();
  found.axes = role("axes").getAttribute("aria-pressed");
  role("forces").click();
  found.arrows = status.dataset.arrows;
  found.legend = document.querySelector(".legend:not([hidden])").textContent;
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "2", bubbles: true }));
  role("none").click();
  found.empty = document.getElementById("lw-plots").textContent;
  const search = document.querySelector("#lw-channels input[type=search]");
  search.value = "voltage b";
  search.dispatchEvent(new Event("input"));
  found.hits = [...document.querySelectorAll("#lw-channels label")].map((label) => label.textContent).join("; ");
  document.querySelector("#lw-channels label input").click();
  found.panels = document.querySelectorAll(".uplot").length;
  for (const box of document.querySelectorAll("#lw-paths input")) box.click();
  let saved;
  URL.createObjectURL = (blob) => { saved = blob; return "#"; };
  role("csv").click();
  saved.text().then((text) => {
    found.csv = text.split("\\r\\n").slice(0, 2).join("|");
    const told = Object.assign(document.createElement("pre"), { id: "found", textContent: JSON.stringify(found) });
    document.body.append(told);
  });
}, 300);
</script></body>"""


def opened(path, folder, *flags, fragment=""):
    """Open the page, let it live for three seconds of its own time, and return what became of it."""
    command = [BROWSER, *FLAGS, *flags, f"--user-data-dir={folder / 'profile'}", "--dump-dom", path.as_uri() + fragment]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout


def status(dom):
    element = re.search(r'<div id="lw-status"([^>]*)>(.*?)</div>', dom, re.DOTALL)
    assert element, dom[-3000:]
    return dict(re.findall(r'data-([a-z]+)="([^"]*)"', element[1])), element[2]


@needs_browser
@pytest.mark.parametrize("how", ["webgl", "canvas", pytest.param("missing", marks=pytest.mark.long)])
def test_the_page_lives(tmp_path, how):
    hostile = '</script>\u2028&amp; <b>"3RRR"\''
    plain = picture.scene(hostile)
    corners = np.array([(0.0, 0.0, 0.0), (0.05, 0.0, 0.0), (0.0, 0.05, 0.0), (0.0, 0.0, 0.05)])
    surface = Surface(corners, np.array([(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]), "#c98a00")
    more = (Cylinder(0.02, 0.05, inner=0.01), Sphere(0.02), Block((0.02, 0.03)), surface, Wire(corners.tolist(), 0.003))
    spans = tuple(
        Span(kind, "", (0.3, 0.3, 0.0), "platform", (0.0, 0.0, 0.0), 0.01, 0.4)
        for kind in ("spring", "damper", "torsion")
    )
    last = replace(plain.bodies[-1], shapes=(*plain.bodies[-1].shapes, *more))
    ground = (*plain.ground, Track((-0.3, -0.3), (0.3, -0.3)))
    whole = replace(plain, bodies=(*plain.bodies[:-1], last), ground=ground, spans=spans, planar=how != "webgl")
    path = report.save(tmp_path / "run.html", whole, picture.motion())
    flags = ("--disable-3d-apis",) if how == "missing" else ()
    dom = opened(path, tmp_path, *flags, fragment="#2d" if how == "canvas" else "")
    found, errors = status(dom)
    assert (found["errors"], errors) == ("0", "")
    assert found["started"] == "true"
    assert found["stage"] == ("webgl" if how == "webgl" else "canvas")
    assert int(found["plots"]) == 5
    assert int(found["drawn"]) >= 5
    assert int(found["frames"]) > 1
    assert 0.0 < float(found["time"]) <= 4.0
    shown = re.search(r'<p id="lw-flat" class="soft"( hidden="")?>(.*?)</p>', dom)
    assert bool(shown[1]) == (how == "webgl")
    assert ("no WebGL" in shown[2]) == (how != "canvas")


@needs_browser
def test_a_reader_can_use_it(tmp_path):
    path = report.save(tmp_path / "run.html", picture.scene(), picture.motion())
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", path.read_text(encoding="utf-8"))
    up, open_force = np.tile([0.0, 3.0, 0.0], (3, 1)), np.full((3, 3), np.nan)
    forces = [
        ForceVectors("pin", "reaction", "N", "platform", (0.0, 0.0, 0.0), up),
        ForceVectors("drive", "input", "N m", "", (0.0, 0.0, 0.0), up[:, [0, 2, 1]]),
        ForceVectors("half", "reaction", "N", "platform", (0.0, 0.0, 0.0), np.vstack([up[:2], open_force[:1]])),
    ]
    packed = playback.script_json(playback.pack_arrows(forces, [], np.array([0.0, 0.5, 4.0]), 801))
    text = text.replace('{"runs":[{', f'{{"runs":[{{"forces":{packed},', 1)
    path.write_text(text.replace("</body>", READER), encoding="utf-8")
    dom = opened(path, tmp_path)
    assert status(dom)[1] == ""
    told = re.search(r'<pre id="found">(.*?)</pre>', dom, re.DOTALL)
    assert told, status(dom)
    found = json.loads(unescape(told[1]))
    assert float(found["clicked"]) == pytest.approx(3.0, abs=0.05)  # three quarters of 4 s; a pixel is 0.01 s
    assert "Play" in found["paused"]
    assert float(found["scrubbed"]) == pytest.approx(1.0)
    assert float(found["stepped"]) == pytest.approx(1.02)  # a two-hundredth of the run
    assert found["tilted"] == "From above"
    assert (found["views"], found["axes"]) == ("iso top front side", "true")
    assert found["arrows"] == "2"  # the third force is not known at this time
    assert "the largest in the run 3 N (pin)" in found["legend"]
    assert "No channel is chosen" in found["empty"]
    assert found["hits"] == "B.v [V]"
    assert found["panels"] == 1
    head, first = found["csv"].split("|")
    assert head.startswith('"time [s]","platform.x [m]"')
    assert first.split(",")[:2] == ["0", "0"]


@needs_browser
@pytest.mark.parametrize("samples", [1, 50])
def test_a_run_with_nothing_to_animate_is_plotted(tmp_path, samples):
    t = np.linspace(0.0, 1.0, samples)
    run = Trajectory(t, {"x": Channel(np.where(t > 0.5, np.inf, t), "", "")}, outcome=Outcome("finished", "", "", 1.0))
    dom = opened(report.save(tmp_path / "run.html", Scene("Bare", planar=True, bodies=()), run), tmp_path)
    found, errors = status(dom)
    assert (found["errors"], errors) == ("0", "")
    assert (found["stage"], found["plots"]) == ("none", "1")


# Notes what is written on canvases, which are the axes of plots.
WRITTEN = """<head><script>
const written = new Set(), write = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
  written.add(text);
  write.call(this, text, ...place);
};
setTimeout(() => {
  const told = Object.assign(document.createElement("pre"), { id: "found", textContent: JSON.stringify([...written]) });
  document.body.append(told);
}, 1000);
</script>"""


@needs_browser
def test_channels_that_are_zero_have_an_axis_about_zero(tmp_path):
    """uPlot alone would let it go from 0 to 100."""
    t = np.linspace(0.0, 9.0, 50)
    run = Trajectory(t, {"x": Channel(np.zeros(50), "m", "")}, outcome=Outcome("finished", "", "", 1.0))
    path = report.save(tmp_path / "run.html", Scene("Bare", planar=True, bodies=()), run)
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", path.read_text(encoding="utf-8"))
    path.write_text(text.replace("<head>", WRITTEN, 1), encoding="utf-8")
    told = re.search(r'<pre id="found">(.*?)</pre>', opened(path, tmp_path), re.DOTALL)
    assert told
    words = set(json.loads(unescape(told[1])))
    times = {str(k) for k in range(10)}
    assert words - times == {"time [s]", "[m]", "\N{MINUS SIGN}1.0", "\N{MINUS SIGN}0.5", "0.0", "0.5", "1.0"}


# Notes each text on a canvas with its place: canvas, text, x, y.
PLACED = """<head><script>
const canvases = [], placed = [], write = CanvasRenderingContext2D.prototype.fillText;
CanvasRenderingContext2D.prototype.fillText = function (text, x, y, ...rest) {
  if (!canvases.includes(this.canvas)) canvases.push(this.canvas);
  placed.push([canvases.indexOf(this.canvas), text, x, y]);
  write.call(this, text, x, y, ...rest);
};
setTimeout(() => {
  const told = Object.assign(document.createElement("pre"), { id: "found", textContent: JSON.stringify(placed) });
  document.body.append(told);
}, 1000);
</script>"""


@needs_browser
def test_numbers_on_axes_are_those_of_their_places(tmp_path):
    """Along an axis the printed number is linear in the pixel: 0.25 printed as 0.3 is off by a fifth of a gap."""
    t = np.linspace(0.0, 9e-4, 50)
    tops = {"m": 1.0, "N": 5.0, "A": 3e-5, "J": 7.3e6, "W": 1030.0}
    run = Trajectory(
        t,
        {f"x{unit}": Channel(top * np.sin(2e3 * t), unit, "") for unit, top in tops.items()},
        outcome=Outcome("finished", "", "", 1.0),
    )
    path = report.save(tmp_path / "run.html", Scene("Bare", planar=True, bodies=()), run)
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", path.read_text(encoding="utf-8"))
    path.write_text(text.replace("<head>", PLACED, 1), encoding="utf-8")
    told = re.search(r'<pre id="found">(.*?)</pre>', opened(path, tmp_path), re.DOTALL)
    assert told
    axes = {}
    for canvas, words, x, y in json.loads(unescape(told[1])):
        with contextlib.suppress(ValueError):
            value = float(words.replace("\N{MINUS SIGN}", "-"))
            axes.setdefault((canvas, "up", x), {})[y] = value
            axes.setdefault((canvas, "across", y), {})[x] = value
    checked = {"up": 0, "across": 0}
    for (_, way, _), numbers in axes.items():
        if len(numbers) < 3:
            continue
        place, value = np.array(sorted(numbers.items())).T
        gap = abs(value[1] - value[0])
        line = np.polyval(np.polyfit(place, value, 1), place)
        np.testing.assert_allclose(value, line, atol=0.05 * gap)  # pixels are whole: about a hundredth of a gap
        checked[way] += 1
    assert checked["up"] >= len(tops)
    assert checked["across"] >= 1


@needs_browser
def test_damage_is_told_to_the_reader(tmp_path):
    path = report.save(tmp_path / "run.html", picture.scene(), picture.motion())
    path.write_text(path.read_text(encoding="utf-8").replace('"packed":"', '"packed":"*'), encoding="utf-8")
    dom = opened(path, tmp_path)
    assert status(dom)[0]["errors"] == "1"
    assert re.search(r'<p id="lw-trouble" class="verdict bad"><b>', dom)

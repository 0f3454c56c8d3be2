"""The live page in a real browser: sliders, pulls, runs and tabs as a person uses them; nothing goes wrong."""

import resource
import sys

import numpy as np
import pytest

import linkwright as lw
from linkwright.viewer import Server, subject_of
from viewer import pages
from viewer.chromium import BROWSER, browser

needs_browser = pytest.mark.skipif(
    BROWSER is None, reason="no Chromium or Chrome is installed: that the live page runs in a browser was not checked"
)
# Moves one slider as the mouse would, and waits for the answer: gap (m), margin, and what is said.
MOVE = """(async (name, share) => {
  const slider = document.querySelector(`input[data-quantity="${name}"]`);
  const status = document.getElementById("lw-status");
  const before = Number(status.dataset.answers);
  slider.value = Number(slider.min) + share * (Number(slider.max) - Number(slider.min));
  slider.dispatchEvent(new Event("input", { bubbles: true }));
  while (Number(status.dataset.answers) === before) await new Promise((go) => setTimeout(go, 1));
  const reach = document.getElementById("lw-reach");
  return [Number(status.dataset.gap), Number(status.dataset.margin), reach.hidden ? "" : reach.textContent];
})"""


@pytest.fixture(scope="module")
def tabs(tmp_path_factory):
    with browser(tmp_path_factory.mktemp("browser")) as opened:
        yield opened


def move(page, name, share):
    return page.run(f"{MOVE}({name!r}, {share!r})")


def well(page, server):
    """Nothing in the console, no request but for the page and its websocket."""
    assert page.troubles() == []
    assert page.status()["errors"] == "0"
    own = {server.url, server.url.replace("http://", "ws://").replace("/?", "/live?")}
    assert {url for url in page.requests() if not url.startswith(("data:", "about:"))} == own


@needs_browser
def test_sliders_move_the_machine_and_say_what_is_out_of_reach(tabs):
    with pages.served(pages.subject_of("three_rrr")) as server:
        page = tabs()
        page.open(server.url)
        status = page.status()
        assert (status["stage"], status["answers"]) == ("webgl", "0")
        gap, margin, words = move(page, "A.phi", 0.8)
        assert gap < 1e-8
        assert 0 < margin < 1
        assert words == ""
        gap, _, words = move(page, "B.phi", 1.0)  # the slider's end is beyond what can be reached
        assert gap < 1e-8
        assert "does not close" in words
        assert page.run('document.getElementById("lw-reach").dataset.joint') in words
        assert float(page.status()["latency"]) > 0
        # A parameter, and the unit of a slider beside it.
        page.run("""(() => { const slider = document.querySelector('input[data-parameter="m_L"]');
            slider.value = 2; slider.dispatchEvent(new Event("input", { bubbles: true })); })()""")
        page.wait('document.getElementById("lw-status").dataset.answers === "3"')
        assert page.run("document.querySelector('#lw-move .slider').textContent") == "A.phirad"
        well(page, server)


# Where the name of the platform is drawn, and the point that it names, 8 px to the left of it and 20 px below.
PLACES = """(() => {
  const name = [...document.querySelectorAll(".labels span")].find((each) => each.textContent === "platform");
  const at = name.getBoundingClientRect();
  return [at.left, at.top, at.left - 8, at.top + 20];
})()"""


@pytest.mark.long
@needs_browser
def test_a_body_is_pulled_in_the_picture(tabs):
    """The middle of the platform goes where the mouse goes, and its name with it."""
    with pages.served(pages.subject_of("three_rrr")) as server:
        page = tabs()
        page.open(server.url)
        left, top, x, y = page.run(PLACES)
        page.mouse("mouseMoved", x, y, held=False)
        assert page.run('document.getElementById("lw-stage").classList.contains("grip")')
        page.mouse("mousePressed", x, y)
        for k in range(1, 11):
            answers = page.status()["answers"]
            page.mouse("mouseMoved", x + 4 * k, y - 3 * k)
            page.wait(f'document.getElementById("lw-status").dataset.answers !== {answers!r}')
            assert float(page.status()["gap"]) < 1e-8
        page.mouse("mouseReleased", x + 40, y - 30)
        moved = page.run(PLACES)
        assert moved[0] - left == pytest.approx(40, abs=4)  # names stand at whole pixels
        assert moved[1] - top == pytest.approx(-30, abs=4)
        well(page, server)


@needs_browser
@pytest.mark.parametrize("flat", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_run_is_replayed_with_plots(tabs, flat):
    mechanism = lw.mechanisms.double_pendulum()
    hostile = '</script>\u2028&amp; <b>"</b>'
    with Server(subject_of(mechanism, title=hostile)) as server:
        page = tabs()
        page.open(server.url + ("#2d" if flat else ""))
        assert page.status()["stage"] == ("canvas" if flat else "webgl")
        assert page.run('document.querySelector("h1").textContent') == hostile
        page.run("""(() => { document.querySelector('[data-role="duration"]').value = 0.2;
            document.querySelector('[data-role="run"]').click(); })()""")
        page.wait('document.getElementById("lw-status").dataset.run === "finished"')
        assert int(page.status()["plots"]) >= 2
        assert page.run("document.querySelectorAll('.uplot').length") == int(page.status()["plots"])
        shown = page.run("document.querySelector('.controls [data-role=\"time\"]').textContent")
        page.wait(f"document.querySelector('.controls [data-role=\"time\"]').textContent !== {shown!r}")
        page.run("""document.querySelector('[data-role="command"]').click()""")
        page.wait("""document.querySelector('[data-role="text"]').textContent.includes("lw.simulate")""")
        # A second run takes the place of the first.
        page.run("""(() => { document.getElementById("lw-status").dataset.run = "asked";
            document.querySelector('[data-role="run"]').click(); })()""")
        page.wait('document.getElementById("lw-status").dataset.run === "finished"')
        assert page.run("document.querySelectorAll('.uplot').length") == int(page.status()["plots"])
        assert page.troubles() == []
        assert page.status()["errors"] == "0"


@pytest.mark.long
@needs_browser
def test_pages_fit_narrow_windows(tabs):
    with pages.served(pages.subject_of("four_bar")) as server:
        for width in (360, 390, 768, 1280):
            page = tabs()
            page.open(server.url, width=width, height=800, dark=width == 390)
            assert page.run("document.documentElement.scrollWidth") <= width


@pytest.mark.long
@needs_browser
def test_the_page_says_when_the_server_has_gone(tabs):
    page = tabs()
    with pages.served(pages.subject_of("four_bar")) as server:
        page.open(server.url)
    page.wait('!document.getElementById("lw-ended").hidden')
    assert "The connection has ended" in page.run('document.getElementById("lw-ended").textContent')


def memory():
    """Memory of this process, which is also that of the server (MB)."""
    with open("/proc/self/statm", encoding="ascii") as stream:  # noqa: PTH123  no file, but the system
        return int(stream.read().split()[1]) * resource.getpagesize() / 2**20


@needs_browser
@pytest.mark.long
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read as Linux tells it")
@pytest.mark.parametrize("name", ["three_rrr", "delta", "stewart"])
def test_a_thousand_moves(tabs, name):
    """Every loop closed in every answer, two tabs that know nothing of each other, no growth, a silent console."""
    random = np.random.default_rng(7)
    with pages.served(pages.subject_of(name)) as server:
        one, other = tabs(), tabs()
        for page in (one, other):
            page.open(server.url, width=500, height=400)  # most of the time goes into drawing
        one.call("Page.bringToFront")  # timers of a tab behind another one run once a second
        names = server.closing.names
        still = other.run("""[...document.querySelectorAll('input[data-quantity]')].map((each) => each.value)""")
        for _ in range(50):
            move(one, str(random.choice(names)), float(random.uniform()))
        begun, refused = memory(), 0
        for _ in range(950):
            gap, _, words = move(one, str(random.choice(names)), float(random.uniform()))
            assert gap < 1e-8
            refused += bool(words)
        assert 0 < refused < 950
        assert int(one.status()["answers"]) == 1000
        assert memory() - begun < 20
        told = other.run("""[...document.querySelectorAll('input[data-quantity]')].map((each) => each.value)""")
        assert (other.status()["answers"], told) == ("0", still)
        well(one, server)
        well(other, server)

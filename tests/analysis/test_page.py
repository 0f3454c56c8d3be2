"""The page of a comparison: complete in itself, well formed, and safe with any text."""

import re
from dataclasses import replace
from html.parser import HTMLParser
from xml.etree import ElementTree as ET

import pytest

from linkwright import mechanisms
from linkwright.analysis import compare
from linkwright.report.comparison import HEADS, cells, figure, render

EVIL = "<script>alert('x')</script>&\"\x00"


@pytest.fixture(scope="module")
def found():
    return compare(mechanisms.double_pendulum(), names=["kane", "maggi", "modular"], states=2, read=False)


class Balance(HTMLParser):
    """Checks that every tag is closed in order, and remembers which there were."""

    def __init__(self):
        super().__init__()
        self.open, self.seen = [], set()

    def handle_starttag(self, tag, attrs):
        self.seen.add(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.seen.add(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def tags_of(page):
    parser = Balance()
    parser.feed(page)
    parser.close()
    assert parser.open == []
    return parser.seen


def test_page_is_whole_and_asks_nothing_of_a_network(found):
    page = render(found)
    seen = tags_of(page)
    assert {"table", "svg", "h1"} <= seen
    assert not seen & {"script", "link", "img", "iframe"}
    assert set(re.findall(r"https?://[^\s\"'<]+", page)) == {"http://www.w3.org/2000/svg"}
    for piece in ("kane", "maggi", "modular", "Table 3", "All in all take", *found.recommendation[:1]):
        assert piece in page


def test_figure_has_a_bar_for_every_number(found):
    picture = ET.fromstring(figure(found))  # noqa: S314  our own text
    space = "{http://www.w3.org/2000/svg}"
    bars = [each for each in picture.iter(f"{space}rect") if each.get("class") is None]
    assert len(bars) == 2 * len(found.rows)  # operations, and what one more component adds; no readability here
    words = {each.text for each in picture.iter(f"{space}text")}
    assert {str(row.operations) for row in found.rows} <= words


def test_any_text_is_escaped(found):
    rows = (replace(found.rows[0], formalism=EVIL), *found.rows[1:])
    bad = replace(
        found, title=EVIL, rows=rows, component=EVIL, notes=(EVIL,), recommendation=(EVIL,), refused={EVIL: EVIL}
    )
    page = render(bad)
    assert "<script" not in page
    assert "\x00" not in page
    assert "&lt;script&gt;" in page
    assert "script" not in tags_of(page)
    ET.fromstring(figure(bad))  # noqa: S314  our own text


def test_cells_match_their_heads(found):
    for row in found.rows:
        assert len(cells(row)) == len(HEADS)
    missing = replace(
        found.rows[0], addition=None, compared=0, disagreement=float("nan"), evaluation_seconds=float("nan")
    )
    assert "not compared" in cells(missing)
    assert "–" in cells(missing)

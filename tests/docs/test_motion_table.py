"""The page of the motion table: its tables are what is published and what is computed, its figures are there.

Published numbers are from the paper on a mechatronic model of a parallel Multi-Axial Simulation Table (MAST): section
4.1 (bandwidths, the resonance of about 900 Hz), section 4.2 (responses), Table 1 (f_n = 986.5 Hz).
"""

import importlib.util
import math
import re
import runpy
from pathlib import Path

import pytest

import linkwright as lw
from linkwright.mechanisms.mast_control import FEED_FORWARD
from oracles import mast_drive, mast_table

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "mechanisms"
PAGE = (FOLDER / "mast_3prs.md").read_text(encoding="utf-8")
PUBLISHED = [(99.4, -6.3), None, (65.4, -62.5), (43.2, -103.7)]
INDEPENDENT = {
    "identified, `z`": [(99.412, -7.152), (96.362, -17.500), (62.734, -64.043), (38.442, -101.603)],
    "manufacturer, `z`": [(99.324, -7.135), (96.038, -17.330), (67.108, -61.563), (47.258, -110.412)],
    "identified, `psi`": [None, None, (62.571, -64.038), (38.271, -101.231)],
}
"""Percent and degrees at 0.4, 1, 5, 10 Hz by two programs that share no mechanics with the package."""
ROUNDING = 0.0051
"""Half a unit of the last digit of the page."""
AGREEMENT = 0.02
"""Points and degrees: what steps of the integrator and the smoothing of friction may move."""
NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")


@pytest.fixture(scope="module")
def figures():
    place = importlib.util.spec_from_file_location("mast_3prs_figures", FOLDER / "mast_3prs_figures.py")
    module = importlib.util.module_from_spec(place)
    place.loader.exec_module(module)
    return module


def cells(name):
    """What stands behind the name of a row of the page, as numbers."""
    (row,) = [line for line in PAGE.splitlines() if line.startswith(f"| {name} |")]
    return [numbers(cell) for cell in row.strip("| ").split("|")[1:]]


def numbers(text):
    return tuple(float(found) for found in NUMBER.findall(text.replace("−", "-")))


def test_the_published_row_is_that_of_the_paper():
    assert [pair or None for pair in cells("published (section 4.2)")] == PUBLISHED
    assert cells("published (section 4.1)") == [(4.0,), (3.5,), (-0.5,)]
    (row,) = [line for line in PAGE.splitlines() if "986.5 Hz" in line]
    assert "about 900 Hz" in row


@pytest.mark.parametrize("row", INDEPENDENT)
def test_computed_rows_are_those_of_the_independent_program(row):
    for pair, known in zip(cells(row), INDEPENDENT[row], strict=True):
        if known is not None:
            assert pair == pytest.approx(known, abs=ROUNDING)


def test_two_points_of_the_table_are_computed(figures):
    """z and its torque at 10 Hz with the identified parameters; the whole table is a long test."""
    (point,) = figures.sines(figures.closed_loop("identified"), "z", [10.0]).points
    assert cells("identified, `z`")[3] == pytest.approx((100 * point.magnitude, point.phase_deg), abs=AGREEMENT)
    torque, current = cells("identified")[2:]
    assert current[0] == pytest.approx(point.waveforms["drive1.i"].peak, abs=ROUNDING)
    assert torque[0] == pytest.approx(0.0302 * current[0], abs=6e-4)
    change = cells("identified, linear, no friction")[1][0]
    assert change == pytest.approx(figures.linear("identified").bandwidth("pose.z", "z"), abs=ROUNDING)


def test_resonances_are_those_of_table_1():
    """J1 = 1.42e-5 + 1.4e-6 + 4.68e-6, J2 = Jguide / ir^2 + M n^2 with n = p / (2 pi ir), free: J1 J2 / (J1 + J2)."""
    n, K = 0.070 / (2 * math.pi * 15), 67.702
    J1, J2 = 1.42e-5 + 1.4e-6 + 4.68e-6, 4.524e-5 / 15**2 + 2.27 * n**2
    for inertia in (J2, J1 * J2 / (J1 + J2), J1):
        assert f"| {math.sqrt(K / inertia) / (2 * math.pi):.1f} Hz |" in PAGE


def test_what_is_said_of_the_differences_follows_from_the_tables():
    ours, theirs = cells("identified, `z`"), cells("published (section 4.2)")
    pairs = [(a, b) for a, b in zip(ours, theirs, strict=True) if b]
    assert max(abs(a[0] / b[0] - 1) for a, b in pairs) == pytest.approx(0.11, abs=0.005)
    assert max(abs(a[1] / b[1] - 1) for a, b in pairs) == pytest.approx(0.14, abs=0.006)
    for motion in ("psi", "theta"):
        for which in ("identified", "manufacturer"):
            for a, b in zip(cells(f"{which}, `{motion}`"), cells(f"{which}, `z`"), strict=True):
                assert abs(a[0] - b[0]) < 0.31
                assert abs(a[1] - b[1]) < 0.9
    (high,), (low,) = cells("identified")[0], cells("manufacturer")[0]
    assert 100 * (1 - low / high) == pytest.approx(73, abs=0.5)
    assert high - low == pytest.approx(0.052, abs=5e-4)
    (strong,), (weak,) = cells("manufacturer")[2], cells("identified")[2]
    assert strong - weak == pytest.approx(0.24, abs=5e-3)


def test_every_figure_is_on_the_page_and_says_after_which_one_it_is_drawn(figures):
    assert [f"mast_3prs_{name}.svg" for name in figures.FIGURES] == re.findall(r"\]\((mast_3prs_\w+\.svg)\)", PAGE)
    for name in figures.FIGURES:
        picture = (FOLDER / f"mast_3prs_{name}.svg").read_text(encoding="utf-8")
        (number,) = re.findall(r"<title>[^<]*\(after Fig\. (\d+)\)</title>", picture)
        assert f"*Computed with Linkwright, after Fig. {number}:" in PAGE


FEED_FORWARDS = {
    "no feed-forward": ((0.0, 0.0), 10),
    "vffw alone": ((4.8e-3, 0.0), 10),
    "both, difference over 1 ms": ((4.8e-3, 4.7e-4), 10),
    "both, difference over 5 ms": ((4.8e-3, 4.7e-4), 50),
}
"""Gains of the speed command and its rate, and the number of 100 us over which the rate is a difference."""


@pytest.mark.parametrize("row", FEED_FORWARDS)
def test_rows_of_feed_forward_are_those_of_the_independent_program(row):
    for frequency, pair in zip((5.0, 10.0), cells(row), strict=True):
        expected = mast_drive.response(mast_table.IDENTIFIED, frequency, *FEED_FORWARDS[row])
        assert pair == pytest.approx(expected, abs=ROUNDING)


def test_feed_forward_of_the_table_is_computed(figures):
    assert cells("published (section 4.2), again") == [PUBLISHED[2], PUBLISHED[3]]
    dynamics = figures.closed_loop("identified").dynamics
    ahead = lw.ClosedLoop(dynamics, lw.mechanisms.mast_control(dynamics, FEED_FORWARD))
    (point,) = figures.sines(ahead, "z", [10.0]).points
    found = (100 * point.magnitude, point.phase_deg)
    assert cells("table with friction, both, 1 ms")[1] == pytest.approx(found, abs=AGREEMENT)


@pytest.mark.long
def test_the_page_of_controllers_has_what_the_example_prints(capsys):
    runpy.run_path(str(ROOT / "examples" / "motion_table_control.py"), run_name="__main__")
    page = (FOLDER / "mast_3prs_control.md").read_text(encoding="utf-8")
    assert [line for line in capsys.readouterr().out.splitlines() if line not in page] == []


@pytest.mark.long
def test_all_tables_are_computed(figures):
    for name, rows in figures.TABLES.items():
        for row in rows():
            first = row.strip("| ").split(" | ")[0]
            if not numbers(row) or first.startswith("amplitude"):
                continue
            for mine, pair in zip(numbers(row.partition(first)[2]), sum(cells(first), ()), strict=True):
                assert mine == pytest.approx(pair, abs=AGREEMENT), (name, first)


@pytest.mark.long
def test_all_figures_are_drawn_again(figures, tmp_path):
    figures.main(tmp_path)
    for name in figures.FIGURES:
        drawn, kept = ((folder / f"mast_3prs_{name}.svg").read_text(encoding="utf-8") for folder in (tmp_path, FOLDER))
        assert drawn.count("<path") == kept.count("<path")

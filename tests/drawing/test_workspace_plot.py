"""Figures of workspaces: cells, curves, axes with units, legend; margins along a path."""

import xml.etree.ElementTree as ET

import numpy as np
import pytest

import linkwright as lw
from linkwright.analysis import Kinematics
from linkwright.drawing import margin_plot, workspace_plot
from linkwright.drawing.plots.workspace import PARALLEL, REFUSED, SCALE


@pytest.fixture(scope="module")
def kinematics():
    return Kinematics.of(lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False))))


@pytest.fixture(scope="module")
def found(kinematics):
    area = {"platform.x": (-1.6, 1.0), "platform.y": (-1.0, 1.0)}
    return kinematics.workspace(area, at={"platform.theta": 0.9}, resolution=(14, 11), limits={"A.phi": (1.3, 2.0)})


def areas(picture):
    """Area [px] of the cells of each colour."""
    total = {}
    for path in ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}path"):  # noqa: S314  our own picture
        if path.get("shape-rendering"):
            pieces = [piece for piece in path.get("d").split("M") if piece]
            total[path.get("fill")] = sum(float(p.split("h")[1].split("v")[0]) for p in pieces)
    return total


def test_every_cell_has_the_colour_of_its_value(found):
    picture = workspace_plot(found)
    width = 520.0 / 14
    level = np.clip((found.dexterity[found.allowed] * len(SCALE)).astype(int), 0, len(SCALE) - 1)
    shown = areas(picture)
    for k, ink in enumerate(SCALE):
        np.testing.assert_allclose(shown.get(ink, 0.0), width * np.sum(level == k), atol=0.01 * 14 * 11)
    np.testing.assert_allclose(shown[REFUSED], width * np.sum(found.reached & ~found.allowed), atol=0.01 * 14 * 11)


def test_axes_have_names_and_units_and_the_legend_says_what_is_drawn(found):
    picture = workspace_plot(found, title="A < B")
    words = [element.text for element in ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}text")]  # noqa: S314
    for expected in ("platform.x [m]", "platform.y [m]", "dexterity, 1 / condition", "parallel singular",
                     "beyond limits", "A < B"):  # fmt: skip
        assert expected in words
    assert any("platform.theta = 0.9" in word and "characteristic length" in word for word in words)
    assert PARALLEL in picture
    assert "margin to serial singularities" in workspace_plot(found, colour="serial")


def test_a_wrong_colour_is_refused(found):
    with pytest.raises(ValueError, match=r"colour = 'red': expected one of dexterity, parallel, serial"):
        workspace_plot(found, colour="red")


def test_margins_along_a_path_touch_zero_where_a_singularity_is_crossed(kinematics):
    turn = [{"platform.x": 0.0, "platform.y": 0.0, "platform.theta": float(x)} for x in np.linspace(0.3, 1.2, 8)]
    path = kinematics.follow(turn)
    assert [event.kinds for event in path.events] == [("parallel",)]
    picture = margin_plot(path)
    line = next(
        p for p in ET.fromstring(picture).iter("{http://www.w3.org/2000/svg}path")  # noqa: S314  our own picture
        if p.get("stroke") == PARALLEL and "L" in p.get("d")
    )  # fmt: skip
    heights = [float(piece.split()[1]) for piece in line.get("d")[1:].split("L")]
    assert max(heights) == 304.0  # the level of zero
    assert "sample of the path" in picture

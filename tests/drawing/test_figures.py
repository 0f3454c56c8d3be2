from xml.etree import ElementTree as ET

import numpy as np
import pytest

from linkwright.drawing import (
    Bar,
    Block,
    Disc,
    DrawnBody,
    Panel,
    Pin,
    Pivot,
    Plate,
    Point,
    Scene,
    Track,
    panel_plot,
    still,
    time_plot,
)
from linkwright.drawing.machine.projection import Placement, point_path, rotation, view_matrix
from linkwright.drawing.plots.ticks import factor_of, nice_ticks, number, pad_range, tick_label, unit_label
from linkwright.trajectory import Channel, Outcome, Trajectory, UnknownChannelError

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</svg><script>&\"'"


def parsed(svg):
    return ET.fromstring(svg)  # noqa: S314 - our own text


def motion(samples=200, **more):
    t = np.linspace(0.0, 2.0, samples)
    channels = {
        "crank.theta": Channel(6 * t, "rad", ""),
        "slider.x": Channel(np.cos(6 * t), "m", ""),
        "slider.y": Channel(0 * t, "m", ""),
    }
    channels |= {name: Channel(values(t), unit, "") for name, (values, unit) in more.items()}
    half, zero = 3 * t, 0 * t
    poses = {
        "crank": np.stack([zero, zero, zero, np.cos(half), zero, zero, np.sin(half)], axis=-1),
        "slider": np.stack([np.cos(6 * t), zero, zero, 1 + zero, zero, zero, zero], axis=-1),
    }
    return Trajectory(t, channels, poses, outcome=Outcome("finished", "", "", 2.0))


def scene(*, planar=True, label="tip"):
    crank = DrawnBody("crank", (Bar((0, 0), (0.5, 0), 0.03), Disc((0, 0), 0.1), Pin((0.5, 0)), Point(label, (0.5, 0))))
    slider = DrawnBody("slider", (Block((0.2, 0.1)), Plate([(0, 0), (0.1, 0), (0, 0.1)], 0.01)))
    return Scene(HOSTILE, planar=planar, bodies=(crank, slider), ground=(Pivot((0, 0)), Track((-1, -0.1), (1, -0.1))))


def test_a_panel_for_each_unit_with_units_and_names():
    svg = time_plot(motion(), ["slider.x", "crank.theta", "slider.y"], title=HOSTILE)
    words = [element.text for element in parsed(svg).iter(f"{SVG}text")]
    assert words.count("[m]") == 1
    assert words.count("[rad]") == 1
    assert words.count("time [s]") == 1
    assert {"slider.x", "slider.y", "crank.theta", HOSTILE} <= set(words)


def test_small_numbers_take_a_power_of_ten_out():
    svg = time_plot(motion(gap=(lambda t: 3e-12 * t, "m")), ["gap"])
    assert "[10⁻¹² m]" in [element.text for element in parsed(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize(
    "values",
    [
        lambda t: t * np.nan,
        lambda t: 0 * t,
        lambda t: np.where(t > 1, np.nan, t),
        lambda t: 1e300 * t,
        lambda t: 5e-324 + 0 * t,
        lambda t: np.where(t > 1, np.inf, t),
    ],
)
def test_odd_values_still_give_a_picture(values):
    svg = time_plot(motion(odd=(values, "W")), ["odd"])
    assert "nan" not in svg
    parsed(svg)


def test_a_long_curve_is_thinned_but_keeps_its_extremes():
    def spike(t):
        return np.where(np.arange(t.size) == 31_415, 7.0, np.sin(t))

    svg = time_plot(motion(200_000, spiky=(spike, "N")), ["spiky"])
    assert len(svg) < 200_000
    curve = next(path for path in parsed(svg).iter(f"{SVG}path") if path.get("stroke-linejoin"))
    heights = [float(pair.split()[1]) for pair in curve.get("d")[1:].split("L")]
    assert min(heights) < np.median(heights) - 100


def test_wrong_names_are_told_all_at_once():
    with pytest.raises(UnknownChannelError, match=r"'slider\.z' \(did you mean slider\..*'nothing'"):
        time_plot(motion(), ["slider.z", "slider.x", "nothing"])
    with pytest.raises(ValueError, match="No channel"):
        time_plot(motion(), [])


@pytest.mark.parametrize("planar", [True, False])
def test_a_still_with_ghosts_and_paths(planar):
    run = motion()
    svg = still(
        scene(planar=planar, label=HOSTILE),
        run.poses,
        sample=0,
        ghosts=(50, 100),
        paths=(HOSTILE, "slider"),
        title=HOSTILE,
    )
    root = parsed(svg)
    assert sum(1 for group in root.iter(f"{SVG}g") if group.get("opacity")) == 2
    assert sum(1 for title in root.iter(f"{SVG}title") if title.text.startswith("Path of ")) == 2
    assert not list(root.iter(f"{SVG}script"))


def test_a_still_refuses_missing_poses_and_unknown_points():
    run = motion()
    with pytest.raises(ValueError, match="no poses of slider"):
        still(scene(), {"crank": run.poses["crank"]})
    with pytest.raises(ValueError, match="poses of crank are not finite"):
        still(scene(), dict(run.poses) | {"crank": run.poses["crank"] * np.nan})
    with pytest.raises(ValueError, match="tap"):
        still(scene(), run.poses, paths=("tap",))


def test_the_pictures_geometry_is_that_of_the_poses():
    run = motion()
    expected = 0.5 * np.stack([np.cos(6 * run.time), np.sin(6 * run.time), 0 * run.time], axis=-1)
    np.testing.assert_allclose(
        point_path(run.poses["crank"], (0.5, 0, 0)), expected, atol=1e-14
    )  # rounding of unit lengths
    np.testing.assert_allclose(Placement.of(run.poses["crank"][7])([(0.5, 0, 0)])[0], expected[7], atol=1e-14)


def test_the_isometric_view_is_a_rotation_with_z_upwards():
    view = view_matrix("iso")
    np.testing.assert_allclose(view @ view.T, np.eye(3), atol=1e-15)
    assert np.linalg.det(view) > 0
    np.testing.assert_allclose((view @ [0, 0, 1])[[0, 1]], [0, np.sqrt(2 / 3)], atol=1e-15)
    np.testing.assert_allclose(np.linalg.norm(view[:2], axis=0), np.sqrt(2 / 3), atol=1e-15)  # all axes equally short


def test_views_look_along_their_axes():
    """Rows are what points right, up and to the eye: from above y is up, from the front and the side z."""
    np.testing.assert_allclose(view_matrix("top"), np.eye(3), atol=1e-15)
    np.testing.assert_allclose(view_matrix("front"), [[1, 0, 0], [0, 0, 1], [0, -1, 0]], atol=1e-15)
    np.testing.assert_allclose(view_matrix("side"), [[0, 1, 0], [0, 0, 1], [1, 0, 0]], atol=1e-15)
    with pytest.raises(ValueError, match="no view 'tpo'; did you mean top"):
        view_matrix("tpo")


def test_a_rotation_by_a_quarter_turn_about_z():
    half = np.sqrt(0.5)
    np.testing.assert_allclose(rotation(np.array([half, 0, 0, half])) @ [1, 0, 0], [0, 1, 0], atol=1e-15)


@pytest.mark.parametrize(("low", "high"), [(0, 1), (-3.3, 7.1), (1e-9, 2e-9), (-1e6, 1e6), (99.99, 100.01)])
def test_ticks_are_round_and_inside(low, high):
    ticks = nice_ticks(low, high)
    assert 3 <= len(ticks) <= 8
    assert all(low - 1e-9 * abs(low) <= tick <= high + 1e-9 * abs(high) for tick in ticks)
    step = ticks[1] - ticks[0]
    assert round(step / 10 ** np.floor(np.log10(step * (1 + 1e-9))), 6) in {1.0, 2.0, 5.0}
    assert len({tick_label(tick, step) for tick in ticks}) == len(ticks)


def test_numbers_and_units_for_reading():
    assert [number(v) for v in (0, 1e-9, -2.5e-7, 0.25, 123456, np.inf)] == [
        "0",
        "10⁻⁹",
        "−2.5·10⁻⁷",
        "0.25",
        "123456",
        "∞",
    ]
    assert (unit_label("m"), unit_label("", 3), unit_label("1")) == ("[m]", "[10³]", "[–]")
    assert (factor_of(0, 0), factor_of(-0.5, 20), factor_of(0, 2e-5)) == (0, 0, -6)
    assert pad_range(2.0, 2.0) == (1.0, 3.0)
    assert pad_range(0.0, 0.0) == (-1.0, 1.0)


@pytest.mark.parametrize("step", [0.25, 2.5, 0.0125, 1.0, 0.2, 50.0])
def test_a_label_has_all_decimals_of_its_step(step):
    for k in range(-3, 4):
        assert float(tick_label(k * step, step).replace("\N{MINUS SIGN}", "-")) == pytest.approx(k * step, abs=1e-12)


# -- panels in a grid --------------------------------------------------------------------------------------------------


def grid(**more):
    x = np.linspace(0.0, 1.0, 11)
    first = Panel({"a": (x, x), HOSTILE: (x, 2 * x)}, ("time", "s"), ("way", "m"), "above")
    second = Panel({"b": (10 * x, 1e-7 * x)}, ("frequency", "Hz"), ("force", "N"))
    third = Panel({"a": (x, -x)}, ("time", "s"), ("way", "m"))
    return panel_plot([first, second, third], columns=2, **more)


def curves_of(svg):
    return [path for path in parsed(svg).iter(f"{SVG}path") if path.get("stroke-linejoin")]


def test_panels_stand_in_a_grid_with_words_and_units_on_all_axes():
    svg = grid(title="all")
    words = [element.text for element in parsed(svg).iter(f"{SVG}text")]
    assert words.count("way [m]") == 2
    assert words.count("force [10⁻⁹ N]") == 1
    assert words.count("frequency [Hz]") == 1
    assert words.count("time [s]") == 1  # the panel above has the same axis as the one below it
    assert {"all", "above", "a", "b", HOSTILE} <= set(words)
    assert words.count("a") == 1  # one legend for all


def test_a_name_has_one_colour_and_every_curve_lies_where_its_numbers_are():
    first, _, second, third = curves_of(grid())
    assert first.get("stroke") == third.get("stroke") != second.get("stroke")
    ends = [tuple(map(float, pair.split())) for pair in first.get("d")[1:].split("L")]
    # Two panels of 760 px / 2 less 74 and 16 px of margins, 120 px high; y from 0 to 2 with 6 % of air.
    assert ends[-1][0] - ends[0][0] == pytest.approx(380 - 90, abs=0.02)
    assert ends[0][1] - ends[-1][1] == pytest.approx(120 / (2 * 1.12), abs=0.02)


def test_panels_that_cannot_be_drawn_are_refused_all_at_once():
    wrong = Panel({"a": ([0.0, 1.0], [1.0]), "b": ("x", "y"), "c": ([np.nan], [1.0])}, ("t", "s"), ("x", "m"))
    with pytest.raises(ValueError, match="5 faults") as caught:
        panel_plot([wrong, Panel({}, ("t", "s"), ("x", "m"))], columns=0)
    words = str(caught.value)
    assert "panel 1: a has x of shape (2,) and y of shape (1,)" in words
    assert "panel 2 has no curves" in words
    with pytest.raises(ValueError, match="there are no panels"):
        panel_plot([])

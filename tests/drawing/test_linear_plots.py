"""Pictures of linear models of closed loops: every curve and pole is where its numbers are."""

import re

import numpy as np
import pytest

import linkwright as lw
from closed_loop import machines
from linkwright import control


@pytest.fixture(scope="module")
def linear():
    """A P controller of a speed, every 1 ms: pole a - b K and loop b K / (z - a), with a = exp(-0.3e-3)."""
    wires = {"fast.measurement": "way.slide'", "push.force": "fast.command"}
    loop = lw.ClosedLoop(machines.slide(), control.Diagram({"fast": control.P(900.0).every(1e-3)}, wires))
    return lw.analysis.linearize(loop, loop.steady_state(loop.assemble(), {"second.force": 0.0}))


def places(picture, pattern):
    return [tuple(map(float, found)) for found in re.findall(pattern, picture)]


def test_poles_are_crosses_in_the_unit_circle(linear):
    picture = lw.drawing.pole_plot(linear)
    crosses = places(picture, r'fill="none" d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)M')
    assert len(crosses) == len(linear.poles)
    a = np.exp(-0.3e-3)
    pole = a - 900.0 * (1 - a) / 0.6
    # The plane has 2.2 units, and 8 % more, on 480 px from x = 64.
    scale = 480.0 / (1.08 * 2.2)
    expected = 64 + 240 + scale * pole
    assert min(abs((x0 + x1) / 2 - expected) for x0, _, x1, _ in crosses) < 0.1


def test_nyquists_curve_is_that_of_the_loop(linear):
    transfer = linear.loop_transfer("fast.command")
    a = np.exp(-0.3e-3)
    b = 900.0 * (1 - a) / 0.6
    f = np.array([1.0, 60.0, 400.0])
    assert transfer.loci(f)[:, 0] == pytest.approx(b / (np.exp(2j * np.pi * f * 1e-3) - a), rel=1e-10)
    picture = lw.drawing.nyquist_plot(transfer, title="Loop <1>")
    assert "Loop &lt;1&gt;" in picture
    assert "−1" in picture
    assert picture.count("<path") > 10


def test_each_eigenvalue_of_a_faster_signal_is_one_continuous_curve():
    wires = {"fast.measurement": "way.slide'", "push.force": "fast.command", "slow.measurement": "way.slide"}
    blocks = {"fast": control.P(300.0).every(1e-3), "slow": control.P(20.0).every(3e-3)}
    loop = lw.ClosedLoop(machines.slide(), control.Diagram(blocks, wires | {"fast.reference": "slow.command"}))
    linear = lw.analysis.linearize(loop, loop.steady_state(loop.assemble(), {"second.force": 0.0}))
    picture = lw.drawing.nyquist_plot(linear.loop_transfer("fast.command"))
    curves = [np.array(re.findall(r"([\d.-]+) ([\d.-]+)", line), float)
              for line in re.findall(r'stroke="#0072b2" d="M([^"]+)"', picture)]  # fmt: skip
    assert len(curves) >= 3
    # No piece between neighbouring frequencies is longer than a tenth of the picture, which has 480 px.
    assert max(np.hypot(*np.diff(curve, axis=0).T).max() for curve in curves) < 48


def test_bode_plots_take_linear_responses(linear):
    response = linear.frequency_response("fast.reference", "way.slide'", np.geomspace(1, 400, 60))
    picture = lw.drawing.bode_plot(response)
    assert "<circle" not in picture  # many points are a line
    assert (
        lw.drawing.bode_plot({"few": linear.frequency_response("fast.reference", "way.slide'", [1.0, 2.0])}).count(
            "<circle"
        )
        == 4
    )


def test_measured_points_are_rings_where_their_numbers_are(linear):
    response = linear.frequency_response("fast.reference", "way.slide'", [1.0, 10.0])
    measured = lw.analysis.MeasuredResponse([1.0, 10.0], [1.0, -0.1j], "fast.reference", "way.slide'")
    picture = lw.drawing.bode_plot({"run": response, "measured": measured}, dashed=["run"])
    rings = places(picture, r'<circle cx="([\d.]+)" cy="([\d.]+)" r="4.6"')
    assert len(rings) == 5  # two in each panel, one in the legend
    across = [x for x, _ in rings[1:]]
    assert across[0] == across[2]
    assert across[1] - across[0] == pytest.approx(670.0, abs=0.02)  # a decade is the whole width, 760 - 74 - 16 px
    assert rings[3][1] < rings[4][1]  # 0 above -90 degrees
    assert "stroke-dasharray" in picture
    with pytest.raises(ValueError, match="no response 'rum'"):
        lw.drawing.bode_plot({"run": response}, dashed=["rum"])


def test_maps_have_a_cell_for_each_pose_and_grey_ones_where_nothing_holds():
    found = lw.analysis.BandwidthMap(
        "table", "pose.z", "z", ("z", "psi"), ("m", "rad"), np.array([0.1, 0.2]), np.array([0.0, 0.1, 0.2]),
        np.array([[1.0, 2.0], [3.0, np.nan], [4.0, 5.0]]), {(0.2, 0.1): "out of reach"},
    )  # fmt: skip
    picture = lw.drawing.map_plot(found)
    assert picture.count("</title></rect>") == 6
    assert picture.count("#b9bec4") == 1
    assert "smallest 1 Hz at z = 0.1 m, psi = 0 rad" in found.in_words()


def test_a_grid_is_filled_pose_by_pose(linear):
    loop_state = linear.state
    wires = {"fast.measurement": "way.slide'", "push.force": "fast.command"}
    loop = lw.ClosedLoop(machines.slide(), control.Diagram({"fast": control.P(900.0).every(1e-3)}, wires))
    asked = []

    def loop_at(pose):
        asked.append(dict(pose))
        if pose["b"] > 1.5:
            raise ValueError("out of reach")
        return loop, loop_state

    found = lw.analysis.bandwidth_map(
        loop_at, {"a": [0.0, 1.0], "b": [1.0, 2.0]}, input="fast.reference", output="way.slide'"
    )
    assert asked == [{"a": a, "b": b} for b in (1.0, 2.0) for a in (0.0, 1.0)]
    assert found.values[0] == pytest.approx([linear.bandwidth("fast.reference", "way.slide'")] * 2, rel=1e-9)
    assert np.isnan(found.values[1]).all()
    assert set(found.reasons.values()) == {"out of reach"}
    with pytest.raises(ValueError, match="across has 1 coordinates, expected two"):
        lw.analysis.bandwidth_map(loop_at, {"a": [0.0]}, input="fast.reference", output="way.slide'")


def test_a_report_has_a_section_of_the_linear_model(linear):
    response = linear.frequency_response("fast.reference", "way.slide'", [1.0, 10.0])
    section = lw.report.linear_section(linear, {"speed": response}, at=["fast.command"])
    assert section.title == "Linear model"
    assert section.html.count("<svg") == 3
    assert "fast.command" in section.html

"""Poses that follow sliders, against closed forms and other formulations."""

import numpy as np
import pytest

from linkwright.analysis.kinematics.closing import LONGEST_STEP, Closing
from linkwright.mechanisms.registry import READY
from viewer.pages import closing_of, dynamics_of

CLOSED = 1e-8  # m, what the page promises; Newton leaves rounding, 1e-15


def test_a_four_bar_follows_its_crank_through_a_whole_turn():
    """The rocker's pin is the intersection of two circles, always the same one of two."""
    closing = closing_of("four_bar")
    p = closing.dynamics.parameters
    q, side = closing.dynamics.reference.q, None
    assert closing.names == ("phi",)
    start = float(closing.values(q)[0])
    for phi in start + np.linspace(0.0, 2 * np.pi, 25):
        move = closing.move(q, {"phi": float(phi)})
        assert not move.fault
        q = move.q
        assert closing.gap(q) < CLOSED
        A = p["l_1"] * np.array([np.cos(phi), np.sin(phi)])
        C = np.array([p["l_0"], 0.0])
        d = np.linalg.norm(C - A)
        along = (p["l_2"] ** 2 - p["l_3"] ** 2 + d**2) / (2 * d)
        height = np.sqrt(p["l_2"] ** 2 - along**2)
        unit = (C - A) / d
        state = closing.state(q)
        B = C + p["l_3"] * np.array([np.cos(state["psi"]), np.sin(state["psi"])])
        feet = [A + along * unit + sign * height * np.array([-unit[1], unit[0]]) for sign in (1, -1)]
        side = int(np.argmin([np.linalg.norm(B - foot) for foot in feet])) if side is None else side
        np.testing.assert_allclose(B, feet[side], atol=1e-10)


@pytest.mark.parametrize("name", ["three_rrr", "delta"])
def test_poses_are_those_that_assemble_finds(name):
    """Another formulation: least squares by singular values, in steps from the same pose."""
    closing, random = closing_of(name), np.random.default_rng(3)
    q = closing.dynamics.reference.q
    for _ in range(6):
        state = closing.state(q)
        held = {each: state[each] for each in closing.names}
        slider = random.choice(closing.names)
        wanted = float(held[slider] + random.uniform(-0.12, 0.12))
        move = closing.move(q, {slider: wanted})
        assert not move.fault
        other = closing.dynamics.assemble({**held, slider: wanted}, near=state)
        np.testing.assert_allclose(move.q, other.q, atol=1e-9)
        np.testing.assert_allclose(closing.values(move.q), list({**held, slider: wanted}.values()), atol=1e-9)
        q = move.q


def test_out_of_reach_the_pose_stays_and_the_joint_is_named():
    """A four-bar whose crank is too long to go round: at its limit coupler and rocker are in line."""
    closing = closing_of("four_bar").with_parameters({"l_0": 1.0, "l_1": 0.9, "l_2": 0.8, "l_3": 0.6})
    q = closing.dynamics.assemble({"phi": 1.0}).q
    limit = np.arccos((1.0**2 + 0.9**2 - (0.8 + 0.6) ** 2) / (2 * 1.0 * 0.9))
    near, far = closing.move(q, {"phi": limit - 1e-3}), closing.move(q, {"phi": limit + 0.3})
    assert not near.fault
    np.testing.assert_array_equal(far.q, q)
    assert far.joint in {"A", "B", "crank.pivot", "rocker.pivot"}
    assert f"joint {far.joint} does not close" in far.fault
    told = float(far.fault.rpartition("phi = ")[2].split()[0])
    assert limit - (limit - 1.0 + 0.3) / 32 < told <= limit  # steps are halved down to less than a thirty-second
    # The least gap, with the crank where it is wanted: what the other two bars lack.
    gap = np.sqrt(1.0**2 + 0.9**2 - 2 * 0.9 * np.cos(limit + 0.3)) - (0.8 + 0.6)
    stated = float(far.fault.partition("by ")[2].split()[0])
    assert 0.3 * gap < stated < 1.01 * gap  # shared between the joints, in the least mean square


def test_distances_are_those_of_the_jacobian():
    """parallel = 1 / sqrt(1 + s_max^2), serial = s_min / sqrt(1 + s_min^2), by differences of poses."""
    closing, step = closing_of("three_rrr"), 1e-5
    q = closing.move(closing.dynamics.reference.q, {"A.phi": -0.4}).q
    columns = []
    for k, name in enumerate(closing.names):
        value = float(closing.values(q)[k])
        ends = [closing.state(closing.move(q, {name: value + sign * step}).q) for sign in (1, -1)]
        names = [f"platform.{axis}" for axis in ("x", "y", "theta")]
        columns.append([(ends[0][each] - ends[1][each]) / (2 * step) for each in names])
    length = closing.measure.length
    J = np.diag([1.0, 1.0, length]) @ np.array(columns).T / length
    s = np.linalg.svd(J, compute_uv=False)
    found = closing.distance(q)
    assert found.kinds["parallel"] == pytest.approx(1 / np.sqrt(1 + s[0] ** 2), rel=1e-6)
    assert found.kinds["serial"] == pytest.approx(s[-1] / np.sqrt(1 + s[-1] ** 2), rel=1e-6)
    assert found.least == min(found.kinds.values())


def test_a_flat_parallelogram_is_singular_and_can_be_passed():
    """Where all bars are in line the joints' own constraints lose rank; beyond, it is a parallelogram again."""
    closing = closing_of("parallelogram")
    q = closing.dynamics.reference.q
    flat = closing.move(q, {"phi": -1e-7})
    assert not flat.fault
    assert closing.distance(flat.q).kinds["constraint"] < 1e-5
    beyond = closing.move(q, {"phi": 0.8})
    assert not beyond.fault
    assert closing.gap(beyond.q) < CLOSED
    turned = [2 * np.arctan2(each["coupler"][6], each["coupler"][3]) for each in map(closing.poses, (q, beyond.q))]
    assert turned[0] == pytest.approx(turned[1], abs=1e-9)  # the coupler of a parallelogram does not turn


def test_a_body_that_is_pulled_comes_as_near_as_its_joints_let_it():
    """The mass of a pendulum, pulled towards a place: the nearest point of the circle is on the ray to that place."""
    closing = closing_of("simple_pendulum")
    q = closing.move(closing.dynamics.reference.q, {"phi": 2.0}).q
    for _ in range(20):
        q = closing.drag(q, "rod", (0.0, 0.0, 0.0), (3.0, 2.0, 0.0))
    state = closing.state(q)
    assert np.arctan2(state["y"], state["x"]) == pytest.approx(np.arctan2(2.0, 3.0), abs=1e-4)
    assert closing.gap(q) < CLOSED


def test_a_pull_takes_a_platform_along():
    closing = closing_of("three_rrr")
    q = closing.dynamics.reference.q
    for _ in range(10):
        q = closing.drag(q, "platform", (0.0, 0.0, 0.0), (0.02, -0.01, 0.0))
    state = closing.state(q)
    np.testing.assert_allclose([state["platform.x"], state["platform.y"]], [0.02, -0.01], atol=1e-6)
    assert closing.gap(q) < CLOSED


def test_parameters_change_nothing_that_is_compiled():
    closing = closing_of("three_rrr")
    q = closing.dynamics.reference.q
    assert not closing.move(q, {"A.phi": -0.5}).fault
    longer = closing.with_parameters({"l_U": 0.19})
    assert longer.positions._compiled is closing.positions._compiled
    assert longer.measure.rates.matrix is closing.measure.rates.matrix
    held = closing.values(q)
    moved = longer.closed(q, held)
    assert longer.gap(moved) < CLOSED
    assert closing.gap(moved) > 1e-3
    np.testing.assert_allclose(longer.values(moved), held, atol=1e-9)


def test_too_far_is_said_at_once():
    closing = closing_of("free_body")
    q = closing.dynamics.reference.q
    move = closing.move(q, {"body.x": 1e99})
    assert "too far" in move.fault
    np.testing.assert_array_equal(move.q, q)


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(set(READY) - {"mast_3prs", "whipple_bicycle"}))
def test_every_ready_machine_has_sliders_that_close(name):
    dynamics = dynamics_of(name)
    closing, random = Closing.of(dynamics), np.random.default_rng(0)
    q = dynamics.reference.q
    sliders = closing.sliders(q)
    assert sliders
    for slider in sliders:
        assert slider.low < slider.value + 1e-12 < slider.high + LONGEST_STEP
        for value in random.uniform(slider.low, slider.high, 5):
            q = closing.move(q, {slider.name: float(value)}).q
            assert closing.gap(q) < CLOSED

"""Workspaces against geometry: annuli, joint limits, distances between bars; and there and back again."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.analysis import Kinematics
from linkwright.analysis.kinematics.workspace.bars import Bars, segment_distance
from linkwright.analysis.kinematics.workspace.contours import zero_curves
from oracles.platform_positions import crank_angles, delta_cranks, leg_lengths

CORNERS = np.array([(1.0, 0.0), (-0.5, np.sqrt(0.75)), (-0.5, -np.sqrt(0.75))])
BASES = 3.0 * CORNERS
PARALLEL = ("three_rrr", "three_rps", "three_prs", "stewart", "delta", "planar_3prr", "planar_2prr_rpr")


def kinematics_of(name, **options):
    return Kinematics.of(lw.compile(lw.formalisms.modular(getattr(lw.mechanisms, name)(**options))))


@pytest.fixture(scope="module")
def bare():
    return kinematics_of("three_rrr", motors=False, l_U=1.7, l_B=2.1)


def reach(x, y, theta):
    """Distances of the corners of the 3RRR from their bases (3, ny, nx)."""
    turned = CORNERS @ np.array([[np.cos(theta), np.sin(theta)], [-np.sin(theta), np.cos(theta)]])
    return np.array(
        [np.hypot(x[None, :] + c[0] - b[0], y[:, None] + c[1] - b[1]) for c, b in zip(turned, BASES, strict=True)]
    )


def test_the_slice_at_constant_orientation_is_where_three_annuli_overlap(bare):
    found = bare.workspace(
        {"platform.x": (-2.0, 2.0), "platform.y": (-2.2, 2.2)}, at={"platform.theta": 0.2}, resolution=(41, 45)
    )
    distance = reach(found.x, found.y, 0.2)
    expected = np.all((distance < 1.7 + 2.1) & (distance > 2.1 - 1.7), axis=0)
    sure = np.min(np.minimum(3.8 - distance, distance - 0.4), axis=0)
    np.testing.assert_array_equal(found.reached[np.abs(sure) > 1e-9], expected[np.abs(sure) > 1e-9])
    assert 0 < found.reached.sum() < found.reached.size
    np.testing.assert_array_equal(found.allowed, found.reached)
    np.testing.assert_allclose(found.area, expected.sum() * 0.1 * 0.1)
    # cranks are those of the closed form, on one side of each elbow
    z = bare.positions.readings(found.q[found.reached]).z
    numbers = bare.measure.inputs
    places = np.argwhere(found.reached)
    sides = set()
    for (j, i), row in list(zip(places, z, strict=True))[::9]:
        both = crank_angles(BASES, CORNERS, (1.7, 2.1), (found.x[i], found.y[j], 0.2))
        off = np.abs(np.angle(np.exp(1j * (both - row[list(numbers)][:, None]))))
        assert off.min(axis=1).max() < 1e-9
        sides.add(tuple(np.argmin(off, axis=1)))
    assert len(sides) == 1  # one working mode everywhere


def test_ranges_are_found_and_hold_all_that_can_be_reached(bare):
    found = bare.workspace(["platform.x", "platform.y"], resolution=40)
    assert found.names == ("platform.x", "platform.y")
    assert found.reached.any()
    rim = np.concatenate([found.reached[0], found.reached[-1], found.reached[:, 0], found.reached[:, -1]])
    assert not rim.any()
    assert found.fixed == {"platform.theta": pytest.approx(0.0)}


def test_joint_limits_cut_off_what_the_closed_form_says(bare):
    limits = {"A.phi": (1.6, 2.6), "platform.x": (-0.5, 9.0)}
    found = bare.workspace({"platform.x": (-1.0, 1.0), "platform.y": (-1.0, 1.0)}, resolution=21, limits=limits)
    assert found.reached.all()
    start = bare.dynamics.reference["A.phi"]
    elbow = np.argmin(np.abs(np.angle(np.exp(1j * (crank_angles(BASES, CORNERS, (1.7, 2.1), (0, 0, 0))[0] - start)))))
    expected = np.zeros_like(found.allowed)
    for j, y in enumerate(found.y):
        for i, x in enumerate(found.x):
            phi = crank_angles(BASES, CORNERS, (1.7, 2.1), (x, y, 0.0))[0, elbow]
            phi = start + np.angle(np.exp(1j * (phi - start)))
            expected[j, i] = 1.6 <= phi <= 2.6 and x >= -0.5
    np.testing.assert_array_equal(found.allowed, expected)
    assert found.refused["A.phi"] > 0
    assert found.refused["platform.x"] == 21 * 5


def test_distance_of_segments_is_the_least_over_both():
    random = np.random.default_rng(1)
    ends = random.uniform(-1, 1, (4, 60, 3))
    ends[3, :5] = ends[2, :5] + (ends[1, :5] - ends[0, :5])  # parallel ones
    share = np.linspace(0, 1, 201)
    first = ends[0][:, None] + share[None, :, None] * (ends[1] - ends[0])[:, None]
    second = ends[2][:, None] + share[None, :, None] * (ends[3] - ends[2])[:, None]
    least = np.array([np.min(np.linalg.norm(a[:, None] - b[None], axis=2)) for a, b in zip(first, second, strict=True)])
    found = segment_distance(*ends)
    assert np.all(found <= least + 1e-12)
    np.testing.assert_allclose(found, least, atol=0.02)


@pytest.mark.long
def test_clearance_is_kept_between_legs_that_share_no_joint():
    kinematics = kinematics_of("stewart")
    bars = Bars.of(kinematics.dynamics)
    pairs = {
        frozenset((bars.points[bars.segments[k][0]].split(".")[0], bars.points[bars.segments[l][0]].split(".")[0]))
        for k, l in bars.pairs
    }
    assert frozenset(("leg1", "leg2")) in pairs
    area = {"platform.x": (-1.0, 1.0), "platform.y": (-1.0, 1.0)}
    free = kinematics.workspace(area, resolution=9)
    distances = bars.clearance(free.q.reshape(81, -1))[0].reshape(9, 9)
    limit = float(np.median(distances))
    tight = kinematics.workspace(area, resolution=9, clearance=limit)
    np.testing.assert_array_equal(tight.allowed, free.reached & (distances >= limit))
    assert tight.refused["clearance"] == np.sum(distances < limit) > 0


@pytest.mark.long
def test_the_reachable_workspace_is_the_union_over_orientations(bare):
    area = {"platform.x": (-2.0, 2.0), "platform.y": (-2.2, 2.2)}
    turns = (-0.6, 0.0, 0.6)
    union = bare.workspace(area, resolution=13, over={"platform.theta": turns})
    single = [bare.workspace(area, resolution=13, at={"platform.theta": turn}) for turn in turns]
    np.testing.assert_array_equal(union.reached, np.any([each.reached for each in single], axis=0))
    best = np.nanmax(np.where([each.reached for each in single], [each.dexterity for each in single], -1.0), axis=0)
    np.testing.assert_allclose(union.dexterity[union.reached], best[union.reached])


def test_singular_curves_are_zero_sets():
    x, y = np.linspace(-2, 2, 41), np.linspace(-2, 2, 43)
    circle = zero_curves(x, y, x[None] ** 2 + y[:, None] ** 2 - 1.5**2)
    assert len(circle) == 1
    np.testing.assert_allclose(np.linalg.norm(circle[0], axis=1), 1.5, atol=5e-3)
    np.testing.assert_array_equal(circle[0][0], circle[0][-1])
    cross = zero_curves(x, y, (x[None] - 0.011) * (y[:, None] + 0.013))
    assert sum(len(line) for line in cross) > 70
    assert not zero_curves(x, y, np.full((43, 41), np.nan))


def test_parallel_singular_curves_lie_where_the_bars_lines_meet():
    """On the curves the closed form's matrix of bars is singular: three lines through one point."""
    kinematics = kinematics_of("three_rrr", motors=False)
    found = kinematics.workspace(
        {"platform.x": (-1.5, 1.5), "platform.y": (-1.5, 1.5)}, at={"platform.theta": 0.9}, resolution=61
    )
    curves = found.curves("parallel")
    assert curves
    for point in np.concatenate(curves)[::7]:
        near = np.unravel_index(
            np.argmin((found.x[None] - point[0]) ** 2 + (found.y[:, None] - point[1]) ** 2), found.reached.shape
        )
        assert found.parallel[near] < 0.1
    for kind, side in (("parallel", found.parallel_side), ("serial", found.serial_side)):
        assert (len(np.unique(side[found.reached])) > 1) == bool(found.curves(kind))


def poses_near(kinematics, count, random):
    """Random poses about the reference, by small motions of the inputs, and states next to them."""
    reference = kinematics.dynamics.reference
    scale = {
        k: 0.1 * kinematics.positions.size if kinematics.dynamics.system.quantities[k].unit == "m" else 0.25
        for k in kinematics.measure.inputs
    }
    found = []
    for _ in range(20 * count):
        if len(found) == count:
            break
        values = {
            name: reference[name] + scale[k] * random.uniform(-1, 1)
            for name, k in zip(kinematics.inputs, kinematics.measure.inputs, strict=True)
        }
        try:
            state = kinematics.direct(values)
        except lw.dynamics.Refused:
            continue
        if kinematics.singularity(state).condition < 1e3:
            found.append(state)
    return found


def there_and_back(kinematics, states):
    """Largest difference of the pose after inverse and direct, each from the state of another pose."""
    worst = 0.0
    sides = kinematics.measure.margins(np.array([state.q for state in states])).parallel_side
    for state, other, a, b in zip(states, [*states[1:], states[0]], sides, np.roll(sides, -1), strict=True):
        pose = {name: state[name] for name in kinematics.pose}
        inverse = kinematics.inverse(pose, near=other)
        # The same assembly mode is that of the pose itself; a neighbour across a singularity would lead to another one.
        near = other if a == b else state
        direct = kinematics.direct({name: inverse[name] for name in kinematics.inputs}, near=near)
        off = np.array([direct[name] - value for name, value in pose.items()])
        worst = max(worst, float(np.max(np.abs(off))))
    return worst


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", PARALLEL)
def test_direct_of_inverse_is_the_pose(name):
    kinematics = kinematics_of(name)
    states = poses_near(kinematics, 6, np.random.default_rng(2))
    assert len(states) == 6
    assert there_and_back(kinematics, states) < 1e-10


@pytest.mark.long
@pytest.mark.parametrize("name", PARALLEL)
def test_direct_of_inverse_is_the_pose_over_the_workspace(name):
    """At every point of a slice with a condition below 1e3, in the assembly mode of a configuration beside it."""
    kinematics = kinematics_of(name)
    found = kinematics.workspace(resolution=30)
    good = found.reached & (found.dexterity > 1e-3)
    rest = np.zeros(kinematics.dynamics.system.n)
    aside = {found.names[0]: 1e-3 * (found.x[1] - found.x[0]), found.names[1]: 1e-3 * (found.y[1] - found.y[0])}
    worst = 0.0
    for j, i in np.argwhere(good):
        state = kinematics.dynamics.state(found.q[j, i], rest)
        pose = {key: state[key] for key in kinematics.pose}
        near = kinematics.inverse({key: value + aside.get(key, 0.0) for key, value in pose.items()}, near=state)
        inverse = kinematics.inverse(pose, near=near)
        direct = kinematics.direct({key: inverse[key] for key in kinematics.inputs}, near=near)
        worst = max(worst, float(np.max(np.abs([direct[key] - value for key, value in pose.items()]))))
    assert good.sum() > 100
    assert worst < 1e-10


def test_inverse_of_delta_and_stewart_are_their_closed_forms():
    delta = kinematics_of("delta")
    p = delta.dynamics.parameters
    azimuths = (-np.pi / 2, np.pi / 6, 5 * np.pi / 6)
    for position in ((0.1, -0.2, -0.9), (-0.15, 0.1, -1.05)):
        state = delta.inverse(dict(zip(delta.pose, position, strict=True)))
        both = delta_cranks(p["w_B"], p["u_P"], p["L"], p["l"], azimuths, position)
        off = np.abs(np.angle(np.exp(1j * (both - np.array([state[name] for name in delta.inputs])[:, None]))))
        assert off.min(axis=1).max() < 1e-10
    stewart = kinematics_of("stewart")
    state = stewart.inverse(dict(zip(stewart.pose, (0.2, -0.1, 2.2, 0.1, 0.05, -0.1), strict=True)))
    angles = np.radians([-2.5, 2.5, 117.5, 122.5, 237.5, 242.5])
    above = np.radians([-50.0, 50.0, 70.0, 170.0, 190.0, 290.0])
    base = 3.0 * np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)
    platform = np.stack([np.cos(above), np.sin(above), 0 * above], axis=1)
    e = [state[f"platform.e{k}"] for k in range(4)]
    lengths = leg_lengths(base, platform, [state[f"platform.{axis}"] for axis in "xyz"], e)
    np.testing.assert_allclose([state[f"d{k}"] for k in range(1, 7)], lengths, atol=1e-11)


def test_ranges_found_hold_the_whole_workspace_of_bodies_described_about_their_mass_centres():
    # Two arms of two links of 1 m on bases 1.2 m apart: every point within 2 m of both bases is reached, a lens.
    link = lw.Body(mass=1.0, inertia=0.1, points={"a": (-0.5, 0.0), "b": (0.5, 0.0)})
    joints = {
        "A": lw.Revolute("base.l", "l1.a"),
        "B": lw.Revolute("l1.b", "l2.a"),
        "C": lw.Revolute("base.r", "r1.a"),
        "D": lw.Revolute("r1.b", "r2.a"),
        "E": lw.Revolute("l2.b", "r2.b"),
        "T": lw.Revolute("l2.b", "tip"),
    }
    parts = {"base": lw.Ground(points={"l": (-0.6, 0.0), "r": (0.6, 0.0)}), "tip": lw.PointMass(1.0)}
    parts |= dict.fromkeys(("l1", "l2", "r1", "r2"), link)
    machine = lw.Mechanism("five_bar", parts, joints, reference={"A.angle": 2.2, "C.angle": 0.9})
    kinematics = Kinematics.of(lw.compile(machine), inputs=("A.angle", "C.angle"), platform=("tip.x", "tip.y"))
    lens = 8.0 * np.arccos(0.3) - 0.6 * np.sqrt(4.0 * 4.0 - 1.2**2)
    assert kinematics.workspace(resolution=25).area == pytest.approx(lens, rel=0.02)

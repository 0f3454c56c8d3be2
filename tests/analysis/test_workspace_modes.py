"""Workspaces against inverse kinematics in closed form: one assembly mode, all of it, and what bounds it."""

import numpy as np
import pytest
from scipy.ndimage import label

import linkwright as lw
from linkwright.analysis import Kinematics
from oracles.platform_positions import (
    delta_cranks,
    delta_parallelograms,
    leg_lengths,
    three_prs_radii,
    three_rps_middle,
    turned,
)

DELTA_AZIMUTHS = (-np.pi / 2, np.pi / 6, 5 * np.pi / 6)
PLANAR_AZIMUTHS = (np.pi / 2, -5 * np.pi / 6, -np.pi / 6)


def kinematics_of(mechanism, formalism="modular"):
    return Kinematics.of(lw.compile(getattr(lw.formalisms, formalism)(mechanism)))


def tilts(kinematics, found):
    """Angles by which the platform is turned at the points reached."""
    poses = kinematics.positions.poses(found.q[found.reached])[:, kinematics.positions.bodies.index("platform")]
    return np.arccos(np.clip((poses[:, 0] + poses[:, 4] + poses[:, 8] - 1) / 2, -1, 1))


def delta_sides(parameters, points):
    """Determinants of the parallelograms at points in the mode of home, theta = 0; NaN where a crank does not reach."""
    p = parameters
    sizes = p["w_B"], p["u_P"], p["L"]
    home = -np.sqrt(p["l"] ** 2 - (p["w_B"] + p["L"] - p["u_P"]) ** 2)
    both = delta_cranks(*sizes, p["l"], DELTA_AZIMUTHS, (0.0, 0.0, home))
    mode = int(np.argmin(np.abs(np.sin(both[0] / 2))))
    found = []
    for point in points:
        cranks = delta_cranks(*sizes, p["l"], DELTA_AZIMUTHS, point)[:, mode]
        reached = np.isfinite(cranks).all()
        found.append(delta_parallelograms(*sizes, DELTA_AZIMUTHS, point, cranks) if reached else np.nan)
    return np.array(found)


def one_piece(possible, start):
    """What hangs together with a point of the grid."""
    pieces, _ = label(possible)
    return pieces == pieces[start]


def ways(found, j, i):
    """Samples (x, y) on the ways to a point from those beside it that are reached."""
    ny, nx = found.reached.shape
    share = np.linspace(0.0, 1.0, 41)
    for dj, di in ((0, 1), (0, -1), (1, 0), (-1, 0)):
        near = j + dj, i + di
        if 0 <= near[0] < ny and 0 <= near[1] < nx and found.reached[near]:
            x, y = (a[k] + share * (a[n] - a[k]) for a, k, n in ((found.x, i, near[1]), (found.y, j, near[0])))
            yield list(zip(x, y, strict=True))


@pytest.mark.long
@pytest.mark.parametrize("formalism", ["modular", "kane"])
@pytest.mark.parametrize("resolution", [(23, 21), pytest.param((61, 55), marks=pytest.mark.long)])
def test_the_platform_of_a_delta_is_never_tilted(formalism, resolution):
    """Above, at the sides, the three parallelograms lose their hold: what lies beyond belongs to other modes."""
    kinematics = kinematics_of(lw.mechanisms.delta(), formalism)
    area = {"platform.x": (-1.3, 1.3), "platform.z": (-1.85, 0.05)}
    found = kinematics.workspace(area, at={"platform.y": 0.0}, resolution=resolution)
    assert tilts(kinematics, found).max() < 1e-6
    points = [(x, 0.0, z) for z in found.y for x in found.x]
    side = delta_sides(kinematics.dynamics.parameters, points).reshape(found.reached.shape)
    home = delta_sides(kinematics.dynamics.parameters, [(0.0, 0.0, -1.0)])[0]
    start = int(np.argmin(np.abs(found.y + 1.0))), int(np.argmin(np.abs(found.x)))
    expected = one_piece(np.nan_to_num(side) * np.sign(home) > 0, start)
    np.testing.assert_array_equal(found.reached, expected)
    assert np.sum(np.isfinite(side) & ~expected) > 10
    # on the way to a point that is called blocked the determinant changes its sign, and on ways to others it does not
    beside = [(j, i) for j, i in np.argwhere(~found.reached) if list(ways(found, j, i))]
    crosses = [
        any(
            np.any(delta_sides(kinematics.dynamics.parameters, [(x, 0.0, z) for x, z in way]) * home < 0)
            for way in ways(found, j, i)
        )
        for j, i in beside
    ]
    assert [bool(found.blocked[at]) for at in beside] == crosses
    assert found.blocked.sum() == np.sum(crosses) > 0
    assert any("behind a constraint singularity" in words for words in found.bounds)
    assert found.curves("constraint")
    assert found.as_dict()["constraint_curves"]


@pytest.mark.long
def test_a_slice_of_the_delta_across_the_plane_is_that_of_its_closed_form():
    kinematics = kinematics_of(lw.mechanisms.delta(), "kane")
    area = {"platform.x": (-1.25, 1.25), "platform.y": (-1.2, 1.3)}
    found = kinematics.workspace(area, at={"platform.z": -0.45}, resolution=(21, 23))
    points = [(x, y, -0.45) for y in found.y for x in found.x]
    side = delta_sides(kinematics.dynamics.parameters, points).reshape(found.reached.shape)
    home = delta_sides(kinematics.dynamics.parameters, [(0.0, 0.0, -1.0)])[0]
    possible = np.nan_to_num(side) * np.sign(home) > 0
    assert tilts(kinematics, found).max() < 1e-6
    assert found.reached.any()
    start = tuple(np.argwhere(found.reached)[0])
    np.testing.assert_array_equal(found.reached, one_piece(possible, start))


@pytest.mark.parametrize("name", ["planar_3prr", "planar_2prr_rpr"])
@pytest.mark.parametrize("theta", [0.0, 0.5])
def test_planar_platforms_on_rails_go_where_their_bars_reach(name, theta):
    """A corner within the length of the bar from its rail; carriages that lean to one side."""
    kinematics = kinematics_of(getattr(lw.mechanisms, name)())
    area = {"platform.x": (-0.31, 0.3), "platform.y": (-0.3, 0.31)}
    found = kinematics.workspace(area, at={"platform.theta": theta}, resolution=33)
    possible = np.ones_like(found.reached)
    for azimuth, limb in zip(PLANAR_AZIMUTHS, ("PRR", "PRR", "PRR" if name == "planar_3prr" else "RPR"), strict=True):
        outward = np.array([np.cos(azimuth), np.sin(azimuth)])
        corner = turned(theta) @ (0.1 * outward)
        away = (found.x[None, :] + corner[0]) * outward[0] + (found.y[:, None] + corner[1]) * outward[1] - 0.30
        possible &= (np.abs(away) < 0.25) | (limb == "RPR")
    np.testing.assert_array_equal(found.reached, possible)
    assert 0 < possible.sum() < possible.size
    assert not found.blocked.any()
    assert found.bounds == ("where the reached region ends, a leg is stretched or folded: a serial singularity",)


def test_the_table_on_guides_tilts_as_far_as_its_bars_reach():
    kinematics = kinematics_of(lw.mechanisms.three_prs())
    names = {name.split(".")[-1]: name for name in kinematics.pose}
    found = kinematics.workspace({names["psi"]: (-1.3, 1.3), names["theta"]: (-1.3, 1.3)}, resolution=27)
    psi, theta = np.meshgrid(found.x, found.y)
    possible = np.all(np.abs(0.40 - three_prs_radii(0.35, psi, theta)) < 0.26, axis=0)
    np.testing.assert_array_equal(found.reached, one_piece(possible, (13, 13)))
    assert 0 < found.reached.sum() < found.reached.size


def test_legs_of_variable_length_reach_every_pose():
    rps = kinematics_of(lw.mechanisms.three_rps())
    found = rps.workspace({"platform.e1": (-0.5, 0.5), "platform.e2": (-0.5, 0.5)}, resolution=11)
    assert found.reached.all()
    for j, i in np.argwhere(found.reached):
        state = rps.dynamics.state(found.q[j, i], np.zeros(rps.dynamics.system.n))
        np.testing.assert_allclose(
            [state["platform.x"], state["platform.y"], state["platform.e3"]],
            [*three_rps_middle(0.1, found.x[i], found.y[j]), 0.0],
            atol=1e-9,
        )
    stewart = kinematics_of(lw.mechanisms.stewart())
    found = stewart.workspace({"platform.x": (-1.5, 1.5), "platform.y": (-1.5, 1.5)}, resolution=9)
    assert found.reached.all()
    angles = np.radians([-2.5, 2.5, 117.5, 122.5, 237.5, 242.5])
    above = np.radians([-50.0, 50.0, 70.0, 170.0, 190.0, 290.0])
    base = 3.0 * np.stack([np.cos(angles), np.sin(angles), 0 * angles], axis=1)
    platform = np.stack([np.cos(above), np.sin(above), 0 * above], axis=1)
    for j, i in np.argwhere(found.reached)[::7]:
        state = stewart.dynamics.state(found.q[j, i], np.zeros(stewart.dynamics.system.n))
        e = [state[f"platform.e{k}"] for k in range(4)]
        lengths = leg_lengths(base, platform, [state[f"platform.{axis}"] for axis in "xyz"], e)
        np.testing.assert_allclose([state[f"d{k}"] for k in range(1, 7)], lengths, atol=1e-10)


@pytest.mark.long
def test_end_stops_bound_a_workspace_and_are_named():
    """Two links in a plane with stops at the elbow: allowed where the elbow of the cosine law lies between them."""
    machine = lw.Mechanism(
        "arm",
        parts={
            "ground": lw.Ground(points={"foot": (0.0, 0.0)}),
            "upper": lw.Body(1.0, 0.1, points={"root": (0.0, 0.0), "tip": (1.0, 0.0)}),
            "fore": lw.Body(1.0, 0.1, points={"root": (0.0, 0.0), "tip": (0.8, 0.0)}),
            "hand": lw.Body(0.1, 0.01, points={"middle": (0.0, 0.0)}),
        },
        connections={
            "shoulder": lw.Revolute("ground.foot", "upper.root"),
            "elbow": lw.Revolute("upper.tip", "fore.root"),
            "wrist": lw.Fixed("fore.tip", "hand.middle"),
            "bent": lw.EndStop("elbow.angle", lower=0.6, upper=1.9),
            "T1": lw.Torque("shoulder.angle"),
            "T2": lw.Torque("elbow.angle"),
        },
        reference={"elbow.angle": 1.2},
    )
    for formalism in ("kane", "modular"):
        kinematics = Kinematics.of(lw.compile(getattr(lw.formalisms, formalism)(machine)), platform="hand")
        found = kinematics.workspace({"hand.x": (-1.9, 1.9), "hand.y": (-1.9, 1.9)}, resolution=20)
        cosine = (found.x[None, :] ** 2 + found.y[:, None] ** 2 - 1.0 - 0.64) / 1.6
        elbow = np.arccos(np.clip(cosine, -1, 1))
        np.testing.assert_array_equal(found.reached, np.abs(cosine) < 1)
        np.testing.assert_array_equal(found.allowed, found.reached & (elbow >= 0.6) & (elbow <= 1.9))
        below, above = (int(np.sum(found.reached & side)) for side in (elbow < 0.6, elbow > 1.9))
        assert found.refused == {"bent.lower": below, "bent.upper": above}
        assert f"{below} points break the end stop bent.lower" in found.bounds
        # ranges that are found hold what is allowed, not more than a little around it
        ranged = kinematics.workspace(["hand.x", "hand.y"], resolution=12)
        assert abs(ranged.x[-1] - np.sqrt(1.64 + 1.6 * np.cos(0.6))) < 0.4


def test_clearance_of_bodies_without_points_counts_from_origin_to_mass_centre():
    drives = {"fx": lw.Force("hand.x"), "fy": lw.Force("hand.y"), "turn": lw.Torque("hand.theta")}
    machine = lw.Mechanism(
        "bench",
        parts={
            "ground": lw.Ground(points={"foot": (1.0, 0.0)}),
            "hand": lw.Body(1.0, 0.1, (0.2, 0.0)),
            "post": lw.Body(1.0, 0.1, (0.0, 0.3)),
        },
        connections={"stand": lw.Fixed("ground.foot", "post"), **drives},
    )
    kinematics = Kinematics.of(lw.compile(lw.formalisms.modular(machine)), platform="hand")
    found = kinematics.workspace({"hand.x": (0.1, 1.7), "hand.y": (-0.6, 0.9)}, resolution=(17, 16), clearance=0.25)
    x, y = np.meshgrid(found.x, found.y)
    across = np.maximum(0.0, np.maximum(1.0 - (x + 0.2), x - 1.0))
    up = np.maximum(0.0, np.maximum(y - 0.3, -y))
    distance = np.hypot(across, up)
    assert found.reached.all()
    sure = np.abs(distance - 0.25) > 1e-9
    np.testing.assert_array_equal(found.allowed[sure], (distance > 0.25)[sure])
    assert not kinematics.workspace({"hand.x": (0.1, 1.7), "hand.y": (-0.6, 0.9)}, resolution=4, clearance=5.0).area
    alone = lw.Mechanism("alone", parts={"hand": lw.Body(1.0, 0.1)}, connections=drives)
    kinematics = Kinematics.of(lw.compile(lw.formalisms.modular(alone)), platform="hand")
    with pytest.raises(lw.dynamics.Refused, match=r"clearance = 5 m: alone has no two bodies that are apart"):
        kinematics.workspace({"hand.x": (0.1, 1.7), "hand.y": (-0.6, 0.9)}, resolution=4, clearance=5.0)


def test_redundant_constraints_are_no_edge_of_a_workspace():
    """A planar 3RRR made of bodies in space: six constraints too many, and the same three annuli as in the plane."""
    crank, bar, moments = 1.7, 2.1, (0.1, 0.1, 0.1)
    corners = [np.array([np.cos(a), np.sin(a)]) for a in 2 * np.pi / 3 * np.arange(3)]
    origin = (0.0, 0.0, 0.0)
    parts = {
        "ground": lw.Ground(points={f"foot{k}": (*(3.0 * c), 0.0) for k, c in enumerate(corners)}),
        "platform": lw.Body(1.0, moments, origin, points={f"pin{k}": (*c, 0.0) for k, c in enumerate(corners)}),
    }
    joints, reference = {}, {"platform.e0": 1.0}
    for k, corner in enumerate(corners):
        for name, length in ((f"crank{k}", crank), (f"bar{k}", bar)):
            parts[name] = lw.Body(1.0, moments, origin, points={"root": origin, "tip": (length, 0.0, 0.0)})
        joints |= {
            f"base{k}": lw.Revolute(f"ground.foot{k}", f"crank{k}.root"),
            f"elbow{k}": lw.Revolute(f"crank{k}.tip", f"bar{k}.root"),
            f"wrist{k}": lw.Revolute(f"bar{k}.tip", f"platform.pin{k}"),
            f"drive{k}": lw.Torque(f"base{k}.angle"),
        }
        phi = np.arctan2(-corner[1], -corner[0]) + np.arccos((4.0 + crank**2 - bar**2) / (4.0 * crank))
        elbow = 3.0 * corner + crank * np.array([np.cos(phi), np.sin(phi)])
        angle = np.arctan2(*(corner - elbow)[::-1])
        for name, place, turn in ((f"crank{k}", 3.0 * corner, phi), (f"bar{k}", elbow, angle)):
            pose = {"x": place[0], "y": place[1], "e0": np.cos(turn / 2), "e3": np.sin(turn / 2)}
            reference |= {f"{name}.{key}": float(value) for key, value in pose.items()}
    machine = lw.Mechanism("three_rrr_in_space", parts, joints, reference=reference)
    pose = ["platform.x", "platform.y", "platform.e3"]
    kinematics = Kinematics.of(lw.compile(lw.formalisms.modular(machine)), platform=pose)
    area = {"platform.x": (-2.0, 2.0), "platform.y": (-2.2, 2.2)}
    found = kinematics.workspace(area, at={"platform.e3": 0.0}, resolution=(16, 17))
    x, y = np.meshgrid(found.x, found.y)
    distance = np.array([np.hypot(x - 2.0 * c[0], y - 2.0 * c[1]) for c in corners])
    edge = np.min(np.minimum(crank + bar - distance, distance - (bar - crank)), axis=0)
    sure = np.abs(edge) > 1e-9
    np.testing.assert_array_equal(found.reached[sure], edge[sure] > 0)
    assert not found.blocked.any()

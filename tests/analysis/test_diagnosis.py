"""Diagnosis against machines whose degrees of freedom and redundancy are known from theory."""

from __future__ import annotations

from math import pi
from typing import Any

import numpy as np
import pytest

import linkwright as lw


def spatial_four_bar(lengths: tuple[float, float, float, float] = (0.4, 0.1, 0.35, 0.3)) -> lw.Mechanism:
    """A planar four-bar whose bodies may move in space: four revolute joints with parallel axes, mobility 1.

    Gruebler: 6 * 3 - 5 * 4 = -2, three constraints (out of the plane) are redundant.
    """
    ground, crank, coupler, rocker = lengths
    bar = (0.001, 0.002, 0.002)

    def link(length: float) -> lw.Body:
        return lw.Body(0.5, bar, points={"a": (-length / 2, 0, 0), "b": (length / 2, 0, 0)})

    s = np.hypot(crank * np.cos(pi / 3) - ground, crank * np.sin(pi / 3))
    psi = np.arctan2(crank * np.sin(pi / 3), crank * np.cos(pi / 3) - ground) - np.arccos(
        (rocker**2 + s**2 - coupler**2) / (2 * rocker * s)
    )
    A = crank * np.array([np.cos(pi / 3), np.sin(pi / 3)])
    B = np.array([ground, 0]) + rocker * np.array([np.cos(psi), np.sin(psi)])
    theta = np.arctan2(*(B - A)[::-1])

    def at(name: str, middle: np.ndarray[Any, Any], angle: float) -> dict[str, float]:
        turn = {"e0": np.cos(angle / 2), "e1": 0.0, "e2": 0.0, "e3": np.sin(angle / 2)}
        place = {"x": middle[0], "y": middle[1], "z": 0.0}
        return {f"{name}.{key}": float(value) for key, value in {**place, **turn}.items()}

    return lw.Mechanism(
        "four_bar_in_space",
        parts={
            "frame": lw.Ground(points={"O": (0, 0, 0), "C": (ground, 0, 0)}),
            "crank": link(crank),
            "coupler": link(coupler),
            "rocker": link(rocker),
        },
        connections={
            "O": lw.Revolute("frame.O", "crank.a"),
            "A": lw.Revolute("crank.b", "coupler.a"),
            "B": lw.Revolute("coupler.b", "rocker.b"),
            "C": lw.Revolute("frame.C", "rocker.a"),
        },
        reference={
            **at("crank", A / 2, pi / 3),
            **at("coupler", (A + B) / 2, theta),
            **at("rocker", (B + np.array([ground, 0])) / 2, psi),
        },
    )


def test_a_planar_loop_in_space_has_three_dependent_constraints() -> None:
    dynamics = lw.compile(lw.formalisms.newton_euler(spatial_four_bar()))
    found = lw.analysis.diagnose(dynamics)
    assert (found.gruebler, found.degrees_of_freedom, found.degrees_of_freedom_general) == (-2, 1, 1)
    assert found.redundant == found.redundant_general == 3
    assert sum(group.count for group in found.groups) == 3
    (joints,) = {frozenset(joint for group in found.groups for joint in group.joints)}
    assert joints == {"O", "A", "B", "C"}
    # Forces in the plane follow from the plane's own balance, whatever the joints do across it.
    for joint in "OABC":
        parts = found.reactions[joint]
        assert all(parts[name] for name in ("x", "y")), joint
        assert not any(parts[name] for name in ("z", "tilt_x", "tilt_y")), joint
    assert sum(len(release.components) for release in found.releases) == 3
    assert "every pose" in found.why[0]


@pytest.mark.parametrize("formalism", ["modular", "newton_euler", "kane", "lagrange"])
def test_every_formalism_gives_the_same_diagnosis(formalism: str) -> None:
    derive = getattr(lw.formalisms, formalism)
    found = lw.analysis.diagnose(lw.compile(derive(spatial_four_bar())))
    assert (found.gruebler, found.degrees_of_freedom, found.degrees_of_freedom_general, found.redundant) == (
        -2,
        1,
        1,
        3,
    )
    assert len(found.not_unique) == 12


@pytest.mark.parametrize("formalism", lw.formalisms.__all__)
@pytest.mark.parametrize("spatial", [False, True])
def test_a_particle_does_not_turn(formalism: str, spatial: bool) -> None:
    """A bob on the tip of a hinged arm adds three directions and three constraints: the DOF is that of the arm.

    The turning of particles was once counted with the degrees of freedom, 4 instead of 1.
    """
    arm = lw.Body(1.0, (0.1, 0.1, 0.1) if spatial else 0.1, (0.3, 0, 0), points={"tip": (0.6, 0, 0)})
    joint = lw.Spherical if spatial else lw.Revolute
    machine = lw.Mechanism(
        "arm_and_bob",
        {"arm": arm, "bob": lw.PointMass(0.5, spatial=spatial)},
        {"hinge": lw.Revolute("ground", "arm"), "joint": joint("arm.tip", "bob")},
    )
    found = lw.analysis.diagnose(lw.compile(getattr(lw.formalisms, formalism)(machine)))
    assert (found.directions, found.constraints, found.degrees_of_freedom, found.degrees_of_freedom_general) == (
        9,
        8,
        1,
        1,
    )


def test_releasing_what_is_proposed_makes_the_loop_isostatic() -> None:
    """The proposal carried out: a revolute joint that gives way in two rotations is a spherical one, and so on."""
    machine = spatial_four_bar()
    found = lw.analysis.diagnose(lw.compile(lw.formalisms.newton_euler(machine)))
    kinds = {"a spherical joint": lw.Spherical, "a universal joint": lw.Universal}
    assert {release.becomes for release in found.releases} <= set(kinds)
    changed = dict(machine.connections)
    ports = {"O": ("frame.O", "crank.a"), "A": ("crank.b", "coupler.a")}
    ports |= {"B": ("coupler.b", "rocker.b"), "C": ("frame.C", "rocker.a")}
    for release in found.releases:
        if release.becomes == "a spherical joint":
            changed[release.joint] = lw.Spherical(*ports[release.joint])
    released = sum(len(x.components) for x in found.releases if x.becomes == "a spherical joint")
    again = lw.analysis.diagnose(
        lw.compile(
            lw.formalisms.newton_euler(
                lw.Mechanism("mended", parts=machine.parts, connections=changed, reference=machine.reference)
            )
        )
    )
    assert again.redundant == 3 - released
    assert again.degrees_of_freedom == 1


def test_a_parallelogram_with_a_third_crank_has_one_dependent_constraint() -> None:
    x = lw.Parameter("x", 0.0, "m", "x of the pivot")
    crank = lw.Mechanism(
        "crank",
        parts={
            "frame": lw.Ground(points={"pivot": (x, 0.0)}),
            "bar": lw.Body(0.3, 0.001, points={"root": (-0.1, 0.0), "tip": (0.1, 0.0)}, home="pivot"),
        },
        connections={"pivot": lw.Revolute("frame.pivot", "bar.root")},
        parameters=[x],
        exports={"phi": "pivot.angle"},
    )
    names, places = ("c1", "c2", "c3"), (-0.3, 0.05, 0.3)
    beam = lw.Mechanism(
        "beam",
        parts={
            **{name: crank.use({"x": place}) for name, place in zip(names, places, strict=True)},
            "beam": lw.Body(1.0, 0.03, points={n: (p, 0.0) for n, p in zip(names, places, strict=True)}),
        },
        connections={f"pin_{name}": lw.Revolute(f"{name}.bar.tip", f"beam.{name}") for name in names},
        reference={**{f"{n}.phi": 1.0 for n in names}, "beam.x": 0.2 * np.cos(1.0), "beam.y": 0.2 * np.sin(1.0)},
    )
    dynamics = lw.compile(lw.formalisms.modular(beam))
    found = lw.analysis.diagnose(dynamics)
    assert (found.gruebler, found.degrees_of_freedom, found.degrees_of_freedom_general, found.redundant) == (0, 1, 1, 1)
    (group,) = found.groups
    assert set(group.joints) >= {"pin_c1", "pin_c2", "pin_c3"}
    # Every pin pushes along its own crank at will: with cranks inclined both components are open.
    for name in names:
        assert not found.reactions[f"pin_{name}"]["x"]
        assert not found.reactions[f"pin_{name}"]["y"]
    # The dynamics itself says the same.
    assert set(found.not_unique) == set(dynamics.reactions(dynamics.reference).not_unique)
    # Stretched along the ground it is singular besides.
    flat = lw.analysis.diagnose(dynamics, dynamics.state(*_flat(dynamics)))
    assert flat.degrees_of_freedom > flat.degrees_of_freedom_general == 1
    assert "singular" in flat.why[-1]


def _flat(dynamics: lw.Dynamics) -> tuple[Any, Any]:
    values = {"beam.x": 0.2, "beam.y": 0.0, "beam.theta": 0.0}
    q = np.array([values.get(name, 0.0) for name in dynamics.coordinates])
    return q, np.zeros(len(dynamics.speeds))


def test_a_singular_pose_is_told_from_a_general_one() -> None:
    """Cranks level, links of equal length: each bay may fold or stay a parallelogram, one DOF more a bay."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.n_four_bar(2)))
    assert lw.analysis.diagnose(dynamics).degrees_of_freedom == 1
    first_pins = {"bay1.coupler.x": 1.0, "bay2.coupler.x": 2.0}  # cranks along x from ground pins 1 m apart
    q = np.array([first_pins.get(name, 0.0) for name in dynamics.coordinates])
    level = lw.analysis.diagnose(dynamics, dynamics.state(q, np.zeros(len(dynamics.speeds))))
    assert (level.degrees_of_freedom, level.degrees_of_freedom_general, level.redundant, level.redundant_general) == (
        3,
        1,
        2,
        0,
    )
    assert "here only" in level.why[0]


def test_massless_and_stiff_parts_are_named() -> None:
    k = lw.Parameter("k", 1e9, "N/m", "stiffness")
    parts: dict[str, Any] = {
        "ground": lw.Ground(points={"o": (0, 0)}),
        "light": lw.Body(0.0, 0.0, points={"a": (0, 0), "b": (0.1, 0)}),
        "heavy": lw.Body(1.0, 0.1, points={"c": (0, 0), "d": (0.3, 0)}),
        "far": lw.Body(1.0, 0.1, points={"e": (0, 0), "f": (0.3, 0)}),
    }
    machine = lw.Mechanism(
        "stiff",
        parts=parts,
        connections={
            "weld": lw.Fixed("heavy.d", "light.a"),
            "pin": lw.Revolute("ground.o", "heavy.c"),
            "pin2": lw.Revolute("heavy.d", "far.e"),
            "hard": lw.JointSpring("pin2.angle", stiffness=k),
            "soft": lw.JointSpring("pin.angle", stiffness=1.0),
        },
        parameters=[k],
        reference={"heavy.theta": 0.1, "far.x": 0.3, "light.x": 0.3},
    )
    found = lw.analysis.diagnose(lw.compile(lw.formalisms.newton_euler(machine)))
    assert [(part.name, part.held) for part in found.massless] == [("light", True)]
    (mode,) = found.fast
    assert mode.loads[0] == "hard"
    # Two bars joined by the hard spring: its frequency follows from the relative inertia.
    heavy, far = 0.1 + 1.0 * 0.3**2, 0.1
    assert mode.rate == pytest.approx(np.sqrt(1e9 * (1 / heavy + 1 / far)), rel=1e-6)


@pytest.mark.parametrize("scale", [1e-3, 1.0, 1e3])
def test_rounding_of_a_balanced_rotor_is_no_slow_mode(scale: float) -> None:
    """Three equal weights around a pin have no stiffness under gravity; beside it a cart that drag slows in 20 s."""
    tips = {f"tip{k}": (scale * np.cos(a), scale * np.sin(a)) for k, a in enumerate(2 * np.pi / 3 * np.arange(3))}
    parts: dict[str, Any] = {
        "ground": lw.Ground(),
        "hub": lw.Body(1.0, scale**2, points=tips),
        "cart": lw.Body(1.0, 0.1 * scale**2),
        **{f"weight{k}": lw.Body(0.7, 0.01 * scale**2) for k in range(3)},
    }
    joints: dict[str, Any] = {
        "pin": lw.Revolute("ground", "hub"),
        "rail": lw.Prismatic("ground", "cart"),
        "drag": lw.JointDamper("rail.slide", damping=0.05),
        **{f"weld{k}": lw.Fixed(f"hub.tip{k}", f"weight{k}") for k in range(3)},
    }
    for formalism in (lw.formalisms.kane, lw.formalisms.modular):
        dynamics = lw.compile(formalism(lw.Mechanism("rotor", parts, joints, gravity=(0.0, -9.81 * scale))))
        for angle in (0.0, 0.3, 2.0):
            assert lw.analysis.diagnose(dynamics, dynamics.assemble({"pin.angle": angle})).fast == ()
    # a true slow mode beside a fast one is still named
    joints |= {"weak": lw.JointSpring("pin.angle", stiffness=1e-6 * scale**2)}
    joints |= {"hard": lw.JointSpring("rail.slide", stiffness=1e4)}
    dynamics = lw.compile(lw.formalisms.kane(lw.Mechanism("rotor", parts, joints, gravity=(0.0, -9.81 * scale))))
    (mode,) = lw.analysis.diagnose(dynamics, dynamics.assemble({"pin.angle": 0.3})).fast
    assert mode.rate == pytest.approx(100.0, rel=1e-3)
    assert mode.slowest == pytest.approx(np.sqrt(1e-6 / (1.0 + 3 * (0.7 + 0.01))), rel=1e-3)


def test_words_and_data_agree() -> None:
    found = lw.analysis.diagnose(lw.compile(lw.formalisms.newton_euler(spatial_four_bar())))
    words, data = found.in_words(), found.as_dict()
    assert "Gruebler -2, at this pose 1, at a general pose 1" in words
    assert data["gruebler"] == -2
    assert data["redundant"] == 3
    for name in data["not_unique"]:
        assert name in words


def test_currents_are_no_freedoms_of_motion() -> None:
    found = lw.analysis.diagnose(lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr())))
    assert (found.gruebler, found.degrees_of_freedom, found.degrees_of_freedom_general, found.redundant) == (3, 3, 3, 0)
    assert len(found.currents) == 3
    assert "beside them 3 currents" in found.in_words()
    assert found.speeds_only == ()


@pytest.mark.parametrize(("name", "speeds", "places"), [("rolling_disc", 3, 5), ("chaplygin_sleigh", 2, 3)])
def test_rolling_leaves_more_positions_than_speeds_free(name: str, speeds: int, places: int) -> None:
    found = lw.analysis.diagnose(lw.compile(lw.formalisms.modular(getattr(lw.mechanisms, name)())))
    assert (found.degrees_of_freedom, found.degrees_of_freedom + len(found.speeds_only)) == (speeds, places)
    assert f"so {places} positions are free" in found.in_words()


def test_releases_at_a_singular_pose_add_no_freedom_elsewhere() -> None:
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.parallelogram()))
    flat = lw.analysis.diagnose(dynamics, dynamics.assemble({"phi": 0.0}))
    assert (flat.redundant, flat.redundant_general) == (2, 1)
    assert sum(len(release.components) for release in flat.releases) == 1
    assert "1 more constraint depends on the others here only" in flat.in_words()
    assert "keep away from the pose" in flat.in_words()


def test_a_weak_direction_is_scaled_to_what_moves_most():
    """Nearly flat, the bars of a parallelogram hold its coupler against turning hardly at all."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.n_four_bar(1)))
    (weak,) = lw.analysis.diagnose(dynamics, dynamics.assemble({"phi0": 1e-3})).weak
    assert weak.margin < 1e-3
    assert weak.motion["bay1.coupler turns about z"] == pytest.approx(1.0, abs=1e-12)
    assert max(abs(share) for share in weak.motion.values()) == pytest.approx(1.0, abs=1e-12)


def test_a_singular_pose_of_the_drives_is_no_sharing():
    """Three struts through the middle of a platform: none has an arm about it, and none turns it."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.planar_parallel(("RPR", "RPR", "RPR"), e=0.0)))
    found = lw.analysis.diagnose(dynamics)
    (group,) = found.shared
    assert (group.inputs, group.count, group.usual) == (("f1", "f2", "f3"), 2, 3)
    words = found.in_words()
    assert "this pose is singular for the drives: f1, f2 and f3 drive 2 degrees of freedom together here" in words
    assert "they lose hold of 1 motion" in words
    assert "share" not in words
    turned = lw.analysis.diagnose(dynamics, dynamics.assemble({"platform.x": 0.0, "platform.theta": 0.3}))
    assert turned.shared == ()


def test_drives_that_share_at_every_pose_are_told_how():
    machine = lw.mechanisms.planar_parallel(("RPR", "RPR", "RPR"))
    doubled = lw.Mechanism("doubled", {"m": machine}, {"push": lw.Force("m.d1")})
    words = lw.analysis.diagnose(lw.compile(lw.formalisms.modular(doubled))).in_words()
    assert "both drive" in words
    assert "inverse dynamics needs values of 1 of them" in words
    assert "singular for the drives" not in words

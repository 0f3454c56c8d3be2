"""Screws: one freedom, slide = offset + pitch angle / (2 pi), against closed forms in every formalism."""

from dataclasses import replace

import numpy as np
import pytest

import linkwright as lw

FORMALISMS = (*lw.formalisms.__all__, "")
"""All of them, and what `lw.compile` chooses for the machine itself."""
M, J, G = 2.0, 0.003, 9.81
OFFSET = 0.05
UPRIGHT = lw.Pose((0.1, 0.2, 0.3), angle=np.pi / 2, axis="y")
TOLERANCE = 1e-10


def compiled(formalism, machine):
    return lw.compile(getattr(lw.formalisms, formalism)(machine) if formalism else machine)


def nut(pitch, *, home=None, axis="z", **more):
    """A nut that gravity drives down a thread that stands still."""
    options = {} if home is None else {"home": home}
    body = lw.Body(M, (0.002, 0.002, J), **options)
    thread = lw.Screw("ground", "nut", axis=axis, pitch=pitch, offset=OFFSET)
    return lw.Mechanism("nut", {"nut": body}, {"thread": thread, **more}, gravity=(0, 0, -G))


def lead_screw(pitch, **more):
    """A spindle that turns at the ground drives a nut that is guided: the screw closes the loop or a guide does."""
    parts = {"spindle": lw.Body(1.0, (0.01, 0.01, 0.004)), "nut": lw.Body(M, (0.002, 0.002, J))}
    joints = {
        "axle": lw.Revolute("ground", "spindle"),
        "guide": lw.Prismatic("ground", "nut", axis="z"),
        "thread": lw.Screw("spindle", "nut", pitch=pitch, offset=OFFSET),
    }
    return lw.Mechanism("lead_screw", parts, {**joints, **more}, gravity=(0, 0, -G))


PITCHES = (0.3, -0.02)


@pytest.mark.parametrize("pitch", PITCHES)
@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_nut_on_a_thread(formalism, pitch):
    """(J + m l^2) angle'' = -m g l, with l = pitch / (2 pi), and whole turns counted by the slide."""
    lead = pitch / (2 * np.pi)
    for home in (None, "thread"):
        dynamics = compiled(formalism, nut(pitch, home=home))
        assert dynamics.assemble()["thread.slide"] == pytest.approx(OFFSET, abs=TOLERANCE)
        for angle in (2.0, -20.0):
            state = dynamics.assemble({"thread.angle": angle}, {"thread.angle": 3.0})
            assert state["thread.slide"] == pytest.approx(OFFSET + lead * angle, abs=TOLERANCE)
            assert state["nut.z"] == pytest.approx(OFFSET + lead * angle, abs=TOLERANCE)
            assert state["thread.slide'"] == pytest.approx(3.0 * lead, abs=TOLERANCE)
            found = dynamics.forward(state)
            assert found["thread.angle"] == pytest.approx(-M * G * lead / (J + M * lead**2), rel=TOLERANCE)
            assert found["thread.slide"] == pytest.approx(lead * found["thread.angle"], rel=TOLERANCE)
        assert dynamics.assemble({"thread.slide": 0.7})["thread.angle"] == pytest.approx((0.7 - OFFSET) / lead)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_lead_screw_is_a_loop(formalism):
    """(J_spindle + m l^2) axle'' = m g l: the nut is kept from turning, so that its angle on the thread is -axle."""
    pitch = -0.02
    lead = pitch / (2 * np.pi)
    dynamics = compiled(formalism, lead_screw(pitch))
    assert dynamics.reference["guide.slide"] == pytest.approx(OFFSET, abs=TOLERANCE)  # not a turn on
    for turned in (1.0, 30.0, -30.0):
        state = dynamics.assemble({"thread.angle": -turned})
        assert state["guide.slide"] == pytest.approx(OFFSET - lead * turned, abs=TOLERANCE)
        assert np.cos(state["axle.angle"] - turned) == pytest.approx(1.0, abs=TOLERANCE)
        found = dynamics.forward(state)
        assert found["axle.angle"] == pytest.approx(M * G * lead / (0.004 + M * lead**2), rel=TOLERANCE)
    state = dynamics.assemble({"guide.slide": 0.1})
    assert state["thread.angle"] == pytest.approx((0.1 - OFFSET) / lead)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_motor_moves_the_nut_over_turns(formalism):
    """Its angle counts turns in every formalism: the nut goes as far as they say, and back."""
    machine = lead_screw(0.02)
    gear = {"gear": lw.Gear("motor.angle", "axle.angle", ratio=4.0)}
    parts = {**machine.parts, "motor": lw.Rotor(J=1e-4)}
    machine = replace(machine, parts=parts, connections={**machine.connections, **gear})
    dynamics = compiled(formalism, machine)
    state = dynamics.reference
    for turned in (-100.0, -600.0, 3.0):
        state = dynamics.assemble({"motor.angle": turned}, near=state)
        assert state["thread.angle"] == pytest.approx(-turned / 4, abs=1e-8)
        assert state["guide.slide"] == pytest.approx(OFFSET - 0.02 * turned / 4 / (2 * np.pi), abs=1e-10)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_on_a_turning_arm(formalism):
    """(J + m l^2) angle'' = m l r w^2 for a nut at r = offset + l angle on an arm that turns at w."""
    pitch, w = 0.4, 7.0
    lead = pitch / (2 * np.pi)
    parts = {
        "arm": lw.Body(1.0, (0.1, 0.1, 0.1), points={"way": lw.Pose((0, 0, 0.2))}),
        "nut": lw.Body(M, (J, 0.002, 0.002)),
    }
    joints = {
        "axle": lw.Revolute("ground", "arm"),
        "thread": lw.Screw("arm.way", "nut", axis="x", pitch=pitch, offset=OFFSET),
        "drive": lw.ConstantSpeed("axle.angle", w),
    }
    dynamics = compiled(formalism, lw.Mechanism("arm", parts, joints, gravity=(0, 0, -G)))
    state = dynamics.assemble({"axle.angle": 0.4, "thread.angle": 9.0}, {"axle.angle": w, "thread.angle": 0.0})
    r = OFFSET + lead * 9.0
    assert state["thread.slide"] == pytest.approx(r)
    expected = M * lead * r * w**2 / (J + M * lead**2)
    assert dynamics.forward(state)["thread.angle"] == pytest.approx(expected, rel=TOLERANCE)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_frames_turned_by_a_quarter(formalism):
    """Axes at right angles to those of the ground, and a screw that holds the body backwards."""
    pitch, angle = 0.3, 8.0
    lead = pitch / (2 * np.pi)
    parts = {"ground": lw.Ground({"wall": UPRIGHT}), "nut": lw.Body(M, (J, 0.002, 0.002), points={"eye": UPRIGHT})}
    for first, second, sign in (("ground.wall", "nut.eye", 1), ("nut.eye", "ground.wall", -1)):
        joints = {"thread": lw.Screw(first, second, pitch=pitch, offset=OFFSET)}
        dynamics = compiled(formalism, lw.Mechanism("wall", parts, joints, gravity=(-G, 0, 0)))
        state = dynamics.assemble({"thread.angle": angle})
        assert state["nut.x"] == pytest.approx(sign * (OFFSET + lead * angle), abs=TOLERANCE)
        # the mass centre is 0.36 m off the axis, which is along x: gravity along the axis has no moment about it
        inertia = J + M * (0.2**2 + 0.3**2) + M * lead**2
        found = dynamics.forward(state)["thread.angle"]
        assert found == pytest.approx(-sign * M * G * lead / inertia, rel=TOLERANCE)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_equilibrium_and_small_motions(formalism):
    """K angle = -m g l at rest, and two eigenvalues +-i sqrt(K / (J + m l^2)), no others."""
    pitch, K = 0.3, 0.02
    lead = pitch / (2 * np.pi)
    dynamics = compiled(formalism, nut(pitch, spring=lw.JointSpring("thread.angle", K)))
    found = lw.analysis.equilibrium(dynamics)
    assert found, found
    assert found.state["thread.angle"] == pytest.approx(-M * G * lead / K, rel=TOLERANCE)  # seven turns
    assert found.state["nut.z"] == pytest.approx(OFFSET - M * G * lead**2 / K, rel=TOLERANCE)
    linear = lw.analysis.linearize(dynamics, found.state)
    wanted = np.sqrt(K / (J + M * lead**2))
    assert np.sort(linear.eigenvalues.imag) == pytest.approx([-wanted, wanted], rel=1e-8)
    assert np.max(np.abs(linear.eigenvalues.real)) < 1e-8


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_prescribed_angle_is_followed_over_turns(formalism):
    pitch = -0.02
    lead = pitch / (2 * np.pi)
    for name, machine in (("thread", nut), ("thread", lead_screw)):
        drive = lw.Prescribed(f"{name}.angle", lambda t: 6.0 * t)
        dynamics = compiled(formalism, machine(pitch, drive=drive))
        later = dynamics.assemble(t=2.0)
        assert later["thread.slide"] == pytest.approx(OFFSET + lead * 12.0, abs=TOLERANCE)
        run = lw.simulate(dynamics, dynamics.assemble(), duration=2.0, samples=3)
        assert run["thread.angle"] == pytest.approx([0.0, 6.0, 12.0], abs=1e-8)
        assert run["nut.z"] == pytest.approx(OFFSET + lead * np.array([0.0, 6.0, 12.0]), abs=1e-9)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_torque_along_a_motion(formalism):
    """torque = (J + m l^2) angle'' + m g l over two turns; at rest m g pitch / (2 pi)."""
    pitch = 0.3
    lead = pitch / (2 * np.pi)
    dynamics = compiled(formalism, nut(pitch, motor=lw.Torque("thread.angle", input="torque")))
    motion = lw.Motion({"thread.angle": lw.laws.Cycloid(0.0, 4 * np.pi, 1.0)}, samples=11)
    found = dynamics.inverse(motion)
    rate = motion.at(motion.time)[2]["thread.angle"]
    wanted = (J + M * lead**2) * np.asarray(rate) + M * G * lead
    assert found["motor.torque"] == pytest.approx(wanted, rel=1e-9)
    assert found["nut.z"][-1] == pytest.approx(OFFSET + 2 * pitch)
    slid = dynamics.inverse(lw.Motion({"thread.slide": lw.laws.Cycloid(OFFSET, OFFSET + 2 * pitch, 1.0)}, samples=11))
    assert slid["motor.torque"] == pytest.approx(wanted, rel=1e-9)


@pytest.mark.parametrize("formalism", ["newton_euler", "kane", ""])
def test_pitch_and_offset_are_parameters(formalism):
    dynamics = compiled(formalism, nut(0.3))
    other = dynamics.with_parameters({"thread.pitch": -0.6, "thread.offset": 0.0})
    assert other.assemble({"thread.angle": 3.0})["nut.z"] == pytest.approx(-0.6 * 3.0 / (2 * np.pi))
    with pytest.raises(ValueError, match=r"thread: pitch is 0; it must be a number other than zero"):
        dynamics.with_parameters({"thread.pitch": 0.0}).assemble()


def test_no_row_holds_what_a_tree_has_as_a_coordinate():
    assert lw.formalisms.kane(nut(0.3)).coordinate_names == ["thread.angle"]
    assert lw.formalisms.modular(nut(0.3, home="thread")).coordinate_names == ["thread.angle"]


def test_in_a_machine_of_many_bodies():
    """Thirty nuts, each on a thread of its own, fall like one, also by the loops over types in body coordinates."""
    pitch = 0.3
    lead = pitch / (2 * np.pi)
    parts = {f"nut{k}": lw.Body(M, (0.002, 0.002, J)) for k in range(30)}
    joints = {f"s{k}": lw.Screw("ground", f"nut{k}", pitch=pitch, offset=0.1 * k) for k in range(30)}
    machine = lw.Mechanism("nuts", parts, joints, gravity=(0, 0, -G))
    for formalism in ("modular", "denoc", ""):
        dynamics = compiled(formalism, machine)
        state = dynamics.assemble({f"s{k}.angle": 1.0 * k for k in range(30)})
        found = dynamics.forward(state)
        for k in range(30):
            assert state[f"nut{k}.z"] == pytest.approx(0.1 * k + lead * k, abs=TOLERANCE)
            assert found[f"s{k}.angle"] == pytest.approx(-M * G * lead / (J + M * lead**2), rel=TOLERANCE)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_reference_in_slides_counts_the_turns(formalism):
    """A slide given, its own or that of the guide, says the angle."""
    pitch, slide = 0.02, 0.1034
    for reference in ({"thread.slide": slide}, {"nut.z": slide}):
        dynamics = compiled(formalism, replace(nut(pitch), reference=reference))
        assert dynamics.reference["thread.angle"] == pytest.approx(2 * np.pi * (slide - OFFSET) / pitch, abs=1e-8)
        assert not dynamics.describe().notes
    dynamics = compiled(formalism, replace(lead_screw(pitch), reference={"guide.slide": slide}))
    assert dynamics.reference["thread.angle"] == pytest.approx(2 * np.pi * (slide - OFFSET) / pitch, abs=1e-8)
    assert np.cos(dynamics.reference["axle.angle"] + dynamics.reference["thread.angle"]) == pytest.approx(1.0)


@pytest.mark.parametrize("formalism", ["newton_euler", "kane", ""])
def test_a_reference_off_the_thread_is_told_with_the_gap_and_its_remedy(formalism):
    pitch = 0.02
    machines = [
        (nut(pitch), {"thread.slide": 0.1034, "thread.angle": 4 * np.pi}, 0.0134),  # two turns: 0.05 + 0.04 m
        (lead_screw(pitch), {"guide.slide": 0.1034, "axle.angle": 0.0}, -0.0066),  # the nearest turn is at 0.11 m
    ]
    for machine, reference, gap in machines:
        off = replace(machine, reference=reference)
        notes = " ".join(compiled(formalism, off).describe().notes)
        assert f"off thread by {gap:.6g} m: correct them, or have it begin there by offset={OFFSET + gap:.6g}" in notes
        mended = {**machine.connections, "thread": replace(machine.connections["thread"], offset=OFFSET + gap)}
        dynamics = compiled(formalism, replace(off, connections=mended))
        assert not [note for note in dynamics.describe().notes if "reference asks" in note]
        for name, value in reference.items():
            assert dynamics.reference[name] == pytest.approx(value, abs=1e-9)

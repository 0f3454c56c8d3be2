"""Spatial joints in machines: quantities mean the same in every formalism; particles and planar bodies stay such."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.components import Fixed, FreeJoint, PinInSlot, Prismatic, Revolute, Screw, Spherical, Universal
from linkwright.model import Body, Free, Mechanism, ModelError, PointMass

FORMALISMS = tuple(lw.formalisms.__all__)
TIGHT = 1e-12
"""A few dozen roundings of numbers of order 1."""


def compiled(formalism, machine):
    return lw.compile(getattr(lw.formalisms, formalism)(machine))


def spinning(joint):
    """A body without weight on a joint to the ground."""
    return Mechanism("spinning", {"bar": Body(1.0, (0.2, 0.3, 0.4), (0.1, 0.0, 0.0))}, {"pin": joint("ground", "bar")})


def rates_by_differences(dynamics, state, step=1e-6):
    """Rates of all positions by central differences along q' = N v; they err by about 1e-10."""
    N = dynamics.assembler.problem(state.t, dynamics.p).evaluate(state.q[None])[2][0]
    ahead, back = (dynamics.state(dynamics.system.normalise(state.q + h * N @ state.v), state.v) for h in (step, -step))
    return {name: (ahead[name] - back[name]) / (2 * step) for name in state.positions}


@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("joint", [Spherical, FreeJoint])
def test_the_angular_velocity_of_a_joint_is_that_of_its_body(joint, formalism):
    """On the ground, the relative angular velocity in the second frame is the body's own, whatever the speeds are."""
    dynamics = compiled(formalism, spinning(joint))
    given = {"bar.wx": 0.7, "bar.wy": -1.1, "bar.wz": 2.0}
    if joint is FreeJoint:
        given |= {"bar.x": 0.1, "bar.y": 0.2, "bar.z": 0.3}
    state = dynamics.assemble({}, given)
    for axis in "xyz":
        assert state[f"pin.w{axis}"] == pytest.approx(state[f"bar.w{axis}"], abs=TIGHT)
    found = dynamics.forward(state)
    for axis in "xyz":
        assert found[f"pin.w{axis}"] == pytest.approx(found[f"bar.w{axis}"], abs=1e-11)


@pytest.mark.parametrize("sign", [1.0, -1.0], ids=["e0 > 0", "e0 < 0"])
@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("joint", [Spherical, FreeJoint])
def test_rates_of_euler_parameters_are_those_of_the_coordinates(joint, formalism, sign):
    """Both e and -e are the same rotation; a motion that passes half a turn goes from one to the other."""
    dynamics = compiled(formalism, spinning(joint))
    random = np.random.default_rng(1)
    q = np.array(dynamics.reference.q)
    for group in dynamics.system.units:
        q[group] = [0.5, 0.1, -0.7, 0.3]
    q = dynamics.system.normalise(q)
    q = dynamics.assembler.close(0.0, q, dynamics.p)
    for group in dynamics.system.units:
        q[group] *= sign * np.sign(q[group][0])
    v = random.normal(size=dynamics.system.n)
    for _ in range(5):
        v = v + dynamics.assembler.speed_step(0.0, q, v, dynamics.p)[0]
    state = dynamics.state(q, v)
    found = rates_by_differences(dynamics, state)
    for name, rate in found.items():
        assert state.speeds[name] == pytest.approx(rate, abs=1e-8), name


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_turn_through_half_a_turn_keeps_the_channels_smooth(formalism):
    """Spin about z at rate 2 for two turns: e0 = cos(t), and its rate is -sin(t), also where e0 is negative."""
    machine = Mechanism("free", {"top": Body(1.0, (0.2, 0.3, 0.4))})
    dynamics = compiled(formalism, machine)
    speeds = {"top.x": 0.0, "top.y": 0.0, "top.z": 0.0, "top.wx": 0.0, "top.wy": 0.0, "top.wz": 2.0}
    trajectory = lw.simulate(dynamics, dynamics.assemble({}, speeds), duration=6.0, samples=61, rtol=1e-9, atol=1e-10)
    assert trajectory["top.e0"] == pytest.approx(np.cos(trajectory.time), abs=1e-6)
    assert trajectory["top.e0'"] == pytest.approx(-np.sin(trajectory.time), abs=1e-6)


# -- particles and planar bodies -----------------------------------------------------------------------------------


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_particle_on_a_pin_is_a_mass_there(formalism):
    """Rod and bob in the plane: (I + m c^2 + m_b l^2) theta'' = -(m c + m_b l) g cos(theta)."""
    parts = {"rod": Body(0.8, 0.03, centre=(0.2, 0.0), points={"tip": (0.5, 0.0)}), "bob": PointMass(0.6)}
    joints = {"pivot": Revolute("ground", "rod"), "pin": Revolute("rod.tip", "bob")}
    dynamics = compiled(formalism, Mechanism("m", parts, joints, gravity=(0.0, -9.81)))
    state = dynamics.assemble({"rod.theta": 0.4}, {"rod.theta": 1.3})
    wanted = -(0.8 * 0.2 + 0.6 * 0.5) * 9.81 * np.cos(0.4) / (0.03 + 0.8 * 0.2**2 + 0.6 * 0.5**2)
    assert dynamics.forward(state)["rod.theta"] == pytest.approx(wanted, rel=TIGHT)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_particle_on_a_ball_joint_is_a_mass_there(formalism):
    """A body in space with a particle at its tip swings about y as with m l^2 more inertia."""
    parts = {
        "rod": Body(0.8, (0.01, 0.03, 0.03), centre=(0.2, 0.0, 0.0), points={"tip": (0.5, 0.0, 0.0)}),
        "bob": PointMass(0.6, spatial=True),
    }
    joints = {"pivot": Revolute("ground", "rod", axis="y"), "pin": Spherical("rod.tip", "bob")}
    dynamics = compiled(formalism, Mechanism("m", parts, joints, gravity=(0.0, 0.0, -9.81)))
    state = dynamics.assemble({"pivot.angle": 0.4}, {"pivot.angle": 1.3})
    wanted = (0.8 * 0.2 + 0.6 * 0.5) * 9.81 * np.cos(0.4) / (0.03 + 0.8 * 0.2**2 + 0.6 * 0.5**2)
    assert dynamics.forward(state)["pivot.angle"] == pytest.approx(wanted, rel=1e-11)


def holding(joint, *, spatial):
    inertia = (0.02, 0.03, 0.04) if spatial else 0.03
    parts = {"rod": Body(1.0, inertia, points={"tip": (0.5, 0.0)}), "bob": PointMass(0.5, spatial=spatial)}
    pivot = Spherical("ground", "rod") if spatial else Revolute("ground", "rod")
    return Mechanism("m", parts, {"pivot": pivot, "hold": joint})


HOLDING = {
    "fixed in the plane": (Fixed("rod.tip", "bob"), False),
    "sliding in the plane": (Prismatic("rod.tip", "bob"), False),
    "fixed in space": (Fixed("rod.tip", "bob"), True),
    "hinged in space": (Revolute("rod.tip", "bob"), True),
    "a slot in a particle": (PinInSlot("bob", "rod.tip"), False),
    "screwed": (Screw("rod.tip", "bob"), True),
    "universal": (Universal("rod.tip", "bob"), True),
}


@pytest.mark.parametrize("case", HOLDING)
def test_a_joint_that_would_hold_the_orientation_of_a_particle_is_refused(case):
    """A particle has none: held to it, a rod could not turn. Use a joint that leaves it free."""
    joint, spatial = HOLDING[case]
    with pytest.raises(ModelError, match=r"hold: .*orientation of bob, which is a particle"):
        holding(joint, spatial=spatial)


def test_joints_that_leave_a_particle_free_are_fine():
    for joint, spatial in ((Revolute("rod.tip", "bob"), False), (PinInSlot("rod", "bob"), False)):
        holding(joint, spatial=spatial)
    holding(Spherical("rod.tip", "bob"), spatial=True)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_planar_body_stays_in_its_plane_whatever_holds_it(formalism):
    """On a ball joint of the ground a planar body turns about z only: a physical pendulum."""
    plate = Body(0.9, 0.05, centre=(0.3, 0.0))
    dynamics = compiled(formalism, Mechanism("m", {"plate": plate}, {"ball": Spherical("ground", "plate")},
                                             gravity=(0.0, -9.81, 0.0)))  # fmt: skip
    state = dynamics.assemble({"plate.theta": 0.3}, {"plate.theta": 0.7})
    wanted = -0.9 * 0.3 * 9.81 * np.cos(0.3) / (0.05 + 0.9 * 0.3**2)
    assert dynamics.forward(state)["plate.theta"] == pytest.approx(wanted, rel=1e-11)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_hinge_out_of_the_plane_locks_a_planar_body(formalism):
    machine = Mechanism("m", {"plate": Body(0.9, 0.05, home="pin")}, {"pin": Revolute("ground", "plate", axis="x")})
    dynamics = compiled(formalism, machine)
    assert dynamics.complement(dynamics.reference).shape[1] == 0


def test_a_body_with_one_moment_and_a_free_home_is_a_ball():
    dynamics = compiled("modular", Mechanism("m", {"ball": Body(1.0, 0.1, home=Free())}))
    state = dynamics.assemble({}, {"ball.x": 0, "ball.y": 0, "ball.z": 0, "ball.wx": 1, "ball.wy": 2, "ball.wz": 3})
    assert [dynamics.forward(state)[f"ball.w{axis}"] for axis in "xyz"] == pytest.approx([0.0, 0.0, 0.0], abs=1e-15)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_free_joint_names_the_motion_of_a_particle(formalism):
    """It holds nothing, so neither the orientation that a particle does not have: free fall."""
    parts, joints = {"ball": PointMass(2.0, spatial=True)}, {"path": FreeJoint("ground", "ball")}
    dynamics = compiled(formalism, Mechanism("ball", parts, joints, gravity=(0.0, 0.0, -9.81)))
    where = {"path.x": 0.3, "path.y": -0.2, "path.z": 1.0}
    state = dynamics.assemble(where, {"path.x": 0.5, "path.y": 0.0, "path.z": -0.1})
    assert [state["ball.x"], state["ball.z"], state["ball.x'"]] == pytest.approx([0.3, 1.0, 0.5])
    found = dynamics.forward(state)
    assert [found[name] for name in where] == pytest.approx([0.0, 0.0, -9.81], abs=1e-12)

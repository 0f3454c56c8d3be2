"""Assembly: positions met exactly, modes kept, impossible ones reported, speeds checked."""

from dataclasses import replace

import casadi as ca
import numpy as np
import pytest

import linkwright as lw
from dynamics import four_bars, machines
from linkwright.components import Holonomic, Prescribed, Revolute
from linkwright.dynamics import AssemblyError
from linkwright.dynamics.closure.problem import FREQUENT
from linkwright.dynamics.system.readings import read_state
from linkwright.model import Body, Ground, Mechanism
from oracles import four_bar, three_rrr

EXACT = 1e-12  # m and rad: Newton is carried to rounding of numbers of order 1


def gaps(dynamics, state):
    _, _, g, phi, *_ = read_state(dynamics.system, state.t, state.q, state.v, dynamics.p)
    return np.max(np.abs(g), initial=0.0), np.max(np.abs(phi), initial=0.0)


@pytest.mark.parametrize("motors", [True, False], ids=["motors", "torques"])
def test_positions_given_are_met_and_joints_closed(motors):
    dynamics, p = lw.compile(machines.equations(motors=motors)), machines.parameters(motors=motors)
    for pose, velocity, currents, _ in machines.random_cases(p, 20, 71):
        positions = dict(zip(("platform.x", "platform.y", "platform.theta"), pose, strict=True))
        speeds = dict(zip(positions, velocity, strict=True))
        if motors:
            speeds |= dict(zip(("A.i", "B.i", "C.i"), currents, strict=True))
        state = dynamics.assemble(positions, speeds)
        assert all(abs(state[name] - value) < EXACT for name, value in positions.items())
        position_gap, velocity_gap = gaps(dynamics, state)
        assert position_gap < EXACT
        assert velocity_gap < EXACT * max(1.0, np.max(np.abs(state.v)))
        assert all(abs(state.speeds[n] - value) < 1e-11 * max(1, abs(value)) for n, value in speeds.items())
        for k, leg in enumerate(machines.LEGS):  # the mode of the closed form
            wanted = three_rrr.leg_state(p, k, pose, velocity)
            assert abs(np.sin((state[f"{leg}.phi"] - wanted.phi) / 2)) < 1e-11
            assert abs(np.sin((state[f"{leg}.psi"] - wanted.psi) / 2)) < 1e-11
            assert state[f"{leg}.phi'"] == pytest.approx(wanted.phi_rate, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("branch", [1, -1])
def test_the_reference_picks_the_mode_of_a_four_bar(branch):
    machine = replace(four_bars.OPEN, branch=branch)
    dynamics = lw.compile(lw.formalisms.modular(four_bars.mechanism(machine, four_bars.reference(machine, 0.3))))
    for theta in np.linspace(-2.5, 2.5, 11):
        state = dynamics.assemble({"O.angle": theta}, {"O.angle": 2.0})
        angles = four_bar.angles(machine, theta)
        for name, wanted in zip(("crank", "coupler", "rocker"), angles, strict=True):
            assert abs(np.sin((state[f"{name}.theta"] - wanted) / 2)) < EXACT
        first, _ = four_bar.ratios(machine, theta)
        assert state["rocker.theta'"] == pytest.approx(2.0 * first[2], rel=1e-10)
        found = dynamics.forward(state, {"drive.tau": 0.7})
        assert found["O.angle"] == pytest.approx(four_bar.acceleration(machine, theta, 2.0, 0.7), rel=1e-10)


def test_near_picks_the_other_mode():
    one, other = (replace(four_bars.OPEN, branch=branch) for branch in (1, -1))
    dynamics = lw.compile(lw.formalisms.modular(four_bars.mechanism(one, four_bars.reference(one, 0.3))))
    values = four_bars.reference(other, 0.3)
    elsewhere = dynamics.state(np.array([values[n] for n in dynamics.coordinates]), np.zeros(len(dynamics.speeds)))
    for theta in (0.3, -1.0, 1.4):
        for near, machine in ((None, one), (elsewhere, other)):
            state = dynamics.assemble({"O.angle": theta}, near=near)
            assert abs(np.sin((state["rocker.theta"] - four_bar.angles(machine, theta)[2]) / 2)) < EXACT


def test_positions_that_say_the_same_twice_are_accepted():
    """All positions of a known state, read back and given again: more than the degrees of freedom, and consistent."""
    machine = four_bars.OPEN
    dynamics = lw.compile(lw.formalisms.modular(four_bars.mechanism(machine, four_bars.reference(machine, 0.3))))
    known = dynamics.assemble({"O.angle": 1.1})
    again = dynamics.assemble({name: known[name] for name in ("O.angle", "rocker.theta", "coupler.x", "coupler.y")})
    assert np.max(np.abs(again.q - known.q)) < 1e-11


def test_an_impossible_assembly_names_the_joint_that_gapes_most():
    """A crank and a rod of 0.3 m and 0.4 m whose tip is asked to be 1 m away: 0.3 m are missing, at one joint."""
    parts = {
        "one": Body(1.0, 0.1, points={"a": (0.0, 0.0), "b": (0.3, 0.0)}, home="O"),
        "two": Body(1.0, 0.1, points={"tip": (0.4, 0.0)}),
    }
    connections = {"O": Revolute("ground", "one.a"), "A": Revolute("one.b", "two")}
    dynamics = lw.compile(lw.formalisms.modular(Mechanism("arm", parts, connections)))
    with pytest.raises(AssemblyError, match=r"two.x = 1, .*joint A does not close, by 0\.(7|69999)\d* m") as caught:
        dynamics.assemble({"two.x": 1.0, "two.y": 0.0})
    # the origin of `two` is at the joint itself: from the circle of radius 0.3 it is 0.7 m to (1, 0)
    assert caught.value.gaps["A"] == pytest.approx(0.7, rel=1e-5)
    assert caught.value.parts == ("A",)


def test_an_unreachable_platform_pose():
    """The platform 1 m to the right: every leg is too short; the vertices cannot close."""
    dynamics, p = lw.compile(machines.equations(motors=True)), machines.parameters(motors=True)
    with pytest.raises(AssemblyError, match=r"cannot be assembled: joint \S+ does not close, by") as caught:
        dynamics.assemble({"platform.x": 1.0, "platform.y": 0.0, "platform.theta": 0.0})
    missing = [
        np.hypot(1.0 + p.l_L * np.cos(a) - b[0], p.l_L * np.sin(a) - b[1]) - p.l_U - p.l_B
        for a, b in zip(p.alpha, p.base, strict=True)
    ]
    # a leg's gap is shared by its elbow and its vertex; least squares makes the two equal, at half the distance
    worst = max(caught.value.gaps.values())
    assert max(missing) / 2 * 0.999 < worst < max(missing) * 1.001
    assert machines.LEGS[int(np.argmax(missing))] in caught.value.parts[0]


def test_lengths_that_cannot_close_are_found_when_compiled():
    machine = replace(four_bars.OPEN, ground=2.0)
    with pytest.raises(AssemblyError, match=r"does not close, by"):
        lw.compile(lw.formalisms.modular(four_bars.mechanism(machine, four_bars.reference(four_bars.OPEN, 0.3))))


def test_a_constraint_without_a_value_at_the_start_is_named():
    """A root of a negative number at the reference; from a state where the root exists the machine assembles."""

    def pendulum(angle):
        root = Holonomic(("pin.angle",), lambda _t, angle: ca.sqrt(angle - 1.0) - 1.0)
        bar = Body(1.0, 0.1, points={"eye": (-0.5, 0.0)})
        parts = {"pin": Revolute("ground", "bar.eye"), "root": root}
        return Mechanism("m", {"bar": bar}, parts, reference={"pin.angle": angle})

    with pytest.raises(AssemblyError, match=r"cannot be assembled: root has no value .* outside its domain"):
        lw.compile(lw.formalisms.modular(pendulum(0.0)))
    for angle in (2.5, 1.0):  # at 1 the root has a value, but no slope
        dynamics = lw.compile(lw.formalisms.modular(pendulum(angle)))
        assert dynamics.assemble().positions["pin.angle"] == pytest.approx(2.0)


def test_speeds_that_contradict_or_leave_freedoms_open():
    dynamics = lw.compile(machines.equations(motors=False))
    with pytest.raises(AssemblyError, match=r"leave 1 degree\(s\) of freedom open"):
        dynamics.assemble(speeds={"platform.x": 1.0, "platform.y": 0.0})
    platform = {"platform.x": 1.0, "platform.y": 0.0, "platform.theta": 0.0}
    with pytest.raises(AssemblyError, match=r"contradict") as caught:
        dynamics.assemble(speeds=platform | {"A.phi": 100.0})
    assert "A.phi" in caught.value.parts
    consistent = dynamics.assemble(speeds=platform)
    again = dynamics.assemble(speeds=platform | {"A.phi": consistent["A.phi'"]})
    assert np.allclose(again.v, consistent.v, atol=1e-11)


def test_no_speeds_at_all_mean_rest_and_currents_are_zero_unless_given():
    dynamics = lw.compile(machines.equations(motors=True))
    assert not np.any(dynamics.assemble(machines.CHECK_POSITIONS).v)
    state = dynamics.assemble(speeds={"platform.x": 0.1, "platform.y": 0.0, "platform.theta": 0.0})
    # rounding of the rotors' speeds, about 10 rad/s
    assert [state[f"{leg}.i"] for leg in machines.LEGS] == pytest.approx([0.0, 0.0, 0.0], abs=1e-12)
    assert abs(state["A.omega"]) > 1.0


def test_a_moving_constraint_is_met_at_its_time():
    machine = Mechanism(
        "shaker",
        {"ground": Ground(), "bar": Body(1.0, 0.1, points={"a": (0.0, 0.0)})},
        {"pin": Revolute("ground", "bar.a"), "drive": Prescribed("pin.angle", lambda t: 0.3 + 2.0 * t)},
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    state = dynamics.assemble(t=0.25)
    assert state.t == 0.25
    assert state["pin.angle"] == pytest.approx(0.8, abs=EXACT)
    assert state["pin.angle'"] == pytest.approx(2.0, abs=EXACT)


def test_names_of_a_state():
    """Positions, their rates, speeds without a position: those, and no others, are in a state."""
    state = lw.compile(lw.mechanisms.three_rrr()).assemble()
    names = list(state)
    assert {"platform.x", "platform.x'", "A.i"} <= set(names)
    assert "A.i'" not in state
    assert len(names) == len(set(names)) == len(state.positions) + len(state.speeds)
    assert np.isfinite([state[name] for name in names]).all()


def test_nothing_asked_gives_the_reference_configuration():
    dynamics = lw.compile(machines.equations(motors=True))
    state = dynamics.assemble()
    assert np.max(np.abs(state.q - dynamics.reference.q)) < EXACT


def test_how_often_a_state_was_asked_for_does_not_show_in_its_bits():
    # A few hundred evaluations of the same rows give them a function of their own.
    dynamics = lw.compile(lw.mechanisms.three_rrr(motors=False))
    positions, speeds = {"platform.x": 0.03, "platform.y": 0.01, "platform.theta": 0.2}, {"platform.x": 0.1}
    speeds |= {"platform.y": 0.0, "platform.theta": -0.3}
    first, *others = [dynamics.assemble(positions, speeds) for _ in range(80)]
    rows = dynamics.system.cached("rows of functions", dict)
    assert {name for (name, *_), some in rows.items() if some.calls > FREQUENT} == {"positions", "speeds"}
    for state in others:
        assert (state.q.tobytes(), state.v.tobytes()) == (first.q.tobytes(), first.v.tobytes())

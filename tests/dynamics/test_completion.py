"""What `assemble` is not told: positions stay at their reference, speeds have the least kinetic energy."""

import numpy as np
import pytest
from scipy.optimize import minimize

import linkwright as lw
from agreement.spatial_machines import SPATIAL
from linkwright.components import Prescribed, Revolute
from linkwright.dynamics import AssemblyError
from linkwright.laws import Sine
from linkwright.model import Body, Mechanism

MASSES, MOMENTS, LENGTHS = (1.0, 2.0, 1.5), (0.1, 0.3, 0.05), (0.5, 0.6)
CENTRES = ((0.2, 0.0), (0.3, 0.1), (0.1, -0.05))
ANGLES = ("A.angle", "B.angle", "C.angle")


def chain():
    """Three bars in a row; the angle between the first two follows 0.3 sin(pi t)."""
    parts = {
        name: Body(MASSES[k], MOMENTS[k], CENTRES[k], points={"o": (0.0, 0.0), "tip": ((*LENGTHS, 0.0)[k], 0.0)})
        for k, name in enumerate("abc")
    }
    joints = {"A": Revolute("ground", "a.o"), "B": Revolute("a.tip", "b.o"), "C": Revolute("b.tip", "c.o")}
    law = {"law": Prescribed("B.angle", Sine(0.3, 0.5))}
    return Mechanism("chain", parts, joints | law, reference={"A.angle": 0.3, "C.angle": -0.2})


def kinetic_energy(angles, rates):
    """Kinetic energy (J) of the bars, by complex numbers."""
    turned, turning = np.cumsum(angles), np.cumsum(rates)
    root, energy = 0.0j, 0.0
    for k in range(3):
        direction = np.exp(1j * turned[k])
        velocity = root + 1j * turning[k] * complex(*CENTRES[k]) * direction
        energy += 0.5 * MASSES[k] * abs(velocity) ** 2 + 0.5 * MOMENTS[k] * turning[k] ** 2
        root = root + 1j * turning[k] * (*LENGTHS, 0.0)[k] * direction
    return energy


@pytest.mark.parametrize("formalism", lw.formalisms.__all__)
def test_speeds_not_given_have_the_least_kinetic_energy(formalism):
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(chain()))
    state = dynamics.assemble()
    driven = 0.3 * np.pi
    least = minimize(lambda x: kinetic_energy((0.3, 0.0, -0.2), (x[0], driven, x[1])), (0.0, 0.0), tol=1e-14).x
    assert [state[name] for name in ANGLES] == pytest.approx([0.3, 0.0, -0.2], abs=1e-12)
    # a minimum is known to the root of the digits of its value
    assert [state.speeds[name] for name in ANGLES] == pytest.approx([least[0], driven, least[1]], abs=1e-6)
    assert dynamics.energy(state).kinetic == pytest.approx(
        kinetic_energy((0.3, 0.0, -0.2), (least[0], driven, least[1]))
    )
    assert state.chosen == ("A.angle", "C.angle", "A.angle'", "C.angle'")
    # all given, none chosen
    told = dynamics.assemble({"A.angle": 0.1, "C.angle": 0.2}, {"A.angle": 1.0, "C.angle": 0.0})
    assert told.chosen == ()


@pytest.mark.parametrize("formalism", lw.formalisms.__all__)
def test_positions_not_given_stay_at_their_reference(formalism):
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(chain()))
    state = dynamics.assemble({"C.angle": 0.7}, {"A.angle": 0.0, "C.angle": 0.0}, t=0.5)
    assert [state[name] for name in ANGLES] == pytest.approx([0.3, 0.3, 0.7], abs=1e-12)
    assert state.chosen == ("A.angle",)


@pytest.mark.parametrize("formalism", lw.formalisms.__all__)
def test_the_other_coordinates_of_a_platform_stay(formalism):
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(lw.mechanisms.three_rrr(motors=False)))
    state = dynamics.assemble({"platform.x": 0.02})
    pose = [state[name] for name in ("platform.x", "platform.y", "platform.theta")]
    assert pose == pytest.approx([0.02, 0.0, 0.0], abs=1e-12)
    assert set(state.chosen) >= {"platform.y", "platform.theta"}
    assert not np.any(state.v)


@pytest.mark.one_in(8)
@pytest.mark.parametrize("formalism", lw.formalisms.__all__)
@pytest.mark.parametrize(
    ("name", "zero"),
    [
        ("cardan_shaft", ("bearing.angle",)),
        ("screw_press", ("thread.slide", "spindle.z")),
        ("ball_pendulum", ("lower.x", "lower.y")),
        ("moored_satellite", ("hull.x", "hull.y", "hull.z")),
    ],
)
def test_what_a_description_leaves_open_is_zero_where_that_closes_the_joints(name, zero, formalism):
    reference = lw.compile(getattr(lw.formalisms, formalism)(SPATIAL[name]())).reference
    other = lw.compile(lw.formalisms.kane(SPATIAL[name]())).reference
    if name != "ball_pendulum":
        assert [reference[key] for key in zero] == pytest.approx([0.0] * len(zero), abs=1e-11)
    for key, value in other.positions.items():
        assert reference[key] == pytest.approx(value, abs=1e-9), key


def test_positions_that_leave_what_cannot_stay_are_refused_as_incomplete():
    """A hand held at x = 1.0 m by two bars of 0.5 m and 0.6 m can not leave the first bar upright."""
    parts = {
        "a": Body(1.0, 0.1, points={"o": (0.0, 0.0), "tip": (0.5, 0.0)}),
        "b": Body(1.0, 0.1, points={"o": (0.0, 0.0), "tip": (0.6, 0.0)}),
        "hand": Body(1.0, 0.1),
    }
    joints = {"A": Revolute("ground", "a.o"), "B": Revolute("a.tip", "b.o"), "C": Revolute("b.tip", "hand")}
    arm = Mechanism("arm", parts, joints, reference={"A.angle": 1.5, "B.angle": -1.0})
    dynamics = lw.compile(lw.formalisms.kane(arm))
    with pytest.raises(AssemblyError, match=r"leave 2 degree\(s\) of freedom open, and .* cannot stay where they are"):
        dynamics.assemble({"hand.x": 1.0})

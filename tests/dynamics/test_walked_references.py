"""References whose values of joints fix all bodies: these stand where the values put them, at any size."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.symbolic import Pose

FORMALISMS = (*lw.formalisms.__all__, "lw.compile")
MANY = 60
"""Links with which a machine is compiled as loops over types."""
RATIO, TURN = 5.0, 0.4
"""Of the gear, and of each frame against the link that it is on (rad)."""
MAKES = {
    "pins": (lw.Revolute,),
    "slides and welds": (lw.Prismatic, lw.Fixed),
    "all": (lw.Revolute, lw.Prismatic, lw.Fixed),
}


def compiled(machine, formalism):
    return lw.compile(machine if formalism == "lw.compile" else getattr(lw.formalisms, formalism)(machine))


def chain(kinds, links, *, motor=False):
    """Links from the ground on, each on the turned end of the one before; and where the values of joints put them."""
    places = {"end": Pose((0.2, 0.1), TURN)}
    parts = {f"b{k}": lw.Body(1.0, 0.05, (0.1, 0.0), points=places) for k in range(links)}
    joints, reference, poses = {}, {}, {}
    theta, p = -TURN, -_turned(-TURN, [0.2, 0.1])  # of a link before, whose end is the ground
    for k in range(links):
        make = kinds[k % len(kinds)]
        joints[f"j{k}"] = make(f"b{k - 1}.end" if k else "ground", f"b{k}")
        angle = -0.3 - 0.01 * k if make is lw.Revolute else 0.0
        slide = 0.1 + 0.002 * k if make is lw.Prismatic else 0.0
        reference |= {f"j{k}.angle": angle} if angle else {f"j{k}.slide": slide} if slide else {}
        p = p + _turned(theta, [0.2, 0.1]) + _turned(theta + TURN, [slide, 0.0])
        theta += TURN + angle
        poses |= {f"b{k}.x": p[0], f"b{k}.y": p[1], f"b{k}.theta": theta}
    if motor:
        parts["motor"] = lw.DCMotor(J=2e-2, L=0.1, R=1.5, Kt=0.5, Ke=0.4, b=1e-2)
        joints["gear"] = lw.Gear("motor.omega", "j0.angle", ratio=RATIO)
        poses["motor.angle"] = RATIO * reference["j0.angle"]
        if links > 3:  # and a loop: the last link is pinned to the ground where it is
            parts["ground"] = lw.Ground(points={"last": tuple(map(float, p))})
            joints["last"] = lw.Revolute("ground.last", f"b{links - 1}")
    return lw.Mechanism("chain", parts, joints, reference=reference, gravity=(0.0, -9.81)), poses


def _turned(angle, arm):
    return np.array([np.cos(angle) * arm[0] - np.sin(angle) * arm[1], np.sin(angle) * arm[0] + np.cos(angle) * arm[1]])


def check(machine, poses, formalism):
    dynamics = compiled(machine, formalism)
    found = dynamics.reference.positions
    off = {name: found[name] - value for name, value in (poses | machine.reference).items()}
    off |= {name: np.remainder(off[name] + np.pi, 2 * np.pi) - np.pi for name in off if name.endswith("theta")}
    assert off == pytest.approx(dict.fromkeys(off, 0.0), abs=1e-11)
    assert dynamics.reference_notes == ()


@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("links", [1, 3, MANY])
def test_a_gear_on_the_speed_of_a_motor_moves_no_joint_whose_value_is_given(links, formalism):
    """The motor has the angle that the gear gives it: 5 times that of the first joint."""
    check(*chain(MAKES["pins"], links, motor=True), formalism)


@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("kinds", [*MAKES])
def test_a_chain_stands_where_the_values_of_its_joints_put_it(kinds, formalism):
    check(*chain(MAKES[kinds], MANY), formalism)

"""A tree that already holds the height of a rolling contact: the row is dropped, and names keep their places."""

import numpy as np
import pytest

import linkwright as lw
from linkwright import Body, Mechanism, PlanarJoint, Revolute, RollingDisc

R = 0.3


def unicycle():
    """A carrier on a planar joint at the height of the wheel's centre, the wheel on its axle (along y) on the floor."""
    carrier, wheel = Body(4.0, (0.1, 0.1, 0.2)), Body(1.0, (0.02, 0.04, 0.02))
    floor = lw.Ground(points={"level": (0.0, 0.0, R)})
    joints = {
        "level": PlanarJoint("ground.level", "carrier"),
        "axle": Revolute("carrier", "wheel", axis="y"),
        "tyre": RollingDisc("ground", "wheel", radius=R),
        "push": lw.Wrench("carrier"),
    }
    return Mechanism("unicycle", {"ground": floor, "carrier": carrier, "wheel": wheel}, joints)


@pytest.mark.parametrize("formalism", lw.formalisms.__all__)
def test_named_positions_keep_their_places_beside_a_contact_that_the_tree_holds(formalism):
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(unicycle()))
    state = dynamics.assemble({"level.x": 0.1, "level.y": 0.2, "level.angle": 0.4})
    found = [state.positions[f"level.{name}"] for name in ("x", "y", "angle")]
    np.testing.assert_allclose(found, (0.1, 0.2, 0.4), rtol=0, atol=1e-12)
    turned = dynamics.assemble({"level.angle": 0.4})
    assert turned.positions["level.angle"] == pytest.approx(0.4, abs=1e-12)
    assert turned.positions["carrier.z"] == pytest.approx(R, abs=1e-12)


@pytest.mark.parametrize("formalism", lw.formalisms.__all__)
def test_a_wheel_on_a_carrier_rolls_where_it_is_pushed(formalism):
    """Along its heading by (m + M + I / R^2) a = F, where wheel and carrier turn together; across it nothing moves."""
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(unicycle()))
    state = dynamics.assemble({"level.x": 0.0, "level.y": 0.0, "level.angle": 0.4})
    inputs = dict.fromkeys(dynamics.inputs, 0.0) | {"push.fx": 3.0}
    found = dynamics.forward(state, inputs)
    along = 3.0 * np.cos(0.4) / (5.0 + 0.04 / R**2)
    np.testing.assert_allclose(
        [found["level.x"], found["level.y"], found["level.angle"]],
        [along * np.cos(0.4), along * np.sin(0.4), 0.0],
        rtol=1e-11,
        atol=1e-12,
    )

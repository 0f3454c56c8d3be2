"""Stops and friction of machines of micrometres and of kilometres: the same events and motion but for its unit."""

import numpy as np
import pytest

import linkwright as lw


def bouncing(size):
    """2 kg pushed against a stop, with friction, for 2.5 s; positions over the size, and events."""
    connections = {
        "way": lw.Prismatic("ground", "block"),
        "push": lw.Force("way.slide"),
        "stop": lw.EndStop("way.slide", lower=-0.2 * size, upper=0.3 * size, restitution=0.6),
        "dry": lw.CoulombFriction("way.slide", force=1.0 * size),
    }
    mechanism = lw.Mechanism("press", {"block": lw.Body(2.0, 0.01 * size**2)}, connections)
    dynamics = lw.compile(lw.formalisms.kane(mechanism))
    run = lw.simulate(
        dynamics,
        dynamics.assemble(speeds={"way.slide": 0.5 * size}),
        duration=2.5,
        inputs={"push.force": 3.0 * size},
        rtol=1e-9,
        atol=1e-12 * size,
        samples=51,
    )
    assert run.certificate.verdict == "trusted"
    return run["way.slide"] / size, run.events


@pytest.mark.parametrize("size", [1e-6, 1e-3, 1e3])
def test_bounces_with_friction_do_not_depend_on_the_unit_of_length(size):
    wanted, events = bouncing(1.0)
    found, others = bouncing(size)
    assert len(others) == len(events)
    assert np.max(np.abs(found - wanted)) < 1e-12

"""Contacts of machines of micrometres and of kilometres: what counts as touching and as at rest follows the size."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics import Refused
from linkwright.dynamics.answers.contacts import violated_stops

SIZES = [1e-6, 1.0, 1e3]


def slide(size, *parts):
    """2 kg on a slide between stops at -0.2 and 0.3 sizes, or with what is given instead; 0.07 sizes of gyration."""
    added = parts or (("stop", lw.EndStop("way.slide", lower=-0.2 * size, upper=0.3 * size)),)
    connections = {"way": lw.Prismatic("ground", "block"), "push": lw.Force("way.slide"), **dict(added)}
    body = lw.Body(2.0, 0.01 * size**2)
    return lw.compile(lw.formalisms.kane(lw.Mechanism("press", {"block": body}, connections)))


@pytest.mark.parametrize("size", SIZES)
def test_a_stop_is_passed_by_the_same_share_of_the_machine(size):
    dynamics = slide(size)
    passed = dynamics.assemble({"way.slide": 0.3005 * size})
    assert violated_stops(dynamics, 0.0, passed.q) == pytest.approx({"stop.upper": 0.0005 * size}, rel=1e-9, abs=0.0)
    rounding = dynamics.assemble({"way.slide": 0.3 * size * (1 + 1e-13)})
    assert violated_stops(dynamics, 0.0, rounding.q) == {}


@pytest.mark.parametrize("size", SIZES)
def test_a_state_beside_a_stop_is_free(size):
    dynamics = slide(size)
    beside = dynamics.assemble({"way.slide": 0.2995 * size})
    push = size * 2.0
    assert dynamics.forward(beside, {"push.force": push})["way.slide"] == pytest.approx(size, rel=1e-9, abs=0.0)
    with pytest.raises(Refused, match="is touched here"):
        dynamics.forward(dynamics.assemble({"way.slide": 0.3 * size * (1 - 1e-13)}), {"push.force": push})


@pytest.mark.parametrize("size", SIZES)
def test_slow_sliding_is_no_rest(size):
    """Friction 4 N x size against a creep of 5e-7 sizes/s: x'' = -2 sizes/s^2."""
    dynamics = slide(size, ("dry", lw.CoulombFriction("way.slide", force=4.0 * size)))
    creeping = dynamics.assemble(speeds={"way.slide": 5e-7 * size})
    assert dynamics.forward(creeping, {"push.force": 0.0})["way.slide"] == pytest.approx(-2.0 * size, rel=1e-9, abs=0.0)


@pytest.mark.parametrize("size", SIZES)
def test_rounding_of_fast_parts_is_no_sliding(size):
    """A block carried at 1000 sizes/s with 1e-16 of that between it and its carrier rests on it."""
    parts = {"carrier": lw.Body(1.0, 0.01 * size**2), "block": lw.Body(2.0, 0.01 * size**2)}
    connections = {
        "way": lw.Prismatic("ground", "carrier"),
        "top": lw.Prismatic("carrier", "block"),
        "dry": lw.CoulombFriction("top.slide", force=4.0 * size),
    }
    dynamics = lw.compile(lw.formalisms.kane(lw.Mechanism("stack", parts, connections)))
    fast = dynamics.assemble(speeds={"way.slide": 1000.0 * size, "top.slide": 0.0})
    v = fast.v + np.array([1e-13 * size if name.startswith(("top", "block")) else 0.0 for name in dynamics.speeds])
    assert np.any(v != fast.v)
    with pytest.raises(Refused, match="friction dry is at rest here"):
        dynamics.forward(dynamics.state(fast.q, v), {})

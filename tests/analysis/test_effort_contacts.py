"""What a motion costs where dry friction is at rest, or where the machine carried something."""

import numpy as np
import pytest

import linkwright as lw
from linkwright import analysis
from linkwright.dynamics import Refused

MASS, DRY = 2.0, 4.0


@pytest.fixture(scope="module")
def press():
    block = lw.Body(MASS, 0.01)
    parts = {
        "way": lw.Prismatic("ground", "block"),
        "push": lw.Force("way.slide"),
        "dry": lw.CoulombFriction("way.slide", force=DRY),
    }
    return lw.compile(lw.formalisms.kane(lw.Mechanism("press", {"block": block}, parts)))


def test_from_rest_to_rest_friction_is_a_load_and_no_acceleration(press, tmp_path):
    law = lw.laws.Cycloid(0.0, 0.3, 1.0)
    run = press.inverse(lw.Motion({"way.slide": law}, samples=11))
    run.save(tmp_path / "run.csv")
    for motion in (run, lw.Trajectory.load(tmp_path / "run.csv")):
        found = analysis.effort(press, motion)
        np.testing.assert_allclose(found.shares["inertia"][:, 0], MASS * law(run.time, 2), rtol=0, atol=1e-9)
        np.testing.assert_allclose(found.shares["other"][:, 0], DRY, rtol=0, atol=1e-9)


def test_a_run_in_which_friction_sticks_is_refused(press):
    run = lw.simulate(press, press.assemble(), duration=1.0, inputs={"push.force": 1.0}, samples=5)
    with pytest.raises(Refused, match="friction dry is at rest"):
        analysis.effort(press, run)


def test_what_was_carried_is_not_counted_as_the_machines_own(press):
    motion = lw.Motion({"way.slide": lw.laws.Cycloid(0.0, 0.3, 1.0)}, samples=11)
    for carried in ({"payload": lw.Payload(1.0, at="block")}, {"wrenches": {"block": (3.0, 0.0, 0.0)}}):
        run = press.inverse(motion, **carried)
        with pytest.raises(Refused, match="carried"):
            analysis.effort(press, run)

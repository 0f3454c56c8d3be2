"""A pivot that vanishes is no singular configuration if the constraints keep their rank."""

import numpy as np
import pytest

import linkwright as lw
from oracles import three_rrr, three_rrr_motion

POSE = {"platform.x": 0.012, "platform.y": -0.008, "platform.theta": 0.07}
SPEEDS = {"platform.x": 0.15, "platform.y": -0.1, "platform.theta": 0.8, "A.i": 0.4, "B.i": -0.3, "C.i": 0.25}


def test_a_narrow_place_is_not_called_singular():
    """The constraints of the 3RRR keep their rank on this motion; their least singular value has a minimum."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr()))
    state = dynamics.assemble(POSE, SPEEDS)
    trajectory = lw.simulate(dynamics, state, duration=2.0, inputs={"A.v": 0.4, "B.v": -0.3, "C.v": 0.2})
    matrix = dynamics.system.function("A", [dynamics.system.A])
    sizes = []
    for k in range(len(trajectory.time)):
        q = np.array([trajectory[name][k] for name in dynamics.coordinates])
        v = np.zeros(len(dynamics.speeds))
        A = np.asarray(matrix(trajectory.time[k], q, v, np.zeros(3), dynamics.p))
        sizes.append(np.linalg.svd(A, compute_uv=False)[-1])
    assert min(sizes) > 1e-3  # rank is nowhere lost
    assert trajectory.certificate.verdict == "trusted"
    assert trajectory.certificate.rank_margin > 1e-3
    assert not any("singular" in note for note in trajectory.certificate.notes)


@pytest.mark.long
def test_narrow_places_are_passed_as_the_motion_goes_with_little_kept_of_them():
    """Runs of the 3RRR under voltages that come near a singular configuration twice, against DOP853.

    The same run made again gives the same bits; of what many runs have taken there only some is kept.
    """
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr()))
    state, times = dynamics.assemble(), np.linspace(0, 2, 5)
    taken, structures = dynamics.plant.pivotings.taken, dynamics.system.cached("structures", dict)
    for k in range(taken.most + 1):
        volts = 0.4 + 1e-3 * k, -0.3, 0.2
        given = {"duration": 2.0, "inputs": dict(zip(("A.v", "B.v", "C.v"), volts, strict=True)), "samples": 5}
        run = lw.simulate(dynamics, state, **given)
        assert len(taken) <= taken.most
    assert len(taken) == taken.most  # each of these runs has taken some of its own
    assert len(structures) < 10  # which are the same few
    again = lw.simulate(dynamics, state, **given)
    assert all(np.array_equal(run[name], again[name]) for name in run)
    wanted = three_rrr_motion.motion(
        three_rrr.with_motors(), (0, 0, 0), (0, 0, 0), times, inputs=lambda _: volts, rtol=1e-12
    )
    for k, name in enumerate(("platform.x", "platform.y", "platform.theta")):
        np.testing.assert_allclose(run[name], wanted.pose[:, k], rtol=0, atol=2e-7)
    assert run.certificate.rank_margin > 1e-3
    assert run.certificate.verdict == "trusted"
    assert run.certificate.notes == ()


def test_a_singular_place_is_called_so():
    machine = lw.mechanisms.n_four_bar(1)
    dynamics = lw.compile(lw.formalisms.modular(machine))
    state = dynamics.assemble(speeds={"phi0": -1.0})
    trajectory = lw.simulate(dynamics, state, duration=1.5)
    assert trajectory.outcome.finished
    assert trajectory.certificate.rank_margin == 0.0
    assert trajectory.certificate.verdict == "check"
    assert any("singular configuration" in note for note in trajectory.certificate.notes)


@pytest.mark.parametrize("accuracy", [1e-10, ("draft",), 3])
def test_an_accuracy_that_is_none_is_refused_in_words(accuracy):
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.simple_pendulum()))
    with pytest.raises(ValueError, match=r"accuracy .*expected one of draft, engineering, reference"):
        lw.simulate(dynamics, dynamics.reference, duration=0.1, accuracy=accuracy)

"""A run cut at any slice and taken up again from its arrays alone ends at the same bits."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.simulation import workspace as places
from linkwright.simulation.inputs.inputs import check_inputs
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.loop.run import Run
from linkwright.simulation.recipe import watch_of
from linkwright.simulation.storage.snapshot import restore, snapshot

REST = {"A.tau": 0.0, "B.tau": 0.0, "C.tau": 0.0}
METHODS = [
    lw.integrators.DormandPrince(),
    lw.integrators.DormandPrince8(),
    lw.integrators.RungeKutta4(step=0.01),
    lw.integrators.Rosenbrock(),
    lw.integrators.Radau(),
]


def fresh(integrator: Integrator, machine: lw.Mechanism, speeds: dict[str, float], end: float) -> Run:
    dynamics = lw.compile(lw.formalisms.modular(machine))
    inputs = check_inputs(dynamics.system.equations, dict.fromkeys(dynamics.inputs, 0.0), 0.0, end)
    return Run(
        dynamics, dynamics.assemble(speeds=speeds), inputs, end=end, tolerances=lw.Accuracy(1e-6, 1e-8), samples=31,
        integrator=integrator, keep_energy=False, watch=watch_of(dynamics.plant),
    )  # fmt: skip


def by_slices(run: Run, steps: int) -> None:
    """Make the slices of a run short, so that there are places to cut it."""
    assert run.engine is not None
    object.__setattr__(run.engine, "steps_a_slice", steps)


@pytest.mark.parametrize("integrator", METHODS, ids=lambda method: type(method).__name__)
def test_a_run_cut_in_the_middle_ends_at_the_same_bits(integrator: Integrator) -> None:
    """The 3RRR changes its pivots on the way, before and after the cut."""
    machine = lw.mechanisms.three_rrr(motors=False)
    speeds = {"platform.x": 0.3, "platform.y": 0.2, "platform.theta": 1.0}
    whole = fresh(integrator, machine, speeds, 4.0)
    assert whole.go().finished
    first = fresh(integrator, machine, speeds, 4.0)
    first.begin()
    by_slices(first, 5)
    while first.now < 3.0:
        status = first.slice()
        if status not in (places.SLICE_OVER, places.FINISHED):
            assert first.act(status) is None
            by_slices(first, 5)
    cut = snapshot(first)
    assert 3.0 <= cut["progress"][places.Progress.fields["t"].place] < 4.0
    second = fresh(integrator, machine, speeds, 4.0)
    restore(second, cut)
    assert second.go().finished
    for name, values in snapshot(whole).items():
        if name not in ("known", "used", "seen"):  # which do not enter the motion
            assert np.array_equal(values, snapshot(second)[name]), name


def test_singular_configurations_that_were_passed_stay_known() -> None:
    whole = fresh(lw.integrators.DormandPrince(), lw.mechanisms.n_four_bar(1), {"x0": 1.0}, 2.0)
    assert whole.go().finished
    assert len(whole.crossings) == 2
    again = fresh(lw.integrators.DormandPrince(), lw.mechanisms.n_four_bar(1), {"x0": 1.0}, 2.0)
    restore(again, snapshot(whole))
    assert again.go().finished
    assert [crossing.time for crossing in again.crossings] == [crossing.time for crossing in whole.crossings]
    assert np.array_equal(again.state.y, whole.state.y)

"""A narrow bump of force that steps go over: the certificate shows it where samples do, and bounded steps meet it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import casadi as ca
import numpy as np
import pytest

import linkwright as lw

HEIGHT, WIDTH = 200.0, 0.003
"""Force (N) on a cart of 1 kg at 1 m/s, and the way (m) on which it falls to 1/e: passed in some milliseconds."""
AFTER = float(np.sqrt(1 + 2 * HEIGHT * WIDTH * np.sqrt(np.pi)))
"""Speed behind it, from its work."""


def passed(place: float, integrator: lw.integrators.Integrator | None = None, **options: Any) -> lw.Trajectory:
    """The cart on its way from 0, past the bump, in 10 s."""

    def force(x: ca.SX, v: ca.SX, t: ca.SX) -> ca.SX:
        del v, t
        return HEIGHT * ca.exp(-(((x - place) / WIDTH) ** 2))

    bump = lw.ForceLaw("slide.slide", force)
    machine = lw.Mechanism(
        "bump",
        {"ground": lw.Ground(), "cart": lw.Body(1.0, 1.0)},
        {"slide": lw.Prismatic("ground", "cart"), "bump": bump},
    )
    dynamics = lw.compile(machine)
    state = dynamics.assemble(speeds={"slide.slide": 1.0})
    return lw.simulate(dynamics, state, duration=10.0, integrator=integrator, **options)


@pytest.mark.parametrize("place", [3.217, 5.119, 8.43])
@pytest.mark.parametrize(
    "integrator",
    [
        lw.integrators.DormandPrince8(),
        lw.integrators.DormandPrince(),
        lw.integrators.Radau(),
        lw.integrators.Rosenbrock(),
        lw.integrators.RungeKutta4(step=0.5),
    ],
    ids=lambda method: type(method).__name__,
)
def test_what_both_runs_step_over_is_seen_at_the_samples(place: float, integrator: lw.integrators.Integrator) -> None:
    run = passed(place, integrator)
    assert run["slide.slide'"][-1] == pytest.approx(1.0)  # nothing was felt
    certificate = run.certificate
    assert certificate.verdict == "failed"
    late = 10 - place
    true = max((AFTER - 1) / 2, (AFTER - 1) * late / 11)
    assert certificate.global_error is not None
    assert true / 2 < certificate.global_error < 2 * true
    assert certificate.error_since == pytest.approx(place, abs=0.02)
    assert any("longest_step" in note for note in certificate.notes)


@pytest.mark.parametrize("kind", [lw.integrators.DormandPrince8, lw.integrators.DormandPrince, lw.integrators.Radau])
def test_bounded_steps_meet_it(kind: type[lw.integrators.DormandPrince8]) -> None:
    run = passed(5.004, kind(longest_step=0.005))
    assert run["slide.slide'"][-1] == pytest.approx(AFTER, rel=1e-6)
    assert run.certificate.verdict == "trusted"
    assert run.certificate.steps >= 2000


def test_it_is_seen_where_events_happen_and_in_a_stream(tmp_path: Path) -> None:
    """Samples of such runs come in windows, and events end steps."""
    event = lw.events.Event(lw.events.Crosses("slide.slide", 4.0), then="record")
    for options in ({"events": [event]}, {"stream": tmp_path / "bump.parquet"}):
        assert passed(5.004, **options).certificate.verdict == "failed", options


@pytest.mark.parametrize("longest", [0.0, -1.0, float("inf"), "0.1"])
def test_a_longest_step_that_is_no_time_is_refused(longest) -> None:
    with pytest.raises(ValueError, match=r"longest_step = .*expected a positive number of seconds"):
        lw.integrators.DormandPrince8(longest_step=longest)
    with pytest.raises(ValueError, match="fixed step"):
        lw.integrators.RungeKutta4(step=0.1, longest_step=longest)

"""Every ready machine without losses backwards in time: with all speeds reversed it goes back where it came from.

Accelerations do not change when all speeds do, and a motion that is turned round comes back to its start.
"""

import numpy as np
import pytest

import linkwright as lw
from agreement import table
from agreement.states import random_states, readings, same_state
from metamorphic.cases import FORMALISMS, answers, formalism_of
from metamorphic.questions import TOLERANCE, answer

LOSSES = ("three_rrr", "stick_slip", "mast_3prs")
"""Resistances and a brake of motors; dry friction."""
NAMES = [name for name in table.LIBRARY if name not in LOSSES]
RUNS = ("double_pendulum", "four_bar", "heavy_top", "rolling_disc", "bennett")
DURATION = 0.3


def reversed_dynamics(name, formalism):
    """The machine with speeds that are parameters reversed."""
    dynamics = table.derived(name, formalism)
    speeds = [label for label in dynamics.equations.parameters.labels if label.unit in ("rad/s", "m/s")]
    return dynamics.with_parameters({label.name: -dynamics.parameters[label.name] for label in speeds})


def turned_round(dynamics, state):
    return dynamics.state(state.q, -state.v, state.t)


def check(name, formalism):
    """v' of the speeds -v is that of v; only rates of speeds that are no rates of positions come back as they were."""
    dynamics, back = table.derived(name, formalism), reversed_dynamics(name, formalism)
    for wanted in answers(name).answers:
        state = same_state(dynamics, wanted.read)
        there = answer(dynamics, wanted.read, state, wanted.inputs)
        here = answer(back, wanted.read, turned_round(dynamics, state), wanted.inputs)
        largest = max(1e-3, *(abs(value) for value in there.accelerations.values()))
        for key, value in there.accelerations.items():
            error = abs(here.accelerations[key] - value)
            assert error <= TOLERANCE * largest, (name, formalism, key, value, here.accelerations[key])
        assert here.kinetic == pytest.approx(there.kinetic, rel=1e-12)


@pytest.mark.one_in(6)
@pytest.mark.parametrize("name", NAMES)
def test_accelerations_do_not_know_the_direction_of_time(name) -> None:
    check(name, formalism_of(name))


def check_run(name, formalism):
    dynamics, back = table.derived(name, formalism), reversed_dynamics(name, formalism)
    (first,) = random_states(table.derived(name, table.BASE), 1, [3, 5])
    read = readings(table.derived(name, table.BASE), first)
    state = same_state(dynamics, read)
    inputs = dict.fromkeys(dynamics.inputs, 0.1)
    options = {"duration": DURATION, "inputs": inputs, "rtol": 1e-12, "atol": 1e-13}
    there = lw.simulate(dynamics, state, **options)
    assert there.outcome.kind == "finished", there.outcome.reason
    q, v = ([there[key][-1] for key in names] for names in (dynamics.coordinates, dynamics.speeds))
    home = lw.simulate(back, turned_round(back, dynamics.state(np.array(q), np.array(v))), **options)
    for names, values, sign in ((dynamics.coordinates, state.q, 1), (dynamics.speeds, state.v, -1)):
        # The error of a fast part on the way is one of the slow parts that hang on it.
        largest = max(1.0, *(float(np.max(np.abs(motion[key]))) for motion in (there, home) for key in names))
        for key, value in zip(names, values, strict=True):
            assert home[key][-1] == pytest.approx(sign * value, rel=TOLERANCE, abs=TOLERANCE * largest), (
                name,
                formalism,
                key,
            )


@pytest.mark.parametrize("name", RUNS)
def test_a_motion_turned_round_comes_back(name) -> None:
    check_run(name, "kane")


@pytest.mark.long
@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("name", NAMES)
def test_time_turned_round_by_every_formalism(name, formalism) -> None:
    check(name, formalism)
    check_run(name, formalism)

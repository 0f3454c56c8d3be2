"""Runs of one machine with other parameter values, in any order: each is what it is alone, to the last bit."""

import numpy as np
import pytest

import linkwright as lw

LENGTHS = ("l_0", "l_1", "l_2", "l_3")
CENTRES = ("c_1", "c_2", "c_3")


def four_bar():
    return lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))


def spun(dynamics, duration=1.0):
    start = dynamics.assemble({"phi": 0.3}, {"phi": 20.0})
    return lw.simulate(dynamics, start, duration=duration, inputs={"tau": 0.0})


def scaled(dynamics, factor):
    return dynamics.with_parameters({name: factor * dynamics.parameters[name] for name in (*LENGTHS, *CENTRES)})


def test_a_run_after_one_of_a_machine_a_billion_times_smaller_is_the_run_alone():
    alone = spun(four_bar())
    dynamics = four_bar()
    assert spun(scaled(dynamics, 1e-9), 0.01).outcome.finished
    again = spun(dynamics)
    assert again.outcome.finished
    np.testing.assert_array_equal(again["phi"], alone["phi"])


def test_the_order_of_runs_with_other_lengths_changes_no_bit():
    factors = (1.0, 1e-9, 1e3)
    wanted = {factor: spun(scaled(four_bar(), factor), 0.02)["phi"] for factor in factors}
    for order in (factors, factors[::-1]):
        dynamics = four_bar()
        for factor in order:
            np.testing.assert_array_equal(spun(scaled(dynamics, factor), 0.02)["phi"], wanted[factor])


@pytest.mark.parametrize("name", ["three_rrr", "slider_crank"])
def test_accelerations_follow_the_parameters_whatever_was_asked_before(name):
    def made():
        return lw.compile(lw.formalisms.modular(getattr(lw.mechanisms, name)()))

    dynamics = made()
    masses = [label for label in dynamics.parameters if label.startswith("m_") or label in ("m", "m_P")]
    other = dynamics.with_parameters({label: 1e-6 * dynamics.parameters[label] for label in masses})
    for each in (other, dynamics, other):
        inputs = dict.fromkeys(each.inputs, 0.3)
        alone = made().with_parameters({label: each.parameters[label] for label in masses})
        state = alone.reference
        assert each.forward(state, inputs) == alone.forward(state, inputs)


def test_friction_sticks_by_its_own_parameters_after_a_run_with_others():
    def end(dynamics):
        return lw.simulate(dynamics, dynamics.assemble({"x": 0.0}, {"x": 0.3}), duration=5.0)

    def made():
        return lw.compile(lw.formalisms.modular(lw.mechanisms.stick_slip(m=1.3, k=20.0, v=0.3, F_s=2.0, F_k=1.2)))

    alone, dynamics = end(made()), made()
    assert end(dynamics.with_parameters(m=1.3e-9, k=20e-9, F_s=2e-9, F_k=1.2e-9)).outcome.finished
    again = end(dynamics)
    assert again.events == alone.events
    np.testing.assert_array_equal(again["x"], alone["x"])

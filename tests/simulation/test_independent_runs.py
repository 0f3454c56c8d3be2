"""Runs of one machine with other parameter values, in any order: each is what it is alone, to the last bit."""

from dataclasses import dataclass

import casadi as ca
import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics.system import read_states

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


def test_samples_are_read_alike_in_machine_code_and_without(monkeypatch):
    """Many states are first read on NumPy arrays, then in machine code, few of them by the virtual machine."""

    def made():
        return lw.compile(lw.formalisms.modular(lw.mechanisms.slider_crank()))

    dynamics = made()
    start, inputs = dynamics.assemble({"phi": 0.4}, {"phi": 9.0}), dict.fromkeys(dynamics.inputs, 0.0)
    motion = lw.simulate(dynamics, start, duration=0.5, inputs=inputs, samples=203)
    rates = [f"{name}'" for name in dynamics.coordinates]
    names = (dynamics.coordinates, rates, dynamics.inputs)
    states = [motion.time, *(np.column_stack([motion[name] for name in some]) for some in names)]
    monkeypatch.setenv("LINKWRIGHT_CACHE", "off")  # nothing compiled is found
    system = made().system
    several = [read_states(system, *states, dynamics.p) for _ in range(3)]
    rows = np.arange(0, 203, 40)
    few = read_states(system, *(values[rows] for values in states), dynamics.p)
    for read in several:
        for one, first, other in zip(read, several[0], few, strict=True):
            np.testing.assert_array_equal(one, first)
            np.testing.assert_array_equal(one[rows], other)
        for k, quantity in enumerate(system.quantities):
            np.testing.assert_array_equal(read.z[:, k], motion[quantity.name])
            np.testing.assert_array_equal(read.s[:, k], motion[f"{quantity.name}'"])
    # Where the slider is follows from the angle of the crank: r cos phi + sqrt(l^2 - r^2 sin^2 phi).
    r, rod, phi = dynamics.parameters["l_1"], dynamics.parameters["l_2"], motion["phi"]
    expected = r * np.cos(phi) + np.sqrt(rod**2 - (r * np.sin(phi)) ** 2)
    np.testing.assert_allclose(motion["x"], expected, rtol=0, atol=1e-13)  # a few roundings of lengths below 1


@dataclass
class Wave(lw.laws.Law):
    """A law that may be changed, as none should be."""

    size: float
    begin: float = 0.0
    duration: float = np.inf
    breaks = ()

    def expression(self, t):
        return self.size * ca.sin(t)

    def evaluate(self, t, derivative):
        return self.size * np.sin(t + derivative * np.pi / 2)


def test_laws_are_known_again_by_their_numbers():
    """Runs under laws with the same numbers are the same, those under others are not; one that changes is seen."""
    dynamics = four_bar()
    start = dynamics.assemble({"phi": 0.3})

    def end(law):
        return lw.simulate(dynamics, start, duration=0.1, inputs={"tau": law}, samples=3)["phi"][-1]

    def sine(size):
        return 0.5 + lw.motions.Sine(size, 2.0)

    alone = {size: lw.simulate(four_bar(), start, duration=0.1, inputs={"tau": sine(size)}, samples=3)["phi"][-1]
             for size in (1.0, 1.0 + 2**-52, -1.0)}  # fmt: skip
    assert [end(sine(size)) for size in (1.0, -1.0, 1.0, 1.0 + 2**-52)] == [
        alone[size] for size in (1.0, -1.0, 1.0, 1.0 + 2**-52)
    ]
    changed = Wave(1.0)
    before = end(changed)
    changed.size = 3.0
    assert end(changed) == end(Wave(3.0)) != before

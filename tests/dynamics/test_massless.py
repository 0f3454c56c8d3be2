"""Bars without mass: the mass matrix is singular and the accelerations are still unique."""

from dataclasses import replace

import numpy as np
import pytest

import linkwright as lw
from dynamics import machines
from linkwright.dynamics import Refused
from oracles import three_rrr
from oracles.arithmetic import digits

JOINS = {name: join for name, join in machines.JOINS.items() if name != "udwadia_kalaba"}
TOLERANCE = 1e-9  # what the machine's designer is promised; rounding over the conditioning leaves about 1e-12

EQUATIONS = {motors: machines.equations(motors=motors) for motors in (True, False)}


def massless(p, arithmetic):
    """The oracle's balances with bars B that have no inertia: its 40-digit LU needs none of theirs."""
    return replace(p, m_B=arithmetic.number("0"), I_B=arithmetic.number("0"))


@pytest.mark.one_in(2)
@pytest.mark.parametrize("motors", [True, False], ids=["motors", "torques"])
@pytest.mark.parametrize("join", JOINS)
def test_massless_bars(join, motors):
    arithmetic = digits(40)
    exact = massless((three_rrr.with_motors if motors else three_rrr.without_motors)(arithmetic), arithmetic)
    p = machines.parameters(motors=motors)
    dynamics = lw.compile(EQUATIONS[motors], join=JOINS[join]).with_parameters(m_B=0.0, I_B=0.0)
    for pose, velocity, currents, inputs in machines.random_cases(p, 3, 31):
        state = machines.consistent_state(dynamics, p, pose, velocity, currents)
        given = [[arithmetic.number(repr(float(x))) for x in group] for group in (pose, velocity, inputs, currents)]
        solution = three_rrr.forward(exact, given[0], given[1], given[2], currents=given[3], arithmetic=arithmetic)
        wanted = machines.accelerations_of(solution, motors=motors)
        found = dynamics.forward(state, machines.inputs_of(dynamics, inputs))
        values = [float(value) for value in wanted.values()]
        assert machines.relative([found[name] for name in wanted], values) < TOLERANCE


@pytest.mark.parametrize("join", JOINS)
def test_massless_bars_are_the_limit_of_light_ones(join):
    dynamics = lw.compile(EQUATIONS[True], join=JOINS[join])
    state = dynamics.assemble(machines.CHECK_POSITIONS, machines.CHECK_SPEEDS)
    names = list(machines.CHECK)
    nothing = dynamics.with_parameters(m_B=0.0, I_B=0.0).forward(state, machines.CHECK_INPUTS)
    last = np.inf
    for mass in (1e-2, 1e-4, 1e-6):
        light = dynamics.with_parameters(m_B=mass).forward(state, machines.CHECK_INPUTS)  # I_B follows
        distance = machines.relative([light[name] for name in names], [nothing[name] for name in names])
        assert distance < last / 50  # the limit is approached linearly: a hundredth for a hundredth
        last = distance


def test_udwadia_kalaba_refuses_and_names_the_coordinates():
    dynamics = lw.compile(EQUATIONS[True], join=lw.joins.UdwadiaKalaba())
    state = dynamics.assemble(machines.CHECK_POSITIONS)
    with pytest.raises(Refused) as caught:
        dynamics.with_parameters(m_B=0.0, I_B=0.0).forward(state, machines.CHECK_INPUTS)
    message = str(caught.value)
    for leg in machines.LEGS:
        assert all(f"{leg}.{name}'" in message for name in ("x", "y", "psi"))
    assert "platform" not in message
    assert "Multipliers()" in message
    assert set(caught.value.parts) == {f"{leg}.lower" for leg in machines.LEGS}


@pytest.mark.parametrize("join", machines.JOINS)
def test_a_winding_without_inductance_is_refused_in_words(join):
    """With lambda = 0 the current follows algebraically; its rate is not determined by these equations."""
    dynamics = lw.compile(EQUATIONS[True], join=machines.JOINS[join]).with_parameters(lambda_=0.0)
    state = dynamics.assemble(machines.CHECK_POSITIONS)
    with pytest.raises(Refused) as caught:
        dynamics.forward(state, machines.CHECK_INPUTS)
    assert all(f"{leg}.i" in str(caught.value) for leg in machines.LEGS)
    assert "A.motor" in " ".join(caught.value.parts)
    assert "platform" not in " ".join(caught.value.parts)


def test_masses_may_go_and_come_back():
    """Structures are shared between parameter sets; those met with massless bars must not spoil the others."""
    for join in JOINS.values():
        dynamics = lw.compile(EQUATIONS[True], join=join)
        state = dynamics.assemble(machines.CHECK_POSITIONS, machines.CHECK_SPEEDS)
        light = dynamics.with_parameters(m_B=0.0, I_B=0.0)
        first = light.forward(state, machines.CHECK_INPUTS)
        back = dynamics.forward(state, machines.CHECK_INPUTS)
        again = light.forward(state, machines.CHECK_INPUTS)
        assert max(abs(back[name] / value - 1) for name, value in machines.CHECK.items()) < 1e-10
        assert machines.relative(list(again.values()), list(first.values())) < 1e-10

"""Recursion written out as straight-line code, against other joins."""

import numpy as np
import pytest

import linkwright as lw

MACHINES = {
    "chain": (lambda: lw.mechanisms.serial_chain(5, spatial=True), "link3"),
    "three_rps": (lambda: lw.mechanisms.three_rps(gravity=9.81), "platform"),
}


@pytest.mark.parametrize("kind", MACHINES)
def test_a_body_with_a_gravity_of_its_own(kind):
    """Changed by with_parameters, back and forth; modular equations with Complement know nothing of the recursion."""
    make, body = MACHINES[kind]
    machine = make()
    links = lw.compile(lw.formalisms.denoc(machine), join=lw.joins.Recursion())
    bodies = lw.compile(lw.formalisms.modular(machine))
    inputs = {name: 0.3 * k for k, name in enumerate(links.inputs)}
    seen = []
    for values in ({}, {f"{body}.weight.g_z": 3.0}, {f"{body}.weight.g_z": 0.0}, {}):
        one, two = links.with_parameters(values), bodies.with_parameters(values)
        found, wanted = one.forward(one.assemble(), inputs), two.forward(two.assemble(), inputs)
        for name in set(found) & set(wanted):
            assert found[name] == pytest.approx(wanted[name], rel=1e-11, abs=1e-11), (values, name)
        seen.append(np.array(list(found.values())))
        state = one.assemble()
        u = np.array([inputs[name] for name in one.inputs])
        assert np.allclose(one.functions.forward(state.q, state.v, u), one.accelerations(state, u), rtol=0, atol=1e-12)
    assert np.allclose(seen[0], seen[3], rtol=0, atol=1e-12)
    assert np.abs(seen[0] - seen[1]).max() > 0.1

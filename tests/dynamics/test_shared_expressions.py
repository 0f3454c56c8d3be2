"""Quantities of the same frames have expressions in common: put in together they are the same, and computed once."""

import casadi as ca
import numpy as np
import pytest

from linkwright import formalisms, mechanisms
from linkwright.dynamics.system.system import System


@pytest.mark.parametrize(
    ("name", "formalism", "share"),
    [("stewart", "kane", 0.35), ("whipple_bicycle", "kane", 0.4), ("three_rrr", "modular", 1.0)],
)
def test_quantities_are_those_of_their_types_and_share_expressions(name, formalism, share):
    equations = getattr(formalisms, formalism)(getattr(mechanisms, name)())
    system = System(equations)
    alone = {}
    for uses in equations.quantities:
        z = ca.SX(0) if uses.type.z is None else uses.type.z
        for row, order in enumerate(uses.order.tolist()):
            alone[order] = system.at_use(uses, row, [z, uses.type.s])
    each = [alone[order] for order in sorted(alone)]
    together = [(ca.SX(0) if x.z is None else x.z, x.s) for x in system.quantities]
    functions = [
        system.function("quantities", [ca.vertcat(*[z for z, _ in pairs]), ca.vertcat(*[s for _, s in pairs])])
        for pairs in (each, together)
    ]
    random = np.random.default_rng(1)
    at = [random.uniform(0.5, 1.5, x.numel()) for x in system.arguments]
    for wanted, found in zip(*(function(*at) for function in functions), strict=True):
        assert np.array_equal(np.array(wanted), np.array(found), equal_nan=True)
    counts = [function.n_instructions() for function in functions]
    assert counts[1] <= share * counts[0]

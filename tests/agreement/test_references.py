"""The reference configuration is the same in every formalism, whatever coordinates it is looked for in."""

import numpy as np
import pytest

import linkwright as lw
from agreement import table
from agreement.spatial_machines import SPATIAL


def differences(machine, formalisms):
    """Largest difference of any named position to the first formalism's, angles by the shorter way."""
    first, worst = None, {}
    for formalism in formalisms:
        found = lw.compile(getattr(lw.formalisms, formalism)(machine)).reference.positions
        first = found if first is None else first
        off = {name: abs(np.exp(1j * found[name]) - np.exp(1j * first[name])) for name in found.keys() & first.keys()}
        worst[formalism] = max(off.items(), key=lambda item: item[1])
    return worst


@pytest.mark.one_in(3)
@pytest.mark.parametrize("name", SPATIAL)
def test_machines_whose_references_leave_much_open(name):
    for formalism, (quantity, off) in differences(SPATIAL[name](), lw.formalisms.__all__).items():
        # Contradicting values are met in least squares, flat at its minimum: half of the sixteen digits.
        assert off < 1e-6, f"{formalism}: {quantity}"


@pytest.mark.long
@pytest.mark.parametrize("name", table.LIBRARY)
def test_ready_machines(name):
    formalisms = [formalism for formalism in lw.formalisms.__all__ if formalism != "denoc"]
    for formalism, (quantity, off) in differences(getattr(lw.mechanisms, name)(), formalisms).items():
        assert off < 1e-8, f"{formalism}: {quantity}"

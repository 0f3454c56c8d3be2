"""The reference configuration is the same in every formalism, whatever coordinates it is looked for in."""

from functools import cache

import numpy as np
import pytest

import linkwright as lw
from agreement import table
from agreement.spatial_machines import SPATIAL

OTHERS = tuple(formalism for formalism in lw.formalisms.__all__ if formalism != "modular")


@cache
def positions(name, formalism):
    """Named positions of the reference configuration of a spatial machine of the tests or a ready one."""
    machine = SPATIAL[name]() if name in SPATIAL else getattr(lw.mechanisms, name)()
    return lw.compile(getattr(lw.formalisms, formalism)(machine)).reference.positions


def difference(name, formalism):
    """The named position that differs most from that of the modular methodology, and how much; angles the short way."""
    first, found = positions(name, "modular"), positions(name, formalism)
    off = {each: abs(np.exp(1j * found[each]) - np.exp(1j * first[each])) for each in found.keys() & first.keys()}
    return max(off.items(), key=lambda item: item[1])


@pytest.mark.one_in(7)
@pytest.mark.parametrize("name", SPATIAL)
@pytest.mark.parametrize("formalism", OTHERS)
def test_machines_whose_references_leave_much_open(name, formalism):
    quantity, off = difference(name, formalism)
    # Contradicting values are met in least squares, flat at its minimum: half of the sixteen digits.
    assert off < 1e-6, quantity


@pytest.mark.long
@pytest.mark.parametrize("name", table.LIBRARY)
@pytest.mark.parametrize("formalism", [each for each in OTHERS if each != "denoc"])
def test_ready_machines(name, formalism):
    quantity, off = difference(name, formalism)
    assert off < 1e-8, quantity

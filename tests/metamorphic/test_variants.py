"""Every ready machine described otherwise gives the same answers, to 1e-9.

Wrapped in other mechanisms, renamed, its parts in another order, turned in space with gravity, a body in two halves,
in other units, backwards in time.
"""

import pytest

import linkwright as lw
from agreement import table
from metamorphic.cases import FORMALISMS, answers, formalism_of
from metamorphic.questions import differences
from metamorphic.variants import VARIANTS

CASES = [(name, variant) for name in table.LIBRARY for variant in VARIANTS]


def check(name, variant, formalism):
    machine = table.machine(name)
    base = table.derived(name, table.BASE)
    other = VARIANTS[variant](base, machine)
    faults = differences(answers(name), other, lw.compile(getattr(lw.formalisms, formalism)(other.mechanism)))
    assert not faults, f"{name}, {variant}, {formalism}: " + "; ".join(faults[:8])


@pytest.mark.one_in(42)
@pytest.mark.parametrize(("name", "variant"), CASES)
def test_the_same_machine_described_otherwise(name, variant) -> None:
    check(name, variant, formalism_of(name, list(VARIANTS).index(variant)))


@pytest.mark.long
@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize(("name", "variant"), CASES)
def test_the_same_machine_described_otherwise_by_every_formalism(name, variant, formalism) -> None:
    check(name, variant, formalism)

"""What is said of elastic couplings (shafts, belts), which a question may take as rigid."""

from __future__ import annotations

from linkwright.dynamics.errors import Refused
from linkwright.equations import Equations

MOST_COUPLINGS = 6
"""Elastic couplings that are listed."""


def about_couplings(equations: Equations, question: str) -> str:
    """The end of a refusal of a machine with elastic couplings: how to have them taken; empty where there are none."""
    names = equations.coupling_names
    if not names:
        return ""
    more = f" and {len(names) - MOST_COUPLINGS} more" if len(names) > MOST_COUPLINGS else ""
    listed = f"{', '.join(names[:MOST_COUPLINGS])}{more} {'is' if len(names) == 1 else 'are'} elastic"
    return f"; {listed}: say how that is taken, {question}"


def no_couplings(equations: Equations, elastic: str) -> Refused:
    """The refusal of `elastic` for a machine that has no elastic coupling."""
    reason = (
        f"elastic={elastic!r}: {equations.name} has no elastic shaft or belt (a Shaft or Belt with a stiffness); leave "
        "elastic out"
    )
    return Refused(reason, [])

"""Machines with many parts in full matrices: where questions go that loops over types do not answer.

The same equations, in the same coordinates and speeds, are written out in symbols and evaluated on LAPACK. That is
possible up to some size; above it the question is refused in words.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from linkwright.dynamics.errors import Refused
from linkwright.dynamics.joins.contract import Complement
from linkwright.dynamics.joins.kernels import SVD
from linkwright.dynamics.plants.unrolled.pivotings import Pivotings
from linkwright.equations import Equations

if TYPE_CHECKING:
    from linkwright.dynamics.dynamics import Dynamics
    from linkwright.dynamics.plants.rolled.plant import LargeDynamics

OFFERS = (
    "assemble", "state", "forward", "inverse (at a state)", "energy", "cut_multipliers", "describe", "with_parameters",
    "functions", "simulate", "verify",
)  # fmt: skip
"""Questions that are answered at any size."""
MOST_PAIRS = 100_000
"""Pairs of links on one way to the ground, over all links: each is an entry of a body's share of N^T M N in symbols. A
chain of 66 links has as many; its derivation takes some ten seconds, and four times as long for every third more."""


MOST_CODE = 100
"""Speeds up to which straight-line code of the whole machine is compiled for a question: above, that takes minutes."""


def straight(dynamics: LargeDynamics, question: str, *, code: bool = False) -> Dynamics:
    """The machine in full matrices, with the same parameter values and reference; refused where it is too large.

    `code` says that the question compiles straight-line code of the whole machine.
    """
    from linkwright.dynamics.compiling import compiled_at  # it chooses between the two kinds of dynamics

    kept, equations = dynamics.rolled.engines, dynamics.equations
    base: Dynamics | None = kept.get("straight")
    if code and dynamics.system.n > MOST_CODE:
        reason = f"straight-line code of the whole machine takes minutes to compile above {MOST_CODE} speeds"
        raise refusal(dynamics, question, reason)
    if base is None:
        reason = too_large(equations)
        if reason:
            raise refusal(dynamics, question, reason)
        record = written_out(equations)
        base = kept["straight"] = compiled_at(record, Complement(SVD()), dynamics.reference, dynamics.given)
    if base.given == dynamics.given and base.reference is dynamics.reference:
        return base
    # Symbols and functions are those of the first; the values are those of the machine that was asked.
    return replace(base, given=dynamics.given, p=dynamics.p, reference=dynamics.reference, pivotings=Pivotings())


def refusal(dynamics: LargeDynamics, question: str, reason: str) -> Refused:
    """What is said where a question is not answered at this size: the question, the machine, and what to do."""
    other = " by formalisms.modular" if dynamics.equations.links is not None else ""
    return Refused(
        f"{question} of {dynamics.name}: not offered by {dynamics.join!r} at this size ({dynamics.system.n} speeds, "
        f"{dynamics.system.m} constraints), because {reason}. At any size there are {', '.join(OFFERS)}; for the rest "
        f"take fewer parts, or (up to {Complement().largest} speeds) joins.Complement(){other}"
    )


def too_large(equations: Equations) -> str:
    """Why a machine cannot be written out in full, or nothing."""
    links, most = equations.links, Complement().largest
    if equations.sizes["v"] > most:
        return f"it takes full matrices, which are made for up to {most} speeds"
    if links is None:
        return ""
    depth = links.depths
    pairs = int(np.sum(depth**2))
    if pairs <= MOST_PAIRS:
        return ""
    return (
        f"its links, up to {int(depth.max())} in a chain, would be multiplied out in symbols ({pairs} pairs of links "
        f"on one way to the ground, of {MOST_PAIRS} that are practical)"
    )


def written_out(equations: Equations) -> Equations:
    """The record in the form that full matrices are made of: N^T M N in symbols where links were kept."""
    links = equations.links
    if links is None or links.projected is None:
        return equations
    record = links.projected()
    assert isinstance(record, Equations)
    return replace(record, provenance=equations.provenance)

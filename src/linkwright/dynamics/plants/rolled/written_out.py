"""Whether the equations of a machine with many parts can be written out in full matrices, and as which record."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from linkwright.dynamics.joins.contract import Complement
from linkwright.equations import Equations

MOST_LINK_PAIRS = 100_000
"""Pairs of links on one way to the ground, over all links: each is an entry of a body's share of N^T M N in symbols. A
chain of 66 links has as many; its derivation takes some ten seconds, and four times as long for every third more."""
MOST_CODE = 100
"""Speeds up to which straight-line code of the whole machine is compiled for a question: above, that takes minutes."""


def too_large(equations: Equations) -> str:
    """Why a machine cannot be written out in full, or nothing."""
    links, most = equations.links, Complement().largest
    if equations.sizes["v"] > most:
        return f"it takes full matrices, which are made for up to {most} speeds"
    if links is None:
        return ""
    depth = links.depths
    pairs = int(np.sum(depth**2))
    if pairs <= MOST_LINK_PAIRS:
        return ""
    return (
        f"its links, up to {int(depth.max())} in a chain, would be multiplied out in symbols ({pairs} pairs of links "
        f"on one way to the ground, of {MOST_LINK_PAIRS} that are practical)"
    )


def written_out(equations: Equations) -> Equations:
    """The record in the form that full matrices are made of: N^T M N in symbols where links were kept."""
    links = equations.links
    if links is None or links.projected is None:
        return equations
    record = links.projected()
    assert isinstance(record, Equations)
    return replace(record, provenance=equations.provenance, mechanism=equations.mechanism)

"""Pickling of compiled dynamics: what they were compiled from travels; the code comes from the cache on arrival."""

from __future__ import annotations

import copyreg
from collections.abc import Mapping
from typing import Any

from linkwright.dynamics.dynamics import Dynamics, compile
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.joins.contract import Join
from linkwright.dynamics.state import State
from linkwright.equations import Equations


def _reduce(dynamics: Dynamics) -> tuple[Any, ...]:
    return compile_again, (dynamics.equations, dynamics.join, dict(dynamics.given), dynamics.reference)


def compile_again(equations: Equations, join: Join, given: Mapping[str, float], reference: State) -> Dynamics:
    """Compile again, the same way as the first time.

    Dynamics by `with_parameters` are made by it again. Others have their rows and pivots chosen at their reference
    configuration; where that is refused, they were chosen beside it, as `compile` without `near` does.
    """
    if given:
        return compile(equations, join=join).with_parameters(given)
    try:
        return compile(equations, join=join, near=reference)
    except Refused:
        return compile(equations, join=join)


copyreg.pickle(Dynamics, _reduce)  # not a method: Dynamics do not know how they are compiled

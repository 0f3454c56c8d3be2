"""Positions and speeds that a user asks for, by name."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from linkwright.dynamics.system.system import System
from linkwright.faults import close_matches


def targets_of(system: System, given: Mapping[str, float], *, positions: bool) -> dict[int, float]:
    """Numbers of the quantities named, with their values; every wrong name or value is reported at once."""
    known: dict[str, int] = {}
    for number, quantity in enumerate(system.quantities):
        if not positions or quantity.z is not None:
            known[quantity.name] = known[quantity.full] = number
    faults, result = [], {}
    for name, value in given.items():
        index = known.get(system.equations.aliases.get(name, name), known.get(name))
        kind = "position" if positions else "speed"
        if index is None:
            faults.append(f"no {kind} {name!r}; {close_matches(str(name), known)}")
            continue
        if isinstance(value, (str, bytes)):
            faults.append(f"{name} = {value!r} is not a number")
            continue
        try:
            number_value = float(value)
        except (TypeError, ValueError):
            faults.append(f"{name} = {value!r} is not a number")
            continue
        if not np.isfinite(number_value):
            faults.append(f"{name} = {value!r} is not finite")
        result[index] = number_value
    if faults:
        raise ValueError("; ".join(faults))
    return result

"""Gravity of a mechanism as parameters."""

from __future__ import annotations

from linkwright.model import Mechanism
from linkwright.symbolic import Parameter


def gravity_parameters(mechanism: Mechanism) -> tuple[tuple[str, Parameter], ...]:
    """Components of gravity that are not zero, each with its axis, as parameters `gravity_x`, ... (m/s^2)."""
    if not isinstance(mechanism, Mechanism):
        msg = f"a formalism takes a Mechanism, got {type(mechanism).__name__}"
        raise TypeError(msg)
    return tuple(
        (axis, Parameter(f"gravity_{axis}", value, "m/s^2", f"acceleration of gravity along {axis}"))
        for axis, value in zip("xyz", mechanism.gravity or (), strict=False)
        if not (isinstance(value, (int, float)) and value == 0)
    )

"""Angles that are known within half a turn only, and expressions that jump where such an angle does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import pi

import casadi as ca
import numpy as np

from linkwright.model import Port, Ports

JUMP = 1e-9
"""Change of an expression of arguments of order 1 that is more than rounding."""


def remedy(name: str) -> str:
    """What to do about an angle that is read from frames."""
    joint, _, quantity = name.rpartition(".")
    if quantity == "theta":
        return (
            f"{name} is read from a frame here and known only modulo 2 pi; the angle of the joint that holds "
            f"{joint} counts turns where it is a coordinate: take that instead"
        )
    return (
        f"{name} is read from frames here and known only modulo 2 pi; where {joint} is a coordinate its turns "
        f'are counted: give the body home="{joint}", or take a formalism with a tree through {joint} '
        f'(kane(machine, tree=["{joint}"]))'
    )


def jumps(write: Callable[[Ports], Sequence[ca.SX]], ports: Ports, names: Sequence[str]) -> list[tuple[ca.SX, str]]:
    """Angles among the ports that jump by a turn, and what is written on them with it: each with its name."""
    found: list[tuple[ca.SX, str]] = []
    for k, (port, name) in enumerate(zip(ports.quantities, names, strict=True)):
        if port.wraps and port.z is not None:
            angle = ca.SX.sym("angle")
            others: list[Port] = list(ports.quantities)
            others[k] = replace(port, z=angle)
            rows = ca.vertcat(ca.SX(0, 1), *write(replace(ports, quantities=tuple(others))))
            low, high = (ca.substitute(rows, angle, ca.SX(edge)) for edge in (-pi, pi))
            symbols = ca.symvar(ca.vertcat(low, high))
            values = np.random.default_rng(3).uniform(0.5, 1.5, len(symbols))
            change = ca.Function("change", [ca.vertcat(*symbols)], [ca.densify(high - low)])(values)
            if np.max(np.abs(np.asarray(change)), initial=0.0) > JUMP:
                found.append((port.z, name))
    return found

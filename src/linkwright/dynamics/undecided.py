"""States at which single questions have no answer, because a run decides it: friction at rest, a body at its stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import casadi as ca

from linkwright.dynamics.errors import Refused
from linkwright.dynamics.state import State
from linkwright.dynamics.system import called

if TYPE_CHECKING:
    from linkwright.dynamics.dynamics import Dynamics

AT_REST = 1e-12
"""Sliding speed (m/s or rad/s) below which friction counts as at rest: rounding of a state that was meant to be so."""
AT_STOP = 1e-9
"""Distance (m or rad) from a stop that counts as none: what assembling leaves."""


def refuse_undecided(dynamics: Dynamics, state: State) -> None:
    """Refuse a state at which friction may stick, or that rests on a stop or lies beyond it."""
    if not dynamics.equations.switched:
        return
    system = dynamics.system
    parts, words = [], []
    for uses in system.equations.switched:
        kind, switch = uses.type, uses.type.switch
        assert switch is not None
        direction = ca.SX(0) if switch.direction is None else switch.direction
        gap = kind.g if kind.g.numel() else ca.SX(0)
        for row, own in enumerate(uses.names):
            column = ca.vertcat(*system.at_use(uses, row, [gap, kind.phi, direction]))
            function = ca.Function("contact", [system.t, system.q, system.v, system.p], [ca.densify(column)])
            g, phi, set_to = called(function, state.t, state.q, state.v, dynamics.p)[0].ravel()
            name = system.equations.full_name(int(uses.module[row]), own)
            if switch.kind == "friction" and set_to == 0 and abs(phi) <= AT_REST:
                parts.append(name)
                words.append(
                    f"friction {name} is at rest here, and whether it sticks is not decided by the state alone"
                )
            elif switch.kind == "stop" and (g < -AT_STOP or (g <= AT_STOP and phi <= AT_REST)):
                parts.append(name)
                words.append(f"stop {name} is touched here (gap {g:.3g}), so an impact or a force of the stop follows")
    if parts:
        reason = "; ".join(words) + "; simulate from this state, or ask at one that moves"
        raise Refused(reason, parts)

"""States at which single questions have no answer, because a run decides it: friction at rest, a body at its stop."""

from __future__ import annotations

import numpy as np

from linkwright.dynamics.answers.contacts import read_contacts
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.machine import Machine
from linkwright.dynamics.state import State


def refuse_undecided(dynamics: Machine, state: State, *, friction: bool = True) -> None:
    """Refuse a state at which friction (if it matters) may stick, or that rests on a stop or lies beyond it."""
    if not dynamics.equations.switched:
        return
    found = read_contacts(dynamics, np.array([state.t]), state.q[None], state.v[None])
    parts, words = [], []
    for k in np.flatnonzero(found.undecided[0]).tolist():
        name = found.contacts[k].name
        if found.contacts[k].friction and not friction:
            continue
        parts.append(name)
        if found.contacts[k].friction:
            words.append(f"friction {name} is at rest here, and whether it sticks is not decided by the state alone")
        elif found.beyond[0, k]:
            words.append(f"the state lies beyond the stop {name}, by {-found.gaps[0, k]:.3g} (m or rad)")
        else:
            words.append(
                f"stop {name} is touched here (gap {found.gaps[0, k]:.3g}), so an impact or a force of the stop follows"
            )
    if parts:
        raise Refused("; ".join(words) + "; simulate from this state, or ask at one that moves", parts)

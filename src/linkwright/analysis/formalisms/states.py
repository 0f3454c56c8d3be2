"""Random states of a machine that satisfy its constraints, carried from one formalism to another by names."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.system import numeric

REACH = 0.3
"""Largest change of a coordinate from the reference configuration (m or rad): far enough to leave what is special
there, near enough to stay in the same assembly mode."""
LEAST_MARGIN = 1e-4
"""States nearer to a singular configuration than this (smallest singular value over the scale of the constraints) are
not taken: the answers of exact formalisms differ there by rounding times 1e4 and more."""


def random_states(dynamics: Dynamics, count: int, random: np.random.Generator) -> list[State]:
    """Up to `count` states near the reference configuration, with speeds of size 1, away from singular ones."""
    system = dynamics.system
    u = np.zeros(len(dynamics.inputs))
    _, q_start = dynamics.pivoting_place
    start = dynamics.state(q_start, dynamics.reference.v, dynamics.reference.t)
    slope = numeric(system.function("N", [system.N])(start.t, start.q, start.v, u, dynamics.p))
    S = dynamics.apply_join(start, u).S
    found: list[State] = []
    for _ in range(4 * count):
        if len(found) == count:
            break
        step = slope @ _direction(S, random)
        reach = REACH * random.uniform(0.1, 1.0) / max(float(np.max(np.abs(step), initial=0.0)), 1e-12)
        try:
            q = dynamics.assembler.close(start.t, system.normalise(start.q + reach * step), dynamics.p)
            here = dynamics.apply_join(dynamics.state(q, np.zeros(system.n), start.t), u)
        except Refused:
            continue
        if here.margin < LEAST_MARGIN:
            continue
        v = _direction(here.S, random)
        v = v + dynamics.assembler.speed_step(start.t, q, v, dynamics.p)[0]  # where constraints move with time
        found.append(dynamics.state(q, v, start.t))
    return found


def _direction(S: Array, random: np.random.Generator) -> Array:
    """A random combination of the columns of S whose largest entry is 1."""
    v = S @ random.uniform(-1.0, 1.0, S.shape[1])
    return np.asarray(v / max(float(np.max(np.abs(v), initial=0.0)), 1e-12))


def common_names(models: Sequence[Dynamics]) -> tuple[list[str], list[str]]:
    """Quantities that all models know: those with a position, and all."""
    first = models[0]
    known = set(first.quantities).intersection(*[set(model.quantities) for model in models[1:]])
    placed = known.intersection(*[set(model.reference.positions) for model in models])
    return [name for name in first.quantities if name in placed], [name for name in first.quantities if name in known]


def transfer_state(model: Dynamics, state: State, names: tuple[Sequence[str], Sequence[str]]) -> State | None:
    """The same state in another model, found from the values of common quantities; None where it cannot be."""
    placed, known = names
    try:
        return model.assemble(
            {name: state.positions[name] for name in placed}, {name: state.speeds[name] for name in known}, t=state.t
        )
    except Refused:
        return None


def differences(model: Dynamics, first: dict[str, float], found: dict[str, float], names: Sequence[str]) -> float:
    """Largest difference of two sets of accelerations, each over the largest of the same unit in the first."""
    units = {quantity.name: quantity.unit for quantity in model.system.quantities}
    scale: dict[str, float] = {}
    for name in names:
        scale[units[name]] = max(scale.get(units[name], 0.0), abs(first[name]))
    return max((abs(found[name] - first[name]) / (scale[units[name]] or 1.0) for name in names), default=0.0)

"""The accelerations of a machine as machine code, for what it costs to make and to run; and by other joins."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import thread_time

import numpy as np

from linkwright import codegen
from linkwright.choice import Topology, choices
from linkwright.dynamics import Dynamics, Refused, State, joins
from linkwright.dynamics import compile as compile_dynamics
from linkwright.dynamics.plants.unrolled import UnrolledPlant
from linkwright.model import Mechanism

TIMINGS = 12  # the least counts, since all that disturbs a clock makes it later
TIMED_TOGETHER = 2000  # evaluations in one timing, some milliseconds
JOINS = (joins.Multipliers(), joins.Recursion())
"""What is tried besides `Complement`. `UdwadiaKalaba` does the work of `Multipliers` by pseudoinverses, and more."""


@dataclass(frozen=True, eq=False)
class Code:
    """v'(t, q, v, u, p) as machine code."""

    name: str
    library: codegen.Library

    @classmethod
    def of(cls, dynamics: Dynamics, *, anew: bool = False) -> Code:
        """Compile as for a first run: code for one state is interpreted, that for many, when asked for, optimised.

        With `anew`, under a name that no cache knows, so that the time is that of compiling.
        """
        name = f"forward_{secrets.token_hex(6)}" if anew else "forward"
        return cls(name, codegen.build({name: dynamics.first_pivoting.forward}, quick=True))

    def batch(
        self, dynamics: Dynamics, states: Sequence[State | None], inputs: Sequence[Mapping[str, float]]
    ) -> Callable[[], None] | None:
        """Evaluations at `TIMED_TOGETHER` states, on one core; None without states."""
        both = [
            (state, [u[name] for name in dynamics.inputs]) for state, u in zip(states, inputs, strict=True) if state
        ]
        if not both:
            return None
        chosen = np.resize(np.arange(len(both)), TIMED_TOGETHER)
        q, v = np.array([state.q for state, _ in both])[chosen], np.array([state.v for state, _ in both])[chosen]
        u = np.array([given for _, given in both]).reshape(len(both), -1)[chosen]
        columns = (np.array([both[0][0].t]), q, v, u, dynamics.p)
        results = np.empty((TIMED_TOGETHER, v.shape[1])), np.empty((TIMED_TOGETHER, 2))
        run = self.library.batch(self.name, shared=(0, 4))
        return lambda: run(TIMED_TOGETHER, *columns, *results)


def least_seconds(batches: Sequence[Callable[[], None]]) -> list[float]:
    """CPU time of one evaluation of each batch (s): the least of several rounds, in which they alternate."""
    least = [np.inf] * len(batches)
    for _ in range(TIMINGS):
        for k, batch in enumerate(batches):
            start = thread_time()
            batch()
            least[k] = min(least[k], thread_time() - start)
    return [each / TIMED_TOGETHER for each in least]


def other_joins(dynamics: Dynamics) -> list[joins.Join]:
    """Joins besides `Complement` that may take equations; without constraints or links there is nothing to choose."""
    links, constraints = dynamics.equations.links is not None, dynamics.system.m > 0
    return [join for join in JOINS if (links if isinstance(join, joins.Recursion) else constraints)]


def by_join(dynamics: Dynamics, join: joins.Join, values: Mapping[str, float]) -> Dynamics | None:
    """The same equations by another join; None where it does not take them."""
    plant = dynamics.plant
    try:
        if isinstance(plant, UnrolledPlant) and dynamics.equations.sizes["v"] <= join.largest:
            return Dynamics(plant.with_join(join))
        found = compile_dynamics(dynamics.equations, join=join)
    except Refused:
        return None
    return found.with_parameters(values) if values else found


def default_pair(mechanism: Mechanism) -> tuple[str, str]:
    """Formalism and join, by name, that `lw.compile` takes for a machine."""
    choice = choices(Topology.of(mechanism))[0]
    return choice.formalism, type(choice.join or joins.Complement()).__name__

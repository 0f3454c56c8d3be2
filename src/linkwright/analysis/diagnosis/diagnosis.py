"""Diagnosis of a machine's constraints: degrees of freedom, what depends on what, which reactions are unique.

All of it is read from the free-body balance at a pose,

    G l = inertia - loads,      G (directions of the bodies, components of the joints),

which every formalism shares. G^T d = 0 says which motions d of the free bodies the joints allow: the degrees of freedom
are the kernel of G^T. The kernel of G holds the combinations of reactions that load no body, those of redundant
constraints.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.analysis.diagnosis.record import Dependence, Diagnosis, Release, WeakDirection
from linkwright.analysis.diagnosis.stiffness import fast_and_massless
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.answers import Balance, balance, shared_degrees_of_freedom
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.rank import RANK_TOLERANCE, Scales
from linkwright.dynamics.system import numeric
from linkwright.equations import Role
from linkwright.kinds import checked_arguments

GENERAL_POSES = 4
"""Poses tried for the rank at a general pose; the largest rank found is that of almost every pose."""
RANDOM_MOVE = 0.07
"""Size (rad, or share of the machine's length) of the random move to a general pose."""
WEAK_DIRECTION = 1e-2
"""Singular value of the scaled balance, over the largest, below which a constrained direction is called weak."""
NEGLIGIBLE = 1e-8
"""Share of a component in a combination below which it is rounding."""
LEFT = {0: "a spherical joint", 1: "a universal joint", 2: "a revolute joint"}
"""What a joint is that keeps two points together and forbids so many turns."""


@checked_arguments
def diagnose(dynamics: Dynamics, state: State | None = None) -> Diagnosis:
    """Diagnosis of a machine at a pose (default: its reference configuration).

    >>> import linkwright as lw
    >>> dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))
    >>> found = lw.analysis.diagnose(dynamics)
    >>> found.gruebler, found.degrees_of_freedom, found.degrees_of_freedom_general, found.redundant
    (1, 1, 1, 0)
    """
    dynamics = dynamics.in_full_matrices("diagnose")
    state = dynamics.reference if state is None else dynamics.on_constraints(state)
    system = dynamics.system
    found: Balance = system.cached("balance", lambda: balance(system))
    counted = _free_directions(dynamics, found, state)
    here = _at(dynamics, found, state, counted)
    general = max([here, *_elsewhere(dynamics, found, state, counted)], key=lambda view: view.rank)
    directions, count = here.scaled.shape
    moving = [(each.name, each.of_body) for each in counted.values()]
    rotors = [k for k, (_, of_body) in enumerate(moving) if not of_body]
    kept, dropped = _choose(here.scaled, found)
    spare = dropped if general.rank == here.rank else _choose(general.scaled, found)[1]
    circuits = _circuits(here.scaled, kept, dropped)
    names = [(dynamics.equations.show(name), label.name) for name, label in found.columns]
    unique = _unique(here)
    fast, massless = fast_and_massless(dynamics, state)
    return Diagnosis(
        machine=dynamics.name,
        title=dynamics.equations.title,
        pose={name: value for name, value in state.positions.items() if np.isfinite(value)},
        bodies=len(system.equations.all_bodies),
        directions=directions,
        constraints=count,
        degrees_of_freedom=directions - here.rank,
        degrees_of_freedom_general=directions - general.rank,
        extra_speeds=tuple(name for name, body in moving if not body),
        redundant=count - here.rank,
        redundant_general=count - general.rank,
        groups=_groups(circuits, names),
        reactions=_by_joint(names, unique),
        releases=_releases(spare, found, names),
        rank_margin=here.margin,
        weak=_weak(here, [name for name, _ in moving]),
        massless=massless,
        fast=fast,
        length=here.length,
        currents=tuple(each.name for each in _each_direction(dynamics) if each.electric),
        speeds_only=tuple(
            ".".join(names[k])
            for k, (_, label) in enumerate(found.columns)
            if "/s" in label.unit and not np.any(here.scaled[rotors, k])  # the speed of a rotor has no position
        ),
        shared=shared_degrees_of_freedom(dynamics, state),
    )


@dataclass(frozen=True, eq=False)
class _View:
    """The balance at one pose in consistent units: angles are measured in arcs at the characteristic length."""

    scaled: Array
    length: float
    rank: int
    margin: float


def _reactions_in(dynamics: Dynamics, found: Balance, state: State) -> Array:
    """G of the free-body balance at a pose, (directions, components of joints)."""
    u, rest = np.zeros(len(dynamics.inputs)), np.zeros(dynamics.system.n)
    return numeric(found.function(state.t, state.q, state.v, u, dynamics.p, rest)[0])


def _free_directions(dynamics: Dynamics, found: Balance, state: State) -> dict[int, _Direction]:
    """Directions that are degrees of freedom until a joint holds them, by number.

    Currents are none, nor is the turning of a particle: it has no moment of inertia and no joint holds it.
    """
    G = _reactions_in(dynamics, found, state)
    each = enumerate(_each_direction(dynamics))
    return {k: direction for k, direction in each if not direction.electric and (direction.inert or G[k].any())}


def _at(dynamics: Dynamics, found: Balance, state: State, counted: Mapping[int, _Direction]) -> _View:
    G = _reactions_in(dynamics, found, state)[list(counted)]
    angular = np.array([each.turns for each in counted.values()], dtype=bool)
    turning = np.array([label.unit.startswith("rad") for _, label in found.columns], dtype=bool)
    arms = np.abs(G[np.ix_(angular, ~turning)])
    real = arms > RANK_TOLERANCE * np.max(
        arms, initial=0.0
    )  # others are rounding, of which formalisms have more or less
    length = float(np.sqrt(np.mean(arms[real] ** 2))) if real.any() else 1.0
    scaled = G / np.where(angular, length, 1.0)[:, None] * np.where(turning, length, 1.0)
    values = linear_algebra.svd(scaled, compute_uv=False) if scaled.size else np.zeros(0)
    rank = int(np.sum(values > RANK_TOLERANCE * values[0])) if values.size and values[0] > 0 else 0
    return _View(scaled, length, rank, float(values[rank - 1] / values[0]) if rank else np.inf)


def _elsewhere(dynamics: Dynamics, found: Balance, state: State, counted: Mapping[int, _Direction]) -> list[_View]:
    """The balance at the reference configuration, and at poses reached by small random moves that the joints allow.

    A move that the joints undo when they close again tells nothing: at a singular pose most directions only seem free.
    """
    random = np.random.default_rng(0)
    coordinates = Scales.of(dynamics.system, dynamics.p).coordinates
    views = [_at(dynamics, found, dynamics.reference, counted)]
    for _ in range(GENERAL_POSES):
        try:
            q = _stray(dynamics, state, random.standard_normal(dynamics.system.n))
        except (Refused, ValueError):
            continue  # that way is barred; others are tried
        if np.max(np.abs(q - state.q) / coordinates, initial=0.0) > RANDOM_MOVE / 3:
            views.append(_at(dynamics, found, State(state.t, q, np.zeros(dynamics.system.n)), counted))
    return views


def _stray(dynamics: Dynamics, state: State, v: Array) -> Array:
    """Coordinates a little way along the speeds nearest to v (lengths in machine sizes) that the joints allow."""
    system = dynamics.system
    scales = Scales.of(system, dynamics.p)
    v = v * scales.speeds
    step, _ = dynamics.assembler.speed_step(state.t, state.q, v, dynamics.p)
    rates = system.cached("rates of coordinates", lambda: system.function("rates", [system.qdot]))
    move = numeric(rates(state.t, state.q, v + step, np.zeros(len(dynamics.inputs)), dynamics.p)).ravel()
    farthest = max(float(np.max(np.abs(move) / scales.coordinates, initial=0.0)), 1e-300)
    start = system.normalise(state.q + RANDOM_MOVE / farthest * move)
    return dynamics.assembler.close(state.t, start, dynamics.p)


class _Direction(NamedTuple):
    """A row of the balance: its name, whether it is of a body, a rotation, a circuit (no DOF), has inertia."""

    name: str
    of_body: bool
    turns: bool
    electric: bool
    inert: bool


def _each_direction(dynamics: Dynamics) -> list[_Direction]:
    equations = dynamics.equations
    found = [_Direction("", of_body=False, turns=False, electric=False, inert=True)] * equations.sizes["d"]
    words = [*[f"turns about {axis}" for axis in "xyz"], *[f"moves along {axis}" for axis in "xyz"]]
    for uses in equations.blocks:
        kind = uses.type
        keys = list(kind.centres)
        inert = [not entry.is_zero() for entry in ca.vertsplit(ca.SX(kind.balance()))] if kind.local.d.numel() else []
        for row in range(len(uses)):
            part = equations.show(equations.full_name(int(uses.module[row]), uses.names[row]))
            for k, index in enumerate(uses.indices(row)[4]):
                unit = kind.directions[k].unit
                if keys:
                    body = equations.show(equations.body_name(int(uses.blocks[row, 0]), keys[k // 6]))
                    name = f"{body} {words[k % 6]}"
                    found[index] = _Direction(name, of_body=True, turns=k % 6 < 3, electric=False, inert=inert[k])
                else:
                    name = f"{part}.{kind.speeds[k].name}"
                    found[index] = _Direction(
                        name, of_body=False, turns=unit == "N m", electric=unit == "V", inert=True
                    )
    return found


def _choose(G: Array, found: Balance) -> tuple[list[int], list[int]]:
    """Columns kept and dropped: planes of planar bodies and forces are kept first, moments are released first."""
    order = sorted(
        range(G.shape[1]),
        key=lambda k: (found.roles[k] is not Role.PLANE, found.columns[k][1].unit.startswith("rad"), k),
    )
    kept: list[int] = []
    dropped: list[int] = []
    basis = np.zeros((G.shape[0], 0))
    scale = float(linear_algebra.svd(G, compute_uv=False).max()) if G.size else 1.0
    for k in order:
        rest = G[:, k] - basis @ (basis.T @ G[:, k])
        rest -= basis @ (basis.T @ rest)
        size = float(np.linalg.norm(rest))
        if size > RANK_TOLERANCE**0.75 * scale:
            kept.append(k)
            basis = np.column_stack([basis, rest / size])
        else:
            dropped.append(k)
    return kept, dropped


def _circuits(G: Array, kept: Sequence[int], dropped: Sequence[int]) -> list[set[int]]:
    """For each dropped column the columns it depends on, and itself."""
    found = []
    for k in dropped:
        shares, *_ = linear_algebra.lstsq(G[:, kept], G[:, k], rcond=None) if kept else (np.zeros(0), 0)
        found.append(
            {k, *[column for column, share in zip(kept, shares, strict=True) if abs(share) > NEGLIGIBLE**0.75]}
        )
    return found


def _groups(circuits: Sequence[set[int]], names: Sequence[tuple[str, str]]) -> tuple[Dependence, ...]:
    """Circuits that share constraints make one group."""
    groups: list[tuple[int, set[int]]] = []
    for circuit in circuits:
        touching = [group for group in groups if group[1] & circuit]
        merged = set(circuit).union(*[members for _, members in touching])
        groups = [group for group in groups if group not in touching]
        groups.append((1 + sum(count for count, _ in touching), merged))
    return tuple(Dependence(count, tuple(".".join(names[k]) for k in sorted(members))) for count, members in groups)


def _unique(view: _View) -> list[bool]:
    """Which reactions have no share in the kernel of G."""
    if not view.scaled.size:
        return []
    kernel = linear_algebra.svd(view.scaled, full_matrices=True)[2][view.rank :]
    return [bool(size < NEGLIGIBLE) for size in np.linalg.norm(kernel, axis=0)]


def _by_joint(names: Sequence[tuple[str, str]], unique: Sequence[bool]) -> dict[str, dict[str, bool]]:
    joints: dict[str, dict[str, bool]] = {}
    for (joint, component), sure in zip(names, unique, strict=True):
        joints.setdefault(joint, {})[component] = sure
    return joints


def _releases(dropped: Sequence[int], found: Balance, names: Sequence[tuple[str, str]]) -> tuple[Release, ...]:
    joints: dict[str, list[int]] = {}
    for k in sorted(dropped):
        joints.setdefault(names[k][0], []).append(k)
    result = []
    for joint, columns in joints.items():
        before = Counter(found.roles[k] for k, name in enumerate(names) if name[0] == joint)
        becomes = _becomes(before, Counter(found.roles[k] for k in columns))
        result.append(Release(joint, tuple(names[k][1] for k in columns), becomes))
    return tuple(result)


def _becomes(before: Counter[Role], released: Counter[Role]) -> str:
    """What a joint turns into when it gives way in some components, by what all its rows hold; empty: no usual one."""
    turning = (Role.TILT, Role.TURN)
    points, turns = before[Role.COINCIDE], sum(before[role] for role in turning)
    if set(released) <= set(turning) and points == 3:
        return LEFT.get(turns - released.total(), "")
    pin = (points, turns) in ((3, 2), (2, 0))  # in space, and in the plane
    return "a pin in a slot" if pin and dict(released) == {Role.COINCIDE: 1} else ""


def _weak(view: _View, names: Sequence[str]) -> tuple[WeakDirection, ...]:
    """Directions that are held with a small singular value, by the bodies that move most in them."""
    if not view.scaled.size:
        return ()
    U, values, _ = linear_algebra.svd(view.scaled)
    found = []
    for k in range(view.rank):
        margin = float(values[k] / values[0])
        if margin < WEAK_DIRECTION:
            shares = U[:, k] / U[np.argmax(np.abs(U[:, k])), k]
            largest = [j for j in np.argsort(-np.abs(shares))[:4] if abs(shares[j]) > 0.2]
            found.append(WeakDirection(margin, {names[j]: float(shares[j]) for j in largest}))
    return tuple(found)

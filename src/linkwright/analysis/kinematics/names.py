"""Which quantities are inputs and which are the platform's: found from loads and names, or named by the user."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from linkwright.analysis.kinematics.rates import independent_rows, kernels, open_still, second_order
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.rank import Scales
from linkwright.dynamics.system import call_function, targets_of
from linkwright.symbolic import jacobian

PARALLEL = 1e-9
"""Sine of the angle below which two directions of speeds are one: rounding of unit vectors is 1e-16."""
CLEARLY, INDEPENDENT = 1e-2, 1e-6
"""Share of a quantity's rate that others must leave open for it to be one more coordinate: at home, and in general."""


@dataclass(frozen=True)
class Sets:
    """Names: `inputs` (driven), `pose` (independent positions of the platform), `twist` (its speeds), its body."""

    inputs: tuple[str, ...]
    pose: tuple[str, ...]
    twist: tuple[str, ...]
    body: str = ""


def numbers(dynamics: Dynamics, names: Sequence[str], *, positions: bool = False) -> list[int]:
    """Numbers of quantities by name; unknown or repeated ones are refused, all at once."""
    found = list(targets_of(dynamics.system, dict.fromkeys(names, 0.0), positions=positions))
    twice = sorted({name for name in names if list(names).count(name) > 1})
    if twice or len(found) < len(names):
        msg = f"{', '.join(twice) or ', '.join(names)}: named more than once; name each quantity once"
        raise ValueError(msg)
    return found


def driven(dynamics: Dynamics, J: Array, S: Array, general: State) -> tuple[str, ...]:
    """Quantities that the machine's inputs drive, found from where their efforts act.

    An effort acts on a quantity if B's column is parallel to the slope of its speed; a voltage on the quantity to which
    the speed of a motor in the same module is geared.
    """
    system = dynamics.system
    slope = system.cached("B", lambda: system.function("B", [jacobian(system.f, system.u)]))
    B = call_function(slope, general.t, general.q, general.v, np.zeros(len(dynamics.inputs)), dynamics.p)[0]
    B = B * Scales.of(system, dynamics.p).speeds[:, None]
    B = B / np.maximum(np.max(np.abs(B), axis=0, initial=0.0), 1e-300)
    placed = [k for k, quantity in enumerate(system.quantities) if quantity.z is not None]
    # First the machine's own coordinates; Euler parameters last, since no drive acts on one of them.
    placed.sort(
        key=lambda k: (not system.quantities[k].unit, system.quantities[k].q_index < 0, len(system.quantities[k].name))
    )
    found: list[str] = []
    for column, name in enumerate(dynamics.inputs):
        match = next((k for k in placed if _parallel(J[k], B[:, column])), None)
        if match is None:
            prefix = name.rpartition(".")[0]
            bare = [
                k
                for k, quantity in enumerate(system.quantities)
                if quantity.z is None and quantity.name.rpartition(".")[0] == prefix
            ]
            motions = [J[k] @ S for k in bare]
            match = next(
                (k for k in placed if any(_parallel(J[k] @ S, motion) for motion in motions)),
                None,
            )
        if match is not None and system.quantities[match].name not in found:
            found.append(system.quantities[match].name)
    return tuple(found)


def _parallel(a: Array, b: Array) -> bool:
    sizes = float(np.linalg.norm(a) * np.linalg.norm(b))
    if sizes < 1e-12:
        return False
    return float(np.linalg.norm(np.outer(a, b) - np.outer(b, a))) < PARALLEL * sizes


def platform_body(dynamics: Dynamics, body: str | None) -> str:
    """Full name of the body that is the platform: the one given, or the one called platform."""
    bodies = list(dynamics.equations.all_bodies)
    wanted = body or "platform"
    found = [name for name in bodies if wanted in (name, dynamics.equations.show(name), name.rpartition(".")[2])]
    if len(found) == 1:
        return str(found[0])
    what = f"no body {wanted!r}" if not found else f"{len(found)} bodies {wanted!r} ({', '.join(found)})"
    msg = (
        f"{dynamics.name} has {what}; say which quantities are the platform's, platform=[names], or name a body of "
        f"{', '.join(bodies[:12])}{', ...' if len(bodies) > 12 else ''}"
    )
    raise Refused(msg, found)


def body_quantities(dynamics: Dynamics, body: str) -> tuple[list[int], list[int]]:
    """Numbers of a body's positions, and of its speeds (without the rates of Euler parameters)."""
    system = dynamics.system
    own = {quantity.full: k for k, quantity in enumerate(system.quantities)}
    positions = [own[f"{body}.{axis}"] for axis in ("x", "y", "z", "theta") if f"{body}.{axis}" in own]
    angles = [k for full, k in own.items() if full.rpartition(".")[0] == body and k not in positions]
    turns = [k for k in angles if system.quantities[k].z is not None and system.quantities[k].unit in ("", "rad")]
    spins = [own[f"{body}.w{axis}"] for axis in "xyz" if f"{body}.w{axis}" in own]
    return [*positions, *turns], [*positions, *(spins or turns)]


def slopes(dynamics: Dynamics, general: State) -> tuple[Array, Array]:
    """Slopes J of all speeds by v, and free directions S (n, k) that move bodies, at a general state.

    Lengths are in machine sizes.
    """
    A, _, J, _ = second_order(dynamics, general)
    scales = Scales.of(dynamics.system, dynamics.p)
    A, J = scales.slopes(A, scales.rows), scales.slopes(J, scales.rates)
    rows = independent_rows(A)
    still = open_still(A[rows], [k for k in range(dynamics.system.n) if not dynamics.system.moves(k)])
    return J, kernels(np.vstack([A[rows], np.eye(dynamics.system.n)[still]])[None])[0]


def independent(at_home: tuple[Array, Array], in_general: tuple[Array, Array], candidates: Sequence[int]) -> list[int]:
    """The first quantities, in the order given, whose rates fix all DOF: at home where they can, else in general.

    Slopes J and free directions S at both places. A set that is regular at home serves best; where home is special (an
    arm that is stretched) what is missing there is taken at a general state.
    """
    kept = _greedy(*at_home, candidates, [], CLEARLY)
    return sorted(_greedy(*in_general, candidates, kept, INDEPENDENT), key=list(candidates).index)


def _greedy(J: Array, S: Array, candidates: Sequence[int], first: Sequence[int], least: float) -> list[int]:
    rows = J @ S
    largest = float(np.max(np.linalg.norm(rows[list(candidates)], axis=1), initial=0.0))
    kept: list[int] = []
    basis = np.zeros((0, S.shape[1]))
    for k in (*first, *[k for k in candidates if k not in first]):
        rest = rows[k] - basis.T @ (basis @ rows[k])
        rest -= basis.T @ (basis @ rest)
        if len(kept) < S.shape[1] and np.linalg.norm(rest) > least * max(largest, 1e-300):
            kept.append(k)
            basis = np.vstack([basis, rest / np.linalg.norm(rest)])
    return kept

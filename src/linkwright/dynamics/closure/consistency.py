"""Whether a state lies on its constraints: what every question about a state, and every run, begins with."""

from __future__ import annotations

import casadi as ca
import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.errors import AssemblyError
from linkwright.dynamics.rank import Scales
from linkwright.dynamics.state import State
from linkwright.dynamics.system.system import System, call_function

OFF = 1e-6
"""Gap of a joint (rad, or of the machine's size), residual of a velocity constraint (of the largest speed, or of 1/s)
and error of the length of Euler parameters above which a state is off its constraints: far above what assembling and
runs leave (1e-9 and less), far below what changes an answer visibly."""


def refuse_off_constraints(system: System, p: Array, state: State) -> None:
    """Refuse a state that is off its constraints, in words that name the joints and how far they are off."""
    faults = off_constraints(system, p, state)
    if faults:
        words = "; ".join(text for text, _ in list(faults.values())[:5])
        reason = (
            f"the state is off its constraints: {words}. Its answer would be that of no machine; take a state of "
            "dynamics.assemble(...), which meets them"
        )
        raise AssemblyError(reason, list(faults), {name: size for name, (_, size) in faults.items()})


def off_constraints(system: System, p: Array, state: State) -> dict[str, tuple[str, float]]:
    """Joints (or Euler parameters) that are off, the worst first: what is off in words, and by how much."""
    scales = Scales.of(system, p)
    at = (state.t, state.q, state.v, p, scales.gaps, scales.rows, scales.speeds)
    if call_function(largest_residual(system), *at)[0][0, 0] <= OFF:
        return {}  # nearly every state that is asked about
    g, phi, lengths = (e.ravel() for e in call_function(_residuals(system), state.t, state.q, state.v, p))
    fast = max(1.0, float(np.max(np.abs(state.v) / scales.speeds, initial=0.0)))
    found: list[tuple[float, str, str, float]] = []
    place = {row: k for k, row in enumerate(system.g_rows)}
    for constraint in system.constraints:
        held = [place[row] for row in constraint.rows[: constraint.holonomic]]
        gap, speed = (
            _largest(g[held] / scales.gaps[held]),
            _largest(phi[list(constraint.rows)] / scales.rows[list(constraint.rows)]),
        )
        unit = constraint.labels[0].unit.removesuffix("/s") if constraint.labels else ""
        if gap > OFF:
            size = float(np.linalg.norm(g[held]))
            found.append(
                (gap, constraint.name, f"{constraint.name} does not close, by {size:.3g} {unit}".rstrip(), size)
            )
        elif speed > OFF * fast:
            size = float(np.linalg.norm(phi[list(constraint.rows)]))
            found.append(
                (speed / fast, constraint.name, f"the speeds break {constraint.name} by {size:.3g} {unit}/s", size)
            )
    names = system.equations.coordinate_names
    for group, length in zip(system.units, lengths, strict=True):
        if abs(length - 1.0) > OFF:
            which = ", ".join(names[k] for k in group)
            found.append((abs(length - 1.0), which, f"{which} have the length {length:.6g}, not 1", abs(length - 1.0)))
    found.sort(key=lambda entry: -entry[0])
    return {name: (words, size) for _, name, words, size in found}


def _residuals(system: System) -> ca.Function:
    """(t, q, v, p) -> gaps, velocity residuals, lengths of Euler parameters."""

    def make() -> ca.Function:
        outputs = [system.g, system.phi, _lengths(system)]
        arguments = [system.t, system.q, system.v, system.p]
        return ca.Function("residuals", arguments, [ca.densify(output) for output in outputs])

    found: ca.Function = system.cached("residuals of a state", make)
    return found


def largest_residual(system: System) -> ca.Function:
    """(t, q, v, p, scales of gaps, rows and speeds) -> the largest of all that is compared with `OFF`."""

    def make() -> ca.Function:
        gaps, rows, speeds = (ca.SX.sym("s", x.numel()) for x in (system.g, system.phi, system.v))
        fast = ca.mmax(ca.vertcat(1, ca.fabs(system.v / speeds)))
        parts = [system.g / gaps, system.phi / rows / fast, _lengths(system) - 1]
        largest = ca.mmax(ca.vertcat(0, *[ca.fabs(ca.densify(part)) for part in parts]))
        return ca.Function("residual", [system.t, system.q, system.v, system.p, gaps, rows, speeds], [largest])

    found: ca.Function = system.cached("largest residual of a state", make)
    return found


def _lengths(system: System) -> ca.SX:
    """Lengths of Euler parameters."""
    groups = [ca.vertcat(*[system.q[k] for k in group]) for group in system.units]
    return ca.vertcat(ca.SX(0, 1), *[ca.norm_2(group) for group in groups])


def _largest(values: Array) -> float:
    """The largest of some numbers; what has no value here is said elsewhere (a formula outside its domain)."""
    return float(np.max(np.abs(values[np.isfinite(values)]), initial=0.0))

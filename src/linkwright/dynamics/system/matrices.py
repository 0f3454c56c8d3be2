"""Functions of the whole machine's matrices, made once for each system."""

from __future__ import annotations

import casadi as ca

from linkwright.dynamics.system.system import System


def matrices(system: System) -> ca.Function:
    """(t, q, v, u, p) -> M, f, A, b."""
    found: ca.Function = system.cached(
        "matrices", lambda: system.function("matrices", [system.M, system.f, system.A, system.b])
    )
    return found


def constraint_matrix(system: System) -> ca.Function:
    """(t, q, v, p) -> A."""
    arguments = [system.t, system.q, system.v, system.p]
    found: ca.Function = system.cached("A", lambda: ca.Function("A", arguments, [ca.densify(system.A)]))
    return found

"""Transposed functions of the time loop (reverse differentiation): for f(x) and weights w of its results, f_x^T w."""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca

from linkwright.closed_loop import Group, Program
from linkwright.dynamics.plants.unrolled import Structure
from linkwright.dynamics.state import system_layout
from linkwright.dynamics.system import System
from linkwright.simulation.loop.slope_expressions import slope
from linkwright.simulation.sensitivities.kernels import derivative_function
from linkwright.simulation.sensitivities.readout import expressions
from linkwright.symbolic import select_rows

PARAMETERS = {"slope": 3, "slope_transposed": 3} | dict.fromkeys(("project_q", "project_q_transposed"), 2) | {
    "project_v": 3, "project_v_transposed": 3
}  # fmt: skip
"""Which argument of a kernel the parameters are."""


def transposed(plain: ca.Function, name: str, by: Sequence[int]) -> ca.Function:
    """(arguments of the function, w) -> f_x^T w for some of its arguments x, by number; f is its first result."""
    arguments = [ca.SX.sym(plain.name_in(k), plain.numel_in(k)) for k in range(plain.n_in())]
    f = plain(*arguments) if plain.n_out() == 1 else plain(*arguments)[0]
    w = ca.SX.sym("w", f.numel())
    x = ca.vertcat(*[arguments[k] for k in by])
    ends = [0]
    for k in by:
        ends.append(ends[-1] + arguments[k].numel())
    found = ca.vertsplit(ca.densify(ca.jtimes(f, x, w, True)), ends)
    return ca.Function(name, [*arguments, w], found)


def structure_kernels(structure: Structure) -> dict[str, ca.Function]:
    """What an adjoint calls of a structure: slopes and projections, and the transposed of these.

    Turns are counted, and not differentiated: their rates have no weights.
    """
    system = structure.system
    rates, project_q, project_v = slope(structure), structure.project_positions(), structure.project_speeds()
    t, y, u, p, scales = (ca.SX.sym(rates.name_in(k), rates.numel_in(k)) for k in range(5))
    shown = select_rows(rates(t, y, u, p, scales)[0], range(system_layout(system).angles.start))
    counted = ca.Function("slope", [t, y, u, p], [shown])
    return {
        "slope": rates, "project_q": project_q, "project_v": project_v,
        "slope_transposed": transposed(counted, "slope_transposed", (1, 2, 3)),
        "project_q_transposed": transposed(project_q, "project_q_transposed", (1, 2)),
        "project_v_transposed": transposed(project_v, "project_v_transposed", (1, 2, 3)),
    }  # fmt: skip


def group_kernel(program: Program, group: Group) -> ca.Function:
    """(t, y, y', u, r, p, g, memory, w) -> weights of y, y', u, p, g and memory, from those of states and outputs."""
    return transposed(derivative_function(program, group), f"{group.name}_transposed", (1, 2, 3, 5, 6, 7))


def channels_kernel(system: System, names: Sequence[str]) -> ca.Function:
    """(t, y, u, p, w) -> weights of y, u and p, from those of some channels."""
    known = expressions(system)
    plain = system.function("channels", [ca.densify(ca.vertcat(*[known[name] for name in names]))])
    t, y = ca.SX.sym("t"), ca.SX.sym("y", system_layout(system).size)
    u, p = ca.SX.sym("u", system.m_u), ca.SX.sym("p", system.p.numel())
    nq, n = int(system.q.numel()), system.n
    values = plain(t, select_rows(y, range(nq)), select_rows(y, range(nq, nq + n)), u, p)
    return transposed(ca.Function("channels", [t, y, u, p], [values]), "channels", (1, 2, 3))

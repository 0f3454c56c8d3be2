"""Functions of the time loop with their derivatives in some directions (forward differentiation).

For f(x) each direction gives df = f_x dx. Arrays are extended, (x, dx_1, ..., dx_k), on both sides; which derivatives
of parameters, gains and inputs can be other than zero is known beforehand, and nothing is computed with the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Integers
from linkwright.closed_loop import Group, Program
from linkwright.dynamics.plants.unrolled import Structure
from linkwright.dynamics.state import system_layout
from linkwright.dynamics.system import System
from linkwright.simulation.loop.slope_expressions import slope as slope_of
from linkwright.simulation.sampling.control import memory_places
from linkwright.symbolic import select_rows


@dataclass(frozen=True)
class Extended:
    """A column x with its derivatives: `symbols` as functions take them, x itself, and dx (n, k)."""

    symbols: ca.SX
    value: ca.SX
    change: ca.SX

    @staticmethod
    def of(name: str, count: int, directions: int, moved: Sequence[Sequence[int]] | None = None) -> Extended:
        """Symbols of a column; `moved` are the places whose derivatives are not zero, by direction (default: all)."""
        symbols = ca.SX.sym(name, count * (1 + directions))
        places = np.arange(count * directions).reshape(directions, count)
        change = ca.SX(count, directions)
        for k in range(directions):
            for row in range(count) if moved is None else moved[k]:
                change[row, k] = symbols[count + int(places[k, row])]
        return Extended(symbols, select_rows(symbols, range(count)), change)

    def only(self, columns: Sequence[int]) -> Extended:
        """The same in some directions."""
        return Extended(self.symbols, self.value, self.change[:, list(columns)])


@dataclass(frozen=True)
class Pattern:
    """Places of parameters and gains that each direction moves, and of inputs that blocks command."""

    parameters: tuple[tuple[int, ...], ...]
    gains: tuple[tuple[int, ...], ...]
    commands: tuple[int, ...]

    @property
    def count(self) -> int:
        """Number of directions."""
        return len(self.parameters)

    def state(self, system: System, name: str) -> Extended:
        """The state of a run; turns are counted, not differentiated."""
        layout = system_layout(system)
        moved = [range(layout.angles.start)] * self.count
        return Extended.of(name, layout.size, self.count, moved)

    def inputs(self, system: System) -> Extended:
        """Inputs of the machine: those that blocks command depend on parameters."""
        return Extended.of("u", system.m_u, self.count, [self.commands] * self.count)

    def values(self, system: System) -> Extended:
        """Parameters of the machine."""
        return Extended.of("p", int(system.p.numel()), self.count, self.parameters)


def derivative(outputs: ca.SX, *arguments: Extended) -> ca.SX:
    """df = f_x dx (rows, k) of a column in the values of some arguments."""
    if not arguments[0].change.shape[1]:
        return ca.SX(outputs.numel(), 0)
    x, dx = ca.vertcat(*[each.value for each in arguments]), ca.vertcat(*[each.change for each in arguments])
    return ca.jtimes(outputs, x, dx)


@dataclass(frozen=True)
class Parts:
    """Directions in parts of `width`: each part is a kernel of its own, so that none is too long to be optimised.

    The first part has the values, too. The others are called before it, since values may be written in place.
    """

    count: int
    width: int

    @property
    def columns(self) -> list[list[int]]:
        """Directions of each part."""
        return [list(range(first, min(first + self.width, self.count))) for first in range(0, self.count, self.width)]

    def names(self, name: str) -> list[str]:
        """Names of the kernels of the parts."""
        return [name, *[f"{name}_{k}" for k in range(1, len(self.columns))]]


def slope(plain: ca.Function, system: System, pattern: Pattern, parts: Parts) -> dict[str, ca.Function]:
    """(t, y, u, p, ref) -> y', pivot quality, y' = (f, f_y S + f_u du + f_p dp); of further parts the derivatives."""
    t, ref = ca.SX.sym("t"), ca.SX.sym("ref", plain.numel_in(4))
    y, u, p = pattern.state(system, "y"), pattern.inputs(system), pattern.values(system)
    rates, quality = plain(t, y.value, u.value, p.value, ref)
    found = {}
    for name, columns in zip(parts.names("slope"), parts.columns, strict=True):
        change = ca.densify(derivative(rates, *[each.only(columns) for each in (y, u, p)]))
        change[list(range(system_layout(system).angles.start, change.shape[0])), :] = 0  # turns are counted
        arguments = [t, y.symbols, u.symbols, p.symbols, ref]
        results = [ca.veccat(rates, change), quality] if columns[0] == 0 else [ca.vec(change)]
        found[name] = ca.Function(name, arguments, results)
    return found


def project_positions(plain: ca.Function, system: System, pattern: Pattern, parts: Parts) -> dict[str, ca.Function]:
    """(t, y, p, w) -> y with q on the constraints and with the derivative of that, largest gap before."""
    t, w = ca.SX.sym("t"), ca.SX.sym("w", plain.numel_in(3))
    y, p = pattern.state(system, "y"), pattern.values(system)
    nq = int(system.q.numel())
    q, gap = plain(t, select_rows(y.value, range(nq)), p.value, w)
    rows = ca.vertcat(q, select_rows(y.value, range(nq, y.value.numel())))
    found = {}
    for name, columns in zip(parts.names("project_q"), parts.columns, strict=True):
        change = ca.densify(derivative(rows, y.only(columns), p.only(columns)))
        results = [ca.veccat(rows, change), gap] if columns[0] == 0 else [ca.vec(change)]
        found[name] = ca.Function(name, [t, y.symbols, p.symbols, w], results)
    return found


def project_speeds(plain: ca.Function, system: System, pattern: Pattern, parts: Parts) -> dict[str, ca.Function]:
    """(t, y, v, p, w) -> what follows q in y, with v on the constraints and with the derivative of that, residual.

    The third argument is what the time loop gives as speeds; they are in y, too.
    """
    t, w, same = ca.SX.sym("t"), ca.SX.sym("w", plain.numel_in(4)), ca.SX.sym("v", system.n)
    y, p = pattern.state(system, "y"), pattern.values(system)
    nq, n = int(system.q.numel()), system.n
    q, v = select_rows(y.value, range(nq)), select_rows(y.value, range(nq, nq + n))
    speeds, gap = plain(t, q, v, p.value, w)
    rows = ca.vertcat(q, speeds, select_rows(y.value, range(nq + n, y.value.numel())))
    found = {}
    for name, columns in zip(parts.names("project_v"), parts.columns, strict=True):
        change = ca.densify(derivative(rows, y.only(columns), p.only(columns)))
        new = ca.veccat(rows, change)
        behind = select_rows(new, range(nq, new.numel()))
        results = [behind, gap] if columns[0] == 0 else [ca.vec(change)]
        found[name] = ca.Function(name, [t, y.symbols, same, p.symbols, w], results)
    return found


def structure_kernels(
    structure: Structure, plain: dict[str, ca.Function], pattern: Pattern, parts: Parts
) -> dict[str, ca.Function]:
    """The functions of a structure with their derivatives; those that only look at a state stay as they are.

    With several parts `project_q` and `project_v` are loops over kernels, whose first is then numbered, too.
    """
    system = structure.system
    projections = project_positions(plain["project_q"], system, pattern, parts)
    projections |= project_speeds(plain["project_v"], system, pattern, parts)
    found = plain | slope(plain["slope"], system, pattern, parts) | projections
    if len(parts.columns) > 1:
        for name in ("project_q", "project_v"):
            found[f"{name}_0"] = found.pop(name)
    return found


def part_loops(system: System, parts: Parts) -> tuple[codegen.LoopText, ...]:
    """Loops that call the kernels of all parts: `further_slopes`, `project_q` and `project_v`."""
    n, nq = system_layout(system).size, int(system.q.numel())
    places = {name: n * (1 + columns[0]) for name, columns in zip(parts.names(""), parts.columns, strict=True) if name}
    slopes = [
        "def further_slopes(t: Array, y: Array, u: Array, p: Array, scales: Array, dy: Array) -> None:",
        *[f"    slope{name}(t, y, u, p, scales, dy[{place}:])" for name, place in places.items()],
    ]
    positions = [
        "def project_q(t: Array, y: Array, p: Array, w: Array, new: Array, gap: Array) -> None:",
        *[f"    project_q{name}(t, y, p, w, new[{place}:])" for name, place in places.items()],
        "    project_q_0(t, y, p, w, new, gap)",
    ]
    speeds = [
        "def project_v(t: Array, y: Array, v: Array, p: Array, w: Array, new: Array, gap: Array) -> None:",
        *[f"    project_v{name}(t, y, v, p, w, new[{place - nq}:])" for name, place in places.items()],
        "    project_v_0(t, y, v, p, w, new, gap)",
    ]
    texts = {"further_slopes": slopes, "project_q": positions, "project_v": speeds}
    return tuple(codegen.LoopText(name, "\n".join(lines) + "\n", ()) for name, lines in texts.items())


def curvature_kernels(structure: Structure, pattern: Pattern) -> dict[str, ca.Function]:
    """What linearly implicit steps need beside: derivatives of J U for given U, and of the rate of y' at constant y.

    `slope_curvature` is (t, y, u, p, U) -> d(J U) in each direction, `slope_rate_changes` (t, y, u, u', p) ->
    d(f_t + f_u u'), with y' = f, J = df/d(q, v) and rates u' of the inputs, which do not depend on parameters.
    """
    system = structure.system
    plain, layout = slope_of(structure), system_layout(system)
    t, du, ref = ca.SX.sym("t"), ca.SX.sym("du", system.m_u), ca.SX.sym("ref", plain.numel_in(4))
    y, u, p = pattern.state(system, "y"), pattern.inputs(system), pattern.values(system)
    m = int(system.q.numel()) + system.n
    U = ca.SX.sym("U", m)
    rates = plain(t, y.value, u.value, p.value, ref)[0]
    along = ca.jtimes(rates, y.value, ca.vertcat(U, ca.SX(layout.size - m, 1)))
    rate = ca.jtimes(rates, ca.vertcat(t, u.value), ca.vertcat(ca.SX(1), du))
    found = {}
    for name, value, arguments in (
        ("slope_curvature", along, [t, y.symbols, u.symbols, p.symbols, U]),
        ("slope_rate_changes", rate, [t, y.symbols, u.symbols, du, p.symbols]),
    ):
        change = ca.densify(derivative(value, y, u, p))
        change[list(range(layout.angles.start, layout.size)), :] = 0  # turns are counted
        found[name] = ca.Function(name, arguments, [ca.vec(change)])
    return found


def group_kernel(program: Program, group: Group, pattern: Pattern) -> ca.Function:
    """(t, y, y', u, r, p, g, memory) -> states after the instant, their derivatives, outputs, their derivatives."""
    plain, system, count = program.functions[group.name], program.system, pattern.count
    t, r = ca.SX.sym("t"), ca.SX.sym("r", plain.numel_in(4))
    y, dy = pattern.state(system, "y"), pattern.state(system, "dy")
    u, p = pattern.inputs(system), pattern.values(system)
    g = Extended.of("g", plain.numel_in(6), count, pattern.gains)
    memory = _memory(program, count)
    at = (t, y.value, dy.value, u.value, r, p.value, g.value, memory.value)
    results = plain(*at)
    change = ca.densify(derivative(derivative_function(program, group)(*at), y, dy, u, p, g, memory))
    parts = []
    for first, last in ((0, group.states), (group.states, group.states + group.outputs)):
        rows = list(range(first, last))
        parts += [select_rows(results, rows), ca.vec(change[rows, :])]
    arguments = [t, y.symbols, dy.symbols, u.symbols, r, p.symbols, g.symbols, memory.symbols]
    return ca.Function(group.name, arguments, [ca.densify(ca.vertcat(*parts))])


def derivative_function(program: Program, group: Group) -> ca.Function:
    """What the derivatives of a group are those of: its function, in which an encoder does not round to counts."""
    return program.function(group, linear=True) if group.quantizes else program.functions[group.name]


def _memory(program: Program, directions: int) -> Extended:
    """The memory of a run with derivatives, each list of numbers followed by its own."""
    places: Integers = memory_places(program, 1 + directions)
    symbols = ca.SX.sym("memory", prod(places.shape))
    columns = [select_rows(symbols, [int(place) for place in row]) for row in places]
    return Extended(symbols, columns[0], ca.horzcat(*columns[1:]))

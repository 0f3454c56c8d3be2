"""Assembly of many runs in machine code: coordinates that close all joints, from the reference configuration on.

Of the reference configuration the quantities are known that its description holds (`Assembler.completion`), and their
values as formulas of the parameters. So the configuration of other parameters meets

    g(q, p) = 0,  z_k(q, p) = w_k

with the wanted values w of quantities that determine it: those that are given, and for the rest those of the reference
configuration. It is followed from the known one by Newton steps while p and w go their straight way. A row that cannot
be followed so, or not near enough, is looked at closer: from where it stopped, from where it began and from places
beside, the gaps are made as small as they get with the given positions met (Levenberg-Marquardt). Where they stay open
each time the row is refused, with the joint that is farthest from closing, as `Dynamics.assemble` does after a longer
search. All others are left to that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

import casadi as ca
import numpy as np
from numpy.typing import NDArray

from linkwright import codegen
from linkwright.arrays import Array, Integers
from linkwright.codegen import Columns, Record
from linkwright.dynamics import Dynamics, Refused
from linkwright.dynamics.closure import (
    LARGEST_PATH_STEP,
    gaps_by_joint,
    kept_order,
    parameter_place,
    parameters_of_positions,
    refusal,
)
from linkwright.dynamics.joins import solve_ldl
from linkwright.dynamics.plants.unrolled import Pivoting
from linkwright.dynamics.rank import Scales
from linkwright.dynamics.system import CLOSED, Recent, System, read_state
from linkwright.simulation.loop.advance import copy
from linkwright.symbolic import jacobian, select_rows

place: Callable[..., None]
move: Callable[..., None]
near: Callable[..., None]

MOST_PLACE_STEPS = 12
"""Newton steps from one place of the way to the next; they square the error, so four or five are usual."""
SHORTEST = 1.0 / 64.0
"""Share of the way below which a step is not halved again: `Dynamics.assemble` has other means."""
LARGEST_TURN = 3.0
"""Change of an angle (rad) below which no whole turns have to be decided."""
SPEEDS = 1e-9
"""Residual of the speeds, over the largest of them, that a second step must find at most: rounding leaves 1e-13."""
STOPPED, PLACED, SOLVED = range(3)
"""How a row ended: on its way, at its positions without speeds, with both."""
MOST_NEARING = 300
"""Steps of a search for the smallest gaps; most take 20 to 60."""
LEAST_PROGRESS = 1e-8
"""Share of the squares by which a step must make them smaller, or they are as small as they get."""
BESIDE = (0.5, 1.5) * 6
"""How far (rad, machine sizes) places beside the reference configuration are from which it is made too."""
OPEN = 1e-2
"""Gap (machine sizes, rad) from which on joints count as open where it is smallest; less is looked at closer."""
FIRMLY = 1e3
"""How much given positions count beside gaps in that search, as for `Dynamics.assemble`."""
MOST_ASSEMBLIES = 16
"""Sets of quantities for which assembly is kept compiled."""


class Ways(Record):
    """Configurations that are looked for, one a row: what is known, where they should be, and what was found."""

    nq: int
    nv: int
    parameters: int
    targets: int
    speeds: int
    """How many coordinates, speeds, parameters, wanted positions and wanted speeds there are."""
    q: Array
    p: Array
    values: Array
    """Where each row begins: coordinates, parameters, and positions of the wanted quantities."""
    rows: Array
    wanted: Array
    wanted_speeds: Array
    """Where each row ends: parameters, wanted positions and speeds."""
    mobilities: Array
    scales: Array
    """Sizes of the coordinates, lengths in machine sizes."""
    target_scales: Array
    turning: Array
    """1 for coordinates that are angles."""
    closed: float
    largest: float
    """Gap (m, rad) below which one more step leaves rounding, and largest change of a coordinate in one step."""
    moment: Array
    here: Array
    before: Array
    between: Array
    aim: Array
    gaps: Array
    """Room: time, coordinates, those a step before, parameters and values on the way, gaps."""
    found: Array
    found_speeds: Array
    solved: Integers


def close_here(ways: Ways, p: Array, aim: Array) -> int:
    """Newton steps to closed joints with the wanted positions, from `here`; 1 if they lead there."""
    for _ in range(MOST_PLACE_STEPS):
        place(ways.moment, ways.here, p, ways.mobilities, aim, ways.here, ways.gaps)
        size = max(ways.gaps[0], ways.gaps[1])
        if not isfinite(size):
            return 0
        # Rows that were left out as redundant are met too, or they are not redundant for these lengths.
        if size <= ways.closed:
            return 1
    return 0


def follow_way(i: int, ways: Ways) -> int:
    """Follow row i to its parameters and values; 1 if it arrives, near enough that nothing is to be decided."""
    nq = ways.nq
    count = ways.parameters
    targets = ways.targets
    here = ways.here
    before = ways.before
    begin = ways.q[i * nq :]
    p_begin = ways.p[i * count :]
    p = ways.rows[i * count :]
    values = ways.values[i * targets :]
    aim = ways.wanted[i * targets :]
    size = 0.0
    for k in range(targets):
        size = max(size, abs(aim[k] - values[k]) / ways.target_scales[k])
    copy(begin, here, nq)
    share = 0.0
    step = 1.0
    if size > ways.largest:
        step = ways.largest / size
    while share < 1.0:
        copy(here, before, nq)
        ahead = min(1.0, share + step)
        for k in range(count):
            ways.between[k] = p_begin[k] + ahead * (p[k] - p_begin[k])
        for k in range(targets):
            ways.aim[k] = values[k] + ahead * (aim[k] - values[k])
        if ahead == 1.0:  # to the last digit
            copy(p, ways.between, count)
            copy(aim, ways.aim, targets)
        good = close_here(ways, ways.between, ways.aim)
        # A step that moves a coordinate much farther than the targets has left the assembly mode.
        if good > 0:
            for k in range(nq):
                if abs(here[k] - before[k]) > ways.scales[k] * max(ways.largest, 4.0 * (ahead - share) * size):
                    good = 0
        if good > 0:
            share = ahead
            step *= 1.5
        else:
            copy(before, here, nq)
            step = 0.5 * min(step, ahead - share)
            if step < SHORTEST:
                return 0
    for k in range(nq):
        if abs(here[k] - begin[k]) * ways.turning[k] > LARGEST_TURN:
            return 0
    return 1


def move_here(i: int, ways: Ways) -> int:
    """Speeds of row i that meet the constraints and the wanted ones; 1 if there are such."""
    v = ways.found_speeds[i * ways.nv :]
    if ways.speeds == 0:
        return 1
    wanted = ways.wanted_speeds[i * ways.speeds :]
    p = ways.rows[i * ways.parameters :]
    for _ in range(3):
        move(ways.moment, ways.here, v, p, ways.mobilities, wanted, v, ways.gaps)
        if not isfinite(ways.gaps[0]):
            return 0
    largest = 1.0
    for k in range(ways.nv):
        largest = max(largest, abs(v[k]))
    if ways.gaps[0] <= SPEEDS * largest:
        return 1
    return 0


def assemble_rows(first: int, last: int, ways: Ways) -> None:
    """Rows from `first` up to `last`, which is left out."""
    for i in range(first, last):
        ways.solved[i] = STOPPED
        if follow_way(i, ways) > 0:
            ways.solved[i] = PLACED
            if move_here(i, ways) > 0:
                ways.solved[i] = SOLVED
        copy(ways.here, ways.found[i * ways.nq :], ways.nq)


LOOPS: tuple[Callable[..., object], ...] = (copy, close_here, follow_way, move_here, assemble_rows)


class Nearings(Record):
    """Configurations whose joints do not close, one a row, and where their gaps are smallest."""

    nq: int
    parameters: int
    targets: int
    q: Array
    """Where each row begins, and (in place) where it ends."""
    p: Array
    wanted: Array
    mobilities: Array
    moment: Array
    damping: Array
    trial: Array
    ahead: Array
    sizes: Array
    """Room: time, damping, two configurations, sizes that `near` gives."""
    squares: Array
    """Sums of the squares at the end of each row."""
    settled: Integers
    """1 for those that get no smaller."""


def come_near(i: int, nearings: Nearings) -> int:
    """Make the squares of row i small by damped steps; 1 where they get no smaller, 0 where that is not known."""
    nq = nearings.nq
    here = nearings.q[i * nq :]
    p = nearings.p[i * nearings.parameters :]
    wanted = nearings.wanted[i * nearings.targets :]
    sizes = nearings.sizes
    damping = nearings.damping
    damping[0] = 1e-3
    near(nearings.moment, here, p, nearings.mobilities, wanted, damping, nearings.trial, sizes)
    squares = sizes[0]
    for _ in range(MOST_NEARING):
        if not isfinite(squares):
            return 0
        near(nearings.moment, nearings.trial, p, nearings.mobilities, wanted, damping, nearings.ahead, sizes)
        if sizes[0] < squares:
            copy(nearings.trial, here, nq)
            copy(nearings.ahead, nearings.trial, nq)
            nearings.squares[i] = sizes[0]
            if squares - sizes[0] < LEAST_PROGRESS * squares:
                return 1
            squares = sizes[0]
            damping[0] = max(0.2 * damping[0], 1e-12)
        else:
            # Too far: a shorter step from the same place. Where none is short enough, it is the lowest one.
            damping[0] = 8.0 * damping[0]
            if damping[0] > 1e12:
                nearings.squares[i] = squares
                return 1
            near(nearings.moment, here, p, nearings.mobilities, wanted, damping, nearings.trial, sizes)
    return 0


def near_rows(count: int, nearings: Nearings) -> None:
    """All rows."""
    for i in range(count):
        nearings.settled[i] = come_near(i, nearings)


NEARING: tuple[Callable[..., object], ...] = (copy, come_near, near_rows)


def near_function(system: System, which: Sequence[int]) -> ca.Function:
    """(t, q, p, m, w, d) -> q + N s, squares: a damped step to small gaps, with some positions met firmly.

    s = -M A' (A M A' + d tr(A M A')/r I)^-1 e for all gaps and `FIRMLY` times the errors of positions, e (r,), with
    slopes A and mobilities M; the squares are e'e, before the step.
    """
    mobilities, w, damping = ca.SX.sym("m", system.n), ca.SX.sym("w", len(which)), ca.SX.sym("d")
    places = {row: k for k, row in enumerate(system.g_rows)}
    rows = sorted(places, key=places.__getitem__)
    off, slopes = [system.g], [system.A[rows, :]]
    for n, k in enumerate(which):
        quantity = system.quantities[k]
        assert quantity.z is not None
        error = quantity.z - w[n]
        off.append(FIRMLY * (ca.atan2(ca.sin(error), ca.cos(error)) if quantity.wraps else error))
        slopes.append(FIRMLY * (jacobian(quantity.z, system.q) @ system.N))
    e, A = ca.densify(ca.vertcat(*off)), ca.sparsify(ca.vertcat(*slopes))
    spread = ca.sparsify(ca.diag(mobilities) @ A.T)
    squares = ca.sparsify(A @ spread)
    own = sum((squares[k, k] for k in range(len(rows))), ca.SX(0)) / max(1, len(rows))
    damped = ca.sparsify(squares + damping * own * ca.SX.eye(e.numel()))
    step = ca.densify(spread @ solve_ldl(damped, -e)[0])
    moved = system.normalise_symbols(ca.densify(system.q + system.N @ step))
    return ca.Function("near", [system.t, system.q, system.p, mobilities, w, damping], [moved, ca.dot(e, e)])


def place_function(pivoting: Pivoting, which: Sequence[int]) -> ca.Function:
    """(t, q, p, m, w) -> q + N d, largest residuals before: of kept rows and targets, and of all gaps.

    d is the least displacement, weighted by 1 / m, with A d = -g for the kept rows and dz_k = w_k - z_k.
    """
    system, structure = pivoting.system, pivoting.structure
    mobilities, w = ca.SX.sym("m", system.n), ca.SX.sym("w", len(which))
    position = {row: k for k, row in enumerate(system.g_rows)}
    rows = [row for row in structure.kept_rows if row in position]
    off, slopes = [select_rows(system.g, [position[row] for row in rows])], [system.A[rows, :]]
    for n, k in enumerate(which):
        quantity = system.quantities[k]
        assert quantity.z is not None
        error = quantity.z - w[n]
        off.append(ca.atan2(ca.sin(error), ca.cos(error)) if quantity.wraps else error)
        slopes.append(jacobian(quantity.z, system.q) @ system.N)
    error, A = ca.vertcat(*off), ca.sparsify(ca.vertcat(*slopes))
    moved = system.normalise_symbols(ca.densify(system.q + system.N @ _least(A, mobilities, -error)))
    sizes = ca.vertcat(_largest(error), _largest(system.g))
    return ca.Function("place", [system.t, system.q, system.p, mobilities, w], [moved, sizes])


def move_function(pivoting: Pivoting, which: Sequence[int]) -> ca.Function:
    """(t, q, v, p, m, w) -> v + d, largest residual before: the least d with phi = 0 in kept rows and s_k = w_k."""
    system = pivoting.system
    mobilities, w = ca.SX.sym("m", system.n), ca.SX.sym("w", len(which))
    rows = list(pivoting.structure.kept_rows)
    rates = ca.vertcat(*[system.quantities[k].s for k in which])
    error = ca.vertcat(select_rows(system.phi, rows), rates - w)
    A = ca.sparsify(ca.vertcat(system.A[rows, :], jacobian(rates, system.v)))
    moved = ca.densify(system.v + _least(A, mobilities, -error))
    arguments = [system.t, system.q, system.v, system.p, mobilities, w]
    return ca.Function("move", arguments, [moved, _largest(ca.vertcat(error, system.phi))])


def _least(A: ca.SX, mobilities: ca.SX, right: ca.SX) -> ca.SX:
    if not right.numel():
        return ca.SX.zeros(mobilities.numel())
    spread = ca.sparsify(ca.diag(mobilities) @ A.T)
    return ca.densify(spread @ solve_ldl(ca.sparsify(A @ spread), ca.densify(right))[0])


def _largest(values: ca.SX) -> ca.SX:
    return ca.mmax(ca.fabs(ca.densify(values))) if values.numel() else ca.SX(0)


@dataclass(frozen=True, eq=False)
class Starts:
    """States q (n, nq), v (n, nv) of runs, which of them were found here, and reasons of those that are refused."""

    q: Array
    v: Array
    solved: NDArray[np.bool_]
    refused: Mapping[int, str] = field(default_factory=dict)


class Assembly:
    """Assembly of runs of a machine by quantities, given by number: positions, and speeds."""

    def __init__(self, dynamics: Dynamics, positions: Sequence[int], speeds: Sequence[int]) -> None:
        """Take the quantities; values come later."""
        self.dynamics, self.positions, self.speeds = dynamics, tuple(positions), tuple(speeds)

    def starts(self, P: Array, positions: Array, speeds: Array) -> Starts:
        """States for parameters P (n, np) and values (n, r) of the quantities, as `Dynamics.assemble` finds them."""
        dynamics, system, count = self.dynamics, self.dynamics.system, len(P)
        q, v = np.repeat(dynamics.reference.q[None], count, axis=0), np.zeros((count, system.n))
        pivoting = dynamics.usual_pivoting
        of_states = any(system.quantities[k].v_index in system.states for k in self.speeds)
        # What moves by itself has speeds of least energy; further states have values that bind no speed.
        if pivoting is None or of_states or (system.moving_constraints and not self.speeds):
            return Starts(q, v, np.zeros(count, dtype=bool))
        solved = np.ones(count, dtype=bool)
        refused: dict[int, str] = {}
        for n, k in enumerate(self.positions):
            if system.quantities[k].wraps:
                solved &= np.abs(positions[:, n]) <= np.pi
        # First the reference configuration of each row, if lengths are others.
        of_positions = parameters_of_positions(system)
        rows = np.flatnonzero(np.any(P[:, of_positions] != dynamics.p[of_positions], axis=1))
        held = held_by_description(dynamics) if rows.size else None
        if held is not None:
            first, own = np.repeat(dynamics.p[None], len(rows), axis=0), P[rows]
            values = np.repeat(self._values(dynamics.reference.q)[None, list(held.which)], len(rows), axis=0)
            ends = (own, held.goals(own), np.zeros((len(rows), 0)))
            found, placed = self._follow(pivoting, (held.which, ()), (q[rows], first, values), ends)
            stopped = rows[~placed]
            refused |= self._refused(pivoting, (), (q[stopped], found.q[~placed]), P[stopped], stopped)
            q[rows], solved[rows] = found.q, solved[rows] & found.solved & held.is_met(found.q, own)
        else:
            solved[rows] = False
        if not self.positions and not self.speeds:
            return Starts(q, v, solved, refused)
        # Then the positions that are given; the others stay where they are.
        try:
            kept = dynamics.assembler.completion(0.0, dynamics.reference.q, dynamics.p, self.positions)
        except Refused:
            return Starts(q, v, np.zeros(count, dtype=bool))
        which = (*self.positions, *kept)
        if rows.size:
            values = self._positions_at(q, P)[:, which]
        else:
            values = np.repeat(self._values(dynamics.reference.q)[None, which], count, axis=0)
        ends = (P, np.hstack([positions, values[:, len(self.positions) :]]), speeds)
        found, placed = self._follow(pivoting, (which, self.speeds), (q, P, values), ends)
        stopped = np.flatnonzero(solved & ~placed)
        from_where = (q[stopped], found.q[stopped])
        refused |= self._refused(pivoting, self.positions, from_where, P[stopped], stopped, positions[stopped])
        return Starts(found.q, found.v, found.solved & solved, refused)

    def _values(self, q: Array) -> Array:
        """Positions of all quantities at a configuration of the machine itself."""
        return read_state(self.dynamics.system, 0.0, q, np.zeros(self.dynamics.system.n), self.dynamics.p).z

    def _positions_at(self, Q: Array, P: Array) -> Array:
        """Positions of all quantities (n, quantities) at configurations with parameters of their own."""
        system = self.dynamics.system

        def make() -> Columns:
            z = ca.vertcat(*[x.z if x.z is not None else ca.SX(0) for x in system.quantities])
            return Columns(ca.Function("z", [system.q, system.p], [ca.densify(z)]))

        found: Columns = system.cached("positions of rows", make)
        return found(Q.T, P.T)[0].T

    def _follow(
        self,
        pivoting: Pivoting,
        which: tuple[tuple[int, ...], tuple[int, ...]],
        begin: tuple[Array, Array, Array],
        end: tuple[Array, Array, Array],
    ) -> tuple[Starts, NDArray[np.bool_]]:
        """Rows by the compiled loop, for positions and speeds by number: from (q, p, values) to (p, values, speeds).

        Also which of them came to their positions; the others are where they stopped.
        """
        dynamics, system, count = self.dynamics, self.dynamics.system, len(begin[0])
        positions, moving = which
        known: Recent = system.cached("assembly of rows", lambda: Recent(MOST_ASSEMBLIES))
        assemble = known.get((pivoting.structure, which))
        if assemble is None:
            kernels = {"place": place_function(pivoting, positions), "move": move_function(pivoting, moving)}
            assemble = known[pivoting.structure, which] = codegen.build(kernels, LOOPS).loop("assemble_rows")
        scales = Scales.of(system, dynamics.p)
        nq, nv, parameters = system.q.numel(), system.n, system.p.numel()
        turning = [float(unit == "rad") for unit in system.equations.coordinate_units]
        q, p, values, rows, wanted, speeds = (np.ascontiguousarray(part) for part in (*begin, *end))
        ways = Ways(
            nq=nq, nv=nv, parameters=parameters, targets=len(positions), speeds=len(moving), q=q, p=p, values=values,
            rows=rows, wanted=wanted, wanted_speeds=speeds, mobilities=np.array(pivoting.mobilities),
            scales=np.array(scales.coordinates), target_scales=scales.positions[list(positions)],
            turning=np.array(turning), closed=CLOSED * max(1.0, scales.size), largest=LARGEST_PATH_STEP,
            moment=1, here=nq, before=nq, between=parameters, aim=max(1, len(positions)), gaps=2,
            found=np.zeros(count * nq), found_speeds=np.zeros(count * nv), solved=np.zeros(count, dtype=np.int64),
        )  # fmt: skip
        assemble(0, count, ways)
        found = Starts(ways.found.reshape(count, nq), ways.found_speeds.reshape(count, nv), ways.solved == SOLVED)
        return found, ways.solved != STOPPED

    def _refused(
        self,
        pivoting: Pivoting,
        which: tuple[int, ...],
        starts: tuple[Array, Array],
        P: Array,
        rows: Integers,
        wanted: Array | None = None,
    ) -> dict[int, str]:
        """Reasons of rows, by number, whose joints stay open from all starts with some positions met firmly.

        `starts` are where they began and where they stopped.
        """
        system, count = self.dynamics.system, len(rows)
        if not count or not system.g.numel():
            return {}
        known: Recent = system.cached("nearing of rows", lambda: Recent(MOST_ASSEMBLIES))
        if which not in known:
            known[which] = codegen.build({"near": near_function(system, which)}, NEARING).loop("near_rows")
        goals = np.zeros((count, 0)) if wanted is None else wanted
        scales, nq = Scales.of(system, self.dynamics.p), system.q.numel()
        open_ = OPEN * min(1.0, scales.size)
        best, least, left = np.zeros((count, nq)), np.full(count, np.inf), np.arange(count)
        # Beside where rows stopped and began, from some other places: the lowest place nearby is not the lowest of all.
        beside = [
            size * np.cos(1.7 * k * np.arange(1, nq + 1)) * scales.coordinates for k, size in enumerate(BESIDE, 1)
        ]
        for start in (starts[1], starts[0], *[starts[0] + off for off in beside]):
            nearings = Nearings(
                nq=nq, parameters=P.shape[1], targets=len(which), q=start[left], p=P[left], wanted=goals[left],
                mobilities=np.array(pivoting.mobilities), moment=1, damping=1, trial=nq, ahead=nq, sizes=1,
                squares=np.zeros(left.size), settled=np.zeros(left.size, dtype=np.int64),
            )  # fmt: skip
            known[which](left.size, nearings)
            nearer = nearings.squares < least[left]
            best[left[nearer]], least[left[nearer]] = nearings.q.reshape(-1, nq)[nearer], nearings.squares[nearer]
            left = left[(nearings.settled == 1) & (np.sqrt(nearings.squares) > open_)]
        gaps = self._gaps_at(best[left], P[left])
        found = {}
        for k, own in zip(left.tolist(), gaps, strict=True):
            if np.abs(own).max() > open_:
                found[int(rows[k])] = refusal(system, which, goals[k], gaps_by_joint(system, own)).reason
        return found

    def _gaps_at(self, Q: Array, P: Array) -> Array:
        """Gaps (n, rows) of configurations with parameters of their own."""
        system = self.dynamics.system
        found: Columns = system.cached(
            "gaps of rows", lambda: Columns(ca.Function("g", [system.q, system.p], [ca.densify(system.g)]))
        )
        return found(Q.T, P.T)[0].T


DESCRIPTION_MET = 1e-6
"""How far (rad, or machine sizes) values of the description may be from those found to be met, as everywhere."""


@dataclass(frozen=True, eq=False)
class Held:
    """Quantities, by number, that the description holds in the reference configuration; functions of (q, p).

    `values` gives what they are held at, `off` how far all that the description says is from being met.
    """

    which: tuple[int, ...]
    values: Columns
    off: Columns

    def goals(self, P: Array) -> Array:
        """Their values (n, r) for parameters (n, np)."""
        return self.values(P.T)[0].T

    def is_met(self, Q: Array, P: Array) -> NDArray[np.bool_]:
        """Whether configurations meet all values of the description, so that nothing is left to be decided."""
        return np.asarray(self.off(Q.T, P.T)[0][0] <= DESCRIPTION_MET)


def held_by_description(dynamics: Dynamics) -> Held | None:
    """What the description holds; None where its values contradict each other: they are met in least squares then."""
    system, p, reference = dynamics.system, dynamics.p, dynamics.reference
    start = system.equations.start
    numbers = {quantity.full: k for k, quantity in enumerate(system.quantities)}
    formulas = {numbers[name]: _formula(system, *given) for name, given in start.items()}
    given = [k for k in kept_order(system, ()) if k in formulas]
    which = tuple(dynamics.assembler.completion(0.0, reference.q, p, (), given))
    if any(_is_euler(system, k) and not formulas.get(k, ca.SX(0)).is_constant() for k in which):
        return None  # e and -e are the same rotation: which one it is depends on the values

    def make() -> Held:
        scales = Scales.of(system, p).positions
        goals = [formulas.get(k, ca.SX(0)) for k in which]
        off = [ca.SX(0)]
        for k, formula in formulas.items():
            z = system.quantities[k].z
            assert z is not None
            pair = (ca.fabs(z), ca.fabs(formula)) if _is_euler(system, k) else (z, formula)
            off.append(ca.fabs(pair[0] - pair[1]) / scales[k])
        column = ca.densify(ca.vertcat(*goals)) if goals else ca.SX(0, 1)
        return Held(
            which,
            Columns(ca.Function("goals", [system.p], [column])),
            Columns(ca.Function("off", [system.q, system.p], [ca.mmax(ca.vertcat(*off))])),
        )

    found: Held = system.cached(("held by the description", which), make)
    return found if found.is_met(reference.q[None], p[None])[0] else None


def _is_euler(system: System, k: int) -> bool:
    return system.quantities[k].full[-3:] in (".e0", ".e1", ".e2", ".e3")


def _formula(system: System, path: str, value: Any) -> ca.SX:
    """A value of the description in the symbols of the system's parameters."""
    if isinstance(value, (int, float)):
        return ca.SX(float(value))
    formula = ca.SX(value.sx if hasattr(value, "sx") else value)
    for symbol in ca.symvar(formula):
        index = parameter_place(system.equations.parameters, path, symbol.name())
        assert index is not None, symbol  # the reference configuration was found with it
        formula = ca.substitute(formula, symbol, system.p[index])
    return formula

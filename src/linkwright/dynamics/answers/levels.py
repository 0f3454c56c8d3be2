"""Elimination of constraints level by level, as numbers at a state: every matrix of it, with names and units.

Level k holds the constraints of all modules that are k steps above the innermost ones, A_k v' = b_k.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics.answers.named_matrices import Axis, NamedMatrices, NamedMatrix, per_second
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.joins.contract import Complement, Join, UdwadiaKalaba, name_of
from linkwright.dynamics.joins.kernels import SVD, Kernel, Partition
from linkwright.dynamics.joins.numeric import eliminate, inverse_root, project
from linkwright.dynamics.machine import Machine
from linkwright.dynamics.rank import Rank, Scales
from linkwright.dynamics.state import State
from linkwright.dynamics.system.system import ModuleRows, System
from linkwright.equations import Equations

WEIGHTED = "J^(1/2)/s"
"""Unit of M^(1/2) v'."""


@dataclass(frozen=True)
class Level:
    """A level k: paths of its modules, names of its constraints, and how many of these are independent."""

    number: int
    modules: tuple[str, ...]
    constraints: tuple[str, ...]
    rank: int


@dataclass(frozen=True, eq=False, repr=False)
class Levels(NamedMatrices):
    """Matrices of the elimination by their names in Orsino (2017); `levels[name]` is an array.

    "M", "f" and "vdot" of the machine, "A_1", "b_1" of each level. By a complement also "B_1" (B_k = A_k S_{k-1}),
    "C_1" and "S_1" (S_k = S_{k-1} C_k). By recursive Udwadia-Kalaba "H_1", "K_1", "P_1", accelerations "vdot_0",
    "vdot_1", ... after each level (0: without constraints), and "residual_0", ... A v' - b of all constraints for them.
    `matrices[name]` has the names and units of rows and columns.
    """

    title: str
    levels: tuple[Level, ...]
    matrices: Mapping[str, NamedMatrix]
    notes: tuple[str, ...]

    def as_dict(self, names: Sequence[str] | None = None) -> dict[str, object]:
        """Plain data: levels, and each matrix (default: all) with names and units of its rows and columns."""
        return NamedMatrices.as_dict(self, names) | {"levels": [asdict(level) for level in self.levels]}


@dataclass(frozen=True, eq=False)
class _Stage:
    """A level with its rows, and its modules with the rank of each and the speeds in it and below."""

    level: Level
    rows: list[int]
    modules: tuple[tuple[ModuleRows, Rank, frozenset[int]], ...]


def levels(
    dynamics: Machine, state: State, u: Array, numbers: tuple[Array, Array, Array, Array], pivots: Mapping[int, int]
) -> Levels:
    """Matrices of the elimination by the join of a machine; `pivots` are columns by row of a partition that is kept.

    Ranks are decided as the joins decide them, on matrices without units; what is returned is in units.
    """
    system, join = dynamics.system, dynamics.join
    M, f, A, b = numbers
    vdot = dynamics.accelerations(state, u)
    accelerations = Axis(dynamics.speeds, tuple(per_second(unit) for unit in system.equations.speed_units))
    found = {"M": NamedMatrix(M, _efforts(dynamics), accelerations), "f": NamedMatrix(f, _efforts(dynamics))}
    stages = _stages(dynamics, A, b)
    for stage in stages:
        rows, k = _rows(system, stage.rows), stage.level.number
        found[f"A_{k}"] = NamedMatrix(A[stage.rows], rows, accelerations)
        found[f"b_{k}"] = NamedMatrix(b[stage.rows], rows)
    if isinstance(join, UdwadiaKalaba):
        found |= _projections(system, stages, (M, f, A, b), accelerations, Scales.of(system, dynamics.p).rows)
    else:
        assert isinstance(join, Complement)
        found |= _complements(system, stages, A, join.kernel, pivots)
    found["vdot"] = NamedMatrix(vdot, accelerations)
    notes = [
        f"level {k.number}: {', '.join(k.modules)}: {len(k.constraints)} constraints, {k.rank} independent"
        for k in (stage.level for stage in stages)
    ]
    if len(stages) == 1:
        form = system.equations.provenance.get("formalism", "")
        inner = "" if form == "modular" else f" ({form} merges modules: formalisms.modular keeps them)"
        notes.append(f"all constraints are in one level{inner}")
    title = f"{system.equations.title or dynamics.name}: levels by {name_of(join)}"
    order = sorted(found, key=lambda name: _step(name, last=len(stages) + 1))
    return Levels(title, tuple(stage.level for stage in stages), {name: found[name] for name in order}, tuple(notes))


def _step(name: str, last: int) -> int:
    """Step of the elimination that a matrix belongs to: M and f come first, the accelerations last."""
    _, _, number = name.partition("_")
    return int(number) if number else -1 if name in ("M", "f") else last


def check_levels_exist(equations: Equations, constraints: int, join: Join) -> None:
    """Refuse joins that take all constraints at once, and machines without any."""
    faults = []
    if not isinstance(join, Complement | UdwadiaKalaba):
        faults.append(
            f"{type(join).__name__} takes all constraints at once; compile with joins.Complement(kernel), by a kernel "
            "Partition(), QR(), SVD() or Projector(), or with joins.UdwadiaKalaba()"
        )
    if not constraints:
        modular = equations.provenance.get("formalism") == "modular"
        others = "" if modular else "; derive it by formalisms.modular, in which joints are constraints"
        faults.append(f"there are no constraints to eliminate, its speeds are independent{others}")
    if faults:
        raise Refused(f"levels of {equations.name}: {'; '.join(faults)}", [])


def _efforts(dynamics: Machine) -> Axis:
    """Rows of M v' = f: efforts on the speeds."""
    units = {"m/s": "N", "rad/s": "N m", "A": "V"}
    speeds = dynamics.equations.speed_units
    return Axis(dynamics.speeds, tuple(units.get(unit, f"W/({unit})" if unit else "W") for unit in speeds))


def _rows(system: System, rows: list[int]) -> Axis:
    """Constraint rows with the units of A v' and b."""
    units = {}
    for constraint in system.constraints:
        for place, (row, label) in enumerate(zip(constraint.rows, constraint.labels, strict=True)):
            rate = per_second(label.unit) if place < constraint.holonomic else label.unit
            units[row] = per_second(rate)
    return Axis(tuple(system.row_name(row) for row in rows), tuple(units[row] for row in rows))


def _stages(dynamics: Machine, A: Array, b: Array) -> list[_Stage]:
    """Levels in order; what each module's rows are worth is decided on its scales."""
    system = dynamics.system
    _, _, decided = eliminate(system.modules, *Scales.of(system, dynamics.p).constraints(A, b), SVD())
    ranks = {level.module.index: level.found for level in decided}
    number = system.equations.module_levels
    inside: dict[int, frozenset[int]] = {}
    together: dict[int, list[tuple[ModuleRows, Rank, frozenset[int]]]] = {}
    for module in system.modules:
        inside[module.index] = frozenset(module.own_speeds).union(*(inside[child] for child in module.children))
        if module.rows:
            entry = (module, ranks[module.index], inside[module.index])
            together.setdefault(number[module.index], []).append(entry)
    stages = []
    for k, modules in sorted(together.items()):
        rows = sorted(row for module, _, _ in modules for row in module.rows)
        names = tuple(system.row_name(row) for row in rows)
        paths, rank = tuple(module.path for module, _, _ in modules), sum(found.rank for _, found, _ in modules)
        stages.append(_Stage(Level(k, paths, names, rank), rows, tuple(modules)))
    return stages


def _complements(
    system: System, stages: list[_Stage], A: Array, kernel: Kernel, pivots: Mapping[int, int]
) -> dict[str, NamedMatrix]:
    """B_k, C_k and S_k of every level; C_k is the kernel of each module and 1 for what other modules leave free.

    Each column stands in the place of one speed: that which is free, by a partition, or whose direction is projected;
    orthonormal directions stand in places of their module and are numbered there.
    """
    names, units = list(system.equations.speed_names), list(system.equations.speed_units)
    speeds = Axis(tuple(names), tuple(units))
    S, places, before = np.eye(system.n), list(range(system.n)), speeds
    found = {}
    for stage in stages:
        columns = {place: np.eye(len(places))[j] for j, place in enumerate(places)}
        for module, rank, inside in stage.modules:
            own = [j for j, place in enumerate(places) if place in inside]
            seats = [places[j] for j in own]
            kept = sorted(seats.index(pivots[row]) for row in module.rows if pivots.get(row) in seats)
            C, free = _kernel(kernel, A[list(module.rows)] @ S[:, own], rank, kept)
            for place in seats:
                del columns[place]
            for number, j in enumerate(free):
                place = seats[j]
                columns[place] = np.zeros(len(places))
                columns[place][own] = C[:, number]
                if kernel.orthonormal:
                    names[place], units[place] = f"{module.path}.s{number + 1}", ""
        k, level = stage.level.number, A[stage.rows]
        places = sorted(columns)
        after = Axis(tuple(names[place] for place in places), tuple(units[place] for place in places))
        C = np.column_stack([columns[place] for place in places]) if places else np.zeros((len(before.names), 0))
        found[f"B_{k}"] = NamedMatrix(level @ S, _rows(system, stage.rows), before)
        S = S @ C
        found[f"C_{k}"] = NamedMatrix(C, before, after)
        found[f"S_{k}"] = NamedMatrix(S, speeds, after)
        before = after
    return found


def _kernel(kernel: Kernel, B: Array, found: Rank, kept: list[int]) -> tuple[Array, list[int]]:
    """C of a module, and of each of its columns the column of B in whose place it stands.

    `kept` are the columns that a partition solves for, if these are chosen already.
    """
    if isinstance(kernel, Partition):
        dependent = np.array(kept, dtype=np.int64) if len(kept) == found.rank else kernel.dependent(B, found)
        return kernel.solved(B, found, dependent), np.setdiff1d(np.arange(B.shape[1]), dependent).tolist()
    C = kernel.basis(B, found)
    return C, list(range(C.shape[1]))


def _projections(
    system: System,
    stages: list[_Stage],
    numbers: tuple[Array, Array, Array, Array],
    accelerations: Axis,
    scales: Array,
) -> dict[str, NamedMatrix]:
    """H_k, K_k, P_k, accelerations and residuals of all constraints after each level (Orsino 2017, (26) to (28)).

    K_k is the Moore-Penrose inverse where constraints are independent. Where they are not, their least squares take
    lengths over the machine's size, as the join does: a {1,4}-inverse still.
    """
    M, f, A, b = numbers
    half = inverse_root(system, M)
    weighted = Axis(accelerations.names, (WEIGHTED,) * system.n)
    every = _rows(system, list(range(system.m)))
    a, Z = half @ f, np.eye(system.n)

    def after(k: int) -> dict[str, NamedMatrix]:
        vdot = half @ a
        return {
            f"vdot_{k}": NamedMatrix(vdot, accelerations),
            f"residual_{k}": NamedMatrix(A @ vdot - b, every),
        }

    found = after(0)
    for stage in stages:
        k, rows = stage.level.number, _rows(system, stage.rows)
        H = A[stage.rows] @ half
        K, Z = project(H / scales[stage.rows, None], Z, stage.level.rank)
        K = K / scales[stage.rows]
        a = a + K @ (b[stage.rows] - H @ a)
        found[f"H_{k}"] = NamedMatrix(H, rows, weighted)
        found[f"K_{k}"] = NamedMatrix(K, weighted, rows)
        found[f"P_{k}"] = NamedMatrix(Z @ Z.T, weighted, weighted)
        found |= after(k)
    return found

"""Joins: how constraint forces are eliminated, as objects chosen when equations are compiled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from linkwright.arrays import Array
from linkwright.dynamics.joins import elimination as straight
from linkwright.dynamics.joins import recursion
from linkwright.dynamics.joins.elimination import Ranking, Straight
from linkwright.dynamics.joins.kernels import QR, SVD, Kernel, Partition, Projector
from linkwright.dynamics.joins.numeric import Inconsistent, Joined, by_complement, by_udwadia_kalaba
from linkwright.dynamics.system.system import System
from linkwright.kinds import checked_arguments


@dataclass(frozen=True)
class Join:
    """Contract: `compiled` says whether it is written as code (`code`) or evaluated on LAPACK (`evaluate`)."""

    inconsistent: Inconsistent = field(default="raise", kw_only=True)

    def __post_init__(self) -> None:
        if not isinstance(self.inconsistent, str) or self.inconsistent not in ("raise", "least squares"):
            msg = f'inconsistent={self.inconsistent!r}: expected "raise" or "least squares"'
            raise ValueError(msg)

    @property
    def compiled(self) -> bool:
        """Whether accelerations come from compiled code."""
        return False

    @property
    def largest(self) -> int:
        """Number of speeds above which it is not used as straight-line code or on full matrices."""
        return 600

    @property
    def longest(self) -> int:
        """The same where loops over types do not take the machine."""
        return self.largest

    @property
    def with_loads(self) -> Join:
        """Join of the machine with loads added to its matrices."""
        return self

    def ranking(self, system: System, p: Array, M: Array, A: Array, b: Array) -> Ranking:
        """Rows and pivots chosen from the numbers given, which are over their `Scales`, for parameter values p."""
        raise NotImplementedError

    def code(self, system: System, ranking: Ranking) -> Straight:
        """Straight-line code of a ranking."""
        raise NotImplementedError

    def evaluate(self, system: System, M: Array, f: Array, A: Array, b: Array) -> Joined:
        """Accelerations from numbers."""
        raise NotImplementedError


@dataclass(frozen=True)
class Complement(Join):
    """Orthogonal complement, level by level: S_k = S_{k-1} C_k, S^T M v' = S^T f, A v' = b (Orsino 2017, eq. (25)).

    `kernel` says how each C_k is found. With `Partition` (the default) it is compiled; the others, and least squares on
    inconsistent constraints, run on LAPACK.
    """

    kernel: Kernel = field(default_factory=Partition)

    @property
    def compiled(self) -> bool:
        """Partition is."""
        return isinstance(self.kernel, Partition) and self.inconsistent == "raise"

    def ranking(self, system: System, p: Array, M: Array, A: Array, b: Array) -> Ranking:
        """The sequence of pivots."""
        del p, M, b
        return straight.ranked_partition(system, A)

    def code(self, system: System, ranking: Ranking) -> Straight:
        """Elimination in symbols."""
        return straight.partition(system, ranking)

    def evaluate(self, system: System, M: Array, f: Array, A: Array, b: Array) -> Joined:
        """Elimination in numbers."""
        return by_complement(system, self.kernel, M, f, A, b)


@dataclass(frozen=True)
class UdwadiaKalaba(Join):
    """Recursive Udwadia-Kalaba equation (Orsino 2017, eqs. (26)-(28)); needs a regular mass matrix; runs on LAPACK."""

    def evaluate(self, system: System, M: Array, f: Array, A: Array, b: Array) -> Joined:
        """Generalised inverses, level by level."""
        return by_udwadia_kalaba(system, M, f, A, b)


@dataclass(frozen=True)
class Multipliers(Join):
    """Lagrange multipliers by a sparse factorisation over independent rows; compiled."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.inconsistent != "raise":
            msg = "Multipliers cannot take inconsistent constraints by least squares; use Complement or UdwadiaKalaba"
            raise ValueError(msg)

    @property
    def compiled(self) -> bool:
        """It is."""
        return True

    @property
    def largest(self) -> int:
        """Above, the same sparse elimination runs as loops over types, as fast and compiled in seconds at any size."""
        return 150

    @property
    def longest(self) -> int:
        """Of straight-line code, which takes dependent rows and dry friction too; it is compiled in half a minute."""
        return 300

    def ranking(self, system: System, p: Array, M: Array, A: Array, b: Array) -> Ranking:
        """Independent rows."""
        del p
        return straight.ranked_multipliers(system, M, A, b)

    def code(self, system: System, ranking: Ranking) -> Straight:
        """Sparse LDL in symbols."""
        return straight.multipliers(system, ranking)


@dataclass(frozen=True)
class Recursion(Join):
    """Recursion over the links of a tree: N^T M N = U D U^T, link by link, at a cost linear in the links; compiled.

    It takes equations that keep their links (`formalisms.denoc`). Loops are open at the constraints; multipliers there
    follow from the passes between the constraints and the ground, at a cost that grows with the links that loops have
    in common there: up to the cube of the loops on one trunk, where `Multipliers` on `formalisms.modular` stays linear.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.inconsistent != "raise":
            msg = "Recursion cannot take inconsistent constraints by least squares; use Complement or UdwadiaKalaba"
            raise ValueError(msg)

    @property
    def compiled(self) -> bool:
        """It is."""
        return True

    @property
    def with_loads(self) -> Join:
        """The sparse factorisation of the matrices: links know nothing of inertia and forces added to those."""
        return Multipliers()

    def ranking(self, system: System, p: Array, M: Array, A: Array, b: Array) -> Ranking:
        """Independent rows, and bodies without a gravity of their own."""
        return recursion.ranked_links(system, p, M, A, b)

    def code(self, system: System, ranking: Ranking) -> Straight:
        """The recursion in symbols, short where no body has a gravity of its own."""
        return recursion.recursion(system, ranking)


NAMED: Mapping[str, Join] = {
    "partition": Complement(),
    "qr": Complement(QR()),
    "svd": Complement(SVD()),
    "projector": Complement(Projector()),
    "udwadia-kalaba": UdwadiaKalaba(),
    "multipliers": Multipliers(),
    "recursion": Recursion(),
}
"""Every join by the name that command line and files give it."""


@checked_arguments
def name_of(join: Join) -> str:
    """The name of a join, or how it is written where it has none.

    >>> name_of(Complement())
    'partition'
    """
    return next((name for name, named in NAMED.items() if named == join), repr(join))


@checked_arguments
def from_text(text: str) -> Join | None:
    """The named join that files write as this text, its `repr`; none if it has no name.

    >>> name_of(from_text("Multipliers(inconsistent='raise')"))
    'multipliers'
    """
    return next((join for join in NAMED.values() if repr(join) == text), None)

"""What a comparison of formalisms found: one row for each, with the grades that were given in print beside."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Grades:
    """Grades from 1 to 5 (5 stands out) of one approach, as printed."""

    derivation: int
    interpretability: int
    modularity: int
    elimination: int


GRADES_SOURCE = (
    "F. Malvezzi, R. M. M. Orsino, T. A. Hess Coelho, Lagrange's, Maggi's and Kane's equations applied to the dynamic "
    "modelling of serial manipulator, Table 3"
)
GRADES: Mapping[str, Grades] = {
    "kane": Grades(derivation=2, interpretability=5, modularity=2, elimination=5),
    "lagrange": Grades(derivation=4, interpretability=3, modularity=2, elimination=5),
    "maggi": Grades(derivation=5, interpretability=2, modularity=5, elimination=5),
}
"""Grades of Malvezzi, Orsino and Hess Coelho, Table 3: judgements on a serial manipulator derived by hand."""


@dataclass(frozen=True)
class Reading:
    """How readable the printed equations are.

    `terms`: additive terms of M, f, A and b, each use of a type counted; `equations`: the rows that they stand in;
    `printed`: the same terms with each type once, as it is printed. `named`: share of the terms of M and f that belong
    to one body (or one load) and one effect (inertia, velocity, gravity, load). `depth`: 1 for the equations of the
    parts, and 1 for each level of constraints above them.
    """

    terms: int
    equations: int
    printed: int
    named: float
    depth: int

    @property
    def terms_per_equation(self) -> float:
        """Additive terms in one row of M v' = f or A v' = b, on average."""
        return self.terms / self.equations

    @property
    def effort(self) -> float:
        """Terms that must be read, over the share that explains itself: printed / named."""
        return self.printed / max(self.named, 1e-3)  # a share of 0 reads as 1 in 1000


@dataclass(frozen=True)
class Addition:
    """What one more component costs: a body of four numbers hung by a pin from the machine's last body.

    Differences to the machine as it was, in operations, in time to derive (s; noise of the clock included), in speeds
    and in constraints; `rewritten` is how many equations M v' = f that were there before gained terms in new speeds.
    """

    operations: int
    derive_seconds: float
    speeds: int
    constraints: int
    rewritten: int


@dataclass(frozen=True)
class Row:
    """One formalism: sizes, times (s), operations of v'(t, q, v, u, p) after equal ones are merged, disagreement.

    `disagreement` is the largest difference in the acceleration of any quantity that all formalisms know, over the
    largest acceleration of the same unit at that state, from those of the first formalism, over `compared` states.
    """

    formalism: str
    coordinates: int
    speeds: int
    constraints: int
    degrees_of_freedom: int
    derive_seconds: float
    compile_seconds: float
    evaluation_seconds: float
    operations: int
    disagreement: float
    compared: int
    reading: Reading | None = None
    addition: Addition | None = None

    @property
    def grades(self) -> Grades | None:
        """Grades in print, for the approaches that have some."""
        return GRADES.get(self.formalism)


@dataclass(frozen=True)
class Pair:
    """A formalism with a join: operations and time (s, NaN where not timed) of v', and disagreement as of a `Row`.

    `default` is the pair that `lw.compile(machine)` takes.
    """

    formalism: str
    join: str
    operations: int
    evaluation_seconds: float
    disagreement: float
    default: bool = False


@dataclass(frozen=True)
class Comparison:
    """The same machine by several formalisms; the first row is what the others are compared with.

    `pairs` are formalisms with each of their joins; `refused` those that do not take this machine, with the reason;
    `recommendation` are sentences that follow from the numbers by the rules in `analysis.recommendation`.
    """

    name: str
    title: str
    states: int
    backend: str
    rows: tuple[Row, ...]
    pairs: tuple[Pair, ...]
    refused: Mapping[str, str]
    component: str
    notes: tuple[str, ...]
    recommendation: tuple[str, ...]

    def __getitem__(self, formalism: str) -> Row:
        for row in self.rows:
            if row.formalism == formalism:
                return row
        raise KeyError(formalism)

    def as_dict(self) -> dict[str, object]:
        """Plain data for JSON."""
        record = asdict(self)
        for row, plain in zip(self.rows, record["rows"], strict=True):
            if row.reading is not None:
                plain["reading"] |= {
                    "terms_per_equation": row.reading.terms_per_equation,
                    "effort": row.reading.effort,
                }
            plain["grades"] = None if row.grades is None else asdict(row.grades)
        for pair in record["pairs"]:
            if math.isnan(pair["evaluation_seconds"]):
                pair["evaluation_seconds"] = None
        return record | {"grades_source": GRADES_SOURCE}

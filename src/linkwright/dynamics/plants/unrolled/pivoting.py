"""A choice of rows and pivots, made at a state and compiled; and how one sees that it no longer fits."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.dynamics.joins.contract import Join
from linkwright.dynamics.joins.symbolic import Straight, solve_ldl
from linkwright.dynamics.plants.unrolled.recent import Recent
from linkwright.dynamics.scales import Scales
from linkwright.dynamics.system.matrices import matrices
from linkwright.dynamics.system.system import System, called
from linkwright.symbolic import select_rows

WEAK_PIVOT = 0.02
"""A pivot that has shrunk to this share of its value where it was chosen asks for a new choice: at 1/50 about two
digits of the sixteen are at risk, and a new choice costs milliseconds."""

DROPPED = 1e-6
"""Residual of a row dropped as redundant, over the size of its terms, above which it is no longer redundant; rounding
and projection leave less than 1e-9."""

MOST_CODES = 64
"""Codes of one machine that are kept, with what is compiled of them, for choices made elsewhere or for other values."""
MOST_KERNELS = 16
"""Kernels and leaps, each for other integrators, inputs and events, that are kept of one choice."""


@dataclass(frozen=True, eq=False)
class Choice:
    """Straight-line code of a join with the pivots' values at the state where they were chosen.

    `engines` keeps what was compiled of this code lately, by what it was compiled for; choices with the same code share
    it, so it holds nothing of the place where one was made.
    """

    system: System
    join: Join
    code: Straight
    reference_pivots: Array
    reference_signed: Array
    weights: Array
    made_at: tuple[float, Array]
    at_making: tuple[float, Array, Array, Array, Array]
    engines: Recent = field(default_factory=lambda: Recent(MOST_KERNELS))

    @staticmethod
    def make(system: System, join: Join, at: tuple[float, Array, Array, Array, Array]) -> Choice:
        """Choose rows and pivots from the numbers at (t, q, v, u, p)."""
        t, q, v, u, p = at
        # Pivots are chosen on numbers without dimension, so that the unit of length decides nothing.
        M, f, A, b = called(matrices(system), t, q, v, u, p)
        scales = Scales.of(system, p)
        chosen = join.code_for(system, p, scales.inertia(M, f)[0], *scales.constraints(A, b))
        code, engines = _shared(system, chosen, np.diag(M))
        pivots = system.function("pivots", [code.pivots, _signed(system, code)])
        reference, signed = (e.ravel() for e in called(pivots, t, q, v, u, p))
        # Weights of the projections: inertias; what has none takes part least.
        diagonal = np.diag(M).copy()
        diagonal[diagonal <= 0] = np.max(diagonal, initial=1.0)
        return Choice(system, join, code, reference, signed, diagonal, (t, q), at, engines)

    def at(self, t: float, q: Array, v: Array, u: Array, p: Array) -> tuple[Array, Array]:
        """Accelerations and fit, as numbers."""
        vdot, fit = called(self.forward, t, q, v, u, p)
        return vdot.ravel(), fit.ravel()

    @cached_property
    def forward(self) -> ca.Function:
        """(t, q, v, u, p) -> v', fit: how well the choice fits.

        fit[0] is the smallest pivot over its value where it was chosen (negative: it has changed sign); fit[1] the
        largest residual of a dropped row over the size of its terms.
        """
        return self.system.function("forward", [self.code.vdot, self.fit])

    @property
    def fit(self) -> ca.SX:
        """Expressions of fit[0] and fit[1]."""
        pivots = self.code.pivots
        ratios = pivots / ca.DM(self.reference_pivots) if pivots.numel() else ca.SX(1)
        return ca.vertcat(ca.mmin(ratios), self._dropped)

    @property
    def _dropped(self) -> ca.SX:
        return ca.mmax(self.code.dropped) if self.code.dropped.numel() else ca.SX(0)

    @cached_property
    def reference(self) -> Array:
        """Values of all pivots where the choice was made: those of the code, then those that change sign."""
        return np.concatenate([self.reference_pivots, self.reference_signed])

    def run_fit(self, reference: ca.SX, *, signed: bool = True) -> ca.SX:
        """The same over given reference values, for a run, which must see that it has stepped over a singular place.

        fit[0] is negative then, if the reference has the signs of the side where the run was; without `signed` it is
        not: the code is as good on the other side.
        """
        count, code = self.reference_pivots.size, self.code
        ratios = [ca.fabs(code.pivots / select_rows(reference, range(count)))] if count else []
        if self.reference_signed.size:
            with_sign = _signed(self.system, code) / select_rows(reference, range(count, reference.numel()))
            ratios.append(with_sign if signed else ca.fabs(with_sign))
        return ca.vertcat(ca.mmin(ca.vertcat(*ratios)) if ratios else ca.SX(1), self._dropped)

    def all_ratios(self, at: Sequence[Any]) -> Array:
        """All pivots at (t, q, v, u, p) over their values where the choice was made; those that change sign last."""
        return called(self.ratios_function, *at)[0].ravel() if self.reference.size else np.zeros(0)

    @cached_property
    def ratios_function(self) -> ca.Function:
        """(t, q, v, u, p) -> all ratios."""
        pivots = ca.veccat(self.code.pivots, _signed(self.system, self.code))
        return self.system.function("ratios", [pivots / ca.DM(self.reference)])

    def pivots_of(self, y: ca.SX) -> ca.Function:
        """(t, y, u, p) -> all pivots, for a state y = (q, v, integrals); a kernel, the same wherever it was chosen."""
        system = self.system
        state = ca.vertcat(system.q, system.v, select_rows(y, range(system.q.numel() + system.n, y.numel())))
        pivots = ca.veccat(self.code.pivots, _signed(system, self.code))
        found = ca.densify(pivots) if self.reference.size else ca.SX(1)
        return ca.Function("pivots", [system.t, state, system.u, system.p], [found])

    def ratios(self, at: Sequence[Any]) -> Array:
        """The same of those that change sign."""
        return self.all_ratios(at)[self.reference_pivots.size :]

    def sides(self, at: Sequence[Any]) -> Array:
        """Signs of the signed pivots at (t, q, v, u, p), relative to where the choice was made."""
        return np.sign(self.ratios(at))

    def fits(self, at: Sequence[Any], limit: float) -> bool:
        """Whether the choice fits at (t, q, v, u, p): no pivot below the limit, dropped rows satisfied, all finite."""
        vdot, fit = (e.ravel() for e in called(self._watch, *at))
        return bool(np.all(np.isfinite(vdot)) and fit[0] > limit and fit[1] <= DROPPED)

    @cached_property
    def _watch(self) -> ca.Function:
        """(t, q, v, u, p) -> v', fit without regard to signs."""
        fit = self.run_fit(ca.SX(ca.DM(self.reference)), signed=False)
        return self.system.function("watch", [self.code.vdot, fit])

    @property
    def library(self) -> codegen.Library:
        """The forward dynamics as machine code: (t, q, v, u, p, reference pivots) -> v', fit."""
        found = self.engines.get("forward")
        if found is None:
            pivots, system = self.code.pivots, self.system
            ref = ca.SX.sym("ref", max(1, pivots.numel()))
            fit = ca.vertcat(ca.mmin(pivots / ref) if pivots.numel() else ca.SX(1), self._dropped)
            function = system.function("forward", [self.code.vdot, fit], [ref])
            found = self.engines["forward"] = codegen.build({"forward": function})
        assert isinstance(found, codegen.Library)
        return found

    @cached_property
    def own_pivots(self) -> Array:
        """Reference pivots as `library` takes them: one at least."""
        return self.reference_pivots if self.reference_pivots.size else np.ones(1)

    def project_positions(self) -> ca.Function:
        """(t, q, p, w) -> corrected q, largest gap before: q + N d, d of least weighted size with A d = -g.

        d = -W^-1 A^T (A W^-1 A^T)^-1 g over the kept rows that have a position level; W = diag(w).
        """
        system = self.system
        w = ca.SX.sym("w", system.n)
        # Rows that are constraints of speeds alone have no gap to close.
        holonomic = set(system.g_rows)
        rows = [row for row in self.code.kept_rows if row in holonomic]
        place = {row: k for k, row in enumerate(system.g_rows)}
        if not rows:
            return ca.Function("project_q", [system.t, system.q, system.p, w], [system.normalised(system.q), ca.SX(0)])
        A, g = system.A[rows, :], select_rows(system.g, [place[row] for row in rows])
        step = _least(A, w, -g)
        largest = ca.mmax(ca.fabs(g))
        arguments = [system.t, system.q, system.p, w]
        once = ca.Function("project_q", arguments, [system.normalised(ca.densify(system.q + system.N @ step)), largest])
        if len(rows) == len(system.g_rows):
            return once
        # What one step leaves, a square of the gap, comes out larger in dropped rows, by the condition of those kept.
        # There it would look like rank: redundancy holds only as far as the constraints do. A second step removes it.
        closer, _ = once(*arguments)
        return ca.Function("project_q", arguments, [once(system.t, closer, system.p, w)[0], largest])

    def project_speeds(self) -> ca.Function:
        """(t, q, v, p, w) -> corrected v, largest residual before; one Newton step on phi over the kept rows."""
        system = self.system
        w = ca.SX.sym("w", system.n)
        rows = list(self.code.kept_rows)
        arguments = [system.t, system.q, system.v, system.p, w]
        if not rows:
            return ca.Function("project_v", arguments, [system.v, ca.SX(0)])
        phi = select_rows(system.phi, rows)
        step = _least(system.A[rows, :], w, -phi)
        return ca.Function("project_v", arguments, [ca.densify(system.v + step), ca.mmax(ca.fabs(phi))])


def _shared(system: System, code: Straight, inertias: Array) -> tuple[Straight, Recent]:
    """The same code as it was written first, with what is compiled of it; written anew it would be compiled again.

    Forces of contacts are found by least squares with the inertias as weights, so those are part of the code there.
    """
    outputs = [code.vdot, code.pivots, code.signed, code.dropped, *([] if code.S is None else [code.S])]
    weights = inertias.tobytes() if system.equations.switched else b""
    # Equal code is recognised by its text.
    text = ca.Function("code", system.arguments, [ca.densify(each) for each in outputs]).serialize()
    key = hashlib.sha256(text.encode() + weights).digest(), code.kept_rows, code.dropped_rows
    known: Recent = system.cached("codes", lambda: Recent(MOST_CODES))
    found = known.get(key)
    if found is None:
        found = known[key] = (code, Recent(MOST_KERNELS))
    return replace(found[0], margin=code.margin), found[1]


def _signed(system: System, code: Straight) -> ca.SX:
    """What changes sign where a run steps over a singular place: of the constraints, or of the coordinates."""
    return ca.veccat(code.signed, *[expression for expression, _ in system.hazards])


def _least(A: ca.SX, w: ca.SX, right: ca.SX) -> ca.SX:
    spread = ca.sparsify(ca.diag(1 / w) @ A.T)
    l, _ = solve_ldl(ca.sparsify(A @ spread), ca.densify(right))
    return ca.densify(spread @ l)

"""Frequency response of a machine at rest, and its exact derivatives by parameters.

At rest q, speeds without a coordinate v and the multipliers l depend on the parameters p by

    H = (f + A^T l, g) = 0,

so dH/dw dw = -dH/dp dp with w = (q, v, l). Where it may rest in many places, as a weight that constant torques carry
does at any height, directions in which it may move are held. Deviations d = (dq, dv) for a unit of each state, and
accelerations, solve

    L d = R:  g_q dq = 0,  phi_q dq + A dv = 0,  rows of the states d = 1
    M dv' - A^T dl = (f + A^T l)_q dq + (f + A^T l)_v dv,   A dv' = b_q dq + b_v dv

linear equations whose entries CasADi differentiates along (dw, dp); from L d = R follows L d(d) = -dL d, and so on.
With x' = A x + B u, y = C x + D u of these,

    G = C (s - A)^-1 B + D,   dG = dC X + C (s - A)^-1 (dA X + dB) + dD,   X = (s - A)^-1 B.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.analysis.linear.lifted.plant import EFFORTS
from linkwright.analysis.linear.point import known_names, point_at
from linkwright.analysis.linear.states import chart_at
from linkwright.arrays import Array, ComplexArray
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.rank import Scales
from linkwright.dynamics.system import call_function
from linkwright.faults import Faults, close_matches
from linkwright.symbolic import directional, jacobian

MOST_REST_STEPS = 30
"""Newton steps to where the machine rests; a handful is usual."""
REST_STEP = 1e-13
"""Newton step, over the scales of the coordinates, that is none."""
RESTS = 1e-9
"""Forces left over, over the largest, at which the machine rests."""
RESTS_ANYWHERE = 1e-8
"""Singular value of the balance over the largest below which the machine rests anywhere in a direction."""
SAME_RANK = 1e-12
"""Singular value over the largest below which an equation follows from the others."""


@dataclass(frozen=True, eq=False)
class Rest:
    """Where a machine rests: the state, and the multipliers of its constraints."""

    state: State
    l: Array


@dataclass(frozen=True, eq=False)
class Neutral:
    """Directions N (k, coordinates and speeds without one) in which a machine rests anywhere, and where it is held."""

    N: Array
    at: Array


@dataclass(frozen=True, eq=False)
class _Matrices:
    """Entries of the equations of this module, or their derivatives in one direction."""

    H: Array
    force_q: Array
    force_v: Array
    force_in: Array
    right_q: Array
    right_v: Array
    right_in: Array
    M: Array
    A: Array
    gaps_q: Array
    phi_q: Array
    z_q: Array
    s_q: Array
    s_v: Array
    a_q: Array
    a_v: Array


class ParametricResponse:
    """Response of an output to an input of a machine at rest under inputs u that are held.

    The input is one of the machine, or `force on x`, `torque on x`; the output a quantity, `x`, `x'` or `x''`.
    `neutral` says where it rests of many places; without, it is the nearest.
    """

    def __init__(
        self,
        dynamics: Dynamics,
        input: str,  # noqa: A002  the word of every response
        output: str,
        u: Array,
        neutral: Neutral | None = None,
    ) -> None:
        self.dynamics, self.u = dynamics.in_full_matrices("identify"), u
        self.held = Neutral(np.zeros((0, self._places)), np.zeros(self._places)) if neutral is None else neutral
        faults = Faults("frequency response")
        names = known_names(self.dynamics)
        aliases = {short: names[full] for short, full in dynamics.equations.aliases.items() if full in names}
        known = {**aliases, **names}
        if output not in known:
            faults.add(f"no output {output!r}; {close_matches(str(output), known)}")
        self.column = dynamics.inputs.index(input) if input in dynamics.inputs else -1
        self.effort = -1
        if self.column < 0:
            places = [name for name in known if not name.endswith("'")]
            quantity = next((input.removeprefix(words) for words in EFFORTS if input.startswith(words)), None)
            if quantity in places:
                self.effort = known[quantity][0]
            else:
                efforts = [f"force on {name}" for name in places]
                faults.add(f"no input {input!r}; {close_matches(str(input), [*dynamics.inputs, *efforts])}")
        faults.stop()
        self.number, self.order = known[output]

    # -- expressions ---------------------------------------------------------------------------------------------------

    @property
    def _system_key(self) -> tuple[object, ...]:
        return "parametric response", self.column, self.effort

    @cached_property
    def _functions(self) -> tuple[ca.Function, ca.Function]:
        """(t, q, v, u, p, l) -> all entries; and, with a direction (q, v, p, l), their derivatives along it."""
        system = self.dynamics.system

        def make() -> tuple[ca.Function, ca.Function]:
            q, v, u = system.q, system.v, system.u
            l = ca.SX.sym("l", system.m)
            force = ca.densify(system.f + system.A.T @ l)
            right = ca.densify(system.b) if system.m else ca.SX(0, 1)
            lengths = [ca.dot(q[group], q[group]) - 1 for group in system.units]
            gaps = ca.vertcat(ca.SX(0, 1), system.g, *lengths)
            z = ca.vertcat(*[each.z if each.z is not None else ca.SX(0) for each in system.quantities])
            s = ca.vertcat(*[each.s for each in system.quantities])
            rate = directional(s, q, system.qdot) + ca.jtimes(s, system.t, ca.SX(1))  # without what v' adds
            s_v = jacobian(s, v)
            if self.effort >= 0:
                force_in, right_in = s_v[self.effort, :].T, ca.SX(system.m, 1)
            else:
                force_in, right_in = (jacobian(each, u)[:, self.column] for each in (force, right))
            entries = [
                ca.vertcat(force, gaps),
                *[jacobian(force, x) for x in (q, v)], force_in,
                *[jacobian(right, x) for x in (q, v)], right_in,
                system.M, system.A, jacobian(gaps, q), jacobian(system.phi, q),
                jacobian(z, q), jacobian(s, q), s_v, *[jacobian(rate, x) for x in (q, v)],
            ]  # fmt: skip
            along = [
                ca.SX.sym(f"d{name}", each.numel()) for name, each in zip("qvpl", (q, v, system.p, l), strict=True)
            ]
            arguments, direction = ca.vertcat(q, v, system.p, l), ca.vertcat(*along)
            changes = [directional(ca.densify(each), arguments, direction) for each in entries]
            return (
                system.function("response", entries, extra=[l]),
                system.function("response_change", changes, extra=[l, *along]),
            )

        found: tuple[ca.Function, ca.Function] = system.cached(self._system_key, make)
        return found

    def _entries(self, rest: Rest) -> _Matrices:
        at = rest.state
        return _Matrices(*call_function(self._functions[0], at.t, at.q, at.v, self.u, self.dynamics.p, rest.l))

    def _change(self, rest: Rest, dp: Array, dw: tuple[Array, Array, Array] | None = None) -> _Matrices:
        at, system = rest.state, self.dynamics.system
        dq, dv, dl = dw or (np.zeros(system.q.numel()), np.zeros(system.n), np.zeros(system.m))
        arguments = (at.t, at.q, at.v, self.u, self.dynamics.p, rest.l, dq, dv, dp, dl)
        return _Matrices(*call_function(self._functions[1], *arguments))

    # -- rest ----------------------------------------------------------------------------------------------------------

    @cached_property
    def _bare(self) -> list[int]:
        """Speeds that change no coordinate: currents, states of filters."""
        system = self.dynamics.system
        return [k for k in range(system.n) if not system.moves(k)]

    @cached_property
    def _places(self) -> int:
        """Coordinates and speeds without one."""
        return int(self.dynamics.system.q.numel()) + len(self._bare)

    def _balance(self, at: _Matrices) -> tuple[Array, Array, Array]:
        """dH/dw and what is held in scaled rows and columns of w = (q, bare v, l), and both scales."""
        scales = Scales.of(self.dynamics.system, self.dynamics.p)
        gaps, none = len(at.gaps_q), np.zeros((len(at.gaps_q), len(self._bare) + len(at.A)))
        whole = np.vstack([np.hstack([at.force_q, at.force_v[:, self._bare], at.A.T]), np.hstack([at.gaps_q, none])])
        columns = np.concatenate([scales.coordinates, scales.speeds[self._bare], 1 / scales.rows])
        sizes = np.linalg.norm(whole * columns, axis=1)
        sizes[len(sizes) - gaps :] = np.append(scales.gaps, np.ones(gaps - len(scales.gaps)))
        sizes = np.where(sizes > 0, sizes, 1.0)
        N = self.held.N
        held = np.hstack([N, np.zeros((len(N), len(at.A)))])
        return np.vstack([whole * columns / sizes[:, None], held]), sizes, columns

    def neutral_at(self, rest: Rest) -> Neutral:
        """Directions in which the machine may move and still rest."""
        whole, _, columns = self._balance(self._entries(rest))
        _, sizes, right = linear_algebra.svd(whole)
        rank = int(np.sum(sizes > RESTS_ANYWHERE * sizes[0]))
        # Multipliers of constraints that are there twice move nothing.
        _, lengths, moving = linear_algebra.svd(right[rank:, : self._places], full_matrices=False)
        return Neutral(moving[lengths > RESTS_ANYWHERE], self._scaled_places(rest, columns))

    def _scaled_places(self, rest: Rest, columns: Array) -> Array:
        return np.concatenate([rest.state.q, rest.state.v[self._bare]]) / columns[: self._places]

    def _split(self, w: Array) -> tuple[Array, Array, Array]:
        system = self.dynamics.system
        dv = np.zeros(system.n)
        places, bare = system.q.numel(), len(self._bare)
        dv[self._bare] = w[places : places + bare]
        return w[:places], dv, w[places + bare :]

    def rest_near(self, state: State) -> Rest:
        """Where the machine rests near a state, by Newton steps of least size; refused where it does not."""
        dynamics, system = self.dynamics, self.dynamics.system
        moving = [k for k in range(system.n) if system.moves(k)]
        if np.any(state.v[moving]):
            raise Refused(
                "identify: the state moves; a frequency response is compared with that of the machine at rest, of "
                "assemble(positions)"
            )
        found = Rest(state, np.zeros(system.m))
        for _ in range(MOST_REST_STEPS):
            at = self._entries(found)
            whole, sizes, columns = self._balance(at)
            if not np.isfinite(whole).all():
                break
            off = self.held.N @ (self._scaled_places(found, columns) - self.held.at)
            step = columns * linear_algebra.lstsq(whole, -np.append(at.H.ravel() / sizes, off), rcond=SAME_RANK)[0]
            dq, dv, dl = self._split(step)
            q = system.normalise(found.state.q + dq)
            found = Rest(dynamics.state(q, found.state.v + dv, state.t), found.l + dl)
            here = np.concatenate([found.state.q, found.state.v[self._bare], found.l])
            if np.all(np.abs(step / columns) <= REST_STEP * (1 + np.max(np.abs(here / columns), initial=0.0))):
                break
        at = self._entries(found)
        forces, gaps = at.H.ravel()[: system.n], at.H.ravel()[system.n :]
        # Terms of the balance are as large as what held inputs, gravity or springs give: f, and A^T l.
        terms = np.abs(forces - at.A.T @ found.l) + np.abs(at.A.T) @ np.abs(found.l)
        left = np.abs(forces) - RESTS * np.max(terms, initial=0.0)
        if not (np.all(left <= 1e-12) and np.all(np.abs(gaps) <= RESTS)):
            worst = int(np.argmax(left)) if system.n else 0
            raise Refused(
                f"identify: {dynamics.name} does not rest near this state: the balance of {dynamics.speeds[worst]} is "
                f"off by {forces[worst]:.4g}; give inputs that hold it, or the state of analysis.equilibrium(...)"
            )
        return found

    # -- the linear model ----------------------------------------------------------------------------------------------

    def evaluate(self, rest: Rest, frequencies: Array, changes: Sequence[Array]) -> tuple[ComplexArray, ComplexArray]:
        """G (n) at frequencies (Hz), and dG (n, k) along changes dp of all parameters."""
        at = self._entries(rest)
        point = point_at(self.dynamics, rest.state, self.u)
        which = chart_at(self.dynamics, point).which
        model = _Linear(self, at, which)
        s = 2j * np.pi * frequencies
        inside = s[:, None, None] * np.eye(len(which)) - model.A
        X = linear_algebra.solve(inside, np.broadcast_to(model.B, (len(s), *model.B.shape)))
        left = linear_algebra.solve(inside.transpose(0, 2, 1), np.broadcast_to(model.C.T, (len(s), *model.C.T.shape)))
        G = np.asarray((model.C @ X)[:, 0, 0] + model.D, dtype=np.complex128)
        slopes = np.zeros((len(s), len(changes)), dtype=complex)
        whole, sizes, columns = self._balance(at)
        for k, dp in enumerate(changes):
            own = np.append(self._change(rest, dp).H.ravel() / sizes, np.zeros(len(self.held.N)))
            dw = self._split(columns * linear_algebra.lstsq(whole, -own, rcond=SAME_RANK)[0])
            dA, dB, dC, dD = model.change(self._change(rest, dp, dw))
            slopes[:, k] = (dC @ X + left.transpose(0, 2, 1) @ (dA @ X + dB))[:, 0, 0] + dD
        return G, slopes


class _Linear:
    """A, B (n, 1), C (1, n), D of a response in given states, and their change with the entries of the equations."""

    def __init__(self, response: ParametricResponse, at: _Matrices, which: list[tuple[int, int]]) -> None:
        self.at, self.which = at, which
        self.output = (response.number, response.order)
        self.places, self.speeds = at.force_q.shape[1], at.force_v.shape[1]
        self.deviations, self.inverse = self._deviations()
        self.back = self._accelerations()
        right = np.vstack([self._stack(at.force_q, at.force_v), self._stack(at.right_q, at.right_v)])
        self.y = self.back @ (right @ self.deviations)
        self.y_in = self.back @ np.vstack([at.force_in, at.right_in])
        states = self._rows(at, self.which)
        self.A = states @ self.deviations + self._s_v(at, self.which) @ self.y[: self.speeds]
        self.B = self._s_v(at, self.which) @ self.y_in[: self.speeds]
        output = self._row(at, *self.output)
        self.C, self.D = output @ self.deviations, 0.0
        if self.output[1] == 2:
            last = at.s_v[[self.output[0]]]
            self.C = self.C + last @ self.y[: self.speeds]
            self.D = float((last @ self.y_in[: self.speeds])[0, 0])

    @staticmethod
    def _stack(of_q: Array, of_v: Array) -> Array:
        return np.hstack([of_q, of_v])

    def _row(self, at: _Matrices, number: int, order: int) -> Array:
        """Slopes (1, q and v) of a position, a speed or the part of an acceleration that v' does not give."""
        pair = ((at.z_q, np.zeros_like(at.s_v)), (at.s_q, at.s_v), (at.a_q, at.a_v))[order]
        return self._stack(*(each[[number]] for each in pair))

    def _rows(self, at: _Matrices, which: list[tuple[int, int]]) -> Array:
        """The same of the rates of states."""
        return np.vstack([self._row(at, number, order + 1) for number, order in which])

    def _s_v(self, at: _Matrices, which: list[tuple[int, int]]) -> Array:
        """What v' adds to the rates of states: nothing to those of positions."""
        return np.array([at.s_v[number] if order == 1 else np.zeros(self.speeds) for number, order in which])

    def _equations(self, at: _Matrices) -> Array:
        """L of the deviations."""
        closed = self._stack(at.gaps_q, np.zeros((len(at.gaps_q), self.speeds)))
        return np.vstack([closed, self._stack(at.phi_q, at.A), *[self._row(at, *entry) for entry in self.which]])

    def _deviations(self) -> tuple[Array, Array]:
        """Deviations (q and v, n) for a unit of each state, and the inverse of L."""
        L = self._equations(self.at)
        lengths = np.linalg.norm(L, axis=1)
        rows = np.where(lengths > 0, lengths, 1.0)
        inverse = linear_algebra.pinv(L / rows[:, None], rcond=SAME_RANK) / rows
        return inverse[:, len(L) - len(self.which) :], inverse

    def _system(self, at: _Matrices) -> Array:
        """M, -A^T; A, 0 of (v', l)."""
        m = len(at.A)
        return np.vstack([np.hstack([at.M, -at.A.T]), np.hstack([at.A, np.zeros((m, m))])])

    def _accelerations(self) -> Array:
        """Inverse of these equations, of unit diagonal of M and rows of A of length 1."""
        diagonal = np.diag(self.at.M)
        d = 1 / np.sqrt(np.where(diagonal > 0, diagonal, 1.0))
        lengths = np.linalg.norm(self.at.A * d, axis=1)
        sizes = np.concatenate([d, 1 / np.where(lengths > 0, lengths, 1.0)])
        even = sizes[:, None] * self._system(self.at) * sizes
        return np.asarray(sizes[:, None] * linear_algebra.pinv(even, rcond=SAME_RANK) * sizes)

    def change(self, d: _Matrices) -> tuple[Array, Array, Array, float]:
        """dA, dB, dC, dD for a change d of all entries."""
        at, n = self.at, self.speeds
        moved = -self.inverse @ (self._equations(d) @ self.deviations)
        right = np.vstack([self._stack(at.force_q, at.force_v), self._stack(at.right_q, at.right_v)])
        d_right = np.vstack([self._stack(d.force_q, d.force_v), self._stack(d.right_q, d.right_v)])
        d_system = self._system(d)
        y = (self.back @ (d_right @ self.deviations + right @ moved - d_system @ self.y))[:n]
        y_in = (self.back @ (np.vstack([d.force_in, d.right_in]) - d_system @ self.y_in))[:n]
        own, changed = self._s_v(at, self.which), self._s_v(d, self.which)
        dA = self._rows(d, self.which) @ self.deviations + self._rows(at, self.which) @ moved
        dA = dA + changed @ self.y[:n] + own @ y
        dB = changed @ self.y_in[:n] + own @ y_in
        dC = self._row(d, *self.output) @ self.deviations + self._row(at, *self.output) @ moved
        if self.output[1] < 2:
            return dA, dB, dC, 0.0
        last, d_last = at.s_v[[self.output[0]]], d.s_v[[self.output[0]]]
        dC = dC + d_last @ self.y[:n] + last @ y
        return dA, dB, dC, float((d_last @ self.y_in[:n] + last @ y_in)[0, 0])

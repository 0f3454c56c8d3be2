"""What a run of a machine with many parts needs beside its forward dynamics, as loops over types.

Rates of coordinates, powers of loads, energies, and Newton steps back onto the constraints; with the slope y' of the
state y = (q, v, works) in the form that time loops call. Their arrays are appended to those of the machine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import casadi as ca
import numpy as np

from linkwright.arrays import Array, Integers
from linkwright.dynamics.plants.rolled.loops.layout import Layout, loop_of
from linkwright.dynamics.plants.rolled.loops.machine import Rolled
from linkwright.dynamics.plants.rolled.loops.modules import moves
from linkwright.dynamics.plants.rolled.loops.tree import STRIDE
from linkwright.dynamics.system.gathering import Gathered, gather_kernel
from linkwright.equations import LoadType, Uses
from linkwright.symbolic import jacobian, select_rows

WORKS = {"source": 0, "loss": 1, "coupling": 1}
"""Which of the works the power of a load goes to; the third is that of moving constraints."""


class TimeKernels:
    """Loops of a run: `slope`, `project_q`, `project_v` (see `simulation.stepping`) and `sample`.

    `sample(I, R, t, q, v, u, e)` gives kinetic and potential energy, and the largest gaps of positions and of speeds.
    """

    def __init__(self, rolled: Rolled) -> None:
        self.rolled = rolled
        self.layout = Layout(first=len(rolled.I), room=len(rolled.R))
        self.functions: dict[str, ca.Function] = {}
        self._most = 1
        bodies = {
            "run_rates": self._rates(),
            "run_power": self._power(),
            "run_energies": self._energies(),
        }
        for name, size in (("rbox", self._most), ("rout", self._most), ("still", len(rolled.v_dst)), ("low", 1)):
            self.layout.real(name, size)
        self.layout.real("idle", rolled.record.sizes["u"])
        self.layout.real("turn", len(rolled.q_dst))
        self._units()
        self.layout.number("event_n", 0)
        self.layout.number("event_reads", 0)
        self.layout.index("event_in", [])
        given = {"run_rates": "dq: Array", "run_power": "w: Array", "run_energies": "e: Array"}
        self.loops = [self._loop(name, body, f"I: Integers, R: Array, {given[name]}") for name, body in bodies.items()]
        self.loops += [self._slope(), self._sample(), self._positions(), self._speeds(), self._event_arguments()]
        self._I, self._R, places = self.layout.arrays()
        self.low = places["low"].start

    def _loop(self, name: str, body: str, given: str, before: str = "") -> Callable[..., object]:
        return loop_of((self.rolled.layout, self.layout), name, body or "    pass\n", given, before)

    def arrays(self, work: Array, events: Integers | None = None) -> tuple[Integers, Array]:
        """I and R of a run, from the working array of the machine; `events` are places in Z of what its events take."""
        I, own = np.concatenate([self.rolled.I, self._I]), len(self.rolled.I)
        # How many there are, and whether to read for them, stand in the table of what is appended.
        if events is not None:
            places, reads = self._event_places(events)
            I[own + self.layout.table["event_n"]] = len(places)
            I[own + self.layout.table["event_reads"]] = reads
            I = np.concatenate([I, places])  # `event_in` is the last array
        return I, self.rolled.copy(work, len(self._R))

    def _event_places(self, places: Integers) -> tuple[Integers, bool]:
        """Places in Z of some values, or -1 - k for the entry k of (q, v, u); whether a state must be read for them.

        Coordinates and speeds of the machine's own, and inputs, are at hand; all else of a state must be read first.
        """
        rolled, starts = self.rolled, self.rolled.starts
        nq, nv = len(rolled.q_dst), len(rolled.v_dst)
        # Places in Z of everything, those of what is at hand replaced.
        found = np.arange(starts["v"] + rolled.record.sizes["v"])
        found[starts["q"] + rolled.q_dst] = -1 - np.arange(nq)
        found[starts["v"] + rolled.v_dst] = -1 - nq - np.arange(nv)
        found[starts["u"] : starts["q"]] = -1 - nq - nv - np.arange(starts["q"] - starts["u"])
        return found[places], bool((found[places] >= starts["q"]).any())

    # -- loops over uses ------------------------------------------------------------------------------------------

    def _over(self, name: str, uses: Uses[Any], outputs: list[ca.SX], after: str) -> tuple[Gathered, str]:
        """A loop over uses: gather, call, and what is done with `rout` (8 spaces in)."""
        made = gather_kernel(name, uses, outputs, self.rolled.starts)
        self.functions[name] = made.kernel
        self._most = max(self._most, made.count, made.kernel.numel_out(0))
        self.layout.index(f"{name}_in", made.index)
        self.layout.number(f"{name}_n", len(uses))
        body = f"    for r in range({name}_n):\n"
        body += "".join(f"        rbox[{m}] = Z[{name}_in[{made.count} * r + {m}]]\n" for m in range(made.count))
        return made, body + f"        {name}(rbox, rout)\n{after}"

    def _rates(self) -> str:
        """q' of the machine's own coordinates, from what is in Z."""
        rolled = self.rolled
        # Places of the machine's own coordinates among those of the record; -1: it follows from others.
        own = np.full(rolled.record.sizes["q"], -1, dtype=np.int64)
        own[rolled.q_dst] = np.arange(len(rolled.q_dst))
        body = ""
        for k, uses in enumerate(rolled.record.blocks):
            rows = [j for j in range(uses.q.shape[1]) if len(uses) and own[uses.q[0, j]] >= 0]
            if not rows:
                continue
            after = "".join(f"        dq[rate{k}_out[{len(rows)} * r + {m}]] = rout[{m}]\n" for m in range(len(rows)))
            self.layout.index(f"rate{k}_out", own[uses.q[:, rows]])
            body += self._over(f"rate{k}", uses, [select_rows(uses.type.qdot, rows)], after)[1]
        return body

    def _power(self) -> str:
        """Powers whose integrals are the works."""
        body = "    w[0] = 0.0\n    w[1] = 0.0\n    w[2] = 0.0\n"
        for k, uses in enumerate(self.rolled.record.loads):
            kind = uses.type
            if kind.category in WORKS:
                after = f"        w[{WORKS[kind.category]}] += rout[0]\n"
                body += self._over(f"power{k}", uses, [ca.dot(_speed(kind), kind.effort)], after)[1]
        constraints = self.rolled.constraints
        # Constraints that do not depend on time do no work.
        if constraints is None or not self.moving:
            return body
        # Power of those that move is their multipliers times A v.
        for k, constraint in enumerate(constraints.uses):
            if not moves(constraint.type):
                continue
            A = ca.sparsify(constraint.type.local.at_rest(constraint.type.A))
            r_of = A.sparsity().get_triplet()[0]
            rows, nz, row, at = (
                len(constraint.type.rows),
                len(r_of),
                constraints.first_rows[k],
                constraints.first_entries[k],
            )
            body += f"    for r in range(constraint{k}_n):\n" + "".join(
                f"        w[2] += lam[{row} + {rows} * r + {int(r_of[m])}] * TA[{at} + {nz} * r + {m}] * "
                f"Z[v_at + constraint{k}_col[{nz} * r + {m}]]\n"
                for m in range(nz)
            )
        return body

    @property
    def moving(self) -> bool:
        """Whether constraints can do work."""
        return self.rolled.constraints is not None and any(moves(uses.type) for uses in self.rolled.constraints.uses)

    def _energies(self) -> str:
        """Kinetic and potential energy; poses and twists must have been read."""
        body = "    e[0] = 0.0\n    e[1] = 0.0\n"
        record, tree = self.rolled.record, self.rolled.tree
        for k, uses in enumerate(record.blocks):
            # Energies of blocks, of loads with a potential, and of links.
            if uses.type.inertias:
                energy = sum((part.energy for part in uses.type.inertias), ca.SX(0))
                body += self._over(f"kinetic{k}", uses, [energy], "        e[0] += rout[0]\n")[1]
        for k, load in enumerate(record.loads):
            if not ca.SX(load.type.potential).is_zero():
                body += self._over(f"potential{k}", load, [load.type.potential], "        e[1] += rout[0]\n")[1]
        if tree is not None:
            self.functions |= {f"energy{k}": kernels.energy for k, kernels in enumerate(tree.kernels)}
            self._most = max(self._most, 2)
            body += f"    for i in range(n):\n        at = {STRIDE} * i\n        kind = link[at]\n" + tree.each(
                f"energy{{k}}(P[{tree.pose} * (i + 1) :], c[link[at + 4] :], V[{tree.b} * (i + 1) :], acc, rout, "
                "rout[1:])"
            )
            body += "        e[0] += rout[0]\n        e[1] += rout[1]\n"
        return body

    def _units(self) -> None:
        """Groups of coordinates whose squares add up to 1, one after another with their starts."""
        groups = [
            [int(uses.q[row, k]) for k in group]
            for uses in self.rolled.equations.blocks
            for group in uses.type.units
            for row in range(len(uses))
        ]
        self.layout.number("units", len(groups))
        self.layout.index("unit_at", np.cumsum([0, *map(len, groups)]))
        self.layout.index("unit_q", [k for group in groups for k in group])

    # -- what time loops call -------------------------------------------------------------------------------------

    def _slope(self) -> Callable[..., object]:
        # Accelerations, rates of the coordinates, powers; the smallest pivot of all stages is kept for whoever looks
        # back.
        body = (
            "    forward(I, p, t, y, y[nq:], u, dy[nq:], fit)\n    run_rates(I, p, dy)\n"
            "    run_power(I, p, dy[nq + nv :])\n"
            "    if fit[0] < low[0]:\n        low[0] = fit[0]\n"
        )
        given = "t: Array, y: Array, u: Array, p: Array, ref: Array, dy: Array, fit: Array"
        return self._loop("slope", body, given, "    I = integers(ref)\n    R = p\n")

    def _sample(self) -> Callable[..., object]:
        body = "    readings(I, R, t, q, v, u)\n    run_energies(I, R, e)\n    e[2] = 0.0\n    e[3] = 0.0\n"
        if self.rolled.constraints is not None:
            body += (
                "    for k in range(m):\n        e[2] = max(e[2], abs(Tg[k]))\n        e[3] = max(e[3], abs(Tphi[k]))\n"
            )
        return self._loop("sample", body, "I: Integers, R: Array, t: Array, q: Array, v: Array, u: Array, e: Array")

    def _event_arguments(self) -> Callable[..., object]:
        """What events take, one after another: see `arrays`."""
        body = (
            "    if event_reads > 0:\n        read_state(I, R, t, y, y[nq:], u)\n"
            "    Z[t_at] = t[0]\n"
            "    for k in range(event_n):\n        at = event_in[k]\n"
            "        if at >= 0:\n            taken[k] = Z[at]\n"
            "        elif -1 - at < nq + nv:\n            taken[k] = y[-1 - at]\n"
            "        else:\n            taken[k] = u[-1 - at - nq - nv]\n"
        )
        given = "t: Array, y: Array, u: Array, p: Array, ref: Array, taken: Array"
        return self._loop("event_arguments", body, given, "    I = integers(ref)\n    R = p\n")

    def _positions(self) -> Callable[..., object]:
        """One Newton step of least size in the metric of the inertia; its factorisation serves the speeds next."""
        body = "    gap[0] = 0.0\n"
        if self.rolled.constraints is not None:
            body += (
                "    readings(I, R, t, q, still, idle)\n"
                "    for k in range(m):\n        gap[0] = max(gap[0], abs(Tg[k]))\n"
                "        if isnan(Tg[k]):\n            gap[0] = Tg[k]\n"
                "    factorise(I, R, t, q, still, idle)\n"
                "    for k in range(m):\n        rhs[k] = -Tg[k]\n"
                "    correct(I, R, tau)\n"
                "    for k in range(nv):\n        Z[v_at + v_dst[k]] = tau[k]\n"
                "    run_rates(I, R, turn)\n"
                "    for k in range(nq):\n        out[k] = q[k] + turn[k]\n"
            )
        else:
            body += "    for k in range(nq):\n        out[k] = q[k]\n"
        body += (
            "    for k in range(units):\n        length = 0.0\n"
            "        for j in range(unit_at[k], unit_at[k + 1]):\n            length += out[unit_q[j]] ** 2\n"
            "        length = sqrt(length)\n"
            "        for j in range(unit_at[k], unit_at[k + 1]):\n            at = unit_q[j]\n"
            "            out[at] = out[at] / length\n"
        )
        given = "t: Array, q: Array, p: Array, w: Array, out: Array, gap: Array"
        return self._loop("project_q", body, given, "    I = integers(w)\n    R = p\n")

    def _speeds(self) -> Callable[..., object]:
        """The same of the speeds, at the place that positions were last brought to."""
        body = "    gap[0] = 0.0\n"
        if self.rolled.constraints is not None:
            body += (
                "    readings(I, R, t, q, v, idle)\n"
                "    for k in range(m):\n        gap[0] = max(gap[0], abs(Tphi[k]))\n        rhs[k] = -Tphi[k]\n"
                "        if isnan(Tphi[k]):\n            gap[0] = Tphi[k]\n"
                "    correct(I, R, tau)\n"
                "    for k in range(nv):\n        out[k] = v[k] + tau[k]\n"
            )
        else:
            body += "    for k in range(nv):\n        out[k] = v[k]\n"
        given = "t: Array, q: Array, v: Array, p: Array, w: Array, out: Array, gap: Array"
        return self._loop("project_v", body, given, "    I = integers(w)\n    R = p\n")


def _speed(kind: LoadType) -> ca.SX:
    """The speed J v + s(v = 0) that a load works on: what cancels in J is not read for each use."""
    v, speed = kind.local.v, kind.local.at_rest(kind.speed)
    J = kind.local.at_rest(jacobian(speed, v))
    rest = ca.simplify(ca.substitute(speed, v, ca.SX.zeros(v.numel())))
    return speed if ca.depends_on(J, v) else ca.densify(J @ v + rest)

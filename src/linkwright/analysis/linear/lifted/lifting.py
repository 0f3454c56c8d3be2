"""A hyperperiod as one discrete system: samples of inputs and outputs within it stacked, or steady waves through it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import groupby

import numpy as np

from linkwright import linear_algebra
from linkwright.analysis.linear.lifted.cycle import Cycle, Excitation, InstantMap, Moment
from linkwright.arrays import Array, ComplexArray


@dataclass(frozen=True, eq=False)
class Stacked:
    """x+ = A x + B u, y = C x + D u over a hyperperiod; u and y have an entry for each sample, of a name at a time."""

    A: Array
    B: Array
    C: Array
    D: Array
    inputs: tuple[tuple[str, Fraction], ...]
    outputs: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True, eq=False)
class Wave:
    """A steady response to exp(i omega t): values (readings, frequencies) of an output at times of a hyperperiod."""

    times: Array
    values: ComplexArray


class Lifting:
    """A cycle with the states that can change; maps of equal moments are made once."""

    def __init__(self, cycle: Cycle, live: Sequence[int]) -> None:
        self.cycle, self.live = cycle, np.array(live, dtype=int)
        self._square = np.ix_(self.live, self.live)

    @property
    def gaps(self) -> list[Fraction]:
        """Times from each moment to the next, from the last to the first of the next hyperperiod."""
        times = [moment.at for moment in self.cycle.moments]
        return [b - a for a, b in zip(times, [*times[1:], times[0] + self.cycle.period], strict=True)]

    def _maps(
        self, excitations: Sequence[Excitation], outputs: Sequence[str], cuts: Sequence[str]
    ) -> Mapping[tuple[object, ...], InstantMap]:
        found: dict[tuple[object, ...], InstantMap] = {}
        for moment in self.cycle.moments:
            if moment.key not in found:
                made = self.cycle.instant(moment, excitations, outputs, cuts)
                found[moment.key] = InstantMap(
                    made.J[self._square], made.E[self.live], made.R[:, self.live], made.S,
                    made.Y[:, self.live], made.Z, made.cuts,
                )  # fmt: skip
        return found

    def _gap_maps(self) -> dict[Fraction, Array]:
        return {span: self.cycle.gap(span)[self._square] for span in dict.fromkeys(self.gaps)}

    @cached_property
    def matrix(self) -> Array:
        """The map over a hyperperiod, from before its first instant."""
        maps, gaps = self._maps((), (), ()), self._gap_maps()
        order = [(moment.key, span) for moment, span in zip(self.cycle.moments, self.gaps, strict=True)]
        steps = {(key, span): gaps[span] @ maps[key].J for key, span in dict.fromkeys(order)}
        whole = np.eye(len(self.live))
        for step, run in groupby(order):
            count = len(list(run))
            whole = (np.linalg.matrix_power(steps[step], count) if count > 1 else steps[step]) @ whole
        return whole

    def cut(self, signals: Sequence[str]) -> Stacked:
        """The loop with signals cut: inputs take their places at each change, outputs are what they would have been."""
        maps, gaps = self._maps((), (), signals), self._gap_maps()
        names = [(signals[k], moment.at) for moment in self.cycle.moments for k in maps[moment.key].cuts]
        n, total = len(self.live), len(names)
        X = np.hstack([np.eye(n), np.zeros((n, total))])
        rows: list[Array] = []
        at = 0
        for moment, span in zip(self.cycle.moments, self.gaps, strict=True):
            made = maps[moment.key]
            own = slice(n + at, n + at + len(made.cuts))
            if made.cuts:
                y = made.Y @ X
                y[:, own] += made.Z
                rows.append(y)
            X = made.J @ X
            X[:, own] += made.E
            X = gaps[span] @ X
            at += len(made.cuts)
        Y = np.vstack(rows) if rows else np.zeros((0, n + total))
        return Stacked(X[:, :n], X[:, n:], Y[:, :n], Y[:, n:], tuple(names), tuple(names))

    def stacked(
        self, inputs: Mapping[str, Excitation], outputs: Sequence[str], *, every: bool, held: Mapping[str, Array]
    ) -> Stacked:
        """Inputs by name to outputs; with `every` all their samples, else one value of each for a hyperperiod.

        `held` are columns of the machine's rates by inputs that act on it between instants.
        """
        cycle, names = self.cycle, list(inputs)
        maps, gaps = self._maps(list(inputs.values()), outputs, ()), self._gap_maps()
        drifts = self._drifts([held.get(name) for name in names])
        read = set(cycle.read_at()) if every else {min(cycle.read_at())}
        moments = cycle.moments
        used = [
            [k for k, name in enumerate(names) if name in held or np.any(maps[moment.key].E[:, k])]
            for moment in moments
        ]
        labels = (
            [(names[k], moment.at) for moment, own in zip(moments, used, strict=True) for k in own]
            if every
            else [(name, moments[0].at) for name in names]
        )
        n, total = len(self.live), len(labels)
        X = np.hstack([np.eye(n), np.zeros((n, total))])
        rows: list[Array] = []
        shown: list[tuple[str, Fraction]] = []
        at = 0
        for moment, span, own in zip(moments, self.gaps, used, strict=True):
            made = maps[moment.key]
            which = own if every else list(range(len(names)))
            columns = [n + at + k for k in range(len(which))]
            if moment.at in read:
                y = made.R @ X
                y[:, columns] += made.S[:, which]
                rows.append(y)
                shown += [(name, moment.at) for name in outputs]
            X = made.J @ X
            X[:, columns] += made.E[:, which]
            X = gaps[span] @ X
            X[:, columns] += drifts[span][:, which]
            at += len(own) if every else 0
        Y = np.vstack(rows) if rows else np.zeros((0, n + total))
        return Stacked(X[:, :n], X[:, n:], Y[:, :n], Y[:, n:], tuple(labels), tuple(shown))

    def _drifts(self, columns: Sequence[Array | None]) -> dict[Fraction, Array]:
        """What inputs that are held do to the machine over each gap: (n, inputs)."""
        from scipy.linalg import expm

        plant, found = self.cycle.plant, {}
        n = len(plant.states)
        for span in dict.fromkeys(self.gaps):
            whole = np.zeros((self.cycle.size, len(columns)))
            for k, column in enumerate(columns):
                if column is not None:
                    matrix = np.zeros((n + 1, n + 1))
                    matrix[:n, :n], matrix[:n, n] = plant.A, column
                    whole[:n, k] = np.asarray(expm(matrix * float(span)))[:n, n]
            found[span] = whole[self.live]
        return found

    def wave(self, excitation: Excitation, column: Array | None, output: str, omega: Array, *, share: int = 1) -> Wave:
        """The steady response of an output to exp(i omega t), read `share` times in each tick of the fastest clock.

        `column` are rates of the machine by an excitation that acts on it between instants.
        """
        cycle, n = self.cycle, len(self.live)
        read = dict.fromkeys(cycle.read_at(share))
        own = {moment.at: moment for moment in cycle.moments}
        empty = Moment(Fraction(0), (), (), {})
        times = sorted({*own, *read})
        spans = [b - a for a, b in zip(times, [*times[1:], times[0] + cycle.period], strict=True)]
        maps: dict[tuple[object, ...], InstantMap] = dict(self._maps([excitation], [output], ()))
        if len(times) > len(own):
            made = cycle.instant(empty, [excitation], [output])
            maps[empty.key] = InstantMap(
                made.J[self._square], made.E[self.live], made.R[:, self.live], made.S,
                made.Y[:, self.live], made.Z, (),
            )  # fmt: skip
        gaps, pushes = {}, {}
        for span in dict.fromkeys(spans):
            gaps[span] = cycle.gap(span)[self._square]
            if column is not None:
                whole = np.zeros((cycle.size, len(omega)), dtype=complex)
                whole[: cycle.machine] = cycle.plant.swing(column, float(span), omega)
                pushes[span] = whole[self.live]
        phases = {time: np.exp(1j * omega * float(time)) for time in times}

        keys = [own[time].key if time in own else empty.key for time in times]
        steps = {(key, span): gaps[span] @ maps[key].J for key, span in zip(keys, spans, strict=True)}
        forces = {(key, span): gaps[span] @ maps[key].E + pushes.get(span, 0.0) for key, span in steps}

        def through(X: ComplexArray, *, keep: bool) -> tuple[ComplexArray, list[ComplexArray]]:
            values: list[ComplexArray] = []
            for time, key, span in zip(times, keys, spans, strict=True):
                if keep and time in read:
                    values.append((maps[key].R @ X + maps[key].S * phases[time])[0])
                # Real and imaginary parts side by side: the product of real matrices costs half.
                X = (steps[key, span] @ X.view(np.float64)).view(np.complex128) + forces[key, span] * phases[time]
            return X, values

        zero = np.zeros((n, len(omega)), dtype=complex)
        forced, _ = through(zero, keep=False)
        turn = np.exp(1j * omega * float(cycle.period))
        start = np.empty_like(zero)
        for k in range(len(omega)):
            # The wave at the end of a hyperperiod is that at its beginning, turned.
            start[:, k] = linear_algebra.solve(turn[k] * np.eye(n) - self.matrix, forced[:, k])
        _, values = through(start, keep=True)
        return Wave(np.array([float(time) for time in times if time in read]), np.array(values))

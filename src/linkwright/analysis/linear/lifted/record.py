"""The record of a linearized closed loop: machine and sampled blocks over one hyperperiod."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import log
from typing import Any

import numpy as np
from numpy.typing import NDArray

from linkwright import linear_algebra
from linkwright.analysis.linear.friction import Friction
from linkwright.analysis.linear.lifted.cycle import Excitation
from linkwright.analysis.linear.lifted.lifting import Lifting, Stacked
from linkwright.analysis.linear.lifted.margins import Margins, find_margins
from linkwright.analysis.linear.lifted.plant import EFFORTS
from linkwright.analysis.linear.lifted.poles import (
    PoleStructure,
    participation,
    parts_in_words,
    poles_of,
    structure_of,
)
from linkwright.analysis.linear.lifted.response import LinearResponse
from linkwright.arrays import Array, ComplexArray, read_only
from linkwright.closed_loop import LoopState
from linkwright.display import Displayed
from linkwright.dynamics import Refused
from linkwright.faults import Faults, close_matches
from linkwright.kinds import checked_arguments

Mask = NDArray[np.bool_]
READINGS = 64
"""Readings in a period of a wave, at least, as in frequency responses by sines."""
STABLE = 1e-12
"""Distance of the largest pole from the unit circle, at least, for a loop to be stable."""
ON_CIRCLE = 1e-9
"""Distance from the unit circle within which a pole neither grows nor decays: responses above 0 Hz are steady."""
SCAN = 400
"""Frequencies on which peaks and bandwidths are first sought."""
SCAN_PART = 40
"""Frequencies in one step of the search for a bandwidth, which ends where the magnitude has fallen."""


@dataclass(frozen=True, eq=False)
class LoopTransfer:
    """A loop opened at a held signal, the others closed: what takes its place, to what it would have been.

    x+ = A x + B w, y = C x + D w over a hyperperiod of `period` (s), with one entry of w and y for each change of the
    signal in it. Closing is w = y, so Bode's loop is -y/w. `to_control()` is a StateSpace.
    """

    machine: str
    at: tuple[str, ...]
    period: float
    A: Array
    B: Array
    C: Array
    D: Array

    @property
    def samples(self) -> int:
        """Changes of the signals in a hyperperiod."""
        return len(self.D)

    def values(self, frequencies: Sequence[float] | Array) -> ComplexArray:
        """y/w (frequencies, samples, samples) at z = exp(2 pi i f period)."""
        omega = 2 * np.pi * np.asarray(frequencies, dtype=float).ravel()
        n = len(self.A)
        found = np.empty((len(omega), self.samples, self.samples), dtype=complex)
        for k, z in enumerate(np.exp(1j * omega * self.period)):
            found[k] = self.C @ linear_algebra.solve(z * np.eye(n) - self.A, self.B) + self.D
        return found

    def loci(self, frequencies: Sequence[float] | Array) -> ComplexArray:
        """Eigenvalues of Bode's loop, -y/w, (frequencies, samples): their curves pass -1 where a pole is on the circle.

        For a signal that changes once in a hyperperiod it is Nyquist's curve.
        """
        return np.asarray(-linear_algebra.eigvals(self.values(frequencies)), dtype=np.complex128)

    def to_control(self) -> Any:
        """A StateSpace of python-control (extra `control`) with dt = period."""
        try:
            import control
        except ImportError as error:
            msg = "to_control needs python-control: pip install 'linkwright[control]'"
            raise ImportError(msg) from error
        return control.ss(
            self.A, self.B, self.C, self.D, self.period, name=f"loop at {' and '.join(self.at)}".replace(".", "_")
        )


@dataclass(frozen=True, eq=False)
class Lifted(Displayed):
    """A closed loop about a steady state as one linear map over a hyperperiod of `period` (s): x+ = matrix x.

    `states` are those of the machine, then of the blocks: `axis1.speed.integral`, held outputs `axis1.speed.command`,
    and outputs that wait for their delay, `... waiting 1`. `neutral` are states on which nothing depends and that stay
    where they are put (an angle under a speed controller); they count as no poles. `friction` says what dry friction
    counts as. Definitions are in docs/linear-closed-loops.md.
    """

    machine: str
    period: float
    states: tuple[str, ...]
    neutral: tuple[str, ...]
    inputs: tuple[str, ...]
    signals: tuple[str, ...]
    matrix: Array
    state: LoopState
    friction: Friction
    notes: tuple[str, ...]
    lifting: Lifting = field(repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "matrix", read_only(np.array(self.matrix, dtype=float)))

    def __repr__(self) -> str:
        return (
            f"<Lifted of {self.machine}: {len(self.states)} states over {self.period:g} s, largest pole "
            f"{self.largest_pole:.6g}>"
        )

    # -- poles -------------------------------------------------------------------------------------------------------

    @cached_property
    def _structure(self) -> PoleStructure:
        return structure_of(self.matrix)

    @cached_property
    def poles(self) -> ComplexArray:
        """Poles over a hyperperiod, the largest first; a chain of registers has poles that are exactly zero."""
        return poles_of(self.matrix, self._structure)

    @property
    def largest_pole(self) -> float:
        """Size of the largest pole."""
        return float(np.max(np.abs(self.poles), initial=0.0))

    @property
    def stable(self) -> bool:
        """Whether all poles are inside the unit circle."""
        return self.largest_pole < 1 - STABLE

    @checked_arguments
    def participation(self, pole: complex) -> dict[str, float]:
        """Share of each state in the mode of a pole, by name, largest first; they add up to 1."""
        shares = participation(self.matrix, self._structure, pole)
        order = np.argsort(-shares)
        return {self.states[k]: float(shares[k]) for k in order if shares[k] > 0}

    def instability_in_words(self) -> str:
        """Which pole is on or outside the unit circle and which parts it comes from; empty for a stable loop."""
        if self.stable:
            return ""
        pole = complex(self.poles[0])
        shares = participation(self.matrix, self._structure, pole)
        size = abs(pole)
        shown = f"{pole.real:.6g}" if abs(pole.imag) <= 1e-12 * size else f"{pole.real:.6g}{pole.imag:+.6g}i"
        rate = f", growing by e in {self.period / log(size):.3g} s" if size > 1 + STABLE else ""
        return (
            f"the loop is not stable: its pole {shown} over {self.period:g} s has magnitude {size:.6g}{rate}, from "
            f"{parts_in_words(self.states, shares)}"
        )

    def _refuse_unstable(self, what: str) -> None:
        if self.largest_pole > 1 + ON_CIRCLE:
            raise Refused(
                f"{what}: {self.instability_in_words()}, so there is no steady response; lower gains, sample faster or "
                "shorten delays"
            )

    # -- responses ---------------------------------------------------------------------------------------------------

    @checked_arguments
    def frequency_response(
        self,
        input: str,  # noqa: A002  the word of every response
        output: str,
        frequencies: Sequence[float] | Array,
        *,
        aliases: int = 0,
    ) -> LinearResponse:
        """Response of an output to exp(2 pi i f t) on an input: the line at f, averaged over the readings.

        An input is a reference, which blocks read at their instants; an input of the machine that nobody commands, or
        `force on z` (`torque on psi`), an effort on a quantity, both of which act at all times; or an output of a
        block, to which a sine is added whenever it changes. An output is a quantity, `x`, `x'` or `x''`, or an output
        of a block. Readings are taken at the instants of the fastest clock, as frequency responses by sines take them:
        y_j at t_j of a hyperperiod, G = mean of y_j exp(-2 pi i f t_j). `aliases=k` gives the line at f + k / period.
        """
        faults = Faults("frequency_response")
        excitation, column = self._excitation(input, faults)
        self._check_output(output, faults)
        values = faults.sequence("frequencies", frequencies)
        if isinstance(aliases, bool) or not isinstance(aliases, int):
            faults.add(f"aliases = {aliases!r}: expected a whole number")
        if values is not None:
            wrong = [f"{value:g}" for value in values if value <= 0]
            if wrong:
                faults.add(f"frequencies: {', '.join(wrong)}: expected numbers above zero")
            self._refuse_fast(input, values, faults)
        faults.stop()
        assert values is not None
        self._refuse_unstable("frequency_response")
        period = float(self.lifting.cycle.fastest[0])
        shares = np.maximum(1, np.ceil(period * READINGS * values - 1e-9)).astype(int)
        found = np.empty(len(values), dtype=complex)
        for share in sorted(set(shares.tolist())):
            which = np.flatnonzero(shares == share)
            omega = 2 * np.pi * values[which]
            wave = self.lifting.wave(excitation, column, output, omega, share=share)
            line = omega + 2 * np.pi * aliases / self.period
            found[which] = np.mean(wave.values * np.exp(-1j * np.outer(wave.times, line)), axis=0)
        return LinearResponse(self.machine, input, output, self._unit(output), values, found, aliases, self.notes)

    @checked_arguments
    def bandwidth(self, input: str, output: str, *, lowest: float = 0.1) -> float | None:  # noqa: A002
        """Frequency (Hz) at which the magnitude first falls below 1/sqrt(2) of that at the `lowest`; None: never.

        Sought up to half the rate at which the input is read, or half that of the fastest clock; exact to rounding.
        """
        from scipy.optimize import brentq

        rates = [rate for rate in (self._rate(input), 1 / float(self.lifting.cycle.fastest[0])) if rate is not None]
        grid = np.geomspace(lowest, 0.499 * min(rates), SCAN)
        sizes = np.empty(0)
        for some in np.array_split(grid, SCAN // SCAN_PART):
            sizes = np.append(sizes, self.frequency_response(input, output, some).magnitude)
            goal = sizes[0] / np.sqrt(2.0)
            below = np.flatnonzero(sizes < goal)
            if below.size:
                break
        else:
            return None

        def off(logarithm: float) -> float:
            return float(self.frequency_response(input, output, [np.exp(logarithm)]).magnitude[0] / goal - 1)

        low, high = np.log(grid[below[0] - 1]), np.log(grid[below[0]])
        return float(np.exp(brentq(off, low, high, xtol=1e-12)))

    # -- margins -----------------------------------------------------------------------------------------------------

    @checked_arguments
    def margins(self, at: str | Sequence[str]) -> Margins:
        """Margins of the loop opened at one held signal, or at several at once, all others closed.

        The smallest factor above 1 and the largest below it on the output of a block, and the smallest lag
        exp(-i phi), that put a pole on the unit circle. For a signal that changes once in a hyperperiod they are
        Bode's gain and phase margins.
        """
        signals = self._signals(at)
        opened = self.lifting.cut(signals)
        kept = list(self._structure.counting)
        A, B, C = opened.A[np.ix_(kept, kept)], opened.B[kept], opened.C[:, kept]
        eye = np.eye(len(opened.D))

        def poles(factor: complex) -> ComplexArray:
            closed = A + B @ linear_algebra.solve(eye - factor * opened.D, factor * C)
            return np.asarray(linear_algebra.eigvals(closed), dtype=np.complex128)

        return replace(find_margins(signals, poles, self.period), largest_pole=self.largest_pole)

    @checked_arguments
    def loop_transfer(self, at: str | Sequence[str]) -> LoopTransfer:
        """The loop opened at a held signal, as a discrete system over a hyperperiod, of the states that take part."""
        signals = self._signals(at)
        found = _remove_idle_states(self.lifting.cut(signals))
        return LoopTransfer(self.machine, signals, self.period, found.A, found.B, found.C, found.D)

    @checked_arguments
    def peak_sensitivity(self, at: str | Sequence[str]) -> tuple[float, float]:
        """Largest singular value of the lifted sensitivity (1 - L)^-1 at held signals, and its frequency (Hz).

        L takes all changes of the signals in a hyperperiod to what they would have been; for one change it is 1 over
        the distance of Nyquist's curve from -1.
        """
        from scipy.optimize import minimize_scalar

        self._refuse_unstable("peak_sensitivity")
        transfer = self.loop_transfer(at)
        eye = np.eye(transfer.samples)

        def size(frequency: float) -> float:
            return float(1 / linear_algebra.svd(eye - transfer.values([frequency])[0], compute_uv=False)[-1])

        grid = np.concatenate([np.geomspace(1e-3, 0.5, SCAN // 2), np.linspace(0.5, 1.0, SCAN // 2)[1:]]) / (
            2 * self.period
        )
        sizes = np.array([size(f) for f in grid])
        best = int(np.argmax(sizes))
        low, high = grid[max(best - 1, 0)], grid[min(best + 1, len(grid) - 1)]
        found = minimize_scalar(
            lambda f: -size(f), bounds=(low, high), method="bounded", options={"xatol": 1e-9 * high}
        )
        return max((float(-found.fun), float(found.x)), (float(sizes[best]), float(grid[best])))

    # -- python-control ----------------------------------------------------------------------------------------------

    @checked_arguments
    def to_control(
        self, inputs: Sequence[str] | None = None, outputs: Sequence[str] | None = None, *, lifted: bool = False
    ) -> Any:
        """A StateSpace of python-control (extra `control`) with dt = period; names have `_` for each dot.

        Inputs (default: all that the loop is given) have one value for a hyperperiod, and outputs (default: states of
        the machine) are read at its first reading. With `lifted` each sample in the hyperperiod is an input or output
        of its own, with its number behind the name.
        """
        try:
            import control
        except ImportError as error:
            msg = "to_control needs python-control: pip install 'linkwright[control]'"
            raise ImportError(msg) from error
        faults = Faults("to_control")
        names = list(self.inputs if inputs is None else inputs)
        shown = list(self.lifting.cycle.plant.states if outputs is None else outputs)
        excitations, held = {}, {}
        for name in names:
            excitations[name], column = self._excitation(name, faults)
            if column is not None:
                held[name] = column
        for name in shown:
            self._check_output(name, faults)
        faults.stop()
        found = self.lifting.stacked(excitations, shown, every=lifted, held=held)
        return control.ss(
            found.A, found.B, found.C, found.D, self.period,
            inputs=_sample_names(found.inputs, every=lifted), outputs=_sample_names(found.outputs, every=lifted),
            name=self.machine,
        )  # fmt: skip

    # -- words -------------------------------------------------------------------------------------------------------

    def in_words(self) -> str:
        """What it is, its largest poles and where they come from, and what was done with friction and so on."""
        lines = [
            f"{self.machine}, linear over {self.period:g} s: {len(self.states)} states, "
            + ("stable" if self.stable else "not stable")
        ]
        for pole in self.poles[:3]:
            shares = participation(self.matrix, self._structure, complex(pole))
            parts = parts_in_words(self.states, shares)
            lines.append(f"  pole {complex(pole):.6g}, magnitude {abs(pole):.6g}: {parts}")
        if self.neutral:
            lines.append(f"  neutral: {', '.join(self.neutral)}")
        return "\n".join([*lines, *[f"  {note}" for note in self.notes]])

    def as_data(self) -> dict[str, object]:
        """Everything as plain data, for JSON."""
        return {
            "machine": self.machine,
            "period": self.period,
            "states": list(self.states),
            "neutral": list(self.neutral),
            "matrix": self.matrix.tolist(),
            "poles": [[float(pole.real), float(pole.imag)] for pole in self.poles],
            "largest_pole": self.largest_pole,
            "stable": self.stable,
            "friction": self.friction,
            "notes": list(self.notes),
        }

    # -- names -------------------------------------------------------------------------------------------------------

    def _excitation(self, name: str, faults: Faults) -> tuple[Excitation, Array | None]:
        """An input by name, and the rates of the machine's states that it gives, where it acts at all times."""
        cycle = self.lifting.cycle
        plant = cycle.plant
        references = [label.name for label in cycle.program.wiring.references]
        if name in references:
            return Excitation(reference=name), None
        if name in cycle.program.signals:
            return Excitation(signal=name), None
        if name in self.inputs:
            unit = np.zeros(len(plant.inputs))
            unit[plant.inputs.index(name)] = 1.0
            return Excitation(input=unit), plant.B @ unit
        for words in EFFORTS:
            quantity = str(name).removeprefix(words)
            if quantity != name:
                entry = plant.names.get(quantity)
                if entry is None or entry[1] > 1 or quantity.endswith("'"):
                    known = [each for each in plant.names if not each.endswith("'")]
                    faults.add(f"no quantity {quantity!r} for an effort; {close_matches(quantity, known)}")
                    return Excitation(), None
                unit = np.zeros(plant.E.shape[1])
                unit[entry[0]] = 1.0
                return Excitation(effort=unit), plant.E @ unit
        known = [*self.inputs, *self.signals, *[f"force on {each}" for each in plant.names if not each.endswith("'")]]
        faults.add(f"no input {name!r}; {close_matches(str(name), known)}")
        return Excitation(), None

    def _check_output(self, name: str, faults: Faults) -> None:
        plant = self.lifting.cycle.plant
        known = [*self.signals, *plant.names, *plant.inputs]
        if name not in known:
            faults.add(f"no quantity or output of a block {name!r}; {close_matches(str(name), known)}")
        elif name in plant.names and not np.isfinite(plant.C[plant.names[name]]).all():
            faults.add(f"{name} has no position; give its rate")

    def _unit(self, name: str) -> str:
        cycle = self.lifting.cycle
        if name in cycle.program.signals:
            return cycle.program.signals[name].label.unit
        return cycle.plant.labels.get(name, "")

    def _signals(self, at: str | Sequence[str]) -> tuple[str, ...]:
        names = (at,) if isinstance(at, str) else tuple(at)
        faults = Faults("margins")
        if not names:
            faults.add("at: expected the name of an output of a block, or several")
        for name in names:
            if name not in self.signals:
                faults.add(f"at: no output of a block {name!r}; {close_matches(str(name), self.signals)}")
        faults.stop()
        return names

    def _rate(self, name: str) -> float | None:
        """Rate (Hz) at which an input is read, the lowest of several; None where it acts at all times."""
        wiring = self.lifting.cycle.program.wiring
        readers = [target.block for target, source in wiring.sources.items() if getattr(source, "name", "") == name]
        if name in self.lifting.cycle.program.signals:
            return 1 / float(self.lifting.cycle.program.signals[name].clock.period)
        if name not in [label.name for label in wiring.references]:
            return None
        return min(1 / float(wiring.blocks[block].clock.period) for block in readers)

    def _refuse_fast(self, name: str, values: Array, faults: Faults) -> None:
        rate = self._rate(name) if not faults.found else None
        if rate is None:
            return
        wrong = [f"{value:g}" for value in values if value >= rate / 2]
        if wrong:
            faults.add(
                f"frequencies: {', '.join(wrong)} Hz: {name} is read at {rate:g} Hz, so that sines of {rate / 2:g} Hz "
                "and more look like slower ones; stay below"
            )


def _sample_names(entries: Sequence[tuple[str, object]], *, every: bool) -> list[str]:
    counts: dict[str, int] = {}
    found = []
    for name, _ in entries:
        number = counts.get(name, 0)
        counts[name] = number + 1
        plain = name.replace(".", "_").replace(" ", "_")
        found.append(f"{plain}_{number}" if every else plain)
    return found


def _remove_idle_states(system: Stacked) -> Stacked:
    """The same transfer without states that no input reaches or no output sees, by the pattern of the matrices."""
    A, B, C = system.A, system.B, system.C
    reached = _spread(np.any(B != 0, axis=1), A != 0)
    seen = _spread(np.any(C != 0, axis=0), (A != 0).T)
    kept = np.flatnonzero(reached & seen)
    return Stacked(A[np.ix_(kept, kept)], B[kept], C[:, kept], system.D, system.inputs, system.outputs)


def _spread(first: Mask, pattern: Mask) -> Mask:
    """States that are reached from some along a pattern of dependence."""
    found = np.array(first, dtype=bool)
    while True:
        more = found | (pattern.astype(int) @ found.astype(int) > 0)
        if np.array_equal(more, found):
            return found
        found = more

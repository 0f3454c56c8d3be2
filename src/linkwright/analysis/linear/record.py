"""The record of a linearization: matrices with the names of states, inputs and outputs, and what may be asked of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright import linear_algebra
from linkwright.analysis.linear.lifted import LinearResponse
from linkwright.analysis.linear.modes import Mode, modes_of
from linkwright.arrays import Array
from linkwright.display import Displayed
from linkwright.dynamics import State
from linkwright.faults import Faults, close_matches
from linkwright.kinds import checked_arguments


@checked_arguments
@dataclass(frozen=True, eq=False)
class Linear(Displayed):
    """x' = A x + B u, y = C x + D u: deviations from `state`, which the inputs `held_by` hold; SI units.

    `states`, `inputs`, `outputs` name the rows and columns, `units` gives the unit of each name; a prime is a rate.
    `rates` are the coordinates that move steadily, with their speeds (none: an equilibrium).
    """

    machine: str
    states: tuple[str, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    units: Mapping[str, str]
    A: Array
    B: Array
    C: Array
    D: Array
    state: State
    held_by: Mapping[str, float]
    rates: Mapping[str, float]

    def __post_init__(self) -> None:
        for name in ("A", "B", "C", "D"):
            values = np.array(getattr(self, name), dtype=float)
            values.flags.writeable = False
            object.__setattr__(self, name, values)

    @property
    def modes(self) -> tuple[Mode, ...]:
        """Modes of motion: slowest oscillations first, then those that decay or grow, then neutral ones."""
        places = [self.units[name] in ("m", "rad", "") and not name.endswith("'") for name in self.states]
        return modes_of(self.A, self.states, places)

    @property
    def eigenvalues(self) -> Any:
        """Eigenvalues (1/s), complex, in the order of their real, then imaginary parts."""
        values = np.array([x for mode in self.modes for x in mode.eigenvalues])
        return values[np.lexsort((values.imag, values.real))]

    @property
    def stable(self) -> bool:
        """Whether no mode grows; neutral ones (eigenvalue zero) are allowed."""
        return all(mode.kind not in ("growth", "growing oscillation") for mode in self.modes)

    @checked_arguments
    def entry(self, row: str, column: str) -> float:
        """Entry of A or B (row: a state), or C or D (row: an output), by the names of its row and column."""
        for names, left, right in ((self.states, self.A, self.B), (self.outputs, self.C, self.D)):
            if row in names:
                k = names.index(row)
                if column in self.states:
                    return float(left[k, self.states.index(column)])
                if column in self.inputs:
                    return float(right[k, self.inputs.index(column)])
                raise ValueError(f"no state or input {column!r}; there are {', '.join([*self.states, *self.inputs])}")
        raise ValueError(f"no state or output {row!r}; there are {', '.join([*self.states, *self.outputs])}")

    @checked_arguments
    def frequency_response(
        self,
        input: str,  # noqa: A002  the word of every response
        output: str,
        frequencies: Sequence[float] | Array,
    ) -> LinearResponse:
        """Response of an output to exp(2 pi i f t) on an input: G = C (2 pi i f - A)^-1 B + D at frequencies f (Hz).

        Where a frequency is that of a mode without damping, G has no finite value and is refused.
        """
        faults = Faults("frequency_response")
        for what, name, names in (("input", input, self.inputs), ("output", output, self.outputs)):
            if name not in names:
                faults.add(f"no {what} {name!r}; {close_matches(str(name), names)}")
        f = faults.sequence("frequencies", frequencies)
        if f is not None and (wrong := [f"{value:g}" for value in f if value <= 0]):
            faults.add(f"frequencies: {', '.join(wrong)}: expected numbers above zero")
        faults.stop()
        assert f is not None
        row, column = self.outputs.index(output), self.inputs.index(input)
        inside = 2j * np.pi * f[:, None, None] * np.eye(len(self.A)) - self.A
        try:
            x = linear_algebra.solve(inside, np.broadcast_to(self.B[:, [column]], (len(f), len(self.A), 1)))
        except linear_algebra.MatrixError:
            msg = "frequency_response: one of the frequencies is that of a mode without damping, where the response "
            raise ValueError(f"{msg}has no finite value; leave it out") from None
        values = (self.C[row] @ x)[:, 0] + self.D[row, column]
        return LinearResponse(self.machine, input, output, self.units.get(output, ""), f, values)

    def to_control(self) -> Any:
        """A StateSpace object of python-control (extra `control`) with the same names, but `_` for each dot.

        Dots separate a system from its signals there, so names may not have any.
        """
        try:
            import control
        except ImportError as error:
            msg = "to_control needs python-control: pip install 'linkwright[control]'"
            raise ImportError(msg) from error
        return control.ss(
            self.A,
            self.B,
            self.C,
            self.D,
            states=_without_dots(self.states),
            inputs=_without_dots(self.inputs),
            outputs=_without_dots(self.outputs),
            name=self.machine,
        )

    def as_dict(self) -> dict[str, object]:
        """Plain data: names, units, matrices as lists, modes."""
        return {
            "machine": self.machine,
            "states": list(self.states),
            "inputs": list(self.inputs),
            "outputs": list(self.outputs),
            "units": dict(self.units),
            "A": self.A.tolist(),
            "B": self.B.tolist(),
            "C": self.C.tolist(),
            "D": self.D.tolist(),
            "held_by": dict(self.held_by),
            "rates": dict(self.rates),
            "stable": self.stable,
            "modes": [mode.as_dict() for mode in self.modes],
        }


def _without_dots(names: tuple[str, ...]) -> list[str]:
    """Names with `_` for each dot; a further `_` keeps those apart that would become equal."""
    result: list[str] = []
    for name in names:
        plain = name.replace(".", "_")
        while plain in result:
            plain += "_"
        result.append(plain)
    return result

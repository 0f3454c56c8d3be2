"""Responses of a linear model over the frequency."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from linkwright.arrays import Array, ComplexArray, read_only
from linkwright.kinds import checked_arguments


def bandwidth_of(frequencies: Array, magnitudes: Array) -> float | None:
    """Frequency at which a magnitude first falls below 1/sqrt(2) of that at the lowest frequency; None: it never does.

    Between points it is interpolated in the logarithms of both; points without a magnitude are left out.

    >>> f = np.array([1.0, 2.0, 8.0])
    >>> round(bandwidth_of(f, 1 / f), 12)
    1.414213562373
    """
    order = [k for k in np.argsort(frequencies) if np.isfinite(magnitudes[k])]
    x, y = np.log(frequencies[order]), np.log(magnitudes[order])
    for k in range(1, len(order)):
        goal = y[0] - 0.5 * np.log(2.0)
        if y[k] < goal:
            return float(np.exp(x[k - 1] + (goal - y[k - 1]) / (y[k] - y[k - 1]) * (x[k] - x[k - 1])))
    return None


@checked_arguments
@dataclass(frozen=True, eq=False)
class LinearResponse:
    """Response of an output to an input over frequencies (Hz): complex `values`, output over input.

    `alias` k is the line k / hyperperiod beside the excited one. python-control's `bode_plot` takes it as it is;
    `to_control()` is a FrequencyResponseData.
    """

    machine: str
    input: str
    output: str
    unit: str
    frequencies: Array
    values: ComplexArray
    alias: int = 0
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "frequencies", read_only(np.array(self.frequencies, dtype=float)))
        values = np.array(self.values, dtype=complex)
        values.flags.writeable = False
        object.__setattr__(self, "values", values)

    @property
    def magnitude(self) -> Array:
        """Magnitudes, output over input."""
        return np.asarray(np.abs(self.values))

    @property
    def phase_deg(self) -> Array:
        """Phases (degrees, -180 to 180)."""
        return np.asarray(np.degrees(np.angle(self.values)))

    @property
    def bandwidth(self) -> float | None:
        """Frequency (Hz) at which the magnitude first falls below 1/sqrt(2) of that at the lowest frequency.

        Between points it is interpolated in the logarithms of both; None where it never falls so far.
        """
        return bandwidth_of(self.frequencies, self.magnitude)

    def to_control(self) -> Any:
        """FrequencyResponseData of python-control (extra `control`), over the angular frequency (rad/s)."""
        try:
            import control
        except ImportError as error:
            msg = "to_control needs python-control: pip install 'linkwright[control]'"
            raise ImportError(msg) from error
        order = np.argsort(self.frequencies)
        return control.frd(
            self.values[order], 2 * np.pi * self.frequencies[order],
            inputs=[self.input.replace(".", "_")], outputs=[self.output.replace(".", "_")], name=self.machine,
        )  # fmt: skip

    # -- what python-control's plots read of a response --------------------------------------------------------------

    ninputs = 1
    noutputs = 1
    dt = 0
    plot_phase = None
    title = None
    plot_type = "bode"

    @property
    def omega(self) -> Array:
        """Angular frequencies (rad/s)."""
        return 2 * np.pi * self.frequencies

    @property
    def frdata(self) -> ComplexArray:
        """Values as (1, 1, frequencies)."""
        return self.values.reshape(1, 1, -1)

    @property
    def sysname(self) -> str:
        """Name of the machine."""
        return self.machine

    @property
    def input_labels(self) -> list[str]:
        """Name of the input."""
        return [self.input]

    @property
    def output_labels(self) -> list[str]:
        """Name of the output."""
        return [self.output]

    def isdtime(self, strict: bool = False) -> bool:  # noqa: FBT001, FBT002  the name and argument of python-control
        """No: it is a response over all frequencies."""
        return False

    def in_words(self) -> str:
        """A line for each frequency, then the bandwidth."""
        lines = [f"{self.output} to {self.input} of {self.machine}, linear"]
        for f, value in zip(self.frequencies, self.values, strict=True):
            lines.append(f"  {f:g} Hz: {100 * abs(value):.3f} %, {np.degrees(np.angle(value)):.3f} deg")
        found = self.bandwidth
        lines.append("  bandwidth: " + ("beyond these frequencies" if found is None else f"{found:.4g} Hz"))
        return "\n".join([*lines, *[f"  {note}" for note in self.notes]])

    def as_data(self) -> dict[str, object]:
        """Everything as plain data, for JSON."""
        return {
            "machine": self.machine,
            "input": self.input,
            "output": self.output,
            "unit": self.unit,
            "alias": self.alias,
            "bandwidth": self.bandwidth,
            "points": [
                {"frequency": float(f), "magnitude": float(size), "phase_deg": float(phase)}
                for f, size, phase in zip(self.frequencies, self.magnitude, self.phase_deg, strict=True)
            ],
            "notes": list(self.notes),
        }

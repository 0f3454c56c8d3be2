"""What is known about the accuracy of a computed motion, kept with it."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from math import isfinite
from typing import Any, Literal

Verdict = Literal["trusted", "check", "failed"]
ENERGY_ROUNDING = 1e-13
"""Energy error (relative) below which there is nothing to fit."""
LINEAR = 1.1
"""An energy error that grows as t to this power or less grows at most linearly; the rest is the scatter of the fit."""


@dataclass(frozen=True, kw_only=True)
class Certificate:
    """The accuracy asked for, the accuracy found afterwards, and the work it took; None where it does not apply.

    Asked: `rtol` (relative) and `atol` (absolute, each state in its own SI unit) of the error of one step, by
    `integrator`. Found, the largest over all saved times: `position_residual` and `velocity_residual` of the
    constraints (m or rad, m/s or rad/s), `energy_error` (balance of energy and work, relative to the largest energy
    in play) and the smallest `rank_margin` (least kept singular value of the constraints over the scale of their
    level, without unit; near zero means close to a singular configuration); of inverse dynamics `forward_residual`,
    how far forward dynamics under the inputs found differs from the accelerations asked for (relative). Work: accepted
    `steps`, `rejected` ones, `evaluations` of the dynamics, and `choices`, how many choices of independent quantities
    were used. `backend` is what ran the compiled code; `notes` are sentences a reader should know.

    Judged: `verdict` ("trusted", "check" or "failed") by the limits in `trajectory.verdict`, and why (`reasons`).
    `estimated_error` adds up the error estimates of all steps (relative to the states, as `rtol` is): what the run may
    be off by if the motion neither damps errors nor lets them grow. `global_error` is the largest error of the state
    at any sample (over 1 + |state|), as the same run with smaller errors of steps shows it, with all growth; infinite
    where that run ends otherwise. `error_since` is the time (s) of the first sample that is off by more than the limit,
    and `error_unknown` says in words why there is no such error. Of long runs `energy_drift` is the slope of the
    relative energy error (1/s) by least squares, and `energy_growth` the exponent k of |error| ~ t^k (1 is linear).
    `fixed_step` (s) is that of a method that does not control its error.
    """

    rtol: float | None = None
    atol: float | None = None
    integrator: str | None = None
    position_residual: float | None = None
    velocity_residual: float | None = None
    energy_error: float | None = None
    rank_margin: float | None = None
    forward_residual: float | None = None
    steps: int | None = None
    rejected: int | None = None
    evaluations: int | None = None
    choices: int | None = None
    backend: str | None = None
    notes: tuple[str, ...] = ()
    estimated_error: float | None = None
    global_error: float | None = None
    error_since: float | None = None
    error_unknown: str | None = None
    energy_drift: float | None = None
    energy_growth: float | None = None
    fixed_step: float | None = None
    verdict: Verdict | None = None
    reasons: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Turn NumPy numbers into Python ones, so that a certificate compares and is stored exactly."""
        for field in fields(self):
            value = getattr(self, field.name)
            if hasattr(value, "item"):
                object.__setattr__(self, field.name, value.item())
        for name in ("notes", "reasons"):
            texts = getattr(self, name)
            object.__setattr__(self, name, (texts,) if isinstance(texts, str) else tuple(texts))
        if self.verdict not in (None, "trusted", "check", "failed"):
            raise ValueError(f"Certificate: verdict is {self.verdict!r}, expected 'trusted', 'check' or 'failed'.")

    def in_words(self) -> str:
        """Return some lines for people, each fact with its unit; what does not apply is left out.

        >>> print(Certificate(rtol=1e-8, atol=1e-10, steps=120, rejected=3, position_residual=2e-12).in_words())
        accuracy asked: relative 1e-08, absolute 1e-10 (SI units of each state)
        position constraints: within 2e-12 (m or rad)
        work: 120 steps, 3 rejected
        """
        asked = _joined(
            (self.rtol, "relative {:.3g}"),
            (self.atol, "absolute {:.3g} (SI units of each state)"),
            (self.integrator, "by {}"),
        )
        work = _joined(
            (self.steps, "{} steps"),
            (self.rejected, "{} rejected"),
            (self.evaluations, "{} evaluations of the dynamics"),
            (self.choices, "{} choice(s) of independent quantities"),
            (self.backend, "backend {}"),
        )
        lines = [
            self.verdict and f"verdict: {self.verdict}" + (f": {'; '.join(self.reasons)}" if self.reasons else ""),
            asked and f"accuracy asked: {asked}",
            _joined((self.position_residual, "position constraints: within {:.3g} (m or rad)")),
            _joined((self.velocity_residual, "velocity constraints: within {:.3g} (m/s or rad/s)")),
            _joined((self.energy_error, "energy balance: within {:.3g} (relative)")),
            self._drift(),
            _joined(
                (self.estimated_error, "errors of all steps together: about {:.2g} (relative, not grown or damped)")
            ),
            self._global(),
            _joined((self.rank_margin, "rank margin of the constraints: {:.3g} (without unit; zero is singular)")),
            _joined((self.forward_residual, "forward dynamics gives the accelerations back: within {:.3g} (relative)")),
            work and f"work: {work}",
            *(f"note: {note}" for note in self.notes),
        ]
        return "\n".join(line for line in lines if line) or "nothing certified"

    def _global(self) -> str:
        if self.global_error is None or not isfinite(self.global_error):
            return ""
        return f"error of the state: at most about {self.global_error:.2g} at any sample (over 1 + |state|)"

    def _drift(self) -> str:
        if self.energy_drift is None or self.energy_growth is None:
            return ""
        if self.energy_error is not None and self.energy_error < ENERGY_ROUNDING:
            return "energy drift: none beside rounding"
        how = "at most linearly" if self.energy_growth <= LINEAR else "faster than linearly"
        return (
            f"energy drift: {self.energy_drift:.2g} per second (relative), growing as t^{self.energy_growth:.2f}, {how}"
        )

    def as_dict(self) -> dict[str, object]:
        """Return the fields as plain values, ready for JSON."""
        texts = {"notes": list(self.notes), "reasons": list(self.reasons)}
        return {field.name: getattr(self, field.name) for field in fields(self)} | texts

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> "Certificate":
        """Return the certificate whose `as_dict()` is given."""
        return cls(**values)


def _joined(*facts: tuple[object, str]) -> str:
    return ", ".join(pattern.format(value) for value, pattern in facts if value is not None)

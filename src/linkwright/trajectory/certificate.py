"""What is known about the accuracy of a computed motion, kept with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from math import isfinite
from typing import Literal, get_args

import numpy as np

from linkwright.arrays import PlainMapping
from linkwright.faults import Faults, known_fields
from linkwright.kinds import checked_arguments, checked_but

Verdict = Literal["trusted", "check", "failed"]
ENERGY_ROUNDING = 1e-13
"""Energy error (relative) below which there is nothing to fit."""
LINEAR = 1.1
"""An energy error that grows as t to this power or less grows at most linearly; the rest is the scatter of the fit."""


@checked_but("verdict")
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
    pivotings: int | None = None
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
        for name, value in list(vars(self).items()):
            if isinstance(value, (np.generic, np.ndarray)) and value.size == 1:
                object.__setattr__(self, name, value.item())
        for name in ("notes", "reasons"):
            texts = getattr(self, name)
            object.__setattr__(self, name, (texts,) if isinstance(texts, str) else tuple(texts))
        if isinstance(self.verdict, np.ndarray) or self.verdict not in (None, "trusted", "check", "failed"):
            raise ValueError(f"Certificate: verdict is {self.verdict!r}, expected 'trusted', 'check' or 'failed'.")

    def in_words(self) -> str:
        """Return some lines for people, each fact with its unit; what does not apply is left out.

        >>> print(Certificate(rtol=1e-8, atol=1e-10, steps=120, rejected=3, position_residual=2e-12).in_words())
        tolerances: relative 1e-08, absolute 1e-10 (SI units of each state)
        position constraints: within 2e-12 (m or rad)
        work: 120 steps, 3 rejected
        """
        tolerances = _join_facts(
            (self.rtol, "relative {:.3g}"),
            (self.atol, "absolute {:.3g} (SI units of each state)"),
            (self.integrator, "by {}"),
        )
        work = _join_facts(
            (self.steps, "{} steps"),
            (self.rejected, "{} rejected"),
            (self.evaluations, "{} evaluations of the dynamics"),
            (self.pivotings, "{} pivoting(s)"),
            (self.backend, "backend {}"),
        )
        lines = [
            self.verdict and f"verdict: {self.verdict}" + (f": {'; '.join(self.reasons)}" if self.reasons else ""),
            tolerances and f"tolerances: {tolerances}",
            _join_facts((self.position_residual, "position constraints: within {:.3g} (m or rad)")),
            _join_facts((self.velocity_residual, "velocity constraints: within {:.3g} (m/s or rad/s)")),
            _join_facts((self.energy_error, "energy balance: within {:.3g} (relative)")),
            self._drift(),
            _join_facts(
                (self.estimated_error, "errors of all steps together: about {:.2g} (relative, not grown or damped)")
            ),
            self._global(),
            _join_facts((self.rank_margin, "rank margin of the constraints: {:.3g} (without unit; zero is singular)")),
            _join_facts(
                (self.forward_residual, "forward dynamics gives the accelerations back: within {:.3g} (relative)")
            ),
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
    @checked_arguments
    def from_dict(cls, values: PlainMapping) -> Certificate:
        """Return the certificate whose `as_dict()` is given."""
        return cls(**known_fields(cls, values))


def _join_facts(*facts: tuple[object, str]) -> str:
    return ", ".join(pattern.format(value) for value, pattern in facts if value is not None)


Kind = Literal["finished", "stopped", "failed", "diverged"]
KINDS = get_args(Kind)


@dataclass(frozen=True)
class Outcome:
    """How a computed motion ended.

    `kind` is "finished" (the end was reached), "stopped" (ended early on purpose: an event, an interrupt), "failed"
    (it could not go on) or "diverged" (an unstable loop grew without bound). `reason` says why, `remedy` what to do
    about it (empty when nothing is to be done) and `time` [s] when it ended. Whatever was computed up to then is kept
    in the trajectory.
    """

    kind: Kind
    reason: str
    remedy: str
    time: float

    def __post_init__(self) -> None:
        """Refuse an unknown kind and texts that are no texts."""
        faults = Faults("Outcome")
        faults.choice("kind", self.kind, KINDS)
        for name in ("reason", "remedy"):
            if not isinstance(getattr(self, name), str):
                faults.add(f"{name} is {getattr(self, name)!r}, expected a text; give a sentence or ''.")
        object.__setattr__(self, "time", faults.number("time", self.time, "give the time it ended, in seconds"))
        faults.stop()

    @property
    def finished(self) -> bool:
        """Whether the end was reached."""
        return self.kind == "finished"

    def in_words(self) -> str:
        """Return one or two lines for people: how it ended, when, why and what to do.

        >>> print(Outcome("failed", "The arms are stretched.", "Start nearer to the centre.", 0.25).in_words())
        failed at t = 0.25 s: The arms are stretched.
        What to do: Start nearer to the centre.
        """
        line = f"{self.kind} at t = {self.time:.9g} s"
        if self.reason:
            line += f": {self.reason}"
        return line + (f"\nWhat to do: {self.remedy}" if self.remedy else "")

    def as_dict(self) -> dict[str, object]:
        """Return the fields as plain values, ready for JSON."""
        return {"kind": self.kind, "reason": self.reason, "remedy": self.remedy, "time": self.time}

    @classmethod
    @checked_arguments
    def from_dict(cls, fields: PlainMapping) -> Outcome:
        """Return the outcome whose `as_dict()` is given."""
        return cls(**known_fields(cls, fields))


CONSTRAINTS, CONSTRAINTS_FLOOR = 10.0, 1e-11
"""Constraints may be off by this many absolute tolerances; nearer than the floor (m or rad) rounding begins."""
USUAL_TOLERANCE = 1e-10
"""The absolute tolerance that counts where none was asked for: a motion that was prescribed, not integrated."""
ENERGY, ENERGY_FLOOR = 100.0, 1e-12
"""The energy balance may be off by this many relative tolerances, since errors of steps add up over a run."""
GROWN, LARGEST_ERROR = 1000.0, 1e-3
"""The error of the state at a sample (over 1 + |state|) may be this many relative tolerances, and never above that."""
WORTHLESS = 0.1
"""Error of the state at a sample (over 1 + |state|) from which not one digit of some value is right."""
NARROW = 1e-6
"""A rank margin below this loses six of sixteen digits: close to a singular configuration."""
FORWARD = 1e-6
"""Forward dynamics under the inputs that were found must give the accelerations back to this (relative)."""
POOR = 1e4
"""A finding so many times above its limit is not to be looked at more closely but to be thrown away."""


def limits(certificate: Certificate) -> dict[str, float]:
    """The limit of each finding: constraints (m or rad, and a second), energy (relative)."""
    near = max(CONSTRAINTS_FLOOR, CONSTRAINTS * (certificate.atol or USUAL_TOLERANCE))
    return {
        "position_residual": near,
        "velocity_residual": near,
        "energy_error": max(ENERGY_FLOOR, ENERGY * (certificate.rtol or 0.0)),
        "forward_residual": FORWARD,
    }


WORDS = {
    "position_residual": "position constraints are off by {:.3g} (m or rad), above {:.3g}",
    "velocity_residual": "velocity constraints are off by {:.3g} (m/s or rad/s), above {:.3g}",
    "energy_error": "the energy balance is off by {:.3g} of the energy in play, above {:.3g}",
    "forward_residual": "forward dynamics gives the accelerations back only within {:.3g}, above {:.3g}",
}


def largest_error(certificate: Certificate) -> float:
    """The limit of the error of the state at a sample, over 1 + |state|; a fixed step was not asked for a tolerance."""
    return (
        LARGEST_ERROR if certificate.fixed_step else min(GROWN * (certificate.rtol or USUAL_TOLERANCE), LARGEST_ERROR)
    )


def _grown(certificate: Certificate) -> list[str]:
    """What is said where the error of the state is above its limit."""
    error, limit, since = certificate.global_error, largest_error(certificate), certificate.error_since
    if error is None or error <= limit:
        return []
    when = "" if since is None else f" from t = {since:.6g} s on"
    if not isfinite(error):
        return [f"the same run with smaller errors of steps ends otherwise{when}: errors decide where it goes"]
    words = (
        f"the state is off by up to about {error:.2g} (over 1 + |state|), and by more than {limit:.2g}{when}: use what "
        "is before, ask for more accuracy, or do not rely on single values"
    )
    return [words]


def _unknown_error(outcome: Outcome, certificate: Certificate) -> list[str]:
    """Reason given when the error of a finished run is unknown."""
    computed = certificate.steps or certificate.fixed_step
    ended = outcome.finished or (outcome.kind == "stopped" and not outcome.remedy)
    if not ended or not computed or certificate.global_error is not None:
        return []
    why = "a fixed step does not control it" if certificate.fixed_step else "it was not measured"
    return [f"the error of the state is unknown: {certificate.error_unknown or why}; verify the run"]


def judge(outcome: Outcome, certificate: Certificate) -> Certificate:
    """The certificate with its verdict and the reasons for it.

    >>> fine = Certificate(rtol=1e-8, atol=1e-10, energy_error=1e-9, position_residual=1e-15)
    >>> judge(Outcome("finished", "", "", 1.0), fine).verdict
    'trusted'
    >>> print(*judge(Outcome("finished", "", "", 1.0), replace(fine, energy_error=2e-6)).reasons)
    the energy balance is off by 2e-06 of the energy in play, above 1e-06
    """
    checks: list[str] = []
    failures = [outcome.reason or "the run could not go on"] if outcome.kind in ("failed", "diverged") else []
    if outcome.kind == "stopped" and outcome.remedy:  # an end that was asked for, by an event, has no remedy
        checks.append(f"the run ended before its time: {outcome.reason}" if outcome.reason else "the run ended early")
    for name, limit in limits(certificate).items():
        found = getattr(certificate, name)
        if found is None:
            continue
        words = WORDS[name].format(found, limit)
        if not isfinite(found) or found > POOR * limit:
            failures.append(words)
        elif found > limit:
            checks.append(words)
    growth = certificate.energy_growth
    if (
        growth is not None
        and growth > LINEAR
        and (certificate.energy_error or 0.0) > limits(certificate)["energy_error"]
    ):
        checks.append(f"the energy error grows as t^{growth:.2f}, faster than linearly")
    margin = certificate.rank_margin
    if margin is not None and margin < NARROW:
        checks.append(f"the rank margin fell to {margin:.3g}: the motion came to a singular configuration")
    (failures if (certificate.global_error or 0.0) > WORTHLESS else checks).extend(_grown(certificate))
    checks += _unknown_error(outcome, certificate)
    verdict: Verdict = "failed" if failures else "check" if checks else "trusted"
    return replace(certificate, verdict=verdict, reasons=tuple(dict.fromkeys([*failures, *checks])))


def add_doubts(certificate: Certificate, doubts: Iterable[str]) -> Certificate:
    """A judged certificate with more that is to be checked, in words; without any it stays as it is.

    >>> add_doubts(Certificate(verdict="trusted"), ["the motion rests at a stop"]).verdict
    'check'
    """
    found = tuple(doubts)
    if not found:
        return certificate
    verdict: Verdict = "failed" if certificate.verdict == "failed" else "check"
    return replace(certificate, verdict=verdict, reasons=tuple(dict.fromkeys([*certificate.reasons, *found])))

"""The verdict on a computed motion: `trusted`, `check` or `failed`, with the reasons, by stated limits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import isfinite

from linkwright.trajectory.certificate import LINEAR, Certificate, Verdict
from linkwright.trajectory.outcome import Outcome

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


def _unmeasured(outcome: Outcome, certificate: Certificate) -> list[str]:
    """What is said where nobody knows the error of a run that came to its end."""
    computed = certificate.steps or certificate.fixed_step
    ended = outcome.finished or (outcome.kind == "stopped" and not outcome.remedy)
    if not ended or not computed or certificate.global_error is not None:
        return []
    why = "a fixed step does not control it" if certificate.fixed_step else "it was not measured"
    return [f"the error of the state is unknown: {certificate.error_unknown or why}; verify the run"]


def judged(outcome: Outcome, certificate: Certificate) -> Certificate:
    """The certificate with its verdict and the reasons for it.

    >>> fine = Certificate(rtol=1e-8, atol=1e-10, energy_error=1e-9, position_residual=1e-15)
    >>> judged(Outcome("finished", "", "", 1.0), fine).verdict
    'trusted'
    >>> print(*judged(Outcome("finished", "", "", 1.0), replace(fine, energy_error=2e-6)).reasons)
    the energy balance is off by 2e-06 of the energy in play, above 1e-06
    """
    checks: list[str] = []
    failures = [outcome.reason or "the run could not go on"] if outcome.kind == "failed" else []
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
    checks += _unmeasured(outcome, certificate)
    verdict: Verdict = "failed" if failures else "check" if checks else "trusted"
    return replace(certificate, verdict=verdict, reasons=tuple(dict.fromkeys([*failures, *checks])))


def doubted(certificate: Certificate, doubts: Iterable[str]) -> Certificate:
    """A judged certificate with more that is to be checked, in words; without any it stays as it is.

    >>> doubted(Certificate(verdict="trusted"), ["the motion rests at a stop"]).verdict
    'check'
    """
    found = tuple(doubts)
    if not found:
        return certificate
    verdict: Verdict = "failed" if certificate.verdict == "failed" else "check"
    return replace(certificate, verdict=verdict, reasons=tuple(dict.fromkeys([*certificate.reasons, *found])))

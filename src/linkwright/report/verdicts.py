"""The outcome and the certificate of a run in words, each finding with a verdict and the limit it was held against."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from linkwright.drawing.plots import group_digits, number
from linkwright.trajectory.certificate import NARROW, POOR, WORTHLESS, Certificate, Outcome, largest_error, limits

Verdict = Literal["good", "caution", "bad", "plain"]
SIGNS = {"good": "✓ good", "caution": "! look closer", "bad": "✗ poor", "plain": ""}


@dataclass(frozen=True)
class Finding:
    """A line of the certificate: what was measured, how much, what it was held against, and the verdict."""

    what: str
    value: str
    held: str
    verdict: Verdict


def findings(certificate: Certificate) -> tuple[Finding, ...]:
    """The measured findings that apply, held against the limits of `trajectory.verdict`."""
    limit = limits(certificate)
    rows = [
        _small(
            "Position constraints, largest residual",
            certificate.position_residual,
            "m or rad",
            limit["position_residual"],
        ),
        _small(
            "Velocity constraints, largest residual",
            certificate.velocity_residual,
            "m/s or rad/s",
            limit["velocity_residual"],
        ),
        _small("Energy balance, largest relative error", certificate.energy_error, "", limit["energy_error"]),
        _small(
            "Forward dynamics, relative error of accelerations",
            certificate.forward_residual,
            "",
            limit["forward_residual"],
        ),
        _grown(certificate),
        _margin(certificate.rank_margin),
    ]
    return tuple(row for row in rows if row is not None)


def work(certificate: Certificate) -> tuple[tuple[str, str], ...]:
    """Return how the run was computed: pairs of what and how much."""
    tolerances = [
        f"{name} {number(value)}{unit}"
        for name, value, unit in (
            ("relative", certificate.rtol, ""),
            ("absolute", certificate.atol, " (SI unit of each state)"),
        )
        if value is not None
    ]
    rows = (
        ("Integrator", certificate.integrator),
        ("Tolerances of one step", ", ".join(tolerances) or None),
        ("Steps", _steps(certificate)),
        ("Errors of all steps together", _estimate(certificate)),
        ("Energy drift", _drift(certificate)),
        ("Evaluations of the dynamics", _count(certificate.evaluations)),
        ("Choices of independent quantities", _count(certificate.pivotings)),
        ("Machine code", certificate.backend),
    )
    return tuple((what, str(value)) for what, value in rows if value is not None)


def summary(
    outcome: Outcome | None, lines: tuple[Finding, ...], certificate: Certificate | None = None
) -> tuple[Verdict, str, str]:
    """Return the verdict on the run as a whole, a headline, and a sentence (with the remedy, where there is one)."""
    kind, headline, summary_text = _summary(outcome, lines)
    if outcome is None or certificate is None or certificate.verdict is None:
        return kind, headline, summary_text
    reasons = [reason for reason in certificate.reasons if reason not in summary_text]
    words = " ".join(part for part in (("; ".join(reasons) + ".") if reasons else "", summary_text) if part)
    judged: Verdict = {"trusted": "good", "check": "caution", "failed": "bad"}[certificate.verdict]  # type: ignore[assignment]  # its values are
    return judged, f"{headline} (verdict: {certificate.verdict})", words


def _summary(outcome: Outcome | None, lines: tuple[Finding, ...]) -> tuple[Verdict, str, str]:
    if outcome is None:
        return "plain", "The outcome was not recorded", ""
    summary_text = " ".join(
        part for part in (outcome.reason, f"What to do: {outcome.remedy}" if outcome.remedy else "") if part
    )
    at = f"at t = {number(outcome.time, 6)} s"
    if outcome.kind in ("failed", "diverged"):
        return "bad", f"✗ Failed {at}", summary_text
    worst: Verdict = next((kind for kind in ("bad", "caution") if any(line.verdict == kind for line in lines)), "good")
    if outcome.kind == "stopped":
        return ("bad" if worst == "bad" else "caution"), f"! Stopped {at}", summary_text
    checked = {
        "good": "and every check is within its limit" if lines else "; nothing was certified",
        "caution": "but a check is beyond its limit: see the certificate",
        "bad": "but a check is far beyond its limit: see the certificate",
    }[worst]
    sign = {"good": "✓", "caution": "!", "bad": "✗"}[worst]
    if not lines:
        return "plain", f"Finished {at}{checked}", summary_text
    return worst, f"{sign} Finished {at}, {checked}", summary_text


def _small(what: str, value: float | None, unit: str, limit: float) -> Finding | None:
    if value is None:
        return None
    verdict: Verdict = "good" if value <= limit else "caution" if value <= POOR * limit else "bad"
    return Finding(what, f"{number(value, 3)} {unit}".strip(), f"at most {number(limit, 3)}", verdict)


def _grown(certificate: Certificate) -> Finding | None:
    """The error of the state, which is poor where no digit of some value is right."""
    error = certificate.global_error
    found = _small("State at any sample, error over 1 + |state|", error, "", largest_error(certificate))
    if error is None or found is None or found.verdict == "good":
        return found
    return replace(found, verdict="bad" if error > WORTHLESS else "caution")


def _margin(value: float | None) -> Finding | None:
    if value is None:
        return None
    verdict: Verdict = "good" if value >= NARROW else "caution"
    return Finding("Rank margin, smallest (0 is singular)", number(value, 3), f"at least {number(NARROW, 3)}", verdict)


def _count(value: int | None) -> str | None:
    return None if value is None else group_digits(value)


def _estimate(certificate: Certificate) -> str | None:
    value = certificate.estimated_error
    return None if value is None else f"about {number(value, 2)} (relative; neither grown nor damped by the motion)"


def _drift(certificate: Certificate) -> str | None:
    slope, growth = certificate.energy_drift, certificate.energy_growth
    return None if slope is None or growth is None else f"{number(slope, 2)} per second, growing as t^{growth:.2f}"


def _steps(certificate: Certificate) -> str | None:
    if certificate.steps is None:
        return None
    return f"{_count(certificate.steps)} taken" + (
        f", {_count(certificate.rejected)} rejected" if certificate.rejected is not None else ""
    )

"""What `verify` found, in words and as data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from math import isfinite
from typing import Any

from linkwright.arrays import PlainData
from linkwright.simulation.verification.compare import Difference, explain
from linkwright.trajectory import Outcome


@dataclass(frozen=True)
class Verification:
    """Differences by channel, the worst first; `agrees` if the check finished and each is within what is allowed.

    `drifts` says that it agrees only because its own estimate of the errors of steps (`estimated`) explains larger
    differences in channels. `not_compared` are channels that the check does not have: those derived from the run later.
    `fixed_step` (s) is that of the run, if it had one: then nothing controlled its error. `counts` are outputs of
    encoders that the check took from the run.
    """

    agrees: bool
    differences: tuple[Difference, ...]
    integrator: str
    rtol: float
    atol: float
    outcome: Outcome
    until: float
    estimated: float | None = None
    not_compared: tuple[str, ...] = ()
    fixed_step: float | None = None
    counts: tuple[str, ...] = ()

    @property
    def drifts(self) -> bool:
        """Whether some differences are larger than tolerances allow, and all of these are explained by drift."""
        return self.agrees and any(each.drift for each in self.differences)

    @property
    def error(self) -> float:
        """By how much the run is off: the largest difference over the largest value of its channel."""
        return max((each.relative for each in self.differences if not each.is_event), default=0.0)

    def in_words(self, count: int = 8) -> str:
        """Some lines for people: the verdict, what it means, then the channels that differ most."""
        check = f"computed again by {self.integrator}, relative {self.rtol:.3g}, absolute {self.atol:.3g}"
        verdict = ("verified, with a drift," if self.drifts else "verified") if self.agrees else "NOT verified"
        lines = [f"{verdict} until t = {self.until:.9g} s: {check}"]
        if not self.outcome.finished:
            lines.append(f"the check itself {self.outcome.in_words()}")
        meaning = explain(self.differences, self.estimated, self.fixed_step)
        if meaning:
            lines.append(meaning)
        elif self.differences:
            lines.append(f"the run is off by no more than {self.error:.2g} of the largest value of any channel")
        beyond = [each.beyond for each in self.differences if each.beyond is not None]
        if beyond:
            lines.append(f"all channels agree before t = {min(beyond):.6g} s; from there on differences are larger")
        lines += [f"  {each.in_words()}" for each in self.differences[:count]]
        more = len(self.differences) - count
        if more > 0:
            lines.append(f"  and {more} more channels, nearer to what is allowed")
        if self.not_compared:
            names = ", ".join(self.not_compared[:8]) + (", ..." if len(self.not_compared) > 8 else "")
            lines.append(f"not compared, since they were derived from the run later: {names}")
        if self.counts:
            lines.append(f"outputs of encoders are those of the run: {', '.join(self.counts)}")
        return "\n".join(lines)

    def as_dict(self) -> PlainData:
        """All of it as plain values, ready for JSON; what is infinite is None."""
        return {
            "agrees": self.agrees,
            "drifts": self.drifts,
            "error": _finite(self.error),
            "estimated_error": self.estimated,
            "integrator": self.integrator,
            "rtol": self.rtol,
            "atol": self.atol,
            "until": self.until,
            "outcome": self.outcome.as_dict(),
            "differences": [
                {key: _finite(value) for key, value in asdict(each).items()} | {"agrees": each.agrees}
                for each in self.differences
            ],
            "not_compared": list(self.not_compared),
            "fixed_step": self.fixed_step,
            "counts": list(self.counts),
        }


def _finite(value: Any) -> Any:
    return None if isinstance(value, float) and not isfinite(value) else value

"""How a computation ended: a value that says why and what to do, so that a sweep never dies of one run."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args

from linkwright.faults import Faults

Kind = Literal["finished", "stopped", "failed"]
KINDS = get_args(Kind)


@dataclass(frozen=True)
class Outcome:
    """How a computed motion ended.

    `kind` is "finished" (the end was reached), "stopped" (ended early on purpose: an event, an interrupt) or "failed"
    (it could not go on). `reason` says why, `remedy` what to do about it (empty when nothing is to be done) and `time`
    [s] when it ended. Whatever was computed up to then is kept in the trajectory.
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
    def from_dict(cls, fields: Mapping[str, Any]) -> "Outcome":
        """Return the outcome whose `as_dict()` is given."""
        return cls(**fields)

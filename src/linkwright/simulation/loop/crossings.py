"""Singular configurations that a run met, as records."""

from __future__ import annotations

from dataclasses import dataclass, field

from linkwright.trajectory.samples import Deferred


@dataclass(frozen=True)
class Crossing:
    """Whether a singular configuration was passed, at what time (s), and if not, why.

    `margin` is the rank margin there, 0 where the constraints lose rank; elsewhere only a pivot vanished;
    it is found when it is first asked for (`sought`). `undetermined` means that nothing beyond it follows from the
    motion before: trying nearer is no use. `error` is the largest difference of the two collocations, over 1 + |state|.
    Where coordinates are singular, not constraints, `coordinate singularity` is the number of what vanishes there in
    `System.coordinate singularities`; `which` is that of the signed pivot. With `event` something happens on the way,
    where the run is then. `again` is the time (s) of a second place that was passed in the same long step, where the
    motion had turned. In a long run one may stand for a `count` of them.
    """

    passed: bool
    time: float
    reason: str = ""
    undetermined: bool = False
    error: float = 0.0
    coordinate_singularity: int = -1
    event: bool = False
    again: float | None = None
    which: int = -1
    count: int = 1
    sought: Deferred[float] = field(default_factory=lambda: Deferred(lambda: 0.0))

    @property
    def margin(self) -> float:
        """Rank margin there (without unit)."""
        return self.sought.value

    @property
    def singular(self) -> bool:
        """Whether the constraints lost rank."""
        return self.coordinate_singularity < 0 and self.margin == 0.0

"""What cannot be answered, in words that name the parts at fault and what to do."""

from __future__ import annotations

from collections.abc import Sequence


class Refused(ValueError):  # noqa: N818  an answer as much as an error; its kinds below end in Error
    """A question that has no answer for this machine or at this state; `parts` are those at fault."""

    def __init__(self, reason: str, parts: Sequence[str] = ()) -> None:
        self.reason = reason
        self.parts = tuple(parts)
        super().__init__(reason)


class SingularConfigurationError(Refused):
    """The constraints lose rank at this state, although they are independent at states nearby."""


class InconsistentConstraintsError(Refused):
    """Constraints that contradict each other at the level of accelerations; `residuals` by module."""

    def __init__(self, reason: str, parts: Sequence[str], residuals: dict[str, float]) -> None:
        super().__init__(reason, parts)
        self.residuals = residuals


class AssemblyError(Refused):
    """Positions or speeds that the constraints do not allow; `gaps` are the residuals of joints, largest first."""

    def __init__(self, reason: str, parts: Sequence[str], gaps: dict[str, float]) -> None:
        super().__init__(reason, parts)
        self.gaps = gaps

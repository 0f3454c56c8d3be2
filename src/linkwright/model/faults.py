"""Faults of a description as one error."""

from __future__ import annotations

from collections.abc import Sequence


class ModelError(ValueError):
    """Faults of a description, all of them at once."""

    def __init__(self, name: str, faults: Sequence[str]) -> None:
        self.faults = tuple(faults)
        heading = f"{name}: {len(faults)} fault{'s' if len(faults) > 1 else ''} in the description"
        super().__init__("\n  - ".join([heading, *faults]))

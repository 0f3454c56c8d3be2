"""How many: the size of a family of machines, checked."""

from linkwright.model import ModelError

LARGEST_COUNT = 1_000_000
"""Of more links or loops nobody's memory holds a description."""


def checked_count(name: str, n: object) -> None:
    """Raise unless n is a whole number of at least 1."""
    if isinstance(n, bool) or not isinstance(n, int) or n < 1 or n > LARGEST_COUNT:
        raise ModelError(name, [f"n = {n!r}; expected a whole number of at least 1, at most {LARGEST_COUNT}"])

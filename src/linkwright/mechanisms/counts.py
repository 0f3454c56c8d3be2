"""How many: the size of a family of machines, checked."""

from linkwright.model import ModelError


def checked_count(name: str, n: object) -> None:
    """Raise unless n is a whole number of at least 1."""
    if isinstance(n, bool) or not isinstance(n, int) or n < 1:
        raise ModelError(name, [f"n = {n!r}; expected a whole number of at least 1"])

"""Plain values: texts, numbers, true and false, nothing, and sequences and mappings of these."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from linkwright.faults import Faults

PLAIN = frozenset({str, float, int, bool, type(None)})


def frozen(value: object, name: str, faults: Faults) -> Any:  # as many types as JSON has
    """Return the plain value unchangeable: sequences as tuples, mappings as read-only views of copies.

    NumPy numbers and arrays become Python's. What JSON cannot hold is noted in `faults` under its name.
    """
    if type(value) in PLAIN:
        return value
    if isinstance(value, list | tuple) and all(type(entry) in PLAIN for entry in value):
        return tuple(value)
    if hasattr(value, "tolist"):  # NumPy numbers and arrays
        value = value.tolist()
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return tuple(frozen(entry, f"{name}[{at}]", faults) for at, entry in enumerate(value))
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return MappingProxyType({key: frozen(entry, f"{name}[{key!r}]", faults) for key, entry in value.items()})
    faults.add(
        f"{name} is {value!r:.80}, expected a text, a number, true or false, None, or a list or mapping (keys are "
        "texts) of these; turn it into one, for instance by str()."
    )
    return None


def thaw(value: Any) -> Any:  # as many types as JSON has
    """Return the frozen plain value as lists and dicts, ready for JSON and for pickling."""
    if isinstance(value, tuple):
        return [thaw(entry) for entry in value]
    if isinstance(value, Mapping):
        return {key: thaw(entry) for key, entry in value.items()}
    return value

"""One quantity over time, with its unit and meaning."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from linkwright.arrays import Array, read_only
from linkwright.faults import Faults


class UnknownChannelError(KeyError):
    """A name that no channel of the trajectory has; the message names the nearest ones."""

    def __str__(self) -> str:
        """Return the message as it is (KeyError would show it quoted and escaped)."""
        return str(self.args[0])


@dataclass(frozen=True, eq=False)
class Channel:
    """The values (n,) of one quantity, read-only, with its unit ("m", "rad/s", "" for none) and its meaning in words.

    Values may be NaN where the quantity was not determined.
    """

    values: Array
    unit: str
    meaning: str

    def __post_init__(self) -> None:
        """Check the shape and the texts, and make the values read-only."""
        faults = Faults("Channel")
        try:
            values = read_only(self.values)
        except (TypeError, ValueError):
            faults.add(f"values is {self.values!r:.80}, expected numbers; give an array of floats.")
        else:
            if values.ndim != 1:
                faults.add(f"values has the shape {values.shape}, expected (n,); give one number per time.")
            object.__setattr__(self, "values", values)
        for name in ("unit", "meaning"):
            faults.found += text_faults(name, getattr(self, name))
        faults.stop()

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same numbers (NaN equals NaN), unit and meaning."""
        if not isinstance(other, Channel):
            return NotImplemented
        return (
            self.unit == other.unit
            and self.meaning == other.meaning
            and np.array_equal(self.values, other.values, equal_nan=True)
        )

    __hash__ = None  # type: ignore[assignment]  # equal by contents, which arrays cannot hash

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the constructor's arguments, so that the values stay read-only."""
        return Channel, (self.values, self.unit, self.meaning)

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:  # noqa: FBT001  # NumPy's signature
        """Return the values, so that a channel can be used as an array."""
        return np.array(self.values, dtype=dtype, copy=copy)


def text_faults(name: str, text: object) -> list[str]:
    """Return the fault of a text that is none, or that no file could hold."""
    if not isinstance(text, str):
        return [f"{name} is {text!r:.80}, expected a text; give one in quotes."]
    try:
        text.encode()
    except UnicodeEncodeError:
        return [f"{name} {text!r} holds a half character (surrogate) that no file can hold; remove it."]
    return []

"""A prescribed motion: a law for each of some named quantities."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import inf
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from linkwright.arrays import Array, read_only, room_faults
from linkwright.faults import Faults
from linkwright.kinds import checked_arguments
from linkwright.laws.law import Law, as_law, merge_times
from linkwright.laws.shapes.points import Degree, Ends, Spline


class Prescribed(NamedTuple):
    """A prescribed motion at some times: by name, each in the shape of the times."""

    positions: dict[str, Array]
    speeds: dict[str, Array]
    accelerations: dict[str, Array]
    jerks: dict[str, Array]


@checked_arguments
@dataclass(frozen=True, init=False, eq=False)
class Motion:
    """Laws for named quantities, from time zero to `duration` [s], looked at in `samples` evenly spaced times.

    The duration defaults to the time the last law ends; without an end (a sine) it is infinite, which serves as a
    reference, not where samples are needed. A plain number stands for a constant law. Whether the names
    are quantities of a mechanism is checked by the dynamics that the motion is given to.

    >>> from linkwright.laws import Cycloid
    >>> motion = Motion({"platform.x": Cycloid(0.0, 0.1, 2.0), "platform.y": 0.05})
    >>> motion.names, motion.duration, motion.time.shape
    (('platform.x', 'platform.y'), 2.0, (501,))
    >>> positions, speeds, accelerations, jerks = motion.at(1.0)
    >>> float(speeds["platform.x"])
    0.1
    """

    laws: Mapping[str, Law]
    duration: float
    samples: int

    def __init__(self, laws: Mapping[str, Law | float], duration: float | None = None, samples: int = 501) -> None:
        """Check names, laws, duration and samples, all faults at once."""
        faults = Faults("Motion")
        checked: dict[str, Law] = {}
        for name, law in laws.items():
            if not isinstance(name, str) or not name:
                faults.add(f"the name {name!r} is not a valid name; expected a string such as 'platform.x'; give one.")
            try:
                checked[name] = as_law(law)
            except (TypeError, ValueError) as error:
                faults.add(f"law of {name!r}: {error}")
        if not laws:
            faults.add("no law was given, expected at least one; name a quantity and give its law.")
        if not isinstance(samples, int | np.integer) or samples < 2:
            faults.add(f"samples is {samples!r}, expected a whole number of at least 2; give the number of times.")
        else:  # of each law position, speed, acceleration and jerk, beside the time
            faults.found += room_faults(int(samples), 1 + 4 * len(laws), "take fewer")
        if duration is not None:
            duration = faults.positive("duration", duration, "give seconds")
        elif checked:
            duration = max(law.end_time for law in checked.values())
            if not duration > 0.0:
                faults.add(f"the laws end after {duration} s, expected a positive time; give duration= in seconds.")
        faults.stop()
        object.__setattr__(self, "laws", MappingProxyType(checked))
        object.__setattr__(self, "duration", duration)
        object.__setattr__(self, "samples", int(samples))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the constructor's arguments, because read-only views of mappings do not pickle."""
        return Motion, (dict(self.laws), self.duration, self.samples)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the quantities, in order."""
        return tuple(self.laws)

    @cached_property
    def time(self) -> Array:
        """The times (samples,) [s], from zero to the duration; a motion without end has none."""
        if self.duration == inf:
            raise ValueError(
                f"Motion: the laws of {', '.join(self.names)} never end, so there are no {self.samples} times between; "
                "give duration= in seconds."
            )
        return read_only(np.linspace(0.0, self.duration, self.samples))

    @cached_property
    def breaks(self) -> tuple[float, ...]:
        """The times [s] within the motion where a derivative of order 0 to 3 of some law jumps."""
        return merge_times(time for law in self.laws.values() for time in law.breaks if 0.0 <= time <= self.duration)

    @checked_arguments
    def at(self, t: npt.ArrayLike) -> Prescribed:
        """Return positions, speeds, accelerations and jerks by name at the times t [s], exact, in the shape of t."""
        return Prescribed(*({name: law(t, order) for name, law in self.laws.items()} for order in range(4)))

    @classmethod
    @checked_arguments
    def from_samples(cls, time: npt.ArrayLike, values: Mapping[str, npt.ArrayLike], samples: int = 501) -> "Motion":
        """Return the motion through samples: a quintic spline with free ends for each name, at least six times."""
        return cls.through(time, values, samples=samples, ends="free")

    @classmethod
    @checked_arguments
    def through(
        cls,
        times: npt.ArrayLike,
        poses: Mapping[str, npt.ArrayLike],
        *,
        degree: Degree = "quintic",
        ends: Ends = "clamped",
        samples: int = 501,
    ) -> "Motion":
        """Return the motion through poses: a spline through the values of each name at the times [s].

        All names share the times, the first of which should be zero: before it the first pose is held.
        """
        faults = Faults("Motion")
        laws: dict[str, Law | float] = {}
        for name, values in poses.items():
            try:
                laws[name] = Spline(times, values, degree, ends=ends)  # type: ignore[arg-type]  # Spline makes the tuples
            except ValueError as error:
                faults.add(f"{name!r}: {error}")
        faults.stop()
        return cls(laws, samples=samples)

"""Sensitivities of a motion: derivatives of its channels by parameters, gains and values at the start."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from linkwright.arrays import Array, read_only
from linkwright.faults import suggestion
from linkwright.trajectory.samples import UnknownChannelError


@dataclass(frozen=True, eq=False)
class Sensitivities:
    """Derivatives of the channels of a trajectory, at its times, by the parameters `by`.

    `read(names)` gives those of some channels, (n, k) each; `channels` are the names of those that have them.
    """

    by: tuple[str, ...]
    channels: tuple[str, ...]
    read_channels: Callable[[Sequence[str]], Mapping[str, Array]]
    _known: dict[str, Array] = field(default_factory=dict)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle with all of them read, because what reads them is no data."""
        return _rebuilt, (self.by, dict(self.read(self.channels)))

    def read(self, names: Iterable[str]) -> dict[str, Array]:
        """Derivatives (n, k) of some channels, each by all parameters, in their order."""
        wanted = list(names)
        for name in wanted:
            if name not in self.channels:
                hint = suggestion(str(name), self.channels)
                raise UnknownChannelError(f"This trajectory has no sensitivities of {name!r}. {hint}")
        missing = [name for name in dict.fromkeys(wanted) if name not in self._known]
        if missing:
            found = self.read_channels(missing)
            self._known.update({name: read_only(found[name]) for name in missing})
        return {name: self._known[name] for name in wanted}

    def column(self, parameter: str) -> int:
        """The number of a parameter."""
        if parameter not in self.by:
            hint = suggestion(str(parameter), self.by)
            raise UnknownChannelError(f"This trajectory was not differentiated by {parameter!r}. {hint}")
        return self.by.index(parameter)

    def gradient(self, slopes: Mapping[str, npt.ArrayLike], by: Sequence[str] | None = None) -> dict[str, float]:
        """Derivatives of a scalar J by parameters (default: all), from its derivatives (n,) by samples of channels.

        dJ/dp = sum over channels x and samples k of dJ/dx_k dx_k/dp.
        """
        found = self.read(slopes)
        names = self.by if by is None else _names(by)
        columns = [self.column(name) for name in names]
        count = len(next(iter(found.values()))) if found else 0
        total = np.zeros(len(self.by))
        for name, given in _slopes(slopes, count).items():
            total += given @ found[name]
        return dict(zip(names, total[columns].tolist(), strict=True))


@dataclass(frozen=True, eq=False)
class Adjoint:
    """Gradients of scalars of a trajectory by any parameters, gains and values at the start.

    `names` are all parameters and gains, `channels` those that a scalar may depend on, at `count` samples;
    `compute(slopes, by)` finds a gradient.
    """

    names: tuple[str, ...]
    channels: tuple[str, ...]
    count: int
    compute: Callable[[Mapping[str, Array], Sequence[str]], Array]

    def gradient(self, slopes: Mapping[str, npt.ArrayLike], by: Sequence[str] | None = None) -> dict[str, float]:
        """Derivatives of a scalar J by names (default: all parameters and gains), from those by samples of channels."""
        for name in slopes:
            if name not in self.channels:
                hint = suggestion(str(name), self.channels)
                raise UnknownChannelError(f"This trajectory has no derivatives of {name!r}. {hint}")
        names = self.names if by is None else _names(by)
        return dict(zip(names, self.compute(_slopes(slopes, self.count), names).tolist(), strict=True))


def _names(by: Sequence[str]) -> tuple[str, ...]:
    if isinstance(by, str) or not isinstance(by, Sequence):
        raise TypeError(f"by = {by!r:.80}: expected names of parameters in a list, also of one")
    return tuple(by)


def _slopes(slopes: Mapping[str, npt.ArrayLike], count: int) -> dict[str, Array]:
    """Derivatives by samples of channels as arrays; raises with all that have other lengths."""
    found = {name: np.asarray(values, dtype=float) for name, values in slopes.items()}
    faults = [
        f"{name}: got shape {values.shape}, expected ({count},), one for each sample"
        for name, values in found.items()
        if values.shape != (count,)
    ]
    if faults:
        raise ValueError("; ".join(faults))
    return found


def _rebuilt(by: tuple[str, ...], values: dict[str, Array]) -> Sensitivities:
    """Sensitivities from what was read of them (what pickle calls)."""
    return Sensitivities(by, tuple(values), dict.__getitem__, dict(values))  # type: ignore[arg-type]  # all are known

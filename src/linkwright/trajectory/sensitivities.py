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

    def gradient(self, slopes: Mapping[str, npt.ArrayLike]) -> dict[str, float]:
        """Derivatives of a scalar J by all parameters, from its derivatives (n,) by the samples of channels.

        dJ/dp = sum over channels x and samples k of dJ/dx_k dx_k/dp.
        """
        found = self.read(slopes)
        total = np.zeros(len(self.by))
        faults = []
        for name, values in found.items():
            given = np.asarray(slopes[name], dtype=float)
            if given.shape != values.shape[:1]:
                faults.append(f"{name}: got shape {given.shape}, expected ({len(values)},), one for each sample")
                continue
            total += given @ values
        if faults:
            raise ValueError("; ".join(faults))
        return dict(zip(self.by, total.tolist(), strict=True))


def _rebuilt(by: tuple[str, ...], values: dict[str, Array]) -> Sensitivities:
    """Sensitivities from what was read of them (what pickle calls)."""
    return Sensitivities(by, tuple(values), dict.__getitem__, dict(values))  # type: ignore[arg-type]  # all are known

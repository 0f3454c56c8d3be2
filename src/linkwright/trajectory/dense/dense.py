"""Dense output in a trajectory: samples inside every step of the integrator, and polynomials through them.

A run with dense output has in each step `nodes` samples, at the shares (1 - cos((2 i + 1) pi / (2 nodes))) / 2 of it
(Chebyshev's points: the polynomial through them is near the best of its degree). The samples alone tell which of them
belong together, so a part of a trajectory, or one from a file, knows it as well.
"""

import numpy as np

from linkwright.arrays import Array
from linkwright.trajectory.dense.interpolation import between_samples

SHORTEST = 1e5
"""Part of a step, in spacings of doubles there, that has room for samples of its own."""
EVEN_SPACING = 1e-6
"""How near the spacing of samples must be to that of the points, in shares of a step (times have 16 digits)."""


def shares(nodes: int) -> Array:
    """Where samples lie in a step, from 0 to 1, increasing.

    >>> shares(2).round(4).tolist()
    [0.1464, 0.8536]
    """
    return np.asarray((1.0 - np.cos((2 * np.arange(nodes) + 1) * np.pi / (2 * nodes))) / 2.0)


class Pieces:
    """The steps found in the times of a trajectory: `first` samples, starts and ends (s)."""

    def __init__(self, time: Array, nodes: int) -> None:
        at = shares(nodes)
        wanted = (at - at[0]) / (at[-1] - at[0])
        self.time, self.nodes = time, nodes
        if time.size < nodes:
            self.first = np.zeros(0, dtype=np.intp)
        else:
            windows = np.lib.stride_tricks.sliding_window_view(time, nodes)
            length = windows[:, -1] - windows[:, 0]
            # Rounding of the times counts too: short steps late in a run have fewer digits.
            room = EVEN_SPACING * length + 4 * np.spacing(np.abs(windows[:, -1]))
            off = np.abs(windows - windows[:, :1] - wanted * length[:, None]).max(axis=1)
            self.first = np.flatnonzero(off <= room)
        length = (time[self.first + nodes - 1] - time[self.first]) / (at[-1] - at[0])
        self.starts = time[self.first] - at[0] * length
        self.ends = self.starts + length
        signs = np.where(np.arange(nodes) % 2, -1.0, 1.0)
        self._weights = signs * np.sin((2 * np.arange(nodes) + 1) * np.pi / (2 * nodes))

    def cut(self, start: float, end: float) -> Array:
        """Times of samples from `start` to `end`, with both; steps that are cut have theirs on what is left of them.

        On a part of a step a polynomial is one of the same degree, so nothing is lost.
        """
        slack = EVEN_SPACING * (self.ends - self.starts)
        whole = (self.starts >= start - slack) & (self.ends <= end + slack)
        own = np.ones(self.time.size, dtype=bool)  # in no step that is cut
        own[(self.first[~whole, None] + np.arange(self.nodes)).ravel()] = False
        parts = [np.array([start, end]), self.time[own & (self.time > start) & (self.time < end)]]
        for k in np.flatnonzero(~whole & (self.starts < end) & (self.ends > start)):
            left, right = max(start, self.starts[k]), min(end, self.ends[k])
            if right - left > SHORTEST * np.spacing(max(abs(left), abs(right))):
                parts.append(left + (right - left) * shares(self.nodes))
        return np.asarray(np.unique(np.concatenate(parts)))

    def between(self, values: Array, t: Array, rates: Array | None, *, after: bool = False) -> Array:
        """Values at the times t (m,): by the polynomial of the step; between steps as without dense output.

        Where a step ends and another begins it is the first that counts, or the second for t[0], if `after` is asked.
        """
        found = between_samples(self.time, values, t, rates=rates)
        if not self.first.size:
            return found
        piece = np.searchsorted(self.ends, t, side="left")
        slack = EVEN_SPACING * (self.ends - self.starts)
        if after and t.size:
            piece[0] = np.searchsorted(self.ends - slack, t[0], side="right")
        piece = np.clip(piece, 0, len(self.first) - 1)
        inside = (t >= (self.starts - slack)[piece]) & (t <= (self.ends + slack)[piece]) & ~np.isin(t, self.time)
        columns = self.first[piece[inside], None] + np.arange(self.nodes)
        weights = self._weights / (t[inside, None] - self.time[columns])  # never 0: samples are told as they are
        y = values[columns]
        result = np.array(found)
        result[inside] = (weights * y).sum(axis=1) / weights.sum(axis=1)
        return result

"""A trajectory at other times: by the polynomials of its steps where it has dense output, else between its samples."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from linkwright.arrays import Array, PlainMapping
from linkwright.faults import Faults
from linkwright.trajectory.certificate import Certificate
from linkwright.trajectory.dense.dense import Pieces
from linkwright.trajectory.dense.interpolation import between_poses, between_samples
from linkwright.trajectory.samples import Channel, Resampled, Samples

DENSE = "dense_nodes"
"""Entry of the provenance: how many samples each step has."""
INTERPOLATION_LIMIT = 100.0
"""Interpolation between samples may be off by this many relative tolerances and still be trusted, as the run itself."""
ENERGY = "energy."
"""How the names of energies and works begin."""
FEW_TO_INTERPOLATE = 5
"""With fewer samples nothing is known of what lies between them."""


def check_inside(trajectory: Samples, t: npt.ArrayLike) -> Array:
    """The times [s] as an array; one outside the trajectory raises."""
    times = np.asarray(t, dtype=np.float64)
    start, end = float(trajectory.time[0]), float(trajectory.time[-1])
    outside = times[~((times >= start) & (times <= end))]
    if outside.size:
        raise ValueError(
            f"The time {float(outside.flat[0])!r} s is outside this trajectory, which covers {start!r} s to "
            f"{end!r} s; ask for a time inside, or compute a longer trajectory."
        )
    return times


def values_at(trajectory: Samples, times: Array, values: Mapping[str, Array]) -> dict[str, Array]:
    """Values of some channels, by name, between the samples (`Trajectory.at`)."""
    result = {}
    for name, samples in values.items():
        rate = trajectory.channels.get(name + "'")
        result[name] = between_samples(trajectory.time, samples, times, rates=None if rate is None else rate.values)
    return result


def poses_at(trajectory: Samples, t: npt.ArrayLike) -> dict[str, Array]:
    """The pose of each body between the samples (`Trajectory.poses_at`)."""
    times = check_inside(trajectory, t)
    return {body: between_poses(trajectory.time, pose, times) for body, pose in trajectory.poses.items()}


def resample(trajectory: Samples, times: npt.ArrayLike) -> Resampled:
    """The trajectory at strictly increasing times inside it (`Trajectory.resample`)."""
    faults = Faults("resample")
    wanted = faults.times("times", times)
    faults.stop()
    assert wanted is not None
    nodes = trajectory.provenance.get(DENSE)
    provenance = {key: value for key, value in trajectory.provenance.items() if key != DENSE}
    certificate = trajectory.certificate
    if isinstance(nodes, int):
        check_inside(trajectory, wanted)
        return _by_steps(trajectory, Pieces(trajectory.time, nodes), wanted, provenance)
    if not np.isin(wanted, trajectory.time).all():
        certificate = _with_interpolation(trajectory, certificate)
    check_inside(trajectory, wanted)
    values = values_at(trajectory, wanted, {name: channel.values for name, channel in trajectory.channels.items()})
    return _make_resampled(trajectory, wanted, values, poses_at(trajectory, wanted), certificate, provenance)


def slice_dense(trajectory: Samples, start: float, end: float) -> Resampled | None:
    """The part of a trajectory with dense output from `start` to `end`, with dense output; None where it has none."""
    nodes, time = trajectory.provenance.get(DENSE), trajectory.time
    start, end = max(float(start), float(time[0])), min(float(end), float(time[-1]))
    if not isinstance(nodes, int) or not start <= end:
        return None
    pieces = Pieces(time, nodes)
    return _by_steps(trajectory, pieces, pieces.cut(start, end), trajectory.provenance, after=True)


def _by_steps(
    trajectory: Samples, pieces: Pieces, wanted: Array, provenance: PlainMapping, *, after: bool = False
) -> Resampled:
    """A trajectory at other times by the polynomials of its steps."""
    values = {}
    for name, channel in trajectory.channels.items():
        rate = trajectory.channels.get(name + "'")
        rates = None if rate is None else rate.values
        values[name] = pieces.between(channel.values, wanted, rates, after=after)
    poses = {body: _poses(pieces, pose, wanted, after=after) for body, pose in trajectory.poses.items()}
    return _make_resampled(trajectory, wanted, values, poses, trajectory.certificate, provenance)


def _make_resampled(
    trajectory: Samples,
    time: Array,
    values: Mapping[str, Array],
    poses: Mapping[str, Array],
    certificate: Certificate,
    provenance: PlainMapping,
) -> Resampled:
    channels = {
        name: Channel(found, trajectory.channels[name].unit, trajectory.channels[name].meaning)
        for name, found in values.items()
    }
    return Resampled(time, channels, poses, certificate, provenance)


def _with_interpolation(trajectory: Samples, certificate: Certificate) -> Certificate:
    """The certificate with what interpolation between samples adds, which the run knows nothing of."""
    found = _between(trajectory, 100 * (certificate.atol or 0.0))
    if found is None:
        words = "values between so few samples are guesses"
        off = np.inf
    else:
        off, name = found
        words = (
            f"values between samples are interpolated, which is off by about {off:.1g} of a channel's largest value "
            f"({name}); simulate with dense=True for the integrator's own"
        )
    note = replace(certificate, notes=(*certificate.notes, words))
    if certificate.verdict != "trusted" or off <= INTERPOLATION_LIMIT * (certificate.rtol or 0.0):
        return note
    return replace(note, verdict="check", reasons=(*certificate.reasons, words))


def _between(trajectory: Samples, noise: float) -> tuple[float, str] | None:
    """About how far interpolation is off, over a channel's largest value, and in which; None with few samples.

    Every second sample is foretold from the others: at twice the spacing, so 4 times as far off where interpolation is
    linear and 16 times where it is cubic. Channels that stay below `noise` do not count; energies, the error of their
    balance among them, are measured by the largest of them.
    """
    time = trajectory.time
    if time.size < FEW_TO_INTERPOLATE:
        return None
    worst = (0.0, next(iter(trajectory.channels), ""))
    sizes = {name: _largest(channel.values) for name, channel in trajectory.channels.items()}
    energy = max((size for name, size in sizes.items() if name.startswith(ENERGY)), default=0.0)
    for name, channel in trajectory.channels.items():
        rate, values = trajectory.channels.get(name + "'"), channel.values
        size = energy if name.startswith(ENERGY) else sizes[name]
        if size <= noise:
            continue
        rates = None if rate is None else rate.values[::2]
        count = 2 * (time.size // 2) - (time.size + 1) % 2  # samples with one on each side
        foretold = between_samples(time[::2], values[::2], time[1:count:2], rates=rates)
        off = np.abs(foretold - values[1:count:2]) / (4 if rates is None else 16)
        worst = max(worst, (float(np.max(off[np.isfinite(off)], initial=0.0)) / size, name))
    return worst


def _largest(values: Array) -> float:
    """Largest size of the values that are finite."""
    return float(np.max(np.abs(values[np.isfinite(values)]), initial=0.0))


def _poses(pieces: Pieces, pose: Array, times: Array, *, after: bool) -> Array:
    """Poses (m, 7), quaternions made unit."""
    columns = (np.ascontiguousarray(pose[:, k]) for k in range(7))
    result = np.column_stack([pieces.between(column, times, None, after=after) for column in columns])
    between = ~np.isin(times, pieces.time)  # samples stay as they are
    result[between, 3:] /= np.linalg.norm(result[between, 3:], axis=1, keepdims=True)
    return result

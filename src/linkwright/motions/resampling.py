"""A trajectory at other times: by the polynomials of its steps where it has dense output, else between its samples."""

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from linkwright.motions.channel import Channel
from linkwright.motions.dense import Pieces
from linkwright.motions.faults import Faults, FloatArray

if TYPE_CHECKING:
    from linkwright.motions.trajectory import Trajectory

DENSE = "dense_nodes"
"""Entry of the provenance: how many samples each step has."""


def resampled(motion: "Trajectory", times: npt.ArrayLike) -> "Trajectory":
    """The trajectory at strictly increasing times inside it (`Trajectory.resample`)."""
    faults = Faults("resample")
    wanted = faults.times("times", times)
    faults.stop()
    assert wanted is not None
    nodes = motion.provenance.get(DENSE)
    provenance = {key: value for key, value in motion.provenance.items() if key != DENSE}
    if not isinstance(nodes, int):
        values = motion.at(wanted)
        poses = motion.poses_at(wanted)
    else:
        motion.check_inside(wanted)
        pieces = Pieces(motion.time, nodes)
        values = {}
        for name, channel in motion.channels.items():
            rate = motion.channels.get(name + "'")
            values[name] = pieces.between(channel.values, wanted, None if rate is None else rate.values)
        poses = {body: _poses(pieces, pose, wanted) for body, pose in motion.poses.items()}
    return type(motion)(
        wanted,
        {name: Channel(found, motion.unit(name), motion.meaning(name)) for name, found in values.items()},
        poses,
        outcome=motion.outcome,
        certificate=motion.certificate,
        provenance=provenance,
    )


def _poses(pieces: Pieces, pose: FloatArray, times: FloatArray) -> FloatArray:
    """Poses (m, 7), quaternions made unit."""
    result = np.column_stack([pieces.between(np.ascontiguousarray(pose[:, k]), times, None) for k in range(7)])
    result[:, 3:] /= np.linalg.norm(result[:, 3:], axis=1, keepdims=True)
    return result

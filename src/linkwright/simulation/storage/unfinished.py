"""What is whole of a streamed run that is under way or was killed, to be looked at; nothing on disk changes."""

from __future__ import annotations

import os
import zlib
from pathlib import Path

import numpy as np

from linkwright.arrays import Array, PlainData, PlainMapping
from linkwright.dynamics import Dynamics
from linkwright.simulation.results.trajectory import ENERGIES
from linkwright.simulation.storage.checkpoint import CheckpointError
from linkwright.simulation.storage.rebuild import restore_dynamics
from linkwright.simulation.storage.resume import find_unfinished, read_folder
from linkwright.simulation.storage.stream import STATES, part_folder
from linkwright.trajectory import Certificate, Channel, Outcome, Trajectory
from linkwright.trajectory.samples import Deferred


def read_unfinished(path: str | os.PathLike[str]) -> Trajectory:
    """The samples of an unfinished run that were written down, with an outcome that says where they end.

    Also of a run that another process is at, or that another version wrote. Its machine is made again, since rows hold
    states only; outputs of controllers are left out, and nothing is certified.
    """
    target = find_unfinished(path)
    header = read_folder(part_folder(target))[0]
    origin = header["machine"]
    otherwise = f"go on with it first: lw.simulation.resume({str(target)!r}, dynamics)"
    dynamics = restore_dynamics(origin, header["run"], otherwise, description=origin.get("description", ""))
    rows = _whole_rows(part_folder(target) / STATES, dynamics, header)
    time, end = float(rows[-1, 0]), float(header["run"]["end"])
    outcome = Outcome(
        "stopped",
        f"this run is not complete: {len(rows)} samples up to t = {time:.6g} s of {end:.6g} s are written down",
        f"go on with it: linkwright resume {target}",
        time,
    )
    return _trajectory(dynamics, rows, header, outcome)


def _whole_rows(path: Path, dynamics: Dynamics, header: PlainMapping) -> Array:
    """Rows (time, state, inputs) up to the checkpoint, known by their checksum, and those behind that are whole too."""
    width, count = int(header.get("width", 0)), int(header["rows"])
    if width < 1 + dynamics.plant.layout.size + len(dynamics.inputs):
        raise CheckpointError(f"{path.parent} was written by another version, which does not say how; resume it there")
    content = path.read_bytes()
    sure = content[: 8 * width * count]
    if len(sure) < 8 * width * count or zlib.crc32(sure) != int(header["crc"]):
        raise CheckpointError(f"{path} is damaged: it has other samples than the checkpoint says; copy it again")
    rows = np.frombuffer(content[: len(content) // (8 * width) * 8 * width], dtype="<f8").reshape(-1, width)
    # A kill or a power cut may leave a block of zeros behind the last row.
    ordered = np.append(True, np.diff(rows[:, 0]) > 0)[: len(rows)] & np.isfinite(rows).all(axis=1)
    whole = count + int(np.argmin(np.append(ordered[count:], False)))
    if not whole:
        raise CheckpointError(f"{path.parent}: no sample was written down yet; go on with it: linkwright resume")
    return np.array(rows[:whole], dtype=float)


def _trajectory(dynamics: Dynamics, rows: Array, header: PlainMapping, outcome: Outcome) -> Trajectory:
    layout, nu = dynamics.plant.layout, len(dynamics.inputs)
    time, Y, U = rows[:, 0], rows[:, 1 : 1 + layout.size], rows[:, 1 + layout.size : 1 + layout.size + nu]
    Q, V, works, counted = layout.split(Y)
    read = dynamics.plant.read(time, Q, V, U, counted)
    energy = read.energies.sum(axis=1)
    found = (works[:, 0], works[:, 1], energy - energy[0] - works.sum(axis=1))
    energies = {name: Channel(values, "J", ENERGIES[name]) for name, values in zip(ENERGIES, found, strict=True)}
    settings = header["run"]
    provenance: PlainData = {"question": "simulation", "duration": float(rows[-1, 0] - rows[0, 0]), "run": settings}
    return read.trajectory(
        outcome=outcome,
        certificate=Certificate(rtol=settings["rtol"], atol=settings["atol"], notes=(outcome.reason,)),
        extra=energies,
        provenance=Deferred(lambda: provenance),
        link=lambda: lambda: read,
        picture=str(header.get("picture", "")),
    )

"""A trajectory as a sheet and back: time, channels, seven columns for each body's pose, and lists of signals.

In the column `signal:NAME` each row has the list of what a block computed since the row before.
"""

from collections.abc import Mapping

import numpy as np

from linkwright.arrays import Array, PlainData
from linkwright.trajectory.certificate import Certificate, Outcome
from linkwright.trajectory.files.plain import thaw
from linkwright.trajectory.files.sheet import Column, DamagedFileError, Lists, Sheet, lists_at
from linkwright.trajectory.samples import Channel, SampledSignal, Samples, text_faults

TIME_MEANING = "Time"
_POSE = "pose:"
_SIGNAL = "signal:"
_POSE_COLUMNS = (
    ("m", "Position x of"),
    ("m", "Position y of"),
    ("m", "Position z of"),
    ("", "Quaternion e0 (scalar) of"),
    ("", "Quaternion e1 of"),
    ("", "Quaternion e2 of"),
    ("", "Quaternion e3 of"),
)


def name_faults(channels: Mapping[str, Channel]) -> list[str]:
    """Return one sentence for each name that a file could not tell from another column's, and each wrong channel."""
    found = []
    for name, channel in channels.items():
        found += text_faults("the channel name", name)
        if not isinstance(channel, Channel):
            found.append(f"channel {name!r} is {channel!r:.80}, expected a Channel(values, unit, meaning); give one.")
        if name in {"", "time"} or str(name).startswith((_POSE, _SIGNAL)):
            words = "'', 'time', 'pose:...' and 'signal:...' are"
            found.append(f"the channel name {name!r} is reserved ({words}); choose another name.")
    return found


def to_columns(trajectory: Samples) -> dict[str, Column]:
    """Return the numbers of the trajectory as columns, without lists of signals."""
    columns = {"time": Column(trajectory.time, "s", TIME_MEANING)}
    for name, channel in trajectory.channels.items():
        columns[name] = Column(channel.values, channel.unit, channel.meaning)
    for body, pose in trajectory.poses.items():
        for at, (unit, words) in enumerate(_POSE_COLUMNS):
            columns[f"{_POSE}{body}:{at}"] = Column(np.ascontiguousarray(pose[:, at]), unit, f"{words} {body}")
    return columns


def to_sheet(trajectory: Samples) -> Sheet:
    """Return everything that the trajectory holds as columns and header."""
    columns = to_columns(trajectory)
    header = {
        "outcome": trajectory.outcome.as_dict(),
        "certificate": trajectory.certificate.as_dict(),
        "provenance": thaw(trajectory.provenance),
        "poses": list(trajectory.poses),
    }
    if trajectory.description:
        header["description"] = trajectory.description
    if trajectory.picture:
        header["picture"] = trajectory.picture
    for name, signal in trajectory.signals.items():
        values = lists_at(trajectory.time, signal.time, signal.values)
        columns[f"{_SIGNAL}{name}"] = Column(values, signal.unit, signal.meaning)
    if trajectory.signals:
        header["signals"] = {name: signal.clock for name, signal in trajectory.signals.items()}
    return Sheet(columns, header)


def from_sheet(sheet: Sheet) -> PlainData:
    """Return the arguments of the Trajectory that the sheet was made from."""
    columns, header = dict(sheet.columns), sheet.header
    missing = [key for key in ("outcome", "certificate", "provenance", "poses") if key not in header]
    missing += [] if "time" in columns else ["time"]
    if missing:
        raise DamagedFileError(f"it lacks {', '.join(missing)}")
    time = columns.pop("time")
    poses = {}
    for body in header["poses"]:
        seven = [_numbers(columns.pop(f"{_POSE}{body}:{at}")) for at in range(len(_POSE_COLUMNS))]
        poses[body] = np.column_stack(seven)
    signals = {}
    for name, clock in header.get("signals", {}).items():
        column = columns.pop(f"{_SIGNAL}{name}", None)  # formats of plain rows do not have it
        if column is not None:
            assert isinstance(column.values, Lists)
            signals[name] = SampledSignal.from_clock(column.values.values, column.unit, column.meaning, clock)
    return {
        "time": _numbers(time),
        "channels": {name: Channel(_numbers(column), column.unit, column.meaning) for name, column in columns.items()},
        "poses": poses,
        "outcome": Outcome.from_dict(header["outcome"]),
        "certificate": Certificate.from_dict(header["certificate"]),
        "provenance": header["provenance"],
        "description": header.get("description", ""),
        "picture": str(header.get("picture", "")),  # one that is damaged keeps nobody from the numbers
        "signals": signals,
    }


def _numbers(column: Column) -> Array:
    """Numbers of a column with one in each row."""
    if isinstance(column.values, Lists):
        raise DamagedFileError(f"the column {column.meaning!r} has lists where numbers are expected")
    return column.values

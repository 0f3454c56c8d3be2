"""Trajectories as tables of other libraries, which are imported only when asked for."""

import json
from importlib import import_module
from typing import Any

from linkwright.arrays import PlainData
from linkwright.trajectory.files.plain import thaw
from linkwright.trajectory.samples import Samples

POSE = ("x", "y", "z", "e0", "e1", "e2", "e3")


def to_pandas(trajectory: Samples) -> Any:  # pandas is optional, so its types are not known here
    """Channels as a DataFrame (`Trajectory.to_pandas`)."""
    pandas = _import("pandas", "to_pandas()", "pandas")
    frame = pandas.DataFrame(
        {name: channel.values for name, channel in trajectory.channels.items()},
        index=pandas.Index(trajectory.time, name="time"),
    )
    frame.attrs["units"] = {name: channel.unit for name, channel in trajectory.channels.items()}
    frame.attrs["meanings"] = {name: channel.meaning for name, channel in trajectory.channels.items()}
    return frame


def to_xarray(trajectory: Samples) -> Any:  # xarray is optional, so its types are not known here
    """Channels and poses as a Dataset (`Trajectory.to_xarray`)."""
    xarray = _import("xarray", "to_xarray()", "linkwright[files]")
    variables: PlainData = {
        name: ("time", channel.values, {"units": channel.unit, "long_name": channel.meaning})
        for name, channel in trajectory.channels.items()
    }
    for body, pose in trajectory.poses.items():
        words = f"Pose of {body}: position in m, unit quaternion with the scalar first"
        variables[f"pose:{body}"] = (("time", "pose"), pose, {"long_name": words})
    coordinates: PlainData = {"time": ("time", trajectory.time, {"units": "s", "long_name": "Time"})}
    if trajectory.poses:
        coordinates["pose"] = list(POSE)
    attributes = {
        "outcome": json.dumps(trajectory.outcome.as_dict()),
        "certificate": json.dumps(trajectory.certificate.as_dict()),
        "provenance": json.dumps(thaw(trajectory.provenance)),
    }
    return xarray.Dataset(variables, coords=coordinates, attrs=attributes)


def _import(name: str, what: str, package: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(
            f"{what} needs {name}, which is not installed. Install it with `pip install {package}`, or use the arrays "
            "directly: trajectory.time, trajectory[name]."
        ) from error

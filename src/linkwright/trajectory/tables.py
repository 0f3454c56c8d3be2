"""Trajectories as tables of other libraries, which are imported only when asked for."""

import json
from importlib import import_module
from typing import Any

from linkwright.trajectory.files.plain import thawed
from linkwright.trajectory.samples import Samples

POSE = ("x", "y", "z", "e0", "e1", "e2", "e3")


def to_pandas(motion: Samples) -> Any:  # pandas is optional, so its types are not known here
    """Channels as a DataFrame (`Trajectory.to_pandas`)."""
    pandas = _imported("pandas", "to_pandas()", "pandas")
    frame = pandas.DataFrame(
        {name: channel.values for name, channel in motion.channels.items()},
        index=pandas.Index(motion.time, name="time"),
    )
    frame.attrs["units"] = {name: channel.unit for name, channel in motion.channels.items()}
    frame.attrs["meanings"] = {name: channel.meaning for name, channel in motion.channels.items()}
    return frame


def to_xarray(motion: Samples) -> Any:  # xarray is optional, so its types are not known here
    """Channels and poses as a Dataset (`Trajectory.to_xarray`)."""
    xarray = _imported("xarray", "to_xarray()", "linkwright[files]")
    variables: dict[str, Any] = {
        name: ("time", channel.values, {"units": channel.unit, "long_name": channel.meaning})
        for name, channel in motion.channels.items()
    }
    for body, pose in motion.poses.items():
        words = f"Pose of {body}: position in m, unit quaternion with the scalar first"
        variables[f"pose:{body}"] = (("time", "pose"), pose, {"long_name": words})
    coordinates: dict[str, Any] = {"time": ("time", motion.time, {"units": "s", "long_name": "Time"})}
    if motion.poses:
        coordinates["pose"] = list(POSE)
    attributes = {
        "outcome": json.dumps(motion.outcome.as_dict()),
        "certificate": json.dumps(motion.certificate.as_dict()),
        "provenance": json.dumps(thawed(motion.provenance)),
    }
    return xarray.Dataset(variables, coords=coordinates, attrs=attributes)


def _imported(name: str, what: str, package: str) -> Any:
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(
            f"{what} needs {name}, which is not installed. Install it with `pip install {package}`, or use the arrays "
            "directly: motion.time, motion[name]."
        ) from error

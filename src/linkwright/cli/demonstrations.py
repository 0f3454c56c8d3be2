"""Demonstrations: what `simulate` and `inverse` do with a ready mechanism when nothing else is said."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Demonstration:
    """Start, inputs and duration of a run, and motions for `inverse`, written as a user would type them."""

    inputs: Mapping[str, str]
    positions: Mapping[str, str] = field(default_factory=dict)
    speeds: Mapping[str, str] = field(default_factory=dict)
    duration: float = 2.0
    motions: Mapping[str, str] = field(default_factory=dict)


_STROKE = {
    "platform.x": "cycloid:0,0.03,2",
    "platform.y": "cycloid:0,-0.02,2",
    "platform.theta": "cycloid:0,0.1,2",
}

TABLE: Mapping[str, tuple[Demonstration, ...]] = {
    "three_rrr": (
        Demonstration({"A.v": "0.4", "B.v": "-0.3", "C.v": "0.2"}, motions=_STROKE),
        # Without motors: free motion; turning alone would run into a singular configuration.
        Demonstration(
            {"A.tau": "0", "B.tau": "0", "C.tau": "0"},
            speeds={"platform.x": "0.3", "platform.y": "0.2", "platform.theta": "1.0"},
            motions=_STROKE,
        ),
    ),
    "four_bar": (
        Demonstration({"tau": "0"}, speeds={"phi": "12.0"}, motions={"phi": "cycloid:1.0471975512,7.3303828584,2"}),
    ),
    "slider_crank": (Demonstration({"tau": "0", "force": "0"}, speeds={"phi": "30.0"}),),
    "double_pendulum": (
        Demonstration(
            {"tau1": "0", "tau2": "0"},
            positions={"theta1": "1.2", "theta2": "-0.6"},
            duration=5.0,
            motions={"theta1": "cycloid:0,1,2", "theta2": "cycloid:0,-0.5,2"},
        ),
    ),
}
"""By the name of the mechanism; of several the one whose inputs are the machine's is taken."""


def demonstration(name: str, inputs: tuple[str, ...]) -> Demonstration | None:
    """The demonstration of a mechanism with these inputs, if there is one."""
    return next((each for each in TABLE.get(name, ()) if set(each.inputs) == set(inputs)), None)

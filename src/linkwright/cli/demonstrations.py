"""Demonstrations: what `simulate` and `inverse` do with a ready mechanism when nothing else is said."""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
_ARM = {"gamma1": "cycloid:0,1,2", "alpha2": "cycloid:0,0.5,2", "alpha3": "cycloid:0,-0.8,2"}

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
    # Torques that hold the arm stretched out (78.48 and 24.525 N m), with slight variations.
    "serial_manipulator": (
        Demonstration({"T1": "sine:2,0.5", "T2": "sine:1,0.5,0,78.48", "T3": "24.525"}, motions=_ARM),
        Demonstration(
            {"T1": "sine:2,0.5", "T2": "sine:1,0.5,0,78.48", "T3": "24.525", "T4": "0", "T5": "0"},
            motions=_ARM | {"beta4": "cycloid:0,0.5,2", "gamma4": "cycloid:0,1,2"},
        ),
    ),
    # About its middle axis the turning is unstable: the body tumbles.
    "free_body": (
        Demonstration(
            {},
            speeds={"body.x": "0.1", "body.y": "0", "body.z": "0", "wx": "0.05", "wy": "6", "wz": "0.05"},
            duration=5.0,
        ),
    ),
    "n_four_bar": (Demonstration({}, speeds={"x0": "1"}, duration=0.6),),
    "heavy_top": (Demonstration({}, speeds={"wx": "0", "wy": "50", "wz": "0"}),),
    "knife_edge": (Demonstration({}, speeds={"phi": "2", "speed": "0"}, duration=5.0),),
    "chaplygin_sleigh": (Demonstration({}, speeds={"u": "-1", "theta": "0.2"}, duration=10.0),),
    "rolling_disc": (
        Demonstration({}, positions={"lean": "0.2"}, speeds={"spin": "8", "lean": "0", "heading": "0.5"}, duration=3.0),
    ),
    "ball_on_turntable": (
        Demonstration(
            {}, positions={"x": "0.2", "y": "0"}, speeds={"x": "0", "y": "0.1", "ball.wz": "0"}, duration=7.0
        ),
    ),
    "snakeboard": (
        Demonstration({"tau_r": "sine:0.5,1", "tau_f": "0", "tau_b": "0"}, positions={"phi_f": "0.3", "phi_b": "-0.3"}),
    ),
}
"""By the name of the mechanism; of several the one whose inputs are the machine's is taken."""


def _chain(inputs: tuple[str, ...]) -> Demonstration:
    """A chain of any length falls from where it is stretched out; all joints turn a little."""
    motions = {f"q{k}": "cycloid:0,0.2,2" for k in range(1, len(inputs) + 1)}
    return Demonstration(dict.fromkeys(inputs, "0"), duration=1.0, motions=motions)


FAMILIES: Mapping[str, Callable[[tuple[str, ...]], Demonstration]] = {"serial_chain": _chain}
"""Mechanisms whose number of inputs is an option."""


def demonstration(name: str, inputs: tuple[str, ...]) -> Demonstration | None:
    """The demonstration of a mechanism with these inputs, if there is one."""
    if name in FAMILIES:
        return FAMILIES[name](inputs)
    return next((each for each in TABLE.get(name, ()) if set(each.inputs) == set(inputs)), None)

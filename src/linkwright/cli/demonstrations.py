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
_TILT = {
    "d1": "cycloid:0.12,0.13,2",
    "d2": "cycloid:0.12,0.11,2",
    "d3": "cycloid:0.12,0.11,2",
}
_WAVE = {
    "z": "cycloid:0.2551470164434615,0.28,2",
    "psi": "cycloid:0,0.1,2",
    "theta": "cycloid:0,-0.1,2",
}
_LIFT = {
    f"d{k}": f"cycloid:3.153800683985283,{end},2"
    for k, end in enumerate(("3.25", "3.3", "3.1", "3.2", "3.3", "3.2"), start=1)
}
_PICK = {
    "platform.x": "cycloid:0,0.2,2",
    "platform.y": "cycloid:0,-0.1,2",
    "platform.z": "cycloid:-1.0643307756520055,-1.2,2",
}
_PUSHES = (300, -200, 100, 0, -300, 200)
_DRIFT = {"platform.x": "0.02", "platform.y": "0.01", "platform.theta": "0.1"}
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
    # Forces that change as a cosine: the platform swings about two axes and comes back.
    "three_rps": (
        Demonstration(
            {"f1": "sine:0.2,0.5,1.5707963268", "f2": "sine:-0.15,0.5,1.5707963268", "f3": "sine:-0.1,1,1.5707963268"},
            duration=4.0,
            motions=_TILT,
        ),
    ),
    # Forces that hold the platform level, with slight variations.
    "three_prs": (
        Demonstration(
            {"F1": "sine:0.1,1,1.5707963268,10.791", "F2": "0.6867", "F3": "sine:-0.1,1,1.5707963268,10.791"},
            duration=1.0,
            motions=_WAVE,
        ),
    ),
    "stewart": (
        Demonstration(
            {f"f{k}": f"sine:{change},0.5,1.5707963268,4078.783656699347" for k, change in enumerate(_PUSHES, start=1)},
            duration=2.0,
            motions=_LIFT,
        ),
    ),
    "delta": (
        Demonstration(
            {"T1": "sine:2,1,1.5707963268,-4.5749916", "T2": "sine:-1,1,1.5707963268,-4.5749916", "T3": "-4.5749916"},
            motions=_PICK,
        ),
    ),
    "planar_3prr": (Demonstration(dict.fromkeys(("f1", "f2", "f3"), "0"), speeds=_DRIFT, motions=_STROKE),),
    "planar_2prr_rpr": (Demonstration(dict.fromkeys(("f1", "f2", "f3"), "0"), speeds=_DRIFT, motions=_STROKE),),
    # Overconstrained linkages swing under their weight.
    "bennett": (Demonstration({"tau": "0"}, duration=3.0, motions={"phi": "cycloid:1.0471975512,4,2"}),),
    "parallelogram": (
        Demonstration({"tau": "0"}, positions={"phi": "-0.6"}, motions={"phi": "cycloid:-1.0471975512,-2,2"}),
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
    "stick_slip": (Demonstration({}, speeds={"x": "0.2"}, duration=10.0),),
    "andrews_squeezer": (Demonstration({}, speeds={"beta": "0"}, duration=0.03),),
    "simple_pendulum": (Demonstration({}, speeds={"phi": "0"}, duration=10.0),),
    # Within its stable speeds (4.29 to 6.02 m/s): a lean dies out while the bicycle weaves.
    "whipple_bicycle": (
        Demonstration({"T_lean": "0", "T_steer": "0"}, speeds={"x": "4.6", "lean": "0.5", "steer": "0"}, duration=5.0),
    ),
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


def _planar(inputs: tuple[str, ...]) -> Demonstration:
    """A planar machine with any limbs drifts freely."""
    return Demonstration(dict.fromkeys(inputs, "0"), speeds=_DRIFT, motions=_STROKE)


FAMILIES: Mapping[str, Callable[[tuple[str, ...]], Demonstration]] = {
    "serial_chain": _chain,
    "planar_parallel": _planar,
}
"""Mechanisms whose inputs follow from an option."""


def demonstration(name: str, inputs: tuple[str, ...]) -> Demonstration | None:
    """The demonstration of a mechanism with these inputs, if there is one."""
    if name in FAMILIES:
        return FAMILIES[name](inputs)
    return next((each for each in TABLE.get(name, ()) if set(each.inputs) == set(inputs)), None)

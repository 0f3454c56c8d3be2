"""The cascade that controls the 3PRS motion table: kinematics of the pose, and three loops on each axis.

Paper on a mechatronic model of a parallel Multi-Axial Simulation Table (MAST): Fig. 6.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Literal

from linkwright.closed_loop import Kinematics, MechanismLoad
from linkwright.control import PI, Diagram, FeedForward, P, Sampled, Sum
from linkwright.dynamics import Dynamics, State, compile
from linkwright.faults import Faults, close_matches
from linkwright.formalisms import boltzmann_hamel
from linkwright.kinds import checked_but
from linkwright.mechanisms.three_prs import LEGS, three_prs

GAINS: Mapping[str, Mapping[str, float]] = {
    "position": {"k": 20.07},
    "speed": {"kp": 0.069, "ki": 2.93, "vffw": 0.0, "affw": 0.0},
    "current": {"kp": 1.17, "ki": 2.46e3},
}
"""Gains of an axis (Fig. 6): 1/s; A s/rad, A/rad, and feed-forward A s/rad and A s^2/rad; ohm and ohm/s."""
PERIODS: Mapping[str, float] = {"position": 5e-3, "speed": 1e-3, "current": 100e-6}
"""Periods (s) of the loops of an axis (Fig. 6)."""
FEED_FORWARD: Mapping[str, float] = {"speed.vffw": 4.8e-3, "speed.affw": 4.7e-4}
"""Options with the feed-forward of Fig. 6: of the speed command (A s/rad) and of its rate (A s^2/rad)."""
POSE = ("z", "psi", "theta")
Side = Literal["motor", "guide"]
"""Where positions of the axes are measured: at the motors, or behind the elastic shafts at the guides."""
TABLE = ("r", "L", "H", "m_p", "m_b", "gravity")
"""Parameters of the table."""
LOADS = {f"rho{k}": f"drive{k}.load" for k in LEGS}
LOAD_PERIOD = 100e-6
"""Period (s) at which the table of the decoupled form loads the drives."""


@checked_but("dynamics", "options")
def mast_control(
    dynamics: Dynamics,
    options: Mapping[str, float] | None = None,
    *,
    encoder: Side = "motor",
    decoupled: bool = False,
    near: State | None = None,
) -> Diagram:
    """The controllers of the motion table `mast_3prs` (Fig. 6): a pose to pulley angles, then a cascade on each axis.

        pose       pulley angles of z, psi, theta by inverse kinematics           with the position loops
        position   P, 20.07 1/s, of the motor's angle                             every 5 ms
        speed      PI, 0.069 A s/rad and 2.93 A/rad                               every 1 ms
        current    PI, 1.17 ohm and 2.46e3 ohm/s, to the motor's voltage          every 100 us

    References are `pose.z` (m), `pose.psi`, `pose.theta` (rad); blocks are `axis1.position`, `axis1.speed`,
    `axis1.current` and so on. `options` give other numbers for the blocks of all axes: `position.k`, `speed.kp`,
    `speed.ki`, `current.kp`, `current.ki`, and of each block `period`, `phase` and `delay` (s), such as `speed.delay`.
    The pose is computed at the instants of the position loops. Positions of the axes are those of the motors or, with
    `encoder="guide"`, of scales on the guides, as angles of the pulleys; speeds are those of the motors. `near` is the
    state at which runs begin, where that is far from home.

    The options `speed.vffw` (A s/rad) and `speed.affw` (A s^2/rad), 0 unless given, are feed-forward inside the speed
    controllers: with the speed command w_c of the position loop and the period T of the speed loop

        current command = PI(w_c - w) + vffw w_c + affw (w_c - w_c one period before) / T

    Then blocks `axis1.ahead` and `axis1.sum` follow `axis1.speed`. FEED_FORWARD has the numbers of the figure.

    With `decoupled`, the form of the paper's simulations, the block `load` puts the table on the drives alone, of
    `mast_3prs(drives_alone=True, load_torques=True)`, as torques that its inverse dynamics gives one sample late (see
    `closed_loop.MechanismLoad`), every 100 us; `load.period`, `load.phase` and `load.delay` are options then.
    """
    faults = Faults("mast_control")
    check_machine(dynamics, faults, decoupled=decoupled)
    periods = {**PERIODS, "load": LOAD_PERIOD} if decoupled else PERIODS
    numbers, clocks = numbers_and_clocks(options or {}, GAINS, periods, faults)
    inner, wires, speed = inner_loops(numbers, clocks)
    axis = Diagram(
        {"position": P(numbers["position.k"]).every(**clocks["position"]), **inner},
        dict.fromkeys(speed, "position.command") | wires,
        exports={
            "reference": "position.reference",
            "angle": "position.measurement",
            "omega": "speed.measurement",
            "i": "current.measurement",
            "v": "current.command",
        },
    )
    pose = Kinematics(dynamics, given=POSE, found=tuple(f"drive{k}.pulley" for k in LEGS), near=near)
    outer: dict[str, str] = {}
    for k, angle in zip(LEGS, axis_angles(encoder), strict=True):
        outer |= {
            f"axis{k}.reference": f"pose.drive{k}.pulley",
            f"axis{k}.angle": angle,
            f"axis{k}.omega": f"drive{k}.angle'",
            f"axis{k}.i": f"drive{k}.i",
            f"drive{k}.v": f"axis{k}.v",
        }
    whole: dict[str, Sampled | Diagram] = {
        "pose": pose.every(**without_delay(clocks["position"])),
        **{f"axis{k}": axis for k in LEGS},
    }
    if decoupled:
        table = compile(boltzmann_hamel(three_prs(**{name: dynamics.parameters[name] for name in TABLE}, forces=False)))
        load = MechanismLoad.of(dynamics, table, LOADS, near=near, shared=TABLE)
        whole["load"] = load.every(**clocks["load"])
        outer |= load.wires("load")
    return Diagram(whole, outer)


def axis_angles(encoder: str) -> list[str]:
    """Quantities that give the positions of the axes: angles of the motors, or of the pulleys for the guides."""
    return [f"drive{k}.{'angle' if encoder == 'motor' else 'pulley'}" for k in LEGS]


def without_delay(clock: Mapping[str, float]) -> dict[str, float]:
    """The times of a clock for a block whose outputs another one delays."""
    return {**clock, "delay": 0.0}


def inner_loops(
    numbers: Mapping[str, float], clocks: Mapping[str, Mapping[str, float]]
) -> tuple[dict[str, Sampled], dict[str, str], tuple[str, ...]]:
    """Blocks of speed and current of an axis, wires between them, and the inputs that take the speed command."""
    current = PI(numbers["current.kp"], numbers["current.ki"]).every(**clocks["current"])
    speed = PI(numbers["speed.kp"], numbers["speed.ki"])
    ahead = FeedForward(k=numbers["speed.vffw"], kv=numbers["speed.affw"])
    if not ahead.k and not ahead.kv:
        blocks = {"speed": speed.every(**clocks["speed"]), "current": current}
        return blocks, {"current.reference": "speed.command"}, ("speed.reference",)
    at_once = without_delay(clocks["speed"])  # all three are the speed controller, whose delay is that of the sum
    blocks = {
        "speed": speed.every(**at_once),
        "ahead": ahead.every(**at_once),
        "sum": Sum({"feedback": 1.0, "ahead": 1.0}).every(**clocks["speed"]),
        "current": current,
    }
    wires = {"sum.feedback": "speed.command", "sum.ahead": "ahead.command", "current.reference": "sum.output"}
    return blocks, wires, ("speed.reference", "ahead.reference")


def check_machine(dynamics: Dynamics, faults: Faults, *, decoupled: bool) -> None:
    """Say where a machine is not the motion table, or where its drives are not alone."""
    if not isinstance(dynamics, Dynamics):
        faults.add(
            f"dynamics is a {type(dynamics).__name__}, expected a Dynamics of mast_3prs; compile equations first"
        )
        return
    if not {f"drive{k}.v" for k in LEGS} <= set(dynamics.inputs):
        faults.add(f"{dynamics.name} has no inputs drive1.v, drive2.v, drive3.v; expected mast_3prs")
    elif decoupled and not (set(LOADS.values()) <= set(dynamics.inputs) and _alone(dynamics)):
        faults.add(
            "decoupled: the machine has a table of its own, or no inputs drive1.load, drive2.load, drive3.load; "
            "expected mast_3prs(drives_alone=True, load_torques=True)"
        )


def _alone(dynamics: Dynamics) -> bool:
    """Whether drives move without the table: a torque on one pulley accelerates no other one."""
    at_rest = dict.fromkeys(dynamics.inputs, 0.0)
    found = dynamics.forward(dynamics.reference, {**at_rest, "drive1.load": 1.0})
    return bool(abs(found["rho2"]) <= 1e-9 * abs(found["rho1"]))


def numbers_and_clocks(
    options: Mapping[str, float], gains: Mapping[str, Mapping[str, float]], periods: Mapping[str, float], faults: Faults
) -> tuple[dict[str, float], dict[str, dict[str, float]]]:
    """Gains and times of the blocks with those that are given, and times by block; all faults are raised together."""
    numbers = {f"{block}.{name}": value for block, own in gains.items() for name, value in own.items()}
    for block, period in periods.items():
        numbers |= {f"{block}.period": period, f"{block}.phase": 0.0, f"{block}.delay": 0.0}
    for name, value in options.items():
        if name not in numbers:
            faults.add(f"no option {name!r}; {close_matches(str(name), numbers)}")
            continue
        given = faults.number(name, value)
        if isfinite(given):
            numbers[name] = given
    clocks = {block: {name: numbers[f"{block}.{name}"] for name in ("period", "phase", "delay")} for block in periods}
    for block, clock in clocks.items():
        faults.found += [f"{block}.{fault}" for fault in P(1.0).every(**clock).faults]
    faults.stop()
    return numbers, clocks

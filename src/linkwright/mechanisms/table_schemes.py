"""Control of the motion table with its drives by other schemes than the cascade: in the workspace, by computed torque.

Paper on a mechatronic model of a parallel Multi-Axial Simulation Table (MAST): section 2.3, Fig. 3 a and b. It gives
the blocks, no numbers: gains and periods of the loops inside are those of its Fig. 6, the others are ours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

import casadi as ca

from linkwright.closed_loop import ComputedTorque, Kinematics
from linkwright.components import Belt, Rotor, Torque
from linkwright.control import PI, Diagram, P, Sampled, Step
from linkwright.control.contract import Numbers, Value
from linkwright.dynamics import Dynamics, State, compile
from linkwright.faults import Faults
from linkwright.formalisms import boltzmann_hamel
from linkwright.mechanisms.mast_control import (
    GAINS,
    PERIODS,
    POSE,
    TABLE,
    Side,
    axis_angles,
    check_machine,
    checked_numbers,
)
from linkwright.mechanisms.three_prs import LEGS, three_prs
from linkwright.model import Mechanism
from linkwright.symbolic import Parameter

DRIVES = ("J1", "J2", "p", "i_r", "kT")
"""Parameters of the drives that the model of a controller has."""
JOINTS = tuple(f"drive{k}.angle" for k in LEGS)
COMPUTED_TORQUE: Mapping[str, Mapping[str, float]] = {
    "law": {"kp": 1.0e4, "kd": 200.0},
    "torque": {"tau_f": 0.0, "width": 1.0},
    "current": GAINS["current"],
}
"""Gains: 1/s^2 and 1/s, errors die out with 100 1/s; friction that is compensated (N m), and its width (rad/s)."""


def mast_workspace_control(
    dynamics: Dynamics,
    options: Mapping[str, float] | None = None,
    *,
    measured: Literal["platform", "motor", "guide"] = "platform",
    near: State | None = None,
) -> Diagram:
    """Workspace control of the motion table `mast_3prs` (Fig. 3 a): the error of the pose commands its rate.

        direct     with `measured` "motor" or "guide": the pose from the angles of the axes       every 5 ms
        pose       P of z, psi and theta, 20.07 1/s, to rates of the pose                         every 5 ms
        rates      speeds of the axes from these by inverse kinematics, at the measured pose      every 5 ms
        speed      PI on each axis                                                                every 1 ms
        current    PI on each axis, to the motor's voltage                                        every 100 us

    References are `pose.z` (m), `pose.psi`, `pose.theta` (rad). `measured` says what the pose comes from: sensors at
    the platform, or by direct kinematics encoders of the motors or scales of the guides. `options` are those of
    `mast_control`: gains and times of `position` (pose, direct and rates), `speed` and `current`.
    """
    faults = Faults("mast_workspace_control")
    places = ("platform", *get_args(Side))
    faults.choice("measured", measured, places)
    gains = {block: {name: GAINS[block][name] for name in list(GAINS[block])[:2]} for block in GAINS}
    numbers, clocks = _numbers_and_clocks(dynamics, options, gains, PERIODS, faults)
    model, start = _model(dynamics, near)
    at_once = {**clocks["position"], "delay": 0.0}
    controllers = {f"of_{name}": P(numbers["position.k"]).every(**at_once) for name in POSE}
    pose = Diagram(
        controllers,
        {},
        exports={name: f"of_{name}.reference" for name in POSE}
        | {f"measured_{name}": f"of_{name}.measurement" for name in POSE}
        | {f"rate_{name}": f"of_{name}.command" for name in POSE},
    )
    blocks: dict[str, Sampled | Diagram] = {"pose": pose}
    source = {name: name for name in POSE}
    wires: dict[str, str] = {}
    if measured != "platform":
        blocks["direct"] = Kinematics(model, JOINTS, POSE, near=start).every(**at_once)
        wires |= {f"direct.{joint}": read for joint, read in zip(JOINTS, axis_angles(measured), strict=True)}
        source = {name: f"direct.{name}" for name in POSE}
    blocks["rates"] = Kinematics(model, POSE, JOINTS, near=start, order=1).every(**clocks["position"])
    for name in POSE:
        wires |= {f"pose.measured_{name}": source[name], f"rates.{name}": source[name]}
        wires[f"rates.{name}'"] = f"pose.rate_{name}"
    speed = PI(numbers["speed.kp"], numbers["speed.ki"]).every(**clocks["speed"])
    axis = Diagram(
        {"speed": speed, "current": _current(numbers, clocks)},
        {"current.reference": "speed.command"},
        exports={"omega": "speed.measurement", "reference": "speed.reference", **CURRENT},
    )
    for k in LEGS:
        blocks[f"axis{k}"] = axis
        wires |= {f"axis{k}.reference": f"rates.drive{k}.angle'", f"axis{k}.omega": f"drive{k}.angle'", **_motor(k)}
    return Diagram(blocks, wires)


def mast_computed_torque(
    dynamics: Dynamics,
    options: Mapping[str, float] | None = None,
    *,
    encoder: Side = "motor",
    near: State | None = None,
) -> Diagram:
    """Computed torque of the motion table `mast_3prs` with its drives (Fig. 3 b).

        pose       angles, speeds and accelerations of the axes by inverse kinematics             every 1 ms
        law        a = c_ref'' + kd (c_ref' - c') + kp (c_ref - c), and by inverse dynamics
                   the torques of the motors that accelerate the axes so                          every 1 ms
        torque     on each axis the current (torque + tau_f tanh(c_ref' / width)) / kT            every 1 ms
        current    PI on each axis, 1.17 ohm and 2.46e3 ohm/s, to the motor's voltage             every 100 us

    The inverse dynamics is that of the mechanism on drives of the inertia J1 + J2 with rigid shafts, by the parameters
    that `dynamics` has now: `with_parameters` of the closed loop changes the machine alone. References are `pose.z`,
    `pose.z'`, `pose.z''` and so on: `closed_loop.references(motion)`. Speeds are measured at the motors, positions
    there or, with `encoder="guide"`, at the guides, as angles of the pulleys.

    `options`: `law.kp` (1e4 1/s^2), `law.kd` (200 1/s), `torque.tau_f` (friction that is compensated, 0 N m unless
    given), `torque.width` (1 rad/s), `current.kp`, `current.ki`, and `period`, `phase`, `delay` (s) of `pose`, `law`
    and `current`; the delay of the law is that of the currents it asks for. `near` is the state at which runs begin.
    """
    faults = Faults("mast_computed_torque")
    faults.choice("encoder", encoder, get_args(Side))
    periods = {"pose": 1e-3, "law": 1e-3, "current": PERIODS["current"]}
    numbers, clocks = _numbers_and_clocks(dynamics, options, COMPUTED_TORQUE, periods, faults)
    model, start = _model(dynamics, near)
    law = ComputedTorque(model, JOINTS, numbers["law.kp"], numbers["law.kd"], start)
    current = Step(
        _motor_current,
        inputs=("torque", "speed"),
        outputs=("current",),
        parameters={
            "kT": dynamics.parameters["kT"], "tau_f": numbers["torque.tau_f"], "width": numbers["torque.width"],
        },
    )  # fmt: skip
    axis = Diagram(
        {"torque": current.every(**clocks["law"]), "current": _current(numbers, clocks)},
        {"current.reference": "torque.current"},
        exports={"torque_reference": "torque.torque", "speed": "torque.speed", **CURRENT},
    )
    blocks: dict[str, Sampled | Diagram] = {
        "pose": Kinematics(model, POSE, JOINTS, near=start, order=2).every(**clocks["pose"]),
        "law": law.every(**{**clocks["law"], "delay": 0.0}),
    }
    wires = {f"law.{joint}{order}": f"pose.{joint}{order}" for joint in JOINTS for order in ("", "'", "''")}
    for k, joint, angle in zip(LEGS, JOINTS, axis_angles(encoder), strict=True):
        blocks[f"axis{k}"] = axis
        wires |= {f"law.measured.{joint}": angle, f"law.measured.{joint}'": f"drive{k}.angle'", **_motor(k)}
        wires |= {f"axis{k}.torque_reference": f"law.drive{k}.torque", f"axis{k}.speed": f"pose.{joint}'"}
    return Diagram(blocks, wires)


# -- what both have ----------------------------------------------------------------------------------------------------

CURRENT = {"i": "current.measurement", "v": "current.command"}
"""What an axis shows of its current controller."""


def _motor(k: str) -> dict[str, str]:
    """Wires between the current controller of an axis and its motor."""
    return {f"axis{k}.i": f"drive{k}.i", f"drive{k}.v": f"axis{k}.v"}


def _current(numbers: Mapping[str, float], clocks: Mapping[str, Mapping[str, float]]) -> Sampled:
    return PI(numbers["current.kp"], numbers["current.ki"]).every(**clocks["current"])


def _motor_current(x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Sequence[Value], Sequence[Value]]:
    """The current of a torque, and of friction at a speed."""
    (torque, speed), (kT, tau_f, width) = u, p
    return [(torque + tau_f * ca.tanh(speed / width)) / kT], []


def _numbers_and_clocks(
    dynamics: Dynamics,
    options: Mapping[str, float] | None,
    gains: Mapping[str, Mapping[str, float]],
    periods: Mapping[str, float],
    faults: Faults,
) -> tuple[dict[str, float], dict[str, dict[str, float]]]:
    """Numbers of the blocks and clocks by block; all that is wrong with machine and options is raised."""
    check_machine(dynamics, faults, decoupled=False)
    numbers = checked_numbers(options or {}, gains, periods, faults)
    clocks = {block: {name: numbers[f"{block}.{name}"] for name in ("period", "phase", "delay")} for block in periods}
    for block, clock in clocks.items():
        faults.found += [f"{block}.{fault}" for fault in P(1.0).every(**clock).faults]
    if isinstance(dynamics, Dynamics):
        missing = [name for name in (*TABLE, *DRIVES) if name not in dynamics.parameters]
        if missing:
            faults.add(f"{dynamics.name} has no parameters {', '.join(missing)}; expected mast_3prs with its table")
    faults.stop()
    return numbers, clocks


def _model(dynamics: Dynamics, near: State | None) -> tuple[Dynamics, State]:
    """The table on rigid drives as a controller knows it, at the values of the machine; and where it begins."""
    model = compile(boltzmann_hamel(_rigid_table({name: dynamics.parameters[name] for name in (*TABLE, *DRIVES)})))
    if near is None:
        return model, model.assemble()
    return model, model.assemble({f"rho{k}": float(near[f"rho{k}"]) for k in LEGS})


def _rigid_table(values: Mapping[str, float]) -> Mechanism:
    """The table on three drives with rigid shafts, driven by torques of the motors."""
    inertia = Parameter("J", values["J1"] + values["J2"], "kg m^2", "inertia of a drive, at the motor")
    drive = Mechanism(
        "drive",
        parts={"rotor": Rotor(J=inertia)},
        connections={"motor": Torque("rotor.angle", input="torque")},
        parameters=[inertia],
        exports={"angle": "rotor.angle", "torque": "motor.torque"},
    )
    table = three_prs(**{name: values[name] for name in TABLE}, forces=False)
    return Mechanism(
        "table_on_rigid_drives",
        parts={"table": table, **{f"drive{k}": drive for k in LEGS}},
        connections={f"belt{k}": Belt(f"drive{k}.angle", f"table.rho{k}", values["p"], values["i_r"]) for k in LEGS},
        exports={name: f"table.{name}" for name in (*POSE, *[f"rho{k}" for k in LEGS])},
    )

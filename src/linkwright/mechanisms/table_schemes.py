"""Control of the motion table with its drives by other schemes than the cascade: in the workspace, by computed torque.

Paper on a mechatronic model of a parallel Multi-Axial Simulation Table (MAST): section 2.3, Fig. 3 a and b. It gives
the blocks, no numbers: gains and periods of the loops inside are those of its Fig. 6, the others are ours.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import casadi as ca

from linkwright.closed_loop import ComputedTorque, Kinematics
from linkwright.components import Belt, Rotor, Torque
from linkwright.control import PI, Block, Diagram, Gain, P, Sampled, Signal
from linkwright.control.contract import Numbers, Value, set_numbers
from linkwright.dynamics import Dynamics, State, compile
from linkwright.faults import Faults
from linkwright.formalisms import boltzmann_hamel
from linkwright.kinds import checked_but
from linkwright.mechanisms.mast_control import (
    GAINS,
    PERIODS,
    POSE,
    TABLE,
    Side,
    axis_angles,
    check_machine,
    inner_loops,
    numbers_and_clocks,
    without_delay,
)
from linkwright.mechanisms.three_prs import LEGS, three_prs
from linkwright.model import Mechanism
from linkwright.symbolic import Label, Parameter

DRIVES = ("J1", "J2", "p", "i_r", "kT")
"""Parameters of the drives that the model of a controller has."""
JOINTS = tuple(f"drive{k}.angle" for k in LEGS)
COMPUTED_TORQUE: Mapping[str, Mapping[str, float]] = {
    "law": {"kp": 1.0e4, "kd": 200.0},
    "torque": {"tau_f": 0.0, "width": 1.0},
    "current": GAINS["current"],
}
"""Gains: 1/s^2 and 1/s, errors die out with 100 1/s; friction that is compensated (N m), and its width (rad/s)."""


@dataclass(frozen=True)
class MotorCurrent(Block):
    """The current of a motor for a torque, and for the friction at a speed: (torque + tau_f tanh(speed / width)) / kT.

    >>> MotorCurrent(kT=0.03, tau_f=0.06, width=1.0).step([], 0.0, [0.03, 50.0], [0.03, 0.06, 1.0], 1e-3)
    ([3.0], [])
    """

    kT: float
    tau_f: float
    width: float

    def __post_init__(self) -> None:
        set_numbers(self, positive=("kT", "width"), kT=self.kT, tau_f=self.tau_f, width=self.width)

    @property
    def inputs(self) -> tuple[Label, ...]:
        """The torque and the speed."""
        return (Label("torque", "N m", "torque of the motor"), Label("speed", "rad/s", "speed whose friction is met"))

    @property
    def outputs(self) -> tuple[Signal, ...]:
        """The current."""
        return (Signal("current", "A", "what is commanded"),)

    @property
    def parameters(self) -> tuple[Gain, ...]:
        """kT, tau_f and width."""
        return (
            Gain("kT", self.kT, "N m/A", "torque constant"),
            Gain("tau_f", self.tau_f, "N m", "friction that is compensated"),
            Gain("width", self.width, "rad/s", "speed over which it changes sign"),
        )

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class."""
        (torque, speed), (kT, tau_f, width) = u, p
        return [(torque + tau_f * ca.tanh(speed / width)) / kT], []


@checked_but("dynamics", "options")
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
    `mast_control`; those of `position` are for pose, direct and rates.
    """
    faults = Faults("mast_workspace_control")
    _check_table(dynamics, faults)
    numbers, clocks = numbers_and_clocks(options or {}, GAINS, PERIODS, faults)
    model, start = _model(dynamics, near)
    at_once = without_delay(clocks["position"])
    controllers = {name: P(numbers["position.k"]).every(**at_once) for name in POSE}
    rates = Kinematics(model, POSE, JOINTS, near=start, order=1)
    blocks: dict[str, Sampled | Diagram] = {
        "pose": Diagram(controllers, {}, exports={name: f"{name}.reference" for name in POSE}),
        "rates": rates.every(**clocks["position"]),
    }
    wires: dict[str, str] = {}
    if measured != "platform":
        blocks["direct"] = Kinematics(model, JOINTS, POSE, near=start).every(**at_once)
        wires |= {f"direct.{joint}": angle for joint, angle in zip(JOINTS, axis_angles(measured), strict=True)}
    for name in POSE:
        found = name if measured == "platform" else f"direct.{name}"
        wires |= {f"pose.{name}.measurement": found, f"rates.{name}": found, f"rates.{name}'": f"pose.{name}.command"}
    inner, within, speed = inner_loops(numbers, clocks)
    for k, joint in zip(LEGS, JOINTS, strict=True):
        blocks[f"axis{k}"] = Diagram(inner, within)
        wires |= {f"axis{k}.{name}": f"rates.{joint}'" for name in speed}
        wires |= {f"axis{k}.speed.measurement": f"drive{k}.angle'", **_motor(k)}
    return Diagram(blocks, wires)


@checked_but("dynamics", "options")
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
    periods = {"pose": 1e-3, "law": 1e-3, "current": PERIODS["current"]}
    _check_table(dynamics, faults)
    numbers, clocks = numbers_and_clocks(options or {}, COMPUTED_TORQUE, periods, faults)
    model, start = _model(dynamics, near)
    law = ComputedTorque(model, JOINTS, numbers["law.kp"], numbers["law.kd"], start)
    current = MotorCurrent(dynamics.parameters["kT"], numbers["torque.tau_f"], numbers["torque.width"])
    axis = {
        "torque": current.every(**clocks["law"]),
        "current": PI(numbers["current.kp"], numbers["current.ki"]).every(**clocks["current"]),
    }
    blocks: dict[str, Sampled | Diagram] = {
        "pose": Kinematics(model, POSE, JOINTS, near=start, order=2).every(**clocks["pose"]),
        "law": law.every(**without_delay(clocks["law"])),
    }
    wires = {f"law.{joint}{order}": f"pose.{joint}{order}" for joint in JOINTS for order in ("", "'", "''")}
    for k, joint, angle in zip(LEGS, JOINTS, axis_angles(encoder), strict=True):
        blocks[f"axis{k}"] = Diagram(axis, {"current.reference": "torque.current"})
        wires |= {f"law.measured.{joint}": angle, f"law.measured.{joint}'": f"drive{k}.angle'", **_motor(k)}
        wires |= {f"axis{k}.torque.torque": f"law.drive{k}.torque", f"axis{k}.torque.speed": f"pose.{joint}'"}
    return Diagram(blocks, wires)


# -- what both have ----------------------------------------------------------------------------------------------------


def _motor(k: str) -> dict[str, str]:
    """Wires between the current controller of an axis and its motor."""
    return {f"axis{k}.current.measurement": f"drive{k}.i", f"drive{k}.v": f"axis{k}.current.command"}


def _check_table(dynamics: Dynamics, faults: Faults) -> None:
    """Say where a machine is not the motion table with its drives."""
    check_machine(dynamics, faults, decoupled=False)
    if isinstance(dynamics, Dynamics):
        missing = [name for name in (*TABLE, *DRIVES) if name not in dynamics.parameters]
        if missing:
            faults.add(f"{dynamics.name} has no parameters {', '.join(missing)}; expected mast_3prs with its table")


def _model(dynamics: Dynamics, near: State | None) -> tuple[Dynamics, State]:
    """The table on rigid drives as a controller knows it, at the values of the machine; and where it begins."""
    model = compile(boltzmann_hamel(_rigid_table({name: dynamics.parameters[name] for name in (*TABLE, *DRIVES)})))
    if near is None:
        return model, model.assemble()
    state = dynamics.check(near)
    return model, model.assemble({f"rho{k}": float(state[f"rho{k}"]) for k in LEGS})


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

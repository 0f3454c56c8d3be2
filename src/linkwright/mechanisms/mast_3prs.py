"""The 3PRS motion table with its drives: motors, gears, belts and friction on the three guides.

Paper on a mechatronic model of a parallel Multi-Axial Simulation Table (MAST): Table 1 (drives), section 4.2 (the two
sets of parameters). docs/errata.md says what its print has wrong.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import pi
from typing import TYPE_CHECKING, Literal, get_args

from linkwright.components import Belt, CoulombFriction, DCMotor, Rotor, Shaft, SmoothFriction, Torque
from linkwright.mechanisms.mast_control import mast_control
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.mechanisms.three_prs import LEGS, three_prs
from linkwright.model import Connection, Mechanism, ModelError
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Scalar

if TYPE_CHECKING:
    from linkwright.dynamics import Dynamics, State

Parameters = Literal["manufacturer", "identified"]
Friction = Literal["smooth", "sticks", "none"]
IDENTIFIED_SHARE = 1.56
"""The identified inertia J1 is the manufacturers' divided by this (section 4.2)."""
IDENTIFIED_FRICTION = 7.18e-2
"""Identified Coulomb friction at the motor, N m (section 4.2)."""
WIDTH = 1.0
"""Speed of the motor (rad/s) over which smooth friction changes sign; 0.2 to 5 rad/s answer alike."""


@checked_keywords
def mast_3prs(
    *,
    parameters: Parameters = "identified",
    friction: Friction = "smooth",
    drives_alone: bool = False,
    load_torques: bool = False,
    J1: Scalar | None = None,
    J2: Scalar | None = None,
    tau_f: Scalar | None = None,
    J_m: Scalar = 1.42e-5,
    J_gb: Scalar = 1.4e-6,
    J_c: Scalar = 4.68e-6,
    K1: Scalar = 67.702,
    C1: Scalar = 3.0e-8,
    M_load: Scalar = 2.27,
    J_guide: Scalar = 4.524e-5,
    i_r: Scalar = 15.0,
    p: Scalar = 0.070,
    kT: Scalar = 0.0302,
    kE: Scalar = 0.0302,
    R_a: Scalar = 0.299,
    L_a: Scalar = 0.082e-3,
    r: Scalar = 0.35,
    L: Scalar = 0.26,
    H: Scalar = 0.40,
    m_p: Scalar = 2.06,
    m_b: Scalar = 0.07,
    gravity: Scalar = 9.81,
) -> Mechanism:
    """The table `three_prs` on three drives: motor J1 - elastic shaft K1, C1 - pulley J2 - belt - guide.

        J1 = J_m + J_gb + J_c,    J2 = J_guide / i_r^2 + M_load n^2,    rho = n pulley,    n = p / (2 pi i_r)

    The load M_load of a guide is inertia of its drive only: its weight is not counted. `parameters`: those of the
    manufacturers, or the identified ones (J1 / 1.56, more friction). `friction` at the motor: "smooth", tau_f tanh(w /
    (1 rad/s)); "sticks", Coulomb's with true sticking; "none". With `drives_alone` table and bars have no mass and no
    weight: the pose follows the drives and loads them with nothing. `load_torques` adds the inputs `drive1.load`, ...:
    torques on the pulleys (N m), positive along their motion. With both, `mast_control(dynamics, decoupled=True)` loads
    the drives with a table of the masses m_p, m_b, one sample late.

    Quantities `z`, `psi`, `theta`, `rho1`, `rho2`, `rho3` as in `three_prs`, of the drives `drive1.angle` (motor),
    `drive1.pulley`, `drive1.omega`, `drive1.i` (A) and so on; inputs `drive1.v`, `drive2.v`, `drive3.v` (V). SI units;
    r, L, H, m_p, m_b, gravity are those of the table. Home: rho = 0, all angles zero.

    >>> machine = mast_3prs(parameters="manufacturer")
    >>> sorted(name for name in machine.input_names if name.count(".") == 1)
    ['drive1.v', 'drive2.v', 'drive3.v']
    """
    faults = [
        f"{name} = {value!r}: expected one of {', '.join(map(repr, get_args(kind)))}"
        for name, value, kind in (("parameters", parameters, Parameters), ("friction", friction, Friction))
        if not isinstance(value, str) or value not in get_args(kind)
    ]
    faults += [
        f"{name} = {value!r}: expected True or False"
        for name, value in (("drives_alone", drives_alone), ("load_torques", load_torques))
        if not isinstance(value, bool)
    ]
    if faults:
        raise ModelError("mast_3prs", faults)
    identified = parameters == "identified"
    motor = Parameter("J_m", J_m, "kg m^2", "inertia of the motor's rotor")
    gearbox = Parameter("J_gb", J_gb, "kg m^2", "inertia of the gearbox at the motor")
    coupling = Parameter("J_c", J_c, "kg m^2", "inertia of the coupling")
    load = Parameter("M_load", M_load, "kg", "load of a guide, as inertia of its drive only")
    guide = Parameter("J_guide", J_guide, "kg m^2", "inertia of the guide's wheels, behind the gear")
    ratio = Parameter("i_r", i_r, "", "gear ratio")
    pitch = Parameter("p", p, "m", "way of a guide in one turn behind the gear")
    given = motor + gearbox + coupling
    first = Parameter(
        "J1",
        (given / IDENTIFIED_SHARE if identified else given) if J1 is None else J1,
        "kg m^2",
        "inertia of the driving side, at the motor",
    )
    n = pitch / (2 * pi * ratio)
    second = Parameter(
        "J2",
        guide / ratio**2 + load * n**2 if J2 is None else J2,
        "kg m^2",
        "inertia of the driven side, at the motor",
    )
    rubs = Parameter(
        "tau_f",
        (IDENTIFIED_FRICTION if identified else (0.2 + 4.07e-2 * load) / ratio) if tau_f is None else tau_f,
        "N m",
        "Coulomb friction at the motor",
    )
    stiffness = Parameter("K1", K1, "N m/rad", "stiffness of the transmission, at the motor")
    damping = Parameter("C1", C1, "N m s/rad", "damping of the transmission, at the motor")
    electric = [
        Parameter("kT", kT, "N m/A", "torque constant"),
        Parameter("kE", kE, "V s/rad", "back-emf constant"),
        Parameter("R_a", R_a, "ohm", "resistance of the winding"),
        Parameter("L_a", L_a, "H", "inductance of the winding"),
    ]
    Kt, Ke, R, winding = electric
    connections: dict[str, Connection] = {
        "shaft": Shaft("motor.angle", "guide.angle", stiffness=stiffness, damping=damping)
    }
    if friction == "smooth":
        connections["friction"] = SmoothFriction("motor.angle", rubs, WIDTH)
    elif friction == "sticks":
        connections["friction"] = CoulombFriction("motor.angle", rubs)
    exports = {"angle": "motor.angle", "omega": "motor.omega", "i": "motor.i", "v": "motor.v", "pulley": "guide.angle"}
    if load_torques:
        connections["against"] = Torque("guide.angle", input="load")
        exports["load"] = "against.load"
    drive = Mechanism(
        "drive",
        parts={"motor": DCMotor(J=first, L=winding, R=R, Kt=Kt, Ke=Ke), "guide": Rotor(J=second)},
        connections=connections,
        exports=exports,
        title="drive of a guide",
    )
    geometry = [
        Parameter("r", r, "m", "radius of the spherical joints on the platform"),
        Parameter("L", L, "m", "length of the bars"),
        Parameter("H", H, "m", "distance of the guides from the middle"),
    ]
    masses = [
        Parameter("m_p", m_p, "kg", "mass of the platform"),
        Parameter("m_b", m_b, "kg", "mass of each bar"),
        Parameter("gravity", gravity, "m/s^2", "acceleration of gravity, along -z"),
    ]
    plate, bar, middle = geometry
    heavy = [0.0, 0.0, 0.0] if drives_alone else masses
    table = three_prs(r=plate, L=bar, H=middle, m_p=heavy[0], m_b=heavy[1], gravity=heavy[2], forces=False)
    return Mechanism(
        "mast_3prs",
        parts={"table": table, **{f"drive{k}": drive for k in LEGS}},
        connections={f"belt{k}": Belt(f"drive{k}.pulley", f"table.rho{k}", pitch, ratio) for k in LEGS},
        parameters=[
            *(motor, gearbox, coupling, load, guide, ratio, pitch),
            *(first, second, rubs, stiffness, damping, *electric),
            *(geometry if drives_alone and not load_torques else [*geometry, *masses]),
        ],
        exports={name: f"table.{name}" for name in ("z", "psi", "theta", *[f"rho{k}" for k in LEGS])},
        title="3PRS motion table with its drives",
        description="Motion table on three guides, each with a motor, a gear, an elastic shaft and a belt.",
        sources=(
            "Paper on a mechatronic model of a parallel Multi-Axial Simulation Table (MAST): Table 1, section 4.2",
            "p = 0.070 m and the motor's 24 V winding (RE-40: kT, kE, R_a, L_a) are assumed; the paper gives neither",
        ),
    )


def mast_pose(dynamics: Dynamics, pose: Mapping[str, float]) -> State:
    """The table at rest at a pose (of `z`, `psi`, `theta`; the others as at home), shafts without twist.

    A pose alone would leave the motors where they are, behind springs that a rad or more winds up.
    """
    known = ("z", "psi", "theta")
    wrong = [f"no coordinate {name!r} of the pose; expected {', '.join(known)}" for name in pose if name not in known]
    if wrong:
        raise ValueError("; ".join(wrong))
    home = dynamics.assemble()
    wanted = {name: float(pose.get(name, home[name])) for name in known}
    placed = dynamics.assemble(wanted)
    motors = {f"drive{k}.angle": float(placed[f"drive{k}.pulley"]) for k in LEGS}
    return dynamics.assemble(wanted | motors, near=placed)


def _demonstration(inputs: Sequence[str]) -> Demonstration:
    """Under its controllers up and down about home, and a little pitch; without, voltages that do about this."""
    if "pose.z" in inputs:
        home = (0.26**2 - (0.40 - 0.35) ** 2) ** 0.5  # of the bars L between the radii H and r
        pose = {"pose.z": f"sine:0.01,5,0,{home:.16g}", "pose.psi": "sine:0.02,3", "pose.theta": "0"}
        return Demonstration({name: pose.get(name, "0") for name in inputs}, duration=1.0)
    # Some hundredths of a volt alone would hold it.
    volts = {f"drive{k}.v": "sine:3,2" for k in LEGS}
    return Demonstration({name: volts.get(name, "0") for name in inputs}, duration=1.0)


MAST_3PRS = Ready(mast_3prs, _demonstration, control=mast_control, pose=mast_pose)

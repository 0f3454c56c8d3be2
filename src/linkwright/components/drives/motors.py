"""Motors and rotors as ready-made parts: inertias that turn, windings with their currents."""

from __future__ import annotations

from functools import lru_cache, partial

import casadi as ca

from linkwright.equations import (
    BlockType,
    Composer,
    Equations,
    Inertia,
    LoadType,
    Local,
    QuantityType,
    Requirement,
)
from linkwright.kinds import checked_arguments
from linkwright.model import Argument, ModelError
from linkwright.model.arguments import checked_keywords, described_keywords, faults_of
from linkwright.symbolic import Label, Parameter, Scalar

ANGLE = Label("angle", "rad", "angle of the rotor, whole turns counted")
OMEGA = Label("omega", "rad/s", "speed of the rotor")
CURRENT = Label("i", "A", "current in the winding")
VOLTAGE = Label("v", "V", "voltage at the winding")
WORDS = {
    "J": ("kg m^2", "inertia of the rotor"),
    "L": ("H", "inductance of the winding"),
    "R": ("ohm", "resistance of the winding"),
    "Kt": ("N m/A", "torque constant"),
    "Ke": ("V s/rad", "back-emf constant"),
    "b": ("N m s/rad", "viscous damping of the rotor"),
}
"""Unit and meaning of each argument."""
USUAL = {
    **dict.fromkeys(("I", "inertia", "J_m", "J_r"), "J"),
    **dict.fromkeys(("l", "L_a", "lambda_", "inductance"), "L"),
    **dict.fromkeys(("r", "R_a", "rho", "resistance"), "R"),
    **dict.fromkeys(("K", "K_t", "k_t", "kt", "K_m", "k_m", "Km", "km", "kappa_m", "torque_constant"), "Kt"),
    **dict.fromkeys(("K_e", "k_e", "ke", "K_b", "k_b", "Kb", "kb", "kappa_e", "back_emf"), "Ke"),
    **dict.fromkeys(("B", "beta", "damping", "friction"), "b"),
}
"""Symbols of other books and data sheets for them; the Greek ones are those of Orsino 2017."""


@described_keywords({name: f"{meaning}, {unit}" for name, (unit, meaning) in WORDS.items()}, USUAL)
@checked_arguments
def DCMotor(
    *, J: Scalar, L: Scalar, R: Scalar, Kt: Scalar, Ke: Scalar, b: Scalar = 0.0, angle: bool = True
) -> Equations:
    """DC motor (Orsino 2017, eqs. (6) and (9), with the sign of the torque corrected).

        angle' = omega
        J omega' = Kt i - b omega
        L i' = v - R i - Ke omega

    Quantities `angle` (rad, whole turns counted), `omega` (rad/s, its rate) and `i` (A), input `v` (V). Arguments:
    rotor inertia J (kg m^2), inductance L (H), resistance R (ohm), torque constant Kt (N m/A), back-emf constant Ke
    (V s/rad), viscous damping b (N m s/rad). With `angle=False` the rotor has a speed only, as in the paper: where a
    `Gear` ties the speed to a joint, the joint already says where the rotor is.

    >>> motor = DCMotor(J=1.4e-5, L=2e-3, R=1.5, Kt=0.0385, Ke=0.0385, b=1e-5)
    >>> motor.coordinate_names, motor.speed_names
    (['angle'], ['omega', 'i'])
    """
    values = {"J": J, "L": L, "R": R, "Kt": Kt, "Ke": Ke, "b": b}
    items = tuple(Argument(name, value, *WORDS[name]) for name, value in values.items())
    faults = faults_of(items, "DCMotor")
    if not isinstance(angle, bool):
        faults.append(f"DCMotor: angle = {angle!r}: expected True (the rotor has an angle) or False (a speed only)")
    if faults:
        raise ModelError("DCMotor", faults)
    constants = [Parameter(item.name, item.value, item.unit, item.meaning) for item in items]
    composer = Composer("dc_motor", title="DC motor", parameters=constants)
    p = tuple(range(len(constants)))
    u = composer.inputs((VOLTAGE,))
    shared = _types(angle=angle)
    block = composer.block(shared.block, "", p, u)
    for quantity in shared.quantities:
        composer.quantity(quantity, quantity.label.name, (block,), ())
    for load in shared.loads:
        composer.load(load, load.name, (block,), (), u if load.category == "source" else ())
    return composer.finish()


@checked_keywords
@checked_arguments
def Rotor(*, J: Scalar, b: Scalar = 0.0) -> Equations:
    """An inertia J (kg m^2) that turns about its own axis: a pulley, a gear wheel, a spindle, a coupling.

        J angle'' = torque - b angle'

    Quantity `angle` (rad, whole turns counted). It has no place in space and no weight; shafts, belts, gears and
    torques act on its angle. `b` is viscous damping against the ground (N m s/rad).

    >>> Rotor(J=2.5e-6).coordinate_names
    ['angle']
    """
    words = {"J": ("kg m^2", "inertia"), "b": ("N m s/rad", "viscous damping")}
    items = tuple(Argument(name, value, *words[name]) for name, value in (("J", J), ("b", b)))
    faults = faults_of(items, "Rotor")
    if faults:
        raise ModelError("Rotor", faults)
    constants = [Parameter(item.name, item.value, item.unit, item.meaning) for item in items]
    composer = Composer("rotor", title="rotor", parameters=constants)
    block_type, quantity, friction = _rotor_types()
    block = composer.block(block_type, "", (0, 1))
    composer.quantity(quantity, quantity.label.name, (block,), ())
    composer.load(friction, friction.name, (block,), ())
    return composer.finish()


@lru_cache(maxsize=1)
def _rotor_types() -> tuple[BlockType, QuantityType, LoadType]:
    """Block, quantity and damping of a rotor, derived once."""
    symbols = ca.SX.sym("p", 2)
    J, b = ca.vertsplit(symbols)
    q, v, a, d = (ca.SX.sym(name) for name in "qvad")
    empty = ca.SX(0, 1)
    local = Local(q, v, empty, symbols, d)
    block = BlockType(
        name="rotor",
        local=local,
        coordinates=(ANGLE,),
        speeds=(Label("angle'", "rad/s", "speed of the rotor"),),
        N=ca.SX(1),
        n=ca.SX.zeros(1),
        inertias=(Inertia("", J, ca.SX.zeros(1), J * v**2 / 2),),
        frames={},
        centres={},
        a=a,
        balance=partial(_balance, J, a),
        directions=(Label("torque", "N m", "torque on the rotor"),),
        requirements=(
            Requirement(J, relation=">=", words="inertia J of the rotor"),
            Requirement(b, relation=">=", words="damping b of the rotor"),
        ),
    )
    quantity = QuantityType(ANGLE, local, q, v + d, wraps=False, rate_unit="rad/s", place=(0, 0))
    return block, quantity, LoadType("friction", local, v + d, -b * v, "loss", ca.SX(0), "N m", inner=True)


def _balance(M: ca.SX, a: ca.SX) -> ca.SX:
    return M @ a


class _Types:
    """Types of the motor, derived once, with the angle of the rotor or without."""

    def __init__(self, symbols: ca.SX, *, angle: bool) -> None:
        J, L, R, Kt, Ke, b = ca.vertsplit(symbols)
        v, a, d, u = (ca.SX.sym(name, count) for name, count in (("v", 2), ("a", 2), ("d", 2), ("u", 1)))
        empty = ca.SX(0, 1)
        M = ca.diag(ca.vertcat(J, L))
        zero = ca.SX.zeros(2)
        q = ca.SX.sym("q", int(angle))
        local = Local(q, v, empty, symbols, d)
        omega, i = v[0], v[1]
        self.block = BlockType(
            name="dc_motor",
            local=Local(q, v, u, symbols, d),
            coordinates=(ANGLE,) if angle else (),
            speeds=(OMEGA, CURRENT),
            N=ca.SX(ca.DM.eye(2)[: int(angle), :]),
            n=ca.SX.zeros(int(angle)),
            inertias=(Inertia("", M, zero, (J * omega**2 + L * i**2) / 2),),
            frames={},
            centres={},
            a=a,
            balance=partial(_balance, M, a),
            directions=(Label("torque", "N m", "torque on the rotor"), Label("voltage", "V", "voltage in the winding")),
            requirements=(
                Requirement(J, relation=">=", words="inertia J of the rotor"),
                Requirement(L, relation=">=", words="inductance L of the winding"),
                Requirement(R, relation=">=", words="resistance R of the winding"),
                Requirement(b, relation=">=", words="damping b of the rotor"),
            ),
        )
        speed, current = v[0] + d[0], v[1] + d[1]
        # The speed comes after the angle: by its name the speed of the block is known.
        turn = QuantityType(ANGLE, local, q, speed, wraps=False, rate_unit="rad/s", place=(0, 0)) if angle else None
        self.quantities = (
            *(() if turn is None else (turn,)),
            QuantityType(
                OMEGA, local, None, speed, wraps=False, rate_unit="rad/s", place=(-1, 0), integral=q if angle else None
            ),
            QuantityType(CURRENT, local, None, current, wraps=False, rate_unit="A", place=(-1, 1)),
        )
        none = ca.SX(0)
        self.loads = (
            LoadType("friction", local, speed, -b * omega, "loss", none, "N m", inner=True),
            LoadType("resistance", local, current, -R * i, "loss", none, "V", inner=True),
            LoadType(
                "conversion",
                local,
                ca.vertcat(speed, current),
                ca.vertcat(Kt * i, -Ke * omega),
                "coupling",
                none,
                "N m, V",
                inner=True,
            ),
            LoadType("source", Local(q, v, u, symbols, d), current, u[0], "source", none, "V", inner=True),
        )


@lru_cache(maxsize=2)
def _types(*, angle: bool) -> _Types:
    return _Types(ca.vertcat(*[ca.SX.sym(name) for name in WORDS]), angle=angle)

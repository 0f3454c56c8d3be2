"""Motors as ready-made parts: rotor and winding as speeds without coordinates."""

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
from linkwright.model import Argument, ModelError
from linkwright.model.arguments import described_keywords, faults_of
from linkwright.symbolic import Label, Parameter, Scalar

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
def DCMotor(*, J: Scalar, L: Scalar, R: Scalar, Kt: Scalar, Ke: Scalar, b: Scalar = 0.0) -> Equations:
    """DC motor (Orsino 2017, eqs. (6) and (9), with the sign of the torque corrected).

        J omega' = Kt i - b omega
        L i' = v - R i - Ke omega

    Speeds `omega` (rad/s) and `i` (A), input `v` (V). Arguments: rotor inertia J (kg m^2), inductance L (H),
    resistance R (ohm), torque constant Kt (N m/A), back-emf constant Ke (V s/rad), viscous damping b (N m s/rad).

    >>> DCMotor(J=1.4e-5, L=2e-3, R=1.5, Kt=0.0385, Ke=0.0385, b=1e-5).speed_names
    ['omega', 'i']
    """
    values = {"J": J, "L": L, "R": R, "Kt": Kt, "Ke": Ke, "b": b}
    items = tuple(Argument(name, value, *WORDS[name]) for name, value in values.items())
    faults = faults_of(items, "DCMotor")
    if faults:
        raise ModelError("DCMotor", faults)
    constants = [Parameter(item.name, item.value, item.unit, item.meaning) for item in items]
    composer = Composer("dc_motor", title="DC motor", parameters=constants)
    p = tuple(range(len(constants)))
    u = composer.inputs((VOLTAGE,))
    shared = _types()
    block = composer.block(shared.block, "", p, u)
    for quantity in shared.quantities:
        composer.quantity(quantity, quantity.label.name, (block,), ())
    for load in shared.loads:
        composer.load(load, load.name, (block,), (), u if load.category == "source" else ())
    return composer.finish()


def _balance(M: ca.SX, a: ca.SX) -> ca.SX:
    return M @ a


class _Types:
    """Types of the motor, derived once."""

    def __init__(self, symbols: ca.SX) -> None:
        J, L, R, Kt, Ke, b = ca.vertsplit(symbols)
        v, a, d, u = (ca.SX.sym(name, count) for name, count in (("v", 2), ("a", 2), ("d", 2), ("u", 1)))
        empty = ca.SX(0, 1)
        M = ca.diag(ca.vertcat(J, L))
        zero = ca.SX.zeros(2)
        local = Local(empty, v, empty, symbols, d)
        omega, i = v[0], v[1]
        self.block = BlockType(
            name="dc_motor",
            local=Local(empty, v, u, symbols, d),
            coordinates=(),
            speeds=(OMEGA, CURRENT),
            N=ca.SX(0, 2),
            n=empty,
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
        self.quantities = (
            QuantityType(OMEGA, local, None, speed, wraps=False, rate_unit="rad/s", place=(-1, 0)),
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
            LoadType("source", Local(empty, v, u, symbols, d), current, u[0], "source", none, "V", inner=True),
        )


@lru_cache(maxsize=1)
def _types() -> _Types:
    return _Types(ca.vertcat(*[ca.SX.sym(name) for name in WORDS]))

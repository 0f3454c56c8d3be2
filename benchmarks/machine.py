"""The 3RRR without motors as Linkwright has it, its states in closed form, and the peers that are installed."""

import importlib
from dataclasses import dataclass, field
from types import ModuleType

import numpy as np
from peers import geometry as g

import linkwright as lw

PEERS = {"pinocchio": "pin", "mujoco": "mujoco", "sympy": "sympy"}
TORQUES = ("A.tau", "B.tau", "C.tau")
PLATFORM = ("platform.x", "platform.y", "platform.theta")


@dataclass(frozen=True)
class Settings:
    """How much to measure, and with which peers; `missing` says in words which ones are not there."""

    quick: bool
    peers: dict[str, ModuleType]
    missing: dict[str, str] = field(default_factory=dict)

    def rounds(self, full: int) -> int:
        """Rounds of a measurement."""
        return min(3, full) if self.quick else full


def settings(*, quick: bool) -> Settings:
    """Find the peers."""
    found, missing = {}, {}
    for name, package in PEERS.items():
        try:
            found[name] = importlib.import_module(f"peers.{name}_three_rrr")
        except ImportError as error:
            missing[name] = f"{name} is left out, because it does not import ({error}); pip install {package}"
    return Settings(quick, found, missing)


def equations(*, motors: bool = False):
    """Equations of the machine, anew."""
    return lw.formalisms.modular(lw.mechanisms.three_rrr(motors=motors))


def compiled():
    """Dynamics of the machine without motors, anew."""
    return lw.compile(equations())


def arrays(dynamics, poses, velocities):
    """Coordinates and speeds (n, 15) for platform poses and velocities (n, 3), in closed form."""
    angles, rates = g.absolute_state(poses, velocities)
    values: dict[str, np.ndarray] = {}
    for leg, (name, first) in enumerate(zip("ABC", g.DRIVEN, strict=True)):
        phi, psi = angles[:, first], angles[:, first + 1]
        phi_rate, psi_rate = rates[:, first], rates[:, first + 1]
        centre = g.BASE[leg] + g.BAR * g.direction(phi) + g.BAR / 2 * g.direction(psi)
        speed = _turn(phi_rate, phi, g.BAR) + _turn(psi_rate, psi, g.BAR / 2)
        values |= {f"{name}.phi": phi, f"{name}.psi": psi, f"{name}.x": centre[:, 0], f"{name}.y": centre[:, 1]}
        values |= {f"{name}.phi'": phi_rate, f"{name}.psi'": psi_rate}
        values |= {f"{name}.x'": speed[:, 0], f"{name}.y'": speed[:, 1]}
    for k, name in enumerate(PLATFORM):
        values |= {name: poses[:, k], f"{name}'": velocities[:, k]}
    q = np.column_stack([values[name] for name in dynamics.coordinates])
    v = np.column_stack([values[name] for name in dynamics.speeds])
    return q, v


def _turn(rate, angle, length):
    return length * rate[:, None] * np.stack([-np.sin(angle), np.cos(angle)], axis=-1)


def start(dynamics):
    """State from which the free motion begins."""
    return dynamics.assemble(
        positions=dict.fromkeys(PLATFORM, 0.0), speeds=dict(zip(PLATFORM, g.FREE_VELOCITY, strict=True))
    )

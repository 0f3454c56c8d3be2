"""The snakeboard: a board with a rotor and two steered wheel sets, driven by turning the rotor against the wheels.

A. D. Lewis, J. P. Ostrowski, R. M. Murray, J. W. Burdick, Nonholonomic mechanics and locomotion: the snakeboard
example, IEEE International Conference on Robotics and Automation, 1994. The numbers are chosen by us.
"""

from __future__ import annotations

from linkwright.components import KnifeEdge, Revolute, Torque
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.model import Body, Mechanism
from linkwright.model.arguments import checked_keywords
from linkwright.symbolic import Parameter, Scalar


@checked_keywords
def snakeboard(
    *,
    l: Scalar = 0.2,
    m: Scalar = 2.0,
    J: Scalar = 0.03,
    m_r: Scalar = 3.0,
    J_r: Scalar = 0.07,
    m_w: Scalar = 0.5,
    J_w: Scalar = 0.002,
) -> Mechanism:
    """Board of half-length l, mass m, inertia J; rotor m_r, J_r at its middle; wheel sets m_w, J_w at x = l and x = -l.

    Inertias about the mass centres, which are at the pivots; horizontal plane, SI units. Each wheel set cannot move
    along its axle (its y axis).

    Quantities `x`, `y`, `theta` (board), `psi` (rotor), `phi_f`, `phi_b` (front and back wheels), the last three
    relative to the board. Inputs `tau_r`, `tau_f`, `tau_b`: torques of the board on the rotor and the wheel sets.

    >>> sorted(snakeboard().exports)
    ['phi_b', 'phi_f', 'psi', 'tau_b', 'tau_f', 'tau_r', 'theta', 'x', 'y']
    """
    half = Parameter("l", l, "m", "distance of the wheel sets from the middle of the board")
    mass = Parameter("m", m, "kg", "mass of the board")
    inertia = Parameter("J", J, "kg m^2", "inertia of the board about its mass centre")
    mass_r = Parameter("m_r", m_r, "kg", "mass of the rotor")
    inertia_r = Parameter("J_r", J_r, "kg m^2", "inertia of the rotor about its mass centre")
    mass_w = Parameter("m_w", m_w, "kg", "mass of one wheel set")
    inertia_w = Parameter("J_w", J_w, "kg m^2", "inertia of one wheel set about its mass centre")
    board = Body(
        mass, inertia, points={"middle": (0.0, 0.0), "front": (half, 0.0), "back": (-half, 0.0)}, meaning="board"
    )
    return Mechanism(
        "snakeboard",
        parts={
            "board": board,
            "rotor": Body(mass_r, inertia_r, meaning="rotor"),
            "front": Body(mass_w, inertia_w, meaning="front wheel set"),
            "back": Body(mass_w, inertia_w, meaning="back wheel set"),
        },
        connections={
            "spindle": Revolute("board.middle", "rotor"),
            "steer_f": Revolute("board.front", "front"),
            "steer_b": Revolute("board.back", "back"),
            "edge_f": KnifeEdge("ground", "front"),
            "edge_b": KnifeEdge("ground", "back"),
            "drive_r": Torque("spindle.angle", input="tau"),
            "drive_f": Torque("steer_f.angle", input="tau"),
            "drive_b": Torque("steer_b.angle", input="tau"),
        },
        parameters=[half, mass, inertia, mass_r, inertia_r, mass_w, inertia_w],
        exports={
            "x": "board.x",
            "y": "board.y",
            "theta": "board.theta",
            "psi": "spindle.angle",
            "phi_f": "steer_f.angle",
            "phi_b": "steer_b.angle",
            "tau_r": "drive_r.tau",
            "tau_f": "drive_f.tau",
            "tau_b": "drive_b.tau",
        },
        reference={"x": 0.0, "y": 0.0, "theta": 0.0, "psi": 0.0, "phi_f": 0.0, "phi_b": 0.0},
        title="Snakeboard",
        description="A board with a rotor and two steered wheel sets that cannot slip sideways.",
        sources=(
            "A. D. Lewis et al. 1994, Nonholonomic mechanics and locomotion: the snakeboard example, IEEE ICRA",
            "numbers chosen by us: of the size of a real board",
        ),
    )


SNAKEBOARD = Ready(
    snakeboard,
    (Demonstration({"tau_r": "sine:0.5,1", "tau_f": "0", "tau_b": "0"}, positions={"phi_f": "0.3", "phi_b": "-0.3"}),),
)

"""Positions that close the joints, speeds that satisfy the constraints, the reference configuration."""

from linkwright.dynamics.closure.assembler import LARGEST_PATH_STEP, Assembler, kept_order
from linkwright.dynamics.closure.consistency import off_constraints
from linkwright.dynamics.closure.problem import (
    DenseProblem,
    Mask,
    PositionProblem,
    Trial,
    advance,
    many_steps,
    newton,
    solve,
)
from linkwright.dynamics.closure.reference_configuration import (
    machine_extent,
    opposite_joints,
    parameter_place,
    parameters_of_positions,
)
from linkwright.dynamics.closure.refusals import gaps_by_joint, refusal
from linkwright.dynamics.closure.whole_turns import modulo_a_turn

__all__ = [
    "LARGEST_PATH_STEP",
    "Assembler",
    "DenseProblem",
    "Mask",
    "PositionProblem",
    "Trial",
    "advance",
    "gaps_by_joint",
    "kept_order",
    "machine_extent",
    "many_steps",
    "modulo_a_turn",
    "newton",
    "off_constraints",
    "opposite_joints",
    "parameter_place",
    "parameters_of_positions",
    "refusal",
    "solve",
]

"""The equations of a whole machine over its global variables, evaluated and read."""

from linkwright.dynamics.system.readings import (
    CLOSED,
    Readings,
    angles_to_count,
    body_poses,
    checked_inputs,
    euler_parameters,
    read_at_rest,
    read_state,
    read_states,
    requirement_faults,
    requirements_met,
    targets_of,
)
from linkwright.dynamics.system.system import (
    NamedQuantity,
    Recent,
    System,
    call_function,
    constraint_matrix,
    matrices,
    numeric,
)

__all__ = [
    "CLOSED",
    "NamedQuantity",
    "Readings",
    "Recent",
    "System",
    "angles_to_count",
    "body_poses",
    "call_function",
    "checked_inputs",
    "constraint_matrix",
    "euler_parameters",
    "matrices",
    "numeric",
    "read_at_rest",
    "read_state",
    "read_states",
    "requirement_faults",
    "requirements_met",
    "targets_of",
]

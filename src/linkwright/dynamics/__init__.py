"""Compiled dynamics: joins, kernels, ranks, assembly, forward and inverse dynamics, reactions."""

from linkwright.dynamics.compiler import compile
from linkwright.dynamics.dynamics import Dynamics
from linkwright.dynamics.energy import Energy
from linkwright.dynamics.errors import AssemblyError, InconsistentConstraintsError, Refused, SingularConfigurationError
from linkwright.dynamics.inverse_loads import Payload
from linkwright.dynamics.inverse_state import InputsFound
from linkwright.dynamics.reactions import Reaction, Reactions
from linkwright.dynamics.state import State
from linkwright.dynamics.terms import Terms

__all__ = [
    "AssemblyError",
    "Dynamics",
    "Energy",
    "InconsistentConstraintsError",
    "InputsFound",
    "Payload",
    "Reaction",
    "Reactions",
    "Refused",
    "SingularConfigurationError",
    "State",
    "Terms",
    "compile",
]

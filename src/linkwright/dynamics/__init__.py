"""Compiled dynamics: joins, kernels, ranks, assembly, forward and inverse dynamics, reactions."""

import linkwright.dynamics.pickling  # noqa: F401  # from here on Dynamics pickle
from linkwright.dynamics.answers.energy import Energy
from linkwright.dynamics.answers.levels import Level, Levels
from linkwright.dynamics.answers.named_matrices import Axis, NamedMatrices, NamedMatrix
from linkwright.dynamics.answers.reactions import Reaction, Reactions
from linkwright.dynamics.answers.terms import Terms
from linkwright.dynamics.answers.twists import Twists
from linkwright.dynamics.dynamics import Dynamics, compile
from linkwright.dynamics.errors import AssemblyError, InconsistentConstraintsError, Refused, SingularConfigurationError
from linkwright.dynamics.inverse.at_state import InputsFound
from linkwright.dynamics.inverse.loads import Payload
from linkwright.dynamics.state import State
from linkwright.dynamics.stepping import Stepper

__all__ = [
    "AssemblyError",
    "Axis",
    "Dynamics",
    "Energy",
    "InconsistentConstraintsError",
    "InputsFound",
    "Level",
    "Levels",
    "NamedMatrices",
    "NamedMatrix",
    "Payload",
    "Reaction",
    "Reactions",
    "Refused",
    "SingularConfigurationError",
    "State",
    "Stepper",
    "Terms",
    "Twists",
    "compile",
]

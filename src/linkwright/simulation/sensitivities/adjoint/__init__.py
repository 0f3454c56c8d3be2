"""The adjoint: derivatives of a scalar of a run by all it depends on, on one way back over its steps and instants."""

from linkwright.simulation.sensitivities.adjoint.gradient import SampledHistory
from linkwright.simulation.sensitivities.adjoint.history import History

__all__ = ["History", "SampledHistory"]

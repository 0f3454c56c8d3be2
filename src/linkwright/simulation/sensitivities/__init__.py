"""Sensitivities: the exact derivative of a run, of each of its steps, projections, instants and jumps."""

from linkwright.simulation.sensitivities.adjoint import History, SampledHistory
from linkwright.simulation.sensitivities.directions import (
    AT_START,
    Directions,
    directions_of,
    moved_start,
    parameter_change,
    refuse_differentiation,
)
from linkwright.simulation.sensitivities.readout import Readout, SampledDerivatives

__all__ = [
    "AT_START",
    "Directions",
    "History",
    "Readout",
    "SampledDerivatives",
    "SampledHistory",
    "directions_of",
    "moved_start",
    "parameter_change",
    "refuse_differentiation",
]

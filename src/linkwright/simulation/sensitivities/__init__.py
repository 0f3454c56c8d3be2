"""Sensitivities: the exact derivative of a run, of each of its steps, projections, instants and jumps."""

from linkwright.simulation.sensitivities.directions import Directions, directions_of
from linkwright.simulation.sensitivities.readout import Readout, SampledDerivatives

__all__ = ["Directions", "Readout", "SampledDerivatives", "directions_of"]

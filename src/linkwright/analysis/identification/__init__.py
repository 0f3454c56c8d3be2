"""Identification: parameters of machines and controllers from measured runs and frequency responses."""

from linkwright.analysis.identification.excitation import Excitation, suggest_excitation
from linkwright.analysis.identification.fit import identify, unknown_parameters
from linkwright.analysis.identification.measured_response import MeasuredResponse
from linkwright.analysis.identification.measurements import Measurements
from linkwright.analysis.identification.record import Estimate, Identification, Residuals

__all__ = [
    "Estimate",
    "Excitation",
    "Identification",
    "MeasuredResponse",
    "Measurements",
    "Residuals",
    "identify",
    "suggest_excitation",
    "unknown_parameters",
]

"""Plots and stills as SVG."""

from linkwright.drawing.plots.bode import bode_plot
from linkwright.drawing.plots.diagnosis import diagnosis_plot
from linkwright.drawing.plots.figures import Panel, panel_plot, signal_plot, still, time_plot
from linkwright.drawing.plots.svg import PALETTE, coordinate, document, text, text_width
from linkwright.drawing.plots.ticks import group_digits, number

__all__ = [
    "PALETTE",
    "Panel",
    "bode_plot",
    "coordinate",
    "diagnosis_plot",
    "document",
    "group_digits",
    "number",
    "panel_plot",
    "signal_plot",
    "still",
    "text",
    "text_width",
    "time_plot",
]

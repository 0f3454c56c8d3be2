"""One self-contained HTML page for a run: the machine in motion, plots in step, outcome and certificate."""

from linkwright.report.build import render, save
from linkwright.report.records import Parameter, Section

__all__ = ["Parameter", "Section", "render", "save"]

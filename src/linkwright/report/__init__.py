"""One self-contained HTML page for a run: the machine in motion, plots in step, outcome and certificate."""

from linkwright.report.build import render, save
from linkwright.report.linear import linear_section
from linkwright.report.records import Parameter, Section

__all__ = ["Parameter", "Section", "linear_section", "render", "save"]

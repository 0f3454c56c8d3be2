"""Parts of a report that some runs have: controllers, what a motion costs, linear models, reactions, equations."""

from linkwright.report.sections.effort import section as effort_section
from linkwright.report.sections.linear import linear_section
from linkwright.report.sections.sizing import section as sizing_section

__all__ = ["effort_section", "linear_section", "sizing_section"]

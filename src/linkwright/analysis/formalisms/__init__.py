"""The same machine by every formalism, measured."""

from linkwright.analysis.formalisms.recommendation import RULES
from linkwright.analysis.formalisms.records import GRADES_SOURCE

__all__ = ["GRADES_SOURCE", "RULES"]

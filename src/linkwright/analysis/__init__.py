"""Questions about machines that take more than one model: the same machine by every formalism, measured."""

from linkwright.analysis.comparison import compare
from linkwright.analysis.diagnosis import diagnose
from linkwright.analysis.diagnosis_record import Diagnosis
from linkwright.analysis.records import GRADES, Addition, Comparison, Grades, Reading, Row

__all__ = ["GRADES", "Addition", "Comparison", "Diagnosis", "Grades", "Reading", "Row", "compare", "diagnose"]

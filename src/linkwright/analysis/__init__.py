"""Questions about machines that take more than one model: the same machine by every formalism, measured."""

from linkwright.analysis import benchmarks, kinematics
from linkwright.analysis.comparison import compare
from linkwright.analysis.diagnosis import diagnose
from linkwright.analysis.diagnosis_record import Diagnosis
from linkwright.analysis.effort import Effort, effort
from linkwright.analysis.equilibrium import Equilibrium, equilibrium
from linkwright.analysis.kinematics import Kinematics
from linkwright.analysis.linear import linearise
from linkwright.analysis.linear_record import Linear
from linkwright.analysis.mode_motion import mode_motion
from linkwright.analysis.modes import Mode
from linkwright.analysis.records import GRADES, Addition, Comparison, Grades, Reading, Row

__all__ = [
    "GRADES",
    "Addition",
    "Comparison",
    "Diagnosis",
    "Effort",
    "Equilibrium",
    "Grades",
    "Kinematics",
    "Linear",
    "Mode",
    "Reading",
    "Row",
    "benchmarks",
    "compare",
    "diagnose",
    "effort",
    "equilibrium",
    "kinematics",
    "linearise",
    "mode_motion",
]

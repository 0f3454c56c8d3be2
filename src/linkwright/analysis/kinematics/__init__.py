"""Kinematics of any machine: position problems with all assembly modes, Jacobians, singularities, workspaces."""

from linkwright.analysis.kinematics.assembly_modes import AssemblyMode, AssemblyModes
from linkwright.analysis.kinematics.closing import Closing, Distance, Move, Slider
from linkwright.analysis.kinematics.kinematics import Kinematics
from linkwright.analysis.kinematics.margins import Margins
from linkwright.analysis.kinematics.model import coupling_words
from linkwright.analysis.kinematics.paths import Event, Followed
from linkwright.analysis.kinematics.singular import Singularity
from linkwright.analysis.kinematics.workspace.contours import zero_curves
from linkwright.analysis.kinematics.workspace.workspaces import Workspace

__all__ = [
    "AssemblyMode",
    "AssemblyModes",
    "Closing",
    "Distance",
    "Event",
    "Followed",
    "Kinematics",
    "Margins",
    "Move",
    "Singularity",
    "Slider",
    "Workspace",
    "coupling_words",
    "zero_curves",
]

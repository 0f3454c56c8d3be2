"""Mathematics without mechanics: symbols with a unit and a meaning, rotations, frames, time derivatives."""

from linkwright.symbolic.collection import collection_paused
from linkwright.symbolic.derivative import dense, directional, jacobian, leaves, plus, scalars, sparse, times, together
from linkwright.symbolic.formula import formula, formulas
from linkwright.symbolic.frames import Frame, Pose, cross, turned
from linkwright.symbolic.quaternions import euler_parameters_of, rate_matrix, rotation_of
from linkwright.symbolic.rotations import quaternion_of, rotation_about, rotation_x, rotation_y, rotation_z, skew
from linkwright.symbolic.sampling import at_points
from linkwright.symbolic.selection import select_rows
from linkwright.symbolic.serialization import Picklable
from linkwright.symbolic.settle import settle, settle_all
from linkwright.symbolic.symbols import Label, Parameter, Scalar, check_name, t

__all__ = [
    "Frame",
    "Label",
    "Parameter",
    "Picklable",
    "Pose",
    "Scalar",
    "at_points",
    "check_name",
    "collection_paused",
    "cross",
    "dense",
    "directional",
    "euler_parameters_of",
    "formula",
    "formulas",
    "jacobian",
    "leaves",
    "plus",
    "quaternion_of",
    "rate_matrix",
    "rotation_about",
    "rotation_of",
    "rotation_x",
    "rotation_y",
    "rotation_z",
    "scalars",
    "select_rows",
    "settle",
    "settle_all",
    "skew",
    "sparse",
    "t",
    "times",
    "together",
    "turned",
]

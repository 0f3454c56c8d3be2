"""Laws of time: prescribed motions as functions with exact derivatives."""

from linkwright.laws.law import Constant, Law, Scaled, Sum, as_law
from linkwright.laws.motion import Motion, Prescribed
from linkwright.laws.polynomials import Polynomials
from linkwright.laws.shapes.cycloid import Cycloid
from linkwright.laws.shapes.expression import Expression
from linkwright.laws.shapes.pieces import PiecewisePolynomial
from linkwright.laws.shapes.points import Spline, Table
from linkwright.laws.shapes.polynomial import Polynomial
from linkwright.laws.shapes.profiles import SCurve, Trapezoid
from linkwright.laws.shapes.sequence import Sequence
from linkwright.laws.shapes.waves import Chirp, Sine

__all__ = [
    "Chirp",
    "Constant",
    "Cycloid",
    "Expression",
    "Law",
    "Motion",
    "PiecewisePolynomial",
    "Polynomial",
    "Polynomials",
    "Prescribed",
    "SCurve",
    "Scaled",
    "Sequence",
    "Sine",
    "Spline",
    "Sum",
    "Table",
    "Trapezoid",
    "as_law",
]

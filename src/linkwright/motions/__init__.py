"""Motions: prescribed ones as functions of time (laws), computed ones as records (trajectories)."""

from linkwright.motions.certificate import Certificate
from linkwright.motions.channel import Channel, UnknownChannelError
from linkwright.motions.combination import Scaled, Sum, as_law
from linkwright.motions.cycloid import Cycloid
from linkwright.motions.expression import Expression
from linkwright.motions.law import Law, Polynomials
from linkwright.motions.motion import Motion, Prescribed
from linkwright.motions.outcome import Outcome
from linkwright.motions.pieces import PiecewisePolynomial
from linkwright.motions.points import Spline, Table
from linkwright.motions.polynomial import Constant, Polynomial
from linkwright.motions.profiles import SCurve, Trapezoid
from linkwright.motions.sequence import Sequence
from linkwright.motions.sheet import DamagedFileError
from linkwright.motions.trajectory import Trajectory
from linkwright.motions.waves import Chirp, Sine

__all__ = [
    "Certificate",
    "Channel",
    "Chirp",
    "Constant",
    "Cycloid",
    "DamagedFileError",
    "Expression",
    "Law",
    "Motion",
    "Outcome",
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
    "Trajectory",
    "Trapezoid",
    "UnknownChannelError",
    "as_law",
]

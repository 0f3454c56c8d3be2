"""Rigid-body identification: regressors, base parameters, fits to measured forces of drives."""

from linkwright.analysis.rigid_bodies.base import BaseParameters
from linkwright.analysis.rigid_bodies.fit import RigidBodyFit
from linkwright.analysis.rigid_bodies.parameters import LinearParameter
from linkwright.analysis.rigid_bodies.regressor import Regressor, regressor
from linkwright.analysis.rigid_bodies.samples import MeasuredMotion

__all__ = ["BaseParameters", "LinearParameter", "MeasuredMotion", "Regressor", "RigidBodyFit", "regressor"]

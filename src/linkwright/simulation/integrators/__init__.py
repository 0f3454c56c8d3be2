"""Integrators: one contract, one file each."""

from linkwright.simulation.integrators.contract import Integrator
from linkwright.simulation.integrators.dormand_prince import DormandPrince
from linkwright.simulation.integrators.dormand_prince_8 import DormandPrince8
from linkwright.simulation.integrators.named import NAMES, named
from linkwright.simulation.integrators.radau import Radau
from linkwright.simulation.integrators.rosenbrock import Rosenbrock
from linkwright.simulation.integrators.runge_kutta_4 import RungeKutta4

__all__ = [
    "NAMES",
    "DormandPrince",
    "DormandPrince8",
    "Integrator",
    "Radau",
    "Rosenbrock",
    "RungeKutta4",
    "named",
]

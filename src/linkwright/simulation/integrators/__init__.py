"""Integrators: one contract, one file each; the tuple `INTEGRATORS` is the only list of them."""

from linkwright.kinds import checked_arguments
from linkwright.simulation.integrators.contract import Integrator
from linkwright.simulation.integrators.dormand_prince import DormandPrince
from linkwright.simulation.integrators.dormand_prince_8 import DormandPrince8
from linkwright.simulation.integrators.named import chosen, spelling
from linkwright.simulation.integrators.radau import Radau
from linkwright.simulation.integrators.rosenbrock import Rosenbrock
from linkwright.simulation.integrators.runge_kutta_4 import RungeKutta4

INTEGRATORS: tuple[type[Integrator], ...] = (
    DormandPrince,
    DormandPrince8,
    Rosenbrock,
    Radau,
    RungeKutta4,
)
"""All integrators, in the order in which the command line lists them."""
NAMES = tuple(spelling(kind) for kind in INTEGRATORS)
"""The names that `from_name` knows; STEP is a fixed step in seconds."""


@checked_arguments
def from_name(text: str) -> Integrator:
    """The integrator of a name; a wrong one raises a ValueError with the right ones.

    >>> from_name("runge-kutta-4:0.001").name
    'Runge-Kutta 4, fixed step 0.001 s'
    """
    return chosen(text, INTEGRATORS)


__all__ = [
    "INTEGRATORS",
    "NAMES",
    "DormandPrince",
    "DormandPrince8",
    "Integrator",
    "Radau",
    "Rosenbrock",
    "RungeKutta4",
    "from_name",
]

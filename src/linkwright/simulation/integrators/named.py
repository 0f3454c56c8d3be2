"""Integrators by simple names, for the command line: `dormand-prince`, `radau`, `runge-kutta-4:0.001`."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches

from linkwright.simulation.integrators.contract import Integrator
from linkwright.simulation.integrators.dormand_prince import DormandPrince
from linkwright.simulation.integrators.dormand_prince_8 import DormandPrince8
from linkwright.simulation.integrators.radau import Radau
from linkwright.simulation.integrators.rosenbrock import Rosenbrock
from linkwright.simulation.integrators.runge_kutta_4 import RungeKutta4

_MAKERS: dict[str, Callable[[], Integrator]] = {
    "dormand-prince": DormandPrince,
    "dormand-prince-8": DormandPrince8,
    "rosenbrock": Rosenbrock,
    "radau": Radau,
}
NAMES = (*_MAKERS, "runge-kutta-4:STEP")
"""The names that `named` knows; STEP is the fixed step in seconds."""


def named(text: str) -> Integrator:
    """The integrator of a name; a wrong one raises a ValueError with the right ones.

    >>> named("runge-kutta-4:0.001").name
    'Runge-Kutta 4, fixed step 0.001 s'
    """
    name, _, value = text.strip().partition(":")
    if name == "runge-kutta-4":
        try:
            return RungeKutta4(step=float(value))
        except ValueError:
            msg = f"integrator {text!r}: expected runge-kutta-4:STEP with the step in seconds, such as 0.001"
            raise ValueError(msg) from None
    if name in _MAKERS and not value:
        return _MAKERS[name]()
    close = get_close_matches(name, [*_MAKERS, "runge-kutta-4"], n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    msg = f"integrator {text!r}: expected one of {', '.join(NAMES)}{hint}"
    raise ValueError(msg)

"""Integrators by simple names, for the command line: `dormand-prince`, `radau`, `runge-kutta-4:0.001`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import MISSING, fields

from linkwright.faults import close_matches
from linkwright.simulation.integrators.contract import Integrator


def spelling(kind: type[Integrator]) -> str:
    """How an integrator is written: its class name in small letters, then the arguments that it must be given.

    >>> from linkwright.simulation.integrators import DormandPrince8, RungeKutta4
    >>> spelling(DormandPrince8), spelling(RungeKutta4)
    ('dormand-prince-8', 'runge-kutta-4:STEP')
    """
    name = re.sub(r"(?<=[a-z])(?=[A-Z0-9])", "-", kind.__name__).lower()
    return ":".join([name, *[entry.name.upper() for entry in fields(kind) if entry.default is MISSING]])


def chosen(text: str, kinds: Sequence[type[Integrator]]) -> Integrator:
    """The integrator that a text names, with its arguments; a wrong one raises a ValueError with the right ones."""
    table = {spelling(kind): kind for kind in kinds}
    name, *values = text.strip().split(":")
    for spelled, kind in table.items():
        known, *needed = spelled.split(":")
        if name != known:
            continue
        try:
            numbers = [float(value) for value in values]
        except ValueError:
            numbers = []
        if len(numbers) != len(needed):
            example = ":".join([known, *["0.001" for _ in needed]])
            msg = f"integrator {text!r}: expected {spelled}, such as {example}"
            raise ValueError(msg)
        return kind(*numbers)
    names = [spelled.split(":")[0] for spelled in table]
    hint = close_matches(name, names)
    msg = f"integrator {text!r}: expected one of {', '.join(table)}" + (f"; {hint}" if "did you mean" in hint else "")
    raise ValueError(msg)

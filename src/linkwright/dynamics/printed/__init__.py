"""Equations for people to read: closed form, and stage by stage."""

from linkwright.dynamics.printed.closed_form import ClosedForm, closed_form
from linkwright.dynamics.printed.stages import stages

__all__ = [
    "ClosedForm",
    "closed_form",
    "stages",
]

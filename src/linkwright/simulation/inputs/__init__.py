"""Inputs of a run, as they are typed too, the times at which they jump, and the step limits they impose."""

from linkwright.simulation.inputs.typed import FORMS, NUMBER, USAGE, law, measured, number, without_units

__all__ = ["FORMS", "NUMBER", "USAGE", "law", "measured", "number", "without_units"]

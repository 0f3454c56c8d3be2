"""Inputs of a run, as they are typed too, the times at which they jump, and the step limits they impose."""

from linkwright.simulation.inputs.typed import FORMS, USAGE, law, number

__all__ = ["FORMS", "USAGE", "law", "number"]

"""Simulation: integrators with projection, inputs, accuracy, and runs with outcome and certificate."""

from linkwright.simulation import accuracy, events, integrators
from linkwright.simulation.accuracy import Accuracy
from linkwright.simulation.margin import rank_margin
from linkwright.simulation.simulate import simulate
from linkwright.simulation.streaming_resume import CheckpointError, resume

__all__ = ["Accuracy", "CheckpointError", "accuracy", "events", "integrators", "rank_margin", "resume", "simulate"]

"""Simulation: integrators with projection, inputs, accuracy, and runs with outcome and certificate."""

from linkwright.simulation import accuracy, events, integrators
from linkwright.simulation.accuracy import Accuracy
from linkwright.simulation.checkpoint import CheckpointError
from linkwright.simulation.derived import derive
from linkwright.simulation.margin import rank_margin
from linkwright.simulation.simulate import simulate
from linkwright.simulation.streaming_resume import resume
from linkwright.simulation.verify import verify
from linkwright.simulation.verify_record import Verification

__all__ = [
    "Accuracy",
    "CheckpointError",
    "Verification",
    "accuracy",
    "derive",
    "events",
    "integrators",
    "rank_margin",
    "resume",
    "simulate",
    "verify",
]

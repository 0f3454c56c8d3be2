"""Simulation: integrators with projection, inputs, accuracy, and runs with outcome and certificate."""

from linkwright.simulation import accuracy, events, integrators
from linkwright.simulation.accuracy import Accuracy
from linkwright.simulation.ensembles.record import Rollout
from linkwright.simulation.ensembles.rollout import rollout
from linkwright.simulation.loop.run import rank_margin
from linkwright.simulation.results.channels import derive
from linkwright.simulation.simulate import simulate
from linkwright.simulation.storage.checkpoint import CheckpointError
from linkwright.simulation.storage.resume import resume
from linkwright.simulation.verification.record import Verification
from linkwright.simulation.verification.verify import verify

__all__ = [
    "Accuracy",
    "CheckpointError",
    "Rollout",
    "Verification",
    "accuracy",
    "derive",
    "events",
    "integrators",
    "rank_margin",
    "resume",
    "rollout",
    "simulate",
    "verify",
]

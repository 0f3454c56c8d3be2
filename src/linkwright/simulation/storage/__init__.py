"""Runs on disk: streaming, checkpoints, resuming."""

from linkwright.simulation.results.window import undisturbed
from linkwright.simulation.storage.rebuild import ready_to_text, restore_dynamics
from linkwright.simulation.storage.resume import read_checkpoint
from linkwright.simulation.storage.stream import EVERY, part_folder
from linkwright.simulation.storage.unfinished import read_unfinished

__all__ = [
    "EVERY",
    "part_folder",
    "read_checkpoint",
    "read_unfinished",
    "ready_to_text",
    "restore_dynamics",
    "undisturbed",
]

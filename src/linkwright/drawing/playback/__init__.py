"""A run as data for pages that animate and plot it: what is shown first, and arrays that a script reads."""

from linkwright.drawing.machine.forces import NOISE, ForceVectors, drive_names, force_vectors
from linkwright.drawing.playback.arrows import largest_forces, pack_arrows
from linkwright.drawing.playback.choices import default_channels, default_paths, moving_channels, points_of
from linkwright.drawing.playback.machine import looks_of, marked_scene
from linkwright.drawing.playback.packing import unpack
from linkwright.drawing.playback.payload import ROOM, build, script_json
from linkwright.drawing.playback.saved import picture_text, read_picture

__all__ = [
    "NOISE",
    "ROOM",
    "ForceVectors",
    "build",
    "default_channels",
    "default_paths",
    "drive_names",
    "force_vectors",
    "largest_forces",
    "looks_of",
    "marked_scene",
    "moving_channels",
    "pack_arrows",
    "picture_text",
    "points_of",
    "read_picture",
    "script_json",
    "unpack",
]

"""A run as data for pages that animate and plot it: what is shown first, and arrays that a script reads."""

from linkwright.drawing.playback.choices import default_channels, default_paths, points_of
from linkwright.drawing.playback.payload import build, encode, script_json

__all__ = ["build", "default_channels", "default_paths", "encode", "points_of", "script_json"]

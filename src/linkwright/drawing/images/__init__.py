"""Machines as images and films: shaded solids, drawn without a window or a browser."""

from linkwright.drawing.images.files import save_film, save_image
from linkwright.drawing.images.pictures import film, picture

__all__ = ["film", "picture", "save_film", "save_image"]

"""Machines as images and films: shaded solids, drawn without a window or a browser."""

from linkwright.drawing.images.files import require, save_film, save_image
from linkwright.drawing.images.pictures import LARGEST_SIZE, SIZE, film, picture
from linkwright.drawing.images.raster import Image
from linkwright.drawing.machine.projection import VIEWS

__all__ = ["LARGEST_SIZE", "SIZE", "VIEWS", "Image", "film", "picture", "require", "save_film", "save_image"]

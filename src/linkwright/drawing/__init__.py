"""Machines as pictures: scenes as data, stills, time plots and module trees as SVG."""

from linkwright.drawing.figures import still, time_plot
from linkwright.drawing.machine import reference_poses, scene
from linkwright.drawing.module_tree import ModuleBox
from linkwright.drawing.scene import Drawable, DrawnBody, Scene, scene_of
from linkwright.drawing.shapes import Bar, Block, Disc, Pin, Pivot, Plate, Point, Shape, Track
from linkwright.drawing.workspace_plot import margin_plot, workspace_plot

__all__ = [
    "Bar",
    "Block",
    "Disc",
    "Drawable",
    "DrawnBody",
    "ModuleBox",
    "Pin",
    "Pivot",
    "Plate",
    "Point",
    "Scene",
    "Shape",
    "Track",
    "margin_plot",
    "reference_poses",
    "scene",
    "scene_of",
    "still",
    "time_plot",
    "workspace_plot",
]

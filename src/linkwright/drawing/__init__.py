"""Machines as pictures: scenes as data, stills, time plots and module trees as SVG."""

from linkwright.drawing.machine.picture import Drawable, reference_poses, scene, scene_of
from linkwright.drawing.machine.scene import DrawnBody, Scene
from linkwright.drawing.machine.shapes import Bar, Block, Disc, Pin, Pivot, Plate, Point, Shape, Track
from linkwright.drawing.plots.bode import bode_plot
from linkwright.drawing.plots.figures import still, time_plot
from linkwright.drawing.plots.workspace import margin_plot, workspace_plot
from linkwright.drawing.trees.modules import ModuleBox

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
    "bode_plot",
    "margin_plot",
    "reference_poses",
    "scene",
    "scene_of",
    "still",
    "time_plot",
    "workspace_plot",
]

"""Machines as pictures: scenes as data, stills, time plots, module trees and signal diagrams as SVG."""

from linkwright.drawing.images import film, picture, save_film, save_image
from linkwright.drawing.machine.picture import Drawable, reference_poses, scene, scene_at, scene_of
from linkwright.drawing.machine.scene import DrawnBody, Scene
from linkwright.drawing.machine.shapes import Pin, Pivot, Point, Shape, Span, Surface, Track, Wire
from linkwright.drawing.plots.bode import bode_plot
from linkwright.drawing.plots.figures import Panel, panel_plot, signal_plot, still, time_plot
from linkwright.drawing.plots.nyquist import nyquist_plot, pole_plot
from linkwright.drawing.plots.pose_map import map_plot
from linkwright.drawing.plots.workspace import margin_plot, workspace_plot
from linkwright.drawing.signals import signal_diagram, signal_text
from linkwright.drawing.trees.modules import ModuleBox
from linkwright.model.shapes import Bar, Block, Cylinder, Disc, Plate, Sphere

__all__ = [
    "Bar",
    "Block",
    "Cylinder",
    "Disc",
    "Drawable",
    "DrawnBody",
    "ModuleBox",
    "Panel",
    "Pin",
    "Pivot",
    "Plate",
    "Point",
    "Scene",
    "Shape",
    "Span",
    "Sphere",
    "Surface",
    "Track",
    "Wire",
    "bode_plot",
    "film",
    "map_plot",
    "margin_plot",
    "nyquist_plot",
    "panel_plot",
    "picture",
    "pole_plot",
    "reference_poses",
    "save_film",
    "save_image",
    "scene",
    "scene_at",
    "scene_of",
    "signal_diagram",
    "signal_plot",
    "signal_text",
    "still",
    "time_plot",
    "workspace_plot",
]

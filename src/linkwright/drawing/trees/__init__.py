"""Trees of modules and of equations as pictures."""

from linkwright.drawing.trees.equations import module_tree
from linkwright.drawing.trees.modules import ModuleBox, as_text, render

__all__ = ["ModuleBox", "as_text", "module_tree", "render"]

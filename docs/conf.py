"""Configuration of the documentation: MyST pages, the furo theme, an API page read from the package's docstrings."""

import importlib
import importlib.util
import pkgutil
import sys
from importlib.metadata import version as installed_version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from docstrings import as_restructured_text
from sphinx.application import Sphinx

project = "Linkwright"
author = "The Linkwright contributors"
project_copyright = "The Linkwright contributors"
version = release = installed_version("linkwright")

extensions = ["myst_parser", "sphinx.ext.autodoc"]
myst_enable_extensions = ["amsmath", "colon_fence", "dollarmath"]
myst_heading_anchors = 3
exclude_patterns = ["_build"]

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 100
# The same short name (Frame, State) may be exported by two folders; annotations that name it are then left unlinked.
suppress_warnings = ["ref.python"]

html_theme = "furo"
html_title = "Linkwright"


def public_modules() -> list[str]:
    """The package and its folders, as far as they can be imported and say what is public in them."""
    spec = importlib.util.find_spec("linkwright")
    if spec is None or spec.submodule_search_locations is None:
        return []
    names = ["linkwright"]
    names += [
        f"linkwright.{entry.name}" for entry in pkgutil.iter_modules(spec.submodule_search_locations) if entry.ispkg
    ]
    return [name for name in names if hasattr(importlib.import_module(name), "__all__")]


def _left_out(name: str) -> str:
    """An option that leaves out what a folder exports and another one defines: it is described there."""
    module = importlib.import_module(name)
    homes = {each: str(getattr(getattr(module, each), "__module__", "")) for each in module.__all__}
    foreign = [each for each, home in homes.items() if home.startswith("linkwright.") and not home.startswith(name)]
    return f"   :exclude-members: {', '.join(foreign)}\n" if foreign else ""


def write_api(_app: Sphinx, docname: str, source: list[str]) -> None:
    """Put one section for each public module in the place that the API page keeps for them.

    What the package exports is described once more, with an index entry, in the folder that defines it.
    """
    if docname != "api":
        return
    sections = [
        f"## {name}\n\n```{{eval-rst}}\n.. automodule:: {name}\n   :members:\n   :undoc-members:\n"
        + ("   :no-index:\n" if name == "linkwright" else _left_out(name))
        + "```\n"
        for name in public_modules()
    ]
    source[0] = source[0].replace("<!-- modules -->", "\n".join(sections) or "No module is public yet.")


def plain_docstring(_app: Sphinx, _what: str, _name: str, _thing: object, _options: object, lines: list[str]) -> None:
    """Docstrings are plain text with formulas; see docstrings.py."""
    lines[:] = as_restructured_text(lines)


def setup(app: Sphinx) -> None:
    """Connect the two functions above."""
    app.connect("source-read", write_api)
    app.connect("autodoc-process-docstring", plain_docstring)

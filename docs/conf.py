"""Configuration of the documentation: MyST pages, the furo theme; nothing that the built pages need is elsewhere."""

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "extensions"))

project = "Linkwright"
author = "The Linkwright contributors"
project_copyright = "The Linkwright contributors"
version = release = installed_version("linkwright")

extensions = ["myst_parser", "sphinx.ext.autodoc", "formulas", "reference", "gallery"]
myst_enable_extensions = ["attrs_inline", "colon_fence", "dollarmath"]
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
html_static_path = ["_static"]
html_css_files = ["pages.css"]
html_math_renderer = "mathml"
html_theme_options = {"source_repository": "", "footer_icons": []}

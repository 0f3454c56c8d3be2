"""Records in notebooks: tables, formulas and pictures as HTML, runs as small pages inside a frame."""

from linkwright.report.notebook.inline import Inline, show
from linkwright.report.notebook.records import html_of

__all__ = ["Inline", "html_of", "show"]

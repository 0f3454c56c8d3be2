"""The reference in pages by topic: each public name of the package is described on one page.

A page says in a comment what belongs to it: a public module, and of a large one the folders that define the names,

    <!-- names of linkwright.components: joints, rolling -->

A public module is a folder of the package, or a module inside one that users reach by a name, with a list `__all__`.
A name that is on no page, or on two, is an error of the build.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import pkgutil
import re
from pathlib import Path
from typing import TYPE_CHECKING

from docstrings import as_restructured_text

import linkwright

if TYPE_CHECKING:  # tests of names need no Sphinx
    from sphinx.application import Sphinx

COMMENT = re.compile(r"^<!-- names of (?P<module>[\w.]+)(?:: (?P<parts>[\w,\s]+?))? -->$", re.MULTILINE)


@functools.cache
def inner_modules() -> tuple[str, ...]:
    """Modules inside the folders that users reach by a name: `lw.joins`, `lw.shapes`, `analysis.kinematics`."""
    reached = [getattr(linkwright, name) for name in dir(linkwright)]
    reached += [getattr(folder, name) for folder in map(importlib.import_module, _folders()) for name in folder.__all__]
    modules = {value.__name__ for value in reached if inspect.ismodule(value) and hasattr(value, "__all__")}
    return tuple(sorted(name for name in modules if name.startswith("linkwright.") and name.count(".") > 1))


def _folders() -> list[str]:
    """The folders of the package that say what is public in them."""
    folders = [f"linkwright.{each.name}" for each in pkgutil.iter_modules(linkwright.__path__) if each.ispkg]
    return [name for name in folders if hasattr(importlib.import_module(name), "__all__")]


def public_modules() -> list[str]:
    """Folders and modules inside them."""
    return [*_folders(), *inner_modules()]


def names_of(module: str, parts: str | None = None) -> list[str]:
    """The public names that a module defines itself, all of them or those of some of its parts.

    A part is a file or folder of the module that defines names, or a name itself. What a module exports and another
    public module defines is described there; a module among the names has a page of its own.
    """
    loaded = importlib.import_module(module)
    chosen = None if parts is None else {part.strip() for part in parts.split(",")}
    found = []
    for name in loaded.__all__:
        value = getattr(loaded, name)
        home = str(getattr(value, "__module__", "") or "")
        elsewhere = home.startswith("linkwright.") and not home.startswith(module + ".") and home != module
        inner = any(
            home == other or home.startswith(other + ".") for other in inner_modules() if other.startswith(module + ".")
        )
        if inspect.ismodule(value) or elsewhere or inner:
            continue
        first = home.removeprefix(module + ".").split(".")[0] if home.startswith(module) else name
        if chosen is None or {first, name} & chosen:
            found.append(name)
    return found


def described(folder: Path) -> dict[tuple[str, str], list[str]]:
    """For each public name, (module, name), the pages of the reference that describe it."""
    pages: dict[tuple[str, str], list[str]] = {(m, name): [] for m in public_modules() for name in names_of(m)}
    for page in sorted(folder.glob("*.md")):
        for match in COMMENT.finditer(page.read_text(encoding="utf-8")):
            for name in names_of(match["module"], match["parts"]):
                pages[match["module"], name].append(page.name)
    return pages


def faults(folder: Path) -> list[str]:
    """What is on no page, or on several, in words."""
    return [
        f"{module}.{name} is described on {' and '.join(pages) if pages else 'no page'}"
        for (module, name), pages in described(folder).items()
        if len(pages) != 1
    ]


def _directive(module: str, name: str) -> str:
    """The directive of autodoc for one name, by what it is."""
    value = getattr(importlib.import_module(module), name)
    kind = "class" if inspect.isclass(value) else "function" if inspect.isroutine(value) else "data"
    if inspect.isclass(value) and issubclass(value, BaseException):
        kind = "exception"
    options = "   :members:\n   :undoc-members:\n" if kind in {"class", "exception"} else ""
    return f".. auto{kind}:: {module}.{name}\n{options}"


def write_names(_app: Sphinx, docname: str, source: list[str]) -> None:
    """Put the descriptions in the place that a page of the reference keeps for them."""
    if not docname.startswith("reference/"):
        return

    def section(match: re.Match[str]) -> str:
        module = match["module"]
        text = (importlib.import_module(module).__doc__ or "").strip().splitlines()[0]
        names = "\n".join(_directive(module, name) for name in names_of(module, match["parts"]))
        return f"## {module}\n\n{text}\n\n```{{eval-rst}}\n{names}\n```\n"

    source[0] = COMMENT.sub(section, source[0])


def check(app: Sphinx) -> None:
    """Refuse to build a reference that leaves something out."""
    found = faults(Path(app.srcdir) / "reference")
    if found:
        raise RuntimeError(
            "; ".join(found) + "; name the module or its part in the comment of one page of docs/reference"
        )


def plain_docstring(_app: Sphinx, _what: str, _name: str, _thing: object, _options: object, lines: list[str]) -> None:
    """Docstrings are plain text with formulas; see docstrings.py."""
    lines[:] = as_restructured_text(lines)


def setup(app: Sphinx) -> dict[str, bool]:
    """Connect the functions above."""
    app.connect("builder-inited", check)
    app.connect("source-read", write_names)
    app.connect("autodoc-process-docstring", plain_docstring)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

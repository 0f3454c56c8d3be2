"""Fresh processes as users start them: with the package compiled to bytecode, as installers leave it."""

import compileall
import functools
import os
from pathlib import Path

import linkwright as lw


@functools.cache
def _compile_sources() -> None:
    """Compile all sources of the package, as pip does when it installs: reading them takes as long as the libraries."""
    compileall.compile_dir(Path(lw.__file__).parent, quiet=2)


def environment(**more: str) -> dict[str, str]:
    """Environment of this process without what keeps Python from using bytecode, and without `LINKWRIGHT_QUICK`."""
    _compile_sources()
    left_out = ("PYTHONDONTWRITEBYTECODE", "LINKWRIGHT_QUICK")
    return {key: value for key, value in os.environ.items() if key not in left_out} | more

"""Ctrl-C while the command `linkwright` loads what it needs: a line of words, and no traceback.

Nothing but this package imports it, before all else. In programs that import linkwright it does nothing: what Ctrl-C
means there is theirs to say.
"""

from __future__ import annotations

import sys
from pathlib import Path
from types import TracebackType


def is_command(arguments: list[str]) -> bool:
    """Whether a process, by its whole command line, is the command itself: a script of that name, or `-m linkwright`.

    >>> is_command(["python", "-m", "linkwright", "list"]), is_command(["python", "/usr/bin/linkwright", "list"])
    (True, True)
    >>> is_command(["python", "study.py", "linkwright"])
    False
    """
    for k, argument in enumerate(arguments[1:], start=1):
        if argument == "-m":
            return arguments[k + 1 : k + 2] == ["linkwright"]
        if not argument.startswith("-"):
            return Path(argument).stem == "linkwright"
    return Path(arguments[0]).stem == "linkwright" if arguments else False


def _say(kind: type[BaseException], error: BaseException, where: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        sys.stderr.write("linkwright: interrupted from the keyboard; nothing was computed\n")
    else:
        sys.__excepthook__(kind, error, where)


if is_command(sys.orig_argv):
    sys.excepthook = _say

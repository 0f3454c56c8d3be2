"""What the command `linkwright` settles before it loads anything; in programs that import linkwright nothing of it.

Ctrl-C while it loads what it needs gives a line of words, and no traceback. Linear algebra takes one thread, unless the
environment names a number: matrices are small, and a second thread only waits, in `linkwright compare` a fifth of all
processor time. What Ctrl-C and threads are in a program is its own to say. Nothing but this package imports this file.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""Variables from which libraries of linear algebra take their number of threads when they are loaded."""


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
    for name in THREADS:
        os.environ.setdefault(name, "1")

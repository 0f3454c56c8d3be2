"""Which files of the package the first example of the README enters: run as a program, it prints their names.

A file is entered when one of its functions runs; what runs while modules are imported does not count.
"""

import contextlib
import inspect
import io
import re
import sys
from pathlib import Path

import linkwright

PACKAGE = Path(linkwright.__file__).parent


def example(readme):
    """The first block of Python in the README."""
    return re.search(r"```python\n(.*?)```", readme, re.DOTALL).group(1)


def files_entered(program):
    """Files of the package whose functions run in a program."""
    entered = set()
    for name in linkwright.__all__:
        getattr(linkwright, name)

    def watch(frame, event, _):
        code = frame.f_code
        if event == "call" and code.co_flags & inspect.CO_OPTIMIZED and code.co_filename.startswith(str(PACKAGE)):
            entered.add(str(Path(code.co_filename).relative_to(PACKAGE)))

    sys.setprofile(watch)
    try:
        exec(compile(program, "README.md", "exec"), {"__name__": "__main__"})  # noqa: S102  our own example
    finally:
        sys.setprofile(None)
    return sorted(entered)


if __name__ == "__main__":
    with contextlib.redirect_stdout(io.StringIO()):
        found = files_entered(example(Path(sys.argv[1]).read_text(encoding="utf-8")))
    sys.stdout.write("\n".join(found))

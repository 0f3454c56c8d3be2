"""Run the Python blocks of a page of the documentation in its own folder, where they write their figures.

python tools/run_page.py docs/identification-example.md
"""

import os
import re
import sys
from pathlib import Path

BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def main(page):
    """Run the blocks in order; they share their names."""
    source = page.read_text(encoding="utf-8")
    os.chdir(page.parent)
    names = {"__name__": "page"}
    for match in BLOCK.finditer(source):
        if not source[: match.start()].rstrip().endswith("<!-- fragment -->"):
            exec(compile(match[1], page.name, "exec"), names)  # noqa: S102  the page is ours


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())

"""The command `new`: a program to start a machine of one's own from."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from linkwright.cli import output
from linkwright.cli.files import prepared_file, write
from linkwright.cli.options import Json
from linkwright.cli.own.starter import starter
from linkwright.cli.values import InputFaults, one_of
from linkwright.mechanisms.registry import READY

HELP = """Write a program to start a machine of your own from, as a copy of a ready one.

The program has the description of the machine, with comments and sources, and a run; it runs as it is. A file that is
there already is not touched.

\b
Examples:
  linkwright new my_linkage.py --like four_bar
  linkwright new robots/arm.py --like serial_manipulator
"""


def command(
    file: Annotated[Path, typer.Argument(metavar="FILE.py", help="The program to write.", show_default=False)],
    *,
    like: Annotated[str, typer.Option(metavar="NAME", help="The ready machine to start from.")] = "simple_pendulum",
    as_json: Json = False,
) -> None:
    """Write a program to start a machine of your own from, as a copy of a ready one."""
    faults = [f"--like: {fault}" for fault in one_of(like, tuple(READY), "ready mechanism")]
    if file.suffix != ".py":
        faults.append(f"{file}: expected a name that ends in .py")
    elif not file.stem.isidentifier():
        faults.append(f"{file}: expected a name of letters, digits and underscores, so that Python can import it")
    elif file.exists() or file.is_symlink():
        faults.append(f"{file}: it is there already and is not touched; choose another name")
    else:
        try:
            prepared_file(file)
        except ValueError as error:
            faults.append(str(error).removeprefix("--out "))
    if faults:
        raise InputFaults(faults)
    written = write(file, starter(READY[like], file))
    if as_json:
        output.emit({"machine": f"{written}:{like}", "like": like, "files": [str(written)]})
        return
    output.wrote([str(written)])
    output.say(f"Run it with `python {written}`, look at it with `linkwright show {written}:{like}`.")

"""Where words go: standard output for results, standard error for all else."""

from __future__ import annotations

import errno
import json
import math
import os
import shutil
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import wraps
from pathlib import Path
from typing import Any, NoReturn, ParamSpec, Protocol

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from linkwright.cli import patience
from linkwright.cli.own.program import fault_in_words

P = ParamSpec("P")
PACKAGE = Path(__file__).resolve().parents[1]
WRONG_INPUT, NOT_FINISHED = 2, 1
FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
WIDTH = 110  # columns where standard output is no terminal


def refusals_in_words(command: Callable[P, None]) -> Callable[P, None]:
    """A command whose refusals are told in words (exit code 2; 1 where results find no room on the disk).

    Errors in a user's program are told with its line; errors that nobody foresaw keep their traceback.
    """

    @wraps(command)
    def wrapper(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            command(*args, **kwargs)
        except BrokenPipeError:
            sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  the reader has gone; nothing more can be said
            raise typer.Exit(0) from None
        except (ValueError, OSError, ImportError, MemoryError) as error:
            text = fault_in_words(error)
            if text is None and not _ours(error):
                raise
            text = text or (str(error) if not isinstance(error, OSError) else in_words(error))
            if isinstance(error, MemoryError):
                text = f"there is not enough memory ({text or 'none left'}); ask for fewer samples or a smaller machine"
            _refuse(text, full=isinstance(error, OSError) and error.errno in FULL, as_json=bool(kwargs.get("as_json")))
        except Exception as error:
            text = fault_in_words(error)
            if text is None:
                raise
            _refuse(text, as_json=bool(kwargs.get("as_json")))

    return wrapper


def _refuse(text: str, *, as_json: bool, full: bool = False) -> NoReturn:
    """Say why a command ends here, and end it."""
    if as_json:
        emit({"error": text})
    patience.speak()
    typer.echo(f"linkwright: {_clean(text)}", err=True)
    raise typer.Exit(NOT_FINISHED if full else WRONG_INPUT) from None


def _ours(error: BaseException) -> bool:
    """Whether the library raised it on purpose; what Python raises by itself deep inside is a fault of ours."""
    if isinstance(error, OSError | MemoryError):
        return True
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and Path(frames[-1].filename).resolve().is_relative_to(PACKAGE)


def in_words(error: OSError) -> str:
    """A refusal of the system in words, with the path."""
    where = f"{error.filename}: " if error.filename else ""
    return f"{where}{error.strerror or error}"


def _clean(text: str) -> str:
    return "".join(c if c.isprintable() or c == "\n" else "\N{REPLACEMENT CHARACTER}" for c in text)


def emit(data: Any) -> None:
    """Print JSON on standard output; numbers that JSON has no word for become null."""
    patience.speak()
    typer.echo(as_text(data))


def as_text(data: Any) -> str:
    """JSON as it is printed."""
    return json.dumps(_plain(data), indent=2, allow_nan=False, ensure_ascii=False)


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "tolist"):
        return _plain(value.tolist())
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value if isinstance(value, str | int | float | bool) or value is None else str(value)


def remark(text: str) -> None:
    """A remark that is no result."""
    patience.speak()
    typer.echo(_clean(text), err=True)


def say(text: str = "") -> None:
    """A line of the result for people."""
    patience.speak()
    typer.echo(_clean(text))


def wrote(files: Sequence[str], *, note: bool = False) -> None:
    """Which files were written; as a remark where standard output holds data."""
    for file in files:
        (remark if note else say)(f"wrote {file}")


def columns() -> int:
    """Columns of the terminal."""
    return max(60, shutil.get_terminal_size((WIDTH, 24)).columns)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table for people; texts are printed as they are."""
    patience.speak()
    console = Console(highlight=False, width=columns() if sys.stdout.isatty() or "COLUMNS" in os.environ else WIDTH)
    grid = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for head in heads:
        grid.add_column(Text(head), overflow="fold")
    for row in rows:
        grid.add_row(*[Text(_clean(cell)) for cell in row])
    with console.capture() as printed:
        console.print(grid)
    typer.echo("\n".join(line.rstrip() for line in printed.get().splitlines()))


def matrix(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table of numbers in blocks of columns that fit the terminal, each with the first column."""
    gap, room = 2, columns()
    widths = [max(len(cell) for cell in column) + gap for column in zip(heads, *rows, strict=True)]
    first = 1
    while first < len(heads):
        last, used = first + 1, widths[0] + widths[first]
        while last < len(heads) and used + widths[last] <= room:
            used, last = used + widths[last], last + 1
        if first > 1:
            say()
        table((heads[0], *heads[first:last]), [(row[0], *row[first:last]) for row in rows])
        first = last


class Advance(Protocol):
    """Takes the share done, 0 to 1, and perhaps what is being done now."""

    def __call__(self, share: float, doing: str = "", /) -> None: ...  # noqa: D102  the class says it


@contextmanager
def progress(words: str) -> Iterator[Advance]:
    """A bar on standard error that goes away when it is done; the function takes the share done, and what is done now.

    Where standard error is no terminal a line is written instead at the beginning, and for each new thing that is done.
    """
    console = Console(stderr=True)
    shown = ""
    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.percentage:>3.0f} %"))
    patience.pause()
    try:
        bar = Progress(*columns, TimeRemainingColumn(), console=console, transient=True)
        with bar if console.is_terminal else nullcontext():
            task = bar.add_task(words, total=1.0)

            def advance(share: float, doing: str = "", /) -> None:
                nonlocal shown
                progress_line = f"{words}: {doing}" if doing else words
                if not console.is_terminal and progress_line != shown and share < 1:
                    remark(f"{progress_line} ...")
                shown = progress_line
                bar.update(task, completed=min(1.0, max(0.0, float(share))), description=progress_line)

            yield advance
    finally:
        patience.resume()

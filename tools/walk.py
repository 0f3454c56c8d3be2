"""The walk of one call through the rooms: what a first run enters, from the description to the certificate.

    python tools/walk.py            print the table
    python tools/walk.py --write    put it into docs/architecture.md

Every function of the package that is entered is noted with the folder it lives in; a folder is listed once a step, in
the order in which the step first enters it. `tests/docs/test_walk.py` compares the table of the page with a fresh one.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import linkwright as lw

PACKAGE = Path(lw.__file__).parent
PAGE = Path(__file__).parents[1] / "docs" / "architecture.md"
BEGIN, END = "<!-- walk: begin -->\n", "<!-- walk: end -->\n"


def rooms_of(call: Callable[[], Any]) -> tuple[Any, list[str]]:
    """What the call returns, and the rooms that it enters, in order."""
    rooms: dict[str, None] = {}

    def note(frame: FrameType, event: str, _: Any) -> None:
        code = frame.f_code
        if event == "call" and code.co_name != "<module>" and code.co_filename.startswith(str(PACKAGE)):
            folders = Path(code.co_filename).relative_to(PACKAGE).parent.parts[:2]
            if folders:
                rooms.setdefault("/".join(folders))

    sys.setprofile(note)
    try:
        result = call()
    finally:
        sys.setprofile(None)
    return result, list(rooms)


def first_run(step: Callable[[str, str, Callable[[], Any]], Any]) -> None:
    """A first run, each step of it through `step(title, words, call)`."""
    machine = step("describe", "lw.mechanisms.slider_crank()", lw.mechanisms.slider_crank)
    equations = step("derive", "lw.formalisms.modular(machine)", lambda: lw.formalisms.modular(machine))
    dynamics = step("compile", "lw.compile(equations)", lambda: lw.compile(equations))
    state = step("assemble", 'dynamics.assemble({"phi": 0.6})', lambda: dynamics.assemble({"phi": 0.6}, {"phi": 5.0}))
    inputs = {"tau": 0.0, "force": 0.0}
    run = step(
        "simulate",
        "lw.simulate(dynamics, state, ...)",
        lambda: lw.simulate(dynamics, state, duration=0.1, inputs=inputs),
    )
    step("read", "run.certificate", lambda: run.certificate)
    step("report", "lw.report.render(machine, run)", lambda: lw.report.render(machine, run))


def walk() -> list[tuple[str, str, list[str]]]:
    """The steps of a first run: title, call, rooms."""
    steps: list[tuple[str, str, list[str]]] = []

    def noted(title: str, words: str, call: Callable[[], Any]) -> Any:
        result, rooms = rooms_of(call)
        steps.append((title, words, rooms))
        return result

    # Once without a trace, so that everything is loaded and compiled: the walk shows a call, not a first import.
    first_run(lambda _title, _words, call: call())
    first_run(noted)
    return steps


def table() -> str:
    """The walk as a table of the page."""
    lines = ["| step | call | rooms entered, in order |", "|---|---|---|"]
    lines += [f"| {title} | `{words}` | {', '.join(rooms)} |" for title, words, rooms in walk()]
    return "\n".join(lines) + "\n"


def written(page: str) -> str:
    """The table that a page holds."""
    return page.partition(BEGIN)[2].partition(END)[0]


if __name__ == "__main__":
    found = table()
    if "--write" in sys.argv[1:]:
        text = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(text.replace(BEGIN + written(text) + END, BEGIN + found + END), encoding="utf-8")
    else:
        sys.stdout.write(found)

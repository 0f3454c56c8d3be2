"""Arguments and options that several commands take, each described once."""

from __future__ import annotations

from enum import Enum
from pathlib import Path
from typing import Annotated

import typer

from linkwright import formalisms
from linkwright.cli.machine import JOINS
from linkwright.cli.values import seconds
from linkwright.simulation.accuracy import NAMED

Accuracy = Enum("Accuracy", {name: name for name in NAMED})  # type: ignore[misc]  # its members are the library's names
Format = Enum("Format", {"text": "text", "latex": "latex"})
JoinName = Enum("JoinName", {name.replace("-", "_"): name for name in JOINS})  # type: ignore[misc]  # as above

Mechanism = Annotated[
    str,
    typer.Argument(
        metavar="MECHANISM",
        help="A ready mechanism (`linkwright list` names them), or FILE.py:NAME, one of your own.",
        show_default=False,
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Another value of a parameter or option, SI units or with a unit, l=20cm; repeatable.",
    ),
]
NoMotors = Annotated[bool, typer.Option("--no-motors", help="Leave out the motors: torques drive the joints.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON and nothing else on standard output.")]
Formalism = Annotated[
    str, typer.Option(metavar="NAME", help=f"How the equations are derived: {', '.join(formalisms.__all__)}.")
]
ChosenFormalism = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help=f"How the equations are derived: {', '.join(formalisms.__all__)}; `auto` takes the one with the least "
        "work for the machine.",
    ),
]
Tree = Annotated[
    str | None,
    typer.Option(
        metavar="JOINT,JOINT", help="Joints that the spanning tree takes first, for formalisms that have one."
    ),
]
Join = Annotated[
    JoinName, typer.Option(help="How constraint forces are eliminated; `auto` fits the size of the machine.")
]
Duration = Annotated[
    float | None,
    typer.Option(
        "--duration",
        parser=seconds,
        metavar="TIME",
        help="How long (s, or with a unit: 500ms).  [default: the machine's own; of a motion, until its last law ends]",
    ),
]
Samples = Annotated[int | None, typer.Option(min=2, metavar="COUNT", help="Number of times saved.")]
Folder = Annotated[
    Path | None,
    typer.Option("--out", metavar="FOLDER", help="Write report.html and run.parquet (or .csv) into this folder."),
]
Figure = Annotated[
    Path | None,
    typer.Option(
        "--out", metavar="PATH", help="Write a figure to FILE.svg, or figure and numbers (JSON) into a folder."
    ),
]
Position = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME=VALUE", help="Position at the state (m, rad); others as in the reference. Repeatable."),
]
Speed = Annotated[
    list[str] | None,
    typer.Option(
        metavar="NAME=VALUE", help="Speed at the state, one for each degree of freedom (default: rest). Repeatable."
    ),
]
MatrixNames = Annotated[
    list[str] | None,
    typer.Option("--matrix", metavar="NAME", help="Print only this matrix, such as S_2; repeatable."),
]
MatrixFile = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write all matrices into FILE.json.")]

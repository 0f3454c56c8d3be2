"""The command `linkwright`: its commands by name, each loaded from its own file when it is called.

`linkwright --help` loads none of them. A further command is a file in `linkwright.cli.commands` with a function
`command`, whose arguments are its options, and a text `HELP`, whose first line is its summary. A line in the table here
only gives it a place in the list.
"""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from linkwright.cli import patience
from linkwright.version import __version__

COMMANDS = {
    "list": "List the ready mechanisms.",
    "new": "Write a program to start a machine of your own from.",
    "show": "Show what a machine is made of.",
    "equations": "Print the equations of motion.",
    "levels": "Print the matrices of the elimination of constraints, level by level, at a state.",
    "twists": "Print twists of all bodies and the matrices N_l, N_d, N of t = N v at a state.",
    "simulate": "Run a machine and write a report.",
    "report": "Make the page of saved runs again, or set several side by side.",
    "view": "Move a machine in the browser, run it there, or replay a saved run.",
    "picture": "Draw a machine or an instant of a saved run as an image.",
    "film": "Draw a machine in motion or a saved run as a film.",
    "inverse": "Find inputs for a prescribed motion.",
    "compare": "Compare all formalisms on a machine.",
    "diagnose": "Find redundant constraints, singular configurations and ill-posed drives in a machine.",
    "linearize": "Linearize a machine and find its modes.",
    "transfer": "Find the transfer functions of a drive: TF1, TF2, TF1d, TF2d.",
    "bode": "Find the frequency response of a controlled machine by sines.",
    "margins": "Find stability margins of a controlled machine.",
    "bandwidth": "Find the bandwidth of a controlled machine by its linear model.",
    "identify": "Find parameters of a machine from measured data.",
    "benchmark": "Solve public problems and compare with their answers.",
    "workspace": "Find where a platform can go.",
    "singularities": "Find singularities of both kinds.",
    "verify": "Check a saved run by another integrator.",
    "resume": "Go on with a streamed run that was interrupted.",
    "completion": "Print what a shell needs to complete commands and names.",
}
"""What each command does, in the order of `--help`; commands that are not here follow (`commands`)."""


def commands() -> dict[str, str]:
    """Every command with its summary: those of the table, then other files, whose first line of HELP is read."""
    folder = Path(__file__).parent / "commands"
    others = [path for path in sorted(folder.glob("*.py")) if path.stem not in {*COMMANDS, "__init__"}]
    summary = re.compile(r'^HELP = """(.*)$', re.MULTILINE)
    texts = {path.stem: summary.search(path.read_text(encoding="utf-8")) for path in others}
    return COMMANDS | {name: found[1] if found else "" for name, found in texts.items()}


WELCOME = """Multibody dynamics of machines: equations of motion, simulation, inverse dynamics.

\b
Begin with:
  linkwright list                                  which machines are ready
  linkwright show three_rrr                        what one is made of
  linkwright equations three_rrr                   its equations of motion
  linkwright simulate three_rrr --out runs/first   run it; open runs/first/report.html
  linkwright verify runs/first                     check it by another integrator
  linkwright inverse three_rrr --no-motors         torques for a prescribed motion
  linkwright compare double_pendulum               the same machine by every formalism
  linkwright linearize double_pendulum             its modes about an equilibrium
  linkwright benchmark simple_pendulum             a public problem with a known answer
  linkwright new linkage.py --like four_bar        a program to change into a machine of your own
  linkwright show linkage.py:four_bar              a machine of your own: FILE.py:NAME instead of a ready name

Each command explains itself: linkwright simulate --help. All numbers are in SI units (m, kg, s, rad, A, V).
Exit codes: 0 all went well, 1 a run did not finish or could not be saved (it says why), 2 something in the command
was wrong.
"""

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


def load_command(name: str) -> Any:
    """The command of a name, from its file."""
    patience.begin(name)  # loading alone may take a second
    output = import_module("linkwright.cli.output")
    module = import_module(f"linkwright.cli.commands.{name}")
    one = typer.Typer(add_completion=False, rich_markup_mode=None, pretty_exceptions_enable=False)
    one.command(name, help=module.HELP)(output.refusals_in_words(module.command))
    return typer.main.get_command(one)


class Commands(TyperGroup):
    """The commands of the table, loaded one by one."""

    def __init__(self, **settings: Any) -> None:
        """Know the names, so that a wrong one is answered with the nearest."""
        super().__init__(**settings)
        self.commands: Any = dict.fromkeys(commands())

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a name, from its file."""
        return load_command(cmd_name) if cmd_name in commands() else None

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The table, without loading what it names."""
        with formatter.section("Commands"):
            formatter.write_dl(list(commands().items()))


app = typer.Typer(
    name="linkwright",
    cls=Commands,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings=SETTINGS,
)


def _version(wanted: bool) -> None:  # noqa: FBT001  typer calls it so
    if wanted:
        typer.echo(f"linkwright {__version__}")
        raise typer.Exit


@app.callback(help=WELCOME)
def linkwright(
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=_version)
    ] = False,
) -> None:
    """Multibody dynamics of machines: equations of motion, simulation, inverse dynamics."""


def main() -> None:
    """Entry point of the command `linkwright`."""
    try:
        app()
    finally:
        patience.end()


__all__ = ["app", "main"]

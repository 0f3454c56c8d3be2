"""The command `list`: ready mechanisms by name."""

from __future__ import annotations

from linkwright.cli import output
from linkwright.cli.options import Json
from linkwright.mechanisms.registry import READY

HELP = "List the ready mechanisms."


def command(*, as_json: Json = False) -> None:
    """List the ready mechanisms."""
    machines = {name: ready.make() for name, ready in READY.items()}
    if as_json:
        output.emit(
            [
                {
                    "name": name,
                    "title": each.title,
                    "description": each.description,
                    "options": list(READY[name].options),
                    "sources": list(each.sources),
                }
                for name, each in machines.items()
            ]
        )
        return
    output.table(("name", "what it is"), [(name, each.title) for name, each in machines.items()])
    output.say()
    output.say("Look at one with `linkwright show NAME`, run one with `linkwright simulate NAME`.")

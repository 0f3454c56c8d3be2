"""What may be typed next: names of commands, options, machines, quantities, inputs and parameters.

Nothing of a user's is run for it: of a program the names that it defines are read, those of its machine are not known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from linkwright.cli.own.program import is_program, names_in
from linkwright.equations import Equations

MACHINE, RUN, LAW_FORMS, INTEGRATORS = (
    "linkwright.cli.machine", "linkwright.cli.run", "linkwright.simulation.inputs", "linkwright.simulation.integrators"
)  # fmt: skip
"""What takes long to load, and is loaded where it is needed: a shell waits for the answer."""
QUANTITIES = ("--position", "--motion", "--at", "--across", "--over", "--limit", "--inputs", "--platform", "--pose")
SPEEDS = ("--speed", "--state", "--output", "--column", "--reference")
"""Options that name quantities."""
LAWS = ("--input", "--motion")
WITHOUT_VALUE = ("--state", "--output", "--inputs", "--platform", "--reference", "--across", "--other")
"""Options that take a name alone, or may."""


def candidates(words: Sequence[str], commands: Mapping[str, str], load: Callable[[str], Any]) -> list[str]:
    """Texts that may stand for the last word, after those before it; none where a file is meant.

    `commands` are those there are, `load` gives one of them, with its parameters.
    """
    *before, current = words or [""]
    if not before:
        return _beginning([*commands, "--help", "--version"], current)
    if before[0] not in commands:
        return []
    options = {
        name: each for each in load(before[0]).params for name in getattr(each, "opts", ()) if name.startswith("-")
    }
    last = before[-1]
    if last in options and not getattr(options[last], "is_flag", False):
        return _values(last, current, _machine_of(before, options), before[0])
    if current.startswith("-"):
        repeated = {name for name in before if name in options and not getattr(options[name], "multiple", False)}
        return _beginning([*(name for name in options if name not in repeated), "--help"], current)
    takes_machine = any(each.name in {"mechanism", "what"} for each in load(before[0]).params)
    return _machines(current) if takes_machine and _machine_of(before, options) is None else []


def _beginning(names: Sequence[str], start: str) -> list[str]:
    return [name for name in dict.fromkeys(names) if name.startswith(start)]


def _machine_of(before: Sequence[str], options: Mapping[str, Any]) -> str | None:
    """The machine among the words, the first one that is neither an option nor its value."""
    skip = False
    for word in before[1:]:
        if skip:
            skip = False
        elif word.startswith("-"):
            skip = word in options and not getattr(options[word], "is_flag", False)
        else:
            return word
    return None


def _machines(current: str) -> list[str]:
    """Ready machines, programs in the folder that is typed, and names that a program defines."""
    file, colon, _ = current.rpartition(":")
    if colon and file.endswith(".py") and Path(file).is_file():
        return _beginning([f"{file}:{name}" for name in names_in(Path(file))], current)
    folder = Path(current).parent
    prefix = current[: len(current) - len(Path(current).name)] if not current.endswith("/") else current
    folder = Path(prefix) if prefix else folder
    programs = sorted(folder.glob("*.py")) if folder.is_dir() else []
    return _beginning([*_ready(), *[f"{prefix}{path.name}:" for path in programs]], current)


def _values(option: str, current: str, machine: str | None, command: str) -> list[str]:
    """Values of an option, as far as it is typed."""
    fixed: dict[str, Callable[[], Sequence[str]]] = {
        "--formalism": lambda: list(import_module("linkwright.formalisms").__all__),
        "--join": lambda: list(import_module(MACHINE).JOINS),
        "--integrator": lambda: [name.partition(":")[0] for name in import_module(INTEGRATORS).NAMES],
        "--like": lambda: list(_ready()),
        "--accuracy": lambda: ["draft", "engineering", "reference"],
        "--format": lambda: ["text", "latex"],
    }
    if option in fixed:
        return _beginning(fixed[option](), current)
    name, equals, text = current.partition("=")
    if equals and option in LAWS:
        forms = [f"{form}:" for form in [*import_module(LAW_FORMS).FORMS, "table"]]
        return [f"{name}={law}" for law in _beginning(forms, text)]
    equations = _equations(machine)
    if equals or equations is None or machine is None:
        return []
    run = import_module(RUN)
    known: list[str] = []
    if option in {"--set", "--fit", "--other", "--start"}:
        ready = list(_ready()[machine].options) if option == "--set" else []
        known = [*ready, *[label.name for label in equations.parameters.labels]]
    elif option in {"--input", "--preload", "--weight"} or (option == "--limit" and command == "inverse"):
        known = list(run.inputs(equations))
    elif option in QUANTITIES:
        known = run.positions(equations)
    elif option in SPEEDS:
        known = run.quantities(equations)
    elif option in {"--payload", "--wrench"}:
        known = list(equations.frame_names())
    end = "" if option in WITHOUT_VALUE else "="
    return _beginning([f"{each.rstrip('_') if option == '--set' else each}{end}" for each in known], current)


def _equations(machine: str | None) -> Equations | None:
    """Equations of a ready machine."""
    if machine is None or is_program(machine) or machine not in _ready():
        return None
    chosen = import_module(MACHINE).plain(machine, no_motors=False)
    return None if chosen is None else chosen.equations


def _ready() -> Mapping[str, Any]:
    """Ready machines by name."""
    found: Mapping[str, Any] = import_module("linkwright.mechanisms.registry").READY
    return found


__all__ = ["candidates"]

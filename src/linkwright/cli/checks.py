"""What commands check before they compute: the machine, and the place of --out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from linkwright.cli.files import prepared_file, prepared_folder
from linkwright.cli.machine import Machine, plain
from linkwright.cli.values import InputFaults


def require_machine(machine: Machine | None, faults: list[str]) -> Machine:
    """The machine, unless there are faults."""
    if faults:
        raise InputFaults(faults)
    assert machine is not None
    return machine


def machine_for_names(machine: Machine | None, name: str, faults: list[str], *, no_motors: bool) -> Machine:
    """The machine; where its settings are wrong one without them, so that all other names are checked too."""
    found = machine or plain(name, no_motors=no_motors) or plain(name, no_motors=False)
    if found is None:
        raise InputFaults(faults)
    return found


def folder(out: Path | None, faults: list[str]) -> Path | None:
    """The folder of --out, checked before anything is computed."""
    return prepare_out(out, prepared_folder, faults)


def file(out: Path | None, suffixes: tuple[str, ...], faults: list[str]) -> Path | None:
    """The file of --out, checked before anything is computed."""
    return prepare_out(out, lambda path: prepared_file(path, suffixes), faults)


def prepare_out(out: Path | None, prepared: Callable[[Path], Path], faults: list[str]) -> Path | None:
    """What was given to --out, prepared; why it cannot be is noted."""
    if out is None:
        return None
    try:
        return prepared(out)
    except ValueError as error:
        faults.append(str(error))
        return None


__all__ = ["file", "folder", "machine_for_names", "prepare_out", "require_machine"]

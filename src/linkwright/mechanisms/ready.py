"""What the library knows of a ready machine beside its description: how to make it, what to show, where to look.

To add a ready machine:

1. Write `mechanisms/<name>.py`: a function of the machine's name that returns a `Mechanism` with title, description and
   sources, and below it a record `<NAME> = Ready(<name>, (Demonstration(...),))`.
2. Name the function in `mechanisms/__init__.py` and the record in `mechanisms/registry.py`.
3. Draw its picture for the gallery: `python tools/pictures/machines.py <name>`.

Command line, `verify` and `resume` find it there, and the tests of all ready machines take it up.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from linkwright.control import Diagram
from linkwright.dynamics import Dynamics, State
from linkwright.model import Mechanism


@dataclass(frozen=True)
class Demonstration:
    """Start, inputs and duration of a run, and motions for inverse dynamics, as they are typed in the command line."""

    inputs: Mapping[str, str] = field(default_factory=dict)
    positions: Mapping[str, str] = field(default_factory=dict)
    speeds: Mapping[str, str] = field(default_factory=dict)
    duration: float = 2.0
    motions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Slice:
    """A slice of the workspace: two coordinates of the platform, with ranges or without (None: any), and limits."""

    across: Mapping[str, tuple[float, float]] | Sequence[str] | None = None
    limits: Mapping[str, tuple[float, float]] = field(default_factory=dict)


def _no_limits(_: Mapping[str, float]) -> Slice:
    return Slice()


@dataclass(frozen=True)
class Ready:
    """A ready machine. Title, description and sources are those of the `Mechanism` that `make` returns.

    `demonstrations` are told apart by their inputs; a machine whose inputs follow from an option has a function of
    their names instead. `slice` is a function of the values of the parameters. `control` makes the controllers of a
    machine that is published with them, from its Dynamics, options by name, and the state `near` which runs begin;
    `pose` is a state of it at rest at a pose.
    """

    make: Callable[..., Mechanism]
    demonstrations: tuple[Demonstration, ...] | Callable[[Sequence[str]], Demonstration]
    slice: Callable[[Mapping[str, float]], Slice] = _no_limits
    control: Callable[..., Diagram] | None = None
    pose: Callable[[Dynamics, Mapping[str, float]], State] | None = None

    @property
    def name(self) -> str:
        """The name by which command line and files know it: that of the function."""
        return self.make.__name__

    @property
    def options(self) -> Mapping[str, Any]:
        """What `make` takes, with the default values."""
        return {name: each.default for name, each in inspect.signature(self.make).parameters.items()}

    def demonstration(self, inputs: Sequence[str]) -> Demonstration | None:
        """The demonstration for a variant with these inputs, if there is one."""
        if callable(self.demonstrations):
            return self.demonstrations(inputs)
        return next((each for each in self.demonstrations if set(each.inputs) == set(inputs)), None)

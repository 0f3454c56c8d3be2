"""From what a user types to a machine: ready ones by name, own ones by program, options, and values of parameters."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from linkwright import formalisms
from linkwright.arrays import PlainData
from linkwright.choice import compile_by, derive
from linkwright.cli.output import remark
from linkwright.cli.own.program import Program, is_program, load
from linkwright.cli.values import number, one_of, pairs
from linkwright.dynamics import Dynamics, joins
from linkwright.dynamics import compile as compile_dynamics
from linkwright.dynamics.joins import Join
from linkwright.equations import Equations
from linkwright.faults import close_matches
from linkwright.mechanisms.ready import Ready
from linkwright.mechanisms.registry import READY
from linkwright.model import Mechanism
from linkwright.simulation.inputs import NUMBER, measured
from linkwright.simulation.storage import ready_to_text

TRUE, FALSE = ("true", "yes", "on", "1"), ("false", "no", "off", "0")

AUTO = "auto"
"""The formalism and the join that fit the machine."""
JOINS: Mapping[str, Join | None] = {AUTO: None, **joins.NAMED}


MANY = 150
"""Parts or speeds above which it is said what is being done: that may take some seconds."""


@dataclass(frozen=True, eq=False)
class Machine:
    """A mechanism as the user asked for it: `options` went into its making, `values` are set afterwards.

    `ready` is what is known of it; of a machine of one's own that is how to make it, and its controllers if it has any.
    `join` is the one that was chosen with the formalism, if that was.
    """

    name: str
    ready: Ready
    mechanism: Mechanism
    equations: Equations
    options: Mapping[str, Any]
    values: Mapping[str, float]
    join: Join | None = None

    @property
    def own(self) -> bool:
        """Whether it comes from a user's program."""
        return is_program(self.name)

    def dynamics(self, join: str = AUTO) -> Dynamics:
        """Compiled, with the values set."""
        if self.equations.sizes["v"] > MANY:
            remark(f"compiling {self.mechanism.title or self.name} ({self.equations.sizes['v']} speeds) ...")
        dynamics = (
            compile_by(self.equations, self.join)
            if join == AUTO
            else compile_dynamics(self.equations, join=JOINS[join])
        )
        return dynamics.with_parameters(self.values) if self.values else dynamics


@dataclass(frozen=True)
class Method:
    """A formalism by name, or `auto`, and joints that its spanning tree takes first (none: as it chooses)."""

    formalism: str = "modular"
    tree: tuple[str, ...] = ()

    @staticmethod
    def of(formalism: str, tree: str | None, faults: list[str], *, auto: bool = False) -> Method:
        """What was typed, `auto` where that goes; a tree for a formalism that has none is a fault."""
        wrong = [] if auto and formalism == AUTO else one_of(formalism, formalisms.__all__, "formalism")
        faults += wrong
        joints = tuple(part.strip() for part in (tree or "").split(",") if part.strip())
        if tree is not None and not joints:
            faults.append("--tree is empty; name joints with commas between them, such as --tree A.base,A.elbow")
        if joints and not wrong and formalism not in TREES:
            why = "name the formalism" if formalism == AUTO else f"{formalism} has no spanning tree"
            faults.append(f"--tree: {why}; take one of {', '.join(TREES)}, or leave it out")
        return Method(formalism, joints if formalism in TREES else ())

    def __call__(self, mechanism: Mechanism) -> tuple[Equations, Join | None]:
        """Equations of a mechanism, and the join that is chosen with them."""
        if self.formalism == AUTO:
            return derive(mechanism)
        by = getattr(formalisms, self.formalism)
        equations: Equations = by(mechanism, tree=self.tree) if self.tree else by(mechanism)
        return equations, None


TREES = tuple(name for name in formalisms.__all__ if "tree" in inspect.signature(getattr(formalisms, name)).parameters)
"""Formalisms that work on a spanning tree."""


def choose(
    name: str, settings: Sequence[str], *, no_motors: bool, method: Method | None = None, faults: list[str]
) -> Machine | None:
    """The machine that was asked for, or None with the faults noted."""
    before = len(faults)
    method = method or Method()
    found = find(name, faults)
    given = pairs(settings, "--set", faults)
    if found is None or len(faults) > before or method.formalism not in (AUTO, *formalisms.__all__):
        return None
    known = found.options
    if no_motors and "motors" not in known:
        faults.append(f"--no-motors: {name} has no motors to leave out")
    options: PlainData = {"motors": False} if no_motors and "motors" in known else {}
    later: dict[str, str] = {}
    typed: dict[str, str] = {}
    for key, text in given.items():
        option = key if key in known else f"{key}_"
        if option not in known:
            later[key] = text
            continue
        try:
            options[option] = _value(text, known[option])
        except ValueError as error:
            faults.append(f"--set {key}: {error}")
        else:
            typed[option] = text
    if len(faults) > before and not later:
        return None
    try:
        mechanism, ready = _make(found, options)
        if len(mechanism.parts) > MANY:
            remark(f"deriving {mechanism.title or name} ...")
        equations, join = method(mechanism)
    except ValueError as error:
        faults.append(str(error))
        return None
    if isinstance(found, Ready):
        made = ready_to_text(name, options, method.tree)
        equations = replace(equations, provenance={**equations.provenance, "ready": made})
    units = {label.name: label.unit for label in equations.parameters.labels}
    faults += [
        f"--set {key}: {fault}" for key, text in typed.items() for fault in _unit_faults(text, units.get(key, ""))
    ]
    values = _values(later, equations, tuple(known), faults)
    return None if len(faults) > before else Machine(name, ready, mechanism, equations, options, values, join)


def find(name: str, faults: list[str]) -> Ready | Program | None:
    """A ready machine by name, or a user's program FILE.py:NAME, which is run; None with the faults noted."""
    if not is_program(name):
        unknown = one_of(name, tuple(READY), "ready mechanism")
        faults += [f"{fault}; a machine of your own is FILE.py:NAME" for fault in unknown]
        return READY.get(name)
    try:
        return load(name)
    except ValueError as error:
        faults.append(str(error))
        return None


def _make(found: Ready | Program, options: PlainData) -> tuple[Mechanism, Ready]:
    """The mechanism with these options, and what is known of it."""
    if isinstance(found, Ready):
        return found.make(**options), found
    mechanism, control = found.make(options)

    def make() -> Mechanism:
        return mechanism

    return mechanism, Ready(make, (), control=None if control is None else lambda dynamics, *_, **__: control(dynamics))


def plain(name: str, *, no_motors: bool) -> Machine | None:
    """The machine without any settings, to check other names against when the settings are wrong."""
    return choose(name, (), no_motors=no_motors, faults=[])


def _values(
    given: Mapping[str, str], equations: Equations, options: Sequence[str], faults: list[str]
) -> dict[str, float]:
    """Values of parameters that are not options of the mechanism, by their full names."""
    index = equations.parameters.index
    units = {label.name: label.unit for label in equations.parameters.labels}
    result: dict[str, float] = {}
    for key, text in given.items():
        name = key if key in index else f"{key}_"
        if name not in index:
            faults.append(
                f"--set {key}: no such option or parameter; {close_matches(key, dict.fromkeys([*options, *index]))}"
            )
            continue
        try:
            result[name] = number(text, units[name])
        except ValueError as error:
            faults.append(f"--set {key}: {error}")
    return result


def _unit_faults(text: str, expected: str) -> list[str]:
    """What is wrong with the units of a value that went into the making of a machine, which knows the right ones."""
    faults = []
    for part in text.split(","):
        try:
            number(part, expected)
        except ValueError as error:
            faults += [str(error)] if NUMBER.fullmatch(part.strip()) else []
    return faults


def _value(text: str, default: Any) -> Any:
    if isinstance(default, bool):
        if text.lower() in (*TRUE, *FALSE):
            return text.lower() in TRUE
        raise ValueError(f"{text!r} is neither true nor false")
    if isinstance(default, str):  # a choice by name; the machine refuses what is none of its own
        return text
    if isinstance(default, tuple) and all(isinstance(part, str) for part in default):
        return tuple(part.strip() for part in text.split(","))
    if isinstance(default, int):
        value = number(text)
        if not value.is_integer():
            raise ValueError(f"{text!r} is not a whole number")
        return int(value)
    return tuple(measured(part)[0] for part in text.split(",")) if "," in text else measured(text)[0]

"""Redundant sets: a machine's own choice of more variables than freedoms, in which its energies are short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from linkwright.faults import close_matches
from linkwright.model.body import Body, Ground
from linkwright.symbolic import Label, check_name

if TYPE_CHECKING:
    from linkwright.model.mechanism import Mechanism


@dataclass(frozen=True)
class Located:
    """How a body is located by the variables of a redundant set: turns one after another, and a position.

    `turns` are pairs of an axis and a variable (rad): (("z", "gamma1"), ("x", "alpha2")) is R = Rz(gamma1) Rx(alpha2).
    `centre` names the variables (m) that are the coordinates of its mass centre in the world (two in the plane);
    else its origin is `at` a point: of the ground, or of a body that is located before it.
    """

    turns: Sequence[tuple[str, str]] = ()
    centre: Sequence[str] = ()
    at: str = "ground"

    def __post_init__(self) -> None:
        object.__setattr__(self, "turns", tuple(tuple(turn) for turn in self.turns))
        object.__setattr__(self, "centre", tuple(self.centre))


@dataclass(frozen=True)
class RedundantSet:
    """Variables of a machine or module, in order, and how its bodies are located by them.

    Bodies may share variables. A variable that has the name of a quantity stands for it (the angle of a joint, by its
    short or its full name); where the bodies are not located by it a tie says that the two are equal. All other names
    are new. Bodies that are not mentioned keep their absolute coordinates.

    >>> swing = RedundantSet(("theta", "x", "y"), {"bob": Located((("z", "theta"),), centre=("x", "y"))})
    >>> [(label.name, label.unit) for label in swing.labels]
    [('theta', 'rad'), ('x', 'm'), ('y', 'm')]
    """

    variables: Sequence[str]
    bodies: Mapping[str, Located]

    def __post_init__(self) -> None:
        object.__setattr__(self, "variables", tuple(self.variables))

    @property
    def turning(self) -> frozenset[str]:
        """Variables by which bodies are turned."""
        return frozenset(variable for located in self.bodies.values() for _, variable in located.turns)

    @property
    def placing(self) -> frozenset[str]:
        """Variables that are coordinates of mass centres."""
        return frozenset(variable for located in self.bodies.values() for variable in located.centre)

    @property
    def labels(self) -> tuple[Label, ...]:
        """The variables with unit and meaning; of those that no body is located by only the name is known here."""
        return tuple(self._label(variable) for variable in self.variables)

    def _label(self, variable: str) -> Label:
        for body, located in self.bodies.items():
            if variable in located.centre:
                axis = "xyz"[located.centre.index(variable)]
                return Label(variable, "m", f"mass centre of {body} along {axis}")
        turned = [name for name, located in self.bodies.items() if variable in [used for _, used in located.turns]]
        axes = {axis for located in self.bodies.values() for axis, used in located.turns if used == variable}
        meaning = f"turn of {', '.join(turned)} about {' and '.join(sorted(axes))}" if turned else "joint coordinate"
        return Label(variable, "rad", meaning)


def redundant_faults(machine: Mechanism) -> list[str]:
    """Faults of a machine's redundant set."""
    chosen = machine.redundant
    if chosen is None:
        return []
    if not isinstance(chosen, RedundantSet) or not all(isinstance(x, Located) for x in chosen.bodies.values()):
        return [f"redundant: got {type(chosen).__name__}; expected a RedundantSet of variables and Located bodies"]
    faults: list[str] = []
    for variable in chosen.variables:
        if chosen.variables.count(variable) > 1:
            faults.append(f"redundant: variable {variable} is named twice")
        if variable in machine.quantity_names:
            continue
        faults += check_name(variable, "redundant: variable")
        if variable in machine.parts or variable in machine.connections or variable in machine.input_names:
            faults.append(f"redundant: variable {variable}: a part, connection or input has the same name")
        if variable not in chosen.turning | chosen.placing:
            known = close_matches(variable, sorted(machine.quantity_names))
            faults.append(
                f"redundant: variable {variable}: no body is located by it and no quantity has its name; {known}"
            )
    both = sorted(chosen.turning & chosen.placing)
    faults += [f"redundant: variable {name} is both an angle and a distance; take two variables" for name in both]
    known_frames = set()
    for name, part in machine.parts.items():
        if isinstance(part, Ground):
            known_frames |= {name, *[f"{name}.{point}" for point in part.points]}
    for body, located in chosen.bodies.items():
        faults += _located_faults(machine, chosen, body, located, known_frames)
        found = machine.parts.get(body)
        if isinstance(found, Body):
            known_frames |= {body, f"{body}.centre", *[f"{body}.{point}" for point in found.points]}
    return list(dict.fromkeys(faults))


def _located_faults(
    machine: Mechanism, chosen: RedundantSet, name: str, located: Located, known_frames: set[str]
) -> list[str]:
    body = machine.parts.get(name)
    if not isinstance(body, Body):
        bodies = [key for key, part in machine.parts.items() if isinstance(part, Body)]
        return [f"redundant: no body {name!r} here; {close_matches(name, bodies)}"]
    faults = []
    for axis, variable in located.turns:
        if axis not in ("x", "y", "z"):
            faults.append(f"redundant: {name} turns about {axis!r}; expected 'x', 'y' or 'z'")
        elif axis != "z" and not body.spatial:
            faults.append(f"redundant: {name} is a planar body and cannot turn about {axis}")
        if variable not in chosen.variables:
            faults.append(f"redundant: {name} turns by {variable!r}; {close_matches(variable, chosen.variables)}")
    faults += [
        f"redundant: {name} is placed by {variable!r}; {close_matches(variable, chosen.variables)}"
        for variable in located.centre
        if variable not in chosen.variables
    ]
    expected = 3 if body.spatial else 2
    if located.centre and (len(located.centre) != expected or len(set(located.centre)) != expected):
        faults.append(
            f"redundant: {name} has the centre {located.centre!r}; expected {expected} different variables, or none, "
            "and a point it is `at`"
        )
    if not located.centre and located.at not in known_frames:
        faults.append(
            f"redundant: {name} is at {located.at!r}, which is no point of the ground or of a body located before it; "
            f"{close_matches(located.at, sorted(known_frames))}"
        )
    return faults

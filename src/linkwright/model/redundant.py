"""Redundant sets: a machine's own choice of more variables than degrees of freedom, in which its energies are short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from linkwright.kinds import checked_arguments
from linkwright.symbolic import Label


@checked_arguments
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


@checked_arguments
@dataclass(frozen=True)
class RedundantSet:
    """Variables of a machine or module, in order, and how its bodies are located by them.

    Bodies may share variables. A variable that has the name of a quantity stands for it (the angle of a joint, by its
    short or its full name); where the bodies are not located by it a constraint says that the two are equal. All other
    names are new. Bodies that are not mentioned keep their absolute coordinates.

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

"""Which formalism and join a machine is compiled by where none is named.

It follows from the number of bodies, from the joints that close loops, and from whether the machine moves in the plane
or in space. The rules were found by counting the operations of the accelerations of ready machines and of chains, and
by timing their runs (docs/joins.md); a test counts the operations. Every formalism and join gives the same answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from linkwright import formalisms
from linkwright.arrays import collection_paused
from linkwright.dynamics import Dynamics, Refused, State, joins
from linkwright.dynamics import compile as compile_equations
from linkwright.equations import Equations
from linkwright.kinds import checked_but
from linkwright.model import Body, Joint, Mechanism, ModelError, refuse_recursion
from linkwright.model.connection import Connection
from linkwright.model.mechanism import Module, template_of

MOST_LINKS = 24
"""Bodies up to which recursions over links are written out as straight code."""
MOST_SPARSE = 50
"""Bodies in the plane up to which the sparse equations of bodies are written out."""


@dataclass(frozen=True)
class Topology:
    """Moving bodies, joints that can carry one, other constraints between frames (rolling, rods); plane or space."""

    bodies: int
    joints: int
    contacts: int
    spatial: bool

    @classmethod
    def of(cls, machine: Module) -> Topology:
        """Count parts and connections, modules inside included."""
        bodies = [part for part in _parts(machine) if isinstance(part, Body)]
        constraints = [connection for connection in _connections(machine) if _constrains(connection)]
        count = sum(isinstance(each, Joint) and each.explicit for each in constraints)
        return cls(len(bodies), count, len(constraints) - count, any(body.spatial for body in bodies))

    @property
    def tree(self) -> bool:
        """Whether each body hangs on one joint."""
        return self.joints == self.bodies and not self.contacts

    def in_words(self) -> str:
        """One phrase."""
        parts = [
            f"{count} {word if count == 1 else plural}"
            for count, word, plural in (
                (self.bodies, "body", "bodies"),
                (self.joints, "joint", "joints"),
                (self.contacts, "other constraint", "other constraints"),
            )
            if count
        ]
        return f"{', '.join(parts) or 'no bodies'}, in {'space' if self.spatial else 'the plane'}"


@dataclass(frozen=True)
class Choice:
    """A formalism by name, and a join (None: the one that fits the size of the equations)."""

    formalism: str
    join: joins.Join | None = None


def choices(found: Topology) -> tuple[Choice, ...]:
    """What to derive a machine by; the later ones where the earlier ones do not take it."""
    links, kane, modular = Choice("denoc", joins.Recursion()), Choice("kane"), Choice("modular")
    if found.tree:
        if found.bodies <= MOST_LINKS or found.spatial or found.bodies > MOST_SPARSE:
            return links, modular
        return (Choice("modular", joins.Multipliers()),)
    return (modular,) if not found.spatial or found.bodies > MOST_LINKS else (kane, modular)


@collection_paused()
def derive(machine: Mechanism) -> tuple[Equations, joins.Join | None]:
    """Equations of a machine, and the join for `compile_by`; their provenance says why."""
    refuse_recursion(machine)
    found = Topology.of(machine)
    *earlier, last = choices(found)
    for choice in earlier:
        try:
            return _derived(machine, choice, found)
        except ModelError:
            continue  # the next one takes it, or says what is wrong with the machine
    return _derived(machine, last, found)


def _derived(machine: Mechanism, choice: Choice, found: Topology) -> tuple[Equations, joins.Join | None]:
    equations: Equations = getattr(formalisms, choice.formalism)(machine)
    return replace(equations, provenance={**equations.provenance, "choice": found.in_words()}), choice.join


def compile_by(equations: Equations, join: joins.Join | None, near: State | None = None) -> Dynamics:
    """Equations by the join of a choice; where that does not take them (joints without inertia), by their usual one."""
    try:
        return compile_equations(equations, join=join, near=near)
    except Refused:
        if join is None:
            raise
    return compile_equations(equations, near=near)


@checked_but("machine", "join", "near")
def compile(machine: Mechanism | Equations, *, join: joins.Join | None = None, near: State | None = None) -> Dynamics:
    """Compile a machine, or equations that a formalism made of it.

    Of a machine the formalism and the join with the fewest operations for its topology are taken; the provenance says
    which and why. To name them, give the equations of a formalism and a join. Rows and pivots are chosen at `near`
    (default: the reference configuration at rest).

    >>> import linkwright as lw
    >>> dynamics = lw.compile(lw.mechanisms.three_rps())
    >>> dynamics.equations.provenance["formalism"], dynamics.equations.provenance["choice"]
    ('kane', '7 bodies, 9 joints, in space')
    """
    if not isinstance(machine, Mechanism):
        return compile_equations(machine, join=join, near=near)
    if join is not None:
        message = f"join={join!r} goes with equations; name a formalism too, as in lw.formalisms.kane(machine)"
        raise TypeError(message)
    return compile_by(*derive(machine), near)


def _parts(machine: Module) -> Iterator[object]:
    """Bodies, grounds and own parts, to any depth."""
    waiting = [machine]
    while waiting:
        for part in waiting.pop().parts.values():
            template = template_of(part)
            if isinstance(template, Module):
                waiting.append(template)
            else:
                yield template


def _connections(machine: Module) -> Iterator[Connection]:
    waiting = [machine]
    while waiting:
        module = waiting.pop()
        yield from module.connections.values()
        waiting += [part for part in map(template_of, module.parts.values()) if isinstance(part, Module)]


def _constrains(connection: Connection) -> bool:
    """Whether it constrains frames; transmissions between quantities change little."""
    kind = type(connection)
    rows = kind.residual is not Connection.residual or kind.rate is not Connection.rate
    return isinstance(connection, Joint) or (rows and bool(connection.frames))

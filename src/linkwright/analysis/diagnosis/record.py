"""What a diagnosis says: DOF, dependent constraints, unique reactions, releases; in words and as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass

from linkwright.display import Displayed
from linkwright.dynamics.answers import SharedDegreesOfFreedom


@dataclass(frozen=True)
class Dependence:
    """Constraints that depend on each other: `count` of them say nothing new; `members` are `joint.component`."""

    count: int
    members: tuple[str, ...]

    @property
    def joints(self) -> tuple[str, ...]:
        """The joints that take part."""
        return tuple(dict.fromkeys(member.rpartition(".")[0] for member in self.members))


@dataclass(frozen=True)
class Release:
    """Components that a joint would have to give way in; `becomes` names the joint that it then is."""

    joint: str
    components: tuple[str, ...]
    becomes: str


@dataclass(frozen=True)
class WeakDirection:
    """A motion that constraints hold only just: singular value over the largest, and shares of bodies (1: largest)."""

    margin: float
    motion: Mapping[str, float]


@dataclass(frozen=True)
class FastMode:
    """A rate (1/s) far above the others, and the loads that make it, largest share first."""

    rate: float
    slowest: float
    loads: tuple[str, ...]


@dataclass(frozen=True)
class MasslessPart:
    """A body without mass or moments of inertia, and whether its neighbours hold it (its motion is determined)."""

    name: str
    held: bool


@dataclass(frozen=True)
class Diagnosis(Displayed):
    """Constraints of a machine at a pose.

    `directions` are those of all bodies set free (six a body, three a particle) and one of each speed without a body;
    `constraints` the components that joints hold. A planar body is held in its plane by three components of its own.
    Currents are no degrees of freedom of motion: `currents` stand beside them. Constraints that bind speeds only
    (`speeds_only`, as of rolling) leave so many more positions free than speeds. `releases` are those at a general
    pose. `shared` are groups of inputs that act on the same degrees of freedom, at every pose or at a singular one of
    the drives only.
    """

    machine: str
    title: str
    pose: Mapping[str, float]
    bodies: int
    directions: int
    constraints: int
    degrees_of_freedom: int
    degrees_of_freedom_general: int
    extra_speeds: tuple[str, ...]
    redundant: int
    redundant_general: int
    groups: tuple[Dependence, ...]
    reactions: Mapping[str, Mapping[str, bool]]
    releases: tuple[Release, ...]
    rank_margin: float
    weak: tuple[WeakDirection, ...]
    massless: tuple[MasslessPart, ...]
    fast: tuple[FastMode, ...]
    length: float
    currents: tuple[str, ...] = ()
    speeds_only: tuple[str, ...] = ()
    shared: tuple[SharedDegreesOfFreedom, ...] = ()

    @property
    def gruebler(self) -> int:
        """Gruebler's count: directions less constraints, as if no constraint depended on others."""
        return self.directions - self.constraints

    @property
    def isostatic(self) -> bool:
        """Whether every reaction follows from the balance alone."""
        return self.redundant == 0

    @property
    def not_unique(self) -> tuple[str, ...]:
        """Reactions that the balance does not determine, as `joint.component`."""
        return tuple(
            f"{joint}.{component}"
            for joint, parts in self.reactions.items()
            for component, sure in parts.items()
            if not sure
        )

    @property
    def why(self) -> tuple[str, ...]:
        """Why the counts of freedoms differ, a sentence each; none if they agree."""
        lines = []
        if self.redundant_general:
            lines.append(
                f"Gruebler counts {_dof(self.gruebler)}, a general pose has {self.degrees_of_freedom_general}: "
                f"{_many(self.redundant_general, 'constraint')} of {', '.join(self._coupled_joints)} "
                f"{'depends' if self.redundant_general == 1 else 'depend'} on the others at every pose because of the "
                "machine's geometry; its parts must be made and mounted that exactly, or they strain."
            )
        if self.degrees_of_freedom > self.degrees_of_freedom_general:
            more = self.redundant - self.redundant_general
            lines.append(
                f"This pose is singular: it has {_dof(self.degrees_of_freedom)} where a general pose has "
                f"{self.degrees_of_freedom_general}, since {_many(more, 'more constraint')} "
                f"{'depends' if more == 1 else 'depend'} on the others here only. Motion is not determined by its "
                "drives here, and forces grow without bound near it."
            )
        return tuple(lines)

    @property
    def _coupled_joints(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(joint for group in self.groups for joint in group.joints))

    def as_dict(self) -> dict[str, object]:
        """Everything as plain data, for JSON."""
        return {
            **asdict(self),
            "gruebler": self.gruebler,
            "isostatic": self.isostatic,
            "not_unique": list(self.not_unique),
            "why": list(self.why),
            "groups": [{**asdict(group), "joints": list(group.joints)} for group in self.groups],
        }

    def in_words(self) -> str:
        """The diagnosis as text."""
        return "\n".join([*self._dof(), "", *self._dependence(), "", *self._health()])

    def _dof(self) -> list[str]:
        alone = (
            f" ({len(self.extra_speeds)} without a body: {', '.join(self.extra_speeds)})" if self.extra_speeds else ""
        )
        size = f"{_many(self.bodies, 'body', 'bodies')}, {self.directions} directions{alone}"
        here, general = self.degrees_of_freedom, self.degrees_of_freedom_general
        counts = f"Gruebler {self.gruebler}, at this pose {here}, at a general pose {general}"
        return [
            f"{self.title or self.machine}: {size}, {_many(self.constraints, 'constraint')}",
            f"degrees of freedom: {counts}",
            *self._beside(),
            *self.why,
        ]

    def _beside(self) -> list[str]:
        lines = []
        if self.currents:
            lines.append(f"beside them {_many(len(self.currents), 'current')}: {_list(self.currents)}")
        if self.speeds_only:
            count = len(self.speeds_only)
            lines.append(
                f"they count speeds: {_many(count, 'constraint')} ({_list(self.speeds_only)}) "
                f"{'is' if count == 1 else 'are'} nonholonomic, so {self.degrees_of_freedom + count} positions are free"
            )
        return lines

    def _dependence(self) -> list[str]:
        if self.isostatic:
            return ["no constraint depends on others; every reaction is unique"]
        lines = [
            f"{_many(self.redundant, 'dependent constraint')}:",
            *[f"- {x.count} among {len(x.members)} of {', '.join(x.joints)}: {_list(x.members)}" for x in self.groups],
        ]
        sure = sum(component for parts in self.reactions.values() for component in parts.values())
        lines.append(f"reactions: {sure} components are unique; not unique: {_list(self.not_unique)}")
        if self.releases:
            lines.append("to make it isostatic, release for example:")
        for release in self.releases:
            end = f", which makes it {release.becomes}" if release.becomes else ""
            lines.append(f"- {release.joint}: {', '.join(release.components)}{end}")
        if self.redundant > self.redundant_general:
            lines.append(
                f"{self.redundant - self.redundant_general} of them only at this pose: releasing more would add a "
                "degree of freedom elsewhere; keep away from the pose instead"
            )
        return lines

    def _health(self) -> list[str]:
        lines = [f"rank margin {self.rank_margin:.3g} (characteristic length {self.length:.3g} m)"]
        for weak in self.weak:
            motion = ", ".join(f"{name} {share:+.2f}" for name, share in weak.motion.items())
            lines.append(f"- nearly free (margin {weak.margin:.3g}): {motion}")
        for part in self.massless:
            held = "held by its neighbours" if part.held else "not held: its accelerations are not determined"
            lines.append(f"- {part.name} has no mass or no moment of inertia; {held}")
        for mode in self.fast:
            by = f", made by {', '.join(mode.loads)}" if mode.loads else ""
            rates = f"a rate of {mode.rate:.3g} 1/s{by}, beside {mode.slowest:.3g} 1/s"
            lines.append(f"- stiff: {rates}; take an implicit integrator")
        return [*lines, *[f"- {_drives_in_words(group)}" for group in self.shared]]


def _drives_in_words(group: SharedDegreesOfFreedom) -> str:
    """What drives do not hold at a singular pose of theirs, or that they share a motion at every pose."""
    if group.usual > group.count:
        return (
            f"this pose is singular for the drives: {group.in_words()} here, {group.usual} at poses around; "
            f"they lose hold of {_many(group.usual - group.count, 'motion')}, and grow without bound near it; keep "
            "away from the pose, or drive the machine redundantly (linkwright singularities maps such poses)"
        )
    spare = len(group.inputs) - group.count
    return (
        f"{group.in_words()}: a run is determined, but a motion fixes only what they do together; inverse dynamics "
        f"needs values of {spare} of them, or, for forces and torques, how they share (lw.actuation)"
    )


def _many(count: int, word: str, words: str = "") -> str:
    return f"{count} {word if count == 1 else words or f'{word}s'}"


def _dof(count: int) -> str:
    return f"{count} degree{'' if count == 1 else 's'} of freedom"


def _list(names: tuple[str, ...], most: int = 24) -> str:
    shown = ", ".join(names[:most])
    return shown if len(names) <= most else f"{shown} and {len(names) - most} more"

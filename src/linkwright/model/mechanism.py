"""A machine as its designer sees it: parts and connections in modules, before any coordinates are chosen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

import casadi as ca

from linkwright.display import Displayed
from linkwright.equations import Equations
from linkwright.faults import close_matches
from linkwright.kinds import checked_but
from linkwright.model.arguments import CheckedKeywords, faults_of, in_order, is_number
from linkwright.model.body import Body, Ground, Home, PlanarPoint, SpatialPoint
from linkwright.model.connection import Connection, Joint
from linkwright.model.faults import ModelError
from linkwright.model.redundant import Located, RedundantSet
from linkwright.symbolic import Parameter, Picklable, check_name

Part: TypeAlias = "Body | Ground | Module | Equations | Use"


@dataclass(frozen=True, eq=False)
class Use(Picklable):
    """A module used with other values of its parameters: numbers or expressions of the surrounding parameters."""

    template: Module | Equations
    bindings: Mapping[str, Any]


class Module(Picklable, metaclass=CheckedKeywords):
    """Parts and connections by name, with all that can be named inside; a `Mechanism` is one that was checked."""

    name: str
    parts: Mapping[str, Part]
    connections: Mapping[str, Connection]
    parameters: Sequence[Parameter]
    exports: Mapping[str, str]
    reference: Mapping[str, Any]
    gravity: Sequence[Any] | None
    redundant: RedundantSet | None
    title: str

    @cached_property
    def frame_names(self) -> frozenset[str]:
        """Names of all frames inside, `part.point`."""
        names: set[str] = set()
        for name, part in self.parts.items():
            names |= {f"{name}.{inner}" if inner else name for inner in frames_inside(part)}
        return frozenset(names)

    @cached_property
    def quantity_names(self) -> frozenset[str]:
        """Names of all quantities inside, exports included."""
        names: set[str] = set()
        for name, part in self.parts.items():
            names |= {f"{name}.{inner}" for inner in quantities_inside(part)}
        for name, connection in self.connections.items():
            names |= {f"{name}.{offer}" for offer in (*connection.offers, *connection.state_names)}
        names |= {short for short, full in self.exports.items() if full in names}
        return frozenset(names)

    @cached_property
    def input_names(self) -> frozenset[str]:
        """Names of all inputs inside, exports included."""
        names: set[str] = set()
        for name, part in self.parts.items():
            names |= {f"{name}.{inner}" for inner in inputs_inside(part)}
        for name, connection in self.connections.items():
            names |= {f"{name}.{label.name}" for label in connection.input_labels}
        names |= {short for short, full in self.exports.items() if full in names}
        return frozenset(names)


def template_of(part: Part) -> Body | Ground | Module | Equations:
    """The part itself, without the bindings of its use."""
    return part.template if isinstance(part, Use) else part


def frames_inside(part: Part) -> frozenset[str]:
    """Names of the frames of a part; the empty name is its origin."""
    template = template_of(part)
    if isinstance(template, Ground):
        return frozenset({"", *template.points})
    if isinstance(template, Body):
        return frozenset({"", "centre", *template.points})
    if isinstance(template, Module):
        return template.frame_names
    return frozenset(template.frame_names())


def quantities_inside(part: Part) -> frozenset[str]:
    """Names of the quantities of a part."""
    template = template_of(part)
    if isinstance(template, Ground):
        return frozenset()
    if isinstance(template, Body):
        kind = template.kind
        return frozenset(label.name for label in (*kind.coordinates, *kind.speeds))
    if isinstance(template, Module):
        return template.quantity_names
    return frozenset({*template.own_quantities, *template.exports})


def inputs_inside(part: Part) -> frozenset[str]:
    """Names of the inputs of a part."""
    template = template_of(part)
    if isinstance(template, Module):
        return template.input_names
    if isinstance(template, Equations):
        return frozenset(label.name for label in template.inputs)
    return frozenset()


def refuse_recursion(machine: Module) -> None:
    """Raise if a module contains itself, which the parts of a mechanism can be made to do after it was checked."""
    finished: set[int] = set()
    around: dict[int, str] = {}  # modules that are entered and not left yet, with the part that each of them is
    waiting: list[tuple[str, Module | None]] = [("", machine)]  # None: the module entered last is left
    while waiting:
        path, module = waiting.pop()
        if module is None:
            finished.add(around.popitem()[0])
        elif id(module) in around:
            whole = around[id(module)]
            inside = f"part {whole}" if whole else f"the machine {machine.name}"
            raise ModelError(
                machine.name, [f"part {path}: {inside} contains itself; remove the part, or give a module of its own"]
            )
        elif id(module) not in finished:
            around[id(module)] = path
            waiting.append((path, None))
            parts = ((name, template_of(part)) for name, part in module.parts.items())
            waiting += [(f"{path}.{name}".lstrip("."), part) for name, part in parts if isinstance(part, Module)]


def faults_of_module(machine: Module) -> list[str]:
    """All faults of one module; the modules inside were checked when they were made."""
    faults = check_name(machine.name, "mechanism")
    ground = machine.parts.get("ground")
    if not isinstance(ground, Ground):
        faults.append(
            f"part ground: got {type(ground).__name__}; this is the name of what stands still, a Ground: rename it"
        )
    sound = True
    checked: set[int] = set()  # bodies without a fault, which many parts may be
    for name, part in machine.parts.items():
        faults += check_name(name, "part")
        if isinstance(part, Use):
            if isinstance(part.template, (Module, Equations)):
                faults += _binding_faults(name, part)
            else:
                faults.append(
                    f"part {name}: a Use of {type(part.template).__name__}; expected a Mechanism or Equations"
                )
                sound = False
        elif isinstance(part, (Body, Ground)):
            own = [] if id(part) in checked else _body_faults(name, part)
            faults += own
            if not own:
                checked.add(id(part))
            if isinstance(part, Body):
                faults += _home_faults(machine, name, part)
        elif not isinstance(part, (Module, Equations)):
            faults.append(
                f"part {name}: got {type(part).__name__}; expected a body, ground, mechanism, use or ready-made part"
            )
            sound = False
    for name, connection in machine.connections.items():
        faults += check_name(name, "connection")
        if name in machine.parts:
            faults.append(f"connection {name}: a part has the same name; rename one of them")
        if not isinstance(connection, Connection):
            faults.append(f"connection {name}: got {type(connection).__name__}; expected a joint, load or constraint")
            sound = False
            continue
        faults += faults_of(connection.arguments, name)
        for label in connection.input_labels:
            faults += check_name(label.name, f"connection {name}: input")
        faults += [f"{name}: {fault}" for fault in connection.faults()]
    if sound:
        faults += _reference_faults(machine)
        faults += _redundant_faults(machine)
    faults += _parameter_faults(machine)
    gravity_faults = _gravity_faults(machine.gravity)
    return faults + (gravity_faults or (_out_of_plane_faults(machine) if sound else []))


def _body_faults(name: str, part: Body | Ground) -> list[str]:
    """Faults of a body or ground by itself."""
    faults = part.faults(name) or faults_of(part.arguments, name)
    if isinstance(part, Body):
        for point in part.points:
            faults += check_name(point, f"{name}: point")
    return faults


def _home_faults(machine: Module, name: str, body: Body) -> list[str]:
    if isinstance(body.home, Home):
        return []
    if not isinstance(body.home, str):
        return [f"{name}: home {body.home!r}: expected Planar(), Free(), a point's home or the name of a joint"]
    joint = machine.connections.get(body.home)
    if joint is None:
        joints = [key for key, value in machine.connections.items() if isinstance(value, Joint)]
        return [f"{name}: home joint {body.home!r} is not a connection here; {close_matches(body.home, joints)}"]
    if not isinstance(joint, Joint) or not joint.explicit:
        return [
            f"{name}: home {body.home!r} is a {type(joint).__name__}, which has no coordinates of its own; use Planar()"
        ]
    if joint.second.split(".")[0] != name:
        return [f"{name}: home joint {body.home!r} must have this body second, got {joint.first!r}, {joint.second!r}"]
    if joint.first.split(".")[0] == name:
        return [f"{name}: home joint {body.home!r} joins the body with itself"]
    first = machine.parts.get(joint.first.split(".")[0])
    if first is not None and not isinstance(first, Ground):
        return [f"{name}: home joint {body.home!r} starts at {joint.first!r}; a home joint starts on the ground"]
    return []


def _reference_faults(machine: Module) -> list[str]:
    faults: list[str] = []
    frames, quantities = machine.frame_names, machine.quantity_names
    for name, connection in machine.connections.items():
        faults += [
            f"connection {name}: no point {frame!r}; {close_matches(str(frame), frames)}"
            for frame in connection.frames
            if frame not in frames
        ]
        faults += [
            f"connection {name}: no quantity {quantity!r}; {close_matches(str(quantity), quantities)}"
            for quantity in connection.quantities
            if quantity not in quantities
        ]
        faults += _particle_faults(machine, name, connection)
        on = {frame.split(".")[0] for frame in connection.frames}
        if (
            len(connection.frames) > 1
            and len(on) == 1
            and isinstance(machine.parts.get(next(iter(on))), (Body, Ground))
        ):
            both = " and ".join(repr(frame) for frame in connection.frames)
            faults.append(f"connection {name}: joins {both}, which are on one and the same body")
    known = machine.quantity_names | machine.input_names if machine.exports else frozenset()
    for short, full in machine.exports.items():
        faults += check_name(short, "export")
        if full not in known or full == short:
            faults.append(f"export {short}: no quantity or input {full!r}; {close_matches(str(full), known - {short})}")
        if short in machine.parts or short in machine.connections:
            faults.append(f"export {short}: a part or connection has the same name; choose another short name")
    for name, value in machine.reference.items():
        if name not in machine.quantity_names:
            faults.append(f"reference {name}: no such quantity; {close_matches(str(name), machine.quantity_names)}")
        if is_number(value) and not abs(value) < float("inf"):
            faults.append(f"reference {name} = {value}: expected a finite number")
    return faults


def _part_of(machine: Module, frame: str) -> tuple[str, Part | None]:
    """Path and part that a frame is on, through the modules on the way."""
    names = frame.split(".")
    for count in range(1, len(names) + 1):
        part = machine.parts.get(names[count - 1])
        inside = None if part is None else template_of(part)
        if not isinstance(inside, Module):
            return ".".join(names[:count]), part
        machine = inside
    return frame, None


def _particle_faults(machine: Module, name: str, connection: Connection) -> list[str]:
    """Joints that would hold the orientation of a particle, which has none."""
    if not isinstance(connection, Joint) or (not connection.explicit and not connection.residual_turns):
        return []
    ends = [
        (*_part_of(machine, frame), place) for frame, place in zip(connection.frames, ("first", "second"), strict=True)
    ]
    points = [
        (body, part, place)
        for body, part, place in ends
        if isinstance(part, Body) and isinstance(part.kind, (PlanarPoint, SpatialPoint))
    ]
    return [
        f"connection {name}: a {type(connection).__name__} holds the orientation of {body}, which is a particle and "
        "has none; use a joint that leaves it free (Spherical, in the plane Revolute), or give it an inertia"
        for body, part, place in points
        if not connection.leaves_free(place, planar=isinstance(part.kind, PlanarPoint))
    ]


def _binding_faults(name: str, use: Any) -> list[str]:
    template = use.template
    entries = template.scope.entries if isinstance(template, Equations) else template.parameters
    known = [entry.name for entry in entries]
    return [
        f"part {name}: {template.name} has no parameter {key!r}; {close_matches(str(key), known)}"
        for key in use.bindings
        if key not in known
    ]


def _parameter_faults(machine: Module) -> list[str]:
    faults = []
    seen: set[str] = set()
    if not in_order(machine.parameters):
        return [f"parameters: got {machine.parameters!r:.80}; expected a sequence of Parameters"]
    for parameter in machine.parameters:
        if not isinstance(parameter, Parameter):
            faults.append(f"parameters: got {parameter!r}; expected a Parameter")
            continue
        if parameter.name in seen:
            faults.append(f"parameter {parameter.name}: declared twice")
        seen.add(parameter.name)
    return faults


def _gravity_faults(gravity: Any) -> list[str]:
    """Faults of gravity: no vector, not of the plane or of space, components that are no finite numbers or formulas."""
    if gravity is None:
        return []
    wanted = "expected 2 or 3 finite numbers or expressions in m/s^2"
    if not isinstance(gravity, tuple):
        return [f"gravity {gravity!r:.80}: {wanted}, along x, y (and z), such as (0.0, -9.81); down is negative"]
    if len(gravity) not in (2, 3):
        return [f"gravity {gravity!r:.80} has {len(gravity)} components: {wanted}, along x, y (and z)"]
    faults = []
    for axis, value in zip("xyz", gravity, strict=False):
        formula = isinstance(value, Parameter) or (isinstance(value, ca.SX) and value.is_scalar())
        number = is_number(value) and not getattr(value, "ndim", 0) and abs(value) < float("inf")
        if not formula and not number:
            faults.append(f"gravity along {axis} = {value!r:.60}: {wanted}")
    return faults


def _out_of_plane_faults(machine: Module) -> list[str]:
    """Faults of gravity that is across the plane in which all bodies of a machine move, and so does not act."""
    gravity = tuple(machine.gravity or ())
    if len(gravity) < 3 or not all(is_number(value) for value in gravity) or any(gravity[:2]) or not gravity[2]:
        return []
    waiting, planar, seen = [machine], [], {id(machine)}
    while waiting:
        for name, part in ((name, template_of(part)) for name, part in waiting.pop().parts.items()):
            if isinstance(part, Equations) or (isinstance(part, Body) and part.spatial):
                return []  # it may fall along z
            if isinstance(part, Body):
                planar.append(name)
            elif isinstance(part, Module) and id(part) not in seen:
                seen.add(id(part))
                waiting.append(part)
    if not planar:
        return []
    named = ", ".join(planar[:5]) + (f" and {len(planar) - 5} more" if len(planar) > 5 else "")
    words = f"gravity {gravity}: all bodies ({named}) move in the plane of x and y, where it would not act; expected "
    return [words + "(g_x, g_y), such as (0.0, -9.81) for a plane that stands upright, None for one that lies flat"]


def _redundant_faults(machine: Module) -> list[str]:
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
    machine: Module, chosen: RedundantSet, name: str, located: Located, known_frames: set[str]
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


@checked_but("parameters", "gravity", "redundant")
@dataclass(frozen=True, eq=False)
class Mechanism(Displayed, Module):
    """Parts and connections of a machine or of a module of one.

    `parts` are bodies, grounds, modules (other mechanisms, possibly the same one several times) and ready-made parts
    such as motors; `connections` are joints, loads and constraints between them, by names `part.point` and
    `part.quantity`.
    `parameters` are declared here and may be used in formulas of everything inside. `exports` gives short names to
    quantities and inputs of parts. `reference` is the configuration that fixes the assembly mode, as values of
    quantities. `gravity` is an acceleration vector (m/s^2) for the bodies of this module and of all modules inside that
    have none of their own; without one (None) the gravity of the module around it acts. `redundant` is the machine's
    own choice of more variables than degrees of freedom, which `maggi` takes instead of absolute coordinates.

    >>> import linkwright as lw
    >>> bar = lw.Body(mass=1.0, inertia=1 / 12, points={"top": (0.0, 0.5)})
    >>> lw.Mechanism("pendulum", {"bar": bar}, {"pivot": lw.Revolute("ground", "bar.top")}, gravity=(0, -9.81)).name
    'pendulum'
    """

    name: str
    parts: Mapping[str, Part]
    connections: Mapping[str, Connection] = field(default_factory=dict)
    parameters: Sequence[Parameter] = ()
    exports: Mapping[str, str] = field(default_factory=dict)
    reference: Mapping[str, Any] = field(default_factory=dict)
    gravity: Sequence[Any] | None = None
    redundant: RedundantSet | None = None
    title: str = ""
    description: str = ""
    sources: Sequence[str] = ()

    def __post_init__(self) -> None:
        if self.gravity is not None and in_order(self.gravity):  # all else is refused below, in words
            object.__setattr__(self, "gravity", tuple(self.gravity))
        if "ground" not in self.parts:
            object.__setattr__(self, "parts", {"ground": Ground(), **self.parts})
        faults = faults_of_module(self)
        if faults:
            raise ModelError(self.name if isinstance(self.name, str) else repr(self.name), faults)

    def __repr__(self) -> str:
        parts, connections = len(self.parts), len(self.connections)
        return f"<Mechanism {self.name}: {parts} parts, {connections} connections>"  # what is inside may be deep

    def use(self, bindings: Mapping[str, Any]) -> Use:
        """The same module with other values of its parameters."""
        return Use(self, bindings)

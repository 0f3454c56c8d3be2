"""Faults of a description, found all at once, each with what was got, what was expected and close matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import casadi as ca

from linkwright.equations import Equations
from linkwright.faults import close_matches
from linkwright.model.arguments import faults_of, is_number
from linkwright.model.body import Body, Ground
from linkwright.model.connection import Connection, Joint
from linkwright.model.homes import Home, PlanarPoint, SpatialPoint
from linkwright.model.redundant import redundant_faults
from linkwright.symbolic import Parameter, check_name

if TYPE_CHECKING:
    from linkwright.model.mechanism import Mechanism


def faults_of_mechanism(machine: Mechanism) -> list[str]:
    """All faults of one mechanism; the modules inside were checked when they were made."""
    from linkwright.model.mechanism import Mechanism, Use

    faults = check_name(machine.name, "mechanism")
    sound = True
    for name, part in machine.parts.items():
        faults += check_name(name, "part")
        if isinstance(part, Use):
            if isinstance(part.template, (Mechanism, Equations)):
                faults += _binding_faults(name, part)
            else:
                faults.append(
                    f"part {name}: a Use of {type(part.template).__name__}; expected a Mechanism or Equations"
                )
                sound = False
        elif isinstance(part, (Body, Ground)):
            shape = part.faults(name)
            faults += shape or faults_of(part.arguments, name)
            if isinstance(part, Body):
                faults += _home_faults(machine, name, part)
                for point in part.points:
                    faults += check_name(point, f"{name}: point")
        elif not isinstance(part, (Mechanism, Equations)):
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
        faults += redundant_faults(machine)
    faults += _parameter_faults(machine)
    faults += _gravity_faults(machine.gravity)
    return faults


def _home_faults(machine: Mechanism, name: str, body: Body) -> list[str]:
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


def _reference_faults(machine: Mechanism) -> list[str]:
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


def _particle_faults(machine: Mechanism, name: str, connection: Connection) -> list[str]:
    """Joints that would hold the orientation of a particle, which has none."""
    if not isinstance(connection, Joint) or (not connection.explicit and not connection.residual_turns):
        return []
    first, second = (machine.parts.get(frame.split(".")[0]) for frame in connection.frames)
    points = [
        (frame.split(".")[0], part, place)
        for frame, part, place in zip(connection.frames, (first, second), ("first", "second"), strict=True)
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


def _parameter_faults(machine: Mechanism) -> list[str]:
    faults = []
    seen: set[str] = set()
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

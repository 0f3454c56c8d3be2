"""The recursive modular methodology (Orsino 2017): each body keeps its own coordinates, the tree of modules is kept."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np

from linkwright.equations import (
    BlockRef,
    Composer,
    ConstraintType,
    Equations,
    FrameRef,
    LoadType,
    Role,
    Scope,
    Uses,
)
from linkwright.formalisms.connect.connect import (
    Explicit,
    Forest,
    Types,
    connect,
    home_frame,
    home_support,
    own_quantities,
)
from linkwright.formalisms.connect.names import View, counted_first
from linkwright.formalisms.derive.derivations import (
    Gravity,
    block_of,
    can_hold,
    gravity_within,
    ground_block,
    home_chart,
    joint_chart,
    newton_euler,
    no_gravity,
    weight_scope,
    weight_type,
)
from linkwright.formalisms.poses import poses_of
from linkwright.kinds import checked_but
from linkwright.model import (
    Body,
    Ground,
    Joint,
    Mechanism,
    Module,
    Use,
    collect,
    refuse_recursion,
    template_of,
)
from linkwright.model.faults import ModelError
from linkwright.symbolic import Parameter


@checked_but("mechanism")
def modular(mechanism: Mechanism) -> Equations:
    """Equations of motion in the bodies' own coordinates, module by module (Orsino 2017, eqs. (1)-(24)).

    Each body is a block with the coordinates of its home; joints become constraints in the module that declares them;
    the tree of modules is kept, so that `lw.compile` eliminates constraints from the leaves up: S_k = S_{k-1} C_k.

    >>> import linkwright as lw
    >>> equations = modular(lw.mechanisms.three_rrr())
    >>> len(equations.speed_names), sum(len(uses) * len(uses.type.rows) for uses in equations.constraints)
    (21, 15)
    """
    if not isinstance(mechanism, Mechanism):
        msg = f"modular takes a Mechanism, got {type(mechanism).__name__}"
        raise TypeError(msg)
    refuse_recursion(mechanism)
    equations = replace(_Modular(Types()).machine(mechanism), poses=partial(poses_of, mechanism))
    _check_coupled(equations)
    return equations


class _Modular:
    """One run of the derivation: modules are derived once for each template and gravity."""

    def __init__(self, types: Types) -> None:
        self.types = types
        self.derived: dict[tuple[int, int], Equations] = {}
        self.within: dict[tuple[int, int], tuple[Gravity, tuple[Parameter, ...]]] = {}
        self.forests: dict[int, Forest] = {}

    def machine(self, mechanism: Mechanism) -> Equations:
        """Derive all modules, those inside before those around them; not by recursion: modules nest to any depth."""
        around = no_gravity(mechanism)
        waiting = [(mechanism, around)]
        while waiting:
            module, outside = waiting[-1]
            key = _key(module, outside)
            if key in self.derived:
                waiting.pop()
                continue
            if key not in self.within:
                self.within[key] = gravity_within(module, outside)
            gravity, own = self.within[key]
            parts = map(template_of, module.parts.values())
            inside = [(part, gravity) for part in parts if isinstance(part, Mechanism)]
            missing = [entry for entry in inside if _key(*entry) not in self.derived]
            if missing:
                waiting += reversed(missing)
            else:
                self.derived[key] = self._derive(module, gravity, own)
        return self.derived[_key(mechanism, around)]

    def _derive(self, mechanism: Mechanism, gravity: Gravity, own: tuple[Parameter, ...]) -> Equations:
        composer = Composer(mechanism.name, title=mechanism.title, parameters=(*mechanism.parameters, *own))
        grounds = {name: part for name, part in mechanism.parts.items() if isinstance(part, Ground)}
        for name, ground in grounds.items():
            self._ground(composer, name, ground)
        held: dict[str, tuple[int, ...]] = {}  # joints that hold bodies, with their parameters
        for name, part in mechanism.parts.items():
            if isinstance(part, Ground):
                continue
            if isinstance(part, Body):
                joint = mechanism.connections[part.home] if isinstance(part.home, str) else None
                assert joint is None or isinstance(joint, Joint)
                if joint is not None and not can_hold(joint, part):
                    joint = None  # it would take the body out of its plane: the body keeps its own coordinates
                if joint is not None:
                    given = collect(joint.arguments)
                    held[str(part.home)] = composer.parameters(str(part.home), given.scope, given.bindings)
                block = self._body(composer, name, part, joint, held.get(str(part.home), ()))
                if gravity.axes:
                    self._weight(composer, name, block, gravity)
                continue
            template, bindings = (part.template, part.bindings) if isinstance(part, Use) else (part, {})
            derived = template if isinstance(template, Equations) else self.derived[_key(template, gravity)]
            composer.child(name, derived, bindings)
        view = View(composer, mechanism)
        forest = Forest(composer.children, self.forests)
        counted = counted_first(mechanism, view, forest, held)
        for name, connection in mechanism.connections.items():
            arguments = collect(connection.arguments)
            frames = [view.frame(frame) for frame in connection.frames]
            counts = counted.get(name)
            if counts is None:
                counts = name not in held and bool(forest.angles(connection)) and forest.counts(*frames)
            quantities = [view.quantity(quantity) for quantity in connection.quantities]
            explicit = None
            if name in held:
                assert isinstance(connection, Joint)
                explicit = Explicit(connection.coordinates, connection.speeds)
            connected, blocks, borrowed = connect(
                self.types,
                connection,
                name,
                arguments,
                frames,
                quantities,
                explicit=explicit,
                spatial=any(_spatial(mechanism, frame) for frame in connection.frames),
                counts=counts,
            )
            own_p = held[name] if name in held else composer.parameters(name, arguments.scope, arguments.bindings)
            p = (*borrowed, *own_p)
            u = composer.inputs([_prefix_label(label, name) for label in connection.input_labels])
            blocks = connected.with_states(composer, name, blocks)
            for quantity in connected.quantities:
                composer.quantity(quantity, f"{name}.{quantity.label.name}", blocks, p)
            for constraint_name, constraint in connected.constraints(name):
                composer.constraint(constraint, constraint_name, blocks, p, u)
            if connected.coupling is not None:
                composer.coupling(connected.coupling, name, blocks, p)
            for load in connected.loads:
                composer.load(load, name, blocks, p, u)
        equations = composer.finish(
            exports=mechanism.exports,
            reference={name: ("", value) for name, value in mechanism.reference.items()},
            provenance={"formalism": "modular", "mechanism": mechanism.name},
            mechanism=mechanism,
        )
        self.forests[id(equations)] = forest
        return equations

    def _ground(self, composer: Composer, name: str, ground: Ground) -> None:
        arguments = collect(ground.arguments)
        key = ("ground", arguments.key, tuple(ground.points))
        block_type = self.types.once(key, lambda: ground_block(ground, arguments))
        p = composer.parameters(name, arguments.scope, arguments.bindings)
        block = composer.block(block_type, name, p)
        for frame in block_type.frames:
            composer.frames[f"{name}.{frame}" if frame else name] = FrameRef(block, frame)

    def _body(
        self, composer: Composer, name: str, body: Body, joint: Joint | None, joined: tuple[int, ...]
    ) -> BlockRef:
        arguments = collect(body.arguments)
        inherited: tuple[int, ...] = ()
        shape = (arguments.key, tuple(body.points), len(body.centre))
        if joint is None:
            home = body.kind
            key: Any = ("body", shape, home)
            block_type = self.types.once(
                key, lambda: block_of(home_chart(body, home, arguments.with_own_symbols()), newton_euler, "body")
            )
        else:
            parent = composer.frames[joint.first]
            inherited = (*parent.block.parameters, *joined)
            point = joint.second.partition(".")[2]
            kind = (type(joint), joint.structure, collect(joint.arguments).key)
            key = ("held", shape, kind, point, id(parent.block.type), parent.key)
            block_type = self.types.once(
                key,
                lambda: block_of(
                    joint_chart(body, arguments.with_own_symbols(), joint, point, (parent.block.type, parent.key)),
                    newton_euler,
                    "body",
                ),
            )
        p = (*inherited, *composer.parameters(name, arguments.scope, arguments.bindings))
        block = composer.block(block_type, name, p)
        for frame in block_type.frames:
            composer.frames[f"{name}.{frame}" if frame else name] = FrameRef(block, frame)
        composer.bodies[name] = FrameRef(block, "")
        self._home(composer, name, body, block, key, own=joint is None)
        return block

    def _home(self, composer: Composer, name: str, body: Body, block: BlockRef, key: Any, *, own: bool) -> None:
        """Quantities of a body, and, if its home is not a joint, the support that keeps it in its plane."""
        home = body.kind
        frame = home_frame(block.type, "")
        measures = self.types.once(
            ("quantities", key),
            lambda: own_quantities(
                home.measures(frame),
                block.type.local,
                lambda: block.type.qdot,
                Explicit(home.coordinates, home.speeds) if own else None,
            ),
        )
        for quantity in measures:
            composer.quantity(quantity, f"{name}.{quantity.label.name}", (block,), ())
        if own and home.residual(frame):
            support = self.types.once(("support", key), lambda: home_support(home, block.type, ""))
            composer.constraint(support, f"{name}.plane", (block,), ())

    def _weight(self, composer: Composer, name: str, block: BlockRef, gravity: Gravity) -> None:
        axes = gravity.axes
        load: LoadType = self.types.once(("weight", id(block.type), axes), lambda: weight_type(block.type, axes))
        scope: Scope = self.types.once(("gravity", axes), lambda: weight_scope(axes))
        composer.load(load, f"{name}.weight", (block,), composer.parameters(f"{name}.weight", scope, gravity.bindings))


def _key(module: Module, around: Gravity) -> tuple[int, int]:
    """What tells derivations of modules apart: one that has a gravity of its own is the same wherever it is."""
    return id(module), id(around) if module.gravity is None else 0


def _spatial(mechanism: Mechanism, path: str) -> bool:
    """Whether a frame is on a body in space."""
    part: Any = mechanism
    while isinstance(part, Mechanism):
        name, _, path = path.partition(".")
        part = template_of(part.parts[name])
    return isinstance(part, Body) and part.spatial


def _prefix_label(label: Any, name: str) -> Any:
    return type(label)(f"{name}.{label.name}", label.unit, label.meaning)


def _check_coupled(equations: Equations) -> None:
    """Refuse parts that nothing holds or drives, unless the machine is that one part."""
    held = np.zeros(equations.sizes["blocks"], dtype=bool)
    acting = [uses for uses in equations.loads if uses.type.category != "signal"]
    every: tuple[Uses[Any], ...] = (*equations.constraints, *equations.supports, *equations.switched, *acting)
    for uses in every:
        if uses.blocks.shape[1] > 1 or not _of_one_part(uses.type):
            held[uses.blocks.ravel()] = True
    for measured in equations.quantities:  # of a joint that leaves all of a plane free there are no rows
        if measured.blocks.shape[1] > 1:
            held[measured.blocks.ravel()] = True
    moving = [uses for uses in equations.blocks if uses.type.speeds and not uses.type.signal]
    count = sum(len(uses) for uses in moving)
    loose = [
        equations.full_name(int(uses.module[row]), uses.names[row])
        for uses in moving
        for row in np.flatnonzero(~held[uses.blocks[:, 0]])
    ]
    if loose and count > 1:
        raise ModelError(
            equations.name,
            [f"part {name} is not connected; join it to another part, drive it, or remove it" for name in loose],
        )


def _of_one_part(kind: ConstraintType | LoadType) -> bool:
    """Whether a constraint or load holds its part to nothing: its plane, its weight, what is inside a motor."""
    return kind.inner if isinstance(kind, LoadType) else set(kind.roles) == {Role.PLANE}

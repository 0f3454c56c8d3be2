"""Equations of a mechanism laid flat: branches become blocks, all other joints constraints, in one module."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import casadi as ca

from linkwright.equations import BlockRef, BlockType, Child, Composer, Equations, FrameRef, QuantityRef, QuantityType
from linkwright.formalisms.connect.connect import (
    Explicit,
    Forest,
    Types,
    connect,
    home_frame,
    home_support,
    own_quantities,
)
from linkwright.formalisms.connect.constraints import make_constraint
from linkwright.formalisms.derive.chosen_inputs import as_input, input_block
from linkwright.formalisms.derive.derivations import Derivation, block_of, ground_block, weight_type
from linkwright.formalisms.derive.redundant import SetChart, check_stated, express_quantities, new_quantities, set_chart
from linkwright.formalisms.poses import poses_of
from linkwright.formalisms.tree.flat import Flat
from linkwright.formalisms.tree.spanning_tree import Branch, BranchChart, branch_chart
from linkwright.model import Body, Mechanism, ModelError, RedundantSet
from linkwright.symbolic import Label, select_rows


class FlatRecord:
    """One derivation of a flat mechanism: blocks of branches, then ready-made parts, then connections."""

    def __init__(
        self,
        flat: Flat,
        branches: Sequence[Branch],
        derivation: Derivation | None,
        *,
        rates: bool,
        along: Callable[[BranchChart], Derivation] | None = None,
        sets: Mapping[str, RedundantSet] | None = None,
        inputs: Sequence[str] = (),
    ) -> None:
        """Derive; `derivation` is the same for all branches, or `along` makes one for each.

        `sets` are redundant sets by the path of their module; their bodies are in no branch. `inputs` are full names of
        quantities that become independent variables of their own.
        """
        self.inputs = tuple(inputs)
        self.along = along
        self.branch_blocks: list[BlockRef] = []
        self.state_blocks: dict[str, BlockRef] = {}
        self.charts: list[BranchChart] = []
        self.flat, self.types = flat, Types()
        self.composer = Composer(flat.name, title=flat.title)
        self.composer.sizes["p"] = flat.scope.size
        self.explicit: dict[str, Explicit] = {}
        self._grounds()
        self.set_of: dict[int, SetChart] = {}
        for path, chosen in (sets or {}).items():
            assert derivation is not None
            self._set(set_chart(flat, path, chosen), derivation)
        for branch in branches:
            self._branch(branch, derivation, rates=rates)
        for name, (equations, offset) in flat.ready.items():
            self.composer.child(name, equations, {}, p_offset=offset)
        self.counted = self._counting()
        for name in flat.connections:
            self._connection(name)
        for made in self.set_of.values():
            check_stated(made, flat, self.composer.quantities)

    def finish(self, provenance: dict[str, str], mechanism: Mechanism | None = None) -> Equations:
        """The record of a mechanism."""
        record = self.composer.finish(
            exports=self.flat.exports,
            reference=self.flat.reference,
            provenance=provenance,
            scope=self.flat.scope,
            mechanism=mechanism,
        )
        if mechanism is not None:
            record = replace(record, poses=partial(poses_of, mechanism))
        return replace(record, chosen=self.inputs) if self.inputs else record

    def _grounds(self) -> None:
        for name, part in self.flat.grounds.items():
            block_type = self.types.once(
                ("ground", part.arguments.key, tuple(part.item.points)),
                partial(ground_block, part.item, part.arguments),
            )
            block = self.composer.block(block_type, name, part.p)
            for key in block_type.frames:
                self.composer.frames[f"{name}.{key}" if key else name] = FrameRef(block, key)

    def _branch(self, branch: Branch, derivation: Derivation | None, *, rates: bool) -> None:
        made, block_type = self._derive(branch, derivation, rates=rates)
        name = branch.steps[0].body
        block = self.composer.block(block_type, name, made.p)
        self.branch_blocks.append(block)
        self.charts.append(made)
        if rates:
            self._norms(block, name)
        for number, step in enumerate(branch.steps):
            body: Body = self.flat.bodies[step.body].item
            key = str(number)
            self._add_frames(step.body, key, block)
            self._body(step.body, body, block, key, made, held=bool(step.joint), rates=rates)
            if step.joint:
                joint = self.flat.connections[step.joint].item
                speeds = joint.coordinates if rates else joint.speeds
                self.explicit[step.joint] = Explicit(joint.coordinates, speeds, made.offsets[step.joint])

    def _derive(self, branch: Branch, derivation: Derivation | None, *, rates: bool) -> tuple[BranchChart, BlockType]:
        """Chart and block type of a branch; bodies of one shape that stand alone share theirs."""
        first = branch.steps[0]
        part = self.flat.bodies[first.body]
        alone = len(branch.steps) == 1 and not first.joint and self.along is None
        key = ("alone", part.arguments.key, tuple(part.item.points), len(part.item.centre), part.item.kind)
        if alone and key in self.types.other:
            made, block_type = self.types.other[key]
            return replace(made, p=part.p, offsets={first.body: (0, 0)}), block_type
        made = branch_chart(self.flat, branch, rates=rates)
        derivation = derivation if self.along is None else self.along(made)
        assert derivation is not None
        block_type = block_of(made.chart, derivation, "tree")
        if alone:
            self.types.other[key] = (made, block_type)
        return made, block_type

    def _set(self, made: SetChart, derivation: Derivation) -> None:
        """A block of all bodies of a redundant set."""
        block_type = block_of(made.chart, derivation, "set")
        block = self.composer.block(block_type, made.path.removesuffix(".") or "set", made.p)
        self.set_of[block.number] = made
        for name, quantity in new_quantities(made, self.flat):
            self.composer.quantity(quantity, name, (block,), ())
        offers: list[tuple[str, QuantityType]] = []
        for number, body in enumerate(made.bodies):
            self._add_frames(body, str(number), block)
            home, frame = self.flat.bodies[body].item.kind, home_frame(block_type, str(number))
            offers += [
                (f"{body}.{offered.label.name}", offered)
                for offered in own_quantities(home.measures(frame), block_type.local, lambda: block_type.qdot, None)
            ]
            if home.residual(frame) and body not in made.held:
                self.composer.constraint(home_support(home, block_type, str(number)), f"{body}.plane", (block,), ())
        self._add_quantities(made, offers, (block,), ())

    def _add_frames(self, body: str, key: str, block: BlockRef) -> None:
        """Frames and weight of a body in a block."""
        for frame in block.type.frames:
            if frame == key or frame.startswith(f"{key}."):
                self.composer.frames[body + frame.removeprefix(key)] = FrameRef(block, frame)
        self.composer.bodies[body] = FrameRef(block, key)
        if body in self.flat.weights:
            load = self.types.once(
                ("weight", id(block.type), key), lambda: weight_type(block.type, self.flat.axes, key)
            )
            self.composer.load(load, f"{body}.weight", (block,), self.flat.weights[body])

    def _body(
        self, name: str, body: Body, block: BlockRef, key: str, made: BranchChart, *, held: bool, rates: bool
    ) -> None:
        home, frame = body.kind, home_frame(block.type, key)
        explicit = None
        if not held:
            explicit = Explicit(home.coordinates, home.coordinates if rates else home.speeds, made.offsets[name])
        offered = self.types.once(
            ("own", id(block.type), key),
            lambda: own_quantities(home.measures(frame), block.type.local, lambda: block.type.qdot, explicit),
        )
        self._add_quantities(None, [(f"{name}.{quantity.label.name}", quantity) for quantity in offered], (block,), ())
        if not held and home.residual(frame):
            self.composer.constraint(home_support(home, block.type, key), f"{name}.plane", (block,), ())

    def _norms(self, block: BlockRef, name: str) -> None:
        """Euler parameters whose rates are speeds keep their length by a constraint, e . e = 1."""
        local = block.type.local
        for group in block.type.units:
            e, rate = select_rows(local.q, group), select_rows(local.v, group)
            label = Label("norm", "", "square of the length of the Euler parameters, from 1")
            constraint = make_constraint("Norm", name, local, local.v, ca.dot(e, e) - 1, 2 * ca.dot(e, rate), [label])
            self.composer.constraint(constraint, f"{name}.norm{group[0]}", (block,), ())

    def _counting(self) -> frozenset[str]:
        """Joints whose angles count whole turns; those along the tree have theirs as coordinates."""
        flat, forest = self.flat, Forest(self.composer.children, {})
        joints = {
            name: [self._frame(part.path + frame) for frame in part.item.frames]
            for name, part in flat.connections.items()
            if forest.angles(part.item) or name in self.explicit
        }
        for name in self.explicit:
            forest.connect(*joints[name])
        used = {flat.full(part.path + path) for part in flat.connections.values() for path in part.item.quantities}
        others = [name for name in joints if name not in self.explicit]
        angles = {name: [f"{name}.{x}" for x in forest.angles(flat.connections[name].item)] for name in others}
        order = sorted(others, key=lambda name: used.isdisjoint(angles[name]))  # angles that others use come first
        return frozenset(name for name in order if forest.counts(*joints[name]))

    def _connection(self, name: str) -> None:
        part = self.flat.connections[name]
        connection = part.item
        frames = [self._frame(part.path + frame) for frame in connection.frames]
        quantities = [self._quantity(self.flat.full(part.path + quantity)) for quantity in connection.quantities]
        explicit = self.explicit.get(name)
        connected, blocks, borrowed = connect(
            self.types,
            connection,
            name,
            part.arguments,
            frames,
            quantities,
            explicit=explicit,
            spatial=any(self._spatial(part.path + frame) for frame in connection.frames),
            counts=name in self.counted,
        )
        p = (*borrowed, *part.p)
        u = self.composer.inputs([Label(f"{name}.{x.name}", x.unit, x.meaning) for x in connection.input_labels])
        blocks = connected.with_states(self.composer, name, blocks)
        if connected.states is not None:
            self.state_blocks[name] = blocks[-1]
        made = next((self.set_of[block.number] for block in blocks if block.number in self.set_of), None)
        offers = [(f"{name}.{offered.label.name}", offered) for offered in connected.quantities]
        self._add_quantities(made, offers, blocks, p)
        for constraint_name, constraint in connected.constraints(name):
            self.composer.constraint(constraint, constraint_name, blocks, p, u)
        if connected.coupling is not None:
            self.composer.coupling(connected.coupling, name, blocks, p)
        for load in connected.loads:
            self.composer.load(load, name, blocks, p, u)

    def _add_quantities(
        self,
        made: SetChart | None,
        offers: Sequence[tuple[str, QuantityType]],
        blocks: Sequence[BlockRef],
        p: Sequence[int],
    ) -> None:
        """Add quantities by name, in the variables of the redundant set they stand on if there is one."""
        if made is None:
            for name, quantity in offers:
                self._add_quantity(name, quantity, blocks, p)
            return
        for name, quantity, constraint in express_quantities(made, offers, self.flat, blocks):
            if constraint is not None:
                self.composer.constraint(constraint, name, blocks, p)
            self._add_quantity(name, quantity, blocks, p)

    def _add_quantity(self, name: str, quantity: QuantityType, blocks: Sequence[BlockRef], p: Sequence[int]) -> None:
        """Add a quantity; one that was chosen as an input gets a block of its own."""
        if name in self.inputs and quantity.place is None and quantity.z is not None:
            kind = input_block(quantity.label, quantity.rate_unit)
            blocks = (self.composer.block(kind, name, ()), *blocks)
            quantity, constraint = as_input(name, quantity, kind, blocks[1:])
            self.composer.constraint(constraint, name, blocks, p)
        self.composer.quantity(quantity, name, blocks, p)

    def _spatial(self, path: str) -> bool:
        """Whether a frame is on a body in space, or on one that a redundant set holds at a point of another."""
        if not self.flat.is_own_frame(path):
            return False
        owner, _ = self.flat.owner(path)
        if any(owner in made.held for made in self.set_of.values()):
            return True
        return owner in self.flat.bodies and bool(self.flat.bodies[owner].item.spatial)

    def _frame(self, path: str) -> FrameRef:
        found = self.composer.frames.get(path)
        if found is not None:
            return found
        for child, rest in self._inside(path):
            inner = child.equations.find_frame(rest)
            if inner is not None:
                return FrameRef(inner.block.offset_by(child.offsets), inner.key)
        raise AssertionError(path)  # names were checked when the mechanism was made

    def _quantity(self, path: str) -> QuantityRef:
        found = self.composer.quantities.get(path)
        if found is not None:
            return found
        for child, rest in self._inside(path):
            inner = child.equations.find_quantity(rest)
            if inner is not None:
                blocks = tuple(block.offset_by(child.offsets) for block in inner.blocks)
                return QuantityRef(inner.type, blocks, tuple(k + child.offsets["p"] for k in inner.p))
        reason = f"quantity {path!r} is offered by a connection written later; write that connection first"
        raise ModelError(self.flat.name, [reason])

    def _inside(self, path: str) -> list[tuple[Child, str]]:
        """Ready-made parts that a path leads into, with the rest of the path."""
        children = self.composer.children.items()
        return [(child, path.removeprefix(f"{name}.")) for name, child in children if path.startswith(f"{name}.")]

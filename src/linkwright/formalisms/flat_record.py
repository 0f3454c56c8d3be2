"""Equations of a mechanism laid flat: branches become blocks, all other joints ties, in one module."""

from __future__ import annotations

from collections.abc import Sequence

import casadi as ca

from linkwright.equations import BlockRef, Child, Composer, Equations, FrameRef, QuantityRef
from linkwright.formalisms.charts import block_of, ground_block
from linkwright.formalisms.connect import Explicit, Types, connect, home_support, make_tie, own_quantities
from linkwright.formalisms.derivations import Derivation
from linkwright.formalisms.flat import Flat
from linkwright.formalisms.tree import Branch, BranchChart, branch_chart
from linkwright.formalisms.weight import weight_type
from linkwright.model import Body, ModelError
from linkwright.symbolic import Label


class FlatRecord:
    """One derivation of a flat mechanism: blocks of branches, then ready-made parts, then connections."""

    def __init__(self, flat: Flat, branches: Sequence[Branch], derivation: Derivation, *, rates: bool) -> None:
        self.flat, self.types = flat, Types()
        self.composer = Composer(flat.name, title=flat.title)
        self.composer.sizes["p"] = flat.scope.size
        self.explicit: dict[str, Explicit] = {}
        self._grounds()
        for branch in branches:
            self._branch(branch, derivation, rates=rates)
        for name, (equations, offset) in flat.ready.items():
            self.composer.child(name, equations, {}, p_offset=offset)
        for name in flat.connections:
            self._connection(name)

    def finish(self, provenance: dict[str, str]) -> Equations:
        """The record."""
        return self.composer.finish(
            exports=self.flat.exports, reference=self.flat.reference, provenance=provenance, scope=self.flat.scope
        )

    def _grounds(self) -> None:
        for name, part in self.flat.grounds.items():
            block_type = ground_block(part.item, part.arguments)
            block = self.composer.block(block_type, name, part.p)
            for key in block_type.frames:
                self.composer.frames[f"{name}.{key}" if key else name] = FrameRef(block, key)

    def _branch(self, branch: Branch, derivation: Derivation, *, rates: bool) -> None:
        made = branch_chart(self.flat, branch, rates=rates)
        block_type = block_of(made.chart, derivation, "tree")
        name = branch.steps[0].body
        block = self.composer.block(block_type, name, made.p)
        if rates:
            self._norms(block, name)
        for number, step in enumerate(branch.steps):
            body: Body = self.flat.bodies[step.body].item
            key = str(number)
            for frame in block_type.frames:
                if frame == key or frame.startswith(f"{key}."):
                    self.composer.frames[step.body + frame.removeprefix(key)] = FrameRef(block, frame)
            self.composer.bodies[step.body] = FrameRef(block, key)
            self._body(step.body, body, block, key, made, held=bool(step.joint), rates=rates)
            if step.joint:
                joint = self.flat.connections[step.joint].item
                speeds = joint.coordinates if rates else joint.speeds
                self.explicit[step.joint] = Explicit(joint.coordinates, speeds, made.offsets[step.joint])
            if step.body in self.flat.weights:
                load, _ = weight_type(block_type, self.flat.axes, key)
                self.composer.load(load, f"{step.body}.weight", (block,), self.flat.weights[step.body])

    def _body(
        self, name: str, body: Body, block: BlockRef, key: str, made: BranchChart, *, held: bool, rates: bool
    ) -> None:
        home, frame = body.kind, block.type.frames[key]
        explicit = None
        if not held:
            explicit = Explicit(home.coordinates, home.coordinates if rates else home.speeds, made.offsets[name])
        for quantity in own_quantities(home.measures(frame), block.type.local, block.type.qdot, explicit):
            self.composer.quantity(quantity, f"{name}.{quantity.label.name}", (block,), ())
        if not held and home.residual(frame):
            self.composer.tie(home_support(home, block.type, key), f"{name}.plane", (block,), ())

    def _norms(self, block: BlockRef, name: str) -> None:
        """Euler parameters whose rates are speeds keep their length by a tie, e . e = 1."""
        local = block.type.local
        for group in block.type.units:
            e, rate = local.q[list(group)], local.v[list(group)]
            label = Label("norm", "", "square of the length of the Euler parameters, from 1")
            tie = make_tie("Norm", name, local, local.v, ca.dot(e, e) - 1, 2 * ca.dot(e, rate), [label])
            self.composer.tie(tie, f"{name}.norm{group[0]}", (block,), ())

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
        )
        p = (*borrowed, *part.p)
        u = self.composer.inputs([Label(f"{name}.{x.name}", x.unit, x.meaning) for x in connection.input_labels])
        for quantity in connected.quantities:
            self.composer.quantity(quantity, f"{name}.{quantity.label.name}", blocks, p)
        for tie in (connected.tie, connected.support):
            if tie is not None and tie.rows:
                self.composer.tie(tie, name, blocks, p, u)
        for load in connected.loads:
            self.composer.load(load, name, blocks, p, u)

    def _spatial(self, path: str) -> bool:
        """Whether a frame is on a body in space."""
        if not self.flat.known(path):
            return False
        owner, _ = self.flat.owner(path)
        return owner in self.flat.bodies and bool(self.flat.bodies[owner].item.spatial)

    def _frame(self, path: str) -> FrameRef:
        found = self.composer.frames.get(path)
        if found is not None:
            return found
        for child, rest in self._inside(path):
            inner = child.equations.find_frame(rest)
            if inner is not None:
                return FrameRef(inner.block.moved(child.offsets), inner.key)
        raise AssertionError(path)  # names were checked when the mechanism was made

    def _quantity(self, path: str) -> QuantityRef:
        found = self.composer.quantities.get(path)
        if found is not None:
            return found
        for child, rest in self._inside(path):
            inner = child.equations.find_quantity(rest)
            if inner is not None:
                blocks = tuple(block.moved(child.offsets) for block in inner.blocks)
                return QuantityRef(inner.type, blocks, tuple(k + child.offsets["p"] for k in inner.p))
        reason = f"quantity {path!r} is offered by a connection written later; write that connection first"
        raise ModelError(self.flat.name, [reason])

    def _inside(self, path: str) -> list[tuple[Child, str]]:
        """Ready-made parts that a path leads into, with the rest of the path."""
        children = self.composer.children.items()
        return [(child, path.removeprefix(f"{name}.")) for name, child in children if path.startswith(f"{name}.")]

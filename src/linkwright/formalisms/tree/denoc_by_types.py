"""DeNOC of machines with many bodies: types of links, loads and constraints are derived once.

The record has the joints' variables only; its `links` hold how bodies hang on each other and, as a record of its own
(`twists`), the loads, constraints and quantities written on poses and twists of bodies. `joins.Recursion` takes both
together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import casadi as ca
import numpy as np

from linkwright.equations import (
    BlockRef,
    BlockType,
    Composer,
    Equations,
    FrameRef,
    Local,
    QuantityType,
    no_balance,
    state_quantities,
)
from linkwright.equations.links import Links
from linkwright.formalisms.connect.connect import Explicit, own_quantities
from linkwright.formalisms.connect.constraints import advancing_angles
from linkwright.formalisms.derive.derivations import EMPTY, Derivation, body_frames, weight_type
from linkwright.formalisms.tree.flat import Flat
from linkwright.formalisms.tree.links import links_of
from linkwright.formalisms.tree.record import FlatRecord
from linkwright.formalisms.tree.spanning_tree import Branch
from linkwright.model import Arguments, Body, Joint
from linkwright.model.connection import nameless
from linkwright.symbolic import Frame, Label


def rolled_record(flat: Flat, branches: Sequence[Branch], provenance: dict[str, str]) -> Equations:
    """Equations whose links are kept and not projected."""
    outline = _Outline(flat, branches)
    links = links_of(flat, branches, outline.starts)
    planar = all(uses.type.planar for uses in links.uses)
    record = _Twists(flat, branches, links, planar=planar)
    outline.add_states(record.state_blocks)
    equations = outline.composer.finish(
        exports=flat.exports, reference=flat.reference, provenance=provenance, scope=flat.scope
    )
    twists = record.finish(provenance)
    return replace(equations, links=_locate_variables(links, outline, record, twists, equations))


def _locate_variables(
    links: Links, outline: _Outline, record: _Twists, twists: Equations, equations: Equations
) -> Links:
    """Links with where each one's variables are in the record of twists."""
    blocks = record.blocks
    pose, twist = record.sizes
    q_of = np.full(twists.sizes["q"], -1, dtype=np.int64)
    v_of = np.full(twists.sizes["v"], -1, dtype=np.int64)
    for block, own in zip(blocks, outline.blocks, strict=True):
        counts = own.type.counts
        q_of[block.q + pose : block.q + pose + counts[0]] = range(own.q, own.q + counts[0])
        v_of[block.v + twist : block.v + twist + counts[1]] = range(own.v, own.v + counts[1])
    for name, child in twists.children.items():
        same = equations.children[name]
        for kind, table in (("q", q_of), ("v", v_of)):
            size, start = child.equations.sizes[kind], child.offsets[kind]
            table[start : start + size] = range(same.offsets[kind], same.offsets[kind] + size)
    for name, block in record.state_blocks.items():
        own = outline.state_blocks[name]
        v_of[block.v : block.v + block.type.counts[1]] = range(own.v, own.v + own.type.counts[1])
    return replace(
        links,
        twists=twists,
        pose=np.array([block.q for block in blocks], dtype=np.int64),
        speed=np.array([block.v for block in blocks], dtype=np.int64),
        q_of=q_of,
        v_of=v_of,
    )


class _Outline:
    """Blocks of the joints' variables, with the quantities that are these variables."""

    def __init__(self, flat: Flat, branches: Sequence[Branch]) -> None:
        self.composer = Composer(flat.name, title=flat.title)
        self.composer.sizes["p"] = flat.scope.size
        self.blocks: list[BlockRef] = []
        self.starts: list[tuple[int, int]] = []
        self.state_blocks: dict[str, BlockRef] = {}
        types: dict[Any, tuple[BlockType, list[QuantityType]]] = {}
        for branch in branches:
            self.starts.append((self.composer.sizes["q"], self.composer.sizes["v"]))
            for step in branch.steps:
                source = flat.connections[step.joint].item if step.joint else flat.bodies[step.body].item.kind
                key = (type(source), getattr(source, "structure", source))
                if key not in types:
                    types[key] = _variables(source)
                block_type, quantities = types[key]
                block = self.composer.block(block_type, step.body, ())
                self.blocks.append(block)
                for quantity in quantities:
                    name = f"{step.joint or step.body}.{quantity.label.name}"
                    self.composer.quantity(quantity, name, (block,), ())
        for name, (equations, offset) in flat.ready.items():
            self.composer.child(name, equations, {}, p_offset=offset)
        for name, part in flat.connections.items():
            self.composer.inputs([Label(f"{name}.{x.name}", x.unit, x.meaning) for x in part.item.input_labels])

    def add_states(self, blocks: Mapping[str, BlockRef]) -> None:
        """Blocks of the connections' further states, the same as in the record of twists."""
        for name, block in blocks.items():
            own = self.state_blocks[name] = self.composer.block(block.type, name, ())
            for quantity in state_quantities(block.type):
                self.composer.quantity(quantity, f"{name}.{quantity.label.name}", (own,), ())


def _variables(source: Any) -> tuple[BlockType, list[QuantityType]]:
    """Block of a joint's (or home's) own variables, and they as quantities."""
    q, v = ca.SX.sym("q", len(source.coordinates)), ca.SX.sym("v", len(source.speeds))
    local = Local(q, v, EMPTY, EMPTY, EMPTY)
    N = source.N(q)
    coordinate_singularity = source.coordinate_singularity(q) if hasattr(source, "coordinate_singularity") else None
    block = BlockType(
        name="link",
        local=local,
        coordinates=source.coordinates,
        speeds=source.speeds,
        N=N,
        n=ca.SX.zeros(q.numel()),
        inertias=(),
        frames={},
        centres={},
        a=ca.SX.sym("a", v.numel()),
        balance=no_balance,
        directions=(),
        units=source.units,
        coordinate_singularities=() if coordinate_singularity is None else (coordinate_singularity,),
    )
    qdot = block.qdot
    advancing = advancing_angles(nameless(source)) if isinstance(source, Joint) else frozenset()
    v_names = [label.name for label in source.speeds]
    quantities = []
    for k, label in enumerate(source.coordinates):
        at = v_names.index(label.name) if label.name in v_names else -1
        unit = f"{label.unit}/s" if label.unit else "1/s"
        quantities.append(QuantityType(label, local, q[k], v[at] if at >= 0 else qdot[k], wraps=False, rate_unit=unit,
                                       place=(k, at), advances=label.name in advancing))  # fmt: skip
    for k, label in enumerate(source.speeds):
        if label.name not in {x.name for x in source.coordinates}:
            quantities.append(QuantityType(label, local, None, v[k], wraps=False, rate_unit=label.unit, place=(-1, k)))
    return block, quantities


class _Twists(FlatRecord):
    """Every body a block of its pose and twist (and of the variables of the joint that holds it)."""

    def __init__(self, flat: Flat, branches: Sequence[Branch], links: Links, *, planar: bool) -> None:
        self.planar = planar
        self.apart = frozenset(links.names[k] for k in links.apart.tolist())
        self.common = {axis: k for axis, k in zip("xyz", links.gravity.tolist(), strict=True) if k >= 0}
        self.sizes = (4, 3) if planar else (12, 6)
        self.blocks: list[BlockRef] = []
        self.block_of: dict[str, BlockRef] = {}
        super().__init__(flat, branches, None, rates=False)

    def _branch(self, branch: Branch, derivation: Derivation | None, *, rates: bool) -> None:
        del derivation, rates
        for step in branch.steps:
            part = self.flat.bodies[step.body]
            body: Body = part.item
            source = self.flat.connections[step.joint].item if step.joint else body.kind
            key = ("twist", part.arguments.key, tuple(body.points), len(body.centre), body.kind, type(source),
                   getattr(source, "structure", source))  # fmt: skip
            found = self.types.other.get(key)
            if found is None:
                found = self.types.other[key] = self._type(body, part.arguments, source, held=bool(step.joint))
            block_type, quantities = found
            block = self.composer.block(block_type, step.body, part.p)
            self.blocks.append(block)
            self.block_of[step.body] = block
            for frame in block_type.frames:
                self.composer.frames[f"{step.body}.{frame}" if frame else step.body] = FrameRef(block, frame)
            self.composer.bodies[step.body] = FrameRef(block, "")
            if step.body in self.apart:
                self._weight(step.body, block)
            for quantity in quantities:
                self.composer.quantity(quantity, f"{step.body}.{quantity.label.name}", (block,), ())
            if step.joint:
                pose, twist = self.sizes
                holder = self.block_of.get(self.flat.owner(step.parent)[0])
                if holder is not None and not step.backwards:  # the holder's variables come first in the joint's
                    pose, twist = pose + holder.type.counts[0], twist + holder.type.counts[1]
                self.explicit[step.joint] = Explicit(source.coordinates, source.speeds, (pose, twist))

    def _weight(self, body: str, block: BlockRef) -> None:
        """Load of a body whose gravity is not the common one, which acts through the ground: what it has more."""
        load = self.types.once(
            ("weight", id(block.type)), lambda: weight_type(block.type, self.flat.axes, less=tuple(self.common))
        )
        self.composer.load(load, f"{body}.weight", (block,), (*self.flat.weights[body], *self.common.values()))

    def _type(
        self, body: Body, arguments: Arguments, source: Any, *, held: bool
    ) -> tuple[BlockType, tuple[QuantityType, ...]]:
        own_q, own_v = ca.SX.sym("q", len(source.coordinates)), ca.SX.sym("v", len(source.speeds))
        if self.planar:
            e, t = ca.SX.sym("e", 4), ca.SX.sym("t", 3)
            R = ca.blockcat([[e[0], -e[1], 0], [e[1], e[0], 0], [0, 0, 1]])
            origin = Frame(R, ca.vertcat(e[2], e[3], 0), ca.vertcat(0, 0, t[0]), ca.vertcat(t[1], t[2], 0))
            rate = ca.vertcat(-e[1] * t[0], e[0] * t[0], t[1], t[2])
        else:
            e, t = ca.SX.sym("e", 12), ca.SX.sym("t", 6)
            origin = Frame(ca.reshape(e[:9], 3, 3), e[9:], t[:3], t[3:])
            rate = ca.vertcat(ca.vec(ca.skew(t[:3]) @ origin.R), t[3:])
        d = ca.SX.sym("d", 6)
        frames, charted = body_frames("", body, arguments, origin, d)
        local = Local(ca.vertcat(e, own_q), ca.vertcat(t, own_v), EMPTY, arguments.p, d)
        N = ca.diagcat(ca.jacobian(rate, t), source.N(own_q))
        block = BlockType(
            name="twist",
            local=local,
            coordinates=(),
            speeds=(),
            N=N,
            n=ca.SX.zeros(local.q.numel()),
            inertias=(),
            frames=frames,
            centres={"": charted.centre},
            a=EMPTY,
            balance=no_balance,
            directions=(),
            requirements=charted.requirements,
            masses={"": charted.mass.mass},
        )
        home = body.kind
        explicit = None if held else Explicit(home.coordinates, home.speeds, self.sizes)
        return block, own_quantities(home.measures(frames[""]), local, lambda: block.qdot, explicit)

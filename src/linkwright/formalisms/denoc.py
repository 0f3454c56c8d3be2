"""DeNOC: Newton-Euler equations in twists, freed of joint forces by the decoupled natural orthogonal complement."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Literal, get_args

from linkwright.arrays import collection_paused
from linkwright.equations import Equations
from linkwright.faults import close_matches
from linkwright.formalisms.poses import poses_of
from linkwright.formalisms.tree.denoc_by_types import rolled_record
from linkwright.formalisms.tree.denoc_matrices import derivation_along, twist_matrices
from linkwright.formalisms.tree.flat import Flat, Flattener
from linkwright.formalisms.tree.links import links_of
from linkwright.formalisms.tree.record import FlatRecord
from linkwright.formalisms.tree.spanning_tree import Branch, spanning_tree
from linkwright.formalisms.tree.spherical_rates import with_rates
from linkwright.kinds import checked_but
from linkwright.model import Joint, Mechanism, ModelError

MANY_BODIES = 24
"""Bodies above which the equations are not projected in symbols: a chain then has about 4,000 operations, where code
that runs over links as a loop begins to be worth it, and symbols of N^T M N grow with the square of the links."""
SphericalSpeeds = Literal["angular_velocity", "euler_parameters"]


@collection_paused()
@checked_but("mechanism")
def denoc(
    mechanism: Mechanism,
    *,
    tree: Sequence[str] | None = None,
    cut: Sequence[str] | None = None,
    spherical: SphericalSpeeds = "angular_velocity",
) -> Equations:
    """Equations with the decoupled natural orthogonal complement: N^T (M t' + W M E t - w) = 0, t = N v, N = N_l N_d.

    Bodies have twists, linked along a spanning tree; loops are opened at the joints that are not in it, which become
    constraints with multipliers. `tree` names joints to be taken into the tree first, `cut` those that are to be
    opened. Spherical joints have their angular velocity as speeds, or (`spherical="euler_parameters"`) three rates of
    Euler parameters by the matrix G* = (R + 1) / e0, which is singular where the joint has turned by 180 degrees.

    >>> import linkwright as lw
    >>> denoc(lw.mechanisms.four_bar(), cut=["B"]).speed_names
    ["phi'", "A.angle'", "psi'"]
    """
    if spherical not in get_args(SphericalSpeeds):
        msg = f"spherical={spherical!r}: expected one of {', '.join(map(repr, get_args(SphericalSpeeds)))}"
        raise ValueError(msg)
    flat = Flattener(mechanism).flat
    if spherical == "euler_parameters":
        with_rates(flat)
    branches = spanning_tree(flat, tree) if cut is None else open_tree(flat, tree, cut)
    provenance = {"formalism": "denoc", "mechanism": mechanism.name, "spherical": spherical}
    if len(flat.bodies) > MANY_BODIES:
        made = rolled_record(flat, branches, provenance)
        assert made.links is not None
        later = partial(project_equations, flat, branches, provenance)
        made = replace(made, links=replace(made.links, cuts=cuts_of(flat, branches), projected=later))
    else:
        made = project_equations(flat, branches, provenance)
    return replace(made, mechanism=mechanism, poses=partial(poses_of, mechanism))


def project_equations(flat: Flat, branches: Sequence[Branch], provenance: dict[str, str]) -> Equations:
    """The record with N^T M N in symbols, which grows with the square of the depth of the tree."""
    record = FlatRecord(flat, branches, None, rates=False, along=derivation_along)
    equations = record.finish(provenance)
    starts = [(block.q, block.v) for block in record.branch_blocks]
    parts = zip(record.charts, record.branch_blocks, branches, strict=True)
    shown = tuple(partial(twist_matrices, made, block.number, branch) for made, block, branch in parts)
    links = links_of(flat, branches, starts)
    return replace(equations, links=replace(links, branches=shown, cuts=cuts_of(flat, branches)))


def cuts_of(flat: Flat, branches: Sequence[Branch]) -> dict[str, str]:
    """Joints that are not in the tree, each with its first frame: where loops are open."""
    used = {step.joint for branch in branches for step in branch.steps}
    joints = {name: part for name, part in flat.connections.items() if isinstance(part.item, Joint)}
    return {name: part.path + part.item.frames[0] for name, part in joints.items() if name not in used}


def open_tree(flat: Flat, tree: Sequence[str] | None, cut: Sequence[str]) -> list[Branch]:
    """Spanning tree without the joints that are cut; a cut that leaves a loop closed, or frees a part, is refused."""
    joints = [name for name, part in flat.connections.items() if isinstance(part.item, Joint) and part.item.explicit]
    wanted = [flat.full(name) for name in cut]
    faults = [f"cut: no joint {name!r}; {close_matches(name, joints)}" for name in wanted if name not in joints]
    if faults:
        raise ModelError(flat.name, faults)
    first = [flat.full(name) for name in tree or ()]
    faults = [f"cut: joint {name!r} is also in tree=; leave it out of one of them" for name in wanted if name in first]
    if faults:
        raise ModelError(flat.name, faults)
    # home joints may be cut too: joints that stay come first, so that one that is cut is taken only in need.
    branches = spanning_tree(flat, first, last=wanted)
    used = {step.joint for branch in branches for step in branch.steps}
    faults = [
        f"cut: without joint {name!r} a part of the machine would hang on nothing; it closes no loop, leave it closed"
        for name in wanted
        if name in used
    ]
    faults += [
        f"cut: the cut leaves a loop closed, through joint {name!r}; cut it, or another joint of its loop, too"
        for name in joints
        if name not in used and name not in wanted
    ]
    if faults:
        raise ModelError(flat.name, faults)
    return branches

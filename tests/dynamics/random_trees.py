"""The oracle's random systems as Equations: blocks and constraints with constant coefficients, in a tree of modules."""

import casadi as ca
import numpy as np

from linkwright.equations import BlockType, Composer, ConstraintType, Inertia, Local, QuantityType
from linkwright.symbolic import Label, t

NOTHING = ca.SX(0, 1)


def block_type(M, f):
    """M v' = f, speeds without coordinates."""
    n = len(f)
    v, a, d = (ca.SX.sym(kind, n) for kind in "vad")
    mass = ca.SX(ca.DM(M))
    return BlockType(
        name="block",
        local=Local(NOTHING, v, NOTHING, NOTHING, d),
        coordinates=(),
        speeds=tuple(Label(f"s{k}", "m/s", "a speed") for k in range(n)),
        N=ca.SX(0, n),
        n=NOTHING,
        inertias=(Inertia("", mass, -ca.SX(ca.DM(f)), ca.dot(v, mass @ v) / 2),),
        frames={},
        centres={},
        a=a,
        balance=lambda: mass @ a - ca.SX(ca.DM(f)),
        directions=tuple(Label(f"f{k}", "N", "a force") for k in range(n)),
    )


def constraint_type(A, b):
    """The constraint A v - b t = 0: A v' = b, and v = 0 at t = 0 meets it."""
    rows, n = A.shape
    v, d = ca.SX.sym("v", n), ca.SX.sym("d", n)
    coefficients = ca.SX(ca.DM(A))
    return ConstraintType(
        "constraint",
        Local(NOTHING, v, NOTHING, NOTHING, d),
        NOTHING,
        coefficients @ v - ca.SX(ca.DM(b)) * t,
        coefficients,
        ca.SX(ca.DM(b)),
        lambda: coefficients,
        tuple(Label(f"row{k}", "m/s", "a constraint") for k in range(rows)),
    )


def equations(module, name="root"):
    """One module with everything inside it; variables are in the oracle's order: children first, then own blocks."""
    composer = Composer(name)
    refs = []
    for k, child in enumerate(module.children):
        composer.child(f"m{k}", equations(child, f"m{k}"), {})
        placed = composer.children[f"m{k}"]
        refs += [block.offset_by(placed.offsets) for block in _blocks(placed.equations)]
    for k, block in enumerate(module.blocks):
        kind = block_type(block.M, block.f)
        ref = composer.block(kind, f"b{k}", ())
        for j, label in enumerate(kind.speeds):
            local = kind.local
            speed = local.v[j] + local.d[j]
            quantity = QuantityType(label, local, None, speed, wraps=False, rate_unit="m/s", place=(-1, j))
            composer.quantity(quantity, f"b{k}.{label.name}", (ref,), ())
        refs.append(ref)
    if len(module.b):
        columns = [c for part in module.below() for block in part.blocks for c in block.columns]
        composer.constraint(constraint_type(module.A[:, columns], module.b), "constraints", refs, ())
    return composer.finish()


def _blocks(record):
    inner = [b.offset_by(child.offsets) for child in record.children.values() for b in _blocks(child.equations)]
    own = {ref.blocks[0].number: ref.blocks[0] for ref in record.own_quantities.values()}
    return [*inner, *own.values()]


def accelerations(dynamics):
    """All v' at rest, t = 0."""
    state = dynamics.state(np.zeros(0), np.zeros(len(dynamics.speeds)))
    return dynamics.accelerations(state, np.zeros(0))

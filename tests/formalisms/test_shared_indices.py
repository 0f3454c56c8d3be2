"""Indices of uses, which types on the same variables share: against where each block begins."""

import numpy as np
import pytest

import linkwright as lw

BAR = lw.Body(1.0, 0.1, (0.5, 0.0), points={"tip": (1.0, 0.0)})
MASS = lw.Parameter("m", 2.0, "kg", "mass of the other bars")
OTHER = lw.Body(MASS, 0.2, (0.4, 0.1), points={"tip": (1.0, 0.0)})


def chain(n):
    """Bars of two kinds, of which one has a parameter of the machine, with a torque and a spring at each joint."""
    parts = {f"bar{k}": OTHER if k % 3 == 1 else BAR for k in range(n)}
    joints = {f"pin{k}": lw.Revolute(f"bar{k - 1}.tip" if k else "ground", f"bar{k}") for k in range(n)}
    joints |= {f"motor{k}": lw.Torque(f"pin{k}.angle") for k in range(n)}
    joints |= {f"spring{k}": lw.JointSpring(f"pin{k}.angle", 2.0 + k, 0.1) for k in range(n)}
    return lw.Mechanism("chain", parts, joints, parameters=[MASS], gravity=(0.0, -9.81))


RECORDS = {
    "modular": lambda: lw.formalisms.modular(chain(7)),
    "denoc": lambda: lw.formalisms.denoc(chain(7)),
    "modules": lambda: lw.formalisms.modular(lw.Mechanism("two", {"a": chain(4), "b": chain(4)})),
    "twists of many links": lambda: lw.compile(lw.mechanisms.serial_chain(60, spatial=True)).equations.links.twists,
}


@pytest.mark.parametrize("name", RECORDS)
def test_indices_are_those_of_the_blocks_of_each_use(name):
    record = RECORDS[name]()
    blocks = {ref.block.number: ref.block for ref in record.all_bodies.values()}
    seen = 0
    for kind in ("blocks", "constraints", "supports", "loads", "quantities"):
        for uses in getattr(record, kind):
            for row, numbers in enumerate(uses.blocks.tolist()):
                own = [blocks.get(block) for block in numbers]
                if None in own:  # speeds without a body
                    continue
                seen += 1
                for what in "qvd":
                    starts = [(getattr(block, what), block.type.counts["qvd".index(what)]) for block in own]
                    expected = [first + k for first, count in starts for k in range(count)]
                    assert getattr(uses, what)[row].tolist() == expected
                parameters = np.concatenate([block.parameters for block in own])
                np.testing.assert_array_equal(uses.p[row][: len(parameters)], parameters)
    assert seen > 20


def test_types_on_the_same_variables_have_the_same_arrays():
    """All positions and speeds of a kind of bodies."""
    quantities = lw.formalisms.modular(chain(9)).quantities
    bodies = [uses for uses in quantities if len(uses) == 6 and uses.blocks.shape[1] == 1]
    assert len(bodies) > 2
    assert len({id(uses.q) for uses in bodies}) == 1

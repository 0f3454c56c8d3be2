"""The layout of a run's state: names, units and places of q, v, x, works and counted angles."""

import numpy as np

import linkwright as lw
from linkwright.dynamics.state import system_layout


def test_states_and_angles_have_their_places():
    bar = {"points": {"a": (-0.3, 0.0), "b": (0.3, 0.0)}}
    machine = lw.Mechanism(
        "arm",
        {"one": lw.Body(1.0, 0.1, **bar), "two": lw.Body(1.0, 0.1, **bar)},
        {
            "pin": lw.Revolute("ground", "one.a"),
            "low": lw.LowPass("pin.angle'", 0.1),
            "elbow": lw.Revolute("one.b", "two.a"),
            "rub": lw.LuGre("elbow.angle", 30.0, 0.3, 0.02, 0.2, 0.3, 0.1),
        },
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    layout = system_layout(dynamics.system)
    y = np.arange(layout.size)
    names = [label.name for label in layout.labels]
    assert len(names) == layout.size == layout.nq + layout.nv + layout.integrals
    assert names[layout.coordinates] == list(dynamics.coordinates)
    assert names[layout.speeds] == list(dynamics.speeds)
    assert [(names[k], layout.labels[k].unit) for k in layout.x] == [("low.y", "rad/s"), ("rub.z", "rad")]
    assert sorted([*layout.v, *layout.x]) == list(y[layout.speeds])
    assert names[layout.works] == ["energy.source", "energy.loss", "energy.constraints"]
    assert all(label.unit == "rad" for label in layout.labels[layout.angles])
    assert np.concatenate(layout.split(y)).tolist() == y.tolist()
    Q, V, works, angles = layout.split(np.tile(y, (4, 1)))
    assert (Q.shape, V.shape, works.shape) == ((4, layout.nq), (4, layout.nv), (4, 3))
    assert angles.shape == (4, layout.integrals - 3)

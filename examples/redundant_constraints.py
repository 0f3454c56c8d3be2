"""Redundant constraints: a beam on three parallel cranks moves well defined, but its pins share the load as they like.

Two cranks would be enough; the third repeats what they say. Accelerations are unique all the same; reactions that are
not are NaN, and named. A weight hangs from the beam: its hook carries no surplus, so its reaction is unique.
"""

import linkwright as lw

x = lw.Parameter("x", 0.0, "m", "x of the pivot")
length = lw.Parameter("length", 0.2, "m", "length of the crank")
crank = lw.Mechanism(
    "crank",
    parts={
        "frame": lw.Ground(points={"pivot": (x, 0.0)}),
        "bar": lw.Body(
            mass=0.3,
            inertia=0.3 * length**2 / 12,
            points={"root": (-length / 2, 0.0), "tip": (length / 2, 0.0)},
            home="pivot",
        ),
    },
    connections={"pivot": lw.Revolute("frame.pivot", "bar.root")},
    parameters=[x, length],
    exports={"phi": "pivot.angle"},
)


def beam_on(*pivots: float) -> lw.Mechanism:
    """The beam on cranks at these places, with a torque on the first and a weight at its middle."""
    names = [f"crank{k}" for k in range(1, len(pivots) + 1)]
    places = dict(zip(names, pivots, strict=True))
    ends = {name: (place, 0.0) for name, place in places.items()}
    return lw.Mechanism(
        "beam",
        parts={
            **{name: crank.use({"x": place}) for name, place in places.items()},
            "beam": lw.Body(1.0, 0.03, points=ends | {"middle": (0.0, 0.0)}),
            "weight": lw.Body(0.5, 0.001, points={"top": (0.0, 0.1)}),
        },
        connections={
            **{f"pin{k}": lw.Revolute(f"{name}.bar.tip", f"beam.{name}") for k, name in enumerate(names, 1)},
            "hook": lw.Revolute("beam.middle", "weight.top"),
            "drive": lw.Torque("crank1.phi"),
        },
        exports={"tau": "drive.tau"},
        reference={**{f"{name}.phi": 1.0 for name in names}, "beam.x": 0.108, "beam.y": 0.168, "weight.y": 0.068},
        gravity=(0.0, -9.81),
    )


for pivots in ((-0.3, 0.3), (-0.3, 0.0, 0.3)):
    dynamics = lw.compile(lw.formalisms.modular(beam_on(*pivots)))
    state = dynamics.assemble(
        positions={"crank1.phi": 1.2, "weight.theta": 0.0}, speeds={"crank1.phi": 2.0, "weight.theta": 0.0}
    )
    inputs = {"tau": 0.5}
    reactions = dynamics.reactions(state, inputs)
    print(str(dynamics.describe()).splitlines()[0])
    print(f"  acceleration of the first crank: {dynamics.forward(state, inputs)['crank1.phi']:.12f} rad/s^2")
    print(f"  reactions that are not unique: {', '.join(reactions.not_unique) or 'none'}")
    for name in ("pin1", "hook"):
        print(f"  {name}: x = {reactions[name]['x']:.6f} N, y = {reactions[name]['y']:.6f} N")

"""A machine of one's own: a five-bar linkage, one leg described once and used twice, driven by two motors.

Writes five_bar.html into the current folder.
"""

import linkwright as lw

# A leg: crank on the ground, forearm, motor and reducer. Parameters carry unit and meaning; formulas follow them.
base = lw.Parameter("base", 0.0, "m", "x of the motor axis")
crank = lw.Parameter("crank", 0.15, "m", "length of the crank")
forearm = lw.Parameter("forearm", 0.25, "m", "length of the forearm")
density = lw.Parameter("density", 1.2, "kg/m", "mass of a bar per length")


def bar(length: lw.Parameter, *, home: str | lw.Planar, meaning: str) -> lw.Body:
    """A uniform bar with its origin in the middle."""
    ends = {"root": (-length / 2, 0.0), "tip": (length / 2, 0.0)}
    return lw.Body(density * length, density * length**3 / 12, points=ends, home=home, meaning=meaning)


leg = lw.Mechanism(
    "leg",
    parts={
        "frame": lw.Ground(points={"axis": (base, 0.0)}),
        "crank": bar(crank, home="axis", meaning="crank"),
        "forearm": bar(forearm, home=lw.Planar(), meaning="forearm"),
        "motor": lw.DCMotor(J=1.4e-5, L=2e-3, R=1.5, Kt=0.0385, Ke=0.0385, b=1e-5),
    },
    connections={
        "axis": lw.Revolute("frame.axis", "crank.root"),
        "elbow": lw.Revolute("crank.tip", "forearm.root"),
        "gear": lw.Gear("motor.omega", "axis.angle", ratio=20.0),
    },
    parameters=[base, crank, forearm, density],
    exports={"phi": "axis.angle", "i": "motor.i", "v": "motor.v"},
)

machine = lw.Mechanism(
    "five_bar",
    parts={
        "left": leg.use({"base": -0.1}),
        "right": leg.use({"base": 0.1}),
        "tool": lw.PointMass(0.3, meaning="tool"),
    },
    connections={
        "grip_left": lw.Revolute("left.forearm.tip", "tool"),
        "grip_right": lw.Revolute("right.forearm.tip", "tool"),
        "push": lw.PointForce("tool", direction=(0.0, -1.0), input="force"),
    },
    exports={"force": "push.force"},
    # Where it stands in general: this picks the side of the elbows.
    reference={"left.phi": 2.2, "right.phi": 0.9, "left.forearm.theta": 0.9, "right.forearm.theta": 2.2, "tool.y": 0.3},
    title="Five-bar linkage with two motors, in a horizontal plane",
)

if __name__ == "__main__":
    dynamics = lw.compile(lw.formalisms.modular(machine))
    print(str(dynamics.describe()).splitlines()[0])

    state = dynamics.assemble(positions={"tool.x": 0.03, "tool.y": 0.32})
    print(f"cranks at {state['left.phi']:.4f} and {state['right.phi']:.4f} rad")

    terms = dynamics.terms(state, ["tool.x", "tool.y", "left.i", "right.i"])
    print("apparent mass at the tool (kg):")
    print(terms.inertia[:2, :2].round(4))

    reactions = dynamics.reactions(state, {"left.v": 0.0, "right.v": 0.0, "force": 10.0})
    grip = reactions["grip_left"]
    print(f"the left forearm pushes the tool with ({grip['x']:.3f}, {grip['y']:.3f}) N")

    inputs = {
        "left.v": lw.laws.Sine(0.8, 1.0),
        "right.v": lw.laws.Sine(0.8, 1.0, phase=1.0),
        "force": lw.laws.Table((0.0, 0.5, 1.0), (0.0, 10.0, 0.0), "held"),
    }
    trajectory = lw.simulate(dynamics, state, duration=2.0, inputs=inputs)
    print(trajectory.outcome.in_words())
    print(trajectory.certificate.in_words())
    print("wrote", lw.report.save("five_bar.html", machine, trajectory))

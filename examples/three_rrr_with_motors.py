"""The planar 3RRR machine with its DC motors: two seconds under constant voltages, and a report.

Writes three_rrr.html and three_rrr.csv into the current folder.
"""

import linkwright as lw

machine = lw.mechanisms.three_rrr()
dynamics = lw.compile(lw.formalisms.modular(machine))

# Six degrees of freedom: the platform's three and one current in each leg.
state = dynamics.assemble(
    positions={"platform.x": 0.012, "platform.y": -0.008, "platform.theta": 0.07},
    speeds={"platform.x": 0.15, "platform.y": -0.1, "platform.theta": 0.8, "A.i": 0.4, "B.i": -0.3, "C.i": 0.25},
)
voltages = {"A.v": 0.4, "B.v": -0.3, "C.v": 0.2}

accelerations = dynamics.forward(state, voltages)
print("at the start:")
for name in ("platform.x", "platform.y", "platform.theta", "A.omega", "A.i"):
    print(f"  {name:<15} changes its speed by {accelerations[name]:12.6f} per second")

trajectory = lw.simulate(dynamics, state, duration=2.0, inputs=voltages)
print(trajectory.outcome.in_words())
print(trajectory.certificate.in_words())
print(f"platform at the end: x = {trajectory['platform.x'][-1]:.6f} m, y = {trajectory['platform.y'][-1]:.6f} m")

print("wrote", trajectory.save("three_rrr.csv"))
print("wrote", lw.report.save("three_rrr.html", machine, trajectory))

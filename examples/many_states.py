"""Many states at once: how fast the 3RRR platform can start to the right from each place, by the array interface.

Without motors: torques of at most 1 N m at the base joints. Every place is assembled once; all eight combinations of
full torques are then evaluated in one batch.
"""

import itertools

import numpy as np

import linkwright as lw

dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False)))
column = dynamics.speeds.index("platform.x'")
corners = np.array(list(itertools.product((-1.0, 1.0), repeat=3)))  # columns in the order of dynamics.inputs

places = np.linspace(-0.6, 0.6, 9)
states = []
for y in places:
    near = None
    for x in places:
        near = dynamics.assemble({"platform.x": x, "platform.y": y, "platform.theta": 0.0}, near=near)
        states.append(near)

q = np.repeat([state.q for state in states], len(corners), axis=0)
v = np.zeros((len(q), len(dynamics.speeds)))
u = np.tile(corners, (len(states), 1))
accelerations = dynamics.functions.forward(q, v, u)  # (states x corners, speeds)

best = accelerations[:, column].reshape(len(places), len(places), len(corners)).max(axis=2)
print(f"{len(q)} states by {dynamics.functions.backend}; greatest acceleration of platform.x (m/s^2), y upwards:")
for y, row in reversed(list(zip(places, best, strict=True))):
    print(f"  y = {y:5.2f}  " + " ".join(f"{value:6.2f}" for value in row))
print("         x = " + " ".join(f"{value:6.2f}" for value in places))

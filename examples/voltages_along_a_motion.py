"""Inverse dynamics with motors: the voltages that move the platform as prescribed, and a run that proves them.

A voltage acts on the rate of its current, so it depends on how the torque changes: the question needs a motion, not one
state.
"""

import numpy as np

import linkwright as lw

dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr()))

move = lw.Motion(
    {
        "platform.x": lw.laws.Cycloid(0.0, 0.04, 1.0),
        "platform.y": lw.laws.Cycloid(0.0, -0.03, 1.0),
        "platform.theta": lw.laws.Cycloid(0.0, 0.2, 1.0),
    },
    samples=201,
)
wanted = dynamics.inverse(move)
for leg in "ABC":
    peak = np.max(np.abs(wanted[f"{leg}.v"]))
    print(f"leg {leg}: up to {peak:.4f} V and {np.max(np.abs(wanted[f'{leg}.i'])):.4f} A")

# The same voltages, as splines in time, drive a simulation from the first state.
voltages = {name: lw.laws.Spline(wanted.time, wanted[name], ends="free") for name in dynamics.inputs}
currents = {name: wanted[name][0] for name in ("A.i", "B.i", "C.i")}
at_rest = {"platform.x": 0.0, "platform.y": 0.0, "platform.theta": 0.0}
start = dynamics.assemble(positions=at_rest, speeds=at_rest | currents)
driven = lw.simulate(dynamics, start, duration=move.duration, inputs=voltages, samples=move.samples)
error = max(np.max(np.abs(driven[name] - wanted[name])) for name in move.names)
print(f"the simulated platform stays within {error:.1e} (m or rad) of the prescribed motion")

# At one state the same question has no answer, and says so.
try:
    dynamics.inverse(start, accelerations={"platform.x": 1.0, "platform.y": 0.0, "platform.theta": 0.0})
except lw.dynamics.Refused as error:
    print("refused:", error)

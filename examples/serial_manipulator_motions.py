"""The simulations of a paper again: a serial manipulator moved slowly, 2.5 times faster, and by slight torque changes.

F. Malvezzi, R. M. M. Orsino, T. A. Hess Coelho, Lagrange's, Maggi's and Kane's equations applied to the dynamic
modelling of serial manipulator. Each run is made twice: with the paper's redundant variables (Maggi's equations and the
orthogonal complement) and in minimal coordinates (Kane's), which must agree. Each has a report with what the motion
costs in inertia against gravity at each axis.
"""

from math import pi

import numpy as np

import linkwright as lw
from linkwright import analysis, report
from linkwright.laws import Constant, Cycloid, Sequence
from linkwright.report.sections import effort_section as section

ANGLES = {"gamma1": pi / 2, "alpha2": pi / 3, "alpha3": -pi / 4}
STATIC = {"T1": 0.0, "T2": 78.48, "T3": 24.525}  # N m, hold the arm stretched out at rest
SLIGHT = {"T1": 0.5, "T2": 0.4, "T3": 0.2}  # N m, how far the torques vary from these
SHOWN = [*ANGLES, *[f"{angle}'" for angle in ANGLES], *STATIC]


def difference(first: lw.Trajectory, second: lw.Trajectory) -> float:
    """Largest difference of two runs in positions, speeds and torques."""
    return max(float(np.max(np.abs(first[name] - second[name]))) for name in SHOWN)


def save(file: str, title: str, run: lw.Trajectory) -> None:
    """Write the report of a run and say what it cost."""
    cost = analysis.effort(redundant, run)
    report.save(file, machine, cost.added_to(run), title=title, channels=SHOWN, sections=[section(cost)])
    for k, torque in enumerate(cost.inputs):
        inertia, velocity, gravity = (cost.rms(effect)[k] for effect in ("inertia", "velocity", "gravity"))
        shares = f"{inertia:7.3f} N m for inertia, {velocity:6.3f} for velocities, {gravity:7.3f} for gravity"
        print(f"  {torque}: rms {shares}")
    print(f"wrote {file}")


machine = lw.mechanisms.serial_manipulator()
redundant = lw.compile(lw.formalisms.maggi(machine), join=lw.joins.Complement())
minimal = lw.compile(lw.formalisms.kane(machine))
print(f"redundant: {len(redundant.coordinates)} variables ({', '.join(redundant.coordinates)})")
print(f"minimal:   {len(minimal.coordinates)} variables ({', '.join(minimal.coordinates)})")

for file, title, duration in (("slow.html", "Slow motion", 5.0), ("faster.html", "2.5 times faster", 2.0)):
    motion = lw.Motion({name: Cycloid(0.0, end, duration) for name, end in ANGLES.items()}, samples=201)
    run, again = redundant.inverse(motion), minimal.inverse(motion)
    assert difference(run, again) < 1e-10
    print(f"\n{title} ({duration:g} s): both agree to {difference(run, again):.1e}")
    save(file, title, run)

variation = Sequence((Cycloid(0.0, 1.0, 1.0), Cycloid(1.0, 0.0, 1.0), Constant(0.0, 1.0)))
torques = {name: STATIC[name] + SLIGHT[name] * variation for name in STATIC}
runs = [
    lw.simulate(model, model.assemble(), duration=3.0, inputs=torques, rtol=1e-10, atol=1e-12, samples=301)
    for model in (redundant, minimal)
]
assert difference(*runs) < 1e-7  # the arm's equilibrium is unstable: differences grow
print(f"\nSlight torque variations (3 s): both agree to {difference(*runs):.1e}")
print("  after 3 s:", ", ".join(f"{name} = {runs[0][name][-1]:.4f} rad" for name in ANGLES))
save("forward.html", "Slight torque variations", runs[0])

"""Three controllers of a motion table with its drives, beside each other: cascade, workspace control, computed torque.

A motion of 10 mm at 1 Hz up and down. Errors are the largest of z in a period after the start.
"""

import numpy as np

import linkwright as lw
from linkwright.mechanisms import mast_computed_torque, mast_control, mast_workspace_control

dynamics = lw.compile(lw.formalisms.boltzmann_hamel(lw.mechanisms.mast_3prs()))
friction, platform, kT = (dynamics.parameters[name] for name in ("tau_f", "m_p", "kT"))
controllers = {
    "cascade, motors": (mast_control(dynamics), "speed.command"),
    "cascade, guides": (mast_control(dynamics, encoder="guide"), "speed.command"),
    "workspace": (mast_workspace_control(dynamics), "speed.command"),
    "computed torque, motors": (mast_computed_torque(dynamics), "torque.current"),
    "computed torque, guides": (mast_computed_torque(dynamics, encoder="guide"), "torque.current"),
    "with friction compensation": (mast_computed_torque(dynamics, {"torque.tau_f": friction}), "torque.current"),
}


def followed(loop: lw.ClosedLoop) -> tuple[lw.Trajectory, float]:
    """A run from rest at home, and the largest error of z (mm) in a period after the start."""
    start = loop.steady_state(loop.assemble())
    motion = {"z": lw.laws.Sine(0.010, 1.0, offset=start["z"]), "psi": 0.0, "theta": 0.0}
    run = lw.simulate(loop, start, duration=1.5, inputs=loop.references(motion), samples=751)
    return run, 1e3 * np.abs(run["z"] - motion["z"](run.time))[run.time > 0.5].max()


print(f"{'':26}   error of z (mm) with     torque current  gain   phase   run")
print(f"{'':26}   no     friction, and     (N m)    (A)   margin margin")
print(f"{'':26} friction         +30 %                           (deg)")
for name, (diagram, command) in controllers.items():
    loop = lw.ClosedLoop(dynamics, diagram)
    linear = lw.analysis.linearize(loop, loop.steady_state(loop.assemble()))
    margins = linear.margins(at=f"axis1.{command}")
    (_, smooth), (run, error), (_, heavy) = (
        followed(loop.with_parameters(values)) for values in ({"tau_f": 0.0}, {}, {"m_p": 1.3 * platform})
    )
    current = np.abs(run["drive1.i"])[run.time > 0.5].max()
    print(
        f"{name:26} {smooth:7.4f} {error:7.4f} {heavy:7.4f}  {kT * current:6.4f} {current:6.3f}  "
        f"{margins.gain_up:6.2f} {margins.phase_deg:6.1f}   {run.certificate.verdict}"
    )

"""A ball that bounces until it rests: infinitely many impacts in a finite time, followed, said, turned into rest."""

from math import sqrt

import linkwright as lw

GRAVITY, HEIGHT, RESTITUTION = 9.81, 1.0, 0.6

machine = lw.Mechanism(
    "ball",
    {"ground": lw.Ground(), "ball": lw.Body(0.2, 1e-4)},
    {
        "fall": lw.Prismatic("ground", "ball"),
        "floor": lw.EndStop("fall.slide", lower=0.0, restitution=RESTITUTION),
    },
    gravity=(-GRAVITY, 0.0),
    title="Ball over a floor, its way along x",
)
dynamics = lw.compile(lw.formalisms.modular(machine))
trajectory = lw.simulate(dynamics, dynamics.assemble({"fall.slide": HEIGHT}), duration=3.0)

fall = sqrt(2 * HEIGHT / GRAVITY)
closed, flight = fall, 2 * fall * RESTITUTION
print("impact   time (s)      closed form   difference")
for number, event in enumerate(trajectory.events[:6], start=1):
    print(f"{number:>6}   {event.time:.10f}  {closed:.10f}  {event.time - closed:+.1e}")
    closed, flight = closed + flight, flight * RESTITUTION

rest = trajectory.events[-1]
print(f"{rest.what} at {rest.time:.7f} s; the series ends at {fall * (1 + RESTITUTION) / (1 - RESTITUTION):.7f} s")
print(trajectory.certificate.in_words())

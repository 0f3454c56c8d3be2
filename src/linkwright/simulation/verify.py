"""Verify: a saved run computed once more by another integrator at tighter tolerances, and the largest differences."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from linkwright.dynamics import Dynamics
from linkwright.motions import Outcome, Trajectory
from linkwright.simulation.accuracy import Accuracy
from linkwright.simulation.events import Event
from linkwright.simulation.integrators import DormandPrince, DormandPrince8, Integrator, Radau, Rosenbrock
from linkwright.simulation.result_settings import fingerprint, inputs_of, integrator_of, same, start_of
from linkwright.simulation.simulate import simulate

TIGHTER = 100.0
"""How much tighter the tolerances of the check are."""
TIGHTEST = {8: 2e-13, 5: 1e-12, 4: 1e-11}
"""Tightest relative tolerance by the order of a method: below, its steps are lost in rounding."""
ALLOWED = 100.0
"""Differences may be this many tolerances, since errors of steps add up and grow over a run."""


@dataclass(frozen=True)
class Difference:
    """The largest difference of one channel, also over its largest value, when it is (s), and what is allowed.

    `beyond` is the first time (s) at which the difference is more than allowed, None if there is none.
    """

    name: str
    unit: str
    largest: float
    relative: float
    time: float
    allowed: float
    beyond: float | None

    @property
    def agrees(self) -> bool:
        """Whether the difference is within what is allowed."""
        return bool(self.largest <= self.allowed)


@dataclass(frozen=True)
class Verification:
    """Differences by channel, the worst first; `agrees` if the check finished and all are within what is allowed."""

    agrees: bool
    differences: tuple[Difference, ...]
    integrator: str
    rtol: float
    atol: float
    outcome: Outcome
    until: float

    def in_words(self, count: int = 8) -> str:
        """Some lines for people: the verdict, then the channels that differ most."""
        check = f"computed again by {self.integrator}, relative {self.rtol:.3g}, absolute {self.atol:.3g}"
        lines = [f"{'verified' if self.agrees else 'NOT verified'} until t = {self.until:.9g} s: {check}"]
        if not self.outcome.finished:
            lines.append(f"the check itself {self.outcome.in_words()}")
        beyond = [each.beyond for each in self.differences if each.beyond is not None]
        if beyond:
            lines.append(f"all channels agree before t = {min(beyond):.6g} s; from there on differences are larger")
        for each in self.differences[:count]:
            sign = "within" if each.agrees else "ABOVE"
            unit = f" {each.unit}" if each.unit else ""
            lines.append(
                f"  {each.name}: largest difference {each.largest:.3g}{unit} ({each.relative:.2g} of its largest "
                f"value) at t = {each.time:.6g} s, {sign} {each.allowed:.3g}{unit}"
            )
        more = len(self.differences) - count
        return "\n".join([*lines, f"  and {more} more channels, nearer to what is allowed"] if more > 0 else lines)

    def as_dict(self) -> dict[str, Any]:
        """All of it as plain values, ready for JSON."""
        return {
            "agrees": self.agrees,
            "integrator": self.integrator,
            "rtol": self.rtol,
            "atol": self.atol,
            "until": self.until,
            "outcome": self.outcome.as_dict(),
            "differences": [asdict(each) | {"agrees": each.agrees} for each in self.differences],
        }


def verify(
    motion: Trajectory,
    dynamics: Dynamics,
    *,
    inputs: Mapping[str, Any] | None = None,
    events: Sequence[Event] = (),
    integrator: Integrator | None = None,
    within: float | None = None,
    progress: Callable[[float], None] | None = None,
) -> Verification:
    """Compute a run again by another integrator, at tolerances 100 times tighter, and compare every channel.

    `motion` is what `simulate` gave, or loaded from a file; `dynamics` the machine, made again as it was. `inputs` and
    `events` are needed if they were Python objects that files do not keep. Each channel may differ by 100 (atol + rtol
    times its largest value), or by `within` times its largest value if that is given: errors of steps add up, and in
    long runs the phase of a motion drifts. `integrator` is another one by default (the other of the two explicit ones,
    the other of the two stiff ones).
    """
    if within is not None and not 0 < within < 1:
        raise ValueError(f"within = {within!r}: expected a share of each channel's largest value between 0 and 1")
    asked = asked_of(motion)
    state = start_of(asked)
    shape = (len(dynamics.coordinates), len(dynamics.speeds))
    if (len(state.q), len(state.v)) != shape or not same(fingerprint(dynamics, state), asked["fingerprint"]):
        raise ValueError(
            f"the run is of {motion.provenance.get('machine')!r} with other equations or parameters than the "
            f"{dynamics.name!r} given; make the machine as it was: formalism {motion.provenance.get('formalism')!r}, "
            f"join {motion.provenance.get('join')}, the parameters in motion.provenance['parameters']"
        )
    if asked.get("events") and not events:
        raise ValueError(
            f"the run had {asked['events']} event(s), which files do not keep; give them: "
            "lw.simulation.verify(motion, dynamics, events=[...])"
        )
    how = "give them: lw.simulation.verify(motion, dynamics, inputs={...})"
    given = inputs_of(asked, how) if inputs is None else inputs
    method = _another(integrator_of(asked["integrator"])) if integrator is None else integrator
    tight = Accuracy(
        max(asked["rtol"] / TIGHTER, TIGHTEST.get(method.order, 1e-12)), max(asked["atol"] / TIGHTER, 1e-15)
    )
    grid = np.linspace(state.t, asked["end"], int(asked["samples"]))
    even = bool(np.isin(motion.time, grid).all())
    again = simulate(
        dynamics,
        state,
        duration=(asked["end"] if even else float(motion.time[-1])) - state.t,
        inputs=given,
        rtol=tight.rtol,
        atol=tight.atol,
        integrator=method,
        samples=len(grid),
        dense=not even,
        events=events,
        progress=progress,
    )
    until = min(float(motion.time[-1]), float(again.time[-1]))
    common = motion.time <= until
    if even:
        found = again.time.searchsorted(motion.time[common])
        values = {name: again[name][found] for name in again.names}
    else:
        values = {name: channel.values for name, channel in again.resample(motion.time[common]).channels.items()}
    differences = _differences(motion, values, common, (asked["rtol"], asked["atol"]), within)
    whole = again.outcome.finished or until >= float(motion.time[-1])
    agrees = whole and all(each.agrees for each in differences)
    return Verification(agrees, differences, method.name, tight.rtol, tight.atol, again.outcome, until)


def asked_of(motion: Trajectory) -> Mapping[str, Any]:
    """What a run was asked, from its provenance; refused in words where it is not there."""
    asked = motion.provenance.get("run")
    if not isinstance(asked, Mapping) or "fingerprint" not in asked:
        raise ValueError(
            "this trajectory does not say how it was computed (provenance['run']): it is no simulation, or was saved "
            "by an earlier version; simulate again and verify that"
        )
    return asked


def _another(used: Integrator) -> Integrator:
    """An integrator that shares little with the one that was used."""
    others: dict[type[Integrator], Integrator] = {
        DormandPrince8: DormandPrince(),
        Radau: Rosenbrock(),
        Rosenbrock: Radau(),
    }
    return others.get(type(used), DormandPrince8())


def _differences(
    motion: Trajectory, values: Mapping[str, Any], common: Any, asked: tuple[float, float], within: float | None
) -> tuple[Difference, ...]:
    names = [name for name in motion.names if name in values and name != "energy.error"]
    energy = max((float(np.max(np.abs(motion[name]))) for name in names if name.startswith("energy.")), default=0.0)
    found = []
    for name in names:
        one = motion[name][common]
        off = np.abs(one - values[name])
        scale = energy if name.startswith("energy.") else float(np.max(np.abs(one)))
        rtol, atol = asked
        allowed = ALLOWED * (atol + rtol * scale) if within is None else within * scale + atol
        worst = int(np.argmax(np.where(np.isnan(off), np.inf, off)))
        above = np.flatnonzero(~(off <= allowed))
        beyond = float(motion.time[common][above[0]]) if above.size else None
        time = float(motion.time[common][worst])
        found.append(
            Difference(
                name, motion.unit(name), float(off[worst]), float(off[worst]) / max(scale, atol), time, allowed, beyond
            )
        )
    return tuple(sorted(found, key=lambda each: -each.largest / each.allowed))

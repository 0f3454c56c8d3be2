"""A run of a machine with many parts: one sparse elimination, watched for singular places between steps.

The pivots D of the multipliers are squares: where constraints lose rank they touch zero and come back, on either side
with the same sign. So after each step the smallest pivot in and at the ends of the last two steps is compared; where it
dips, it is followed along the motion between, and if it vanishes there, the run ends before that place.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from linkwright.arrays import Array
from linkwright.dynamics import State
from linkwright.dynamics.answers.location import where
from linkwright.dynamics.plants.rolled.bound import WEAK_MULTIPLIER, BoundLoops
from linkwright.dynamics.plants.rolled.plant import RolledPlant
from linkwright.dynamics.plants.unrolled.pivoting import Choice
from linkwright.dynamics.system.coordinate_singularities import NEAR_HAZARD
from linkwright.simulation.loop import workspace as at
from linkwright.simulation.loop.engine_rolled import rolled_engine, running, sampler
from linkwright.simulation.loop.rank_margin import between
from linkwright.simulation.loop.run import Run
from linkwright.simulation.singularities.failures import KEEP_AWAY
from linkwright.trajectory import Outcome

DIP = 0.25
"""Share of the pivots at both ends of two steps below which one between is followed more closely."""
VANISHED = 1e-4
"""Share below which it has vanished there: of a distance to the singular place, 1 %."""
NODES = 33
"""Points on a step where a dip is looked for, before it is narrowed down."""


class RolledRun(Run):
    """One run of a machine with many parts."""

    @property
    def loops(self) -> BoundLoops:
        """Loops over types of the machine."""
        assert isinstance(self.base.plant, RolledPlant)
        return self.base.plant.loops

    def _angles(self, state: State) -> Array:
        """None: turns are counted from the samples when an angle is read."""
        del state
        return np.zeros(0)

    def start_motor(self) -> None:
        """Bind or compile the time loop."""
        loops = self.loops
        made = running(loops)
        if self.motor is None:
            # All that the loops over types work on is in two arrays, which take the places of parameters and
            # reference pivots.
            machine = self.workspace.machine
            self.I, machine.parameters = made.arrays(loops.work)
            machine.reference = machine.weights = self.I.view(np.float64)
            self._low = self.parameters[made.low : made.low + 1]
            self._low[0] = np.inf
            self._past: list[tuple[float, float, Array]] = []
            self.smallest = np.inf
            self._sides: Array | None = None
            self.settings.weak_quality, self.settings.safe_quality = WEAK_MULTIPLIER, np.inf
        self.motor = rolled_engine(loops, self.inputs, self.integrator, self.reference)
        self.backend = self.motor.backend

    def renew(self, choice: Choice | None = None) -> None:
        """There is one elimination for all states."""
        del choice
        self.used_before = 1
        self.take(None)
        self._avoid_hazards()

    def slice(self) -> int:
        """A step, or many where nothing can be singular; then a look back."""
        status = super().slice()
        self._avoid_hazards()
        low, self._low[0] = float(self._low[0]), np.inf
        if self.loops.rolled.ties is None or status not in (at.SLICE_OVER, at.FINISHED, at.NEW_CHOICE):
            return status
        fit = self.fit(self.now, self.state.y)
        self.smallest = min(self.smallest, fit)
        if not self._past:
            self._past = [(fit, fit, self._here(before=True))]
        self._past = [*self._past[-2:], (fit, low, self._here())]
        # Three states show whether the smallest pivot came down and went up again between.
        if len(self._past) == 3 or status == at.FINISHED:
            self._look_back()
        return status

    def _avoid_hazards(self) -> None:
        """Raise where coordinates have lost their meaning, at this state or in the step to it."""
        hazards = self.loops.hazards
        if not hazards.parts:
            return
        here = self._here()
        values = hazards.values(self.base.p, float(here[0]), here[1 : 1 + self.nq], here[1 + self.nq :][: self.nv])
        sides = np.sign(values)
        if self._sides is None:
            self._sides = sides
        # A sign that has changed since the step before: the singularity lay between.
        crossed = (sides != self._sides) | (np.abs(values) < NEAR_HAZARD)
        if crossed.any():
            back = self._here(before=True)
            raise _SingularBetweenError(float(here[0]), back, f"where {hazards.words(crossed)}")

    def _here(self, *, before: bool = False) -> Array:
        """Time and state, now or a step before."""
        progress, state = self.progress, self.state
        return np.append(progress.before_time if before else progress.t, state.before if before else state.y)

    def fit(self, t: float, y: Array) -> float:
        """Smallest pivot at a state over that at the reference configuration."""
        assert self.motor is not None
        dy, fit, u = np.zeros(self.size), np.zeros(2), np.zeros(max(self.nu, 1))
        u[: self.nu] = self.input_now(t)
        self.motor.slopes[0](np.array([t]), np.array(y), u, self.parameters, self.reference, dy, fit)
        self._low[0] = np.inf
        return float(fit[0])

    def _look_back(self) -> None:
        """Raise where the pivots vanish between the last states."""
        ends = min(self._past[0][0], self._past[-1][0])
        between = min([*[low for _, low, _ in self._past[1:]], *[fit for fit, _, _ in self._past[1:-1]]])
        if not between < DIP * ends:
            return
        for (_, _, one), (_, _, two) in zip(self._past, self._past[1:], strict=False):
            least, time = self._least_between((one[0], one[1:]), (two[0], two[1:]))
            if least < VANISHED * ends:
                cause = "where the constraints lose rank and the branch of the motion is lost"
                raise _SingularBetweenError(time, self._past[0][2], cause)

    def _least_between(self, one: tuple[float, Array], two: tuple[float, Array]) -> tuple[float, float]:
        """The smallest pivot on the cubic between two states, and when."""
        inside = between(self, one, two)

        def pivot(theta: float) -> float:
            found = self.fit(*inside(theta))
            return found if np.isfinite(found) else 0.0

        nodes = np.linspace(0.0, 1.0, NODES)
        values = [pivot(x) for x in nodes]
        k = int(np.argmin(values))
        low, high = nodes[max(k - 1, 0)], nodes[min(k + 1, NODES - 1)]
        for _ in range(30):  # golden section
            a, b = low + 0.382 * (high - low), low + 0.618 * (high - low)
            low, high = (low, b) if pivot(a) < pivot(b) else (a, high)
        theta = (low + high) / 2
        return min(pivot(theta), values[k]), inside(theta)[0]

    def trouble(self, status: int) -> Outcome:
        """Why the loop could not go on."""
        fit = self.fit(self.now, self.state.y)
        what = {at.STEP_TOO_SMALL: "the step became too small", at.NEW_CHOICE: "the constraints nearly lose rank"}
        words = what.get(status, "the constraints could not be met any more")
        if self.integrator.fixed_step and status == at.STEP_TOO_SMALL:
            words = "the state is not finite after a fixed step"
        place = where(self.dynamics.coordinates, self.state_now())
        if self.loops.rolled.ties is not None and not fit > 1e-3:
            reason = (
                f"{words} near a singular configuration (smallest pivot {fit:.3g} of that at the reference "
                f"configuration) at {place}"
            )
            return Outcome("failed", reason, KEEP_AWAY, self.now)
        remedy = (
            "take a smaller step" if self.integrator.fixed_step else "check inputs for jumps, or ask for less accuracy"
        )
        return Outcome("failed", f"{words} at {place}", remedy, self.now)

    def go(
        self, progress: Callable[[float], None] | None = None, keeper: Callable[[int], None] | None = None
    ) -> Outcome:
        """Run to the end, or as far as it goes."""
        try:
            return super().go(progress, keeper)
        except _SingularBetweenError as found:
            self.state.y[:], self.progress.t = found.state[1:], found.state[0]
            self.progress.sample = int(np.searchsorted(self.times, found.state[0], side="right"))
            reason = (
                f"a singular configuration lies at about t = {found.time:.6g} s, {found.cause}; the run ends before "
                f"it, at {where(self.dynamics.coordinates, self.state_now())}"
            )
            return Outcome("failed", reason, KEEP_AWAY, self.now)

    def read(self, time: Array, Q: Array, V: Array, U: Array) -> Array:
        """Kinetic and potential energy, and the largest gaps of positions and speeds: (samples, 4)."""
        call, result = sampler(self.loops), np.zeros((len(time), 4))
        u = np.zeros(max(self.nu, 1))
        for k in range(len(time)):
            u[: self.nu] = U[k]
            call(self.I, self.parameters, time[k : k + 1].copy(), Q[k].copy(), V[k].copy(), u, result[k])
        return result

    def kinetic(self, time: Array, Q: Array, V: Array, U: Array) -> Array:
        """Kinetic energies (J) at some states."""
        return self.read(time, Q, V, U)[:, 0]

    def margin(self, t: float, y: Array) -> float:
        """Not known: it takes singular values of a matrix of the whole machine."""
        del t, y
        return np.nan


class _SingularBetweenError(Exception):
    """A singular configuration between two states: when, the (time, state) to go back to, and what it is."""

    def __init__(self, time: float, state: Array, cause: str) -> None:
        super().__init__(cause)
        self.time, self.state, self.cause = time, state, cause

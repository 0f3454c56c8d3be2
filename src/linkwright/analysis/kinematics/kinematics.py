"""Kinematics of a machine: position problems, Jacobians, singularities, paths and workspaces, by names."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from linkwright.analysis.kinematics import jacobians, paths
from linkwright.analysis.kinematics.assembly_modes import AssemblyMode, AssemblyModes, estimates, search
from linkwright.analysis.kinematics.margins import natural_length
from linkwright.analysis.kinematics.model import KINEMATICS, KinematicModel, UnloadedCouplings, general_state
from linkwright.analysis.kinematics.names import (
    Sets,
    body_quantities,
    driven,
    independent,
    numbers,
    platform_body,
    slopes,
)
from linkwright.analysis.kinematics.positions import Positions, Tell
from linkwright.analysis.kinematics.rates import Rates
from linkwright.analysis.kinematics.singular import Singularity, singularity, solve
from linkwright.analysis.kinematics.workspace import workspaces
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.answers import about_couplings, no_couplings
from linkwright.dynamics.errors import AssemblyError
from linkwright.dynamics.system import targets_of
from linkwright.kinds import checked_arguments, checked_but


@dataclass(frozen=True, eq=False)
class Kinematics(KinematicModel):
    """Kinematics of a compiled machine, with names for its inputs and its platform.

    `inputs`: driven quantities with a position; `pose`: independent positions of the platform, one for each degree of
    freedom (the whole set of Euler parameters counts as three); `twist`: all speeds of the platform, for Jacobians;
    `length`: the characteristic length (m) by which angles are made comparable with lengths; `elastic`: how elastic
    shafts and belts were taken.

    >>> import linkwright as lw
    >>> machine = lw.analysis.Kinematics.of(lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr())))
    >>> machine.inputs, machine.pose
    (('A.phi', 'B.phi', 'C.phi'), ('platform.x', 'platform.y', 'platform.theta'))
    """

    @staticmethod
    @checked_but("dynamics")
    def of(
        dynamics: Dynamics,
        *,
        inputs: Sequence[str] | None = None,
        platform: Sequence[str] | str | None = None,
        length: float | None = None,
        elastic: UnloadedCouplings | None = None,
    ) -> Kinematics:
        """Kinematics of compiled dynamics.

        `inputs` are names of quantities (default: those that the machine's inputs drive); `platform` names of
        quantities, or of a body (default: the body called platform); `length` the characteristic length in m (default:
        the one at which, in the reference configuration, turning and displacing the platform weigh alike).

        With `elastic="unloaded"` elastic shafts and belts are not twisted, so a pose determines the drives; "rigid" is
        the same. Without it the twists of a machine that has some are further degrees of freedom.
        """
        if not isinstance(dynamics, Dynamics):
            msg = f"expected compiled dynamics (lw.compile makes them), got {type(dynamics).__name__}"
            raise TypeError(msg)
        if length is not None and not (np.isfinite(length) and length > 0):
            msg = f"length = {length}: expected a positive number of metres"
            raise ValueError(msg)
        dynamics = dynamics.in_full_matrices("kinematics")
        if elastic is not None:
            if not dynamics.equations.couplings:
                raise no_couplings(dynamics.equations, elastic)
            dynamics = dynamics.rigid
        general = general_state(dynamics)
        J, S = slopes(dynamics, general)
        drives = driven(dynamics, J, S, general) if inputs is None else tuple(inputs)
        if not drives:
            msg = (
                f"{dynamics.name} has no inputs that drive a joint; name the driven quantities, inputs=[names], among "
                f"{', '.join(list(dynamics.reference.positions)[:12])}, ..."
            )
            raise Refused(msg)
        a = numbers(dynamics, drives, positions=True)
        body = ""
        if platform is None or isinstance(platform, str):
            body = platform_body(dynamics, platform)
            places, speeds = body_quantities(dynamics, body)
            x = independent(slopes(dynamics, dynamics.reference), (J, S), places)
        else:
            if not len(platform):
                msg = "platform names nothing; name its independent quantities, or a body"
                raise ValueError(msg)
            x = numbers(dynamics, platform, positions=True)
            speeds = x
        named = dynamics.system.quantities
        sets = Sets(
            tuple(named[k].name for k in a), tuple(named[k].name for k in x), tuple(named[k].name for k in speeds), body
        )
        rates = Rates.of(dynamics, general, [*a, *x, *speeds])
        size = length if length is not None else natural_length(rates, dynamics.reference.q, a, speeds, general.t)
        return Kinematics(dynamics, sets, float(size), Positions.of(dynamics), rates, elastic)

    # -- position problems -----------------------------------------------------------------------------------------

    @checked_arguments
    def direct(self, inputs: Mapping[str, float], *, near: State | None = None, t: float = 0.0) -> State:
        """The configuration for values of the inputs, in the assembly mode of `near` (default: the reference)."""
        return self.solve(inputs, near=near, t=t)

    @checked_arguments
    def inverse(self, pose: Mapping[str, float], *, near: State | None = None, t: float = 0.0) -> State:
        """The configuration for a pose of the platform, in the assembly mode of `near` (default: the reference)."""
        return self.solve(pose, near=near, t=t)

    @checked_arguments
    def solve(self, values: Mapping[str, float], *, near: State | None = None, t: float = 0.0) -> State:
        """The configuration for values of any independent set of quantities, one for each DOF, next to `near`.

        Refused in words: a set of the wrong size, values out of reach (with the joint that does not close), a set
        that does not fix the configuration there (with the motion that stays open).
        """
        return solve(self, values, near=near, t=t)

    @checked_arguments
    def modes(
        self,
        values: Mapping[str, float],
        *,
        starts: int = 8192,
        seed: int = 0,
        bound: int | None = None,
        every_body: bool = False,
        t: float = 0.0,
    ) -> AssemblyModes:
        """All assembly modes that a search finds for values of any independent set of quantities.

        Damped Newton steps from at most `starts` random starts; fewer where every mode was found several times before.
        `bound` is the greatest number there can be, if it is known (6 for the direct problem of a planar 3RRR, 40 for
        that of a Stewart platform): the search then goes on until it is reached or the starts are used up. Modes are
        told apart by the inputs and the platform; with `every_body` by the poses of all bodies, so that a leg on a
        universal joint that can be turned over counts twice.
        """
        if starts < 1:
            msg = f"starts = {starts}: expected at least 1"
            raise ValueError(msg)
        which = self.check_values(values)
        wanted = np.array(list(targets_of(self.dynamics.system, values, positions=True).values()))
        first = [*self.measure.inputs, *self.measure.pose]
        placed = [k for k, quantity in enumerate(self.dynamics.system.quantities) if quantity.z is not None]
        order = list(dict.fromkeys([k for k in (*first, *placed) if k not in set(which)]))
        found, used, solved = search(
            self.positions,
            which,
            wanted,
            tell=self._tell(every_body=every_body),
            order=order,
            starts=starts,
            seed=seed,
            bound=bound,
            t=t,
        )
        if not found:
            raise self._unreachable(values, which, wanted, used, seed, t)
        coverage, likely = estimates([count for _, count in found], solved)
        modes = []
        for number, (q, count) in enumerate(found, 1):
            error = self.positions.problem(which, t).at(q[None], wanted[None]).e
            modes.append(AssemblyMode(number, self.state_at(q, t), count, float(np.max(np.abs(error), initial=0.0))))
        return AssemblyModes(dict(values), tuple(modes), used, solved, seed, coverage, likely, bound)

    def _tell(self, *, every_body: bool) -> Tell:
        if every_body and self.positions.bodies:
            return Tell(self.positions.bodies, ())
        platform = () if self.sets.body else self.measure.pose
        return Tell((self.sets.body,) if self.sets.body else (), (*self.measure.inputs, *platform))

    def number_of(self, state: State, modes: AssemblyModes) -> int | None:
        """Number of the mode that a state is in, among those found for the same values; None if it is not there."""
        tell = self._tell(every_body=False)
        marks = self.positions.signatures(np.array([mode.state.q for mode in modes.modes]), tell)
        apart = np.max(np.abs(marks - self.positions.signatures(state.q[None], tell)), axis=1)
        nearest = int(np.argmin(apart))
        return modes.modes[nearest].number if apart[nearest] < 1e-5 else None

    def _unreachable(
        self, values: Mapping[str, float], which: Sequence[int], wanted: Array, used: int, seed: int, t: float
    ) -> AssemblyError:
        """What is said when no start led to a solution: the least gap found, and at which joint."""
        try:
            self.dynamics.assemble(values, t=t)
        except AssemblyError as error:
            reason = f"no assembly mode was found from {used} random starts (seed {seed}): {error.reason}"
            return AssemblyError(reason, error.parts, error.gaps)
        reason = f"no assembly mode was found from {used} random starts (seed {seed}); give more starts"
        return AssemblyError(reason, list(values), {})

    # -- rates -----------------------------------------------------------------------------------------------------

    @checked_arguments
    def jacobian(self, state: State, *, of: Sequence[str] | None = None, by: Sequence[str] | None = None) -> Array:
        """J (len(of), len(by)) in of' = J by' (+ motion of constraints that depend on time), exact.

        Names as in `state.speeds`; `of` defaults to the platform's twist, `by` to the inputs. `by` must fix what `of`
        asks for; otherwise it is refused, with the motion that stays open.
        """
        return jacobians.jacobian(self, self.dynamics.on_constraints(state), *self._names(of, by))

    @checked_arguments
    def acceleration_term(
        self, state: State, *, of: Sequence[str] | None = None, by: Sequence[str] | None = None
    ) -> Array:
        """c (len(of),) in of'' = J by'' + c at a state that moves, exact: c = J' by' where constraints rest."""
        state = self.dynamics.on_constraints(state)
        return jacobians.acceleration_term(self, state, *self._names(of, by))

    @checked_arguments
    def jacobian_rate(self, state: State, *, of: Sequence[str] | None = None, by: Sequence[str] | None = None) -> Array:
        """J' (len(of), len(by)), the derivative of the Jacobian in time at a state that moves, exact."""
        return jacobians.jacobian_rate(self, self.dynamics.on_constraints(state), *self._names(of, by))

    def _names(self, of: Sequence[str] | None, by: Sequence[str] | None) -> tuple[Sequence[str], Sequence[str]]:
        """Quantities on both sides of a Jacobian."""
        return self.twist if of is None else of, self.inputs if by is None else by

    # -- singularities ---------------------------------------------------------------------------------------------

    def singularity(self, state: State) -> Singularity:
        """Distances to singularities of both kinds at a state, condition number, dexterity, and what moves there."""
        couplings = about_couplings(self.dynamics.equations, KINEMATICS)
        if couplings:
            reason = f"the twists of its couplings are degrees of freedom of {self.dynamics.name} that no input drives"
            raise Refused(f"{reason}, so all its configurations would be singular{couplings}")
        return singularity(self, self.dynamics.on_constraints(state))

    @checked_arguments
    def follow(
        self, path: Sequence[Mapping[str, float]], *, near: State | None = None, t: float = 0.0
    ) -> paths.Followed:
        """Follow one assembly mode along samples of an independent set of quantities (inputs or pose).

        Between samples the values change linearly. Singularities of either kind that are crossed, and the place where
        the mode ends, are noted; see `Followed.events`.
        """
        return paths.follow(self, path, near=near, t=t)

    # -- workspaces ------------------------------------------------------------------------------------------------

    @checked_arguments
    def workspace(
        self,
        across: Mapping[str, tuple[float, float]] | Sequence[str] | None = None,
        *,
        at: Mapping[str, float] | None = None,
        resolution: int | tuple[int, int] = 60,
        near: State | None = None,
        limits: Mapping[str, tuple[float, float]] | None = None,
        clearance: float | None = None,
        over: Mapping[str, Sequence[float]] | None = None,
        longest: float = 600.0,
        progress: Callable[[float], None] | None = None,
    ) -> workspaces.Workspace:
        """Where the platform can go: a slice of the workspace in the plane of two coordinates of its pose.

        `across`: two names of the pose, with ranges {name: (low, high)} or without (found by trying); `at`: values of
        the others (default: the reference's). Each point is reached from its neighbours in the assembly mode of `near`.
        `limits`: ranges of any quantities; `clearance` (m): least distance between bars (those that touch
        in the reference configuration are joined and not compared). `over`:
        one further coordinate with its values: a point counts if any of them is possible (reachable workspace).
        `longest`: estimated time (s) above which the question is refused.
        """
        return workspaces.workspace(
            self,
            across,
            at=at or {},
            resolution=resolution,
            near=near,
            limits=limits or {},
            clearance=clearance,
            over=over or {},
            longest=longest,
            progress=progress or _silent,
        )


def _silent(_: float) -> None:
    return

"""Runs on LAPACK: the loop runs in Python, and a singular configuration ends it."""

from __future__ import annotations

from collections.abc import Callable
from typing import final

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.dynamics.state import system_layout
from linkwright.simulation import workspace as at
from linkwright.simulation.inputs.inputs import Inputs
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.loop.control_expressions import ControlExpressions
from linkwright.simulation.loop.engine import Engine, time_loops
from linkwright.simulation.loop.event_expressions import EventExpressions
from linkwright.simulation.loop.run import Run
from linkwright.simulation.loop.slope_expressions import integrands
from linkwright.simulation.loop.watch import RankWatch
from linkwright.simulation.singularities.failures import stuck, too_rough
from linkwright.simulation.watches import unrolled
from linkwright.trajectory import Outcome


@final
class LapackWatch(RankWatch):
    """Ranks are found at every state; where one is lost, there are no accelerations, and steps become too small."""

    def counted_angles(self, dynamics: Dynamics, state: State) -> Array:
        """Angles that frames give within half a turn only."""
        return unrolled.counted_angles(dynamics, state)

    def engine(self, run: Run) -> Engine:
        """The loop in Python."""
        return lapack_engine(run.dynamics, run.inputs, run.integrator, run.event_expressions, run.control)

    def input_tables(self, inputs: Inputs) -> Array:
        """Tables as they are."""
        return inputs.tables

    def begin(self, run: Run) -> Outcome | None:
        """Nothing."""

    def look_back(self, run: Run, status: int) -> Outcome | None:
        """Nothing."""

    def recover(self, run: Run, status: int) -> Outcome | None:
        """Say why the loop could not go on."""
        if status in (at.SLICE_OVER, at.WINDOW_FULL):
            return too_rough(run) if run.inputs.calls else None
        return stuck(run, status)

    def margin(self, run: Run, time: Array, Y: Array) -> float | None:
        """Smallest rank margin over some states."""
        return unrolled.margin(run, time, Y)

    def notes(self, run: Run) -> list[str]:
        """Nothing: no singular configuration is crossed."""
        return []


def lapack_engine(
    dynamics: Dynamics,
    inputs: Inputs,
    integrator: Integrator,
    watch: EventExpressions | None,
    control: ControlExpressions | None,
) -> Engine:
    """Time loop in Python around a join on LAPACK; constraints are projected with all rows by least squares."""
    # Accelerations come from LAPACK, everything else from CasADi's functions.
    system = dynamics.system
    nq, n = system.q.numel(), system.n
    reading = dynamics.assembler
    a = ca.SX.sym("a", n)
    inner = system.function("integrands", [integrands(system, a)], [a])
    count = system_layout(system).integrals
    rates = system.function("rates", [system.qdot])

    def slope_kernel(moment: Array, y: Array, u: Array, p: Array, ref: Array, dy: Array, fit: Array) -> None:
        del ref
        t, q, v = float(moment[0]), y[:nq], y[nq : nq + n]
        given = u[: len(dynamics.inputs)]
        fit[0], fit[1] = 1.0, 0.0
        try:
            vdot = dynamics.apply_join(dynamics.state(q, v, t), given).vdot
        except (Refused, ValueError):  # a singular configuration, or a trial state that is not finite
            vdot = np.full(n, np.nan)
        dy[:nq] = np.asarray(rates(t, q, v, given, p)).ravel()
        dy[nq : nq + n] = vdot
        dy[nq + n : nq + n + count] = np.asarray(inner(t, q, v, given, p, vdot)).ravel()

    def project_q(moment: Array, q: Array, p: Array, w: Array, out: Array, gap: Array) -> None:
        del w
        step, gap[0] = reading.position_step(float(moment[0]), q[:nq], p)
        out[:nq] = q[:nq] + step

    def project_v(moment: Array, q: Array, v: Array, p: Array, w: Array, out: Array, gap: Array) -> None:
        del w
        step, gap[0] = reading.speed_step(float(moment[0]), q[:nq], v[:n], p)
        out[:n] = v[:n] + step

    found: dict[str, Callable[..., object]] = {
        "slope": slope_kernel,
        "project_q": project_q,
        "project_v": project_v,
        "inputs": inputs.callback,
    }
    if watch is not None:
        found["event_values"] = watch.python_function(system)
    if control is not None:
        found |= control.callables(compiled=True)
    loops = codegen.interpret(time_loops(integrator, watch, control, keep_energy=False, compiled=False), found)
    return Engine(loops["advance"], loops["slope_at"], "lapack, Python loop", 5)

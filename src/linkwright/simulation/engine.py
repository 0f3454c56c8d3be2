"""The machine, its inputs and the time loop put together: compiled beside each other, or bound in Python."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.dynamics.choice import Choice
from linkwright.dynamics.errors import Refused
from linkwright.dynamics.rank import Array
from linkwright.dynamics.system import System
from linkwright.simulation import energy_keeping, events_loop, events_none, stepping
from linkwright.simulation.inputs import Inputs
from linkwright.simulation.integrators import Integrator

if TYPE_CHECKING:
    from linkwright.dynamics.dynamics import Dynamics
    from linkwright.simulation.events_watch import Watch

WORKS = 3
"""Works integrated along: of sources, of losses (with the conversion of motors), and of moving constraints."""


@dataclass(frozen=True, eq=False)
class Engine:
    """The compiled time loop of one choice of rows and pivots, and its slope as a kernel for whoever looks closer."""

    advance: Callable[..., object]
    slope: Callable[..., object]
    weights: Array
    backend: str
    steps_a_slice: int


def works(system: System, vdot: ca.SX) -> ca.SX:
    """Powers whose integrals are the works."""
    power = system.power
    moved = ca.dot(system.v, system.M @ vdot - system.f) if system.moving_constraints else ca.SX(0)
    return ca.vertcat(power["source"], power["loss"] + power["coupling"], moved)


def state_symbol(system: System) -> ca.SX:
    """The state y = (q, v, works) as symbols."""
    return ca.vertcat(system.q, system.v, ca.SX.sym("works", WORKS))


def slope(choice: Choice) -> ca.Function:
    """(t, y, u, p, ref) -> y', fit, with y = (q, v, works) and the reference values of the pivots."""
    system, vdot = choice.system, choice.code.vdot
    ref = ca.SX.sym("ref", max(1, choice.reference.size))
    rates = ca.densify(ca.vertcat(system.qdot, vdot, works(system, vdot)))
    arguments = [system.t, state_symbol(system), system.u, system.p, ref]
    return ca.Function("slope", arguments, [rates, choice.run_fit(ref)])


def slope_slopes(choice: Choice) -> ca.Function:
    """(t, y, u, u', p) -> dy'/d(q, v), the rate of y' that time and inputs give at constant y; exact derivatives."""
    system, vdot = choice.system, choice.code.vdot
    du = ca.SX.sym("du", system.m_u)
    rates = ca.vertcat(system.qdot, vdot, works(system, vdot))
    jacobian = ca.jacobian(rates, ca.vertcat(system.q, system.v))
    rate = ca.jtimes(rates, system.t, ca.SX(1))
    if system.m_u:
        rate += ca.jtimes(rates, system.u, du)
    arguments = [system.t, state_symbol(system), system.u, du, system.p]
    return ca.Function("slope_slopes", arguments, [ca.densify(jacobian), ca.densify(rate)])


def engine(
    dynamics: Dynamics,
    choice: Choice | None,
    inputs: Inputs,
    integrator: Integrator,
    *,
    keep_energy: bool,
    watch: Watch | None = None,
) -> Engine:
    """Engine for a compiled choice, or for a join on LAPACK (choice None); `watch` are the events, if there are any."""
    if choice is None:
        return _on_lapack(dynamics, inputs, integrator, watch)
    key = (inputs.key, type(integrator), keep_energy, None if watch is None else watch.key(choice.system))
    found = choice.engines.get(key)
    if found is not None and not inputs.calls:
        assert isinstance(found, Engine)
        return found
    kernels = {"slope": slope(choice), "project_q": choice.project_positions(), "inputs": inputs.kernel()}
    if keep_energy:
        kernels["balance"] = energy_keeping.balance_kernel(choice, state_symbol(choice.system))
    else:
        kernels["project_v"] = choice.project_speeds()
    if integrator.exact_slopes:
        kernels |= {"slope_slopes": slope_slopes(choice), "input_rates": inputs.rate_kernel()}
    if watch is not None:
        kernels["events"] = watch.kernel(choice, state_symbol(choice.system))
    loops = _loops(integrator, watch, keep_energy=keep_energy)
    if inputs.calls:
        of_time = {"inputs": inputs.callback, "input_rates": inputs.rate_callback}
        library = codegen.build({name: kernel for name, kernel in kernels.items() if name not in of_time})
        bound: dict[str, Callable[..., object]] = {
            name: library.kernel(name, check=False) for name in kernels if name not in of_time
        }
        built = codegen.interpret(loops, {**bound, **of_time})
        return Engine(built["advance"], bound["slope"], choice.weights, f"{library.backend}, Python callback", 20)
    library = codegen.build(kernels, loops)
    steps = 2000 if library.backend == "llvm" else 20
    made = Engine(
        library.loop("advance", check=False),
        library.kernel("slope", check=False),
        choice.weights,
        library.backend,
        steps,
    )
    choice.engines[key] = made
    return made


def _loops(integrator: Integrator, watch: Watch | None, *, keep_energy: bool) -> tuple[Callable[..., object], ...]:
    project = energy_keeping.project if keep_energy else stepping.project
    return (*stepping.LOOPS, project, *integrator.loops, *(events_none.LOOPS if watch is None else events_loop.LOOPS))


def _on_lapack(dynamics: Dynamics, inputs: Inputs, integrator: Integrator, watch: Watch | None) -> Engine:
    """Time loop in Python around a join on LAPACK; constraints are projected with all rows by least squares."""
    system = dynamics.system
    nq, n = system.q.numel(), system.n
    reading = dynamics.assembler
    a = ca.SX.sym("a", n)
    power = system.function("power", [works(system, a)], [a])
    rates = system.function("rates", [system.qdot])

    def slope_kernel(moment: Array, y: Array, u: Array, p: Array, ref: Array, dy: Array, fit: Array) -> None:
        del ref
        t, q, v = float(moment[0]), y[:nq], y[nq : nq + n]
        given = u[: len(dynamics.inputs)]
        fit[0], fit[1] = 1.0, 0.0
        try:
            vdot = dynamics.joined(dynamics.state(q, v, t), given).vdot
        except (Refused, ValueError):  # a singular configuration, or a trial state that is not finite
            vdot = np.full(n, np.nan)
        dy[:nq] = np.asarray(rates(t, q, v, given, p)).ravel()
        dy[nq : nq + n] = vdot
        dy[nq + n : nq + n + WORKS] = np.asarray(power(t, q, v, given, p, vdot)).ravel()

    def project_q(moment: Array, q: Array, p: Array, w: Array, out: Array, gap: Array) -> None:
        del w
        step, gap[0] = reading.position_step(float(moment[0]), q[:nq], p)
        out[:nq] = q[:nq] + step

    def project_v(moment: Array, q: Array, v: Array, p: Array, w: Array, out: Array, gap: Array) -> None:
        del w
        step, gap[0] = reading.speed_step(float(moment[0]), q[:nq], v[:n], p)
        out[:n] = v[:n] + step

    kernels: dict[str, Callable[..., object]] = {
        "slope": slope_kernel,
        "project_q": project_q,
        "project_v": project_v,
        "inputs": inputs.callback,
    }
    if watch is not None:
        kernels["events"] = watch.evaluated(system)
    loops = codegen.interpret(_loops(integrator, watch, keep_energy=False), kernels)
    return Engine(loops["advance"], slope_kernel, np.ones(n), "lapack, Python loop", 5)

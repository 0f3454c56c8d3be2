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
from linkwright.simulation.inputs import Inputs
from linkwright.simulation.integrators import dormand_prince

if TYPE_CHECKING:
    from linkwright.dynamics.dynamics import Dynamics

WORKS = 3
"""Works integrated along: of sources, of losses (with the conversion of motors), and of moving constraints."""


@dataclass(frozen=True, eq=False)
class Engine:
    """The compiled time loop of one choice of rows and pivots."""

    advance: Callable[..., object]
    weights: Array
    backend: str
    steps_a_slice: int


def works(system: System, vdot: ca.SX) -> ca.SX:
    """Powers whose integrals are the works."""
    power = system.power
    moved = ca.dot(system.v, system.M @ vdot - system.f) if system.moving_constraints else ca.SX(0)
    return ca.vertcat(power["source"], power["loss"] + power["coupling"], moved)


def slope(system: System, vdot: ca.SX, fit: ca.SX) -> ca.Function:
    """(t, y, u, p) -> y', fit, with y = (q, v, works)."""
    y = ca.vertcat(system.q, system.v, ca.SX.sym("works", WORKS))
    rates = ca.densify(ca.vertcat(system.qdot, vdot, works(system, vdot)))
    return ca.Function("slope", [system.t, y, system.u, system.p], [rates, fit])


def engine(dynamics: Dynamics, choice: Choice | None, inputs: Inputs) -> Engine:
    """Engine for a compiled choice, or for a join on LAPACK (choice None)."""
    system = dynamics.system
    if choice is None:
        return _on_lapack(dynamics, inputs)
    found = choice.engines.get(inputs.key)
    if found is not None and not inputs.calls:
        assert isinstance(found, Engine)
        return found
    kernels = {
        "slope": slope(system, choice.code.vdot, choice.run_fit),
        "project_q": choice.project_positions(),
        "project_v": choice.project_speeds(),
        "inputs": inputs.kernel(),
    }
    if inputs.calls:
        library = codegen.build({name: kernel for name, kernel in kernels.items() if name != "inputs"})
        bound: dict[str, Callable[..., object]] = {
            name: library.kernel(name, check=False) for name in ("slope", "project_q", "project_v")
        }
        loops = codegen.interpret(dormand_prince.LOOPS, {**bound, "inputs": inputs.callback})
        return Engine(loops["advance"], choice.weights, f"{library.backend}, Python callback", 20)
    library = codegen.build(kernels, dormand_prince.LOOPS)
    steps = 2000 if library.backend == "llvm" else 20
    made = choice.engines[inputs.key] = Engine(library.loop("advance"), choice.weights, library.backend, steps)
    return made


def _on_lapack(dynamics: Dynamics, inputs: Inputs) -> Engine:
    """Time loop in Python around a join on LAPACK; constraints are projected with all rows by least squares."""
    system = dynamics.system
    nq, n = system.q.numel(), system.n
    reading = dynamics.assembler
    a = ca.SX.sym("a", n)
    power = system.function("power", [works(system, a)], [a])
    rates = system.function("rates", [system.qdot])

    def slope_kernel(moment: Array, y: Array, u: Array, p: Array, dy: Array, fit: Array) -> None:
        t, q, v = float(moment[0]), y[:nq], y[nq : nq + n]
        given = u[: len(dynamics.inputs)]
        fit[0], fit[1] = 1.0, 0.0
        try:
            vdot = dynamics.joined(dynamics.state(q, v, t), given).vdot
        except Refused:
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

    loops = codegen.interpret(
        dormand_prince.LOOPS,
        {"slope": slope_kernel, "project_q": project_q, "project_v": project_v, "inputs": inputs.callback},
    )
    return Engine(loops["advance"], np.ones(n), "lapack, Python loop", 5)

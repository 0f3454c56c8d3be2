"""The time loop around the loops over types of a machine with many parts."""

from __future__ import annotations

from collections.abc import Callable

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.dynamics.plants.rolled import BoundLoops, run_library
from linkwright.simulation.events import detection
from linkwright.simulation.events.over_types import values_at
from linkwright.simulation.inputs.inputs import NOTHING, Inputs
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.loop import advance as stepping
from linkwright.simulation.loop.absent import events as events_none
from linkwright.simulation.loop.absent import instants as no_instants
from linkwright.simulation.loop.absent import pivoting as turning_none
from linkwright.simulation.loop.engine import Engine
from linkwright.simulation.loop.event_expressions import EventExpressions
from linkwright.simulation.workspace import PIVOTING
from linkwright.symbolic import t

MACHINE = {"slope": 2, "project_q": 2, "project_v": 2}
"""What the time loop calls of the machine, with the number of outputs."""


def rolled_engine(
    loops: BoundLoops, inputs: Inputs, integrator: Integrator, watch: EventExpressions | None = None
) -> Engine:
    """Engine of a machine with many parts; `watch` are the events, if there are any.

    The time loop is the same for all such machines. Where there is something that can be singular a slice is one step:
    after each one it is asked whether such a place was stepped over.
    """
    rolled = loops.rolled
    kernel = None if watch is None else watch.gathered(loops)[0]
    key = ("engine", inputs.key, type(integrator), None if kernel is None else kernel.serialize())
    made: Engine | None = None if inputs.calls else rolled.engines.get(key)
    if made is not None:
        return made
    around: tuple[Callable[..., object], ...] = (
        *stepping.LOOPS,
        *turning_none.LOOPS,
        stepping.meet_speeds,
        *integrator.loops,
        *(events_none.LOOPS if kernel is None else (*detection.LOOPS, values_at)),
        *no_instants.LOOPS,
    )
    called = MACHINE if kernel is None else {**MACHINE, "event_arguments": 1}
    libraries = [run_library(loops).as_kernels(called)]
    if kernel is not None:
        libraries.append(codegen.build({"event_kernel": kernel}))
    backend = f"{libraries[0].backend}, loops over types"
    steps = 2000 if rolled.constraints is None and not loops.coordinate_singularities.parts else 1
    # A user's function runs in Python, and the time loop with it; the machine's loops stay compiled.
    if inputs.calls:
        bound = codegen.alternatives(libraries, around, place=PIVOTING, calls={"inputs": inputs.callback})
        return Engine(bound("advance"), bound("slope_at"), f"{backend}, Python callback", min(steps, 5))
    kernels, inputs_loop = _inputs(inputs)
    libraries.append(codegen.build(kernels, [inputs_loop]).as_kernels({"inputs": 1}))
    bound = codegen.alternatives(libraries, around, place=PIVOTING)
    steps = steps if libraries[0].backend == "llvm" else 1
    made = rolled.engines[key] = Engine(bound("advance"), bound("slope_at"), backend, steps)
    return made


def counted_tables(inputs: Inputs) -> Array:
    """The tables of inputs, (segments, numbers), each after their number: one loop serves any number of inputs."""
    return np.column_stack([np.full(len(inputs.tables), float(len(inputs.labels))), inputs.tables])


def _inputs(inputs: Inputs) -> tuple[dict[str, ca.Function], codegen.LoopText]:
    """Inputs as a loop over their table (see `counted_tables`); expressions of time are added by kernels."""
    width = inputs.degree + 2
    given = [k for k, expression in enumerate(inputs.expressions) if expression is not NOTHING]
    body = (
        f"    for i in range(int(table[0])):\n        at = 1 + {width} * i\n        value = table[at + {width - 1}]\n"
        f"        for k in range({width - 2}):\n"
        f"            value = value * (t[0] - table[at]) + table[at + {width - 2} - k]\n        u[i] = value\n"
    )
    x = ca.SX.sym("x")
    kernels = {f"input{k}": ca.Function(f"input{k}", [t, x], [x + inputs.expressions[k]]) for k in given}
    body += "".join(f"    input{k}(t, u[{k} :], u[{k} :])\n" for k in given)
    return kernels, codegen.LoopText("inputs", f"def inputs(t: Array, table: Array, u: Array) -> None:\n{body}")

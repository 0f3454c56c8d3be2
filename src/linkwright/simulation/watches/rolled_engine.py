"""The time loop around the loops over types of a machine with many parts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.dynamics.plants.rolled import BoundLoops, running
from linkwright.simulation.events import detection
from linkwright.simulation.events.over_types import event_loop, values_at
from linkwright.simulation.inputs.inputs import NOTHING, Inputs
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.loop import advance as stepping
from linkwright.simulation.loop.absent import events as events_none
from linkwright.simulation.loop.absent import instants as no_instants
from linkwright.simulation.loop.absent import pivoting as turning_none
from linkwright.simulation.loop.engine import Engine
from linkwright.simulation.loop.event_expressions import EventExpressions
from linkwright.symbolic import t

MACHINE = ("slope", "project_q", "project_v")
"""What the time loop calls of the machine."""


def rolled_engine(
    loops: BoundLoops, inputs: Inputs, integrator: Integrator, watch: EventExpressions | None = None
) -> Engine:
    """Engine of a machine with many parts; `watch` are the events, if there are any.

    Where there is something that can be singular a slice is one step: after each one it is asked whether such a place
    was stepped over.
    """
    rolled, run = loops.rolled, running(loops)
    events = None if watch is None else event_loop(loops, *watch.gathered(loops))
    key = ("engine", inputs.key, type(integrator), None if events is None else events.key)
    library = None if inputs.calls else rolled.engines.get(key)
    machine = {**rolled.functions, **run.functions}
    own = [*rolled.loops, *run.loops]
    if events is not None:
        machine["event_kernel"] = events.kernel
        own.append(events.values)
    around: tuple[Callable[..., object], ...] = (
        *stepping.LOOPS,
        *turning_none.LOOPS,
        stepping.meet_speeds,
        *integrator.loops,
        *(events_none.LOOPS if events is None else (*detection.LOOPS, values_at)),
        *no_instants.LOOPS,
    )
    steps = 2000 if rolled.constraints is None and not loops.coordinate_singularities.parts else 1
    # A user's function runs in Python, and the time loop with it; the machine's loops stay compiled.
    if inputs.calls:
        library = codegen.build(machine, own)
        called = MACHINE if events is None else (*MACHINE, "event_values")
        bound: dict[str, Any] = {name: library.loop(name, check=False) for name in called}
        built = codegen.interpret(around, {**bound, "inputs": inputs.callback})
        backend = f"{library.backend}, loops over types, Python callback"
        return Engine(built["advance"], built["slope_at"], backend, min(steps, 5))
    if library is None:
        kernels, inputs_loop = _inputs(inputs)
        library = codegen.build({**machine, **kernels}, [*own, inputs_loop, *around])
        rolled.engines[key] = library
    return Engine(
        library.loop("advance", check=False),
        library.loop("slope_at", check=False),
        f"{library.backend}, loops over types",
        steps if library.backend == "llvm" else 1,
    )


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

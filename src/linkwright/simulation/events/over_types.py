"""Values of events of a machine with many parts, as a loop that the time loop calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array, Integers
from linkwright.dynamics.plants.rolled import BoundLoops, loop_of, running
from linkwright.simulation.workspace import Workspace

event_values: Callable[..., None]


@dataclass(frozen=True, eq=False)
class EventLoop:
    """The loop `event_values(t, y, u, p, ref, out)` and the kernel `event_kernel` that it calls."""

    kernel: ca.Function
    values: codegen.LoopText

    @property
    def key(self) -> tuple[str, str]:
        """What code depends on."""
        return self.kernel.serialize(), self.values.text


def event_loop(loops: BoundLoops, kernel: ca.Function, places: Integers) -> EventLoop:
    """The loop of a kernel that takes the entries of Z = (p, t, u, q, v) at some places.

    Coordinates and speeds of the machine's own are taken from the state. Poses and twists of bodies are read, all of
    them, where the kernel takes one.
    """
    rolled, starts = loops.rolled, loops.rolled.starts
    own = np.full(starts["v"] + rolled.record.sizes["v"], -1)
    own[starts["q"] + rolled.q_dst] = np.arange(len(rolled.q_dst))
    own[starts["v"] + rolled.v_dst] = len(rolled.q_dst) + np.arange(len(rolled.v_dst))
    body, reads = "", False
    for k, place in enumerate(places.tolist()):
        value = f"Z[{place}]"  # a parameter is there from the beginning
        if own[place] >= 0:
            value = f"y[{own[place]}]"
        elif place >= starts["q"]:
            reads = True
        elif place >= starts["u"]:
            value = f"u[{place - starts['u']}]"
        elif place == starts["t"]:
            value = "t[0]"
        body += f"    taken[{k}] = {value}\n"
    # What the kernel takes is put at the end of the working array, where the run has room for it.
    body = f"    taken = R[{running(loops).end} :]\n{body}    event_kernel(taken, out)\n"
    if reads:
        body = f"    read(I, R, t, y, y[nq:], u)\n{body}"
    given = "t: Array, y: Array, u: Array, p: Array, ref: Array, out: Array"
    loop = loop_of(rolled.layout, "event_values", body, given, "    I = integers(ref)\n    R = p\n")
    return EventLoop(kernel, loop)


def values_at(y: Array, run: Workspace, out: Array) -> None:
    """Values of all events at a state; its time and inputs are in `scratch`."""
    event_values(run.scratch.moment, y, run.scratch.inputs, run.machine.parameters, run.machine.pivot_scales, out)

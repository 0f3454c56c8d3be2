"""Linearization of a closed loop about a steady state: machine, blocks and their schedule over one hyperperiod."""

from __future__ import annotations

import numpy as np

from linkwright.analysis.linear.friction import FRICTIONS, Friction, counted_friction
from linkwright.analysis.linear.lifted.blocks import BlockLinearizer
from linkwright.analysis.linear.lifted.cycle import Cycle
from linkwright.analysis.linear.lifted.lifting import Lifting
from linkwright.analysis.linear.lifted.plant import linear_plant
from linkwright.analysis.linear.lifted.poles import structure_of
from linkwright.analysis.linear.lifted.record import Lifted
from linkwright.analysis.linear.point import STEADY, tolerance_faults
from linkwright.closed_loop import ClosedLoop, LoopState
from linkwright.dynamics import State
from linkwright.faults import Faults


def linearize_loop(
    loop: ClosedLoop, state: State | LoopState, *, tolerance: float = STEADY, friction: Friction = "off"
) -> Lifted:
    """The lifted model of a closed loop about a state of `closed_loop.steady_state(...)`."""
    faults = Faults("linearize")
    if not isinstance(state, LoopState):
        faults.add(
            f"state is a {type(state).__name__}; a closed loop is linearized about a state that it holds: "
            "closed_loop.steady_state(state)"
        )
    if friction not in FRICTIONS:
        faults.add(f"friction = {friction!r}: expected one of {', '.join(map(repr, FRICTIONS))}")
    for fault in tolerance_faults(tolerance):
        faults.add(fault)
    python = [name for group in loop.program.groups if not group.compiled for name in group.blocks]
    if python:
        faults.add(f"{', '.join(python)}: a Python function has no derivative; use control.Step")
    faults.stop()
    assert isinstance(state, LoopState)
    dynamics = loop.dynamics.in_full_matrices("linearize")
    program = loop.program
    missing = [name for name in loop.inputs if name not in state.inputs]
    if missing or len(state.memory) != program.size:
        faults.add("the state is one of another loop; take closed_loop.steady_state(state) of this one")
        faults.stop()
    values = {**state.inputs, **state.commands}
    u = np.array([float(values[name]) for name in dynamics.inputs])
    counted = counted_friction(dynamics, state.state, friction)
    plant = linear_plant(dynamics, state.state, u, counted, tolerance)
    blocks = BlockLinearizer(loop, state)
    moments = blocks.hyperperiod()
    cycle = Cycle(program, plant, moments)
    resting = blocks.resting(moments)
    live = [k for k in range(cycle.size) if k - cycle.machine not in resting]
    names = _names(cycle)
    lifting = Lifting(cycle, live)
    neutral = structure_of(lifting.matrix).neutral
    notes = [counted.in_words()] if counted.in_words() else []
    encoders = [name for group in program.groups if group.quantizes for name in group.blocks]
    if encoders:
        notes.append(f"encoders count as 1, without their counts: {', '.join(encoders)}")
    limited = [
        name
        for name, each in program.wiring.blocks.items()
        if {"low", "high"} & {gain.name for gain in each.block.parameters}
    ]
    if limited:
        notes.append(f"limits are not reached: {', '.join(limited)}")
    return Lifted(
        machine=loop.name,
        period=float(cycle.period),
        states=tuple(names[k] for k in live),
        neutral=tuple(names[live[k]] for k in neutral),
        inputs=loop.inputs,
        signals=loop.signals,
        matrix=lifting.matrix,
        state=state,
        friction=friction,
        notes=tuple(notes),
        lifting=lifting,
    )


def _names(cycle: Cycle) -> list[str]:
    """States of the machine, then what is in each place of the memory."""
    names = [*cycle.plant.states, *[""] * cycle.program.size]
    first = cycle.machine
    for group in cycle.groups:
        for place in group:
            outputs = [f"{place.name}.{signal.name}" for signal in place.block.outputs]
            for signal, k in zip(place.block.state, place.states, strict=True):
                name = f"{place.name}.{signal.name}"
                names[first + k] = f"{name} before" if name in outputs else name
            for number, row in enumerate(place.waiting):
                for name, k in zip(outputs, row, strict=True):
                    names[first + k] = f"{name} waiting {len(place.waiting) - number}"
            for name, k in zip(outputs, place.held, strict=True):
                names[first + k] = name
    return names

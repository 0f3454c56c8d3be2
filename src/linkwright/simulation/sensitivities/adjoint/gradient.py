"""Gradients of scalars of a run by any number of parameters, at a cost that does not depend on how many there are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.closed_loop import ClosedLoop, Program
from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.system import Recent, euler_parameters
from linkwright.simulation.loop import advance as stepping
from linkwright.simulation.loop.engine import MOST_TIME_LOOPS, fix_parameters, fixed_parameters
from linkwright.simulation.loop.run import Run
from linkwright.simulation.sampling import instants
from linkwright.simulation.sampling.control import RunControl
from linkwright.simulation.sensitivities.adjoint import absent
from linkwright.simulation.sensitivities.adjoint import loops as going_back
from linkwright.simulation.sensitivities.adjoint.history import History, Jump, Stretch
from linkwright.simulation.sensitivities.adjoint.kernels import (
    PARAMETERS,
    channels_kernel,
    group_kernel,
    structure_kernels,
)
from linkwright.simulation.sensitivities.adjoint.loops import ITERATES, Back, Method, Room, Weights
from linkwright.simulation.sensitivities.adjoint.tableau import DEGREE, tableau_of
from linkwright.simulation.sensitivities.directions import named_directions
from linkwright.simulation.sensitivities.readout import WORKS, expressions, shown_signs
from linkwright.simulation.workspace import PIVOTING, Workspace


@dataclass(frozen=True, eq=False)
class SampledHistory:
    """The history of a run with its samples: time, states, inputs and held outputs (samples, width).

    `start` makes a run like it that has not begun: its records are those that the way back works on.
    """

    machine: Dynamics | ClosedLoop
    state: State
    start: Callable[[], Run]
    history: History
    time: Array
    Y: Array
    held: Array
    counts: Array
    """How often each group of blocks was computed."""

    @property
    def dynamics(self) -> Dynamics:
        """The machine without its control."""
        return self.machine if isinstance(self.machine, Dynamics) else self.machine.dynamics

    @property
    def channels(self) -> tuple[str, ...]:
        """Channels that a scalar may depend on."""
        more = () if isinstance(self.machine, Dynamics) else (*self.machine.program.signals, *self._references)
        return (*expressions(self.dynamics.system), *WORKS, *more)

    @property
    def _references(self) -> tuple[str, ...]:
        assert isinstance(self.machine, ClosedLoop)
        return tuple(label.name for label in self.machine.reference_labels)

    @property
    def names(self) -> tuple[str, ...]:
        """All parameters of the machine and all gains."""
        gains = () if isinstance(self.machine, Dynamics) else tuple(self.machine.gains)
        return (*self.dynamics.parameters, *gains)

    def gradient(self, slopes: Mapping[str, Array], by: Sequence[str]) -> Array:
        """dJ/d(name) of names, from the derivatives of J by samples of channels."""
        directions = named_directions(self.machine, self.state, by)
        run = self.start()
        weights = self._weights(run, slopes)
        self._go_back(run, weights)
        gains = weights.gains[: directions.gains.shape[1]]
        total = directions.start @ weights.state + directions.parameters @ weights.parameters + directions.gains @ gains
        return np.asarray(total / directions.scales)

    # -- what the scalar depends on ------------------------------------------------------------------------------------

    def _weights(self, run: Run, slopes: Mapping[str, Array]) -> Weights:
        """Derivatives of J by states, inputs and held outputs at the samples, and by parameters that channels show."""
        dynamics, system, count = self.dynamics, self.dynamics.system, len(self.time)
        layout, p = dynamics.plant.layout, dynamics.p
        states, signals, values = np.zeros(self.Y.shape), np.zeros((count, max(run.width, 1))), np.zeros(p.size)
        U = np.ascontiguousarray(self.held[:, : run.nu])
        known = expressions(system)
        own = tuple(name for name in slopes if name in known)
        if own:
            shown = np.column_stack([slopes[name] for name in own])
            for group in euler_parameters(system):
                rotation = [system.quantities[k].name for k in group]
                columns = [k for k, name in enumerate(own) if name.removesuffix("'") in rotation]
                if columns:
                    shown[:, columns] *= shown_signs(dynamics, rotation, self.time, self.Y, U)
            library: codegen.Library = system.cached(
                ("weights of channels", own), lambda: codegen.build({"channels": channels_kernel(system, own)})
            )
            of_inputs, of_values = np.zeros((count, run.nu)), np.zeros((count, p.size))
            rows = [np.ascontiguousarray(part) for part in (self.time.reshape(-1, 1), self.Y, U)]
            library.batch("channels", shared=(3,))(
                count, *rows, p, np.ascontiguousarray(shown), states, of_inputs, of_values
            )
            signals[:, : run.nu] = of_inputs
            values = of_values.sum(axis=0)
        for name, given in slopes.items():
            if name in WORKS:
                states[:, layout.works.start + WORKS[name]] += given
        if isinstance(self.machine, ClosedLoop):
            for k, name in enumerate(self.machine.program.signals):
                if name in slopes:
                    signals[:, run.nu + k] += slopes[name]
        gains = 0 if isinstance(self.machine, Dynamics) else len(self.machine.gains)
        return Weights(
            parameters=values, gains=max(1, gains), state=layout.size, memory=max(1, run.control_state.memory.size),
            samples=states.ravel(), signals=signals.ravel(),
        )  # fmt: skip

    # -- the way back --------------------------------------------------------------------------------------------------

    def _go_back(self, run: Run, weights: Weights) -> None:
        """Carry the weights from the end of the run to its start."""
        records = run.workspace
        back = self._records(run, weights)
        samples, control = records.samples, records.control
        control.log.room[:] = 0  # outputs that are computed again are not logged
        n, last = records.machine.n, len(self.time) - 1
        records.tape = self.history.tape(n, records.control_state.memory.size, len(control.references), rows=0)
        # A run that ended early shows the state where it did; the others are samples of its steps.
        if last and self.time[last] != samples.times[min(last, samples.count - 1)]:
            signals = weights.signals.reshape(last + 1, -1)[last]
            weights.state[:] = weights.samples.reshape(-1, n)[last]
            np.add.at(weights.memory, control.held, signals[control.inputs])
            np.add.at(weights.memory, control.places, signals[records.machine.nu :][: control.signals])
            samples.count = last
        else:
            samples.count = last + 1
        for part in reversed(self.history.parts):
            if isinstance(part, Jump):
                before = part.of_state @ weights.state
                weights.parameters += part.of_parameters @ weights.state
                np.add.at(weights.memory, control.held, part.of_commands @ weights.state)
                weights.state[:] = before
            else:
                self._retreat(run, part, back)
        weights.state += weights.samples[:n]

    def _records(self, run: Run, weights: Weights) -> Back:
        """Room for the way back."""
        tableau, machine, control = tableau_of(type(run.integrator)), run.workspace.machine, run.workspace.control
        n, memory = machine.n, run.control_state.memory.size
        most = int(np.max(np.diff(control.first), initial=0)) if control.count else 0
        method = Method(
            stages=tableau.stages, all_stages=tableau.all_stages, degree=DEGREE, a=tableau.a.ravel(), b=tableau.b,
            c=tableau.c, dense=np.ascontiguousarray(tableau.dense).ravel(),
        )  # fmt: skip
        room = Room(
            slopes=tableau.all_stages * n, of_slopes=tableau.all_stages * n, shares=tableau.all_stages, stage=n,
            start=n, sample=n, iterates=ITERATES * (machine.nq + machine.nv), memories=max(1, most) * memory,
            results=max(1, control.results.size), of_state=n, of_rates=n, of_inputs=max(1, machine.nu),
            of_parameters=max(1, weights.parameters.size), of_gains=weights.gains.size,
            of_memory=weights.memory.size, rates=n, counts=np.array(self.counts),
        )  # fmt: skip
        gains = 0 if isinstance(self.machine, Dynamics) else len(self.machine.gains)
        return Back(
            weights=weights, method=method, room=room, rows=0, values=weights.parameters.size, gains=gains
        )  # fmt: skip

    def _retreat(self, run: Run, part: Stretch, back: Back) -> None:
        """Back over a stretch, in which the machine was the same."""
        records, ready = run.workspace, part.pivotings
        retreat, libraries = _compiled(part, run.control if isinstance(run.control, RunControl) else None)
        rows = [library.settle(part.dynamics.p) for library in libraries]
        width = max(row.size for row in rows)
        values = np.zeros((len(rows), width))
        for own, row in zip(values, rows, strict=True):
            own[: row.size] = row
        machine = records.machine
        machine.parameters, machine.row, machine.mobilities = values.ravel(), width, ready.mobilities
        machine.pivot_scales = np.ones(ready.width)
        run.bind_inputs(part.inputs)
        back.rows = part.rows.ravel()
        retreat(len(part.rows), records, back)


def _compiled(part: Stretch, control: RunControl | None) -> tuple[Callable[..., object], list[codegen.Library]]:
    """The compiled way back over stretches of this kind, and the functions of its structures."""
    system, inputs, structures = part.dynamics.system, part.inputs, part.pivotings.structures[: part.ready]
    # Functions are transposed before values are written into them: derivatives by a parameter that is fixed stay.
    fixed = fixed_parameters(part.dynamics)
    libraries = []
    for structure in structures:
        if ("adjoint", fixed) not in structure.compiled:
            wanted = structure_kernels(structure)
            if fixed:
                wanted = {name: fix_parameters(wanted[name], number, fixed) for name, number in PARAMETERS.items()}
            structure.compiled["adjoint", fixed] = codegen.build(wanted, parameters=PARAMETERS)
        library = structure.compiled["adjoint", fixed]
        assert isinstance(library, codegen.Library)
        libraries.append(library)
    known: Recent = system.cached("ways back", lambda: Recent(MOST_TIME_LOOPS))
    key = structures, fixed, inputs.key, None if control is None else control.program
    found: Callable[..., object] | None = None if inputs.calls else known.get(key)
    if found is None:
        found = _bind(part, control, libraries)
        if not inputs.calls:
            known[key] = found
    return found, libraries


def _bind(part: Stretch, control: RunControl | None, libraries: Sequence[codegen.Library]) -> Callable[..., object]:
    every: tuple[Callable[..., object], ...] = (*stepping.LOOPS, stepping.meet_speeds, *going_back.LOOPS)
    loops = {loop.__name__: loop for loop in every}
    for name in ("advance", "step_projected", "step_to_event", "defect", "save_samples", "record_step"):
        del loops[name]
    more: list[codegen.Library] = [codegen.build({"inputs": part.inputs.kernel()})]
    if control is None:
        loops |= {loop.__name__: loop for loop in absent.LOOPS}
        del loops["pull_results"]
    else:
        program = control.program
        loops |= {loop.__name__: loop for loop in (instants.release_outputs, instants.keep_results)}
        loops |= {"compute_group": control.dispatch, "transpose_group": _dispatch(program)}
        more += [program.library, _group_library(program)]
    calls = {"inputs": part.inputs.callback} if part.inputs.calls else None
    bound = codegen.alternatives([*libraries, *more], tuple(loops.values()), place=PIVOTING, calls=calls)
    return bound("retreat")


def _group_library(program: Program) -> codegen.Library:
    """Transposed functions of the groups; the program is kept beside its code, so that its number stays its own."""
    _, library = program.system.cached(
        ("transposed control", id(program)),
        lambda: (program, codegen.build({f"{g.name}_transposed": group_kernel(program, g) for g in program.groups})),
    )
    assert isinstance(library, codegen.Library)
    return library


def _dispatch(program: Program) -> codegen.LoopText:
    """The function that calls the transposed one of a group by its number."""
    arguments = (
        "run.scratch.moment, run.states.y, run.control.slope, run.scratch.inputs, run.control.references, "
        "run.machine.parameters, run.control.gains, run.control_state.memory, back.room.results, "
        "back.room.of_state, back.room.of_rates, back.room.of_inputs, back.room.of_parameters, back.room.of_gains, "
        "back.room.of_memory"
    )
    lines = ["def transpose_group(group: int, run: Workspace, back: Back) -> None:"]
    for group in program.groups:
        lines += [f"    if group == {group.number}:", f"        {group.name}_transposed({arguments})"]
    return codegen.LoopText("transpose_group", "\n".join(lines) + "\n", (Workspace, Back))

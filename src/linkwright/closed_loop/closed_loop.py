"""A machine and the diagram of blocks that controls it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import final

import numpy as np
import numpy.typing as npt

from linkwright.arrays import Array
from linkwright.closed_loop.measurements import Measurement
from linkwright.closed_loop.mechanism_load import MechanismLoad
from linkwright.closed_loop.program import Program
from linkwright.closed_loop.references import MotionReference, motion_references
from linkwright.closed_loop.steady_state import LoopState, steady_state
from linkwright.closed_loop.wiring import make_wiring
from linkwright.control import Diagram
from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.answers import Description, Entry
from linkwright.dynamics.plant import Question, refusal
from linkwright.faults import Faults, close_matches
from linkwright.kinds import checked_arguments, checked_but
from linkwright.laws import Law, Motion
from linkwright.symbolic import Label


@checked_but("dynamics", "diagram")
@final
@dataclass(frozen=True, eq=False, repr=False)
class ClosedLoop:
    """A machine under sampled control: a Dynamics, a diagram of blocks, and the wires between them by name.

    `inputs` are what is left to be given: references (inputs of blocks that nothing is wired to) and inputs of the
    machine that no block commands. `commands` are inputs of the machine that blocks command, `measurements` what blocks
    read of it. Gains are parameters under the names of their blocks, `axis1.speed.kp`; `with_parameters` compiles
    nothing. All faults of the wiring are raised at once.
    """

    dynamics: Dynamics
    diagram: Diagram
    given: Mapping[str, float] = field(default_factory=dict)
    counts: Mapping[str, Array] = field(default_factory=dict)
    program: Program = field(default=None)  # type: ignore[assignment]  # made from the two others

    def __post_init__(self) -> None:
        faults = Faults("ClosedLoop")
        if not isinstance(self.dynamics, Dynamics):
            faults.add(f"dynamics is a {type(self.dynamics).__name__}, expected a Dynamics; compile equations first")
        if not isinstance(self.diagram, Diagram):
            faults.add(f"diagram is a {type(self.diagram).__name__}, expected a control.Diagram of blocks, also of one")
        faults.stop()
        if not self.diagram.flat.blocks:
            faults.add("the diagram has no blocks; simulate the Dynamics itself")
            faults.stop()
        if Question.SAMPLED not in self.dynamics.plant.offers:
            raise refusal(self.dynamics.plant, Question.SAMPLED)
        faults = Faults(f"ClosedLoop of {self.name}")
        for name, each in self.diagram.flat.blocks.items():
            if isinstance(each.block, MechanismLoad):
                faults.found += [f"{name}: {fault}" for fault in each.block.machine_faults(self.dynamics)]
        if self.program is None:
            system = self.dynamics.system
            object.__setattr__(self, "program", Program(make_wiring(self.diagram.flat, system, faults), system))
        faults.stop()
        object.__setattr__(self, "given", dict(self.given))
        object.__setattr__(self, "counts", dict(self.counts))

    def __reduce__(self) -> tuple[object, ...]:
        return ClosedLoop, (self.dynamics, self.diagram, dict(self.given), dict(self.counts))

    def __repr__(self) -> str:
        count = len(self.program.wiring.blocks)
        return f"<ClosedLoop of {self.name}: {count} block{'' if count == 1 else 's'}, inputs {', '.join(self.inputs)}>"

    # -- names -----------------------------------------------------------------------------------------------------

    @property
    def name(self) -> str:
        """Name of the machine."""
        return self.dynamics.name

    @property
    def reference_labels(self) -> tuple[Label, ...]:
        """References with units, as far as these are known."""
        return self.program.wiring.references

    @property
    def inputs(self) -> tuple[str, ...]:
        """What a run is given: references, then inputs of the machine that no block commands."""
        commanded = self.program.wiring.commands
        free = [name for name in self.dynamics.inputs if name not in commanded]
        return (*[label.name for label in self.reference_labels], *free)

    @property
    def commands(self) -> tuple[str, ...]:
        """Inputs of the machine that blocks command."""
        return tuple(self.program.wiring.commands)

    @property
    def measurements(self) -> tuple[str, ...]:
        """What blocks read of the machine."""
        sources = self.program.wiring.sources.values()
        return tuple(dict.fromkeys(source.name for source in sources if isinstance(source, Measurement)))

    @property
    def signals(self) -> tuple[str, ...]:
        """Outputs of all blocks."""
        return tuple(self.program.signals)

    # -- parameters ------------------------------------------------------------------------------------------------

    @property
    def gains(self) -> dict[str, float]:
        """Gains, limits and other numbers of blocks, by name."""
        return {label.name: float(self.given.get(label.name, value)) for label, value in self.program.gains}

    @property
    def g(self) -> Array:
        """Values of the gains, in order."""
        return np.array(list(self.gains.values()), dtype=float)

    @property
    def parameters(self) -> dict[str, float]:
        """Parameters of the machine, and gains of blocks."""
        return {**self.dynamics.parameters, **self.gains}

    @checked_arguments
    def with_parameters(self, values: Mapping[str, float] | None = None, /, **named: float) -> ClosedLoop:
        """The same with other values of machine parameters and gains, by name; nothing is compiled."""
        wanted = {**(values or {}), **named}
        own, known = {}, self.gains
        faults = Faults(f"ClosedLoop of {self.name}")
        machine = {}
        for name, value in wanted.items():
            if name in known:
                own[name] = faults.number(name, value)
            elif name in self.dynamics.parameters or name + "_" in self.dynamics.parameters:
                machine[name] = value
            else:
                faults.add(f"no parameter {name!r}; {close_matches(str(name), [*known, *self.dynamics.parameters])}")
        faults.stop()
        dynamics = self.dynamics.with_parameters(machine) if machine else self.dynamics
        return ClosedLoop(dynamics, self.diagram, {**self.given, **own}, self.counts, self.program)

    @checked_arguments
    def with_counts(self, counts: Mapping[str, npt.ArrayLike]) -> ClosedLoop:
        """The same with the outputs of its encoders given, one value for each instant from the start of a run on.

        So a run can be repeated with the counts of another one, or with those of a measurement. All outputs of an
        encoder are given, by name; others are computed.
        """
        faults = Faults(f"ClosedLoop of {self.name}")
        known = {
            name: signal.group
            for name, signal in self.program.signals.items()
            if self.program.groups[signal.group].quantizes
        }
        found = {}
        for name, values in counts.items():
            if name not in known:
                faults.add(f"no output {name!r} of an encoder; {close_matches(str(name), known)}")
                continue
            rows = faults.sequence(name, values, at_least=0)
            if rows is not None:
                found[name] = rows
        for name, group in known.items():
            others = [each for each in found if known[each] == group]
            if others and name not in found:
                faults.add(f"{name} is missing beside {', '.join(others)}; give all outputs of an encoder")
        faults.stop()
        return ClosedLoop(self.dynamics, self.diagram, self.given, found, self.program)

    # -- the machine -----------------------------------------------------------------------------------------------

    @checked_arguments
    def assemble(
        self,
        positions: Mapping[str, float] | None = None,
        speeds: Mapping[str, float] | None = None,
        *,
        near: State | None = None,
        t: float = 0.0,
    ) -> State:
        """A state of the machine; see `Dynamics.assemble`."""
        return self.dynamics.assemble(positions, speeds, near=near, t=t)

    @checked_arguments
    def steady_state(self, state: State, inputs: Mapping[str, float] | None = None) -> LoopState:
        """A start that holds the pose of a state at rest: states of blocks, currents, and references that go with it.

        Other inputs of the machine than commands are 0, unless they are in `inputs`; references that are given there
        are not sought. `simulate` takes the answer where it takes a State, and `.inputs` as inputs.
        """
        return steady_state(self, state, inputs)

    @checked_arguments
    def references(self, motion: Motion | Mapping[str, Law]) -> dict[str, MotionReference]:
        """Inputs of a run that follow a motion of quantities that determine the machine, or what references are of.

        An open input of a block that is named as a quantity x, its rate x' or acceleration x'' gets that; the
        `reference` of a controller gets what its `measurement` reads. Other quantities than those of the motion follow
        by the kinematics of the machine. Values are exact at the instants at which they are read.
        """
        return motion_references(self.dynamics, self.program.wiring, self.diagram.flat.references, motion)

    def describe(self) -> Description:
        """Blocks with their clocks, wires, inputs, commands, gains, and the machine, as a record that prints."""
        wiring = self.program.wiring
        entries = []
        for name, each in wiring.blocks.items():
            clock = each.clock
            words = f"{type(each.block).__name__} every {float(clock.period):.9g} s"
            words += f", phase {float(clock.phase):.9g} s" if clock.phase else ""
            words += f", delay {float(clock.delay):.9g} s" if clock.delay else ""
            entries.append(Entry("blocks", name, "", words))
        for target, source in wiring.sources.items():
            shown = getattr(source, "name", "") if not isinstance(source, tuple) else str(source)
            entries.append(Entry("wires", str(target), wiring.units[str(target)], f"from {shown}"))
        for name, port in wiring.commands.items():
            entries.append(Entry("commands", name, wiring.units[str(port)], f"from {port}"))
        entries += [Entry("references", label.name, label.unit, label.meaning) for label in self.reference_labels]
        gains = self.gains
        entries += [
            Entry("gains", label.name, label.unit, label.meaning, gains[label.name]) for label, _ in self.program.gains
        ]
        machine = self.dynamics.describe()
        entries += machine.entries
        return Description(f"{machine.title}, {len(wiring.blocks)} blocks of sampled control", tuple(entries))

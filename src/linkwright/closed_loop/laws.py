"""Control laws that know the machine: computed torque, forces ahead from inverse dynamics, and PD at the joints."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import nan

import casadi as ca
import numpy as np

from linkwright.closed_loop.kinematics import LARGEST_LAST, NEWTON_STEPS
from linkwright.closed_loop.model import Model, parts, quantity_labels
from linkwright.control import Block, Diagram, Gain, Sampled, Signal
from linkwright.control.contract import Numbers, Value, check_numbers
from linkwright.control.units import unit
from linkwright.dynamics import Dynamics, State
from linkwright.faults import Faults
from linkwright.kinds import checked_arguments, checked_but
from linkwright.symbolic import Label

MEASURED = "measured."
"""What stands before the names of measurements, beside references of the same quantities."""


class MachineLaw(Block):
    """A block that commands the inputs of a machine from references and measurements of chosen quantities."""

    @property
    def model(self) -> Model:
        """The machine seen from the chosen quantities."""
        raise NotImplementedError

    @property
    def outputs(self) -> tuple[Signal, ...]:
        """A command for each input of the machine."""
        labels = self.model.dynamics.equations.inputs
        return tuple(Signal(label.name, label.unit, label.meaning) for label in labels)

    @property
    def remedy(self) -> str:
        """What to do where it fails."""
        return "keep the machine away from singular configurations, or sample faster"


@checked_but("kp", "kd")
@dataclass(frozen=True, eq=False)
class ComputedTorque(MachineLaw):
    """Computed torque: u = the inputs under which c'' = c_ref'' + kd (c_ref' - c') + kp (c_ref - c).

    c are the chosen quantities, independent and as many as degrees of freedom and inputs. Their positions and rates are
    measured; the configuration of the whole machine follows by Newton steps from the instant before, and the inputs by
    inverse dynamics there. With a perfect model errors die out as e'' + kd e' + kp e = 0, but for sampling. References
    are `c`, `c'` and `c''` of each quantity, measurements `measured.c` and `measured.c'`. `kp` in 1/s^2, `kd` in 1/s.
    `near` is the state that Newton steps start from, the reference configuration unless given.
    """

    dynamics: Dynamics
    coordinates: tuple[str, ...]
    kp: float
    kd: float
    near: State | None = None

    def __post_init__(self) -> None:
        check_numbers(self, kp=self.kp, kd=self.kd)
        _ = self.model

    def __reduce__(self) -> tuple[object, ...]:
        return ComputedTorque, (self.dynamics, self.coordinates, self.kp, self.kd, self.near)

    @cached_property
    def model(self) -> Model:
        """The machine seen from the chosen quantities."""
        return driven_model("ComputedTorque", self.dynamics, self.coordinates, self.near)

    @property
    def inputs(self) -> tuple[Label, ...]:
        """References, their rates and accelerations; measurements and their rates."""
        chosen = self.model.chosen
        return (*quantity_labels(chosen, "reference of ", 3), *quantity_labels(chosen, "measured ", 2, MEASURED))

    @property
    def state(self) -> tuple[Signal, ...]:
        """Coordinates of the instant before."""
        return coordinates_before(self.model)

    @property
    def parameters(self) -> tuple[Gain, ...]:
        """Both gains."""
        return (Gain("kp", self.kp, "1/s^2", "gain of errors"), Gain("kd", self.kd, "1/s", "gain of their rates"))

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class."""
        (r, dr, ddr, c, dc), (kp, kd) = parts(u, len(self.coordinates)), p
        wanted = [
            a + kd * (rate - own) + kp * (goal - place)
            for goal, rate, a, place, own in zip(r, dr, ddr, c, dc, strict=True)
        ]
        return _driven(self.model, x, ca.SX(t), (c, dc, wanted))


@checked_arguments
@dataclass(frozen=True, eq=False)
class InverseDynamics(MachineLaw):
    """Forces ahead: the inputs under which the machine follows its references, u = u(c_ref, c_ref', c_ref'').

    Nothing is measured; it is added to the command of a feedback controller. References are `c`, `c'` and `c''` of each
    chosen quantity.
    """

    dynamics: Dynamics
    coordinates: tuple[str, ...]

    def __post_init__(self) -> None:
        _ = self.model

    def __reduce__(self) -> tuple[object, ...]:
        return InverseDynamics, (self.dynamics, self.coordinates)

    @cached_property
    def model(self) -> Model:
        """The machine seen from the chosen quantities."""
        return driven_model("InverseDynamics", self.dynamics, self.coordinates)

    @property
    def inputs(self) -> tuple[Label, ...]:
        """References, their rates and accelerations."""
        return quantity_labels(self.model.chosen, "reference of ", 3)

    @property
    def state(self) -> tuple[Signal, ...]:
        """Coordinates of the instant before."""
        return coordinates_before(self.model)

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class."""
        r, dr, ddr = parts(u, len(self.coordinates))
        return _driven(self.model, x, ca.SX(t), (r, dr, ddr))


@checked_but("kp", "kd")
@dataclass(frozen=True, eq=False)
class JointPD(MachineLaw):
    """PD control at the joints: each input is kp (c_ref - c) + kd (c_ref' - c') of the quantity that it drives.

    Each chosen quantity c has an input that acts along it, a force or torque of its own. References are `c` and `c'` of
    each, measurements `measured.c` and `measured.c'`; `kp` and `kd` in units of the inputs.
    """

    dynamics: Dynamics
    coordinates: tuple[str, ...]
    kp: float
    kd: float

    def __post_init__(self) -> None:
        check_numbers(self, kp=self.kp, kd=self.kd)
        _ = self.directions

    def __reduce__(self) -> tuple[object, ...]:
        return JointPD, (self.dynamics, self.coordinates, self.kp, self.kd)

    @cached_property
    def model(self) -> Model:
        """The machine seen from the chosen quantities."""
        return driven_model("JointPD", self.dynamics, self.coordinates)

    @cached_property
    def directions(self) -> Mapping[int, tuple[int, float]]:
        """For each input the number of the quantity that it drives, and the sign of the force."""
        effect, faults = self.model.effect, Faults("JointPD")
        found = {}
        for j, name in enumerate(self.dynamics.inputs):
            acts = np.flatnonzero(np.abs(effect[:, j]) > 1e-9)
            if len(acts) != 1 or abs(abs(effect[acts[0], j]) - 1.0) > 1e-9:
                faults.add(f"the input {name} does not act along one of {', '.join(self.coordinates)} alone")
            else:
                found[j] = (int(acts[0]), float(np.sign(effect[acts[0], j])))
        faults.stop()
        return found

    @property
    def inputs(self) -> tuple[Label, ...]:
        """References and their rates; measurements and their rates."""
        chosen = self.model.chosen
        return (*quantity_labels(chosen, "reference of ", 2), *quantity_labels(chosen, "measured ", 2, MEASURED))

    @property
    def parameters(self) -> tuple[Gain, ...]:
        """Both gains; of one unit where all quantities and inputs have the same."""
        units = {(label.unit, each.unit) for label, each in zip(self.outputs, self.model.chosen, strict=True)}
        own = unit(next(iter(units))[0]) / unit(next(iter(units))[1]) if len(units) == 1 else None
        return (
            Gain("kp", self.kp, "" if own is None else str(own), "gain of errors"),
            Gain("kd", self.kd, "" if own is None else str(own * unit("s")), "gain of their rates"),
        )

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class."""
        (r, dr, c, dc), (kp, kd) = parts(u, len(self.coordinates)), p
        forces = [kp * (r[k] - c[k]) + kd * (dr[k] - dc[k]) for k in range(len(r))]
        return [sign * forces[k] for k, sign in self.directions.values()], []


def driven_model(title: str, dynamics: Dynamics, coordinates: Sequence[str], near: State | None = None) -> Model:
    """A model whose inputs drive the chosen quantities; refused in words otherwise."""
    model = Model.of(title, dynamics, coordinates, near)
    faults = Faults(title)
    model.refuse_drives(faults)
    faults.stop()
    model.refuse_inputs(faults)
    faults.stop()
    return model


@checked_arguments
def feedback(dynamics: Dynamics, law: Sampled, name: str = "law") -> Diagram:
    """A diagram of one law of a machine, wired by names: measurements to it, commands from it; references stay open."""
    if not isinstance(law, Sampled) or not isinstance(law.block, MachineLaw):
        msg = (
            f"feedback: got {law!r:.60}, expected a law on a clock, such as "
            "ComputedTorque(dynamics, coordinates, kp=900.0, kd=60.0).every(1e-3)"
        )
        raise TypeError(msg)
    del dynamics  # names are those of the machine that the loop is closed around, whatever the model of the law is
    wires = {
        f"{name}.{label.name}": label.name.removeprefix(MEASURED)
        for label in law.block.inputs
        if label.name.startswith(MEASURED)
    }
    return Diagram({name: law}, wires | {signal.name: f"{name}.{signal.name}" for signal in law.block.outputs})


def coordinates_before(model: Model) -> tuple[Signal, ...]:
    """States of a block that remembers the configuration of the instant before."""
    names = zip(model.dynamics.coordinates, model.start(), strict=True)
    return tuple(Signal(name, "", "coordinate before", float(value)) for name, value in names)


def _driven(
    model: Model, x: Numbers, t: ca.SX, wanted: tuple[list[ca.SX], list[ca.SX], list[ca.SX]]
) -> tuple[Numbers, Numbers]:
    """Inputs for positions, rates and accelerations of the chosen quantities, and the configuration there."""
    places, rates, accelerations = wanted
    before = ca.SX(ca.vertcat(*x))
    q, size = model.close(t, before, places, NEWTON_STEPS)
    closed = size <= LARGEST_LAST
    v = model.speeds(t, q, rates)
    u = model.forces(t, q, v, accelerations)
    outputs = [ca.if_else(closed, u[k], nan) for k in range(u.numel())]
    return outputs, [ca.if_else(closed, q[k], before[k]) for k in range(q.numel())]

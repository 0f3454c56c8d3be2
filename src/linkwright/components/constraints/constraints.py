"""Constraints between quantities: gears, prescribed motions, and what a user writes by hand."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import casadi as ca

from linkwright.components.joints.branch_cuts import jumps, remedy
from linkwright.components.own_parts.calls import evaluate_function
from linkwright.equations import Requirement
from linkwright.laws import as_law
from linkwright.model import Argument, Connection, Ports, Row, Values
from linkwright.symbolic import Label, Scalar


@dataclass(frozen=True)
class Gear(Connection):
    """A gear between two speeds: output = input / ratio (Orsino 2017, eq. (11)).

    On the speed of a motor that has an angle the gear holds the angles too: angle = ratio z, for the position z of the
    joint. So the motor's angle is no freedom of its own.
    """

    input: str
    output: str
    ratio: Scalar

    @property
    def quantities(self) -> tuple[str, ...]:
        """Input and output."""
        return (self.input, self.output)

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Ratio."""
        return (Argument("ratio", self.ratio, "", "speed ratio input / output"),)

    def requirements(self, values: Values) -> tuple[Requirement, ...]:
        """The ratio is not zero."""
        return (Requirement(values["ratio"] ** 2, relation=">", words="ratio (it must not be zero)"),)

    def _angles(self, ports: Ports) -> tuple[ca.SX, ca.SX] | None:
        """Positions of both where at least one is the angle beside a motor's speed; none where speeds alone count."""
        if all(port.integral is None for port in ports.quantities):
            return None
        fast, slow = (port.z if port.integral is None else port.integral for port in ports.quantities)
        return None if fast is None or slow is None else (fast, slow)

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """z_out - z_in / ratio = 0 where the angle of a motor follows; within half a turn for an angle that wraps."""
        angles = self._angles(ports)
        if angles is None:
            return ()
        error = angles[1] - angles[0] / ports.values["ratio"]
        if ports.quantities[1].wraps:
            error = ca.atan2(ca.sin(error), ca.cos(error))
        elif ports.quantities[0].wraps:
            turned = ports.values["ratio"] * error
            error = ca.atan2(ca.sin(turned), ca.cos(turned)) / ports.values["ratio"]
        slow = ports.quantities[1]
        unit = slow.unit if slow.integral is None else "rad"
        return (Row(Label("gear", unit, "mismatch of the gear"), error),)

    def rate(self, ports: Ports) -> tuple[Row, ...]:
        """s_out - s_in / ratio = 0."""
        if self._angles(ports) is not None:
            return ()
        fast, slow = ports.quantities
        return (
            Row(Label("gear", slow.rate_unit, "speed mismatch of the gear"), slow.s - fast.s / ports.values["ratio"]),
        )


@dataclass(frozen=True)
class Prescribed(Connection):
    """A quantity follows a motion law in time: z - law(t) = 0, a rheonomic constraint.

    `law` is a law of `lw.laws`, a CasADi expression of `lw.t`, a number, or a function of the time symbol that gives
    an expression. Its first two derivatives are exact.
    """

    quantity: str
    law: Any

    @property
    def quantities(self) -> tuple[str, ...]:
        """The quantity."""
        return (self.quantity,)

    @property
    def structure(self) -> Hashable:
        """The law."""
        return identity(self.law)

    @property
    def breaks(self) -> tuple[float, ...]:
        """Those of the law."""
        return tuple(getattr(self._law, "breaks", ()))

    def faults(self) -> list[str]:
        """The law is one, an expression of time alone, a number, or a function of time."""
        try:
            _ = self._law
        except (TypeError, ValueError) as error:
            return [f"law of {self.quantity}: {error}"]
        return []

    @property
    def _law(self) -> Any:
        """The law, that of an expression or a number, or the function."""
        return self.law if hasattr(self.law, "expression") or callable(self.law) else as_law(self.law)

    def _target(self, t: ca.SX) -> ca.SX:
        law = self._law
        if hasattr(law, "expression"):
            return ca.SX(law.expression(t))
        return ca.SX(evaluate_function(law, f"law of {self.quantity}", "the time t", t))

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """z - law(t); for an angle that wraps, the difference within half a turn."""
        port = ports.quantities[0]
        if port.z is None:
            return ()
        error = port.z - self._target(ports.t)
        expression = ca.atan2(ca.sin(error), ca.cos(error)) if port.wraps else error
        return (Row(Label("follow", port.unit, f"distance of {self.quantity} from its prescribed motion"), expression),)

    def rate(self, ports: Ports) -> tuple[Row, ...]:
        """For a quantity without a position: s - law(t) = 0."""
        port = ports.quantities[0]
        if port.z is not None:
            return ()
        return (
            Row(
                Label("follow", port.rate_unit, f"distance of {self.quantity} from its prescribed speed"),
                port.s - self._target(ports.t),
            ),
        )


@dataclass(frozen=True)
class ConstantSpeed(Connection):
    """A quantity keeps a constant speed, whatever it takes: s - speed = 0; the speed is a parameter."""

    quantity: str
    speed: Scalar

    @property
    def quantities(self) -> tuple[str, ...]:
        """The quantity."""
        return (self.quantity,)

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """The speed."""
        return (Argument("speed", self.speed, "rad/s or m/s", "constant speed", keep=True),)

    def rate(self, ports: Ports) -> tuple[Row, ...]:
        """s - speed = 0."""
        port = ports.quantities[0]
        label = Label("follow", port.rate_unit, f"distance of {self.quantity} from its speed")
        return (Row(label, port.s - ports.values["speed"]),)


@dataclass(frozen=True)
class Holonomic(Connection):
    """A constraint on positions, written by the user: residual(t, z_1, ..., z_k) = 0 (one expression or several).

    It is differentiated for the user; it may depend on time.
    """

    on: tuple[str, ...]
    residual_of: Callable[..., Any]
    unit: str = ""

    @property
    def quantities(self) -> tuple[str, ...]:
        """What it is written on."""
        return tuple(self.on)

    @property
    def structure(self) -> Hashable:
        """The function itself."""
        return identity(self.residual_of)

    @property
    def user_written(self) -> bool:
        """Its rows are the user's."""
        return True

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """The user's rows."""
        missing = [name for name, port in zip(self.on, ports.quantities, strict=True) if port.z is None]
        if missing:
            msg = f"Holonomic on {', '.join(missing)}: a speed without a position; use Nonholonomic"
            raise ValueError(msg)
        places = [port.z for port in ports.quantities]
        takes = f"t and {len(places)} position(s)"
        return _rows(
            evaluate_function(self.residual_of, f"Holonomic on {', '.join(self.on)}", takes, ports.t, *places),
            self.unit,
        )

    def branch_cuts(self, ports: Ports) -> tuple[tuple[ca.SX, str], ...]:
        """Angles read back from frames with which the rows jump by a turn."""
        return _branch_cuts(self, ports, self.on)


@dataclass(frozen=True)
class Nonholonomic(Connection):
    """A constraint on speeds, written by the user: residual(t, positions, speeds) = 0, also nonlinear in the speeds."""

    on: tuple[str, ...]
    residual_of: Callable[..., Any]
    unit: str = ""

    @property
    def quantities(self) -> tuple[str, ...]:
        """What it is written on."""
        return tuple(self.on)

    @property
    def structure(self) -> Hashable:
        """The function itself."""
        return identity(self.residual_of)

    @property
    def user_written(self) -> bool:
        """Its rows are the user's."""
        return True

    def rate(self, ports: Ports) -> tuple[Row, ...]:
        """The user's rows."""
        places, rates = [port.z for port in ports.quantities], [port.s for port in ports.quantities]
        takes = "t, a list of positions and a list of speeds"
        what = f"Nonholonomic on {', '.join(self.on)}"
        return _rows(evaluate_function(self.residual_of, what, takes, ports.t, places, rates), self.unit)

    def branch_cuts(self, ports: Ports) -> tuple[tuple[ca.SX, str], ...]:
        """Angles read back from frames with which the rows jump by a turn."""
        return _branch_cuts(self, ports, self.on)


def _branch_cuts(connection: Connection, ports: Ports, names: Sequence[str]) -> tuple[tuple[ca.SX, str], ...]:
    def rows(at: Ports) -> list[ca.SX]:
        return [row.expression for row in (*connection.residual(at), *connection.rate(at))]

    kind = type(connection).__name__
    return tuple((z, f"the {kind} constraint jumps, since {remedy(name)}") for z, name in jumps(rows, ports, names))


def _rows(value: Any, unit: str) -> tuple[Row, ...]:
    entries: Sequence[Any] = value if isinstance(value, (list, tuple)) else [value]
    stacked = ca.densify(ca.vertcat(*[ca.SX(entry) for entry in entries]))
    return tuple(
        Row(Label(f"row{k + 1}" if stacked.numel() > 1 else "row", unit, "constraint written by the user"), stacked[k])
        for k in range(stacked.numel())
    )


def identity(value: Any) -> Hashable:
    """Identity of an object as a key: the object itself is kept alive by it."""
    return _Identity(value)


class _Identity:
    def __init__(self, value: Any) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and other.value is self.value

"""Constraints between quantities: gears, prescribed motions, and what a user writes by hand."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import pi
from typing import Any

import casadi as ca

from linkwright.components.joints.branch_cuts import jumps, remedy
from linkwright.components.joints.one_axis import within_half_a_turn
from linkwright.components.own_parts.calls import evaluate_function
from linkwright.equations import Requirement, Role
from linkwright.laws import as_law
from linkwright.model import Argument, Connection, Ports, Row, Values
from linkwright.model.arguments import is_number
from linkwright.model.connection import Tie
from linkwright.symbolic import Label, Scalar

MOST_INPUT_TURNS = 100
"""Turns of the input of a gear, at most, after which both of its angles are where they began."""


@dataclass(frozen=True)
class Gear(Connection):
    """A gear between two quantities: output = offset + input / ratio (Orsino 2017, eq. (11), of speeds).

    It ties positions where both have them; on the speed of a motor that has an angle (`motor.omega`) that is the angle,
    which so is no freedom of its own. Else it ties speeds alone. `offset` (rad or m) is the output at input 0: where
    the teeth mesh. Of angles that are both read from frames, and so known within half a turn only, as many turns are
    told apart as the ratio allows: 5/2 ties 2 input to 5 output modulo a turn.
    """

    input: str
    output: str
    ratio: Scalar
    offset: Scalar = field(default=0.0, kw_only=True)

    @property
    def quantities(self) -> tuple[str, ...]:
        """Input and output."""
        return (self.input, self.output)

    @property
    def arguments(self) -> tuple[Argument, ...]:
        """Ratio and offset."""
        return (
            Argument("ratio", self.ratio, "", "speed ratio input / output", keep=True),
            Argument("offset", self.offset, "rad or m", "output at input 0", keep=True),
        )

    @property
    def structure(self) -> Hashable:
        """How many turns of the input make whole turns of the output."""
        return self._turns

    def requirements(self, values: Values) -> tuple[Requirement, ...]:
        """The ratio is not zero."""
        return (Requirement(values["ratio"], relation="!=", words="ratio"),)

    def tie(self, values: Values) -> Tie:
        """The output follows the input."""
        return Tie(self.input, self.output, 1 / values["ratio"], values["offset"])

    @property
    def _turns(self) -> int:
        """Least number of turns of the input in which the output turns a whole number of times."""
        value = getattr(self.ratio, "value", self.ratio)
        return Fraction(float(value)).limit_denominator(MOST_INPUT_TURNS).denominator if is_number(value) else 1

    def _positions(self, ports: Ports) -> tuple[ca.SX, ca.SX] | None:
        """Positions of both, the angle beside a motor's speed among them; none where speeds alone count."""
        fast, slow = (port.z if port.integral is None else port.integral for port in ports.quantities)
        return None if fast is None or slow is None else (fast, slow)

    def residual(self, ports: Ports) -> tuple[Row, ...]:
        """z_out - offset - z_in / ratio = 0 of positions; modulo what turns of angles that wrap leave open."""
        positions = self._positions(ports)
        if positions is None:
            return ()
        ratio = ports.values["ratio"]
        error = positions[1] - ports.values["offset"] - positions[0] / ratio
        fast, slow = ports.quantities
        rows: tuple[Row, ...] = ()
        if fast.wraps:
            # input modulo 2 pi is ratio output modulo 2 pi ratio: both are so modulo 2 pi after a whole number of turns
            turns = self._turns if slow.wraps else 1
            error = within_half_a_turn(turns * ratio * error) / (turns * ratio)
            if slow.wraps:
                words = f"distance of {turns} ratio from a whole number ({remedy(self.input)})"
                rows = (Row(Label("teeth", "", words), ca.sin(pi * turns * ratio) / pi),)
        elif slow.wraps:
            error = within_half_a_turn(error)
        unit = slow.unit if slow.integral is None else "rad"
        return (Row(Label("gear", unit, "mismatch of the gear"), error, Role.MESH), *rows)

    def rate(self, ports: Ports) -> tuple[Row, ...]:
        """s_out - s_in / ratio = 0."""
        if self._positions(ports) is not None:
            return ()
        fast, slow = ports.quantities
        if not (is_number(self.offset) and self.offset == 0):
            none = " and ".join(
                name for name, port in zip(self.quantities, (fast, slow), strict=True) if port.z is port.integral
            )
            msg = (
                f"gear of {self.input} and {self.output}: offset = {self.offset}, but {none} is a speed without a "
                "position, so that speeds alone are tied; leave the offset out"
            )
            raise ValueError(msg)
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

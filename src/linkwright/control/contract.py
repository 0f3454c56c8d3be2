"""What a block of a controller is: frozen data and one pure function that is called at the instants of a clock.

To add a block:

1. Write a frozen dataclass that derives from `Block`, in the file of its family.
2. Say what goes in and out: `inputs`, `outputs`, `state`, `parameters`, each with unit and meaning. A unit in braces is
   open: what is wired decides it, and the same letter means the same unit.
3. Write `step(x, t, u, p, T)` in plain arithmetic and functions of CasADi, so that symbols pass through it as numbers
   do. It must not depend on anything else: a block is called as often as its clock says, also when a run is repeated.
4. Put its formula into the docstring and test it against that formula.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, ClassVar, TypeAlias

from linkwright.control.schedule import Clock, Rational, exact
from linkwright.faults import Faults, close_matches
from linkwright.symbolic import Label

Value: TypeAlias = Any
"""A number or a CasADi expression: what converts to both has no other common type."""
Numbers: TypeAlias = Sequence[Value]
"""Values in the order of their labels."""


@dataclass(frozen=True)
class Signal:
    """An output or a state of a block: name, unit, meaning, and the value that it begins with."""

    name: str
    unit: str = ""
    meaning: str = ""
    initial: float = 0.0


@dataclass(frozen=True)
class Gain:
    """A number of a block that may be changed without compiling: a gain, a limit, a time constant."""

    name: str
    value: float
    unit: str = ""
    meaning: str = ""


class Block(ABC):
    """A computation that runs at the instants of a clock: (outputs, x_next) = step(x, t, u, p, T)."""

    compiled: ClassVar[bool] = True
    """Whether `step` takes symbols, so that it runs as machine code."""
    counters: ClassVar[frozenset[str]] = frozenset()
    """States that count instants, and so never rest."""
    quantizes: ClassVar[bool] = False
    """Whether its outputs jump where its inputs pass thresholds, as counts of an encoder do."""

    @property
    @abstractmethod
    def inputs(self) -> tuple[Label, ...]:
        """What it reads."""

    @property
    @abstractmethod
    def outputs(self) -> tuple[Signal, ...]:
        """What it computes; until its first instant an output has its initial value."""

    @property
    def state(self) -> tuple[Signal, ...]:
        """What it remembers from one instant to the next."""
        return ()

    @property
    def parameters(self) -> tuple[Gain, ...]:
        """Its gains and limits."""
        return ()

    @property
    def remedy(self) -> str:
        """What to do where an output is not a finite number."""
        return "look at what the block computes there: a division by zero, a root of a negative number"

    def clock_faults(self, clock: Clock) -> list[str]:
        """What keeps it from running on a clock, in sentences."""
        return []

    @abstractmethod
    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """Outputs and the next state, from the state x, the time t (s), inputs u, parameters p and the period T (s)."""

    def linear_step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """What linear models take the derivative of: `step`; of a block that quantizes, what it does on average."""
        return self.step(x, t, u, p, T)

    def every(
        self,
        period: Rational | None = None,
        *,
        hz: Rational | None = None,
        phase: Rational = 0,
        delay: Rational = 0,
        initial: Mapping[str, float] | float | None = None,
    ) -> Sampled:
        """The block on a clock with instants phase + k period (s), or at a rate (Hz); outputs act `delay` (s) later.

        Times are rational numbers: a float is the decimal it prints as, a Fraction is taken as it is, and `hz=3000` is
        a period of exactly 1/3000 s. `initial` are outputs before the first one acts, by name, or one number for all.
        Times that are not possible are reported when a closed loop is made of it, together with all other faults.
        """
        faults: list[str] = []
        times = {"period": Fraction(1)}
        if (period is None) == (hz is None):
            faults.append(f"every(period={period!r}, hz={hz!r}): expected either a period (s) or a rate (Hz)")
        for name, value in (("period", period), ("hz", hz), ("phase", phase), ("delay", delay)):
            times[name] = Fraction(0) if name != "period" else Fraction(1)
            if value is not None:
                try:
                    times[name] = exact(value, name)
                except (TypeError, ValueError) as error:
                    faults.append(str(error))
        if hz is not None and not faults:
            if times["hz"] > 0:
                times["period"] = 1 / times["hz"]
            else:
                faults.append(f"hz = {hz!r}: expected more than 0 Hz")
        initials = Faults("")
        values = initial_values(self.outputs, initial, initials)
        clock = Clock(times["period"], times["phase"], times["delay"])
        if not faults:
            faults += clock.faults
        if not faults:
            faults += self.clock_faults(clock)
        return Sampled(self, clock, values, (*faults, *initials.found))


@dataclass(frozen=True)
class Sampled:
    """A block on a clock, and its outputs before the first one acts.

    `faults` are sentences about times and initial values that are not possible. They are raised with all others when a
    closed loop is made of it, where the block has a name.
    """

    block: Block
    clock: Clock
    initial: tuple[float, ...] = field(default=())
    faults: tuple[str, ...] = field(default=())

    def __post_init__(self) -> None:
        if not self.initial:
            object.__setattr__(self, "initial", tuple(signal.initial for signal in self.block.outputs))


def initial_values(outputs: Sequence[Signal], given: Any, faults: Faults) -> tuple[float, ...]:
    """Values of outputs before the first one acts: those of the block, where none are given."""
    names = [signal.name for signal in outputs]
    values = {signal.name: float(signal.initial) for signal in outputs}
    if given is None:
        return tuple(values.values())
    if not isinstance(given, Mapping):
        given = dict.fromkeys(names, given)
    for name, value in given.items():
        if name not in values:
            faults.add(f"initial: no output {name!r}; {close_matches(str(name), names)}")
        else:
            values[name] = faults.number(f"initial of {name}", value)
    return tuple(values.values())


def check_numbers(block: object, *, positive: Sequence[str] = (), **values: object) -> dict[str, float]:
    """Numbers of a block as floats; what is no finite number, or not positive where it must be, is refused together."""
    faults = Faults(type(block).__name__)
    found = {}
    for name, value in values.items():
        check = faults.positive if name in positive else faults.number
        found[name] = float("nan") if isinstance(value, bool) else check(name, value)
        if isinstance(value, bool):
            faults.add(f"{name} is {value!r}, expected one finite number; give a finite number.")
    faults.stop()
    return found


def set_numbers(block: object, *, positive: Sequence[str] = (), optional: Sequence[str] = (), **values: object) -> None:
    """Check numbers of a frozen block and keep them as floats; None stays None where it is `optional`."""
    given = {name: value for name, value in values.items() if value is not None or name not in optional}
    for name, value in check_numbers(block, positive=positive, **given).items():
        object.__setattr__(block, name, value)

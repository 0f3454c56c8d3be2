"""Symbols of a machine that expressions of events are written in, and values of such expressions at its states."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, TypeAlias, final

import casadi as ca
import numpy as np

from linkwright.arrays import Array, Integers
from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.plants.rolled import BoundLoops, RolledPlant
from linkwright.dynamics.system import System, call_function
from linkwright.equations import Equations, Uses
from linkwright.simulation.events.names import Names, SystemNames
from linkwright.symbolic import t

Source: TypeAlias = System | BoundLoops
"""What the symbols of a machine are: the matrices of the whole machine, or loops over types."""
Values: TypeAlias = Callable[..., Array]
"""(t, q, v, u, p) -> values of expressions, one after another."""


class Symbols(ABC):
    """Symbols of a machine, by what its code is made of."""

    names: Names

    @property
    @abstractmethod
    def equations(self) -> Equations:
        """The equations of the machine."""

    @property
    @abstractmethod
    def branch_cuts(self) -> Sequence[tuple[ca.SX, str]]:
        """Angles known modulo 2 pi only that the machine reads, with words for a run that takes one across."""

    @property
    @abstractmethod
    def kinks(self) -> Sequence[tuple[ca.SX, str]]:
        """Expressions at whose zeros efforts have kinks, with the names of the loads."""

    @abstractmethod
    def belongs(self, symbol: ca.SX) -> bool:
        """Whether a symbol is one of the machine."""

    @abstractmethod
    def coordinates(self, expressions: ca.SX) -> tuple[ca.SX, ca.SX]:
        """Coordinates q that expressions may depend on, and their rates q'."""

    @abstractmethod
    def speeds(self, expressions: ca.SX) -> ca.SX:
        """Speeds that expressions may depend on."""

    @abstractmethod
    def values(self, expressions: ca.SX) -> Values:
        """The function that gives values of expressions at states."""

    def rates(self, expressions: ca.SX) -> ca.SX:
        """dg/dt + dg/dq q' of expressions g of time and coordinates; 0 for one that depends on speeds."""
        q, qdot = self.coordinates(expressions)
        v = self.speeds(expressions)
        rates = ca.jtimes(expressions, ca.vertcat(t, q), ca.vertcat(1, qdot))
        pairs = zip(ca.vertsplit(expressions), ca.vertsplit(rates), strict=True)
        return ca.vertcat(*[0 if v.numel() and ca.depends_on(value, v) else rate for value, rate in pairs])

    def spread(self, expressions: ca.SX) -> ca.SX:
        """Sum of |dg/dx| (1 + |x|) over coordinates and speeds x: what an error of these does to expressions g."""
        x = ca.vertcat(self.coordinates(expressions)[0], self.speeds(expressions))
        return ca.fabs(ca.jacobian(expressions, x)) @ (1 + ca.fabs(x))


@final
class SystemSymbols(Symbols):
    """Symbols of a machine in full matrices."""

    def __init__(self, system: System) -> None:
        self.system, self.names = system, SystemNames(system)

    @property
    def equations(self) -> Equations:
        """The equations of the machine."""
        return self.system.equations

    @property
    def branch_cuts(self) -> Sequence[tuple[ca.SX, str]]:
        """Angles known modulo 2 pi only that the machine reads."""
        return self.system.branch_cuts

    @property
    def kinks(self) -> Sequence[tuple[ca.SX, str]]:
        """Expressions at whose zeros efforts have kinks."""
        return self.system.kinks

    def belongs(self, symbol: ca.SX) -> bool:
        """Whether a symbol is one of the machine."""
        return int(symbol.element_hash()) in self._hashes

    @cached_property
    def _hashes(self) -> frozenset[int]:
        every = [symbols[k] for symbols in self.system.arguments for k in range(symbols.numel())]
        return frozenset(int(symbol.element_hash()) for symbol in every)

    def coordinates(self, expressions: ca.SX) -> tuple[ca.SX, ca.SX]:
        """All coordinates and their rates."""
        del expressions
        return self.system.q, self.system.qdot

    def speeds(self, expressions: ca.SX) -> ca.SX:
        """All speeds."""
        del expressions
        return self.system.v

    def values(self, expressions: ca.SX) -> Values:
        """The function that gives values of expressions at states."""
        function = self.system.function("values", [expressions])
        return lambda *arguments: np.asarray(call_function(function, *arguments)[0]).ravel()


@final
class LoopNames(Names):
    """Names of a machine whose code runs as loops over types; an expression is made when its name is looked up."""

    def __init__(self, symbols: LoopSymbols) -> None:
        self._symbols, self._readings = symbols, symbols.loops.readings

    def find(self, name: str) -> ca.SX | None:
        """The expression of a name; None for one that the machine does not have."""
        place = self._readings.find(name)
        rate = False
        if place is None and name.endswith("'"):
            place, rate = self._readings.find(name[:-1]), True
            if place is not None and self._readings[place[0]].uses.type.z is None:
                place = None
        if place is not None:
            uses = self._readings[place[0]].uses
            speed = rate or uses.type.z is None
            return self._symbols.of_use(uses, place[1], uses.type.s if speed else uses.type.z)
        starts, equations = self._symbols.loops.rolled.starts, self._symbols.equations
        for places, start in ((equations.input_places, starts["u"]), (equations.parameters.index, starts["p"])):
            if name in places:
                return self._symbols.symbol(start + places[name])
        return t if name == "t" else None

    def wraps(self, name: str) -> bool:
        """Whether a name is that of an angle that is known modulo 2 pi only."""
        place = self._readings.find(name)
        return place is not None and bool(self._readings[place[0]].uses.type.wraps)

    def moves(self, name: str) -> bool:
        """Whether a name is that of a quantity, which has a speed."""
        return self._readings.find(name) is not None

    @property
    def quantities(self) -> tuple[str, ...]:
        """Names of all quantities."""
        return self._readings.names

    def __iter__(self) -> Iterator[str]:
        equations = self._symbols.equations
        every = dict.fromkeys(["t", *equations.parameters.index, *equations.input_places])
        for group in self._readings:
            every |= dict.fromkeys(group.names)
            if group.uses.type.z is not None:
                every |= dict.fromkeys(f"{name}'" for name in group.names)
        return iter(every)


@final
class LoopSymbols(Symbols):
    """Symbols of a machine whose code runs as loops over types: entries of the array Z = (p, t, u, q, v) of all values.

    Where links are kept, poses and twists of bodies are among them. There are symbols for what is looked up only.
    Branch cuts and kinks of its loads are not watched.
    """

    def __init__(self, loops: BoundLoops) -> None:
        self.loops = loops
        self.names = LoopNames(self)
        self._symbols: dict[int, ca.SX] = {}
        self._places: dict[int, int] = {int(t.element_hash()): loops.rolled.starts["t"]}

    @property
    def equations(self) -> Equations:
        """The equations of the machine."""
        return self.loops.equations

    @property
    def branch_cuts(self) -> Sequence[tuple[ca.SX, str]]:
        """None is watched."""
        return ()

    @property
    def kinks(self) -> Sequence[tuple[ca.SX, str]]:
        """None is watched."""
        return ()

    def symbol(self, place: int) -> ca.SX:
        """The symbol of an entry of Z."""
        found = self._symbols.get(place)
        if found is None:
            found = self._symbols[place] = ca.SX.sym(f"z{place}")
            self._places[int(found.element_hash())] = place
        return found

    def of_use(self, uses: Uses[Any], row: int, expression: ca.SX) -> ca.SX:
        """An expression of a type in the symbols of one of its uses."""
        local, starts = uses.type.local, self.loops.rolled.starts
        expression = local.at_rest(ca.SX(expression))
        needed = {int(leaf.element_hash()) for leaf in ca.symvar(expression)}
        old, new = [], []
        for kind in ("q", "v", "u", "p"):
            own = getattr(local, kind)
            for k in range(own.numel()):
                if int(own[k].element_hash()) in needed:
                    old.append(own[k])
                    new.append(self.symbol(starts[kind] + int(getattr(uses, kind)[row, k])))
        if not old:
            return expression
        return ca.substitute(expression, ca.vertcat(*old), ca.vertcat(*new))

    def belongs(self, symbol: ca.SX) -> bool:
        """Whether a symbol is one of the machine."""
        return int(symbol.element_hash()) in self._places

    def places(self, expressions: ca.SX) -> tuple[ca.SX, Integers]:
        """Symbols that expressions depend on, as a column, and their places in Z."""
        found = ca.symvar(expressions)
        symbols = ca.vertcat(*found) if found else ca.SX(0, 1)
        return symbols, np.array([self._places[int(leaf.element_hash())] for leaf in found], dtype=np.int64)

    def _between(self, expressions: ca.SX, first: int, end: int) -> list[tuple[int, ca.SX]]:
        symbols, places = self.places(expressions)
        own = np.flatnonzero((places >= first) & (places < end))
        return [(int(places[k]), symbols[int(k)]) for k in own]

    def coordinates(self, expressions: ca.SX) -> tuple[ca.SX, ca.SX]:
        """Coordinates that expressions depend on, and their rates: q' = N v + n of their blocks."""
        starts = self.loops.rolled.starts
        found = self._between(expressions, starts["q"], starts["v"])
        if not found:
            return ca.SX(0, 1), ca.SX(0, 1)
        rates = [self._rate(place - starts["q"]) for place, _ in found]
        return ca.vertcat(*[symbol for _, symbol in found]), ca.vertcat(*rates)

    def _rate(self, coordinate: int) -> ca.SX:
        """q' of a coordinate of the record."""
        for uses in self.loops.rolled.record.blocks:
            rows, columns = np.nonzero(uses.q == coordinate)
            if len(rows):
                return self.of_use(uses, int(rows[0]), uses.type.qdot[int(columns[0])])
        raise AssertionError(coordinate)  # every coordinate is one of a block

    def speeds(self, expressions: ca.SX) -> ca.SX:
        """Speeds that expressions depend on."""
        rolled = self.loops.rolled
        first = rolled.starts["v"]
        found = self._between(expressions, first, first + rolled.record.sizes["v"])
        return ca.vertcat(*[symbol for _, symbol in found]) if found else ca.SX(0, 1)

    def values(self, expressions: ca.SX) -> Values:
        """The function that gives values of expressions at states."""
        symbols, places = self.places(expressions)
        function = ca.Function("values", [symbols], [ca.densify(expressions)])

        def values(time: float, q: Array, v: Array, u: Array, p: Array) -> Array:
            del p  # those of the loops
            Z = self.loops.read(State(time, np.array(q), np.array(v)), np.array(u))
            return np.asarray(function(Z[places])).ravel()

        return values


def source_of(dynamics: Dynamics) -> Source:
    """What the symbols of a machine are."""
    plant = dynamics.plant
    return plant.loops if isinstance(plant, RolledPlant) else dynamics.system


def symbols_of(source: Source) -> Symbols:
    """The symbols of a machine."""
    return LoopSymbols(source) if isinstance(source, BoundLoops) else SystemSymbols(source)

"""What a machine carries in `inverse`, and how its drives share it, as a user types them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

from linkwright.arrays import PlainData
from linkwright.cli.values import interval, named_numbers, number, one_of, pairs
from linkwright.dynamics import Payload
from linkwright.dynamics.inverse import Elastic, Limited
from linkwright.equations import Equations

WRENCH = {2: ("N", "N"), 3: ("N", "N", "N m"), 6: ("N", "N", "N", "N m", "N m", "N m")}
"""Units of a wrench's components, by how many are given."""
PAYLOAD = {1: ("kg",), 3: ("kg", "m", "m"), 4: ("kg", "m", "m", "m")}
"""Units of a payload, its mass and centre."""


@dataclass(frozen=True)
class Loads:
    """Texts of the options --payload, --wrench, --limit, --preload, --weight, --share and --elastic."""

    payload: str | None = None
    wrenches: Sequence[str] = ()
    limits: Sequence[str] = ()
    preloads: Sequence[str] = ()
    weights: Sequence[str] = ()
    share: bool = False
    elastic: str | None = None

    @property
    def has_loads(self) -> bool:
        """Whether anything is carried."""
        return self.payload is not None or bool(self.wrenches)

    def options(self, equations: Equations, faults: list[str]) -> PlainData:
        """Keywords of `Dynamics.inverse`; faults are noted."""
        points, inputs = equations.frame_names(), {label.name: label.unit for label in equations.inputs}
        found: PlainData = {} if self.elastic is None else {"elastic": self.elastic}
        if self.elastic not in (None, *get_args(Elastic)):
            faults.append(f"--elastic {self.elastic}: expected {', '.join(get_args(Elastic))}")
        wrenches = _at_points("--wrench", self.wrenches, points, WRENCH, faults)
        if wrenches:
            found["wrenches"] = wrenches
        payload = [self.payload] if self.payload is not None else []
        for point, values in _at_points("--payload", payload, points, PAYLOAD, faults).items():
            try:
                found["payload"] = Payload(values[0], at=point, centre=values[1:] or (0.0, 0.0))
            except ValueError as error:
                faults.append(f"--payload {point}: {error}")
        limits = _limits(pairs(self.limits, "--limit", faults), equations, faults)
        preload = named_numbers(
            pairs(self.preloads, "--preload", faults), tuple(inputs), "input", faults, inputs, option="--preload"
        )
        weights = named_numbers(
            pairs(self.weights, "--weight", faults), tuple(inputs), "input", faults, option="--weight"
        )
        if self.share or limits or preload or weights:
            shared = Limited(limits, preload, weights)
            try:
                shared.shares(equations)
            except ValueError as error:
                faults.append(str(error))
            found["actuation"] = shared
        return found


def _limits(
    given: Mapping[str, str], equations: Equations, faults: list[str]
) -> dict[str, float | tuple[float, float]]:
    """Limits of inputs, LOW:HIGH, or one number for both ways."""
    units = {label.name: label.unit for label in equations.inputs}
    result: dict[str, float | tuple[float, float]] = {}
    for name, text in given.items():
        wrong = one_of(name, tuple(units), "input")
        faults += [f"--limit {fault}" for fault in wrong]
        if wrong:
            continue
        if ":" in text:
            result[name] = interval(text, f"--limit {name}", faults, units[name])
            continue
        try:
            result[name] = number(text, units[name])
        except ValueError as error:
            faults.append(f"--limit {name}: {error}; expected LOW:HIGH, or one number for both ways")
    return result


def _at_points(
    option: str, typed: Sequence[str], points: Sequence[str], units: Mapping[int, Sequence[str]], faults: list[str]
) -> dict[str, tuple[float, ...]]:
    """Lists of numbers by point; `units` are those of the numbers, by how many there may be."""
    result = {}
    for name, text in pairs(typed, option, faults).items():
        wrong = one_of(name, points, "point")
        faults += [f"{option} {fault}" for fault in wrong]
        parts = text.split(",")
        if len(parts) not in units:
            expected = " or ".join(str(count) for count in units)
            faults.append(f"{option} {name}={text}: got {len(parts)} number(s), expected {expected}")
            continue
        try:
            values = tuple(number(part, unit) for part, unit in zip(parts, units[len(parts)], strict=True))
        except ValueError as error:
            faults.append(f"{option} {name}={text}: {error}")
            continue
        if not wrong:
            result[name] = values
    return result


__all__ = ["Loads"]

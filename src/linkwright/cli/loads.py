"""What a machine carries in `inverse`, and how its drives share it, as a user types them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from linkwright.arrays import PlainData
from linkwright.cli.values import interval, number, one_of, pairs
from linkwright.dynamics import Payload
from linkwright.dynamics.inverse import Limited
from linkwright.equations import Equations


@dataclass(frozen=True)
class Loads:
    """Texts of the options --payload, --wrench, --limit, --preload, --weight and --share."""

    payload: str | None = None
    wrenches: Sequence[str] = ()
    limits: Sequence[str] = ()
    preloads: Sequence[str] = ()
    weights: Sequence[str] = ()
    share: bool = False

    @property
    def has_loads(self) -> bool:
        """Whether anything is carried."""
        return self.payload is not None or bool(self.wrenches)

    def options(self, equations: Equations, faults: list[str]) -> PlainData:
        """Keywords of `Dynamics.inverse`; faults are noted."""
        points, inputs = equations.frame_names(), [label.name for label in equations.inputs]
        found: PlainData = {}
        wrenches = _numbers(pairs(self.wrenches, "--wrench", faults), points, ("--wrench", "point", (2, 3, 6)), faults)
        if wrenches:
            found["wrenches"] = wrenches
        given = pairs([self.payload] if self.payload is not None else [], "--payload", faults)
        for point, values in _numbers(given, points, ("--payload", "point", (1, 3, 4)), faults).items():
            try:
                found["payload"] = Payload(values[0], at=point, centre=values[1:] or (0.0, 0.0))
            except ValueError as error:
                faults.append(f"--payload {point}: {error}")
        limits = _limits(pairs(self.limits, "--limit", faults), equations, faults)
        preload = _numbers(pairs(self.preloads, "--preload", faults), inputs, ("--preload", "input", (1,)), faults)
        weights = _numbers(pairs(self.weights, "--weight", faults), inputs, ("--weight", "input", (1,)), faults)
        if self.share or limits or preload or weights:
            shared = Limited(
                limits,
                {name: values[0] for name, values in preload.items()},
                {name: values[0] for name, values in weights.items()},
            )
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


def _numbers(
    given: Mapping[str, str], known: Sequence[str], kind: tuple[str, str, tuple[int, ...]], faults: list[str]
) -> dict[str, tuple[float, ...]]:
    """Lists of numbers by name; `kind` is the option, what it names, and how many numbers it takes."""
    option, what, counts = kind
    result = {}
    for name, text in given.items():
        wrong = one_of(name, known, what)
        faults += [f"{option} {fault}" for fault in wrong]
        try:
            values = tuple(number(part) for part in text.split(","))
        except ValueError as error:
            faults.append(f"{option} {name}={text}: {error}")
            continue
        if len(values) not in counts:
            expected = " or ".join(str(count) for count in counts)
            faults.append(f"{option} {name}={text}: got {len(values)} number(s), expected {expected}")
        elif not wrong:
            result[name] = values
    return result


__all__ = ["Loads"]

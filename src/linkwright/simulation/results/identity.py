"""By what a run knows its machine again: digests of expressions, and records of the Python code that it called."""

from __future__ import annotations

import platform
from collections.abc import Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version

import numpy as np

from linkwright.arrays import PlainData, PlainMapping
from linkwright.closed_loop import Program
from linkwright.dynamics import Dynamics
from linkwright.equations.identity import different_parts, expression_digests
from linkwright.simulation.events.event import Crosses, Event, Switch
from linkwright.simulation.results.settings import fingerprint, input_to_data, same, start_of
from linkwright.simulation.sampling.control import RunControl
from linkwright.symbolic.identity import code_record, describe_difference
from linkwright.trajectory import Trajectory
from linkwright.version import __version__

MOST_DIFFERENCES = 5
"""Parts that are named where machines differ."""


def identity(
    dynamics: Dynamics, inputs: PlainMapping, events: Sequence[Event], control: RunControl | None
) -> PlainData:
    """What a run was of, as plain data: parts of the equations, inputs and events that are code, blocks in Python."""
    return {
        "versions": versions(),
        "parts": dict(expression_digests(dynamics.equations)),
        "inputs": {name: code_record(value) for name, value in inputs.items() if input_to_data(value) is None},
        "events": [_event(event) for event in events],
        "blocks": {} if control is None else _python_blocks(control.program),
    }


def versions() -> dict[str, str]:
    """Versions of what digests, and the bits of a run, depend on; of Python the one that its bytecode is of."""
    python = ".".join(platform.python_version_tuple()[:2])
    found = {"linkwright": __version__, "numpy": np.__version__, "python": python}
    for package in ("casadi", "llvmlite"):
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "none"
    return found


def other_versions(then: PlainMapping) -> list[str]:
    """Versions that were others when a run began, in words."""
    now = versions()
    return [f"{name} {old} (now {now.get(name)})" for name, old in then.items() if now.get(name) != old]


def _event(event: Event) -> PlainData:
    """Code of an event: of its condition, and of inputs that it switches."""
    switched = event.then.inputs if isinstance(event.then, Switch) else {}
    return {
        "when": None if isinstance(event.when, Crosses) else code_record(event.when),
        "switch": {name: code_record(value) for name, value in switched.items() if input_to_data(value) is None},
    }


def _python_blocks(program: Program) -> PlainData:
    """Code of the blocks that are Python functions."""
    blocks = program.wiring.blocks
    return {
        name: code_record(getattr(blocks[name].block, "function", blocks[name].block))
        for group in program.groups
        if not group.compiled
        for name in group.blocks
    }


# -- comparing ---------------------------------------------------------------------------------------------------------


def comparable(settings: PlainMapping) -> bool:
    """Whether digests of a run can be compared with those made here: they are there, and of the same versions."""
    found = settings.get("identity")
    return found is not None and dict(found["versions"]) == versions()


def other_equations(dynamics: Dynamics, settings: PlainMapping) -> list[str]:
    """In what the equations of a machine differ from those that a run was of, in words.

    A run of another version is compared by numbers at its start alone.
    """
    state = start_of(settings)
    if (len(state.q), len(state.v)) != (len(dynamics.coordinates), len(dynamics.speeds)):
        return ["the machine has other coordinates"]
    if comparable(settings):
        other = different_parts(settings["identity"]["parts"], expression_digests(dynamics.equations))
        if other:
            more = f" and {len(other) - MOST_DIFFERENCES} more" if len(other) > MOST_DIFFERENCES else ""
            return [f"the machine has other equations: {', '.join(other[:MOST_DIFFERENCES])}{more} differ"]
    if not same(fingerprint(dynamics, state), settings["fingerprint"]):
        return ["the machine has the same names but other equations"]
    return []


def taken_on_trust(dynamics: Dynamics, motion: Trajectory) -> list[str]:
    """What is noted where channels are derived from a run by a machine that cannot be compared; others are refused."""
    settings, origin = motion.provenance.get("run"), motion.provenance
    if not isinstance(settings, Mapping):
        return []
    values = {name: entry[0] for name, entry in origin["parameters"].items()}
    own = dynamics.parameters
    moved = [f"{name} = {own[name]:g}, in the run it was {then:g}" for name, then in values.items()
             if name in own and own[name] != then]  # fmt: skip
    faults = [f"parameters differ: {', '.join(moved[:MOST_DIFFERENCES])}"] if moved else []
    by = str(dynamics.equations.provenance.get("formalism", ""))
    alike = by == origin.get("formalism") and comparable(settings)
    if alike and not faults:
        faults = other_equations(dynamics, settings)
    if faults:
        raise ValueError(
            f"the trajectory is not of this machine: {faults[0]}; give the dynamics that it was computed with"
        )
    if alike:
        return []
    other = other_versions((settings.get("identity") or {}).get("versions", {}))
    why = f"the run was computed with {', '.join(other)}" if other else "the run is by another formalism or version"
    return [f"derived channels are of a machine whose equations were taken on trust: {why}"]


def other_code(then: PlainMapping, now: PlainMapping) -> list[str]:
    """In what Python code differs from that of a run, in words, of two results of `identity`."""
    faults = []
    for what, words in (("inputs", "input"), ("blocks", "block")):
        for name, old in then[what].items():
            difference = describe_difference(old, now[what][name]) if name in now[what] else "it is no function"
            faults += [f"the {words} {name} is not that of the run: {difference}"] if difference else []
    for number, (old, mine) in enumerate(zip(then["events"], now["events"], strict=False), 1):
        pairs = [("its condition", old["when"], mine["when"])]
        pairs += [
            (f"what it switches {name} to", each, mine["switch"].get(name)) for name, each in old["switch"].items()
        ]
        for words, one, other in pairs:
            if one is not None and other is not None and (difference := describe_difference(one, other)):
                faults.append(f"event {number} is not that of the run: {words}: {difference}")
    return faults


def unknown_code(record: PlainMapping) -> list[str]:
    """Captured values of the code of a run that cannot be compared, by where they are."""
    found = []
    for what, words in (("inputs", "input"), ("blocks", "block")):
        found += [f"{each} of the {words} {name}" for name, old in record[what].items() for each in old["unknown"]]
    for number, event in enumerate(record["events"], 1):
        codes = [event["when"], *event["switch"].values()]
        found += [f"{each} of event {number}" for code in codes if code is not None for each in code["unknown"]]
    return found

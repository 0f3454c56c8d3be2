"""The machine of a saved run made again: from its description, plain data, or a ready one by name and options."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from linkwright import formalisms
from linkwright.arrays import PlainData, PlainMapping
from linkwright.dynamics import Dynamics, joins
from linkwright.dynamics import compile as compile_dynamics
from linkwright.equations.plain import from_text
from linkwright.mechanisms.ready import Ready
from linkwright.mechanisms.registry import READY
from linkwright.simulation.results.identity import other_equations
from linkwright.trajectory.files import thaw


def ready_to_text(name: str, options: PlainMapping, tree: tuple[str, ...] = ()) -> str:
    """What `linkwright` was asked for, as a text that goes with the equations (`Equations.provenance["ready"]`)."""
    return json.dumps({"mechanism": name, "options": dict(options), "tree": list(tree)})


def restore_dynamics(
    origin: PlainMapping, settings: PlainMapping, otherwise: str, *, description: str = ""
) -> Dynamics:
    """The dynamics of a run, from the `description` in its file, or of a ready machine by name.

    Refused in words, with what to do `otherwise`, if it is neither. `origin` says what it was of (`machine`,
    `formalism`, `join`, `given`, `ready`), `settings` are those of the run.
    """
    name, by = str(origin.get("machine", "")), str(origin.get("formalism", ""))
    join = joins.from_text(str(origin.get("join")))
    if description:
        return _dynamics_from_description(description, join, origin, settings, otherwise)
    chosen = origin.get("ready") or {}
    ready = READY.get(str(chosen.get("mechanism", name)))
    if ready is None:
        raise ValueError(f"{name!r} is no ready mechanism, and its file holds no description of it; {otherwise}")
    if by not in formalisms.__all__ or join is None:
        what = f"the formalism {by!r}" if by not in formalisms.__all__ else f"the join {origin.get('join')}"
        raise ValueError(f"{what} of this run is not one that can be chosen by name; {otherwise}")
    derive = getattr(formalisms, by)
    tree = {"tree": tuple(chosen["tree"])} if chosen.get("tree") else {}
    given = dict(origin.get("given") or {})
    for options in _options(ready, chosen):
        try:
            equations = derive(ready.make(**options), **tree)
            if chosen:  # a run of these dynamics keeps the choice as well, so that it can be made again in turn
                provenance = {**equations.provenance, "ready": json.dumps(thaw(chosen))}
                equations = replace(equations, provenance=provenance)
            dynamics = compile_dynamics(equations, join=join)
            dynamics = dynamics.with_parameters(given) if given else dynamics
        except ValueError:
            continue  # numbers that do not fit this variant
        if not other_equations(dynamics, settings):
            return dynamics
    raise ValueError(
        f"the ready mechanism {name!r} has other equations than this run: it was made with options, or by another "
        f"version; {otherwise}"
    )


def _dynamics_from_description(
    description: str, join: joins.Join | None, origin: PlainMapping, settings: PlainMapping, otherwise: str
) -> Dynamics:
    """The machine of a description: its equations are plain data, and those of the run or refused."""
    if join is None:
        raise ValueError(
            f"the join {origin.get('join')} of this run is not one that can be chosen by name; {otherwise}"
        )
    try:
        dynamics = compile_dynamics(from_text(description), join=join)
        given = dict(origin.get("given") or {})
        dynamics = dynamics.with_parameters(given) if given else dynamics
        faults = other_equations(dynamics, settings)
    except (ArithmeticError, AttributeError, LookupError, RuntimeError, TypeError, ValueError) as error:
        raise ValueError(f"the description in the file does not make a machine: {error}; {otherwise}") from error
    if faults:
        raise ValueError(
            f"the description in the file has other equations than this run of {origin.get('machine')!r}; {otherwise}"
        )
    return dynamics


def _options(ready: Ready, chosen: PlainMapping) -> Iterator[PlainData]:
    """Options to try: those told; else none, and each that is true or false the other way round."""
    if "options" in chosen:
        yield {
            name: tuple(value) if isinstance(value, list | tuple) else value
            for name, value in chosen["options"].items()
        }
        return
    yield {}
    for name, default in ready.options.items():
        if isinstance(default, bool):
            yield {name: not default}

"""What a run was asked, as plain data that is saved with it: enough to make it again, and nothing that is run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from linkwright.arrays import Array, PlainData, PlainMapping
from linkwright.dynamics import Dynamics, State
from linkwright.dynamics.answers import origin
from linkwright.dynamics.plant import Question
from linkwright.dynamics.system import call_function, matrices
from linkwright.equations.plain import text_of
from linkwright.laws import Law
from linkwright.laws.data import law_from_data, law_to_data
from linkwright.simulation.inputs.inputs import Inputs
from linkwright.simulation.integrators import INTEGRATORS, Integrator
from linkwright.simulation.loop.run import Run

TIMES_LOOKED_AT, PARTS = 4096, 64
"""Times at which inputs are looked at to know them again, as often as steps look for short pulses (`inputs_paces`), and
parts of the run whose sums are kept."""
SAME_INPUTS = 1e-12
"""How near sums of the same inputs are, over those of their sizes: other processors round sines otherwise."""
SAME_FINGERPRINT = 1e-9
"""How near the fingerprints of the same equations are (relative): other processors round sines otherwise."""


def settings(run: Run, state: State, inputs: PlainMapping, samples: int, *, dense: bool, events: int) -> PlainData:
    """Everything that a run was asked; inputs that are functions or expressions are null, events are only counted."""
    dynamics = run.base
    equations = dynamics.equations
    given = {equations.show(equations.aliases.get(name, name)): value for name, value in inputs.items()}
    return {
        "start": {"t": state.t, "q": state.q.tolist(), "v": state.v.tolist()},
        "end": run.end,
        "samples": samples,
        "dense": dense,
        "events": events,
        "rtol": run.tolerances.rtol,
        "atol": run.tolerances.atol,
        "integrator": integrator_to_data(run.integrator),
        "keep_energy": run.keep_energy,
        "inputs": {name: input_to_data(value) for name, value in given.items()},
        "fingerprint": fingerprint(dynamics, state),
        **({} if run.control is None else {"control": run.control.data()}),
    }


def start_of(data: PlainMapping) -> State:
    """The state that a run began with."""
    start = data["start"]
    return State(float(start["t"]), np.array(start["q"], dtype=float), np.array(start["v"], dtype=float))


# -- inputs --------------------------------------------------------------------------------------------------------


def input_to_data(value: Any) -> Any:
    """A number as it is, a law as data; None for what cannot be restored (an expression, a Python function)."""
    if isinstance(value, Law):
        return law_to_data(value)
    try:
        number = float(value)
    except (TypeError, ValueError, RuntimeError, NotImplementedError):
        return None
    return number if np.isfinite(number) else None  # an expression turns into NaN


def inputs_of(data: PlainMapping, how: str) -> PlainData:
    """Inputs of a run from its data; those that are not data are refused, with `how` to give them."""
    given = data["inputs"]
    lost = [name for name, value in given.items() if value is None]
    if lost:
        raise ValueError(
            f"the inputs {', '.join(lost)} of this run were given as Python functions or expressions, which are not "
            f"kept in files; {how}"
        )
    return {name: law_from_data(value) if isinstance(value, Mapping) else float(value) for name, value in given.items()}


# -- integrators ---------------------------------------------------------------------------------------------------


def integrator_to_data(integrator: Integrator) -> PlainData:
    """Name and numbers of an integrator.

    >>> from linkwright.simulation.integrators import RungeKutta4
    >>> integrator_to_data(RungeKutta4(step=0.01))
    {'name': 'RungeKutta4', 'step': 0.01}
    """
    numbers = {entry.name: getattr(integrator, entry.name) for entry in fields(integrator)}
    return {"name": type(integrator).__name__} | {name: value for name, value in numbers.items() if value is not None}


def integrator_of(data: PlainMapping) -> Integrator:
    """The integrator of `integrator_to_data`."""
    known = {kind.__name__: kind for kind in INTEGRATORS}
    if data.get("name") not in known:
        raise ValueError(f"there is no integrator {data.get('name')!r}; there are {', '.join(known)}")
    return known[str(data["name"])](**{name: value for name, value in data.items() if name != "name"})


# -- whether two machines are the same -------------------------------------------------------------------------------


def fingerprint(dynamics: Dynamics, state: State) -> list[float]:
    """A few numbers that change with the equations: weighted sums of M, f, A, b at a state, with speeds and inputs.

    Of a machine with many parts, which has no such matrices, sums of the accelerations.
    """
    if Question.MATRICES not in dynamics.plant.offers:
        random = np.random.default_rng(5)
        speeds, given = random.normal(size=len(dynamics.speeds)), random.normal(size=len(dynamics.inputs))
        vdot = np.nan_to_num(dynamics.accelerations(State(state.t, state.q, speeds), given))
        counts = float(len(dynamics.speeds)), float(dynamics.plant.constraint_count)
        return [*counts, float(vdot.sum()), float(np.abs(vdot).sum())]
    system = dynamics.system
    v, u, weights = system.cached("fingerprint", lambda: _draws(dynamics))
    found: list[Array] = call_function(matrices(system), state.t, state.q, v, u, dynamics.p)
    sums = []
    for own, values in zip(weights, found, strict=True):
        sums += [own @ values.ravel(), own @ np.abs(values.ravel())]
    return [float(system.n), float(system.m), *np.nan_to_num(sums).tolist()]


def _draws(dynamics: Dynamics) -> tuple[Array, Array, list[Array]]:
    """Speeds, inputs and weights of the fingerprint, always the same."""
    random, n, m = np.random.default_rng(5), dynamics.system.n, dynamics.system.m
    v, u = random.normal(size=len(dynamics.speeds)), random.normal(size=len(dynamics.inputs))
    return v, u, [random.uniform(0.5, 1.5, size=size) for size in (n * n, n, m * n, m)]


def same(one: Any, other: Any) -> bool:
    """Whether two fingerprints are those of the same equations."""
    a, b = np.asarray(one, dtype=float), np.asarray(other, dtype=float)
    if a.shape != b.shape or not np.array_equal(a[:2], b[:2]):
        return False
    size = np.repeat(np.maximum(np.abs(a[3::2]), np.abs(b[3::2])), 2)  # each sum beside that of the absolute values
    return bool(np.all(np.abs(a - b)[2:] <= SAME_FINGERPRINT * (size + 1e-300)))


def machine_data(dynamics: Dynamics) -> PlainData:
    """What a checkpoint keeps of its machine, to know it again."""
    origin_data = origin(dynamics)
    kept = {
        key: origin_data[key]
        for key in ("machine", "formalism", "join", "given", "ready", "typed")
        if key in origin_data
    }
    text = "" if "ready" in kept else text_of(dynamics.equations)
    return kept | {"parameters": dynamics.parameters, "description": text}


def input_values(inputs: Inputs, start: float, end: float) -> list[float]:
    """Inputs over a whole run in a few numbers, to know them again.

    They are looked at `TIMES_LOOKED_AT` evenly spaced times; of each of `PARTS` parts of the run there is, for each
    input, a weighted sum of its values and one of their sizes.
    """
    times = start + (end - start) * np.arange(TIMES_LOOKED_AT) / TIMES_LOOKED_AT
    values = values_at(inputs, times).reshape(PARTS, TIMES_LOOKED_AT // PARTS, -1)
    weights = np.random.default_rng(7).uniform(0.5, 1.5, TIMES_LOOKED_AT // PARTS)[:, None]
    sums = np.stack([np.sum(weights * values, axis=1), np.sum(weights * np.abs(values), axis=1)], axis=-1)
    found: list[float] = sums.ravel().tolist()
    return found


def same_inputs(one: Any, other: Any) -> bool:
    """Whether two results of `input_values` are of the same inputs, but for rounding."""
    a, b = np.asarray(one, dtype=float).reshape(-1, 2), np.asarray(other, dtype=float).reshape(-1, 2)
    if a.shape != b.shape:
        return False
    size = np.maximum(a[:, 1:], b[:, 1:])
    return bool(np.all(np.abs(a - b) <= SAME_INPUTS * size))


def values_at(inputs: Inputs, times: Array) -> Array:
    """Inputs (times, inputs) at some times."""
    segments = np.minimum(np.searchsorted(inputs.ends, times, side="right"), len(inputs.ends) - 1)
    return inputs.at(times, segments)

"""Simulation of machines with many parts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from linkwright.dynamics import Dynamics, State
from linkwright.simulation.accuracy import Accuracy
from linkwright.simulation.inputs.inputs import Inputs
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.loop.run_rolled import RolledRun
from linkwright.simulation.recipe import Making
from linkwright.simulation.results.settings import fingerprint, input_to_data, integrator_to_data
from linkwright.simulation.results.trajectory_rolled import trajectory_rolled
from linkwright.simulation.results.window import Window
from linkwright.trajectory import Trajectory


def rolled_faults(dynamics: Dynamics, integrator: Integrator, others: Mapping[str, object]) -> list[str]:
    """What a run of a machine with many parts does not offer: `others` are options by name, asked for if true."""
    name = f"{dynamics.name} has {len(dynamics.speeds)} speeds and runs as loops over its types"
    instead = "leave it out, or compile with joins.Complement(), which has it up to 600 speeds"
    faults = [f"{name}, without {option}; {instead}" for option, asked in others.items() if asked]
    if isinstance(integrator, Integrator) and integrator.exact_slopes:
        faults.append(f"{name}, without the Jacobians that {integrator.name} needs; use an explicit integrator")
    return faults


def simulate_rolled(
    dynamics: Dynamics,
    state: State,
    given: Inputs,
    inputs: Mapping[str, Any] | None,
    *,
    end: float,
    asked: Accuracy,
    integrator: Integrator,
    samples: int,
    dense: bool,
    progress: Callable[[float], None] | None,
) -> Trajectory:
    """A run from a state to a time; arguments are checked."""
    making = Making(dynamics, state, given, inputs or {}, end)
    run = making.run(asked, integrator, 2 if dense else samples)
    assert isinstance(run, RolledRun)
    show, aliases = dynamics.equations.show, dynamics.equations.aliases
    told = {
        "start": {"t": state.t, "q": state.q.tolist(), "v": state.v.tolist()},
        "end": end,
        "samples": samples,
        "rtol": asked.rtol,
        "atol": asked.atol,
        "integrator": integrator_to_data(integrator),
        "keep_energy": False,
        "dense": dense,
        "inputs": {show(aliases.get(name, name)): input_to_data(value) for name, value in (inputs or {}).items()},
        "fingerprint": fingerprint(dynamics, state),
    }
    return trajectory_rolled(run, run.go(progress, Window(run, None).grow if dense else None), told, making)

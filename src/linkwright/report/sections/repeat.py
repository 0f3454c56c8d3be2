"""How a run is made again, as a section of a report: the command that made it, or lines of Python."""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.arrays import PlainMapping
from linkwright.drawing.plots import text
from linkwright.report.records import Section
from linkwright.trajectory import Trajectory
from linkwright.trajectory.files import thaw


def section(trajectory: Trajectory) -> Section | None:
    """The command or the program that makes the run again; None where the run does not know."""
    words = repetition(trajectory.provenance)
    return Section("Make this run again", f'<pre class="scroll" id="lw-repeat">{text(words)}</pre>') if words else None


def repetition(provenance: PlainMapping) -> str:
    """The command of a run that the command line made, else a program for the dynamics of the same machine."""
    command, run = provenance.get("command"), provenance.get("run")
    if isinstance(command, str) and command:
        return command
    if not isinstance(run, Mapping) or not {"q", "v", "t"} <= set(run.get("start") or ()):
        return ""
    start, given = run["start"], thaw(provenance.get("given") or {})
    machine = " ".join(str(provenance.get("machine", "the machine")).split())
    kind = "ClosedLoop" if "control" in run else "Dynamics"
    inputs = {name: _input(thaw(law)) for name, law in (run.get("inputs") or {}).items()}
    listed = ", ".join(f"{name!r}: {words}" for name, words in inputs.items())
    functions = [name for name, words in inputs.items() if words == "..."]
    lines = [
        f"# dynamics: the {kind} of {machine}, derived by {provenance.get('formalism', 'a formalism')}",
        "# events are functions, which a run does not keep: give them again" if run.get("events") else "",
        "import numpy as np",
        "import linkwright as lw",
        "from linkwright.laws.data import law_from_data" if "law_from_data" in listed else "",
        f"# {', '.join(functions)}: a function, which a run does not keep: put it in" if functions else "",
        f"dynamics = dynamics.with_parameters({given!r})" if given else "",
        f"q, v = np.array({list(start['q'])!r}), np.array({list(start['v'])!r})",
        f"inputs = {{{listed}}}" if inputs else "",
        f"trajectory = lw.simulate(dynamics, dynamics.state(q, v, {start['t']!r}), {', '.join(_settings(run))})",
    ]
    return "\n".join(filter(None, lines))


def _input(law: object) -> str:
    """An input as Python makes it: a number, a law of time from its data, or a gap for a function of one's own."""
    if isinstance(law, int | float):
        return repr(float(law))
    return f"law_from_data({law!r})" if isinstance(law, dict) else "..."


def _settings(run: PlainMapping) -> list[str]:
    """The further arguments of `simulate`."""
    found = [f"duration={float(run['end']) - float(run['start']['t'])!r}", f"samples={run.get('samples')!r}"]
    found += [f"{name}={run[name]!r}" for name in ("rtol", "atol") if run.get(name) is not None]
    found += ["keep_energy=True"] if run.get("keep_energy") else []
    stepping = thaw(run.get("integrator") or {})
    if isinstance(stepping, dict) and "name" in stepping:
        numbers = ", ".join(f"{name}={value!r}" for name, value in stepping.items() if name != "name")
        found.append(f"integrator=lw.integrators.{stepping['name']}({numbers})")
    return found + (["inputs=inputs"] if run.get("inputs") else [])

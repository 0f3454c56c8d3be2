"""What is on a page, as a command or a program that makes the same run."""

from __future__ import annotations

import shlex
from collections.abc import Mapping

from linkwright.viewer.subject import Subject


def command_text(
    subject: Subject,
    positions: Mapping[str, float],
    parameters: Mapping[str, float],
    gains: Mapping[str, float],
    inputs: Mapping[str, str],
    duration: float,
) -> str:
    """The command `linkwright simulate` that makes a run; for a machine made in Python, the lines of a program.

    Numbers have all their digits, so that the run is the same.
    """
    shared = shared_gains(gains, subject.loop.gains if subject.loop is not None else {})
    if not subject.command or shared is None:
        return _program(positions, parameters, gains, inputs, duration, loop=subject.loop is not None)
    words = ["linkwright", "simulate", *subject.command]
    for option, values in (("--set", parameters), ("--control", shared), ("--position", positions)):
        for name, value in values.items():
            words += [option, f"{name}={value!r}"]
    for name, text in inputs.items():
        words += ["--input", f"{name}={text}"]
    return shlex.join([*words, "--duration", f"{duration:g}"])


def shared_gains(changed: Mapping[str, float], every: Mapping[str, float]) -> dict[str, float] | None:
    """Gains as the command line takes them, one for all axes (`speed.kp`); None where axes differ.

    >>> every = {"axis1.speed.kp": 2.0, "axis2.speed.kp": 2.0, "axis1.speed.ki": 1.0, "axis2.speed.ki": 1.0}
    >>> shared_gains({"axis1.speed.kp": 2.0, "axis2.speed.kp": 2.0}, every)
    {'speed.kp': 2.0}
    >>> shared_gains({"axis1.speed.kp": 3.0}, every | {"axis1.speed.kp": 3.0}) is None
    True
    """
    found: dict[str, float] = {}
    for name, value in changed.items():
        short = name.partition(".")[2] or name
        alike = {other for key, other in every.items() if (key.partition(".")[2] or key) == short}
        if alike != {value}:
            return None
        found[short] = value
    return found


def _program(
    positions: Mapping[str, float],
    parameters: Mapping[str, float],
    gains: Mapping[str, float],
    inputs: Mapping[str, str],
    duration: float,
    *,
    loop: bool,
) -> str:
    """Lines of Python, for a machine that the program has under the name `machine`."""
    values = {**parameters, **gains}
    lines = [
        "from linkwright.simulation.inputs import law",
        f"machine = machine.with_parameters({values!r})" if values else "",
        f"state = machine.assemble({dict(positions)!r})",
        f"inputs = {{name: law(text) for name, text in {dict(inputs)!r}.items()}}",
        f"trajectory = lw.simulate(machine, state, duration={duration!r}, inputs=inputs)",
    ]
    kind = "ClosedLoop" if loop else "Dynamics"
    return "\n".join([f"# machine: the {kind} that was viewed", "import linkwright as lw", *filter(None, lines)])

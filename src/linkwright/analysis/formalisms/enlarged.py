"""One more component: what a machine becomes when a body is hung from its last one."""

from __future__ import annotations

from dataclasses import replace

from linkwright.components import Revolute
from linkwright.equations import Equations
from linkwright.model import Body, Mechanism, ModelError, Use

COMPONENT = "a body with mass, inertia and the place of a pin, hung from {} by a revolute joint about z"


def with_extra_body(mechanism: Mechanism) -> tuple[Mechanism | None, str]:
    """The machine with one more body, hung from the last point of its last body, and the name of that frame.

    None where the machine has no body (a motor alone).
    """
    last = _last_body(mechanism, "")
    if last is None:
        return None, "nothing"
    path, body = last
    points = list(body.points)
    frame = f"{path}.{points[-1]}" if points else path
    added = (
        Body(1.0, (0.01, 0.01, 0.01), points={"pin": (0.0, 0.1, 0.0)})
        if body.spatial
        else Body(1.0, 0.01, points={"pin": (0.0, 0.1)})
    )
    name = _fresh("added", mechanism)
    joint = _fresh("added_pin", mechanism)
    try:
        bigger = replace(
            mechanism,
            parts={**mechanism.parts, name: added},
            connections={**mechanism.connections, joint: Revolute(frame, f"{name}.pin")},
        )
    except ModelError:
        return None, "nothing"
    return bigger, frame


def _last_body(mechanism: Mechanism, path: str) -> tuple[str, Body] | None:
    waiting: list[tuple[str, Mechanism | Body]] = [(path, mechanism)]
    while waiting:  # the last part of each module first; not by recursion: modules nest to any depth
        at, item = waiting.pop()
        if isinstance(item, Body):
            return at, item
        for name, part in item.parts.items():
            inner = part.template if isinstance(part, Use) else part
            if isinstance(inner, Mechanism):
                waiting.append((f"{at}{name}.", inner))
            elif isinstance(inner, Body):
                waiting.append((at + name, inner))
    return None


def _fresh(name: str, mechanism: Mechanism) -> str:
    """A name that the machine does not have yet."""
    taken = {*mechanism.parts, *mechanism.connections, *mechanism.exports}
    while name in taken:
        name += "_more"
    return name


def rewritten(old: Equations, new: Equations) -> int:
    """Equations of motion of the old machine whose block has speeds that it had not before."""
    before = set(old.speed_names)
    count = 0
    for uses in new.blocks:
        for row in range(len(uses)):
            speeds = [new.speed_names[k] for k in uses.v[row].tolist()]
            kept = [name for name in speeds if name in before]
            if len(kept) < len(speeds):
                count += len(kept)
    return count

"""One tab of a live page: a pose of the machine, values of parameters and gains; messages in, answers out.

A tab is a frozen record. `answer` gives the tab after a message and what is sent back, and never raises for what a
message says: nonsense is refused in words, and the tab stays as it was.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from linkwright.analysis.kinematics import Closing
from linkwright.arrays import Array, PlainData
from linkwright.closed_loop import ClosedLoop
from linkwright.dynamics import Refused
from linkwright.faults import close_matches
from linkwright.laws import Law
from linkwright.simulation.inputs import FORMS, law
from linkwright.viewer.command import command_text
from linkwright.viewer.subject import Subject

LARGEST = 64 * 1024
"""Bytes of a message above which it is refused."""
LONGEST_WORDS, LONGEST_NAME = 300, 80
"""Letters of a message, and of a name in it, that a refusal repeats at most."""
LONGEST_RUN, SAMPLES_OF_A_RUN = 3600.0, 1001
"""Duration (s) and samples of a run that a page asks for at most; the command line makes longer ones."""
LARGEST_NUMBER = 1e100
"""Size of a number above which it is none: its cube must be one."""
SAME_POSE = 1e-6
"""Difference of coordinates (m, rad) below which two poses of equal slider values are one: modes differ by far more."""
VERBS = ("set", "drag", "home", "run", "stop", "command")


class Nonsense(ValueError):  # noqa: N818  a message, not an error of the program
    """What is wrong with a message, in words."""


@dataclass(frozen=True)
class Request:
    """A run that a message asks for: inputs as laws and as they were typed, and its duration (s)."""

    inputs: Mapping[str, Law]
    typed: Mapping[str, str]
    duration: float


def parse(message: str | bytes) -> dict[str, Any]:
    """A message as a mapping with one verb; anything else raises Nonsense in words."""
    if isinstance(message, bytes):
        raise Nonsense("a binary message; send a text of JSON")
    if len(message.encode("utf-8", "surrogatepass")) > LARGEST:
        raise Nonsense(f"a message of {len(message)} letters; at most {LARGEST} bytes are read")
    try:
        data = json.loads(message, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise Nonsense(f"no JSON ({str(error)[:LONGEST_WORDS]}); send a text such as {_EXAMPLE}") from None
    if not isinstance(data, dict):
        raise Nonsense(f"JSON of a {type(data).__name__}; expected a mapping such as {_EXAMPLE}")
    verbs = [key for key in data if key != "id"]
    if len(verbs) != 1 or verbs[0] not in VERBS:
        raise Nonsense(
            f"keys {', '.join(map(repr, verbs))[:LONGEST_WORDS] or '(none)'}; expected one of {', '.join(VERBS)}"
        )
    return data


_EXAMPLE = '{"set": {"phi": 0.5}}'


def _no_constant(text: str) -> float:
    raise ValueError(f"{text} is not a finite number")


@dataclass(frozen=True, eq=False)
class Tab:
    """The state of a tab: a pose with closed joints (`q`), and values of parameters and gains that were set."""

    subject: Subject
    closing: Closing | None
    q: Array
    given: Mapping[str, float]
    loop: ClosedLoop | None

    @staticmethod
    def of(subject: Subject, closing: Closing | None) -> Tab:
        """A new tab, at the first pose of the subject."""
        q = np.zeros(0) if closing is None else closing.dynamics.reference.q
        tab = Tab(subject, closing, q, {}, subject.loop)
        if closing is not None and subject.start.positions:
            return replace(tab, q=closing.dynamics.assemble(dict(subject.start.positions)).q)
        return tab

    # -- what is told ------------------------------------------------------------------------------------------------

    def greeting(self) -> PlainData:
        """Everything that a page begins with: sliders, parameters, gains, inputs, the picture and the pose."""
        subject = self.subject
        data: PlainData = {
            "title": subject.title,
            "notes": list(subject.live_notes),
            "sliders": [],
            "parameters": [],
            "gains": [],
            "inputs": [
                {
                    "name": label.name,
                    "unit": label.unit,
                    "meaning": label.meaning,
                    "value": subject.start.inputs.get(label.name, "0"),
                }
                for label in subject.inputs
            ],
            "laws": [f"{name}:{form.usage}" for name, form in FORMS.items()],
            "duration": subject.start.duration,
        }
        if self.closing is not None:
            data["sliders"] = [vars(slider) for slider in self.closing.sliders(self.q)]
            data["parameters"] = self._parameters()
            data["gains"] = self._gains()
            data |= {"pose": self.pose(), "scene": self.scene()}
        return {"greeting": data}

    def scene(self) -> PlainData:
        """The picture of the machine with the parameters of this tab."""
        assert self.closing is not None
        poses = {name: pose[None] for name, pose in self.closing.poses(self.q).items()}
        return self.subject.scene(self.closing.dynamics.parameters, poses).to_dict()

    def pose(self) -> PlainData:
        """The pose: values of sliders, poses of bodies, gap of the loops (m), distances to singular poses."""
        closing = self.closing
        assert closing is not None
        distance = closing.distance(self.q)
        return {
            "values": dict(zip(closing.names, closing.values(self.q).tolist(), strict=True)),
            "poses": {name: pose.tolist() for name, pose in closing.poses(self.q).items()},
            "gap": closing.gap(self.q),
            "margin": None if distance is None else distance.least,
            "distances": {} if distance is None else dict(distance.kinds),
        }

    def _parameters(self) -> list[PlainData]:
        """Parameters that are numbers of their own, with ranges; formulas follow them."""
        assert self.closing is not None
        known = self.closing.dynamics.equations.parameters
        values = self.closing.dynamics.p.tolist()
        return [
            _entry(label.name, label.unit, label.meaning, value)
            for label, value, fixed in zip(known.labels, values, known.fixed.tolist(), strict=True)
            if fixed
        ]

    def _gains(self) -> list[PlainData]:
        if self.loop is None:
            return []
        values = self.loop.gains
        return [_entry(each.name, each.unit, each.meaning, values[each.name]) for each, _ in self.loop.program.gains]

    # -- messages ----------------------------------------------------------------------------------------------------

    def answer(self, data: Mapping[str, Any]) -> tuple[Tab, PlainData]:
        """The tab after a message that moves the machine (`set`, `drag`, `home`), and the answer."""
        if self.closing is None:
            raise Nonsense("this page shows a run whose machine cannot be moved; see the notes on the page")
        if "home" in data:
            tab = Tab.of(self.subject, self.closing.with_parameters(self.given) if self.given else self.closing)
            return (moved := replace(tab, given=self.given, loop=self.loop)), moved.pose()
        if "drag" in data:
            body, point, to = _drag(data["drag"], self.closing)
            tab = replace(self, q=self.closing.drag(self.q, body, point, to))
            return tab, tab.pose()
        return self._set(_numbers(data["set"]))

    def _set(self, wanted: Mapping[str, float]) -> tuple[Tab, PlainData]:
        """Set sliders, parameters and gains by name; what cannot be is told, and the last closed pose stays."""
        assert self.closing is not None
        gains = {} if self.loop is None else self.loop.gains
        sliders, parameters = set(self.closing.names), self.closing.dynamics.equations.parameters.index
        known = [*self.closing.names, *gains, *parameters]
        unknown = [name for name in wanted if name not in set(known)]
        if unknown:
            raise Nonsense(
                "; ".join(
                    f"there is no {name[:LONGEST_NAME]!r} to set; {close_matches(name[:LONGEST_NAME], known)}"
                    for name in unknown
                )
            )
        tab, fault, joint, picture = self, "", "", False
        # Gains and parameters first: the pose is then closed with them.
        own = {name: value for name, value in wanted.items() if name in gains}
        if own and tab.loop is not None:
            try:
                tab = replace(tab, loop=tab.loop.with_parameters(own))
            except ValueError as error:
                fault = str(error)
        changed = {name: value for name, value in wanted.items() if name not in sliders and name not in gains}
        if changed:
            try:
                tab, picture = tab.with_parameters(changed), True
            except ValueError as error:  # a negative mass, lengths that close no loop
                fault, joint = str(error), next(iter(getattr(error, "parts", ())), "")
        moves = {name: value for name, value in wanted.items() if name in sliders}
        if moves:
            assert tab.closing is not None
            move = tab.closing.move(tab.q, moves)
            tab, fault, joint = replace(tab, q=move.q), fault or move.fault, joint or move.joint
        found = tab.pose() | {"fault": fault, "joint": joint}
        if picture:
            found["scene"] = tab.scene()
        return tab, found

    def with_parameters(self, changed: Mapping[str, float]) -> Tab:
        """The tab with other values of parameters, its pose closed again; refused where it cannot be."""
        assert self.closing is not None
        given = {**self.given, **changed}
        held = self.closing.values(self.q)
        closing = self.closing.with_parameters(changed)
        q = closing.closed(self.q, held)
        if q is None:
            words = ", ".join(f"{name} = {value:.6g}" for name, value in changed.items())
            raise Refused(f"with {words} the loops do not close near this pose; go back a little, or move first")
        loop = None if self.loop is None else self.loop.with_parameters(changed)
        return replace(self, closing=closing, q=q, given=given, loop=loop)

    # -- runs --------------------------------------------------------------------------------------------------------

    def request(self, data: Any) -> Request:
        """The run that a message asks for; all that is wrong with it is raised as Nonsense."""
        if self.closing is None:
            raise Nonsense("the machine of this run cannot be made again, so it cannot be run; see the notes")
        if not isinstance(data, Mapping):
            raise Nonsense('run: expected {"inputs": {name: law}, "duration": seconds}')
        faults: list[str] = []
        typed = data.get("inputs", {})
        names = [label.name for label in self.subject.inputs]
        if not isinstance(typed, Mapping):
            raise Nonsense('inputs: expected {name: law}, such as {"A.v": "sine:2,1.5"}')
        laws: dict[str, Law] = {}
        for name, text in typed.items():
            if name not in names:
                faults.append(f"there is no input {name[:LONGEST_NAME]!r}; {close_matches(name[:LONGEST_NAME], names)}")
                continue
            try:
                if not isinstance(text, str | int | float) or isinstance(text, bool):
                    raise ValueError(f"{type(text).__name__}; give a number, or a law as a text")  # noqa: TRY301, TRY004
                if str(text).strip().startswith("table:"):
                    raise ValueError("tables are read by the command line only; copy the command and add it there")  # noqa: TRY301
                laws[name] = law(str(text)[:LONGEST_WORDS].strip())
            except (ValueError, TypeError, ArithmeticError) as error:
                faults.append(f"{name}: {error}")
        missing = [name for name in names if name not in typed]
        if missing:
            faults.append(f"missing inputs: {', '.join(missing)}")
        duration = data.get("duration", self.subject.start.duration)
        if not is_number(duration) or not 0 < duration <= LONGEST_RUN:
            faults.append(f"duration: expected seconds above 0, up to {LONGEST_RUN:g}")
        if faults:
            raise Nonsense("; ".join(faults))
        return Request(laws, {name: str(text).strip() for name, text in typed.items()}, float(duration))

    def command(self, request: Request) -> str:
        """The command line, or the Python program, that repeats a run from this pose."""
        assert self.closing is not None
        values = dict(zip(self.closing.names, self.closing.values(self.q).tolist(), strict=True))
        changed = {} if self.loop is None else dict(self.loop.given)
        text = command_text(self.subject, values, self.given, changed, request.typed, request.duration)
        try:
            q = self.closing.dynamics.assemble(values).q
            same = bool(np.max(np.abs(self.closing.state(q).q - self.q), initial=0.0) < SAME_POSE)
        except Refused:
            same = False
        return text if same else f"# This pose is in another assembly mode: the run would begin elsewhere.\n{text}"


def _entry(name: str, unit: str, meaning: str, value: float) -> PlainData:
    """A number with a range in which one would try it: to a quarter and four times, or around zero."""
    low, high = sorted((0.25 * value, 4.0 * value)) if value else (-1.0, 1.0)
    return {"name": name, "unit": unit, "meaning": meaning, "value": value, "low": low, "high": high}


def is_number(value: object) -> bool:
    """Whether a value of a message is a finite number."""
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < LARGEST_NUMBER


def _numbers(data: Any) -> dict[str, float]:
    """Numbers by name; all that is wrong at once."""
    if not isinstance(data, Mapping) or not data:
        raise Nonsense(f"set: expected names with numbers, such as {_EXAMPLE}")
    wrong = [str(name)[:LONGEST_NAME] for name, value in data.items() if not is_number(value)]
    if wrong:
        raise Nonsense(f"set: {', '.join(wrong)[:LONGEST_WORDS]}: expected a finite number")
    return {str(name): float(value) for name, value in data.items()}


def _drag(data: Any, closing: Closing) -> tuple[str, Sequence[float], Sequence[float]]:
    """A body, a point of it (m, in its frame) and where that is pulled to (m)."""
    shape = 'drag: expected {"body": name, "point": [x, y, z], "to": [x, y, z]}'
    if not isinstance(data, Mapping) or set(data) != {"body", "point", "to"}:
        raise Nonsense(shape)
    for key in ("point", "to"):
        value = data[key]
        if not isinstance(value, list) or len(value) != 3 or not all(is_number(each) for each in value):
            raise Nonsense(f"{shape}; {key} is not three finite numbers")
    bodies = list(closing.dynamics.equations.all_bodies)
    if data["body"] not in bodies:
        name = str(data["body"])[:LONGEST_NAME]
        raise Nonsense(f"drag: there is no body {name!r}; {close_matches(name, bodies)}")
    return data["body"], data["point"], data["to"]

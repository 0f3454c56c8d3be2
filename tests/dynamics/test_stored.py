"""Configurations from the disk: the same bits, for the same description only."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import fields, replace
from pathlib import Path
from types import FrameType

import pytest

import linkwright as lw
from dynamics.histories import recorded
from linkwright import formalisms, joins, mechanisms
from linkwright.dynamics import compile as compile_equations
from linkwright.dynamics.system.stored import system_text


class OwnBall(lw.Spherical):
    """A joint whose code is not that of the package."""


def compiled(mechanism: lw.Mechanism, *, listed: bool = False) -> tuple[bytes, int, list[bytes]]:
    """Coordinates of the reference and of the list of pivots, and how often a search was made for them."""
    calls: Counter[str] = Counter()

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            calls[frame.f_code.co_name] += 1

    sys.setprofile(watch)
    try:
        dynamics = compile_equations(formalisms.kane(mechanism), join=joins.Complement())
        places = [each.place for each in dynamics.listed_pivotings()] if listed else []
    finally:
        sys.setprofile(None)
    searches = sum(calls[name] for name in ("_searched", "close_many", "probe"))
    return dynamics.reference.q.tobytes(), searches, places


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("LINKWRIGHT_CACHE", raising=False)
    return tmp_path


def test_what_was_found_before_is_found_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = compiled(mechanisms.three_rps(), listed=True)
    assert first[1] > 1
    again = compiled(mechanisms.three_rps(), listed=True)
    assert again == (first[0], 0, first[2])
    monkeypatch.setenv("LINKWRIGHT_CACHE", "off")
    assert compiled(mechanisms.three_rps())[0] == first[0]
    assert list(folder.iterdir())


def test_another_description_is_searched_for_anew(folder: Path) -> None:
    first, moved = compiled(mechanisms.three_rps()), compiled(mechanisms.three_rps(a=0.152))
    assert moved[1] == first[1]
    assert moved[0] != first[0]
    # Values that are given later leave nothing on the disk.
    dynamics = lw.compile(mechanisms.three_rps())
    files = set((folder / "linkwright").iterdir())
    assert dynamics.with_parameters({"a": 0.153}).reference.q.tobytes() not in (first[0], moved[0])
    assert set((folder / "linkwright").iterdir()) == files


def test_what_counts_is_expressions_and_names_and_not_whose_code_they_come_from(folder: Path) -> None:
    """A joint of one's own with the expressions of `Spherical` is not searched for again; under another name it is."""
    mechanism = mechanisms.three_rps()
    joint = mechanism.connections["B1"]
    own = OwnBall(**{each.name: getattr(joint, each.name) for each in fields(joint) if each.init})
    changed = replace(mechanism, connections={**mechanism.connections, "B1": own})
    first = compiled(mechanism)
    assert first[1] > 0
    assert compiled(changed) == (first[0], 0, [])
    connections = {("ball" if name == "B1" else name): each for name, each in mechanism.connections.items()}
    assert compiled(replace(mechanism, connections=connections))[1] > 0


def test_another_force_is_another_system(folder: Path) -> None:
    """The text by which things are found on disk changes with each kind of expression, and not with values."""
    crank = lw.Body(mass=0.4, inertia=1e-4, points={"O": (0, 0), "A": (0.1, 0)}, home="axle")
    axle = lw.Revolute("ground", "crank.O")

    def text(stiffness: float | None, **settings: object) -> str:
        spring = (
            {} if stiffness is None else {"spring": lw.Spring("ground", "crank.A", stiffness=stiffness, length=0.1)}
        )
        machine = lw.Mechanism("machine", {"crank": crank}, {"axle": axle, **spring}, **settings)
        return system_text(lw.compile(formalisms.modular(machine)).system)

    usual = text(100.0)
    assert usual == text(100.0) == text(200.0)
    others = {usual, text(None), text(100.0, gravity=(0.0, -9.81)), text(100.0, exports={"angle": "axle.angle"})}
    assert len(others) == 4


@pytest.mark.parametrize("damage", [b"", b"x" * 200])
def test_damaged_files_count_as_not_there(folder: Path, damage: bytes) -> None:
    def run() -> bytes:
        dynamics = compile_equations(formalisms.kane(mechanisms.three_rps()), join=joins.Complement())
        inputs = dict.fromkeys(dynamics.inputs, 0.0)
        return recorded(lw.simulate(dynamics, dynamics.assemble(), duration=0.05, inputs=inputs, samples=3))

    first = run()
    for path in folder.rglob("*.o"):
        if path.stat().st_size < 20_000:  # not the time loop, which takes a second to compile
            path.write_bytes(damage)
    assert run() == first

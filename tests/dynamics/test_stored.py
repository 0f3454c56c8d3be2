"""Configurations from the disk: the same bits, for the same description only."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import fields, replace
from pathlib import Path
from types import FrameType

import pytest

import linkwright as lw
from linkwright import formalisms, joins, mechanisms
from linkwright.dynamics import compile as compile_equations


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
    return dynamics.reference.q.tobytes(), calls["_chosen"] + calls["close_many"], places


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


def test_code_of_others_may_change_so_that_nothing_is_stored(folder: Path) -> None:
    mechanism = mechanisms.three_rps()
    joint = mechanism.connections["B1"]
    own = OwnBall(**{each.name: getattr(joint, each.name) for each in fields(joint) if each.init})
    changed = replace(mechanism, connections={**mechanism.connections, "B1": own})
    assert compiled(changed)[1] == compiled(changed)[1] > 0
    assert not any(folder.rglob("*.o"))

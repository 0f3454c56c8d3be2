"""The log of a run stays small whatever happens, and keeps the first and the last; checked against a plain list."""

import random

import pytest

from linkwright.simulation.events.log import EVENT_NUMBERS, ROOM, Log
from linkwright.simulation.storage.rows import Rows

MOST = 1000


@pytest.mark.one_in(3)
@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("count", [0, 7, MOST, MOST + 1, 3 * MOST, MOST + 2 * ROOM])
def test_it_keeps_all_or_the_first_and_the_last(count, streamed, tmp_path):
    chance, log, everything = random.Random(count), Log(MOST), []
    if streamed:
        log.store = Rows(tmp_path / "events.bin", EVENT_NUMBERS, "events")
        log.store.create()
    for k in range(count):
        entry = (0.1 * k, chance.choice(["belt", "wall"]), chance.choice(["slip", "stick"]))
        log.add(*entry)
        everything.append(entry)
        if streamed and chance.random() < 0.004:
            log.flush()
            assert len(log) == 0
    assert len(log) <= MOST + ROOM
    found = log.pack()
    kept = [(time, *found.kinds[code]) for time, code in zip(found.times.tolist(), found.codes.tolist(), strict=True)]
    assert kept == (everything if count <= MOST else everything[: MOST // 2] + everything[-MOST // 2 :])
    assert found.missing == count - len(kept)
    assert found.first == (count if count <= MOST else MOST // 2)
    assert log.total == count
    assert any("the times of the first 500" in said for said in log.summary()) == (count > MOST)


def test_what_is_put_back_counts_on(tmp_path):
    one, other = Log(), Log()
    for log in (one, other):
        log.add(1.0, "belt", "slip")
        log.add(2.0, "belt", "stick")
    again = Log()
    again.put_back(one.data())
    again.store = Rows(tmp_path / "events.bin", EVENT_NUMBERS, "events")
    again.store.create()
    one.store = again.store
    one.flush()
    for log in (again, other):
        log.add(3.0, "wall", "impact")
        log.add(4.0, "belt", "slip")
    assert again.summary() == other.summary()
    assert again.recent == other.recent
    assert again.pack().times.tolist() == other.pack().times.tolist() == [1.0, 2.0, 3.0, 4.0]

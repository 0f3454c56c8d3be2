"""Machines, equations, compiled dynamics, states and trajectories pickle: a fresh process gives the same bits."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

import linkwright as lw
from dynamics import pickled

KINDS = ("machine", "equations", "dynamics", "state", "trajectory")
READY = sorted(lw.mechanisms.__all__)
FEW = ("three_rrr", "stick_slip")


def _in_a_fresh_process(function, *arguments):
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(function, *arguments).result()


def _check(folder, names):
    asked = _in_a_fresh_process(pickled.write, folder, names)
    found, cached, added = _in_a_fresh_process(pickled.read, folder, names, KINDS)
    assert cached > 0
    assert added == []  # nothing was compiled on arrival
    for name in names:
        assert asked[name].pop("copies") == [True, True, True], name
        for kind in ("machine", "equations", "dynamics"):
            assert found[name, kind] == asked[name], (name, kind)
        assert found[name, "state"] == (asked[name]["q"], False, False), name
        assert found[name, "trajectory"] == (asked[name]["channels"], asked[name]["certificate"]), name


def test_some_machines_give_the_same_bits_in_a_fresh_process(tmp_path):
    _check(str(tmp_path), FEW)


@pytest.mark.long
@pytest.mark.parametrize("name", [*READY, pickled.ROLLED])
def test_every_ready_machine_gives_the_same_bits_in_a_fresh_process(tmp_path, name):
    _check(str(tmp_path), (name,))

"""Settings for all tests."""

import functools
import hashlib
import signal
import sys
from math import ceil
from pathlib import Path

import pytest
from hypothesis import settings

# Examples are the same in every run, so a failure is a failure for everyone; no test is timed, hence no deadline.
settings.register_profile("linkwright", derandomize=True, deadline=None, database=None)
settings.load_profile("linkwright")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a script; Ctrl-C is tested all the same
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="module", autouse=True)
def _forget():
    """Empty the caches of tests after each file: a process of tests would keep every machine it ever compiled."""
    yield
    here = str(Path(__file__).parent)
    for module in list(sys.modules.values()):
        if str(getattr(module, "__file__", None)).startswith(here):
            for value in vars(module).values():
                if isinstance(value, functools._lru_cache_wrapper):
                    value.cache_clear()


TURN = 1
"""Formalisms that one case of a test meets in `make test`; the other ones are in `make test-long`, and so are all but
about one in n cases of a test that is marked `one_in(n)`."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark as long what repeats a test: cases that differ by their formalism alone, but for a few, and `one_in`.

    Which ones stay follows from the names of the cases, so that each formalism has its turn on every subject.
    """
    cases, samples = {}, {}
    for item in items:
        if item.get_closest_marker("long") is not None:
            continue
        name = getattr(item, "callspec", None) and item.callspec.params.get("formalism")
        sample = item.get_closest_marker("one_in")
        if sample is not None:
            samples.setdefault((item.nodeid.partition("[")[0], sample.args[0]), []).append(item)
        elif isinstance(name, str):
            case = "-".join(part for part in item.callspec.id.split("-") if part != name)
            cases.setdefault(f"{item.nodeid.partition('[')[0]}[{case}]", []).append(item)
    for (_, share), alike in samples.items():
        for item in sorted(alike, key=lambda each: _number(each.nodeid))[ceil(len(alike) / share) :]:
            item.add_marker(pytest.mark.long)
    for case, alike in cases.items():
        kept = {(_number(case) + k * len(alike) // TURN) % len(alike) for k in range(TURN)}
        for number, item in enumerate(alike):
            if number not in kept:
                item.add_marker(pytest.mark.long)


def _number(name):
    """A number of a case that is the same in every run."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4])

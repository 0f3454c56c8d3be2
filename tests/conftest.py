"""Settings for all tests."""

import functools
import signal
import sys
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

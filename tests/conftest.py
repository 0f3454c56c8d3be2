"""Settings for all tests."""

import signal

from hypothesis import settings

# Examples are the same in every run, so a failure is a failure for everyone; no test is timed, hence no deadline.
settings.register_profile("linkwright", derandomize=True, deadline=None, database=None)
settings.load_profile("linkwright")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in the background of a script; Ctrl-C is tested all the same
    signal.signal(signal.SIGINT, signal.default_int_handler)

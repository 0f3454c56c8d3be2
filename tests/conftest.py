"""Settings for all tests."""

from hypothesis import settings

# Examples are the same in every run, so a failure is a failure for everyone; no test is timed, hence no deadline.
settings.register_profile("linkwright", derandomize=True, deadline=None, database=None)
settings.load_profile("linkwright")

"""The command line: `linkwright list | show | equations | simulate | inverse | compare`."""

from linkwright.cli.app import app, main

__all__ = ["app", "main"]

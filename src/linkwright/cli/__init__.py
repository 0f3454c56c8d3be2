"""The command line: `linkwright list | show | equations | simulate | inverse`."""

from linkwright.cli.app import app, main

__all__ = ["app", "main"]

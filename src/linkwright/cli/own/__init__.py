"""Machines of one's own in the command line: programs that are run when they are named, and starters for new ones."""

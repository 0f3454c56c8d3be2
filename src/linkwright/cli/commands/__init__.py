"""One file a command: parse, ask, show."""

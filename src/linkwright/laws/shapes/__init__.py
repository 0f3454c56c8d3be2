"""The laws of time, one family a file."""

"""The same machine by every formalism, measured."""

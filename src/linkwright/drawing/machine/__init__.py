"""The picture of a machine, from its bodies and joints."""

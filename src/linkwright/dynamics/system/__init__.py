"""The equations of a whole machine over its global variables, evaluated and read."""

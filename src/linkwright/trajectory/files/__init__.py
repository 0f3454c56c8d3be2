"""Trajectories in files: sheets of named columns as .csv and .parquet."""

from linkwright.trajectory.files.files import check_path, save_parts
from linkwright.trajectory.files.plain import thaw
from linkwright.trajectory.files.sheet import Lists, Parts, lists_at
from linkwright.trajectory.files.sheet_of import to_columns, to_sheet

__all__ = ["Lists", "Parts", "check_path", "lists_at", "save_parts", "thaw", "to_columns", "to_sheet"]

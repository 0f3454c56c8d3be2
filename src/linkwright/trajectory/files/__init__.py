"""Trajectories in files: sheets of named columns as .csv and .parquet."""

from linkwright.trajectory.files.files import check_path, save_parts
from linkwright.trajectory.files.plain import thawed
from linkwright.trajectory.files.sheet import Parts
from linkwright.trajectory.files.sheet_of import to_sheet

__all__ = ["Parts", "check_path", "save_parts", "thawed", "to_sheet"]

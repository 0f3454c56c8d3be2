"""Ready machines as cited data, one file each."""

from linkwright.mechanisms.three_rrr import three_rrr

__all__ = ["three_rrr"]

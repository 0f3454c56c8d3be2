"""Ready machines as cited data, one file each."""

from linkwright.mechanisms.double_pendulum import double_pendulum
from linkwright.mechanisms.four_bar import four_bar
from linkwright.mechanisms.serial_manipulator import serial_manipulator
from linkwright.mechanisms.slider_crank import slider_crank
from linkwright.mechanisms.three_rrr import three_rrr

__all__ = ["double_pendulum", "four_bar", "serial_manipulator", "slider_crank", "three_rrr"]

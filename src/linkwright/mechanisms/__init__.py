"""Ready machines as cited data, one file each."""

from linkwright.mechanisms.ball_on_turntable import ball_on_turntable
from linkwright.mechanisms.chaplygin_sleigh import chaplygin_sleigh
from linkwright.mechanisms.double_pendulum import double_pendulum
from linkwright.mechanisms.four_bar import four_bar
from linkwright.mechanisms.free_body import free_body
from linkwright.mechanisms.heavy_top import heavy_top
from linkwright.mechanisms.knife_edge import knife_edge
from linkwright.mechanisms.n_four_bar import n_four_bar
from linkwright.mechanisms.rolling_disc import rolling_disc
from linkwright.mechanisms.serial_chain import serial_chain
from linkwright.mechanisms.serial_manipulator import serial_manipulator
from linkwright.mechanisms.slider_crank import slider_crank
from linkwright.mechanisms.snakeboard import snakeboard
from linkwright.mechanisms.three_rrr import three_rrr

__all__ = [
    "ball_on_turntable",
    "chaplygin_sleigh",
    "double_pendulum",
    "four_bar",
    "free_body",
    "heavy_top",
    "knife_edge",
    "n_four_bar",
    "rolling_disc",
    "serial_chain",
    "serial_manipulator",
    "slider_crank",
    "snakeboard",
    "three_rrr",
]

"""Ready machines as cited data, one file each."""

from linkwright.mechanisms.andrews_squeezer import andrews_squeezer
from linkwright.mechanisms.ball_on_turntable import ball_on_turntable
from linkwright.mechanisms.bennett import bennett
from linkwright.mechanisms.chaplygin_sleigh import chaplygin_sleigh
from linkwright.mechanisms.delta import delta
from linkwright.mechanisms.double_pendulum import double_pendulum
from linkwright.mechanisms.four_bar import four_bar
from linkwright.mechanisms.free_body import free_body
from linkwright.mechanisms.heavy_top import heavy_top
from linkwright.mechanisms.knife_edge import knife_edge
from linkwright.mechanisms.mast_3prs import mast_3prs
from linkwright.mechanisms.mast_control import mast_control  # noqa: F401  the control of a machine, not a machine
from linkwright.mechanisms.n_four_bar import n_four_bar
from linkwright.mechanisms.parallelogram import parallelogram
from linkwright.mechanisms.planar_parallel import planar_2prr_rpr, planar_3prr, planar_parallel
from linkwright.mechanisms.rolling_disc import rolling_disc
from linkwright.mechanisms.serial_chain import serial_chain
from linkwright.mechanisms.serial_manipulator import serial_manipulator
from linkwright.mechanisms.simple_pendulum import simple_pendulum
from linkwright.mechanisms.slider_crank import slider_crank
from linkwright.mechanisms.snakeboard import snakeboard
from linkwright.mechanisms.stewart import stewart
from linkwright.mechanisms.stick_slip import stick_slip
from linkwright.mechanisms.table_schemes import mast_computed_torque, mast_workspace_control  # noqa: F401
from linkwright.mechanisms.three_prs import three_prs
from linkwright.mechanisms.three_rps import three_rps
from linkwright.mechanisms.three_rrr import three_rrr
from linkwright.mechanisms.whipple_bicycle import whipple_bicycle

__all__ = [
    "andrews_squeezer",
    "ball_on_turntable",
    "bennett",
    "chaplygin_sleigh",
    "delta",
    "double_pendulum",
    "four_bar",
    "free_body",
    "heavy_top",
    "knife_edge",
    "mast_3prs",
    "n_four_bar",
    "parallelogram",
    "planar_2prr_rpr",
    "planar_3prr",
    "planar_parallel",
    "rolling_disc",
    "serial_chain",
    "serial_manipulator",
    "simple_pendulum",
    "slider_crank",
    "snakeboard",
    "stewart",
    "stick_slip",
    "three_prs",
    "three_rps",
    "three_rrr",
    "whipple_bicycle",
]

"""All ready machines by name: what command line, `verify` and `resume` know of them."""

from __future__ import annotations

from collections.abc import Mapping

from linkwright.mechanisms.andrews_squeezer import ANDREWS_SQUEEZER
from linkwright.mechanisms.ball_on_turntable import BALL_ON_TURNTABLE
from linkwright.mechanisms.bennett import BENNETT
from linkwright.mechanisms.chaplygin_sleigh import CHAPLYGIN_SLEIGH
from linkwright.mechanisms.delta import DELTA
from linkwright.mechanisms.double_pendulum import DOUBLE_PENDULUM
from linkwright.mechanisms.four_bar import FOUR_BAR
from linkwright.mechanisms.free_body import FREE_BODY
from linkwright.mechanisms.heavy_top import HEAVY_TOP
from linkwright.mechanisms.knife_edge import KNIFE_EDGE
from linkwright.mechanisms.mast_3prs import MAST_3PRS
from linkwright.mechanisms.n_four_bar import N_FOUR_BAR
from linkwright.mechanisms.parallelogram import PARALLELOGRAM
from linkwright.mechanisms.planar_parallel import PLANAR_2PRR_RPR, PLANAR_3PRR, PLANAR_PARALLEL
from linkwright.mechanisms.ready import Ready
from linkwright.mechanisms.rolling_disc import ROLLING_DISC
from linkwright.mechanisms.serial_chain import SERIAL_CHAIN
from linkwright.mechanisms.serial_manipulator import SERIAL_MANIPULATOR
from linkwright.mechanisms.simple_pendulum import SIMPLE_PENDULUM
from linkwright.mechanisms.slider_crank import SLIDER_CRANK
from linkwright.mechanisms.snakeboard import SNAKEBOARD
from linkwright.mechanisms.stewart import STEWART
from linkwright.mechanisms.stick_slip import STICK_SLIP
from linkwright.mechanisms.three_prs import THREE_PRS
from linkwright.mechanisms.three_rps import THREE_RPS
from linkwright.mechanisms.three_rrr import THREE_RRR
from linkwright.mechanisms.whipple_bicycle import WHIPPLE_BICYCLE

READY: Mapping[str, Ready] = {
    each.name: each
    for each in (
        ANDREWS_SQUEEZER,
        BALL_ON_TURNTABLE,
        BENNETT,
        CHAPLYGIN_SLEIGH,
        DELTA,
        DOUBLE_PENDULUM,
        FOUR_BAR,
        FREE_BODY,
        HEAVY_TOP,
        KNIFE_EDGE,
        MAST_3PRS,
        N_FOUR_BAR,
        PARALLELOGRAM,
        PLANAR_2PRR_RPR,
        PLANAR_3PRR,
        PLANAR_PARALLEL,
        ROLLING_DISC,
        SERIAL_CHAIN,
        SERIAL_MANIPULATOR,
        SIMPLE_PENDULUM,
        SLIDER_CRANK,
        SNAKEBOARD,
        STEWART,
        STICK_SLIP,
        THREE_PRS,
        THREE_RPS,
        THREE_RRR,
        WHIPPLE_BICYCLE,
    )
}
"""In alphabetical order."""

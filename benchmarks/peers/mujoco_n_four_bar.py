"""The N-four-bar mechanism in MuJoCo: hinges of cranks and couplers, and n `connect` equalities.

The same tree as in Pinocchio: crank k turns about (k, 0), coupler k hangs on the tip of crank k - 1 and is closed with
the tip of crank k. Hinges turn clockwise, angles are from the upright pose.
"""

from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np

VERSION = f"mujoco {mujoco.__version__}"
ROD = 'mass="1" diaginertia="0.041666666666666664 0.041666666666666664 0.08333333333333333"'


@dataclass(frozen=True)
class Peer:
    """A model and its work space."""

    n: int
    model: Any
    data: Any


def mjcf(n, step, integrator, correction):
    """The model as MJCF text; `step` in s, `correction` is the closures' time constant in steps."""
    bodies = ""
    for k in range(n + 1):
        inside = f'<site name="tip{k}" pos="0 1 0"/>'
        if k < n:
            inside += (
                f'<body pos="0 1 0"><joint name="coupler{k + 1}" axis="0 0 -1"/><inertial pos="0.5 0 0" {ROD}/>'
                f'<site name="end{k + 1}" pos="1 0 0"/></body>'
            )
        bodies += (
            f'<body pos="{k} 0 0"><joint name="crank{k}" axis="0 0 -1"/><inertial pos="0 0.5 0" {ROD}/>{inside}</body>'
        )
    stiff = f'solimp="0.9999 0.9999 0.001" solref="{correction * step} 1"'
    closures = "".join(f'<connect site1="end{k}" site2="tip{k}" {stiff}/>' for k in range(1, n + 1))
    return f"""<mujoco>
      <option gravity="0 -9.81 0" timestep="{step}" integrator="{integrator}" tolerance="1e-12"/>
      <worldbody>{bodies}</worldbody>
      <equality>{closures}</equality>
    </mujoco>"""


def build(n, step=0.005, integrator="RK4", correction=2.0):
    """The compiled model."""
    model = mujoco.MjModel.from_xml_string(mjcf(n, step, integrator, correction))
    return Peer(n, model, mujoco.MjData(model))


def motion(peer, duration=10.0):
    """Tip of the first crank (x, y, x', y') after a time, in steps of the model's own."""
    model, data = peer.model, peer.data
    mujoco.mj_resetData(model, data)
    for k in range(model.njnt):
        data.qvel[k] = 1.0 if model.joint(k).name.startswith("crank") else -1.0
    mujoco.mj_step(model, data, nstep=round(duration / model.opt.timestep))
    angle, rate = data.qpos[0], data.qvel[0]
    return np.array([np.sin(angle), np.cos(angle), rate * np.cos(angle), -rate * np.sin(angle)])

"""The Stewart platform in MuJoCo: legs of two hinges and a slide, joined to the platform by `connect` equalities.

Joints are zero at home, where each leg has the pose Rz(azimuth) Rx(f) Ry(s); its hinges are about the first axis of the
universal joint, (cos s, 0, sin s) in the frame of the leg, and about y.
"""

from math import asin, atan2, cos, sin
from types import SimpleNamespace

import mujoco
import numpy as np
from mujoco import rollout

VERSION = f"mujoco {mujoco.__version__}"
STEP = 5e-3


def mjcf(legs, solids, gravity, step=STEP):
    """The model as MJCF text: feet and heads (3) of the legs at home, masses and moments of tube, bar and plate."""
    rows = []
    for k, (foot, head) in enumerate(legs, 1):
        arm = head - foot
        length, azimuth = float(np.linalg.norm(arm)), atan2(foot[1], foot[0])
        out, side = cos(azimuth) * arm[0] + sin(azimuth) * arm[1], cos(azimuth) * arm[1] - sin(azimuth) * arm[0]
        first, second = atan2(-side, arm[2]), asin(out / length)
        turns = f"{azimuth:.17g} {first:.17g} {second:.17g}"
        tube, bar = solids["tube"], solids["bar"]
        rows.append(f"""<body pos="{_text(foot)}" euler="{turns}">
          <joint type="hinge" axis="{cos(second):.17g} 0 {sin(second):.17g}"/><joint type="hinge" axis="0 1 0"/>
          <inertial pos="0 0 {tube["middle"]:.17g}" mass="{tube["mass"]:.17g}" diaginertia="{_text(tube["moments"])}"/>
          <body pos="0 0 {length:.17g}"><joint name="d{k}" type="slide" axis="0 0 1"/>
            <inertial pos="0 0 {bar["middle"]:.17g}" mass="{bar["mass"]:.17g}" diaginertia="{_text(bar["moments"])}"/>
            <site name="tip{k}"/></body></body>""")
    height, plate = solids["height"], solids["plate"]
    sites = "".join(f'<site name="B{k}" pos="{_text(head - [0, 0, height])}"/>' for k, (_, head) in enumerate(legs, 1))
    stiff = f'solimp="0.9999 0.9999 0.001" solref="{2 * step} 1"'
    closures = "".join(f'<connect site1="tip{k}" site2="B{k}" {stiff}/>' for k in range(1, len(legs) + 1))
    return f"""<mujoco><compiler angle="radian" eulerseq="zxy"/>
      <option gravity="0 0 {-gravity}" timestep="{step}" integrator="RK4" tolerance="1e-12"/>
      <worldbody>{"".join(rows)}
        <body name="platform" pos="0 0 {height:.17g}"><freejoint/>
          <inertial pos="0 0 0" mass="{plate["mass"]:.17g}" diaginertia="{_text(plate["moments"])}"/>
          {sites}</body></worldbody><equality>{closures}</equality></mujoco>"""


def _text(numbers):
    return " ".join(f"{float(number):.17g}" for number in numbers)


def build(legs, solids, gravity, forces, step=STEP):
    """Model and data, with forces that lengthen the legs, held."""
    model = mujoco.MjModel.from_xml_string(mjcf(legs, solids, gravity, step))
    data = mujoco.MjData(model)
    places = [int(model.joint(f"d{k}").dofadr[0]) for k in range(1, len(legs) + 1)]
    first = int(model.jnt_qposadr[model.body("platform").jntadr[0]])
    return SimpleNamespace(model=model, data=data, places=places, forces=list(forces), platform=slice(first, first + 3))


def run(peer, duration):
    """Position (3) of the platform at the end."""
    model, data = peer.model, peer.data
    mujoco.mj_resetData(model, data)
    data.qfrc_applied[peer.places] = peer.forces
    for _ in range(round(duration / model.opt.timestep)):
        mujoco.mj_step(model, data)
    return np.array(data.qpos[peer.platform])


def batch_inputs(peer, forces):
    """Initial states at home (n, nstate) and forces (n, 1, nv) for `batch`; forces (n, 6) of the legs."""
    model = peer.model
    home = np.zeros(mujoco.mj_stateSize(model, mujoco.mjtState.mjSTATE_FULLPHYSICS))
    mujoco.mj_resetData(model, peer.data)
    mujoco.mj_getState(model, peer.data, home, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    applied = np.zeros((len(forces), 1, model.nv))
    applied[:, 0, peer.places] = forces
    return np.repeat(home[None], len(forces), axis=0), applied


def batch(peer, initial, forces, threads=1, steps=1):
    """Steps from each of many states by mujoco.rollout, (n, steps, nstate)."""
    data = [mujoco.MjData(peer.model) for _ in range(threads)]
    with rollout.Rollout(nthread=0 if threads == 1 else threads) as pool:
        spec = mujoco.mjtState.mjSTATE_QFRC_APPLIED
        return pool.rollout(peer.model, data, initial, forces, control_spec=spec, nstep=steps)[0]


def poses(peer, states):
    """Platform positions (n, 3) at the end of what `batch` gives."""
    return states[:, -1, 1 + peer.platform.start : 1 + peer.platform.stop]

"""The 3RRR in MuJoCo: a tree of seven hinges and two `connect` equalities, by mj_forward.

MuJoCo's constraints are soft: with impedance d an equality leaves about 1 - d of the acceleration that it should
cancel, and d is at most 0.9999. `solimp` asks for that, and `solref` for corrections within two steps, the fastest that
the tool allows by default.
"""

from dataclasses import dataclass
from typing import Any

import mujoco
import numpy as np
from mujoco import rollout

from . import geometry as g

VERSION = f"mujoco {mujoco.__version__}"


@dataclass(frozen=True)
class Peer:
    """A model and its work space."""

    model: Any
    data: Any


def _body(name, position, centre, inertia, inside):
    """A hinged body: `inertia` is (kg, kg m^2 about the centre); the other moments do no work in a plane."""
    (x, y), (mass, about_z) = position, inertia
    return f"""<body pos="{x:.17g} {y:.17g} 0"><joint name="{name}" axis="0 0 1"/>
      <inertial pos="{centre} 0 0" mass="{mass}" diaginertia="{about_z / 2:.17g} {about_z / 2:.17g} {about_z:.17g}"/>
      {inside}</body>"""


def _site(name, x, y):
    return f'<site name="{name}" pos="{x:.17g} {y:.17g} 0"/>'


def mjcf(step=0.005, integrator="RK4", correction=2.0):
    """The model as MJCF text; `step` in s, `correction` is the closures' time constant in steps."""
    bar = (g.BAR_MASS, g.BAR_INERTIA)
    vertices = [g.RADIUS * (g.direction(angle) - g.direction(g.ALPHA[0])) for angle in g.ALPHA]
    sites = _site("vertex_B", *vertices[1]) + _site("vertex_C", *vertices[2])
    platform = _body("vertex_A", (g.BAR, 0.0), -g.RADIUS, (g.PLATFORM_MASS, g.PLATFORM_INERTIA), sites)
    tips = {"A": platform, "B": _site("tip_B", g.BAR, 0.0), "C": _site("tip_C", g.BAR, 0.0)}
    legs = "".join(
        _body(f"phi_{name}", base, g.BAR / 2, bar, _body(f"elbow_{name}", (g.BAR, 0.0), g.BAR / 2, bar, tips[name]))
        for name, base in zip("ABC", g.BASE, strict=True)
    )
    stiff = f'solimp="0.9999 0.9999 0.001" solref="{correction * step} 1"'
    closures = "".join(f'<connect site1="tip_{name}" site2="vertex_{name}" {stiff}/>' for name in "BC")
    return f"""<mujoco>
      <option gravity="0 0 0" timestep="{step}" integrator="{integrator}" tolerance="1e-12"/>
      <worldbody>{legs}</worldbody>
      <equality>{closures}</equality>
    </mujoco>"""


def build(step=0.005, integrator="RK4", correction=2.0):
    """The compiled model in joint angles (geometry.JOINTS)."""
    model = mujoco.MjModel.from_xml_string(mjcf(step, integrator, correction))
    return Peer(model, mujoco.MjData(model))


def state(_peer, pose, velocity):
    """Joint angles and rates, (..., 7) each, for platform poses and velocities (..., 3)."""
    return g.joint_state(pose, velocity)


def forward(peer, q, v, tau):
    """Joint accelerations (7,) for joint angles, rates and generalised forces (7,): a view of the work space."""
    data = peer.data
    data.qpos[:] = q
    data.qvel[:] = v
    data.qfrc_applied[:] = tau
    mujoco.mj_forward(peer.model, data)
    return data.qacc


def platform_acceleration(_peer, q, v, a):
    """Platform acceleration (3,) of joint angles and their rates."""
    return g.acceleration_of(g.ABSOLUTE @ q, g.ABSOLUTE @ v, g.ABSOLUTE @ a)


def geometry_error(peer, pose):
    """Largest difference (m) between the tool's own placement of the closures' sites and the closed form."""
    peer.data.qpos[:] = state(peer, pose, (0.0, 0.0, 0.0))[0]
    mujoco.mj_kinematics(peer.model, peer.data)
    errors = []
    for leg, name in ((1, "B"), (2, "C")):
        vertex = np.asarray(pose[:2]) + g.RADIUS * g.direction(pose[2] + g.ALPHA[leg])
        errors += [np.linalg.norm(peer.data.site(f"{site}_{name}").xpos[:2] - vertex) for site in ("tip", "vertex")]
    return max(errors)


def inverse_batch(peer, q, v, a):
    """Torques (n, 3) for accelerations: the tree's inverse dynamics less the closures' forces, point by point.

    The soft closures are left out of `mj_rne`; their rows come from the Jacobians of the sites, so they hold exactly.
    """
    model, data = peer.model, peer.data
    sites = [[model.site(f"{site}_{name}").id for site in ("tip", "vertex")] for name in "BC"]
    first, second = np.empty((3, 7)), np.empty((3, 7))
    jacobian, tree, torques = np.empty((4, 7)), np.empty(7), np.empty((len(q), 3))
    for k in range(len(q)):
        data.qpos[:], data.qvel[:], data.qacc[:] = q[k], v[k], a[k]
        mujoco.mj_fwdPosition(model, data)
        mujoco.mj_fwdVelocity(model, data)
        mujoco.mj_rne(model, data, 1, tree)
        for row, (tip, vertex) in enumerate(sites):
            mujoco.mj_jacSite(model, data, first, None, tip)
            mujoco.mj_jacSite(model, data, second, None, vertex)
            jacobian[2 * row : 2 * row + 2] = (second - first)[:2]
        dependent = np.linalg.solve(jacobian[:, [1, 2, 4, 6]].T, tree[[1, 2, 4, 6]])
        torques[k] = (tree - jacobian.T @ dependent)[list(g.DRIVEN)]
    return torques


def free_motion(peer, duration=10.0):
    """Platform pose (3,) after a free motion from FREE_VELOCITY, in steps of the model's own."""
    data = peer.data
    mujoco.mj_resetData(peer.model, data)
    data.qpos[:], data.qvel[:] = state(peer, (0.0, 0.0, 0.0), g.FREE_VELOCITY)
    mujoco.mj_step(peer.model, data, nstep=round(duration / peer.model.opt.timestep))
    return g.pose_of(g.ABSOLUTE @ data.qpos)


def batch_inputs(peer, poses, velocities, torques):
    """Initial states (n, nstate) and forces (n, 1, 7) for `batch`."""
    q, v = state(peer, poses, velocities)
    size = mujoco.mj_stateSize(peer.model, mujoco.mjtState.mjSTATE_FULLPHYSICS)
    initial = np.zeros((len(q), size))
    initial[:, 1:8], initial[:, 8:15] = q, v  # after the time
    return initial, g.torques_on_joints(torques)[:, None, :]


def batch(peer, initial, forces, threads=1, steps=1):
    """Steps from each of many states by mujoco.rollout, (n, steps, nstate); one of Euler's is one evaluation."""
    data = [mujoco.MjData(peer.model) for _ in range(threads)]
    with rollout.Rollout(nthread=0 if threads == 1 else threads) as pool:
        return pool.rollout(
            peer.model, data, initial, forces, control_spec=mujoco.mjtState.mjSTATE_QFRC_APPLIED, nstep=steps
        )[0]


def poses(_peer, states):
    """Platform poses (n, 3) at the end of what `batch` gives."""
    return np.array([g.pose_of(g.ABSOLUTE @ q) for q in states[:, -1, 1:8]])

"""The 3RRR in Pinocchio: a tree of seven revolute joints and two point closures, by constraintDynamics.

The closures are points in space; in a plane their third rows vanish, which the proximal solver's mu > 0 allows.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pinocchio as pin
from scipy.integrate import solve_ivp

from . import geometry as g

VERSION = f"pinocchio {pin.__version__}"


@dataclass(frozen=True)
class Peer:
    """A model, its closures, the solver's settings and the work space."""

    model: Any
    data: Any
    closures: Any
    closure_data: Any
    settings: Any


def _placed(x, y=0.0):
    return pin.SE3(np.eye(3), np.array([x, y, 0.0]))


def _inertia(mass, x, y, about_z):
    # the other moments do no work in a plane; they are those of a thin body
    return pin.Inertia(mass, np.array([x, y, 0.0]), np.diag([about_z / 2, about_z / 2, about_z]))


def build(accuracy=1e-12, mu=1e-12, iterations=20):
    """The model in joint angles (geometry.JOINTS).

    A smaller mu converges in fewer iterations: 2 for 1e-12, 4 for 1e-4, with the same rounding error.
    """
    model = pin.Model()
    model.gravity.linear = np.zeros(3)
    tips = []
    for leg, name in enumerate("ABC"):
        upper = model.addJoint(0, pin.JointModelRZ(), _placed(*g.BASE[leg]), f"phi_{name}")
        model.appendBodyToJoint(upper, _inertia(g.BAR_MASS, g.BAR / 2, 0.0, g.BAR_INERTIA), pin.SE3.Identity())
        lower = model.addJoint(upper, pin.JointModelRZ(), _placed(g.BAR), f"elbow_{name}")
        model.appendBodyToJoint(lower, _inertia(g.BAR_MASS, g.BAR / 2, 0.0, g.BAR_INERTIA), pin.SE3.Identity())
        tips.append(lower)
        if leg == 0:
            platform = model.addJoint(lower, pin.JointModelRZ(), _placed(g.BAR), "vertex_A")
            model.appendBodyToJoint(
                platform, _inertia(g.PLATFORM_MASS, -g.RADIUS, 0.0, g.PLATFORM_INERTIA), pin.SE3.Identity()
            )
    closures = pin.StdVec_RigidConstraintModel()
    for leg in (1, 2):
        vertex = g.RADIUS * (g.direction(g.ALPHA[leg]) - g.direction(g.ALPHA[0]))
        closures.append(
            pin.RigidConstraintModel(
                pin.ContactType.CONTACT_3D,
                model,
                tips[leg],
                _placed(g.BAR),
                platform,
                _placed(*vertex),
                pin.ReferenceFrame.LOCAL,
            )
        )
    closure_data = pin.StdVec_RigidConstraintData()
    for closure in closures:
        closure_data.append(closure.createData())
    data = model.createData()
    pin.initConstraintDynamics(model, data, closures, closure_data)
    return Peer(model, data, closures, closure_data, pin.ProximalSettings(accuracy, mu, iterations))


def state(_peer, pose, velocity):
    """Joint angles and rates, (..., 7) each, for platform poses and velocities (..., 3)."""
    return g.joint_state(pose, velocity)


def forward(peer, q, v, tau):
    """Joint accelerations (7,) for joint angles, rates and generalised forces (7,)."""
    return pin.constraintDynamics(peer.model, peer.data, q, v, tau, peer.closures, peer.closure_data, peer.settings)


def platform_acceleration(_peer, q, v, a):
    """Platform acceleration (3,) of joint angles and their rates."""
    return g.acceleration_of(g.ABSOLUTE @ q, g.ABSOLUTE @ v, g.ABSOLUTE @ a)


def geometry_error(peer, pose):
    """Largest difference (m) of the tool's own placement of platform and closures from the closed form."""
    q, _ = state(peer, pose, (0.0, 0.0, 0.0))
    pin.forwardKinematics(peer.model, peer.data, q)
    platform = peer.data.oMi[peer.model.getJointId("vertex_A")]
    errors = [np.linalg.norm(platform.act(np.array([-g.RADIUS, 0.0, 0.0]))[:2] - pose[:2])]
    for closure in peer.closures:
        ends = [
            peer.data.oMi[joint].act(placement.translation)
            for joint, placement in (
                (closure.joint1_id, closure.joint1_placement),
                (closure.joint2_id, closure.joint2_placement),
            )
        ]
        errors.append(np.linalg.norm(ends[0] - ends[1]))
    return max(errors)


def inverse_batch(peer, q, v, a):
    """Torques (n, 3) for accelerations: the tree's inverse dynamics less the closures' forces, point by point."""
    torques = np.empty((len(q), 3))
    for k in range(len(q)):
        pin.computeJointJacobians(peer.model, peer.data, q[k])
        for closure, data in zip(peer.closures, peer.closure_data, strict=True):
            closure.calc(peer.model, peer.data, data)  # the Jacobian below reads placements kept here
        tree = np.array(pin.rnea(peer.model, peer.data, q[k], v[k], a[k]))
        jacobian = pin.getConstraintsJacobian(peer.model, peer.data, peer.closures, peer.closure_data)[[0, 1, 3, 4]]
        dependent = np.linalg.solve(jacobian[:, [1, 2, 4, 6]].T, tree[[1, 2, 4, 6]])
        torques[k] = (tree - jacobian.T @ dependent)[list(g.DRIVEN)]
    return torques


def free_motion(peer, duration=10.0, rtol=1e-8, atol=1e-10):
    """Platform pose (3,) after a free motion from FREE_VELOCITY, by scipy's DOP853 over constraintDynamics."""
    q, v = state(peer, (0.0, 0.0, 0.0), g.FREE_VELOCITY)
    tau = np.zeros(7)

    def rate(_t, y):
        return np.concatenate([y[7:], forward(peer, y[:7], y[7:], tau)])

    end = solve_ivp(rate, (0.0, duration), np.concatenate([q, v]), method="DOP853", rtol=rtol, atol=atol).y[:7, -1]
    return g.pose_of(g.ABSOLUTE @ end)

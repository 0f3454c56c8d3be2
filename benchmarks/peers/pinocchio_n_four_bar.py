"""The N-four-bar mechanism in Pinocchio: a tree of cranks and couplers with n point closures, by constraintDynamics.

Crank k turns about (k, 0), coupler k hangs on the tip of crank k - 1 and is closed with the tip of crank k. Angles of
cranks are from upright, clockwise; couplers turn back by as much. At rest in the upright pose all angles are 0.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pinocchio as pin
from scipy.integrate import solve_ivp

from .pinocchio_three_rrr import _placed as placed

VERSION = f"pinocchio {pin.__version__}"
CLOCKWISE = pin.SE3(np.diag([1.0, -1.0, -1.0]), np.zeros(3))  # z into the plane: angles count clockwise


@dataclass(frozen=True)
class Peer:
    """A model, its closures, the solver's settings and the work space."""

    n: int
    model: Any
    data: Any
    closures: Any
    closure_data: Any
    settings: Any


def _rod(x, y):
    """A uniform rod of 1 m and 1 kg with its centre at (x, y)."""
    return pin.Inertia(1.0, np.array([x, y, 0.0]), np.diag([1 / 24, 1 / 24, 1 / 12]))


def build(n, accuracy=1e-12, mu=1e-12, iterations=20):
    """The model: crank 0, then coupler and crank of each loop."""
    model = pin.Model()
    model.gravity.linear = np.array([0.0, -9.81, 0.0])
    closures = pin.StdVec_RigidConstraintModel()
    before = model.addJoint(0, pin.JointModelRZ(), placed(0.0) * CLOCKWISE, "crank0")
    # in a frame whose y axis points down, the tip of an upright crank is at (0, -1)
    model.appendBodyToJoint(before, _rod(0.0, -0.5), pin.SE3.Identity())
    ends = []
    for k in range(1, n + 1):
        coupler = model.addJoint(before, pin.JointModelRZ(), placed(0.0, -1.0), f"coupler{k}")
        model.appendBodyToJoint(coupler, _rod(0.5, 0.0), pin.SE3.Identity())
        crank = model.addJoint(0, pin.JointModelRZ(), placed(float(k)) * CLOCKWISE, f"crank{k}")
        model.appendBodyToJoint(crank, _rod(0.0, -0.5), pin.SE3.Identity())
        ends.append((coupler, crank))
        before = crank
    for coupler, crank in ends:
        closures.append(
            pin.RigidConstraintModel(
                pin.ContactType.CONTACT_3D,
                model,
                coupler,
                placed(1.0),
                crank,
                placed(0.0, -1.0),
                pin.ReferenceFrame.LOCAL,
            )
        )
    closure_data = pin.StdVec_RigidConstraintData()
    for closure in closures:
        closure_data.append(closure.createData())
    data = model.createData()
    pin.initConstraintDynamics(model, data, closures, closure_data)
    return Peer(n, model, data, closures, closure_data, pin.ProximalSettings(accuracy, mu, iterations))


def start(peer, speed=1.0):
    """Joint angles and rates upright, with that speed (m/s) of the tips."""
    rates = np.zeros(peer.model.nv)
    for name in peer.model.names[1:]:
        place = peer.model.idx_vs[peer.model.getJointId(name)]
        rates[place] = speed if name.startswith("crank") else -speed
    return np.zeros(peer.model.nq), rates


def forward(peer, q, v):
    """Joint accelerations under gravity."""
    nothing = np.zeros(peer.model.nv)
    return pin.constraintDynamics(peer.model, peer.data, q, v, nothing, peer.closures, peer.closure_data, peer.settings)


def motion(peer, duration=10.0, rtol=1e-8, atol=1e-10):
    """Tip of the first crank (x, y, x', y') after a time, by scipy's DOP853 over constraintDynamics."""
    q, v = start(peer)
    n, nothing = len(q), np.zeros(len(q))
    model, data, closures, closure_data, settings = (
        peer.model, peer.data, peer.closures, peer.closure_data, peer.settings
    )  # fmt: skip

    def rate(_t, y):
        a = pin.constraintDynamics(model, data, y[:n], y[n:], nothing, closures, closure_data, settings)
        return np.concatenate([y[n:], a])

    end = solve_ivp(rate, (0.0, duration), np.concatenate([q, v]), method="DOP853", rtol=rtol, atol=atol).y[:, -1]
    place = model.idx_vs[model.getJointId("crank0")]
    return tip(end[place], end[n + place])


def tip(angle, rate):
    """Tip of a crank from its angle (rad, clockwise from upright) and rate."""
    return np.array([np.sin(angle), np.cos(angle), rate * np.cos(angle), -rate * np.sin(angle)])

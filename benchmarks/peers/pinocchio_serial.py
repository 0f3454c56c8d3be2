"""The serial manipulator and chains of uniform links in Pinocchio: trees of revolute joints, by rnea and aba.

Coordinates of the manipulator are gamma1, alpha2, alpha3 (and beta4, gamma4), as in the paper of Malvezzi, Orsino and
Hess Coelho: R3 = Rz Rx Rx, R4 = R3 Ry Rz, limbs along local y, z up.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pinocchio as pin

VERSION = f"pinocchio {pin.__version__}"


@dataclass(frozen=True)
class Peer:
    """A model and its work space."""

    model: Any
    data: Any


def build(arm, J4=None, c4=None):
    """The manipulator from an object with attributes l2, l3, m2, ..., g; five axes if J4 (3, 3) and c4 are given."""
    model = pin.Model()
    model.gravity.linear = np.array([0.0, 0.0, -arm.g])
    base = model.addJoint(0, pin.JointModelRZ(), pin.SE3.Identity(), "gamma1")
    shoulder = model.addJoint(base, pin.JointModelRX(), pin.SE3.Identity(), "alpha2")
    elbow = model.addJoint(shoulder, pin.JointModelRX(), _up_to(arm.l2), "alpha3")
    # body 1 turns about z only: moments (0, 0, Jz1) do, though no body has them
    _attach(model, base, 0.0, np.zeros(3), np.diag([0.0, 0.0, arm.Jz1]))
    _attach(model, shoulder, arm.m2, (0.0, arm.l2 / 2, 0.0), np.diag([arm.Jx2, arm.Jy2, arm.Jz2]))
    _attach(model, elbow, arm.m3, (0.0, arm.l3 / 2, 0.0), np.diag([arm.Jx3, arm.Jy3, arm.Jz3]))
    if J4 is None:
        _attach(model, elbow, arm.m4, (0.0, arm.l3, 0.0), np.zeros((3, 3)))
    else:
        first = model.addJoint(elbow, pin.JointModelRY(), _up_to(arm.l3), "beta4")
        second = model.addJoint(first, pin.JointModelRZ(), pin.SE3.Identity(), "gamma4")
        _attach(model, second, arm.m4, c4, np.asarray(J4, dtype=float))
    return Peer(model, model.createData())


def chain(n, axes, length=1.0, mass=1.0, moments=(0.0, 1 / 12, 1 / 12), gravity=(0.0, -9.81, 0.0)):
    """A chain of n equal links along local x, each turning about the given axis ("x", "y" or "z") at its root."""
    joints = {"x": pin.JointModelRX, "y": pin.JointModelRY, "z": pin.JointModelRZ}
    model = pin.Model()
    model.gravity.linear = np.array(gravity)
    parent, place = 0, pin.SE3.Identity()
    for k in range(n):
        parent = model.addJoint(parent, joints[axes[k % len(axes)]](), place, f"q{k + 1}")
        _attach(model, parent, mass, (length / 2, 0.0, 0.0), np.diag(moments))
        place = pin.SE3(np.eye(3), np.array([length, 0.0, 0.0]))
    return Peer(model, model.createData())


def inverse(peer, q, v, a):
    """Joint torques for accelerations."""
    return np.array(pin.rnea(peer.model, peer.data, np.asarray(q), np.asarray(v), np.asarray(a)))


def forward(peer, q, v, tau):
    """Joint accelerations for torques."""
    return np.array(pin.aba(peer.model, peer.data, np.asarray(q), np.asarray(v), np.asarray(tau)))


def _up_to(length):
    return pin.SE3(np.eye(3), np.array([0.0, length, 0.0]))


def _attach(model, joint, mass, centre, moments):
    model.appendBodyToJoint(joint, pin.Inertia(mass, np.asarray(centre, dtype=float), moments), pin.SE3.Identity())

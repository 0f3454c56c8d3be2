"""The 3-RPS in Pinocchio: a tree of legs with the platform on the ball at B1, closed by points at B2 and B3.

Joint coordinates come from the closed kinematics of the other oracle, so that nothing of the package takes part.
"""

import numpy as np
import pinocchio as pin

from oracles import three_rps as r


def _link(mass, centre, about_origin):
    offset = mass * (centre @ centre * np.eye(3) - np.outer(centre, centre))
    return pin.Inertia(mass, centre, about_origin - offset)


def build(gravity):
    """Model, its slides, its ball. Frames are the paper's own: 2 with x along the leg and z tangential, 3 with z along.

    Frame 8 is at B1, x to the middle.
    """
    model = pin.Model()
    model.gravity.linear = np.array([0.0, 0.0, -gravity])
    slides = []
    for k in range(3):
        foot = np.stack([-r.RADIAL[k], r.UP, r.TANGENTIAL[k]], axis=1)
        hinge = model.addJoint(0, pin.JointModelRZ(), pin.SE3(foot, r.A * r.RADIAL[k]), f"theta{k + 1}")
        model.appendBodyToJoint(hinge, _link(r.M2, np.array([r.C2, 0, 0]), r.I2), pin.SE3.Identity())
        slide = model.addJoint(hinge, pin.JointModelPZ(), pin.SE3(r.R32, np.zeros(3)), f"d{k + 1}")
        model.appendBodyToJoint(slide, _link(r.M3, np.array([0, 0, r.C3]), r.I3), pin.SE3.Identity())
        slides.append(slide)
    tip = pin.SE3(np.eye(3), np.array([0, 0, r.L]))
    ball = model.addJoint(slides[0], pin.JointModelSpherical(), tip, "B1")
    model.appendBodyToJoint(ball, _link(r.M8, np.array([r.B, 0, 0]), r.I8), pin.SE3.Identity())
    return model, model.createData(), slides, ball


def coordinates(d, dd, ddd):
    """q, v, a of the tree: the ball by the relative angular velocity in frame 8 and its rate."""
    m = r.kinematics(d, dd, ddd)
    s, _ = r.directions(m.theta)
    R2 = np.stack([s[0], np.cross(r.TANGENTIAL[0], s[0]), r.TANGENTIAL[0]], axis=1)
    w3, alpha3 = m.dtheta[0] * r.TANGENTIAL[0], m.ddtheta[0] * r.TANGENTIAL[0]
    ball = pin.Quaternion((R2 @ r.R32).T @ m.R8).coeffs()
    legs = [np.column_stack(pair).ravel() for pair in ((m.theta, d), (m.dtheta, dd), (m.ddtheta, ddd))]
    spin = m.R8.T @ (m.w8 - w3)
    rate = m.R8.T @ (m.alpha8 - alpha3 - np.cross(m.w8, m.w8 - w3))
    return np.concatenate([legs[0], ball]), np.concatenate([legs[1], spin]), np.concatenate([legs[2], rate]), m


def forces(d, dd, ddd, gravity=0.0):
    """Driving forces (3) and forces on the platform at B2, B3 (2, 3): S f + J^T l = M a + h."""
    model, data, slides, ball = build(gravity)
    q, v, a, m = coordinates(d, dd, ddd)
    need = pin.rnea(model, data, q, v, a).copy()
    pin.computeJointJacobians(model, data, q)
    columns = [np.eye(model.nv)[:, [2 * k + 1]] for k in range(3)]
    for k in (1, 2):
        sides = []
        for joint in (slides[k], ball):
            J = pin.getJointJacobian(model, data, joint, pin.LOCAL_WORLD_ALIGNED)
            sides.append(J[:3] - pin.skew(m.B[k] - data.oMi[joint].translation) @ J[3:])
        columns.append((sides[1] - sides[0]).T)
    found = np.linalg.solve(np.hstack(columns), need)
    return found[:3], found[3:].reshape(2, 3)

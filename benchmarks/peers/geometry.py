"""The 3RRR without motors: its numbers, and its closed-form kinematics in the coordinates that the other tools use.

Three legs with base joints on a circle of radius 3 m; bars of 2 m and 0.5 kg; a platform of 1 kg with vertices 1 m from
its centre; torques at the base joints; a horizontal plane, so no gravity. Legs B and C are cut at the platform's
vertices.

Absolute angles are (phi_A, psi_A, theta, phi_B, psi_B, phi_C, psi_C), each from the x axis; joint angles, of the tree
base - U_A - B_A - platform, base - U_B - B_B, base - U_C - B_C, are differences of them: `JOINTS @ absolute`.
"""

import numpy as np

BAR = 2.0  # m, both bars
BAR_MASS = 0.5  # kg, both bars
BAR_INERTIA = 1 / 6  # kg m^2, about the centre (2/3 about the base joint)
PLATFORM_MASS = 1.0  # kg
PLATFORM_INERTIA = 0.25  # kg m^2, about the centre
RADIUS = 1.0  # m, platform centre to vertex
ALPHA = np.array([0.0, 2 * np.pi / 3, 4 * np.pi / 3])  # rad, directions of the vertices
BASE = 3.0 * np.column_stack([np.cos(ALPHA), np.sin(ALPHA)])  # m
ELBOW = -1  # sign of the arccosine in phi: elbows at (2, sqrt 3), ... in the reference pose

# phi_A, psi_A - phi_A, theta - psi_A, phi_B, psi_B - phi_B, phi_C, psi_C - phi_C
JOINTS = np.eye(7)
JOINTS[1, 0] = JOINTS[2, 1] = JOINTS[4, 3] = JOINTS[6, 5] = -1.0
ABSOLUTE = np.linalg.inv(JOINTS)
DRIVEN = (0, 3, 5)  # places of phi_A, phi_B, phi_C in either set

FREE_VELOCITY = (0.3, 0.2, 1.0)  # m/s, m/s, rad/s from pose (0, 0, 0)
FREE_POSE_10_S = (0.82034355660, 0.20366932462, -1.39574120259)  # m, m, rad after 10 s without torques


def direction(angle):
    """Unit vector(s) at an angle: (..., 2)."""
    return np.stack([np.cos(angle), np.sin(angle)], axis=-1)


def absolute_state(pose, velocity):
    """Absolute angles and their rates, (..., 7) each, for platform poses and velocities (..., 3)."""
    pose, velocity = np.asarray(pose, dtype=float), np.asarray(velocity, dtype=float)
    angle = pose[..., 2:] + ALPHA
    arm = RADIUS * direction(angle)
    d = pose[..., None, :2] + arm - BASE
    phi = np.arctan2(d[..., 1], d[..., 0]) + ELBOW * np.arccos(np.linalg.norm(d, axis=-1) / (2 * BAR))
    rest = d - BAR * direction(phi)
    psi = np.arctan2(rest[..., 1], rest[..., 0])
    tip = velocity[..., None, :2] + velocity[..., None, 2:] * np.stack([-arm[..., 1], arm[..., 0]], axis=-1)
    scale = BAR * np.sin(psi - phi)
    phi_rate = (tip * direction(psi)).sum(axis=-1) / scale
    psi_rate = -(tip * direction(phi)).sum(axis=-1) / scale

    def ordered(first, second, third):
        pairs = np.stack([first, second], axis=-1)
        return np.concatenate([pairs[..., 0, :], third, pairs[..., 1, :], pairs[..., 2, :]], axis=-1)

    return ordered(phi, psi, pose[..., 2:]), ordered(phi_rate, psi_rate, velocity[..., 2:])


def joint_state(pose, velocity):
    """Joint angles and their rates, (..., 7) each."""
    angles, rates = absolute_state(pose, velocity)
    return angles @ JOINTS.T, rates @ JOINTS.T


def pose_of(angles):
    """Platform pose (..., 3) from absolute angles, along leg A."""
    centre = (
        BASE[0] + BAR * direction(angles[..., 0]) + BAR * direction(angles[..., 1]) - RADIUS * direction(angles[..., 2])
    )
    return np.concatenate([centre, angles[..., 2:3]], axis=-1)


def acceleration_of(angles, rates, seconds):
    """Platform acceleration (..., 3) from absolute angles and their first and second rates, along leg A."""
    total = 0.0
    for index, length in ((0, BAR), (1, BAR), (2, -RADIUS)):
        e = direction(angles[..., index])
        n = np.stack([-e[..., 1], e[..., 0]], axis=-1)
        total = total + length * (seconds[..., index, None] * n - rates[..., index, None] ** 2 * e)
    return np.concatenate([total, seconds[..., 2:3]], axis=-1)


def gaps(angles):
    """Distances between the tips of legs B and C and the platform's vertices, (..., 2), m."""
    pose = pose_of(angles)
    found = []
    for leg, index in ((1, 3), (2, 5)):
        tip = BASE[leg] + BAR * direction(angles[..., index]) + BAR * direction(angles[..., index + 1])
        found.append(np.linalg.norm(tip - pose[..., :2] - RADIUS * direction(pose[..., 2] + ALPHA[leg]), axis=-1))
    return np.stack(found, axis=-1)


def torques_on_joints(torques):
    """Generalised forces (..., 7) of torques (..., 3) on the bars U."""
    torques = np.asarray(torques, dtype=float)
    tau = np.zeros((*torques.shape[:-1], 7))
    tau[..., DRIVEN] = torques
    return tau


def random_states(count, seed=0):
    """Poses within 0.3 m and 0.3 rad of the reference, velocities and torques of order one: (count, 3) each."""
    random = np.random.default_rng(seed)
    return random.uniform(-0.3, 0.3, (count, 3)), random.normal(size=(count, 3)), random.normal(size=(count, 3))

"""What the tests of this folder share: joins by name, and states of the 3RRR made from the oracle's closed forms."""

import numpy as np

import linkwright as lw
from oracles import three_rrr as oracle

JOINS = {
    "partition": lw.joins.Complement(lw.kernels.Partition()),
    "qr": lw.joins.Complement(lw.kernels.QR()),
    "svd": lw.joins.Complement(lw.kernels.SVD()),
    "projector": lw.joins.Complement(lw.kernels.Projector()),
    "udwadia_kalaba": lw.joins.UdwadiaKalaba(),
    "multipliers": lw.joins.Multipliers(),
}
"""Every join with every kernel."""

LEGS = ("A", "B", "C")

CHECK = {
    "platform.x": 1.5872661604772849,
    "platform.y": -0.2690276796799543,
    "platform.theta": -10.45016081165019,
    "A.omega": 197.91244911014655,
    "B.omega": -81.3871595772154,
    "C.omega": 141.5999577887374,
    "A.i": 741.6991162516349,
    "B.i": 24.09355246630418,
    "C.i": 203.55004218585148,
}
"""Accelerations of the machine with motors at one state, solved with 40 digits outside this package (SI units)."""

CHECK_POSITIONS = {"platform.x": 0.012, "platform.y": -0.008, "platform.theta": 0.07}
CHECK_SPEEDS = {
    "platform.x": 0.15, "platform.y": -0.1, "platform.theta": 0.8, "A.i": 0.4, "B.i": -0.3, "C.i": 0.25,
}  # fmt: skip
CHECK_INPUTS = {"A.v": 2.0, "B.v": -1.5, "C.v": 1.0}


def relative(found, wanted):
    """Largest difference over the largest wanted value: a norm, because single accelerations pass through zero."""
    found, wanted = np.asarray(found, dtype=float), np.asarray(wanted, dtype=float)
    return float(np.max(np.abs(found - wanted)) / np.max(np.abs(wanted)))


def equations(*, motors, **parameters):
    """Equations of the 3RRR."""
    return lw.formalisms.modular(lw.mechanisms.three_rrr(motors=motors, **parameters))


def parameters(*, motors):
    """The oracle's parameters of the same machine."""
    return oracle.with_motors() if motors else oracle.without_motors()


def consistent_state(dynamics, p, pose, velocity, currents=(0.0, 0.0, 0.0)):
    """A state of the 3RRR from the oracle's inverse kinematics: no assembly of the package takes part."""
    values, rates = {}, {}
    for k, name in enumerate(LEGS):
        leg = oracle.leg_state(p, k, pose, velocity)
        (cu, su), (cb, sb) = leg.along_U, leg.along_B
        half = p.l_B / 2
        values |= {
            f"{name}.phi": leg.phi,
            f"{name}.psi": leg.psi,
            f"{name}.x": leg.elbow[0] + half * cb,
            f"{name}.y": leg.elbow[1] + half * sb,
        }
        rates |= {
            f"{name}.phi'": leg.phi_rate,
            f"{name}.psi'": leg.psi_rate,
            f"{name}.x'": -p.l_U * su * leg.phi_rate - half * sb * leg.psi_rate,
            f"{name}.y'": p.l_U * cu * leg.phi_rate + half * cb * leg.psi_rate,
        }
        if p.motor is not None:
            rates |= {f"{name}.omega": p.motor.eta * leg.phi_rate, f"{name}.i": currents[k]}
    for k, name in enumerate(("platform.x", "platform.y", "platform.theta")):
        values[name], rates[f"{name}'"] = pose[k], velocity[k]
    q = np.array([values[name] for name in dynamics.coordinates])
    return dynamics.state(q, np.array([rates[name] for name in dynamics.speeds]))


def random_cases(p, count, seed):
    """Poses with no leg near its singular positions, velocities, currents and inputs."""
    random = np.random.default_rng(seed)
    size = p.l_L
    cases = []
    while len(cases) < count:
        pose = random.uniform(-1, 1, 3) * np.array([0.5 * size, 0.5 * size, 0.5])
        velocity = random.normal(size=3) * np.array([size, size, 1.0]) * 2
        try:
            legs = [oracle.leg_state(p, k, pose, velocity) for k in range(3)]
        except ValueError:  # out of reach
            continue
        # sin(psi - phi) is the conditioning of the closed-form rates: the oracle loses a digit at 0.1
        if min(abs(np.sin(leg.psi - leg.phi)) for leg in legs) < 0.2:
            continue
        currents = random.normal(size=3) if p.motor is not None else np.zeros(3)
        cases.append((pose, velocity, currents, random.normal(size=3) * 2))
    return cases


def inputs_of(dynamics, values):
    """Inputs by name in the order of the legs."""
    return dict(zip(dynamics.inputs, map(float, values), strict=True))


def accelerations_of(solution, *, motors):
    """The oracle's accelerations by our names."""
    found = dict(zip(("platform.x", "platform.y", "platform.theta"), solution.platform, strict=True))
    for k, name in enumerate(LEGS):
        found |= {f"{name}.phi": solution.phi[k], f"{name}.psi": solution.psi[k]}
        if motors:
            found |= {f"{name}.omega": solution.rotor[k], f"{name}.i": solution.current[k]}
    return found

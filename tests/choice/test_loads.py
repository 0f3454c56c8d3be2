"""Loads on machines compiled by default: payloads as mass of a body, wrenches as J^T F, by closed forms too."""

import numpy as np
import pytest

import linkwright as lw

CENTRE, MASS, INERTIA = np.array([0.13, -0.07, 0.21]), 1.7, (0.021, 0.034, 0.027, 0.002, -0.001, 0.004)


def symmetric(xx, yy, zz, xy=0.0, xz=0.0, yz=0.0):
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def six(matrix):
    return tuple(float(matrix[k]) for k in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))


def about(centre, mass, inertia, to):
    """Inertia of a body with its mass centre at `centre`, about the point `to` (parallel axes)."""
    d = centre - to
    return inertia + mass * (d @ d * np.eye(3) - np.outer(d, d))


def arm(joints, *, loaded=False):
    """A serial arm of hinges and slides in space; with a load joined to the mass properties of its last body."""
    random = np.random.default_rng(len(joints))
    parts, connections, holder = {}, {}, "ground"
    for k, (kind, axis) in enumerate(joints):
        mass, centre = random.uniform(0.5, 2.0), random.uniform(-0.2, 0.2, 3)
        inertia = np.diag(random.uniform(0.02, 0.04, 3))
        if loaded and k == len(joints) - 1:
            whole = (mass * centre + MASS * CENTRE) / (mass + MASS)
            inertia = about(centre, mass, inertia, whole) + about(CENTRE, MASS, symmetric(*INERTIA), whole)
            mass, centre = mass + MASS, whole
        tip = tuple(random.uniform(0.2, 0.5, 3))
        parts[f"b{k}"] = lw.Body(mass, six(inertia), tuple(centre), points={"tip": tip})
        connections[f"j{k}"] = getattr(lw, kind)(holder, f"b{k}", axis=axis)
        connections[f"m{k}"] = lw.Torque(f"j{k}.angle") if kind == "Revolute" else lw.Force(f"j{k}.slide")
        holder = f"b{k}.tip"
    return lw.Mechanism("arm", parts, connections, gravity=(0.4, -0.3, -9.81))


ARMS = {
    "one hinge": (("Revolute", "y"),),
    "scara": (("Revolute", "z"), ("Revolute", "z"), ("Prismatic", "z")),
    "gantry": (("Prismatic", "x"), ("Prismatic", "y"), ("Prismatic", "z")),
    "six axes": tuple(("Revolute", axis) for axis in "zyyxyx"),
}


def names(joints):
    return [f"j{k}.{'angle' if kind == 'Revolute' else 'slide'}" for k, (kind, _) in enumerate(joints)]


def questions(joints):
    """Positions, speeds and accelerations of the joints."""
    random = np.random.default_rng(7)
    return [dict(zip(names(joints), random.uniform(-1.2, 1.2, len(joints)), strict=True)) for _ in range(3)]


def turned(axis, angle):
    """Rotation about a unit vector (Rodrigues)."""
    K = np.cross(np.eye(3), axis)
    return np.eye(3) + np.sin(angle) * K + (1 - np.cos(angle)) * K @ K


def jacobian_of_tip(machine, joints, values):
    """J (6, n) of the last body's tip, speeds above turns, from axes and points: a x (P - o) and a, or a and 0."""
    R, o, columns = np.eye(3), np.zeros(3), []
    for k, (kind, axis) in enumerate(joints):
        a = np.eye(3)["xyz".index(axis)]
        columns.append((kind, R @ a, o + R @ a * (values[names(joints)[k]] if kind == "Prismatic" else 0.0)))
        if kind == "Revolute":
            R = R @ turned(a, values[names(joints)[k]])
        else:
            o = columns[-1][2]
        o = o + R @ np.array(machine.parts[f"b{k}"].points["tip"])
    return np.array(
        [
            np.concatenate([np.cross(a, o - at), a] if kind == "Revolute" else [a, np.zeros(3)])
            for kind, a, at in columns
        ]
    ).T


@pytest.mark.parametrize("name", ARMS)
def test_a_payload_is_mass_of_the_last_body(name):
    joints = ARMS[name]
    bare, loaded = lw.compile(arm(joints)), lw.compile(arm(joints, loaded=True))
    assert bare.join == lw.joins.Recursion()
    at, speeds, rates = questions(joints)
    payload = lw.Payload(MASS, at=f"b{len(joints) - 1}", centre=tuple(CENTRE), inertia=INERTIA)
    found = bare.inverse(bare.assemble(at, speeds), rates, payload=payload)
    exact = loaded.inverse(loaded.assemble(at, speeds), rates)
    assert found == pytest.approx(exact, rel=1e-10, abs=1e-10)
    motion = lw.Motion({key: lw.laws.Cycloid(0.0, end, 1.0) for key, end in at.items()}, samples=9)
    along, wanted = bare.inverse(motion, payload=payload), loaded.inverse(motion)
    for torque in exact:
        assert along[torque] == pytest.approx(wanted[torque], rel=1e-10, abs=1e-10)
    assert max(found.certificate.forward_residual, along.certificate.forward_residual) < 1e-10


@pytest.mark.parametrize("name", ARMS)
def test_a_wrench_takes_its_power_from_the_drives(name):
    """u = u_0 - J^T w, in motion too."""
    joints, wrench = ARMS[name], np.array([3.0, -2.0, 5.0, 0.4, 0.7, -0.6])
    machine = arm(joints)
    dynamics = lw.compile(machine)
    at, speeds, rates = questions(joints)
    state, point = dynamics.assemble(at, speeds), f"b{len(joints) - 1}.tip"
    found = dynamics.inverse(state, rates, wrenches={point: tuple(wrench)})
    bare = np.array(list(dynamics.inverse(state, rates).values()))
    exact = bare - jacobian_of_tip(machine, joints, at).T @ wrench
    assert list(found.values()) == pytest.approx(exact, rel=1e-10, abs=1e-10)
    motion = lw.Motion({key: lw.laws.Cycloid(0.0, end, 1.0) for key, end in at.items()}, samples=9)
    along, free = dynamics.inverse(motion, wrenches={point: tuple(wrench)}), dynamics.inverse(motion)
    for k in range(9):
        J = jacobian_of_tip(machine, joints, {key: along[key][k] for key in at})
        change = [along[torque][k] - free[torque][k] for torque in found]
        assert change == pytest.approx(-J.T @ wrench, rel=1e-10, abs=1e-10)


def test_a_pendulum_with_payload_by_hand():
    """tau = (I + m c^2 + M l^2) a'' + (m c + M l) g sin(a), hanging at a = 0."""
    m, c, inertia, l, M, g = 2.0, 0.3, 0.05, 0.8, 1.5, 9.81
    bar = lw.Body(m, inertia, (0.0, -c), points={"tip": (0.0, -l)})
    pendulum = lw.Mechanism(
        "pendulum",
        {"bar": bar},
        {"pin": lw.Revolute("ground", "bar"), "drive": lw.Torque("pin.angle")},
        gravity=(0, -g),
    )
    dynamics = lw.compile(pendulum)
    state = dynamics.assemble({"pin.angle": 0.7}, {"pin.angle": 1.1})
    found = dynamics.inverse(state, {"pin.angle": 2.0}, payload=lw.Payload(M, at="bar.tip"), wrenches={"bar": (9, 9)})
    exact = (inertia + m * c**2 + M * l**2) * 2.0 + (m * c + M * l) * g * np.sin(0.7)
    assert found["drive.tau"] == pytest.approx(exact, rel=1e-12)

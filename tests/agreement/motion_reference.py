"""Motions of any machine from free-body diagrams, integrated by SciPy: nothing of the package computes.

Every body has a place, Euler parameters and a twist in world axes; accelerations come from all constraints at once
(`FreeBodies`), works of loads and of moving constraints are integrated beside the motion:

    p' = v,   e' = (0, w) e / 2,   (w', v') from  M a = f + A^T l,  A a = b,   W' = sum of efforts times speeds.

Constraints are kept at the level of accelerations; over the short motions compared here they drift by what the
tolerance (1e-11) allows, which is said (`drift`). The start is read from a state by the names of quantities.
"""

from dataclasses import dataclass, field

import casadi as ca
import numpy as np
from scipy.integrate import solve_ivp
from scipy.linalg import qr

from agreement.flat_description import Description, cross, rotation
from agreement.free_bodies_more import MoreFreeBodies
from linkwright import components as c
from linkwright import symbolic

RTOL, ATOL = 1e-11, 1e-12
"""Of the integration: three digits better than the runs that are compared with it."""
KEPT = 1e-9
"""Share of the largest pivot of the constraints at the start below which one is what rounding leaves of zero."""
NEAR = 1e-4
"""Least singular value of the constraints, over the largest, at which a motion is still compared."""
WORKS = ("source", "loss", "coupling", "moving")
SIZE = 13
"""Numbers of a body: Euler parameters, place, angular velocity, velocity."""


class SingularError(ArithmeticError):
    """The motion came so near to a singular configuration that this reference does not know its rank."""


@dataclass(frozen=True, eq=False)
class Machine:
    """What stays along a motion: the description, numbers, inputs as functions of time, angles at the start.

    `rows` are the constraints that do not repeat others.
    """

    description: Description
    numbers: dict
    gravity: np.ndarray
    inputs: dict
    first: dict
    laws: dict
    rows: list = field(default_factory=list)

    @classmethod
    def of(cls, mechanism, numbers, gravity, inputs, read):
        """From the mechanism; `read` are the readings at the start."""
        laws = {}
        description = Description().add(mechanism)
        for name, (item, _) in description.connections.items():
            if isinstance(item, c.Prescribed):
                law = [item.law]
                for _ in range(2):
                    law.append(ca.jacobian(law[-1], symbolic.t))
                laws[name] = ca.Function("law", [symbolic.t], law)
        return cls(description, numbers, np.asarray(gravity, dtype=float), inputs, dict(read.positions), laws)


class Moving(MoreFreeBodies):
    """The machine at a time of its motion; `y` are the bodies' numbers, motors' speeds, and works."""

    def __init__(self, machine, t, y):
        self.machine, self.t, self.y = machine, t, y
        self.gaps, self.drift, self.potential = {}, {}, 0.0
        self.powers = dict.fromkeys(WORKS, 0.0)
        self.far = 0.0
        self.d, self.gravity = machine.description, machine.gravity
        self.value = lambda name: machine.numbers.get(name, 0.0)
        self.inputs = {name: law(t) for name, law in machine.inputs.items()}
        self.number = {name: k for k, name in enumerate(self.d.bodies)}
        self.motors = {}
        self.n = 6 * len(self.number)
        self._number_ready()
        self.M, self.f = np.zeros((self.n, self.n)), np.zeros(self.n)
        self.rows, self.right, self.labels = [], [], []
        self.read = self  # positions and speeds are those of the bodies here
        self.positions, self.speeds = _Read(self._position), _Read(self._speed)
        self.pose = {name: self._pose(name, None) for name in self.d.bodies}
        self.v = self.twists()
        for name, body in self.d.bodies.items():
            self._inertia(name, body, self.gravity)
        for name in self.d.ready:
            self._motor(name)
        for name, (connection, path) in self.d.connections.items():
            self._connection(name, connection, path)

    # -- readings ------------------------------------------------------------------------------------------------

    def _pose(self, name, body):
        del body
        part = self.y[SIZE * self.number[name] :][:SIZE]
        e = part[:4] / np.linalg.norm(part[:4])
        return rotation(e), part[4:7], part[7:10], part[10:13]

    def _speed(self, full):
        if full in self.motors:
            return self.y[SIZE * len(self.number) + self.motors[full] - 6 * len(self.number)]
        return self.speed(full)[0] @ self.v

    def _position(self, full):
        """Angle or distance of a joint; angles go on from that at the start."""
        owner, _, key = full.rpartition(".")
        if owner in self.d.ready:
            return self.y[SIZE * len(self.number) + self.n - 6 * len(self.number) + self.swinging.index(owner)]
        joint, path = self.d.connections[owner]
        i, j = self.point(path + joint.first), self.point(path + joint.second)
        between = i.R.T @ j.R
        if key in ("x", "y", "z"):
            return i.R[:, "xyz".index(key)] @ (j.p - i.p)
        if key == "slide":
            k = 0 if isinstance(joint, c.PinInSlot | c.RollingOnLine) else "xyz".index(joint.axis)
            return i.R[:, k] @ (j.p - i.p)
        if isinstance(joint, c.Universal):  # R = Rx(angle1) Ry(angle2)
            angle = {
                "angle1": np.arctan2(between[2, 1], between[1, 1]),
                "angle2": np.arctan2(between[0, 2], between[0, 0]),
            }[key]
        else:
            k = "xyz".index(getattr(joint, "axis", "z"))
            a, b = (k + 1) % 3, (k + 2) % 3
            angle = np.arctan2(between[b, a], between[a, a])
        start = self.machine.first[full]
        return start + (angle - start + np.pi) % (2 * np.pi) - np.pi

    # -- powers --------------------------------------------------------------------------------------------------

    def _motor(self, name):
        super()._motor(name)
        if name in self.swinging:
            self.powers["loss"] -= self.value(f"{name}.d") * self.speeds[f"{name}.x"] ** 2
            return
        omega, i = self.speeds[f"{name}.omega"], self.speeds[f"{name}.i"]
        p = {key: self.value(f"{name}.{key}") for key in ("R", "Kt", "Ke", "b")}
        self.powers["source"] += self.inputs[f"{name}.v"] * i
        self.powers["loss"] -= p["R"] * i**2 + p["b"] * omega**2
        self.powers["coupling"] += (p["Kt"] - p["Ke"]) * i * omega

    def _load(self, name, item, path, value):
        before = self.f.copy()
        super()._load(name, item, path, value)
        if isinstance(item, c.JointSpring):
            full = self.d.full(path + item.quantity)
            if full.rpartition(".")[2].startswith("angle"):
                self.far = max(self.far, abs(self.positions[full] - value("rest")))
        elif not isinstance(item, c.Spring):
            kind = "loss" if isinstance(item, c.Damper | c.JointDamper | c.CoulombFriction) else "source"
            self.powers[kind] += float((self.f - before) @ self.v)

    def _connection(self, name, item, path):
        if name in self.machine.laws:
            full = self.d.full(path + item.quantity)
            row, bias = self.speed(full)
            z, s, a = (float(e) for e in self.machine.laws[name](self.t))
            difference = self.positions[full] - z
            self.gaps[name, "follow"] = float(np.arctan2(np.sin(difference), np.cos(difference)))
            self.drift[len(self.rows)] = s
            self._constraint(name, row, bias - a)
        else:
            super()._connection(name, item, path)

    # -- answers -------------------------------------------------------------------------------------------------

    def independent(self):
        """Rows of constraints that do not repeat others, those that a pivoted QR takes first."""
        A, _ = self.constraints()
        if not len(A):
            return []
        _, R, order = qr(A.T, mode="economic", pivoting=True)
        sizes = np.abs(np.diag(R))
        return sorted(order[: int(np.sum(sizes > KEPT * sizes[0]))])

    def solve(self):
        """v' by the null space of independent constraints, the same ones all along the motion.

        Between its steps an integrator leaves the constraints a little; ones that repeat others would contradict them
        there, and a choice by singular values would change.
        """
        A, b = self.constraints()
        A, b = A[self.machine.rows], b[self.machine.rows]
        if not len(b):
            return np.linalg.solve(self.M, self.f)
        Q, R = np.linalg.qr(A.T, mode="complete")
        count = len(b)
        sizes = np.linalg.svd(R[:count], compute_uv=False)
        if sizes[-1] < NEAR * sizes[0]:
            raise SingularError(f"the least singular value is {sizes[-1] / sizes[0]:.1e} of the largest")
        particular = Q[:, :count] @ np.linalg.solve(R[:count].T, b)
        S = Q[:, count:]
        return particular + S @ np.linalg.solve(S.T @ self.M @ S, S.T @ (self.f - self.M @ particular))

    def rates(self):
        """y' of all bodies, motors and works."""
        a = self.solve()
        parts = []
        for k in range(len(self.number)):
            e, w, v = self.y[SIZE * k :][:4], self.y[SIZE * k + 7 :][:3], self.y[SIZE * k + 10 :][:3]
            turned = np.concatenate([[-w @ e[1:]], w * e[0] + cross(w, e[1:])]) / 2
            parts += [turned, v, a[6 * k : 6 * k + 6]]
        self.powers["moving"] = float((self.M @ a - self.f) @ self.v)
        swings = [self.speeds[f"{name}.x"] for name in self.swinging]
        return np.concatenate([*parts, a[6 * len(self.number) :], swings, list(self.powers.values())])

    @property
    def works(self):
        """Works since the start (J) by their kind."""
        return dict(zip(WORKS, self.y[-len(WORKS) :], strict=True))


class _Read(dict):
    """Readings computed when they are asked for."""

    def __init__(self, make):
        super().__init__()
        self.make = make

    def __missing__(self, name):
        self[name] = self.make(name)
        return self[name]


def quaternion(R):
    """Euler parameters of a rotation matrix, from the largest of four squares."""
    squares = 1 + np.array([np.trace(R), *(2 * np.diag(R) - np.trace(R))])
    k = int(np.argmax(squares))
    skew = np.array([R[2, 1] - R[1, 2], R[0, 2] - R[2, 0], R[1, 0] - R[0, 1]])
    if k == 0:
        e = np.array([squares[0], *skew])
    else:
        e = np.array([skew[k - 1], *(R[k - 1] + R[:, k - 1])])
        e[k] = squares[k]
    return e / np.linalg.norm(e)


def start(still):
    """The vector y at a state whose free bodies are given."""
    parts = []
    for name in still.d.bodies:
        R, p, w, v = still.pose[name]
        parts += [quaternion(R), p, w, v]
    speeds = [still.read.speeds[name] for name in still.motors]
    swings = [still.read.positions[f"{name}.x"] for name in still.swinging]
    return np.concatenate([*parts, speeds, swings, np.zeros(len(WORKS))])


@dataclass(frozen=True, eq=False)
class Motion:
    """A reference motion: the machine at each of the times asked for, and how far springs on angles were turned."""

    times: np.ndarray
    states: tuple
    far: float
    evaluations: int

    @property
    def end(self):
        """The machine at the last time."""
        return self.states[-1]

    @property
    def drift(self):
        """How far constraints have come apart at the end."""
        gap = max([abs(e) for e in self.end.gaps.values()], default=0.0)
        return max(gap, float(np.max(np.abs(self.end.slips()), initial=0.0)))


def integrate(machine, y, times, *, rtol=RTOL, atol=ATOL, method="DOP853"):
    """The motion from y at the first of the times."""
    far = [0.0]
    machine.rows[:] = Moving(machine, times[0], y).independent()

    def right(t, y):
        here = Moving(machine, t, y)
        rates = here.rates()
        far[0] = max(far[0], here.far)
        return rates

    found = solve_ivp(right, (times[0], times[-1]), y, method=method, t_eval=times, rtol=rtol, atol=atol)
    assert found.success, found.message
    states = tuple(Moving(machine, t, column) for t, column in zip(found.t, found.y.T, strict=True))
    return Motion(found.t, states, far[0], found.nfev)

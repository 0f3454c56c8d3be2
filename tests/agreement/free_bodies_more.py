"""More of the free-body diagrams: prescribed motions, tilted blades, discs on lines, energies, how joints stand.

Nothing of the package computes here either.
"""

import casadi as ca
import numpy as np

from agreement.flat_description import cross
from agreement.free_bodies import FreeBodies
from linkwright import components as c
from linkwright import symbolic

SWING = "swing"
"""Name of the parts by energy that are known here."""


class MoreFreeBodies(FreeBodies):
    """Free bodies, with `gaps` (positions of all constraints), `slips()` (their speeds) and energies."""

    def __init__(self, mechanism, parameters, gravity, read, inputs):
        self.gaps, self.drift, self.potential = {}, {}, 0.0
        self.gravity = gravity
        super().__init__(mechanism, parameters, gravity, read, inputs)

    # -- constraints, with their positions -----------------------------------------------------------------------

    def _coincide(self, name, i, j):
        self.gaps[name, "point"] = float(np.linalg.norm(j.p - i.p))
        super()._coincide(name, i, j)

    def _square(self, name, label, i, a, j, b):
        self.gaps[name, label, len(self.rows)] = float(a @ b)
        super()._square(name, label, i, a, j, b)

    def _across(self, name, label, i, a, j):
        self.gaps[name, label, len(self.rows)] = float(a @ (j.p - i.p))
        super()._across(name, label, i, a, j)

    def _parallel(self, name, i, j, k):
        self.gaps[name, "opposite"] = min(0.0, float(i.R[:, k] @ j.R[:, k]))
        super()._parallel(name, i, j, k)

    def _connection(self, name, item, path):
        if isinstance(item, c.Prismatic | c.Fixed):
            i, j = (self.point(path + frame) for frame in item.frames)
            self.gaps[name, "turned over"] = min(0.0, float(i.R[:, 0] @ j.R[:, 0]))
        if isinstance(item, c.Prescribed):
            full = self.d.full(path + item.quantity)
            row, bias = self.speed(full)
            law = [item.law]
            for _ in range(2):
                law.append(ca.jacobian(law[-1], symbolic.t))
            z, s, a = (float(ca.Function("law", [symbolic.t], [e])(self.read.t)) for e in law)
            difference = self.read.positions[full] - z
            self.gaps[name, "follow"] = float(np.arctan2(np.sin(difference), np.cos(difference)))
            self.drift[len(self.rows)] = s
            self._constraint(name, row, bias - a)
        elif isinstance(item, c.ConstantSpeed):
            self.drift[len(self.rows)] = self.value(f"{name}.speed")
            super()._connection(name, item, path)
        elif isinstance(item, c.RollingOnLine):
            self._on_line(name, item, path)
        elif isinstance(item, c.EndStop):
            pass  # within its stops a joint is free
        else:
            super()._connection(name, item, path)

    def speed(self, full):
        """Row and bias of a quantity's acceleration; a disc on a line slides along x."""
        owner, _, key = full.rpartition(".")
        joint, path = self.d.connections.get(owner, (None, ""))
        if isinstance(joint, c.RollingOnLine) and key == "slide":
            i, j = self.point(path + joint.first), self.point(path + joint.second)
            parts, bias = self._along(i, i.R[:, 0], j)
            return self._as_row(parts), bias
        return super().speed(full)

    def _on_line(self, name, item, path):
        """A disc on the x axis of a line: height kept, and x_i . (material point - point of the line) at rest."""
        i, j = (self.point(path + frame) for frame in item.frames)
        radius = self.value(f"{name}.radius")
        parts, bias = self._along(i, i.R[:, 1], j)
        self.gaps[name, "height"] = float(i.R[:, 1] @ (j.p - i.p)) - radius
        self._row(name, "height", parts, -bias)
        self._across(name, "across", i, i.R[:, 2], j)
        self._parallel(name, i, j, 2)
        # slip = d/dt of x_i . (p_j - p_i) + radius (w_j - w_i) . z
        (J, bias), (J_turn, bias_turn) = self.speed(f"{name}.slide"), self.speed(f"{name}.angle")
        self._constraint(name, J + radius * J_turn, bias + radius * bias_turn)

    def _edge(self, name, i, j):
        """l . v_j = 0 on a plane at rest; l is y_j less its part along the normal, of unit length."""
        assert i.body < 0, "an edge on a plane that moves is not known here"
        n, y = i.R[:, 2], j.R[:, 1]
        dy = cross(j.w, y)
        flat, change = y - (n @ y) * n, dy - (n @ dy) * n
        size = np.linalg.norm(flat)
        side = flat / size
        turned = (change - side * (side @ change)) / size
        bias = turned @ j.v + side @ cross(j.w, cross(j.w, j.arm))
        self._row(name, "side", {j.body: np.concatenate([cross(j.arm, side), side])}, -bias)

    # -- parts by energy -----------------------------------------------------------------------------------------

    @property
    def swinging(self):
        """Names of parts by energy, in order."""
        return [name for name, part in self.d.ready.items() if part.name == SWING]

    def _motor(self, name):
        """A motor, or a mass m (1 + s x^2) on a spring k x + c x^3 with a damper d."""
        if name not in self.swinging:
            super()._motor(name)
            return
        k, x, v = self.motors[f"{name}.x"], self.read.positions[f"{name}.x"], self.read.speeds[f"{name}.x"]
        p = {key: self.value(f"{name}.{key}") for key in "mskcd"}
        self.M[k, k] = p["m"] * (1 + p["s"] * x**2)
        self.f[k] = -p["m"] * p["s"] * x * v**2 - p["k"] * x - p["c"] * x**3 - p["d"] * v
        self.potential += p["k"] * x**2 / 2 + p["c"] * x**4 / 4

    # -- loads with potentials -----------------------------------------------------------------------------------

    def _load(self, name, item, path, value):
        if isinstance(item, c.JointSpring):
            full = self.d.full(path + item.quantity)
            z = self.read.positions[full] - value("rest")
            self.potential += value("stiffness") * z**2 / 2
        elif isinstance(item, c.Spring):
            i, j = (self.point(path + frame) for frame in item.frames)
            self.potential += value("stiffness") * (np.linalg.norm(j.p - i.p) - value("length")) ** 2 / 2
        super()._load(name, item, path, value)

    def _inertia(self, name, body, gravity):
        R, p, _, _ = self.pose[name]
        self.potential -= self.value(f"{name}.mass") * float(gravity @ (p + R @ self._vector(f"{name}.centre")))
        super()._inertia(name, body, gravity)

    # -- answers -------------------------------------------------------------------------------------------------

    def twists(self):
        """w and v of all bodies, then speeds of motors."""
        v = np.zeros(self.n)
        for name, k in self.number.items():
            v[6 * k : 6 * k + 3], v[6 * k + 3 : 6 * k + 6] = self.pose[name][2:]
        for name, k in self.motors.items():
            v[k] = self.read.speeds[name]
        return v

    def kinetic(self):
        """Kinetic energy, with that of currents."""
        v = self.twists()
        return float(v @ self.M @ v) / 2

    def slips(self):
        """Speeds of all constraints less what is prescribed: zero where the state is consistent."""
        A, _ = self.constraints()
        wanted = np.array([self.drift.get(k, 0.0) for k in range(len(A))])
        return A @ self.twists() - wanted

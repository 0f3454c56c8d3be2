"""Accelerations of any machine of bodies and joints from free-body diagrams, in NumPy: nothing of the package computes.

Every body has a twist (w, v of its origin, world axes) of six components, also one in the plane; joints are made of
three constraints known in the literature on absolute coordinates, with their accelerations written out by hand:

    point     p_j - p_i = 0                    v + w x r                    bias  w x (w x r)
    square    a_i . b_j = 0                    a.(w_j x b) + (w_i x a).b    bias  second derivative at w' = 0
    across    a_i . (p_j - p_i) = 0            likewise

From the mechanism only the description is read (which parts, which points, which joints), from the dynamics only the
numbers of the parameters and the readings of the state, by name.
"""

import numpy as np
from scipy.linalg import null_space

from agreement.flat_description import Description, NotKnownError, Point, cross, cross_matrix, rotation, turn
from linkwright import components as c
from linkwright.model import Free, FreeEulerAngles, Planar, PlanarPoint, SpatialPoint
from linkwright.symbolic import Pose


class FreeBodies:
    """The machine at one state; `accelerations()` are of bodies' quantities and motors' speeds, by full name.

    `gravity` is one for all bodies; None: each module's own, under its path among the parameters.
    """

    def __init__(self, mechanism, parameters, gravity, read, inputs):
        self.d = Description().add(mechanism)
        self.value = lambda name: parameters.get(name, 0.0)
        self.read, self.inputs = read, inputs
        self.number = {name: k for k, name in enumerate(self.d.bodies)}
        self.motors = {}
        self.n = 6 * len(self.number)
        self._number_ready()
        self.M, self.f = np.zeros((self.n, self.n)), np.zeros(self.n)
        self.rows, self.right, self.labels = [], [], []
        self.pose = {name: self._pose(name, body) for name, body in self.d.bodies.items()}
        for name, body in self.d.bodies.items():
            self._inertia(name, body, self._gravity_on(name) if gravity is None else np.asarray(gravity, dtype=float))
        for name in self.d.ready:
            self._motor(name)
        for name, (connection, path) in self.d.connections.items():
            self._connection(name, connection, path)

    # -- states and inertia --------------------------------------------------------------------------------------

    def _number_ready(self):
        """Numbers of the speeds of ready parts, after those of the bodies."""
        for name, part in self.d.ready.items():
            for speed in part.speed_names:
                self.motors[f"{name}.{speed.removesuffix(chr(39))}"] = self.n
                self.n += 1

    def _pose(self, name, body):
        z, s = (lambda key: self.read.positions[f"{name}.{key}"]), (lambda key: self.read.speeds[f"{name}.{key}"])
        kind = body.kind
        if isinstance(kind, Free):
            R = rotation([z(f"e{k}") for k in range(4)])
            w = R @ [s("wx"), s("wy"), s("wz")]
            return R, np.array([z("x"), z("y"), z("z")]), w, np.array([s("x"), s("y"), s("z")])
        if isinstance(kind, FreeEulerAngles):
            R, w = np.eye(3), np.zeros(3)
            for axis, angle in zip(kind.sequence, ("phi", "theta", "psi"), strict=True):
                w = w + R[:, "xyz".index(axis)] * s(angle)
                R = R @ turn(axis, z(angle))
            return R, np.array([z("x"), z("y"), z("z")]), w, np.array([s("x"), s("y"), s("z")])
        if isinstance(kind, SpatialPoint):
            return np.eye(3), np.array([z("x"), z("y"), z("z")]), np.zeros(3), np.array([s("x"), s("y"), s("z")])
        p, v = np.array([z("x"), z("y"), 0.0]), np.array([s("x"), s("y"), 0.0])
        if isinstance(kind, PlanarPoint):
            return np.eye(3), p, np.zeros(3), v
        assert isinstance(kind, Planar)
        return turn("z", z("theta")), p, np.array([0.0, 0.0, s("theta")]), v

    def _vector(self, name):
        return np.array([self.value(f"{name}_{axis}") for axis in "xyz"])

    def _gravity_on(self, name):
        """Gravity of the innermost module around a body that has one."""
        heavy = self.d.weights.get(name)
        return np.zeros(3) if heavy is None else np.array([self.value(f"{heavy}gravity_{axis}") for axis in "xyz"])

    def _inertia(self, name, body, gravity):
        k = 6 * self.number[name]
        R, p, w, v = self.pose[name]
        m, r = self.value(f"{name}.mass"), R @ self._vector(f"{name}.centre")
        I = np.zeros((3, 3))
        I[2, 2] = self.value(f"{name}.inertia")
        for (i, j), axes in zip(
            ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)), ("xx", "yy", "zz", "xy", "xz", "yz"), strict=True
        ):
            I[i, j] += self.value(f"{name}.inertia_{axes}")
            I[j, i] = I[i, j]
        self._add_mass(k, w, m, r, R @ I @ R.T, gravity)
        here, world = Point(self.number[name], R, p, np.zeros(3), w, v), self._ground_point()
        if isinstance(body.kind, (PlanarPoint, SpatialPoint)):
            for axis in np.eye(3):  # a particle does not turn
                self._row(name, "no turn", {here.body: np.concatenate([axis, np.zeros(3)])}, 0.0)
        if isinstance(body.kind, (Planar, PlanarPoint)):
            self._row(name, "plane", {here.body: np.array([0, 0, 0, 0, 0, 1.0])}, 0.0)
        if isinstance(body.kind, Planar):
            for axis in np.eye(3)[:2]:
                self._square(name, "plane", world, axis, here, R[:, 2])

    def _add_mass(self, k, w, m, r, I, gravity):
        """A mass at r from the origin of the body with speeds from k on, inertia about itself; world axes."""
        J = np.hstack([-cross_matrix(r), np.eye(3)])  # velocity of the mass centre from (w, v)
        at = slice(k, k + 6)
        self.M[at, at] += m * J.T @ J
        self.M[k : k + 3, k : k + 3] += I
        self.f[at] += m * J.T @ (gravity - cross(w, cross(w, r)))
        self.f[k : k + 3] -= cross(w, I @ w)

    def carry(self, point, mass, centre, inertia, wrench):
        """A load held at a point of a body, in the axes of the point, and a wrench (force, moment; world) on it."""
        at, body = self.point(point), next(name for name in self.d.bodies if f"{point}.".startswith(f"{name}."))
        r = at.arm + at.R @ centre
        self._add_mass(6 * at.body, at.w, mass, r, at.R @ inertia @ at.R.T, self._gravity_on(body))
        self._push(at, wrench[:3], wrench[3:])

    def _motor(self, name):
        omega, i = self.motors[f"{name}.omega"], self.motors[f"{name}.i"]
        speed, current = self.read.speeds[f"{name}.omega"], self.read.speeds[f"{name}.i"]
        p = {key: self.value(f"{name}.{key}") for key in ("J", "L", "R", "Kt", "Ke", "b")}
        self.M[omega, omega], self.M[i, i] = p["J"], p["L"]
        self.f[omega] = p["Kt"] * current - p["b"] * speed
        self.f[i] = self.inputs[f"{name}.v"] - p["R"] * current - p["Ke"] * speed

    # -- constraints ---------------------------------------------------------------------------------------------

    def _ground_point(self):
        return Point(-1, np.eye(3), np.zeros(3), np.zeros(3), np.zeros(3), np.zeros(3))

    def point(self, path):
        """Frame `body.point` or `ground.point`."""
        for table in (self.d.bodies, self.d.grounds):
            for name, part in table.items():
                if path == name or path.startswith(f"{name}."):
                    return self._point(name, part, path.removeprefix(name).removeprefix("."))
        raise AssertionError(path)

    def _point(self, name, part, key):
        R, p, w, v = self.pose.get(name, (np.eye(3), *[np.zeros(3)] * 3))
        local = self._vector(f"{name}.{key}") if key else np.zeros(3)
        axis = Pose.of(part.points[key]).axis if key in part.points else "z"
        angle = self.value(f"{name}.{key}_angle") if key in part.points else 0.0
        r = R @ local
        return Point(self.number.get(name, -1), R @ turn(axis, angle), p + r, r, w, v + cross(w, r))

    def _row(self, name, label, parts, right):
        row = np.zeros(self.n)
        for number, entries in parts.items():
            if number >= 0:
                row[6 * number : 6 * number + 6] += entries
        self.rows.append(row)
        self.right.append(right)
        self.labels.append((name, label))

    def _two(self, i, j, on_i, on_j):
        parts = {}
        for point, entries in ((i, on_i), (j, on_j)):
            parts[point.body] = parts.get(point.body, 0.0) + np.asarray(entries)
        return parts

    def _coincide(self, name, i, j):
        for axis, label in zip(np.eye(3), "xyz", strict=True):
            entries = [
                np.concatenate([cross(point.arm, axis), axis]) for point in (i, j)
            ]  # a . (v + w x r) = a . v + (r x a) . w
            bias = axis @ (cross(j.w, cross(j.w, j.arm)) - cross(i.w, cross(i.w, i.arm)))
            self._row(name, label, self._two(i, j, -entries[0], entries[1]), -bias)

    def _square(self, name, label, i, a, j, b):
        """a . b = 0, a fixed in i and b in j."""
        across = cross(b, a)  # a . (w_j x b) = w_j . (b x a);  (w_i x a) . b = -w_i . (b x a)
        da, db = cross(i.w, a), cross(j.w, b)
        bias = cross(i.w, da) @ b + 2 * da @ db + a @ cross(j.w, db)
        zero = np.zeros(3)
        self._row(name, label, self._two(i, j, np.concatenate([-across, zero]), np.concatenate([across, zero])), -bias)

    def _along(self, i, a, j):
        """Row and bias of the second derivative of a . (p_j - p_i), a fixed in i."""
        r, rate = j.p - i.p, j.v - i.v
        da = cross(i.w, a)
        on_i = np.concatenate([cross(a, r) + cross(a, i.arm), -a])
        on_j = np.concatenate([cross(j.arm, a), a])
        bias = cross(i.w, da) @ r + 2 * da @ rate
        bias += a @ (cross(j.w, cross(j.w, j.arm)) - cross(i.w, cross(i.w, i.arm)))
        return self._two(i, j, on_i, on_j), bias

    def _across(self, name, label, i, a, j):
        parts, bias = self._along(i, a, j)
        self._row(name, label, parts, -bias)

    def _parallel(self, name, i, j, k):
        for axis in (1, 2):
            self._square(name, "tilt", i, i.R[:, (k + axis) % 3], j, j.R[:, k])

    # -- speeds of quantities ------------------------------------------------------------------------------------

    def speed(self, full):
        """Row J and bias c of a quantity's acceleration, J v' + c."""
        if full in self.motors:
            return np.eye(self.n)[self.motors[full]], 0.0
        owner, _, key = full.rpartition(".")
        row = np.zeros(self.n)
        if owner in self.number:
            column = {"x": 3, "y": 4, "z": 5, "theta": 2}[key]
            row[6 * self.number[owner] + column] = 1.0
            return row, 0.0
        joint, path = self.d.connections[owner]
        i, j = self.point(path + joint.first), self.point(path + joint.second)
        if key == "lean":
            return self._lean(i, j)
        if isinstance(joint, c.Universal):
            first, axis = (True, i.R[:, 0]) if key == "angle1" else (False, j.R[:, 1])
        else:
            slides = key in ("slide", "x", "y", "z")
            if key in "xyz":
                k = "xyz".index(key)
            elif isinstance(joint, c.PinInSlot):
                k = 2 if key == "angle" else 0
            else:
                k = "xyz".index(getattr(joint, "axis", "z"))
            first, axis = True, i.R[:, k]
            if slides:
                parts, bias = self._along(i, axis, j)
                return self._as_row(parts), bias
        parts = self._two(i, j, np.concatenate([-axis, np.zeros(3)]), np.concatenate([axis, np.zeros(3)]))
        return self._as_row(parts), cross((i if first else j).w, axis) @ (j.w - i.w)

    def _lean(self, i, j):
        """lean = asin(n . a), n the normal of a ground that does not move and a the wheel's axis."""
        assert i.body < 0, "the lean on a plane that moves is not known here"
        n, a = i.R[:, 2], j.R[:, 1]
        across, cosine = cross(a, n), np.sqrt(1 - (n @ a) ** 2)
        turned = cross(cross(j.w, a), n)
        bias = turned @ j.w / cosine + (n @ a) * (across @ j.w) ** 2 / cosine**3
        return self._as_row({j.body: np.concatenate([across / cosine, np.zeros(3)])}), bias

    def _as_row(self, parts):
        row = np.zeros(self.n)
        for number, entries in parts.items():
            if number >= 0:
                row[6 * number : 6 * number + 6] += entries
        return row

    # -- connections ---------------------------------------------------------------------------------------------

    def _connection(self, name, item, path):
        value = lambda key: self.value(f"{name}.{key}")  # noqa: E731
        if isinstance(item, c.Revolute | c.Spherical | c.Universal | c.Fixed):
            i, j = (self.point(path + frame) for frame in item.frames)
            self._coincide(name, i, j)
            if isinstance(item, c.Revolute):
                self._parallel(name, i, j, "xyz".index(item.axis))
            elif isinstance(item, c.Universal):
                self._square(name, "cross", i, i.R[:, 0], j, j.R[:, 1])
            elif isinstance(item, c.Fixed):
                self._parallel(name, i, j, 2)
                self._square(name, "turn", i, i.R[:, 1], j, j.R[:, 0])
        elif isinstance(item, c.Prismatic | c.Cylindrical | c.Screw | c.PinInSlot):
            i, j = (self.point(path + frame) for frame in item.frames)
            k = "xyz".index(getattr(item, "axis", "x"))
            for other in (1, 2):
                self._across(name, "across", i, i.R[:, (k + other) % 3], j)
            self._parallel(name, i, j, 2 if isinstance(item, c.PinInSlot | c.Prismatic) else k)
            if isinstance(item, c.Prismatic):
                self._square(name, "turn", i, i.R[:, 1], j, j.R[:, 0])
            if isinstance(item, c.Screw):
                (J, bias), (J_turn, bias_turn) = self.speed(f"{name}.slide"), self.speed(f"{name}.angle")
                lead = value("pitch") / (2 * np.pi)
                self._constraint(name, J - lead * J_turn, bias - lead * bias_turn)
        elif isinstance(item, c.PlanarJoint):
            i, j = (self.point(path + frame) for frame in item.frames)
            self._across(name, "height", i, i.R[:, 2], j)
            self._parallel(name, i, j, 2)
        elif isinstance(item, c.FreeJoint):
            pass
        elif isinstance(item, c.RollingDisc | c.RollingTorus | c.RollingBall):
            self._rolling(name, item, path, value)
        elif isinstance(item, c.KnifeEdge):
            self._edge(name, *(self.point(path + frame) for frame in item.frames))
        elif type(item).__name__ == "ConstantSpeed":
            self._constraint(name, *self.speed(self.d.full(path + item.quantity)))
        elif isinstance(item, c.Gear):
            (J_in, c_in), (J_out, c_out) = (self.speed(self.d.full(path + q)) for q in (item.input, item.output))
            self._constraint(name, J_out - J_in / value("ratio"), c_out - c_in / value("ratio"))
        else:
            self._load(name, item, path, value)

    def _rolling(self, name, item, path, value):
        """The wheel's material point at the contact moves as the plane does there, in all three directions."""
        i, j = (self.point(path + frame) for frame in item.frames)
        n, a = i.R[:, 2], j.R[:, 1]
        dn, da = cross(i.w, n), cross(j.w, a)
        if isinstance(item, c.RollingBall):
            arm, rate = -value("radius") * n, -value("radius") * dn
        else:
            steep = n - (n @ a) * a
            change = dn - (dn @ a + n @ da) * a - (n @ a) * da
            size = np.linalg.norm(steep)
            e = steep / size
            tube = value("tube")
            arm = -value("radius") * e - tube * n
            rate = -value("radius") * (change - e * (e @ change)) / size - tube * dn
        on_wheel, on_plane = j.arm + arm, j.p + arm - i.p + i.arm
        bias = cross(j.w, cross(j.w, j.arm) + rate)
        # the contact wanders on the plane: what the plane's point there accelerates by, and its change of place
        wander = j.v + rate - (i.v - cross(i.w, i.arm))
        bias = bias - cross(i.w, wander)
        for axis in i.R.T:
            entries = [np.concatenate([cross(r, axis), axis]) for r in (on_plane, on_wheel)]
            self._row(name, "rolling", self._two(i, j, -entries[0], entries[1]), -axis @ bias)

    def _edge(self, name, i, j):
        """l . (v_j - velocity of the plane there) = 0, with l along y_j; both planes horizontal here."""
        assert i.body < 0, "an edge on a plane that moves is not known here"
        side = j.R[:, 1]
        bias = cross(j.w, side) @ j.v + side @ cross(j.w, cross(j.w, j.arm))
        self._row(name, "side", {j.body: np.concatenate([cross(j.arm, side), side])}, -bias)

    def _constraint(self, name, row, bias):
        self.rows.append(row)
        self.right.append(-bias)
        self.labels.append((name, "constraint"))

    def _load(self, name, item, path, value):
        if isinstance(item, c.Torque | c.JointSpring | c.JointDamper | c.CoulombFriction):
            full = self.d.full(path + item.quantity)
            if isinstance(item, c.Torque):
                given = item.value is not None
                effort = value("value") if given else self.inputs[f"{name}.{item.input_labels[0].name}"]
            elif isinstance(item, c.JointSpring):
                effort = -value("stiffness") * (self.read.positions[full] - value("rest"))
            elif isinstance(item, c.CoulombFriction):
                effort = -value("force") * np.sign(self.read.speeds[full] - value("speed"))
            else:
                effort = -value("damping") * self.read.speeds[full]
            self.f += self.speed(full)[0] * effort
        elif isinstance(item, c.Spring | c.Damper):
            i, j = (self.point(path + frame) for frame in item.frames)
            r = j.p - i.p
            length = np.linalg.norm(r)
            along = r / length if length > 0 else r  # where both ends meet there is no direction, and no force
            if isinstance(item, c.Spring):
                force = -value("stiffness") * (length - value("length")) * along
            else:
                force = -value("damping") * (along @ (j.v - i.v)) * along
            self._push(i, -force)
            self._push(j, force)
        elif isinstance(item, c.Wrench):
            u = lambda key: self.inputs[f"{name}.{key}"]  # noqa: E731
            z = item.spatial
            point = self.point(path + item.point)
            force = np.array([u("fx"), u("fy"), u("fz") if z else 0.0])
            self._push(point, force, np.array([u("mx"), u("my"), u("mz")] if z else [0.0, 0.0, u("mz")]))
        elif isinstance(item, c.PointForce):
            along = np.zeros(3)
            along[: len(item.direction)] = item.direction
            size = value("value") if item.value is not None else self.inputs[f"{name}.{item.input_labels[0].name}"]
            self._push(self.point(path + item.point), size * along / np.linalg.norm(along))
        else:
            raise NotKnownError(type(item).__name__)

    def _push(self, point, force, moment=0.0):
        if point.body >= 0:
            k = 6 * point.body
            self.f[k : k + 3] += cross(point.arm, force) + moment
            self.f[k + 3 : k + 6] += force

    # -- answers -------------------------------------------------------------------------------------------------

    def constraints(self):
        """A and b of all constraints."""
        return np.array(self.rows).reshape(-1, self.n), np.array(self.right)

    def forces(self):
        """Forces along x, y, z (world) of joints that hold two points together, on the second body; unique ones only.

        A^T l = M v' - f; what the kernel of A^T leaves open is left out.
        """
        A, _ = self.constraints()
        need = self.M @ self.solve() - self.f
        l, *_ = np.linalg.lstsq(A.T, need, rcond=1e-10)
        open_ = null_space(A.T, rcond=1e-10)
        sure = np.linalg.norm(open_, axis=1) < 1e-8
        return {label: l[k] for k, label in enumerate(self.labels) if label[1] in "xyz" and sure[k]}

    def solve(self):
        """v' by a null space of all constraints at once, and the largest contradiction between these."""
        A, b = self.constraints()
        particular, *_ = np.linalg.lstsq(A, b, rcond=1e-10) if len(b) else (np.zeros(self.n),)
        S = null_space(A, rcond=1e-10) if len(b) else np.eye(self.n)
        assert np.max(np.abs(A @ particular - b), initial=0.0) < 1e-8 * max(1.0, np.max(np.abs(b), initial=0.0))
        return particular + S @ np.linalg.solve(S.T @ self.M @ S, S.T @ (self.f - self.M @ particular))

    def accelerations(self):
        """Second derivatives of x, y, z, theta, rates of wx, wy, wz (body axes) and of motors' speeds."""
        a = self.solve()
        found = {name: a[k] for name, k in self.motors.items()}
        for name, body in self.d.bodies.items():
            turned, moved = a[6 * self.number[name] :][:3], a[6 * self.number[name] + 3 :][:3]
            found |= {f"{name}.{axis}": moved[k] for k, axis in enumerate("xyz")}
            spin = self.pose[name][0].T @ turned
            found |= {f"{name}.w{axis}": spin[k] for k, axis in enumerate("xyz")}
            if isinstance(body.kind, Planar):
                found[f"{name}.theta"] = turned[2]
        rolling = c.RollingDisc | c.RollingTorus | c.RollingBall  # x and y are of the contact there
        for name in self.read.speeds:
            owner, _, key = name.rpartition(".")
            joint, _ = self.d.connections.get(owner, (None, ""))
            keys = ("angle", "slide", "angle1", "angle2", *(() if isinstance(joint, rolling) else "xyz"))
            if joint is not None and key in keys:
                row, bias = self.speed(name)
                found[name] = row @ a + bias
        return found

"""The planar 3RRR mechanism: parameters, closed-form kinematics, and forward dynamics from free-body diagrams.

Three legs K = A, B, C: a bar U turns about a fixed base joint by the angle phi (from the x axis), a bar B (angle psi)
joins its tip, the elbow, to a vertex of the platform, whose pose is (x, y, theta). The plane is horizontal: no gravity.
Units are SI.

Forward dynamics writes Newton and Euler for each body on its own and asks for joint forces and accelerations together:

    bar U      m_U a = R - E          I_U phi'' = T + (base - c) x R - (elbow - c) x E
    bar B      m_B a = E - V          I_B psi'' = (elbow - c) x E - (vertex - c) x V
    platform   m_L a = sum V          I_L theta'' = sum (vertex - c) x V
    rotor      J_A w' = kappa_m i - beta w - T / eta
    winding    lambda i' = v - rho i - kappa_e w

with R the force of the base on U, E of U on B, V of B on the platform, T the torque of the shaft on U, and the joints'
points sharing their accelerations, w' = eta phi''.

Source: R. M. M. Orsino, supplementary appendix to "Recursive modular modelling methodology for lumped-parameter dynamic
systems", Proc. R. Soc. A, 2017, eqs. (4)-(24). Its eq. (9) prints -kappa_m i in the rotor's line: `printed_sign` gives
that.
"""

from dataclasses import dataclass

from .arithmetic import DOUBLE, Arithmetic, Number, Point, Vector, cross

LEGS = (0, 1, 2)


@dataclass(frozen=True)
class Motor:
    """DC motor and reducer: SI units, speed ratio eta = rotor speed over bar speed."""

    J_A: Number  # kg m^2
    lambda_: Number  # H
    rho: Number  # ohm
    kappa_m: Number  # N m / A
    kappa_e: Number  # V s
    beta: Number  # N m s
    eta: Number


@dataclass(frozen=True)
class Parameters:
    """Geometry and inertia; `elbow` is the sign of the arccosine in phi, `motor` None means torques on the bars U."""

    l_U: Number  # m, base joint to elbow
    l_B: Number  # m, elbow to vertex
    l_L: Number  # m, platform centre to vertex
    base: tuple[Point, Point, Point]  # m
    alpha: tuple[Number, Number, Number]  # rad, directions of the vertices at theta = 0
    elbow: int
    J_U: Number  # kg m^2, about the base joint
    m_B: Number  # kg
    I_B: Number  # kg m^2, about the centre
    m_L: Number  # kg
    I_L: Number  # kg m^2, about the centre
    motor: Motor | None

    @property
    def m_U(self) -> Number:
        """Mass of a uniform bar with inertia J_U about its end: 3 J_U / l_U^2, in kg."""
        return 3 * self.J_U / self.l_U**2


def with_motors(arithmetic: Arithmetic = DOUBLE) -> Parameters:
    """Parameters chosen for the mechanism of the source, which prints none: a 0.3 kg bar U, a desk-sized machine."""
    n = arithmetic.number
    alpha = tuple(arithmetic.pi * degrees / 180 for degrees in (90, 210, 330))
    base = tuple((n("0.32") * arithmetic.cos(angle), n("0.32") * arithmetic.sin(angle)) for angle in alpha)
    l_U, l_B, l_L, m_B, m_L = n("0.18"), n("0.2"), n("0.1"), n("0.25"), n("0.8")
    motor = Motor(n("1.4e-5"), n("2e-3"), n("1.5"), n("0.0385"), n("0.0385"), n("1e-5"), n("20"))
    return Parameters(
        l_U=l_U,
        l_B=l_B,
        l_L=l_L,
        base=(base[0], base[1], base[2]),
        alpha=(alpha[0], alpha[1], alpha[2]),
        elbow=1,
        J_U=n("0.3") * l_U**2 / 3,
        m_B=m_B,
        I_B=m_B * l_B**2 / 12,
        m_L=m_L,
        I_L=m_L * l_L**2 / 4,
        motor=motor,
    )


def without_motors(arithmetic: Arithmetic = DOUBLE) -> Parameters:
    """Geometry that the author of the source published for his package of planar mechanisms."""
    n = arithmetic.number
    root = arithmetic.sqrt(n("3"))
    return Parameters(
        l_U=n("2"),
        l_B=n("2"),
        l_L=n("1"),
        base=((n("3"), n("0")), (-n("1.5"), n("1.5") * root), (-n("1.5"), -n("1.5") * root)),
        alpha=(n("0"), 2 * arithmetic.pi / 3, 4 * arithmetic.pi / 3),
        elbow=-1,
        J_U=n("2") / 3,
        m_B=n("0.5"),
        I_B=n("1") / 6,
        m_L=n("1"),
        I_L=n("0.25"),
        motor=None,
    )


@dataclass(frozen=True)
class Leg:
    """Angles of a leg's bars (rad), their rates, and the points and directions that the balances need (m)."""

    phi: Number
    psi: Number
    phi_rate: Number
    psi_rate: Number
    along_U: Point  # unit vector from base joint to elbow
    along_B: Point  # unit vector from elbow to vertex
    arm: Point  # platform centre to vertex, m
    elbow: Point  # m


def _solve_leg(parameters: Parameters, leg: Leg, right: Point) -> Point:
    """Rates (f, s) with l_U f n(phi) + l_B s n(psi) = right, where n is the direction turned by 90 degrees."""
    sine = cross(leg.along_U, leg.along_B)
    f = (right[0] * leg.along_B[0] + right[1] * leg.along_B[1]) / (parameters.l_U * sine)
    s = -(right[0] * leg.along_U[0] + right[1] * leg.along_U[1]) / (parameters.l_B * sine)
    return f, s


def leg_state(
    parameters: Parameters,
    index: int,
    pose: Vector,
    velocity: Vector,
    *,
    arithmetic: Arithmetic = DOUBLE,
) -> Leg:
    """Closed-form inverse kinematics of one leg.

    With d the vector from base joint to vertex, phi = atan2(d_y, d_x) + elbow acos((d^2 + l_U^2 - l_B^2) / (2 l_U
    |d|)); the rates follow from d' = l_U phi' n(phi) + l_B psi' n(psi), singular where sin(psi - phi) = 0.
    """
    p, sin, cos = parameters, arithmetic.sin, arithmetic.cos
    angle = pose[2] + p.alpha[index]
    arm = (p.l_L * cos(angle), p.l_L * sin(angle))
    d = (pose[0] + arm[0] - p.base[index][0], pose[1] + arm[1] - p.base[index][1])
    square = d[0] ** 2 + d[1] ** 2
    bend = arithmetic.acos((square + p.l_U**2 - p.l_B**2) / (2 * p.l_U * arithmetic.sqrt(square)))
    phi = arithmetic.atan2(d[1], d[0]) + p.elbow * bend
    e_U = (cos(phi), sin(phi))
    rest = (d[0] - p.l_U * e_U[0], d[1] - p.l_U * e_U[1])
    psi = arithmetic.atan2(rest[1], rest[0])
    elbow = (p.base[index][0] + p.l_U * e_U[0], p.base[index][1] + p.l_U * e_U[1])
    still = Leg(phi, psi, 0, 0, e_U, (cos(psi), sin(psi)), arm, elbow)
    tip = (velocity[0] - velocity[2] * arm[1], velocity[1] + velocity[2] * arm[0])
    phi_rate, psi_rate = _solve_leg(p, still, tip)
    return Leg(phi, psi, phi_rate, psi_rate, e_U, still.along_B, arm, elbow)


def leg_accelerations(parameters: Parameters, leg: Leg, velocity: Vector, acceleration: Vector) -> Point:
    """Second rates (phi'', psi'') of a leg for a platform acceleration (x'', y'', theta''), rad/s^2."""
    p = parameters
    right = tuple(
        acceleration[k] + acceleration[2] * turned - velocity[2] ** 2 * leg.arm[k]
        + p.l_U * leg.phi_rate**2 * leg.along_U[k] + p.l_B * leg.psi_rate**2 * leg.along_B[k]
        for k, turned in ((0, -leg.arm[1]), (1, leg.arm[0]))
    )  # fmt: skip
    return _solve_leg(p, leg, (right[0], right[1]))


@dataclass(frozen=True)
class Solution:
    """Accelerations and joint forces of one state; lists are in the order of the legs."""

    platform: list[Number]  # x'', y'' in m/s^2, theta'' in rad/s^2
    phi: list[Number]  # rad/s^2
    psi: list[Number]  # rad/s^2
    rotor: list[Number]  # rad/s^2, empty without motors
    current: list[Number]  # A/s, empty without motors
    base_force: list[Point]  # N, of the ground on bar U
    elbow_force: list[Point]  # N, of bar U on bar B
    vertex_force: list[Point]  # N, of bar B on the platform
    shaft_torque: list[Number]  # N m, of the shaft (or of the given input) on bar U


class _System:
    """Linear equations over named unknowns, collected one by one."""

    def __init__(self) -> None:
        self.columns: dict[str, int] = {}
        self.rows: list[tuple[dict[str, Number], Number]] = []

    def add(self, right: Number, **terms: Number) -> None:
        for name in terms:
            self.columns.setdefault(name, len(self.columns))
        self.rows.append((terms, right))

    def solve(self, arithmetic: Arithmetic) -> dict[str, Number]:
        zero = arithmetic.number("0")
        matrix = [[terms.get(name, zero) for name in self.columns] for terms, _ in self.rows]
        found = arithmetic.solve(matrix, [zero + right for _, right in self.rows])
        return dict(zip(self.columns, found, strict=True))


def forward(
    parameters: Parameters,
    pose: Vector,
    velocity: Vector,
    inputs: Vector,
    *,
    currents: Vector = (0, 0, 0),
    arithmetic: Arithmetic = DOUBLE,
    printed_sign: bool = False,
) -> Solution:
    """Accelerations and joint forces from the free-body diagrams of the module's first lines.

    `inputs` are three voltages (V) with motors, three torques on the bars U (N m) without. A platform `velocity` fixes
    all speeds.
    """
    p, system = parameters, _System()
    states = [leg_state(p, index, pose, velocity, arithmetic=arithmetic) for index in LEGS]
    for index, leg in enumerate(states):
        _leg_equations(system, p, index, leg, velocity)
        _drive_equations(system, p, index, leg, (inputs[index], currents[index], printed_sign))
    vertex = [(f"V{k}x", f"V{k}y", leg.arm) for k, leg in enumerate(states)]
    system.add(0, x=p.m_L, **{x: -1 for x, _, _ in vertex})
    system.add(0, y=p.m_L, **{y: -1 for _, y, _ in vertex})
    system.add(0, theta=p.I_L, **{x: arm[1] for x, _, arm in vertex}, **{y: -arm[0] for _, y, arm in vertex})
    found = system.solve(arithmetic)
    powered = p.motor is not None
    return Solution(
        platform=[found["x"], found["y"], found["theta"]],
        phi=[found[f"phi{k}"] for k in LEGS],
        psi=[found[f"psi{k}"] for k in LEGS],
        rotor=[found[f"w{k}"] for k in LEGS] if powered else [],
        current=[found[f"i{k}"] for k in LEGS] if powered else [],
        base_force=[(found[f"R{k}x"], found[f"R{k}y"]) for k in LEGS],
        elbow_force=[(found[f"E{k}x"], found[f"E{k}y"]) for k in LEGS],
        vertex_force=[(found[f"V{k}x"], found[f"V{k}y"]) for k in LEGS],
        shaft_torque=[found[f"T{k}"] for k in LEGS],
    )


def _leg_equations(system: _System, p: Parameters, k: int, leg: Leg, velocity: Vector) -> None:
    """Newton and Euler for bars U and B of leg k, then its three shared points."""
    (cu, su), (cb, sb) = leg.along_U, leg.along_B
    hu, hb = p.l_U / 2, p.l_B / 2
    inertia_U = p.J_U - p.m_U * hu**2
    system.add(0, **{f"ux{k}": p.m_U, f"R{k}x": -1, f"E{k}x": 1})
    system.add(0, **{f"uy{k}": p.m_U, f"R{k}y": -1, f"E{k}y": 1})
    system.add(
        0, **{f"phi{k}": inertia_U, f"T{k}": -1},
        **{f"R{k}x": -hu * su, f"R{k}y": hu * cu, f"E{k}x": -hu * su, f"E{k}y": hu * cu},
    )  # fmt: skip
    system.add(0, **{f"bx{k}": p.m_B, f"E{k}x": -1, f"V{k}x": 1})
    system.add(0, **{f"by{k}": p.m_B, f"E{k}y": -1, f"V{k}y": 1})
    system.add(
        0, **{f"psi{k}": p.I_B, f"E{k}x": -hb * sb, f"E{k}y": hb * cb, f"V{k}x": -hb * sb, f"V{k}y": hb * cb}
    )  # fmt: skip
    wu, wb, wl = leg.phi_rate**2, leg.psi_rate**2, velocity[2] ** 2
    ax, ay = leg.arm
    # the base point of U, at -hu along it, stays at rest
    system.add(-hu * wu * cu, **{f"ux{k}": 1, f"phi{k}": hu * su})
    system.add(-hu * wu * su, **{f"uy{k}": 1, f"phi{k}": -hu * cu})
    # the elbow: tip of U and tail of B
    system.add(hu * wu * cu + hb * wb * cb, **{f"ux{k}": 1, f"phi{k}": -hu * su, f"bx{k}": -1, f"psi{k}": -hb * sb})
    system.add(hu * wu * su + hb * wb * sb, **{f"uy{k}": 1, f"phi{k}": hu * cu, f"by{k}": -1, f"psi{k}": hb * cb})
    # the vertex: tip of B and platform
    system.add(hb * wb * cb - wl * ax, **{f"bx{k}": 1, f"psi{k}": -hb * sb, "x": -1, "theta": ay})
    system.add(hb * wb * sb - wl * ay, **{f"by{k}": 1, f"psi{k}": hb * cb, "y": -1, "theta": -ax})


def _drive_equations(system: _System, p: Parameters, k: int, leg: Leg, drive: tuple[Number, Number, bool]) -> None:
    """Rotor, winding and reducer of leg k, or the given torque; `drive` is (input, current, printed sign)."""
    given, current, printed_sign = drive
    if p.motor is None:
        system.add(given, **{f"T{k}": 1})
        return
    m = p.motor
    speed = m.eta * leg.phi_rate
    torque = -m.kappa_m * current if printed_sign else m.kappa_m * current
    system.add(torque - m.beta * speed, **{f"w{k}": m.J_A, f"T{k}": 1 / m.eta})
    system.add(given - m.rho * current - m.kappa_e * speed, **{f"i{k}": m.lambda_})
    system.add(0, **{f"w{k}": 1, f"phi{k}": -m.eta})

"""The law of every joint kind and home.

W N = 1, X' = twist, residual(X(q)) = 0, measure(X(q)) = q, rate of measure = speed, and both faces allow the same.
"""

from itertools import product
from pathlib import Path

import casadi as ca
import numpy as np
import pytest

from linkwright import components
from linkwright.components import (
    Cylindrical,
    Fixed,
    FreeJoint,
    PinInSlot,
    PlanarJoint,
    Prismatic,
    Revolute,
    RollingOnLine,
    Screw,
    Spherical,
    Universal,
)
from linkwright.model import Free, FreeEulerAngles, Joint, Planar, PlanarPoint, Ports, SpatialPoint, Values, collect
from linkwright.model.connection import with_values
from linkwright.symbolic import Frame, cross, directional

KINDS = (
    *[kind("a", "b", axis=axis) for kind in (Revolute, Prismatic, Cylindrical) for axis in "xyz"],
    PinInSlot("a", "b"),
    Fixed("a", "b"),
    Universal("a", "b"),
    Spherical("a", "b"),
    PlanarJoint("a", "b"),
    FreeJoint("a", "b"),
)
EXPLICIT = {f"{type(joint).__name__} {getattr(joint, 'axis', '')}".strip(): joint for joint in KINDS}
HOMES = {type(home).__name__: home for home in (Planar(), PlanarPoint(), Free(), SpatialPoint())}
HOMES |= {
    f"FreeEulerAngles {''.join(axes)}": FreeEulerAngles("".join(axes))
    for axes in product("xyz", repeat=3)
    if axes[0] != axes[1] != axes[2]
}

APART = {"RollingOnLine", "Screw"}
"""Kinds with parameters, or without coordinates of their own: tested below."""
ELSEWHERE = {
    "KnifeEdge": "test_rolling_in_space.py",
    "RollingBall": "test_rolling_in_space.py",
    "RollingDisc": "test_rolling_in_space.py",
    "RollingTorus": "test_rolling_in_space.py",
}
"""Kinds without coordinates of their own, tested in a file of this folder."""

STEP = 1e-6
"""Central differences err by step^2 and eps / step: about 1e-10 here; the law is asked to 1e-8."""
ROUNDING = 3e-14
"""A few dozen roundings of numbers of order 1."""


def test_no_joint_kind_is_left_out():
    public = {name: getattr(components, name) for name in components.__all__}
    kinds = {name for name, kind in public.items() if isinstance(kind, type) and issubclass(kind, Joint)}
    assert kinds == {type(joint).__name__ for joint in KINDS} | APART | {*ELSEWHERE}
    for kind, file in ELSEWHERE.items():
        texts = [path.read_text() for path in Path(__file__).parent.glob("test_*.py") if path.name == file]
        assert any(kind in text for text in texts), f"{kind} is said to be tested in {file}"


def test_no_home_is_left_out():
    from linkwright import model

    public = {name: getattr(model, name) for name in model.__all__}
    kinds = {name for name, kind in public.items() if isinstance(kind, type) and issubclass(kind, model.Home)}
    assert kinds - {"Home"} == {kind.split()[0] for kind in HOMES}


def path(random, source):
    """A smooth random path through the coordinates of a joint or home, with its rate: sums of sines.

    Groups of Euler parameters are brought to length 1.
    """
    n = len(source.coordinates)
    a, w, c = random.uniform(0.3, 0.9, n), random.uniform(0.5, 2.0, n), random.uniform(-0.5, 0.5, n)
    if isinstance(source, FreeEulerAngles):  # away from the singular angle and within what is read back
        a[4], c[4] = 0.8, np.pi / 2 if source.sequence[0] == source.sequence[2] else 0.0

    def where(t):
        q = c + a * np.sin(w * t)
        for group in source.units:
            q[list(group)] /= np.linalg.norm(q[list(group)])
        return q

    def rate(t):
        q, slope = c + a * np.sin(w * t), a * w * np.cos(w * t)
        for group in source.units:
            at = list(group)
            size = np.linalg.norm(q[at])
            unit = q[at] / size
            slope[at] = (slope[at] - unit * (unit @ slope[at])) / size
        return slope

    return where, rate


def symbols(source, prefix=""):
    return ca.SX.sym(f"{prefix}q", len(source.coordinates)), ca.SX.sym(f"{prefix}v", len(source.speeds))


def speeds_of(source, q, rate):
    """v = W q' as numbers."""
    x = ca.SX.sym("q", len(source.coordinates))
    return np.asarray(ca.Function("W", [x], [source.W(x)])(q)) @ rate


def base_motion(random):
    """A moving first frame: a body in space on a random path."""
    home = Free()
    q, v = symbols(home, "base")
    where, rate = path(random, home)
    return q, v, home.frame(q, v), where, lambda t: speeds_of(home, where(t), rate(t))


def second_frame(joint, q, v, base):
    """Frame j = frame i X(q), with twists composed: w = w_i + R_i w_X, v = v_i + w_i x R_i p_X + R_i v_X."""
    x = joint.motion(q, v)
    arm = base.R @ x.p
    return Frame(base.R @ x.R, base.p + arm, base.w + base.R @ x.w, base.v + cross(base.w, arm) + base.R @ x.v)


def ports_of(joint, *frames):
    return Ports(frames, (), Values(collect(joint.arguments)), ca.SX(0, 1), ca.SX.sym("t"))


def numbers(function, *arguments):
    results = function(*arguments)
    return [np.asarray(x).ravel() for x in (results if isinstance(results, (tuple, list)) else [results])]


@pytest.mark.parametrize("kind", [*EXPLICIT, *HOMES])
def test_speeds_and_rates_of_coordinates_are_inverse_to_each_other(kind):
    source, random = (EXPLICIT | HOMES)[kind], np.random.default_rng(1)
    q, _ = symbols(source)
    where, rate = path(random, source)
    matrices = ca.Function("matrices", [q], [ca.densify(source.W(q)), ca.densify(source.N(q))])
    for t in random.uniform(0, 5, 10):
        W, N = (np.asarray(x) for x in matrices(where(t)))
        assert W.shape == (len(source.speeds), len(source.coordinates)) == N.T.shape
        assert np.allclose(W @ N, np.eye(len(W)), atol=1e-14)
        # a rate that keeps the Euler parameters' length comes back from its speeds
        assert np.allclose(N @ (W @ rate(t)), rate(t), atol=1e-13)
        for group in source.units:
            assert np.allclose(where(t)[list(group)] @ N[list(group)], 0.0, atol=1e-15)


@pytest.mark.parametrize("kind", [*EXPLICIT, *HOMES])
def test_motion_and_its_twist(kind):
    source, random = (EXPLICIT | HOMES)[kind], np.random.default_rng(1)
    q, v = symbols(source)
    frame = source.motion(q, v) if isinstance(source, Joint) else source.frame(q, v)
    pose = ca.Function("pose", [q], [ca.densify(frame.R), ca.densify(frame.p)])
    twist = ca.Function("twist", [q, v], [ca.densify(frame.w), ca.densify(frame.v)])
    where, rate = path(random, source)
    for t in random.uniform(0, 5, 10):
        R = np.asarray(pose(where(t))[0])
        assert np.allclose(R.T @ R, np.eye(3), atol=1e-14)
        assert np.linalg.det(R) == pytest.approx(1.0, abs=1e-14)
        (R0, p0), (R1, p1) = (tuple(np.asarray(x) for x in pose(where(t + h))) for h in (-STEP, STEP))
        w, speed = numbers(twist, where(t), speeds_of(source, where(t), rate(t)))
        spin = (R1 - R0) / (2 * STEP) @ R.T
        assert np.allclose([spin[2, 1], spin[0, 2], spin[1, 0]], w, atol=1e-8)
        assert np.allclose((p1 - p0).ravel() / (2 * STEP), speed, atol=1e-8)


def check_measures(source, measures, value, speed, q, v, rate):
    """Values are the coordinates, rates theirs, speeds the speeds; Euler parameters up to one common sign."""
    coordinates, speeds = [x.name for x in source.coordinates], [x.name for x in source.speeds]
    names = [measure.label.name for measure in measures]
    assert names == list(dict.fromkeys([*coordinates, *speeds]))
    signs = np.ones(len(coordinates))
    for group in source.units:
        at = [names.index(coordinates[k]) for k in group]
        signs[list(group)] = np.sign(value[at] @ q[list(group)])
    for k, name in enumerate(coordinates):
        at = names.index(name)
        assert value[at] == pytest.approx(signs[k] * q[k], abs=ROUNDING), name
        assert speed[at] == pytest.approx(signs[k] * rate[k], abs=10 * ROUNDING), name
    for k, name in enumerate(speeds):
        if name not in coordinates:
            assert measures[names.index(name)].z is None
            assert speed[names.index(name)] == pytest.approx(v[k], abs=10 * ROUNDING), name


def reading(measures):
    z = ca.vertcat(*[ca.SX(0) if m.z is None else m.z for m in measures])
    return ca.densify(z), ca.densify(ca.vertcat(*[m.s for m in measures]))


@pytest.mark.parametrize("kind", [kind for kind, joint in EXPLICIT.items() if joint.coordinates])
def test_residual_measures_and_speeds_on_a_moving_base(kind):
    joint, random = EXPLICIT[kind], np.random.default_rng(2)
    q, v = symbols(joint)
    Q, V, base, base_where, base_speed = base_motion(random)
    ports = ports_of(joint, base, second_frame(joint, q, v, base))
    measures = joint.measures(ports)
    assert [m.label.name for m in measures] == list(joint.offers)
    rows = ca.vertcat(*[row.expression for row in joint.residual(ports)])
    z, s = reading(measures)
    both = ca.vertcat(Q, q)
    each = ca.vertcat(Free().N(Q) @ V, joint.N(q) @ v)
    outputs = [rows, directional(rows, both, each), z, s, directional(z, both, each)]
    function = ca.Function("law", [Q, V, q, v], [ca.densify(x) for x in outputs])
    where, rate = path(random, joint)
    for t in random.uniform(0, 5, 10):
        at, slope = where(t), rate(t)
        speeds = speeds_of(joint, at, slope)
        gap, gap_rate, value, speed, drift = numbers(function, base_where(t), base_speed(t), at, speeds)
        assert np.max(np.abs(gap), initial=0.0) < ROUNDING
        assert np.max(np.abs(gap_rate), initial=0.0) < 10 * ROUNDING  # the implicit face allows the explicit motion
        check_measures(joint, measures, value, speed, at, speeds, slope)
        moving = [k for k, measure in enumerate(measures) if measure.z is not None]
        assert drift[moving] == pytest.approx(speed[moving], abs=10 * ROUNDING)


@pytest.mark.parametrize("kind", EXPLICIT)
def test_both_faces_leave_the_same_freedoms(kind):
    """The rows have rank 6 - DOF in the twists of the second frame, and their kernel is what `motion` spans."""
    joint, random = EXPLICIT[kind], np.random.default_rng(3)
    q, v = symbols(joint)
    R, p, w, u = ca.SX.sym("R", 3, 3), ca.SX.sym("p", 3), ca.SX.sym("w", 3), ca.SX.sym("u", 3)
    rows = joint.residual(ports_of(joint, Frame.fixed(), Frame(R, p, w, u)))
    g = ca.vertcat(ca.SX(0, 1), *[row.expression for row in rows])
    rate = ca.jtimes(g, ca.veccat(R, p), ca.veccat(ca.skew(w) @ R, u)) if rows else ca.SX(0, 1)
    x = joint.motion(q, v)
    slope = ca.substitute(ca.jacobian(rate, ca.vertcat(w, u)), ca.veccat(R, p), ca.densify(ca.veccat(x.R, x.p)))
    span = ca.jacobian(ca.densify(ca.vertcat(x.w, x.v)), v)
    function = ca.Function("faces", [q], [ca.densify(slope), ca.densify(span)])
    where, _ = path(random, joint)
    for t in random.uniform(0, 5, 5):
        J, S = (np.asarray(e) for e in function(where(t)))
        dof = len(joint.speeds)
        assert len(rows) == 6 - dof
        if rows:
            assert np.linalg.svd(J, compute_uv=False)[-1] > 0.05, "the rows are independent"
        if dof:
            assert np.linalg.svd(S, compute_uv=False)[-1] > 0.05, "the speeds are independent"
        assert np.max(np.abs(J @ S), initial=0.0) < ROUNDING


@pytest.mark.parametrize("kind", HOMES)
def test_homes_obey_the_same_law(kind):
    home, random = HOMES[kind], np.random.default_rng(5)
    q, v = symbols(home)
    frame = home.frame(q, v)
    measures = home.measures(frame)
    rows = ca.vertcat(ca.SX(0, 1), *[row.expression for row in home.residual(frame)])
    z, s = reading(measures)
    drift = directional(z, q, home.N(q) @ v)
    law = ca.Function("law", [q, v], [ca.densify(x) for x in (rows, z, s, drift)])
    where, rate = path(random, home)
    for t in random.uniform(0, 5, 10):
        speeds = speeds_of(home, where(t), rate(t))
        gap, value, speed, slope = numbers(law, where(t), speeds)
        assert not np.any(gap)
        check_measures(home, measures, value, speed, where(t), speeds, rate(t))
        moving = [k for k, measure in enumerate(measures) if measure.z is not None]
        assert slope[moving] == pytest.approx(speed[moving], abs=10 * ROUNDING)


HALF_TURNS = {
    "no turn": (1.0, 0.0, 0.0, 0.0),
    "x": (0.0, 1.0, 0.0, 0.0),
    "y": (0.0, 0.0, 1.0, 0.0),
    "z": (0.0, 0.0, 0.0, 1.0),
    "a diagonal": (0.0, 0.6, -0.48, 0.64),
    "nearly": (1e-9, 0.6, -0.48, 0.64),
    "two equal": (0.5, 0.5, 0.5, 0.5),
    "a small one": (1e-5, -1e-5, 0.0, 1.0),
}


@pytest.mark.parametrize("turn", HALF_TURNS)
@pytest.mark.parametrize("kind", ["Spherical", "FreeJoint"])
def test_no_rotation_is_singular(kind, turn):
    """Where the rotation is half a turn, or a parameter vanishes, values and rates are read back to rounding."""
    joint = EXPLICIT[kind]
    q, v = symbols(joint)
    measures = joint.measures(ports_of(joint, Frame.fixed(), joint.motion(q, v)))
    z, s = reading(measures)
    law = ca.Function("law", [q, v], [z, s, ca.densify(joint.N(q) @ v)])
    e = np.array(HALF_TURNS[turn]) / np.linalg.norm(HALF_TURNS[turn])
    at = np.concatenate([np.zeros(len(joint.coordinates) - 4), e])
    speeds = np.linspace(0.5, 2.0, len(joint.speeds))
    value, speed, rate = numbers(law, at, speeds)
    check_measures(joint, measures, value, speed, at, speeds, rate)


# -- kinds with parameters ------------------------------------------------------------------------


@pytest.mark.parametrize("axis", ["x", "y", "z"])
def test_a_screw_advances_by_its_pitch(axis):
    """It meets the thread where slide = offset + pitch / (2 pi) angle; any other motion is off by the rest."""
    joint, random = Screw("a", "b", axis=axis, pitch=0.3, offset=0.7), np.random.default_rng(6)
    guide = Cylindrical("a", "b", axis=axis)
    q, v = symbols(guide)
    Q, V, base, base_where, base_speed = base_motion(random)
    ports = ports_of(joint, base, second_frame(guide, q, v, base))
    measures = joint.measures(ports)
    assert [m.label.name for m in measures] == list(joint.offers) == ["angle", "slide"]
    z, s = reading(measures)
    rows = ca.vertcat(*[row.expression for row in joint.residual(ports)])
    law = ca.Function("law", [Q, V, q, v, collect(joint.arguments).p], [rows, z, s])
    assert rows.numel() == 5
    for t in random.uniform(0, 5, 10):
        angle, (turning, rate), off = random.uniform(-9, 9), random.uniform(-1, 1, 2), random.uniform(-0.14, 0.14)
        slide = 0.7 + 0.3 / (2 * np.pi) * angle + off
        gap, value, speed = numbers(law, base_where(t), base_speed(t), [slide, angle], [rate, turning], [0.3, 0.7])
        assert gap == pytest.approx([0, 0, 0, 0, off], abs=10 * ROUNDING)
        assert value == pytest.approx([angle + 2 * np.pi / 0.3 * off, slide], abs=20 * ROUNDING)
        assert speed == pytest.approx([turning, rate], abs=ROUNDING)


@pytest.mark.parametrize("axis", ["x", "y", "z", (0, 0, -1), (1, 1, 1)])
def test_the_motion_of_a_screw_is_on_its_thread(axis):
    joint, random = Screw("a", "b", axis=axis, pitch=-0.3, offset=0.7), np.random.default_rng(7)
    q, v = symbols(joint)
    Q, V, base, base_where, base_speed = base_motion(random)
    values = collect(joint.arguments)
    ports = ports_of(joint, base, second_frame(with_values(joint, Values(values)), q, v, base))
    z, s = reading(joint.measures(ports))
    rows = ca.vertcat(*[row.expression for row in joint.residual(ports)])
    law = ca.Function("law", [Q, V, q, v, values.p], [rows, z, s])
    for t in random.uniform(0, 5, 10):
        angle, turning = random.uniform(-9, 9, 2)
        gap, value, speed = numbers(law, base_where(t), base_speed(t), angle, turning, [-0.3, 0.7])
        lead = -0.3 / (2 * np.pi)
        assert np.max(np.abs(gap)) < 10 * ROUNDING
        assert value == pytest.approx([angle, 0.7 + lead * angle], abs=30 * ROUNDING)
        assert speed == pytest.approx([turning, lead * turning], abs=30 * ROUNDING)


def test_rolling_touches_and_does_not_slip():
    joint = RollingOnLine("a", "b", radius=0.3)
    random = np.random.default_rng(4)
    Q, V, base, base_where, base_speed = base_motion(random)
    q, v = ca.SX.sym("q", 2), ca.SX.sym("v", 2)  # slide and angle of the disc, relative to the line
    radius = 0.3
    arm = base.R @ ca.vertcat(q[0], radius, 0)
    turn = PinInSlot("a", "b").motion(q, v).R
    disc = Frame(
        base.R @ turn,
        base.p + arm,
        base.w + base.R @ ca.vertcat(0, 0, v[1]),
        base.v + cross(base.w, arm) + base.R @ ca.vertcat(v[0], 0, 0),
    )
    arguments = collect(joint.arguments)
    ports = ports_of(joint, base, disc)
    gap = ca.vertcat(*[row.expression for row in joint.residual(ports)])
    slip = ca.vertcat(*[row.expression for row in joint.rate(ports)])
    values = ca.vertcat(*[m.z for m in joint.measures(ports)])
    rates = ca.vertcat(*[m.s for m in joint.measures(ports)])
    law = ca.Function("law", [Q, V, q, v, arguments.p], [gap, slip, values, rates])
    for t in random.uniform(0, 5, 10):
        slide, turned = random.uniform(-1, 1, 2)
        rate = random.normal()
        rolling = np.array([-radius * rate, rate])  # anticlockwise on top of the line goes to -x
        g, s, z, speeds = numbers(law, base_where(t), base_speed(t), [slide, turned], rolling, [radius])
        assert np.max(np.abs(g)) < ROUNDING
        assert abs(s[0]) < ROUNDING
        assert z == pytest.approx([slide, turned], abs=ROUNDING)
        assert speeds == pytest.approx(rolling, abs=ROUNDING)  # as seen from the line, which turns itself
        _, s, _, _ = law(base_where(t), base_speed(t), [slide, turned], rolling + np.array([0.2, 0.0]), [radius])
        assert float(s) == pytest.approx(0.2, abs=ROUNDING)

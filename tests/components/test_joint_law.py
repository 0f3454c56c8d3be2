"""The law of every joint kind: X' = twist, residual(X(q)) = 0, measure(X(q)) = q, rate of measure = speed."""

import casadi as ca
import numpy as np
import pytest

from linkwright import components
from linkwright.components import PinInSlot, Prismatic, Revolute, RollingOnLine
from linkwright.model import Joint, Planar, PlanarPoint, Ports, Values, collect
from linkwright.symbolic import Frame, cross, directional

EXPLICIT = {"Revolute": Revolute("a", "b"), "Prismatic": Prismatic("a", "b"), "PinInSlot": PinInSlot("a", "b")}

STEP = 1e-6
"""Central differences err by step^2 and eps / step: about 1e-10 here; the law is asked to 1e-8."""


def test_no_joint_kind_is_left_out():
    public = {name: getattr(components, name) for name in components.__all__}
    kinds = {name for name, kind in public.items() if isinstance(kind, type) and issubclass(kind, Joint)}
    assert kinds == {*EXPLICIT, "RollingOnLine"}


def path(random, n):
    """A smooth random path through the coordinates, with its rate: sums of sines."""
    a, w, c = random.uniform(0.3, 0.9, n), random.uniform(0.5, 2.0, n), random.uniform(-0.5, 0.5, n)
    return lambda t: c + a * np.sin(w * t), lambda t: a * w * np.cos(w * t)


def base_motion(random):
    """A moving first frame: a planar body on a random path."""
    q, v = ca.SX.sym("Q", 3), ca.SX.sym("V", 3)
    where, rate = path(random, 3)
    return q, v, Planar().frame(q, v), where, rate


def second_frame(joint, q, v, base):
    """Frame j = frame i X(q), with twists composed: w = w_i + R_i w_X, v = v_i + w_i x R_i p_X + R_i v_X."""
    x = joint.motion(q, v)
    arm = base.R @ x.p
    return Frame(base.R @ x.R, base.p + arm, base.w + base.R @ x.w, base.v + cross(base.w, arm) + base.R @ x.v)


@pytest.mark.parametrize("kind", EXPLICIT)
def test_motion_and_its_twist(kind):
    joint, random = EXPLICIT[kind], np.random.default_rng(1)
    n = len(joint.coordinates)
    q, v = ca.SX.sym("q", n), ca.SX.sym("v", n)
    frame = joint.motion(q, v)
    pose = ca.Function("pose", [q], [frame.R, frame.p])
    twist = ca.Function("twist", [q, v], [frame.w, frame.v])
    where, rate = path(random, n)
    for t in random.uniform(0, 5, 10):
        R = np.asarray(pose(where(t))[0])
        assert np.allclose(R.T @ R, np.eye(3), atol=1e-15)
        (R0, p0), (R1, p1) = (tuple(np.asarray(x) for x in pose(where(t + h))) for h in (-STEP, STEP))
        w, speed = (np.asarray(x).ravel() for x in twist(where(t), rate(t)))
        spin = (R1 - R0) / (2 * STEP) @ R.T
        assert np.allclose([spin[2, 1], spin[0, 2], spin[1, 0]], w, atol=1e-8)
        assert np.allclose((p1 - p0).ravel() / (2 * STEP), speed, atol=1e-8)


def ports_of(joint, *frames):
    return Ports(frames, (), Values(collect(joint.arguments)), ca.SX(0, 1), ca.SX.sym("t"))


@pytest.mark.parametrize("kind", EXPLICIT)
def test_residual_measures_and_speeds_on_a_moving_base(kind):
    joint, random = EXPLICIT[kind], np.random.default_rng(2)
    n = len(joint.coordinates)
    q, v = ca.SX.sym("q", n), ca.SX.sym("v", n)
    Q, V, base, base_where, base_rate = base_motion(random)
    ports = ports_of(joint, base, second_frame(joint, q, v, base))
    rows = ca.vertcat(*[row.expression for row in joint.residual(ports)])
    measures = joint.measures(ports)
    assert [m.label.name for m in measures] == list(joint.offers) == [c.name for c in joint.coordinates]
    z, s = (ca.vertcat(*[getattr(m, name) for m in measures]) for name in ("z", "s"))
    both, each = ca.vertcat(Q, q), ca.vertcat(V, v)
    drift = directional(z, both, each)
    function = ca.Function("law", [Q, V, q, v], [rows, z, s, drift])
    where, rate = path(random, n)
    for t in random.uniform(0, 5, 10):
        gap, value, speed, slope = (
            np.asarray(x).ravel() for x in function(base_where(t), base_rate(t), where(t), rate(t))
        )
        assert np.max(np.abs(gap)) < 1e-15 * 10  # a few roundings of numbers of order 1
        assert value == pytest.approx(where(t), abs=1e-14)
        assert speed == pytest.approx(rate(t), abs=1e-13)
        assert slope == pytest.approx(rate(t), abs=1e-13)


@pytest.mark.parametrize("kind", EXPLICIT)
def test_the_residual_counts_the_freedoms_and_sees_what_is_not_allowed(kind):
    """The rows have rank 6 - freedoms in the six directions of a free second frame."""
    joint, random = EXPLICIT[kind], np.random.default_rng(3)
    n = len(joint.coordinates)
    q = ca.SX.sym("q", n)
    e, r = ca.SX.sym("e", 3), ca.SX.sym("r", 3)
    x = joint.motion(q, ca.SX.zeros(n))
    spin = ca.vertcat(ca.horzcat(0, -e[2], e[1]), ca.horzcat(e[2], 0, -e[0]), ca.horzcat(-e[1], e[0], 0))
    moved = Frame((ca.SX.eye(3) + spin) @ x.R, x.p + r, x.w, x.v)
    rows = ca.vertcat(*[row.expression for row in joint.residual(ports_of(joint, Frame.fixed(), moved))])
    slope = ca.Function("slope", [q, e, r], [ca.jacobian(rows, ca.vertcat(e, r))])
    J = np.asarray(slope(random.uniform(0.2, 0.8, n), np.zeros(3), np.zeros(3)))
    assert np.linalg.matrix_rank(J, tol=1e-9) == rows.numel() == 6 - n


def test_rolling_touches_and_does_not_slip():
    joint = RollingOnLine("a", "b", radius=0.3)
    random = np.random.default_rng(4)
    Q, V, base, base_where, base_rate = base_motion(random)
    q, v = ca.SX.sym("q", 2), ca.SX.sym("v", 2)  # slide and angle of the disc, relative to the line
    radius = 0.3
    arm = base.R @ ca.vertcat(q[0], radius, 0)
    turn = PinInSlot("a", "b").motion(q, v).R
    disc = Frame(
        base.R @ turn,
        base.p + arm,
        base.w + ca.vertcat(0, 0, v[1]),
        base.v + cross(base.w, arm) + base.R @ ca.vertcat(v[0], 0, 0),
    )
    arguments = collect(joint.arguments)
    ports = ports_of(joint, base, disc)
    gap = ca.vertcat(*[row.expression for row in joint.residual(ports)])
    slip = ca.vertcat(*[row.expression for row in joint.rate(ports)])
    values = ca.vertcat(*[m.z for m in joint.measures(ports)])
    law = ca.Function("law", [Q, V, q, v, arguments.p], [gap, slip, values])
    for t in random.uniform(0, 5, 10):
        slide, turned = random.uniform(-1, 1, 2)
        rate = random.normal()
        rolling = np.array([-radius * rate, rate])  # anticlockwise on top of the line goes to -x
        g, s, z = (np.asarray(x).ravel() for x in law(base_where(t), base_rate(t), [slide, turned], rolling, [radius]))
        assert np.max(np.abs(g)) < 1e-14
        assert abs(s[0]) < 1e-14
        assert z == pytest.approx([slide, turned], abs=1e-13)
        _, s, _ = law(base_where(t), base_rate(t), [slide, turned], rolling + np.array([0.2, 0.0]), [radius])
        assert float(s) == pytest.approx(0.2, abs=1e-13)


@pytest.mark.parametrize("home", [Planar(), PlanarPoint()], ids=["Planar", "PlanarPoint"])
def test_homes_obey_the_same_law(home):
    random = np.random.default_rng(5)
    n = len(home.coordinates)
    q, v = ca.SX.sym("q", n), ca.SX.sym("v", n)
    frame = home.frame(q, v)
    measures = home.measures(frame)
    rows = ca.vertcat(*[row.expression for row in home.residual(frame)])
    z, s = (ca.vertcat(*[getattr(m, name) for m in measures]) for name in ("z", "s"))
    law = ca.Function("law", [q, v], [rows, z, s, directional(frame.p, q, v) - frame.v])
    where, rate = path(random, n)
    for t in random.uniform(0, 5, 5):
        gap, value, speed, twist = (np.asarray(x).ravel() for x in law(where(t), rate(t)))
        assert not np.any(gap)
        assert value == pytest.approx(where(t), abs=1e-15)
        assert speed == pytest.approx(rate(t), abs=1e-15)
        assert np.max(np.abs(twist)) < 1e-15

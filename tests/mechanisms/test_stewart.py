"""The Stewart-Gough platform: lengths in closed form, forces against Pinocchio, any geometry."""

import numpy as np
import pytest

import linkwright as lw

LEGS = range(1, 7)
POSE = [f"platform.{x}" for x in ("x", "y", "z", "e1", "e2", "e3")]
SPEED = [f"platform.{x}" for x in ("x", "y", "z", "wx", "wy", "wz")]
A, B = (
    [
        radius * np.array([np.cos(angle), np.sin(angle), 0])
        for angle in np.radians([side for middle in middles for side in (middle - half, middle + half)])
    ]
    for radius, middles, half in ((3.0, (0, 120, 240), 2.5), (1.0, (60, 180, 300), 10.0))
)
B = [B[-1], *B[:-1]]  # leg 1 goes from -2.5 degrees to -50
random = np.random.default_rng(5)
ANY_BASE = [(*(2 * np.array([np.cos(k), np.sin(k)]) + random.uniform(-0.3, 0.3, 2)), 0.1 * k) for k in range(6)]
ANY_TOP = [(*(np.array([np.cos(k), np.sin(k)]) + random.uniform(-0.2, 0.2, 2)), -0.05 * k) for k in range(6)]


@pytest.fixture(scope="module")
def compiled():
    machine = lw.mechanisms.stewart()
    return {name: lw.compile(getattr(lw.formalisms, name)(machine)) for name in ("modular", "kane")}


def named(names, values):
    return dict(zip(names, map(float, values), strict=True))


def rotation(e):
    e0, e = np.sqrt(1 - e @ e), np.asarray(e)
    skew = np.array([[0, -e[2], e[1]], [e[2], 0, -e[0]], [-e[1], e[0], 0]])
    return np.eye(3) + 2 * e0 * skew + 2 * skew @ skew


def random_states(count, seed, height=2.0):
    random = np.random.default_rng(seed)
    for _ in range(count):
        x, y, z = random.uniform(-0.4, 0.4, 3)
        pose = np.array([x, y, z + height, *random.uniform(-0.12, 0.12, 3)])
        yield pose, random.uniform(-1, 1, 6), random.uniform(-5, 5, 6)


def lengths(pose, base, top):
    R = rotation(pose[3:])
    return [np.linalg.norm(pose[:3] + R @ np.asarray(b) - a) for a, b in zip(base, top, strict=True)]


@pytest.mark.parametrize("formalism", ["modular", "kane"])
def test_lengths_and_their_rates_are_the_closed_form(compiled, formalism):
    dynamics = compiled[formalism]
    for pose, speed, _ in random_states(6, 1):
        state = dynamics.assemble(named(POSE, pose), named(SPEED, speed))
        wanted = lengths(pose, A, B)
        np.testing.assert_allclose([state.positions[f"d{k}"] for k in LEGS], wanted, rtol=0, atol=1e-12)
        R = rotation(pose[3:])
        for k, (a, b, d) in enumerate(zip(A, B, wanted, strict=True), start=1):
            along = (pose[:3] + R @ b - a) / d
            assert state.speeds[f"d{k}"] == pytest.approx(along @ (speed[:3] + R @ np.cross(speed[3:], b)), abs=1e-11)


def test_direct_kinematics_comes_back_to_the_pose(compiled):
    dynamics = compiled["kane"]
    for pose, _, _ in random_states(4, 2):
        state = dynamics.assemble(named([f"d{k}" for k in LEGS], lengths(pose, A, B)))
        np.testing.assert_allclose([state.positions[n] for n in POSE], pose, rtol=0, atol=1e-10)


def test_any_geometry(compiled):
    del compiled
    machine = lw.mechanisms.stewart(base=ANY_BASE, platform=ANY_TOP, h=1.5)
    dynamics = lw.compile(lw.formalisms.kane(machine))
    for pose, _, _ in random_states(4, 3, 1.5):
        state = dynamics.assemble(named(POSE, pose))
        found = [state.positions[f"d{k}"] for k in LEGS]
        np.testing.assert_allclose(found, lengths(pose, ANY_BASE, ANY_TOP), rtol=0, atol=1e-12)
    with pytest.raises(ValueError, match=r"base has 5 points of \[3\] coordinates; expected 6 points of 3"):
        lw.mechanisms.stewart(base=ANY_BASE[:5])


def test_driving_forces_agree_with_pinocchio(compiled):
    pin = pytest.importorskip("pinocchio", reason="Pinocchio has no wheel for this machine: left out")
    dynamics = compiled["kane"]
    p = dynamics.parameters
    model = pin.Model()
    model.gravity.linear = np.array([0, 0, -9.81])

    def tube(mass, outer, inner, centre):
        across = mass * (3 * (outer**2 + inner**2) + p["s"] ** 2) / 12
        return pin.Inertia(mass, np.array([0, 0, centre]), np.diag([across, across, mass * (outer**2 + inner**2) / 2]))

    slides = []
    for k, a in enumerate(A, start=1):
        turn = pin.utils.rotate("z", np.arctan2(a[1], a[0]))
        first = model.addJoint(0, pin.JointModelRX(), pin.SE3(turn, a), f"first{k}")
        second = model.addJoint(first, pin.JointModelRY(), pin.SE3.Identity(), f"second{k}")
        model.appendBodyToJoint(second, tube(p["m_1"], 0.05, 0.03, p["s"] / 2), pin.SE3.Identity())
        slide = model.addJoint(second, pin.JointModelPZ(), pin.SE3.Identity(), f"slide{k}")
        model.appendBodyToJoint(slide, tube(p["m_2"], 0.03, 0.0, -p["s"] / 2), pin.SE3.Identity())
        slides.append(slide)
    plate = model.addJoint(0, pin.JointModelFreeFlyer(), pin.SE3.Identity(), "platform")
    across = p["m_p"] * (3 * 1.0**2 + 0.05**2) / 12
    inertia = pin.Inertia(p["m_p"], np.zeros(3), np.diag([across, across, p["m_p"] / 2]))
    model.appendBodyToJoint(plate, inertia, pin.SE3.Identity())
    data = model.createData()
    chain = [n for k in LEGS for n in (f"leg{k}.foot.angle1", f"leg{k}.foot.angle2", f"d{k}")]
    for pose, speed, wanted in random_states(6, 4):
        state = dynamics.assemble(named(POSE, pose), named(SPEED, speed))
        forces = dynamics.inverse(state, named(SPEED, wanted))
        rates = dynamics.forward(state, forces)
        R = rotation(pose[3:])
        e0 = np.sqrt(1 - pose[3:] @ pose[3:])
        q = np.concatenate([[state.positions[n] for n in chain], pose, [e0]])
        v = np.concatenate([[state.speeds[n] for n in chain], R.T @ speed[:3], speed[3:]])
        linear = R.T @ wanted[:3] - np.cross(speed[3:], R.T @ speed[:3])  # of the velocity in the platform's axes
        a = np.concatenate([[rates[n] for n in chain], linear, wanted[3:]])
        need = pin.rnea(model, data, q, v, a).copy()
        pin.computeJointJacobians(model, data, q)
        columns = [np.eye(model.nv)[:, [3 * k + 2]] for k in range(6)]
        for k, slide in enumerate(slides):
            J = pin.getJointJacobian(model, data, slide, pin.LOCAL_WORLD_ALIGNED)[:3]
            P = pin.getJointJacobian(model, data, plate, pin.LOCAL_WORLD_ALIGNED)
            columns.append((P[:3] - pin.skew(R @ B[k]) @ P[3:] - J).T)
        found = np.linalg.solve(np.hstack(columns), need)[:6]
        np.testing.assert_allclose(list(forces.values()), found, rtol=0, atol=1e-10 * np.max(np.abs(found)))

"""Forces that a page draws as arrows: closed forms of a pendulum and of a block on a slanting guide."""

import json
import re

import numpy as np
import pytest

import linkwright as lw
from linkwright.drawing.playback import unpack

JOINTS = (
    lw.Revolute("ground", "beam", axis=(1, -2, 2)),
    lw.Prismatic("ground", "beam", axis="x"),
    lw.Fixed("ground", "beam"),
    lw.Universal("ground", "beam"),
)
M, L, INERTIA, G, W, TAU = 2.0, 0.3, 0.05, 9.81, 4.0, 0.7  # kg, m, kg m^2, m/s^2, rad/s, N m


def arrows_of(machine, dynamics, trajectory):
    """The arrows in the data of a page: name to (arrow, values (n, 3)); the times and the legend.

    Moments of joints are named `joint, moment`.
    """
    return read_arrows(lw.report.render(machine, trajectory, dynamics=dynamics))[0]


def read_arrows(page):
    return [
        read_run(run["forces"])
        for run in json.loads(re.search(r'id="lw-data"[^>]*>(.*?)</script>', page, re.DOTALL)[1])["runs"]
    ]


def read_run(forces):
    columns = unpack(forces)
    found = {}
    for arrow in forces["arrows"]:
        moment = (arrow["role"], arrow["unit"]) == ("reaction", "N m")
        values = np.column_stack([columns[k] for k in arrow["columns"]])
        if "path" in arrow:
            arrow["path"] = np.column_stack([columns[k] for k in arrow["path"]])
        found[arrow["name"] + ", moment" * moment] = (arrow, values)
    return found, columns[forces["time"]], " ".join(line["text"] for line in forces["legend"])


@pytest.mark.parametrize("order", [("ground", "bob.pin"), ("bob.pin", "ground")])
def test_a_pendulum_hangs_on_its_pin(order):
    """At the bottom F_y = m g + m l w^2, and a torque adds F_x = m l tau / (I + m l^2): on the bob, if it is second."""
    bob = lw.Body(M, INERTIA, (L, 0.0), points={"pin": (0.0, 0.0)})
    connections = {"pin": lw.Revolute(*order), "drive": lw.Torque("pin.angle")}
    machine = lw.Mechanism("pendulum", {"bob": bob}, connections, gravity=(0.0, -G))
    dynamics = lw.compile(lw.formalisms.modular(machine))
    sign = 1 if order[0] == "ground" else -1
    state = dynamics.assemble({"pin.angle": -sign * np.pi / 2}, {"pin.angle": sign * W})
    run = lw.simulate(dynamics, state, duration=0.5, inputs={"drive.tau": sign * TAU}, samples=51)
    found, time, legend = arrows_of(machine, dynamics, run)
    pin, values = found["pin"]
    assert (pin["role"], pin["unit"], pin["body"]) == ("reaction", "N", "bob" if sign > 0 else "")
    expected = sign * np.array([M * L * TAU / (INERTIA + M * L**2), M * G + M * L * W**2, 0.0])
    step = np.ptp(values, axis=0).max() * 2.0**-12  # numbers are rounded to such a part of their range
    np.testing.assert_allclose(values[0], expected, rtol=0, atol=step)
    np.testing.assert_array_equal(time[[0, -1]], run.time[[0, -1]])
    largest = np.max(np.linalg.norm(values, axis=1))
    assert largest * pin["share"] == pytest.approx(1.0, abs=1e-3)
    assert f"{largest:.2f}"[:4] in legend
    drive, torque = found["drive"]
    assert (drive["role"], drive["unit"]) == ("input", "N m")
    np.testing.assert_allclose(torque, np.tile([0.0, 0.0, sign * TAU], (51, 1)), rtol=1e-12, atol=0)


def test_a_guide_holds_what_gravity_does_across_it():
    """On a guide along n the force is -m (g - n (n . g)), with a drive along n."""
    n = np.array([1.0, -2.0, 2.0]) / 3
    block = lw.Body(M, (0.1, 0.1, 0.1), (0.0, 0.0, 0.0))
    connections = {"guide": lw.Prismatic("ground", "block", axis=(1, -2, 2)), "push": lw.Force("guide.slide")}
    machine = lw.Mechanism("guide", {"block": block}, connections, gravity=(0.0, 0.0, -G))
    dynamics = lw.compile(lw.formalisms.modular(machine))
    run = lw.simulate(dynamics, dynamics.assemble(), duration=0.1, inputs={"push.force": 5.0}, samples=3)
    found, _, _ = arrows_of(machine, dynamics, run)
    gravity = np.array([0.0, 0.0, -G])
    np.testing.assert_allclose(found["guide"][1][0], -M * (gravity - n * (n @ gravity)), rtol=0, atol=1e-9)
    np.testing.assert_allclose(found["push"][1], np.tile(5.0 * n, (3, 1)), rtol=0, atol=1e-12)
    assert "guide, moment" not in found  # it is through the mass centre


@pytest.mark.parametrize("joint", JOINTS, ids=lambda joint: type(joint).__name__)
def test_the_moment_of_a_joint_holds_the_weight(joint):
    """At rest the moments about the joint balance: c x m g + moment + torque about the free axes = 0."""
    c, n = np.array([0.3, 0.2, -0.1]), np.array([1.0, -2.0, 2.0]) / 3
    beam = lw.Body(M, (0.1, 0.1, 0.1), tuple(c.tolist()))
    machine = lw.Mechanism("beam", {"beam": beam}, {"joint": joint}, gravity=(0.0, 0.0, -G))
    dynamics = lw.compile(lw.formalisms.modular(machine))
    weight = np.cross(c, [0.0, 0.0, -M * G])
    state = dynamics.assemble()
    run = lw.simulate(dynamics, state, duration=1e-6, samples=2)
    held = arrows_of(machine, dynamics, run)[0]["joint, moment"][1][0]
    free = {lw.Revolute: [n], lw.Universal: [[1, 0, 0], [0, 1, 0]]}.get(type(joint), [])
    # Where it is free it falls: J a' = weight + moment with the axes held, J about the joint by Steiner.
    J = 0.1 * np.eye(3) + M * (c @ c * np.eye(3) - np.outer(c, c))
    S = np.array(free).reshape(-1, 3).T
    turning = S @ np.linalg.solve(S.T @ J @ S, S.T @ weight) if free else np.zeros(3)
    expected = J @ turning - weight
    if isinstance(joint, lw.Prismatic):  # about the mass centre nothing turns, and the force does not act there
        expected = -weight
    np.testing.assert_allclose(held, expected, rtol=0, atol=1e-5)


def test_the_force_on_a_wheel_acts_where_it_touches():
    """A disc rolls down a slope of angle a: N = m g cos a, friction m g sin a / 3, at its centre less r n."""
    r, a = 0.2, 0.3
    slope = lw.Ground({"slope": lw.Pose((0.0, 0.0), -a)})
    disc = lw.Body(M, 0.5 * M * r**2)
    wheel = lw.RollingOnLine("earth.slope", "disc", radius=r)
    machine = lw.Mechanism("disc", {"disc": disc, "earth": slope}, {"wheel": wheel}, gravity=(0.0, -G))
    dynamics = lw.compile(lw.formalisms.modular(machine))
    run = lw.simulate(dynamics, dynamics.assemble(), duration=0.4, samples=5)
    wheel, values = arrows_of(machine, dynamics, run)[0]["wheel"]
    t, n = np.array([np.cos(a), -np.sin(a), 0.0]), np.array([np.sin(a), np.cos(a), 0.0])
    force = M * G * (np.cos(a) * n - np.sin(a) / 3 * t)
    np.testing.assert_allclose(values, np.tile(force, (5, 1)), rtol=0, atol=1e-7)
    np.testing.assert_allclose(wheel["path"], run.poses["disc"][:, :3] - r * n, rtol=0, atol=1e-4)


def test_motors_and_runs_side_by_side():
    """Kt i times the ratio, about the axis of the joint; two runs have arrows of one scale."""
    machine = lw.mechanisms.three_rrr()
    dynamics = lw.compile(lw.formalisms.modular(machine))
    runs = [
        lw.simulate(dynamics, dynamics.assemble(), duration=0.02, samples=5, inputs=dict.fromkeys(dynamics.inputs, v))
        for v in (1.0, 6.0)
    ]
    named = [lw.report.NamedRun(f"{k}", machine, run, dynamics=dynamics) for k, run in enumerate(runs)]
    first, second = read_arrows(lw.report.render_several(named))
    p = dynamics.parameters
    torque = p["A.gear.ratio"] * p["A.motor.Kt"] * runs[1]["A.i"][-1]
    arrow, values = second[0]["A.motor, through its gear"]
    np.testing.assert_allclose(values[-1], [0.0, 0.0, torque], rtol=1e-3)
    assert first[0]["A.motor, through its gear"][0]["share"] == arrow["share"]

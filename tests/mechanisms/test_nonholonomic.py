"""Nonholonomic machines and bodies that turn in space, by every formalism, against closed forms and reduced models."""

import numpy as np
import pytest
from scipy.integrate import simpson

import linkwright as lw
from oracles import nonholonomic, rolling_in_space, rotation, snakeboard
from oracles.sleigh import sleigh

FORMALISMS = ["modular", "newton_euler", "kane", "boltzmann_hamel", "lagrange", "maggi"]
SIMULATED = ["modular", "newton_euler", "kane"]
CLOSE = {"rtol": 1e-9, "atol": 1e-9}  # closed forms over a whole run at rtol 1e-11: a hundredfold
SAME = {"rtol": 1e-11, "atol": 1e-11}  # one evaluation: quantities up to a hundred, with three digits of room
DISC = rolling_in_space.Disc(1.2, 0.3, 0.027, 0.054)


@pytest.fixture(scope="module")
def ready():
    made = {}

    def dynamics(name, formalism="modular"):
        if (name, formalism) not in made:
            machine = getattr(lw.mechanisms, name)()
            made[name, formalism] = lw.compile(getattr(lw.formalisms, formalism)(machine))
        return made[name, formalism]

    return dynamics


def run(dynamics, state, duration, samples=41, inputs=None):
    motion = lw.simulate(dynamics, state, duration=duration, inputs=inputs, accuracy="reference", samples=samples)
    assert motion.outcome.kind == "finished", motion.outcome
    assert motion.certificate.energy_error < 1e-9  # of the energy in play, at rtol 1e-11
    return motion


# -- knife edge on an incline ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("formalism", SIMULATED)
def test_a_knife_edge_that_turns_on_an_incline_drifts_across_it_on_a_cycloid(ready, formalism):
    dynamics = ready("knife_edge", formalism)
    spin = 1.7
    motion = run(dynamics, dynamics.assemble(speeds={"phi": spin, "speed": 0.0}), 2 * np.pi / spin)
    paths = [nonholonomic.skate(t, 1.5, spin, slope=0.3, gravity=9.81) for t in motion.time]
    np.testing.assert_allclose(motion["x"], [path.x for path in paths], **CLOSE)
    np.testing.assert_allclose(motion["y"], [path.y for path in paths], **CLOSE)
    np.testing.assert_allclose(motion["phi"], spin * motion.time, **CLOSE)
    # a cycloid: the point of a wheel of radius G / (4 w^2) rolling across the slope
    radius, turned = 9.81 * np.sin(0.3) / (4 * spin**2), 2 * spin * motion.time
    np.testing.assert_allclose(motion["x"], radius * (1 - np.cos(turned)), **CLOSE)
    np.testing.assert_allclose(motion["y"], radius * (turned - np.sin(turned)), **CLOSE)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_the_side_force_of_a_knife_edge(ready, formalism):
    dynamics, spin, time = ready("knife_edge", formalism), 1.7, 0.9
    path = nonholonomic.skate(time, 1.5, spin, slope=0.3, speed=0.5, gravity=9.81)
    phi = spin * time
    speed = path.vx * np.cos(phi) + path.vy * np.sin(phi)
    state = dynamics.assemble({"x": path.x, "y": path.y, "phi": phi}, {"phi": spin, "speed": speed})
    reactions = dynamics.reactions(state)
    assert reactions["edge"]["side"] == pytest.approx(path.fy * np.cos(phi) - path.fx * np.sin(phi), rel=1e-11)
    assert reactions["blade.plane"]["z"] == pytest.approx(1.5 * 9.81 * np.cos(0.3), rel=1e-11)
    accelerations = dynamics.forward(state)
    assert accelerations["speed"] == pytest.approx(9.81 * np.sin(0.3) * np.cos(phi), rel=1e-11)


# -- Chaplygin's sleigh ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("formalism", SIMULATED)
@pytest.mark.parametrize("start", [(0.4, 2.0), (-1.0, 0.3), (0.5, -1.5)])
def test_the_sleigh_follows_its_closed_form_to_straight_motion(ready, formalism, start):
    dynamics = ready("chaplygin_sleigh", formalism)
    motion = run(dynamics, dynamics.assemble(speeds={"u": start[0], "theta": start[1]}), 10.0)
    speed, rate, heading = sleigh(motion.time, 2.0, 0.3, 0.25, *start)
    np.testing.assert_allclose(motion["u"], speed, **CLOSE)
    np.testing.assert_allclose(motion["theta'"], rate, **CLOSE)
    np.testing.assert_allclose(motion["theta"], heading, **CLOSE)
    energy = (2.0 * motion["u"] ** 2 + (0.3 + 2.0 * 0.25**2) * motion["theta'"] ** 2) / 2
    np.testing.assert_allclose(energy, energy[0], rtol=1e-9)


def test_a_sleigh_with_its_mass_behind_the_edge_turns_round(ready):
    """However it starts, it ends straight, its mass centre ahead of the edge, with the speed of its whole energy."""
    dynamics = ready("chaplygin_sleigh")
    motion = run(dynamics, dynamics.assemble(speeds={"u": -2.0, "theta": 1e-3}), 20.0)
    assert motion["u"][-1] == pytest.approx(np.sqrt(4.0 + (0.15 + 0.0625) * 1e-6), rel=1e-9)
    assert abs(motion["theta'"][-1]) < 1e-6
    k = np.sqrt(0.15 + 0.0625)
    assert abs(motion["theta"][-1]) == pytest.approx(np.pi * k / 0.25, abs=2e-3)  # less what the start leaves out


# -- rolling disc ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_accelerations_and_contact_forces_of_the_disc(ready, formalism):
    dynamics, random = ready("rolling_disc", formalism), np.random.default_rng(3)
    for _ in range(12):
        lean, heading = random.uniform(-1.3, 1.3), random.uniform(-3, 3)
        rates = random.uniform(-3, 3, 2)
        spin = random.uniform(-8, 8)
        state = dynamics.assemble(
            {"lean": lean, "heading": heading, "x": 0.3, "y": -0.2},
            {"lean": rates[0], "heading": rates[1], "spin": spin},
        )
        z = rates[1] * np.cos(lean)
        wanted = rolling_in_space.disc_rates(DISC, lean, rates[0], spin, z)
        found = dynamics.forward(state)
        z_rate = found["heading"] * np.cos(lean) - rates[0] * rates[1] * np.sin(lean)
        np.testing.assert_allclose([found["lean"], found["spin"], z_rate], wanted, **SAME)
        along = DISC.r * (spin - rates[1] * np.sin(lean))
        np.testing.assert_allclose(
            [state["x'"], state["y'"]], [along * np.cos(heading), along * np.sin(heading)], **SAME
        )
        forward, side, normal = rolling_in_space.disc_force(DISC, lean, rates[0], spin, z)
        c, s = np.cos(heading), np.sin(heading)
        reaction = dynamics.reactions(state)["contact"]
        np.testing.assert_allclose(
            [reaction["slip_x"], reaction["slip_y"], reaction["contact"]],
            [c * forward - s * side, s * forward + c * side, normal],
            **SAME,
        )


@pytest.mark.parametrize("formalism", SIMULATED)
def test_a_disc_in_steady_motion_rolls_on_a_circle(ready, formalism):
    dynamics = ready("rolling_disc", formalism)
    lean, turning = 0.4, -2.0
    spin = rolling_in_space.steady_spin(DISC, lean, turning)
    state = dynamics.assemble({"lean": lean, "heading": 0.0}, {"lean": 0.0, "heading": turning, "spin": spin})
    assert dynamics.forward(state)["lean"] == pytest.approx(0.0, abs=1e-12)
    motion = run(dynamics, state, 2 * np.pi / abs(turning))
    np.testing.assert_allclose(motion["lean"], lean, **CLOSE)
    np.testing.assert_allclose(motion["spin"], spin, **CLOSE)
    radius = DISC.r * (spin - turning * np.sin(lean)) / turning
    angle = turning * motion.time
    np.testing.assert_allclose(motion["x"] - motion["x"][0], radius * np.sin(angle), **CLOSE)
    np.testing.assert_allclose(motion["y"] - motion["y"][0], radius * (1 - np.cos(angle)), **CLOSE)


@pytest.mark.parametrize("formalism", SIMULATED)
@pytest.mark.parametrize("share", [0.5, 1.0, 1.5])
def test_upright_rolling_is_stable_above_the_critical_spin(ready, formalism, share):
    """Small leans with the heading rate -(C / A) spin lean that belongs to straight rolling: l'' = -W l."""
    dynamics = ready("rolling_disc", formalism)
    spin = share * rolling_in_space.critical_spin(DISC)
    assert rolling_in_space.critical_spin(DISC) == pytest.approx(np.sqrt(9.81 / (3 * 0.3)), rel=1e-12)
    lean = 1e-5  # the cubic terms are then 1e-10 of the linear ones
    state = dynamics.assemble(
        {"lean": lean}, {"lean": 0.0, "heading": -DISC.C / DISC.A * spin * lean / np.cos(lean), "spin": spin}
    )
    square = -dynamics.forward(state)["lean"] / lean
    scale = -rolling_in_space.upright_frequency(DISC, 0.0)  # that of falling without spin
    assert square == pytest.approx(rolling_in_space.upright_frequency(DISC, spin), abs=1e-9 * scale)
    assert np.sign(round(square, 6)) == np.sign(share - 1)


def test_a_small_oscillation_about_upright_rolling(ready):
    dynamics = ready("rolling_disc")
    spin, lean = 1.5 * rolling_in_space.critical_spin(DISC), 1e-5
    speeds = {"lean": 0.0, "heading": -DISC.C / DISC.A * spin * lean, "spin": spin}
    motion = run(dynamics, dynamics.assemble({"lean": lean}, speeds), 3.0)
    w = np.sqrt(rolling_in_space.upright_frequency(DISC, spin))
    # cubic terms are 1e-15, rounding of Euler parameters a few 1e-16 a step
    np.testing.assert_allclose(motion["lean"], lean * np.cos(w * motion.time), rtol=0, atol=1e-9 * lean * 100)


def test_a_disc_that_falls_without_spin_stops_where_it_lies_flat(ready):
    dynamics = ready("rolling_disc")
    state = dynamics.assemble({"lean": 0.3}, {"lean": 0.0, "heading": 0.0, "spin": 0.0})
    motion = lw.simulate(dynamics, state, duration=3.0)
    assert motion.outcome.kind == "failed"
    assert motion["lean"][-1] == pytest.approx(np.pi / 2, abs=1e-4)


# -- ball on a turntable ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("formalism", SIMULATED)
def test_a_ball_on_a_turntable_goes_round_at_two_sevenths_of_its_rate(ready, formalism):
    dynamics = ready("ball_on_turntable", formalism)
    p, v, table = np.array([0.2, -0.1]), np.array([0.3, 0.15]), 3.0
    state = dynamics.assemble({"x": p[0], "y": p[1]}, {"x": v[0], "y": v[1], "ball.wz": 1.0})
    motion = run(dynamics, state, 2 * np.pi / (2 / 7 * table))
    path = rolling_in_space.ball_on_turntable(motion.time, 2 / 7, table, p, v)
    np.testing.assert_allclose(np.stack([motion["x"], motion["y"]], axis=-1), path, **CLOSE)
    np.testing.assert_allclose(motion["turn"], table * motion.time, **CLOSE)
    assert motion["x"][-1] == pytest.approx(p[0], abs=1e-9)  # the circle closes


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_the_rate_of_a_hollow_ball_and_the_torque_of_the_drive(formalism):
    """A hollow ball has J = 2 m r^2 / 3: two fifths. The drive takes up the moment of the friction about the axle."""
    machine = lw.mechanisms.ball_on_turntable(J=2 / 3 * 0.5 * 0.04**2, Omega=-2.0)
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))
    state = dynamics.assemble({"x": 0.2, "y": -0.1}, {"x": 0.3, "y": 0.15, "ball.wz": 1.0})
    found = dynamics.forward(state)
    np.testing.assert_allclose([found["x"], found["y"]], 0.4 * -2.0 * np.array([-0.15, 0.3]), **SAME)
    reactions = dynamics.reactions(state)
    friction = 0.5 * np.array([found["x"], found["y"]])
    np.testing.assert_allclose([reactions["contact"]["slip_x"], reactions["contact"]["slip_y"]], friction, **SAME)
    assert reactions["contact"]["contact"] == pytest.approx(0.5 * 9.81, rel=1e-11)
    assert reactions["drive"]["follow"] == pytest.approx(0.2 * friction[1] + 0.1 * friction[0], rel=1e-10)


# -- snakeboard ------------------------------------------------------------------------------------------------------

BOARD = snakeboard.Snakeboard()
SPEEDS = ["psi", "phi_f", "phi_b"]


def board_state(dynamics, theta, f, b, k, own):
    c, n = np.cos(theta), np.sin(theta)
    d = k * snakeboard.direction(BOARD, f, b)
    return dynamics.assemble(
        {"theta": theta, "phi_f": f, "phi_b": b, "psi": 0.3, "x": 0.1, "y": 0.2},
        {"x": c * d[0] - n * d[1], "y": n * d[0] + c * d[1], "theta": d[2]} | dict(zip(SPEEDS, own, strict=True)),
    )


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_accelerations_and_momentum_of_the_snakeboard(ready, formalism):
    dynamics, random = ready("snakeboard", formalism), np.random.default_rng(5)
    for _ in range(8):
        theta, f, b = random.uniform(-1.2, 1.2, 3)
        k, own, torques = random.uniform(-3, 3), random.uniform(-2, 2, 3), random.uniform(-1, 1, 3)
        state = board_state(dynamics, theta, f, b, k, own)
        found = dynamics.forward(state, dict(zip(["tau_r", "tau_f", "tau_b"], torques, strict=True)))
        wanted = snakeboard.rates(BOARD, np.array([0.1, 0.2, theta, 0.3, f, b, k, *own]), torques)
        np.testing.assert_allclose([found[name] for name in SPEEDS], wanted[7:], rtol=1e-10, atol=1e-9)
        c, n = np.cos(theta), np.sin(theta)
        velocity = k * snakeboard.direction(BOARD, f, b)
        turn = velocity[2]
        second = [found["x"], found["y"]]
        rate = np.array(
            [
                c * second[0] + n * second[1] + turn * velocity[1],
                -n * second[0] + c * second[1] - turn * velocity[0],
                found["theta"],
            ]
        )
        own_rate = np.array([found[name] for name in SPEEDS])
        # p' = (dL/dxi)' . d + (dL/dxi) . d', of which the momentum equation leaves the second only
        assert snakeboard.momentum(BOARD, rate, own_rate, f, b) == pytest.approx(0.0, abs=1e-10)


@pytest.mark.parametrize("formalism", SIMULATED)
def test_the_snakeboard_follows_its_reduced_model(ready, formalism):
    dynamics = ready("snakeboard", formalism)
    t = lw.t
    inputs = {
        "tau_r": 0.3 * np.sin(1.0) * (1 - 2 * t * t),
        "tau_f": 0.01 * (1 - 1.5 * t),
        "tau_b": -0.008 * (1 - 1.2 * t),
    }
    state = board_state(dynamics, 0.2, 0.3, -0.25, 0.8, (0.5, 0.2, -0.1))
    motion = run(dynamics, state, 1.5, inputs=inputs)

    def torques(time):
        return np.array([0.3 * np.sin(1.0) * (1 - 2 * time**2), 0.01 * (1 - 1.5 * time), -0.008 * (1 - 1.2 * time)])

    start = np.array([0.1, 0.2, 0.2, 0.3, 0.3, -0.25, 0.8, 0.5, 0.2, -0.1])
    path = snakeboard.motion(BOARD, start, motion.time, torques)
    for k, name in enumerate(["x", "y", "theta", "psi", "phi_f", "phi_b"]):
        np.testing.assert_allclose(motion[name], path[:, k], err_msg=name, **CLOSE)
    np.testing.assert_allclose([motion[f"{name}'"] for name in SPEEDS], path[:, 7:].T, **CLOSE)


def test_the_momentum_equation_of_the_snakeboard_holds_along_a_motion(ready):
    """p(t) - p(0) is the integral of (dL/dxi) . d', whatever the rotor does: the torques do not enter."""
    dynamics = ready("snakeboard")
    state = board_state(dynamics, 0.2, 0.3, -0.25, 0.8, (0.5, 0.2, -0.1))
    motion = run(dynamics, state, 1.0, samples=401, inputs={"tau_r": 0.2, "tau_f": 0.001, "tau_b": -0.002})
    c, n = np.cos(motion["theta"]), np.sin(motion["theta"])
    forward, left = c * motion["x'"] + n * motion["y'"], -n * motion["x'"] + c * motion["y'"]
    velocities = np.stack([forward, left, motion["theta'"]], axis=-1)
    own = np.stack([motion[f"{name}'"] for name in SPEEDS], axis=-1)
    both = list(zip(velocities, own, motion["phi_f"], motion["phi_b"], strict=True))
    p = np.array([snakeboard.momentum(BOARD, *each) for each in both])
    rate = np.array([snakeboard.momentum_rate(BOARD, *each) for each in both])
    gained = simpson(rate, x=motion.time)  # error of order h^4: below 1e-10 at 1/400 s
    assert abs(p[-1] - p[0]) > 1e-3
    assert p[-1] - p[0] == pytest.approx(gained, abs=1e-9)


# -- heavy top -------------------------------------------------------------------------------------------------------

TOP = {  # Bruls and Cardona's top from the identity with w = (0, 150, -4.61538); three formulations agree to 6e-12
    0.1: (
        [0.4212966589253626, 0.8945719743456065, -0.14916470056193093],
        [4.808941331728301, 150.0, 1.0283007567174374],
    ),
    0.5: (
        [-0.7024682970567342, -0.021165184701506343, -0.7114002576516001],
        [-0.4710531017406275, 150.0, 5.9010830483262895],
    ),
    2.0: (
        [-0.15041682274637705, -0.7241655916371716, -0.6730222695599828],
        [0.12223321947789789, 150.0, -5.855624589203903],
    ),
}


@pytest.mark.parametrize("formalism", SIMULATED)
def test_the_heavy_top_of_the_benchmark(ready, formalism):
    dynamics = ready("heavy_top", formalism)
    state = dynamics.assemble(speeds={"wx": 0.0, "wy": 150.0, "wz": -4.61538})
    motion = run(dynamics, state, 2.0, samples=21)
    centre = rotation.matrices(motion.poses["top"][:, 3:])[:, :, 1]
    for time, (position, spin) in TOP.items():
        k = int(np.argmin(np.abs(motion.time - time)))
        np.testing.assert_allclose(centre[k], position, rtol=0, atol=1e-8)
        np.testing.assert_allclose([motion[f"w{axis}"][k] for axis in "xyz"], spin, rtol=0, atol=1e-8)


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_top_in_steady_precession(ready, formalism):
    """An axis level with the ground, turning at the rate W about z: J_3 w_y W = m g l, and O carries the weight."""
    dynamics = ready("heavy_top", formalism)
    turning = 15.0 * 9.81 * 1.0 / (0.46875 * 150.0)
    state = dynamics.assemble(speeds={"wx": 0.0, "wy": 150.0, "wz": turning})
    # w = 150 y + W z keeps the axis level; seen from the body, which spins, it turns backwards about y
    found = dynamics.forward(state)
    wanted = [-150.0 * turning, 0.0, 0.0]
    np.testing.assert_allclose([found[f"w{axis}"] for axis in "xyz"], wanted, rtol=1e-11, atol=1e-9)
    reaction = dynamics.reactions(state)["O"]
    np.testing.assert_allclose(
        [reaction[axis] for axis in "xyz"], [0.0, -15.0 * turning**2, 15.0 * 9.81], rtol=1e-10, atol=1e-8
    )


# -- free rigid body -------------------------------------------------------------------------------------------------


def spun(dynamics, w, x=0.0):
    return dynamics.assemble(speeds={"wx": w[0], "wy": w[1], "wz": w[2], "body.x": x, "body.y": 0.0, "body.z": 0.0})


@pytest.mark.parametrize("formalism", FORMALISMS)
def test_a_symmetric_body_precesses(formalism):
    A, C, w = 0.02, 0.035, np.array([0.8, 5.0, -0.4])
    machine = lw.mechanisms.free_body(J_x=A, J_y=C, J_z=A)
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))
    motion = run(dynamics, spun(dynamics, w, x=0.3), 3.0, samples=16)
    found = rotation.matrices(motion.poses["body"][:, 3:])
    for k, time in enumerate(motion.time):
        R, spin = rotation.symmetric(time, A, C, w)
        np.testing.assert_allclose(found[k], R, **CLOSE)
        np.testing.assert_allclose([motion[f"w{axis}"][k] for axis in "xyz"], spin, **CLOSE)
    np.testing.assert_allclose(motion["body.x"], 0.3 * motion.time, **CLOSE)


@pytest.mark.parametrize("formalism", SIMULATED)
def test_an_asymmetric_body_keeps_momentum_and_energy_over_a_hundred_turns(ready, formalism):
    dynamics = ready("free_body", formalism)
    I, w = np.array([0.02, 0.035, 0.05]), np.array([3.0, 0.0, 10.0])
    motion = run(dynamics, spun(dynamics, w), 100 * 2 * np.pi / 10.0, samples=201)
    spin = np.stack([motion[f"w{axis}"] for axis in "xyz"], axis=-1)
    # phase errors grow with the number of turns: a hundred times those of one turn, 1e-11 of 10 rad/s
    np.testing.assert_allclose(spin, rotation.asymmetric(motion.time, I, w), rtol=0, atol=1e-8)
    momentum = np.einsum("nij,nj->ni", rotation.matrices(motion.poses["body"][:, 3:]), I * spin)
    # what is constant is kept to the tolerance of one step, 1e-11
    np.testing.assert_allclose(momentum, np.tile(I * w, (201, 1)), rtol=0, atol=1e-11 * np.linalg.norm(I * w))
    np.testing.assert_allclose(spin**2 @ I, I @ w**2, rtol=1e-11)


@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("axis", [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0), (0.6, 0.0, -0.8)])
def test_half_turns_are_no_trouble(formalism, axis):
    """Steady rotation of a ball about any axis, through 180 and 360 degrees: e0 passes through zero."""
    machine = lw.mechanisms.free_body(J_x=0.02, J_y=0.02, J_z=0.02)
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))
    w = 2.0 * np.array(axis)
    motion = run(dynamics, spun(dynamics, w), 2.5 * np.pi, samples=51)  # 2.5 turns, with samples at half turns
    found = rotation.matrices(motion.poses["body"][:, 3:])
    wanted = [rotation.symmetric(time, 0.02, 0.02, w)[0] for time in motion.time]
    np.testing.assert_allclose(found, wanted, **CLOSE)
    # A long step that reaches over the end of a choice of pivots is tried again; nothing else is.
    assert motion.certificate.rejected <= motion.certificate.pivotings

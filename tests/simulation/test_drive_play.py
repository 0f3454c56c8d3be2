"""Friction and play of drives against solutions that are put together piece by piece, and the energy of each run."""

from itertools import pairwise

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.linalg import expm
from scipy.optimize import brentq

import linkwright as lw
from linkwright import formalisms, joins

RTOL = 1e-9
WAYS = [
    (formalisms.modular, joins.Complement()),
    (formalisms.kane, joins.Multipliers()),
    (formalisms.denoc, joins.Complement()),
    (formalisms.boltzmann_hamel, joins.Multipliers()),
]
NAMES = [f"{formalism.__name__}-{type(join).__name__}" for formalism, join in WAYS]


def run(machine, formalism, join, **options):
    dynamics = lw.compile(formalism(machine), join=join)
    start = dynamics.assemble(options.pop("positions", {}), options.pop("speeds", {}))
    trajectory = lw.simulate(dynamics, start, rtol=RTOL, atol=1e-12, **options)
    assert trajectory.outcome.kind == "finished", trajectory.outcome
    assert trajectory.certificate.energy_error < 100 * RTOL
    return trajectory


# -- break-away under a held voltage -----------------------------------------------------------------------------------

MOTOR = {"J": 2e-5, "L": 5e-3, "R": 1.2, "Kt": 0.04, "Ke": 0.04, "b": 1e-5}
V, SLIDES, STICKS = 3.0, 0.03, 0.05


@pytest.mark.parametrize(("formalism", "join"), WAYS[:2], ids=NAMES[:2])
def test_a_motor_breaks_away_under_a_held_voltage(formalism, join):
    """It sticks until Kt V/R (1 - exp(-R t/L)) is the static friction; then J w' = Kt i - b w - SLIDES."""
    friction = lw.CoulombFriction("motor.angle", SLIDES, STICKS)
    machine = lw.Mechanism("drive", {"motor": lw.DCMotor(**MOTOR)}, {"friction": friction})
    trajectory = run(machine, formalism, join, duration=0.03, inputs={"motor.v": V}, samples=13)
    m = MOTOR
    away = -m["L"] / m["R"] * np.log(1 - STICKS * m["R"] / (m["Kt"] * V))
    (event,) = trajectory.events
    assert (event.name, event.what) == ("friction", "slip")
    assert event.time == pytest.approx(away, rel=1e-9)
    A = np.zeros((4, 4))  # angle, w, i, 1
    A[0, 1] = 1.0
    A[1] = np.array([0, -m["b"], m["Kt"], -SLIDES]) / m["J"]
    A[2] = np.array([0, -m["Ke"], -m["R"], V]) / m["L"]
    for t, angle, w, i in np.column_stack(
        [trajectory.time, *[trajectory[f"motor.{x}"] for x in ("angle", "omega", "i")]]
    ):
        exact = [0.0, 0.0, V / m["R"] * (1 - np.exp(-m["R"] * t / m["L"]))]
        if t > away:
            exact = (expm(A * (t - away)) @ [0.0, 0.0, STICKS / m["Kt"], 1.0])[:3]
        np.testing.assert_allclose([angle, w, i], exact, rtol=1e-9, atol=1e-9)


# -- elastic play ------------------------------------------------------------------------------------------------------

J1, J2, GAP, K, C, B = 2e-5, 6e-5, 0.2, 1.5, 3e-4, 2e-4
TAU, W = 0.02, 40.0


def elastic_exactly(times, damping):
    """Both rotors by matrix exponentials between the edges: x = (a1, a2, w1, w2), torque TAU sin(W t) on the first."""
    drive = np.array([[0, W], [-W, 0]])  # (sin, cos) of W t

    def matrix(side):
        A = np.zeros((7, 7))  # x, sin, cos, 1
        A[0, 2] = A[1, 3] = 1.0
        A[4:6, 4:6] = drive
        torque = np.zeros(7)
        if side:
            torque[:4] = [K, -K, damping, -damping]
            torque[6] = -K * side * GAP / 2
        A[2] = -torque / J1
        A[3] = torque / J2
        A[2, 2] -= B / J1
        A[3, 3] -= B / J2
        A[2, 4] += TAU / J1
        return A

    x, t, side, found, edges = np.array([0, 0, 0, 0, 0, 1.0, 1.0]), 0.0, 0, [], 0
    for end in times:
        while t < end:
            A = matrix(side)
            grid = np.linspace(0, end - t, max(3, int((end - t) / 2e-4)))

            def crossing(h, A=A, x=x, side=side):
                d = (expm(A * h) @ x)[:2] @ [1, -1]
                return side * d - GAP / 2 if side else GAP / 2 - abs(d)

            step = expm(A * (grid[1] - grid[0]))
            y, hit = x, None
            for a, b in pairwise(grid):
                y = step @ y
                d = y[:2] @ [1, -1]
                if (side * d - GAP / 2 if side else GAP / 2 - abs(d)) < 0:
                    hit = brentq(crossing, max(a, 1e-9), b, xtol=1e-15, rtol=1e-15)
                    break
            h = end - t if hit is None else hit
            x = expm(A * h) @ x
            t = end if hit is None else t + h
            if hit is not None:
                edges += 1
                side = 0 if side else int(np.sign(x[0] - x[1]))
        found.append(x[:4])
    return np.array(found).T, edges


@pytest.mark.parametrize("damping", [None, C], ids=["spring", "damped"])
@pytest.mark.parametrize(("formalism", "join"), WAYS[:2], ids=NAMES[:2])
def test_elastic_play_is_a_dead_zone(formalism, join, damping):
    machine = lw.Mechanism(
        "play",
        {"a": lw.Rotor(J=J1, b=B), "b": lw.Rotor(J=J2, b=B)},
        {"drive": lw.Torque("a.angle"), "gear": lw.Backlash("a.angle", "b.angle", GAP, stiffness=K, damping=damping)},
    )
    sine = {"drive.tau": lw.laws.Sine(TAU, W / (2 * np.pi))}
    trajectory = run(machine, formalism, join, duration=0.3, inputs=sine, samples=31)
    exact, edges = elastic_exactly(trajectory.time[1:], damping or 0.0)
    assert edges > 8
    for name, values in zip(("a.angle", "b.angle", "a.angle'", "b.angle'"), exact, strict=True):
        scale = np.max(np.abs(values))
        np.testing.assert_allclose(trajectory[name][1:], values, rtol=0, atol=1e-7 * scale, err_msg=name)
    play = trajectory["gear.play"]
    assert np.max(np.abs(play)) > GAP / 2
    assert trajectory["gear.play"] == pytest.approx(trajectory["a.angle"] - trajectory["b.angle"], abs=1e-12)


def test_a_fixed_step_ends_at_the_flanks():
    """Without the edges as ends of steps the error of RK4 at 0.5 ms is more than a hundred times larger."""
    machine = lw.Mechanism(
        "play",
        {"a": lw.Rotor(J=J1, b=B), "b": lw.Rotor(J=J2, b=B)},
        {"drive": lw.Torque("a.angle"), "gear": lw.Backlash("a.angle", "b.angle", GAP, stiffness=K)},
    )
    dynamics = lw.compile(formalisms.kane(machine))
    trajectory = lw.simulate(
        dynamics,
        dynamics.assemble(),
        duration=0.3,
        inputs={"drive.tau": lw.laws.Sine(TAU, W / (2 * np.pi))},
        integrator=lw.integrators.RungeKutta4(step=5e-4),
        samples=31,
    )
    exact, _ = elastic_exactly(trajectory.time[1:], 0.0)
    error = np.max(np.abs(trajectory["b.angle'"][1:] - exact[3])) / np.max(np.abs(exact[3]))
    assert error < 1e-4
    assert not trajectory.events, "edges are no events of the user"


# -- rigid play --------------------------------------------------------------------------------------------------------

RESTITUTION, RATIO, PUSH = 0.5, 2.0, 0.01


@pytest.mark.parametrize(("formalism", "join"), WAYS, ids=NAMES)
def test_rigid_play_strikes_its_flanks(formalism, join):
    """A constant torque on the first: d = a - RATIO b bounces on a flank as a ball does, then both go on as one."""
    machine = lw.Mechanism(
        "play",
        {"a": lw.Rotor(J=J1), "b": lw.Rotor(J=J2)},
        {
            "drive": lw.Torque("a.angle"),
            "gear": lw.Backlash("a.angle", "b.angle", GAP, RATIO, restitution=RESTITUTION),
        },
    )
    trajectory = run(machine, formalism, join, duration=0.12, inputs={"drive.tau": PUSH}, samples=25)
    # Free flight with d'' = PUSH/J1; an impulse p on d changes a' by p/J1 and b' by -RATIO p/J2.
    a, b, da, db, t = 0.0, 0.0, 0.0, 0.0, 0.0
    pace, impacts = PUSH / J1, []
    rest = None
    while rest is None:
        d, dd = a - RATIO * b, da - RATIO * db
        h = (-dd + np.sqrt(dd**2 + 2 * pace * (GAP / 2 - d))) / pace if not impacts else -2 * dd / pace
        a, b, da, t = a + da * h + pace * h**2 / 2, b + db * h, da + pace * h, t + h
        dd = da - RATIO * db
        p = -(1 + RESTITUTION) * dd / (1 / J1 + RATIO**2 / J2)
        da, db = da + p / J1, db - RATIO * p / J2
        impacts.append((t, a, b, da, db))
        if RESTITUTION * dd < 1e-7:
            rest = t
    first = [event.time for event in trajectory.events if event.what == "impact"][:5]
    np.testing.assert_allclose(first, [entry[0] for entry in impacts[:5]], rtol=1e-9)
    joined = PUSH / (J1 + J2 / RATIO**2)
    for time, angle, wheel in zip(trajectory.time, trajectory["a.angle"], trajectory["b.angle"], strict=True):
        done = [entry for entry in impacts if entry[0] <= time]
        if time >= rest:
            h = time - rest
            exact = (a + da * h + joined * h**2 / 2, b + (da * h + joined * h**2 / 2) / RATIO)
        elif done:
            t0, a0, b0, da0, db0 = done[-1]
            exact = (a0 + da0 * (time - t0) + pace * (time - t0) ** 2 / 2, b0 + db0 * (time - t0))
        else:
            exact = (pace * time**2 / 2, 0.0)
        assert (angle, wheel) == pytest.approx(exact, rel=1e-6, abs=1e-9)


# -- bristles ----------------------------------------------------------------------------------------------------------

BRISTLES = {"sigma0": 400.0, "sigma1": 0.2, "sigma2": 1e-3, "coulomb": 0.03, "static": 0.05, "stribeck_speed": 0.4}
PULL, TORSION = 2.0, 0.08


@pytest.mark.parametrize(("formalism", "join"), WAYS[:1], ids=NAMES[:1])
def test_bristles_stick_and_slip_at_the_end_of_a_shaft(formalism, join):
    """A rotor with LuGre friction on a shaft whose other end turns steadily, by the equations as they are printed."""
    inertia = 2e-3
    machine = lw.Mechanism(
        "stick_slip",
        {"end": lw.Rotor(J=1.0), "rotor": lw.Rotor(J=inertia)},
        {
            "turn": lw.Prescribed("end.angle", PULL * lw.t),
            "shaft": lw.Shaft("end.angle", "rotor.angle", stiffness=TORSION),
            "rub": lw.LuGre("rotor.angle", **BRISTLES),
        },
    )
    radau = lw.integrators.Radau()
    speeds = {"end.angle": PULL, "rotor.angle": 0.0}
    trajectory = run(machine, formalism, join, duration=3.0, samples=31, integrator=radau, speeds=speeds)
    s0, s1, s2, coulomb, static, slow = BRISTLES.values()

    def rates(t, state):
        x, s, z = state
        g = coulomb + (static - coulomb) * np.exp(-((s / slow) ** 2))
        bending = s - s0 * abs(s) * z / g
        return [s, (TORSION * (PULL * t - x) - s0 * z - s1 * bending - s2 * s) / inertia, bending]

    by_hand = solve_ivp(rates, (0, 3.0), np.zeros(3), method="LSODA", t_eval=trajectory.time, rtol=1e-11, atol=1e-14)
    x, s, z = by_hand.y
    assert np.sum(np.diff(np.sign(s - PULL / 2)) != 0) >= 4, "it sticks and slips more than once"
    np.testing.assert_allclose(trajectory["rotor.angle"], x, rtol=0, atol=1e-6)
    np.testing.assert_allclose(trajectory["rotor.angle'"], s, rtol=0, atol=1e-6 * np.max(np.abs(s)))
    np.testing.assert_allclose(trajectory["rub.z"], z, rtol=0, atol=1e-6 * np.max(np.abs(z)))


# -- Stribeck, and friction that is smoothed ---------------------------------------------------------------------------


def test_stribeck_friction_sticks_and_slips_with_the_steady_motion_of_its_law():
    """A slider pulled by a spring: it breaks away at static/k; sliding steadily the spring has the force of the law."""
    k, pull, law = 30.0, 0.5, {"coulomb": 1.0, "static": 2.0, "stribeck_speed": 0.2, "viscous": 0.4}
    machine = lw.Mechanism(
        "slider",
        {"block": lw.Body(1.0, 0.1)},
        {
            "way": lw.Prismatic("ground", "block"),
            "pull": lw.Force("way.slide"),
            "hold": lw.JointSpring("way.slide", k),
            "rub": lw.Stribeck("way.slide", **law),
        },
    )
    ramp = {"pull.force": lw.laws.Expression(lambda t: k * pull * t)}
    trajectory = run(machine, *WAYS[1], duration=1.2, inputs=ramp, samples=61)
    away = law["static"] / (k * pull)
    assert trajectory.events[0].time == pytest.approx(away, rel=1e-9)

    def rates(t, y):
        x, s = y
        size = law["coulomb"] + (law["static"] - law["coulomb"]) * np.exp(-((s / law["stribeck_speed"]) ** 2))
        return [s, k * (pull * t - x) - size * np.sign(s or 1.0) - law["viscous"] * s]

    sticks = [event.time for event in trajectory.events if event.what == "stick"]
    until = sticks[0] if sticks else 1.2

    def stops(_t, y):
        return y[1]

    stops.terminal, stops.direction = True, -1
    solved = solve_ivp(
        rates, (away, 1.2), [0.0, 1e-14], rtol=1e-11, atol=1e-13, dense_output=True, events=stops, first_step=1e-6
    )
    if sticks:
        assert sticks[0] == pytest.approx(solved.t_events[0][0], rel=1e-7)
    sliding = (trajectory.time > away) & (trajectory.time < until)
    assert sliding.sum() > 10
    np.testing.assert_allclose(
        trajectory["way.slide"][sliding], solved.sol(trajectory.time[sliding])[0], rtol=0, atol=1e-7
    )


def test_smooth_friction_slides_as_its_tanh_and_creeps_below_its_force():
    tau, width, damping = 0.03, 0.5, 1e-3
    machine = lw.Mechanism(
        "smooth",
        {"a": lw.Rotor(J=1e-4, b=damping)},
        {"drive": lw.Torque("a.angle"), "rub": lw.SmoothFriction("a.angle", tau, width)},
    )
    trajectory = run(machine, *WAYS[0], duration=0.2, inputs={"drive.tau": 0.05}, samples=11)
    solved = solve_ivp(
        lambda _t, y: [y[1], (0.05 - tau * np.tanh(y[1] / width) - damping * y[1]) / 1e-4],
        (0, 0.2), [0, 0], t_eval=trajectory.time, rtol=1e-12, atol=1e-13, method="DOP853",
    )  # fmt: skip
    np.testing.assert_allclose(trajectory["a.angle"], solved.y[0], rtol=1e-8, atol=1e-9)
    creep = run(machine, *WAYS[0], duration=2.0, inputs={"drive.tau": 0.02}, samples=3)
    speed = creep["a.angle'"][-1]
    assert tau * np.tanh(speed / width) + damping * speed == pytest.approx(0.02, rel=1e-8)

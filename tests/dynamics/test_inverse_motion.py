"""Inverse dynamics along motions of any independent set of quantities, and motions that are refused."""

import re

import casadi as ca
import numpy as np
import pytest
from scipy.integrate import simpson

import linkwright as lw
from dynamics import machines
from linkwright.dynamics import AssemblyError, Refused, SingularConfigurationError
from oracles import three_rrr, three_rrr_forces

TOLERANCE = 1e-10
PLATFORM = ("platform.x", "platform.y", "platform.theta")
TORQUES = tuple(f"{leg}.tau" for leg in machines.LEGS)
ENDS = (0.2, -0.15, 0.25)
P = machines.parameters(motors=False)


@pytest.fixture(scope="module")
def dynamics():
    return lw.compile(machines.equations(motors=False))


@pytest.fixture(scope="module")
def four_bar():
    return lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))


def stroke(samples=41):
    return lw.Motion(
        {name: lw.laws.Cycloid(0.0, end, 2.0) for name, end in zip(PLATFORM, ENDS, strict=True)}, samples=samples
    )


def largest(found, wanted):
    return np.max(np.abs(np.asarray(found) - np.asarray(wanted)))


# -- right answers -------------------------------------------------------------------------------------------------


def test_torques_along_a_motion_are_the_oracles(dynamics):
    motion = stroke()
    found = dynamics.inverse(motion)
    levels = motion.at(motion.time)[:3]
    for k in range(len(motion.time)):
        pose, velocity, acceleration = ([table[name][k] for name in PLATFORM] for table in levels)
        exact = three_rrr_forces.inverse(P, pose, velocity, acceleration)
        assert largest([found[name][k] for name in TORQUES], exact) < TOLERANCE
        leg = three_rrr.leg_state(P, 1, pose, velocity)
        assert largest([found["B.phi'"][k], found["B.psi'"][k]], [leg.phi_rate, leg.psi_rate]) < TOLERANCE
    assert found.certificate.forward_residual < TOLERANCE
    assert found.certificate.position_residual < 1e-13
    assert found.outcome.finished


def test_the_same_motion_prescribed_by_other_quantities(dynamics):
    """The legs' motion as it follows from the platform's, laid through by splines, needs the same torques."""
    motion = stroke(samples=401)
    first = dynamics.inverse(motion)
    chosen = ("A.psi", "B.phi", "platform.theta")
    tables = {name: first[name] for name in chosen}
    again = dynamics.inverse(lw.Motion.through(first.time, tables, samples=401))
    # a quintic spline through 5 ms samples leaves 1e-9 in the accelerations inside, more at its clamped ends
    inside = slice(20, -20)
    for name in (*TORQUES, *PLATFORM):
        assert largest(again[name][inside], first[name][inside]) < 1e-6
    assert again.certificate.forward_residual < TOLERANCE


def test_expressions_of_time_samples_and_laws_mean_the_same(dynamics):
    """x = 0.1 sin 2t as an expression of lw.t, as a law, and as measured samples."""
    rest = {"platform.y": 0.0, "platform.theta": 0.0}
    grid = np.linspace(0.0, 1.0, 401)
    law = dynamics.inverse(lw.Motion({"platform.x": lw.laws.Sine(0.1, 1 / np.pi), **rest}, 1.0, 101))
    expression = dynamics.inverse(lw.Motion({"platform.x": 0.1 * ca.sin(2 * lw.t), **rest}, 1.0, 101))
    table = {"platform.x": 0.1 * np.sin(2 * grid), "platform.y": 0 * grid, "platform.theta": 0 * grid}
    samples = dynamics.inverse(lw.Motion.from_samples(grid, table, samples=101))
    for name in TORQUES:
        assert largest(law[name], expression[name]) < TOLERANCE
        assert largest(law[name][5:-5], samples[name][5:-5]) < 1e-6
    with pytest.raises(ValueError, match="depends on"):
        lw.Motion({"platform.x": ca.SX.sym("other")}, 1.0)


def test_angles_may_turn_many_times(four_bar):
    """The crank at constant speed through three turns: its torque repeats, and tau phi' is the power of the energy."""
    speed = 3.0
    turns = 3
    motion = lw.Motion({"phi": speed * lw.t + 1.0}, turns * 2 * np.pi / speed, turns * 60 + 1)
    found = four_bar.inverse(motion)
    assert largest(found["tau"][:-60], found["tau"][60:]) < TOLERANCE
    assert found["phi"][-1] - found["phi"][0] == pytest.approx(turns * 2 * np.pi, abs=1e-10)
    energy = found["energy.kinetic"] + found["energy.potential"]
    work = np.trapezoid(found["tau"] * speed, found.time)
    assert work == pytest.approx(energy[-1] - energy[0], abs=1e-9)  # periodic: the trapezoid is exact to rounding
    half = 60 * turns // 2
    part = simpson(found["tau"][: half + 1] * speed, x=found.time[: half + 1])
    assert part == pytest.approx(energy[half] - energy[0], abs=1e-5)  # Simpson's rule over 35 ms samples


def test_redundant_constraints_change_nothing(dynamics):
    outer = lw.Mechanism(
        "outer",
        {"machine": lw.mechanisms.three_rrr(motors=False)},
        {"again": lw.Revolute("machine.A.lower.tip", "machine.platform.A")},
    )
    motion = stroke(21)
    inner = lw.Motion({f"machine.{name}": law for name, law in motion.laws.items()}, samples=21)
    found, exact = lw.compile(lw.formalisms.modular(outer)).inverse(inner), dynamics.inverse(motion)
    for name in TORQUES:
        assert largest(found[f"machine.{name}"], exact[name]) < TOLERANCE


def test_an_overconstrained_linkage_in_space_balances_its_energy():
    """Bennett's linkage has more constraints than it needs; the torque's work is the energy it gains."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.bennett()))
    start = dynamics.reference["phi"]
    found = dynamics.inverse(lw.Motion({"phi": lw.laws.Cycloid(start, start + 0.8, 1.0)}, samples=401))
    energy = found["energy.kinetic"] + found["energy.potential"]
    for last in (200, 300, 400):
        work = simpson((found["tau"] * found["phi'"])[: last + 1], x=found.time[: last + 1])
        assert work == pytest.approx(energy[last] - energy[0], abs=1e-9)
    assert found.certificate.forward_residual < TOLERANCE
    assert np.max(np.abs(energy - energy[0])) > 1e-4


def test_the_virtual_machine_and_other_joins_give_the_same(dynamics, monkeypatch):
    motion = stroke(5)
    exact = dynamics.inverse(motion)
    equations = machines.equations(motors=False)
    monkeypatch.setenv("LINKWRIGHT_BACKEND", "vm")
    interpreted = lw.compile(equations).inverse(motion)
    assert interpreted.certificate.backend == "vm"
    on_lapack = lw.compile(equations, join=lw.joins.UdwadiaKalaba()).inverse(motion)
    for name in TORQUES:
        assert largest(interpreted[name], exact[name]) < TOLERANCE
        assert largest(on_lapack[name], exact[name]) < TOLERANCE


def test_coarse_samples_do_not_change_the_assembly_mode(four_bar):
    """Five samples on one and a half turns: the mode of the start is kept, as with five hundred."""
    few, many = (four_bar.inverse(lw.Motion({"phi": 3.0 * lw.t + 1.0}, np.pi, n)) for n in (5, 501))
    for name in ("psi", "tau"):
        assert largest(few[name], many[name][::125]) < TOLERANCE


def test_near_picks_the_assembly_mode(four_bar):
    """The crossed assembly: the rocker on the other side of the line from A to C."""
    motion = lw.Motion({"phi": lw.laws.Cycloid(1.0, 1.5, 1.0)}, samples=11)
    open_ = four_bar.inverse(motion)
    mirrored = -float(open_["psi"][0])
    guess = four_bar.reference.q.copy()
    crossed = four_bar.assembler.settle(
        0.0, guess, four_bar.p, {k: mirrored for k, q in enumerate(four_bar.system.quantities) if q.name == "psi"}
    )
    state = four_bar.state(crossed, np.zeros(len(four_bar.speeds)))
    found = four_bar.inverse(motion, near=state)
    assert np.min(np.abs(found["psi"] - open_["psi"])) > 0.5
    assert found.certificate.forward_residual < TOLERANCE


def test_motors_by_a_closed_form():
    """One motor on a hinge under gravity: i = (J eta phi'' + T / eta) / kappa_m, v = l i' + r i + k w."""
    J, inductance, resistance, kappa, eta = 1e-4, 2e-3, 1.1, 0.05, 8.0
    motor = lw.DCMotor(J=J, L=inductance, R=resistance, Kt=kappa, Ke=kappa)
    arm = lw.Mechanism(
        "arm",
        {"motor": motor, "bar": lw.Body(1.5, 0.02, (0.3, 0.0))},
        {"pin": lw.Revolute("ground", "bar"), "gear": lw.Gear("motor.omega", "pin.angle", ratio=eta)},
        gravity=(0.0, -9.81),
    )
    motion = lw.Motion({"pin.angle": lw.laws.Sine(0.8, 0.7)}, 1.0, 51)
    found = lw.compile(lw.formalisms.modular(arm)).inverse(motion)
    a, da, dda, ddda = (table["pin.angle"] for table in motion.at(motion.time))
    inertia, weight = 0.02 + 1.5 * 0.3**2, 1.5 * 9.81 * 0.3
    current = (J * eta * dda + (inertia * dda + weight * np.cos(a)) / eta) / kappa
    rate = (J * eta * ddda + (inertia * ddda - weight * np.sin(a) * da) / eta) / kappa
    voltage = inductance * rate + resistance * current + kappa * eta * da
    assert machines.relative(found["motor.i"], current) < TOLERANCE
    assert machines.relative(found["motor.v"], voltage) < TOLERANCE
    assert found.certificate.forward_residual < TOLERANCE


# -- refusals ------------------------------------------------------------------------------------------------------


def test_out_of_reach_is_refused_with_time_pose_and_joint(dynamics):
    """Leg C or B reaches from its base to the corner by at most l_U + l_B = 4 m."""
    motion = lw.Motion({"platform.x": lw.laws.Cycloid(0.0, 5.0, 1.0), "platform.y": 0.0, "platform.theta": 0.0})
    with pytest.raises(
        AssemblyError, match=r"at t = (\S+) s .*platform\.x = (\S+), .*joint \w+\.?\w* does not close"
    ) as error:
        dynamics.inverse(motion)
    time = float(re.search(r"t = (\S+) s", str(error.value)).group(1))
    # the far corners are at x - 0.5, +-0.866; their bases at -1.5, +-2.598: reach 4 m
    reach = np.sqrt(4.0**2 - (1.5 * np.sqrt(3) - np.sqrt(3) / 2) ** 2) - 1.0
    law = lw.laws.Cycloid(0.0, 5.0, 1.0)
    assert law(time) > reach
    assert law(time - 1 / 500 - 1e-4) < reach


def test_a_dead_point_of_the_prescribed_quantity_is_refused(four_bar):
    """The rocker beyond its greatest angle, where crank and coupler are in line: cosine law in the triangle O, B, C."""
    reach = 0.10 + 0.35
    psi = np.pi - np.arccos((0.40**2 + 0.30**2 - reach**2) / (2 * 0.40 * 0.30))
    start = four_bar.reference["psi"]
    motion = lw.Motion({"psi": lw.laws.Cycloid(start, psi + 0.05 - start, 1.0)})
    with pytest.raises(Refused, match=r"at t = 0\.\d+ s .*psi = ") as error:
        four_bar.inverse(motion)
    found = float(str(error.value).split("psi = ")[1].split(",")[0].split(" ")[0])
    assert found == pytest.approx(psi, abs=2e-3)


def test_a_start_in_a_dead_point_is_refused_with_the_direction(four_bar):
    """At the dead point the crank moves while the rocker stands: named, at a state and along a motion."""
    crossing = np.arccos((0.40**2 + 0.45**2 - 0.30**2) / (2 * 0.40 * 0.45))
    state = four_bar.assemble({"phi": crossing})
    with pytest.raises(SingularConfigurationError, match=r"psi .*direction .*phi'"):
        four_bar.inverse(state, {"psi": 1.0})
    leaving = lw.Motion({"psi": lw.laws.Cycloid(state["psi"], -0.3, 1.0)})
    with pytest.raises(Refused, match=r"at t = 0 s.*psi.*direction .*phi'"):
        four_bar.inverse(leaving, near=state)


def test_a_singularity_of_the_drives_between_samples_is_found(dynamics):
    """Turned about the centre the bars B point at it where l_U, l_B + l_L and the base distance close a triangle."""
    motion = lw.Motion(
        {"platform.x": 0.0, "platform.y": 0.0, "platform.theta": lw.laws.Cycloid(0.0, 1.2, 1.0)}, samples=48
    )
    with pytest.raises(SingularConfigurationError, match=r"at t = .*direction platform\.theta : 1") as error:
        dynamics.inverse(motion)
    theta = float(str(error.value).split("platform.theta = ")[1].split(" ")[0])
    # bar B along the ray to its corner: a triangle with sides 3 (base), 2 (U) and 1 + 2 (corner and B, in line)
    assert abs(theta) == pytest.approx(np.arccos((3.0**2 + 3.0**2 - 2.0**2) / (2 * 3.0 * 3.0)), abs=1e-6)


def test_an_answer_that_forward_dynamics_does_not_confirm_is_refused(dynamics):
    """A hair's breadth before that singularity, at 2e-10 rad, the torques are so large that rounding spoils them."""
    end = np.arccos(7 / 9) - 2e-10
    motion = lw.Motion(
        {"platform.x": 0.0, "platform.y": 0.0, "platform.theta": end - (1 - lw.t) ** 2 / 2}, duration=1.0, samples=11
    )
    with pytest.raises(Refused, match=r"at t = 1 s, .*do not give the motion back: forward dynamics differs by"):
        dynamics.inverse(motion)
    state = dynamics.assemble({"platform.theta": end})
    with pytest.raises(Refused, match=r"platform\.theta = 0\.679674 rad\): the inputs found do not give the accel"):
        dynamics.inverse(state, {"platform.x": 0.0, "platform.y": 0.0, "platform.theta": 1.0})


def test_quantities_that_depend_on_each_other_are_named(dynamics, four_bar):
    rest = dict.fromkeys(PLATFORM, 0.0)
    with pytest.raises(Refused, match=r"A\.phi cannot all be prescribed.*3 degree\(s\) of freedom") as error:
        dynamics.inverse(lw.Motion({**rest, "A.phi": 1.0}, 1.0))
    assert "A.phi" in error.value.parts
    with pytest.raises(Refused, match=r"phi, psi depend on each other.*1 degree\(s\) of freedom"):
        four_bar.inverse(lw.Motion({"phi": 1.0, "psi": 1.0}, 1.0))
    with pytest.raises(Refused, match=r"depend on each other|cannot all be prescribed"):
        four_bar.inverse(four_bar.reference, {"phi": 1.0, "psi": 1.0})
    with pytest.raises(Refused, match=r"leaves .*platform\.theta'.* open"):
        dynamics.inverse(lw.Motion({"platform.x": 0.0, "platform.y": 0.0}, 1.0))


def test_a_drive_that_fights_a_prescribed_joint_is_named():
    """The crank is led by a law inside the machine: its torque moves nothing, and its motion cannot be given again."""
    machine = lw.Mechanism(
        "led",
        {"bar": lw.Body(1.0, 0.1, (0.2, 0.0), points={"tip": (0.4, 0.0)}), "arm": lw.Body(0.5, 0.05, (0.1, 0.0))},
        {
            "pin": lw.Revolute("ground", "bar"),
            "elbow": lw.Revolute("bar.tip", "arm"),
            "lead": lw.Prescribed("pin.angle", lw.laws.Cycloid(0.0, 1.0, 1.0)),
            "fight": lw.Torque("pin.angle"),
            "help": lw.Torque("elbow.angle"),
        },
    )
    dynamics = lw.compile(lw.formalisms.modular(machine))
    motion = lw.Motion({"elbow.angle": lw.laws.Cycloid(0.0, 0.5, 1.0)}, samples=11)
    with pytest.raises(Refused, match=r"fight\.tau cannot move the machine.*fights a prescribed"):
        dynamics.inverse(motion)
    found = dynamics.inverse(motion, inputs={"fight.tau": 3.0})
    shared = dynamics.inverse(motion, actuation=lw.actuation.MinimumNorm())
    assert largest(found["help.tau"], shared["help.tau"]) < TOLERANCE
    assert np.max(np.abs(shared["fight.tau"])) < TOLERANCE
    with pytest.raises(Refused, match=r"pin\.angle depend on .*by lead|pin\.angle.*cannot all be prescribed.*lead"):
        dynamics.inverse(lw.Motion({"elbow.angle": 0.0, "pin.angle": 0.0}, 1.0))


def test_rolling_positions_depend_on_the_way_and_are_refused():
    """The sleigh driven ahead and turned: two degrees of freedom of speed, but y is the integral of its heading."""
    sleigh = lw.compile(lw.formalisms.modular(lw.mechanisms.chaplygin_sleigh()))
    with pytest.raises(Refused, match=r"do not fix .*y: .* bind speeds only.*inverse\(state"):
        sleigh.inverse(lw.Motion({"x": lw.laws.Cycloid(0.0, 1.0, 1.0), "theta": lw.laws.Cycloid(0.2, 0.5, 1.0)}))


def test_questions_put_wrongly(dynamics):
    with pytest.raises(ValueError, match=r"no position 'platfrom\.x'; did you mean platform\.x"):
        dynamics.inverse(lw.Motion({"platfrom.x": 0.0, "platform.y": 0.0, "platform.theta": 0.0}, 1.0))
    with pytest.raises(TypeError, match="leave accelerations out"):
        dynamics.inverse(stroke(), {"platform.x": 1.0})
    with pytest.raises(TypeError, match="a State, a Motion or a Trajectory"):
        dynamics.inverse({"platform.x": 1.0})
    with pytest.raises(TypeError, match="no near="):
        dynamics.inverse(dynamics.reference, dict.fromkeys(PLATFORM, 0.0), near=dynamics.reference)


@pytest.mark.parametrize("formalism", ["modular", "kane"])
def test_an_angle_in_space_is_driven_beyond_half_a_turn(formalism):
    """A bar on a hinge about y, read back from frames by modular: tau = J q'' + m g l sin q for q = 5 t^2, to 5 rad."""
    bar = lw.Body(2.0, (0.1, 0.1, 0.1), points={"top": (0.0, 0.0, 0.5)})
    machine = lw.Mechanism(
        "bar", {"bar": bar},
        {"hinge": lw.Revolute("ground", "bar.top", axis="y"), "drive": lw.Torque("hinge.angle")},
        gravity=(0.0, 0.0, -9.81),
    )  # fmt: skip
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))
    found = dynamics.inverse(lw.Motion({"hinge.angle": 5.0 * lw.t**2}, 1.0, 101))
    (name,) = dynamics.inputs
    exact = (0.1 + 2.0 * 0.25) * 10.0 + 2.0 * 9.81 * 0.5 * np.sin(5.0 * found.time**2)
    assert found[name] == pytest.approx(exact, abs=1e-10)

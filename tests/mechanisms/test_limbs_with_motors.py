"""Limbs of planar parallel machines with motors: the same by every formalism, as the legs of the 3RRR, in power."""

import numpy as np
import pytest

import linkwright as lw
from linkwright.mechanisms.planar_limbs import PRR, RPR, RRR, Motor

FORMALISMS = [getattr(lw.formalisms, name) for name in lw.formalisms.__all__]
LIMBS = ("RRR", "PRR", "RPR")
POSE = {"platform.x": 0.012, "platform.y": -0.008, "platform.theta": 0.07}
VELOCITY = {"platform.x": 0.15, "platform.y": -0.1, "platform.theta": 0.8}
CURRENTS = {"i1": 0.4, "i2": -0.3, "i3": 0.25}
VOLTAGES = {"v1": 2.0, "v2": -1.5, "v3": 1.0}
J, L, R, KT, KE, B = 1.4e-5, 2e-3, 1.5, 0.0385, 0.0385, 1e-5
RATIOS = {"phi1": 20.0, "s2": 2 * np.pi * 3.0 / 0.070, "d3": 2 * np.pi / 0.020}
"""Speed of the rotor over that of the driven joint: a gear, a belt behind a gear, a spindle."""
LOADS = {"phi1": "tau1", "s2": "f2", "d3": "f3"}


@pytest.fixture(scope="module")
def driven():
    return lw.compile(lw.formalisms.modular(lw.mechanisms.planar_parallel(LIMBS, motors=True)))


@pytest.fixture(scope="module")
def bare():
    return lw.compile(lw.formalisms.modular(lw.mechanisms.planar_parallel(LIMBS)))


def test_every_formalism_gives_the_same_accelerations(driven):
    names = [*POSE, *RATIOS, "omega2", *CURRENTS]
    wanted = driven.forward(driven.assemble(POSE, VELOCITY | CURRENTS), VOLTAGES)
    wanted = np.array([wanted[name] for name in names])
    for formalism in FORMALISMS:
        dynamics = lw.compile(formalism(lw.mechanisms.planar_parallel(LIMBS, motors=True)))
        found = dynamics.forward(dynamics.assemble(POSE, VELOCITY | CURRENTS), VOLTAGES)
        np.testing.assert_allclose([found[name] for name in names], wanted, rtol=1e-10, err_msg=formalism.__name__)


def test_three_rrr_limbs_with_motors_are_the_3rrr():
    """Solved with 40 digits outside this package, from the paper's equations (its sign of the torque corrected)."""
    machine = lw.mechanisms.planar_parallel(("RRR", "RRR", "RRR"), motors=True, a=0.32, b=0.10, e=0.0)
    dynamics = lw.compile(lw.formalisms.modular(machine))
    found = dynamics.forward(dynamics.assemble(POSE, VELOCITY | CURRENTS), VOLTAGES)
    wanted = {
        "platform.x": 1.5872661604772849,
        "platform.y": -0.2690276796799543,
        "platform.theta": -10.45016081165019,
        "omega1": 197.91244911014655,
        "omega2": -81.3871595772154,
        "omega3": 141.5999577887374,
        "i1": 741.6991162516349,
        "i2": 24.09355246630418,
        "i3": 203.55004218585148,
    }
    for name, value in wanted.items():
        assert found[name] == pytest.approx(value, rel=1e-11), name


def test_rotors_are_inertia_and_damping_behind_their_transmissions(driven, bare):
    """i Kt n = (J n^2) x'' + (b n^2) x' + load of the bare machine; L i' = v - R i - Ke n x'."""
    acceleration = {"platform.x": 1.0, "platform.y": -2.0, "platform.theta": 5.0}
    state = bare.assemble(POSE, VELOCITY)
    loads = bare.inverse(state, acceleration)
    rates = bare.forward(state, loads)
    currents, slopes = {}, {}
    for k, (name, n) in enumerate(RATIOS.items(), start=1):
        speed = state.speeds[name]
        currents[f"i{k}"] = (loads[LOADS[name]] + J * n**2 * rates[name] + B * n**2 * speed) / (KT * n)
        slopes[f"i{k}"] = (VOLTAGES[f"v{k}"] - R * currents[f"i{k}"] - KE * n * speed) / L
    found = driven.forward(driven.assemble(POSE, VELOCITY | currents), VOLTAGES)
    for name, value in (acceleration | slopes).items():
        assert found[name] == pytest.approx(value, rel=1e-10), name
    for k, (name, n) in enumerate(RATIOS.items(), start=1):
        assert found[f"omega{k}"] == pytest.approx(n * rates[name], rel=1e-10)


def test_power_that_goes_in_is_lost_or_kept(driven):
    """Over a run: int (v i - R i^2 - b omega^2) dt = change of energy, that of the windings included."""
    start = driven.assemble(POSE, VELOCITY | CURRENTS)
    method = lw.integrators.RungeKutta4(step=2e-5)
    run = lw.simulate(driven, start, duration=0.05, inputs=VOLTAGES, samples=2501, integrator=method)
    assert run.outcome.finished
    power = sum(VOLTAGES[f"v{k}"] * run[f"i{k}"] - R * run[f"i{k}"] ** 2 - B * run[f"omega{k}"] ** 2 for k in (1, 2, 3))
    step = run.time[1] - run.time[0]
    work = step / 3 * (power[0] + 4 * power[1:-1:2].sum() + 2 * power[2:-1:2].sum() + power[-1])  # Simpson
    gained = driven.energy(driven.state_at(run, 0.05)).total - driven.energy(start).total
    assert gained == pytest.approx(work, rel=1e-8)
    assert abs(work) > 1e-3


def test_a_limb_may_have_a_motor_of_its_own():
    own = RRR(motor=Motor(R=0.8), ratio=50.0)
    machine = lw.mechanisms.planar_parallel((own, "PRR", RPR()))
    assert sorted(machine.exports) == ["d3", "f2", "f3", "i1", "omega1", "phi1", "s2", "v1"]
    values = lw.compile(lw.formalisms.modular(machine)).parameters
    assert (values["limb1.motor.R"], values["limb1.ratio"]) == (0.8, 50.0)
    everywhere = lw.mechanisms.planar_parallel((own, PRR(pitch=0.1), "RPR"), motors=True)
    values = lw.compile(lw.formalisms.modular(everywhere)).parameters
    assert (values["limb1.motor.R"], values["limb2.motor.R"], values["limb2.pitch"]) == (0.8, 1.5, 0.1)


def test_motors_are_there_or_not():
    with pytest.raises(ValueError, match="2 faults") as refused:
        lw.mechanisms.planar_parallel(("PRR", "RPR"), motors="yes")
    assert "motors = 'yes': expected True (each limb has a DC motor) or False" in str(refused.value)
    with pytest.raises(ValueError, match="pitch is 0"):
        lw.compile(lw.mechanisms.planar_parallel((PRR(pitch=0.0), "RPR", "RRR"), motors=True))

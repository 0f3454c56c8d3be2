"""Redundant drives: the 3RRR with torques at base joints and elbows, against the principle of virtual power.

The oracle gives the torques of the base joints alone, T, and the rates phi', psi' of the legs at a platform velocity z.
Drives t at the bases and s at the elbows do the same work: sum t phi'(z) + s (psi'(z) - phi'(z)) = sum T phi'(z).
"""

import numpy as np
import pytest

import linkwright as lw
from dynamics import machines
from linkwright.dynamics import Refused
from oracles import three_rrr, three_rrr_forces

TOLERANCE = 1e-10
PLATFORM = tuple(f"robot.platform.{name}" for name in ("x", "y", "theta"))
BASES = tuple(f"robot.{leg}.tau" for leg in machines.LEGS)
ELBOWS = tuple(f"elbow_{leg}.tau" for leg in machines.LEGS)
DRIVES = (*BASES, *ELBOWS)


def machine():
    robot = lw.mechanisms.three_rrr(motors=False)
    elbows = {f"elbow_{leg}": lw.Torque(f"robot.{leg}.elbow.angle") for leg in machines.LEGS}
    return lw.Mechanism("redundant", {"robot": robot}, elbows)


DYNAMICS = lw.compile(lw.formalisms.modular(machine()))
P = machines.parameters(motors=False)
MOTION = lw.Motion(
    {name: lw.laws.Cycloid(0.0, end, 2.0) for name, end in zip(PLATFORM, (0.2, -0.15, 0.25), strict=True)},
    samples=41,
)


def balance(pose, velocity, acceleration):
    """G (3, 6) and r (3) of the virtual powers, from the oracle alone."""
    G, r = np.zeros((3, 6)), np.zeros(3)
    torques = three_rrr_forces.inverse(P, pose, velocity, acceleration)
    for row, virtual in enumerate(np.eye(3)):
        for k in range(3):
            leg = three_rrr.leg_state(P, k, pose, virtual)
            G[row, k], G[row, 3 + k] = leg.phi_rate, leg.psi_rate - leg.phi_rate
            r[row] += torques[k] * leg.phi_rate
    return G, r


def samples(motion):
    levels = motion.at(motion.time)[:3]
    return [np.array([[table[name][k] for name in PLATFORM] for table in levels]) for k in range(len(motion.time))]


def values(found):
    return np.column_stack([found[name] for name in DRIVES])


def largest(found, wanted):
    """Largest difference; the torques of this motion are of size 1 N m, and zero at its ends."""
    return np.max(np.abs(np.asarray(found) - np.asarray(wanted)))


def weighted(G, r, weights, preload=0.0):
    """Nearest solution to the preload in the norm of the weights."""
    W = np.diag(1 / weights)
    return preload + W @ G.T @ np.linalg.solve(G @ W @ G.T, r - G @ (preload * np.ones(6)))


def test_minimum_norm_along_a_motion():
    found = DYNAMICS.inverse(MOTION, actuation=lw.actuation.MinimumNorm())
    for u, (pose, velocity, acceleration) in zip(values(found), samples(MOTION), strict=True):
        assert largest(u, weighted(*balance(pose, velocity, acceleration), np.ones(6))) < TOLERANCE
    assert found.certificate.forward_residual < TOLERANCE


def test_weights_and_preload_along_a_motion():
    weights = np.array([1.0, 2.0, 3.0, 0.5, 0.25, 4.0])
    preload = np.array([0.3, 0.0, 0.0, -0.2, 0.0, 0.1])
    by_name = dict(zip(DRIVES, weights.tolist(), strict=True))
    found = values(DYNAMICS.inverse(MOTION, actuation=lw.actuation.Weighted(by_name)))
    loaded = values(
        DYNAMICS.inverse(
            MOTION,
            actuation=lw.actuation.Limited(weights=by_name, preload=dict(zip(DRIVES, preload.tolist(), strict=True))),
        )
    )
    for k, (pose, velocity, acceleration) in enumerate(samples(MOTION)):
        G, r = balance(pose, velocity, acceleration)
        assert largest(found[k], weighted(G, r, weights)) < TOLERANCE
        assert largest(loaded[k], weighted(G, r, weights, preload)) < TOLERANCE


def test_limits_are_kept_and_the_motion_comes_back():
    """Limits just above the least largest torque, so that most of them are active now and then."""
    limit = 0.8
    free = values(DYNAMICS.inverse(MOTION, actuation=lw.actuation.MinimumNorm()))
    assert np.max(np.abs(free)) > 1.2 * limit
    found = DYNAMICS.inverse(MOTION, actuation=lw.actuation.Limited(dict.fromkeys(DRIVES, limit)))
    u = values(found)
    assert np.max(np.abs(u)) <= limit
    assert np.max(np.abs(u)) == limit
    assert found.certificate.forward_residual < TOLERANCE
    assert any("limits of inputs are active at" in note for note in found.certificate.notes)
    # where nothing touches a limit the answer is that without limits; elsewhere it costs more
    touched = np.max(np.abs(u), axis=1) == limit
    assert np.max(np.abs((u - free)[~touched])) < TOLERANCE
    assert np.all(np.sum(u[touched] ** 2, axis=1) > np.sum(free[touched] ** 2, axis=1))
    for k, (pose, velocity, acceleration) in enumerate(samples(MOTION)):
        G, r = balance(pose, velocity, acceleration)
        assert np.max(np.abs(G @ u[k] - r)) < TOLERANCE


@pytest.mark.parametrize("actuation", [lw.actuation.MinimumNorm(), lw.actuation.Limited(dict.fromkeys(DRIVES, 0.8))])
def test_the_replay_in_another_formalism_and_join_gives_the_accelerations(actuation):
    other = lw.compile(lw.formalisms.newton_euler(machine()), join=lw.joins.Multipliers())
    found = DYNAMICS.inverse(MOTION, actuation=actuation)
    for k in range(0, len(MOTION.time), 5):
        _, _, wanted = samples(MOTION)[k]
        state = other.assemble(
            {name: found[name][k] for name in PLATFORM}, {name: found[f"{name}'"][k] for name in PLATFORM}
        )
        rates = other.forward(state, {name: found[name][k] for name in DRIVES})
        assert np.max(np.abs(np.array([rates[name] for name in PLATFORM]) - wanted)) < TOLERANCE


def test_one_state_is_answered_as_a_motion_is():
    pose, velocity, acceleration = samples(MOTION)[17]
    state = DYNAMICS.assemble(dict(zip(PLATFORM, pose, strict=True)), dict(zip(PLATFORM, velocity, strict=True)))
    wanted = dict(zip(PLATFORM, acceleration, strict=True))
    for actuation in (
        lw.actuation.MinimumNorm(),
        lw.actuation.Weighted({"elbow_A.tau": 3.0}),
        lw.actuation.Limited(dict.fromkeys(DRIVES, 0.8), preload={"elbow_B.tau": 0.5}),
    ):
        along = values(DYNAMICS.inverse(MOTION, actuation=actuation))[17]
        found = DYNAMICS.inverse(state, wanted, actuation=actuation)
        assert largest([found[name] for name in DRIVES], along) < TOLERANCE
        assert found.certificate.forward_residual < TOLERANCE


def test_known_inputs_are_left_alone_and_the_others_share_the_rest():
    known = lw.laws.Sine(0.2, 1.0)
    found = DYNAMICS.inverse(MOTION, inputs={"elbow_A.tau": known}, actuation=lw.actuation.MinimumNorm())
    u = values(found)
    assert u[:, 3] == pytest.approx(known(MOTION.time), abs=1e-15)
    rest = [0, 1, 2, 4, 5]
    for k, (pose, velocity, acceleration) in enumerate(samples(MOTION)):
        G, r = balance(pose, velocity, acceleration)
        exact = np.linalg.pinv(G[:, rest]) @ (r - G[:, 3] * u[k, 3])
        assert largest(u[k, rest], exact) < TOLERANCE


def test_redundant_drives_carry_the_machine_through_a_singularity_of_the_base_drives():
    """The base torques alone lose hold where the bars B meet in a point (turned about the centre)."""
    turn = lw.Motion({PLATFORM[0]: 0.0, PLATFORM[1]: 0.0, PLATFORM[2]: lw.laws.Cycloid(0.0, 1.2, 1.0)}, samples=101)
    off = dict.fromkeys(ELBOWS, 0.0)
    with pytest.raises(Refused, match=r"singular configuration of the drives.*robot\.platform\.theta : 1"):
        DYNAMICS.inverse(turn, inputs=off)
    found = DYNAMICS.inverse(turn, actuation=lw.actuation.MinimumNorm())
    assert found.certificate.forward_residual < TOLERANCE


# -- bad questions -------------------------------------------------------------------------------------------------


def test_without_a_way_to_share_redundant_drives_are_refused():
    with pytest.raises(Refused, match=r"t = 0 s.*not unique.*actuation=lw\.actuation\.MinimumNorm"):
        DYNAMICS.inverse(MOTION)


def test_limits_that_cannot_be_kept_are_named_with_time_and_pose():
    with pytest.raises(
        Refused, match=r"at t = 0\.\d+ s, robot\.platform\.x = .*(>=|<=) -?0\.2 and .*together"
    ) as error:
        DYNAMICS.inverse(MOTION, actuation=lw.actuation.Limited(dict.fromkeys(DRIVES, 0.2)))
    assert set(error.value.parts) <= set(DRIVES)
    assert len(error.value.parts) > 1


def test_a_limit_that_the_motion_alone_breaks_is_said_with_what_is_needed():
    off = dict.fromkeys(ELBOWS, 0.0)
    with pytest.raises(Refused, match=r"robot\.C\.tau >= -0\.1 but -0\.\d+ is needed"):
        DYNAMICS.inverse(MOTION, inputs=off, actuation=lw.actuation.Limited({"robot.C.tau": 0.1}))


def test_wrong_names_and_numbers_are_told_all_at_once():
    actuation = lw.actuation.Limited(
        {"robot.A.ta": 1.0, "robot.B.tau": (2.0, 1.0)},
        preload={"elbow_A.tau": float("nan")},
        weights={"elbow_B.tau": 0},
    )
    with pytest.raises(
        ValueError, match=r"(?s)did you mean robot\.A\.tau.*above the upper.*positive|positive"
    ) as error:
        DYNAMICS.inverse(MOTION, actuation=actuation)
    for words in ("robot.A.tau", "lower limit is above", "positive", "not finite"):
        assert words in str(error.value)
    odd = lw.actuation.Limited({"robot.A.tau": float("nan"), "robot.B.tau": -2.0})
    with pytest.raises(ValueError, match=r"(?s)nan: expected numbers, not NaN.*-2\.0: one number holds both ways"):
        DYNAMICS.inverse(MOTION, actuation=odd)
    with pytest.raises(TypeError, match="MinimumNorm"):
        DYNAMICS.inverse(MOTION, actuation=lw.actuation.MinimumNorm)
    with pytest.raises(TypeError, match="mapping"):
        lw.actuation.Weighted(3.0)


def test_voltages_are_held_to_limits_but_not_shared():
    dynamics = lw.compile(machines.equations(motors=True))
    motion = lw.Motion(
        {"platform.x": lw.laws.Cycloid(0.0, 0.02, 1.0), "platform.y": 0.0, "platform.theta": 0.0}, samples=11
    )
    found = dynamics.inverse(motion)
    largest_voltage = float(np.max(np.abs(found["A.v"])))
    held = dynamics.inverse(motion, actuation=lw.actuation.Limited({"A.v": 1.01 * largest_voltage}))
    assert largest(held["A.v"], found["A.v"]) == 0
    with pytest.raises(Refused, match=r"at t = .*A\.v (<=|>=) .* is needed"):
        dynamics.inverse(motion, actuation=lw.actuation.Limited({"A.v": 0.5 * largest_voltage}))
    motor = lw.DCMotor(J=1e-4, L=1e-3, R=1.0, Kt=0.05, Ke=0.05)
    twice = lw.Mechanism(
        "twice",
        {"a": motor, "b": motor, "bar": lw.Body(1.0, 0.1)},
        {
            "pin": lw.Revolute("ground", "bar"),
            "gear_a": lw.Gear("a.omega", "pin.angle", ratio=10.0),
            "gear_b": lw.Gear("b.omega", "pin.angle", ratio=5.0),
        },
    )
    with pytest.raises(Refused, match=r"voltages \(a\.v, b\.v\).*more of them than degrees of freedom"):
        lw.compile(lw.formalisms.modular(twice)).inverse(
            lw.Motion({"pin.angle": lw.laws.Cycloid(0.0, 1.0, 1.0)}), actuation=lw.actuation.MinimumNorm()
        )

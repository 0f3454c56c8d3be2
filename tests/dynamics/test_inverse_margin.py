"""Singular configurations that a motion touches between two samples, at instants and poses known in closed form."""

import contextlib
import re

import numpy as np
import pytest

import linkwright as lw
from dynamics import machines
from linkwright.dynamics import Refused, SingularConfigurationError
from linkwright.dynamics.inverse.balance_loop import Balances, solve_balances

MOMENT = 0.3717
"""Time (s) of the touch; samples lie beside it."""
THETA = np.arccos(7 / 9)
"""Angle (rad) of the 3RRR in the middle at which the bars B point at its centre; see `test_inverse_motion`."""
CRANK, ROD = 0.05, 0.16


@pytest.fixture(scope="module")
def robot():
    return lw.compile(machines.equations(motors=False))


@pytest.fixture(scope="module")
def crank():
    return lw.compile(lw.formalisms.modular(lw.mechanisms.slider_crank(g=0.0)))


def turn(short_of=0.0, samples=41):
    """The platform turns up to THETA less an angle at MOMENT, then back."""
    theta = THETA - short_of - 0.5 * (lw.t - MOMENT) ** 2
    return lw.Motion({"platform.x": 0.0, "platform.y": 0.0, "platform.theta": theta}, 1.0, samples)


def instant(error):
    return float(re.search(r"at t = ([0-9.e+-]+) s", str(error.value))[1])


@pytest.mark.parametrize("samples", [41, 400])
def test_a_touch_of_a_singularity_of_the_drives_between_samples_is_refused(robot, samples):
    with pytest.raises(SingularConfigurationError, match=r"singular configuration of the drives.*theta : 1") as error:
        robot.inverse(turn(samples=samples))
    assert instant(error) == pytest.approx(MOMENT, abs=1e-4)


def test_a_near_miss_between_samples_is_to_be_checked_with_its_time(robot):
    """1e-5 rad short of it the margin falls to about 1e-5; 0.05 rad short of it all is well."""
    found = robot.inverse(turn(short_of=1e-5))
    assert found.certificate.verdict == "check"
    (reason,) = found.certificate.reasons
    assert f"t = {MOMENT:.4g}" in reason
    assert "singular configuration of the drives" in reason
    assert robot.inverse(turn(short_of=0.05)).certificate.verdict == "trusted"


def test_one_freedom_has_a_margin_too(crank):
    """The force on the slider drives the crank by dx/dphi, which vanishes at phi = 0, touched and left again."""
    motion = lw.Motion({"phi": 2.0 * (lw.t - MOMENT) ** 2}, 1.0, 101)
    with pytest.raises(SingularConfigurationError, match="singular configuration of the drives") as error:
        crank.inverse(motion, inputs={"tau": 0.0})
    assert instant(error) == pytest.approx(MOMENT, abs=1e-4)
    near = lw.Motion({"phi": 1e-6 + 2.0 * (lw.t - MOMENT) ** 2}, 1.0, 101)
    found = crank.inverse(near, inputs={"tau": 0.0})
    assert found.certificate.verdict == "check"
    assert f"t = {MOMENT:.4g}" in found.certificate.reasons[0]


def test_the_margin_does_not_depend_on_units():
    """An arm of two links that moves one length and one angle, in metres and in thousandths of them."""
    found = []
    for size in (1.0, 1e-3):
        arm = lw.Mechanism(
            "arm",
            {
                "upper": lw.Body(1.0, size**2 / 12, (size / 2, 0.0), points={"tip": (size, 0.0)}),
                "lower": lw.Body(1.0, size**2 / 12, (size / 2, 0.0)),
            },
            {
                "shoulder": lw.Revolute("ground", "upper"),
                "elbow": lw.Revolute("upper.tip", "lower"),
                "one": lw.Torque("shoulder.angle"),
                "two": lw.Torque("elbow.angle"),
            },
            reference={"upper.theta": -0.8, "lower.theta": 0.5},
        )
        dynamics = lw.compile(lw.formalisms.modular(arm))
        x = lw.laws.Cycloid(0.7 * size, 0.4 * size, 1.0)
        motion = lw.Motion({"lower.x": x, "lower.theta": lw.laws.Cycloid(0.5, 0.9, 1.0)}, samples=21)
        certificate = dynamics.inverse(motion).certificate
        assert certificate.verdict == "trusted", certificate.reasons
        found.append(float(re.search(r"singular value over largest ([0-9.e-]+)", certificate.notes[0])[1]))
    assert found[1] == pytest.approx(found[0], rel=1e-2)


def test_a_light_rotor_on_a_heavy_machine_is_no_singular_configuration():
    """Two slides of 1000 kg, one pushed directly, the other by a rotor of 1e-9 kg m^2 without a gear worth the name."""
    motor = lw.DCMotor(J=1e-9, L=1e-3, R=1.0, Kt=0.05, Ke=0.05)
    table = lw.Mechanism(
        "table",
        {"a": lw.Body(1000.0, 1.0), "b": lw.Body(1000.0, 1.0), "motor": motor},
        {
            "x": lw.Prismatic("ground", "a"),
            "y": lw.Prismatic("ground", "b"),
            "push": lw.Force("x.slide"),
            "rack": lw.Gear("motor.omega", "y.slide", ratio=1.0),
        },
    )
    law = lw.laws.Cycloid(0.0, 0.1, 1.0)
    found = lw.compile(lw.formalisms.modular(table)).inverse(lw.Motion({"x.slide": law, "y.slide": law}))
    assert found["push.force"] == pytest.approx(1000.0 * law(found.time, 2), abs=1e-9)
    assert found["motor.i"] == pytest.approx((1000.0 + 1e-9) / 0.05 * law(found.time, 2), abs=1e-6)
    assert found.certificate.verdict == "trusted", found.certificate.reasons


def test_a_machine_of_one_freedom_that_stays_singular_is_refused(crank):
    """At the dead centre a force on the slider cannot turn the crank, nor does it have to."""
    with pytest.raises(SingularConfigurationError, match=r"no values of force act in the direction phi : 1"):
        crank.inverse(lw.Motion({"phi": 0.0}, 1.0, 5), inputs={"tau": 0.0})


@pytest.mark.parametrize("samples", [60, 101, 144, 501])
def test_a_touch_of_a_dead_point_of_the_prescribed_quantity_is_refused(crank, samples):
    """The slider goes to its very end l_1 + l_2 and back: there the speed of the crank jumps."""
    motion = lw.Motion({"x": CRANK + ROD - 0.02 * (lw.t - MOMENT) ** 2}, 1.0, samples)
    with pytest.raises(Refused, match=r"singular|reach") as error:
        crank.inverse(motion, inputs={"force": 0.0}, near=crank.assemble({"phi": 0.3}))
    assert instant(error) == pytest.approx(MOMENT, abs=1.0 / samples)


@pytest.mark.parametrize("samples", [60, 101, 144, 501])
def test_a_near_miss_of_a_dead_point_is_not_trusted(crank, samples):
    """1e-10 m short of its end: the crank turns back within 2e-5 rad of the dead centre, margin 1e-4 of the largest."""
    motion = lw.Motion({"x": CRANK + ROD - 1e-10 - 0.02 * (lw.t - MOMENT) ** 2}, 1.0, samples)
    with contextlib.suppress(SingularConfigurationError):
        found = crank.inverse(motion, inputs={"force": 0.0}, near=crank.assemble({"phi": 0.3}))
        assert found.certificate.verdict == "check"


def test_balances_are_solved_and_bounded_as_lapack_does():
    random = np.random.default_rng(11)
    for size in (1, 3, 6):
        # From sample to sample little changes, and values of one sample are far apart.
        G = np.cumsum(random.normal(size=(40, size, size)) / 40, axis=0) + np.diag(2.0 ** np.arange(size))
        missing, rows = random.normal(size=(40, size)), random.uniform(0.5, 2.0, size)
        balances = Balances(
            count=40, size=size, G=G, missing=missing, rows=rows, columns=np.ones(size), rounding=1e-13, w=40 * size,
            inverses=40, steps=40, E=2 * size**2, scales=size**2, factors=size**2, square=2 * size**2, order=size,
            right=size, vector=size,
        )  # fmt: skip
        assert solve_balances(balances) == 40
        even = G / np.outer(rows, balances.columns)
        values = np.linalg.svd(even, compute_uv=False)
        assert np.max(np.linalg.norm(even, axis=1)) == pytest.approx(1.0, rel=1e-14)
        assert balances.w.reshape(40, size) == pytest.approx(np.linalg.solve(G, missing[..., None])[..., 0], rel=1e-11)
        assert balances.inverses == pytest.approx(np.linalg.norm(np.linalg.inv(even), axis=(1, 2)), rel=1e-11)
        assert balances.largest_value == pytest.approx(values.max(), rel=1e-13)
        assert balances.steps[1:] == pytest.approx(np.linalg.norm(np.diff(even, axis=0), axis=(1, 2)), rel=1e-11)
        # No inverse: it ends at that sample.
        balances.G[17 * size**2 : 18 * size**2] = 0.0
        assert solve_balances(balances) == 17

"""Python functions as inputs that jump, and such that no run can follow."""

import numpy as np
import pytest

import linkwright as lw

JUMP = 0.3712345


def block(mass, **connections):
    machine = lw.Mechanism(
        "block",
        {"ground": lw.Ground(), "mass": lw.Body(mass, 1.0)},
        {"slide": lw.Prismatic("ground", "mass"), "push": lw.Force("slide.slide"), **connections},
    )
    return lw.compile(lw.formalisms.modular(machine))


def pushed(dynamics, function, **options):
    return lw.simulate(dynamics, dynamics.assemble(), duration=1.0, inputs={"push.force": function}, **options)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("method", [None, lw.integrators.DormandPrince(), lw.integrators.Radau()])
@pytest.mark.parametrize("mass", [2.0, 1e-3])
@pytest.mark.parametrize("accuracy", ["engineering", "reference"])
def test_a_function_that_jumps_by_500_newton_on_a_mass_at_rest(mass, method, accuracy):
    motion = pushed(block(mass), lambda t: 500.0 if t > JUMP else 0.0, integrator=method, accuracy=accuracy)
    assert motion.outcome.finished
    assert motion["slide.slide"][-1] == pytest.approx(250.0 / mass * (1 - JUMP) ** 2, rel=1e-12)
    assert motion.certificate.verdict == "trusted"


def test_every_step_of_a_staircase_is_found():
    """F = 0, 1, 2, 0, 1, 2, ... held for 20 ms each: the speed at the end is the sum of the impulses."""
    motion = pushed(block(2.0), lambda t: float(int(t * 50) % 3))
    held = np.arange(50) % 3
    assert motion["slide.slide'"][-1] == pytest.approx(held.sum() * 0.02 / 2.0, rel=1e-8)
    assert motion.certificate.rejected < 50


def test_a_jump_over_its_limit_moves_a_block_with_friction_at_once():
    dynamics = block(2.0, dry=lw.CoulombFriction("slide.slide", 3.0, 4.0))
    motion = pushed(dynamics, lambda t: 9.0 if t >= 0.5 else 1.0)
    assert [(event.what, event.time) for event in motion.events] == [("slip", 0.5)]
    assert motion["slide.slide"][-1] == pytest.approx(1.5 * 0.5**2, rel=1e-9)


def test_a_steep_function_is_no_jump():
    def steep(t):
        return np.tanh((t - 0.4) / 1e-4)

    motion = pushed(block(2.0), steep)
    assert motion["slide.slide'"][-1] == pytest.approx((0.6 - 0.4) / 2.0, rel=1e-7)


def test_noise_is_refused_in_words():
    random = np.random.default_rng(3)
    with pytest.raises(ValueError, match=r"push.force: the function of t gives .* and then .* at the same time"):
        pushed(block(2.0), lambda t: random.normal() + t)

    def scattered(t):
        return np.modf(1e12 * np.sin(1e7 * t))[0]

    with pytest.raises(ValueError, match=r"push.force: the function of t is not smooth: near t = .* give samples"):
        pushed(block(2.0), scattered)


@pytest.mark.long
def test_a_function_that_changes_too_fast_to_follow_ends_the_run_in_words():
    grid, noise = np.linspace(0.0, 1.0, 1_000_001), np.random.default_rng(2).normal(size=1_000_001)

    def rough(t):
        return np.interp(t, grid, noise)

    motion = pushed(block(2.0), rough)
    assert motion.outcome.kind == "stopped"
    assert "not smooth there" in motion.outcome.reason
    assert "give samples as a law" in motion.outcome.remedy
    assert motion.certificate.verdict != "trusted"
    motion = pushed(block(2.0), lambda t: np.sin(1e12 * t))
    assert "push.force changes so fast" in motion.outcome.reason

"""Forces by laws of one's own: against closed forms and ready loads, in every formalism; refused with the line."""

import math

import casadi as ca
import numpy as np
import pytest
from scipy.special import ellipj, ellipk

import linkwright as lw
from linkwright import formalisms

MASS, STIFFNESS, AMPLITUDE = 2.0, 5.0, 0.8


def slider(**loads):
    block = lw.Body(MASS, 0.1, points={"foot": (0.0, 0.0)}, home="guide")
    return lw.Mechanism("slider", {"block": block}, {"guide": lw.Prismatic("ground", "block.foot"), **loads})


def cubic(**options):
    return lw.ForceLaw("guide.slide", lambda q, _v, _t, k: -k * q**3, parameters={"k": STIFFNESS}, **options)


def test_a_cubic_spring_swings_by_the_elliptic_cosine():
    """m x'' = -k x^3 from rest at A: x = A cn(w t | 1/2), w = A sqrt(k / m)."""
    dynamics = lw.compile(formalisms.modular(slider(spring=cubic())))
    rate = AMPLITUDE * math.sqrt(STIFFNESS / MASS)
    start = dynamics.assemble({"guide.slide": AMPLITUDE})
    trajectory = lw.simulate(dynamics, start, duration=4 * ellipk(0.5) / rate, samples=41)
    wanted = AMPLITUDE * ellipj(rate * trajectory.time, 0.5)[1]
    assert np.allclose(
        trajectory["guide.slide"], wanted, rtol=0, atol=1e-7
    )  # rtol 1e-8 of each step, some tens of steps
    assert trajectory.certificate.verdict == "trusted"


@pytest.mark.parametrize("formalism", formalisms.__all__)
def test_a_duffing_oscillator_in_every_formalism(formalism):
    """m x'' = -a x - k x^3 - d x' + F cos(w t)."""

    def law(q, v, t):
        return -3.0 * q - STIFFNESS * q**3 - 0.4 * v + 1.5 * ca.cos(2.0 * t)

    dynamics = lw.compile(getattr(formalisms, formalism)(slider(law=lw.ForceLaw("guide.slide", law))))
    for x, v, t in ((0.3, -1.0, 0.0), (-1.2, 0.5, 0.9)):
        state = dynamics.assemble({"guide.slide": x}, {"guide.slide": v}, t=t)
        wanted = (-3.0 * x - STIFFNESS * x**3 - 0.4 * v + 1.5 * math.cos(2.0 * t)) / MASS
        assert dynamics.forward(state)["guide.slide"] == pytest.approx(wanted, rel=1e-13)


def test_the_same_as_a_spring_and_a_damper_in_a_loop():
    """On the crank of a four-bar linkage, whose angle is read from a tree or from frames."""

    def machine(*loads):
        crank = lw.mechanisms.four_bar()
        parts = {"linkage": crank}
        return lw.Mechanism("m", parts, {f"load{k}": load for k, load in enumerate(loads)}, reference={})

    ready = machine(lw.JointSpring("linkage.phi", 3.0, 0.2), lw.JointDamper("linkage.phi", 0.5))
    own = machine(lw.ForceLaw("linkage.phi", lambda q, v, _t: -3.0 * (q - 0.2) - 0.5 * v))
    answers = []
    for each in (ready, own):
        dynamics = lw.compile(formalisms.modular(each))
        state = dynamics.assemble({"linkage.phi": 0.9}, {"linkage.phi": 2.0})
        answers.append(dynamics.forward(state, dict.fromkeys(dynamics.inputs, 0.0))["linkage.phi"])
    assert answers[0] == pytest.approx(answers[1], rel=1e-12)


def test_parameters_change_without_compiling_and_follow_those_of_the_machine():
    k = lw.Parameter("k", 5.0, "N/m^3", "stiffness")
    block = lw.Body(MASS, 0.1, points={"foot": (0.0, 0.0)}, home="guide")
    law = lw.ForceLaw("guide.slide", lambda q, _v, _t, c, *, gain: -c * gain * q**3, parameters={"c": k, "gain": 2.0})
    machine = lw.Mechanism(
        "m", {"block": block}, {"guide": lw.Prismatic("ground", "block.foot"), "law": law}, parameters=[k]
    )
    dynamics = lw.compile(formalisms.kane(machine))
    for values, product in (({}, 10.0), ({"k": 7.0}, 14.0), ({"law.gain": 3.0}, 15.0)):
        other = dynamics.with_parameters(values) if values else dynamics
        found = other.forward(other.assemble({"guide.slide": 0.5}))["guide.slide"]
        assert found == pytest.approx(-product * 0.125 / MASS, rel=1e-13)


def test_functions_of_numpy_are_taken():
    law = lw.ForceLaw("guide.slide", lambda q, v, t: -np.sin(q) + np.exp(-t) * v)
    dynamics = lw.compile(formalisms.modular(slider(law=law)))
    found = dynamics.forward(dynamics.assemble({"guide.slide": 0.5}, {"guide.slide": 2.0}))["guide.slide"]
    assert found == pytest.approx((-math.sin(0.5) + 2.0) / MASS, rel=1e-14)


# -- what cannot be traced -----------------------------------------------------------------------------------------


def with_math(q, v, t):
    size = 2.0 * q
    return -math.sin(size)


def with_if(q, v, t):
    if q > 0:
        return -q
    return 0.0


@pytest.mark.parametrize(
    ("law", "words"),
    [
        (with_math, ("test_force_law.py, line", "`return -math.sin(size)`")),
        (with_if, ("test_force_law.py, line", "`if q > 0:`", "ca.if_else")),
        (lambda _q, _v, _t: None, ("gives None",)),
        (lambda q, v, _t: [q, v], ("expected one number or expression",)),
        (lambda q: q, ("calling it with q, v, t failed", "takes 1 positional argument")),
        (lambda _q, _v, _t: "soft", ("gives str",)),
        (lambda q, _v, _t: q + undefined_name, ("undefined_name", "test_force_law.py, line")),  # noqa: F821  on purpose
    ],
)
def test_laws_that_cannot_be_traced_are_refused_with_the_line(law, words):
    with pytest.raises(ValueError, match=r"ForceLaw on guide.slide") as error:
        formalisms.modular(slider(law=lw.ForceLaw("guide.slide", law)))
    for piece in words:
        assert piece in str(error.value)


def test_what_is_no_law():
    with pytest.raises(ValueError, match=r"law of guide.slide: 3.0; expected a function"):
        slider(law=lw.ForceLaw("guide.slide", 3.0))
    with pytest.raises(ValueError, match=r"parameter q of guide.slide: the law is called with q, v and t"):
        slider(law=lw.ForceLaw("guide.slide", lambda q, _v, _t: q, parameters={"q": 1.0}))
    with pytest.raises(ValueError, match=r"did you mean guide.slide"):
        slider(law=lw.ForceLaw("guide.slid", lambda q, _v, _t: q))
    with pytest.raises(ValueError, match=r"law.k = nan is not finite|k = nan"):
        slider(law=lw.ForceLaw("guide.slide", lambda q, _v, _t, k: k * q, parameters={"k": math.nan}))


def test_a_law_on_an_angle_that_is_known_within_half_a_turn_ends_a_run_there():
    """In space the angle of a joint that is no coordinate is read from frames."""
    bob = lw.Body(1.0, (0.1, 0.1, 0.1), points={"root": (0.0, 0.0, 0.0)})
    law = lw.ForceLaw("pin.angle", lambda q, _v, _t: 0.001 * q)
    machine = lw.Mechanism("m", {"bob": bob}, {"pin": lw.Revolute("ground", "bob.root"), "law": law})
    dynamics = lw.compile(formalisms.modular(machine))
    trajectory = lw.simulate(dynamics, dynamics.assemble(speeds={"pin.angle": 4.0}), duration=2.0)
    assert not trajectory.outcome.finished
    assert "the law of the force jumps" in trajectory.outcome.reason


def test_events_that_cannot_be_traced_are_refused_with_the_line():
    dynamics = lw.compile(formalisms.modular(slider(spring=cubic())))
    start = dynamics.assemble({"guide.slide": AMPLITUDE})

    def when(at):
        return math.sin(at["guide.slide"])

    with pytest.raises(ValueError, match=r"test_force_law.py, line \d+, `return math.sin\(at\[\"guide.slide\"\]\)`"):
        lw.simulate(dynamics, start, duration=1.0, events=[lw.events.Event(when)])

    def choose(at):
        return at["guide.slide"] if at["t"] > 1 else 1.0

    with pytest.raises(ValueError, match=r"test_force_law.py, line \d+, `return at\[\"guide.slide\"\] if"):
        lw.simulate(dynamics, start, duration=1.0, events=[lw.events.Event(choose)])

"""What is not finite, contains itself or would be taken in silence is refused in words."""

from dataclasses import replace

import numpy as np
import pytest

import linkwright as lw
from linkwright.model import ModelError

BAR = lw.Body(mass=1.0, inertia=0.1)


def planar(**others):
    return lw.Mechanism("bar", {"bar": BAR}, {"pivot": lw.Revolute("ground", "bar")}, **others)


@pytest.fixture(scope="module")
def dynamics():
    return lw.compile(lw.mechanisms.four_bar())


@pytest.mark.parametrize("t", [np.nan, np.inf, "1", None, True, [0.0, 1.0], 2j])
def test_a_time_is_one_finite_number(dynamics, t):
    start = dynamics.reference
    for make in (
        lambda: dynamics.assemble(t=t),
        lambda: dynamics.state(start.q, start.v, t),
        lambda: lw.State(t, start.q, start.v),
    ):
        with pytest.raises(ValueError, match=r"\bt\b.*expected a (finite )?number"):
            make()


@pytest.mark.parametrize("derive", [lw.formalisms.modular, lw.formalisms.kane, lw.formalisms.newton_euler, lw.compile])
@pytest.mark.parametrize("depth", [1, 3])
def test_a_machine_that_contains_itself_is_refused(derive, depth):
    machine = outer = planar()
    for k in range(depth - 1):
        outer = lw.Mechanism(f"around{k}", {"inner": outer})
    machine.parts["again"] = outer
    with pytest.raises(ModelError, match=r"part again(\.inner)*: the machine bar contains itself"):
        derive(machine)


def test_a_module_that_is_used_twice_does_not_contain_itself():
    twice = lw.Mechanism("twice", {"a": (one := planar()), "b": one, "c": lw.Mechanism("deep", {"d": one})})
    assert len(lw.compile(twice).coordinates) == 3


def test_positions_too_large_for_their_digits_are_refused(dynamics):
    for position in (1e308, -1e17):
        with pytest.raises(ValueError, match=r"phi = .* is too large for a position"):
            dynamics.assemble({"phi": position})


def test_gravity_that_would_not_act_is_refused():
    with pytest.raises(ModelError, match=r"gravity \(0, 0, -9.81\): all bodies \(bar\) move in the plane"):
        planar(gravity=(0, 0, -9.81))
    assert planar(gravity=(1.0, 0, -9.81)).gravity == (1.0, 0, -9.81)
    with pytest.raises(ModelError, match=r"all bodies"):
        lw.Mechanism("outer", {"inner": planar()}, gravity=(0.0, 0.0, 1.0))


def test_a_body_named_ground_is_refused():
    with pytest.raises(ModelError, match=r"part ground: got Body; .* rename it"):
        lw.Mechanism("free", {"ground": BAR})


def test_a_state_of_another_machine_of_equal_size_is_refused(dynamics):
    other = lw.compile(lw.mechanisms.slider_crank())
    assert (len(other.coordinates), len(other.speeds)) == (len(dynamics.coordinates), len(dynamics.speeds))
    foreign, inputs = other.assemble(), dict.fromkeys(dynamics.inputs, 0.0)
    dynamics.forward(dynamics.assemble(), inputs)
    for ask in (
        lambda: dynamics.forward(foreign, inputs),
        lambda: dynamics.reactions(foreign, inputs),
        lambda: dynamics.assemble(near=foreign),
        lambda: lw.simulate(dynamics, foreign, duration=0.1, inputs=inputs),
    ):
        with pytest.raises(ValueError, match="state: it is of another machine"):
            ask()
    longer = dynamics.with_parameters({dynamics.equations.parameters.labels[0].name: dynamics.p[0] * 1.01})
    assert longer.check(dynamics.reference) is dynamics.reference


@pytest.mark.parametrize(
    "wrong",
    [
        lambda q: set(q.tolist()),
        lambda q: np.ma.masked_array(q, mask=np.arange(len(q)) == 1),
        lambda q: q + 0j,
        lambda q: [str(x) for x in q],
        lambda q: dict(enumerate(q)),
    ],
)
def test_coordinates_are_real_numbers_in_order(dynamics, wrong):
    start = dynamics.reference
    for make in (
        lambda q: dynamics.state(q, start.v),
        lambda q: lw.State(0.0, q, start.v),
        lambda q: dynamics.functions.forward(q, start.v, np.zeros(1)),
    ):
        with pytest.raises(ValueError, match=r"(?s)q = .*expected an array of real numbers"):
            make(wrong(start.q))
    assert replace(start, q=start.q.tolist()).q.dtype == float


@pytest.mark.parametrize("joint", [lw.PinInSlot, lw.Prismatic])
def test_a_particle_inside_a_module_has_no_orientation_that_a_joint_could_hold(joint):
    cell = lw.Mechanism("cell", {"grain": lw.PointMass(1.0)}, {})
    parts = {"cell": cell, "bar": lw.Body(1.0, 0.1, points={"end": (1.0, 0.0)})}
    with pytest.raises(lw.model.ModelError, match=r"holds the orientation of cell\.grain, which is a particle"):
        lw.Mechanism("m", parts, {"hinge": lw.Revolute("ground", "bar"), "slot": joint("cell.grain", "bar.end")})

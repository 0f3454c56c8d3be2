"""Single calls, which check little after the first: the same answers and the same words."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import linkwright as lw
from linkwright.codegen import library
from linkwright.dynamics import AssemblyError, State
from linkwright.dynamics.answers.terms import speed_functions

PLATFORM = ("platform.x", "platform.y", "platform.theta")


@pytest.fixture(scope="module")
def dynamics():
    return lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False)))


@pytest.fixture(scope="module")
def states(dynamics):
    """Poses all around, so that the first pivots are weak at some of them, with speeds and torques."""
    random, found = np.random.default_rng(3), []
    run = lw.simulate(
        dynamics,
        dynamics.assemble(dict.fromkeys(PLATFORM, 0.0), dict(zip(PLATFORM, (0.3, 0.2, 2.0), strict=True))),
        duration=3.0,
        inputs=dict.fromkeys(dynamics.inputs, 0.0),
        samples=25,
    )
    for time in run.time.tolist():
        state = dynamics.state_at(run, time)
        found.append((state.q, state.v, random.uniform(-1, 1, 3)))
    return found


def test_one_state_has_the_accelerations_of_lapack(dynamics, states):
    """Weak pivots are changed behind one call, too; both ways solve systems of condition below 1e5."""
    lapack = lw.compile(dynamics.equations, join=lw.joins.UdwadiaKalaba())
    weak = 0
    for q, v, u in states:
        found = dynamics.functions.forward(q, v, u)
        expected = lapack.functions.forward(q, v, u)
        assert np.abs(found - expected).max() < 1e-9 * max(1.0, np.abs(expected).max())
        weak += not dynamics.first_pivoting.is_good((0.0, q, v, u, dynamics.p), 0.02)
    assert weak > 0  # or only one way was taken


def test_the_first_call_for_one_state_and_later_ones_give_the_same_bits(dynamics, states):
    for q, v, u in states[:8]:
        functions = dynamics.with_parameters({}).functions
        first, second = functions.forward(q, v, u), functions.forward(q, v, u)
        assert np.array_equal(first, second)
        assert first is not second  # the caller's own
        assert np.array_equal(functions.forward(q.tolist(), v.tolist(), u.tolist()), first)


def test_other_parameter_values_and_threads_are_apart(dynamics, states):
    heavy = dynamics.with_parameters({"m_L": 2 * dynamics.parameters["m_L"]})
    machines = (dynamics, heavy)
    expected = [[machine.functions.forward(*state) for state in states] for machine in machines]
    assert not np.allclose(expected[0][0], expected[1][0])

    def ask(number):
        machine, order = number % 2, np.random.default_rng(number).integers(0, len(states), 300)
        return all(np.array_equal(machines[machine].functions.forward(*states[k]), expected[machine][k]) for k in order)

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(ask, range(8)))


def test_wrong_arrays_are_said_at_every_call(dynamics, states):
    q, v, u = states[0]
    good = dynamics.functions.forward(q, v, u)
    for _ in range(2):
        with pytest.raises(ValueError, match="q has entries that are not finite"):
            dynamics.functions.forward(np.where(np.arange(len(q)) == 2, np.nan, q), v, u)
        with pytest.raises(ValueError, match="u has entries that are not finite"):
            dynamics.functions.forward(q, v, np.array([0.0, np.inf, 0.0]))
        with pytest.raises(ValueError, match=r"u has shape \(1, 2\); expected \(1, 3\) or \(3,\)"):
            dynamics.functions.forward(q, v, u[:2])
        assert np.array_equal(dynamics.functions.forward(q, v, u), good)


def test_inputs_by_name_are_taken_in_any_order_and_kind(dynamics, states):
    q, v, _ = states[0]
    state = dynamics.state(q, v)
    expected = dynamics.forward(state, {"A.tau": 1.0, "B.tau": 2.0, "C.tau": 3.0})
    for inputs in (
        {"C.tau": 3.0, "A.tau": 1.0, "B.tau": 2.0},
        {"A.tau": 1, "B.tau": np.float64(2.0), "C.tau": np.float32(3.0)},
        {"A.tau": np.array(1.0), "B.tau": 2.0, "C.tau": 3.0},
    ):
        assert dynamics.forward(state, inputs) == expected
    accelerations = dynamics.functions.forward(q, v, np.array([1.0, 2.0, 3.0]))
    place = dynamics.speeds.index("platform.x'")
    assert abs(expected["platform.x"] - accelerations[place]) < 1e-12 * max(1.0, np.abs(accelerations).max())
    for inputs, words in (
        ({"A.tau": 1.0, "B.tau": 2.0, "D.tau": 3.0}, r"no input 'D.tau'.*missing inputs: C.tau \(N m\)"),
        ({"A.tau": 1.0, "B.tau": np.nan, "C.tau": 3.0}, "B.tau = nan is not finite"),
        ({"A.tau": 1.0, "B.tau": "2", "C.tau": 3.0}, "B.tau = '2' is not a number"),
    ):
        with pytest.raises(ValueError, match=words):
            dynamics.forward(state, inputs)


def by_names(dynamics, states):
    """Forward dynamics by names at all states."""
    return [
        dynamics.forward(dynamics.state(q, v), dict(zip(dynamics.inputs, u.tolist(), strict=True)))
        for q, v, u in states
    ]


def test_by_names_first_questions_later_ones_and_machine_code_give_the_same_bits(dynamics, states, monkeypatch):
    """Also where the first pivots are weak, which the short way leaves to the long one; other values are apart."""
    monkeypatch.setattr(library, "LOOK", 10)
    monkeypatch.setattr(library, "COMPILE", 20)
    alone = [by_names(dynamics.with_parameters({}), [state])[0] for state in states]  # each the first of its machine
    heavy = dynamics.with_parameters({"m_L": 2 * dynamics.parameters["m_L"]})
    others = [by_names(heavy.with_parameters({}), [state])[0] for state in states]
    assert all(one["platform.x"] != other["platform.x"] for one, other in zip(alone, others, strict=True))
    with ThreadPoolExecutor(3) as pool:
        for found in pool.map(lambda _: (by_names(dynamics, states), by_names(heavy, states)), range(6)):
            assert found == (alone, others)


def test_by_names_what_is_wrong_is_said_at_every_question(dynamics, states):
    q, v, _ = states[0]
    state, inputs = dynamics.state(q, v), dict.fromkeys(dynamics.inputs, 1.0)
    good = dynamics.forward(state, inputs)
    off = dynamics.state(q + np.eye(len(q))[0] * 1e-3, v)
    other = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar())).reference
    for _ in range(3):
        assert dynamics.forward(state, inputs) == good
        with pytest.raises(AssemblyError, match="does not close"):
            dynamics.forward(off, inputs)
        with pytest.raises(ValueError, match="state: q has shape"):
            dynamics.forward(other, inputs)
        with pytest.raises(ValueError, match="q is not finite in"):
            dynamics.forward(State(0.0, np.where(np.arange(len(q)) == 1, np.nan, q), v), inputs)
        with pytest.raises(ValueError, match=r"A\.tau = inf is not finite"):
            dynamics.forward(state, inputs | {"A.tau": np.inf})
        with pytest.raises(ValueError, match="missing inputs"):
            dynamics.forward(state)


def test_assembly_is_that_of_a_new_machine_whatever_was_assembled_before(dynamics):
    """Other starts, other positions, other parameters: nothing that is kept of one serves another."""
    draw = np.random.default_rng(8)
    longer = {"l_B": 2.05}
    questions = []
    for _ in range(3):
        x, y, theta = draw.uniform(-0.05, 0.05, 3).tolist()
        speeds = dict(zip(PLATFORM, draw.uniform(-1, 1, 3).tolist(), strict=True))
        questions += [({"platform.x": x}, {}), ({"platform.theta": theta, "platform.x": x}, speeds)]
        questions += [({"platform.y": y, "platform.x": x, "platform.theta": theta}, speeds), ({"A.phi": 2.0 + y}, {})]

    def asked(machine, number):
        given, speeds = questions[number % len(questions)]
        near = machine.assemble(questions[2][0]) if number >= len(questions) else None
        found = machine.on_constraints(machine.assemble(given, speeds, near=near))
        assert all(abs(found[name] - value) < 1e-12 for name, value in given.items())  # of order 1
        return found.q.tobytes(), found.v.tobytes(), found.chosen

    machines = (dynamics, dynamics.with_parameters(longer))
    order = draw.permutation(4 * len(questions)).tolist()
    many = {k: asked(machines[k % 2], k // 2) for k in [*order, *order]}
    new = lw.compile(dynamics.equations)
    for k in order[::-4]:
        assert asked((new, new.with_parameters(longer))[k % 2], k // 2) == many[k]
    assert len({q for q, _, _ in many.values()}) > len(questions)


def test_inverse_dynamics_differentiates_once(dynamics, states):
    """The functions of a machine stay; the torques give the accelerations back."""
    functions = speed_functions(dynamics.system)
    for q, v, _ in states[:4]:
        state, wanted = dynamics.state(q, v), dict(zip(PLATFORM, (0.1, -0.2, 0.3), strict=True))
        torques = dynamics.inverse(state, wanted)
        found = dynamics.forward(state, torques)
        assert max(abs(found[name] - wanted[name]) for name in PLATFORM) < 1e-10  # of order 1, condition below 1e4
    assert speed_functions(dynamics.system) is functions

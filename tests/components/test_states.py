"""Further continuous states of components: a filter by its closed form, bristles by equations written by hand."""

import copy
import pickle
from dataclasses import dataclass

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import linkwright as lw
from linkwright import analysis, formalisms, joins
from linkwright.model import Argument, Connection, Load, ModelError, StateRate
from linkwright.symbolic import Label

MASS, FORCE, T1, T2 = 2.0, 3.0, 0.07, 0.2
BRISTLES = {"sigma0": 2e3, "sigma1": 20.0, "sigma2": 0.4, "coulomb": 1.0, "static": 1.5, "stribeck_speed": 0.02}
STIFFNESS, PULL = 50.0, 0.5
WAYS = [
    (formalisms.modular, joins.Complement()),
    (formalisms.modular, joins.Multipliers()),
    (formalisms.newton_euler, joins.UdwadiaKalaba()),
    (formalisms.lagrange, joins.Complement()),
    (formalisms.kane, joins.Multipliers()),
    (formalisms.boltzmann_hamel, joins.Complement(kernel=lw.kernels.QR())),
    (formalisms.maggi, joins.Complement(kernel=lw.kernels.SVD())),
    (formalisms.energy_equivalence, joins.UdwadiaKalaba()),
    (formalisms.denoc, joins.Recursion()),
]
NAMES = [f"{formalism.__name__}-{type(join).__name__}-{k}" for k, (formalism, join) in enumerate(WAYS)]


def slide(name="slide", **connections):
    """A block on a straight way."""
    return lw.Mechanism(
        name,
        {"block": lw.Body(MASS, 0.1)},
        {"way": lw.Prismatic("ground", "block"), "push": lw.Force("way.slide"), **connections},
    )


def filtered():
    """Speed and position of the block behind filters, the speed behind two in a row."""
    return slide(
        speed=lw.LowPass("way.slide'", T1), place=lw.LowPass("way.slide", T1), second=lw.LowPass("speed.y", T2)
    )


def filtered_exactly(t, T1=T1, T2=T2):
    """The same for a constant force: s = a t, z = a t^2 / 2."""
    a, one, two = FORCE / MASS, np.exp(-t / T1), np.exp(-t / T2)
    speed = a * (t - T1 + T1 * one)
    place = a * (t**2 / 2 - T1 * t + T1**2 - T1**2 * one)
    # T2 y' + y = speed: t - T1 gives t - T1 - T2, T1 exp(-t/T1) gives T1^2 / (T1 - T2) exp(-t/T1), and y(0) = 0
    forced = T1**2 / (T1 - T2)
    return speed, place, a * (t - T1 - T2 + forced * one + (T1 + T2 - forced) * two)


def bristled():
    """A block that a spring pulls over bristles; the other end of the spring moves steadily."""
    return slide(rub=lw.LuGre("way.slide", **BRISTLES), spring=lw.JointSpring("way.slide", STIFFNESS))


def bristled_by_hand(times):
    """(position, speed, deflection) at some times, from the equations as they are printed."""
    s0, s1, s2, coulomb, static, slow = BRISTLES.values()

    def rates(t, state):
        x, s, z = state
        g = coulomb + (static - coulomb) * np.exp(-((s / slow) ** 2))
        bending = s - s0 * abs(s) * z / g
        return [s, (STIFFNESS * (PULL * t - x) - s0 * z - s1 * bending - s2 * s) / MASS, bending]

    found = solve_ivp(rates, (0.0, times[-1]), np.zeros(3), method="Radau", t_eval=times, rtol=1e-12, atol=1e-15)
    return found.y


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("formalism", "join"), WAYS, ids=NAMES)
def test_filters_follow_their_closed_form(formalism, join):
    dynamics = lw.compile(formalism(filtered()), join=join)
    trajectory = lw.simulate(
        dynamics, dynamics.assemble(), duration=0.5, inputs={"push.force": FORCE}, samples=6, rtol=1e-11, atol=1e-13
    )
    for name, exact in zip(("speed.y", "place.y", "second.y"), filtered_exactly(trajectory.time), strict=True):
        assert np.max(np.abs(trajectory[name] - exact)) < 1e-11, name


@pytest.mark.one_in(3)
@pytest.mark.parametrize(("formalism", "join"), WAYS, ids=NAMES)
def test_bristles_agree_with_equations_written_by_hand(formalism, join):
    dynamics = lw.compile(formalism(bristled()), join=join)
    trajectory = lw.simulate(
        dynamics,
        dynamics.assemble(),
        duration=0.25,
        inputs={"push.force": lw.laws.Expression(lambda t: STIFFNESS * PULL * t)},
        integrator=lw.integrators.Radau() if join.compiled else lw.integrators.DormandPrince8(),
        samples=6,
        rtol=1e-10,
        atol=1e-13,
    )
    x, s, z = bristled_by_hand(trajectory.time)
    assert np.max(np.abs(trajectory["way.slide"] - x)) < 1e-10
    assert np.max(np.abs(trajectory["way.slide'"] - s)) < 1e-9
    assert np.max(np.abs(trajectory["rub.z"] - z)) < 1e-11


@pytest.mark.parametrize(
    "integrator", [lw.integrators.Radau(), lw.integrators.Rosenbrock()], ids=["Radau", "Rosenbrock"]
)
def test_stiff_bristles_stick_and_slip_as_by_hand(integrator):
    times = np.linspace(0.0, 1.5, 31)
    dynamics = lw.compile(formalisms.kane(bristled()))
    trajectory = lw.simulate(
        dynamics,
        dynamics.assemble(),
        duration=times[-1],
        inputs={"push.force": lw.laws.Expression(lambda t: STIFFNESS * PULL * t)},
        integrator=integrator,
        samples=len(times),
        rtol=1e-11,
        atol=1e-13,
    )
    x, s, z = bristled_by_hand(times)
    assert np.sum(np.diff(np.sign(s - 0.5 * PULL)) != 0) >= 3, "it sticks and slips more than once"
    assert np.max(np.abs(trajectory["way.slide"] - x)) < 1e-9
    assert np.max(np.abs(trajectory["way.slide'"] - s)) < 1e-8  # speeds of some m/s
    assert np.max(np.abs(trajectory["rub.z"] - z)) < 1e-10


@pytest.mark.parametrize(("formalism", "join"), WAYS[::2], ids=NAMES[::2])
def test_states_of_modules_inside_modules(formalism, join):
    T = lw.Parameter("T", T1, "s", "time constant")
    axis = lw.Mechanism(
        "axis",
        {"block": lw.Body(MASS, 0.1)},
        {"way": lw.Prismatic("ground", "block"), "push": lw.Force("way.slide"), "speed": lw.LowPass("way.slide'", T)},
        parameters=[T],
        exports={"filtered": "speed.y"},
    )
    pair = lw.Mechanism("pair", {"left": axis, "right": axis.use({"T": 3 * T1})}, {})
    machine = lw.Mechanism("machine", {"pair": pair}, {"second": lw.LowPass("pair.left.filtered", T2)})
    dynamics = lw.compile(formalism(machine), join=join)
    inputs = {"pair.left.push.force": FORCE, "pair.right.push.force": FORCE}
    trajectory = lw.simulate(
        dynamics, dynamics.assemble(), duration=0.5, inputs=inputs, samples=6, rtol=1e-11, atol=1e-13
    )
    speed, _, second = filtered_exactly(trajectory.time)
    slow, *_ = filtered_exactly(trajectory.time, 3 * T1)
    found = {"pair.left.filtered": speed, "pair.right.filtered": slow, "second.y": second}
    for name, exact in found.items():
        assert np.max(np.abs(trajectory[name] - exact)) < 1e-11, name


@pytest.mark.parametrize("formalism", [formalisms.modular, formalisms.denoc], ids=["modular", "denoc"])
def test_bristles_of_modules_inside_modules(formalism):
    pair = lw.Mechanism("pair", {"left": bristled(), "right": bristled()}, {})
    dynamics = lw.compile(formalism(lw.Mechanism("machine", {"pair": pair}, {})))
    pull = lw.laws.Expression(lambda t: STIFFNESS * PULL * t)
    trajectory = lw.simulate(
        dynamics,
        dynamics.assemble(),
        duration=0.25,
        inputs={"pair.left.push.force": pull, "pair.right.push.force": 0.0},
        integrator=lw.integrators.Radau(),
        samples=6,
        rtol=1e-10,
        atol=1e-13,
    )
    x, _, z = bristled_by_hand(trajectory.time)
    assert np.max(np.abs(trajectory["pair.left.way.slide"] - x)) < 1e-10
    assert np.max(np.abs(trajectory["pair.left.rub.z"] - z)) < 1e-11
    assert not np.any(trajectory["pair.right.rub.z"])


def test_rates_of_states_are_no_efforts_and_have_no_power():
    machine = slide(speed=lw.LowPass("way.slide'", T1), rub=lw.LuGre("way.slide", **BRISTLES))
    dynamics = lw.compile(formalisms.kane(machine))
    state = dynamics.assemble({}, {"way.slide": 0.3, "speed.y": 5.0})
    trajectory = lw.simulate(dynamics, state, duration=0.1, inputs={"push.force": FORCE}, samples=11)
    derived = lw.simulation.derive(dynamics, trajectory, efforts=["rub"], accelerations=True, powers=True)
    assert derived["speed.y'"] == pytest.approx((trajectory["way.slide'"] - trajectory["speed.y"]) / T1, rel=1e-12)
    with pytest.raises(ValueError, match="speed"):
        lw.simulation.derive(dynamics, trajectory, efforts=["speed"])
    friction = derived["effort.rub"] * trajectory["way.slide'"]
    assert derived["power.loss"] == pytest.approx(friction, rel=1e-12)


def test_a_state_starts_where_it_is_told_and_at_zero_otherwise():
    dynamics = lw.compile(formalisms.modular(filtered()))
    assert not np.any(dynamics.assemble().v)
    state = dynamics.assemble({"way.slide": 0.2}, {"second.y": 0.3})
    assert state.speeds["second.y"] == 0.3
    assert state.speeds["way.slide"] == 0.0, "states alone leave the machine at rest"
    rates = dynamics.forward(state, {"push.force": 0.0})
    assert rates["second.y"] == pytest.approx(-0.3 / T2, rel=1e-15)
    assert rates["place.y"] == pytest.approx(0.2 / T1, rel=1e-15)


def test_states_have_names_units_and_meanings_and_are_no_degrees_of_freedom():
    dynamics = lw.compile(
        formalisms.kane(slide(speed=lw.LowPass("way.slide'", T1), rub=lw.LuGre("way.slide", **BRISTLES)))
    )
    said = {entry.name: entry for entry in dynamics.describe().entries if entry.kind == "states without energy"}
    assert {name: entry.unit for name, entry in said.items()} == {"speed.y": "m/s", "rub.z": "m"}
    assert "way.slide' behind the filter" in said["speed.y"].meaning
    assert dynamics.describe().title.endswith("1 speeds, 0 constraints, 1 degree of freedom, 2 states")
    state = dynamics.assemble({}, {"way.slide": 0.1, "rub.z": 1e-4})
    found = analysis.diagnose(dynamics, state)
    assert (found.degrees_of_freedom, found.degrees_of_freedom_general, found.extra_speeds, found.currents) == (
        1,
        1,
        (),
        (),
    )
    terms = dynamics.terms(state)
    assert terms.coordinates == ("way.slide",)
    assert terms.inertia == pytest.approx(np.array([[MASS]]))
    assert set(terms.forces) == {"rub"}
    assert set(terms.by_body) == {"block"}
    assert analysis.Kinematics.of(dynamics, platform=["way.slide"]).degrees_of_freedom == 1


def test_inverse_dynamics_takes_states_as_they_are_and_refuses_a_motion_in_words():
    dynamics = lw.compile(formalisms.kane(slide(rub=lw.LuGre("way.slide", **BRISTLES))))
    state = dynamics.assemble({}, {"way.slide": 0.1, "rub.z": 3e-4})
    force = dynamics.inverse(state, {"way.slide": 0.7})["push.force"]
    assert dynamics.forward(state, {"push.force": force})["way.slide"] == pytest.approx(0.7, abs=1e-13)
    with pytest.raises(ValueError, match=r"rub\.z: the rate of a state"):
        dynamics.inverse(state, {"way.slide": 0.7, "rub.z": 0.0})
    with pytest.raises(ValueError, match=r"rub\.z .* depend on what was before.*Prescribed"):
        dynamics.inverse(lw.Motion({"way.slide": lw.laws.Sine(0.1, 1.0)}, duration=1.0))


def test_states_book_no_energy():
    bare = lw.compile(formalisms.kane(slide()))
    dynamics = lw.compile(formalisms.kane(filtered()))
    state = dynamics.assemble({}, {"way.slide": 0.5, "speed.y": 7.0, "second.y": -3.0})
    energy, alone = (
        each.energy(where, {"push.force": FORCE})
        for each, where in ((dynamics, state), (bare, bare.assemble({}, {"way.slide": 0.5})))
    )
    assert energy == alone
    for keep_energy in (False, True):
        trajectory = lw.simulate(
            dynamics, state, duration=1.0, inputs={"push.force": FORCE}, keep_energy=keep_energy, samples=3
        )
        assert trajectory.certificate.energy_error < 1e-13
        exact = -3.0 * np.exp(-1.0 / T2) + second_from(0.5, 7.0)
        assert trajectory["second.y"][-1] == pytest.approx(exact, abs=1e-8)


def second_from(speed, first):
    """The second filter's value at 1 s without its own start: block at `speed`, first filter at `first`, same force."""
    rates = [[0.0, 0.0, 0.0], [1 / T1, -1 / T1, 0.0], [0.0, 1 / T2, -1 / T2]]
    found = solve_ivp(
        lambda _, x: np.asarray(rates) @ x + [FORCE / MASS, 0.0, 0.0],
        (0.0, 1.0),
        [speed, first, 0.0],
        rtol=1e-12,
        atol=1e-14,
    )
    return found.y[2, -1]


def test_states_are_states_of_the_linear_model_and_found_at_equilibrium():
    dynamics = lw.compile(formalisms.kane(filtered()))
    linear = analysis.linearize(dynamics, dynamics.assemble(), inputs={"push.force": 0.0})
    assert {"speed.y", "place.y", "second.y"} < set(linear.states)
    assert linear.entry("speed.y", "block.x'") == pytest.approx(1 / T1, rel=1e-14)
    assert linear.entry("place.y", "block.x") == pytest.approx(1 / T1, rel=1e-14)
    assert linear.entry("second.y", "speed.y") == pytest.approx(1 / T2, rel=1e-14)
    assert np.sort(np.linalg.eigvals(linear.A).real)[:3] == pytest.approx([-1 / T1, -1 / T1, -1 / T2], rel=1e-12)
    held = lw.compile(formalisms.kane(bristled()))
    found = analysis.equilibrium(held, {"way.slide": 0.01}, inputs={"push.force": 0.0})
    assert found.state.speeds["rub.z"] == pytest.approx(-STIFFNESS * 0.01 / BRISTLES["sigma0"], rel=1e-12)
    at_rest = analysis.linearize(held, found.state, inputs={"push.force": 0.0})
    assert at_rest.entry("rub.z", "block.x'") == pytest.approx(1.0, rel=1e-14), "bristles at rest are a spring"


@pytest.mark.parametrize(
    "wrong",
    [
        lw.JointDamper("speed.y", 1.0),
        lw.CoulombFriction("speed.y", 1.0),
        lw.Gear("way.slide", "speed.y", ratio=2.0),
        lw.ConstantSpeed("speed.y", 1.0),
        lw.Nonholonomic(("way.slide", "speed.y"), lambda _, __, s: s[0] - s[1]),
    ],
    ids=lambda wrong: type(wrong).__name__,
)
@pytest.mark.parametrize("formalism", [formalisms.modular, formalisms.kane], ids=["modular", "kane"])
def test_forces_and_constraints_on_states_are_refused(formalism, wrong):
    machine = slide(speed=lw.LowPass("way.slide'", T1), wrong=wrong)
    with pytest.raises(ModelError, match=f"wrong: a {type(wrong).__name__} is .* is a state"):
        formalism(machine)


def test_a_rate_of_a_speed_without_position_and_bad_numbers_are_refused():
    machine = slide(speed=lw.LowPass("way.slide'", T1), second=lw.LowPass("speed.y'", T2))
    with pytest.raises(ValueError, match=r"speed\.y is a speed without a position; write speed\.y"):
        formalisms.modular(machine)
    with pytest.raises(ValueError, match="time_constant"):
        lw.compile(formalisms.modular(slide(speed=lw.LowPass("way.slide'", 0.0))))
    with pytest.raises(ValueError, match=r"static is .* at least coulomb"):
        lw.compile(formalisms.modular(slide(rub=lw.LuGre("way.slide", **{**BRISTLES, "static": 0.5}))))


@dataclass(frozen=True)
class Maxwell(Connection):
    """A spring and a damper in a row on a joint: F' = stiffness s - (stiffness / damping) F; a user's own part."""

    quantity: str
    stiffness: float
    damping: float

    @property
    def quantities(self):
        return (self.quantity,)

    @property
    def arguments(self):
        return (
            Argument("stiffness", self.stiffness, "N/m", "stiffness", keep=True),
            Argument("damping", self.damping, "N s/m", "damping", keep=True),
        )

    @property
    def state_names(self):
        return ("force",)

    def states(self, ports):
        k, d = ports.values["stiffness"], ports.values["damping"]
        return (StateRate(Label("force", "N", "force"), k * ports.quantities[0].s - k / d * ports.states[0]),)

    def loads(self, ports):
        return (Load(ports.quantities[0].s, -ports.states[0], "loss"),)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("formalism", "join"), WAYS, ids=NAMES)
def test_a_users_own_part_with_a_state(formalism, join):
    dynamics = lw.compile(formalism(slide(link=Maxwell("way.slide", 20.0, 3.0))), join=join)
    state = dynamics.assemble({}, {"way.slide": 0.8})
    trajectory = lw.simulate(
        dynamics, state, duration=1.0, inputs={"push.force": 0.0}, samples=5, rtol=1e-11, atol=1e-13
    )
    # m s'' + (m k / d) s' + k s = 0
    rates = np.roots([MASS, MASS * 20.0 / 3.0, 20.0])
    shares = np.linalg.solve(np.array([[1.0, 1.0], rates]), [0.8, 0.0])
    exact = np.real(shares @ np.exp(np.outer(rates, trajectory.time)))
    assert np.max(np.abs(trajectory["way.slide'"] - exact)) < 1e-10


@dataclass(frozen=True)
class MaxwellBetween(Maxwell):
    """The same between two slides: F' = stiffness (s_1 - s_2) - (stiffness / damping) F."""

    second: str = ""

    @property
    def quantities(self):
        return (self.quantity, self.second)

    def states(self, ports):
        k, d = ports.values["stiffness"], ports.values["damping"]
        first, second = ports.quantities
        return (StateRate(Label("force", "N", "force"), k * (first.s - second.s) - k / d * ports.states[0]),)

    def loads(self, ports):
        first, second = ports.quantities
        return (Load(first.s - second.s, -ports.states[0], "loss"),)


@pytest.mark.one_in(2)
@pytest.mark.parametrize(("formalism", "join"), WAYS, ids=NAMES)
def test_a_part_with_a_state_between_two_quantities(formalism, join):
    """Two masses m: their difference moves as a mass m / 2 against F, their sum goes on as it was."""
    machine = lw.Mechanism(
        "masses",
        {"one": lw.Body(MASS, 0.1, home="left"), "two": lw.Body(MASS, 0.1, home="right")},
        {
            "left": lw.Prismatic("ground", "one"),
            "right": lw.Prismatic("ground", "two"),
            "link": MaxwellBetween("left.slide", 20.0, 3.0, "right.slide"),
        },
    )
    dynamics = lw.compile(formalism(machine), join=join)
    state = dynamics.assemble({}, {"left.slide": 0.8, "right.slide": 0.2})
    run = lw.simulate(dynamics, state, duration=1.0, samples=5, rtol=1e-11, atol=1e-13)
    rates = np.roots([MASS / 2, MASS / 2 * 20.0 / 3.0, 20.0])
    shares = np.linalg.solve(np.array([[1.0, 1.0], rates]), [0.6, 0.0])
    exact = np.real(shares @ np.exp(np.outer(rates, run.time)))
    assert np.max(np.abs(run["left.slide'"] - run["right.slide'"] - exact)) < 1e-10
    assert np.max(np.abs(run["left.slide'"] + run["right.slide'"] - 1.0)) < 1e-10


def test_machines_with_states_are_data():
    machine = copy.deepcopy(filtered())
    equations = copy.deepcopy(formalisms.modular(machine))
    dynamics = pickle.loads(pickle.dumps(lw.compile(equations)))  # noqa: S301  our own bytes
    state = dynamics.assemble({}, {"way.slide": 0.5, "speed.y": 0.1})
    again = lw.compile(formalisms.modular(filtered()))
    assert dynamics.forward(state, {"push.force": FORCE}) == again.forward(state, {"push.force": FORCE})


def chain(count):
    """A chain of bars with a filter and bristles on every fifth joint."""
    parts = {f"b{k}": lw.Body(0.3, 0.01, points={"a": (-0.05, 0.0), "b": (0.05, 0.0)}) for k in range(count)}
    joints = {f"j{k}": lw.Revolute(f"b{k - 1}.b" if k else "ground", f"b{k}.a") for k in range(count)}
    more = {f"low{k}": lw.LowPass(f"j{k}.angle'", 0.05) for k in range(0, count, 5)}
    more |= {f"rub{k}": lw.LuGre(f"j{k}.angle", 3.0, 0.3, 0.02, 0.2, 0.3, 0.1) for k in range(0, count, 5)}
    return lw.Mechanism("chain", parts, {**joints, **more, "second": lw.LowPass("low5.y", 0.02)}, gravity=(0.0, -9.81))


def test_rates_of_states_in_machines_that_run_as_loops():
    dynamics = lw.compile(formalisms.denoc(chain(26)))
    assert isinstance(dynamics.join, joins.Recursion)
    speeds = {f"j{k}.angle": 0.1 + 0.03 * k for k in range(26)} | {"low5.y": 0.4, "second.y": -0.2, "rub10.z": 0.02}
    state = dynamics.assemble({f"j{k}.angle": 0.02 * k for k in range(26)}, speeds)
    rates, s = dynamics.forward(state), speeds["j10.angle"]
    assert rates["low5.y"] == pytest.approx((speeds["j5.angle"] - 0.4) / 0.05, rel=1e-13)
    assert rates["second.y"] == pytest.approx((0.4 + 0.2) / 0.02, rel=1e-13)
    friction = 0.2 + 0.1 * np.exp(-((s / 0.1) ** 2))
    assert rates["rub10.z"] == pytest.approx(s - 3.0 * abs(s) * 0.02 / friction, rel=1e-13)
    assert dynamics.describe().title.endswith("26 speeds, 0 constraints, 26 degrees of freedom, 13 states")
    assert len(dynamics.plant.layout.x) == 13


def test_inverse_dynamics_of_machines_that_run_as_loops_leaves_states_out():
    machine = chain(26)
    drives = {f"drive{k}": lw.Torque(f"j{k}.angle") for k in range(26)}
    driven = lw.Mechanism("chain", machine.parts, {**machine.connections, **drives}, gravity=(0.0, -9.81))
    dynamics = lw.compile(formalisms.denoc(driven))
    speeds = {f"j{k}.angle": 0.1 + 0.03 * k for k in range(26)} | {"low5.y": 0.4, "rub10.z": 0.02}
    state = dynamics.assemble({f"j{k}.angle": 0.02 * k for k in range(26)}, speeds)
    torques = {f"drive{k}.tau": 0.3 - 0.02 * k for k in range(26)}
    rates = dynamics.forward(state, torques)
    wanted = {f"j{k}.angle": rates[f"j{k}.angle"] for k in range(26)}
    assert dynamics.inverse(state, wanted) == pytest.approx(torques, abs=1e-10)
    with pytest.raises(ValueError, match=r"low5\.y: the rate of a state"):
        dynamics.inverse(state, {**wanted, "low5.y": 0.0})


@pytest.mark.long
def test_machines_that_run_as_loops_have_states_too():
    ends = []
    for join in (joins.Recursion(), joins.Complement()):
        dynamics = lw.compile(formalisms.denoc(chain(26)), join=join)
        state = dynamics.assemble({f"j{k}.angle": 0.02 * k for k in range(26)})
        trajectory = lw.simulate(dynamics, state, duration=0.05, samples=3, rtol=1e-9, atol=1e-11)
        assert trajectory.certificate.energy_error < 1e-12
        ends.append([trajectory[name][-1] for name in ("j5.angle", "rub5.z", "low5.y", "second.y")])
    assert ends[0] == pytest.approx(ends[1], rel=1e-8)

"""Certificates of runs: verdict, drift and estimated error against closed forms; tolerances that cannot be met."""

import re
from fractions import Fraction

import numpy as np
import pytest
from scipy.integrate import quad, solve_ivp
from tests.simulation.machines import stiff_mass

import linkwright as lw
from oracles import four_bar
from oracles.links import uniform


def oscillator(rate: float = 3.0) -> lw.Dynamics:
    """A mass of 2 kg on a spring: x = a cos(rate t)."""
    parts: dict[str, lw.Body | lw.Ground] = {"ground": lw.Ground(), "mass": lw.Body(2.0, 1.0)}
    machine = lw.Mechanism(
        "oscillator",
        parts,
        {"rail": lw.Prismatic("ground", "mass"), "spring": lw.JointSpring("rail.slide", 2.0 * rate**2)},
    )
    return lw.compile(lw.formalisms.modular(machine))


@pytest.fixture(scope="module")
def mass() -> lw.Dynamics:
    return oscillator()


def test_the_estimate_bounds_the_true_error_of_a_motion_that_keeps_errors(mass: lw.Dynamics) -> None:
    """An oscillator neither damps errors nor lets their size grow; they add up."""
    for rtol in (1e-5, 1e-8):
        motion = lw.simulate(
            mass, mass.assemble({"rail.slide": 0.1}), duration=60.0, rtol=rtol, atol=1e-12, samples=301
        )
        error = np.max(np.abs(motion["rail.slide"] - 0.1 * np.cos(3.0 * motion.time))) / 0.1
        estimate = motion.certificate.estimated_error
        assert estimate is not None
        assert 0.01 * estimate < error < 3 * estimate
        assert motion.certificate.verdict == "trusted"


def test_a_drift_is_fitted(mass: lw.Dynamics) -> None:
    """Explicit steps lose energy in proportion to time; the fit and the last value tell the same."""
    motion = lw.simulate(
        mass, mass.assemble({"rail.slide": 0.1}), duration=400.0, rtol=1e-5, atol=1e-9, samples=2001,
        integrator=lw.integrators.DormandPrince(),
    )  # fmt: skip
    certificate = motion.certificate
    assert certificate.energy_drift is not None
    assert certificate.energy_growth is not None
    total = np.max(motion["energy.kinetic"] + motion["energy.potential"])
    assert certificate.energy_drift * 400.0 == pytest.approx(motion["energy.error"][-1] / total, rel=0.1)
    assert certificate.energy_growth == pytest.approx(1.0, abs=0.1)
    assert "at most linearly" in certificate.in_words()


def test_tolerances_that_cannot_be_met_are_said(mass: lw.Dynamics) -> None:
    state = mass.assemble({"rail.slide": 0.1})
    with pytest.raises(ValueError, match="rtol = 1e-17 is below what double precision can give; use 1e-14 or more"):
        lw.simulate(mass, state, duration=1.0, rtol=1e-17)
    with pytest.raises(ValueError, match="atol = 1e-300 is below what double precision can give"):
        lw.simulate(mass, state, duration=1.0, atol=1e-300)
    tight = lw.simulate(mass, state, duration=20.0, rtol=1e-14, atol=1e-30, integrator=lw.integrators.DormandPrince())
    assert tight.outcome.finished or "step became too small" in tight.outcome.reason
    assert tight.certificate.verdict in ("trusted", "check", "failed")
    if tight.outcome.kind == "failed":
        assert tight.certificate.verdict == "failed"
        assert "less accuracy" in tight.outcome.remedy


def test_a_prescribed_motion_has_a_verdict() -> None:
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))
    motion = dynamics.inverse(lw.Motion({"phi": lw.laws.Cycloid(1.0, 2.0, 1.0)}))
    assert motion.certificate.verdict == "trusted"


# -- dense output ----------------------------------------------------------------------------------------------------


METHODS = [
    lw.integrators.DormandPrince(),
    lw.integrators.DormandPrince8(),
    lw.integrators.Rosenbrock(),
    lw.integrators.Radau(),
]


@pytest.mark.parametrize("integrator", METHODS, ids=lambda method: type(method).__name__)
def test_resampling_is_as_good_as_the_run(mass: lw.Dynamics, integrator: lw.integrators.Integrator) -> None:
    """At random times between steps, against the closed form, also for rates, energies and poses, and after a file."""
    motion = lw.simulate(
        mass,
        mass.assemble({"rail.slide": 0.1}),
        duration=10.0,
        rtol=1e-8,
        atol=1e-10,
        integrator=integrator,
        dense=True,
    )
    times = np.sort(np.random.default_rng(3).uniform(0.0, 10.0, 400))
    again = motion.resample(times)
    x, v = 0.1 * np.cos(3.0 * times), -0.3 * np.sin(3.0 * times)
    at_nodes = np.max(np.abs(motion["rail.slide"] - 0.1 * np.cos(3.0 * motion.time)))
    allowed = 3 * at_nodes + 2e-10
    assert np.max(np.abs(again["rail.slide"] - x)) < allowed
    assert np.max(np.abs(again["rail.slide'"] - v)) < 3 * allowed + 1e-9
    assert np.max(np.abs(again["energy.kinetic"] - v**2)) < 10 * allowed
    assert np.max(np.abs(again.poses["mass"][:, 0] - x)) < allowed
    assert "dense_nodes" not in again.provenance


def test_resampling_needs_no_samples_of_the_user_and_no_model(mass: lw.Dynamics, tmp_path: object) -> None:
    plain = lw.simulate(mass, mass.assemble({"rail.slide": 0.1}), duration=10.0, samples=21)
    dense = lw.simulate(mass, mass.assemble({"rail.slide": 0.1}), duration=10.0, samples=21, dense=True)
    loaded = lw.Trajectory.load(dense.save(f"{tmp_path}/run.parquet"))
    times = np.linspace(0.05, 9.9, 200)
    exact = 0.1 * np.cos(3.0 * times)
    assert np.max(np.abs(plain.resample(times)["rail.slide"] - exact)) > 1e-4
    assert np.max(np.abs(loaded.resample(times)["rail.slide"] - exact)) < 1e-9
    part = loaded.slice(2.0, 7.0)
    inner = times[(times > part.time[0]) & (times < part.time[-1])]
    middle = inner[(inner > 3.0) & (inner < 6.0)]
    assert np.max(np.abs(part.resample(middle)["rail.slide"] - 0.1 * np.cos(3.0 * middle))) < 1e-9
    assert dense.certificate.steps == plain.certificate.steps
    with pytest.raises(ValueError, match="outside this trajectory"):
        loaded.resample([0.0, 11.0])
    with pytest.raises(ValueError, match="strictly increasing"):
        loaded.resample([1.0, 0.5])


def test_jumps_of_inputs_stay_sharp_in_dense_output() -> None:
    """A force that is switched on: the velocity has a corner, the input a jump, at a time between samples."""
    parts: dict[str, lw.Body | lw.Ground] = {"ground": lw.Ground(), "mass": lw.Body(2.0, 1.0)}
    machine = lw.Mechanism("pushed", parts, {"rail": lw.Prismatic("ground", "mass"), "push": lw.Force("rail.slide")})
    dynamics = lw.compile(lw.formalisms.modular(machine))
    (name,) = dynamics.inputs
    step = lw.laws.Table((0.0, 0.7313), (0.0, 4.0), "held")
    motion = lw.simulate(dynamics, dynamics.assemble(), duration=2.0, inputs={name: step}, dense=True)
    times = np.linspace(0.001, 1.999, 777)
    again = motion.resample(times)
    late = np.maximum(0.0, times - 0.7313)
    assert np.max(np.abs(again["rail.slide"] - late**2)) < 1e-9
    assert np.max(np.abs(again["rail.slide'"] - 2 * late)) < 1e-9
    assert np.max(np.abs(again[name] - np.where(times >= 0.7313, 4.0, 0.0))) < 1e-9


def test_dense_output_has_no_gap_where_a_singular_place_is_passed() -> None:
    """Against a run at reference accuracy with its own samples; the parallelogram is flat twice in this time."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.n_four_bar(1)))
    start = dynamics.assemble(speeds={"x0": 1.0})
    dense = lw.simulate(dynamics, start, duration=2.0, dense=True)
    fine = lw.simulate(dynamics, start, duration=2.0, samples=801, accuracy="reference")
    assert dense.certificate.rank_margin == 0.0
    again = dense.resample(fine.time)
    assert np.max(np.abs(again["x0"] - fine["x0"])) < 1e-7
    assert np.max(np.abs(again["x0'"] - fine["x0'"])) < 1e-6


# -- channels on demand ----------------------------------------------------------------------------------------------


def test_derived_channels_follow_closed_forms(mass: lw.Dynamics) -> None:
    motion = lw.simulate(mass, mass.assemble({"rail.slide": 0.1}), duration=2.0, samples=41, rtol=1e-10)
    more = lw.simulation.derive(
        mass, motion, reactions=["rail"], points=["mass"], efforts=["spring"], accelerations=True, powers=True
    )
    x = 0.1 * np.cos(3.0 * motion.time)
    assert np.max(np.abs(more["rail.slide''"] + 9.0 * x)) < 1e-7
    assert more.unit("rail.slide''") == "m/s^2"
    assert np.max(np.abs(more["effort.spring"] + 18.0 * x)) < 1e-6
    assert "N" in more.unit("effort.spring")
    assert np.max(np.abs(more["mass.x"] - x)) < 1e-8
    assert np.max(np.abs(more["mass.x'"] - motion["rail.slide'"])) < 1e-12
    assert np.max(np.abs(more["power.source"])) == 0.0
    sides = [name for name in more.names if name.startswith("reaction.rail.")]
    assert sides
    assert max(float(np.max(np.abs(more[name]))) for name in sides) < 1e-9  # nothing pushes across the rail
    assert more.certificate == motion.certificate


def test_reactions_of_a_pendulum_are_those_of_its_closed_form() -> None:
    """m (a - g) at the mass centre, with a from the angle, its rate and a'' = -m g l cos a / (I + m l^2)."""
    m, inertia, length, g = 2.0, 0.1, 0.5, 9.81
    parts: dict[str, lw.Body | lw.Ground] = {"ground": lw.Ground(), "rod": lw.Body(m, inertia, centre=(length, 0.0))}
    machine = lw.Mechanism("swing", parts, {"pin": lw.Revolute("ground", "rod")}, gravity=(0.0, -g))
    dynamics = lw.compile(lw.formalisms.modular(machine))
    motion = lw.simulate(dynamics, dynamics.assemble({"pin.angle": 0.3}), duration=2.0, samples=101, rtol=1e-10)
    more = lw.simulation.derive(dynamics, motion, reactions=["pin"], points=["rod.centre"], accelerations=True)
    angle, rate = motion["pin.angle"], motion["pin.angle'"]
    second = -m * g * length * np.cos(angle) / (inertia + m * length**2)
    assert np.max(np.abs(more["pin.angle''"] - second)) < 1e-9
    assert np.max(np.abs(more["rod.centre.y"] - length * np.sin(angle))) < 1e-12
    x = m * length * (-second * np.sin(angle) - rate**2 * np.cos(angle))
    y = m * length * (second * np.cos(angle) - rate**2 * np.sin(angle)) + m * g
    assert np.max(np.abs(more["reaction.pin.x"] - x)) < 1e-8
    assert np.max(np.abs(more["reaction.pin.y"] - y)) < 1e-8
    assert more.unit("reaction.pin.x") == "N"


def test_wrong_names_are_said_all_at_once(mass: lw.Dynamics) -> None:
    motion = lw.simulate(mass, mass.assemble({"rail.slide": 0.1}), duration=0.1, samples=3)
    with pytest.raises(
        ValueError, match=r"no point 'mas'; .*mass.*no joint 'rial'; .*rail.*no load 'sprong'; .*spring"
    ):
        lw.simulation.derive(mass, motion, reactions=["rial"], points=["mas"], efforts=["sprong"])
    with pytest.raises(TypeError, match=r"reactions is a str .*, such as \['rail'\]"):
        lw.simulation.derive(mass, motion, reactions="rail")
    name = next(iter(mass.parameters))
    with pytest.raises(ValueError, match=f"parameters differ: {re.escape(name)} = 7, in the run it was 2"):
        lw.simulation.derive(mass.with_parameters({name: 7.0}), motion, accelerations=True)
    with pytest.raises(ValueError, match=r"not of this machine: the machine has other coordinates"):
        lw.simulation.derive(lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar())), motion, accelerations=True)


def test_xarray_holds_channels_poses_and_certificate(mass: lw.Dynamics) -> None:
    pytest.importorskip("xarray")
    motion = lw.simulate(mass, mass.assemble({"rail.slide": 0.1}), duration=0.1, samples=3)
    data = motion.to_xarray()
    assert np.array_equal(data["rail.slide"].values, motion["rail.slide"])
    assert data["rail.slide"].attrs["units"] == "m"
    assert data["pose:mass"].sel(pose="x").shape == (3,)
    assert '"trusted"' in data.attrs["certificate"]


# -- at length -------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_million_steps_in_the_certificate(tmp_path: object) -> None:
    """Streamed: constraints below 10 atol everywhere, energy error linear, kept: no trend; the phase is lost."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))
    state = dynamics.assemble(speeds={"phi": 12.0})
    for keep in (False, True):
        motion = lw.simulate(
            dynamics, state, duration=10_000.0, inputs={"tau": 0.0}, samples=200_001, keep_energy=keep,
            stream=f"{tmp_path}/{keep}.parquet",
        )  # fmt: skip
        certificate = motion.certificate
        assert motion.outcome.finished
        assert (certificate.steps or 0) > 1_000_000
        assert (certificate.position_residual or 0.0) < 10 * 1e-10
        assert (certificate.velocity_residual or 0.0) < 10 * 1e-10
        assert certificate.energy_error is not None
        assert certificate.energy_growth is not None
        assert certificate.energy_growth < 1.1
        if keep:
            assert certificate.energy_error < 100 * 1e-8
            assert certificate.energy_growth < 0.3
        else:
            assert certificate.energy_growth > 0.9
        lost = abs(float(motion["phi"][-1]) - crank_angle(10_000.0))
        assert certificate.global_error is not None
        assert min(lost, 1.0) / 10 < certificate.global_error  # speeds and other angles may be off by more
        assert certificate.verdict == ("failed" if certificate.global_error > 0.1 else "check")
        assert lost < 1e-3 or not keep


def crank_angle(t: float) -> float:
    """Angle of the four-bar's crank a time after 60 degrees at 12 rad/s, by the period from its energy (quadrature)."""
    machine = four_bar.FourBar(
        0.40, uniform(0.10, 0.20), uniform(0.35, 0.70), uniform(0.30, 0.60), gravity=(0.0, -9.81)
    )
    energy = four_bar.energy(machine, np.pi / 3, 12.0)

    def slowness(angle: float) -> float:
        left = energy - four_bar.energy(machine, angle, 0.0)
        return float(np.sqrt(four_bar.effective_inertia(machine, angle)[0] / (2 * left)))

    period = quad(slowness, 0.0, 2 * np.pi, epsabs=1e-14, epsrel=1e-13, limit=400)[0]
    turns, rest = divmod(t, period)
    run = solve_ivp(
        lambda _, y: [y[1], four_bar.acceleration(machine, y[0], y[1])], (0.0, rest), [np.pi / 3, 12.0],
        method="DOP853", rtol=1e-12, atol=1e-12,
    )  # fmt: skip
    return float(2 * np.pi * turns + run.y[0, -1])


def test_steps_held_by_stability_are_said() -> None:
    """A mass in thick oil creeps for seconds, its speed decays in a millisecond: explicit steps are held to that."""
    oil = lw.compile(lw.formalisms.modular(stiff_mass(100.0, 1000.0)))  # decay within 1 / 1000 s, creep over 10 s
    start = oil.assemble({"slide.slide": 0.1})
    held = lw.simulate(oil, start, duration=20.0, accuracy="draft", inputs={"push.force": 0.0})
    (words,) = held.certificate.notes
    assert words.startswith("stiff: steps of ")
    assert "something decays within 0.001 s" in words
    assert (held.certificate.steps or 0) > 2000
    free = lw.simulate(
        oil, start, duration=20.0, accuracy="draft", inputs={"push.force": 0.0}, integrator=lw.integrators.Radau()
    )
    assert free.certificate.notes == ()
    assert (free.certificate.steps or 0) < 100


@pytest.mark.parametrize(("every", "said"), [(0.005, False), (5.0, True)])
def test_a_run_that_samples_cut_into_short_pieces_is_not_told_to_be_stiff(every: float, said: bool) -> None:
    """An implicit run of the same takes as many steps, each far dearer, where it begins anew all 5 ms."""
    oil = lw.compile(lw.formalisms.modular(stiff_mass(500.0, 5000.0)))
    wires = {"hold.measurement": "slide.slide", "push.force": "hold.command"}
    loop = lw.ClosedLoop(oil, lw.control.Diagram({"hold": lw.control.P(1.0).every(Fraction(str(every)))}, wires))
    given = {"duration": 20.0, "accuracy": "draft", "inputs": {"hold.reference": 0.0}}
    start = loop.assemble({"slide.slide": 0.1})
    held = lw.simulate(loop, start, **given)
    steps = held.certificate.steps
    free = lw.simulate(loop, start, **given, integrator=lw.integrators.Rosenbrock()).certificate.steps
    assert steps > 2000
    assert (steps > 8 * free) == said
    notes = [words for words in held.certificate.notes if words.startswith("stiff")]
    assert len(notes) == said
    assert all("lw.integrators.Rosenbrock()" in words for words in notes)


def test_many_steps_of_an_oscillation_are_not_called_stiff(mass: lw.Dynamics) -> None:
    motion = lw.simulate(mass, mass.assemble({"rail.slide": 0.1}), duration=2000.0, accuracy="draft")
    assert (motion.certificate.steps or 0) > 2000
    assert motion.certificate.notes == ()


def test_samples_where_nothing_is_in_play_do_not_make_a_run_fail() -> None:
    """A mass under a force of 200 Hz, sampled whenever it is at rest; and motions smaller than atol."""
    parts = {"r": lw.Prismatic("ground", "b"), "F": lw.Force("r.slide")}
    machine = lw.Mechanism("slider", {"b": lw.Body(1.0, 1.0, home="r")}, parts)
    dynamics = lw.compile(lw.formalisms.modular(machine))
    for force, samples in ((1.0, 11), (1e-9, 11), (1e-12, 1001)):
        motion = lw.simulate(
            dynamics, dynamics.assemble(), duration=1.0, inputs={"F.force": lw.laws.Sine(force, 200.0)},
            samples=samples,
        )  # fmt: skip
        assert motion.outcome.finished
        w = 400 * np.pi
        wanted = force / w * (motion.time - np.sin(w * motion.time) / w)
        np.testing.assert_allclose(motion["r.slide"], wanted, rtol=0, atol=1e-9)

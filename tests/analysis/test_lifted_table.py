"""The linear model of the 3PRS table under its cascade: against sines, python-control, and runs beside its margins."""

from functools import cache

import numpy as np
import pytest

import linkwright as lw
from oracles import mast_table

CURRENTS = tuple(f"axis{k}.current.command" for k in "123")


@cache
def dynamics(parameters="identified", *, alone=False):
    machine = lw.mechanisms.mast_3prs(parameters=parameters, drives_alone=alone)
    return lw.compile(lw.formalisms.boltzmann_hamel(machine))


def closed(parameters="identified", *, alone=False, **numbers):
    machine = dynamics(parameters, alone=alone)
    options = {name.replace("_", "."): value for name, value in numbers.items()}
    return lw.ClosedLoop(machine, lw.mechanisms.mast_control(machine, options)).with_parameters(tau_f=0.0)


@cache
def linear(parameters="identified", *, alone=False):
    loop = closed(parameters, alone=alone)
    return lw.analysis.linearize(loop, loop.steady_state(loop.assemble()))


def test_the_steady_state_twists_the_shafts_until_they_carry_the_table():
    """The static forces of the guides add up to 22.2687 N: the weight of platform and bars."""
    loop = closed()
    home = loop.assemble()
    steady = loop.steady_state(home)
    assert [steady[name] for name in ("z", "psi", "theta")] == pytest.approx([home["z"], 0.0, 0.0], abs=1e-12)
    twists = [steady[f"drive{k}.angle"] - steady[f"drive{k}.pulley"] for k in "123"]
    plant = mast_table.IDENTIFIED
    assert plant.K1 * sum(twists) == pytest.approx((plant.m_p + 3 * plant.m_b) * plant.g * plant.n, rel=1e-9)
    assert [plant.kT * steady[f"drive{k}.i"] for k in "123"] == pytest.approx([plant.K1 * twist for twist in twists])
    run = lw.simulate(loop, steady, duration=0.05, inputs=dict(steady.inputs), samples=11)
    assert run["z"] == pytest.approx([home["z"]] * 11, abs=1e-10)


def against_sines(frequencies):
    loop = closed()
    sines = lw.analysis.frequency_response(
        loop, input="pose.z", output="z", frequencies=frequencies, amplitudes=1e-4,
        integrator=lw.integrators.RungeKutta4(step=50e-6), processes=1,
    )  # fmt: skip
    found = linear().frequency_response("pose.z", "z", frequencies)
    for point, value in zip(sines.points, found.values, strict=True):
        assert abs(20 * np.log10(abs(value) / point.magnitude)) < 0.001
        assert abs(np.degrees(np.angle(value)) - point.phase_deg) < 0.01


def test_it_answers_as_small_sines_do():
    found = linear().frequency_response("pose.z", "z", [10.0])
    assert 100 * found.magnitude[0] == pytest.approx(42.993, abs=5e-4)
    assert found.phase_deg[0] == pytest.approx(-96.714, abs=5e-4)
    against_sines([10.0, 20.0])


@pytest.mark.long
def test_it_answers_as_small_sines_do_over_the_whole_range():
    against_sines([0.5, 1.0, 2.0, 3.4, 5.0, 7.0, 14.0])


def test_signals_answer_as_in_sines():
    """A current, a command that is held, and a rotation, as the readings of a run have them."""
    loop = closed()
    waves = {}
    for name in ("drive1.i", "axis1.speed.command"):
        (point,) = lw.analysis.frequency_response(
            loop, input="pose.z", output=name, frequencies=[20.0], amplitudes=1e-4,
            integrator=lw.integrators.RungeKutta4(step=50e-6), processes=1,
        ).points  # fmt: skip
        waves[name] = point.magnitude * np.exp(1j * np.radians(point.phase_deg))
    for name, expected in waves.items():
        (found,) = linear().frequency_response("pose.z", name, [20.0]).values
        assert found == pytest.approx(expected, rel=2e-4)


def test_margins_of_the_position_loop_are_those_of_python_control():
    """Its own method for state spaces makes polynomials, which lose all digits with 20 states: it is given data."""
    toolbox = pytest.importorskip("control")
    model = linear()
    margins = model.margins(at="axis1.position.command")
    transfer = model.loop_transfer("axis1.position.command")
    assert transfer.samples == 1
    near = [np.linspace(0.999, 1.001, 41) * f for f in (margins.phase_frequency, margins.gain_up_frequency)]
    grid = np.unique(np.concatenate([np.geomspace(0.1, 60.0, 400), *near]))
    data = toolbox.frd(-transfer.values(grid)[:, 0, 0], 2 * np.pi * grid)
    gain, phase, *_ = toolbox.stability_margins(data)
    assert margins.gain_up == pytest.approx(gain, rel=1e-9)
    assert margins.phase_deg == pytest.approx(phase, rel=1e-9)
    assert margins.gain_down == 0.0
    peak, frequency = model.peak_sensitivity("axis1.position.command")
    around = np.linspace(0.9, 1.1, 2001) * frequency
    assert peak == pytest.approx(np.max(1 / abs(1 - transfer.values(around)[:, 0, 0])), rel=1e-6)


def test_the_table_answers_to_forces_on_the_platform():
    """At 0.01 Hz the integrals of the speed loops hold; far above all loops it is the free mass."""
    model = linear()
    low, high = model.frequency_response("force on z", "z", [0.01, 900.0]).magnitude
    assert low < 1e-6
    bare = lw.analysis.linearize(
        dynamics().with_parameters(tau_f=0.0), model.state.state, dict(model.state.commands), outputs=["z"]
    )
    assert set(bare.states) == set(model.states[: len(bare.states)])
    # By reciprocity torque on psi moves z as force on z moves psi, as long as no controller answers.
    one = model.frequency_response("force on z", "psi", [900.0]).values[0]
    other = model.frequency_response("torque on psi", "z", [900.0]).values[0]
    assert one == pytest.approx(other, rel=1e-2)
    assert high > 0


@pytest.mark.parametrize("delay", [pytest.param(0.0, marks=pytest.mark.long), 1e-4])
@pytest.mark.parametrize("parameters", ["identified", pytest.param("manufacturer", marks=pytest.mark.long)])
def test_runs_decay_and_diverge_on_both_sides_of_the_margin(parameters, delay):
    """Both gains of all current controllers 2 % below and above the factor that puts a pole on the unit circle."""
    loop = closed(parameters, current_delay=delay)
    home = loop.assemble()
    model = lw.analysis.linearize(loop, loop.steady_state(home))
    margins = model.margins(at=CURRENTS)
    assert model.stable == (delay == 0.0)
    if not model.stable:
        words = model.instability_in_words()
        assert "axis1.current" in words
    factor = margins.gain_up if model.stable else margins.gain_down
    for share in (0.98, 1.02):
        gains = {name: value * factor * share for name, value in loop.gains.items() if ".current.k" in name}
        other = loop.with_parameters(gains)
        start = other.steady_state(home)
        assert lw.analysis.linearize(other, start).stable == (share < 1)
        run = lw.simulate(
            other, start, duration=0.6, inputs={**start.inputs, "pose.z": start.inputs["pose.z"] + 1e-5},
            integrator=lw.integrators.RungeKutta4(step=50e-6), signals=["axis1.current.command"],
        )  # fmt: skip
        volts = run.signal("axis1.current.command").values
        parts = np.array_split(volts, 4)
        if share < 1:
            assert run.outcome.finished
            assert np.ptp(parts[3]) < 0.5 * np.ptp(parts[1])
        else:
            assert not run.outcome.finished
            assert np.ptp(parts[3]) > 100 * np.ptp(parts[1])
    (point,) = lw.analysis.frequency_response(
        other, input="pose.z", output="z", frequencies=[10.0], amplitudes=1e-4, processes=1,
        integrator=lw.integrators.RungeKutta4(step=50e-6),
    ).points  # fmt: skip
    assert point.outcome == "diverged"


def test_the_drives_alone_have_three_loops_that_do_not_know_each_other():
    model = linear(alone=True)
    apart = model.margins(at=CURRENTS[0])
    together = model.margins(at=CURRENTS)
    assert apart.gain_up == pytest.approx(together.gain_up, rel=1e-9)
    responses = [model.frequency_response(f"pose.{name}", name, [5.0]).values[0] for name in ("z", "psi", "theta")]
    assert responses[1:] == pytest.approx([responses[0]] * 2, rel=1e-9)
    # With the mechanism they respond alike, but not the same.
    expected = mast_table.response(mast_table.alone(mast_table.replace(mast_table.IDENTIFIED, tau_f=0.0)), 20.0, 1e-4)
    (found,) = model.frequency_response("pose.z", "z", [20.0]).values
    assert 100 * abs(found) == pytest.approx(expected.magnitude, rel=1e-3)
    assert np.degrees(np.angle(found)) == pytest.approx(expected.phase, abs=0.05)


def test_every_pose_within_reach_has_a_steady_state_that_is_linearized():
    """Rotors are light: a torque of 1e-8 N m that is left over is an acceleration that shows."""
    loop = closed()
    home = loop.assemble()
    for z, psi in ((0.025, 0.0), (0.0, 0.1), (-0.025, -0.1)):
        pose = {"z": home["z"] + z, "psi": psi, "theta": 0.0}
        steady = loop.steady_state(dynamics().assemble(pose, near=home))
        assert [steady[name] for name in pose] == pytest.approx(list(pose.values()), abs=1e-9)
        assert lw.analysis.linearize(loop, steady).stable

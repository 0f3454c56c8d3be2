"""A saved run is checked by another integrator; a wrong one is found out; what files do not keep is said."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

import linkwright as lw
from linkwright.cli import app
from linkwright.dynamics import State
from linkwright.simulation.results.settings import fingerprint, same
from linkwright.simulation.storage.rebuild import ready_to_text, restore_dynamics
from linkwright.simulation.verification.compare import Limits, differences
from linkwright.simulation.verification.verify import settings_of

OFF = {"A.tau": 0.0, "B.tau": 0.0, "C.tau": 0.0}


@pytest.fixture(scope="module")
def robot() -> lw.Dynamics:
    return lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False)))


@pytest.fixture(scope="module")
def motion(robot: lw.Dynamics) -> lw.Trajectory:
    start = robot.assemble(speeds={"platform.x": 0.3, "platform.y": 0.2, "platform.theta": 1.0})
    inputs = OFF | {"A.tau": lw.laws.Sine(0.01, 1.0)}
    return lw.simulate(robot, start, duration=1.0, inputs=inputs, samples=101)


def with_channel(motion: lw.Trajectory, name: str, values: np.ndarray) -> lw.Trajectory:
    channel = lw.trajectory.Channel(values, motion.unit(name), motion.meaning(name))
    return replace(motion, channels={**dict(motion.channels), name: channel})


def test_a_right_run_is_verified_and_a_changed_number_is_found(robot: lw.Dynamics, motion: lw.Trajectory) -> None:
    found = lw.simulation.verify(motion, robot)
    assert found.agrees
    assert found.integrator.startswith("Dormand-Prince 5")
    assert found.rtol == pytest.approx(1e-10)
    assert {each.name for each in found.differences} >= {"platform.x", "platform.theta'", "energy.kinetic"}
    values = motion["platform.x"].copy()
    values[70] += 1e-5
    wrong = lw.simulation.verify(with_channel(motion, "platform.x", values), robot)
    assert not wrong.agrees
    assert wrong.differences[0].name == "platform.x"
    assert wrong.differences[0].largest == pytest.approx(1e-5, rel=1e-3)
    assert wrong.differences[0].time == wrong.differences[0].beyond == motion.time[70]
    assert "NOT verified" in wrong.in_words()
    assert "platform.x: largest difference 1e-05 m" in wrong.in_words()
    assert lw.simulation.verify(with_channel(motion, "platform.x", values), robot, within=1e-3).agrees


def test_a_run_with_too_large_steps_is_found_out(robot: lw.Dynamics, motion: lw.Trajectory) -> None:
    """A fixed step that is far too long: the certificate asks to check, and the check says no."""
    start = robot.assemble(speeds={"platform.x": 0.3, "platform.y": 0.2, "platform.theta": 1.0})
    rough = lw.simulate(
        robot, start, duration=1.0, inputs=OFF, samples=11, integrator=lw.integrators.RungeKutta4(step=0.1)
    )
    assert rough.certificate.verdict == "check"
    found = lw.simulation.verify(rough, robot)
    assert not found.agrees
    assert "fixed step of 0.1 s, whose error nothing controls: take a shorter one" in found.in_words()
    assert found.as_dict()["fixed_step"] == 0.1
    assert lw.simulation.verify(motion, robot).as_dict()["fixed_step"] is None


@pytest.mark.parametrize("integrator", [lw.integrators.DormandPrince(), lw.integrators.Radau()], ids=["5", "radau"])
def test_every_kind_of_run_can_be_verified(robot: lw.Dynamics, integrator: lw.integrators.Integrator) -> None:
    start = robot.assemble(speeds={"platform.x": 0.3, "platform.y": 0.2, "platform.theta": 1.0})
    run = lw.simulate(robot, start, duration=0.5, inputs=OFF, rtol=1e-6, dense=True, integrator=integrator)
    found = lw.simulation.verify(run, robot)
    assert found.agrees
    assert not found.integrator.startswith(run.certificate.integrator or "?")
    assert lw.simulation.verify(run.slice(0.1, 0.4), robot).agrees


@pytest.fixture(scope="module")
def pendulum() -> lw.Dynamics:
    return lw.compile(lw.formalisms.modular(lw.mechanisms.double_pendulum()))


def swung(pendulum: lw.Dynamics, duration: float, samples: int = 201) -> lw.Trajectory:
    start = pendulum.assemble({"theta1": 1.2, "theta2": -0.6})
    return lw.simulate(pendulum, start, duration=duration, inputs={"tau1": 0.0, "tau2": 0.0}, samples=samples)


def test_a_drift_of_phase_that_the_run_itself_announces_is_told_apart_from_errors() -> None:
    """A crank that turns a hundred times: the phase drifts; the same difference all at once is an error."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.slider_crank()))
    start = dynamics.assemble(speeds={"phi": 30.0})
    run = lw.simulate(dynamics, start, duration=15.0, inputs={"tau": 0.0, "force": 0.0}, samples=301)
    found = lw.simulation.verify(run, dynamics)
    assert found.agrees
    assert found.drifts
    assert 1e-6 < found.error < 1e-4  # more than 100 tolerances
    assert "verified, with a drift, until t = 15 s" in found.in_words()
    assert "Its own estimate of the errors of steps" in found.in_words()
    values = run["x"].copy()
    values[20] += 5e-5 * np.max(np.abs(values))
    wrong = lw.simulation.verify(with_channel(run, "x", values), dynamics)
    assert not wrong.agrees
    assert [each.name for each in wrong.differences if not each.agrees] == ["x"]
    assert not lw.simulation.verify(run, dynamics, within=1e-7).agrees


def test_a_motion_that_multiplies_errors_is_not_verified_however_well_it_keeps_its_energy(
    pendulum: lw.Dynamics,
) -> None:
    run = swung(pendulum, 20.0)
    assert run.certificate.energy_error is not None
    assert run.certificate.energy_error < 1e-8
    found = lw.simulation.verify(run, pendulum)
    assert not found.agrees
    assert found.error > 1e-3
    assert "this motion multiplies errors" in found.in_words()
    assert lw.simulation.verify(run.slice(0.0, 4.0), pendulum).agrees


def test_values_that_are_missing_and_poses_that_are_wrong_are_found(pendulum: lw.Dynamics) -> None:
    run = swung(pendulum, 1.0, 51)
    lost = lw.simulation.verify(with_channel(run, "theta1", np.where(run.time > 0.5, np.nan, run["theta1"])), pendulum)
    assert not lost.agrees
    assert lost.differences[0].name == "theta1"
    assert lost.differences[0].beyond == pytest.approx(0.52)
    assert "values are missing (NaN) in theta1" in lost.in_words()
    json.dumps(lost.as_dict(), allow_nan=False)
    moved = run.poses["second"].copy()
    moved[30, 0] += 1e-4
    wrong = lw.simulation.verify(replace(run, poses={**dict(run.poses), "second": moved}), pendulum)
    assert wrong.differences[0].name == "pose of second (position)"
    assert wrong.differences[0].largest == pytest.approx(1e-4, rel=1e-3)
    opposite = {body: pose * np.array([1, 1, 1, -1, -1, -1, -1]) for body, pose in run.poses.items()}
    assert lw.simulation.verify(replace(run, poses=opposite), pendulum).agrees  # the same attitudes


def test_what_is_not_compared_is_said(pendulum: lw.Dynamics) -> None:
    run = swung(pendulum, 1.0, 51)
    found = lw.simulation.verify(lw.simulation.derive(pendulum, run, accelerations=True), pendulum)
    assert found.agrees
    assert "theta1''" in found.not_compared
    assert "not compared, since they were derived from the run later: " in found.in_words()
    with pytest.raises(ValueError, match="no channel and no pose that could be compared"):
        lw.simulation.verify(replace(run, channels={}, poses={}), pendulum)


def test_a_file_alone_is_enough_for_a_ready_machine(motion: lw.Trajectory, tmp_path: Path) -> None:
    loaded = lw.Trajectory.load(motion.save(tmp_path / "run.csv"))
    assert lw.simulation.verify(loaded, restore_dynamics(loaded.provenance, settings_of(loaded), "")).agrees


def test_a_machine_made_again_can_be_made_again_from_what_it_computes() -> None:
    """A run that is killed and resumed twice: options of the machine are told on."""
    told = ready_to_text("n_four_bar", {"n": 2})
    equations = lw.formalisms.kane(lw.mechanisms.n_four_bar(2))
    first = lw.compile(replace(equations, provenance={**equations.provenance, "ready": told}))
    for _ in range(3):
        run = lw.simulate(first, first.assemble(speeds={"x0": 1.0}), duration=0.1, samples=3)
        assert run.provenance["ready"]["options"] == {"n": 2}
        first = restore_dynamics(run.provenance, settings_of(run), "")


def test_other_machines_and_lost_inputs_are_said(robot: lw.Dynamics, motion: lw.Trajectory) -> None:
    other = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))
    with pytest.raises(ValueError, match="other equations or parameters than the 'four_bar' given"):
        lw.simulation.verify(motion, other)
    with pytest.raises(ValueError, match="other equations or parameters"):
        lw.simulation.verify(motion, robot.with_parameters(l_U=0.2))
    run = lw.simulate(robot, robot.assemble(), duration=0.1, inputs=OFF | {"B.tau": lambda t: 0.01 * t}, samples=5)
    with pytest.raises(ValueError, match=r"the inputs B\.tau of this run were given as Python functions"):
        lw.simulation.verify(run, robot)
    assert lw.simulation.verify(run, robot, inputs=OFF | {"B.tau": lambda t: 0.01 * t}).agrees
    bare = lw.Trajectory(np.array([0.0]), {}, outcome=lw.trajectory.Outcome("finished", "", "", 0.0))
    with pytest.raises(ValueError, match="does not say how it was computed"):
        lw.simulation.verify(bare, robot)
    made = lw.Mechanism(
        "own", {"ground": lw.Ground(), "mass": lw.Body(1.0, 1.0)}, {"rail": lw.Prismatic("ground", "mass")}
    )
    dynamics = lw.compile(lw.formalisms.modular(made))
    own = lw.simulate(dynamics, dynamics.assemble(speeds={"rail.slide": 1.0}), duration=1.0, samples=5)
    assert lw.simulation.verify(own).agrees  # by the description of the machine that goes with it
    with pytest.raises(ValueError, match="'own' is no ready mechanism, and its file holds no description of it"):
        restore_dynamics(own.provenance, settings_of(own), "")


def test_nothing_in_a_file_is_run(motion: lw.Trajectory) -> None:
    for hostile in ("__import__('os').system('true')", "os", "simulate"):
        told = {**motion.provenance, "machine": hostile, "ready": {"mechanism": hostile}}
        with pytest.raises(ValueError, match="is no ready mechanism"):
            restore_dynamics(told, settings_of(motion), "")
        with pytest.raises(ValueError, match="is not one that can be chosen by name"):
            restore_dynamics({**motion.provenance, "formalism": hostile}, settings_of(motion), "")


def test_the_command_says_it_in_words_and_json(tmp_path: Path) -> None:
    runner, folder = CliRunner(), tmp_path / "run"
    start = ["--speed", "platform.x=0.3", "--speed", "platform.y=0.2", "--speed", "platform.theta=1"]
    settings = ["--no-motors", "--set", "l_U=0.2", "--formalism", "kane", "--join", "multipliers", "--duration", "0.5"]
    inputs = ["--input", "A.tau=sine:0.01,1", "--input", "B.tau=step:0.2,0,0.01", "--input", "C.tau=0"]
    made = runner.invoke(app, ["simulate", "three_rrr", *start, *settings, *inputs, "--out", str(folder)])
    assert made.exit_code == 0, made.output
    assert "verdict: trusted" in made.output
    said = runner.invoke(app, ["verify", str(folder)])
    assert said.exit_code == 0, said.output
    assert "verified until t = 0.5 s: computed again by Dormand-Prince 5(4)" in said.output
    file = next(file for file in folder.iterdir() if file.name.startswith("run."))
    motion = lw.Trajectory.load(file)
    with_channel(motion, "platform.y", motion["platform.y"] * (1 + 1e-4)).save(file)
    wrong = runner.invoke(app, ["verify", str(file), "--json"])
    assert wrong.exit_code == 1
    record = json.loads(wrong.stdout)
    assert record["agrees"] is False
    assert record["differences"][0]["name"] == "platform.y"
    missing = runner.invoke(app, ["verify", str(tmp_path / "none")])
    assert missing.exit_code == 2
    assert "none: does not exist; name the file of a run" in missing.stderr
    (tmp_path / "long.csv.part").mkdir()
    unfinished = runner.invoke(app, ["verify", str(tmp_path / "long.csv")])
    assert unfinished.exit_code == 2
    assert "long.csv: is not complete yet; go on with it first: linkwright resume" in unfinished.stderr
    assert runner.invoke(app, ["verify", str(tmp_path)]).exit_code == 2


def test_the_command_streams_and_resumes(tmp_path: Path) -> None:
    runner, path = CliRunner(), tmp_path / "run.csv"
    command = ["simulate", "four_bar", "--duration", "2", "--samples", "51", "--stream", str(path)]
    assert runner.invoke(app, command).exit_code == 0
    assert len(lw.Trajectory.load(path).time) == 51
    again = runner.invoke(app, ["resume", str(path)])
    assert again.exit_code == 2
    assert "is complete already" in again.output


def test_a_machine_with_two_values_exchanged_is_another_one() -> None:
    """Two pendulums at the same angle with their masses exchanged: M and f have the same entries in other places."""

    def pendulums(first: float, second: float) -> tuple[lw.Dynamics, State]:
        parts = {"a": lw.Body(first, 0.1, (0.5, 0.0)), "b": lw.Body(second, 0.1, (0.5, 0.0))}
        joints = {"one": lw.Revolute("ground", "a"), "two": lw.Revolute("ground", "b")}
        machine = lw.Mechanism("pendulums", parts, joints, gravity=(0.0, -9.81))
        dynamics = lw.compile(lw.formalisms.kane(machine))
        return dynamics, dynamics.assemble({"one.angle": 0.3, "two.angle": 0.3})

    found = [fingerprint(*pendulums(*masses)) for masses in ((1.0, 2.0), (1.0, 2.0), (2.0, 1.0))]
    assert same(found[0], found[1])
    assert not same(found[0], found[2])


def test_of_a_pose_the_part_that_is_further_beyond_its_limit_is_named() -> None:
    """A body 1000 m away: 1e-3 m of its position are allowed, and 1e-6 of its attitude."""
    time = np.array([0.0, 1.0])
    pose = np.tile([1000.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0], (2, 1))
    limits = Limits(rtol=1e-9, atol=1e-12, within=1e-6, estimated=None, span=(0.0, 1.0))
    done = lw.trajectory.Outcome("finished", "", "", 1.0)
    run = lw.Trajectory(time, {}, poses={"body": pose}, outcome=done)
    cases = ((5e-4, 9e-7, "attitude"), (5e-4, 3e-7, "position"), (2e-3, 9e-6, "attitude"), (9e-3, 3e-6, "position"))
    for position, attitude, worst in cases:
        other = pose.copy()
        other[1, 0] += position
        other[1, 4] += attitude
        (found,) = differences(run, np.ones(2, dtype=bool), {}, {"body": other}, limits)
        assert found.name == f"pose of body ({worst})"
        assert found.agrees == (attitude < 1e-6)

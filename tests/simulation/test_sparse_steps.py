"""Implicit steps on sparse equations with multipliers: the systems they solve, runs, and the cost for many loops."""

import importlib.util
from pathlib import Path

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.special import ellipj, ellipk

import linkwright as lw
from linkwright.codegen.sparse_lu import ColumnOrder
from linkwright.dynamics.system import System, call_function
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.loop import engine
from linkwright.simulation.loop.slope_expressions import slope, slope_slopes
from linkwright.simulation.loop.step_matrix import MatrixChoice, choose_matrices, step_entries, step_pattern

spec = importlib.util.spec_from_file_location("machines", Path(__file__).with_name("machines.py"))
assert spec is not None
assert spec.loader is not None
machines = importlib.util.module_from_spec(spec)
spec.loader.exec_module(machines)

RADAU, ROSENBROCK = lw.integrators.Radau(), lw.integrators.Rosenbrock()
INTEGRATORS = pytest.mark.parametrize("integrator", [RADAU, ROSENBROCK], ids=["Radau", "Rosenbrock"])
MOTOR = {"J": 1.4e-5, "L": 2e-3, "R": 1.5, "Kt": 0.0385, "Ke": 0.0385, "b": 1e-5}
RATIO, HUB, LOAD, STIFFNESS, DAMPING, VOLTAGE = 20.0, 4.0e-3, 2.0e-2, 1.0e5, 1.0e2, 12.0  # SI


def drives() -> lw.Mechanism:
    """Two cells of a drive each: a motor with a gear turns a hub, and over a stiff damped shaft a load."""
    disc = {"centre": (0.0, 0.0)}
    drive = lw.Mechanism(
        "drive",
        {
            "ground": lw.Ground(), "motor": lw.DCMotor(**MOTOR),
            "hub": lw.Body(1.0, HUB, points=disc), "load": lw.Body(1.0, LOAD, points=disc),
        },
        {
            "bearing": lw.Revolute("ground", "hub.centre"),
            "reducer": lw.Gear("motor.omega", "bearing.angle", RATIO),
            "shaft": lw.Revolute("hub.centre", "load.centre"),
            "twist": lw.JointSpring("shaft.angle", STIFFNESS),
            "loss": lw.JointDamper("shaft.angle", DAMPING),
        },
    )  # fmt: skip
    return lw.Mechanism("hall", {name: lw.Mechanism("cell", {"drive": drive}) for name in ("left", "right")})


def hub_and_load(t: float) -> np.ndarray:
    """Angles (rad) of hub and load of a drive under a constant voltage, from rest: an exponential of a matrix."""
    inertia = HUB + RATIO**2 * MOTOR["J"]
    A = np.zeros((6, 6))  # hub, load, their speeds, current, 1
    A[0, 2] = A[1, 3] = 1.0
    A[2, :5] = np.array([-STIFFNESS, STIFFNESS, -DAMPING - RATIO**2 * MOTOR["b"], DAMPING, RATIO * MOTOR["Kt"]])
    A[2] /= inertia
    A[3, :4] = np.array([STIFFNESS, -STIFFNESS, DAMPING, -DAMPING]) / LOAD
    A[4, [2, 4, 5]] = np.array([-RATIO * MOTOR["Ke"], -MOTOR["R"], VOLTAGE]) / MOTOR["L"]
    return expm(A * t)[:2, 5]


def swing(t: np.ndarray, start: float, frequency: float) -> np.ndarray:
    """Angle from below of a pendulum let go at rest, with the frequency (rad/s) of small motions."""
    modulus = np.sin(start / 2)
    sn = ellipj(ellipk(modulus**2) - frequency * t, modulus**2)[0]
    return np.asarray(2 * np.arcsin(modulus * sn))


def driven_crank() -> lw.Mechanism:
    """A slider-crank whose crank follows a law: its constraints do work, and moving them takes accelerations."""
    machine = lw.mechanisms.slider_crank()
    law = lw.Prescribed("machine.phi", lambda t: 1.0 + 2.0 * t + 3.0 * t**2)
    return lw.Mechanism("driven", {"machine": machine}, {"law": law})


def full_matrices(structures, *, differentiated):
    """What takes the place of `choose_matrices`: a full Jacobian always."""
    del structures, differentiated
    return MatrixChoice("full Jacobian: for comparison")


def sparse_matrices(structures, *, differentiated):
    """The same: sparse always."""
    del differentiated
    return MatrixChoice("sparse: for comparison", ColumnOrder.of(step_pattern(structures[0].system)))


# -- the linear systems ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("join", [lw.joins.Complement(), lw.joins.Multipliers()], ids=["complement", "multipliers"])
@pytest.mark.parametrize(
    "make",
    [lambda: lw.mechanisms.n_four_bar(2), drives, driven_crank, lw.mechanisms.heavy_top, lw.mechanisms.knife_edge],
    ids=["loops", "drives", "driven", "Euler parameters", "rolling"],
)
def test_sparse_equations_have_the_solution_of_the_full_jacobian(make, join):
    """(mu - J) x = r with J = dy'/dy, for real and complex mu, at a state with speeds and beside the constraints."""
    dynamics = lw.compile(lw.formalisms.modular(make()), join=join)
    random, system, pivoting = np.random.default_rng(4), dynamics.system, dynamics.plant.first_pivoting
    structure, nq, n = pivoting.structure, system.q.numel(), system.n
    entries = step_entries(structure)
    y = random.normal(size=entries.numel_in(1))
    y[:nq] = pivoting.at[1] + 0.01 * random.normal(size=nq)
    u, p, m = random.normal(size=system.m_u), dynamics.p, nq + n
    rates = call_function(slope(structure), 0.3, y, u, p, pivoting.scales)[0].ravel()
    J = call_function(slope_slopes(structure), 0.3, y, u, p)[0]
    columns = ColumnOrder.of(step_pattern(system))
    C, B = np.zeros((2, columns.size + columns.further, columns.size))
    places = columns.rows, np.repeat(np.arange(columns.size), np.diff(columns.starts))
    C[places], B[places] = (
        each.ravel() for each in call_function(entries, 0.3, y, rates, u, p, pivoting.mobilities)
    )  # fmt: skip
    r = random.normal(size=len(y))
    for mu in (3.0, 1e4, 50.0 + 70.0j):
        whole = np.block([J, np.zeros((len(y), len(y) - m))])
        expected = np.linalg.solve(mu * np.eye(len(y)) - whole, r)
        W, right = C + mu * B, B[:, :m] @ r[:m]
        # Row and column scales, since units differ by powers of ten.
        scales = np.abs(W[: columns.size]).max(axis=1)
        x = np.linalg.solve(W[: columns.size] / scales[:, None], right[: columns.size] / scales)
        integrals = (r[m:] + right[columns.size :] - W[columns.size :] @ x) / mu
        found = np.r_[x[:m], integrals]
        # Multipliers come from A W A^T, whose condition is the square of that of A: 1e-16 times 1e6 here.
        assert np.max(np.abs(found - expected)) < 1e-9 * np.max(np.abs(expected))


# -- runs ------------------------------------------------------------------------------------------------------------


def final_state(run: lw.Trajectory) -> np.ndarray:
    return np.array([run[name][-1] for name in sorted(run) if not name.startswith("energy")])


def run_both(monkeypatch, make, start, integrator: Integrator, **more) -> list[lw.Trajectory]:
    """The same run with sparse matrices and with a full Jacobian."""
    found = []
    for choose, words in ((sparse_matrices, "sparse"), (full_matrices, "full")):
        monkeypatch.setattr(engine, "choose_matrices", choose)
        dynamics = make()
        found.append(lw.simulate(dynamics, dynamics.assemble(start), samples=2, integrator=integrator, **more))
        assert found[-1].provenance["matrices"].startswith(words)
        assert found[-1].certificate.steps  # made when it is first read, while the machine is there
    sparse, full = found
    one, other = sparse.certificate, full.certificate
    assert (one.steps, one.rejected) == (other.steps, other.rejected)
    # Equal steps: what is left is rounding, of Newton iterations and of Jacobians.
    a, b = final_state(sparse), final_state(full)
    assert np.max(np.abs(a - b) / (1 + np.abs(b))) < 1e-9
    works = [[run[f"energy.{name}"][-1] for name in ("source", "loss")] for run in found]
    assert np.allclose(*works, rtol=1e-9, atol=1e-9)
    return found


@INTEGRATORS
def test_loops_move_as_a_pendulum(monkeypatch, integrator):
    """Cranks stay parallel: inertia (N + 1) m l^2 / 3 + N m l^2, moment of gravity (3 N + 1) m g l / 2."""
    loops = 4

    def make() -> lw.Dynamics:
        return lw.compile(lw.formalisms.denoc(lw.mechanisms.n_four_bar(loops)), join=lw.joins.Complement())

    run, _ = run_both(monkeypatch, make, {"phi0": 1.2}, integrator, duration=0.4, rtol=1e-7)
    frequency = np.sqrt((3 * loops + 1) / 2 * 9.81 / ((loops + 1) / 3 + loops))
    exact = swing(run.time, 1.2 + np.pi / 2, frequency) - np.pi / 2
    assert np.max(np.abs(run["phi0"] - exact)) < 1e-6  # ten times the tolerance


@INTEGRATORS
def test_stiff_drives_in_nested_modules(monkeypatch, integrator):
    """The damped shaft decays within 0.1 ms, the run takes 0.2 s; an explicit method needs thousands of steps."""
    duration, inputs = 0.2, {f"{cell}.drive.motor.v": VOLTAGE for cell in ("left", "right")}

    def make() -> lw.Dynamics:
        return lw.compile(lw.formalisms.modular(drives()))

    run, _ = run_both(monkeypatch, make, {}, integrator, duration=duration, inputs=inputs, rtol=1e-6)
    assert run.certificate.steps is not None
    assert run.certificate.steps < 300
    hub, load = hub_and_load(duration)
    for name in ("left.drive", "right.drive"):
        assert run[f"{name}.bearing.angle"][-1] == pytest.approx(hub, rel=1e-5)  # ten times the tolerance
        assert run[f"{name}.shaft.angle"][-1] == pytest.approx(load - hub, rel=1e-3, abs=1e-8)


@INTEGRATORS
def test_constraints_that_do_work(monkeypatch, integrator):
    """Inputs and constraints change in time: the rate of the slope counts; the energy balances."""

    def make() -> lw.Dynamics:
        return lw.compile(lw.formalisms.modular(driven_crank()))

    inputs = {"machine.force": lw.laws.Sine(5.0, 2.0), "machine.tau": 0.0}
    run, _ = run_both(monkeypatch, make, {}, integrator, duration=0.3, inputs=inputs, rtol=1e-7)
    assert run.certificate.energy_error < 1e-6  # ten times the tolerance
    phi = 1.0 + 2.0 * 0.3 + 3.0 * 0.3**2
    x = 0.05 * np.cos(phi) + np.sqrt(0.16**2 - (0.05 * np.sin(phi)) ** 2)
    assert run["machine.x"][-1] == pytest.approx(x, rel=1e-10)  # the position follows from the law alone


def test_the_interpreted_loops_are_the_compiled_ones(monkeypatch):
    monkeypatch.setattr(engine, "choose_matrices", sparse_matrices)
    ends = []
    for backend in ("vm", "llvm"):
        monkeypatch.setenv("LINKWRIGHT_BACKEND", backend)
        dynamics = lw.compile(lw.formalisms.modular(machines.pendulum()))
        start = dynamics.assemble({"arm.theta": 0.0})
        run = lw.simulate(dynamics, start, duration=0.1, rtol=1e-6, samples=2, integrator=RADAU)
        assert run.certificate.backend == backend
        ends.append(run["arm.theta"][-1])
    assert ends[0] == pytest.approx(ends[1], abs=1e-12)  # products and sums are rounded once or twice


# -- the choice ------------------------------------------------------------------------------------------------------


def test_redundant_constraints_keep_the_full_jacobian():
    """A parallelogram with three cranks: a pendulum with (m + m_c) l^2 and the moment (3 m / 2 + m_c) g l."""
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.parallelogram()))
    start = dynamics.assemble({"phi": -np.pi / 3})
    run = lw.simulate(dynamics, start, duration=0.5, samples=6, inputs={"tau": 0.0}, rtol=1e-7, integrator=RADAU)
    assert run.provenance["matrices"] == "full Jacobian: constraints are redundant"
    frequency = np.sqrt((1.5 * 0.5 + 1.5) * 9.81 / (0.5 + 1.5) / 0.20)
    assert np.max(np.abs(run["phi"] + np.pi / 2 - swing(run.time, np.pi / 6, frequency))) < 1e-6  # ten tolerances


def test_the_cost_of_a_factorisation_is_linear_in_the_loops():
    found = []
    for loops in (10, 20, 40):
        system = System(lw.formalisms.modular(lw.mechanisms.n_four_bar(loops)))
        columns = ColumnOrder.of(step_pattern(system))
        found.append(np.array([columns.entries, *columns.usual, columns.room]))
    # Each doubling adds loops that are like those before: only the ends of the row are not.
    assert np.all(found[1] < 2.1 * found[0])
    assert np.all(found[2] < 2.1 * found[1])


def test_the_cheaper_matrices_are_chosen():
    def words(dynamics: lw.Dynamics) -> str:
        return choose_matrices([dynamics.plant.first_pivoting.structure], differentiated=False).words

    loops = lw.formalisms.denoc(lw.mechanisms.n_four_bar(8))
    assert words(lw.compile(loops, join=lw.joins.Complement())).startswith("sparse equations with multipliers")
    # Few speeds; and a chain in joint angles, in which each acceleration depends on all.
    assert words(lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))).startswith("full Jacobian")
    chain = lw.formalisms.denoc(lw.mechanisms.serial_chain(8))
    assert words(lw.compile(chain, join=lw.joins.Complement())).startswith("full Jacobian: a row")

"""The 3-RPS: driving forces and cut-joint forces against free bodies in absolute coordinates, and against Pinocchio."""

import numpy as np
import pytest

import linkwright as lw
from oracles import three_rps as oracle

CLOSE = 1e-10
D, THETA, F = (tuple(f"{name}{k}" for k in (1, 2, 3)) for name in ("d", "theta", "f"))
FORMALISMS = {
    "modular": lambda machine: lw.compile(lw.formalisms.modular(machine)),
    "kane": lambda machine: lw.compile(lw.formalisms.kane(machine)),
    "denoc": lambda machine: lw.compile(lw.formalisms.denoc(machine)),
    "recursion": lambda machine: lw.compile(lw.formalisms.denoc(machine), join=lw.joins.Recursion()),
    "euler parameters": lambda machine: lw.compile(
        lw.formalisms.denoc(machine, spherical="euler_parameters"), join=lw.joins.Recursion()
    ),
}
# leg 1, then legs 2 = 3, N: the motion of the paper, by an evaluation of its corrected equations
PUBLISHED = {
    0.0: {
        0.0: (-2.30438475764e-4, -5.38265009303e-5),
        1.0: (-3.72017806218e-3, 5.49963109575e-3),
        1.5: (-4.27685202978e-3, 6.40922936963e-3),
        4.5: (4.92554779768e-3, -6.36781361104e-3),
    },
    9.81: {0.0: (7.25308848412, 7.2532650961), 1.5: (7.09106347444, 7.34491785743)},
}


@pytest.fixture(scope="module")
def compiled():
    machine = lw.mechanisms.three_rps()
    return {name: make(machine) for name, make in FORMALISMS.items()}


@pytest.fixture(scope="module")
def peer():
    pytest.importorskip("pinocchio", reason="Pinocchio has no wheel for this machine: the comparison was left out")
    from oracles import three_rps_pinocchio

    return three_rps_pinocchio


def named(values, names=D):
    return dict(zip(names, map(float, values), strict=True))


def state_of(dynamics, d, dd):
    return dynamics.assemble(named(d), named(dd))


def random_motions(count, seed):
    """Poses far from home, with speeds that make all terms matter."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        yield oracle.D0 + random.uniform(-0.04, 0.04, 3), random.uniform(-0.3, 0.3, 3), random.uniform(-3, 3, 3)


def driving(dynamics, d, dd, ddd):
    return np.array(list(dynamics.inverse(state_of(dynamics, d, dd), named(ddd)).values()))


@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("gravity", [0.0, 9.81])
def test_driving_forces_of_the_motion_of_the_paper(compiled, formalism, gravity):
    dynamics = compiled[formalism].with_parameters(gravity=gravity)
    for t, (first, others) in PUBLISHED[gravity].items():
        found = driving(dynamics, *oracle.paper_motion(t))
        np.testing.assert_allclose(found, [first, others, others], rtol=0, atol=CLOSE * max(1, gravity))


@pytest.mark.parametrize("gravity", [0.0, 9.81])
def test_the_oracle_gives_the_same_published_forces(gravity):
    for t, (first, others) in PUBLISHED[gravity].items():
        found, _ = oracle.forces(*oracle.paper_motion(t), gravity)
        np.testing.assert_allclose(found, [first, others, others], rtol=0, atol=1e-11)


def test_one_call_for_the_whole_motion(compiled):
    laws = {name: lw.laws.Sine(sign * 0.01, 1 / 6, offset=0.12) for name, sign in zip(D, (1, -1, -1), strict=True)}
    found = compiled["kane"].inverse(lw.Motion(laws, duration=6.0, samples=25))
    wanted = np.array([oracle.forces(*oracle.paper_motion(t))[0] for t in found.time])
    np.testing.assert_allclose(np.column_stack([found[name] for name in F]), wanted, rtol=0, atol=1e-13)


@pytest.mark.parametrize("formalism", FORMALISMS)
@pytest.mark.parametrize("gravity", [0.0, 9.81])
def test_random_poses_agree_with_free_bodies(compiled, formalism, gravity):
    dynamics = compiled[formalism].with_parameters(gravity=gravity)
    for d, dd, ddd in random_motions(10, 1):
        f, at_joints = oracle.forces(d, dd, ddd, gravity)
        state = state_of(dynamics, d, dd)
        scale = max(np.max(np.abs(f)), np.max(np.abs(at_joints)))
        np.testing.assert_allclose(driving(dynamics, d, dd, ddd), f, rtol=0, atol=CLOSE * scale)
        rates = dynamics.forward(state, named(f, F))
        np.testing.assert_allclose([rates[name] for name in D], ddd, rtol=0, atol=CLOSE * np.max(np.abs(ddd)))
        motion = oracle.kinematics(d, dd, ddd)
        np.testing.assert_allclose([state.positions[x] for x in THETA], motion.theta, rtol=0, atol=1e-12)
        np.testing.assert_allclose([rates[x] for x in THETA], motion.ddtheta, rtol=0, atol=1e-9)
        reactions = dynamics.reactions(state, inputs=named(f, F))
        for k in range(3):
            found = [reactions[f"B{k + 1}"].components[axis] for axis in "xyz"]
            np.testing.assert_allclose(found, at_joints[k], rtol=0, atol=CLOSE * scale)


@pytest.mark.parametrize("variant", ["denoc", "recursion", "euler parameters"])
@pytest.mark.parametrize("gravity", [0.0, 9.81])
def test_multipliers_at_the_cut_joints_in_the_axes_of_the_rods(compiled, variant, gravity):
    """The oracle's forces at B2, B3 turned into the frames of the rods: z along the leg, y tangential."""
    dynamics = compiled[variant].with_parameters(gravity=gravity)
    for d, dd, ddd in random_motions(5, 4):
        f, at_joints = oracle.forces(d, dd, ddd, gravity)
        motion, _ = oracle.bodies(d, dd, ddd)
        s, _ = oracle.directions(motion.theta)
        scale = max(np.max(np.abs(f)), np.max(np.abs(at_joints)))
        found = dynamics.cut_multipliers(state_of(dynamics, d, dd), named(f, F))
        assert sorted(found) == ["B2", "B3"]
        for k in (1, 2):
            across = np.cross(oracle.TANGENTIAL[k], s[k])
            rod = np.stack([across, oracle.TANGENTIAL[k], s[k]], axis=1)
            mine = [found[f"B{k + 1}"][axis] for axis in "xyz"]
            np.testing.assert_allclose(mine, rod.T @ at_joints[k], rtol=0, atol=CLOSE * scale)


@pytest.mark.parametrize("gravity", [0.0, 9.81])
def test_random_poses_agree_with_pinocchio(compiled, peer, gravity):
    dynamics = compiled["kane"].with_parameters(gravity=gravity)
    for d, dd, ddd in random_motions(20, 2):
        f, cut = peer.forces(d, dd, ddd, gravity)
        scale = max(np.max(np.abs(f)), np.max(np.abs(cut)))
        np.testing.assert_allclose(driving(dynamics, d, dd, ddd), f, rtol=0, atol=CLOSE * scale)
        reactions = dynamics.reactions(state_of(dynamics, d, dd), inputs=named(f, F))
        found = [[reactions[joint].components[axis] for axis in "xyz"] for joint in ("B2", "B3")]
        np.testing.assert_allclose(found, cut, rtol=0, atol=CLOSE * scale)


def test_every_reaction_is_unique(compiled):
    dynamics = compiled["kane"]
    reactions = dynamics.reactions(dynamics.assemble(), inputs=named((0, 0, 0), F))
    assert all(all(reaction.unique.values()) for reaction in reactions.values())


def test_a_free_run_keeps_energy_and_formalisms_agree_at_its_end(compiled):
    ends = []
    for formalism in ("modular", "kane"):
        dynamics = compiled[formalism].with_parameters(gravity=9.81)
        start = dynamics.assemble(named((0.12, 0.13, 0.11)), named((0.1, -0.1, 0.05)))
        run = lw.simulate(dynamics, start, duration=0.3, inputs=named((7.0, 7.5, 7.2), F), rtol=1e-10)
        assert run.outcome.finished
        assert run.certificate.energy_error < 1e-8
        ends.append([run[name][-1] for name in (*D, *THETA)])
    np.testing.assert_allclose(ends[0], ends[1], rtol=0, atol=1e-8)


def test_inertias_about_the_origins_are_those_of_steel_solids():
    """Why the lengths are what they are: rods of 5 and 10 mm radius, a triangular plate 10 mm thick, 7801 kg/m^3."""
    density = 7801.0
    for mass, radius, length, along, across in (
        (oracle.M2, 0.005, 0.200, oracle.I2[0, 0], oracle.I2[1, 1]),
        (oracle.M3, 0.010, 0.160, oracle.I3[2, 2], oracle.I3[0, 0]),
    ):
        solid = density * np.pi * radius**2 * length
        assert solid == pytest.approx(mass, rel=5e-3)
        assert mass * radius**2 / 2 == pytest.approx(along, rel=6e-3)
        assert mass * (length**2 / 3 + radius**2 / 4) == pytest.approx(across, rel=8e-3)
    side = np.sqrt(3) * 0.100
    assert density * np.sqrt(3) / 4 * side**2 * 0.010 == pytest.approx(oracle.M8, rel=2e-3)
    assert oracle.M8 * (side**2 / 24 + 0.010**2 / 12) == pytest.approx(oracle.I8[0, 0], rel=1e-2)


def test_lengths_that_do_not_meet_are_refused_with_the_joint_and_the_gap(compiled):
    with pytest.raises(ValueError, match=r"joint \S+ does not close, by 0\.\d+ m"):
        compiled["modular"].assemble(named((-0.15, 0.12, 0.12)))
    with pytest.raises(ValueError, match=r"I2 = \(1, 2\): expected three moments of inertia of link 2 about O2"):
        lw.mechanisms.three_rps(I2=(1, 2))

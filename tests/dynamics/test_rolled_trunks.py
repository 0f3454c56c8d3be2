"""Loops on a common trunk, on each other and between each other, as loops over links: against bodies apart.

`modular` with Multipliers knows no tree: its unknowns are accelerations of free bodies and forces in all joints.
"""

from dataclasses import replace

import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics.errors import SingularConfigurationError
from linkwright.dynamics.plants.rolled.loops.machine import Rolled
from linkwright.dynamics.plants.rolled.plant import RolledPlant

SHORT = lw.Body(0.1, 0.001, (0.1, 0.0), points={"tip": (0.2, 0.0), "a": (0.05, 0.02), "b": (0.65, 0.02)})
LONG = lw.Body(0.2, 0.01, (0.3, 0.0), points={"tip": (0.6, 0.0), "a": (0.0, 0.02), "b": (0.6, 0.02)})
BAR = lw.Body(1.0, 0.1, (0.5, 0.0), points={"tip": (1.0, 0.0), "a": (0.2, 0.1), "b": (0.8, 0.1)})


def linkages(on):
    """Parallelograms, each on a body that is there before: on the bar, or on a crank, coupler or rocker of another."""
    parts, joints, reference = {"bar": BAR}, {"pin": lw.Revolute("ground", "bar")}, {"pin.angle": 0.3}
    for k, base in enumerate(on):
        parts |= {f"crank{k}": SHORT, f"coupler{k}": LONG, f"rocker{k}": SHORT}
        joints |= {
            f"A{k}": lw.Revolute(f"{base}.a", f"crank{k}"),
            f"B{k}": lw.Revolute(f"crank{k}.tip", f"coupler{k}"),
            f"C{k}": lw.Revolute(f"{base}.b", f"rocker{k}"),
            f"D{k}": lw.Revolute(f"coupler{k}.tip", f"rocker{k}.tip"),
        }
        reference |= {f"A{k}.angle": 1.2, f"B{k}.angle": -1.2, f"C{k}.angle": 1.2}
    return parts, joints, reference


def random_bases(random, n):
    """A base for each linkage: half of them on the bar, so that some share their base and some hold others."""
    every = ["bar"]
    for k in range(n):
        yield every[random.integers(len(every))] if random.random() < 0.7 else "bar"
        every += [f"crank{k}", f"coupler{k}", f"rocker{k}"]


def machine(parts, joints, reference):
    return lw.Mechanism("linkages", parts, joints, reference=reference, gravity=(0.0, -9.81))


def both(description):
    links = lw.compile(lw.formalisms.denoc(description), join=lw.joins.Recursion())
    bodies = lw.Dynamics(RolledPlant.compile(lw.formalisms.modular(description), lw.joins.Multipliers(), None))
    assert isinstance(links.plant, RolledPlant)
    assert links.plant.loops.rolled.tree is not None
    return links, bodies


def constraints(dynamics):
    return dynamics.plant.loops.rolled.constraints


def check_agreement(links, bodies, positions, speeds, inputs=None):
    """Accelerations, and sizes of the forces at the cuts, whose axes differ; rounding of some hundred operations."""
    inputs = inputs or {}
    one, two = (each.assemble(positions, speeds) for each in (links, bodies))
    wanted = bodies.forward(two, inputs)
    found = links.accelerations(one, np.array(list(inputs.values())))
    names = [name.removesuffix("'") for name in links.speeds]
    scale = max(abs(wanted[name]) for name in names)
    np.testing.assert_allclose(found, [wanted[name] for name in names], rtol=0, atol=1e-11 * scale)
    forces = bodies.reactions(two, inputs)
    for joint, own in links.cut_multipliers(one, inputs).items():
        sizes = [
            np.linalg.norm([x for name, x in each.items() if name in "xyz"]) for each in (own, forces[joint].components)
        ]
        assert sizes[0] == pytest.approx(sizes[1], rel=1e-9), joint


@pytest.mark.parametrize("seed", range(2))
def test_loops_that_hold_others_agree_with_bodies_apart(seed):
    random, n = np.random.default_rng(seed), 9
    links, bodies = both(machine(*linkages(random_bases(random, n))))
    assert len(constraints(links).groups) == n
    positions = {"pin.angle": 0.4} | {f"A{k}.angle": random.uniform(0.9, 1.5) for k in range(n)}
    check_agreement(links, bodies, positions, {name: random.normal() for name in positions})


def test_loops_with_common_links_and_loops_to_the_ground_agree_with_bodies_apart():
    """Cranks geared to each other, a pin of one linkage in a slot of another, one in a slot of the ground."""
    random = np.random.default_rng(4)
    parts, joints, reference = linkages(["bar", "bar", "coupler1", "coupler0", "rocker2", "bar", "coupler5", "bar"])
    # The tip of coupler 0 where the reference has it, so that the guide is closed there.
    tip = np.exp(0.3j) * (0.2 + 0.1j + 0.2 * np.exp(1.2j) + 0.6)
    parts |= {f"free{k}": SHORT for k in range(3)}
    parts["frame"] = lw.Ground(points={"rail": lw.Pose((tip.real, tip.imag), angle=0.5)})
    joints |= {f"hinge{k}": lw.Revolute(f"crank{k}.tip", f"free{k}") for k in range(3)}
    joints |= {
        "gear": lw.Gear("A1.angle", "A2.angle", ratio=-2.0),
        "slot": lw.PinInSlot("coupler5", "rocker7.tip"),
        "guide": lw.PinInSlot("frame.rail", "coupler0.tip"),
        "drive": lw.Torque("A3.angle"),
    }
    links, bodies = both(machine(parts, joints, reference))
    # Linkage 0 goes with the guide to the ground, 1 with 2 by the gear, 5 with 7 by the slot; 3, 4 and 6 are alone.
    assert sorted(len(group.rows) for group in constraints(links).groups) == [2, 2, 2, 5, 5]
    assert len(constraints(links).pattern.position) == 3
    free = ["pin.angle", *[f"A{k}.angle" for k in (1, 3, 4, 5, 6)], *[f"hinge{k}.angle" for k in range(3)]]
    positions = {name: links.reference[name] + random.uniform(-0.1, 0.1) for name in free}
    check_agreement(links, bodies, positions, {name: random.normal() for name in free}, {"drive.tau": 2.0})


@pytest.mark.long
def test_groups_of_many_rows_are_left_to_the_sparse_factorization():
    """Cranks geared one after another: their loops are one group."""
    n, random = 9, np.random.default_rng(6)
    parts, joints, reference = linkages(["bar"] * n)
    for count, inside in ((3, True), (n, False)):
        gears = {f"gear{k}": lw.Gear(f"A{k}.angle", f"A{k + 1}.angle", ratio=1.5) for k in range(count - 1)}
        links, bodies = both(machine(parts, joints | gears, reference))
        assert sorted(len(group.rows) for group in constraints(links).groups) == ([2] * 6 + [8] if inside else [])
        assert len(constraints(links).pattern.position) == (0 if inside else 3 * n - 1)
        free = ["pin.angle", "A0.angle", *[f"A{k}.angle" for k in range(count, n)]]
        positions = {name: links.reference[name] + random.uniform(-0.1, 0.1) for name in free}
        check_agreement(links, bodies, positions, {name: random.normal() for name in free})


@pytest.mark.long
def test_loops_in_space_agree_with_bodies_apart():
    """Cranks on skew axes with a rod between balls on each link of an arm; a wrist of two axes holds another arm."""
    random = np.random.default_rng(7)
    J = (0.02, 0.03, 0.04)
    axes = {"a": lw.Pose((0.1, 0.1, 0.0), angle=0.4, axis="x"), "b": lw.Pose((0.7, -0.1, 0.1), angle=-0.7, axis="y")}
    arm = lw.Body(1.0, J, (0.4, 0.0, 0.1), points={"tip": lw.Pose((1.0, 0.0, 0.0), angle=0.5, axis="y"), **axes})
    crank = lw.Body(0.1, (0.001, 0.002, 0.002), (0.1, 0.0, 0.02), points={"tip": (0.2, 0.0, 0.0)})
    rod = lw.Body(0.2, (0.001, 0.01, 0.01), (0.3, 0.0, 0.0), points={"tip": (0.6, 0.0, 0.0)})
    parts, joints, n = {}, {}, 7
    for k in range(n):
        parts |= {f"arm{k}": arm, f"crank{k}": crank, f"rocker{k}": crank, f"rod{k}": rod}
        joints |= {
            f"pin{k}": (lw.Universal if k == 3 else lw.Revolute)(f"arm{k - 1}.tip" if k else "ground", f"arm{k}"),
            f"A{k}": lw.Revolute(f"arm{k}.a", f"crank{k}"),
            f"B{k}": lw.Universal(f"crank{k}.tip", f"rod{k}"),
            f"C{k}": lw.Revolute(f"arm{k}.b", f"rocker{k}"),
            f"D{k}": lw.Spherical(f"rod{k}.tip", f"rocker{k}.tip"),
        }
    # The rods may stand on either side: with all angles of a configuration as reference both take the same side.
    arms = lw.Mechanism("arms", parts, joints, gravity=(0.0, 0.0, -9.81))
    closed = lw.compile(lw.formalisms.denoc(arms), join=lw.joins.Recursion()).reference.positions
    angles = {name: value for name, value in closed.items() if name[0] in "pABC" and ".angle" in name}
    links, bodies = both(replace(arms, reference=angles))
    assert [len(group.rows) for group in constraints(links).groups] == [3] * n
    names = [name.removesuffix("'") for name in links.speeds]
    free = [name for name in names if name[0] in "pA"]
    positions = {name: links.reference[name] + random.uniform(-0.1, 0.1) for name in free}
    check_agreement(links, bodies, positions, {name: random.normal() for name in free})


def test_what_loops_on_a_trunk_cost_is_linear_in_their_number():
    """Columns, products, entries of L and links that wrenches pass in a solution: equal steps for equal numbers."""
    counts = []
    for n in (10, 20, 30):
        parts, joints, reference = {}, {}, {}
        for k in range(n):
            parts |= {f"bar{k}": BAR, f"crank{k}": SHORT, f"coupler{k}": LONG, f"rocker{k}": SHORT}
            joints |= {
                f"pin{k}": lw.Revolute(f"bar{k - 1}.tip" if k else "ground", f"bar{k}"),
                f"A{k}": lw.Revolute(f"bar{k}.a", f"crank{k}"),
                f"B{k}": lw.Revolute(f"crank{k}.tip", f"coupler{k}"),
                f"C{k}": lw.Revolute(f"bar{k}.b", f"rocker{k}"),
                f"D{k}": lw.Revolute(f"coupler{k}.tip", f"rocker{k}.tip"),
            }
            reference |= {f"pin{k}.angle": 0.1, f"A{k}.angle": 1.2, f"B{k}.angle": -1.2, f"C{k}.angle": 1.2}
        equations = lw.formalisms.denoc(machine(parts, joints, reference))
        layout = Rolled(equations).layout
        sizes = [layout.sizes[name] for name in ("W", "L", "Lam", "Sigma", "ww")]
        counts.append(
            [*sizes, layout.numbers["trunks"], len(layout.integers["goal"]), len(layout.integers["visit_way"])]
        )
    one, two, three = np.array(counts)
    np.testing.assert_array_equal(three - two, two - one)
    assert one[0] == 10 * 3 * 2  # three joints and two rows a linkage
    assert one[5] == 10


def test_a_flat_linkage_on_a_trunk_is_refused_with_its_joint():
    """A parallelogram whose bars lie in one line loses rank, whatever it stands on."""
    parts, joints, reference = linkages(["bar", *[f"coupler{k}" for k in range(8)]])
    links, _ = both(machine(parts, joints, reference))
    flat = links.assemble({f"A{k}.angle": 1e-13 if k == 6 else 1.2 for k in range(9)} | {"pin.angle": 0.0})
    with pytest.raises(SingularConfigurationError, match=r"1 constraint row\(s\) depend on others.*among them of D6,"):
        lw.compile(links.equations, join=lw.joins.Recursion(), near=flat)


@pytest.mark.long
def test_a_run_of_loops_that_hold_others_agrees_with_bodies_apart():
    n = 8
    parts, joints, reference = linkages(["bar", *[f"coupler{k}" for k in range(n - 1)]])
    joints["drive"] = lw.Torque("A2.angle")
    links, bodies = both(machine(parts, joints, reference))
    runs = [
        lw.simulate(each, each.assemble({}, {}), duration=0.2, samples=3, inputs={"drive.tau": 0.5}, rtol=1e-9)
        for each in (links, bodies)
    ]
    assert all(run.outcome.finished for run in runs)
    for name in ("pin.angle", "A0.angle", "A7.angle"):
        np.testing.assert_allclose(runs[0][name], runs[1][name], rtol=0, atol=1e-7)

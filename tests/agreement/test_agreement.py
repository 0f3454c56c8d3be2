"""One parametrised test over every mechanism, formalism and join, and the same machines from free-body diagrams.

Formalisms share frames, constraints and loads, so their agreement alone is weak evidence: every mechanism also has an
answer from outside, here or in the file its entry names.
"""

import re
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from agreement import table
from agreement.flat_description import Description
from agreement.free_bodies import FreeBodies
from agreement.states import Readings, numbers, random_states, readings, same_state
from linkwright.dynamics import Refused
from linkwright.dynamics.answers import reactions as reactions_module
from linkwright.dynamics.plants.unrolled.pivoting import Pivoting
from linkwright.dynamics.system.readings import rates_function

TOLERANCE = 1e-10
"""Accelerations, relative to the largest of the same unit. Where S^T M S is badly conditioned, 1e3 eps cond instead."""
REACTIONS = 1e-9
"""Reactions are one linear solve further."""
OUTSIDE = 1e-9
"""All constraints of the free-body diagrams are solved at once, in six coordinates a body: a digit less."""
EPS = np.finfo(float).eps

PAIRS = [(name, formalism, ()) for name in table.entries() for formalism in table.FORMALISMS] + [
    (name, formalism, tree)
    for name, tree in table.TREES.items()
    for formalism in ("kane", "lagrange", "boltzmann_hamel", "denoc")
]
IDS = [f"{name}-{formalism}{'-other tree' if tree else ''}" for name, formalism, tree in PAIRS]
SLOW = {("mast_3prs", formalism) for formalism in ("newton_euler", "maggi", "energy_equivalence", "lagrange", "denoc")}
"""Pairs of the long table: the same table without drives is in the quick one."""
QUICK = [
    pytest.param(*pair, marks=pytest.mark.long if pair[:2] in SLOW else (), id=name)
    for pair, name in zip(PAIRS, IDS, strict=True)
]


def inputs_of(dynamics, random):
    """Random inputs by full name."""
    aliases = dynamics.equations.aliases
    return {aliases.get(name, name): float(random.normal()) for name in dynamics.inputs}


def array_of(dynamics, inputs):
    aliases = dynamics.equations.aliases
    return np.array([inputs[aliases.get(name, name)] for name in dynamics.inputs])


_CASES = {}


def cases(name, count, seed=7):
    """States (readings), inputs and the accelerations of the base formalism, made once for each machine."""
    if (name, count, seed) not in _CASES:
        base = table.derived(name, table.BASE)
        random = np.random.default_rng([seed, count])
        found = []
        for state in random_states(base, count, [seed, count, len(name)]):
            inputs = inputs_of(base, random)
            u = array_of(base, inputs)
            vdot = base.apply_join(state, u).vdot
            found.append((readings(base, state), inputs, rates(base, state, vdot), reactions(base, state, vdot, u)))
        _CASES[name, count, seed] = found
    return _CASES[name, count, seed]


def rates(dynamics, state, vdot):
    """Accelerations of all quantities by full name."""
    values = np.asarray(rates_function(dynamics.system)(state.t, state.q, state.v, dynamics.p, vdot)).ravel()
    return {quantity.full: value for quantity, value in zip(dynamics.system.quantities, values, strict=True)}


def reactions(dynamics, state, vdot, u):
    """Components of reactions that are unique, by joint and component, with their unit."""
    found = reactions_module.reactions(dynamics, state, vdot, u)
    return {
        (joint, key): (value, reaction.units[key])
        for joint, reaction in found.items()
        for key, value in reaction.components.items()
        if reaction.unique[key]
    }, found.residual


def largest_difference(found, wanted, unit_of, usual=0.0):
    """Largest difference of common names over the largest wanted value of the same unit, and the name it is at.

    All values of a unit may vanish (an axis that stays put), or all of a state (near an equilibrium): a hundredth of
    the largest value of the state, and of what is usual for the machine, is the least that is divided by.
    """
    common = [name for name in wanted if name in found]
    assert common
    scales = {}
    for name in common:
        scales[unit_of(name)] = max(scales.get(unit_of(name), 0.0), abs(wanted[name]))
    floor = max(1e-2 * max([*scales.values(), usual]), 1e-8)
    error = {name: float(abs(found[name] - wanted[name]) / max(scales[unit_of(name)], floor)) for name in common}
    worst = max(error, key=lambda name: error[name])
    return error[worst], worst


def usual_size(name, count):
    """Median over the states of the largest acceleration of the machine."""
    return float(np.median([max(map(abs, wanted.values())) for _, _, wanted, _ in cases(name, count)]))


def units_of(dynamics):
    units = {quantity.full: quantity.rate_unit for quantity in dynamics.system.quantities}
    return lambda name: units.get(name, "m/s" if name[-1] in "xyz" and name[-2] == "." else "rad/s")


def condition(dynamics, state, u):
    """Condition of S^T M S, scaled to a unit diagonal as it is solved."""
    M, _, _, _ = numbers(dynamics, state, u)
    S = dynamics.apply_join(state, u).S
    reduced = S.T @ M @ S
    d = np.sqrt(np.diag(reduced))
    return float(np.linalg.cond(reduced / np.outer(d, d))) if d.size else 1.0


def joined(dynamics, key, state, u):
    """Accelerations by one join: on LAPACK, or as compiled code in CasADi's virtual machine with pivots chosen here."""
    join = table.JOINS[key]
    if key in ("multipliers", "recursion"):
        at = (state.t, state.q, state.v, u, dynamics.p)
        kept = dynamics.system.cached(("agreement", key), lambda: Pivoting.make(dynamics.system, join, at))
        pivoting = kept if kept.is_good(at, 0.02) else Pivoting.make(dynamics.system, join, at)
        return pivoting.accelerations(at)[0]
    M, f, A, b = numbers(dynamics, state, u)
    return join.evaluate(dynamics.system, M, f, A, b).vdot


def flat_bodies(name):
    """All bodies of a machine."""
    return Description().add(table.machine(name)).bodies.values()


def compare(name, formalism, tree, count):
    dynamics = table.derived(name, formalism, tree)
    unit_of = units_of(dynamics)
    compared, notes, usual = 0, [], usual_size(name, count)
    for read, inputs, wanted, (forces, balance) in cases(name, count):
        state = same_state(dynamics, read)
        u = array_of(dynamics, inputs)
        allowed = TOLERANCE
        cond = condition(dynamics, state, u)
        if 1e3 * EPS * cond > allowed:
            allowed = 1e3 * EPS * cond
            notes.append(f"{name}, {formalism}: cond(S^T M S) = {cond:.1e}, hence {allowed:.1e} instead of {TOLERANCE}")
        for key in table.JOINS:
            try:
                vdot = joined(dynamics, key, state, u)
            except Refused as refusal:
                if not re.match(table.refusal(key, formalism), refusal.reason):
                    raise
                continue
            error, worst = largest_difference(rates(dynamics, state, vdot), wanted, unit_of, usual)
            assert error < allowed, f"{name}, {formalism}, {key}: {worst} differs by {error:.2e}, allowed {allowed:.1e}"
            compared += 1
        found, residual = reactions(dynamics, state, vdot, u)
        # the free-body balance closes: what inertia and loads need the joints can give
        assert max(residual, balance) < 1e-8, (name, formalism, residual)
        same = {key: value for key, (value, _) in found.items() if key in forces}
        if all(body.spatial for body in flat_bodies(name)):
            # no formalism knows more, or less, than another about redundant constraints
            assert found.keys() == forces.keys(), (name, formalism, found.keys() ^ forces.keys())
        if same:
            wanted_forces = {key: forces[key][0] for key in same}
            # where only reactions across the plane are unique, all that are compared are zero: loads are the scale
            load = float(np.max(np.abs(numbers(dynamics, state, u)[1]), initial=0.0))
            error, worst = largest_difference(same, wanted_forces, {key: forces[key][1] for key in same}.get, load)
            assert error < max(REACTIONS, 10 * allowed), f"{name}, {formalism}: reaction {worst} differs by {error:.2e}"
    print("\n".join(notes))  # noqa: T201  seen with pytest -rP: where the tolerance had to give way
    assert compared >= 5 * count  # only Udwadia-Kalaba may refuse


@pytest.mark.one_in(20)
@pytest.mark.parametrize(("name", "formalism", "tree"), QUICK)
def test_formalisms_and_joins_agree(name, formalism, tree):
    compare(name, formalism, tree, 3)


@pytest.mark.long
@pytest.mark.parametrize(("name", "formalism", "tree"), PAIRS, ids=IDS)
def test_formalisms_and_joins_agree_over_a_hundred_states(name, formalism, tree):
    compare(name, formalism, tree, 100)


@pytest.mark.one_in(8)
@pytest.mark.parametrize("name", table.entries())
def test_the_default_choice_agrees(name):
    """Formalism and join that `lw.compile` takes, asked as users ask."""
    dynamics = lw.compile(table.machine(name))
    unit_of, usual = units_of(dynamics), usual_size(name, 3)
    for read, inputs, wanted, _ in cases(name, 3):
        state = same_state(dynamics, read)
        found = dynamics.forward(state, {dynamics.equations.show(key): value for key, value in inputs.items()})
        found = {dynamics.equations.aliases.get(key, key): value for key, value in found.items()}
        allowed = max(TOLERANCE, 1e3 * EPS * condition(dynamics, state, array_of(dynamics, inputs)))
        error, worst = largest_difference(found, wanted, unit_of, usual)
        assert error < allowed, f"{name}: {worst} differs by {error:.2e}, allowed {allowed:.1e}"


# -- the same machines inside others -------------------------------------------------------------------------------


def compare_nested(name, formalism, count):
    """Accelerations and reactions of a machine inside others are those it has alone."""
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(table.nested(name)))
    unit_of, usual = units_of(dynamics), usual_size(name, count)
    for read, inputs, wanted, (forces, _) in cases(name, count):
        state = same_state(dynamics, inside(read))
        u = array_of(dynamics, {table.NEST + key: value for key, value in inputs.items()})
        vdot = dynamics.apply_join(state, u).vdot
        allowed = max(TOLERANCE, 1e3 * EPS * condition(dynamics, state, u))
        alone = {table.NEST + key: value for key, value in wanted.items()}
        error, worst = largest_difference(rates(dynamics, state, vdot), alone, unit_of, usual)
        assert error < allowed, f"{name} nested, {formalism}: {worst} differs by {error:.2e}, allowed {allowed:.1e}"
        found, _ = reactions(dynamics, state, vdot, u)
        same = {key: found[table.NEST + key[0], key[1]][0] for key in forces if (table.NEST + key[0], key[1]) in found}
        if same:
            alone, units = ({key: forces[key][k] for key in same} for k in (0, 1))
            load = float(np.max(np.abs(numbers(dynamics, state, u)[1]), initial=0.0))
            error, worst = largest_difference(same, alone, units.get, load)
            assert error < max(REACTIONS, 10 * allowed), f"{name} nested, {formalism}: reaction {worst} by {error:.2e}"


def inside(read):
    """The same readings where the machine is inside others."""
    moved = ({table.NEST + key: value for key, value in entries.items()} for entries in (read.positions, read.speeds))
    return Readings(read.t, *moved)


NESTED = [(name, table.FORMALISMS[k % len(table.FORMALISMS)]) for k, name in enumerate(table.entries())]
"""Each machine with one formalism, in turn; all pairs are in the long tier."""


@pytest.mark.one_in(11)
@pytest.mark.parametrize(("name", "formalism"), NESTED)
def test_a_machine_inside_others_is_as_it_is_alone(name, formalism):
    compare_nested(name, formalism, 3)


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "formalism"), [(name, formalism) for name in table.entries() for formalism in table.FORMALISMS]
)
def test_every_machine_inside_others_is_as_it_is_alone_in_every_formalism(name, formalism):
    compare_nested(name, formalism, 3)


# -- an answer from outside ----------------------------------------------------------------------------------------


def compare_with_free_bodies(name, count):
    base = table.derived(name, table.BASE)
    machine = table.machine(name)
    unit_of = units_of(base)
    gravity = [base.parameters.get(f"gravity_{axis}", 0.0) for axis in "xyz"]
    for read, inputs, found, (reaction, _) in cases(name, count):
        oracle = FreeBodies(machine, base.parameters, gravity, read, inputs)
        error, worst = largest_difference(found, oracle.accelerations(), unit_of, usual_size(name, count))
        assert error < OUTSIDE, f"{name}: {worst} differs from the free-body diagrams by {error:.2e}"
        wanted = {key: value for key, value in oracle.forces().items() if key in reaction}
        if wanted:
            error, worst = largest_difference({key: reaction[key][0] for key in wanted}, wanted, lambda _: "N")
            assert error < REACTIONS, f"{name}: force {worst} differs from the free-body diagrams by {error:.2e}"


@pytest.mark.parametrize("name", table.entries())
def test_an_answer_from_outside(name):
    entry = table.entries()[name]
    table.machine(name)  # says so if there is no entry
    if entry.outside == "free bodies":
        compare_with_free_bodies(name, 3)
    else:
        assert (Path(__file__).parents[1] / entry.outside).is_file(), f"{name}: no file tests/{entry.outside}"

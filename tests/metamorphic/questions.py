"""Answers of a machine at random states, and how those of another description of it differ."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import qr

from agreement.flat_description import Description
from agreement.states import Readings, numbers, random_states, readings, same_state
from linkwright import components as c
from linkwright.dynamics.answers import reactions as reactions_module
from linkwright.dynamics.answers.terms import speed_functions
from linkwright.dynamics.system.readings import rates_function

TOLERANCE = 1e-9
"""Of accelerations, energies and inputs, relative to the largest of the same unit; or 1e3 eps cond(S^T M S)."""
REACTIONS = 1e-8
"""Of reactions: one linear solve further."""
EPS = np.finfo(float).eps
SPEED_LEVEL = c.KnifeEdge | c.RollingDisc | c.RollingTorus | c.RollingBall
"""Joints that leave more positions than speeds free."""


@dataclass(frozen=True, eq=False)
class Answer:
    """One state with inputs by full name, and what follows: accelerations, energies, reactions that are unique."""

    read: Readings
    inputs: dict
    accelerations: dict
    kinetic: float
    potential: float
    reactions: dict
    load: float


@dataclass(frozen=True, eq=False)
class Answers:
    """Answers at several states; `independent` are quantities of joints that fix the motion, none if too few do."""

    answers: tuple
    independent: tuple
    assembled: Readings | None
    units: dict
    drives: bool

    @classmethod
    def of(cls, dynamics, machine, count=2, seed=17):
        """Of a machine in absolute coordinates, at random states and with random inputs."""
        random = np.random.default_rng(seed)
        found = []
        states = random_states(dynamics, count, [seed, 1])
        for state in states:
            inputs = {_full(dynamics, name): float(random.normal()) for name in dynamics.inputs}
            found.append(answer(dynamics, readings(dynamics, state), state, inputs))
        units = {quantity.full: quantity.rate_unit for quantity in dynamics.system.quantities}
        independent = _independent(dynamics, machine, states[0])
        joints = Description().add(machine).connections.values()
        whole = independent and not any(isinstance(item, SPEED_LEVEL) for item, _ in joints)
        assembled = assemble(dynamics, independent, _between(dynamics, found[0].read)) if whole else None
        electric = any(unit == "A" for unit in units.values())
        drives = bool(independent) and len(independent) == len(dynamics.inputs) and not electric
        return cls(tuple(found), independent, assembled, units, drives)


def _full(dynamics, name):
    return dynamics.equations.aliases.get(name, name)


def _between(dynamics, read):
    """A third of the way from the reference configuration to the readings."""
    start = readings(dynamics, dynamics.reference).positions
    positions = {name: start[name] + (value - start[name]) / 3 for name, value in read.positions.items()}
    return Readings(0.0, positions, read.speeds)


def assemble(dynamics, names, read):
    """Readings of the state that has some positions and speeds."""
    given = [{name: values[name] for name in names} for values in (read.positions, read.speeds)]
    return readings(dynamics, dynamics.assemble(*given, t=read.t))


def _independent(dynamics, machine, state):
    """Joint quantities whose speeds are independent and as many as the degrees of freedom, by a pivoted QR of J S."""
    connections = Description().add(machine).connections
    named = [
        (k, quantity.full)
        for k, quantity in enumerate(dynamics.system.quantities)
        if quantity.full.rpartition(".")[0] in connections and quantity.z is not None and quantity.unit in ("m", "rad")
    ]
    S = dynamics.complement(state)
    if len(named) < S.shape[1] or not S.shape[1]:
        return ()
    _, J, _ = speed_functions(dynamics.system)(state.t, state.q, state.v, dynamics.p)
    _, R, order = qr((np.asarray(J)[[k for k, _ in named]] @ S).T, mode="economic", pivoting=True)
    sizes = np.abs(np.diag(R))
    if sizes[-1] < 1e-3 * max(sizes[0], 1e-3):  # none of them moves where a floating body alone does
        return ()
    return tuple(named[k][1] for k in order[: S.shape[1]])


def answer(dynamics, read, state, inputs):
    """Everything at one state."""
    u = np.array([inputs[_full(dynamics, name)] for name in dynamics.inputs])
    vdot = dynamics.accelerations(state, u)
    rates = np.asarray(rates_function(dynamics.system)(state.t, state.q, state.v, dynamics.p, vdot)).ravel()
    accelerations = {each.full: value for each, value in zip(dynamics.system.quantities, rates, strict=True)}
    energy = dynamics.energy(state)
    reactions = {
        (_full(dynamics, joint), key): value
        for joint, reaction in reactions_module.reactions(dynamics, state, vdot, u).items()
        for key, value in reaction.components.items()
        if reaction.unique[key]
    }
    load = float(np.max(np.abs(numbers(dynamics, state, u)[1]), initial=1e-3))
    return Answer(read, inputs, accelerations, energy.kinetic, energy.potential, reactions, load)


def differences(first, variant, dynamics):
    """What a variant answers otherwise, in words."""
    faults, found = [], []
    for wanted in first.answers:
        read = variant.readings(wanted.read)
        inputs = {variant.name(name): value for name, value in wanted.inputs.items()}
        state = same_state(dynamics, read)
        here = answer(dynamics, read, state, inputs)
        found.append(here)
        allowed = max(TOLERANCE, 1e3 * EPS * condition(dynamics, state))
        units = {variant.name(name): unit for name, unit in first.units.items()}
        faults += _apart(here.accelerations, variant.rates(wanted.accelerations), units.get, allowed)
        faults += _apart({"kinetic": here.kinetic}, {"kinetic": wanted.kinetic}, lambda _: "J", TOLERANCE)
        faults += _forces(variant, here, wanted, 10 * max(allowed, REACTIONS / 10))
        if first.drives:
            names = [variant.name(name) for name in first.independent]
            back = dynamics.inverse(state, {name: here.accelerations[name] for name in names})
            back = {_full(dynamics, name): value for name, value in back.items()}
            faults += _apart(back, inputs, lambda _: "inverse", 10 * allowed)
    rise = [answers[1].potential - answers[0].potential for answers in (found, first.answers)]
    size = max(abs(each.potential) + each.kinetic for each in first.answers)
    if not abs(rise[0] - rise[1]) <= TOLERANCE * max(size, 1e-3):
        faults.append(f"the potential energy rises by {rise[0]:.12g}, expected {rise[1]:.12g}")
    if first.assembled is not None:
        wanted = variant.readings(first.assembled)
        names = [variant.name(name) for name in first.independent]
        placed = assemble(dynamics, names, wanted)
        units = {variant.name(name): unit for name, unit in first.units.items()}
        faults += [f"assembled: {each}" for each in _apart(placed.positions, _alike(placed, wanted), units.get, 1e-8)]
        faults += [f"moved: {each}" for each in _apart(placed.speeds, wanted.speeds, units.get, 1e-8)]
    return faults


def _alike(placed, wanted):
    """Positions that are wanted, angles by whole turns as they were found."""
    found = dict(wanted.positions)
    for name, value in wanted.positions.items():
        if name in placed.positions:
            turns = round((placed.positions[name] - value) / (2 * np.pi))
            if name.rpartition(".")[2] in ("angle", "theta", "phi", "psi", "angle1", "angle2"):
                found[name] = value + 2 * np.pi * turns
    return found


def _forces(variant, here, wanted, allowed):
    """Reactions that are unique in both, those along the axes of the world turned with it."""
    expected = {}
    for joint in dict.fromkeys(joint for joint, _ in wanted.reactions):
        mine = {key: value for (name, key), value in wanted.reactions.items() if name == joint}
        whole = [mine.pop(axis, np.nan) for axis in "xyz"]
        mine |= dict(zip("xyz", variant.vector(np.array(whole)), strict=True))
        expected |= {(variant.name(joint), key): value for key, value in mine.items() if not np.isnan(value)}
    expected = {key: value for key, value in expected.items() if key[0] not in variant.shared}
    return [f"reaction {each}" for each in _apart(here.reactions, expected, lambda _: "N", allowed, here.load)]


def _apart(found, wanted, unit_of, allowed, floor=0.0):
    names = [name for name in wanted if name in found and not str(name).endswith(("e0", "e1", "e2", "e3"))]
    sizes = {}
    for name in names:
        sizes[unit_of(name)] = max(sizes.get(unit_of(name), 0.0), abs(wanted[name]))
    least = max([1e-2 * size for size in sizes.values()] + [floor, 1e-8])
    return [
        f"{name} is {found[name]:.12g}, expected {wanted[name]:.12g}"
        for name in names
        if not abs(found[name] - wanted[name]) <= allowed * max(sizes[unit_of(name)], least)
    ]


def condition(dynamics, state):
    M = numbers(dynamics, state, np.zeros(len(dynamics.inputs)))[0]
    S = dynamics.complement(state)
    reduced = S.T @ M @ S
    d = np.sqrt(np.diag(reduced))
    return float(np.linalg.cond(reduced / np.outer(d, d))) if d.size else 1.0


__all__ = ["Answers", "answer", "differences"]

"""One random machine through every formalism and join, against the others and against free-body diagrams."""

import re
from dataclasses import dataclass, field

import numpy as np

import linkwright as lw
from agreement.free_bodies_more import MoreFreeBodies
from agreement.random_drawing import Drawn, winding
from agreement.states import numbers, random_states, readings, same_state
from agreement.table import FORMALISMS, JOINS, refusal
from linkwright.dynamics import Refused
from linkwright.dynamics.answers import reactions as reactions_module
from linkwright.dynamics.plants.unrolled.pivoting import Pivoting
from linkwright.dynamics.system.readings import rates_function
from linkwright.model import ModelError

EPS = np.finfo(float).eps
TOLERANCE = 1e-9
"""Accelerations, energies and reactions, relative to the largest; or 1e3 eps times a condition where that is more."""
RIGHT = r"closes a loop with joints already taken, or cannot hold a body|is not connected"
"""Refusals of a machine that are right: a tree that cannot be, and parts that modular finds nothing to join with."""
HALF_TURN = 3.0
"""Springs on angles are turned by less (rad): absolute coordinates do not count turns."""
WHOLE = ("udwadia_kalaba", "multipliers")
"""Joins that solve with M itself, not with S^T M S: light bodies cost them digits."""
TREES = ("kane", "lagrange", "boltzmann_hamel", "denoc")


@dataclass(eq=False)
class Findings:
    """What differs, in words, each with the seed; and how many comparisons were made."""

    seed: int
    faults: list = field(default_factory=list)
    compared: int = 0
    refused: list = field(default_factory=list)

    def hold(self, what, found, wanted, allowed, floor=0.0):
        """The same numbers by name, relative to the largest of all."""
        names = [name for name in wanted if name in found]
        scale = max([abs(wanted[name]) for name in names] + [floor, 1e-3])
        for name in names:
            self.compared += 1
            error = abs(found[name] - wanted[name]) / scale
            if not error < allowed:
                self.faults.append(
                    f"seed {self.seed}, {what}: {name} is {found[name]:.12g}, expected {wanted[name]:.12g} "
                    f"(differs by {error:.1e} of the largest, allowed {allowed:.1e})"
                )


def compare(drawn: Drawn, count=2, formalisms=FORMALISMS):
    """All findings on a machine at some random consistent states, by some formalisms and by the default choice."""
    findings = Findings(drawn.seed)
    base = lw.compile(lw.formalisms.newton_euler(drawn.mechanism))
    cases = []
    random = np.random.default_rng([drawn.seed, 21])
    gravity = (*drawn.gravity, 0.0)[:3]
    for read in wound_little(base, drawn, count):
        inputs = {_full(base, name): float(random.normal()) for name in base.inputs}
        oracle = MoreFreeBodies(drawn.mechanism, drawn.numbers, gravity, read, inputs)
        positions = {str(name): value for name, value in oracle.gaps.items()}
        findings.hold("joints stand open", positions, dict.fromkeys(positions, 0.0), 1e-6)
        slips = dict(enumerate(oracle.slips()))
        findings.hold("joints come apart", slips, dict.fromkeys(slips, 0.0), 1e-6)
        cases.append((read, inputs, oracle))
    other = {"tree": drawn.loops} if drawn.loops else {}
    options = [(name, {}) for name in formalisms] + [(name, other) for name in TREES if other and name in formalisms]
    chosen = lw.compile(drawn.mechanism)
    for read, inputs, oracle in cases:
        _by_choice(findings, chosen, read, inputs, oracle)
    for name, option in options:
        try:
            equations = getattr(lw.formalisms, name)(drawn.mechanism, **option)
        except ModelError as error:
            if not re.search(RIGHT, str(error)):
                raise
            findings.refused.append(f"{name}: {error}")
            continue
        dynamics = base if name == "newton_euler" else lw.compile(equations)
        for read, inputs, oracle in cases:
            _at_state(findings, f"{name}{' by another tree' if option else ''}", dynamics, read, inputs, oracle)
    return findings


def wound_little(base, drawn, count):
    """Readings of random states at which springs on angles are turned by less than half a turn.

    Coordinates of bodies know angles within a turn only: of a spring that is wound further they read another one.
    """
    for many in (count, 6 * count):
        reads = [readings(base, state) for state in random_states(base, many, [drawn.seed, 22], t=drawn.t)]
        reads = [read for read in reads if winding(drawn.mechanism, drawn.numbers, read) < HALF_TURN]
        if len(reads) >= count:
            return reads[:count]
    raise AssertionError(f"seed {drawn.seed}: springs on angles are wound at nearly all states")


def _full(dynamics, name):
    return dynamics.equations.aliases.get(name, name)


def _at_state(findings, what, dynamics, read, inputs, oracle):
    """Accelerations by every join, energies and reactions of one formalism at one state."""
    formalism = what.split()[0]
    state = same_state(dynamics, read)
    u = np.array([inputs[_full(dynamics, name)] for name in dynamics.inputs])
    wanted = oracle.accelerations()
    M, f, A, b = numbers(dynamics, state, u)
    allowed = max(TOLERANCE, 1e3 * EPS * _condition(dynamics, state, u, M))
    for key, join in JOINS.items():
        try:
            if key in ("multipliers", "recursion"):
                at = (state.t, state.q, state.v, u, dynamics.p)
                vdot = Pivoting.make(dynamics.system, join, at).accelerations(at)[0]
            else:
                vdot = join.evaluate(dynamics.system, M, f, A, b).vdot
        except Refused as refused:
            if not re.match(refusal(key, formalism), refused.reason):
                findings.faults.append(f"seed {findings.seed}, {what}, {key}: refused: {refused.reason[:200]}")
            continue
        rates = np.asarray(rates_function(dynamics.system)(state.t, state.q, state.v, dynamics.p, vdot)).ravel()
        found = {each.full: value for each, value in zip(dynamics.system.quantities, rates, strict=True)}
        light = 1e3 * EPS * float(np.linalg.cond(M)) if key in WHOLE else 0.0
        findings.hold(f"{what}, {key}", found, wanted, max(allowed, light))
    energy = dynamics.energy(state)
    found = {"kinetic": energy.kinetic, "potential": energy.potential}
    scale = abs(oracle.kinetic()) + abs(oracle.potential)
    findings.hold(f"{what}, energy", found, {"kinetic": oracle.kinetic(), "potential": oracle.potential}, 1e-10, scale)
    reactions = reactions_module.reactions(
        dynamics, state, vdot if key != "recursion" else _vdot(dynamics, state, u), u
    )
    unique = {
        (joint, key): value
        for joint, reaction in reactions.items()
        for key, value in reaction.components.items()
        if reaction.unique[key]
    }
    load = float(np.max(np.abs(f), initial=1.0))
    forces = oracle.forces()
    findings.hold(f"{what}, reactions", unique, forces, 100 * allowed, load)
    if not reactions.residual < 1e-7:
        findings.faults.append(
            f"seed {findings.seed}, {what}: the free-body balance is open by {reactions.residual:.1e}"
        )


def _by_choice(findings, dynamics, read, inputs, oracle):
    """Accelerations of the machine as it is compiled where no formalism is named."""
    state = same_state(dynamics, read)
    u = {name: inputs[_full(dynamics, name)] for name in dynamics.inputs}
    values = np.array([u[name] for name in dynamics.inputs])
    M = numbers(dynamics, state, values)[0]
    allowed = max(TOLERANCE, 1e3 * EPS * max(_condition(dynamics, state, values, M), float(np.linalg.cond(M))))
    forward = dynamics.forward(state, u)
    found = {_full(dynamics, name): value for name, value in forward.items()}
    findings.hold("lw.compile", found, oracle.accelerations(), allowed)


def _vdot(dynamics, state, u):
    return dynamics.apply_join(state, u).vdot


def _condition(dynamics, state, u, M):
    """Condition of S^T M S, scaled to a unit diagonal."""
    S = dynamics.apply_join(state, u).S
    return _scaled_condition(S.T @ M @ S)


def _scaled_condition(M):
    d = np.sqrt(np.diag(M))
    return float(np.linalg.cond(M / np.outer(d, d))) if d.size else 1.0

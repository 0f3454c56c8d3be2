"""Forces of rigid bodies as a matrix times their parameters, projected on the speeds of a machine.

Of a body with the angular velocity w, its rate w' and the acceleration a of its origin less gravity, all in its own
axes, the force and the moment about the origin are linear in its parameters,

    f = m a + w' x m c + w x (w x m c),      n = I w' + w x I w + m c x a,

and the machine's speeds see them through the partial velocities: Y = Jv^T f + Jw^T n, summed over the bodies. So
nothing depends on how the equations were derived, and masses may be numbers or formulas.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np

from linkwright.analysis.rigid_bodies.parameters import InertialBody, LinearParameter, inertial_bodies
from linkwright.analysis.rigid_bodies.samples import Sample
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics, Refused
from linkwright.dynamics.inverse import frame_at
from linkwright.dynamics.system import System, call_function
from linkwright.faults import close_matches
from linkwright.symbolic import jacobian, select_rows

MOTION = 18
"""Numbers of the motion of a body: R (3, 3), then w, w' and a, three each."""


@dataclass(frozen=True, eq=False)
class Forces:
    """Equations Y pi + rest = B u + A^T lambda at a sample: Y (n, parameters), rest (n), B (n, inputs)."""

    Y: Array
    rest: Array
    B: Array


@dataclass(frozen=True, eq=False)
class FreeBodies:
    """Bodies of a machine, and what else its equations are linear in; `p` has these others set to zero."""

    dynamics: Dynamics
    bodies: tuple[InertialBody, ...]
    others: tuple[LinearParameter, ...]
    function: ca.Function
    twists: ca.Function
    p: Array

    @staticmethod
    def of(dynamics: Dynamics, others: Sequence[str]) -> FreeBodies:
        """Functions of a machine in full matrices; `others` are names of its own parameters, checked here."""
        system, bodies = dynamics.system, inertial_bodies(dynamics)
        places = _checked(dynamics, others, bodies)
        acceleration = ca.SX.sym("a", system.n)
        frames = [frame_at(system, body.name) for body in bodies]
        motions, slopes = [], []
        for body, frame in zip(bodies, frames, strict=True):
            rates = system.rate(ca.vertcat(frame.w, frame.v), acceleration)
            gravity = _gravity(system, body.name)
            motions.append(ca.vertcat(ca.vec(ca.densify(frame.R)), frame.w, rates[:3], rates[3:] - gravity))
            slopes.append(jacobian(ca.vertcat(frame.w, frame.v), system.v))
        motion, slope = ca.vertcat(ca.SX(0, 1), *motions), ca.vertcat(ca.SX(0, system.n), *slopes)
        rest = _others_forces(system, bodies, acceleration)
        symbols = select_rows(system.p, places)
        columns = jacobian(rest, symbols) if places else ca.SX(system.n, 0)
        _refuse_nonlinear(dynamics, places, (motion, slope), columns)
        B = jacobian(system.f, system.u)
        function = system.function("regressor", [motion, slope, rest, columns, B], [acceleration])
        twists = system.function("twists", [slope])
        labels = dynamics.equations.parameters.labels
        found = tuple(LinearParameter(labels[k].name, labels[k].unit, float(dynamics.p[k])) for k in places)
        p = np.array(dynamics.p)
        p[places] = 0.0
        return FreeBodies(dynamics, bodies, found, function, twists, p)

    @property
    def parameters(self) -> tuple[LinearParameter, ...]:
        """All parameters: those of the bodies, then the others."""
        return (*[each for body in self.bodies for each in body.parameters], *self.others)

    def forces(self, sample: Sample, u: Array) -> Forces:
        """Equations at a sample with inputs u, whose terms are part of `rest`."""
        state = sample.state
        found = call_function(self.function, state.t, state.q, state.v, u, self.p, sample.acceleration)
        motions, slopes, rest, columns, B = found
        parts = []
        for k, body in enumerate(self.bodies):
            wrench = free_body_regressor(motions.ravel()[MOTION * k : MOTION * (k + 1)])
            parts.append(slopes[6 * k : 6 * k + 6].T @ wrench[:, list(body.kinds)])
        return Forces(np.hstack([*parts, columns]), rest.ravel(), B)


def free_body_regressor(motion: Array) -> Array:
    """Moment about the origin and force of a body, in world axes, by its ten parameters (6, 10)."""
    R = motion[:9].reshape(3, 3, order="F")
    w, rate, a = (R.T @ motion[k : k + 3] for k in (9, 12, 15))
    turning, zero = _cross(rate) + _cross(w) @ _cross(w), np.zeros((3, 6))
    moment = np.hstack([np.zeros((3, 1)), -_cross(a), _tensor_times(rate) + _cross(w) @ _tensor_times(w)])
    force = np.hstack([a[:, None], turning, zero])
    return np.vstack([R @ moment, R @ force])


def _cross(a: Array) -> Array:
    """Matrix of the cross product, a x b."""
    return np.array([[0.0, -a[2], a[1]], [a[2], 0.0, -a[0]], [-a[1], a[0], 0.0]])


def _tensor_times(a: Array) -> Array:
    """Matrix (3, 6) that gives I a of the entries xx, yy, zz, xy, xz, yz of I."""
    x, y, z = a
    return np.array([[x, 0, 0, y, z, 0], [0, y, 0, x, 0, z], [0, 0, z, 0, x, y]])


def _gravity(system: System, body: str) -> ca.SX:
    index = system.equations.parameters.index
    names = [f"{body}.weight.g_{axis}" for axis in "xyz"]
    return ca.vertcat(*[system.p[index[name]] if name in index else ca.SX(0) for name in names])


def _others_forces(system: System, bodies: Sequence[InertialBody], acceleration: ca.SX) -> ca.SX:
    """Inertia forces of all that is no body (rotors, windings) less all loads but weights."""
    names = {body.name for body in bodies}
    rest = ca.SX.zeros(system.n)
    for name, M, h, _ in system.inertias:
        if name not in names:
            rest = rest + M @ acceleration + h
    for name, _, share in system.efforts:
        if name.removesuffix(".weight") not in names or not name.endswith(".weight"):
            rest = rest - share
    return ca.densify(rest)


def _checked(dynamics: Dynamics, others: Sequence[str], bodies: Sequence[InertialBody]) -> list[int]:
    """Places of parameters by name; unknown ones and those of bodies are refused."""
    index = dynamics.equations.parameters.index
    faults = [f"no parameter {name!r}; {close_matches(str(name), index)}" for name in others if name not in index]
    own = {f"{body.name}.{word}": body.name for body in bodies for word in ("mass", "inertia", "centre")}
    for name in others:
        body = own.get(str(name).partition("_")[0])
        if name in index and body is not None:
            faults.append(f"{name} belongs to the body {body}, whose parameters are all in the regressor; leave it out")
    if len(set(others)) < len(others):
        faults.append(f"others names a parameter twice: {', '.join(others)}; name each once")
    if faults:
        raise ValueError("; ".join(faults))
    return [index[name] for name in others]


def _refuse_nonlinear(
    dynamics: Dynamics, places: Sequence[int], kinematics: tuple[ca.SX, ca.SX], columns: ca.SX
) -> None:
    """Refuse parameters that move the machine or that the forces are not linear in."""
    system = dynamics.system
    faults = []
    fixed = ca.vertcat(*[ca.vec(ca.densify(e)) for e in (*kinematics, system.A, system.b, system.qdot)])
    for number, place in enumerate(places):
        symbol, name = system.p[place], dynamics.equations.parameters.labels[place].name
        if ca.depends_on(fixed, symbol):
            faults.append(f"{name} changes the motion or the weights of the bodies, not only forces")
        elif ca.depends_on(columns, symbol):
            faults.append(f"forces are not linear in {name}, or not in it and the others together")
        elif not columns[:, number].nnz():
            inner = _followers(dynamics, place)
            faults.append(f"{name} is in no force itself" + (f"; name {' or '.join(inner)} instead" if inner else ""))
    if faults:
        raise Refused(f"others of {dynamics.name}: {'; '.join(faults)}", [])


def _followers(dynamics: Dynamics, place: int) -> list[str]:
    """Parameters whose formulas have a parameter in them."""
    parameters = dynamics.equations.parameters
    pairs = zip(parameters.labels, ca.vertsplit(parameters.formulas), strict=True)
    symbol = parameters.symbols[place]
    return [label.name for k, (label, formula) in enumerate(pairs) if k != place and ca.depends_on(formula, symbol)][:5]

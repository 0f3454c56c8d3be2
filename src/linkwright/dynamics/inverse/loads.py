"""What a machine carries while inverse dynamics is asked: wrenches on named points, and a payload.

Both become part of the equations themselves, M and f, so that the answer can be put back into forward dynamics:

    f += J_v^T F + J_w^T T                                         a force F and a moment T on a point, world axes
    M += m J_c^T J_c + J_w^T I J_w                                 a payload with mass centre c
    f += J_c^T m g - m J_c^T c'' - J_w^T (I w' + w x I w)          its weight, and its inertia at v' = 0
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics.machine import Machine
from linkwright.dynamics.system.system import System
from linkwright.faults import close_matches
from linkwright.laws import Law, as_law
from linkwright.symbolic import Frame, jacobian, select_rows

COMPONENTS = ("fx", "fy", "fz", "mx", "my", "mz")
"""Components of a wrench, world axes: force (N) and moment about the point (N m)."""
PLANAR = ("fx", "fy", "mz")
PAYLOAD = 10
"""Numbers of a payload: mass, centre (3), inertia xx, yy, zz, xy, xz, yz."""


@dataclass(frozen=True)
class Payload:
    """A rigid load held at a named point of a body, in the axes of that point.

    `mass` (kg); `at` the point, such as "platform.P" or a body's name for its origin; `centre` of mass from the point
    (m, 2 or 3 numbers); `inertia` about the mass centre (kg m^2): a number (about every axis), (Ixx, Iyy, Izz) or
    (Ixx, Iyy, Izz, Ixy, Ixz, Iyz), with the signs of a Body's.

    >>> Payload(2.0, at="platform", centre=(0.0, 0.05)).mass
    2.0
    """

    mass: float
    at: str
    centre: tuple[float, ...] = (0.0, 0.0)
    inertia: float | tuple[float, ...] = 0.0

    def __post_init__(self) -> None:
        """Refuse a mass that is negative, and an inertia that no body has; all faults at once."""
        faults = []
        mass = _numbers((self.mass,))
        if mass is None or not mass[0] >= 0:
            faults.append(f"mass = {self.mass!r}: expected kilograms, zero or more")
        if not isinstance(self.at, str) or not self.at:
            faults.append(f"at = {self.at!r}: expected the name of a point, such as 'platform' or 'platform.P'")
        centre = _numbers(self.centre)
        if centre is None or len(centre) not in (2, 3):
            faults.append(f"centre = {self.centre!r}: expected 2 or 3 finite numbers (m)")
        moments = _numbers(self.inertia if isinstance(self.inertia, Sequence) else (self.inertia,))
        if moments is None or len(moments) not in (1, 3, 6):
            faults.append(
                f"inertia = {self.inertia!r}: expected 1, 3 (Ixx, Iyy, Izz) or 6 (..., Ixy, Ixz, Iyz) finite numbers"
            )
        else:
            principal = linear_algebra.eigvalsh(_matrix(_six(moments)))
            if np.sum(principal) / 2 - principal[-1] < -1e-12 * max(1e-300, float(np.max(np.abs(moments)))):
                faults.append(
                    f"inertia = {self.inertia!r}: no body has the principal moments "
                    f"{', '.join(f'{x:.6g}' for x in principal)} kg m^2 (none is negative, none above the others' sum)"
                )
        if faults:
            raise ValueError("Payload: " + "; ".join(faults))

    @property
    def numbers(self) -> list[float]:
        """Mass, centre (3), inertia xx, yy, zz, xy, xz, yz."""
        centre = [float(x) for x in self.centre]
        moments = self.inertia if isinstance(self.inertia, Sequence) else (self.inertia,)
        return [float(self.mass), *centre, *[0.0] * (3 - len(centre)), *_six([float(x) for x in moments])]


@dataclass(frozen=True, eq=False)
class Loaded:
    """Machine with what the machine carries; `values(times)` are its parameters, (np,) or a row for each time.

    `set_at` are parameters that have other values at some times: by time, the value by the place.
    """

    dynamics: Machine
    laws: tuple[Law | float, ...]
    fixed: Array
    set_at: Mapping[float, Mapping[int, float]] = field(default_factory=dict)

    @property
    def constant(self) -> bool:
        """Whether no parameter changes in time."""
        return not self.set_at and not any(isinstance(law, Law) for law in self.laws)

    def values(self, times: Array) -> Array:
        """Parameters at the times, (len(times), np)."""
        rows = np.tile(self.fixed, (len(times), 1))
        at = len(self.fixed) - len(self.laws)
        for k, law in enumerate(self.laws):
            if isinstance(law, Law):
                rows[:, at + k] = law(times)
        for row, t in enumerate(times.tolist() if self.set_at else ()):
            for place, value in self.set_at.get(t, {}).items():
                rows[row, place] = value
        return rows

    def at(self, t: float) -> Machine:
        """Machine with the loads of one time."""
        return self.dynamics if self.constant else self.dynamics.at_values(self.values(np.array([t]))[0])


def add_loads(dynamics: Machine, wrenches: Mapping[str, Any] | None, payload: Payload | None) -> Loaded:
    """The dynamics with wrenches and payload in its equations; without any of them the dynamics itself."""
    system = dynamics.system
    if payload is not None and not isinstance(payload, Payload):
        msg = f"payload: got {type(payload).__name__}, expected lw.Payload(mass, at='body.point')"
        raise TypeError(msg)
    if wrenches is not None and not isinstance(wrenches, Mapping):
        msg = f"wrenches: got {type(wrenches).__name__}, expected a mapping such as {{'platform.P': (fx, fy, mz)}}"
        raise TypeError(msg)
    given = dict(wrenches or {})
    if not given and payload is None:
        return Loaded(dynamics, (), dynamics.p)
    faults: list[str] = []
    known = system.equations.frame_names()
    named = [*given, *([payload.at] if payload else [])]
    wrong = [name for name in named if not isinstance(name, str) or system.equations.find_frame(name) is None]
    faults += [f"no point {name!r}; {close_matches(str(name), known)}" for name in wrong]
    if faults:
        raise ValueError("; ".join(dict.fromkeys(faults)))
    laws: list[Law | float] = []
    for name, value in given.items():
        laws += _components(name, value, frame_at(system, name), faults)
    if faults:
        raise ValueError("; ".join(faults))
    laws += payload.numbers if payload else []
    key = ("loaded", tuple(given), payload.at if payload else None)
    made: System = system.cached(key, lambda: _extend_system(dynamics, tuple(given), payload.at if payload else None))
    fixed = np.concatenate([dynamics.p, [0.0 if isinstance(law, Law) else law for law in laws]])
    return Loaded(dynamics.with_system(made, fixed), tuple(laws), fixed)


def frame_at(system: System, name: str) -> Frame:
    """A named frame in the machine's own variables."""
    ref = system.equations.find_frame(name)
    assert ref is not None, name
    block = ref.block
    local = block.type.local
    frame = block.type.frames[ref.key]
    function = ca.Function("frame", local.arguments, [ca.densify(e) for e in (frame.R, frame.p, frame.w, frame.v)])
    R, p, w, v = function(
        select_rows(system.q, range(block.q, block.q + local.q.numel())),
        select_rows(system.v, range(block.v, block.v + local.v.numel())),
        ca.SX.zeros(local.u.numel()),
        select_rows(system.p, block.parameters),
        ca.SX.zeros(local.d.numel()),
    )
    return Frame(R, p, w, v)


def _extend_system(dynamics: Machine, points: tuple[str, ...], carried: str | None) -> System:
    """The system with symbols for what is carried behind its parameters."""
    system = dynamics.system
    more = ca.SX.sym("carried", 6 * len(points) + (PAYLOAD if carried else 0))
    new: System = copy.copy(system)
    new._made = {}  # noqa: SLF001  what was made of the other equations
    new.p = ca.vertcat(system.p, more)
    new.links = None  # they are those of the machine without what it carries
    force = system.f
    for k, name in enumerate(points):
        frame = frame_at(system, name)
        wrench = select_rows(more, range(6 * k, 6 * k + 6))
        force = force + jacobian(frame.v, system.v).T @ wrench[:3] + jacobian(frame.w, system.v).T @ wrench[3:]
    if carried:
        frame = frame_at(system, carried)
        numbers = select_rows(more, range(6 * len(points), more.numel()))
        mass, centre = numbers[0], frame.at(numbers[1:4])
        inertia = frame.R @ _symmetric(numbers[4:]) @ frame.R.T
        J, W = jacobian(centre.v, system.v), jacobian(frame.w, system.v)
        rest = ca.SX.zeros(system.n)
        gravity = _gravity(system, carried)
        new.M = ca.sparsify(system.M + mass * (J.T @ J) + W.T @ inertia @ W)
        turning = inertia @ system.rate(frame.w, rest) + ca.cross(frame.w, inertia @ frame.w)
        force = force + J.T @ (mass * (gravity - system.rate(centre.v, rest))) - W.T @ turning
        energy = mass * ca.dot(centre.v, centre.v) / 2 + ca.dot(frame.w, inertia @ frame.w) / 2
        new.kinetic = system.kinetic + energy
        new.potential = system.potential - mass * ca.dot(gravity, centre.p)
    new.f = ca.densify(force)
    return new


def _gravity(system: System, point: str) -> ca.SX:
    """Gravity that acts on the body a point is on, as its own weight has it; zero where it has none."""
    index = system.equations.parameters.index
    body = point
    while body not in system.equations.all_bodies:
        body, dot, _ = body.rpartition(".")
        if not dot:
            return ca.SX.zeros(3)  # a point of the ground, which carries any load
    names = [f"{body}.weight.g_{axis}" for axis in "xyz"]
    return ca.vertcat(*[system.p[index[name]] if name in index else ca.SX(0) for name in names])


def _components(name: str, value: Any, frame: Frame, faults: list[str]) -> list[Law | float]:
    """Six components of a wrench from what was given: names, or 2, 3 or 6 numbers or laws in order."""
    spatial = bool(frame.v[2].nnz() and not frame.v[2].is_zero()) or not frame.w[:2].is_zero()
    if isinstance(value, Mapping):
        given = {str(key): entry for key, entry in value.items()}
        faults += [
            f"wrench on {name}: no component {k!r}; {close_matches(k, COMPONENTS)}"
            for k in given
            if k not in COMPONENTS
        ]
    else:
        try:
            entries = list(value)
        except TypeError:
            entries = []
        names = {2: ("fx", "fy"), 3: PLANAR, 6: COMPONENTS}.get(len(entries))
        if names is None or (spatial and len(entries) != 6):
            wanted = "6 (fx, fy, fz, mx, my, mz)" if spatial else "2 (fx, fy), 3 (fx, fy, mz) or 6"
            faults.append(
                f"wrench on {name}: got {value!r:.60}, expected {wanted} numbers or laws in world axes, or a mapping "
                "such as {'fx': 1.0}"
            )
            return []
        given = dict(zip(names, entries, strict=True))
    result: list[Law | float] = []
    for component in COMPONENTS:
        entry = given.get(component, 0.0)
        try:
            law = as_law(entry)
        except (TypeError, ValueError):
            faults.append(f"wrench on {name}: {component} = {entry!r:.60} is neither a finite number nor a law")
            continue
        result.append(float(entry) if isinstance(entry, (int, float, np.number)) else law)
    return result


def _numbers(values: Any) -> list[float] | None:
    """Finite numbers, or None."""
    try:
        found = [float(value) for value in values]
    except (TypeError, ValueError):
        return None
    return found if np.isfinite(found).all() else None


def _six(moments: Sequence[float]) -> list[float]:
    return [*(list(moments) * 3 if len(moments) == 1 else list(moments)), *[0.0] * (6 - max(3, len(moments)))]


def _matrix(six: Sequence[float]) -> Array:
    xx, yy, zz, xy, xz, yz = six
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def _symmetric(six: ca.SX) -> ca.SX:
    xx, yy, zz, xy, xz, yz = ca.vertsplit(six)
    return ca.blockcat([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])

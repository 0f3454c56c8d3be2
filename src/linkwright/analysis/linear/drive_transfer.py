"""The four transfer functions of a drive, as ratios of polynomials, by its dynamic stiffness from shaft to shaft.

A freedom x_a with what is behind it answers a torque by x_a = tau / Z_a, and Z_a = P_a / Q_a is found from the ends of
the drive inward: for an inertia J with damping c and stiffness k, and shafts g = C s + K of the ratio r to freedoms b,

    Z_a = J s^2 + c s + k + sum g Z_b / (g r^2 + Z_b),      x_b / x_a = g r / (g r^2 + Z_b).

Numerators and denominators are sums of products of positive numbers: nothing cancels, so every coefficient is right to
rounding however stiff the shafts are, and the factors s^2 of a drive that turns freely are exact. Resonances are found
from the inertias and shafts, not from the polynomials, whose roots are sensitive to their coefficients.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import pi
from typing import Any

import numpy as np
from numpy.polynomial import polynomial

from linkwright import linear_algebra
from linkwright.analysis.linear.drive_tree import WANTED, DriveParts, DriveTree, End, Shaft
from linkwright.analysis.linear.friction import counted_friction
from linkwright.analysis.linear.lifted import LinearResponse
from linkwright.analysis.linear.modes import SPLIT, UNDAMPED
from linkwright.arrays import Array, ComplexArray, read_only
from linkwright.components.own_parts import effort_unit
from linkwright.display import Displayed
from linkwright.dynamics import Dynamics, Refused, State
from linkwright.faults import Faults, close_matches
from linkwright.kinds import checked_arguments

SMALLEST_COEFFICIENT = 1e-290
"""Size of a coefficient below which digits are lost."""
ROTATING = ("dc_motor", "rotor")
"""Parts that drives are recognised by."""


@dataclass(frozen=True)
class Resonance:
    """A pole pair that oscillates: natural frequency (Hz) and damping ratio."""

    frequency: float
    damping: float


@checked_arguments
@dataclass(frozen=True, eq=False)
class TransferFunction(Displayed):
    """numerator(s) / denominator(s), coefficients of the highest power of s first; `output` per `input`, in `unit`.

    `poles` (1/s) are those that are not zero.
    """

    name: str
    machine: str
    input: str
    output: str
    unit: str
    numerator: Array
    denominator: Array
    poles: ComplexArray

    def __call__(self, s: complex | ComplexArray) -> Any:
        """The value at s (1/s), a number or an array."""
        return np.polyval(self.numerator, s) / np.polyval(self.denominator, s)

    @property
    def resonances(self) -> tuple[Resonance, ...]:
        """Poles that oscillate, slowest first."""
        pairs = [pole for pole in self.poles.tolist() if pole.imag > SPLIT * abs(pole)]
        ratios = [(abs(pole), -pole.real / abs(pole)) for pole in sorted(pairs, key=abs)]
        return tuple(Resonance(size / (2 * pi), ratio if abs(ratio) > UNDAMPED else 0.0) for size, ratio in ratios)

    def frequency_response(self, frequencies: Sequence[float] | Array) -> LinearResponse:
        """Values at 2 pi i f for frequencies f (Hz), for `lw.drawing.bode_plot`."""
        faults = Faults("frequency_response")
        f = faults.sequence("frequencies", frequencies)
        if f is not None and (wrong := [f"{value:g}" for value in f if value <= 0]):
            faults.add(f"frequencies: {', '.join(wrong)}: expected numbers above zero")
        faults.stop()
        with np.errstate(divide="ignore", invalid="ignore"):
            values = self(2j * pi * np.asarray(f))
        if not np.isfinite(values).all():
            msg = "frequency_response: one of the frequencies is that of a resonance without damping; leave it out"
            raise ValueError(msg)
        return LinearResponse(self.machine, self.input, self.output, self.unit, np.asarray(f), values)

    def to_control(self) -> Any:
        """A TransferFunction of python-control (extra `control`)."""
        try:
            import control
        except ImportError as error:
            msg = "to_control needs python-control: pip install 'linkwright[control]'"
            raise ImportError(msg) from error
        inputs, outputs = ([name.replace(".", "_")] for name in (self.input, self.output))
        return control.tf(self.numerator, self.denominator, inputs=inputs, outputs=outputs, name=self.name)

    def in_words(self) -> str:
        """Numerator, denominator and resonances in some lines."""
        return "\n".join(
            [
                f"{self.name} = {self.output} / {self.input}" + (f" [{self.unit}]" if self.unit else ""),
                f"  numerator    {_polynomial_in_words(self.numerator)}",
                f"  denominator  {_polynomial_in_words(self.denominator)}",
                *[f"  resonance    {each.frequency:.6g} Hz, damping {each.damping:.3g}" for each in self.resonances],
            ]
        )

    def as_data(self) -> dict[str, object]:
        """Everything as plain data, for JSON; poles as (real, imaginary)."""
        return {
            "name": self.name,
            "input": self.input,
            "output": self.output,
            "unit": self.unit,
            "numerator": self.numerator.tolist(),
            "denominator": self.denominator.tolist(),
            "poles": [[pole.real, pole.imag] for pole in self.poles.tolist()],
            "resonances": [{"frequency": each.frequency, "damping": each.damping} for each in self.resonances],
        }


@dataclass(frozen=True, eq=False)
class DriveTransfer(Displayed):
    """The four transfer functions of a drive with so many freedoms, by name: `TF1`, `TF2`, `TF1d`, `TF2d`.

    With the torque tau_m of the motor and a load tau_d against the motion,

        theta_m = TF1 tau_m - TF2d TF1d tau_d,      theta_p = TF2 TF1 tau_m - TF1d tau_d.
    """

    machine: str
    drive: str
    motor: str
    load: str
    freedoms: int
    functions: Mapping[str, TransferFunction]
    notes: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> TransferFunction:
        """A transfer function by its name."""
        if name not in self.functions:
            raise KeyError(f"no transfer function {name!r}; {close_matches(str(name), self.functions)}")
        return self.functions[name]

    def frequencies(self, count: int = 400) -> Array:
        """Frequencies (Hz) for a plot: a decade around the resonances, with more of them near each."""
        found = [each.frequency for function in self.functions.values() for each in function.resonances]
        low, high = (min(found) / 10, max(found) * 10) if found else (0.1, 1000.0)
        near = np.geomspace(1e-5, 0.02, 40)
        return np.unique(np.concatenate([np.geomspace(low, high, count), *[f * (1 + near) for f in found],
                                         *[f * (1 - near) for f in found]]))  # fmt: skip

    def in_words(self) -> str:
        """All four, with motor and load."""
        freedoms = f"{self.freedoms} freedom{'s' if self.freedoms > 1 else ''}"
        head = f"{self.drive or self.machine}: {freedoms}, motor {self.motor}, load {self.load}"
        return "\n".join([head, *[each.in_words() for each in self.functions.values()], *self.notes])

    def as_data(self) -> dict[str, object]:
        """Everything as plain data, for JSON."""
        return {
            "machine": self.machine,
            "drive": self.drive,
            "motor": self.motor,
            "load": self.load,
            "freedoms": self.freedoms,
            "functions": [each.as_data() for each in self.functions.values()],
            "notes": list(self.notes),
        }


@checked_arguments
def transfer_functions(
    dynamics: Dynamics,
    drive: str | None = None,
    *,
    motor: str | None = None,
    load: str | None = None,
    state: State | None = None,
) -> DriveTransfer:
    """TF1 = theta_m / tau_m, TF2 = theta_p / theta_m, TF1d = theta_p / tau_d, TF2d = theta_m / theta_p of a drive.

    The first two are for a torque tau_m of the motor without load, the others for a load tau_d on the driven end
    without torque (3PRS motion table, eqs. (2) and (3)). `drive` names a module of the machine, such as "drive1";
    without it the whole machine is the drive. It is cut off from the rest of the machine, whose forces on it are the
    load. It may have one freedom, two, or any number: inertias that elastic shafts, springs and dampers join to a tree.
    Currents in windings are held, dry friction is off.

    `motor` and `load` are the quantities theta_m and theta_p, if they are not the angle of the only motor, and the one
    at the other end. At `state` (default: the reference) the drive is at rest.

    >>> import linkwright as lw
    >>> dynamics = lw.compile(lw.mechanisms.mast_3prs(parameters="manufacturer"))
    >>> functions = transfer_functions(dynamics, "drive1")
    >>> [f"{each.frequency:.1f} Hz" for each in functions["TF2"].resonances]
    ['1086.3 Hz']
    """
    dynamics = dynamics.in_full_matrices("transfer_functions")
    at = dynamics.reference if state is None else dynamics.on_constraints(state)
    drives = _drives(dynamics)
    prefix = f"{drive}." if drive is not None else ""
    if not any(f"{name}.".startswith(prefix) for name in dynamics.system.block_of_speed):
        known = close_matches(str(drive), drives) if drives else "this machine is its own drive; leave drive out"
        raise ValueError(f"transfer_functions: no drive {drive!r}; {known}")
    friction = counted_friction(dynamics, at, "off")
    parts = DriveParts(friction.without_sliding(dynamics), prefix, at)
    ends = parts.ends()
    if not ends:
        raise Refused(f"transfer_functions: no quantity of {drive or dynamics.name} moves with one freedom; {WANTED}")
    several = f"name a drive of this machine: {', '.join(drives)}" if drive is None and drives else ""
    faults = Faults("transfer_functions")
    first = _end("motor", motor, [end for end in ends if end.quantity.full in parts.motor_angles], ends, faults)
    if first is None and several:
        faults.add(several)
    chosen = None if load is None else _end("load", load, [], ends, faults)
    faults.stop()
    assert first is not None
    try:
        tree = parts.tree(first.node)
    except Refused as error:
        raise Refused(f"transfer_functions: {error}{several and f'; {several}'}", error.parts) from error
    joined = tree.nodes(first.node)
    apart = [end.quantity.name for end in ends if end.node not in joined]
    if chosen is not None and chosen.node not in joined:
        faults.add(f"load = {load!r}: no shaft joins it to {first.quantity.name}")
    elif load is None and apart:
        faults.add(f"no shaft joins {first.quantity.name} to {', '.join(apart)} (play is open); give load")
    elif load is None:
        chosen = _end("load", None, _far_ends(tree, first, ends), ends, faults)
    faults.stop()
    assert chosen is not None
    off = [name for name in (*friction.names, *friction.smooth) if name.startswith(prefix)]
    functions = (*_pair(dynamics.name, tree, first, chosen), *_pair(dynamics.name, tree, chosen, first, "d"))
    return DriveTransfer(
        dynamics.name,
        drive or "",
        first.quantity.name,
        chosen.quantity.name,
        len(joined),
        {each.name: each for each in functions},
        (f"friction off: {', '.join(off)}",) if off else (),
    )


# -- motor and load ----------------------------------------------------------------------------------------------------


def _drives(dynamics: Dynamics) -> tuple[str, ...]:
    """Names of modules that hold motors or rotors."""
    equations = dynamics.equations
    names = [
        equations.full_name(int(uses.module[row]), uses.names[row]).rstrip(".").rpartition(".")[0]
        for uses in equations.blocks
        if uses.type.name in ROTATING
        for row in range(len(uses))
    ]
    return tuple(dict.fromkeys(name for name in names if name))


def _far_ends(tree: DriveTree, first: End, ends: Sequence[End]) -> list[End]:
    """Positions of the freedoms at the other ends of the tree; where the motor's is alone, those of its other parts."""
    nodes = tree.nodes(first.node)
    far = [k for k in nodes[1:] if len(list(tree.children(k))) == 1] or nodes[:1]
    part = first.quantity.full.rpartition(".")[0]
    found = [end for end in ends if end.node in far and end.quantity.z is not None]
    others = [end for end in found if end.quantity.full.rpartition(".")[0] != part]
    return [first] if len(nodes) == 1 and not others else others


def _end(what: str, name: str | None, usual: Sequence[End], ends: Sequence[End], faults: Faults) -> End | None:
    """The quantity of a name, or the usual one where there is just one; None with a fault."""
    names = [end.quantity.name for end in ends]
    if name is not None:
        for end in ends:
            if name in (end.quantity.name, end.quantity.full):
                return end
        words = "is no quantity that moves with one freedom of the drive"
        faults.add(f"{what} = {name!r} {words}; {close_matches(name, names)}")
        return None
    if len(usual) == 1:
        return usual[0]
    found = [end.quantity.name for end in usual] or names
    motors = f"the drive has {len(usual) or 'no'} motors"
    words = motors if what == "motor" else "several quantities may be the driven end"
    faults.add(f"{words}; give {what} = one of {', '.join(found)}")
    return None


# -- polynomials, the lowest power of s first --------------------------------------------------------------------------


def _behind(tree: DriveTree, shaft: Shaft) -> tuple[Array, Array, Array]:
    """P and Q of what is behind a shaft, and g r^2 Q + P."""
    P, Q = _stiffness(tree, shaft.b, shaft.a)
    return P, Q, _sum(_product([np.array([shaft.K, shaft.C]) * shaft.ratio**2, Q]), P)


def _stiffness(tree: DriveTree, node: int, parent: int | None = None) -> tuple[Array, Array]:
    """P and Q of the dynamic stiffness P / Q of a freedom with what is behind it."""
    P, Q = np.array([tree.K[node], tree.C[node], tree.J[node]]), np.ones(1)
    for shaft in tree.children(node, parent):
        P_b, _, D = _behind(tree, shaft)
        P = _sum(_product([P, D]), _product([Q, np.array([shaft.K, shaft.C]), P_b]))
        Q = _product([Q, D])
    return P, Q


def _sum(first: Array, second: Array) -> Array:
    return np.asarray(polynomial.polyadd(first, second), dtype=np.float64)


def _product(factors: Sequence[Array]) -> Array:
    result = np.ones(1)
    for factor in factors:
        result = np.asarray(polynomial.polymul(result, factor), dtype=np.float64)
    return result


def _pair(machine: str, tree: DriveTree, first: End, last: End, suffix: str = "") -> tuple[TransferFunction, ...]:
    """TF1 = first / effort on it and TF2 = last / first, without an effort on the last; of the load TF1d and TF2d."""
    P, Q = _stiffness(tree, first.node)
    above, below = [np.array([last.weight / first.weight])], np.ones(1)
    held: ComplexArray = np.zeros(0, dtype=complex)
    path = tree.path(first.node, last.node)
    for k, shaft in enumerate(path):
        above.append(np.array([shaft.K, shaft.C]) * shaft.ratio)
        if k == 0:
            below = _behind(tree, shaft)[2]
            held = _poles(tree, shaft, below)
        else:
            parent = path[k - 1].a
            above += [_behind(tree, side)[2] for side in tree.children(shaft.a, parent) if side.b != shaft.b]
    if path:
        above.append(_behind(tree, path[-1])[1])
    unit, effort = _units(first)
    per_unit = "" if _units(last)[0] == unit else f"{_units(last)[0]}/{unit}"
    name = first.quantity.name
    push = f"{'torque' if effort == 'N m' else 'force'} on {name}"
    one = (machine, push, name, f"{unit}/({effort})" if " " in effort else f"{unit}/{effort}"), (Q, P / first.weight**2)
    two = (machine, name, last.quantity.name, per_unit), (_product(above), below)
    return (
        _function(f"TF1{suffix}", *one, _poles(tree, first.node, P)),
        _function(f"TF2{suffix}", *two, held),
    )


def _units(end: End) -> tuple[str, str]:
    """Unit of the position of a quantity and of the effort on it."""
    rate = end.quantity.rate_unit
    return end.quantity.unit if end.quantity.z is not None else rate.removesuffix("/s"), effort_unit(rate)


def _function(
    name: str, labels: tuple[str, str, str, str], polynomials: tuple[Array, Array], poles: ComplexArray
) -> TransferFunction:
    """The record of a function, without the powers of s that numerator and denominator have in common."""
    nonzero = np.abs(np.concatenate([each[each != 0] for each in polynomials]))
    if not (np.isfinite(nonzero).all() and np.min(nonzero) > SMALLEST_COEFFICIENT):
        msg = "coefficients beyond the range of numbers; linearize(dynamics, state) gives the response of this drive"
        raise Refused(f"transfer_functions: {name} has {msg}")
    common = min(int(np.flatnonzero(each)[0]) for each in polynomials)
    numerator, denominator = (read_only(np.trim_zeros(each, "b")[common:][::-1].copy()) for each in polynomials)
    machine, input_, output, unit = labels
    return TransferFunction(name, machine, input_, output, unit, numerator, denominator, poles)


def _poles(tree: DriveTree, start: int | Shaft, characteristic: Array) -> ComplexArray:
    """Poles of a freedom with all that shafts join to it, or of what is behind a shaft whose near end is held.

    With forces in springs e = sqrt(|K|) twist and speeds w = sqrt(J) x' as states, e' = W w, w' = -W^T sign(K) e - C w:
    nearly a normal matrix, so stiff shafts do not blur the slow poles. Poles at zero are those of the characteristic
    polynomial, where they are exact, but for positions that no spring holds.
    """
    if isinstance(start, Shaft):
        nodes = tree.nodes(start.b, start.a)
        held = start.seen_from(start.b)
        ground = [(start.b, held.K, held.C)]
    else:
        nodes, ground = tree.nodes(start), []
    place = {node: k for k, node in enumerate(nodes)}
    rows: list[tuple[Array, float, float]] = []
    for node, K, C in [*ground, *((node, tree.K[node], tree.C[node]) for node in nodes)]:
        rows.append((np.eye(len(nodes))[place[node]], K, C))
    for shaft in tree.shafts:
        if shaft.a in place and shaft.b in place:
            twist = np.zeros(len(nodes))
            twist[place[shaft.a]], twist[place[shaft.b]] = 1.0, -shaft.ratio
            rows.append((twist, shaft.K, shaft.C))
    twists = np.array([twist for twist, _, _ in rows]) / np.sqrt(tree.J[nodes])
    K, C = (np.array([row[k] for row in rows]) for k in (1, 2))
    springs = np.flatnonzero(K)
    W = np.sqrt(np.abs(K[springs]))[:, None] * twists[springs]
    still = np.zeros((len(springs), len(springs)))
    A = np.block([[still, W], [-W.T * np.sign(K[springs]), -(twists.T * C) @ twists]])
    poles = np.asarray(linear_algebra.eigvals(A), dtype=complex)
    zeros = int(np.flatnonzero(characteristic)[0]) - (len(nodes) - len(springs))
    return poles[np.argsort(np.abs(poles), kind="stable")][max(zeros, 0) :]


def _polynomial_in_words(coefficients: Array) -> str:
    """A polynomial as it is written, the highest power first."""
    degree = len(coefficients) - 1
    powers = ["", " s", *[f" s^{k}" for k in range(2, degree + 1)]]
    terms = [f"{c:.6g}{powers[degree - k]}" for k, c in enumerate(coefficients.tolist()) if c]
    return " + ".join(terms).replace("+ -", "- ")

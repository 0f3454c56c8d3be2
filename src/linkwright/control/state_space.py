"""Discrete state space: controllers designed elsewhere, observers, state feedback."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

import casadi as ca
import numpy as np
import numpy.typing as npt

from linkwright.arrays import Array
from linkwright.control.contract import Block, Numbers, Signal, Value
from linkwright.control.schedule import Clock
from linkwright.faults import Faults
from linkwright.kinds import checked_arguments
from linkwright.symbolic import Label, check_name

Matrix = tuple[tuple[float, ...], ...]
"""Rows of a matrix."""


class LinearModel(Protocol):
    """A linear model x' = A x + B u, y = C x + D u."""

    @property
    def A(self) -> Array:
        """Of states, (n, n)."""

    @property
    def B(self) -> Array:
        """Of inputs, (n, inputs)."""

    @property
    def C(self) -> Array:
        """Of outputs, (outputs, n)."""

    @property
    def D(self) -> Array:
        """Of inputs on outputs, (outputs, inputs)."""


@checked_arguments
@dataclass(frozen=True)
class StateSpace(Block):
    """Discrete state space: y_k = C x_k + D u_k, x_(k+1) = A x_k + B u_k, x_0 = `start` (zeros unless given).

    `input_names` and `output_names` are `u1, u2, ...` and `y1, y2, ...` unless given (`u` and `y` where there is one).
    With `period` (s) the block runs at that period only, the one it was designed for.
    """

    A: Matrix
    B: Matrix
    C: Matrix
    D: Matrix
    input_names: tuple[str, ...]
    output_names: tuple[str, ...]
    start: tuple[float, ...]
    period: float | None

    def __init__(
        self,
        A: npt.ArrayLike,
        B: npt.ArrayLike,
        C: npt.ArrayLike,
        D: npt.ArrayLike,
        *,
        inputs: Sequence[str] | None = None,
        outputs: Sequence[str] | None = None,
        start: Sequence[float] | None = None,
        period: float | None = None,
    ) -> None:
        faults = Faults("StateSpace")
        found = {name: _matrix(name, value, faults) for name, value in (("A", A), ("B", B), ("C", C), ("D", D))}
        faults.stop()
        n, m, k = found["A"].shape[0], found["D"].shape[1], found["D"].shape[0]
        if n == 0:
            found["B"], found["C"] = np.zeros((0, m)), np.zeros((k, 0))
        wanted = {"A": (n, n), "B": (n, m), "C": (k, n), "D": (k, m)}
        for name, shape in wanted.items():
            if found[name].shape != shape:
                faults.add(
                    f"{name} has the shape {found[name].shape}, expected {shape} beside A {found['A'].shape} and D "
                    f"{found['D'].shape}"
                )
        names = {"inputs": _names(inputs, "u", m), "outputs": _names(outputs, "y", k)}
        for what, count in (("inputs", m), ("outputs", k)):
            own = names[what]
            if len(own) != count or len(set(own)) != count:
                faults.add(f"{what} = {own!r}: expected {count} different names")
            for name in own:
                faults.found += check_name(name, what[:-1])
        begin = np.zeros(n) if start is None else np.asarray(start, dtype=float)
        if begin.shape != (n,) or not np.isfinite(begin).all():
            faults.add(f"start = {start!r}: expected {n} finite numbers, one per state")
        faults.stop()
        for name, values in found.items():
            object.__setattr__(self, name, tuple(tuple(row) for row in values.tolist()))
        object.__setattr__(self, "input_names", names["inputs"])
        object.__setattr__(self, "output_names", names["outputs"])
        object.__setattr__(self, "start", tuple(begin.tolist()))
        object.__setattr__(self, "period", period)

    @property
    def inputs(self) -> tuple[Label, ...]:
        """u."""
        return tuple(Label(name, f"{{u{k}}}", "input") for k, name in enumerate(self.input_names))

    @property
    def outputs(self) -> tuple[Signal, ...]:
        """y."""
        return tuple(Signal(name, f"{{y{k}}}", "output") for k, name in enumerate(self.output_names))

    @property
    def state(self) -> tuple[Signal, ...]:
        """x."""
        return tuple(Signal(f"x{k + 1}", "", "state", value) for k, value in enumerate(self.start))

    def clock_faults(self, clock: Clock) -> list[str]:
        """The period must be that of the design."""
        if self.period is None or abs(float(clock.period) - self.period) <= 1e-9 * self.period:
            return []
        return [f"period = {float(clock.period):g} s: the model is made for {self.period:g} s; sample it anew"]

    def step(self, x: Numbers, t: Value, u: Numbers, p: Numbers, T: Value) -> tuple[Numbers, Numbers]:
        """The formula of the class."""
        outputs = [_row(c, x) + _row(d, u) for c, d in zip(self.C, self.D, strict=True)]
        return outputs, [_row(a, x) + _row(b, u) for a, b in zip(self.A, self.B, strict=True)]


@checked_arguments
def from_control(system: Value) -> StateSpace:
    """A discrete system of python-control (StateSpace or TransferFunction with a `dt`) as a block.

    Names of its inputs and outputs are kept. A `dt` in seconds is the only period that the block runs at; `dt=True` (no
    period said) runs at any. A continuous one is refused: `control.sample_system(system, T, "tustin")` makes it
    discrete.
    """
    dt = getattr(system, "dt", None)
    name = type(system).__name__
    if not hasattr(system, "dt"):
        msg = f"from_control: got {name}, expected a StateSpace or TransferFunction of python-control"
        raise TypeError(msg)
    if dt is None or (dt is not True and not dt > 0):
        msg = (
            f"from_control: the {name} is continuous (dt = {dt!r}); make it discrete first, such as with "
            "control.sample_system(system, T, 'tustin')"
        )
        raise ValueError(msg)
    if not all(hasattr(system, each) for each in "ABCD"):
        import control  # an extra: only who gives a transfer function of it has one

        system = control.ss(system)
    labels = [
        [str(label).replace("[", "").replace("]", "") for label in found]
        for found in (system.input_labels, system.output_labels)
    ]
    return StateSpace(
        system.A, system.B, system.C, system.D, inputs=labels[0], outputs=labels[1],
        period=None if dt is True else float(dt),
    )  # fmt: skip


@checked_arguments
def zero_order_hold(A: npt.ArrayLike, B: npt.ArrayLike, period: float | Fraction) -> tuple[Array, Array]:
    """Discrete A and B of x' = A x + B u with inputs held over a period (s): exact, by one matrix exponential.

    exp([[A, B], [0, 0]] T) = [[A_d, B_d], [0, 1]].
    """
    from scipy.linalg import expm  # SciPy takes long to load, and few need it

    a, b = np.asarray(A, dtype=float), np.asarray(B, dtype=float)
    if a.ndim != 2 or b.ndim != 2 or not a.shape[0] == a.shape[1] == b.shape[0]:
        msg = f"zero_order_hold: A and B have the shapes {a.shape} and {b.shape}; expected (n, n) and (n, m)"
        raise ValueError(msg)
    n, m = b.shape
    whole = np.zeros((n + m, n + m))
    whole[:n, :n], whole[:n, n:] = a, b
    found = expm(whole * float(period))
    return found[:n, :n], found[:n, n:]


@checked_arguments
def state_feedback(
    gain: npt.ArrayLike, *, states: Sequence[str] | None = None, commands: Sequence[str] | None = None
) -> StateSpace:
    """State feedback: commands = -gain states, as a block without memory."""
    K = np.atleast_2d(np.asarray(gain, dtype=float))
    names = _names(states, "x", K.shape[1]), _names(commands, "u", K.shape[0])
    return StateSpace(np.zeros((0, 0)), np.zeros((0, 0)), np.zeros((0, 0)), -K, inputs=names[0], outputs=names[1])


@checked_arguments
def observer(
    model: LinearModel,
    gain: npt.ArrayLike,
    period: float,
    *,
    inputs: Sequence[str] | None = None,
    measurements: Sequence[str] | None = None,
    start: Sequence[float] | None = None,
) -> StateSpace:
    """Observer of a continuous linear model (A, B, C, D) whose inputs are held over a period (s).

        x_(k+1) = A_d x_k + B_d u_k + gain (y_k - C x_k - D u_k)

    with A_d, B_d of `zero_order_hold`. Inputs: those of the model (`u1, ...`), then its measurements (`y1, ...`);
    outputs: the states x_k (`x1, ...`), from what was measured up to the instant before.
    """
    A, B = zero_order_hold(model.A, model.B, period)
    C, D = np.atleast_2d(np.asarray(model.C, dtype=float)), np.atleast_2d(np.asarray(model.D, dtype=float))
    L = _gain("observer", gain, (A.shape[0], C.shape[0]))
    names = (*_names(inputs, "u", B.shape[1]), *_names(measurements, "y", C.shape[0]))
    n = A.shape[0]
    return StateSpace(
        A - L @ C, np.hstack([B - L @ D, L]), np.eye(n), np.zeros((n, len(names))), inputs=names,
        outputs=_names(None, "x", n) if n > 1 else ("x1",), start=start, period=float(period),
    )  # fmt: skip


@checked_arguments
def observer_feedback(
    model: LinearModel,
    feedback: npt.ArrayLike,
    gain: npt.ArrayLike,
    period: float,
    *,
    measurements: Sequence[str] | None = None,
    commands: Sequence[str] | None = None,
    start: Sequence[float] | None = None,
) -> StateSpace:
    """State feedback of an observed state: u_k = -feedback x_k, with x of `observer`, in one block from y to u.

    x_(k+1) = (A_d - B_d K - L (C - D K)) x_k + L y_k,  u_k = -K x_k
    """
    A, B = zero_order_hold(model.A, model.B, period)
    C, D = np.atleast_2d(np.asarray(model.C, dtype=float)), np.atleast_2d(np.asarray(model.D, dtype=float))
    L = _gain("gain", gain, (A.shape[0], C.shape[0]))
    K = _gain("feedback", feedback, (B.shape[1], A.shape[0]))
    return StateSpace(
        A - B @ K - L @ (C - D @ K), L, -K, np.zeros((B.shape[1], C.shape[0])),
        inputs=_names(measurements, "y", C.shape[0]), outputs=_names(commands, "u", B.shape[1]), start=start,
        period=float(period),
    )  # fmt: skip


def _gain(name: str, value: npt.ArrayLike, shape: tuple[int, int]) -> Array:
    found = np.asarray(value, dtype=float)
    if found.size == shape[0] * shape[1] and 1 in shape:
        found = found.reshape(shape)
    if found.shape != shape or not np.isfinite(found).all():
        msg = f"{name} has the shape {found.shape}, expected {shape}, of finite numbers"
        raise ValueError(msg)
    return found


def _matrix(name: str, value: npt.ArrayLike, faults: Faults) -> Array:
    try:
        found: Array = np.atleast_2d(np.array(value, dtype=float))
    except (TypeError, ValueError):
        faults.add(f"{name} = {value!r:.80}: expected a matrix of numbers")
        return np.zeros((0, 0))
    if found.ndim != 2 or not np.isfinite(found).all():
        faults.add(f"{name} has the shape {found.shape}: expected a matrix of finite numbers")
    return found if found.size else np.zeros((0, 0) if name == "A" else found.shape)


def _names(given: Sequence[str] | None, letter: str, count: int) -> tuple[str, ...]:
    if given is not None:
        return (given,) if isinstance(given, str) else tuple(given)
    return (letter,) if count == 1 else tuple(f"{letter}{k + 1}" for k in range(count))


def _row(row: Sequence[float], values: Numbers) -> Value:
    """Sum of products, without those by zero."""
    parts = [factor * value for factor, value in zip(row, values, strict=True) if factor]
    total: Value = ca.SX(0) if any(isinstance(value, ca.SX) for value in values) else 0.0
    for part in parts:
        total = total + part
    return total

"""Sizing sheet of a drive: what a run asks of a motor, beside what the motor can do.

Torque is Kt i, power Kt i omega, electrical power v i. Root mean squares are over time, sqrt(int x^2 dt / T), by
trapezoids between the samples. The inertia ratio is that of all the motor moves over its own inertia J,

    ratio = (2 T - J) / J,

for the kinetic energy T of the machine when this motor turns with 1 rad/s, all other motors stand still and elastic
shafts do not twist; what else is free to move does so with the least energy.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics.system import System, call_function
from linkwright.equations import Equations
from linkwright.equations.plain import DamagedDescriptionError, from_text
from linkwright.faults import close_matches
from linkwright.kinds import checked_arguments
from linkwright.trajectory import Trajectory

ROWS = ("torque", "speed", "current", "voltage", "power", "electrical power")
UNITS = {"torque": "N m", "speed": "rad/s", "current": "A", "voltage": "V", "power": "W", "electrical power": "W"}
RATIO = "inertia ratio"
LIMITS = (*[f"{kind}_{row.replace(' ', '_')}" for row in ROWS for kind in ("peak", "rms")], "inertia_ratio")
"""What a limit may be given for."""
PLACES = 51
"""Samples of a run at which the inertia is computed: it changes with the pose, not with the time."""
CONSISTENT = 1e-6
"""Share of a unit speed by which the speed of a motor may be missed before it counts as held by the others."""


@dataclass(frozen=True)
class SizingRow:
    """One line: largest absolute value with its time (s), root mean square, and limits of both where there are any."""

    name: str
    unit: str
    peak: float
    time: float
    rms: float
    peak_limit: float | None = None
    rms_limit: float | None = None

    @property
    def within(self) -> bool:
        """Whether no limit is passed."""
        limits = ((self.peak, self.peak_limit), (self.rms, self.rms_limit))
        return all(limit is None or value <= limit for value, limit in limits)


@dataclass(frozen=True)
class Sizing:
    """Sizing sheet of a drive over a run; `notes` say what is missing and why."""

    drive: str
    machine: str
    duration: float
    rows: tuple[SizingRow, ...]
    notes: tuple[str, ...] = ()

    def __getitem__(self, name: str) -> SizingRow:
        for row in self.rows:
            if row.name == name:
                return row
        raise KeyError(f"no row {name!r}; {close_matches(name, [row.name for row in self.rows])}")

    @property
    def within(self) -> bool:
        """Whether no limit that was given is passed."""
        return all(row.within for row in self.rows)

    def in_words(self) -> str:
        """The sheet, a line for each row."""
        lines = [f"{self.drive} of {self.machine} over {self.duration:.6g} s"]
        for row in self.rows:
            unit = f" {row.unit}" if row.unit else ""
            said = f"  {row.name}: peak {row.peak:.5g}{unit} at {row.time:.5g} s"
            said += _beside(row.peak, row.peak_limit, unit) + f", rms {row.rms:.5g}{unit}"
            lines.append(said + _beside(row.rms, row.rms_limit, unit))
        return "\n".join([*lines, *[f"  {note}" for note in self.notes]])

    def as_data(self) -> dict[str, object]:
        """Everything as plain data, for JSON."""
        return {
            "drive": self.drive,
            "machine": self.machine,
            "duration": self.duration,
            "within": self.within,
            "rows": [
                {
                    "name": row.name,
                    "unit": row.unit,
                    "peak": row.peak,
                    "time": row.time,
                    "rms": row.rms,
                    "peak_limit": row.peak_limit,
                    "rms_limit": row.rms_limit,
                    "within": row.within,
                }
                for row in self.rows
            ],
            "notes": list(self.notes),
        }


def _beside(value: float, limit: float | None, unit: str) -> str:
    if limit is None:
        return ""
    return f" ({'over' if value > limit else 'within'} {limit:.5g}{unit})"


@checked_arguments
def sizing(trajectory: Trajectory, drive: str, *, limits: Mapping[str, float] | None = None) -> Sizing:
    """Sizing sheet of a motor (`DCMotor`) over a run: peak and RMS of torque, speed, current, voltage, power; inertia.

    `drive` is the motor, or a module with one motor whose quantities it exports (`drive1` for `drive1.i`). `limits` are
    those of the data sheet, SI units: `peak_torque`, `rms_torque`, `peak_speed`, ..., `peak_electrical_power`,
    `inertia_ratio`. Peaks are those of the samples of the run.

    >>> import linkwright as lw
    >>> motor = lw.DCMotor(J=2e-5, L=1e-3, R=1.0, Kt=0.05, Ke=0.05)
    >>> dynamics = lw.compile(
    ...     lw.formalisms.kane(
    ...         lw.Mechanism(
    ...             "drive",
    ...             {"motor": motor, "load": lw.Rotor(J=6e-5)},
    ...             {"shaft": lw.Shaft("motor.angle", "load.angle")},
    ...         )
    ...     )
    ... )
    >>> trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=0.2, inputs={"motor.v": 6.0})
    >>> round(sizing(trajectory, "motor")["inertia ratio"].peak, 9)
    3.0
    """
    if not isinstance(trajectory, Trajectory):
        msg = f"sizing: trajectory is a {type(trajectory).__name__}; lw.simulate gives one"
        raise TypeError(msg)
    parameters = _parameters(trajectory)
    faults = _limit_faults(limits or {})
    motors = sorted(name.removesuffix(".Kt") for name in parameters if name.endswith(".Kt") or name == "Kt")
    own = [name for name in motors if name == drive or name.startswith(f"{drive}.")]
    if len(own) != 1:
        what = f"has {len(own)} motors: {', '.join(own)}; name one of them" if own else "is no motor of this run"
        faults.append(f"drive {drive!r} {what}{'' if own else f'; {close_matches(str(drive), motors)}'}")
    if faults:
        raise ValueError(f"sizing: {'; '.join(faults)}")
    motor = own[0]
    Kt = parameters[f"{motor}.Kt"]
    description = _description(trajectory)
    current, speed, voltage = (_channel(trajectory, description, f"{motor}.{name}") for name in ("i", "omega", "v"))
    series = {
        "torque": Kt * current,
        "speed": speed,
        "current": current,
        "voltage": voltage,
        "power": Kt * current * speed,
        "electrical power": voltage * current,
    }
    time = np.asarray(trajectory.time, dtype=float)
    given = dict(limits or {})
    rows = [_row(name, UNITS[name], time, values, given) for name, values in series.items()]
    ratios = description if isinstance(description, str) else _ratios(trajectory, description, motor, motors)
    if isinstance(ratios, str):
        notes: tuple[str, ...] = (f"inertia ratio: {ratios}",)
    else:
        notes = ()
        places, values = ratios
        at = int(np.argmax(values))
        rms = float(np.sqrt(np.mean(values**2)))
        limit = given.get("inertia_ratio")
        rows.append(SizingRow(RATIO, "", float(values[at]), float(time[places[at]]), rms, limit))
    machine = str(trajectory.provenance.get("title") or trajectory.provenance.get("machine", ""))
    return Sizing(drive, machine, float(time[-1] - time[0]), tuple(rows), notes)


def drives(trajectory: Trajectory) -> tuple[str, ...]:
    """Names of all drives of a run, as `sizing` takes them: a module around a single motor, or the motor itself."""
    found = sorted(name.removesuffix(".Kt") for name in _parameters(trajectory) if name.endswith(".Kt"))
    around = [name.rpartition(".")[0] for name in found]
    exported = [module and f"{module}.i" in trajectory for module in around]
    return tuple(
        module if wide and around.count(module) == 1 else motor
        for motor, module, wide in zip(found, around, exported, strict=True)
    )


def _parameters(trajectory: Trajectory) -> dict[str, float]:
    """Values of the machine's parameters in the run."""
    told = trajectory.provenance.get("parameters", {})
    return {str(name): float(entry[0] if isinstance(entry, tuple | list) else entry) for name, entry in told.items()}


def _limit_faults(limits: Mapping[str, float]) -> list[str]:
    faults = [f"no limit {name!r}; {close_matches(str(name), LIMITS)}" for name in limits if name not in LIMITS]
    for name, value in limits.items():
        if name in LIMITS and (not isinstance(value, (int, float)) or not 0 < value < float("inf")):
            faults.append(f"limit {name} = {value!r}: expected a positive number, SI units")
    return faults


def _description(trajectory: Trajectory) -> Equations | str:
    """Equations of the machine of a run; or why there are none."""
    if not trajectory.description:
        return "the run does not hold a description of its machine"
    try:
        return from_text(trajectory.description)
    except DamagedDescriptionError as error:
        return str(error)


def _channel(trajectory: Trajectory, description: Equations | str, full: str) -> Array:
    """A quantity of the motor under the name that the run has for it: its own, or an exported one.

    Without a description the names are tried by which a module around the motor may export it.
    """
    if isinstance(description, str):
        *around, name = full.split(".")
        shown = [".".join([*around[:count], name]) for count in range(len(around), 0, -1)]
    else:
        shown = [description.show(full)]
    for each in shown:
        if each in trajectory:
            return np.asarray(trajectory[each], dtype=float)
    why = f" ({description})" if isinstance(description, str) else ""
    msg = f"sizing: this run has no channel {shown[0]}{why}; {close_matches(shown[0], trajectory.names)}"
    raise ValueError(msg)


def _row(name: str, unit: str, time: Array, values: Array, limits: Mapping[str, float]) -> SizingRow:
    at = int(np.argmax(np.abs(values)))
    span = float(time[-1] - time[0])
    rms = float(np.sqrt(np.trapezoid(values**2, time) / span)) if span > 0 else float(abs(values[at]))
    key = name.replace(" ", "_")
    peak = float(abs(values[at]))
    return SizingRow(name, unit, peak, float(time[at]), rms, limits.get(f"peak_{key}"), limits.get(f"rms_{key}"))


def _ratios(
    trajectory: Trajectory, equations: Equations, motor: str, motors: Sequence[str]
) -> tuple[list[int], Array] | str:
    """Inertia ratios at samples of the run with the numbers of these samples; or why there are none."""
    parameters = _parameters(trajectory)
    J = parameters[f"{motor}.J"]
    if J <= 0:
        return f"{motor} has no inertia of its own"
    system = System(equations)
    names = {quantity.full: k for k, quantity in enumerate(system.quantities)}
    speeds = {each: names.get(f"{each}.omega") for each in motors}
    if speeds[motor] is None:
        return f"{motor} has no quantity omega"
    twists = [k for full, k in names.items() if full.endswith(".twist")]
    others = [k for each, k in speeds.items() if k is not None and each != motor]
    held = [k for k, unit in enumerate(equations.speed_units) if unit == "A"] + list(equations.states)
    s = ca.vertcat(*[quantity.s for quantity in system.quantities])
    functions = system.function("sizing", [system.M, system.A, ca.jacobian(s, system.v)])
    p = np.array([parameters[label.name] for label in equations.parameters.labels])
    u = np.zeros(system.m_u)
    places = sorted(set(np.linspace(0, len(trajectory.time) - 1, PLACES).astype(int).tolist()))
    Q, V = (_columns(trajectory, channels) for channels in (equations.coordinate_names, equations.speed_names))
    found = []
    for k in places:
        M, A, rows = call_function(functions, float(trajectory.time[k]), Q[k], V[k], u, p)
        free = np.delete(np.arange(system.n), held)
        still = np.vstack([A, rows[twists], rows[others]])[:, free]
        value = _inertia(M[np.ix_(free, free)], still, rows[speeds[motor]][free])
        if value is None:  # with the others at rest it cannot turn
            value = _inertia(M[np.ix_(free, free)], np.vstack([A, rows[twists]])[:, free], rows[speeds[motor]][free])
        if value is None:
            return f"{motor} cannot turn at t = {trajectory.time[k]:.6g} s"
        found.append(value / J - 1)
    return places, np.array(found)


def _inertia(M: Array, still: Array, driven: Array) -> float | None:
    """Least v . M v with driven . v = 1 and still v = 0; None where these contradict each other."""
    sizes = np.linalg.norm(still, axis=1)
    even = still[sizes > 0] / sizes[sizes > 0][:, None]
    S = linear_algebra.null_space(even) if len(even) else np.eye(len(driven))
    along = driven @ S
    size = float(np.linalg.norm(along))
    if size <= CONSISTENT * float(np.linalg.norm(driven)):
        return None
    reduced = S.T @ M @ S
    # Least w . R w with along . w = 1: w = R^-1 along / (along R^-1 along); without mass it costs nothing.
    flexibility = float(along @ linear_algebra.pinv(reduced, rcond=1e-14) @ along)
    return 1 / flexibility if flexibility > 0 else 0.0


def _columns(trajectory: Trajectory, names: Sequence[str]) -> Array:
    count = len(trajectory.time)
    return np.column_stack([trajectory[name] for name in names]) if names else np.zeros((count, 0))


__all__ = ["Sizing", "SizingRow", "drives", "sizing"]

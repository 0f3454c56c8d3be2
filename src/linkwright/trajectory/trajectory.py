"""The record of a computed motion: named channels over time, where the bodies were, how it ended, how accurate it is.

A trajectory needs no model to be read: names, units and meanings travel with the numbers, into files and back.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from linkwright.arrays import Array, PlainMapping, read_only
from linkwright.display import Displayed
from linkwright.faults import Faults, suggestion
from linkwright.kinds import checked_arguments, checked_but
from linkwright.trajectory import plotting, resampling, tables
from linkwright.trajectory.certificate import Certificate, Outcome
from linkwright.trajectory.events import EventRecord, list_events, mode_at
from linkwright.trajectory.files import files
from linkwright.trajectory.files import sheet_of as trajectory_sheet
from linkwright.trajectory.files.plain import frozen, thaw
from linkwright.trajectory.files.sheet import DamagedFileError
from linkwright.trajectory.samples import (
    Channel,
    Deferred,
    Lazy,
    Resampled,
    SampledSignal,
    UnknownChannelError,
    text_faults,
)
from linkwright.trajectory.sensitivities import Adjoint, Sensitivities
from linkwright.trajectory.text import describe

__all__ = ["Certificate", "Channel", "DamagedFileError", "Outcome", "Sample", "Trajectory", "UnknownChannelError"]


LATER = ("certificate", "provenance", "description", "picture")
"""What takes longer than a short run itself, and may be made when it is first asked for."""


@checked_but("time", "outcome", "certificate", "provenance", "description", "picture")
@dataclass(frozen=True, eq=False)
class Trajectory(Displayed):
    """A computed motion, frozen.

    `time` is (n,) [s], strictly increasing. `channels` gives each quantity's values (n,), unit and meaning; the channel
    "x'" is the rate of "x". `poses` gives for each body (n, 7): x, y, z [m] of its reference point and the unit
    quaternion e0, e1, e2, e3 (scalar first) that turns body axes to world axes; planar bodies too. `outcome` says how
    it ended, `certificate` how accurate it is, `provenance` where it came from (plain values), `description` the
    machine as text (empty where it is not known), by which a saved run can be made again, `picture` what it looks like
    (a `lw.drawing.Scene` as JSON; empty where that is not known), so that a file can be drawn without the program that
    made it. `signals` are outputs of blocks of a controlled machine at every instant of their clocks, each with times
    of its own. `sensitivities` are derivatives of the channels, where a run was differentiated, `adjoint` is what finds
    gradients of a run that was kept for that; files do not keep them.

    >>> import numpy as np
    >>> time = np.array([0.0, 1.0, 2.0])
    >>> run = Trajectory(time, {"x": Channel(time**2, "m", "Position")}, outcome=Outcome("finished", "", "", 2.0))
    >>> run["x"], run.unit("x"), run.names
    (array([0., 1., 4.]), 'm', ('x',))
    """

    time: Array
    channels: Mapping[str, Channel]
    poses: Mapping[str, Array] = field(default_factory=dict)
    _: KW_ONLY
    outcome: Outcome
    certificate: Certificate = field(default_factory=Certificate)
    provenance: PlainMapping = field(default_factory=dict)
    description: str = field(default_factory=str)  # a plain default would hide one that is still to be made
    picture: str = field(default_factory=str)
    signals: Mapping[str, SampledSignal] = field(default_factory=dict)
    sensitivities: Sensitivities | None = None
    adjoint: Adjoint | None = None

    def __post_init__(self) -> None:
        """Check shapes, times and names, all faults at once, and make everything unchangeable.

        Certificate, provenance, description and picture may be `Deferred`; they are then made, and checked, when they
        are first asked for.
        """
        faults = Faults("Trajectory")
        time = faults.times("time", self.time)
        given = vars(self)
        later = {name: given.pop(name) for name in LATER if isinstance(given[name], Deferred)}
        given["_later"] = later
        for name in ("outcome", *LATER):
            if name not in later:
                given[name] = _check_field(name, given[name], faults)
        if not isinstance(self.channels, Lazy):  # whoever gives a lazy mapping answers for its values
            faults.found += trajectory_sheet.name_faults(self.channels)
            faults.found += _channel_faults(time, self.channels)
            object.__setattr__(self, "channels", MappingProxyType(dict(self.channels)))
        if not isinstance(self.poses, Lazy):
            object.__setattr__(self, "poses", MappingProxyType(_checked_poses(time, self.poses, faults)))
        signals = _checked_signals(self.signals, faults)
        faults.stop()
        object.__setattr__(self, "time", time)
        object.__setattr__(self, "signals", signals)

    @property
    def deferred(self) -> dict[str, Deferred[Any]]:
        """Certificate, provenance, description and picture as far as they are still to be made."""
        return {name: later for name, later in vars(self)["_later"].items() if name not in vars(self)}

    @checked_arguments
    def defer(self, later: Mapping[str, Deferred[Any]]) -> None:
        """Let what is still to be made be made otherwise, with the same result."""
        faults = Faults("defer")
        faults.found += _kind_faults("later", later, Deferred)
        faults.stop()
        vars(self)["_later"] |= later

    if not TYPE_CHECKING:  # what is there otherwise is said by the fields

        def __getattr__(self, name: str) -> Any:
            """Make what was deferred."""
            later = vars(self).get("_later", {})
            if name not in later:
                raise AttributeError(f"a Trajectory has no {name!r}")
            faults = Faults("Trajectory")
            vars(self)[name] = _check_field(name, later[name].value, faults)
            faults.stop()
            return vars(self)[name]

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by the constructor's arguments, because read-only views of mappings do not pickle."""
        rebuilt: tuple[object, ...] = (
            _rebuilt,
            (
                self.time,
                dict(self.channels),
                dict(self.poses),
                self.outcome,
                self.certificate,
                thaw(self.provenance),
                vars(self).get("description", ""),  # not worth the time it takes to be made
                dict(self.signals),
            ),
        )
        state: dict[str, object] = {} if self.sensitivities is None else {"sensitivities": self.sensitivities}
        if vars(self).get("picture"):  # one that was never asked for is not worth the time either
            state["picture"] = self.picture
        return (*rebuilt, state) if state else rebuilt

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same numbers (NaN equals NaN), units, meanings, outcome, certificate, provenance."""
        if not isinstance(other, Trajectory):
            return NotImplemented
        return (
            np.array_equal(self.time, other.time)
            and list(self.channels.items()) == list(other.channels.items())
            and self.poses.keys() == other.poses.keys()
            and all(np.array_equal(pose, other.poses[body], equal_nan=True) for body, pose in self.poses.items())
            and self.outcome == other.outcome
            and self.certificate == other.certificate
            and self.provenance == other.provenance
            and dict(self.signals) == dict(other.signals)
        )

    __hash__ = None  # type: ignore[assignment]  # equal by contents, which arrays cannot hash

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the channels, in order."""
        return tuple(self.channels)

    @property
    def events(self) -> tuple[EventRecord, ...]:
        """Event log, in order of time: events, switches of friction and stops, each with its time [s]."""
        return list_events(self.provenance.get("events", ()))

    @checked_arguments
    def mode_at(self, time: float) -> dict[str, str]:
        """What each dry friction ("sticks", "slides") and stop ("rests", "free") does at a time [s], by its name."""
        self.check_inside(time)
        return mode_at(self.provenance.get("modes", {}), self.provenance.get("events", ()), float(time))

    def __getitem__(self, name: str) -> Array:
        """Return the values of the channel, (n,) and read-only; "time" gives the times [s]."""
        return self.time if name == "time" else self.channel(name).values

    def __contains__(self, name: object) -> bool:
        """Whether there is a channel of this name."""
        return name in self.channels

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names of the channels."""
        return iter(self.channels)

    def channel(self, name: str) -> Channel:
        """Return the channel; a wrong name raises UnknownChannelError with the nearest right ones."""
        try:
            return self.channels[name]
        except (KeyError, TypeError):
            hint = suggestion(str(name), self.channels)
            raise UnknownChannelError(f"This trajectory has no channel {name!r}. {hint}") from None

    @checked_arguments
    def signal(self, name: str) -> SampledSignal:
        """Return an output of a block at every instant; a wrong name raises UnknownChannelError with the nearest ones.

        The channel of the same name has the values that were held at the times of the trajectory.
        """
        try:
            return self.signals[name]
        except (KeyError, TypeError):
            hint = suggestion(str(name), self.signals)
            if name in self.channels:
                hint = "It has the values held at its times as a channel; .csv files keep no others. " + hint
            raise UnknownChannelError(f"This trajectory has no signal {name!r}. {hint}") from None

    @checked_arguments
    def with_signals(self, signals: Mapping[str, SampledSignal]) -> "Trajectory":
        """The trajectory itself, with outputs of blocks: for whoever has just made it."""
        faults = Faults("with_signals")
        checked = _checked_signals(signals, faults)
        faults.stop()
        object.__setattr__(self, "signals", checked)
        return self

    def with_sensitivities(self, sensitivities: Sensitivities) -> "Trajectory":
        """The trajectory itself, with derivatives of its channels: for whoever has just made it."""
        object.__setattr__(self, "sensitivities", sensitivities)
        return self

    def with_adjoint(self, adjoint: Adjoint) -> "Trajectory":
        """The trajectory itself, with what gradients are found by: for whoever has just made it."""
        object.__setattr__(self, "adjoint", adjoint)
        return self

    def sensitivity(self, name: str, parameter: str) -> Array:
        """Return the derivative (n,) of a channel by a parameter that the run was differentiated by, at all times.

        Its unit is that of the channel over that of the parameter.
        """
        return self._differentiated.read([name])[name][:, self._differentiated.column(parameter)]

    def gradient(self, slopes: Mapping[str, npt.ArrayLike], by: Sequence[str] | None = None) -> dict[str, float]:
        """Return the derivatives of a scalar by parameters, gains and values at the start, by the chain rule.

        `slopes` are its derivatives (n,) by the samples of each channel that it depends on. A run with
        `sensitivities=[...]` answers by what is named there, or by some of it; one with `adjoint=True` by anything, by
        default all parameters and gains.
        """
        if self.adjoint is not None:
            return self.adjoint.gradient(slopes, by)
        return self._differentiated.gradient(slopes, by)

    @property
    def _differentiated(self) -> Sensitivities:
        if self.sensitivities is None:
            raise ValueError(
                "This trajectory has no sensitivities; ask for them, simulate(..., sensitivities=[parameters]), or "
                "adjoint=True for gradients. Files and other times do not keep them, and pickles no adjoint."
            )
        return self.sensitivities

    @checked_arguments
    def unit(self, name: str) -> str:
        """Return the unit of the channel."""
        return "s" if name == "time" else self.channel(name).unit

    @checked_arguments
    def meaning(self, name: str) -> str:
        """Return what the channel means."""
        return trajectory_sheet.TIME_MEANING if name == "time" else self.channel(name).meaning

    @checked_arguments
    def state(self, index: int) -> "Sample":
        """What the trajectory has at a sample (-1: the last): a run of the same machine can begin there.

        `lw.simulate(dynamics, trajectory.state(-1), duration=2.0)` goes on; a trajectory knows no machine, so the state
        itself is `dynamics.state_at(trajectory, time)`.
        """
        count = len(self.time)
        if not -count <= index < count:
            raise IndexError(f"state({index!r}): expected the number of a sample, 0 to {count - 1}, or -1 for the last")
        return Sample(self, float(self.time[index]))

    @checked_arguments
    def at(self, t: npt.ArrayLike, names: Iterable[str] | None = None) -> dict[str, Array]:
        """Return the channels (all, or those named) between the samples, each with the shape of `t` [s].

        Channel "x" is interpolated by cubic Hermite pieces when its rate "x'" is there (error of fourth order in the
        spacing), else linearly (second order). A time outside the trajectory raises.
        """
        times = self.check_inside(t)
        return resampling.values_at(
            self, times, {name: self[name] for name in (self.names if names is None else names)}
        )

    @checked_arguments
    def poses_at(self, t: npt.ArrayLike) -> dict[str, Array]:
        """Return each body's pose between the samples, shape of `t` + (7,): positions linear, quaternions unit."""
        return resampling.poses_at(self, t)

    def resample(self, times: npt.ArrayLike) -> "Trajectory":
        """Return the trajectory at other times [s], strictly increasing and inside it.

        With dense output (`simulate(..., dense=True)`) values are those of the integrator's own steps, accurate to
        its order; without, channels are interpolated between the samples as `at` does. No model is needed.
        """
        return self._with(resampling.resample(self, times))

    @checked_arguments
    def check_inside(self, t: npt.ArrayLike) -> Array:
        """Return the times [s] as an array; one outside the trajectory raises."""
        return resampling.check_inside(self, t)

    @checked_arguments
    def slice(self, start: float, end: float) -> "Trajectory":
        """Return the part with start <= time <= end [s]; outcome and certificate are still those of the whole.

        With dense output it reaches from start to end and has dense output too; without, it has the samples inside.
        """
        dense = resampling.slice_dense(self, start, end)
        if dense is not None:
            return self._with(dense)
        chosen = np.flatnonzero((self.time >= start) & (self.time <= end))
        if not chosen.size:
            raise ValueError(
                f"No sample lies between {start!r} s and {end!r} s; this trajectory covers {float(self.time[0])!r} s "
                f"to {float(self.time[-1])!r} s in {self.time.size} samples. Choose start <= end in that range."
            )
        part = np.s_[chosen[0] : chosen[-1] + 1]
        return Trajectory(
            self.time[part],
            {
                name: Channel(channel.values[part], channel.unit, channel.meaning)
                for name, channel in self.channels.items()
            },
            {body: pose[part] for body, pose in self.poses.items()},
            outcome=self.outcome,
            certificate=self.certificate,
            provenance=self.provenance,
            picture=self._picture,
            signals={name: signal.between(start, end) for name, signal in self.signals.items()},
        )

    @property
    def _picture(self) -> Any:
        """The picture, or how it will be made."""
        return self.deferred.get("picture") or self.picture

    def _with(self, other: Resampled) -> "Trajectory":
        return Trajectory(
            other.time,
            other.channels,
            other.poses,
            outcome=self.outcome,
            certificate=other.certificate,
            provenance=other.provenance,
            picture=self._picture,
            signals={name: each.between(other.time[0], other.time[-1]) for name, each in self.signals.items()},
        )

    @checked_but("parameters", "trajectory", "machine")
    def save(self, path: str | os.PathLike[str]) -> Path:
        """Write the trajectory to a .parquet (needs PyArrow) or .csv file, whole or not at all; return the path."""
        return files.save(trajectory_sheet.to_sheet(self), path)

    @classmethod
    @checked_arguments
    def load(cls, path: str | os.PathLike[str]) -> "Trajectory":
        """Return the trajectory saved at the path, equal to the one that was saved; no model is needed."""
        sheet = files.load(path)
        try:
            return cls(**trajectory_sheet.from_sheet(sheet))
        except DamagedFileError as error:
            raise files.damaged_file_error(path, str(error)) from error
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise files.damaged_file_error(path, f"its contents do not make a trajectory ({error})") from error

    def to_pandas(self) -> Any:  # pandas is optional, so its types are not known here
        """Return the channels as a pandas DataFrame with the time [s] as index; units and meanings are in `attrs`."""
        return tables.to_pandas(self)

    def to_xarray(self) -> Any:  # xarray is optional, so its types are not known here
        """Return channels and poses as an xarray Dataset over the time [s]; each has its `units` and `long_name`.

        Outcome, certificate and provenance are texts of JSON in `attrs`, so that the Dataset can be stored as netCDF.
        """
        return tables.to_xarray(self)

    def plot(self, *names: str) -> Any:  # matplotlib is optional, so its types are not known here
        """Draw channels over time by Matplotlib (extra `plots`) and return the axes, one for each unit.

        `trajectory.plot("x", "phi'")`; a wrong name raises UnknownChannelError with the nearest right ones.
        """
        if not names:
            raise ValueError(f"plot(): name some channels, such as {', '.join(map(repr, self.names[:3])) or 'none'}")
        for name in names:
            self.channel(name)
        return plotting.plot(self, names)

    def describe(self) -> str:
        """Return a table for people: each channel with unit, least, greatest and last value, and meaning."""
        return describe(self)

    def __str__(self) -> str:
        """Return the table of `describe()`."""
        return self.describe()

    def __repr__(self) -> str:
        """Return one short line, because the numbers would fill pages."""
        return (
            f"Trajectory({self.time.size} samples, {float(self.time[0]):g} s to {float(self.time[-1]):g} s, "
            f"{len(self.channels)} channels, {len(self.poses)} bodies, {self.outcome.kind})"
        )


@dataclass(frozen=True, eq=False)
class Sample:
    """A trajectory at the time (s) of one of its samples."""

    trajectory: Trajectory
    time: float


def _check_field(name: str, value: Any, faults: Faults) -> Any:
    """Return the outcome or certificate, which must be one, or the provenance made unchangeable."""
    if name == "provenance":
        if not isinstance(value, Mapping):
            faults.add(f"provenance is {value!r:.80}, expected a mapping of plain values; give one.")
            return {}
        try:
            return frozen(value, name, faults)
        except RecursionError:
            faults.add("provenance is nested too deep; give plain values.")
            return {}
    wanted = {"outcome": Outcome, "certificate": Certificate, "description": str, "picture": str}[name]
    if not isinstance(value, wanted):
        faults.add(f"{name} is {value!r:.80}, expected a {wanted.__name__}; give one.")
    return value


def _kind_faults(what: str, given: Mapping[str, object], kind: type) -> list[str]:
    """Values of a mapping that are of another kind."""
    return [
        f"{what}[{name!r}] is a {type(value).__name__}, expected a {kind.__name__}"
        for name, value in given.items()
        if not isinstance(value, kind)
    ]


def _checked_signals(signals: object, faults: Faults) -> Mapping[str, SampledSignal]:
    """The signals, read-only; whoever gives a lazy mapping answers for its values."""
    if isinstance(signals, Lazy):
        return MappingProxyType(signals)
    if not isinstance(signals, Mapping):
        faults.add(f"signals is {signals!r:.80}, expected a mapping of names to SampledSignal")
        return {}
    faults.found += _kind_faults("signals", signals, SampledSignal)
    return MappingProxyType(dict(signals))


def _channel_faults(time: Array | None, channels: Mapping[str, Channel]) -> list[str]:
    """Return one sentence for each channel whose length does not fit the times."""
    return [
        f"channel {name!r} has {channel.values.size} values where time has {time.size}; give one value per time."
        for name, channel in channels.items()
        if time is not None and isinstance(channel, Channel) and channel.values.size != time.size
    ]


def _checked_poses(time: Array | None, given: PlainMapping, faults: Faults) -> dict[str, Array]:
    """Return the poses as read-only arrays; each that is none, has another shape or a bad name is a fault."""
    poses = {}
    for body, pose in given.items():
        try:
            poses[body] = read_only(pose)
        except (TypeError, ValueError):
            faults.add(f"the poses of {body!r} are {pose!r:.80}, expected numbers; give an array of floats.")
            continue
        shape = poses[body].shape
        if time is not None and shape != (time.size, 7):
            faults.add(
                f"the poses of {body!r} have the shape {shape}, expected ({time.size}, 7): x, y, z, e0, e1, e2, e3 "
                "per time."
            )
    for body in given:
        faults.found += text_faults("the body name", body)
    return poses


def _rebuilt(  # the fields, positional because pickle wants them so
    time: Array,
    channels: Mapping[str, Channel],
    poses: Mapping[str, Array],
    outcome: Outcome,
    certificate: Certificate,
    provenance: PlainMapping,
    description: str = "",
    signals: Mapping[str, SampledSignal] = MappingProxyType({}),
) -> Trajectory:
    """Return the trajectory with these fields (what pickle calls)."""
    return Trajectory(
        time,
        channels,
        poses,
        outcome=outcome,
        certificate=certificate,
        provenance=provenance,
        description=description,
        signals=signals,
    )

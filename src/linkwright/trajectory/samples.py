"""What is recorded of a motion: what tables, texts, files and other times are made from."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Protocol

from linkwright.arrays import Array
from linkwright.trajectory.certificate import Certificate
from linkwright.trajectory.channel import Channel
from linkwright.trajectory.outcome import Outcome


class Samples(Protocol):
    """The contract of a record of motion, met by `Trajectory`, which says what each entry is."""

    @property
    def time(self) -> Array:
        """Times (n,) [s], strictly increasing."""
        ...

    @property
    def channels(self) -> Mapping[str, Channel]:
        """Quantities by name: values (n,), unit and meaning."""
        ...

    @property
    def poses(self) -> Mapping[str, Array]:
        """Poses of the bodies by name, (n, 7): position [m] and unit quaternion, scalar first."""
        ...

    @property
    def outcome(self) -> Outcome:
        """How it ended."""
        ...

    @property
    def certificate(self) -> Certificate:
        """How accurate it is."""
        ...

    @property
    def provenance(self) -> Mapping[str, Any]:
        """Where it came from, as plain values."""
        ...

    @property
    def description(self) -> str:
        """The machine as text; empty where it is not known."""
        ...


class Resampled(NamedTuple):
    """A motion at other times: what differs from the one that it was read from."""

    time: Array
    channels: Mapping[str, Channel]
    poses: Mapping[str, Array]
    certificate: Certificate
    provenance: Mapping[str, Any]

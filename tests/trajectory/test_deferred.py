"""Certificate and provenance that are made when they are first asked for."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from linkwright.trajectory import Certificate, Channel, Outcome, Trajectory
from linkwright.trajectory.samples import Deferred

TIME = np.array([0.0, 1.0])


def motion(certificate: object, provenance: object) -> Trajectory:
    return Trajectory(
        TIME, {"x": Channel(TIME, "m", "position")}, outcome=Outcome("finished", "", "", 1.0),
        certificate=certificate, provenance=provenance,  # type: ignore[arg-type]
    )  # fmt: skip


def test_they_are_made_once_and_only_when_asked_for() -> None:
    """Reading channels makes neither; reading one twice makes it once."""
    made: list[str] = []

    def make(name: str, value: object) -> object:
        made.append(name)
        return value

    deferred = motion(
        Deferred(lambda: make("certificate", Certificate(steps=3))),
        Deferred(lambda: make("provenance", {"machine": "own", "list": [1, 2]})),
    )
    assert deferred["x"].tolist() == [0.0, 1.0]
    assert repr(deferred)
    assert made == []
    assert deferred.certificate.steps == 3
    assert deferred.certificate is deferred.certificate
    assert made == ["certificate"]
    assert deferred.provenance["list"] == (1, 2)
    with pytest.raises(TypeError):
        deferred.provenance["machine"] = "other"  # type: ignore[index]
    assert made == ["certificate", "provenance"]


def test_equal_to_and_pickled_as_one_that_was_given() -> None:
    """Nothing else tells them apart."""
    given = motion(Certificate(steps=3), {"machine": "own"})
    deferred = motion(Deferred(lambda: Certificate(steps=3)), Deferred(lambda: {"machine": "own"}))
    assert pickle.loads(pickle.dumps(deferred)) == given  # noqa: S301  our own bytes
    assert deferred == given


def test_what_is_wrong_is_said_when_it_is_made() -> None:
    """The same words as for one that is given; and an unknown attribute is none."""
    with pytest.raises(ValueError, match=r"certificate is 3, expected a Certificate"):
        motion(3, {})
    deferred = motion(Deferred(lambda: 3), Deferred(lambda: {"a": object()}))
    with pytest.raises(ValueError, match=r"certificate is 3, expected a Certificate"):
        _ = deferred.certificate
    with pytest.raises(ValueError, match=r"provenance\['a'\]"):
        _ = deferred.provenance
    with pytest.raises(AttributeError, match="has no 'certificat'"):
        _ = deferred.certificat  # type: ignore[attr-defined]

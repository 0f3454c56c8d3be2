"""Assembly modes have no joint that is put together the other way round: counted by elimination for the 3-RPS."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import linkwright as lw
from linkwright.analysis import Kinematics

BASE, PLATE, ROD = 0.150, 0.100, 0.160
STROKES = (0.12, 0.13, 0.125)
GRID = 200_001


def _corner(leg: int, theta: Any) -> np.ndarray:
    """Joint on the platform of a leg at the angle theta from the inward radius up."""
    azimuth = 2 * np.pi * (leg - 1) / 3
    length = STROKES[leg - 1] + ROD
    out = BASE - length * np.cos(theta)
    return np.array([out * np.cos(azimuth), out * np.sin(azimuth), length * np.sin(theta)])


def _partner(leg: int, first: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Both angles at which a leg's joint is a side of the platform away from the first leg's: A cos + B sin = C."""
    azimuth = 2 * np.pi * (leg - 1) / 3
    rho = np.array([np.cos(azimuth), np.sin(azimuth), 0.0])
    length, foot = STROKES[leg - 1] + ROD, BASE * rho
    arm = foot[:, None] - first
    A, B = -2 * length * (rho @ arm), 2 * length * arm[2]
    C = 3 * PLATE**2 - np.sum(arm**2, axis=0) - length**2
    with np.errstate(invalid="ignore"):
        half = np.arccos(C / np.hypot(A, B))
    middle = np.arctan2(B, A)
    return middle - half, middle + half


def _roots() -> list[tuple[float, float, float]]:
    """Angles of all legs where the last side of the platform has its length too: changes of sign along the first."""
    theta = np.linspace(-np.pi, np.pi, GRID)
    first = _corner(1, theta)
    found = []
    for second in _partner(2, first):
        for third in _partner(3, first):
            rest = np.sum((_corner(2, second) - _corner(3, third)) ** 2, axis=0) - 3 * PLATE**2
            changes = np.flatnonzero(rest[:-1] * rest[1:] < 0)  # NaN, where a leg does not reach, is none
            found += list(zip(theta[changes], second[changes], third[changes], strict=True))
    return found


def _turns(angles: Any) -> np.ndarray:
    return np.exp(1j * np.array(angles))


@pytest.mark.parametrize("formalism", ["modular", pytest.param("newton_euler", marks=pytest.mark.long), "kane"])
def test_direct_problem_of_the_3rps_has_the_roots_of_its_elimination(formalism: str) -> None:
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(lw.mechanisms.three_rps()))
    strokes = dict(zip(("d1", "d2", "d3"), STROKES, strict=True))
    modes = Kinematics.of(dynamics).modes(strokes, starts=1024)
    wanted = _roots()
    assert len(modes) == len(wanted) == 16  # the greatest number there can be (Nanua, Waldron, Murthy 1990)
    found = _turns([[mode.state[f"theta{leg}"] for leg in (1, 2, 3)] for mode in modes])
    apart = np.max(np.abs(found[:, None] - _turns(wanted)[None]), axis=2)
    assert apart.min(axis=1).max() < 1e-3
    assert sorted(apart.argmin(axis=1)) == list(range(16))


def test_a_bound_that_is_passed_is_called_wrong() -> None:
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.four_bar()))
    modes = Kinematics.of(dynamics, inputs=["phi"], platform="coupler").modes({"phi": 1.0}, bound=1, starts=64)
    assert len(modes) == 2
    assert not modes.complete
    assert "bound of 1 that was given" in modes.statement

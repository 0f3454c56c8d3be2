"""Verdicts by stated limits, and certificates that say all of it, also after a file."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from linkwright.trajectory import Certificate, Channel, DamagedFileError, Outcome, Trajectory
from linkwright.trajectory.certificate import judge, limits

DONE = Outcome("finished", "", "", 2.0)
FINE = Certificate(
    rtol=1e-8, atol=1e-10, position_residual=1e-12, velocity_residual=1e-12, energy_error=1e-9, rank_margin=0.3
)


def found_with(name: str, value: float) -> Certificate:
    return Certificate.from_dict(FINE.as_dict() | {name: value})


def test_a_run_within_all_limits_is_trusted() -> None:
    found = judge(DONE, FINE)
    assert (found.verdict, found.reasons) == ("trusted", ())


@pytest.mark.parametrize(
    ("name", "just", "beyond", "far"),
    [
        ("position_residual", 1e-9, 1.1e-9, 1.1e-5),  # 10 atol
        ("velocity_residual", 1e-9, 1.1e-9, 1.1e-5),
        ("energy_error", 1e-6, 1.1e-6, 1.1e-2),  # 100 rtol
    ],
)
def test_limits_are_ten_absolute_and_hundred_relative_tolerances(
    name: str, just: float, beyond: float, far: float
) -> None:
    assert limits(FINE)[name] == pytest.approx(just)
    assert judge(DONE, found_with(name, just * (1 - 1e-12))).verdict == "trusted"
    found = judge(DONE, found_with(name, beyond))
    assert found.verdict == "check"
    assert f"{beyond:.3g}" in found.reasons[0]
    assert judge(DONE, found_with(name, far)).verdict == "failed"
    assert judge(DONE, found_with(name, float("nan"))).verdict == "failed"


def test_other_reasons() -> None:
    assert judge(Outcome("failed", "the arms are stretched", "", 1.0), FINE).reasons == ("the arms are stretched",)
    assert judge(Outcome("stopped", "event 'end'", "", 1.0), FINE).verdict == "trusted"
    assert judge(Outcome("stopped", "interrupted", "resume it", 1.0), FINE).verdict == "check"
    assert "singular" in judge(DONE, replace(FINE, rank_margin=0.0)).reasons[0]
    assert "fixed step" in judge(DONE, replace(FINE, fixed_step=0.01)).reasons[0]
    late = judge(DONE, replace(FINE, energy_error=2e-6, energy_drift=1e-9, energy_growth=2.0))
    assert late.verdict == "check"
    assert "faster than linearly" in late.reasons[1]
    assert "growing as t^2.00, faster than linearly" in late.in_words()


def test_an_unknown_verdict_is_refused() -> None:
    with pytest.raises(ValueError, match="expected 'trusted', 'check' or 'failed'"):
        Certificate(verdict="fine")  # type: ignore[arg-type]


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_verdict_and_reasons_go_into_files(tmp_path: Path, suffix: str) -> None:
    certificate = judge(DONE, replace(FINE, energy_error=2e-6, energy_drift=-1e-9, estimated_error=1e-7))
    motion = Trajectory(
        np.array([0.0, 2.0]), {"x": Channel(np.zeros(2), "m", "")}, outcome=DONE, certificate=certificate
    )
    again = Trajectory.load(motion.save(tmp_path / f"run.{suffix}"))
    assert again.certificate == certificate
    assert "verdict: check: the energy balance is off by 2e-06" in again.certificate.in_words()


def test_another_version_of_the_format_is_said_in_words(tmp_path: Path) -> None:
    motion = Trajectory(np.array([0.0]), {}, outcome=DONE)
    path = motion.save(tmp_path / "run.csv")
    path.write_text(path.read_text().replace("linkwright trajectory 1", "linkwright trajectory 7"))
    with pytest.raises(DamagedFileError, match="its format is 'linkwright trajectory 7', and this version"):
        Trajectory.load(path)
    path = motion.save(tmp_path / "run.parquet")
    path.write_bytes(path.read_bytes().replace(b"linkwright trajectory 1", b"linkwright trajectory 7"))
    with pytest.raises(DamagedFileError, match=r"its format is 'linkwright trajectory 7'|does not read as Parquet"):
        Trajectory.load(path)


@pytest.mark.parametrize(
    ("rtol", "fixed", "error", "verdict"),
    [
        (1e-8, None, 9e-6, "trusted"),
        (1e-8, None, 2e-5, "check"),
        (1e-5, None, 9e-4, "trusted"),
        (1e-5, None, 2e-3, "check"),
        (1e-8, 0.01, 9e-4, "trusted"),
        (1e-8, 0.01, 2e-3, "check"),
        (1e-8, None, 0.2, "failed"),
        (1e-5, None, 0.2, "failed"),
        (1e-8, None, np.inf, "failed"),
    ],
)
def test_errors_that_have_grown(rtol: float, fixed: float | None, error: float, verdict: str) -> None:
    """Up to a thousand tolerances and a thousandth of the state; of a fixed step the latter only; never a tenth."""
    found = judge(DONE, replace(FINE, rtol=rtol, energy_error=0.0, fixed_step=fixed, global_error=error))
    assert found.verdict == verdict
    assert bool(found.reasons) == (verdict != "trusted")
    words = "smaller errors of steps ends otherwise" if np.isinf(error) else f"off by up to about {error:.2g}"
    assert verdict == "trusted" or words in found.reasons[0]


def test_an_error_that_nobody_knows() -> None:
    """Said of a run that came to its end, by its time or by an event, with the reason; of others something else is."""
    run = replace(FINE, steps=11)
    found = judge(DONE, replace(run, error_unknown="a second run fell apart"))
    assert found.verdict == "check"
    assert found.reasons == ("the error of the state is unknown: a second run fell apart; verify the run",)
    assert "it was not measured" in judge(Outcome("stopped", "event 'end'", "", 1.0), run).reasons[0]
    assert judge(Outcome("failed", "the arms are stretched", "", 1.0), run).reasons == ("the arms are stretched",)
    assert len(judge(Outcome("stopped", "interrupted", "resume it", 1.0), run).reasons) == 1

"""Random machines in motion: runs by every integrator against motions of free bodies that SciPy integrates, from seeds.

A failure names its seed: `compare(draw_motion(seed), folder)` in a shell shows all of it; what it reduces to belongs
into `test_reduced_motions.py`.
"""

import pytest

from agreement.motion_comparison import INTEGRATORS, TREES, NoMotionError, compare, compare_contacts
from agreement.motion_contacts_drawing import touching
from agreement.motion_drawing import draw_motion

QUICK = {
    3: "Rosenbrock", 6: "order 5", 8: "order 8", 13: "order 5", 14: "Radau", 17: "Rosenbrock", 63: "Radau",
    2026: "order 8",
}  # fmt: skip
"""Few machines, each with an integrator: rolling, several loops, redundant hinges, a light body, a part by energy."""


def check(seed, folder, **options):
    try:
        findings = compare(draw_motion(seed), folder, **options)
    except NoMotionError as error:
        pytest.skip(str(error))
    assert not findings.faults, f"seed {seed}: {len(findings.faults)} differences:\n" + "\n".join(findings.faults[:12])
    assert findings.compared > 50, f"seed {seed}: only {findings.compared} numbers were compared"


@pytest.mark.one_in(6)
@pytest.mark.parametrize(("seed", "integrator"), QUICK.items())
def test_a_random_motion(seed, integrator, tmp_path) -> None:
    formalism = ("newton_euler", *TREES)[seed % 8]
    check(seed, tmp_path, integrators=(integrator,), formalisms=(formalism,))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2000, 2200))
def test_a_random_motion_by_all_integrators(seed, tmp_path) -> None:
    formalisms = ("newton_euler", TREES[seed % len(TREES)])
    check(seed, tmp_path, integrators=tuple(INTEGRATORS), formalisms=formalisms)


@pytest.mark.parametrize(("seed", "integrator"), [(4, "order 8"), (6, "Rosenbrock")])
def test_a_random_motion_with_friction_and_stops(seed, integrator, tmp_path) -> None:
    this, log = touching(seed)
    findings = compare_contacts(this, log, tmp_path, integrators=(integrator,), formalisms=("kane",))
    assert not findings.faults, f"seed {seed}: " + "\n".join(findings.faults[:12])


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2000, 2060))
def test_a_random_motion_with_friction_and_stops_by_all_integrators(seed, tmp_path) -> None:
    this, log = touching(seed)
    findings = compare_contacts(this, log, tmp_path, formalisms=("newton_euler", TREES[seed % len(TREES)]))
    assert not findings.faults, f"seed {seed}: {len(findings.faults)} differences:\n" + "\n".join(findings.faults[:12])

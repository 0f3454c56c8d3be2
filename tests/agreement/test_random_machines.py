"""Random machines: every formalism and join against free-body diagrams, from seeds.

A failure names its seed: `compare(draw(seed))` in a shell shows all of it, and what it reduces to belongs into
`test_reduced_seeds.py`.
"""

import numpy as np
import pytest

import linkwright as lw
from agreement.random_comparison import compare
from agreement.random_drawing import draw, draw_driven
from agreement.seeds import Finished
from agreement.table import FORMALISMS

QUICK = (0, 4, 5, 19, 21, 22, 36, 44, 55, 94, 144)
"""Few machines that have between them every joint, body, load and drive that is drawn, but for a prescribed motion:
machines with one are in `test_random_questions.py`."""


def check(seed, count, bodies=None, formalisms=FORMALISMS):
    findings = compare(draw(seed, bodies=bodies), count, formalisms)
    assert not findings.faults, f"seed {seed}: {len(findings.faults)} differences:\n" + "\n".join(findings.faults[:12])
    assert findings.compared > (100 if bodies is None else 10), (
        f"seed {seed}: only {findings.compared} numbers were compared"
    )


@pytest.mark.one_in(6)
@pytest.mark.parametrize("seed", QUICK)
def test_a_random_machine(seed) -> None:
    check(seed, 1)


@pytest.mark.parametrize("seed", range(2000, 2040))
def test_a_random_machine_at_right_angles_or_not(seed) -> None:
    """By one formalism each in turn, and by the default choice."""
    check(seed, 1, bodies=2 + seed % 2, formalisms=(FORMALISMS[seed % len(FORMALISMS)],))


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3000, 4000))
def test_a_random_machine_of_up_to_twelve_bodies(seed, request) -> None:
    with Finished(request, seed) as finished:
        if not finished.before:
            check(seed, 1, bodies=2 + seed % 11)


def check_driven(seed, bodies=None):
    """Inverse dynamics gives back the drives; the linearization is the slope of forward dynamics."""
    machine, names = draw_driven(seed, bodies)
    random = np.random.default_rng([seed, 34])
    size = len(names)
    z, s, u = random.uniform(-0.6, 0.6, size), random.normal(size=size), random.normal(size=size)
    drives = [f"d{k}.u" for k in range(size)]
    step, slope = 1e-5, None
    for formalism in ("kane", *lw.formalisms.__all__):
        dynamics = lw.compile(getattr(lw.formalisms, formalism)(machine))

        def at(z, s, dynamics=dynamics):
            return dynamics.assemble(dict(zip(names, z, strict=True)), dict(zip(names, s, strict=True)))

        def forward(state, inputs, dynamics=dynamics):
            found = dynamics.forward(state, inputs)
            return np.array([found[name] for name in names])

        state, given = at(z, s), dict(zip(drives, u.tolist(), strict=True))
        back = dynamics.inverse(state, accelerations=dict(zip(names, forward(state, given).tolist(), strict=True)))
        assert [back[name] for name in drives] == pytest.approx(u, rel=1e-7, abs=1e-7), f"seed {seed}, {formalism}"
        rest = at(z, 0 * s)
        held = dict(dynamics.inverse(rest, accelerations=dict.fromkeys(names, 0.0)))
        states = [*names, *[f"{name}'" for name in names]]
        A = lw.analysis.linearize(dynamics, rest, held, states=states).A
        if slope is None:
            rows = [
                (forward(at(z + a, b), held) - forward(at(z - a, -b), held)) / (2 * step)
                for a, b in [(e, 0 * e) for e in step * np.eye(size)] + [(0 * e, e) for e in step * np.eye(size)]
            ]
            slope = np.vstack([np.eye(2 * size)[size:], np.array(rows).T])
        largest = np.max(np.abs(slope))
        assert np.max(np.abs(A - slope)) < 1e-7 * largest, f"seed {seed}, {formalism}: {A - slope}"


@pytest.mark.parametrize("seed", range(2))
def test_inverse_and_linear_answers_of_a_random_machine(seed) -> None:
    check_driven(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 160))
def test_inverse_and_linear_answers_of_more_random_machines(seed) -> None:
    check_driven(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200, 300))
def test_inverse_and_linear_answers_of_larger_random_machines(seed, request) -> None:
    with Finished(request, seed) as finished:
        if not finished.before:
            check_driven(seed, bodies=2 + seed % 11)

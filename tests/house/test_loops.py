"""Loops that a person can read: few arguments, comments where code is dense; counts are printed."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Callable
from pathlib import Path

import pytest

import linkwright as lw
from linkwright import codegen
from linkwright.codegen import linear_algebra
from linkwright.codegen.loops.translation import signature
from linkwright.dynamics.inverse.following import whole_steps
from linkwright.simulation.events import detection
from linkwright.simulation.integrators import DormandPrince, DormandPrince8, Radau, Rosenbrock, RungeKutta4
from linkwright.simulation.loop import advance, energy_projection, pivoting
from linkwright.simulation.loop.absent import events as no_events
from linkwright.simulation.loop.absent import instants as no_instants
from linkwright.simulation.loop.absent import pivoting as no_pivoting
from linkwright.simulation.sampling import instants
from linkwright.simulation.singularities import crossing_compiled

pytestmark = pytest.mark.rules
ROOT = Path(lw.__file__).parent
MOST_ARGUMENTS = 8
COMMENTED = ("simulation/loop", "codegen", "dynamics/plants")
LEAST_COMMENTS = 0.03
"""Comment lines over lines of code, which neither are blank nor belong to a docstring."""


def written_loops() -> list[Callable[..., object]]:
    """All loops that are written as functions."""
    found: list[Callable[..., object]] = [
        *advance.LOOPS, advance.meet_speeds, energy_projection.meet_speeds, *pivoting.LOOPS, *no_pivoting.LOOPS,
        *detection.LOOPS, *no_events.LOOPS, *whole_steps.STEP_LOOPS, *linear_algebra.LDL_LOOPS,
        crossing_compiled.sweeps, crossing_compiled.follow_back, *instants.LOOPS, *no_instants.LOOPS,
    ]  # fmt: skip
    for integrator in (DormandPrince, DormandPrince8, Radau, Rosenbrock, RungeKutta4):
        found += [*integrator.loops, *integrator.full_matrix, *integrator.sparse_matrix]
    return found


def generated_loops(monkeypatch: pytest.MonkeyPatch) -> list[Callable[..., object]]:
    """Loops whose text is made for the types of a machine: of a tree, and of one with constraints of many parts."""
    found: list[Callable[..., object]] = []
    build = codegen.build

    def noted(kernels, loops=(), **options):
        found.extend(loop for loop in loops if isinstance(loop, codegen.LoopText))
        return build(kernels, loops, **options)

    monkeypatch.setattr(codegen, "build", noted)
    chain = lw.compile(lw.formalisms.denoc(lw.mechanisms.serial_chain(30, spatial=True)), join=lw.joins.Recursion())
    bars = lw.compile(lw.formalisms.denoc(lw.mechanisms.n_four_bar(13)))
    for dynamics in (chain, bars):
        lw.simulate(dynamics, dynamics.reference, duration=1e-3, inputs=dict.fromkeys(dynamics.inputs, 0.0), samples=2)
    return found


def test_no_compiled_loop_takes_more_than_eight_arguments(monkeypatch):
    made = generated_loops(monkeypatch)
    names = {loop.__name__ for loop in made}
    assert {"slope", "project_q", "project_v", "constraint_factor", "tree_inward", "inputs"} <= names
    found = [signature(loop) for loop in (*written_loops(), *made)]
    most = max(found, key=lambda each: len(each.arguments))
    print(f"{len(found)} loops; most arguments: {len(most.arguments)}, of {most.name}")  # noqa: T201
    assert not [each.name for each in found if len(each.arguments) > MOST_ARGUMENTS]


def comment_share(folder: Path) -> tuple[int, int]:
    """Lines that begin with a comment, and lines of code."""
    comments, code = 0, 0
    for path in folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        words: set[int] = set()
        for node in ast.walk(ast.parse(text)):
            if (
                isinstance(node, ast.Expr)
                and isinstance(node.value, ast.Constant)
                and isinstance(node.value.value, str)
            ):
                words.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
        own = {
            token.start[0]
            for token in tokenize.generate_tokens(io.StringIO(text).readline)
            if token.type == tokenize.COMMENT and not token.line[: token.start[1]].strip()
        }
        lines = text.splitlines()
        comments += len(own)
        code += sum(bool(line.strip()) and k not in words | own for k, line in enumerate(lines, 1))
    return comments, code


@pytest.mark.parametrize("folder", COMMENTED)
def test_dense_code_has_comments(folder):
    comments, code = comment_share(ROOT / folder)
    print(f"{folder}: {comments} comment lines, {code} lines of code, {comments / code:.1%}")  # noqa: T201
    assert comments >= LEAST_COMMENTS * code

"""Modules nest to any depth: deeper than Python can call functions inside one another."""

import sys

import numpy as np
import pytest

import linkwright as lw
from linkwright.drawing.trees import modules as module_tree
from linkwright.drawing.trees.equations import module_tree as tree_of

G, LENGTH = 9.81, 0.7
DEPTH = sys.getrecursionlimit() + 100
PATH = "m." * DEPTH
ANGLE = f"{PATH}pivot.angle"


@pytest.fixture(scope="module")
def nested():
    """A pendulum (angle'' = -(3 g / 2 l) sin) inside DEPTH mechanisms; gravity is that of the outermost."""
    bar = lw.Body(2.0, 2.0 * LENGTH**2 / 12, points={"top": (0.0, LENGTH / 2)})
    pivot = lw.Revolute("ground", "bar.top")
    machine = lw.Mechanism("pendulum", {"bar": bar}, {"pivot": pivot})
    for _ in range(DEPTH - 1):
        machine = lw.Mechanism("shell", {"m": machine})
    return lw.Mechanism("outermost", {"m": machine}, gravity=(0.0, -G))


def answers(machine, formalism):
    equations = getattr(lw.formalisms, formalism)(machine)
    dynamics = lw.compile(equations)
    state = dynamics.assemble({ANGLE: 0.6})
    assert dynamics.forward(state, {})[ANGLE] == pytest.approx(-3 * G / (2 * LENGTH) * np.sin(0.6), rel=1e-11)
    lighter = dynamics.with_parameters(gravity_y=-1.0)
    assert lighter.forward(state, {})[ANGLE] == pytest.approx(-3 / (2 * LENGTH) * np.sin(0.6), rel=1e-11)
    assert equations.find_frame(f"{PATH}bar.top") is not None
    assert equations.find_quantity(ANGLE) is not None
    assert f"{PATH}bar.top" in equations.frame_names()
    assert dynamics.energy(state).potential == pytest.approx(-2.0 * G * LENGTH / 2 * np.cos(0.6), rel=1e-12)
    return equations, dynamics, state


@pytest.mark.parametrize("formalism", ["modular", "kane"])
def test_a_pendulum_inside_more_mechanisms_than_python_nests_calls(nested, formalism):
    equations, _, _ = answers(nested, formalism)
    assert repr(nested) == "<Mechanism outermost: 2 parts, 0 connections>"
    tree = tree_of(equations)
    assert module_tree.as_text(tree).count("shell") == (DEPTH - 1 if formalism == "modular" else 0)
    assert module_tree.render(tree).startswith("<svg")


@pytest.mark.long
@pytest.mark.parametrize("formalism", lw.formalisms.__all__)
def test_every_question_at_that_depth(nested, formalism):
    equations, dynamics, state = answers(nested, formalism)
    assert lw.simulate(dynamics, state, duration=0.05).outcome.kind == "finished"
    pull = dynamics.reactions(state, {})[f"{PATH}pivot"].components["y"]
    assert pull == pytest.approx(2.0 * (G - 3 * G / 4 * np.sin(0.6) ** 2), rel=1e-9)
    assert lw.analysis.linearize(dynamics, dynamics.assemble({ANGLE: 0.0})).A.shape == (2, 2)
    assert lw.analysis.diagnose(dynamics, state) is not None
    assert lw.drawing.scene(nested) is not None
    assert equations.speed_names

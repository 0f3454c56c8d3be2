"""A joint, a load, a constraint and a formalism of a user, as docs/own-components.md shows them, work everywhere."""

import ast
import copy
import pickle
import re
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import linkwright as lw
from linkwright import analysis, drawing

PAGE = Path(__file__).parents[2] / "docs" / "own-components.md"
BLOCKS = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
MOST_LINES = 20


@pytest.fixture(scope="module")
def own():
    """The page as a module, so that its classes have a name to be pickled by."""
    module = ModuleType("own_components")
    sys.modules["own_components"] = module
    for block in BLOCKS[:-1]:
        exec(compile(block, str(PAGE), "exec"), module.__dict__)  # noqa: S102  # our own page
    exec(compile(BLOCKS[-1].partition("for formalism in")[0], str(PAGE), "exec"), module.__dict__)  # noqa: S102
    yield module
    del sys.modules["own_components"]


def formalisms(own):
    found = {name: getattr(lw.formalisms, name) for name in lw.formalisms.__all__}
    return found | {"newton_in_rates": own.newton_in_rates}


def acceleration(a, w, tau, *, m=2.0, slider=0.5, r=0.25, lift=0.05, k=0.8, g=9.81):
    """Lagrange by hand: (m r^2 + m_s lift^2 sin^2 a) a'' + m_s lift^2 sin a cos a a'^2 = tau - dV/da."""
    x, y = r * np.cos(a) - 0.5, r * np.sin(a) - 0.4
    distance = np.hypot(x, y)
    along = (-x * r * np.sin(a) + y * r * np.cos(a)) / distance
    slope = m * g * r * np.cos(a) + slider * g * lift * np.sin(a) + k / distance**2 * along
    inertia = m * r**2 + slider * lift**2 * np.sin(a) ** 2
    return (tau - slope - slider * lift**2 * np.sin(a) * np.cos(a) * w**2) / inertia


def test_each_takes_few_lines():
    sizes = {}
    for block in BLOCKS[:-1]:
        for node in ast.parse(block).body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                lines = block.splitlines()[node.lineno - 1 : node.end_lineno]
                sizes[node.name] = len([line for line in lines if line.strip() and '"""' not in line])
    assert set(sizes) == {"Swing", "Magnet", "Cam", "newton_in_rates"}
    assert max(sizes.values()) <= MOST_LINES, sizes


@pytest.mark.parametrize("name", [*lw.formalisms.__all__, "newton_in_rates"])
def test_every_formalism_gives_the_closed_form(own, name):
    dynamics = lw.compile(formalisms(own)[name](own.machine))
    for angle, rate in ((0.4, 1.5), (2.5, -0.7)):
        state = dynamics.assemble({"swing.angle": angle}, {"swing.angle": rate})
        found = dynamics.forward(state, {"drive.tau": 0.2})["swing.angle"]
        assert found == pytest.approx(acceleration(angle, rate, 0.2), rel=1e-10)
    strong = dynamics.with_parameters({"magnet.strength": 2.0})
    assert strong.forward(state, {"drive.tau": 0.2})["swing.angle"] == pytest.approx(
        acceleration(2.5, -0.7, 0.2, k=2.0), rel=1e-10
    )


@pytest.mark.parametrize("name", ["modular", "kane", "newton_in_rates"])
def test_every_question_is_answered(own, name):
    dynamics = lw.compile(formalisms(own)[name](own.machine))
    state = dynamics.assemble({"swing.angle": 0.4}, {"swing.angle": 1.5})
    # the joint carries the plate: its reaction turns into weight, magnet and inertia of the plate and what the cam asks
    reactions = dynamics.reactions(state, {"drive.tau": 0.2})
    assert set(reactions["swing"].components) >= {"circle", "turn"}
    assert not reactions.not_unique
    inverse = dynamics.inverse(state, {"swing.angle": acceleration(0.4, 1.5, 0.2)})
    assert inverse["drive.tau"] == pytest.approx(0.2, abs=1e-9)
    rest = lw.dynamics.State(0.0, state.q, np.zeros_like(state.v))
    held = dynamics.inverse(dynamics.state(rest.q, rest.v), {"swing.angle": 0.0})["drive.tau"]
    linear = analysis.linearize(dynamics, dynamics.state(rest.q, rest.v), inputs={"drive.tau": held})
    h = 1e-5
    slope = (acceleration(0.4 + h, 0.0, held) - acceleration(0.4 - h, 0.0, held)) / (2 * h)
    assert linear.A[-1, 0] == pytest.approx(slope, rel=1e-6)
    found = analysis.diagnose(dynamics, state)
    assert (found.degrees_of_freedom, found.degrees_of_freedom_general, found.redundant) == (1, 1, 0)
    kinematics = analysis.Kinematics.of(dynamics, platform=["rail.slide"])
    assert kinematics.inputs == ("swing.angle",)
    assert kinematics.direct({"swing.angle": 0.9})["rail.slide"] == pytest.approx(0.05 * (1 - np.cos(0.9)), abs=1e-12)


def test_turns_paths_and_pictures(own):
    dynamics = lw.compile(lw.formalisms.kane(own.machine))
    state = dynamics.assemble({"swing.angle": 0.4}, {"swing.angle": 40.0})
    trajectory = lw.simulate(dynamics, state, duration=0.5, inputs={"drive.tau": 0.0})
    assert trajectory.outcome.finished
    assert trajectory["swing.angle"][-1] > 4 * np.pi  # whole turns are counted
    assert trajectory.certificate.energy_error < 1e-6
    picture = drawing.scene(own.machine)
    discs = [shape for body in picture.bodies if body.name == "plate" for shape in body.shapes]
    assert drawing.Disc((0.0, 0.0), 0.05) in discs
    plain = replace(own.machine, connections={**own.machine.connections, "swing": NoOutline.of(own)})
    assert any(isinstance(shape, drawing.Pivot) for shape in drawing.scene(plain).ground)
    assert "<svg" in drawing.still(picture, trajectory.poses)


class NoOutline:
    """The same joint without an outline of its own."""

    @staticmethod
    def of(own):
        kind = type("Bare", (own.Swing,), {"outline": lw.model.Joint.outline})
        return kind("ground", "plate", radius=0.25)


def test_an_outline_that_is_no_shape_is_refused_in_words(own):
    kind = type("Odd", (own.Swing,), {"outline": lambda self, values: [{"kind": "blob"}]})  # noqa: ARG005
    machine = replace(own.machine, connections={**own.machine.connections, "swing": kind("ground", "plate", 0.25)})
    with pytest.raises(ValueError, match="connection swing: its outline cannot be drawn: a shape is of kind 'blob'"):
        drawing.scene(machine)


@pytest.mark.parametrize("carry", [lambda x: pickle.loads(pickle.dumps(x)), copy.deepcopy], ids=["pickle", "deepcopy"])  # noqa: S301
def test_they_travel(own, carry):
    dynamics = lw.compile(own.newton_in_rates(own.machine))
    state = dynamics.assemble({"swing.angle": 0.4}, {"swing.angle": 1.5})
    expected = dynamics.forward(state, {"drive.tau": 0.2})
    assert carry(dynamics).forward(carry(state), {"drive.tau": 0.2}) == expected
    assert lw.compile(carry(dynamics.equations)).forward(state, {"drive.tau": 0.2}) == expected
    again = lw.compile(own.newton_in_rates(carry(own.machine)))
    assert again.forward(state, {"drive.tau": 0.2}) == expected


def test_a_loop_closed_by_the_joint_is_the_same_machine(own):
    """Two swings hold one plate: the second one only closes the loop, and depends on the first."""
    ground = lw.Ground(points={"b": (0.3, 0.0)})
    plate = lw.Body(2.0, 0.03, points={"b": (0.3, 0.0)})
    joints = {"one": own.Swing("ground", "plate", radius=0.25), "two": own.Swing("ground.b", "plate.b", radius=0.25)}
    machine = lw.Mechanism("two", {"ground": ground, "plate": plate}, joints, gravity=(0.0, -9.81))
    dynamics = lw.compile(lw.formalisms.kane(machine))
    state = dynamics.assemble({"one.angle": 0.6})
    assert state["two.angle"] == pytest.approx(0.6, abs=1e-12)
    assert dynamics.forward(state)["two.angle"] == pytest.approx(-9.81 / 0.25 * np.cos(0.6), rel=1e-10)
    found = analysis.diagnose(dynamics, state)
    assert found.degrees_of_freedom == 1
    assert found.redundant > 0

"""Records in notebooks: HTML that is complete in itself, with the numbers of the record; tutorials run."""

import ast
import base64
import contextlib
import io
import json
import re
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from linkwright.analysis import diagnose, linearize
from linkwright.analysis.kinematics import Kinematics
from linkwright.report.sections.repeat import repetition

TUTORIALS = sorted((Path(__file__).parents[2] / "docs" / "tutorials").glob("*.ipynb"))


@pytest.fixture(scope="module")
def records():
    machine = lw.mechanisms.four_bar()
    equations = lw.formalisms.modular(machine)
    dynamics = lw.compile(equations)
    state = dynamics.assemble({"phi": 1.0}, {"phi": 2.0})
    drive = {"tau": lw.laws.Sine(0.2, 2.0)}
    trajectory = lw.simulate(dynamics, state, duration=0.2, inputs=drive, samples=41)
    rest = lw.compile(lw.formalisms.modular(lw.mechanisms.double_pendulum()))
    return {
        "mechanism": machine,
        "equations": equations,
        "dynamics": dynamics,
        "state": state,
        "trajectory": trajectory,
        "reactions": dynamics.reactions(state, {"tau": 0.0}),
        "diagnosis": diagnose(dynamics),
        "levels": dynamics.levels(state, {"tau": 0.0}),
        "linear": linearize(rest, rest.assemble({"theta1": 0.0, "theta2": 0.0}), {"tau1": 0.0, "tau2": 0.0}),
    }


class Checked(HTMLParser):
    """Elements that load something, and elements that stay open."""

    def __init__(self, text):
        super().__init__()
        self.loading, self.open = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.loading += [
            (tag, name)
            for name, value in attrs
            if name in {"src", "href", "srcset", "data", "onload"} and not value.startswith("data:image/svg+xml;")
        ]
        if tag not in {"meta", "img", "br", "input", "line", "rect", "circle", "path", "polygon", "polyline", "mspace"}:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.loading += [(tag, name) for name, _ in attrs if name in {"src", "href"}]

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def picture_in(html):
    return base64.b64decode(re.search(r'src="data:image/svg\+xml;base64,([^"]*)"', html)[1]).decode("utf-8")


def test_pictures_are_images(records):
    """What notebooks show that are not trusted: no frame, no style, no SVG as text."""
    mechanism, run = (picture_in(records[name]._repr_html_()) for name in ("mechanism", "trajectory"))
    assert mechanism.startswith("<svg")
    assert run.startswith("<svg")
    last = lw.drawing.still(lw.drawing.scene_of(records["mechanism"], poses=records["trajectory"].poses),
                            records["trajectory"].poses)  # fmt: skip
    assert run == last


def test_every_record_has_html(records):
    words = {
        "mechanism": ('<img class="lw-picture" alt="The mechanism', "crank"),
        "equations": ("<math", "rocker"),
        "dynamics": ("torque on pivot.angle",),
        "state": ("State at t = 0 s", "<td>phi</td><td>1</td><td>2</td>"),
        "trajectory": ("<iframe srcdoc=", "<style>.lw-still{display:none}</style><img"),
        "reactions": ("crank.pivot",),
        "diagnosis": ("degrees of freedom",),
        "levels": ("level 1: four_bar: 4 constraints, 4 independent", "A_1, 4 by 5", "<td>A.x (m/s^2)</td>"),
        "linear": ("oscillation",),
    }
    for name, record in records.items():
        html = record._repr_html_()
        assert html == lw.report.notebook.html_of(record)
        found = Checked(html)
        assert not found.loading, name
        assert not found.open, name
        assert len(html) < 400_000, name
        for piece in words[name]:
            assert piece in html, name
    frequency = records["linear"].modes[0].frequency
    assert f"{frequency:.3f}"[:4] in records["linear"]._repr_html_()


def test_a_run_is_a_page_in_a_frame(records):
    """The frame holds a whole page, with the script that its policy names and nothing else."""
    shown = lw.show(records["mechanism"], records["trajectory"])
    html = shown._repr_html_()
    page = unescape(re.search(r'srcdoc="([^"]*)"', html)[1])
    assert page == shown.page
    assert page.startswith("<!DOCTYPE html>")
    assert 'sandbox="allow-scripts allow-downloads"' in html
    assert "three.js" not in page
    assert len(html) < 300_000
    with pytest.raises(TypeError, match=r"show\(Mechanism\): expected show\(trajectory\)"):
        lw.show(records["mechanism"])


def test_a_workspace_is_drawn():
    machine = lw.mechanisms.three_rrr(motors=False)
    kinematics = Kinematics.of(lw.compile(lw.formalisms.modular(machine)))
    span = {"platform.x": (-0.05, 0.05), "platform.y": (-0.05, 0.05)}
    found = kinematics.workspace(span, at={"platform.theta": 0.0}, resolution=5)
    assert picture_in(found._repr_html_()).startswith("<svg")


def test_plots_have_the_channels(records):
    plt = pytest.importorskip("matplotlib.pyplot", reason="Matplotlib is not installed: plots were not drawn")
    plt.switch_backend("agg")
    trajectory = records["trajectory"]
    first, second = trajectory.plot("phi", "psi", "phi'")
    assert [line.get_label() for line in first.lines] == ["phi", "psi"]
    np.testing.assert_array_equal(second.lines[0].get_ydata(), trajectory["phi'"])
    assert second.get_xlabel() == "time [s]"
    plt.close("all")
    with pytest.raises(lw.trajectory.UnknownChannelError, match="phi"):
        trajectory.plot("phy")
    with pytest.raises(ValueError, match="name some channels"):
        trajectory.plot()


def test_the_program_of_a_run_repeats_it(records):
    """To the last bit: all settings are in it."""
    names = {"dynamics": records["dynamics"]}
    exec(repetition(records["trajectory"].provenance), names)  # noqa: S102  our own text
    again, before = names["trajectory"], records["trajectory"]
    for name in before.names:
        np.testing.assert_array_equal(again[name], before[name])


@pytest.mark.long
@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_tutorials_run(path, tmp_path, monkeypatch):
    """Every cell in order, as a notebook runs them: the last line of a cell is displayed."""
    monkeypatch.chdir(tmp_path)
    plt = pytest.importorskip("matplotlib.pyplot", reason="Matplotlib is not installed: tutorials were not run")
    plt.switch_backend("agg")
    notebook = json.loads(path.read_text(encoding="utf-8"))
    names = {"__name__": "__main__"}
    for number, cell in enumerate(notebook["cells"]):
        if cell["cell_type"] != "code":
            continue
        assert not cell["outputs"], "outputs are not kept in the repository"
        source = "".join(cell["source"])
        *before, last = ast.parse(source, f"{path.name}, cell {number}").body
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(ast.Module(before, []), f"{path.name}, cell {number}", "exec"), names)  # noqa: S102
            if not isinstance(last, ast.Expr):
                exec(compile(ast.Module([last], []), f"{path.name}, cell {number}", "exec"), names)  # noqa: S102
                continue
            value = eval(compile(ast.Expression(last.value), f"{path.name}, cell {number}", "eval"), names)  # noqa: S307
        html = value._repr_html_() if hasattr(value, "_repr_html_") else repr(value)
        assert html, number
    plt.close("all")


def test_there_are_three_tutorials():
    assert len(TUTORIALS) == 3
    for path in TUTORIALS:
        notebook = json.loads(path.read_text(encoding="utf-8"))
        assert (notebook["nbformat"], notebook["cells"][0]["cell_type"]) == (4, "markdown")

"""Machines of one's own in every command: FILE.py:NAME, and programs to start them from."""

import json
import math
import subprocess
import sys

import pytest

import linkwright as lw
from cli.calling import call, refused
from linkwright import mechanisms
from linkwright.cli.own.program import load
from linkwright.cli.own.starter import starter
from linkwright.equations.plain import to_text
from linkwright.formalisms import modular
from linkwright.mechanisms.registry import READY

PROGRAM = """
import linkwright as lw
from linkwright import control

print("a program may print")


def pendulum(l=1.0, *, m: float, heavy=True, title: str = "my pendulum"):
    rod = lw.Body(m, m * l**2 / 12, (l / 2, 0.0), points={"root": (0.0, 0.0), "tip": (l, 0.0)})
    return lw.Mechanism(
        "pendulum",
        parts={"rod": rod},
        connections={"pin": lw.Revolute("ground", "rod.root"), "drive": lw.Torque("pin.angle", input="tau")},
        gravity=(0.0, -9.81 if heavy else 0.0),
        exports={"phi": "pin.angle", "tau": "drive.tau"},
        reference={"phi": -1.5707963267948966},
        title=title,
    )


fixed = pendulum(m=2.0)
number = 3
dynamics = lw.compile(lw.formalisms.kane(fixed))


def body():
    return lw.Body(1.0)


def nothing():
    fixed.title


def broken():
    return pendulum(m=undefined_mass)


def wrong_point():
    rod = lw.Body(1.0, 1.0, points={"root": (0.0, 0.0)})
    return lw.Mechanism("wrong", parts={"rod": rod}, connections={"pin": lw.Revolute("ground", "rod.rot")})


def diagram(_dynamics=None):
    wires = {"axis.measurement": "phi", "tau": "axis.command"}
    return control.Diagram({"axis": control.PID(200.0, 50.0, 40.0).every(1e-3)}, wires, {"phi": "axis.reference"})


class Faulty(lw.Torque):
    def loads(self, ports):
        return 1 / 0


controlled = (pendulum(m=2.0, heavy=False), diagram())
by_function = (pendulum(m=2.0, heavy=False), diagram)
no_diagram = (fixed, 7)
wrong_diagram = (fixed, lambda dynamics: dynamics)
loop = lw.ClosedLoop(dynamics, diagram())
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    file = tmp_path_factory.mktemp("own") / "machines.py"
    file.write_text(PROGRAM, encoding="utf-8")
    return str(file)


def answer(*arguments):
    return json.loads(call(*arguments, "--json").stdout)


# -- every command takes one ---------------------------------------------------------------------------------------


def test_a_mechanism_and_a_function_are_shown(program):
    data = answer("show", f"{program}:fixed")
    assert data["title"] == "my pendulum"
    assert data["degrees_of_freedom"] == 1
    data = answer("show", f"{program}:pendulum", "--set", "m=3", "--set", "l=0.5", "--set", "title=other")
    values = {entry["name"]: entry["value"] for entry in data["parameters"]}
    assert (values["rod.mass"], values["rod.centre_x"], data["title"]) == (3.0, 0.25, "other")
    data = answer("show", f"{program}:fixed", "--set", "rod.mass=5")
    assert {entry["name"]: entry["value"] for entry in data["parameters"]}["rod.mass"] == 5.0


def test_a_run_is_that_of_the_closed_form_and_can_be_verified(program, tmp_path):
    """A small swing of a rod about its end: period 2 pi sqrt(2 l / (3 g)), over which it comes back."""
    period = 2 * math.pi * math.sqrt(2 / (3 * 9.81))
    start = f"phi={-math.pi / 2 + 1e-4}"
    arguments = ("--input", "tau=0", "--position", start, "--duration", repr(period / 2), "--out", str(tmp_path))
    data = answer("simulate", f"{program}:fixed", *arguments)
    assert data["machine"] == f"{program}:fixed"
    # the period grows with the square of the amplitude: below 1e-9 of it here
    assert data["final_state"]["positions"]["phi"] == pytest.approx(-math.pi / 2 - 1e-4, abs=1e-9)
    assert answer("verify", str(tmp_path))["agrees"] is True


def test_inverse_gives_the_torque_that_holds(program):
    data = answer("inverse", f"{program}:fixed", "--motion", "phi=0", "--duration", "1")
    assert data["needed"]["tau"]["greatest"] == pytest.approx(2 * 9.81 / 2, rel=1e-12)


@pytest.mark.parametrize(
    "arguments",
    [
        ("equations",),
        ("diagnose",),
        ("regressor",),
        ("linearize", "--input", "tau=0"),
        pytest.param(("compare", "--quick", "--states", "1"), marks=pytest.mark.long),
        ("workspace", "--inputs", "phi", "--platform", "rod", "--resolution", "3"),
    ],
)
def test_other_commands_take_one(program, arguments):
    command, *options = arguments
    if command == "workspace":  # it is reached, and refuses a platform with one degree of freedom in its own words
        assert "platform" in refused(command, f"{program}:fixed", *options)
        return
    assert call(command, f"{program}:fixed", *options).stdout


def test_identify_takes_one(program, tmp_path):
    """The measured run is that of 2 kg; the search begins elsewhere."""
    options = ("--input", "tau=1", "--samples", "51", "--duration", "1", "--out", str(tmp_path))
    call("simulate", f"{program}:fixed", *options)
    trajectory = lw.Trajectory.load(tmp_path / "run.parquet")
    rows = [f"{t!r},{x!r}" for t, x in zip(trajectory.time.tolist(), trajectory["phi"].tolist(), strict=True)]
    data = tmp_path / "data.csv"
    data.write_text("\n".join(["time [s],angle [rad]", *rows]) + "\n", encoding="utf-8")
    options = ("--data", str(data), "--column", "phi=angle", "--input", "tau=1", "--fit", "rod.mass=1:4")
    found = answer("identify", f"{program}:fixed", *options, "--start", "rod.mass=1.5")
    # as accurate as the run that was measured: 1e-8 relative, some tens of it in the mass
    assert found["parameters"]["rod.mass"]["value"] == pytest.approx(2.0, rel=1e-6)


# -- under controllers ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["controlled", "by_function"])
def test_controllers_of_ones_own_run(program, name):
    machine = f"{program}:{name}"
    data = answer("simulate", machine, "--input", "phi=-1.2", "--duration", "1.5")
    assert data["final_state"]["positions"]["phi"] == pytest.approx(-1.2, abs=1e-3)
    gains = {each["name"]: each["value"] for each in answer("show", machine, "--control")["gains"]}
    assert gains["axis.kp"] == 200.0


def test_linear_answers_about_controllers_of_ones_own(program):
    """Quickly sampled control is nearly continuous: C / (J s^2 + C), C = kp + ki / s + kd s, J = m l^2 / 3."""
    machine = f"{program}:controlled"
    (row,) = answer("bode", machine, "--linear", "--reference", "phi", "--frequency", "1")
    s, J = 2j * math.pi, 2 / 3
    C = 200 + 50 / s + 40 * s
    # half a period of delay turns the loop by pi f T = 0.003
    assert row["magnitude"] == pytest.approx(abs(C / (J * s**2 + C)), rel=0.003)
    wide = answer("bandwidth", machine, "--reference", "phi")["bandwidth"]
    stiff = answer("bandwidth", machine, "--reference", "phi", "--control", "axis.kp=400")["bandwidth"]
    assert wide > 5
    assert wide != stiff
    assert answer("margins", machine, "--at", "axis.command")["gain_up"] > 2


def test_wrong_words_about_controllers(program):
    machine = f"{program}:controlled"
    assert "no gain 'axis.kq'; did you mean axis.kp" in refused("simulate", machine, "--control", "axis.kq=1")
    words = refused("bode", machine, "--linear", "--reference", "phj", "--frequency", "1")
    assert "there is no position 'phj'" in words
    words = refused("bode", machine, "--linear", "--reference", "phi", "--output", "ph", "--frequency", "1")
    assert "--output: there is no quantity 'ph'; did you mean phi?" in words
    assert "has no controllers; give a pair" in refused("margins", f"{program}:fixed", "--at", "x")
    assert "has no controllers; give a pair" in refused("show", f"{program}:fixed", "--control")
    assert "are an int; expected a control.Diagram" in refused("show", f"{program}:no_diagram", "--control")
    assert "are a Dynamics" in refused("show", f"{program}:wrong_diagram", "--control")
    assert "has no such option" in refused("margins", machine, "--at", "x", "--friction", "none")


# -- what is wrong is said with file and line ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("pendulum", "is a function of l, m, heavy, title; add --set m=VALUE"),
        ("fxed", "has no 'fxed'; did you mean fixed?"),
        ("number", "is an int; expected a Mechanism, a function that returns one"),
        ("body", "returns a Body; expected a Mechanism"),
        ("nothing", "returns None (a return is missing)"),
        ("loop", "is a ClosedLoop, which is compiled already"),
        ("dynamics", "is a Dynamics, which is compiled already: give the mechanism"),
        ("Faulty", "is the class Faulty"),
        ("broken", "line 35, `return pendulum(m=undefined_mass)`: NameError: name 'undefined_mass'"),
        ("wrong_point", "no point 'rod.rot'; did you mean rod.root"),
    ],
)
def test_what_a_program_says_wrong(program, name, words):
    said = refused("show", f"{program}:{name}")
    assert words in said
    assert program in said


def test_settings_of_the_wrong_kind(program):
    words = refused("show", f"{program}:pendulum", "--set", "m=heavy", "--set", "heavy=perhaps")
    assert "--set m: 'heavy' is not a number" in words
    assert "--set heavy: 'perhaps' is neither true nor false" in words
    assert "--no-motors: " in refused("show", f"{program}:fixed", "--no-motors")
    assert "there are none" not in refused("show", f"{program}:fixed", "--set", "rod.mas=1")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x = 1\nimport nowhere_to_be_found\n", "line 2, `import nowhere_to_be_found`: ModuleNotFoundError"),
        ("x = (1\n", "line 1, `x = (1`: SyntaxError"),
        ("raise ValueError('my own words')\n", "line 1, `raise ValueError('my own words')`: my own words"),
        ("import sys\nsys.exit(3)\n", "it ends Python (SystemExit 3)"),
        ("def f():\n    return f()\nx = f()\n", "RecursionError"),
        ("x = 1\x00\n", "SyntaxError"),
    ],
)
def test_programs_that_do_not_run(tmp_path, text, words):
    file = tmp_path / "faulty.py"
    file.write_text(text, encoding="utf-8")
    assert words in refused("show", f"{file}:x")


def test_files_that_are_no_programs(tmp_path):
    (tmp_path / "image.py").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "linkage.py").write_text("machine = 1\n_hidden = 2\n\ndef make():\n    pass\n", encoding="utf-8")
    assert "not a text file in UTF-8" in refused("show", f"{tmp_path}/image.py:x")
    assert "it is a folder" in refused("show", f"{tmp_path}/folder.py:x")
    assert f"did you mean {tmp_path}/linkage.py" in refused("show", f"{tmp_path}/linkag.py:x")
    words = refused("show", f"{tmp_path}/linkage.py")
    assert "name the machine in it" in words
    assert "there are make, machine" in words
    assert "expected a ready mechanism" in refused("show", "four:bar")
    assert "a machine of your own is FILE.py:NAME" in refused("show", "five_bar")


def test_a_fault_of_a_users_class_is_told_with_its_line(program, tmp_path):
    """It shows up far from the program, when equations are derived."""
    file = tmp_path / "late.py"
    text = PROGRAM.replace('lw.Torque("pin.angle", input="tau")', 'Faulty("pin.angle", input="tau")')
    text = text.replace(
        "fixed = ", "\n\nclass Faulty(lw.Torque):\n    def loads(self, ports):\n        return 1 / 0\n\n\nfixed = "
    )
    file.write_text(text.partition("dynamics = ")[0], encoding="utf-8")
    assert "`return 1 / 0`: ZeroDivisionError: division by zero" in refused("show", f"{file}:fixed")


def test_a_program_runs_only_when_it_is_named_and_once(tmp_path):
    file = tmp_path / "counted.py"
    file.write_text(
        f"with open({str(tmp_path / 'ran')!r}, 'a') as stream:\n    stream.write('x')\nmachine = 1\n", encoding="utf-8"
    )
    refused("show", str(file))
    assert not (tmp_path / "ran").exists()
    refused("linearize", f"{file}:machine")  # it asks again for a machine without settings
    assert (tmp_path / "ran").read_text() == "x"


def test_programs_import_what_lies_beside_them(tmp_path):
    (tmp_path / "beside_it.py").write_text("LENGTH = 0.5\n", encoding="utf-8")
    text = PROGRAM.replace(
        "from linkwright import control", "from linkwright import control\nfrom beside_it import LENGTH"
    )
    (tmp_path / "machines.py").write_text(text.replace("pendulum(m=2.0)", "pendulum(LENGTH, m=2.0)"), encoding="utf-8")
    values = answer("show", f"{tmp_path}/machines.py:fixed")["parameters"]
    assert {entry["name"]: entry["value"] for entry in values}["rod.centre_x"] == 0.25


# -- starters ------------------------------------------------------------------------------------------------------


@pytest.mark.one_in(6)
@pytest.mark.parametrize("name", [name for name in mechanisms.__all__ if name != "mast_3prs"])  # it is compared below
def test_a_starter_describes_the_machine_it_is_like(name, tmp_path):
    """Its equations are those of the ready machine, to the letter."""
    file = tmp_path / f"{name}_starter.py"
    file.write_text(starter(READY[name], file), encoding="utf-8")
    made, _ = load(f"{file}:{name}").make({})
    assert to_text(modular(made)) == to_text(modular(READY[name].make()))
    assert "Ready" not in file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "name",
    [pytest.param(each, marks=() if each == "four_bar" else pytest.mark.long) for each in mechanisms.__all__],
)
def test_a_starter_runs_as_it_is(name, tmp_path):
    file = tmp_path / "start.py"
    assert f"wrote {file}" in call("new", str(file), "--like", name).stdout.replace("\n", "")
    done = subprocess.run([sys.executable, "-W", "error", str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "finished" in done.stdout


@pytest.mark.long
def test_the_starter_of_a_controlled_machine_is_taken_with_its_controllers(tmp_path):
    file = tmp_path / "table.py"
    call("new", str(file), "--like", "mast_3prs")
    assert answer("margins", f"{file}:controlled", "--at", "axis1.speed.command") == answer(
        "margins", "mast_3prs", "--at", "axis1.speed.command"
    )


def test_new_refuses(tmp_path):
    there = tmp_path / "there.py"
    there.write_text("mine", encoding="utf-8")
    assert "it is there already and is not touched" in refused("new", str(there), "--like", "four_bar")
    assert there.read_text() == "mine"
    assert "expected a name that ends in .py" in refused("new", str(tmp_path / "machine.txt"))
    assert "letters, digits and underscores" in refused("new", str(tmp_path / "my-machine.py"))
    assert "did you mean four_bar" in refused("new", str(tmp_path / "x.py"), "--like", "fourbar")
    assert "is a file, not a folder" in refused("new", str(there / "x.py"))
    assert [each.name for each in tmp_path.iterdir()] == ["there.py"]

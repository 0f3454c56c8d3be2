"""The wheel holds the whole package; the commands of the Makefile work on a fresh copy."""

import ast
import os
import re
import runpy
import shutil
import subprocess
import sys
import zipfile

import pytest

from house.repository import PACKAGE, ROOT, files


def test_wheel_holds_every_file_of_the_package(tmp_path):
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    done = subprocess.run(
        [*command, "--wheel-dir", str(tmp_path), str(ROOT)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    (wheel,) = tmp_path.glob("linkwright-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    ours = {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in PACKAGE.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert "linkwright/py.typed" in held
    for folder in ("report", "viewer"):
        assert any(name.startswith(f"linkwright/{folder}/bundle/") for name in held), (
            f"the JavaScript of {folder} is not in the wheel"
        )
    assert ours <= held


@pytest.fixture
def fresh_copy(tmp_path):
    """The repository's files alone, as a new checkout has them."""
    copy = tmp_path / "linkwright"
    for path in files():
        target = copy / path.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, target)
    return copy


def outside_python():
    """The interpreter from which this environment was made."""
    return os.path.realpath(sys.executable)


def start(folder, *arguments):
    """Start make in a folder with no program in reach but the few it needs: no compiler."""
    programs = folder.parent / "programs"
    programs.mkdir(exist_ok=True)
    for name in ("make", "sh", "sed", "rm", "find", "env"):
        link = programs / name
        if not link.exists():
            link.symlink_to(shutil.which(name) or "missing")
    ours = ("PYTHON", "VIRTUAL_ENV", "MAKE", "MFLAGS", "PYTEST", "LINKWRIGHT", "CC", "CXX")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
    return subprocess.Popen(
        [str(programs / "make"), *arguments],
        cwd=folder,
        env={**environment, "PATH": str(programs)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_missing_python_is_said_in_words(fresh_copy):
    process = start(fresh_copy, "run", "PYTHON=python3.unknown")
    printed, _ = process.communicate()
    assert process.returncode != 0
    assert "no 'python3.unknown'" in printed
    assert "3.11" in printed


def test_old_python_is_refused_in_words(fresh_copy):
    """Every Python is too old for this copy of the program, which must also be readable for one that really is."""
    program = fresh_copy / "tools" / "environment.py"
    text = program.read_text(encoding="utf-8")
    ast.parse(text, feature_version=(3, 7))
    program.write_text(text.replace("OLDEST = (3, 11)", "OLDEST = (99, 0)"), encoding="utf-8")
    process = start(fresh_copy, "run", f"PYTHON={sys.executable}")
    printed, _ = process.communicate()
    assert process.returncode != 0
    assert "needs Python 99.0 or newer" in printed
    assert not (fresh_copy / ".venv").exists()


def test_everything_that_users_install_has_a_lowest_version():
    """One version each, so that `make test-lowest` tries what pyproject.toml promises."""
    wanted = runpy.run_path(str(ROOT / "tools" / "environment.py"))["lowest_versions"]()
    names = {re.split("[<>=!~;]", each)[0] for each in wanted}
    assert {"casadi", "numpy", "scipy", "sympy", "pandas", "control", "websockets", "matplotlib"} <= names
    faults = [each for each in wanted if not re.match(r"[\w-]+==[\d.]+(; .*)?$", each)]
    assert not faults, f"these have no lower bound, or another one besides: {faults}"


@pytest.mark.long
def test_make_run_on_a_fresh_machine(fresh_copy):
    """Nothing but Python: no environment, no compiler; two calls at once, then a third. Needs the network."""
    outputs = ("runs/first", "runs/second")
    processes = [start(fresh_copy, "run", f"PYTHON={outside_python()}", f"OUT={out}") for out in outputs]
    printed_by_each = [process.communicate()[0] for process in processes]
    for process, printed, out in zip(processes, printed_by_each, outputs, strict=True):
        assert process.returncode == 0, printed
        assert list((fresh_copy / out).glob("*.html")), printed
    process = start(fresh_copy, "run")
    printed, _ = process.communicate()
    assert process.returncode == 0, printed
    assert "[environment]" not in printed, "nothing is installed again"

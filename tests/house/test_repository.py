"""What the files of the repository promise and must not contain."""

import ast
import re
import tomllib

import pytest

from house.repository import PACKAGE, ROOT, files, text_of

pytestmark = pytest.mark.rules
# Written so that this file does not contain what it looks for.
PLACES_OF_ONE_MACHINE = re.compile(r"(?<![\w.])/(?:work|root|home|Users)/(?=[\w.])|" + re.escape("../" + "shared"))
REGISTRY_ADDRESSES = re.compile("index" + r"-url|//[\w.-]+(?::\d+)?/(?:[\w-]+/)*" + "simple" + r"\b")


def targets_of_makefile():
    text = (ROOT / "Makefile").read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z][a-z-]*):", text, flags=re.MULTILINE))


def test_commands_of_the_readme_exist():
    named = set(re.findall(r"\bmake ([a-z][a-z-]*)", (ROOT / "README.md").read_text(encoding="utf-8")))
    assert {"run", "test"} <= named, "the README names the two commands that a newcomer needs"
    assert named <= targets_of_makefile()


def test_makefile_has_every_promised_command():
    assert {"help", "run", "test", "test-long", "check", "bench", "docs", "clean"} <= targets_of_makefile()


def test_commands_of_the_documentation_exist():
    faults = []
    for path in [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]:
        named = set(re.findall(r"`make ([a-z][a-z-]*)", path.read_text(encoding="utf-8")))
        faults += [f"{path.relative_to(ROOT)}: make {name}" for name in sorted(named - targets_of_makefile())]
    assert not faults, f"these commands are not in the Makefile: {faults}"


def test_no_file_names_a_place_of_one_machine_or_a_registry():
    faults = []
    for path in files():
        for number, line in enumerate((text_of(path) or "").splitlines(), start=1):
            for pattern in (PLACES_OF_ONE_MACHINE, REGISTRY_ADDRESSES):
                if found := pattern.search(line):
                    start = max(found.start() - 30, 0)
                    faults.append(f"{path.relative_to(ROOT)}:{number}: ...{line[start : found.end() + 30]}...")
    assert not faults, "paths or addresses of one machine:\n" + "\n".join(faults)


def test_no_code_of_the_package_runs_data():
    """Nothing that turns data into code: eval, exec, pickle and its relatives, yaml.load."""
    loaders = {"pickle", "cPickle", "cloudpickle", "dill", "joblib", "marshal", "shelve"}
    words = re.compile(rf"\b(eval|exec|yaml|{'|'.join(loaders)})\b")
    faults = []
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        for node in ast.walk(ast.parse(text)) if words.search(text) else ():
            found = None
            if isinstance(node, ast.Call):
                called = ast.unparse(node.func)
                if called in {"eval", "exec", "builtins.eval", "builtins.exec", "yaml.load", "yaml.unsafe_load"}:
                    found = called
            elif isinstance(node, ast.Import):
                found = next((alias.name for alias in node.names if alias.name.split(".")[0] in loaders), None)
            elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in loaders:
                found = node.module
            if found:
                faults.append(f"{path.relative_to(ROOT)}:{node.lineno}: {found}")
    assert not faults, f"data must not be run as code: {faults}"


def test_no_folder_imports_the_package_itself():
    """`import linkwright` inside the package would pass by the import layers."""
    faults = []
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        inside = path.parent != PACKAGE and path.relative_to(PACKAGE).parts[0] != "cli"
        if not (inside and re.search(r"\bimport\b[^\n]*\blinkwright\b", text)):
            continue
        faults += [
            f"{path.relative_to(ROOT)}:{node.lineno}"
            for node in ast.walk(ast.parse(text))
            if isinstance(node, ast.Import) and any(alias.name == "linkwright" for alias in node.names)
        ]
    assert not faults, f"import the folder that is meant, not the whole package: {faults}"


def test_all_is_every_extra_for_users():
    with (ROOT / "pyproject.toml").open("rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    for_work = {"test", "mutants", "bench", "docs", "dev"}
    (everything,) = extras["all"]
    assert set(everything.removeprefix("linkwright[").removesuffix("]").split(",")) == set(extras) - for_work - {"all"}


def test_layers_are_the_same_everywhere():
    """pyproject.toml, CONTRIBUTING.md and docs/architecture.md show one table."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    (contract,) = [each for each in contracts if each["name"].startswith("Each folder")]
    table = "\n".join("    " + re.sub(r"[()]", "", layer) for layer in contract["layers"])
    for name in ("CONTRIBUTING.md", "docs/architecture.md"):
        assert table in (ROOT / name).read_text(encoding="utf-8"), f"{name} shows other layers than pyproject.toml"

"""Which tests enter which functions, and how long each takes: the tests that a mutant is shown to, quickest first."""

import ast
import json
import os
import subprocess
import sys
import time
from pathlib import Path

RECORD = "LINKWRIGHT_REACH"
"""Environment variable with the folder that the plugin writes its records into."""

PASSED = (0, 5)
"""Exit codes of pytest: all passed, nothing to run in this tier."""
FEW = 20
"""Tests below which those of the whole folder are asked too."""


class Recorder:
    """Plugin of pytest: the functions that each test entered, by test."""

    def __init__(self, folder: Path) -> None:
        import coverage

        self.folder = folder
        self.times: dict[str, float] = {}
        self.failed: set[str] = set()
        self.coverage = coverage.Coverage(data_file=None, source=["linkwright"], messages=False)
        self.coverage.start()

    def pytest_runtest_protocol(self, item) -> None:
        """Charge what follows to this test."""
        self.coverage.switch_context(item.nodeid)

    def pytest_runtest_logreport(self, report) -> None:
        """Add up the time of a test with its fixtures; what fails without a mutant shows none."""
        self.times[report.nodeid] = self.times.get(report.nodeid, 0.0) + report.duration
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_sessionfinish(self) -> None:
        """Write what was seen."""
        self.coverage.stop()
        data = self.coverage.get_data()
        functions: dict[str, dict[str, list[str]]] = {}
        for path in data.measured_files():
            by_line = data.contexts_by_lineno(path)
            name = path[path.index("src/linkwright/") :]
            functions[name] = {
                function: sorted({test for line in range(*lines) for test in by_line.get(line, ()) if test})
                for function, lines in spans(Path(path)).items()
            }
        times = {test: spent for test, spent in self.times.items() if test not in self.failed}
        record = {"times": times, "functions": functions}
        (self.folder / f"{os.getpid()}-{time.time_ns()}.json").write_text(json.dumps(record))


def spans(path: Path) -> dict[str, tuple[int, int]]:
    """Lines of the body of every function of a file, by name; those of the same name together."""
    found: dict[str, tuple[int, int]] = {}
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef):
            first, end = found.get(node.name, (node.body[0].lineno, 0))
            found[node.name] = (min(first, node.body[0].lineno), max(end, node.end_lineno + 1))
    return found


def pytest_configure(config) -> None:
    """Begin to record where a folder is named (this module is loaded with -p)."""
    if RECORD in os.environ:
        config.pluginmanager.register(Recorder(Path(os.environ[RECORD])))


def measure(tree: Path, folder: Path, files: list[str]) -> None:
    """Run test files one by one and keep a record of each; those with a record are not run again."""
    folder.mkdir(parents=True, exist_ok=True)
    for count, file in enumerate(files, 1):
        own = folder / file.replace("/", "+")
        if (own / "done").exists():
            continue
        own.mkdir(exist_ok=True)
        print(f"[mutants] functions that tests enter: {file} ({count} of {len(files)})", flush=True)
        environment = {**os.environ, RECORD: str(own), "PYTHONPATH": f"{tree}/src:{Path(__file__).parent}"}
        command = [sys.executable, "-m", "pytest", "-q", "-p", "reach", "-p", "no:cacheprovider", file]
        done = subprocess.run(command, cwd=tree, env=environment, capture_output=True, text=True, check=False)
        if done.returncode not in PASSED:
            print(f"[mutants] {file} fails without a mutant:\n{done.stdout[-3000:]}", flush=True)
        (own / "done").touch()


class Reach:
    """The records of all test files together."""

    def __init__(self, folder: Path) -> None:
        self.times: dict[str, float] = {}
        self.functions: dict[tuple[str, str], set[str]] = {}
        for record in sorted(folder.glob("*/*.json")):
            data = json.loads(record.read_text())
            self.times.update(data["times"])
            for path, by_name in data["functions"].items():
                for name, tests in by_name.items():
                    self.functions.setdefault((path, name), set()).update(tests)

    def tests(self, path: str, function: str) -> list[str]:
        """Tests that enter a function, quickest first; where they are few, those of the folder after them.

        A loop that is translated to machine code is read, not entered: hardly a test seems to reach it.
        """
        found = self.functions.get((path, function), set()) & self.times.keys()
        folders = (f"tests/{path.split('/')[2]}/", "tests/agreement/")
        more = {test for test in self.times if test.startswith(folders)} - found if len(found) < FEW else set()
        return [*self._by_time(found), *self._by_time(more)]

    def _by_time(self, tests: set[str]) -> list[str]:
        return sorted(tests, key=lambda test: (self.times[test], test))

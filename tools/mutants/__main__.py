"""Mutation tests: small faults put into the source on purpose, and whether the tests see them.

    python tools/mutants [--count 300] [--seed 1] [--jobs 2]

Mutants are drawn at random, with a seed, from dynamics, formalisms, components, simulation and analysis. Each is shown
to the tests that enter its function, quickest first, until one fails. Results are kept in build/mutants, so that an
interrupted run goes on where it was; what survives is printed, to be read by a person: is it equivalent, a tolerance,
wording, or a hole in the tests?
"""

import argparse
import hashlib
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue

from reach import Reach, measure
from sites import Mutant, mutants

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "mutants"
FOLDERS = ("dynamics", "formalisms", "components", "simulation", "analysis")
LEFT_OUT = ("tests/house", "tests/docs", "tests/codegen")
"""Tests that read the repository, and those of code that is not changed."""
MOST_SECONDS = 30.0
"""Time of the tests that one mutant is shown to, as measured without it; a mutant may
take twice as long, and half a minute more."""
COPIED = ("src", "tests", "docs", "examples", "benchmarks", "pyproject.toml", "README.md")


def draw(count: int, seed: int) -> list[Mutant]:
    """Mutants of all folders in an order that depends on the seed and their own text, not on the rest of the source."""
    found = []
    for folder in FOLDERS:
        for path in sorted((ROOT / "src" / "linkwright" / folder).rglob("*.py")):
            found += mutants(ROOT, path)
    return sorted(found, key=lambda mutant: hashlib.sha256(f"{seed} {mutant.key}".encode()).digest())[:count]


def copy_tree(target: Path) -> None:
    """What tests need, apart from the repository, so that a mutant is seen by nobody else."""
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, target / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target / name)


def show(mutant: Mutant, tests: list[str], tree: Path, seconds: float) -> str:
    """Run tests on a mutant in a process of its own: 'killed', 'timeout' or 'survived'."""
    path = tree / mutant.path
    source = path.read_text()
    path.write_text(mutant.apply(source))
    environment = {**os.environ, "PYTHONPATH": str(tree / "src"), "XDG_CACHE_HOME": str(BUILD / "cache")}
    command = [sys.executable, "-B", "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header", *tests]
    most = int(seconds)
    try:
        done = subprocess.run(  # time of the processor, so that a busy computer kills nobody
            command, cwd=tree, env=environment, capture_output=True, text=True, check=False,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (most, most + 5)),
        )  # fmt: skip
    finally:
        path.write_text(source)
    if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
        return "timeout"
    if done.returncode in (0, 1):
        return "killed" if done.returncode else "survived"
    signs = ("Error", "ERROR", "KeyboardInterrupt")  # a test that cannot be collected any more, a Ctrl-C nobody caught
    if done.returncode < 0 or any(sign in done.stdout + done.stderr for sign in signs):
        return "killed"
    sys.exit(f"[mutants] pytest could not run ({done.returncode}):\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


def choose(reach: Reach, mutant: Mutant) -> tuple[list[str], float]:
    """The tests that a mutant is shown to, and their time."""
    chosen, total = [], 0.0
    for test in reach.tests(mutant.path, mutant.function):
        if total + reach.times[test] > MOST_SECONDS:
            break
        chosen.append(test)
        total += reach.times[test]
    return chosen, total


def main() -> int:
    """Measure, draw, show, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300, help="mutants in all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="processes")
    parser.add_argument("--again", action="store_true", help="show survivors to the tests once more")
    options = parser.parse_args()

    copy_tree(BUILD / "tree-reach")
    files = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("test_*.py"))
    files = [file for file in files if not file.startswith(LEFT_OUT)]
    with ThreadPoolExecutor(options.jobs) as pool:
        list(
            pool.map(
                lambda k: measure(BUILD / "tree-reach", BUILD / "reach", files[k :: options.jobs]), range(options.jobs)
            )
        )
    reach = Reach(BUILD / "reach")

    results = BUILD / "results.jsonl"
    known = {}
    if results.exists():
        known = {row["key"]: row for row in map(json.loads, results.read_text().splitlines())}
    drawn = draw(options.count, options.seed)
    if options.again:
        known = {key: row for key, row in known.items() if row["result"] != "survived"}
    trees: Queue[Path] = Queue()
    for number in range(options.jobs):
        copy_tree(BUILD / f"tree-{number}")
        trees.put(BUILD / f"tree-{number}")

    def run(mutant: Mutant) -> None:
        if mutant.key in known:
            return
        tests, seconds = choose(reach, mutant)
        tree = trees.get()
        began = time.monotonic()
        try:
            result = show(mutant, tests, tree, 2 * seconds + 30) if tests else "survived"
        finally:
            trees.put(tree)
        row = {"key": mutant.key, "result": result, "tests": len(tests), "seconds": round(time.monotonic() - began, 1)}
        row |= {"where": f"{mutant.path}:{mutant.line}", "function": mutant.function}
        row |= {"original": mutant.original, "changed": mutant.changed}
        known[mutant.key] = row
        with results.open("a") as file:
            file.write(json.dumps(row) + "\n")
        count = sum(other.key in known for other in drawn)
        print(f"[mutants] {count:3d} of {len(drawn)}: {result:8s} {row['where']} ({row['seconds']} s)", flush=True)

    with ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(run, drawn))
    rows = [known[mutant.key] for mutant in drawn]
    survivors = sorted((row for row in rows if row["result"] == "survived"), key=lambda row: row["where"])
    for row in survivors:
        print(f"\n{row['where']} in {row['function']} ({row['tests']} tests)\n- {row['original']}\n+ {row['changed']}")
    print(f"\n{len(rows) - len(survivors)} of {len(rows)} mutants killed, {len(survivors)} survive")
    return 0


if __name__ == "__main__":
    sys.exit(main())

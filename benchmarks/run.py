"""Measure Linkwright against pinocchio, MuJoCo, Exudyn and SymPy, mostly on the 3RRR without motors, in one run.

    python benchmarks/run.py [--quick] [--json FILE] [--markdown FILE] [--figures FOLDER]

Benchmarks report, they do not gate: the exit code is 0 whether targets are met or not.
"""

import argparse
import json
import os
import platform
import sys
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # small matrices: threads of BLAS only disturb
os.environ.setdefault("LINKWRIGHT_QUICK", "off")  # what is measured is optimised code, but for first runs
sys.path.insert(0, str(Path(__file__).resolve().parent))

import chains
import comparing
import composing
import default_runs
import derivation
import ensembles
import evaluations
import first_runs
import free_motion
import information
import loading
import long_code
import many_parts
import motion_table
import plain_calls
import results
import sensitivities
import serial_manipulator
import work_precision
from machine import settings

import choice

PACKAGES = ("linkwright", "casadi", "llvmlite", "numpy", "scipy", "pin", "mujoco", "exudyn", "sympy")
QUESTIONS = {
    "forward": evaluations.single,
    "derive": derivation.derive,
    "formalisms": serial_manipulator.derive,
    "closed_form": serial_manipulator.closed_form,
    "printed": serial_manipulator.printed,
    "run": free_motion.run,
    "default_runs": default_runs.run,
    "choice": choice.run,
    "compare": comparing.compare,
    "many": evaluations.many,
    "ensembles": ensembles.ensembles,
    "calls": plain_calls.calls,
    "compose": composing.compose,
    "chains": chains.chains,
    "many_parts": many_parts.many,
    "sizes": information.sizes,
    "inverse": information.inverse,
    "precision": work_precision.precision,
    "loading": loading.load,
    "first_runs": first_runs.run,
    "long_code": long_code.run,
    "motion_table": motion_table.table,
    "sensitivities": sensitivities.table,
}


def about(*, quick: bool) -> dict[str, str]:
    """What was measured on what."""
    versions = []
    for name in PACKAGES:
        try:
            versions.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            versions.append(f"{name} (not installed)")
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC") + (", quick run" if quick else ""),
        "processor": f"{_processor()}, {os.cpu_count()} cores, load {load} at the start",
        "system": f"{platform.system()} {platform.machine()}, Python {platform.python_version()}",
        "versions": ", ".join(versions),
        "machine": "3RRR without motors, three_rrr(motors=False)",
    }


def _processor() -> str:
    """Name of the processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown processor"
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown processor"


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(description="Measure Linkwright against pinocchio, MuJoCo and SymPy.")
    parser.add_argument("--quick", action="store_true", help="few rounds: to see that it works")
    parser.add_argument("--only", nargs="+", choices=QUESTIONS, default=list(QUESTIONS), help="some questions only")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures as JSON, times in s")
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write the figures as Markdown")
    parser.add_argument("--figures", type=Path, metavar="FOLDER", help="write pictures (SVG) there")
    options = parser.parse_args()
    chosen = settings(quick=options.quick)
    for words in chosen.missing.values():
        print(words)
    facts = about(quick=options.quick)
    sections = []
    for number, name in enumerate(options.only, 1):
        print(f"[{number}/{len(options.only)}] {name} ...", file=sys.stderr, flush=True)
        sections.append(QUESTIONS[name](chosen))
    results.show(sections, facts)
    if options.json is not None:
        # Numbers and truth values of NumPy are written as those of Python.
        text = json.dumps(results.as_json(sections, facts), indent=1, default=lambda found: found.item())
        options.json.write_text(text + "\n", encoding="utf-8")
        print(f"Wrote {options.json}")
    if options.figures is not None:
        for name, picture in ((name, picture) for section in sections for name, picture in section.pictures.items()):
            (options.figures / name).write_text(picture, encoding="utf-8")
            print(f"Wrote {options.figures / name}")
    if options.markdown is not None:
        options.markdown.write_text(results.markdown(sections, facts), encoding="utf-8")
        print(f"Wrote {options.markdown}")


if __name__ == "__main__":
    main()

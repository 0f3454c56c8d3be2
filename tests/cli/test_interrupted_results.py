"""Ctrl-C while results are written: a word at the end, and whole files or none."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CHILD = """
import os, random, signal, sys
from pathlib import Path
from linkwright.cli.app import main
from linkwright.trajectory import Trajectory

folder, presses = Path(sys.argv[1]), int(sys.argv[2])
sys.argv = ["linkwright", "simulate", "double_pendulum", "--duration", "0.5", "--samples", "51", "--out"]

def forked(out, press_at=None, tell=None):
    pid = os.fork()
    if pid:
        return os.waitpid(pid, 0)[1]
    count = 0
    def watch(event, arguments):
        nonlocal count
        if event in ("open", "os.rename", "os.remove", "os.mkdir") and f"{arguments[0]}/".startswith(f"{out}/"):
            count += 1
            if count - 1 == press_at:
                signal.raise_signal(signal.SIGINT)
    sys.addaudithook(watch)
    said = os.open(out.with_suffix(".txt"), os.O_WRONLY | os.O_CREAT)
    os.dup2(said, 1)
    os.dup2(said, 2)
    sys.argv.append(str(out))
    try:
        main()
    except SystemExit as end:
        sys.stdout.flush()
        sys.stderr.flush()
        if tell is not None:
            os.write(tell, str(count).encode())
        os._exit(int(end.code or 0))

reading, writing = os.pipe()
assert forked(folder / "whole", tell=writing) == 0
count = int(os.read(reading, 20))
whole = {file.name for file in (folder / "whole").iterdir()}
chance = random.Random(3)
for number, place in enumerate(chance.choices(range(count), k=presses)):
    out = folder / f"out{number}"
    status = forked(out, press_at=place)
    said = out.with_suffix(".txt").read_text()
    left = {file.name for file in out.iterdir()} if out.exists() else set()
    assert status and "interrupted from the keyboard" in said and "Traceback" not in said, (place, status, said)
    assert left <= whole, (place, left)
    assert all(str(out / name) in said for name in left), (place, said)
for page in folder.glob("*/report.html"):
    assert page.read_text().rstrip().endswith("</html>"), page
for data in folder.glob("*/run.parquet"):
    assert len(Trajectory.load(data).time) == 51, data
print("pressed", presses, "of", count)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="signals are a matter of Unix")
@pytest.mark.parametrize("presses", [4, pytest.param(30, marks=pytest.mark.long)])
def test_control_c_while_results_are_written_leaves_whole_files_and_a_word(presses: int, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(tmp_path), str(presses)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert f"pressed {presses} of" in done.stdout

"""Kills between any two changes of files: what is left is whole, says what it is, and goes on to the same bytes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CHILD = """
import os, random, signal, sys, traceback
from pathlib import Path
import linkwright as lw
from linkwright.simulation.storage.stream import part_folder

folder, kills = Path(sys.argv[1]), int(sys.argv[2])
dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.double_pendulum()))
CHANGES = {"open", "os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.link", "os.truncate"}

def run(path):
    start = dynamics.assemble({"theta1": 1.0})
    lw.simulate(dynamics, start, duration=20.0, samples=401, stream=path, checkpoint=0.0,
                inputs={"tau1": 0.0, "tau2": 0.0})

def go_on(path):
    try:
        lw.simulation.resume(path, dynamics)
    except FileNotFoundError as error:
        if "is complete already" not in str(error):
            assert "before its first checkpoint" in str(error) or "no unfinished run here" in str(error), error
            run(path)

def forked(work, path, kill_at=None, tell=None):
    pid = os.fork()
    if pid:
        return os.waitpid(pid, 0)[1]
    count = 0
    def watch(event, arguments):
        nonlocal count
        if event in CHANGES and arguments and str(arguments[0]).startswith(str(folder)):
            if count == kill_at:
                os.kill(os.getpid(), signal.SIGKILL)
            count += 1
    sys.addaudithook(watch)
    try:
        work(path)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    if tell is not None:
        os.write(tell, str(count).encode())
    os._exit(0)

def hidden():
    return [file.name for file in folder.iterdir() if file.name.startswith(".")]

run(folder / "compiled.csv")  # so that each fork has the code
(folder / "compiled.csv").unlink()
reading, writing = os.pipe()
whole = folder / "whole.csv"
assert forked(run, whole, tell=writing) == 0
count = int(os.read(reading, 20))
expected = whole.read_bytes()
chance = random.Random(7)
last = range(max(0, count - kills // 2), count)  # half of the kills at the very end
places = [*last, *(chance.randrange(count) for _ in range(kills - len(last)))]
for number, place in enumerate(places):
    path = folder / f"run{number}.csv"
    assert forked(run, path, kill_at=place) == signal.SIGKILL, place
    assert not hidden(), (place, hidden())
    assert not path.exists() or path.read_bytes() == expected, place
    if chance.random() < 0.5 and part_folder(path).exists():  # and once more while it goes on
        forked(go_on, path, kill_at=chance.randrange(20))
        assert not hidden(), (place, hidden())
    assert forked(go_on, path) == 0, place
    assert path.read_bytes() == expected, place
    assert not part_folder(path).exists(), place
    path.unlink()
assert [file.name for file in folder.iterdir()] == ["whole.csv"]
print("killed", len(places), "of", count)
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="kills are a matter of Unix")
@pytest.mark.parametrize("kills", [12, pytest.param(200, marks=pytest.mark.long)])
def test_a_run_killed_between_any_two_changes_of_files_goes_on_to_the_same_bytes(kills: int, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", CHILD, str(tmp_path), str(kills)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert f"killed {kills} of" in done.stdout

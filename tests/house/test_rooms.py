"""The house keeps its order: no crowded folders, no circles of knowledge, few late imports, rooms entered by the door.

Each test prints its number.
"""

import os
import subprocess
import sys
from collections import Counter

import pytest

from house import rooms
from house.repository import ROOT

pytestmark = pytest.mark.rules
MOST_FILES = 14
CROWDED_ON_PURPOSE = ("mechanisms", "cli/commands")  # one file a machine, one file a command
LONGEST_CIRCLE = 3
NUMBERS_NOT_WORDS = {"mechanisms/three_*"}  # 3RRR, 3RPS and 3PRS are names of machines
LATE_IMPORTS = 3
ANY_IN_A_THOUSAND = 8.0
LONG_SIGNATURES = 0
FILES_READ = 66


def say(words):
    sys.stdout.write(f"{words}\n")


def test_folders_are_not_crowded():
    counts = rooms.folders()
    say(f"the fullest folders: {counts.most_common(3)}")
    crowded = {name: count for name, count in counts.items() if count > MOST_FILES and name not in CROWDED_ON_PURPOSE}
    assert not crowded, f"more than {MOST_FILES} files; make rooms of them: {crowded}"


def test_families_of_files_are_folders():
    found = set(rooms.families()) - NUMBERS_NOT_WORDS
    say(f"families of files that share their first word: {sorted(found)}")
    assert not found, f"make a folder of them: {sorted(found)}"


def test_no_long_circle_of_knowledge():
    found = rooms.circles()
    say(f"the longest circle of files that know each other: {found[0] if found else []}")
    longest = [circle for circle in found if len(circle) > LONGEST_CIRCLE]
    assert not longest, f"these files know each other; what they share belongs in another: {longest}"


def test_late_imports_are_few():
    found = rooms.late_imports()
    say(f"imports of the own package inside functions: {found}")
    assert len(found) <= LATE_IMPORTS, found


def test_rooms_are_entered_by_the_door():
    found = rooms.past_the_door()
    say(f"imports of files inside rooms of other folders: { {name: len(lines) for name, lines in found.items()} }")
    assert not found, f"import the room, whose __init__ names what is for others: {found}"


def test_types_say_what_they_are():
    count, lines = rooms.uses_of_any()
    share = 1000 * count / lines
    say(f"Any: {count} in {lines} lines, {share:.1f} in a thousand")
    assert share <= ANY_IN_A_THOUSAND, f"Any stands {share:.2f} times in a thousand lines: give types names"


def test_signatures_are_short():
    found = rooms.many_arguments()
    say(f"functions with more than 8 positional arguments: {found}")
    assert len(found) <= LONG_SIGNATURES, f"what travels together is a record: {found}"


def test_the_first_example_enters_few_files(tmp_path):
    program = [sys.executable, str(ROOT / "tests" / "house" / "reading.py"), str(ROOT / "README.md")]
    here = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    # The first time fills the cache with the time loop that all machines share, as installing does.
    for _ in range(2):
        done = subprocess.run(program, cwd=tmp_path, env=here, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    found = done.stdout.split()
    folders = Counter(name.split("/")[0] for name in found)
    say(f"the first example of the README enters {len(found)} files: {dict(folders.most_common())}")
    assert len(found) <= FILES_READ, f"a reader of the first example enters {len(found)} files"

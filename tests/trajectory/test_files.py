"""Trajectories in files: bit for bit, whole or not at all, and damage is told in words."""

import os
import signal
import subprocess
import sys

import numpy as np
import pytest

from linkwright.trajectory import Certificate, Channel, DamagedFileError, Outcome, Trajectory

both = pytest.mark.parametrize("suffix", [".csv", ".parquet"])
HOSTILE = [
    'a,"b"',
    "line\nbreak",
    "\r\n",
    "# rows: 3",
    "x [m]",
    "é ü 漢 \u2028",
    "' or 1=1",
    " ",
    "pose",
    "<b>&amp;</b>",
    "a:b:0",
]


def made(n=7):
    random = np.random.default_rng(3)
    time = np.cumsum(random.uniform(1e-9, 1.0, n))
    odd = np.array([0.1, -0.0, np.nan, np.inf, -np.inf, 5e-324, np.nextafter(1.0, 2.0)])
    channels = {name: Channel(random.normal(size=n), name, name) for name in HOSTILE}
    channels["odd"] = Channel(np.resize(odd, n), "", "")
    return Trajectory(
        time,
        channels,
        {name: random.normal(size=(n, 7)) for name in ("platform", *HOSTILE)},
        outcome=Outcome("stopped", 'line\n# break, "quoted"', "do: that", 0.1 + 0.2),
        certificate=Certificate(rtol=1e-8, steps=3, energy_error=1.0 / 3.0, notes=("one\n# two", "")),
        provenance={"version": "1.0", "nested": {"list": [1, 2.5, None, True, "x\n"]}, "inf": np.inf},
    )


@both
def test_what_is_loaded_equals_what_was_saved_bit_for_bit(tmp_path, suffix):
    motion = made()
    path = motion.save(tmp_path / f"run{suffix}")
    loaded = Trajectory.load(str(path))
    assert loaded == motion
    assert loaded.names == motion.names
    for name in ("time", *motion.names):
        assert loaded[name].tobytes() == motion[name].tobytes()
    for body, pose in motion.poses.items():
        assert loaded.poses[body].tobytes() == pose.tobytes()
    assert os.listdir(tmp_path) == [path.name]  # noqa: PTH208  # the temporary file is gone


@both
def test_one_sample_without_channels_is_a_trajectory_too(tmp_path, suffix):
    motion = Trajectory([0.5], {}, outcome=Outcome("failed", "At once.", "", 0.5))
    assert Trajectory.load(motion.save(tmp_path / f"run{suffix}")) == motion


def test_other_programs_see_plain_columns(tmp_path):
    pandas = pytest.importorskip("pandas")
    motion = Trajectory(
        [0.0, 1.0], {"x": Channel([0.25, 1 / 3], "m", "Position")}, outcome=Outcome("finished", "", "", 1.0)
    )
    table = pandas.read_parquet(motion.save(tmp_path / "run.parquet"))
    np.testing.assert_array_equal(table["x"], motion["x"])
    table = pandas.read_csv(motion.save(tmp_path / "run.csv"), comment="#")
    assert list(table.columns) == ["time [s]", "x [m]"]
    np.testing.assert_allclose(table["x [m]"], motion["x"], rtol=1e-15)


@both
def test_saving_again_replaces_the_file_and_keeps_a_link(tmp_path, suffix):
    path = made().save(tmp_path / f"run{suffix}")
    link = tmp_path / f"link{suffix}"
    link.symlink_to(path)
    made(9).save(link)
    assert link.is_symlink()
    assert Trajectory.load(path) == made(9)


def test_paths_that_cannot_be_written_are_refused_in_words(tmp_path):
    (tmp_path / "file").write_text("")
    (tmp_path / "folder.csv").mkdir()
    for path, kind, words in (
        (tmp_path / "missing" / "run.csv", FileNotFoundError, "create it first"),
        (tmp_path / "file" / "run.csv", NotADirectoryError, "not a folder"),
        (tmp_path / "folder.csv", IsADirectoryError, "add a file name"),
    ):
        with pytest.raises(kind, match=words) as caught:
            made().save(path)
        assert str(path) in str(caught.value)
    with pytest.raises(ValueError, match=r"'\.xlsx'.*\.parquet.*\.csv"):
        made().save(tmp_path / "run.xlsx")
    with pytest.raises(ValueError, match=r"\.parquet.*\.csv"):
        Trajectory.load(tmp_path / "run")
    with pytest.raises(FileNotFoundError, match="does not exist"):
        Trajectory.load(tmp_path / "run.csv")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the administrator may write everywhere")
def test_a_folder_without_the_right_to_write_is_refused_in_words(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(PermissionError, match="may not write"):
        made().save(tmp_path / "run.csv")
    tmp_path.chmod(0o700)


# Both programs may write files of 20,000 bytes at most, as on a disk that runs full in the middle of the writing.
LIMITED = """
import resource, signal, sys
import numpy as np
from linkwright.trajectory import Channel, Outcome, Trajectory
time = np.arange(20000.0)
random = np.random.default_rng(0)
x = Channel(random.normal(size=time.size), "m", "")
motion = Trajectory(time, {"x": x}, outcome=Outcome("finished", "", "", 1.0))
try:
    import pyarrow.parquet
except ImportError:
    pass
resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))
"""
unix = pytest.mark.skipif(sys.platform == "win32", reason="limits of file size are a matter of Unix")


@unix
@both
def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path, suffix):
    path = made().save(tmp_path / f"run{suffix}")
    program = LIMITED + f"motion.save({str(path)!r})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "free some space" in done.stderr
    assert Trajectory.load(path) == made()
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


@unix
@both
def test_a_process_killed_in_the_middle_of_writing_leaves_the_old_file(tmp_path, suffix):
    path = made().save(tmp_path / f"run{suffix}")
    program = LIMITED + f"signal.signal(signal.SIGXFSZ, signal.SIG_DFL); motion.save({str(path)!r})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGXFSZ
    assert Trajectory.load(path) == made()


@both
def test_a_file_cut_anywhere_is_refused_in_words(tmp_path, suffix):
    path = made().save(tmp_path / f"run{suffix}")
    whole = path.read_bytes()
    for length in [0, 1, 10, *np.linspace(20, len(whole) - 1, 60).astype(int), len(whole) - 1, len(whole) - 2]:
        path.write_bytes(whole[:length])
        with pytest.raises(DamagedFileError, match="is damaged, or no trajectory") as caught:
            Trajectory.load(path)
        assert str(path) in str(caught.value)


@both
def test_a_garbled_file_is_refused_in_words_or_reads_as_the_same_trajectory(tmp_path, suffix):
    """One bit, or all of a byte: digits that turn into other digits are seen by checksums only."""
    path = made().save(tmp_path / f"run{suffix}")
    whole = path.read_bytes()
    random = np.random.default_rng(5)
    refused = []
    for at, other in zip(random.integers(0, len(whole), 300), [1, 2, 4, 0xFF] * 75, strict=True):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ other]) + whole[at + 1 :])
        try:
            assert Trajectory.load(path) == made()
        except DamagedFileError as error:
            refused.append(str(error))
    assert all("Copy it again" in words for words in refused)
    assert len(refused) > 100


def test_a_csv_file_survives_other_line_ends_and_one_without_checksum_is_read(tmp_path):
    plain = Trajectory([0.0, 1.0], {"x": Channel([1.5, -2.5], "m", "")}, outcome=Outcome("finished", "", "", 1.0))
    path = plain.save(tmp_path / "run.csv")
    whole = path.read_bytes()
    path.write_bytes(whole.replace(b"\n", b"\r\n"))
    assert Trajectory.load(path) == plain
    lines = whole.split(b"\n")
    assert lines[1].startswith(b"# sha256")
    path.write_bytes(b"\n".join([lines[0], *lines[2:]]))
    assert Trajectory.load(path) == plain


def test_files_of_other_programs_are_refused_in_words(tmp_path):
    (tmp_path / "other.csv").write_text("t,x\n0,1\n")
    with pytest.raises(DamagedFileError, match="first line"):
        Trajectory.load(tmp_path / "other.csv")
    pandas = pytest.importorskip("pandas")
    pandas.DataFrame({"t": [0.0]}).to_parquet(tmp_path / "other.parquet")
    with pytest.raises(DamagedFileError, match="without the mark"):
        Trajectory.load(tmp_path / "other.parquet")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("# rows: 7", "# rows: 8", "promises 8"),
        ('"kind": "stopped"', '"kind": "stop"', "kind is 'stop'"),
        ("# outcome", "# outcame", "lacks outcome"),
        ("# columns", "# calumns", "'columns'"),
        ("odd []", "even []", "line of names"),
        (",nan,", ",nun,", "holds something else"),
    ],
)
def test_a_csv_file_with_a_wrong_entry_is_refused_in_words(tmp_path, old, new, words):
    path = made().save(tmp_path / "run.csv")
    text = "\n".join(line for line in path.read_bytes().decode().split("\n") if not line.startswith("# sha256"))
    assert old in text
    path.write_bytes(text.replace(old, new).encode())
    with pytest.raises(DamagedFileError, match=words):
        Trajectory.load(path)


@pytest.mark.parametrize("value", ["1" * 5000, "[" * 3000 + "]" * 3000, "[" * 900 + "]" * 900, '"text"', "null", "-1"])
@pytest.mark.parametrize("key", ["rows", "columns", "outcome", "certificate", "provenance", "poses"])
def test_a_csv_file_with_any_json_in_its_head_is_refused_in_words(tmp_path, key, value):
    path = made().save(tmp_path / "run.csv")
    lines = [line for line in path.read_text(encoding="utf-8").split("\n") if not line.startswith("# sha256")]
    changed = [f"# {key}: {value}" if line.startswith(f"# {key}: ") else line for line in lines]
    path.write_text("\n".join(changed), encoding="utf-8")
    with pytest.raises(DamagedFileError):
        Trajectory.load(path)


def test_without_pyarrow_the_error_says_what_to_install_and_that_csv_works(tmp_path):
    program = f"""
import sys
sys.modules["pyarrow"] = None  # as if it were not installed
from linkwright.trajectory import Outcome, Trajectory
motion = Trajectory([0.0], {{}}, outcome=Outcome("finished", "", "", 0.0))
motion.save({str(tmp_path / "run.csv")!r})
motion.save({str(tmp_path / "run.parquet")!r})
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert "pip install linkwright[files]" in done.stderr
    assert ".csv" in done.stderr
    assert [entry.name for entry in tmp_path.iterdir()] == ["run.csv"]

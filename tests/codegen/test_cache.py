"""Compiled objects on disk: used again, checked before loading, never in the way."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import casadi
import numpy as np
import pytest

from linkwright import codegen
from linkwright.codegen import cache

pytest.importorskip("llvmlite")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="folders and their modes are those of POSIX")


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    triple()  # what all kernels of a process share is compiled with the first of them
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "linkwright"


def triple() -> float:
    """Build and call something; gives the answer for 2."""
    x = casadi.SX.sym("x")
    result = np.zeros(1)
    codegen.build({"f": casadi.Function("f", [x], [3 * x])}, backend="llvm").kernel("f")(np.array([2.0]), result)
    return float(result[0])


def test_objects_are_kept_and_used_again(root: Path) -> None:
    assert triple() == 6.0
    (file,) = root.iterdir()
    assert root.stat().st_mode & 0o777 == 0o700
    os.utime(file, (0, 0))
    assert triple() == 6.0
    assert list(root.iterdir()) == [file]
    assert file.stat().st_mtime > 0  # read, and marked as used


@pytest.mark.parametrize("damage", [b"", b"short", b"x" * 5000])
def test_damaged_objects_are_ignored_and_replaced(root: Path, damage: bytes) -> None:
    triple()
    (file,) = root.iterdir()
    whole = file.read_bytes()
    file.write_bytes(damage or whole[:-1])
    assert triple() == 6.0
    assert file.read_bytes() == whole


def test_an_object_copied_over_another_is_compiled_again_and_not_used(root: Path) -> None:
    triple()
    (file,) = root.iterdir()
    whole = file.read_bytes()
    x = casadi.SX.sym("x")
    codegen.build({"f": casadi.Function("f", [x], [4 * x])}, backend="llvm")
    (other,) = set(root.iterdir()) - {file}
    file.write_bytes(other.read_bytes())
    assert triple() == 6.0
    assert file.read_bytes() == whole


def test_another_kernel_is_another_object(root: Path) -> None:
    triple()
    x = casadi.SX.sym("x")
    codegen.build({"f": casadi.Function("f", [x], [4 * x])}, backend="llvm")
    assert len(list(root.iterdir())) == 2


def test_bound_calls_are_never_kept(root: Path) -> None:
    x = casadi.SX.sym("x")
    library = codegen.build({"f": casadi.Function("f", [x], [3 * x])}, backend="llvm")
    library.bound("f", np.zeros(1), np.zeros(1))()
    assert len(list(root.iterdir())) == 1


def test_off(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LINKWRIGHT_CACHE", "off")
    assert triple() == 6.0
    assert not root.exists()


def test_a_folder_that_cannot_be_used_is_no_error(root: Path) -> None:
    root.write_text("a file where the folder should be")
    assert triple() == 6.0
    root.unlink()
    root.mkdir()
    root.chmod(0o777)  # others could have put something in
    assert triple() == 6.0
    assert not list(root.iterdir())


def test_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.delenv("HOME")
    assert cache.folder() is None
    assert triple() == 6.0


def test_the_least_recently_used_go_first(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "LARGEST_CACHE", 3500)
    for age, name in enumerate(["new", "middle", "old"]):
        cache.store(name, bytes(1000))
        os.utime(root / f"{name}.o", (1e9 - age, 1e9 - age))
    cache.store("newest", bytes(900))
    assert sorted(path.name for path in root.iterdir()) == ["middle.o", "new.o", "newest.o"]
    assert cache.load("newest") == bytes(900)
    assert cache.load("old") is None


def test_large_kernels_are_not_translated_again_and_damage_is_noticed(root: Path) -> None:
    x = casadi.SX.sym("x")
    terms = [casadi.sin(k * x) for k in range(1, 600)]

    def sine_sum() -> float:
        result = np.zeros(1)
        function = casadi.Function("f", [x], [casadi.sum1(casadi.vertcat(*terms))])
        codegen.build({"f": function}, backend="llvm").kernel("f")(np.array([0.5]), result)
        return float(result[0])

    # sum of sin(k x) = (cos(x / 2) - cos((n + 1 / 2) x)) / (2 sin(x / 2)); 600 roundings of terms up to 1
    exact = (np.cos(0.25) - np.cos(599.5 * 0.5)) / (2 * np.sin(0.25))
    assert abs(sine_sum() - exact) < 1e-11
    files = {file: file.read_bytes() for file in root.iterdir()}
    assert len(files) == 2  # the object, and which objects the function was translated to
    for file in files:
        file.write_bytes(files[file][:-1])
        assert abs(sine_sum() - exact) < 1e-11
        assert {each: each.read_bytes() for each in root.iterdir()} == files

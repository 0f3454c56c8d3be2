"""A kernel for four uses of a type: each has the results of the kernel for one, to the last bit."""

from __future__ import annotations

import casadi
import numpy as np
import pytest

from linkwright import codegen
from linkwright.codegen import LANES, LoopText

INPUTS, OUTPUTS, ROOM = 7, 5, 4  # numbers of an input and of the two outputs: full blocks of four, and parts of one

LOOPS = (
    LoopText(
        "alone",
        f"""def alone(x: Array, y: Array, z: Array, n: int) -> None:
    for r in range(n):
        use(x[{INPUTS} * r :], y[{OUTPUTS} * r :], y[{OUTPUTS} * r :], z[{ROOM} * r :])
""",
    ),
    LoopText(
        "together",
        f"""def together(x: Array, y: Array, z: Array, n: int) -> None:
    for g in range(n // {LANES}):
        use_four({
            ", ".join(
                f"{name}[{size} * ({LANES} * g + {lane}) :]"
                for name, size in (("x", INPUTS), ("y", OUTPUTS), ("y", OUTPUTS), ("z", ROOM))
                for lane in range(LANES)
            )
        })
""",
    ),
)


def use(operations: int) -> casadi.Function:
    """Sums of products, roots, quotients, sines of several angles and of sines; the first output may be an input."""
    x, y = casadi.SX.sym("x", INPUTS), casadi.SX.sym("y", OUTPUTS)
    z = casadi.vertcat(x, y)
    for _ in range(operations):
        z = casadi.vertcat(z[1:], casadi.sqrt(1.1 + casadi.fabs(z[0] * z[3] + z[5] ** 2)) / (1.5 + z[2] * z[2]))
    turned = casadi.vertcat(casadi.sin(z[0]), casadi.cos(3 * z[0] + 1), casadi.sin(casadi.cos(z[2])), casadi.tanh(z[1]))
    return casadi.Function("use", [x, y], [z[:OUTPUTS] + turned[0] * turned[1], turned])


def results(loop: str, library: codegen.Library) -> tuple[np.ndarray, np.ndarray]:
    """What a loop makes of the same random numbers; one is so large that its sine comes from the C library."""
    random, n = np.random.default_rng(3), 2 * LANES
    x, y, z = random.normal(size=INPUTS * n), random.normal(size=OUTPUTS * n), np.zeros(ROOM * n)
    x[INPUTS + 6] = 1e7
    library.loop(loop)(x, y, z, n)
    return y, z


@pytest.mark.parametrize("operations", [0, 30])
def test_four_uses_have_the_results_of_one(backend: str, operations: int) -> None:
    library = codegen.build({"use": use(operations)}, LOOPS, backend=backend, fours=["use"])
    for one, four in zip(results("alone", library), results("together", library), strict=True):
        assert np.isfinite(one).all()
        assert np.array_equal(one, four)


def test_processors_without_wide_registers_call_one_after_another(monkeypatch: pytest.MonkeyPatch) -> None:
    machine = pytest.importorskip("linkwright.codegen.machine")
    monkeypatch.setattr(machine, "_wide", lambda: False)
    library = codegen.build({"use": use(5)}, LOOPS, backend="llvm", fours=["use"])
    for one, four in zip(results("alone", library), results("together", library), strict=True):
        assert np.array_equal(one, four)


def test_long_kernels_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    batch = pytest.importorskip("linkwright.codegen.machine").four_uses_ir
    monkeypatch.setattr("linkwright.codegen.kernels.pieces.LONG", 100)
    monkeypatch.setattr("linkwright.codegen.kernels.pieces.PIECE", 50)
    library = codegen.build({"use": use(60)}, LOOPS, backend="llvm", fours=["use"])
    program = library._source.programs[0]["use"]  # type: ignore[attr-defined]  # what the library compiles
    assert batch(program, wide=True).count("define internal") > 5
    for one, four in zip(results("alone", library), results("together", library), strict=True):
        assert np.array_equal(one, four)


def test_stored_code_is_taken_again(backend: str) -> None:
    """Enough operations to be stored: the second library translates nothing."""
    first, second = (codegen.build({"use": use(40)}, LOOPS, backend=backend, fours=["use"]) for _ in range(2))
    assert np.array_equal(results("together", first)[0], results("together", second)[0])


def test_names_and_arguments_are_checked(backend: str) -> None:
    with pytest.raises(ValueError, match="'use_four' is used 2 times"):
        codegen.build({"use": use(0), "use_four": use(0)}, backend=backend, fours=["use"])
    wrong = LoopText("wrong", "def wrong(x: Array) -> None:\n    use_four(x, x)\n")
    with pytest.raises(codegen.LoopError, match="the kernel use_four takes 8 input and 8 output arrays, got 2"):
        codegen.build({"use": use(0)}, [wrong], backend=backend, fours=["use"])

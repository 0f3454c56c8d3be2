"""Code that is compiled quickly, and optimised when it was used for long: the same bits, and nothing done twice."""

from __future__ import annotations

import os
import subprocess
import sys
from math import inf
from pathlib import Path

import pytest

import linkwright as lw
from dynamics.histories import recorded
from linkwright.simulation.loop import engine

machine = pytest.importorskip("linkwright.codegen.machine")

LARGE = {
    "three_rrr": ({}, {"A.v": 0.4, "B.v": -0.3, "C.v": 0.2}),
    "stewart": ({}, {f"f{k}": 4000.0 + 100 * k for k in range(1, 7)}),
    "whipple_bicycle": ({"x": 4.6, "lean": 0.5, "steer": 0.0}, {"T_lean": 0.0, "T_steer": 0.0}),
}


def run(name: str, integrator: lw.integrators.Integrator | None, *, quick: bool) -> bytes:
    """A run of a machine that is compiled anew; whether its code is what was asked for is checked."""
    dynamics = lw.compile(lw.formalisms.modular(getattr(lw.mechanisms, name)()))
    speeds, inputs = LARGE.get(name, ({}, dict.fromkeys(dynamics.inputs, 0.3)))
    settings = {} if integrator is None else {"integrator": integrator}
    motion = lw.simulate(
        dynamics, dynamics.assemble(speeds=speeds), duration=1.0, inputs=inputs, samples=11, **settings
    )
    engines = dynamics.system.cached("engines", dict).values()
    assert engines
    assert all((each.tier is not None) == quick for each in engines)
    return recorded(motion)


@pytest.mark.parametrize(
    ("name", "integrator"),
    [
        ("four_bar", None),
        *[pytest.param(name, None, marks=pytest.mark.long) for name in ("stick_slip", *LARGE)],
        *[
            pytest.param("four_bar", each, marks=pytest.mark.long)
            for each in (lw.integrators.DormandPrince(), lw.integrators.Rosenbrock(), lw.integrators.Radau())
        ],
    ],
)
def test_quick_and_optimised_code_have_the_same_bits(name, integrator, monkeypatch):
    monkeypatch.setenv("LINKWRIGHT_CACHE", "off")
    monkeypatch.setattr(machine, "_compiled_loops", {})
    monkeypatch.setattr(engine, "WORTH_OPTIMISING", 1e9)
    found = run(name, integrator, quick=True)
    monkeypatch.setenv("LINKWRIGHT_QUICK", "off")
    assert found == run(name, integrator, quick=False)


def test_optimised_code_takes_over_in_a_run(monkeypatch):
    """A pendulum in 4000 steps, slices of the loop: on the way the code becomes another one, and no bit does.

    What a thread makes meanwhile is waited for after the first slice, else it might come too late.
    """
    spend = engine.Tier.spend
    monkeypatch.setattr(engine.Tier, "spend", lambda tier, seconds: spend(tier, inf if wait else seconds))
    monkeypatch.setenv("LINKWRIGHT_CACHE", "off")
    monkeypatch.setattr(machine, "_compiled_loops", {})
    found = []
    for share in (1e9, 0.0):
        monkeypatch.setattr(engine, "WORTH_OPTIMISING", share)
        wait = share == 0.0
        dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.double_pendulum()))
        start = dynamics.assemble({"theta1": 1.2, "theta2": -0.6})
        motion = lw.simulate(
            dynamics, start, duration=4.0, inputs={"tau1": 0.0, "tau2": 0.0}, samples=5,
            integrator=lw.integrators.RungeKutta4(step=1e-3),
        )  # fmt: skip
        (used,) = set(dynamics.system.cached("engines", dict).values())
        found.append((recorded(motion), used.tier is None))
    assert found[0][0] == found[1][0]
    assert [optimised for _, optimised in found] == [False, True]


CHILD = """
import sys
import linkwright as lw

def watch(frame, event, argument):
    if event == "call" and frame.f_code.co_name in {"emit_object", "loop_ir", "derive_kernels", "module"}:
        print(frame.f_code.co_name)

length, crank_alone = float(sys.argv[1]), len(sys.argv) > 2
crank = lw.Body(mass=0.4, inertia=1e-4, points={"O": (-length, 0), "A": (length, 0)}, home="axle")
rod = lw.Body(mass=0.5, inertia=1e-3, points={"A": (-0.1, 0), "B": (0.1, 0)})
connections = {
    "axle": lw.Revolute("ground", "crank.O"), "guide": lw.Prismatic("ground", "slider"),
    "A": lw.Revolute("crank.A", "rod.A"), "B": lw.Revolute("rod.B", "slider"),
}
press = lw.Mechanism(
    "press", {"crank": crank, "rod": rod, "slider": lw.Body(mass=0.6, home="guide")}, connections,
    reference={"axle.angle": 0.5, "guide.slide": 0.25}, gravity=(0.0, -9.81),
)
pendulum = lw.Mechanism("pendulum", {"crank": crank}, {"axle": connections["axle"]}, gravity=(0.0, -9.81))
sys.setprofile(watch)
dynamics = lw.compile(lw.formalisms.modular(pendulum if crank_alone else press))
lw.simulate(dynamics, dynamics.assemble(), duration=0.5)
"""


def test_another_process_with_another_length_derives_nothing_for_its_run_and_another_machine_compiles_nothing(
    tmp_path: Path,
):
    """Reference pivots are inputs of the code; of another machine all that is new is interpreted.

    What accelerations are eliminated by (`Elimination.module`) is written once in each process, to check the state that
    a run begins at.
    """
    settings = os.environ | {"XDG_CACHE_HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    settings.pop("LINKWRIGHT_CACHE", None)

    def called(*arguments: str) -> set[str]:
        command = [sys.executable, "-c", CHILD, *arguments]
        return set(subprocess.run(command, env=settings, capture_output=True, text=True, check=True).stdout.split())

    assert called("0.03") == {"emit_object", "loop_ir", "derive_kernels", "module"}
    files = set((tmp_path / "linkwright").iterdir())
    assert called("0.0314") == {"module"}
    assert set((tmp_path / "linkwright").iterdir()) == files
    assert called("0.03", "crank alone") == {"derive_kernels"}

"""What many different machines in one process leave behind: nothing that grows with their number but a little."""

import gc
import subprocess
import sys
import weakref
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw

MANY = 1000
LIMIT = 1e9  # bytes of resident memory
FORMALISMS = (None, "modular", "kane", "denoc")


def machine(random, number):
    """A random tree of bodies, in the plane or in space, no two of them alike; some have a drive."""
    spatial = bool(random.integers(2))
    inertia = tuple(random.uniform(0.1, 0.11, 3)) if spatial else 0.1
    parts = {
        f"link{k}": lw.Body(
            random.uniform(1.0, 2.0),
            inertia,
            points={name: tuple(random.uniform(0.3, 1.0, 3 if spatial else 2)) for name in ("near", "far")},
        )
        for k in range(random.integers(2, 5))
    }
    joints = {"pin0": lw.Revolute("ground", "link0.near")}
    for k in range(1, len(parts)):
        axis = "xyz"[random.integers(3)] if spatial else "z"
        joints[f"pin{k}"] = lw.Revolute(f"link{random.integers(k)}.far", f"link{k}.near", axis=axis)
    if number % 3 == 0:
        joints["drive"] = lw.Torque("pin0.angle", input="tau")
    return lw.Mechanism(f"tree{number}", parts, joints, gravity=(0.0, -9.81, 0.0) if spatial else (0.0, -9.81))


def use(random, number):
    """Make, compile and run a machine, and call its functions."""
    described, formalism = machine(random, number), FORMALISMS[number % len(FORMALISMS)]
    dynamics = lw.compile(described if formalism is None else getattr(lw.formalisms, formalism)(described))
    state, inputs = dynamics.assemble(), dict.fromkeys(dynamics.inputs, 0.1)
    trajectory = lw.simulate(dynamics, state, duration=0.02, samples=3, inputs=inputs)
    assert trajectory.outcome.finished
    assert np.isfinite(dynamics.functions.forward(state.q, state.v, np.full(len(inputs), 0.1))).all()
    return dynamics


def test_machines_that_nobody_holds_are_gone():
    """Equations, matrices and machine code go with the last reference: no table keeps them."""
    random = np.random.default_rng(4)
    left = []
    for number in range(4):
        dynamics = use(random, number)
        code = dynamics.first_pivoting.structure
        left += [weakref.ref(each) for each in (dynamics, dynamics.system, dynamics.equations, code, code.library)]
        del dynamics, code
    gc.collect()
    assert [each() for each in left] == [None] * len(left)


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="the size of a process is read as Unix has it")
def test_a_thousand_machines_in_one_process():
    done = subprocess.run([sys.executable, __file__], capture_output=True, text=True, check=True)
    assert float(done.stdout) < LIMIT


if __name__ == "__main__":
    numbers = np.random.default_rng(5)
    for each in range(MANY):
        use(numbers, each)
    # The peak of this process alone: that of `getrusage` begins with the memory of the process that started it.
    status = Path("/proc/self/status")
    if status.exists():
        (peak,) = [line.split()[1] for line in status.read_text().splitlines() if line.startswith("VmHWM")]
    else:
        import resource

        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform == "darwin" else 1)
    sys.stdout.write(str(1024 * float(peak)))

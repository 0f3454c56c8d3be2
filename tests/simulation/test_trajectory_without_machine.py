"""A trajectory keeps no machine alive: what it still has to say when the machine is gone is what it would have said."""

import gc
import types
import weakref

import numpy as np
import pytest

import linkwright as lw
from linkwright.dynamics import Dynamics
from linkwright.dynamics.plant import Plant
from linkwright.dynamics.plants.rolled.loops.machine import Rolled
from linkwright.dynamics.system.system import System

MACHINE = (Dynamics, Plant, System, Rolled)


def reachable(thing):
    """Everything that an object holds; of functions what they close over, not the module they stand in."""
    found, waiting = {}, [thing]
    while waiting:
        each = waiting.pop()
        if id(each) in found or isinstance(each, type | types.ModuleType):
            continue
        found[id(each)] = each
        if isinstance(each, types.FunctionType):
            waiting += [*(each.__closure__ or ()), each.__defaults__, each.__kwdefaults__]
        else:
            waiting += gc.get_referents(each)
    return found.values()


def machine_and_runs(name, count=3):
    ready = lw.mechanisms.serial_chain(n=30) if name == "rolled" else getattr(lw.mechanisms, name)()
    dynamics = lw.compile(lw.formalisms.denoc(ready) if name == "rolled" else lw.formalisms.modular(ready))
    state, inputs = dynamics.assemble(), dict.fromkeys(dynamics.inputs, 0.1)
    runs = [lw.simulate(dynamics, state, duration=0.1, inputs=inputs, samples=11) for _ in range(count)]
    return dynamics, runs


@pytest.mark.parametrize("name", ["four_bar", "stick_slip", pytest.param("rolled", marks=pytest.mark.long)])
def test_the_machine_goes_and_the_certificate_is_the_same(name):
    dynamics, (read, unread) = machine_and_runs(name, 2)
    certificate, provenance = read.certificate, read.provenance
    assert not [each for each in reachable(unread) if isinstance(each, MACHINE)]
    gone = weakref.ref(dynamics), weakref.ref(dynamics.plant)
    del dynamics
    gc.collect()
    assert [each() for each in gone] == [None, None]
    assert unread.certificate == certificate
    assert unread.provenance == provenance
    assert all(np.array_equal(unread[name], read[name]) for name in read.names)
    assert all(np.array_equal(unread.poses[name], read.poses[name]) for name in read.poses)


def test_values_of_parameters_that_are_gone_are_those_of_the_run():
    dynamics, _ = machine_and_runs("simple_pendulum", 0)
    state = dynamics.assemble()
    heavy = dynamics.with_parameters(m=3.0)
    expected = lw.simulate(heavy, state, duration=0.2).certificate
    motion = lw.simulate(dynamics.with_parameters(m=3.0), state, duration=0.2)
    del heavy, dynamics
    gc.collect()
    assert motion.certificate == expected
    assert motion.provenance["given"] == {"m": 3.0}


def test_what_hangs_on_a_trajectory_goes_with_it():
    dynamics, (motion,) = machine_and_runs("four_bar", 1)
    kept = dynamics.system.cached("kept for trajectories", dict)
    assert len(kept) == 1
    del motion
    gc.collect()
    assert len(kept) == 0


def test_inverse_dynamics_holds_no_machine():
    dynamics, _ = machine_and_runs("four_bar", 0)
    motion = lw.Motion({"phi": lw.laws.Sine(0.1, 1.0)}, duration=1.0)
    found = dynamics.inverse(motion)
    assert not [each for each in reachable(found) if isinstance(each, MACHINE)]
    assert found.certificate.verdict

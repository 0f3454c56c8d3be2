"""What is asked of descriptions and compiled machines before they are pickled and after, in processes of their own."""

import copy
import os
import pickle
from pathlib import Path

import linkwright as lw

ROLLED = "a chain of forty links"


def machine_of(name):
    """A ready machine by name, or the chain whose plant is rolled."""
    return lw.mechanisms.serial_chain(n=40) if name == ROLLED else getattr(lw.mechanisms, name)()


def compiled_of(name, equations):
    """Its dynamics, by the join that its size takes."""
    del name
    return lw.compile(equations)


def answers(dynamics):
    """Numbers of single questions (or the words of a refusal) and of a short run, to the last bit."""
    state, inputs = dynamics.assemble(), dict.fromkeys(dynamics.inputs, 0.1)
    motion = lw.simulate(dynamics, state, duration=0.02, inputs=inputs, samples=5)
    found = {
        "q": state.q.tobytes(),
        "forward": _answer(dynamics.forward, state, inputs),
        "reactions": _answer(dynamics.reactions, state, inputs),
        "energy": repr(dynamics.energy(state)),
        "time": motion.time.tobytes(),
        "channels": {name: motion[name].tobytes() for name in motion.names},
        "poses": {name: pose.tobytes() for name, pose in motion.poses.items()},
        "outcome": motion.outcome,
        "certificate": repr(motion.certificate),
    }
    return found, motion


def _answer(question, state, inputs):
    try:
        return repr(question(state, inputs))
    except lw.dynamics.Refused as error:
        return str(error)


def write(folder, names):
    """Derive, compile, ask and pickle each machine; returns the answers."""
    os.environ["XDG_CACHE_HOME"] = str(Path(folder) / "cache")
    found = {}
    for name in names:
        machine = machine_of(name)
        equations = lw.formalisms.denoc(machine) if name == ROLLED else lw.formalisms.modular(machine)
        dynamics = compiled_of(name, equations)
        found[name], motion = answers(dynamics)
        things = (machine, equations, dynamics, dynamics.assemble(), motion)
        for kind, thing in zip(("machine", "equations", "dynamics", "state", "trajectory"), things, strict=True):
            (Path(folder) / f"{name}.{kind}").write_bytes(pickle.dumps(thing))
        found[name]["copies"] = _same_copies(name, machine, equations, dynamics, motion)
    return found


def _same_copies(name, machine, equations, dynamics, motion):
    """Whether deep copies are others and give the same numbers."""
    others = copy.deepcopy((machine, equations, dynamics, motion))
    assert all(one is not other for one, other in zip((machine, equations, dynamics, motion), others, strict=True))
    first, _ = answers(dynamics)
    return [answers(each)[0] == first for each in (compiled_of(name, others[1]), others[2])] + [others[3] == motion]


def read(folder, names, kinds):
    """Load the pickles and ask again; also the files that were added to the cache on disk."""
    os.environ["XDG_CACHE_HOME"] = str(Path(folder) / "cache")
    before = {path.name for path in (Path(folder) / "cache").rglob("*.o")}
    found = {}
    for name in names:
        for kind in kinds:
            thing = pickle.loads((Path(folder) / f"{name}.{kind}").read_bytes())  # noqa: S301  # our own bytes
            if kind == "machine":
                thing = lw.formalisms.denoc(thing) if name == ROLLED else lw.formalisms.modular(thing)
            if kind in ("machine", "equations"):
                thing = compiled_of(name, thing)
            if kind == "state":
                found[name, kind] = (thing.q.tobytes(), thing.q.flags.writeable, thing.v.flags.writeable)
            elif kind == "trajectory":
                found[name, kind] = {each: thing[each].tobytes() for each in thing.names}, repr(thing.certificate)
            else:
                found[name, kind] = answers(thing)[0]
    after = {path.name for path in (Path(folder) / "cache").rglob("*.o")}
    return found, len(before), sorted(after - before)

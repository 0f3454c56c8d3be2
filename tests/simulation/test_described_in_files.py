"""Files hold the machine as plain data: runs of machines described in Python are verified and resumed without it."""

import base64
import contextlib
import hashlib
import json
import subprocess
import sys
import zlib

import numpy as np
import pytest

import linkwright as lw
from linkwright.equations.plain import DamagedDescriptionError, from_text, to_text

LOADER = """
import sys
import linkwright as lw
motion = lw.Trajectory.load(sys.argv[1])
found = lw.simulation.verify(motion)
print(motion.provenance["machine"], found.agrees)
"""


def machine():
    """A crank that drives a carriage by a rack, with a damper: not one of the ready ones."""
    length = lw.Parameter("l", 0.3, "m", "length of the crank")
    crank = lw.Body(0.8, 0.8 * length**2 / 12, centre=(length / 2, 0.0), points={"tip": (length, 0.0)})
    return lw.Mechanism(
        "crank_and_rack",
        {"crank": crank, "carriage": lw.Body(1.5, 0.01)},
        {
            "pivot": lw.Revolute("ground", "crank"),
            "rail": lw.Prismatic("ground", "carriage"),
            "rack": lw.Holonomic(("pivot.angle", "rail.slide"), lambda _t, angle, slide: slide - 0.05 * angle, "m"),
            "oil": lw.JointDamper("rail.slide", 0.2),
            "drive": lw.Torque("pivot.angle"),
        },
        parameters=[length],
        gravity=(0.0, -9.81),
    )


def compiled(**values):
    dynamics = lw.compile(lw.formalisms.kane(machine()))
    return dynamics.with_parameters(values) if values else dynamics


def test_a_saved_run_is_verified_from_its_file_in_a_fresh_process(tmp_path):
    dynamics = compiled(l=0.4)
    state = dynamics.assemble({"pivot.angle": 0.3})
    path = tmp_path / "run.csv"
    lw.simulate(dynamics, state, duration=1.0, inputs={"drive.tau": lw.laws.Sine(0.3, 1.0)}, samples=51).save(path)
    done = subprocess.run([sys.executable, "-c", LOADER, str(path)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["crank_and_rack", "True"]
    cli = subprocess.run(
        [sys.executable, "-m", "linkwright", "verify", str(path)], capture_output=True, text=True, check=False
    )
    assert cli.returncode == 0, cli.stdout + cli.stderr


def test_an_interrupted_run_goes_on_from_its_checkpoint_alone(tmp_path):
    dynamics = compiled(l=0.4)
    state, inputs = dynamics.assemble({"pivot.angle": 0.3}), {"drive.tau": 0.1}
    whole = lw.simulate(dynamics, state, duration=20.0, inputs=inputs, samples=20001, stream=tmp_path / "whole.csv")

    def stop(share):
        if share > 0.3:
            raise KeyboardInterrupt

    part = tmp_path / "part.csv"
    with_stop = {"duration": 20.0, "inputs": inputs, "samples": 20001, "stream": part, "checkpoint": 0.0}
    with contextlib.suppress(KeyboardInterrupt):
        lw.simulate(dynamics, state, progress=stop, **with_stop)
    again = lw.simulation.resume(part)
    assert again.outcome == whole.outcome
    assert all(np.array_equal(again[name], whole[name]) for name in whole.names)


@pytest.mark.parametrize("formalism", ["modular", "kane", "denoc"])
def test_equations_come_back_from_text_to_the_last_bit(formalism):
    for made in (machine(), lw.mechanisms.stick_slip()):
        equations = getattr(lw.formalisms, formalism)(made)
        first, again = lw.compile(equations), lw.compile(from_text(to_text(equations)))
        state, inputs = first.assemble(speeds={}), dict.fromkeys(first.inputs, 0.2)
        assert np.array_equal(again.reference.q, first.reference.q)
        runs = [lw.simulate(each, state, duration=0.3, inputs=inputs, samples=7) for each in (first, again)]
        assert all(np.array_equal(runs[0][name], runs[1][name]) for name in runs[0].names)
        assert runs[0].certificate == runs[1].certificate
        assert again.parameters == first.parameters


# -- what is wrong is said ------------------------------------------------------------------------------------------


def changed(text, change):
    """The text with its data changed, packed again with the right checksum."""
    data = json.loads(zlib.decompress(base64.b85decode(text.partition(":")[2])))
    change(data)
    raw = json.dumps(data).encode()
    return f"{hashlib.sha256(raw).hexdigest()}:{base64.b85encode(zlib.compress(raw)).decode()}"


def first_call(data):
    return next(node for node in data["nodes"] if node[0] == "call")


WRONG = {
    "format": (lambda data: data.update(format="other"), "format 'other'; expected 'linkwright equations 1'"),
    "operation": (lambda data: data["operations"].__setitem__(0, "system"), "operations that are not known: system"),
    "register": (lambda data: data["operands"].__setitem__(0, [10**9, 0]), "registers that are not there"),
    "result": (lambda data: data["results"].__setitem__(0, -1), "registers that are not there"),
    "order": (lambda data: first_call(data)[2].__setitem__(0, 10**6), "nodes that come after it"),
    "name": (lambda data: data["nodes"].insert(0, ["value", {"name": "os.system"}, []]), "damaged: KeyError"),
    "maker": (lambda data: data["nodes"].insert(2, ["call", None, [0, 0]]), "no record of equations|damaged|after it"),
    "kind": (lambda data: data["nodes"].insert(0, ["exec", "1", []]), "kind 'exec', which is not known"),
    "expression": (lambda data: data["nodes"].insert(0, ["expression", 10**7, []]), "which is not there"),
    "last": (lambda data: data["nodes"].append(["value", 3, []]), "that of a int; expected Equations"),
    "empty": (lambda data: data.update(nodes=[]), "the description is empty"),
    "missing": (lambda data: data.pop("patterns"), "damaged: KeyError"),
    "pattern": (lambda data: data["patterns"].__setitem__(0, [3, 3, [0, 9, 9, 9], [7]]), "damaged|other entries"),
    "symbols": (lambda data: data.update(shared=[0, 1]), "other symbols than names and time|not there"),
}


@pytest.mark.parametrize("fault", WRONG)
def test_foreign_descriptions_are_refused_in_words(fault):
    change, words = WRONG[fault]
    text = to_text(lw.formalisms.kane(lw.mechanisms.simple_pendulum()))
    with pytest.raises(DamagedDescriptionError, match=words):
        from_text(changed(text, change))


@pytest.mark.parametrize("text", ["", "nothing", "abc:", "abc:~~~\x00", "0" * 64 + ":c-ri{"])
def test_texts_of_something_else_are_refused_in_words(text):
    with pytest.raises(DamagedDescriptionError, match=r"cannot be unpacked|another checksum"):
        from_text(text)


def test_every_damaged_character_is_seen():
    text = to_text(lw.formalisms.kane(lw.mechanisms.simple_pendulum()))
    for at in range(0, len(text), 97):
        other = "0" if text[at] != "0" else "1"
        with pytest.raises(DamagedDescriptionError):
            from_text(text[:at] + other + text[at + 1 :])


def test_a_file_of_other_equations_is_refused(tmp_path):
    dynamics = compiled()
    motion = lw.simulate(dynamics, dynamics.assemble(), duration=0.2, inputs={"drive.tau": 0.1}, samples=5)
    other = to_text(lw.formalisms.kane(lw.mechanisms.simple_pendulum()))
    path = motion.save(tmp_path / "run.csv")
    loaded = lw.Trajectory.load(path)
    vars(loaded)["description"] = other
    with pytest.raises(ValueError, match="other equations than this run of 'crank_and_rack'; give the machine"):
        lw.simulation.verify(loaded)
    vars(loaded)["description"] = ""
    with pytest.raises(
        ValueError, match="no ready mechanism, and its file holds no description of it; give the machine"
    ):
        lw.simulation.verify(loaded)

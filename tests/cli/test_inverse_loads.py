"""`linkwright inverse` with loads and limits: what it answers, and how it answers wrong input."""

import json

import pytest

import linkwright as lw
from cli.calling import runner
from linkwright.cli import app

LAWS = ("--motion", "platform.x=cycloid:0,0.2,2", "--motion", "platform.y=0", "--motion", "platform.theta=0")
QUESTION = ("inverse", "three_rrr", "--no-motors", *LAWS, "--samples", "11")


def call(*arguments):
    done = runner.invoke(app, [*QUESTION, *arguments])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


def test_payload_wrench_and_limits_reach_the_question():
    asked = ("--payload", "platform=0.5,0.02,0.01", "--wrench", "platform.A=10,0,0.2", "--limit", "A.tau=-40:40")
    done = call(*asked, "--json")
    assert done.exit_code == 0, done.stderr
    found = json.loads(done.stdout)
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.three_rrr(motors=False)))
    motion = lw.Motion(
        {"platform.x": lw.laws.Cycloid(0.0, 0.2, 2.0), "platform.y": 0.0, "platform.theta": 0.0}, samples=11
    )
    exact = dynamics.inverse(
        motion,
        payload=lw.Payload(0.5, at="platform", centre=(0.02, 0.01)),
        wrenches={"platform.A": (10.0, 0.0, 0.2)},
    )
    for name in dynamics.inputs:
        assert found["values"]["inputs"][name] == pytest.approx(exact[name].tolist(), abs=1e-12)
    assert found["certificate"]["forward_residual"] < 1e-10


def test_a_limit_that_is_exceeded_is_said_with_its_time():
    done = call("--limit", "A.tau=0.01")
    assert done.exit_code == 2
    assert done.stdout == ""
    assert "at t = " in done.stderr
    assert "A.tau" in done.stderr
    assert "is needed" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "pieces"),
    [
        (("--payload", "platfrom=1"), ["no point 'platfrom'", "did you mean platform"]),
        (("--payload", "platform=-1"), ["--payload platform", "mass = -1.0"]),
        (("--payload", "platform=1,2"), ["got 2 number(s), expected 1 or 3 or 4"]),
        (("--payload", "platform"), ["--payload 'platform': expected NAME=VALUE"]),
        (("--wrench", "platform.A=1,x,0", "--wrench", "platform.Z=1,0"), ["'x' is not a number", "'platform.Z'"]),
        (("--limit", "A.tau=2:1", "--weight", "B.tau=0"), ["lower end must be below", "expected a positive number"]),
        (("--preload", "A.ta=1"), ["no input 'A.ta'", "did you mean A.tau"]),
    ],
)
def test_wrong_options_are_refused_in_words(arguments, pieces):
    done = call(*arguments)
    assert done.exit_code == 2
    assert done.stdout == ""
    for piece in pieces:
        assert piece in done.stderr

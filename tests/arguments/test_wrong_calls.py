"""Public functions, classes and methods called with one argument of a wrong kind say which, and what they take."""

import ast
import functools
import inspect
import random
import re
import signal
import traceback
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import linkwright as lw
from arguments.public_calls import WRONG, public_calls
from arguments.right_arguments import objects, right_arguments
from linkwright.kinds import ArgumentError, checked_arguments

SOURCE = Path(lw.__file__).parent
FROM_INSIDE = (AttributeError, IndexError, KeyError, TypeError)
"""What Python raises where an argument was used as what it is not; a check raises a TypeError, in words."""
MOST_FROM_INSIDE = 0.01
"""Share of the wrong calls that may end in another error that no check of an argument raised."""
LEAST_IN_WORDS = 0.95
"""Share of the errors of checks that name the argument, and of those that say what it takes."""
MOST_NOT_TAKEN = 0.07
"""Share of the calls whose arguments are right in kind only: they need a file, a motor or another package."""
SECONDS = 5
"""Processor time after which a call is taken to be at work, not about to refuse its argument."""
WORDS = re.compile(
    r"expected|\b(takes?|needs?|give|write|ask for|makes? one|goes with|first|is one)\b"
    r"|neither .* nor|did you mean|[Tt]here (is|are) |not finite"
)
"""What an argument takes, or how to come by it."""
OPENS_A_PAGE = {"view", "show", "open_browser", "run_subject"}
SMALL = 2000
"""Wrong calls of the quick tier, drawn with a seed."""


class AtWorkError(Exception):
    """A call that computes instead of refusing."""


@contextmanager
def at_most(seconds):
    """Raise in what takes longer."""

    def stop(*_):
        raise AtWorkError

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        signal.signal(signal.SIGPROF, before)


@functools.lru_cache
def wrong_calls():
    """(call, right arguments, name of the wrong one, its kind) for all that can be called with right ones."""
    found = []
    for call in public_calls():
        if call.name in OPENS_A_PAGE or (call.owner is not None and call.owner.__name__ not in objects()):
            continue
        right = right_arguments(call)
        if any(value is None for value in right.values()):
            continue
        found += [(call, right, each.name, kind) for each in call.parameters for kind in WRONG]
    return found


def error_of(call, arguments):
    """The error that a call ends in, if any; what stands first in its signature is given by position."""
    given, by_position = dict(arguments), []
    for each in call.parameters:
        if each.name not in given or each.kind is each.KEYWORD_ONLY:
            break
        by_position.append(given.pop(each.name))
    owner = [] if call.owner is None else [objects()[call.owner.__name__]]
    try:
        with at_most(SECONDS), np.errstate(all="ignore"):
            call.function(*owner, *by_position, **given)
    except AtWorkError:
        return None
    except Exception as error:  # noqa: BLE001  whatever it is, it is judged
        return error
    return None


@functools.lru_cache
def lines_that_raise(file):
    """Numbers of the lines of `raise` statements in a file of the package."""
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    return {
        n for node in ast.walk(tree) if isinstance(node, ast.Raise) for n in range(node.lineno, node.end_lineno + 1)
    }


def is_from_inside(error):
    """Whether an error was not raised by a check: a statement `raise` of the package, in words if a TypeError."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    if not last.filename.startswith(str(SOURCE)) or last.lineno not in lines_that_raise(last.filename):
        return True
    return type(error) in FROM_INSIDE and not (type(error) is TypeError and WORDS.search(str(error)))


def in_words(error, name):
    """Whether an error names the argument, and whether it says what it takes."""
    named = re.search(rf"\b{re.escape(name.rstrip('_'))}\b", str(error), re.IGNORECASE)
    return named is not None, WORDS.search(str(error)) is not None


def judge(calls):
    """Refuse errors from inside, and words that leave the argument open; return how many calls end in an error."""
    wrong, inside, bare, unnamed, unexplained = 0, [], [], [], []
    for call, right, name, kind in calls:
        error = error_of(call, {**right, name: WRONG[kind]})
        if error is None:
            continue
        wrong += 1
        told = f"{call.name}({name}={kind}): {type(error).__name__}: {error!s:.80}"
        if is_from_inside(error):
            (bare if type(error) in FROM_INSIDE else inside).append(told)
            continue
        named, explained = in_words(error, name)
        unnamed += [] if named else [told]
        unexplained += [] if explained else [told]
    assert not bare, "\n".join(bare)
    assert len(inside) <= MOST_FROM_INSIDE * len(calls), "\n".join(inside)
    assert len(unnamed) <= (1 - LEAST_IN_WORDS) * wrong, "\n".join(unnamed)
    assert len(unexplained) <= (1 - LEAST_IN_WORDS) * wrong, "\n".join(unexplained)
    return wrong


@pytest.mark.filterwarnings("ignore")
def test_right_arguments_are_taken(tmp_path, monkeypatch):
    """Else a call with one wrong argument would be refused for another one."""
    monkeypatch.chdir(tmp_path)
    right = {id(call): (call, given) for call, given, _, _ in wrong_calls()}
    refused = [f"{call.name}: {error}" for call, given in right.values() if (error := error_of(call, given))]
    assert len(right) > 400
    assert len(refused) <= MOST_NOT_TAKEN * len(right), "\n".join(refused)


@pytest.mark.filterwarnings("ignore")
def test_a_wrong_argument_is_refused_by_a_check(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    wrong = judge(random.Random(28).sample(wrong_calls(), SMALL))
    assert wrong > SMALL / 2


@pytest.mark.long
@pytest.mark.filterwarnings("ignore")
def test_every_wrong_argument_is_refused_by_a_check(tmp_path, monkeypatch):
    """More than 40,000 calls; what is right for some (a text where a name goes, numbers for Any) is taken."""
    monkeypatch.chdir(tmp_path)
    assert judge(wrong_calls()) > 25_000


def test_errors_from_inside_are_known_as_such():
    """A list used as a mapping, a KeyError that is no check, a TypeError without words; and one of a check."""

    def error_by(function):
        with pytest.raises(Exception) as caught:
            function()
        return caught.value

    assert is_from_inside(error_by(lambda: list.items([])))
    assert is_from_inside(error_by(lambda: lw.symbolic.at_points(None)))
    assert is_from_inside(error_by(lambda: lw.mechanisms.four_bar().arguments["nonsense"]))
    assert not is_from_inside(error_by(lambda: lw.analysis.diagnose(objects()["Mechanism"])))


def test_words_name_the_argument_what_it_got_and_what_it_takes():
    dynamics, state = objects()["Dynamics"], objects()["State"]
    with pytest.raises(ArgumentError, match=r"^diagnose: dynamics is a Mechanism \(<Mech.*\), expected a Dynamics$"):
        lw.analysis.diagnose(objects()["Mechanism"])
    words = r"simulate: dense is a str \('yes'\), expected True or False; adjoint is a list \(\[3\]\), expected True or"
    with pytest.raises(ArgumentError, match=words):
        lw.simulate(dynamics, state, duration=0.1, inputs={"push.force": 0.0}, dense="yes", adjoint=[3])
    with pytest.raises(
        ArgumentError, match=r"terms: coordinates is a set \(.*\), expected a sequence of texts or None"
    ):
        dynamics.terms(state, {"way.slide"})
    with pytest.raises(
        ArgumentError, match=r"assemble: positions is a list .*, expected a mapping of texts to numbers"
    ):
        dynamics.assemble([0.1])


def test_a_fault_inside_comes_through_as_itself(monkeypatch):
    """One that looks like a wrong argument too: nothing is caught."""

    def fail(*_, **__):
        raise AttributeError("planted")

    monkeypatch.setattr("linkwright.analysis.diagnosis.diagnosis.Diagnosis", fail)
    with pytest.raises(AttributeError, match=r"^planted$"):
        lw.analysis.diagnose(objects()["Dynamics"])


def test_signatures_stay_and_defaults_are_taken():
    @checked_arguments
    def area(width: float, *others: float, names: "list[str] | None" = None) -> float:
        """Return a product."""
        return width * np.prod(others)

    assert str(inspect.signature(area)).startswith("(width: float, *others: float, names: ")
    assert area(2, np.float32(3.0), names=["a"]) == 6.0
    assert area(np.array(2.0)) == 2.0
    for wrong in ("2", True, 2j, None, [2.0], np.ones(2)):
        with pytest.raises(ArgumentError, match=r"^area: width is .*, expected a number$"):
            area(wrong)
    with pytest.raises(ArgumentError, match=r"names is a str \('ab'\), expected a sequence of texts or None"):
        area(1.0, names="ab")
    with pytest.raises(TypeError, match="unexpected keyword"):
        area(1.0, height=2.0)

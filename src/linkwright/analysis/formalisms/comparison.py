"""The same machine by every formalism: what each costs, how it reads, and whether all agree."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from time import perf_counter

import numpy as np

from linkwright import codegen, formalisms
from linkwright.analysis.formalisms.code import Code, by_join, default_pair, least_seconds, other_joins
from linkwright.analysis.formalisms.enlarged import COMPONENT, rewritten, with_extra_body
from linkwright.analysis.formalisms.reading import Rewritten, reading
from linkwright.analysis.formalisms.recommendation import about_pairs, against_grades, recommendation
from linkwright.analysis.formalisms.records import Addition, Comparison, Pair, Reading, Row
from linkwright.analysis.formalisms.states import common_names, differences, random_states, transfer_state
from linkwright.arrays import collection_paused
from linkwright.dynamics import Dynamics, Refused, State, joins
from linkwright.dynamics import compile as compile_dynamics
from linkwright.equations import Equations
from linkwright.faults import close_matches
from linkwright.kinds import checked_but
from linkwright.model import Mechanism, ModelError

REPEATS = 5  # of a derivation; the least counts, since all that disturbs a clock makes it later
DERIVED_ONCE = 0.05  # s spent on one derivation (or on that of the bigger machine) after which it is not repeated
FEW = 1.5  # times the least operations up to which a pair of formalism and join is timed
READING = 0.9  # share of the time that reading takes, where there is reading

Advance = Callable[[float, str], None]


@dataclass(frozen=True, eq=False)
class _Bigger:
    """The machine with one more body by the same formalism, or why it was not derived."""

    equations: Equations | None = None
    seconds: float = float("inf")
    refusal: str = ""


@dataclass(frozen=True, eq=False)
class _Derived:
    """A machine by one formalism, with the times it took (s)."""

    name: str
    dynamics: Dynamics
    derive_seconds: float
    compile_seconds: float
    code: Code
    operations: int
    bigger: _Bigger | None


@checked_but("mechanism")
def compare(
    mechanism: Mechanism,
    *,
    names: Sequence[str] | None = None,
    values: Mapping[str, float] | None = None,
    states: int = 20,
    seed: int = 0,
    read: bool = True,
    progress: Advance | None = None,
) -> Comparison:
    """Derive, compile, evaluate, read and enlarge a machine by every formalism (or those of `names`).

    `values` are other values of parameters. Accelerations are compared at `states` random states near the reference
    configuration that satisfy the constraints; they are made by the first formalism and found again in the others from
    the positions and speeds of the quantities that all know. A formalism that refuses the machine is listed with its
    reason. Readability, which takes most of the time, is left out if `read` is False, and, with a note, where SymPy is
    missing. `progress` is told the share done, 0 to 1, and what is being done.

    Rows are by `joins.Complement()`; `pairs` has each formalism with each join that takes it too, with the operations
    of all and the times of those that have at most 1.5 times the least, and says which pair `lw.compile(mechanism)`
    takes.

    >>> import linkwright as lw
    >>> found = compare(lw.mechanisms.double_pendulum(), names=["kane", "maggi"], states=3, read=False)
    >>> [(row.formalism, row.speeds, row.constraints) for row in found.rows]
    [('kane', 2, 0), ('maggi', 6, 4)]
    """
    request = _check_request(mechanism, names, states)
    tell = progress or _silent
    bigger, added_to = with_extra_body(mechanism)
    derived: list[_Derived] = []
    refused: dict[str, str] = {}
    begun = 1.0 - READING if read else 0.5  # share done when all are derived
    for k, name in enumerate(request):
        tell(begun * k / len(request), f"deriving and compiling by {name}")
        try:
            derived.append(_derive(name, mechanism, bigger, values or {}))
        except (Refused, ModelError, NotImplementedError) as error:
            refused[name] = str(error)
    if not derived:
        msg = "no formalism takes this machine: " + "; ".join(f"{name}: {why}" for name, why in refused.items())
        raise ValueError(msg)
    tell(begun, f"comparing accelerations at {states} random states")
    found = _Agreement(derived, states, seed)
    notes = found.notes()
    pairs = _pairs(mechanism, derived, found, values or {}, lambda doing: tell(begun, doing))
    rows: list[Row] = []
    rewritten_before = Rewritten()
    for k, each in enumerate(derived):
        doing = "reading" if read else "adding a body to"
        tell(begun + (1.0 - begun) * k / len(derived), f"{doing} the equations of {each.name}")
        understood = _reading(each.dynamics, rewritten_before, notes) if read else None
        added = _addition(each, notes)
        rows.append(_row(each, found, pairs[k].evaluation_seconds, understood, added))
    tell(1.0, "done")
    return Comparison(
        mechanism.name,
        mechanism.title,
        len(found.states),
        derived[0].dynamics.functions.backend,
        tuple(rows),
        pairs,
        refused,
        COMPONENT.format(added_to),
        tuple(dict.fromkeys([*notes, *against_grades(rows)])),
        (*recommendation(rows), *about_pairs(pairs)),
    )


def _check_request(mechanism: Mechanism, names: Sequence[str] | None, states: int) -> list[str]:
    if not isinstance(mechanism, Mechanism):
        msg = f"compare takes a Mechanism, got {type(mechanism).__name__}"
        raise TypeError(msg)
    known = formalisms.__all__
    request = list(known) if names is None else list(dict.fromkeys(names))
    faults = [f"no formalism {name!r}; {close_matches(name, known)}" for name in request if name not in known]
    if not request:
        faults.append("names is empty; name at least one formalism")
    if states < 1:
        faults.append(f"states={states}: expected at least 1")
    if faults:
        raise ValueError("; ".join(faults))
    return request


def _silent(_share: float, _doing: str) -> None:
    return


# -- one formalism -------------------------------------------------------------------------------------------------


def _equations(name: str, mechanism: Mechanism, bigger: Mechanism | None) -> tuple[Equations, float, _Bigger | None]:
    """Equations of a machine, the least time of some derivations (s), and the same of the bigger machine.

    Both are derived in turns, because a computer's pace changes. The bigger one begins: what is written once in a
    process is then counted for neither where there is time for a second turn, else for the bigger one.
    """
    derive: Callable[[Mechanism], Equations] = getattr(formalisms, name)
    larger = None if bigger is None else _Bigger()
    equations: Equations | None = None
    least, spent = float("inf"), 0.0
    for _ in range(REPEATS):
        if larger is not None and not larger.refusal:
            assert bigger is not None
            larger = _derive_bigger(derive, bigger, larger)
        start = perf_counter()
        equations = derive(mechanism)
        seconds = perf_counter() - start
        least, spent = min(least, seconds), spent + seconds
        if spent > DERIVED_ONCE:
            break
    assert equations is not None
    return equations, least, larger


def _derive_bigger(derive: Callable[[Mechanism], Equations], bigger: Mechanism, known: _Bigger) -> _Bigger:
    """One more derivation of the bigger machine."""
    start = perf_counter()
    try:
        equations = derive(bigger)
    except (Refused, ModelError, NotImplementedError) as error:
        return _Bigger(refusal=str(error))
    return _Bigger(equations, min(known.seconds, perf_counter() - start))


@collection_paused()
def _derive(name: str, mechanism: Mechanism, bigger: Mechanism | None, values: Mapping[str, float]) -> _Derived:
    equations, derive_seconds, larger = _equations(name, mechanism, bigger)
    start = perf_counter()
    dynamics = compile_dynamics(equations, join=joins.Complement())
    code = Code.of(dynamics, anew=True)
    compile_seconds = perf_counter() - start
    operations = codegen.operations(dynamics.first_pivoting.forward)
    if values:
        dynamics = dynamics.with_parameters(values)
    return _Derived(name, dynamics, derive_seconds, compile_seconds, code, operations, larger)


def _row(
    each: _Derived, found: _Agreement, evaluation_seconds: float, read: Reading | None, added: Addition | None
) -> Row:
    system = each.dynamics.system
    disagreement, compared = found.of(each.name)
    return Row(
        each.name,
        system.q.numel(),
        system.n,
        system.m,
        system.degrees_of_freedom(each.dynamics.generic_rank),
        each.derive_seconds,
        each.compile_seconds,
        evaluation_seconds,
        each.operations,
        disagreement,
        compared,
        read,
        added,
    )


def _pairs(
    mechanism: Mechanism,
    derived: Sequence[_Derived],
    found: _Agreement,
    values: Mapping[str, float],
    tell: Callable[[str], None],
) -> tuple[Pair, ...]:
    """Each formalism with each join that takes it; times where operations are few, all in alternation."""
    others: list[tuple[str, joins.Join, Dynamics]] = []
    for each in derived:
        for join in other_joins(each.dynamics):
            tell(f"counting the operations of {each.name} with {type(join).__name__}")
            dynamics = by_join(each.dynamics, join, values)
            if dynamics is not None:
                others.append((each.name, join, dynamics))
    counts = [codegen.operations(dynamics.first_pivoting.forward) for _, _, dynamics in others]
    most = FEW * min([each.operations for each in derived] + counts)
    default = default_pair(mechanism)
    pairs = [(each.name, "Complement", each.operations, each.dynamics) for each in derived]
    pairs += [(n, type(join).__name__, count, d) for (n, join, d), count in zip(others, counts, strict=True)]
    batches: dict[int, Callable[[], None]] = {}
    for k, (name, join_name, count, dynamics) in enumerate(pairs):
        if k < len(derived) or count <= most:
            tell(f"compiling {name} with {join_name} for many states")
            code = derived[k].code if k < len(derived) else Code.of(dynamics)
            batch = code.batch(dynamics, found.states_of[name], found.inputs)
            if batch is not None:
                batches[k] = batch
    tell("timing evaluations")
    seconds = dict(zip(batches, least_seconds(list(batches.values())), strict=True))
    return tuple(
        Pair(
            name,
            join_name,
            count,
            seconds.get(k, float("nan")),
            found.of(name, dynamics)[0],
            (name, join_name) == default,
        )
        for k, (name, join_name, count, dynamics) in enumerate(pairs)
    )


@collection_paused()
def _reading(dynamics: Dynamics, known: Rewritten, notes: list[str]) -> Reading | None:
    try:
        return reading(dynamics, known)
    except ImportError as error:
        notes.append(f"readability was not measured: {error}")
    except NotImplementedError as error:
        notes.append(f"readability of {dynamics.equations.provenance.get('formalism', '')} was not measured: {error}")
    return None


@collection_paused()
def _addition(each: _Derived, notes: list[str]) -> Addition | None:
    bigger = each.bigger
    if bigger is None:
        return None
    refusal = bigger.refusal
    if bigger.equations is not None:
        try:
            larger = compile_dynamics(bigger.equations, join=joins.Complement())
        except (Refused, ModelError) as error:
            refusal = str(error)
    if refusal:
        notes.append(f"{each.name}: the component was not added: {refusal}")
        return None
    old, new = each.dynamics.system, larger.system
    return Addition(
        codegen.operations(larger.first_pivoting.forward) - each.operations,
        bigger.seconds - each.derive_seconds,
        new.n - old.n,
        new.m - old.m,
        rewritten(old.equations, new.equations),
    )


# -- agreement -----------------------------------------------------------------------------------------------------


class _Agreement:
    """Random states in every formalism, and how far the accelerations are apart."""

    def __init__(self, derived: Sequence[_Derived], count: int, seed: int) -> None:
        random = np.random.default_rng(seed)
        models = {each.name: each.dynamics for each in derived}
        self.first = derived[0].name
        lead = models[self.first]
        self.asked = count
        self.states = random_states(lead, count, random)
        self.inputs = [{name: float(random.uniform(-1.0, 1.0)) for name in lead.inputs} for _ in self.states]
        self.names = common_names(list(models.values()))
        self.states_of: dict[str, list[State | None]] = {self.first: list(self.states)}
        for name, model in models.items():
            if name != self.first:
                self.states_of[name] = [transfer_state(model, state, self.names) for state in self.states]
        self.models = models
        self.expected = [lead.forward(state, u) for state, u in zip(self.states, self.inputs, strict=True)]

    def of(self, name: str, dynamics: Dynamics | None = None) -> tuple[float, int]:
        """Largest disagreement of a formalism (or of other dynamics of its equations), and states compared."""
        model, worst, compared = dynamics or self.models[name], 0.0, 0
        for state, u, expected in zip(self.states_of[name], self.inputs, self.expected, strict=True):
            if state is None:
                continue
            compared += 1
            worst = max(worst, differences(model, expected, model.forward(state, u), self.names[1]))
        return (worst if compared else float("nan")), compared

    def notes(self) -> list[str]:
        """What was not compared."""
        remarks = []
        if len(self.states) < self.asked:
            remarks.append(
                f"only {len(self.states)} of {self.asked} states were found that close all joints away from singular "
                "configurations"
            )
        for name, states in self.states_of.items():
            missing = sum(state is None for state in states)
            if missing:
                remarks.append(
                    f"{name}: {missing} of {len(states)} states could not be assembled and were not compared"
                )
        return remarks

"""The machine, its inputs and the time loop put together: compiled beside each other, or bound in Python."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate
from math import inf
from operator import or_

import casadi as ca
import numpy as np

from linkwright import codegen
from linkwright.arrays import Array
from linkwright.dynamics import Dynamics
from linkwright.dynamics.answers import contacts_of
from linkwright.dynamics.plants.unrolled import Pivoting, Structure
from linkwright.dynamics.system import Recent, System
from linkwright.simulation.inputs.inputs import Inputs
from linkwright.simulation.integrators import Integrator
from linkwright.simulation.loop import advance as stepping
from linkwright.simulation.loop import energy_projection as energy_keeping
from linkwright.simulation.loop import pivoting as turning
from linkwright.simulation.loop.absent import events as events_none
from linkwright.simulation.loop.absent import instants as no_instants
from linkwright.simulation.loop.control_expressions import ControlExpressions
from linkwright.simulation.loop.event_expressions import EventExpressions
from linkwright.simulation.loop.slope_expressions import slope, slope_rate, slope_slopes, state_symbol
from linkwright.simulation.loop.step_matrix import MatrixChoice, choose_matrices, step_entries
from linkwright.simulation.loop.tangent_expressions import TangentExpressions
from linkwright.simulation.workspace import PIVOTING

PARAMETERS = {"slope": 3, "project_q": 2, "project_v": 3, "balance": 2, "event_values": 3, "step_entries": 4}
"""Which argument of a kernel the parameters are: what depends on them alone is found once in a run."""
MOST_TIME_LOOPS = 128
"""Time loops of a machine that are kept."""
MOST_VALUES = 8
"""Sets of parameter values for which a time loop keeps what follows from them."""


SECONDS_AN_OPERATION = 3e-5
"""Time (s) that optimising takes for an operation of a kernel, or a line of a loop, on usual computers."""
WORTH_OPTIMISING = 0.2
"""Share of that time which is spent in quick code before it is replaced: a run of a second of motion never gets there,
and what a longer one loses is small beside what optimising takes."""


class Tier:
    """An engine of quick code, and the one of optimised code that takes its place when it has been used for long.

    The other one is made by a thread while the quick code goes on. Both give the same results to the last bit, so
    nothing depends on when it is there.
    """

    def __init__(self, operations: int, make: Callable[[], Engine]) -> None:
        """Take the operations that can be optimised, and what makes the other engine."""
        self._left, self._make = WORTH_OPTIMISING * SECONDS_AN_OPERATION * operations, make
        self._lock = threading.Lock()
        self._work: codegen.Work[Engine] | None = None

    @property
    def optimised(self) -> Engine | None:
        """The other engine, if it is there."""
        return self._work.result() if self._work is not None and self._work.done else None

    def spend(self, seconds: float) -> Engine | None:
        """Count time spent in quick code; the other engine, if it is there. With `inf` it is waited for."""
        with self._lock:
            self._left -= seconds
            if self._left < 0 and self._work is None:
                self._work = codegen.Work(self._make)
        return self._work.result() if self._work is not None and seconds == inf else self.optimised


@dataclass(frozen=True, eq=False)
class Driver:
    """Loops that call the time loop, compiled with it, and functions of the machine that these call."""

    loops: tuple[Callable[..., object], ...]
    kernels: codegen.Library


@dataclass(frozen=True, eq=False)
class Engine:
    """The compiled time loop over some structures of rows and pivots; it holds nothing of a run.

    `slope_at` and `ratios_at` are parts of it for whoever looks closer, `change_pivoting` that which begins anew with
    other pivots, `project` that which brings a state onto the constraints, `driver` gives the loops around it by name.
    A `compiled` loop calls no Python function: it is left for those. One of quick code has a `tier`. `matrices` are
    those of implicit steps.
    """

    advance: Callable[..., object]
    slope_at: Callable[..., object]
    backend: str
    steps_a_slice: int
    ratios_at: Callable[..., object] | None = None
    compiled: bool = False
    libraries: tuple[codegen.Library, ...] = ()
    change_pivoting: Callable[..., object] | None = None
    project: Callable[..., object] | None = None
    structures: tuple[Structure, ...] = ()
    settled: Recent = field(default_factory=lambda: Recent(MOST_VALUES), repr=False)
    tier: Tier | None = None
    driver: codegen.Bound | None = None
    matrices: MatrixChoice | None = None

    def parameters(self, p: Array) -> tuple[Array, int]:
        """Values of the parameters and what follows from them, as the kernels of each structure take them, in rows.

        The second is the number of numbers in a row, 0 where one row serves all. Nobody writes into the rows.
        """
        key = p.tobytes()
        found: tuple[Array, int] | None = self.settled.get(key)
        if found is None:
            found = self.settled[key] = self._parameters(p)
        return found

    def parameter_rows(self, P: Array) -> tuple[Array, int]:
        """The same for many sets of values P (n, np), (n, numbers); nothing is kept."""
        found = [library.settle_rows(P) for library in self.libraries]
        width = max(each.shape[1] for each in found)
        if width <= P.shape[1]:
            return np.ascontiguousarray(P), 0
        rows = np.zeros((len(P), len(found), width))
        for k, each in enumerate(found):
            rows[:, k, : each.shape[1]] = each
        return rows.reshape(len(P), -1), width

    def _parameters(self, p: Array) -> tuple[Array, int]:
        rows = [library.settle(p) for library in self.libraries]
        width = max((row.size for row in rows), default=0)
        if width <= p.size:
            return np.array(p), 0
        found = np.zeros((len(rows), width))
        for own, row in zip(found, rows, strict=True):
            own[: row.size] = row
        return found.ravel(), width


def engine(
    dynamics: Dynamics,
    structures: tuple[Structure, ...],
    inputs: Inputs,
    integrator: Integrator,
    *,
    keep_energy: bool,
    watch: EventExpressions | None = None,
    control: ControlExpressions | None = None,
    tangents: TangentExpressions | None = None,
    driver: Driver | None = None,
    quick: bool = True,
) -> Engine:
    """Engine for compiled structures; `watch` are the events, `control` what is computed at instants, if there are any.

    With `tangents` all that is computed has its derivatives along; `driver` has loops that call this one.

    One that was made for more structures, of which these come first, serves as well: the run says how many are ready.
    With `quick`, code that was not optimised before is not optimised yet.
    """
    # Engines are kept by all that they depend on; with a user's function there is none to keep.
    system = dynamics.system
    watched = None if watch is None else watch.key(system)
    fixed = fixed_parameters(dynamics, () if tangents is None else tangents.parameter_places)
    key = (
        inputs.key, type(integrator), keep_energy, watched, None if control is None else control.key,
        None if tangents is None else tangents.key, fixed, driver,
    )  # fmt: skip
    engines: Recent = system.cached("engines", lambda: Recent(MOST_TIME_LOOPS))
    found = engines.get((structures, key))
    called_back = bool(inputs.calls) or (control is not None and control.in_python)
    if found is not None and not inputs.calls and (quick or found.tier is None):
        assert isinstance(found, Engine)
        return (found.tier and found.tier.optimised) or found
    matrices = choose_matrices(structures, differentiated=tangents is not None) if integrator.exact_slopes else None
    make = partial(
        kernels, integrator=integrator, keep_energy=keep_energy, watch=watch, tangents=tangents, fixed=fixed,
        matrices=matrices,
    )  # fmt: skip
    libraries = [make(structure, quick=quick) for structure in structures]
    # Inputs are kernels of their own, so that other inputs compile little.
    of_time = {"inputs": inputs.kernel()}
    calls: dict[str, Callable[..., object]] = {"inputs": inputs.callback}
    if integrator.rate_of_slopes:
        of_time["input_rates"], calls["input_rates"] = inputs.rate_kernel(), inputs.rate_callback
    backend = libraries[0].backend
    more: tuple[codegen.Library, ...] = () if control is None else control.libraries
    every = [*libraries, codegen.build(of_time, quick=quick), *more, *([] if driver is None else [driver.kernels])]
    python = {} if control is None else control.callables(compiled=False)
    around = partial(
        time_loops, integrator, watch, control, tangents, keep_energy=keep_energy,
        sparse=matrices is not None and matrices.columns is not None,
    )  # fmt: skip
    outside = () if driver is None else driver.loops
    # A user's function of time runs in Python, and the loop with it; for one at instants the compiled loop is left.
    if inputs.calls:
        bound = codegen.alternatives(
            every, (*around(compiled=False), *outside), place=PIVOTING, calls={**calls, **python}
        )
    else:
        bound = codegen.alternatives(every, (*around(compiled=True), *outside), place=PIVOTING, quick=quick)
    left = bound.quick_lines + sum(library.quick_operations for library in libraries)
    again = partial(
        engine, dynamics, structures, inputs, integrator, keep_energy=keep_energy, watch=watch, control=control,
        tangents=tangents, driver=driver, quick=False,
    )  # fmt: skip
    made = Engine(
        bound("advance"),
        bound("slope_at"),
        f"{backend}, Python callback" if called_back else backend,
        2000 if backend == "llvm" and not inputs.calls else 20,
        bound("ratios_at"),
        compiled=not inputs.calls,
        libraries=tuple(libraries),
        change_pivoting=bound("change_pivoting"),
        project=bound("project"),
        structures=structures,
        tier=Tier(left, again) if left else None,
        driver=None if driver is None else bound,
        matrices=matrices,
    )
    if not inputs.calls:
        for count in range(1, len(structures) + 1):
            engines[structures[:count], key] = made
    return made


def kernels(
    structure: Structure,
    integrator: Integrator,
    *,
    keep_energy: bool,
    watch: EventExpressions | None,
    tangents: TangentExpressions | None = None,
    fixed: bytes = b"",
    matrices: MatrixChoice | None = None,
    quick: bool = False,
) -> codegen.Library:
    """What the time loop calls of a structure, compiled; `fixed` as `fixed_parameters` gives it."""
    events = None if watch is None else watch.key(structure.system)
    slopes = None if matrices is None else (integrator.rate_of_slopes, matrices.columns is None)
    key = ("kernels", slopes, keep_energy, events, None if tangents is None else tangents.key, fixed)
    found = structure.compiled.get(key)
    if found is None or (found.quick_operations and not quick):
        derive = partial(
            derive_kernels, structure, integrator, keep_energy=keep_energy, watch=watch, tangents=tangents, fixed=fixed,
            matrices=matrices,
        )  # fmt: skip
        # Those of a run without events and the like follow from the matrices of the machine: they need not be derived.
        if structure.text is not None and matrices is None and watch is None and tangents is None:
            text = f"kernels {structure.text} {integrator.rate_of_slopes} {keep_energy} {fixed.hex()}"
            found = codegen.build_known(text, derive, quick=quick)
        else:
            functions, parameters = derive()
            found = codegen.build(functions, parameters=parameters, quick=quick)
        structure.compiled[key] = found
    assert isinstance(found, codegen.Library)
    return found


def derive_kernels(
    structure: Structure,
    integrator: Integrator,
    *,
    keep_energy: bool,
    watch: EventExpressions | None,
    tangents: TangentExpressions | None,
    fixed: bytes,
    matrices: MatrixChoice | None,
) -> tuple[dict[str, ca.Function], dict[str, int]]:
    """The functions that the time loop calls of a structure, and which of their arguments the parameters are."""
    # Kernels of one pivoting; with `keep_energy` speeds are projected on the balance of energy too.
    y = state_symbol(structure.system)
    wanted = {
        "slope": slope(structure), "project_q": structure.project_positions(), "pivots": structure.pivots_of(y)
    }  # fmt: skip
    if keep_energy:
        wanted["balance"] = energy_keeping.balance_kernel(structure, y)
    else:
        wanted["project_v"] = structure.project_speeds()
    if matrices is not None:
        full = matrices.columns is None
        wanted |= {"slope_slopes": slope_slopes(structure)} if full else {"step_entries": step_entries(structure)}
    if integrator.rate_of_slopes:
        wanted["slope_rate"] = slope_rate(structure)
    if watch is not None:
        wanted["event_values"] = watch.kernel(structure, y)
    if tangents is not None:
        wanted = tangents.kernels(structure, wanted)
    parameters = {name: PARAMETERS[root] for name in wanted if (root := re.sub(r"_\d+$", "", name)) in PARAMETERS}
    if fixed:
        wanted |= {name: fix_parameters(wanted[name], number, fixed) for name, number in parameters.items()}
    return wanted, parameters


def fixed_parameters(dynamics: Dynamics, variables: Sequence[int] = ()) -> bytes:
    """Values of the parameters that the description sets to zero or to quarter turns, as doubles, of others NaN.

    The code of a run has these in place of the parameters: no products by zero are left. Nothing where one of them has
    been given another value: there are two codes at most, and changing other parameters compiles nothing. Directions
    of friction change along a run and are none of these, nor are `variables`, parameters by which a run is
    differentiated: a fit, which changes them, keeps its code.
    """
    fixed = described_constants(dynamics.system)
    if variables:
        fixed = fixed.copy()
        fixed[list(variables)] = np.nan
    same = (dynamics.p == fixed) | np.isnan(fixed)
    return fixed.tobytes() if same.all() else b""


def described_constants(system: System) -> Array:
    """Values of the parameters that the description sets to zero or to quarter turns, NaN for the others."""

    def make() -> Array:
        values = np.asarray(system.equations.parameters.values({}), dtype=float)
        free = ~np.isin(values, codegen.QUARTER_TURNS)
        if system.equations.switched:
            free[[contact.place for contact in contacts_of(system.equations) if contact.friction]] = True
        return np.where(free, np.nan, values)

    found: Array = system.cached("fixed parameters", make)
    return found


def fix_parameters(function: ca.Function, argument: int, fixed: bytes) -> ca.Function:
    """The function with values written in place of some entries of an argument; it takes them, and reads them no more.

    Sums without a product by zero are the same numbers; what is not finite there does not spread. What follows those
    entries in a longer argument, as derivatives do, stays.
    """
    symbols = [ca.SX.sym(function.name_in(k), function.sparsity_in(k)) for k in range(function.n_in())]
    given = list(symbols)
    given[argument] = ca.SX(symbols[argument])
    values = np.frombuffer(fixed)
    places = np.flatnonzero(~np.isnan(values)).tolist()
    given[argument][places] = values[places]
    return ca.Function(function.name(), symbols, function.call(given), function.name_in(), function.name_out())


@dataclass(frozen=True, eq=False)
class ReadyPivotings:
    """What a loop reads of the pivotings that it has kernels of: see `workspace.Pivotings`; nobody writes into it.

    There may be more than a run has ready; those come first. `redundant` says for each whether it or one before has
    dropped rows, whose residuals are not seen where the loop looks for another one.
    """

    pivotings: tuple[Pivoting, ...]
    structures: tuple[Structure, ...]
    width: int
    rows: Array
    mobilities: Array
    redundant: tuple[bool, ...]


def ready_pivotings(pivotings: tuple[Pivoting, ...]) -> ReadyPivotings:
    """Rows (number of pivots, of those without sign, their reference values) and mobilities, one after another.

    Those that were made for more pivotings, of which these come first, serve as well.
    """
    known: Recent = pivotings[0].system.cached("ready pivotings", lambda: Recent(MOST_TIME_LOOPS))
    found: ReadyPivotings | None = known.get(pivotings)
    if found is None:
        width = turning.VALUES + max(pivoting.reference.size for pivoting in pivotings)
        rows = np.zeros((len(pivotings), width))
        for row, pivoting in zip(rows, pivotings, strict=True):
            count = pivoting.reference.size
            row[turning.COUNT], row[turning.UNSIGNED] = count, pivoting.unsigned
            row[turning.VALUES : turning.VALUES + count] = pivoting.reference
        dropped = [bool(pivoting.dropped_rows) for pivoting in pivotings]
        found = ReadyPivotings(
            pivotings, tuple(pivoting.structure for pivoting in pivotings), width, rows.ravel(),
            np.concatenate([pivoting.mobilities for pivoting in pivotings]),
            tuple(accumulate(dropped, or_)),
        )  # fmt: skip
        for count in range(1, len(pivotings) + 1):
            known[pivotings[:count]] = found
    return found


def time_loops(
    integrator: Integrator,
    watch: EventExpressions | None,
    control: ControlExpressions | None,
    tangents: TangentExpressions | None = None,
    *,
    keep_energy: bool,
    compiled: bool = True,
    sparse: bool = False,
) -> tuple[Callable[..., object], ...]:
    """The loops that `advance` is made of; with control in Python, unless they are compiled.

    Matrices of implicit steps are `sparse` or full.
    """
    meet_speeds = energy_keeping.meet_speeds if keep_energy else stepping.meet_speeds
    events = events_none.LOOPS if watch is None else watch.loops
    instants = no_instants.LOOPS if control is None else control.loops(compiled=compiled)
    matrices = integrator.sparse_matrix if sparse else integrator.full_matrix
    every: tuple[Callable[..., object], ...] = (
        *stepping.LOOPS, *turning.LOOPS, meet_speeds, *integrator.loops, *matrices, *events, *instants
    )  # fmt: skip
    if tangents is None:
        return every
    others = {loop.__name__: loop for loop in tangents.loops}
    return tuple({**{loop.__name__: loop for loop in every}, **others}.values())

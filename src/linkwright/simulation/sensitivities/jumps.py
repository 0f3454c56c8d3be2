"""The jump of sensitivities where an event changes what follows.

The time t_e of an event e(t, y, u, p) = 0 depends on the parameters: dt = -(e_y S + e_u du + e_p dp) / (de/dt). At the
event itself the state has changed by T = S + y'_- dt, the jump of the state y+ = r(y, p) gives T+ = r_y T + r_p dp, and
at a fixed time S+ = T+ - y'_+ dt (the saltation matrix; M. A. Aizerman, F. R. Gantmakher 1958). An event that an
instant of control or a break of the inputs sets off happens then, whatever the parameters are: dt = 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import casadi as ca
import numpy as np

from linkwright import linear_algebra
from linkwright.arrays import Array
from linkwright.dynamics.plants.unrolled import Structure
from linkwright.dynamics.system import System, call_function
from linkwright.simulation.contacts.transitions import Contacts
from linkwright.simulation.events.event import Impact, Switch
from linkwright.simulation.events.handler import RunEvents
from linkwright.simulation.loop.run import Run
from linkwright.simulation.loop.slope_expressions import state_symbol
from linkwright.simulation.sampling.control import RunControl
from linkwright.trajectory import Outcome

SAME_CHANGE = 1e-6
"""Share by which times of events that fire together may change differently with a parameter, and count as one."""
SAME_SPEEDS = 1e-6
"""Share by which the jump of speeds by one contact may differ from that of the run."""
NULL_SHARE = 1e-12
"""Share of the largest singular value below which one counts as none."""


@dataclass(frozen=True, eq=False)
class Before:
    """A run before it acts on events: state with derivatives (1 + k, n), slope, inputs, their rates, what fired."""

    Y: Array
    slope: Array
    U: Array
    rates: Array
    p: Array
    fired: tuple[int, ...]
    structure: Structure
    at_once: bool
    """Whether no step was made since the forces jumped: the event fires where a step would begin."""


def look(run: Run) -> Before:
    """What is needed of a run before it acts on events that fired."""
    assert run.pivoting is not None
    assert run.tangents is not None
    copies, n = run.copies, run.layout.size
    U = run.held_now()[: copies * run.nu].reshape(copies, run.nu)
    rates = np.zeros(max(run.nu, 1))
    if run.nu and not run.inputs.constant:
        segment = min(run.progress.segment, len(run.inputs.ends) - 1)
        run.inputs.rate_callback(np.array([run.now]), run.inputs.tables[segment], rates)
    rates[run.workspace.control.inputs[: run.workspace.control.commands // copies]] = 0.0  # commands are held
    fired = tuple(int(k) for k in np.flatnonzero(run.workspace.events.fired > 0))
    p = np.vstack([run.dynamics.p, run.tangents.parameters])
    Y = run.state.y.reshape(copies, n).copy()
    return Before(Y, run.slope(run.now, run.state.y)[:n], U, rates[: run.nu], p, fired, run.pivoting.structure,
                  run.progress.slope_known > 0)  # fmt: skip


def jump(run: Run, before: Before) -> Outcome | None:
    """Let the sensitivities of a run jump, after it has acted on events; an outcome where that is not possible."""
    found, n = changes_over(run, before), run.layout.size
    if found is None or isinstance(found, Outcome):
        return found
    run.state.y[n:] = found.ravel()
    for kept in (run.state.before, run.state.safe):
        if np.array_equal(kept[:n], run.state.y[:n]):
            kept[n:] = run.state.y[n:]
    return None


def changes_over(run: Run, before: Before) -> Array | Outcome | None:
    """S+ (k, n) after a run has acted on events, from S, du and dp in `before`.

    None where nothing has changed, an outcome where S+ does not exist.
    """
    n = run.layout.size
    after = run.state.y[:n]
    slope = run.slope(run.now, run.state.y)[:n]
    same = np.array_equal(after, before.Y[0])
    if same and np.allclose(slope, before.slope, rtol=1e-12, atol=1e-12 * np.max(np.abs(slope), initial=1.0)):
        return None
    handler = run.event_handler
    assert isinstance(handler, RunEvents)
    count = len(handler.watch.events)
    acting = [
        k for k in before.fired if k >= count or isinstance(handler.watch.events[k].then, (Switch, Impact))
    ]  # the others are only written down
    if before.at_once:
        if not _is_fixed(run):
            return _refuse(run, "an event follows another one at once")
        times: Array | None = np.zeros(len(before.Y) - 1)
    else:
        times = _times(run, before, handler, acting)
    if times is None:
        return _refuse(run, "several events fire at once, whose order would change with a parameter")
    T = before.Y[1:] + np.outer(times, before.slope)
    if np.max(np.abs(after - before.Y[0])[run.layout.speeds]) > SAME_SPEEDS * np.max(np.abs(after[run.layout.speeds])):
        found = _struck(run, before, handler, acting, T, times)
        if found is None:
            return _refuse(run, "several contacts strike at once")
        T = found
    return np.asarray(T - np.outer(times, slope))


def _refuse(run: Run, why: str) -> Outcome:
    reason = f"at t = {run.now:.9g} s {why}; there sensitivities do not exist, or are not offered"
    return Outcome("failed", reason, "leave sensitivities= out, or begin elsewhere", run.now)


def _is_fixed(run: Run) -> bool:
    """Whether this time is one that parameters do not move: the start, a break of the inputs, an instant of control."""
    if run.now == run.start or run.now in run.inputs.ends:
        return True
    if not isinstance(run.control, RunControl):
        return False
    schedule, state = run.control.program.schedule, run.control_state
    hyperperiod, place = state.hyperperiod, state.place - 1
    if place < 0:
        hyperperiod, place = hyperperiod - 1, len(schedule.instants) - 1
    return bool(schedule.time(hyperperiod, place) == run.now)


def _times(run: Run, before: Before, handler: RunEvents, acting: Sequence[int]) -> Array | None:
    """dt of the event, times the scales (k); None where those that fired together go apart."""
    structure = before.structure
    system = structure.system

    def make() -> ca.Function:
        y = state_symbol(system)
        values = handler.watch.kernel(structure, y)
        t, dt = ca.SX.sym("t"), ca.SX.sym("dt")
        x = [ca.SX.sym(name, values.numel_in(j)) for j, name in ((1, "y"), (2, "u"), (3, "p"))]
        dx = [ca.SX.sym(f"change{j}", each.numel()) for j, each in enumerate(x)]
        found = values(t, *x)
        change = ca.jtimes(found, ca.vertcat(t, *x), ca.vertcat(dt, *dx))
        return ca.Function("event_change", [t, *x, dt, *dx], [ca.densify(change)])

    function = make()  # events are few, and depend on the structure
    at = (run.now, before.Y[0], before.U[0], before.p[0])
    still = np.zeros(before.p.shape[1])
    along = call_function(function, *at, 1.0, before.slope, before.rates, still)[0].ravel()
    found = []
    for k in range(1, len(before.Y)):
        change = call_function(function, *at, 0.0, before.Y[k], before.U[k], before.p[k])[0].ravel()
        found.append([-change[j] / along[j] for j in acting])
    dt = np.array(found).reshape(len(before.Y) - 1, len(acting))
    if not acting:
        return np.zeros(len(before.Y) - 1)
    apart = np.max(np.abs(dt - dt[:, :1]), initial=0.0)
    return dt[:, 0] if apart <= SAME_CHANGE * np.max(np.abs(dt), initial=1e-300) and np.isfinite(dt).all() else None


def _struck(
    run: Run, before: Before, handler: RunEvents, acting: Sequence[int], T: Array, times: Array
) -> Array | None:
    """T+ after an impact of one contact; None where the speeds of the run are not those that it gives."""
    system, layout = run.base.system, run.layout
    count = len(handler.watch.events)
    contacts = handler.watch.contacts
    jumped = run.state.y[layout.speeds] - before.Y[0][layout.speeds]
    at = (run.now, before.Y[0][layout.coordinates], before.Y[0][layout.speeds], before.U[0], run.base.p)
    for k in acting:
        for function in _impacts(system, contacts, handler, k, count):
            size = system.n + system.m + 1
            zero = [np.zeros(len(part)) for part in at[1:3]] + [np.zeros(len(at[4]))]
            K, G, _ = call_function(function, *at, np.zeros(size), 0.0, *zero)
            x = linear_algebra.lstsq(K, -G.ravel(), rcond=NULL_SHARE)[0]
            if np.max(np.abs(x[: system.n] - jumped)) > SAME_SPEEDS * np.max(np.abs(jumped)):
                continue
            new = T.copy()
            for j, change in enumerate(T):
                dq, dv, dp = change[layout.coordinates], change[layout.speeds], before.p[j + 1]
                _, _, dG = call_function(function, *at, x, float(times[j]), dq, dv, dp)
                new[j, layout.speeds] += linear_algebra.lstsq(K, -dG.ravel(), rcond=NULL_SHARE)[0][: system.n]
                lost = _energy(system, at, run.state.y[layout.speeds], dq, new[j, layout.speeds], dp)
                lost -= _energy(system, at, at[2], dq, dv, dp)
                new[j, layout.works.start + 1] += lost
            return new
    return None


def _impacts(system: System, contacts: Contacts | None, handler: RunEvents, k: int, count: int) -> list[ca.Function]:
    """Balances of impulses of a contact: with its restitution, and without, as where bounces have died out.

    (t, q, v, u, p, x, dt, dq, dv, dp) -> K, G, dG with x = (dv, J, L) of M dv = A^T J + r L, A dv = 0,
    r dv + (1 + e) s = 0, which are G = 0, K = dG/dx.
    """
    if k < count:
        action = handler.watch.events[k].then
        assert isinstance(action, Impact)
        named = next(each for each in system.quantities if action.quantity in (each.name, each.full))
        s, e = named.s, ca.SX(action.restitution)
    else:
        assert contacts is not None
        rows = contacts.expressions(system)
        s, e = rows[k - count, 1], rows[k - count, 2]
    x = ca.SX.sym("x", system.n + system.m + 1)
    dt, dp = ca.SX.sym("dt"), ca.SX.sym("dp", system.p.numel())
    dq, dv = ca.SX.sym("dq", system.q.numel()), ca.SX.sym("dv", system.n)
    speeds, J, L = ca.vertsplit(x, [0, system.n, system.n + system.m, x.numel()])
    row = ca.jacobian(s, system.v)
    found = []
    for restitution in (e, ca.SX(0)):
        G = ca.vertcat(
            system.M @ speeds - system.A.T @ J - row.T @ L, system.A @ speeds, row @ speeds + (1 + restitution) * s
        )
        moved = ca.jtimes(G, ca.vertcat(system.t, system.q, system.v, system.p), ca.vertcat(dt, dq, dv, dp))
        outputs = [ca.densify(ca.jacobian(G, x)), ca.densify(G), ca.densify(moved)]
        found.append(system.function("impact", outputs, [x, dt, dq, dv, dp]))
    return found


def _energy(system: System, at: Sequence[object], v: Array, dq: Array, dv: Array, dp: Array) -> float:
    """Change of the kinetic energy at speeds v."""

    def make() -> ca.Function:
        symbols = [
            ca.SX.sym(name, part.numel()) for name, part in (("dq", system.q), ("dv", system.v), ("dp", system.p))
        ]
        x = ca.vertcat(system.q, system.v, system.p)
        return system.function("energy_change", [ca.jtimes(system.kinetic, x, ca.vertcat(*symbols))], symbols)

    function = system.cached("change of the kinetic energy", make)
    t, q, _, u, p = at
    return float(call_function(function, t, q, v, u, p, dq, dv, dp)[0].item())

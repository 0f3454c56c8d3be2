"""Forward dynamics: one evaluation, and ten thousand of them."""

from itertools import cycle

import numpy as np
from machine import PLATFORM, Settings, arrays, compiled
from measure import Case, interleaved
from peers import geometry as g
from results import Comparison, Figure, Section, compare

SINGLE_TARGET, MANY_TARGET = 10.0, 20.0
PLAIN_TARGETS = {"functions.forward, one state": 2.0, "dynamics.forward, by names": 0.5}
"""Of Python calls that check their arguments."""
BATCH, MANY, STATES = 1000, 10_000, 64


def _cases(dynamics, count):
    poses, velocities, torques = g.random_states(count)
    return (*arrays(dynamics, poses, velocities), torques)


def single(settings: Settings) -> Section:
    """Forward dynamics, time for one state."""
    section = Section("Forward dynamics, one evaluation")
    dynamics = compiled()
    functions = dynamics.functions
    q, v, u = _cases(dynamics, BATCH)
    ours = {f"batch of {BATCH:,}, for each state": Case(lambda: functions.forward(q, v, u), units=BATCH)}
    bound = functions.bound_forward(
        np.zeros(1), q[0].copy(), v[0].copy(), u[0].copy(), np.zeros(v.shape[1]), np.zeros(2)
    )
    ours["bound call"] = Case(bound)
    ours["functions.forward, one state"] = Case(lambda: functions.forward(q[0], v[0], u[0]))
    state, inputs = dynamics.state(q[0], v[0]), dict(zip(dynamics.inputs, u[0], strict=True))
    ours["dynamics.forward, by names"] = Case(lambda: dynamics.forward(state, inputs), number=1000)
    peers, errors = {}, {}
    for name in ("pinocchio", "mujoco"):
        if name not in settings.peers:
            continue
        module = settings.peers[name]
        peers |= _peer_cases(name, module)
        errors[module.VERSION] = _difference(dynamics, functions, module)
    timings = interleaved(ours | peers, settings.rounds(25))
    if peers:
        fastest = min(peers, key=lambda name: timings[name].median)
        for name in ours:
            target = PLAIN_TARGETS.get(name, SINGLE_TARGET)
            note = "a Python call that checks its arguments" if name in PLAIN_TARGETS else "the fastest peer"
            section.comparisons.append(compare(timings, name, fastest, target=target, note=note))
        first = next(iter(ours))
        section.comparisons += [compare(timings, first, name) for name in peers if name != fastest]
    else:
        section.figures += [Figure(name, timings[name].median, "s") for name in ours]
    section.remarks.append(f"Evaluated by {functions.backend}; every row of a batch is watched for the loss of rank.")
    section.remarks += [
        f"Largest relative difference of platform accelerations from {version}, 50 states: {error:.0e}."
        for version, error in errors.items()
    ]
    return section


def _peer_cases(name, module):
    """Python calls of a peer over changing states; for MuJoCo also mj_forward alone, with a state left in place."""
    peer = module.build()
    poses, velocities, torques = g.random_states(STATES)
    q, v = module.state(peer, poses, velocities)
    tau = g.torques_on_joints(torques)
    turns = cycle([(q[k].copy(), v[k].copy(), tau[k].copy()) for k in range(STATES)])
    if name == "pinocchio":
        return {"pinocchio constraintDynamics, Python call": Case(lambda: module.forward(peer, *next(turns)))}
    other = module.build()
    module.forward(other, q[0], v[0], tau[0])
    import mujoco

    return {
        "mj_forward, state given": Case(lambda: module.forward(peer, *next(turns))),
        "mj_forward alone, same state": Case(lambda: mujoco.mj_forward(other.model, other.data)),
    }


def _difference(dynamics, functions, module):
    """Largest relative difference of the platform's accelerations over 50 states."""
    poses, velocities, torques = g.random_states(50)
    columns = [dynamics.speeds.index(f"{name}'") for name in PLATFORM]
    found = functions.forward(*arrays(dynamics, poses, velocities), torques)[:, columns]
    peer = module.build()
    worst = 0.0
    for k in range(len(poses)):
        q, v = module.state(peer, poses[k], velocities[k])
        a = np.array(module.forward(peer, q, v, g.torques_on_joints(torques[k])))
        theirs = module.platform_acceleration(peer, q, v, a)
        worst = max(worst, float(np.abs(found[k] - theirs).max() / np.abs(theirs).max()))
    return worst


def many(settings: Settings) -> Section:
    """Ten thousand evaluations against mujoco.rollout, on one thread and on two."""
    section = Section(f"{MANY:,} evaluations")
    dynamics = compiled()
    functions = dynamics.functions
    q, v, u = _cases(dynamics, MANY)
    ours = {
        f"functions.forward, {threads} thread{'s' * (threads > 1)}": Case(
            lambda threads=threads: functions.forward(q, v, u, threads=threads)
        )
        for threads in (1, 2)
    }
    peers = {}
    if "mujoco" in settings.peers:
        module = settings.peers["mujoco"]
        peer = module.build(integrator="Euler")
        inputs = module.batch_inputs(peer, *g.random_states(MANY))
        peers = {
            f"mujoco.rollout, {threads} thread{'s' * (threads > 1)}": Case(
                lambda threads=threads: module.batch(peer, *inputs, threads=threads)
            )
            for threads in (1, 2)
        }
    timings = interleaved(ours | peers, settings.rounds(15))
    rows: list[Comparison] = [
        compare(timings, name, other, target=MANY_TARGET) for name, other in zip(ours, peers, strict=False)
    ]
    if peers:
        best, other = (min(names, key=lambda name: timings[name].median) for names in (ours, peers))
        rows.append(compare(timings, best, other, note="the faster of each"))
        section.remarks.append("mujoco.rollout makes one Euler step, which is one evaluation, from each state.")
    section.comparisons = rows
    section.figures += [] if peers else [Figure(name, timings[name].median, "s") for name in ours]
    return section

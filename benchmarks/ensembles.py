"""Many runs at once, against mujoco.rollout: the 3RRR over 20 steps of a millisecond, the Stewart platform over 0.2 s.

Ours are assembled from names and integrated by methods that leave a smaller error than the peer's, the 3RRR with steps
of their own, the Stewart platform by RK4 with steps of 40 ms; the peer makes steps of 1 and 5 ms by RK4. Errors are
those of the platform at the end, against runs with rtol 1e-12 by another formalism. Code for four runs at once is
compiled with the first of them, not after some seconds of runs.
"""

from time import perf_counter, process_time

import machine
import numpy as np
from default_runs import CARRIES, PLACE, stewart_peer
from machine import PLATFORM, TORQUES, Settings
from measure import Case, interleaved
from results import Figure, Section, compare

import linkwright as lw
from linkwright.simulation.ensembles import batch

TARGET, LONGEST = 20.0, 11e-6
"""How many times faster than mujoco.rollout, and what a run of the 3RRR may take (s)."""
RUNS, STEP, STEPS = 1024, 1e-3, 20
PLATFORMS, LONG_STEP, LONG_STEPS = 256, 5e-3, 40
MANIPULATOR = {"rtol": 1e-3, "integrator": lw.integrators.DormandPrince()}
PLATFORM_STEPS = {"integrator": lw.integrators.RungeKutta4(step=40e-3)}
"""Integrators whose errors are still below those of the peer."""


def ensembles(settings: Settings) -> Section:
    """Both machines, on one thread by CPU time and on two by the clock."""
    section = Section("Ensembles: many runs at once")
    batch.SECONDS_A_LOOP = batch.SECONDS_AN_INSTRUCTION = 0.0
    for title, ours, theirs, note, limit in (_manipulators(settings), _platforms(settings, section)):
        for threads, clock in ((1, process_time), (2, perf_counter)):
            word = f"{threads} thread{'s' * (threads > 1)}"
            own, peer = f"rollout, {title}, {word}", f"mujoco.rollout, {word}"
            cases = {own: Case(lambda threads=threads, ours=ours: ours[0](threads), units=ours[1])}
            if theirs is not None:
                cases[peer] = Case(lambda threads=threads, theirs=theirs: theirs[0](threads), units=theirs[1])
            timings = interleaved(cases, settings.rounds(15), clock=clock)
            if theirs is not None:
                section.comparisons.append(
                    compare(timings, own, peer, target=TARGET, condition=note[0], note=f"a run; {note[1]}")
                )
            if threads == 1 and limit is not None:
                words = f"least of all rounds; the median is {timings[own].median * 1e6:.3g} us"
                section.figures.append(Figure(f"a run, {title}", timings[own].minimum, "s", limit, note=words))
    section.remarks.append("Times are those of one run; two threads by the clock, one by CPU time.")
    return section


def _manipulators(settings: Settings):
    dynamics = machine.compiled()
    random = np.random.default_rng(0)
    poses = random.uniform(-0.2, 0.2, (RUNS, 3))
    velocities, torques = random.uniform(-0.5, 0.5, (RUNS, 3)), random.uniform(-1, 1, (RUNS, 3))
    given = {
        "start": dict(zip(PLATFORM, poses.T, strict=True)),
        "speeds": dict(zip(PLATFORM, velocities.T, strict=True)),
        "inputs": dict(zip(TORQUES, torques.T, strict=True)),
        "duration": STEPS * STEP,
        "samples": 2,
    }

    def ours(threads, dynamics=dynamics, **accuracy):
        return lw.rollout(dynamics, **given, **(accuracy or MANIPULATOR), threads=threads)

    exact = ours(1, lw.compile(lw.formalisms.kane(lw.mechanisms.three_rrr(motors=False))), rtol=1e-12)
    error = _error(ours(1), exact, PLATFORM)
    theirs, note = None, (True, "")
    if "mujoco" in settings.peers:
        module = settings.peers["mujoco"]
        peer = module.build(step=STEP, integrator="RK4")
        inputs = module.batch_inputs(peer, poses, velocities, torques)

        def theirs_run(threads):
            return module.batch(peer, *inputs, threads=threads, steps=STEPS)

        their_error = np.abs(module.poses(peer, theirs_run(1)) - _ends(exact, PLATFORM)).max()
        theirs, note = (theirs_run, RUNS), (error < their_error, f"error {error:.0e} against {their_error:.0e}")
    return "3RRR, 20 ms", (ours, RUNS), theirs, note, LONGEST


def _platforms(settings: Settings, section: Section):
    dynamics = lw.compile(lw.formalisms.modular(lw.mechanisms.stewart()))
    forces = CARRIES + np.random.default_rng(1).uniform(-300.0, 300.0, (PLATFORMS, 6))
    inputs = {f"f{k}": forces[:, k - 1] for k in range(1, 7)}

    def ours(threads, dynamics=dynamics, **accuracy):
        length = LONG_STEPS * LONG_STEP
        return lw.rollout(
            dynamics, inputs=inputs, duration=length, samples=2, **(accuracy or PLATFORM_STEPS), threads=threads
        )

    exact = ours(1, lw.compile(lw.formalisms.kane(lw.mechanisms.stewart())), rtol=1e-12)
    error = _error(ours(1), exact, PLACE)
    found = stewart_peer(section, dynamics, dynamics.assemble()) if "mujoco" in settings.peers else None
    theirs, note = None, (True, "")
    if found is not None:
        module, peer = found
        batch = module.batch_inputs(peer, forces)

        def theirs_run(threads):
            return module.batch(peer, *batch, threads=threads, steps=LONG_STEPS)

        their_error = np.abs(module.poses(peer, theirs_run(1)) - _ends(exact, PLACE)).max()
        theirs, note = (theirs_run, PLATFORMS), (error < their_error, f"error {error:.0e} against {their_error:.0e} m")
    return "Stewart platform, 0.2 s", (ours, PLATFORMS), theirs, note, None


def _ends(runs, names):
    return np.column_stack([runs[name][:, -1] for name in names])


def _error(runs, exact, names):
    """Largest difference at the end of all runs."""
    assert runs.finished.all(), runs.reasons
    return float(np.abs(_ends(runs, names) - _ends(exact, names)).max())

"""Ten seconds of free motion of the 3RRR, with the error of the final pose."""

import numpy as np
from derivation import no_cache, setting
from machine import PLATFORM, TORQUES, Settings, compiled, start
from measure import Case, interleaved
from peers import geometry as g
from results import Comparison, Figure, Section, compare

import linkwright as lw

TARGET = 10.0
DURATION, SAMPLES = 10.0, 101
LEVELS = ("engineering", "draft")


def _run(dynamics, state, accuracy):
    return lw.simulate(
        dynamics, state, duration=DURATION, inputs=dict.fromkeys(TORQUES, 0.0), samples=SAMPLES, accuracy=accuracy
    )


def _error(pose):
    """Largest difference of the final pose from the reference solution, m or rad."""
    return float(np.abs(np.asarray(pose) - g.FREE_POSE_10_S).max())


def run(settings: Settings) -> Section:
    """Whole runs: from a state to a Trajectory with its certificate, against MuJoCo's steps."""
    section = Section("10 s of free motion")
    dynamics = compiled()
    state = start(dynamics)
    motions = {accuracy: _run(dynamics, state, accuracy) for accuracy in LEVELS}
    errors = {
        f"simulate, {name}": _error([motion[quantity][-1] for quantity in PLATFORM]) for name, motion in motions.items()
    }
    cases = {
        f"simulate, {accuracy}": Case(lambda accuracy=accuracy: _run(dynamics, state, accuracy)) for accuracy in LEVELS
    }
    for name, label in (("mujoco", "MuJoCo RK4, 5 ms"), ("pinocchio", "DOP853 (scipy) over pinocchio")):
        if name in settings.peers:
            module = settings.peers[name]
            peer = module.build()
            errors[label] = _error(module.free_motion(peer))
            cases[label] = Case(lambda module=module, peer=peer: module.free_motion(peer))
    timings = interleaved(cases, settings.rounds(15))
    first = _first(settings)
    section.comparisons = _compared(timings, errors)
    if not section.comparisons:
        section.figures += [Figure(name, timing.median, "s") for name, timing in timings.items()]
    section.figures += [Figure(f"state error, {name}", error, "m or rad") for name, error in errors.items()]
    section.figures.append(
        Figure(
            "simulate, engineering, the first run", first, "s", note="with compiling the time loop; object cache off"
        )
    )
    certificate = motions["engineering"].certificate
    section.remarks.append(
        f"simulate returns {len(motions['engineering'].names)} channels and the poses of all bodies at {SAMPLES} "
        f"times, with a certificate ({certificate.steps} steps, {certificate.pivotings} pivotings, energy error "
        f"{certificate.energy_error:.0e}); MuJoCo and pinocchio return the final state."
    )
    return section


def _compared(timings, errors) -> list[Comparison]:
    rows = []
    for peer in (name for name in timings if not name.startswith("simulate")):
        for accuracy in LEVELS:
            ours = f"simulate, {accuracy}"
            smaller = errors[ours] < errors[peer]
            note = f"error {errors[ours]:.0e} against {errors[peer]:.0e}" + ("" if smaller else ": larger")
            target = TARGET if peer.startswith("MuJoCo") and accuracy == "engineering" else None
            rows.append(compare(timings, ours, peer, target=target, condition=smaller, note=note))
    return rows


def _first(settings: Settings) -> float:
    """The first run of new dynamics, compiling included."""
    made: list = []

    def fresh():
        dynamics = compiled()
        made[:] = [dynamics, start(dynamics)]

    with no_cache(), setting("LINKWRIGHT_QUICK", "on"):
        case = Case(lambda: _run(*made, "engineering"), number=1, before=fresh)
        return interleaved({"first": case}, settings.rounds(5), warm=False)["first"].median

"""Operation counts and compile times, for information; inverse dynamics along a motion."""

import numpy as np
from derivation import no_cache
from machine import PLATFORM, TORQUES, Settings, compiled, equations
from measure import Case, interleaved
from peers import geometry as g
from results import Figure, Section, compare

import linkwright as lw
from linkwright.codegen import operations

JOINS = {"Complement": lw.joins.Complement, "Multipliers": lw.joins.Multipliers}
POINTS, TARGET = 500, 20.0


def sizes(settings: Settings) -> Section:
    """Operations of forward dynamics after merging, and how long compiling takes, for each compiled join."""
    section = Section("Size of the code and time to compile")
    for motors in (False, True):
        derived = equations(motors=motors)
        for name, join in JOINS.items():
            made: list = []

            def ready(derived=derived, join=join, made=made):
                made[:] = [lw.compile(derived, join=join())]
                return made[0].functions.backend

            with no_cache():
                timing = interleaved({"compile": Case(ready, number=1)}, settings.rounds(5))["compile"]
            dynamics = made[0]
            words = f"{name}, {'with' if motors else 'without'} motors"
            section.figures += [
                Figure(
                    f"{words}: operations",
                    operations(dynamics.first_pivoting.forward),
                    "",
                    note="with the watch over rank",
                ),
                Figure(f"{words}: compile to machine code", timing.median, "s"),
            ]
    return section


def inverse(settings: Settings) -> Section:
    """Torques along a prescribed motion."""
    section = Section(f"Inverse dynamics at {POINTS} points of a motion")
    dynamics = compiled()
    ends = dict(zip(PLATFORM, (0.2, -0.15, 0.25), strict=True))
    motion = lw.Motion({name: lw.laws.Cycloid(0.0, end, 2.0) for name, end in ends.items()}, samples=POINTS)
    found = dynamics.inverse(motion)
    ours = "inverse of a Motion"
    cases = {ours: Case(lambda: dynamics.inverse(motion), number=20)}
    q, v, a = joint_motion(motion)
    for tool in ("pinocchio", "mujoco"):
        if tool not in settings.peers:
            continue
        module = settings.peers[tool]
        peer = module.build()
        theirs = module.inverse_batch(peer, q, v, a)
        error = np.abs(np.column_stack([found[name] for name in TORQUES]) - theirs).max() / np.abs(theirs).max()
        cases[f"{tool}, Python loop"] = Case(
            lambda module=module, peer=peer: module.inverse_batch(peer, q, v, a), number=1
        )
        section.remarks.append(f"Largest relative difference of the torques to those of {tool}: {error:.0e}.")
    timings = interleaved(cases, settings.rounds(7))
    section.comparisons += [
        compare(timings, ours, name, target=TARGET if name.startswith("pinocchio") else None)
        for name in cases
        if name != ours
    ]
    section.figures += [] if section.comparisons else [Figure(ours, timings[ours].median, "s")]
    section.remarks.append(
        "Ours begins with the platform's motion and returns a Trajectory: it assembles the machine at every point, "
        "puts the torques back into forward dynamics and reads every quantity, which the peers are spared (their joint "
        "angles, rates and accelerations are prepared)."
    )
    return section


def joint_motion(motion):
    """Joint angles, rates and accelerations (n, 7) of a platform motion, in closed form but for one difference."""
    positions, speeds, accelerations, _ = motion.at(motion.time)
    pose, velocity, wanted = (
        np.column_stack([table[name] for name in PLATFORM]) for table in (positions, speeds, accelerations)
    )
    q, v = g.joint_state(pose, velocity)
    # The rates are linear in the velocity at a pose: their derivative is rates(acceleration) and what the pose adds,
    # by a central difference along the motion, of an error near 1e-10.
    step = 1e-5
    ahead = g.joint_state(pose + step * velocity, velocity)[1]
    behind = g.joint_state(pose - step * velocity, velocity)[1]
    return q, v, g.joint_state(pose, wanted)[1] + (ahead - behind) / (2 * step)

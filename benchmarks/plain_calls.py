"""Single calls from Python, as controllers and learning environments make them: one step, one state, one question."""

from time import process_time

import machine
import numpy as np
from machine import PLATFORM, Settings
from measure import Case, interleaved
from peers import geometry as g
from results import Figure, Section, compare

import linkwright as lw

STEP, STEP_TARGET = 1e-3, 8.0
"""Step of a controller (s), and how many times faster than `mj_step` by the same method ours is to be."""
LONGEST_ASSEMBLY = 0.3e-3
LONGEST_INVERSE = {"3RRR": 0.2e-3, "Stewart platform": 1e-3, "arm with seven joints": 1e-3}
"""What a call may take (s)."""


def calls(settings: Settings) -> Section:
    """A step of the 3RRR against MuJoCo's; questions by names, after the first."""
    section = Section("Plain calls, CPU time")
    dynamics = machine.compiled()
    start = machine.start(dynamics)
    ours = "stepper.step, 1 ms, RungeKutta4"
    cases = {ours: _steps(dynamics, start)} | _their_steps(settings)
    timings = interleaved(cases, settings.rounds(25), clock=process_time)
    section.comparisons += [
        compare(timings, ours, name, target=STEP_TARGET if "RK4" in name else None, note="inputs set at each step")
        for name in cases
        if name != ours
    ]
    questions = {
        "assemble by names, 3RRR": (_assembly(dynamics), LONGEST_ASSEMBLY),
        "inverse at a state, 3RRR": (_inverse(dynamics, start, dict.fromkeys(PLATFORM, 0.1)), LONGEST_INVERSE["3RRR"]),
    }
    for name, made in (
        ("Stewart platform", lw.mechanisms.stewart()),
        ("arm with seven joints", lw.mechanisms.serial_chain(7, spatial=True)),
    ):
        other = lw.compile(lw.formalisms.modular(made))
        state = other.assemble()
        wanted = dict.fromkeys(state.chosen[: len(other.inputs)], 0.1)
        questions[f"inverse at a state, {name}"] = (_inverse(other, state, wanted), LONGEST_INVERSE[name])
    timings = interleaved(
        {name: case for name, (case, _) in questions.items()}, settings.rounds(15), clock=process_time
    )
    section.figures += [
        Figure(name, timings[name].minimum, "s", limit, note=f"the first call: {timings[name].first * 1e3:.3g} ms")
        for name, (_, limit) in questions.items()
    ]
    section.remarks.append("Figures are the least times; those of the comparison follow the rule of the page.")
    return section


def _steps(dynamics, start) -> Case:
    stepper = dynamics.stepper(step=STEP)
    torques = np.zeros(3)

    def step():
        stepper.step(torques)

    return Case(step, number=1000, before=lambda: stepper.reset(start))


def _their_steps(settings: Settings) -> dict[str, Case]:
    if "mujoco" not in settings.peers:
        return {}
    import mujoco

    cases, module = {}, settings.peers["mujoco"]
    for method in ("Euler", "RK4"):
        peer = module.build(step=STEP, integrator=method)
        q, v = module.state(peer, (0.0, 0.0, 0.0), g.FREE_VELOCITY)
        forces = np.zeros(7)

        def begin(peer=peer, q=q, v=v):
            mujoco.mj_resetData(peer.model, peer.data)
            peer.data.qpos[:], peer.data.qvel[:] = q, v

        def step(peer=peer, forces=forces):
            peer.data.qfrc_applied[:] = forces
            mujoco.mj_step(peer.model, peer.data)

        cases[f"mj_step, 1 ms, {method}"] = Case(step, number=1000, before=begin)
    return cases


def _assembly(dynamics) -> Case:
    positions = dict(zip(PLATFORM, (0.01, 0.0, 0.1), strict=True))
    speeds = dict(zip(PLATFORM, (0.1, 0.0, 0.0), strict=True))
    return Case(lambda: dynamics.assemble(positions, speeds))


def _inverse(dynamics, state, accelerations) -> Case:
    return Case(lambda: dynamics.inverse(state, accelerations))

"""Runs of parallel machines as they are by default: 1 s, 1001 samples of all quantities; CPU time of a warm run.

The Stewart platform beside MuJoCo with RK4 and steps of 5 ms, with the error of both at the end.
"""

from time import process_time

import numpy as np
from machine import Settings
from measure import Case, interleaved
from results import Figure, Section, compare

import linkwright as lw

CARRIES, HOLDS = 4078.783656699347, -4.5749916  # N, N m: what holds the platform of stewart and delta at home
INPUTS = {
    "stewart": {f"f{k}": CARRIES + more for k, more in enumerate((300.0, -200.0, 100.0, 0.0, -300.0, 200.0), 1)},
    "delta": {"T1": HOLDS + 2.0, "T2": HOLDS - 1.0, "T3": HOLDS},
    "three_rps": {"f1": 0.2, "f2": -0.15, "f3": -0.1},
}
"""Forces and torques that are held."""
LIMITS = {"stewart": 8e-3, "delta": 9.7e-3, "three_rps": 5.2e-3}  # s
DURATION = 1.0  # s
PLACE = ("platform.x", "platform.y", "platform.z")


def machine(name, formalism=lw.formalisms.modular):
    """A ready machine and its home."""
    dynamics = lw.compile(formalism(getattr(lw.mechanisms, name)()))
    return dynamics, dynamics.assemble()


def simulate(dynamics, home, name, **options):
    """A run with 1001 samples."""
    motion = lw.simulate(dynamics, home, duration=DURATION, inputs=INPUTS[name], **options)
    assert motion.outcome.finished, motion.outcome
    return motion


def run(settings: Settings) -> Section:
    """Each machine against its limit, and the Stewart platform against MuJoCo."""
    section = Section("Default runs of parallel machines, 1 s, 1001 samples (CPU time)")
    ready = {name: machine(name) for name in INPUTS}
    cases = {name: Case(lambda name=name: simulate(*ready[name], name), number=3) for name in ready}
    peer, label = stewart_peer(section, *ready["stewart"]), ""
    if peer is not None:
        module, made = peer
        label = "MuJoCo RK4, 5 ms"
        cases[label] = Case(lambda: module.run(made, DURATION), number=3)
    timings = interleaved(cases, settings.rounds(25), clock=process_time)
    for name, limit in LIMITS.items():
        note = f"least {timings[name].minimum * 1e3:.1f} ms"
        section.figures.append(Figure(f"{name}, a run", timings[name].median, "s", limit, note))
    if peer is not None:
        module, made = peer
        exact = _end(simulate(*machine("stewart", lw.formalisms.kane), "stewart", rtol=1e-12))
        errors = [float(np.abs(end - exact).max()) for end in (_end(simulate(*ready["stewart"], "stewart")),
                                                               module.run(made, DURATION))]  # fmt: skip
        section.comparisons.append(
            compare(
                timings, "stewart", label, condition=errors[0] < errors[1],
                note=f"error {errors[0]:.0e} against {errors[1]:.0e} m; MuJoCo returns the final state",
            )
        )  # fmt: skip
    section.remarks.append("Inputs are held forces and torques; errors are against Kane's equations with rtol 1e-12.")
    return section


def _end(motion):
    return np.array([motion[name][-1] for name in PLACE])


def stewart_peer(section: Section, dynamics, home):
    """The peer with the geometry and the solids of the machine, or None."""
    try:
        from peers import mujoco_stewart as peer
    except ImportError as error:
        section.remarks.append(f"MuJoCo is left out, because it does not import ({error}).")
        return None
    p = dynamics.parameters
    lower = [np.array([home[f"leg{k}.lower.{axis}"] for axis in "xyz"]) for k in range(1, 7)]
    upper = [np.array([home[f"leg{k}.upper.{axis}"] for axis in "xyz"]) for k in range(1, 7)]
    outer, inner, thickness = 0.05, 0.03, 0.05  # m, as the machine has them
    across = p["m_p"] * (3 * p["b"] ** 2 + thickness**2) / 12
    solids = {
        "tube": _rod(p["m_1"], p["s"], outer**2 + inner**2, p["s"] / 2),
        "bar": _rod(p["m_2"], p["s"], inner**2, -p["s"] / 2),
        "plate": {"mass": p["m_p"], "moments": (across, across, p["m_p"] * p["b"] ** 2 / 2)},
        "height": p["h"],
    }
    legs = list(zip(lower, upper, strict=True))
    return peer, peer.build(legs, solids, p["gravity"], INPUTS["stewart"].values())


def _rod(mass, length, squares, middle):
    """A uniform round rod; `squares` is the sum of the squares of its radii."""
    across = mass * (3 * squares + length**2) / 12
    return {"mass": mass, "middle": middle, "moments": (across, across, mass * squares / 2)}

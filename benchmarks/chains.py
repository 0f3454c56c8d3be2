"""Chains: forward and inverse dynamics of many links and of many loops, against pinocchio and MuJoCo."""

from dataclasses import dataclass
from time import process_time

import numpy as np
from machine import Settings
from measure import Case, interleaved
from peers.chains import mujoco_chain, pinocchio_chain
from results import Figure, Section, compare

import linkwright as lw

SIZES = (30, 100, 300)
TARGET = 3.0
GROWTH = 1.6
LOOPS = (10, 30, 100, 300, 1000, 3000)


@dataclass(frozen=True)
class Ours:
    """Bound functions of a chain, with the arrays that they read and write."""

    forward: object
    inverse: object
    q: np.ndarray
    v: np.ndarray
    u: np.ndarray
    vdot: np.ndarray
    force: np.ndarray
    dynamics: object


def ours(n: int) -> Ours:
    """The chain in space by links, at a random state."""
    dynamics = lw.compile(lw.formalisms.denoc(lw.mechanisms.serial_chain(n, spatial=True)), join=lw.joins.Recursion())
    random = np.random.default_rng(n)
    q, v, u = random.uniform(-1, 1, n), random.uniform(-0.1, 0.1, n), random.uniform(-1, 1, n)
    t, vdot, wanted, force, fit = np.zeros(1), np.zeros(n), random.uniform(-1, 1, n), np.zeros(n), np.zeros(2)
    f = dynamics.functions
    return Ours(
        f.bound_forward(t, q, v, u, vdot, fit),
        f.bound_inverse(t, q, v, wanted, force),
        q,
        v,
        u,
        wanted,
        force,
        dynamics,
    )


def chains(settings: Settings) -> Section:
    """Serial chains of 30, 100, 300 links against the peers; 10,000 links; chains of loops."""
    section = Section("Chains of links and of loops")
    for n in SIZES:
        _against_peers(section, n, settings)
    _growth(section, settings)
    _loops(section, settings)
    section.remarks += [
        "Links turn about z and y in turn (serial_chain(n, spatial=True)); denoc with joins.Recursion(), one call.",
        "Peers: pinocchio's aba and rnea called from Python; mj_forward and mj_inverse. The faster one counts.",
        "Loops: mechanisms.n_four_bar, one evaluation of all accelerations, processor time.",
    ]
    return section


def _against_peers(section: Section, n: int, settings: Settings) -> None:
    mine = ours(n)
    forward = {f"ours, forward, {n} links": Case(mine.forward)}
    inverse = {f"ours, inverse, {n} links": Case(mine.inverse)}
    if "pin" not in settings.missing:
        import pinocchio as pin

        model, data = pinocchio_chain(n)
        forward["pinocchio aba"] = Case(lambda: pin.aba(model, data, mine.q, mine.v, mine.u))
        inverse["pinocchio rnea"] = Case(lambda: pin.rnea(model, data, mine.q, mine.v, mine.vdot))
    if "mujoco" not in settings.missing:
        import mujoco

        machine, state = mujoco_chain(n)
        state.qpos, state.qvel, state.qfrc_applied, state.qacc = mine.q, mine.v, mine.u, mine.vdot
        forward["mj_forward"] = Case(lambda: mujoco.mj_forward(machine, state))
        inverse["mj_inverse"] = Case(lambda: mujoco.mj_inverse(machine, state))
    for cases in (forward, inverse):
        timings = interleaved(cases, settings.rounds(15))
        first, *peers = cases
        if peers:
            fastest = min(peers, key=lambda name: timings[name].median)
            section.comparisons += [
                compare(timings, first, peer, target=TARGET if peer == fastest else None) for peer in peers
            ]


def _growth(section: Section, settings: Settings) -> None:
    """Cost of a link at 10,000 links over that at 100, by turns."""
    sizes = (100, 1000) if settings.quick else (100, 1000, 10_000)
    made = {n: ours(n) for n in sizes}
    for name in ("forward", "inverse"):
        cases = {str(n): Case(getattr(x, name), units=n) for n, x in made.items()}
        timings = interleaved(cases, settings.rounds(15))
        base = timings["100"]
        for n in sizes[1:]:
            section.figures.append(
                Figure(
                    f"{name} dynamics: cost of a link at {n:,} over that at 100",
                    timings[str(n)].minimum / base.minimum,
                    "times (minima)",
                    GROWTH,
                    f"{1e9 * timings[str(n)].minimum:.0f} ns against {1e9 * base.minimum:.0f} ns",
                )
            )


def _loops(section: Section, settings: Settings) -> None:
    """Slope of the cost over the number of loops, on a double logarithmic scale: 1 is linear."""
    sizes = LOOPS[:4] if settings.quick else LOOPS
    for title, derive, join in (
        ("denoc, Recursion", lw.formalisms.denoc, lw.joins.Recursion()),
        ("modular, Multipliers", lw.formalisms.modular, lw.joins.Multipliers()),
    ):
        costs = []
        for n in sizes:
            dynamics = lw.compile(derive(lw.mechanisms.n_four_bar(n)), join=join)
            state = dynamics.assemble()
            arrays = (np.zeros(1), state.q.copy(), state.v.copy(), np.zeros(0), np.zeros(len(state.v)), np.zeros(2))
            costs.append(_least(dynamics.functions.bound_forward(*arrays), max(1, 20_000 // n)))
        rolled = [(n, c) for n, c in zip(sizes, costs, strict=True) if n >= 100]  # below, straight-line code
        slope = np.polyfit(*np.log(np.array(rolled)).T, 1)[0]
        shown = ", ".join(f"{n}: {1e6 * c / n:.2f}" for n, c in zip(sizes, costs, strict=True))
        section.figures.append(
            Figure(
                f"{title}: slope from 100 to {sizes[-1]:,} loops",
                float(slope),
                "1 is linear",
                1.1,
                f"us a loop: {shown}",
            )
        )


def _least(call, number: int) -> float:
    """Least processor time of a call, s."""
    found = []
    for _ in range(7):
        start = process_time()
        for _ in range(number):
            call()
        found.append((process_time() - start) / number)
    return min(found)

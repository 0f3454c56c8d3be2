"""Composing: what it costs to use a module once more, on a chain of links that are all one module."""

from statistics import median
from time import perf_counter

from machine import Settings
from measure import Case, interleaved
from results import Figure, Section

import linkwright as lw
from linkwright.symbolic import Parameter

LIMIT = 20.0  # us a module
FEW = 10


def link() -> lw.Mechanism:
    """A bar with a joint at each end, as a module with two parameters."""
    length = Parameter("l", 0.1, "m", "length of the link")
    mass = Parameter("m", 0.2, "kg", "mass of the link")
    bar = lw.Body(mass, mass * length**2 / 12, points={"root": (-length / 2, 0.0), "tip": (length / 2, 0.0)})
    return lw.Mechanism("link", parts={"bar": bar}, parameters=[length, mass])


def parts_and_joints(template: lw.Mechanism, count: int):
    """Uses of the module, and the joints between them."""
    joints = {"pin0": lw.Revolute("ground", "link0.bar.root")}
    joints |= {f"pin{k}": lw.Revolute(f"link{k - 1}.bar.tip", f"link{k}.bar.root") for k in range(1, count)}
    return {f"link{k}": template for k in range(count)}, joints


def compose(settings: Settings) -> Section:
    """Mechanism(...) and modular(...) of a chain, for each module; one module is one link and one joint."""
    count = 1000 if settings.quick else 10_000
    template = link()
    parts, joints = parts_and_joints(template, count)
    few = lw.Mechanism("chain", *parts_and_joints(template, FEW))
    whole = lw.Mechanism("chain", parts, joints)
    timings = interleaved(
        {
            "describe": Case(lambda: lw.Mechanism("chain", parts, joints), number=1),
            "modular": Case(lambda: lw.formalisms.modular(whole), number=1),
            "few": Case(lambda: lw.formalisms.modular(few), number=1),
        },
        settings.rounds(7),
    )
    describe, modular, types = (1e6 * timings[name].median for name in ("describe", "modular", "few"))
    least = {name: 1e6 * timing.minimum for name, timing in timings.items()}
    section = Section(f"Composing {count:,} modules")
    section.figures += [
        Figure(
            "composing: modular, less the derivation of the types",
            (modular - types) / (count - FEW),
            "us a module",
            LIMIT,
            f"minimum {(least['modular'] - least['few']) / (count - FEW):.3g}",
        ),
        Figure("Mechanism (checks of the description)", describe / count, "us a module"),
        Figure(
            "Mechanism and modular, everything",
            (describe + modular) / count,
            "us a module",
            LIMIT,
            f"minimum {(least['describe'] + least['modular']) / count:.3g}",
        ),
        Figure("derivation of the types, once", types / 1e6, "s"),
    ]
    section.figures.append(
        Figure(
            "everything, with the garbage collector on",
            1e6 * _collected(parts, joints, settings) / count,
            "us a module",
        )
    )
    section.remarks.append(
        "A module here is a link (one body, two parameters) and the joint that connects it to the one before."
    )
    return section


def _collected(parts, joints, settings: Settings) -> float:
    """Seconds for everything as a user has it: with the garbage collector, which walks through what is made."""
    values = []
    for _ in range(settings.rounds(5)):
        start = perf_counter()
        lw.formalisms.modular(lw.Mechanism("chain", parts, joints))
        values.append(perf_counter() - start)
    return median(values)

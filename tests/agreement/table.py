"""Every mechanism with every formalism and every join: what the comparisons run over.

A new mechanism of the package is covered by a line in LIBRARY; a new formalism and a new join are found by themselves.
"""

from dataclasses import dataclass, replace
from functools import cache

import linkwright as lw
from agreement.spatial_machines import SPATIAL

BASE = "newton_euler"
"""States are made in absolute coordinates: every machine has them."""


@dataclass(frozen=True)
class Entry:
    """How a mechanism is made at test size; `outside` is "free bodies", or the file that has its closed form."""

    make: object
    outside: str = "free bodies"


def _named(name):
    """Factory of a mechanism of the package with its own numbers."""

    def make():
        return getattr(lw.mechanisms, name)()

    return make


LIBRARY = {
    "andrews_squeezer": Entry(_named("andrews_squeezer")),
    "simple_pendulum": Entry(_named("simple_pendulum")),
    "whipple_bicycle": Entry(_named("whipple_bicycle")),
    "double_pendulum": Entry(_named("double_pendulum")),
    "four_bar": Entry(_named("four_bar")),
    "slider_crank": Entry(_named("slider_crank")),
    "three_rrr": Entry(_named("three_rrr")),
    "serial_manipulator": Entry(_named("serial_manipulator")),
    "ball_on_turntable": Entry(_named("ball_on_turntable")),
    "chaplygin_sleigh": Entry(_named("chaplygin_sleigh")),
    "free_body": Entry(_named("free_body")),
    "heavy_top": Entry(_named("heavy_top")),
    "knife_edge": Entry(_named("knife_edge")),
    "rolling_disc": Entry(_named("rolling_disc")),
    "snakeboard": Entry(_named("snakeboard")),
    "serial_chain": Entry(lambda: lw.mechanisms.serial_chain(8)),
    "three_rps": Entry(lambda: lw.mechanisms.three_rps(gravity=9.81)),
    "three_prs": Entry(_named("three_prs")),
    "mast_3prs": Entry(_named("mast_3prs"), "mechanisms/test_mast_3prs.py"),
    "stewart": Entry(_named("stewart")),
    "delta": Entry(_named("delta")),
    "planar_parallel": Entry(lambda: lw.mechanisms.planar_parallel(("RRR", "RPR", "PRR"))),
    "planar_3prr": Entry(_named("planar_3prr")),
    "planar_2prr_rpr": Entry(_named("planar_2prr_rpr")),
    "bennett": Entry(_named("bennett")),
    "parallelogram": Entry(_named("parallelogram")),
    "stick_slip": Entry(_named("stick_slip")),
    "n_four_bar": Entry(lambda: lw.mechanisms.n_four_bar(3)),
}
"""Mechanisms of the package at test size, by name."""

VARIANTS = {
    "serial_manipulator in absolute coordinates": Entry(
        lambda: replace(lw.mechanisms.serial_manipulator(), redundant=None)
    ),
    "three_rrr without motors": Entry(lambda: lw.mechanisms.three_rrr(motors=False)),
    "serial_manipulator with wrist": Entry(
        lambda: lw.mechanisms.serial_manipulator(5, J4=(0.01, 0.02, 0.015), c4=(0.02, 0.1, 0.03))
    ),
}

TREES = {
    "spatial_four_bar": ("swing", "ball_b"),
    "cardan_shaft": ("outlet", "cross"),
    "spatial_slider_crank": ("rail", "ball_b"),
    "planar_and_spatial": ("rail", "ball_b"),
}
"""Second spanning trees: the loops are cut elsewhere, and joints are taken backwards."""

FORMALISMS = tuple(sorted(lw.formalisms.__all__, key=lambda name: name != BASE))
JOINS = {
    "partition": lw.joins.Complement(lw.kernels.Partition()),
    "qr": lw.joins.Complement(lw.kernels.QR()),
    "svd": lw.joins.Complement(lw.kernels.SVD()),
    "projector": lw.joins.Complement(lw.kernels.Projector()),
    "udwadia_kalaba": lw.joins.UdwadiaKalaba(),
    "multipliers": lw.joins.Multipliers(),
    "recursion": lw.joins.Recursion(),
}

REFUSALS = {
    "udwadia_kalaba": r"UdwadiaKalaba needs a regular mass matrix",
    "recursion": r"Recursion needs the links of",
}
"""Refusals that are right, by join: Udwadia and Kalaba's equation inverts the mass matrix; links are kept by denoc."""


def refusal(join, formalism):
    """Pattern of the refusals that are right for a join on the equations of a formalism; none matches nothing."""
    if (join, formalism) == ("recursion", "denoc"):
        return r"Recursion divides by the inertia that hangs on each joint"  # parts without mass that loops hold
    return REFUSALS.get(join, "(?!)")


def entries():
    """All machines; those of the package that have no entry come with none."""
    library = {name: LIBRARY.get(name) for name in lw.mechanisms.__all__}
    variants = {name: entry for name, entry in VARIANTS.items() if name.split()[0] in library}
    own = {name: Entry(make) for name, make in SPATIAL.items()}
    return {**library, **variants, **own}


@cache
def machine(name):
    """The mechanism of an entry, made once."""
    entry = entries()[name]
    assert entry is not None, (
        f"mechanism {name!r} is not compared: add a line for it to LIBRARY in tests/agreement/table.py, with a factory "
        "at test size and where its outside reference is"
    )
    return entry.make()


NEST = "cell.robot."
"""Path of a machine inside two mechanisms that have nothing of their own."""


def nested(name):
    """The machine inside two mechanisms around it: it keeps its gravity, redundant set and reference."""
    return lw.Mechanism("hall", {"cell": lw.Mechanism("cell", {"robot": machine(name)})})


@cache
def derived(name, formalism, tree=()):
    """Compiled dynamics (complement by partition), derived once."""
    options = {"tree": tree} if tree else {}
    return lw.compile(getattr(lw.formalisms, formalism)(machine(name), **options))

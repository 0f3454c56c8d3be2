"""What the machines of this folder share."""

import linkwright as lw
from linkwright.model import Mechanism

TIGHT = 1e-12  # relative: a few roundings of small well-conditioned systems
G = 9.80665


def compiled(*arguments, **options):
    """Dynamics of a mechanism, joined as by default."""
    return lw.compile(lw.formalisms.modular(Mechanism(*arguments, **options)))

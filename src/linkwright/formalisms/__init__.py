"""Formalisms: from a Mechanism to Equations, one file each, one signature."""

from linkwright.formalisms.boltzmann_hamel import boltzmann_hamel
from linkwright.formalisms.denoc import denoc
from linkwright.formalisms.energy_equivalence import energy_equivalence
from linkwright.formalisms.kane import kane
from linkwright.formalisms.lagrange import lagrange
from linkwright.formalisms.maggi import maggi
from linkwright.formalisms.modular import modular
from linkwright.formalisms.newton_euler import newton_euler

__all__ = ["boltzmann_hamel", "denoc", "energy_equivalence", "kane", "lagrange", "maggi", "modular", "newton_euler"]

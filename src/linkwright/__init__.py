"""Linkwright: from the description of a machine to its equations of motion, fast code, simulations and answers."""

from linkwright import components, formalisms, mechanisms, motions
from linkwright.dynamics import compile, joins, kernels  # noqa: A004  the verb of the pipeline
from linkwright.symbolic import Parameter, t

__version__ = "0.1.0"

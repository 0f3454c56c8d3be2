"""Reactions, energy, terms, contacts and drives of a machine at a state."""

from linkwright.dynamics.answers.contacts import contact_expressions, contacts_of, read_contacts
from linkwright.dynamics.answers.couplings import about_couplings, no_couplings
from linkwright.dynamics.answers.description import Description, Entry
from linkwright.dynamics.answers.location import singular, where
from linkwright.dynamics.answers.reactions import FORCE_UNITS, Balance, balance, solve
from linkwright.dynamics.answers.record import SampleReadings, origin, record
from linkwright.dynamics.answers.shared_drives import SharedDegreesOfFreedom, shared_degrees_of_freedom
from linkwright.dynamics.answers.undecided import refuse_undecided

__all__ = [
    "FORCE_UNITS",
    "Balance",
    "Description",
    "Entry",
    "SampleReadings",
    "SharedDegreesOfFreedom",
    "about_couplings",
    "balance",
    "contact_expressions",
    "contacts_of",
    "no_couplings",
    "origin",
    "read_contacts",
    "record",
    "refuse_undecided",
    "shared_degrees_of_freedom",
    "singular",
    "solve",
    "where",
]

"""Setting the checked fields of a frozen object."""

from linkwright.motions.faults import Faults


def settle(record: object, faults: Faults, **fields: object) -> None:
    """Raise what is wrong, all at once; when nothing is, set the checked fields of the frozen object."""
    faults.stop()
    for name, value in fields.items():
        object.__setattr__(record, name, value)

"""Accuracy asked of a run, as an object: relative and absolute tolerance of the error of one step."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real


@dataclass(frozen=True)
class Accuracy:
    """rtol (relative) and atol (absolute, each state in its own SI unit) of the error of one step."""

    rtol: float
    atol: float

    def __post_init__(self) -> None:
        faults = [
            f"{name} = {value!r}: expected a positive number below 1"
            for name, value in (("rtol", self.rtol), ("atol", self.atol))
            if not isinstance(value, (float, Real)) or not 0 < value < 1
        ]
        if not faults and self.rtol < 1e-14:
            faults.append(f"rtol = {self.rtol!r} is below what double precision can give; use 1e-14 or more")
        if not faults and self.atol < 1e-30:
            faults.append(f"atol = {self.atol!r} is below what double precision can give; use 1e-30 or more")
        if faults:
            raise ValueError("; ".join(faults))
        object.__setattr__(self, "rtol", float(self.rtol))
        object.__setattr__(self, "atol", float(self.atol))


draft = Accuracy(1e-5, 1e-7)
engineering = Accuracy(1e-8, 1e-10)
reference = Accuracy(1e-11, 1e-13)
NAMED = {"draft": draft, "engineering": engineering, "reference": reference}

"""Laws of time as plain data and back, for files: names and numbers, nothing that is run."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

import numpy as np

from linkwright.laws.law import Constant, Law, Scaled, Sum
from linkwright.laws.shapes.cycloid import Cycloid
from linkwright.laws.shapes.pieces import PiecewisePolynomial
from linkwright.laws.shapes.points import Spline, Table
from linkwright.laws.shapes.polynomial import Polynomial
from linkwright.laws.shapes.profiles import SCurve, Trapezoid
from linkwright.laws.shapes.sequence import Sequence
from linkwright.laws.shapes.waves import Chirp, Sine

_KINDS: Mapping[str, type[Law]] = {
    kind.__name__: kind
    for kind in (
        Chirp, Constant, Cycloid, PiecewisePolynomial, Polynomial, SCurve, Scaled, Sequence, Sine, Spline, Sum, Table,
        Trapezoid,
    )
}  # fmt: skip
_DERIVED = {"Trapezoid": ("duration", "peak_speed")}
"""Fields that follow from the others, though they are not marked so."""


def law_to_data(law: Law) -> dict[str, Any] | None:
    """The law as plain values, or None for one that is not made of numbers (an expression).

    >>> law_to_data(Sine(2.0, 0.5))
    {'kind': 'Sine', 'amplitude': 2.0, 'frequency': 0.5, 'phase': 0.0, 'offset': 0.0}
    """
    kind = type(law).__name__
    if _KINDS.get(kind) is type(law):
        derived = _DERIVED.get(kind, ())
        names = [entry.name for entry in fields(law) if entry.init and entry.name not in derived]  # type: ignore[arg-type]  # all of _KINDS are dataclasses
        values = {name: _plain(getattr(law, name)) for name in names}
        if None not in values.values():
            data = {"kind": kind, **values}
            if _same(law_from_data(data), law):
                return data
    table = law.polynomials()
    if table is None:
        return None
    knots, coefficients = table.knots.tolist(), table.coefficients.tolist()
    return {"kind": "PiecewisePolynomial", "knots": knots, "coefficients": coefficients}


def law_from_data(data: Any) -> Law:
    """The law of `law_to_data`; anything else raises ValueError in words.

    >>> float(law_from_data({"kind": "Sine", "amplitude": 2.0, "frequency": 0.25})(1.0))
    2.0
    """
    if not isinstance(data, Mapping) or data.get("kind") not in _KINDS:
        raise ValueError(f"{data!r:.80} is no law of time as data; expected a mapping with 'kind', one of {[*_KINDS]}")
    given = {name: _make_argument(value) for name, value in data.items() if name != "kind"}
    try:
        return _KINDS[data["kind"]](**given)
    except TypeError as error:
        raise ValueError(f"the law {data['kind']} has other fields than {', '.join(given)}") from error


def _plain(value: Any) -> Any:
    """A field as plain values; None if it is something else."""
    if isinstance(value, Law):
        return law_to_data(value)
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, tuple | list):
        entries = [_plain(entry) for entry in value]
        return None if any(entry is None for entry in entries) else entries
    return value if isinstance(value, int | float | str) else None


def _make_argument(value: Any) -> Any:
    if isinstance(value, Mapping):
        return law_from_data(value)
    if isinstance(value, list | tuple):
        return tuple(_make_argument(entry) for entry in value)
    return value


def _same(one: Law, other: Law) -> bool:
    """Whether both are the same function to the last bit, as far as a file needs it."""
    return repr(one) == repr(other)

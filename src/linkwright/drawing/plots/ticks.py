"""Round numbers for axes, and numbers as short text."""

from __future__ import annotations

import math

SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
TINY = 1e-290  # below this a power of ten cannot be taken out: shown as zero
SMALL, LARGE = -2, 4  # powers of ten between which an axis needs no factor


def nice_ticks(low: float, high: float, about: int = 5) -> tuple[float, ...]:
    """Return about so many round numbers (1, 2 or 5 times a power of ten apart) within [low, high], low < high."""
    assert low < high
    rough = (high - low) / max(about, 1)
    power = 10.0 ** math.floor(math.log10(rough))
    step = power * min((1.0, 2.0, 5.0, 10.0), key=lambda factor: abs(math.log(factor * power / rough)))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return tuple(index * step for index in range(first, last + 1))


def pad_range(low: float, high: float, share: float = 0.06) -> tuple[float, float]:
    """Return the range with a margin; around a constant, a range in which it shows as a level line."""
    span = high - low
    if max(abs(low), abs(high)) < TINY:
        return -1.0, 1.0
    if span <= 1e-12 * max(abs(low), abs(high)) or span == 0.0:
        half = 0.5 * max(abs(low), abs(high)) or 1.0
        return low - half, high + half
    return low - share * span, high + share * span


def factor_of(low: float, high: float) -> int:
    """Return the power of ten, a multiple of three, to take out of an axis; 0 where its numbers read well."""
    largest = max(abs(low), abs(high))
    if largest < TINY:
        return 0
    power = math.floor(math.log10(largest))
    return 0 if SMALL <= power < LARGE else 3 * math.floor(power / 3)


def unit_label(unit: str, power: int = 0) -> str:
    """Return the unit in brackets, with a factor where one was taken out: `[10⁻³ m]`."""
    factor = f"10{str(power).translate(SUPERSCRIPTS)}" if power else ""
    inside = " ".join(part for part in (factor, unit if unit not in {"", "1"} else "") if part)
    return f"[{inside or '–'}]"


def tick_label(value: float, step: float) -> str:
    """Return the number with the decimals that its step needs, and a true minus sign."""
    decimals = 0
    # ticks are sums of steps, so what a step rounds to within a millionth every tick does
    while decimals < 12 and abs(step - round(step, decimals)) > 1e-6 * step:
        decimals += 1
    text = f"{value:.{decimals}f}"
    if float(text) == 0.0:
        text = text.lstrip("-")
    return text.replace("-", "−")


def number(value: float, digits: int = 4) -> str:
    """Return a number for reading: a few significant digits, powers of ten written as such.

    >>> number(0.00012), number(12.5), number(float("nan"))
    ('1.2·10⁻⁴', '12.5', 'not a number')
    """
    if math.isnan(value):
        return "not a number"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if value == 0.0:
        return "0"
    power = math.floor(math.log10(abs(value)))
    if -4 < power < 6:
        return f"{value:.{digits}g}".replace("-", "−") if abs(value) < 10**digits else f"{value:.0f}".replace("-", "−")
    mantissa = f"{value / 10.0**power:.{digits - 1}f}".rstrip("0").rstrip(".")
    factor = {"1": "", "-1": "−"}.get(mantissa, f"{mantissa}·")
    return f"{factor}10{str(power).translate(SUPERSCRIPTS)}".replace("-", "−")


def group_digits(count: int) -> str:
    """Return a whole number with its thousands set apart."""
    return f"{count:,}".replace(",", "\N{NARROW NO-BREAK SPACE}")

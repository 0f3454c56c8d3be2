"""Numbers with their first and second derivative along one parameter: exact derivatives of formulas as written."""

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Jet:
    """f, f', f''."""

    a: float
    b: float = 0.0
    c: float = 0.0

    def __add__(self, other):
        o = as_jet(other)
        return Jet(self.a + o.a, self.b + o.b, self.c + o.c)

    __radd__ = __add__

    def __neg__(self):
        return Jet(-self.a, -self.b, -self.c)

    def __sub__(self, other):
        return self + -as_jet(other)

    def __rsub__(self, other):
        return as_jet(other) - self

    def __mul__(self, other):
        o = as_jet(other)
        return Jet(self.a * o.a, self.a * o.b + self.b * o.a, self.a * o.c + 2 * self.b * o.b + self.c * o.a)

    __rmul__ = __mul__

    def of(self, f, df, ddf):
        """Chain rule: a function with its two derivatives at this value."""
        return Jet(f, df * self.b, df * self.c + ddf * self.b**2)


def as_jet(x):
    return x if isinstance(x, Jet) else Jet(float(x))


def sin(x):
    s, c = math.sin(x.a), math.cos(x.a)
    return x.of(s, c, -s)


def cos(x):
    s, c = math.sin(x.a), math.cos(x.a)
    return x.of(c, -s, -c)


def sqrt(x):
    root = math.sqrt(x.a)
    return x.of(root, 0.5 / root, -0.25 / root**3)


def atan2(y, x):
    size = x.a**2 + y.a**2
    turn = x.a * y.b - y.a * x.b
    bend = (x.a * y.c - y.a * x.c) / size - 2 * (x.a * x.b + y.a * y.b) * turn / size**2
    return Jet(math.atan2(y.a, x.a), turn / size, bend)


def acos(x):
    root = math.sqrt(1 - x.a**2)
    return x.of(math.acos(x.a), -1 / root, -x.a / root**3)

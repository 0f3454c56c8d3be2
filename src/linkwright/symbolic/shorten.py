"""Short forms of trigonometric polynomials, for people to read: the shortest of several groupings of the same terms.

An expression is taken apart into a sum of r p o w F: a number, a symbol in which it is linear (a mass), a monomial of
other symbols (lengths), a monomial of rates, and a trigonometric polynomial of the angles as its Fourier sum, which is
the same however the expression was written. The terms are then grouped in every order of p, o, w and F.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import permutations
from typing import TypeAlias

from linkwright.symbolic.readable import Sympy, sympy_module

Harmonic: TypeAlias = "tuple[str, tuple[int, ...]]"  # "cos" or "sin", and the whole multiples of the angles
Fourier: TypeAlias = "dict[Harmonic, Sympy]"
Term: TypeAlias = "tuple[int, ...]"  # which value stands on each axis: p, o, w, F (-1: already in front)
Terms: TypeAlias = "dict[Term, Sympy]"

MANY_TERMS = 60
"""Terms above which only two orders are tried, of 24."""
FACTORED = 4
"""Terms up to which a sum is tried as a product of polynomials."""


def shorten(
    expression: Sympy, *, linear: Collection[Sympy] = (), rates: Collection[Sympy] = (), linear_first: bool = False
) -> Sympy:
    """The shortest grouping found of a SymPy expression, by the number of its operations; equal to it identically.

    `linear` are symbols of which each term has at most one (masses and moments of inertia), `rates` those of speeds.
    With `linear_first` only groupings are taken that are sums over the linear symbols. What is no polynomial in
    symbols, sines and cosines is kept whole.

    >>> import sympy
    >>> a, b, m = sympy.symbols("a b m", real=True)
    >>> shorten(m * (sympy.cos(a) * sympy.cos(b) - sympy.sin(a) * sympy.sin(b)) + m, linear=[m])
    m*(cos(a + b) + 1)
    """
    sympy = sympy_module()
    if expression.is_number:
        return expression
    reader = _Reader(expression)
    axes, terms = reader.terms(frozenset(linear), frozenset(rates))
    if not terms:
        return sympy.Integer(0)
    writer = _Writer(reader.angles, axes)
    orders = list(permutations(range(4))) if len(terms) <= MANY_TERMS else [(0, 1, 2, 3), (0, 2, 1, 3)]
    found = {writer.whole(terms, order) for order in orders if order[0] == 0 or not linear_first}
    if not linear_first:
        found.add(expression)
    return min(found, key=lambda form: (form.count_ops(), len(str(form)), str(form)))


class _Reader:
    """An expression as a polynomial over the rational numbers in symbols, and sines and cosines of its angles."""

    def __init__(self, expression: Sympy) -> None:
        sympy = sympy_module()
        self.sin, self.cos = sympy.sin, sympy.cos
        self.known: dict[Sympy, Sympy] = {}
        expression = expression.replace(
            lambda e: isinstance(e, (sympy.sin, sympy.cos)) and not e.args[0].is_Symbol, sympy.expand_trig
        )
        atoms = self._atoms(expression)
        self.angles = sorted({a.args[0] for a in atoms if self._circular(a)}, key=str)
        plain = sorted((a for a in atoms if not self._circular(a)), key=str)
        self.plain = plain
        circular = [f(x) for x in self.angles for f in (self.sin, self.cos)]
        self.ring = sympy.polys.rings.PolyRing([sympy.Dummy() for _ in (*plain, *circular)] or "z", sympy.QQ)
        self.known |= dict(zip((*plain, *circular), self.ring.gens, strict=False))
        self.polynomial = self._read(expression)

    def _circular(self, atom: Sympy) -> bool:
        return isinstance(atom, (self.sin, self.cos)) and atom.args[0].is_Symbol

    def _parts(self, e: Sympy) -> tuple[Sympy, ...] | None:
        """What an expression is made of by sums, products and whole powers; None if it is an atom."""
        if e.is_Add or e.is_Mul:
            return tuple(e.args)
        if e.is_Pow and e.exp.is_Integer and e.exp > 0:
            return (e.base,)
        return None

    def _atoms(self, expression: Sympy) -> set[Sympy]:
        found, seen, waiting = set(), set(), [expression]
        while waiting:
            e = waiting.pop()
            if e in seen or e.is_Rational:
                continue
            seen.add(e)
            parts = self._parts(e)
            if parts is None:
                found.add(e)
            else:
                waiting += parts
        return found

    def _read(self, e: Sympy) -> Sympy:
        if e in self.known:
            return self.known[e]
        if e.is_Rational:
            result = self.ring.ground_new(self.ring.domain.from_sympy(e))
        else:
            parts = [self._read(part) for part in self._parts(e) or ()]
            result = parts[0]
            for part in parts[1:]:
                result = result + part if e.is_Add else result * part
            if e.is_Pow:
                result = result ** int(e.exp)
        self.known[e] = result
        return result

    def terms(self, linear: Collection[Sympy], rates: Collection[Sympy]) -> tuple[list[list[Sympy]], Terms]:
        """Values on the axes p, o, w, F (its first coefficient 1) without what all share; numbers r by their places."""
        sympy = sympy_module()
        split, zero = len(self.plain), (0,) * len(self.angles)
        gathered: dict[tuple[Sympy, Sympy, Sympy], Fourier] = {}
        for powers, number in self.polynomial.terms():
            kinds: list[Sympy] = [sympy.Integer(1)] * 3
            for atom, power in zip(self.plain, powers[:split], strict=False):
                if power:
                    kind = 2 if atom in rates else 0 if atom in linear and power == 1 and kinds[0] == 1 else 1
                    kinds[kind] *= atom**power
            fourier: Fourier = {("cos", zero): self.ring.domain.to_sympy(number)}
            for place, power in enumerate(powers[split : split + 2 * len(self.angles)]):
                for _ in range(power):
                    fourier = _times(fourier, place // 2, sine=place % 2 == 0)
            into = gathered.setdefault((kinds[0], kinds[1], kinds[2]), {})
            for harmonic, value in fourier.items():
                into[harmonic] = into.get(harmonic, 0) + value
        found: dict[tuple[Sympy, ...], Sympy] = {}
        for key, fourier in gathered.items():
            kept = sorted((h, value) for h, value in fourier.items() if value != 0)
            if kept:
                first = kept[0][1]
                found[*key, tuple((h, value / first) for h, value in kept)] = first
        axes = [sorted({key[k] for key in found}, key=str) for k in range(4)]
        places = [{value: k for k, value in enumerate(axis)} for axis in axes]
        return axes, {tuple(places[k][key[k]] for k in range(4)): number for key, number in found.items()}


def _times(fourier: Fourier, angle: int, *, sine: bool) -> Fourier:
    """Product with the sine or cosine of one angle, as sums and differences of angles."""
    result: Fourier = {}
    for (kind, k), value in fourier.items():
        up, down = (tuple(n + step * (i == angle) for i, n in enumerate(k)) for step in (1, -1))
        if sine:
            pairs = [("sin", up, 1), ("sin", down, -1)] if kind == "cos" else [("cos", down, 1), ("cos", up, -1)]
        else:
            pairs = [(kind, up, 1), (kind, down, 1)]
        for name, multiples, sign in pairs:
            first = next((n for n in multiples if n), 0)
            if first == 0 and name == "sin":
                continue
            if first < 0:
                multiples, sign = tuple(-n for n in multiples), -sign if name == "sin" else sign  # noqa: PLW2901
            result[name, multiples] = result.get((name, multiples), 0) + sign * value / 2
    return result


class _Writer:
    """Groupings of terms as expressions."""

    def __init__(self, angles: list[Sympy], axes: list[list[Sympy]]) -> None:
        self.sympy = sympy_module()
        self.angles, self.axes = angles, list(axes)
        shared = [self._common_factor(axes[k]) for k in (1, 2)]
        self.shared = shared[0] * shared[1]
        for k, common in zip((1, 2), shared, strict=True):
            self.axes[k] = [value / common for value in axes[k]]
        self.trigonometric = lru_cache(maxsize=None)(self._trigonometric)
        self.made: dict[Sympy, Sympy] = {}

    def whole(self, terms: Terms, order: tuple[int, ...]) -> Sympy:
        """One grouping, with what all terms share put in front."""
        return self.shared * self.write_sum(terms, order)

    def _common_factor(self, monomials: list[Sympy]) -> Sympy:
        powers = {base: e for base, e in monomials[0].as_powers_dict().items() if e.is_Integer and e > 0 and base != 1}
        for monomial in monomials[1:]:
            own = monomial.as_powers_dict()
            powers = {base: min(e, own[base]) for base, e in powers.items() if base in own}
        return self.sympy.Mul(*[base**e for base, e in powers.items()])

    def write_sum(self, terms: Mapping[Term, Sympy], order: tuple[int, ...]) -> Sympy:
        """Sum over the values on the first axis; values with proportional remainders stand together in front of one."""
        key = (frozenset(terms.items()), order)
        if key in self.made:
            return self.made[key]
        axis, later = order[0], order[1:]
        groups: dict[int, Terms] = {}
        for term, number in terms.items():
            groups.setdefault(term[axis], {})[*term[:axis], -1, *term[axis + 1 :]] = number
        together: dict[Sympy, list[tuple[Sympy, Sympy]]] = {}
        for value, remainder in groups.items():
            scale = remainder[min(remainder)]
            normal = frozenset((term, number / scale) for term, number in remainder.items())
            together.setdefault(normal, []).append((self.axes[axis][value], scale))
        parts = []
        for normal, values in together.items():
            front = self._front(axis, values)
            parts.append(front * self.write_sum(dict(normal), later) if later else front)
        result = self.sympy.Add(*parts)
        if len(terms) > 1:
            result = self._best(result, small=len(terms) <= FACTORED)
        self.made[key] = result
        return result

    def _front(self, axis: int, values: list[tuple[Sympy, Sympy]]) -> Sympy:
        if axis == 3:
            total: Fourier = {}
            for fourier, scale in values:
                for harmonic, number in fourier:
                    total[harmonic] = total.get(harmonic, 0) + scale * number
            return self.trigonometric(tuple(sorted(total.items())))
        result = self.sympy.Add(*[scale * value for value, scale in values])
        return self._best(result, small=len(values) <= FACTORED) if len(values) > 1 else result

    def _best(self, form: Sympy, *, small: bool) -> Sympy:
        forms = [form, self.sympy.factor_terms(form)]
        if small:
            forms.append(self.sympy.factor(form))
        return min(forms, key=lambda f: (f.count_ops(), len(f.args)))

    def _trigonometric(self, items: tuple[tuple[Harmonic, Sympy], ...]) -> Sympy:
        """A Fourier sum as it is, or with pairs of harmonics as products, whichever is shorter."""
        left = {harmonic: value for harmonic, value in items if value != 0}
        plain = self.sympy.Add(*[value * self._function(*harmonic) for harmonic, value in left.items()])
        products = []
        for first in list(left):
            for second in list(left):
                if first in left and second in left and first < second and first[0] == second[0]:
                    product = self._product(first, second, left[first], left[second])
                    if product is not None:
                        products.append(product)
                        del left[first], left[second]
        for (kind, k), value in left.items():
            half = tuple(n // 2 for n in k)
            if kind == "sin" and all(n % 2 == 0 for n in k):
                products.append(2 * value * self._function("sin", half) * self._function("cos", half))
            else:
                products.append(value * self._function(kind, k))
        product = self.sympy.Add(*products)
        return product if product.count_ops() <= plain.count_ops() else plain

    def _product(self, first: Harmonic, second: Harmonic, a: Sympy, b: Sympy) -> Sympy:
        """Sum of two harmonics of equal size as a product of the half sum and the half difference of their angles."""
        pairs = list(zip(first[1], second[1], strict=True))
        if abs(a) != abs(b) or any((m + n) % 2 for m, n in pairs):
            return None
        plus, minus = (tuple((m + sign * n) // 2 for m, n in pairs) for sign in (1, -1))
        if first[0] == "cos":
            kinds, sign = (("cos", "cos"), 1) if a == b else (("sin", "sin"), -1)
        else:
            kinds, sign = (("sin", "cos"), 1) if a == b else (("cos", "sin"), 1)
        return 2 * sign * a * self._function(kinds[0], plus) * self._function(kinds[1], minus)

    def _function(self, kind: str, k: tuple[int, ...]) -> Sympy:
        argument = self.sympy.Add(*[n * angle for n, angle in zip(k, self.angles, strict=True)])
        return (self.sympy.sin if kind == "sin" else self.sympy.cos)(argument)

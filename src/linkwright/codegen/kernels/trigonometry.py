"""Sine and cosine of four numbers at once: of four rows of a batch, or of four angles of one kernel.

The argument is reduced to |r| <= pi/4 by x = n pi/2 + r with pi/2 in pieces of 33 bits: for |x| < 1e5 the whole number
n has 16 bits, so that n times a piece is exact, and the roundings of the differences are carried along. Then

    sin(r) = r + r^3 P(r^2),    cos(r) = 1 - r^2 / 2 + r^4 Q(r^2)

with P, Q of degree 5 through the Chebyshev points of [0, (pi/4)^2] (errors 2^-55 and 2^-59). A lane with a larger
argument, or with infinity or NaN, is left to the C library.
"""

from __future__ import annotations

from linkwright.codegen.kernels.sx import INTRINSICS, Shape, prelude

LANES = 4
FOUR = Shape(LANES)
PAIR = f"{{{FOUR.double}, {FOUR.double}}}"
NAME = "lwi.sincos"
LIMIT = 1e5
# Leading bits of pi/2, 33 at a time, and what is left.
_PIECES = [
    float.fromhex(x) for x in ("0x1.921fb544p+0", "0x1.0b4611a6p-34", "0x1.3198a2ep-69", "0x1.b839a252049c1p-104")
]
_TWO_OVER_PI = float.fromhex("0x1.45f306dc9c883p-1")
_ROUND = 1.5 * 2.0**52  # added to a number, leaves the nearest whole number in the last bits
_P = [
    float.fromhex(x)
    for x in (
        "-0x1.5555555555555p-3", "0x1.1111111110bb1p-7", "-0x1.a01a019e8357dp-13",
        "0x1.71de37961e4c6p-19", "-0x1.ae600a926c89ap-26", "0x1.5e0af186af739p-33",
    )
]  # fmt: skip
_Q = [
    float.fromhex(x)
    for x in (
        "0x1.5555555555555p-5", "-0x1.6c16c16c16966p-10", "0x1.a01a019f4e867p-16",
        "-0x1.27e4fa17a41b4p-22", "0x1.1eeb68b109173p-29", "-0x1.907d7aebd5e3dp-37",
    )
]  # fmt: skip


class _Lines:
    """Writes arithmetic on vectors; products and sums fuse only where `fused` says so."""

    def __init__(self, shape: Shape) -> None:
        self.shape, self.count = shape, 0
        self.lines: list[str] = []

    def value(self, text: str) -> str:
        self.count += 1
        self.lines.append(f"  %t{self.count} = {text}")
        return f"%t{self.count}"

    def sub(self, a: str, b: str) -> str:
        return self.value(f"fsub {self.shape.double} {a}, {b}")

    def add(self, a: str, b: str) -> str:
        return self.value(f"fadd {self.shape.double} {a}, {b}")

    def mul(self, a: str, b: str) -> str:
        return self.value(f"fmul {self.shape.double} {a}, {b}")

    def fused(self, a: str, b: str, c: str) -> str:
        """Give a b + c, in one rounding where the processor can."""
        product = self.value(f"fmul contract {self.shape.double} {a}, {b}")
        return self.value(f"fadd contract {self.shape.double} {product}, {c}")

    def difference(self, a: str, b: str) -> tuple[str, str]:
        """Give a - b and its rounding error, exactly."""
        d = self.sub(a, b)
        back = self.sub(a, d)
        return d, self.add(self.sub(a, self.add(d, back)), self.sub(back, b))

    def polynomial(self, coefficients: list[float], z: str) -> str:
        result = self.shape.constant(coefficients[-1])
        for coefficient in reversed(coefficients[:-1]):
            result = self.fused(result, z, self.shape.constant(coefficient))
        return result

    def choose(self, condition: str, a: str, b: str) -> str:
        return self.value(f"select {self.shape.mask} {condition}, {self.shape.double} {a}, {self.shape.double} {b}")


def wide_prelude(*, own: bool = False) -> str:
    """Declare what operations on vectors call; `own` leaves out the function of this file."""
    lines = [
        f"declare {FOUR.double} @llvm.{name}.{FOUR.suffix}({', '.join([FOUR.double] * count)})"
        for name, count in INTRINSICS.values()
    ]
    declared = "" if own else f"declare {PAIR} @{NAME}({FOUR.double}) nounwind willreturn memory(none)\n"
    return prelude() + "\n".join(lines) + "\n" + declared


def sincos_ir() -> str:
    """Write ``{sine, cosine} lwi.sincos(x)`` on vectors, a module of its own."""
    shape = FOUR
    w, double, lanes = _Lines(shape), shape.double, shape.lanes
    whole = f"<{lanes} x i64>"
    constant = shape.constant
    # The nearest whole number n of quarter turns; its last two bits say which quarter x is in.
    shifted = w.fused("%x", constant(_TWO_OVER_PI), constant(_ROUND))
    n = w.sub(shifted, constant(_ROUND))
    bits = w.value(f"bitcast {double} {shifted} to {whole}")
    # x - n pi/2 piece by piece. The first difference is exact, of the others the roundings are kept.
    first = w.sub("%x", w.mul(n, constant(_PIECES[0])))
    second, error2 = w.difference(first, w.mul(n, constant(_PIECES[1])))
    third, error3 = w.difference(second, w.mul(n, constant(_PIECES[2])))
    rest = w.sub(w.sub(w.mul(n, constant(_PIECES[3])), error2), error3)
    r = w.sub(third, rest)
    tail = w.sub(w.sub(third, r), rest)  # x - n pi/2 = r + tail
    z = w.mul(r, r)
    # sin(r + tail) = r + (r^3 P + tail (1 - z/2))
    half = w.mul(z, constant(0.5))
    near = w.sub(constant(1.0), half)
    sine = w.add(r, w.fused(w.mul(r, z), w.polynomial(_P, z), w.mul(tail, near)))
    # cos(r + tail) = (1 - z/2) + (what 1 - z/2 lost + z^2 Q - r tail)
    lost = w.sub(w.sub(constant(1.0), near), half)
    correction = w.fused(w.mul(z, z), w.polynomial(_Q, z), w.sub(lost, w.mul(r, tail)))
    cosine = w.add(near, correction)

    def bit(mask: int) -> str:
        splat = f"<{', '.join([f'i64 {mask}'] * lanes)}>"
        return w.value(f"icmp ne {whole} {w.value(f'and {whole} {bits}, {splat}')}, zeroinitializer")

    # In odd quarters sine and cosine change places; signs follow from the quarter.
    odd = bit(1)
    s, c = w.choose(odd, cosine, sine), w.choose(odd, sine, cosine)
    s = w.choose(bit(2), w.value(f"fneg {double} {s}"), s)
    flip = w.value(f"xor {shape.mask} {odd}, {bit(2)}")
    c = w.choose(flip, w.value(f"fneg {double} {c}"), c)
    s = w.choose(w.value(f"fcmp oeq {double} %x, {constant(0.0)}"), "%x", s)  # keeps the sign of zero
    # Large, infinite and undefined arguments go to the C library, whole vectors at once: they are rare.
    size = w.value(f"call {double} @llvm.fabs.{shape.suffix}({double} %x)")
    small = w.value(f"fcmp olt {double} {size}, {constant(LIMIT)}")
    every = w.value(f"call i1 @llvm.vector.reduce.and.v{lanes}i1({shape.mask} {small})")
    w.lines += [f"  br i1 {every}, label %done, label %library", "library:"]
    w.lines += shape.call("%ls", "sin", ["%x"])
    w.lines += shape.call("%lc", "cos", ["%x"])
    ls, lc = w.choose(small, s, "%ls"), w.choose(small, c, "%lc")
    w.lines += [
        "  br label %done",
        "done:",
        f"  %s = phi {double} [ {s}, %entry ], [ {ls}, %library ]",
        f"  %c = phi {double} [ {c}, %entry ], [ {lc}, %library ]",
        f"  %pair = insertvalue {PAIR} poison, {double} %s, 0",
        f"  %both = insertvalue {PAIR} %pair, {double} %c, 1",
        f"  ret {PAIR} %both",
    ]
    head = [
        f"declare i1 @llvm.vector.reduce.and.v{lanes}i1({shape.mask})",
        f"define {PAIR} @{NAME}({double} %x) nounwind memory(none) {{",
        "entry:",
    ]
    return "\n".join([wide_prelude(own=True), *head, *w.lines, "}\n"])

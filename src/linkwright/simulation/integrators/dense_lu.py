"""Dense linear systems in the subset of Python that is compiled: Gauss elimination with pivots, real and complex."""

from __future__ import annotations

from linkwright.arrays import Array


def factor(a: Array, m: int, order: Array) -> int:
    """Factor a (m, m), rows one after another, in place with row exchanges noted in `order`; 1 if it is singular."""
    for j in range(m):
        best = j
        for i in range(j + 1, m):
            if abs(a[i * m + j]) > abs(a[best * m + j]):
                best = i
        order[j] = float(best)
        if not abs(a[best * m + j]) > 0.0:
            return 1
        if best != j:
            for c in range(m):
                kept = a[j * m + c]
                a[j * m + c] = a[best * m + c]
                a[best * m + c] = kept
        inverse = 1.0 / a[j * m + j]
        for i in range(j + 1, m):
            share = a[i * m + j] * inverse
            a[i * m + j] = share
            if share != 0.0:
                for c in range(j + 1, m):
                    a[i * m + c] -= share * a[j * m + c]
    return 0


def solve(a: Array, m: int, order: Array, b: Array) -> None:
    """Solve a x = b with a factored; x takes the place of b."""
    for j in range(m):
        best = int(order[j])
        if best != j:
            kept = b[j]
            b[j] = b[best]
            b[best] = kept
    for i in range(m):
        total = b[i]
        for c in range(i):
            total -= a[i * m + c] * b[c]
        b[i] = total
    for back in range(m):
        i = m - 1 - back
        total = b[i]
        for c in range(i + 1, m):
            total -= a[i * m + c] * b[c]
        b[i] = total / a[i * m + i]


def factor_complex(a: Array, b: Array, m: int, order: Array) -> int:
    """Factor a + i b (m, m) in place; 1 if it is singular."""
    for j in range(m):
        best = j
        for i in range(j + 1, m):
            if abs(a[i * m + j]) + abs(b[i * m + j]) > abs(a[best * m + j]) + abs(b[best * m + j]):
                best = i
        order[j] = float(best)
        if best != j:
            for c in range(m):
                kept = a[j * m + c]
                a[j * m + c] = a[best * m + c]
                a[best * m + c] = kept
                kept = b[j * m + c]
                b[j * m + c] = b[best * m + c]
                b[best * m + c] = kept
        squared = a[j * m + j] ** 2 + b[j * m + j] ** 2
        if not squared > 0.0:
            return 1
        real = a[j * m + j] / squared
        imaginary = -b[j * m + j] / squared
        for i in range(j + 1, m):
            x = a[i * m + j] * real - b[i * m + j] * imaginary
            z = a[i * m + j] * imaginary + b[i * m + j] * real
            a[i * m + j] = x
            b[i * m + j] = z
            if x != 0.0 or z != 0.0:
                for c in range(j + 1, m):
                    a[i * m + c] -= x * a[j * m + c] - z * b[j * m + c]
                    b[i * m + c] -= x * b[j * m + c] + z * a[j * m + c]
    return 0


def solve_complex(a: Array, b: Array, m: int, order: Array, x: Array, z: Array) -> None:
    """Solve (a + i b) (x' + i z') = x + i z with a + i b factored, in place."""
    for j in range(m):
        best = int(order[j])
        if best != j:
            kept = x[j]
            x[j] = x[best]
            x[best] = kept
            kept = z[j]
            z[j] = z[best]
            z[best] = kept
    for i in range(m):
        real = x[i]
        imaginary = z[i]
        for c in range(i):
            real -= a[i * m + c] * x[c] - b[i * m + c] * z[c]
            imaginary -= a[i * m + c] * z[c] + b[i * m + c] * x[c]
        x[i] = real
        z[i] = imaginary
    for back in range(m):
        i = m - 1 - back
        real = x[i]
        imaginary = z[i]
        for c in range(i + 1, m):
            real -= a[i * m + c] * x[c] - b[i * m + c] * z[c]
            imaginary -= a[i * m + c] * z[c] + b[i * m + c] * x[c]
        squared = a[i * m + i] ** 2 + b[i * m + i] ** 2
        x[i] = (real * a[i * m + i] + imaginary * b[i * m + i]) / squared
        z[i] = (imaginary * a[i * m + i] - real * b[i * m + i]) / squared

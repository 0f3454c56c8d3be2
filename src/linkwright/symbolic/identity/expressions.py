"""Digests of expressions: each node by its operation and the digests of its operands, a symbol by its place."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

import casadi as ca

from linkwright.symbolic.expressions import t

COMMUTATIVE = frozenset((ca.OP_ADD, ca.OP_MUL, ca.OP_FMIN, ca.OP_FMAX, ca.OP_EQ, ca.OP_NE, ca.OP_AND, ca.OP_OR))
"""Operations whose operands may change places, to the last bit."""


def digest_of(*parts: str | bytes) -> str:
    """The digest of some texts, one after another."""
    digest = blake2b(digest_size=16)
    for part in parts:
        content = part if isinstance(part, bytes) else part.encode()
        digest.update(struct.pack("<q", len(content)) + content)
    return digest.hexdigest()


def digest_expressions(arguments: Sequence[ca.SX], expressions: Sequence[ca.SX]) -> list[str]:
    """A digest for each expression, in which symbols count by their places in the arguments and not by their names.

    Time is the same everywhere; any other symbol that is no argument counts by its name.

    >>> x, y = ca.SX.sym("x"), ca.SX.sym("y")
    >>> digest_expressions([x], [2 * ca.sin(x)]) == digest_expressions([y], [ca.sin(y) * 2])
    True
    >>> digest_expressions([x], [2 * ca.sin(x)]) == digest_expressions([x], [3 * ca.sin(x)])
    False
    """
    listed: list[Any] = ca.veccat(t, *arguments).nonzeros()
    known = {symbol.element_hash() for symbol in listed}
    entries = [ca.densify(each) for each in expressions]
    free = [symbol for symbol in ca.symvar(ca.veccat(ca.SX(0, 1), *entries)) if symbol.element_hash() not in known]
    function = ca.Function("identity", [ca.veccat(ca.SX(0, 1), *arguments), t, ca.veccat(ca.SX(0, 1), *free)], entries)
    nodes: dict[int, bytes] = {}
    results = [[b""] * each.numel() for each in entries]
    code_of, reads, writes = function.instruction_id, function.instruction_input, function.instruction_output
    for k in range(function.n_instructions()):
        code, given = code_of(k), reads(k)
        if code == ca.OP_OUTPUT:
            number, entry = writes(k)
            results[number][entry] = nodes[given[0]]
            continue
        if code == ca.OP_INPUT:
            number, entry = given
            content = b"s" + str(free[entry]).encode() if number == 2 else b"i%d %d" % (number, entry)
        elif code == ca.OP_CONST:
            content = b"c" + struct.pack("<d", function.instruction_constant(k) + 0.0)
        else:
            operands = [nodes[place] for place in given]
            if code in COMMUTATIVE:
                operands.sort()
            content = b"o%d " % code + b"".join(operands)
        nodes[writes(k)[0]] = blake2b(content, digest_size=16).digest()
    return [digest_of(str(each.shape), *entry) for each, entry in zip(entries, results, strict=True)]

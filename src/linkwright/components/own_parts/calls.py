"""Calling functions that a user wrote, with expressions: errors in them are reported with an explanation."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import casadi as ca

from linkwright.symbolic.tracing import call_traced, is_nan, line_at_fault, line_of_nan

INSTEAD = (
    "it is called with expressions, not numbers: write ca.sin(x), ca.sqrt(x), ca.if_else(...) (import casadi as ca) "
    "instead of math.sin(x), math.sqrt(x), if"
)


def evaluate_function(function: Callable[..., Any], what: str, takes: str, *arguments: Any, **named: Any) -> Any:
    """Value of a user's function of expressions; `takes` says in words what it is called with.

    Functions of `math` know numbers only; those of CasADi (`ca.sin`), and sums, products and powers, take expressions.
    """
    try:
        value = call_traced(function, *arguments, **named)
    except Exception as error:  # a user's function may raise anything
        msg = f"{what}: calling it with {takes} failed: {line_at_fault(error, function)}{advice(error)}"
        raise ValueError(msg) from error
    fault = fault_of(value)
    if fault:
        entries = value if isinstance(value, (list, tuple)) else [value]
        line = line_of_nan(function, *arguments, **named) if any(is_nan(entry) for entry in entries) else ""
        msg = f"{what}: {line}{fault}"
        raise ValueError(msg)
    return value


def advice(error: Exception) -> str:
    """What went wrong in a user's function, and what to write instead."""
    text = str(error)
    numeric = ("ufunc", "real number", "float() argument", "__float__", "truth value", "Matrix")
    return f"{text}; {INSTEAD}" if any(word in text for word in numeric) else text


def fault_of(value: Any) -> str:
    """What is wrong with the value of a user's function, or nothing."""
    values = value if isinstance(value, (list, tuple)) else [value]
    if not values:
        return "its function gives nothing; return an expression"
    for entry in values:
        if entry is None:
            return "its function gives None; return an expression (is a `return` missing?)"
        try:
            found = ca.SX(entry.sx if hasattr(entry, "sx") else entry)
        except (NotImplementedError, TypeError, ValueError, RuntimeError):
            return f"its function gives {type(entry).__name__} ({entry!r}); expected an expression or a number"
        if re.search(r"\bnan\b", str(found)):
            return f"its function gives {found}, which is no number; {INSTEAD}"
    return ""

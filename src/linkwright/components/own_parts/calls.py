"""Calling functions that a user wrote, with expressions: errors in them are reported with an explanation."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from typing import Any

import casadi as ca

INSTEAD = (
    "it is called with expressions, not numbers: write ca.sin(x), ca.sqrt(x), ca.if_else(...) (import casadi as ca) "
    "instead of math.sin(x), math.sqrt(x), if"
)


def evaluate_function(function: Callable[..., Any], what: str, takes: str, *arguments: Any) -> Any:
    """Value of a user's function of expressions; `takes` says in words what it is called with.

    Functions of `math` know numbers only; those of CasADi (`ca.sin`), and sums, products and powers, take expressions.
    """
    try:
        value = call_function(function, *arguments)
    except (TypeError, AttributeError, ValueError, NotImplementedError, RuntimeError) as error:
        msg = f"{what}: calling it with {takes} failed: {advice(error)}"
        raise ValueError(msg) from error
    fault = fault_of(value)
    if fault:
        msg = f"{what}: {fault}"
        raise ValueError(msg)
    return value


def call_function(function: Callable[..., Any], *arguments: Any) -> Any:
    """The function's value; CasADi warns where NumPy's functions (np.sin) are used on expressions, which it allows."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=FutureWarning, message=r"\s*casadi: a numpy function")
        return function(*arguments)


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

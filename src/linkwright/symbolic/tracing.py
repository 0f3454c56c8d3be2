"""Functions of users that are called with symbols: where they fail, file and line.

Arithmetic and functions of CasADi take symbols. An `if` on one raises; a function of `math` makes it NaN, silently.
"""

from __future__ import annotations

import linecache
import math
import sys
import traceback
import warnings
from collections.abc import Callable
from types import FrameType
from typing import Any

import casadi as ca

from linkwright.symbolic.tables import write_out_tables


def call_traced(function: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
    """The function's value, with tables written out.

    CasADi warns where NumPy's functions (np.sin) are used on expressions, which it allows.
    """
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", category=FutureWarning, message=r"\s*casadi: a numpy function")
        return _without_tables(function(*arguments, **named))


def _without_tables(value: Any) -> Any:
    """A value, or values in lists and dictionaries, with tables written out in all expressions."""
    if isinstance(value, ca.SX):
        return write_out_tables(value)
    if type(value) in (list, tuple):
        return type(value)(_without_tables(entry) for entry in value)
    if type(value) is dict:
        return {key: _without_tables(entry) for key, entry in value.items()}
    return value


def is_nan(value: Any) -> bool:
    """Whether a value is the constant NaN."""
    try:
        number = ca.SX(value)
        return bool(number.is_constant()) and number.is_scalar() and math.isnan(float(number))
    except (TypeError, ValueError, RuntimeError, NotImplementedError):
        return False


def first_line(error: Exception) -> str:
    """What an exception says, without where CasADi raised it."""
    words = str(error).strip().splitlines()[0] if str(error).strip() else ""
    if "truth value" in words:
        return "an `if`, `and`, `min` or `max` asks a signal for its truth, which a symbol has not"
    return words.split(": ", 1)[-1] if words.startswith(".../") else words


def line_at_fault(error: Exception, function: object) -> str:
    """File, number and text of the line of a user's function where an exception came from."""
    code = getattr(function, "__code__", None)
    frames = [
        frame for frame in traceback.extract_tb(error.__traceback__) if code and frame.filename == code.co_filename
    ]
    if not frames:
        return ""
    return f"{frames[-1].filename}, line {frames[-1].lineno}, `{(frames[-1].line or '').strip()}`: "


def line_of_nan(function: Callable[..., Any], *arguments: Any, **named: Any) -> str:
    """The first line of a function after which a local variable is not a number; the last one where none is."""
    code = getattr(function, "__code__", None)
    if code is None:
        return ""
    seen: list[int] = []
    found: list[int] = []

    def trace(frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code is not code:
            return None
        if not found and seen and any(is_nan(value) for value in frame.f_locals.values()):
            found.append(seen[-1])
        seen.append(frame.f_lineno)
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        call_traced(function, *arguments, **named)
    finally:
        sys.settrace(before)
    line = (found or seen[-1:] or [code.co_firstlineno])[0]
    return f"{code.co_filename}, line {line}, `{linecache.getline(code.co_filename, line).strip()}`: "

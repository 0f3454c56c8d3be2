"""Loops given as text in the subset: translated like functions, or followed statement by statement without LLVM.

Nothing of the text is run by Python: it can call kernels, other loops and the functions of numbers of the subset only.
"""

from __future__ import annotations

import ast
import operator
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from linkwright.codegen.loops.records import Record

PARSING = threading.Lock()
"""One thread at a time parses: CPython 3.11 counts the depth of all trees at once."""

OPERATORS: Mapping[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}


@dataclass(frozen=True)
class LoopText:
    """A loop as the text of one function of the subset; `name` is the function's, `records` those of its arguments."""

    name: str
    text: str
    records: tuple[type[Record], ...] = ()

    @property
    def __name__(self) -> str:
        return self.name

    def __call__(self, *arguments: object) -> object:
        """Not by itself: it is given to `build`, which translates it."""
        raise TypeError(f"the loop {self.name} is text; give it to codegen.build and call what that makes")

    @cached_property
    def tree(self) -> ast.FunctionDef:
        """Its syntax tree."""
        with PARSING:
            found = ast.parse(self.text).body[0]
        assert isinstance(found, ast.FunctionDef)
        return found


class _ReturnError(Exception):
    """Carries the result of a loop out of its statements."""


class _BreakError(Exception):
    """Leaves the innermost loop."""


class _ContinueError(Exception):
    """Goes on with the innermost loop."""


class Followed:
    """A loop that is followed statement by statement over kernels, loops and functions of numbers by name."""

    def __init__(self, loop: LoopText, names: Mapping[str, Any]) -> None:
        """Take the names that it may call; those of other loops may be added later to the same mapping."""
        self.tree, self.names = loop.tree, names

    def __call__(self, *arguments: Any) -> Any:
        """Run it."""
        # Variables of this call; names of kernels and loops are found behind them.
        given = (*self.tree.args.posonlyargs, *self.tree.args.args)
        known = {argument.arg: value for argument, value in zip(given, arguments, strict=True)}
        try:
            self._block(self.tree.body, known)
        except _ReturnError as result:
            return result.args[0]
        return None

    def _block(self, statements: Sequence[ast.stmt], known: dict[str, Any]) -> None:
        for statement in statements:
            self._statement(statement, known)

    def _statement(self, node: ast.stmt, known: dict[str, Any]) -> None:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                self._put(target, self._value(node.value, known), known)
        elif isinstance(node, ast.AugAssign):
            old = self._value(node.target, known)
            self._put(node.target, OPERATORS[type(node.op)](old, self._value(node.value, known)), known)
        elif isinstance(node, ast.Expr):
            self._value(node.value, known)
        elif isinstance(node, ast.If):
            self._block(node.body if self._value(node.test, known) else node.orelse, known)
        elif isinstance(node, ast.For):
            assert isinstance(node.iter, ast.Call)
            assert isinstance(node.target, ast.Name)
            for k in range(*[int(self._value(x, known)) for x in node.iter.args]):
                known[node.target.id] = k
                if not self._once(node.body, known):
                    break
        elif isinstance(node, ast.While):
            while self._value(node.test, known) and self._once(node.body, known):
                pass
        elif isinstance(node, ast.Return):
            raise _ReturnError(None if node.value is None else self._value(node.value, known))
        elif isinstance(node, ast.Break):
            raise _BreakError
        elif isinstance(node, ast.Continue):
            raise _ContinueError
        else:
            assert isinstance(node, ast.Pass), ast.dump(node)

    def _once(self, body: Sequence[ast.stmt], known: dict[str, Any]) -> bool:
        """Whether to go on after one pass."""
        try:
            self._block(body, known)
        except _BreakError:
            return False
        except _ContinueError:
            pass
        return True

    def _put(self, target: ast.expr, value: Any, known: dict[str, Any]) -> None:
        if isinstance(target, ast.Name):
            known[target.id] = value
        elif isinstance(target, ast.Attribute):
            setattr(self._value(target.value, known), target.attr, value)
        else:
            assert isinstance(target, ast.Subscript)
            self._value(target.value, known)[self._value(target.slice, known)] = value

    def _value(self, node: ast.expr, known: dict[str, Any]) -> Any:  # noqa: PLR0911  one for each kind of expression
        if isinstance(node, ast.Name):
            return known[node.id] if node.id in known else self.names[node.id]
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.BinOp):
            return OPERATORS[type(node.op)](self._value(node.left, known), self._value(node.right, known))
        if isinstance(node, ast.UnaryOp):
            value = self._value(node.operand, known)
            return (not value) if isinstance(node.op, ast.Not) else -value if isinstance(node.op, ast.USub) else value
        if isinstance(node, ast.Compare):
            left = self._value(node.left, known)
            return OPERATORS[type(node.ops[0])](left, self._value(node.comparators[0], known))
        if isinstance(node, ast.BoolOp):
            found = (self._value(x, known) for x in node.values)
            return all(found) if isinstance(node.op, ast.And) else any(found)
        if isinstance(node, ast.IfExp):
            return self._value(node.body if self._value(node.test, known) else node.orelse, known)
        if isinstance(node, ast.Subscript):
            array = self._value(node.value, known)
            if isinstance(node.slice, ast.Slice):
                start = node.slice.lower
                return array if start is None else array[self._value(start, known) :]
            return array[self._value(node.slice, known)]
        if isinstance(node, ast.Attribute):
            return getattr(self._value(node.value, known), node.attr)
        assert isinstance(node, ast.Call), ast.dump(node)
        assert isinstance(node.func, ast.Name)
        return self.names[node.func.id](*[self._value(x, known) for x in node.args])

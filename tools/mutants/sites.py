"""Where the source can be changed by one small mutation, and the change itself.

A mutation replaces one expression or one statement inside a function. Left alone are words (raise statements, texts,
docstrings), assertions, annotations, and numbers below 1e-3 or named at module level: those are tolerances, whose
reason stands beside them, and no test should hold them to a digit.
"""

import ast
import copy
import hashlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

OPPOSITE = {
    ast.Lt: ast.GtE,
    ast.GtE: ast.Lt,
    ast.Gt: ast.LtE,
    ast.LtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.Pow: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.And: ast.Or,
    ast.Or: ast.And,
}
OTHER_FUNCTION = {"min": "max", "max": "min", "any": "all", "all": "any", "sin": "cos", "cos": "sin"}
TEXTS = {"msg", "reason", "remedy", "words", "text", "note", "message"}
SMALLEST_NUMBER = 1e-3


@dataclass(frozen=True)
class Mutant:
    """One change of one file: the lines it replaces and what stands there instead."""

    path: str
    function: str
    line: int
    original: str
    changed: str
    number: int
    start: int
    end: int

    @property
    def key(self) -> str:
        """A name that other changes of the file leave as it is; `number` counts the same change in one function."""
        text = "\0".join((self.path, self.function, self.original, self.changed, str(self.number)))
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def apply(self, source: str) -> str:
        """The file with the change in it."""
        data = source.encode()
        return (data[: self.start] + self.changed.encode() + data[self.end :]).decode()


def mutants(root: Path, path: Path) -> list[Mutant]:
    """All mutants of one file."""
    source = path.read_text()
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found, seen = [], Counter()
    for function in _functions(ast.parse(source)):
        for node, replacement in _changes(function):
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[node.end_lineno - 1] + node.end_col_offset
            original = source.encode()[start:end].decode()
            changed = f"({ast.unparse(replacement)})" if isinstance(replacement, ast.expr) else ast.unparse(replacement)
            same = (function.name, original, changed)
            name = str(path.relative_to(root))
            found.append(Mutant(name, function.name, node.lineno, original, changed, seen[same], start, end))
            seen[same] += 1
    return found


def _functions(tree: ast.Module) -> list[ast.FunctionDef]:
    """Functions of a module, methods included, nested ones with the function around them."""
    outer, queue = [], list(tree.body)
    for node in queue:
        if isinstance(node, ast.FunctionDef):
            outer.append(node)
        elif isinstance(node, ast.ClassDef):
            queue.extend(node.body)
    return outer


def _changes(function: ast.FunctionDef) -> list[tuple[ast.AST, ast.AST]]:
    """Pairs of a node and what replaces it."""
    found = []
    queue = list(function.body)
    for node in queue:
        if _is_text(node):
            continue
        if isinstance(node, ast.FunctionDef):
            queue.extend(node.body)
            continue
        replacement = _mutation(node)
        if replacement is not None:
            found.append((node, replacement))
        queue.extend(child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.expr_context))
    return found


def _is_text(node: ast.AST) -> bool:
    """Whether a node only makes words, asserts or annotates."""
    if isinstance(node, ast.Raise | ast.Assert | ast.JoinedStr | ast.arguments | ast.Import | ast.ImportFrom):
        return True
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True  # a docstring
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return any(isinstance(target, ast.Name) and target.id in TEXTS for target in targets)
    return False


def _mutation(node: ast.AST) -> ast.AST | None:
    """What replaces a node, or None where it stays."""
    other = copy.deepcopy(node)
    match node:
        case ast.Compare(ops=[op]) if type(op) in OPPOSITE:
            other.ops = [OPPOSITE[type(op)]()]
        case ast.BinOp() | ast.AugAssign() | ast.BoolOp() if type(node.op) in OPPOSITE:
            if isinstance(node, ast.BinOp) and _has_text(node):
                return None
            other.op = OPPOSITE[type(node.op)]()
        case ast.UnaryOp(op=ast.USub() | ast.Not()):
            other = other.operand
        case ast.Constant(value=bool(value)):
            other.value = not value
        case ast.Constant(value=int(value)):
            other.value = value + 1
        case ast.Constant(value=float(value)) if abs(value) >= SMALLEST_NUMBER:
            other.value = value + 1.0
        case ast.Call(func=ast.Name(id=name)) if name in OTHER_FUNCTION:
            other.func.id = OTHER_FUNCTION[name]
        case ast.Call(func=ast.Attribute(attr=name)) if name in OTHER_FUNCTION:
            other.func.attr = OTHER_FUNCTION[name]
        case ast.IfExp() if not _has_text(node):
            other.body, other.orelse = other.orelse, other.body
        case ast.Expr(value=ast.Call()):
            other = ast.Pass()
        case _:
            return None
    return other


def _has_text(node: ast.expr) -> bool:
    """Whether an expression has a string in it."""
    return any(isinstance(part, ast.Constant) and isinstance(part.value, str) for part in ast.walk(node))

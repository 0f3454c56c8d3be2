"""Finds selections `x[list]` of CasADi matrices in source text: of a 1x1 matrix an empty one has shape 1x0, no rows.

Types are known by annotation (of arguments, fields, properties, functions) and of what is assigned from these.
"""

import ast
from collections import deque
from dataclasses import dataclass, field

MATRIX = "ca.SX"
MAKERS = frozenset(
    {"vertcat", "horzcat", "veccat", "densify", "sparsify", "substitute", "jtimes", "SX", "vec", "gradient"}
)
LISTS = ("list[", "tuple[int", "Sequence[int", "range", "Integers", "Iterable[int")
RECORDS = frozenset({"system", "local", "type", "block", "constraint", "word", "setting", "link", "ports", "chart"})
"""Records of expressions: an attribute that is a matrix of symbols in one class and numbers in another is read by who
has it."""


@dataclass
class Known:
    """Names of fields, properties and functions of a package that are matrices, and the types functions return."""

    matrices: set = field(default_factory=set)
    others: set = field(default_factory=set)
    returns: dict = field(default_factory=dict)

    def read(self, tree):
        """Add the annotations of one file."""
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.returns is not None:
                self._add(node.name, node.returns)
                self.returns[node.name] = node.returns
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, (ast.Name, ast.Attribute)):
                self._add(_last(node.target), node.annotation)
            elif isinstance(node, ast.Assign) and _made(node.value):
                self.matrices |= {target.attr for target in node.targets if isinstance(target, ast.Attribute)}

    def _add(self, name, annotation):
        (self.matrices if ast.unparse(annotation) == MATRIX else self.others).add(name)


def bare_selections(tree, known):
    """Lines and text of the bare form in one file."""
    found = set()
    imported = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("linkwright.symbolic")
        for alias in node.names
    }
    waiting = [(node, _Names(known, imported)) for node in _own(tree) if isinstance(node, ast.FunctionDef)]
    while waiting:
        function, names = waiting.pop()
        nodes = _own(function)
        names.read(function, nodes)
        for node in nodes:
            loads = isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Load)
            if loads and names.matrix(node.value) and names.may_be_empty(node.slice):
                found.add((node.lineno, ast.unparse(node)))
        waiting += [(inner, names.inside()) for inner in nodes if isinstance(inner, ast.FunctionDef)]
    return sorted(found)


def _own(outer):
    """Nodes of a file or function without the bodies of the functions inside it."""
    nodes, waiting = [], deque(ast.iter_child_nodes(outer))
    while waiting:
        node = waiting.popleft()
        nodes.append(node)
        if not isinstance(node, ast.FunctionDef):
            waiting.extend(ast.iter_child_nodes(node))
    return nodes


class _Names:
    """Names of one function that are matrices, and those that are lists of numbers."""

    def __init__(self, known, imported):
        self.known, self.imported = known, imported
        self.matrices, self.lists, self.tuples = set(), set(), {}

    def inside(self):
        """The same names, for a function inside this one."""
        inner = _Names(self.known, self.imported)
        inner.matrices, inner.lists, inner.tuples = set(self.matrices), set(self.lists), dict(self.tuples)
        return inner

    def read(self, function, nodes):
        """Types of the arguments and of what is assigned."""
        for argument in [*function.args.args, *function.args.kwonlyargs]:
            if argument.annotation is not None:
                self._annotated(argument.arg, ast.unparse(argument.annotation))
                self.tuples[argument.arg] = argument.annotation
        for _ in range(2):  # the second time for names that are assigned further down
            for node in nodes:
                if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    self._annotated(node.target.id, ast.unparse(node.annotation))
                elif isinstance(node, ast.Assign):
                    for target in node.targets:
                        self._assigned(target, node.value)

    def _annotated(self, name, text):
        if text == MATRIX:
            self.matrices.add(name)
        elif text.startswith(LISTS):
            self.lists.add(name)

    def _assigned(self, target, value):
        if isinstance(target, ast.Name):
            if self.matrix(value):
                self.matrices.add(target.id)
            elif self.is_list(value):
                self.lists.add(target.id)
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            for one, other in zip(target.elts, value.elts, strict=True):
                self._assigned(one, other)
        elif isinstance(target, ast.Tuple):
            called = isinstance(value, ast.Call)
            returned = self.known.returns.get(_last(value.func)) if called else self.tuples.get(_last(value))
            if isinstance(returned, ast.Subscript) and isinstance(returned.slice, ast.Tuple):
                for one, annotation in zip(target.elts, returned.slice.elts, strict=False):
                    if isinstance(one, ast.Name):
                        self._annotated(one.id, ast.unparse(annotation))

    def matrix(self, node):
        known = self.known
        if isinstance(node, ast.Name):
            return node.id in self.matrices
        if isinstance(node, ast.Attribute):
            alone = node.attr not in known.others or _last(node.value) in RECORDS
            return node.attr in known.matrices and alone
        if isinstance(node, ast.Call):
            if ast.unparse(node.func).startswith("ca."):
                return _made(node)
            name = _last(node.func)
            return name in known.matrices and (name not in known.others or name in self.imported)
        if isinstance(node, ast.BinOp):
            return self.matrix(node.left) or self.matrix(node.right)
        if isinstance(node, ast.UnaryOp):
            return self.matrix(node.operand)
        if isinstance(node, ast.IfExp):
            return self.matrix(node.body) or self.matrix(node.orelse)
        return isinstance(node, ast.Subscript) and self.matrix(node.value)

    def is_list(self, node):
        if isinstance(node, ast.Name):
            return node.id in self.lists
        if isinstance(node, (ast.List, ast.Tuple)):
            return not node.elts or any(isinstance(entry, ast.Starred) for entry in node.elts)
        if isinstance(node, ast.Call):
            return _last(node.func) in {"list", "range", "sorted", "tolist", "flatnonzero", "arange"}
        if isinstance(node, ast.Attribute):  # indices that records keep: `link.v`
            return _last(node.value) == "link"
        return isinstance(node, ast.ListComp)

    def may_be_empty(self, index):
        if isinstance(index, ast.Tuple):  # x[rows, :] has the right shape
            return False
        if isinstance(index, ast.Slice):
            ends = [end for end in (index.lower, index.upper) if end is not None]
            return any(not isinstance(end, (ast.Constant, ast.UnaryOp)) for end in ends)
        return self.is_list(index)


def _made(node):
    """Whether an expression is a call of CasADi that gives a matrix."""
    called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
    return called.startswith("ca.SX.") or (called.startswith("ca.") and called.removeprefix("ca.") in MAKERS)


def _last(node):
    """Last name of an expression: `system` of `self.system`."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")

"""Numbers about the house: which file knows which, how full folders are, how many arguments functions take."""

import ast
from collections import Counter
from functools import cache
from pathlib import Path

import linkwright

SOURCE = Path(linkwright.__file__).parents[1]


@cache
def files():
    """Syntax trees of all files of the package, by the names of their modules."""
    found = {}
    for path in sorted((SOURCE / "linkwright").rglob("*.py")):
        name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
        found[name.removesuffix(".__init__")] = (path, ast.parse(path.read_text(encoding="utf-8")))
    return found


def folders():
    """Number of Python files in each folder, beside its `__init__`."""
    return Counter(
        str(path.parent.relative_to(SOURCE / "linkwright")) for path, _ in files().values() if path.stem != "__init__"
    )


def families():
    """Three or more files of a folder whose names begin with the same word, as "folder/word_*"."""
    words = Counter()
    for path, _ in files().values():
        first, _, _ = path.stem.partition("_")
        if first:  # not __init__
            words[f"{path.parent.relative_to(SOURCE / 'linkwright')}/{first}_*"] += 1
    return {family: count for family, count in words.items() if count > 2}


@cache
def bound_names(package):
    """Names that the `__init__` of a folder imports from its files or defines: no modules, even if one has the name."""
    if package not in files() or files()[package][0].stem != "__init__":
        return frozenset()
    body = files()[package][1].body
    nodes = [node for node in body if isinstance(node, ast.ImportFrom) and node.module != package]
    defined = {node.name for node in body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    return frozenset(alias.asname or alias.name for node in nodes for alias in node.names) | defined


def imported(name, node):
    """Modules of the package that one statement imports."""
    if isinstance(node, ast.Import):
        names = [alias.name for alias in node.names]
    elif isinstance(node, ast.ImportFrom) and node.module:
        bound = bound_names(node.module)
        inside = {alias.name: f"{node.module}.{alias.name}" for alias in node.names}
        names = [full if full in files() and name not in bound else node.module for name, full in inside.items()]
    else:
        return set()
    return {each for each in names if each in files() and each != name}


@cache
def knowledge():
    """What each file imports, late and for types only too."""
    return {
        name: set().union(*(imported(name, node) for node in ast.walk(tree))) for name, (_, tree) in files().items()
    }


def circles():
    """Groups of files that all know each other, the largest first (Tarjan's strongly connected components)."""
    graph, number, low, stack, found = knowledge(), {}, {}, [], []

    def visit(name):
        number[name] = low[name] = len(number)
        stack.append(name)
        for other in graph[name]:
            if other not in number:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], number[other])
        if low[name] == number[name]:
            at = stack.index(name)
            group = stack[at:]
            del stack[at:]
            if len(group) > 1:
                found.append(sorted(group))

    for name in graph:
        if name not in number:
            visit(name)
    return sorted(found, key=len, reverse=True)


def late_imports():
    """Imports of the own package inside functions."""
    return sorted(
        f"{name} imports {other}"
        for name, (_, tree) in files().items()
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
        for node in ast.walk(function)
        for other in imported(name, node)
    )


def past_the_door():
    """Imports of a file inside a room from another folder, by the folder that the room is in.

    Of another folder one may import the folder itself, files that lie directly in it (its contracts and records) and
    its rooms, whose `__init__` says what others may use.
    """
    found = {}
    for name, others in knowledge().items():
        for other in others:
            parts = other.split(".")
            inside_a_room = len(parts) > 3 and files()[other][0].stem != "__init__"
            if inside_a_room and "." in name and name.split(".")[1] != parts[1]:
                found.setdefault(parts[1], []).append(f"{name} imports {other}")
    return found


def uses_of_any():
    """How often `Any` is written, and the number of lines."""
    count = sum(
        isinstance(node, ast.Name) and node.id == "Any" for _, tree in files().values() for node in ast.walk(tree)
    )
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path, _ in files().values())
    return count, lines


def many_arguments(most=8):
    """Functions outside `mechanisms` with more positional arguments than that."""
    found = []
    for name, (_, tree) in files().items():
        if name.startswith("linkwright.mechanisms"):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                arguments = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
                if len(arguments) - (arguments[:1] in (["self"], ["cls"])) > most:
                    found.append(f"{name}.{node.name}: {len(arguments)}")
    return sorted(found)

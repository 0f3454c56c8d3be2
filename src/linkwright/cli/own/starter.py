"""A program to start a machine of one's own from: the description of a ready machine, and a run of it.

The description is the text of the ready machine, without what only the library needs: a copy to be changed.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from pathlib import Path

from linkwright.formalisms import modular
from linkwright.mechanisms.ready import Demonstration, Ready
from linkwright.simulation.inputs import law

LIBRARY = ("Ready", "Demonstration", "Slice")
"""What the library wants to know of a ready machine, and a program of one's own does not need."""

HEAD = '''{raw}"""{doc}

A copy of the ready machine `{name}`, to be changed into your own: rename it, change its parts, joints and numbers.

    python {file}
    linkwright show {file}:{machine}
    linkwright simulate {file}:{machine} --out runs/first{typed}
"""
'''

CONTROLLED = "controlled"

RUN = """{pair}

if __name__ == "__main__":
    machine = {name}()
    # Equations of motion by a formalism (lw.formalisms), compiled; parameters can still be changed by
    # dynamics.with_parameters(name=value).
    dynamics = lw.compile(lw.formalisms.modular(machine))
    print(dynamics.describe())
{control}
    # A start that closes all joints: what is not given is found near the reference.
    start = dynamics.assemble({start})
    trajectory = lw.simulate(
        {what},
        start,
        duration={duration!r},  # s
        inputs={inputs},
    )
    print(trajectory.outcome.in_words())
    print(trajectory.certificate.in_words())
    last = trajectory.time[-1]
    for name in {watched}:
        print(f"{{name}} at {{last:g}} s: {{trajectory[name][-1]:.6g}} {{trajectory.unit(name)}}")
    # A page with the moving machine and its curves:
    # lw.report.save("report.html", lw.drawing.scene(machine, poses=trajectory.poses), trajectory)
"""

PAIR = '''

def controlled():
    """The machine with its controllers: the pair that the command line takes."""
    return {name}(), lw.mechanisms.{control}
'''

CONTROL = """
    # Its controllers, which command its inputs; what is left to be given are their references.
    loop = lw.ClosedLoop(dynamics, lw.mechanisms.{control}(dynamics))
"""


def starter(ready: Ready, file: Path) -> str:
    """The text of a program that describes a machine as a ready one is described, and runs its demonstration."""
    module = inspect.getmodule(ready.make)
    assert module is not None
    source = inspect.getsource(module)
    return _header(ready, file, module.__doc__ or "") + _description(source, ready) + _run(ready)


# -- the description ---------------------------------------------------------------------------------------------------


def _header(ready: Ready, file: Path, doc: str) -> str:
    example = _demonstration(ready)
    groups = {"input": example.inputs, "position": example.positions, "speed": example.speeds}
    options = [f"--{option} {name}={text}" for option, texts in groups.items() for name, text in texts.items()]
    typed = "".join(f" \\\n        {option}" for option in options)
    machine = ready.name if ready.control is None else CONTROLLED
    raw = "r" if typed or "\\" in doc else ""
    return HEAD.format(raw=raw, doc=doc.strip(), name=ready.name, machine=machine, file=file.name, typed=typed)


def _description(source: str, ready: Ready) -> str:
    """The text of a ready machine from its imports on, without what is only for the library.

    Left out are records of other machines of the file, and definitions and imports that nothing needs any more.
    """
    tree = ast.parse(source)
    body = [node for node in tree.body[1:] if not _is_record(node)]
    body = [node for node in body if not (isinstance(node, ast.Assign) and _defined(node) == {"__all__"})]
    needed, found = {ready.name, "annotations"}, set[int]()
    while True:  # definitions that are needed, and what they need in turn
        more = [k for k, node in enumerate(body) if k not in found and _defined(node) & needed]
        if not more:
            break
        found |= set(more)
        needed |= {each for k in more for each in _used(body[k])}
    lines = source.splitlines()
    texts = []
    for k, node in enumerate(body):
        if k not in found:
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            texts.append(_import(node, needed))
            continue
        first = min([node.lineno, *[each.lineno for each in getattr(node, "decorator_list", [])]])
        while lines[first - 2].startswith("#"):
            first -= 1
        texts.append(
            "\n".join(
                ["" if isinstance(node, ast.Assign | ast.AnnAssign) else "\n", *lines[first - 1 : node.end_lineno]]
            )
        )
        after = tree.body.index(node) + 1
        if after < len(tree.body) and _is_text(tree.body[after]):  # the docstring of a constant
            texts.append("\n".join(lines[tree.body[after].lineno - 1 : tree.body[after].end_lineno]))
    own = "import linkwright as lw"
    imports = [text for text in texts if text.startswith(("import ", "from "))]
    others = [text for text in texts if not text.startswith(("import ", "from "))]
    library = [text for text in imports if "linkwright" in text]
    outside = [text for text in imports if "linkwright" not in text and "__future__" not in text]
    future = "from __future__ import annotations"
    return "\n".join(["", future, "", *outside, *([""] if outside else []), own, *library, *others]) + "\n"


def _is_record(node: ast.stmt) -> bool:
    """Whether a statement is a record NAME = Ready(...)."""
    return (
        isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and isinstance(node.value.func, ast.Name)
        and node.value.func.id == "Ready"
    )


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _defined(node: ast.stmt) -> set[str]:
    """Names that a statement defines."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {alias.asname or alias.name for alias in node.names} - set(LIBRARY)
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return {node.name}
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return {each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)}


def _used(node: ast.stmt) -> Iterator[str]:
    """Names that a statement uses, those of annotations included."""
    return (each.id for each in ast.walk(node) if isinstance(each, ast.Name))


def _import(node: ast.Import | ast.ImportFrom, needed: set[str]) -> str:
    """An import of what is needed."""
    names = ", ".join(
        alias.name if alias.asname is None else f"{alias.name} as {alias.asname}"
        for alias in node.names
        if (alias.asname or alias.name) in needed
    )
    return f"import {names}" if isinstance(node, ast.Import) else f"from {node.module} import {names}"


# -- its run -----------------------------------------------------------------------------------------------------------


def _demonstration(ready: Ready) -> Demonstration:
    """The demonstration of the machine as it is by default; under its controllers, if it has any."""
    if callable(ready.demonstrations):
        return ready.demonstrations(["pose.z", "pose.psi", "pose.theta"] if ready.control else _inputs(ready))
    return ready.demonstration(_inputs(ready)) or ready.demonstrations[0]


def _inputs(ready: Ready) -> list[str]:
    return [label.name for label in modular(ready.make()).inputs]


def _run(ready: Ready) -> str:
    example = _demonstration(ready)
    numbers = [_numbers(example.positions), _numbers(example.speeds)]
    start = [f"{name}={text}" for name, text in zip(("positions", "speeds"), numbers, strict=True) if text != "{}"]
    watched = repr(tuple([*example.positions, *example.speeds][:3])).replace("'", '"')
    inputs = "".join(f'\n            "{name}": {_law(text)},' for name, text in example.inputs.items())
    names = {"name": ready.name, "control": "" if ready.control is None else ready.control.__name__}
    return RUN.format(
        name=ready.name,
        pair=PAIR.format(**names) if names["control"] else "",
        control=CONTROL.format(**names) if names["control"] else "",
        start=", ".join(start),
        what="loop" if names["control"] else "dynamics",
        duration=example.duration,
        inputs=f"{{{inputs}\n        }}" if inputs else "{}",
        watched=watched if watched != "()" else "trajectory.names[:3]",
    )


def _numbers(typed: Mapping[str, str]) -> str:
    return "{" + ", ".join(f'"{name}": {float(text)!r}' for name, text in typed.items()) + "}"


def _law(text: str) -> str:
    """A law of a demonstration as an expression of Python."""
    return repr(float(text)) if ":" not in text else f"lw.laws.{law(text)!r}"


__all__ = ["starter"]

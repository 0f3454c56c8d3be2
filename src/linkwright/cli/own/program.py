"""A machine of one's own, FILE.py:NAME: the program is run when it is named so, and what it says under NAME is taken.

NAME is a Mechanism, a function that returns one (its arguments are what --set gives), or either with controllers: a
pair (mechanism, diagram), whose second item may be a function of the Dynamics that returns the diagram.
"""

from __future__ import annotations

import ast
import importlib.util
import inspect
import sys
import traceback
from collections.abc import Callable, Mapping
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from linkwright.closed_loop import ClosedLoop
from linkwright.control import Diagram
from linkwright.dynamics import Dynamics
from linkwright.faults import close_matches
from linkwright.model import Mechanism
from linkwright.model.shapes import model_folder

FORM = "FILE.py:NAME"
EXPECTED = (
    "expected a Mechanism, a function that returns one, or a pair (mechanism, diagram of its controllers), whose "
    "second item may be a function of the Dynamics"
)
LARGEST = 4 * 1024**2
"""Bytes; no program that people write is as long."""
EXAMPLES = {"bool": False, "int": 0, "float": 0.0, "str": ""}
"""A value of each type that an argument of a function may be declared with."""

Control = Callable[[Dynamics], Diagram]


def is_program(name: str) -> bool:
    """Whether the name of a machine is that of a program: FILE.py:NAME, or what was meant so."""
    return name.endswith(".py") or ":" in name


def absolute_name(name: str) -> str:
    """The name FILE.py:NAME with the whole path of the file."""
    file, _, member = name.rpartition(":")
    return f"{Path(file).resolve()}:{member}"


@dataclass(frozen=True)
class Program:
    """What a program says under a name."""

    name: str
    path: Path
    found: Any

    @property
    def options(self) -> Mapping[str, Any]:
        """Arguments of the function with their default values; of a required one, a value of its declared type."""
        if not _is_function(self.found):
            return {}
        return {name: _example(each) for name, each in _arguments(self.found).items()}

    def make(self, options: Mapping[str, Any]) -> tuple[Mechanism, Control | None]:
        """The mechanism, and what makes the diagram of its controllers; faults raise ValueError in words."""
        made = self.found
        if _is_function(made):
            arguments = _arguments(made)
            missing = [
                name
                for name, each in arguments.items()
                if each.default is inspect.Parameter.empty and name not in options
            ]
            if missing:
                needed = " ".join(f"--set {name}=VALUE" for name in missing)
                raise ValueError(f"{self.name} is a function of {', '.join(arguments)}; add {needed}")
            made = self._call(made, options)
        if isinstance(made, Mechanism):
            return made, None
        if isinstance(made, tuple) and len(made) == 2 and isinstance(made[0], Mechanism):
            return made[0], self._control(made[1])
        raise ValueError(f"{self.name} {'returns' if _is_function(self.found) else 'is'} {_what(made)}; {EXPECTED}")

    def _call(self, function: Callable[..., Any], given: Mapping[str, Any]) -> Any:
        """What a function of the program returns; what it raises is told with its line."""
        try:
            with redirect_stdout(sys.stderr), model_folder(self.path.parent):
                return function(**given)
        except Exception as error:  # a user's function may raise anything
            raise ValueError(in_words(error, self.path)) from error

    def _control(self, given: Any) -> Control:
        if isinstance(given, Diagram):
            return lambda _: given
        if not _is_function(given):
            raise ValueError(
                f"the controllers of {self.name} are {_what(given)}; expected a control.Diagram, or a function "
                "of the Dynamics that returns one"
            )

        def diagram(dynamics: Dynamics) -> Diagram:
            found = self._call(lambda: given(dynamics), {})
            if isinstance(found, Diagram):
                return found
            raise ValueError(f"the controllers of {self.name} are {_what(found)}; expected a control.Diagram")

        return diagram


def load(name: str) -> Program:
    """The program FILE.py:NAME, run once in this process; faults raise ValueError in words."""
    file, colon, member = name.rpartition(":")
    if not colon or not file.endswith(".py"):
        file, member = (name, "") if name.endswith(".py") else (file, member)
    path = Path(file)
    if path.suffix != ".py":
        raise ValueError(f"{name}: expected a ready mechanism (`linkwright list` names them) or {FORM}")
    _source(path)
    if not member:
        raise ValueError(f"{name}: name the machine in it, {file}:NAME; {close_matches('', names_in(path))}")
    status = path.stat()
    module = _run(path.resolve(), status.st_mtime_ns, status.st_size)
    if isinstance(module, str):
        raise ValueError(module)  # noqa: TRY004  a refusal in words
    if not hasattr(module, member):
        named = [
            each for each in vars(module) if not each.startswith("_") and not isinstance(vars(module)[each], ModuleType)
        ]
        raise ValueError(f"{file} has no {member!r}; {close_matches(member, named)}")
    return Program(name, path.resolve(), getattr(module, member))


def in_words(error: BaseException, path: Path) -> str:
    """What a program raised, with its file, line and text; the last line of the file that was being run."""
    if isinstance(error, SyntaxError):
        text = (error.text or "").strip()
        return f"{error.filename or path}, line {error.lineno}, `{text:.120}`: {type(error).__name__}: {error.msg}"
    lines = [each for each in traceback.extract_tb(error.__traceback__) if Path(each.filename) == path]
    where = f"{path}, line {lines[-1].lineno}, `{(lines[-1].line or '').strip():.120}`: " if lines else f"{path}: "
    words = str(error).strip()
    if isinstance(error, SystemExit):
        return f'{where}it ends Python (SystemExit {words}); put what is to be run under if __name__ == "__main__":'
    plain = isinstance(error, ValueError) and type(error).__module__.partition(".")[0] in {"builtins", "linkwright"}
    kind = "" if plain and words else f"{type(error).__name__}: "
    return f"{where}{kind}{words}".removesuffix(": ")


def fault_in_words(error: BaseException) -> str | None:
    """An exception in words, if it went through a program that was run here; else None."""
    ran = [
        Path(each.filename) for each in traceback.extract_tb(error.__traceback__) if Path(each.filename) in _PROGRAMS
    ]
    return in_words(error, ran[-1]) if ran else None


# -- running a program -------------------------------------------------------------------------------------------------

_PROGRAMS: dict[Path, ModuleType] = {}
"""Programs that were run in this process."""


@lru_cache(maxsize=32)
def _run(path: Path, changed: int, size: int) -> ModuleType | str:
    """The module of a program that has been run, or why it could not be; a program that was changed is run again.

    As with `python FILE.py`, it can import files beside it. Its module is one that other processes can import.
    """
    del changed, size
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    taken = sys.modules.get(path.stem)
    name = path.stem if taken is None or taken in _PROGRAMS.values() else f"own_{path.stem}"
    specification = importlib.util.spec_from_file_location(name, path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    before, written = sys.modules.get(name), sys.dont_write_bytecode
    sys.modules[name] = module
    _PROGRAMS[path] = module
    sys.dont_write_bytecode = True  # nothing is left beside the program
    try:
        # Standard output is for results; files of meshes are beside the program.
        with redirect_stdout(sys.stderr), model_folder(path.parent):
            specification.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # noqa: BLE001  a user's program may raise anything
        if before is None:
            del sys.modules[name]
        else:
            sys.modules[name] = before
        return in_words(error, path)
    finally:
        sys.dont_write_bytecode = written
    return module


def _source(path: Path) -> str:
    """The text of a program, before it is run."""
    if path.is_dir():
        raise ValueError(f"{path}: it is a folder; name a program, {FORM}")
    if not path.exists():
        beside = [str(path.with_name(each.name)) for each in path.parent.glob("*.py")] if path.parent.is_dir() else []
        raise ValueError(f"{path}: there is no such file; {close_matches(str(path), sorted(beside))}")
    if path.stat().st_size > LARGEST:
        raise ValueError(f"{path}: it has more than {LARGEST // 1024**2} MB; expected a program in Python")
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{path}: it is not a text file in UTF-8; expected a program in Python") from None


def names_in(path: Path) -> list[str]:
    """Names that a program defines for others, read without running it; none where it cannot be read."""
    try:
        body = ast.parse(_source(path)).body
    except (SyntaxError, ValueError, OSError):
        return []
    functions = [node.name for node in body if isinstance(node, ast.FunctionDef)]
    targets = [target for node in body if isinstance(node, ast.Assign) for target in node.targets]
    names = [*functions, *[target.id for target in targets if isinstance(target, ast.Name)]]
    return [name for name in names if not name.startswith("_")]


# -- what it says ------------------------------------------------------------------------------------------------------


def _is_function(found: Any) -> bool:
    return callable(found) and not isinstance(found, type)


def _arguments(function: Callable[..., Any]) -> dict[str, inspect.Parameter]:
    """Arguments that can be given by name."""
    named = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {name: each for name, each in inspect.signature(function).parameters.items() if each.kind in named}


def _example(argument: inspect.Parameter) -> Any:
    """The default value of an argument; without one, a value of the type that it is declared with."""
    if argument.default is not inspect.Parameter.empty and argument.default is not None:
        return argument.default
    declared = (
        argument.annotation if isinstance(argument.annotation, str) else getattr(argument.annotation, "__name__", "")
    )
    return EXAMPLES.get(declared.partition(" |")[0])


def _what(found: Any) -> str:
    """What something is, with what to do where that is known."""
    if isinstance(found, ClosedLoop):
        return "a ClosedLoop, which is compiled already"
    if isinstance(found, Dynamics):
        return "a Dynamics, which is compiled already: give the mechanism it was made from"
    if isinstance(found, type):
        return f"the class {found.__name__}"
    if found is None:
        return "None (a return is missing)"
    article = "an" if type(found).__name__[0] in "AEIOUaeiou" else "a"
    return f"{article} {type(found).__name__}"


__all__ = ["FORM", "Control", "Program", "fault_in_words", "in_words", "is_program", "load", "names_in"]

"""What the package makes public is documented, and importing it is light."""

import importlib
import inspect
import pkgutil
import subprocess
import sys

import pytest

PLOTTING = ["matplotlib", "plotly", "IPython"]
FOR_ONE_PURPOSE = ["sympy", "pyarrow", "pandas", "mujoco", "pinocchio"]
SERVERS = [
    "http.server",
    "wsgiref",
    "flask",
    "fastapi",
    "starlette",
    "uvicorn",
    "aiohttp",
    "tornado",
    "websockets",
    "viser",
]
CLUSTERS = ["dask", "distributed"]
NUMERICS = ["scipy"]  # imported where a function needs it: its parts take longer to load than all of ours
COMMAND_LINE = ["typer", "click", "rich"]
HEAVY = [*PLOTTING, *FOR_ONE_PURPOSE, *SERVERS, *CLUSTERS, *NUMERICS, *COMMAND_LINE]
ENGINE = ["linkwright.dynamics", "linkwright.simulation", "linkwright.formalisms", "linkwright.mechanisms"]


def public_modules():
    package = importlib.import_module("linkwright")
    folders = [entry.name for entry in pkgutil.iter_modules(package.__path__) if entry.ispkg]
    return [package, *(importlib.import_module(f"linkwright.{name}") for name in folders)]


def is_documented(thing):
    """Whether a class, function or module has a docstring of its own; other values have none in Python and pass."""
    if inspect.isclass(thing):
        text = thing.__dict__.get("__doc__") or ""
        return bool(text.strip()) and not text.startswith(f"{thing.__name__}(")  # what dataclass writes by itself
    if inspect.ismodule(thing) or inspect.isroutine(thing):
        return bool((thing.__doc__ or "").strip())
    return True


def test_every_public_name_exists_and_is_documented():
    faults = []
    for module in public_modules():
        if not (module.__doc__ or "").strip():
            faults.append(f"{module.__name__} has no docstring")
        if not hasattr(module, "__all__"):
            faults.append(f"{module.__name__} has no __all__")
        for name in getattr(module, "__all__", ()):
            if not hasattr(module, name):
                faults.append(f"{module.__name__}.{name} is in __all__ and does not exist")
            elif not is_documented(getattr(module, name)):
                faults.append(f"{module.__name__}.{name} has no docstring")
    assert not faults, "\n".join(faults)


def test_no_public_function_takes_arbitrary_keywords():
    faults = []
    for module in public_modules():
        for name in getattr(module, "__all__", ()):
            thing = getattr(module, name, None)
            if inspect.isfunction(thing):
                kinds = [parameter.kind for parameter in inspect.signature(thing).parameters.values()]
                if inspect.Parameter.VAR_KEYWORD in kinds:
                    faults.append(f"{module.__name__}.{name}")
    assert not faults, f"name the keywords one by one: {faults}"


def loaded_by(program, names):
    """Those of some modules that a program has loaded at its end."""
    program = f"{program}\nimport sys\nprint(*[name for name in {names!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_importing_the_package_loads_descriptions_only():
    assert loaded_by("import linkwright", [*HEAVY, *ENGINE]) == []


def test_all_that_is_public_loads_nothing_heavy():
    program = "import linkwright\nfor name in linkwright.__all__: getattr(linkwright, name)"
    assert loaded_by(program, HEAVY) == []
    assert loaded_by(program, ENGINE) == ENGINE


def test_names_that_are_loaded_later_are_known_to_those_who_look():
    package = importlib.import_module("linkwright")
    assert set(package.__all__) <= set(dir(package))
    with pytest.raises(AttributeError, match=r"no 'simulat' \(there are simulate"):
        _ = package.simulat

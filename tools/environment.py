"""Make the virtual environment and install what a command of the Makefile needs, once.

    python3 tools/environment.py run|test|check|docs|pictures|bench|mutants|lowest

The environment is ``.venv`` beside ``pyproject.toml``; one that is there already is used as it is. What was installed
is noted inside it together with a fingerprint of ``pyproject.toml``, so a second call does nothing until that file
changes. Calls that come at the same time wait for each other. ``lowest`` makes another one, ``.venv-lowest``, with the
tools of the tests and, of all that Linkwright depends on, the lowest versions that ``pyproject.toml`` allows.

This file starts on any Python 3, so that one that is too old is refused in words and not by a syntax error.
"""

import hashlib
import os
import subprocess
import sys

OLDEST = (3, 11)
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NAME = ".venv-lowest" if sys.argv[1:] == ["lowest"] else ".venv"
VENV = os.path.join(ROOT, NAME)
VENV_PYTHON = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin", "python")

# The extras of pyproject.toml that each command needs. "run" also installs Linkwright itself and precedes all others.
EXTRAS = {
    "run": ["equations", "files"],
    "test": ["test"],
    "check": ["dev", "docs", "test"],
    "docs": ["docs"],
    "pictures": ["test"],
    "bench": ["bench"],
    "mutants": ["mutants"],
    "lowest": ["test"],
}


def say(text):
    """Print one line at once, also into a pipe."""
    print("[environment] " + text)
    sys.stdout.flush()


def lock():
    """Wait until no other call works on the environment; the lock ends with this process."""
    try:
        import fcntl
    except ImportError:  # Windows: two calls at once are the user's care
        return None
    handle = open(os.path.join(ROOT, ".venv.lock"), "w")  # noqa: SIM115  (held until the process ends)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        say("another command is preparing an environment; waiting for it ...")
        fcntl.flock(handle, fcntl.LOCK_EX)
    return handle


def succeeds(command):
    """Whether a command ends well; what it prints is thrown away."""
    try:
        return subprocess.call(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0
    except OSError:
        return False


def make_environment():
    """Create the environment, or complete one that was left half made."""
    if not succeeds([VENV_PYTHON, "-c", "pass"]):
        broken = os.path.isdir(VENV)
        say("making %s again, its Python does not start" % NAME if broken else "making " + NAME)
        command = [sys.executable, "-m", "venv"] + (["--clear"] if broken else []) + [VENV]
        if subprocess.call(command) != 0:
            sys.exit(
                "[environment] `python -m venv` failed (its message is above). On Debian and Ubuntu the package "
                "python3-venv provides it: sudo apt-get install python3-venv"
            )
    if not succeeds([VENV_PYTHON, "-c", "import sys; sys.exit(sys.version_info < %r)" % (OLDEST,)]):
        sys.exit(
            "[environment] %s holds a Python older than %d.%d. Remove this folder and run again." % (NAME, *OLDEST)
        )
    if not succeeds([VENV_PYTHON, "-m", "pip", "--version"]):
        say("adding pip to " + NAME)
        subprocess.check_call([VENV_PYTHON, "-m", "ensurepip", "--upgrade"])


def project():
    """The table ``project`` of ``pyproject.toml``."""
    import tomllib

    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        return tomllib.load(file)["project"]


def requirements(extras):
    """The requirements of extras, those of extras named inside them (``linkwright[all]``) included, each once."""
    declared = project()["optional-dependencies"]
    found = []
    for extra in extras:
        for requirement in declared[extra]:
            if requirement.startswith("linkwright["):
                found += requirements(requirement[len("linkwright[") : -1].split(","))
            else:
                found.append(requirement)
    return list(dict.fromkeys(found))


def lowest_versions():
    """The lowest versions of what users install: the dependencies of Linkwright and of its extras for users."""
    return [requirement.replace(">=", "==", 1) for requirement in project()["dependencies"] + requirements(["all"])]


def install(group, arguments):
    """Install with pip unless the note in the environment says that exactly this was done before."""
    with open(os.path.join(ROOT, "pyproject.toml"), "rb") as file:
        fingerprint = hashlib.sha256(file.read() + repr((ROOT, arguments)).encode()).hexdigest()
    note = os.path.join(VENV, ".linkwright-" + group)
    if os.path.exists(note):
        with open(note) as file:
            if file.read() == fingerprint:
                return
    say("installing what '%s' needs into %s (the first time this takes a minute or two)" % (group, NAME))
    command = [VENV_PYTHON, "-m", "pip", "install", "--disable-pip-version-check"] + arguments
    if subprocess.call(command, cwd=ROOT) != 0:
        sys.exit(
            "[environment] pip failed (its message is above); nothing was noted as installed. Run the command again."
        )
    with open(note, "w") as file:
        file.write(fingerprint)
    if group == "run":
        fill_cache()
    say("ready")


def fill_cache():
    """Compile what runs of all machines share, as it is used first and as it is used by long runs, into the cache."""
    program = (
        "import linkwright as lw; dynamics = lw.compile(lw.mechanisms.three_rrr(motors=False)); "
        "lw.simulate(dynamics, dynamics.assemble(), duration=10.0, inputs=dict.fromkeys(dynamics.inputs, 0.0))"
    )
    for quick in ("on", "off"):
        subprocess.call([VENV_PYTHON, "-c", program], cwd=ROOT, env=dict(os.environ, LINKWRIGHT_QUICK=quick))


def main():
    """Check the interpreter, then make and fill the environment for one command."""
    if sys.version_info < OLDEST:
        sys.exit(
            "Linkwright needs Python %d.%d or newer; %s is Python %s. Name a newer one, for example: make run "
            "PYTHON=python3.12" % (OLDEST[0], OLDEST[1], sys.executable, sys.version.split()[0])
        )
    group = sys.argv[1] if len(sys.argv) == 2 else ""
    if group not in EXTRAS:
        sys.exit("usage: python3 tools/environment.py " + "|".join(EXTRAS))
    held = lock()
    make_environment()
    install("run", ["--editable", ".[" + ",".join(EXTRAS["run"]) + "]"])
    if group != "run":
        # Without Linkwright itself, which may be running meanwhile from another command.
        install("test" if group == "lowest" else group, requirements(EXTRAS[group]))
    if group == "lowest":
        # In a call of its own: pip would refuse it in one, since pinocchio asks for a newer NumPy than it needs.
        install(group, lowest_versions())
    if held is not None:
        held.close()


if __name__ == "__main__":
    main()

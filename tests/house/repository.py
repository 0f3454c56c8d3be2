"""Where the files of the repository are."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "linkwright"
_NOT_OURS = {".git", ".venv", ".venv-lowest", "build", "dist", "runs", "node_modules", "__pycache__"}


def files() -> list[Path]:
    """Every file under version control or about to be; without version control, every file that is not generated."""
    try:
        command = ["git", "-C", str(ROOT), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split("\0")
        found = [ROOT / name for name in listed if name]
    except (OSError, subprocess.CalledProcessError):
        found = list(ROOT.rglob("*"))
    return sorted(path for path in found if path.is_file() and not _NOT_OURS & set(path.relative_to(ROOT).parts))


def text_of(path: Path) -> str | None:
    """The text of a file, or None of one that is not text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return None

"""Linear algebra that can fail goes through `linkwright.linear_algebra`, which answers or says why not."""

import re

import pytest

from house.repository import PACKAGE, ROOT

pytestmark = pytest.mark.rules

BARE = re.compile(
    r"np\.linalg\.(svd|lstsq|pinv|matrix_rank|cond|eigh?|eigvalsh?|solve|inv|cholesky|LinAlgError)\b"
    r"|scipy\.linalg import .*\b(svd|lstsq|null_space|eigh?|solve|inv)\b|linalg import splu"
)


def test_no_bare_call_of_a_library() -> None:
    faults = [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()}"
        for path in sorted(PACKAGE.rglob("*.py"))
        if path != PACKAGE / "linear_algebra.py"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if BARE.search(line)
    ]
    assert not faults, "take the function of linkwright.linear_algebra:\n" + "\n".join(faults)

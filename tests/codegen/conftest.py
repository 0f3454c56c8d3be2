"""A cache of its own, so that tests neither use nor fill the user's."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("LOCALAPPDATA", str(tmp_path_factory.mktemp("cache")))
        patch.delenv("LINKWRIGHT_CACHE", raising=False)
        patch.delenv("LINKWRIGHT_BACKEND", raising=False)
        yield


@pytest.fixture(params=["llvm", "vm"])
def backend(request: pytest.FixtureRequest) -> str:
    """Each backend in turn; machine code only where llvmlite is installed."""
    if request.param == "llvm":
        pytest.importorskip("llvmlite")
    return str(request.param)

"""Images as PNG files, films as GIF or MP4: written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from types import ModuleType

from linkwright.drawing.images.raster import Image
from linkwright.kinds import checked_arguments

MISSING = (
    "pictures need the package {name}, which is not installed; install it with: "
    'python -m pip install "linkwright[pictures]"'
)
COLOURS = 128
"""Of a GIF, which holds 256 at most."""


@checked_arguments
def save_image(path: str | os.PathLike[str], image: Image) -> Path:
    """Write an image as a PNG file."""
    module = _pillow()
    return _write(Path(path), lambda file: module.fromarray(image).save(file, format="PNG", optimize=True))


@checked_arguments
def save_film(path: str | os.PathLike[str], images: Iterable[Image], *, fps: float) -> Path:
    """Write images as a film, a GIF or an MP4 file by the path's ending, at so many images a second."""
    target = Path(path)
    writers = {".gif": _write_gif, ".mp4": _write_mp4}
    writer = writers.get(target.suffix.lower())
    if writer is None:
        raise ValueError(f"{target}: expected a name that ends in {' or '.join(writers)}")
    if not 1 <= fps <= 50:
        raise ValueError(f"fps = {fps!r}: expected 1 to 50 images a second")
    return _write(target, lambda file: writer(file, images, fps))


def require(suffix: str) -> None:
    """Refuse, before anything is drawn, a kind of file whose library is not installed."""
    if suffix == ".mp4":
        _ffmpeg()
    elif suffix in {".png", ".gif"}:
        _pillow()


def _pillow() -> ModuleType:
    try:
        import PIL.Image
    except ImportError as error:
        raise ImportError(MISSING.format(name="pillow")) from error
    return PIL.Image


def _ffmpeg() -> ModuleType:
    try:
        import imageio_ffmpeg
    except ImportError as error:
        raise ImportError(MISSING.format(name="imageio-ffmpeg")) from error
    module: ModuleType = imageio_ffmpeg
    return module


def _write_gif(file: Path, images: Iterable[Image], fps: float) -> None:
    module = _pillow()
    frames = [module.fromarray(image).quantize(COLOURS) for image in images]
    if not frames:
        raise ValueError("a film has no images; give one at least")
    frames[0].save(
        file, format="GIF", save_all=True, append_images=frames[1:], duration=round(1000 / fps), loop=0, optimize=False
    )


def _write_mp4(file: Path, images: Iterable[Image], fps: float) -> None:
    module = _ffmpeg()
    writer = None
    for image in images:
        if writer is None:
            size = (image.shape[1], image.shape[0])
            writer = module.write_frames(
                str(file), size, fps=fps, quality=8, macro_block_size=2, output_params=["-f", "mp4"]
            )
            writer.send(None)
        writer.send(image.tobytes())
    if writer is None:
        raise ValueError("a film has no images; give one at least")
    writer.close()


def _write(path: Path, write: Callable[[Path], None]) -> Path:
    """Write to a file beside the path, which then takes its place in one move."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".linkwright-", suffix=path.suffix)
    os.close(handle)
    temporary = Path(name)
    try:
        write(temporary)
        mask = os.umask(0)
        os.umask(mask)
        temporary.chmod(0o666 & ~mask)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    return path


__all__ = ["require", "save_film", "save_image"]

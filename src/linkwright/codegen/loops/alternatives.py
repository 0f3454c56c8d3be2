"""Loops over kernels of which there are several: which one is called, a number in the first argument says.

A run that changes its choice of pivots calls other kernels from then on. With all of them behind one name the loop goes
on in machine code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import TYPE_CHECKING

from linkwright.codegen.library import Library, interpret
from linkwright.codegen.loops.expressions import Signature
from linkwright.codegen.loops.translation import translate

if TYPE_CHECKING:
    import numpy as np


def alternatives(
    libraries: Sequence[Library],
    loops: Sequence[Callable[..., object]],
    *,
    place: int,
    calls: Mapping[str, Callable[..., object]] | None = None,
) -> Callable[[str], Callable[..., object]]:
    """Bind loops to libraries whose kernels have the same names; `place` of the first array holds the number of one.

    What is returned gives a loop by name; arguments are not checked. A library has every kernel, or it is the only one
    that has it (then it is always called). With `calls`, kernels as Python functions, the loops run in Python; on the
    virtual machine they do so anyway.
    """
    names = list(dict.fromkeys(name for library in libraries for name in library.interfaces))
    owners = {name: [library for library in libraries if name in library.interfaces] for name in names}
    assert len({library.backend for library in libraries}) == 1
    if calls or libraries[0].backend == "vm":
        kernels = {
            name: _one_of([owner.kernel(name, check=False) for owner in found], place) for name, found in owners.items()
        }
        return interpret(loops, {**kernels, **(calls or {})}).__getitem__
    from linkwright.codegen.compiled import CompiledLibrary

    faces = {name: found[0].interfaces[name] for name, found in owners.items()}
    counts = tuple((name, len(face.inputs), len(face.outputs)) for name, face in faces.items())
    signatures, translated = _translated(tuple(loops), counts)
    return partial(CompiledLibrary.over(owners, signatures, translated, place).loop, check=False)


@cache
def _translated(
    loops: tuple[Callable[..., object], ...], counts: tuple[tuple[str, int, int], ...]
) -> tuple[dict[str, Signature], list[str]]:
    """Loops as LLVM: the same for every machine with kernels of these names, so translated once."""
    return translate(loops, {name: (inputs, outputs) for name, inputs, outputs in counts})


def _one_of(kernels: Sequence[Callable[..., None]], place: int) -> Callable[..., object]:
    if len(kernels) == 1:
        return kernels[0]

    def call(first: np.ndarray, *others: np.ndarray) -> None:
        kernels[int(first[place])](first, *others)

    return call

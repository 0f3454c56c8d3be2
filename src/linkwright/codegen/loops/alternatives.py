"""Loops over kernels of which there are several: which one is called, a number in the first argument says.

A run that changes its choice of pivots calls other kernels from then on. With all of them behind one name the loop goes
on in machine code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from linkwright.codegen.library import Library, interpret_over


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
    # Each kernel's owners, in the order of the libraries: the number in the first argument counts them.
    names = list(dict.fromkeys(name for library in libraries for name in library.interfaces))
    owners = {name: [library for library in libraries if name in library.interfaces] for name in names}
    assert len({library.backend for library in libraries}) == 1
    if calls:
        return interpret_over(owners, loops, place, calls)
    return libraries[0].over(owners, loops, place)

"""Random constrained systems, linear in the accelerations, arranged in random trees of modules.

A system has blocks (M_k, f_k), each in some module; a module constraints the variables of all blocks in its subtree by
A a = b. Some rows repeat combinations of earlier rows, and some modules repeat nothing else, so that ranks must be
decided well.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


@dataclass(frozen=True)
class Block:
    """M a = f over `columns` of the whole system's variables; M is positive definite or has one massless direction."""

    columns: tuple[int, ...]
    M: Array
    f: Array


@dataclass(frozen=True)
class Module:
    """A node of the tree: its own blocks and children, and constraints A a = b, zero outside its columns."""

    path: tuple[int, ...]
    children: tuple["Module", ...]
    blocks: tuple[Block, ...]
    A: Array
    b: Array
    redundant: int  # how many of its rows, the last ones, follow from rows of its subtree

    def below(self) -> tuple["Module", ...]:
        """All modules of the subtree, children first: the order in which a recursive join meets them."""
        return (*(module for child in self.children for module in child.below()), self)


@dataclass(frozen=True)
class System:
    """A tree and the dense system it stands for: M (n, n), f (n,), A (rows, n) in the order of `root.below()`, b."""

    root: Module
    M: Array
    f: Array
    A: Array
    b: Array
    rank: int  # of A


@dataclass(frozen=True)
class _Plan:
    """A module before its constraints are drawn."""

    path: tuple[int, ...]
    children: tuple["_Plan", ...]
    own: tuple[tuple[int, ...], ...]  # columns of each own block

    def columns(self) -> list[int]:
        return [c for child in self.children for c in child.columns()] + [c for block in self.own for c in block]


def _plan(random: np.random.Generator, depth: int, path: tuple[int, ...], start: int) -> tuple[_Plan, int]:
    """Draw the shape and return it with the next free column.

    One child reaches `depth`, the others any depth; leaves always have a block.
    """
    children: list[_Plan] = []
    for index in range(int(random.integers(1, 4)) if depth > 1 else 0):
        lower = depth - 1 if index == 0 else int(random.integers(1, depth))
        child, start = _plan(random, lower, (*path, index), start)
        children.append(child)
    own: list[tuple[int, ...]] = []
    for _ in range(int(random.integers(0, 2)) if children else int(random.integers(1, 3))):
        size = int(random.integers(2, 6))
        own.append(tuple(range(start, start + size)))
        start += size
    return _Plan(path, tuple(children), tuple(own)), start


class _Draw:
    """Fills a plan with numbers; `wanted` is an acceleration that every constraint allows, so it is consistent."""

    def __init__(self, random: np.random.Generator, n: int, *, massless: bool) -> None:
        self.random, self.n, self.massless = random, n, massless
        self.wanted = random.normal(size=n)

    def block(self, columns: tuple[int, ...], *, massless: bool) -> Block:
        size = len(columns)
        basis = np.linalg.qr(self.random.normal(size=(size, size)))[0]
        masses = 10.0 ** self.random.uniform(-1, 1, size)
        if massless:
            masses[0] = 0.0
        return Block(columns, basis * masses @ basis.T, self.random.normal(size=size))

    def module(self, plan: _Plan) -> tuple[Module, int]:
        """Returns the module and the rank of all constraints in its subtree."""
        drawn = [self.module(child) for child in plan.children]
        children, rank = tuple(d[0] for d in drawn), sum(d[1] for d in drawn)
        columns = plan.columns()
        least = 1 if not plan.children else 0  # a leaf needs a constraint for its massless direction
        new = min(int(self.random.integers(least, 4)), len(columns) - rank - 1)
        below = np.vstack([np.zeros((0, self.n)), *(m.A for child in children for m in child.below())])
        A = np.zeros((new, self.n))
        A[:, columns] = self.random.normal(size=(new, len(columns)))
        earlier = np.vstack([below, A])
        redundant = int(self.random.integers(0, 3)) if len(earlier) else 0
        A = np.vstack([A, self.random.normal(size=(redundant, len(earlier))) @ earlier])
        blocks = tuple(
            self.block(own, massless=self.massless and k == 0 and not plan.children) for k, own in enumerate(plan.own)
        )
        return Module(plan.path, children, blocks, A, A @ self.wanted, redundant), rank + new


def random_system(seed: int, depth: int, *, massless: bool = False) -> System:
    """A consistent system whose tree has exactly `depth` levels of modules, 1 to 5.

    `massless` gives every leaf a direction without inertia: M is singular and the accelerations are still unique.
    """
    random = np.random.default_rng([seed, depth, massless])
    plan, n = _plan(random, depth, (), 0)
    root, rank = _Draw(random, n, massless=massless).module(plan)
    M, f = np.zeros((n, n)), np.zeros(n)
    for module in root.below():
        for block in module.blocks:
            M[np.ix_(block.columns, block.columns)] = block.M
            f[list(block.columns)] = block.f
    ordered = root.below()
    return System(root, M, f, np.vstack([m.A for m in ordered]), np.concatenate([m.b for m in ordered]), rank)

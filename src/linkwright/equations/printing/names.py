"""Names in printed equations: relative to the part that is printed, and how they are typeset."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from linkwright.equations.record import Equations
from linkwright.symbolic.readable import Sympy, sympy_module, to_sympy

GREEK = frozenset({
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu", "nu", "xi",
    "pi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega", "Gamma", "Delta", "Theta", "Lambda", "Xi",
    "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega",
})  # fmt: skip
LATEX_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "_": r"\_", "%": r"\%",
    "^": r"\textasciicircum{}", "~": r"\textasciitilde{}", "<": r"\textless{}", ">": r"\textgreater{}",
    "|": r"\textbar{}", '"': r"\textquotedbl{}",
}  # fmt: skip


def escape_latex(text: str) -> str:
    r"""Text that LaTeX prints as it is; what pdfLaTeX has no letter for becomes a question mark.

    >>> print(escape_latex("50 % & \\input{x}"))
    50 \% \& \textbackslash{}input\{x\}
    """
    return "".join(LATEX_SPECIAL.get(letter, letter if _in_encoding(letter) else "?") for letter in text)


def _in_encoding(letter: str) -> bool:
    """Whether the T1 encoding has it: ASCII and the letters of Latin-1."""
    return " " <= letter <= "~" or ("\xc0" <= letter <= "\xff" and letter.isalpha())


def relative(name: str, path: str) -> str:
    """Name as seen from inside the part at `path`: leading parts that both share are left out.

    >>> relative("A.omega", "A.motor"), relative("l_U", "A"), relative("platform.x'", "")
    ('omega', 'l_U', "platform.x'")
    """
    parts, around = name.split("."), path.split(".")
    shared = 0
    while shared < min(len(parts) - 1, len(around)) and parts[shared] == around[shared]:
        shared += 1
    return ".".join(parts[shared:])


def plain(name: str) -> str:
    """Name without the underscore that Python's keywords need.

    >>> plain("lambda_"), plain("l_U")
    ('lambda', 'l_U')
    """
    stem = name.removesuffix("_")
    return stem if stem != name and keyword.iskeyword(stem.rpartition(".")[2]) else name


@dataclass(frozen=True)
class Letters:
    """A name taken apart for typesetting: an accent or none, the letter or word, dots above, subscripts, the path."""

    accent: str
    head: str
    dots: int
    below: tuple[str, ...]
    path: tuple[str, ...]


def take_apart(name: str) -> Letters:
    """A name as letters: digits, and one small letter after a capital (Kt), are subscripts; primes are dots.

    >>> take_apart("A.psi'")
    Letters(accent='', head='psi', dots=1, below=(), path=('A',))
    """
    body = name.rstrip("'")
    *path, last = plain(body).split(".")
    head, *below = last.split("_")
    accent, mark = "", ""
    if below and below[0] in {"bar", "hat", "tilde"}:
        accent = below.pop(0)
    else:
        found = None if head in GREEK else re.fullmatch(r"([A-Za-z]+)(\d+)|([A-Z])([a-z])", head)
        head, mark = [group for group in found.groups() if group] if found else (head, "")
    marks = [*([mark] if mark else []), *[part for part in below if part]]
    return Letters(accent, head, len(name) - len(body), tuple(marks), tuple(path))


def typeset(name: str) -> str:
    r"""Name as LaTeX mathematics: Greek letters, subscripts, a dot for a prime; the path of a part is a subscript.

    >>> print(typeset("A.psi'"), typeset("kappa_m"), typeset("platform.x"), typeset("x_bar"), typeset("Kt"))
    \dot{\psi}_{A} \kappa_{m} x_{\mathrm{platform}} \bar{x} K_{t}
    """
    letters = take_apart(name)
    symbol = _letter(letters.head)
    if letters.accent:
        symbol = rf"\{letters.accent}{{{symbol}}}"
    if letters.dots:
        symbol = rf"\{'d' * letters.dots}ot{{{symbol}}}"
    marks = [_letter(part) for part in letters.below] + [_part(part) for part in letters.path]
    return symbol + (f"_{{{','.join(marks)}}}" if marks else "")


def _letter(word: str) -> str:
    if word in GREEK:
        return rf"\{word}"
    return word if len(word) == 1 or word.isdigit() else rf"\mathrm{{{escape_latex(word)}}}"


def _part(word: str) -> str:
    """A part's name is upright unless it is one letter, as the paper writes its legs; Greek words are names here."""
    return word if len(word) == 1 else rf"\mathrm{{{escape_latex(word)}}}"


class Names:
    """SymPy symbols for the variables of a record, as seen from any of its parts."""

    def __init__(self, equations: Equations) -> None:
        sympy = sympy_module()
        flat = equations.parameters
        self.q, self.v = list(equations.coordinate_names), list(equations.speed_names)
        self.u = [label.name for label in equations.inputs]
        full = [self.symbol(label.name) for label in flat.labels]
        (readable,) = to_sympy([flat.symbols], [full], [flat.readable]) if full else (sympy.zeros(0, 1),)
        self.p = list(readable)

    @staticmethod
    def symbol(name: str) -> Sympy:
        """The real symbol of a name."""
        return sympy_module().Symbol(plain(name), real=True)

    def seen_from(self, path: str, q: Sequence[int], v: Sequence[int], u: Sequence[int], p: Sequence[int]) -> View:
        """Symbols of some variables with names relative to a part; names that would coincide stay whole."""
        formulas = [self.p[k] for k in p]
        used = {symbol.name for formula in formulas for symbol in formula.free_symbols}
        whole = {*(self.q[k] for k in q), *(self.v[k] for k in v), *(self.u[k] for k in u), *used, "t"}
        short = _short(whole, path)
        table = {self.symbol(name): self.symbol(short[name]) for name in used}
        return View(
            {k: self.symbol(short[self.q[k]]) for k in q},
            {k: self.symbol(short[self.v[k]]) for k in v},
            {k: self.symbol(short[self.u[k]]) for k in u},
            {k: formula.xreplace(table) for k, formula in zip(p, formulas, strict=True)},
        )


class View:
    """SymPy expressions that stand for variables, by index: q, v, u (symbols) and p (formulas)."""

    def __init__(self, q: dict[int, Sympy], v: dict[int, Sympy], u: dict[int, Sympy], p: dict[int, Sympy]) -> None:
        self.q, self.v, self.u, self.p = q, v, u, p

    def values(self, indices: Sequence[Sequence[int]]) -> list[list[Sympy]]:
        """Values of the local symbols q, v, u, p, d of a use, then of t; virtual speeds are zero."""
        sympy = sympy_module()
        q, v, u, p, d = indices
        return [
            [self.q[k] for k in q],
            [self.v[k] for k in v],
            [self.u[k] for k in u],
            [self.p[k] for k in p],
            [sympy.Integer(0)] * len(d),
            [Names.symbol("t")],
        ]


def _short(names: Iterable[str], path: str) -> dict[str, str]:
    ordered = sorted(names)
    short = {name: relative(name, path) if path else name for name in ordered}
    count: dict[str, int] = {}
    for value in short.values():
        count[value] = count.get(value, 0) + 1
    return {name: value if count[value] == 1 else name for name, value in short.items()}

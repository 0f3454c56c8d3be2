"""Dormand-Prince 8(5,3): explicit, adaptive, of order 8, for smooth motions at tight tolerances.

E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, section II.5 and II.6 (DOP853: twelve
stages, error estimate from embedded orders 5 and 3, dense output of order 7 with three more stages).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite, sqrt

from linkwright.codegen import Array
from linkwright.simulation.integrators.contract import Integrator
from linkwright.simulation.places import ATOL, EVALUATIONS, RTOL

stage: Callable[..., None]

NODES = (
    0.0, 0.05260015195876773, 0.0789002279381516, 0.1183503419072274,
    0.2816496580927726, 0.3333333333333333, 0.25, 0.3076923076923077,
    0.6512820512820513, 0.6, 0.8571428571428571, 1.0,
    1.0, 0.1, 0.2, 0.7777777777777778,
)  # fmt: skip
A = (
    0.05260015195876773, 0.0197250569845379, 0.0591751709536137,
    0.02958758547680685, 0.0, 0.08876275643042054,
    0.2413651341592667, 0.0, -0.8845494793282861,
    0.924834003261792, 0.037037037037037035, 0.0,
    0.0, 0.17082860872947386, 0.12546768756682242,
    0.037109375, 0.0, 0.0,
    0.17025221101954405, 0.06021653898045596, -0.017578125,
    0.03709200011850479, 0.0, 0.0,
    0.17038392571223998, 0.10726203044637328, -0.015319437748624402,
    0.008273789163814023, 0.6241109587160757, 0.0,
    0.0, -3.3608926294469414, -0.868219346841726,
    27.59209969944671, 20.154067550477894, -43.48988418106996,
    0.47766253643826434, 0.0, 0.0,
    -2.4881146199716677, -0.590290826836843, 21.230051448181193,
    15.279233632882423, -33.28821096898486, -0.020331201708508627,
    -0.9371424300859873, 0.0, 0.0,
    5.186372428844064, 1.0914373489967295, -8.149787010746927,
    -18.52006565999696, 22.739487099350505, 2.4936055526796523,
    -3.0467644718982196, 2.273310147516538, 0.0,
    0.0, -10.53449546673725, -2.0008720582248625,
    -17.9589318631188, 27.94888452941996, -2.8589982771350235,
    -8.87285693353063, 12.360567175794303, 0.6433927460157636,
    0.054293734116568765, 0.0, 0.0,
    0.0, 0.0, 4.450312892752409,
    1.8915178993145003, -5.801203960010585, 0.3111643669578199,
    -0.1521609496625161, 0.20136540080403034, 0.04471061572777259,
    0.056167502283047954, 0.0, 0.0,
    0.0, 0.0, 0.0,
    0.25350021021662483, -0.2462390374708025, -0.12419142326381637,
    0.15329179827876568, 0.00820105229563469, 0.007567897660545699,
    -0.008298, 0.03183464816350214, 0.0,
    0.0, 0.0, 0.0,
    0.028300909672366776, 0.053541988307438566, -0.05492374857139099,
    0.0, 0.0, -0.00010834732869724932,
    0.0003825710908356584, -0.00034046500868740456, 0.1413124436746325,
    -0.42889630158379194, 0.0, 0.0,
    0.0, 0.0, -4.697621415361164,
    7.683421196062599, 4.06898981839711, 0.3567271874552811,
    0.0, 0.0, 0.0,
    -0.0013990241651590145, 2.9475147891527724, -9.15095847217987,
)  # fmt: skip
B = (
    0.054293734116568765, 0.0, 0.0,
    0.0, 0.0, 4.450312892752409,
    1.8915178993145003, -5.801203960010585, 0.3111643669578199,
    -0.1521609496625161, 0.20136540080403034, 0.04471061572777259,
)  # fmt: skip
E3 = (
    -0.18980075407240762, 0.0, 0.0,
    0.0, 0.0, 4.450312892752409,
    1.8915178993145003, -5.801203960010585, -0.4226823213237919,
    -0.1521609496625161, 0.20136540080403034, 0.02265179219836082,
    0.0,
)  # fmt: skip
E5 = (
    0.01312004499419488, 0.0, 0.0,
    0.0, 0.0, -1.2251564463762044,
    -0.4957589496572502, 1.6643771824549864, -0.35032884874997366,
    0.3341791187130175, 0.08192320648511571, -0.022355307863886294,
    0.0,
)  # fmt: skip
D = (
    -8.428938276109013, 0.0, 0.0,
    0.0, 0.0, 0.5667149535193777,
    -3.0689499459498917, 2.38466765651207, 2.117034582445028,
    -0.871391583777973, 2.2404374302607883, 0.6315787787694688,
    -0.08899033645133331, 18.148505520854727, -9.194632392478356,
    -4.436036387594894, 10.427508642579134, 0.0,
    0.0, 0.0, 0.0,
    242.28349177525817, 165.20045171727028, -374.5467547226902,
    -22.113666853125306, 7.733432668472264, -30.674084731089398,
    -9.332130526430229, 15.697238121770845, -31.139403219565178,
    -9.35292435884448, 35.81684148639408, 19.985053242002433,
    0.0, 0.0, 0.0,
    0.0, -387.0373087493518, -189.17813819516758,
    527.8081592054236, -11.57390253995963, 6.8812326946963,
    -1.0006050966910838, 0.7777137798053443, -2.778205752353508,
    -60.19669523126412, 84.32040550667716, 11.99229113618279,
    -25.69393346270375, 0.0, 0.0,
    0.0, 0.0, -154.18974869023643,
    -231.5293791760455, 357.6391179106141, 93.40532418362432,
    -37.45832313645163, 104.0996495089623, 29.8402934266605,
    -43.53345659001114, 96.32455395918828, -39.17726167561544,
    -149.72683625798564,
)  # fmt: skip
"""Tableau: A by rows, row s with s entries; the last three rows belong to dense output, with D."""


SHARES = A + B + E5 + E3
OF_B, OF_E5, OF_E3 = len(A), len(A) + len(B), len(A) + len(B) + len(E5)
"""All shares in one table, and where they begin in it."""


def weighted(first: int, count: int, n: int, k: Array, out: Array) -> None:
    """Sum of `count` slopes, with the shares from `first` on; slopes outside, so that processors add some at a time."""
    for i in range(n):
        out[i] = 0.0
    for j in range(count):
        share = SHARES[first + j]
        if share != 0.0:
            for i in range(n):
                out[i] += share * k[j * n + i]


def combine(s: int, h: float, n: int, y: Array, k: Array, out: Array) -> None:
    """The state at which stage s is evaluated: y + h sum a_sj k_j."""
    weighted(s * (s - 1) // 2, s, n, k, out)
    for i in range(n):
        out[i] = y[i] + h * out[i]


def step(
    t: float, h: float, n: int, nq: int, nu: int, control: Array, last: float, table: Array, y: Array, p: Array,
    ref: Array, trial: Array, new: Array, own: Array, desk: Array, k: Array, clock: Array,
) -> float:  # fmt: skip
    """One step of length h from (t, y): `new`, slopes 2 to 13 in `k`, and the error norm.

    The norm is err5^2 / sqrt(err5^2 + 0.01 err3^2), which behaves like h^8.
    """
    for s in range(1, 12):
        combine(s, h, n, y, k, trial)
        stage(t + NODES[s] * h, last, table, trial, p, ref, desk, k[s * n :])
    weighted(OF_B, 12, n, k, new)
    for i in range(n):
        new[i] = y[i] + h * new[i]
    stage(t + h, last, table, new, p, ref, desk, k[12 * n :])
    clock[EVALUATIONS] += 12.0
    weighted(OF_E5, 12, n, k, trial)
    weighted(OF_E3, 12, n, k, own)
    five = 0.0
    three = 0.0
    for i in range(n):
        scale = 1.0 / (control[ATOL] + control[RTOL] * max(abs(y[i]), abs(new[i])))
        five += (trial[i] * scale) ** 2
        three += (own[i] * scale) ** 2
    both = five + 0.01 * three
    if both == 0.0:
        return 0.0
    norm = abs(h) * five / sqrt(both * n)
    if not isfinite(norm):
        norm = 1e4
    return norm


def prepare(
    t: float, h: float, n: int, last: float, table: Array, y: Array, p: Array, ref: Array, new: Array, spare: Array,
    desk: Array, k: Array, clock: Array,
) -> None:  # fmt: skip
    """Three more stages, then the seven coefficients of dense output in k[16 n:]."""
    for s in range(13, 16):
        combine(s, h, n, y, k, spare)
        stage(t + NODES[s] * h, last, table, spare, p, ref, desk, k[s * n :])
    clock[EVALUATIONS] += 3.0
    f = k[16 * n :]
    for i in range(n):
        difference = new[i] - y[i]
        f[i] = difference
        f[n + i] = h * k[i] - difference
        f[2 * n + i] = 2.0 * difference - h * (k[12 * n + i] + k[i])
        for d in range(4):
            total = 0.0
            for j in range(16):
                total += D[16 * d + j] * k[j * n + i]
            f[(3 + d) * n + i] = h * total


def inside(theta: float, h: float, n: int, y: Array, new: Array, k: Array, out: Array) -> None:
    """State at the share theta of the step, by the dense output of order 7."""
    f = k[16 * n :]
    other = 1.0 - theta
    for i in range(n):
        total = f[6 * n + i] * theta
        total = (total + f[5 * n + i]) * other
        total = (total + f[4 * n + i]) * theta
        total = (total + f[3 * n + i]) * other
        total = (total + f[2 * n + i]) * theta
        total = (total + f[n + i]) * other
        out[i] = y[i] + (total + f[i]) * theta


@dataclass(frozen=True)
class DormandPrince8(Integrator):
    """Adaptive explicit method of order 8, for smooth motions that are not stiff, at tight tolerances."""

    title = "Dormand-Prince 8(5,3)"
    order = 8
    dense_order = 7
    source = "E. Hairer, S. P. Norsett, G. Wanner, Solving ODEs I, section II.5"
    loops = (weighted, combine, step, prepare, inside)
    slopes = 23
    error_order = 8
    memory = 0.04
    limits = (0.333, 6.0)

    def room(self, n: int, m: int) -> int:
        """The error of order 3."""
        del m
        return n

    @property
    def use(self) -> str:
        """When to use it, in words."""
        return "smooth motions that are not stiff, at engineering accuracy and tighter; long runs"

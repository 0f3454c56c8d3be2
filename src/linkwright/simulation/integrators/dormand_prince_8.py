"""Dormand-Prince 8(5,3): explicit, adaptive, of order 8, for smooth motions at tight tolerances.

E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, section II.5 and II.6 (DOP853: twelve
stages, error estimate from embedded orders 5 and 3, dense output of order 7 with three more stages).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite, sqrt

from linkwright.arrays import Array
from linkwright.simulation.integrators.contract import Integrator
from linkwright.simulation.workspace import Workspace

slope_at: Callable[..., None]

C = (
    0.0, 0.05260015195876773, 0.0789002279381516, 0.1183503419072274,
    0.2816496580927726, 0.3333333333333333, 0.25, 0.3076923076923077,
    0.6512820512820513, 0.6, 0.8571428571428571, 1.0,
    1.0, 0.1, 0.2, 0.7777777777777778,
)  # fmt: skip
A2 = (0.05260015195876773,)
A3 = (0.0197250569845379, 0.0591751709536137)
A4 = (0.02958758547680685, 0.08876275643042054)
A5 = (0.2413651341592667, -0.8845494793282861, 0.924834003261792)
A6 = (0.037037037037037035, 0.17082860872947386, 0.12546768756682242)
A7 = (0.037109375, 0.17025221101954405, 0.06021653898045596, -0.017578125)
A8 = (0.03709200011850479, 0.17038392571223998, 0.10726203044637328, -0.015319437748624402, 0.008273789163814023)
A9 = (
    0.6241109587160757, -3.3608926294469414, -0.868219346841726, 27.59209969944671, 20.154067550477894,
    -43.48988418106996,
)  # fmt: skip
A10 = (
    0.47766253643826434, -2.4881146199716677, -0.590290826836843, 21.230051448181193, 15.279233632882423,
    -33.28821096898486, -0.020331201708508627,
)  # fmt: skip
A11 = (
    -0.9371424300859873, 5.186372428844064, 1.0914373489967295, -8.149787010746927, -18.52006565999696,
    22.739487099350505, 2.4936055526796523, -3.0467644718982196,
)  # fmt: skip
A12 = (
    2.273310147516538, -10.53449546673725, -2.0008720582248625, -17.9589318631188, 27.94888452941996,
    -2.8589982771350235, -8.87285693353063, 12.360567175794303, 0.6433927460157636,
)  # fmt: skip
A14 = (
    0.056167502283047954, 0.25350021021662483, -0.2462390374708025, -0.12419142326381637, 0.15329179827876568,
    0.00820105229563469, 0.007567897660545699, -0.008298,
)  # fmt: skip
A15 = (
    0.03183464816350214, 0.028300909672366776, 0.053541988307438566, -0.05492374857139099, -0.00010834732869724932,
    0.0003825710908356584, -0.00034046500868740456, 0.1413124436746325,
)  # fmt: skip
A16 = (
    -0.42889630158379194, -4.697621415361164, 7.683421196062599, 4.06898981839711, 0.3567271874552811,
    -0.0013990241651590145, 2.9475147891527724, -9.15095847217987,
)  # fmt: skip
B = (
    0.054293734116568765, 4.450312892752409, 1.8915178993145003, -5.801203960010585, 0.3111643669578199,
    -0.1521609496625161, 0.20136540080403034, 0.04471061572777259,
)  # fmt: skip
E5 = (
    0.01312004499419488, -1.2251564463762044, -0.4957589496572502, 1.6643771824549864, -0.35032884874997366,
    0.3341791187130175, 0.08192320648511571, -0.022355307863886294,
)  # fmt: skip
E3 = (
    -0.18980075407240762, 4.450312892752409, 1.8915178993145003, -5.801203960010585, -0.4226823213237919,
    -0.1521609496625161, 0.20136540080403034, 0.02265179219836082,
)  # fmt: skip
D4 = (
    -8.428938276109013, 0.5667149535193777, -3.0689499459498917, 2.38466765651207, 2.117034582445028,
    -0.871391583777973, 2.2404374302607883, 0.6315787787694688, -0.08899033645133331, 18.148505520854727,
    -9.194632392478356, -4.436036387594894,
)  # fmt: skip
D5 = (
    10.427508642579134, 242.28349177525817, 165.20045171727028, -374.5467547226902, -22.113666853125306,
    7.733432668472264, -30.674084731089398, -9.332130526430229, 15.697238121770845, -31.139403219565178,
    -9.35292435884448, 35.81684148639408,
)  # fmt: skip
D6 = (
    19.985053242002433, -387.0373087493518, -189.17813819516758, 527.8081592054236, -11.57390253995963,
    6.8812326946963, -1.0006050966910838, 0.7777137798053443, -2.778205752353508, -60.19669523126412,
    84.32040550667716, 11.99229113618279,
)  # fmt: skip
D7 = (
    -25.69393346270375, -154.18974869023643, -231.5293791760455, 357.6391179106141, 93.40532418362432,
    -37.45832313645163, 104.0996495089623, 29.8402934266605, -43.53345659001114, 96.32455395918828,
    -39.17726167561544, -149.72683625798564,
)  # fmt: skip
"""Tableau without its zeros: shares of slopes in stages 2 to 12 (A2 to A12), result, errors, dense output (A14 on)."""


def step(t: float, h: float, run: Workspace) -> float:  # noqa: C901, PLR0912  twelve stages, one after the other
    """One step of length h from (t, y): `new`, slopes 2 to 13 in `k`, and the error norm.

    The norm is err5^2 / sqrt(err5^2 + 0.01 err3^2), which behaves like h^8. Sums are written out, so that processors
    add several entries at a time, in registers.
    """
    n = run.machine.n
    y = run.states.y
    k = run.states.slopes
    trial = run.scratch.trial
    new = run.scratch.new
    own = run.scratch.own
    k1 = k[0:]
    k2 = k[n:]
    k3 = k[2 * n :]
    k4 = k[3 * n :]
    k5 = k[4 * n :]
    k6 = k[5 * n :]
    k7 = k[6 * n :]
    k8 = k[7 * n :]
    k9 = k[8 * n :]
    k10 = k[9 * n :]
    k11 = k[10 * n :]
    k12 = k[11 * n :]
    k13 = k[12 * n :]
    for i in range(n):
        trial[i] = y[i] + h * A2[0] * k1[i]
    slope_at(t + C[1] * h, trial, run, k2)
    for i in range(n):
        trial[i] = y[i] + h * (A3[0] * k1[i] + A3[1] * k2[i])
    slope_at(t + C[2] * h, trial, run, k3)
    for i in range(n):
        trial[i] = y[i] + h * (A4[0] * k1[i] + A4[1] * k3[i])
    slope_at(t + C[3] * h, trial, run, k4)
    for i in range(n):
        trial[i] = y[i] + h * (A5[0] * k1[i] + A5[1] * k3[i] + A5[2] * k4[i])
    slope_at(t + C[4] * h, trial, run, k5)
    for i in range(n):
        trial[i] = y[i] + h * (A6[0] * k1[i] + A6[1] * k4[i] + A6[2] * k5[i])
    slope_at(t + C[5] * h, trial, run, k6)
    for i in range(n):
        trial[i] = y[i] + h * (A7[0] * k1[i] + A7[1] * k4[i] + A7[2] * k5[i] + A7[3] * k6[i])
    slope_at(t + C[6] * h, trial, run, k7)
    for i in range(n):
        trial[i] = y[i] + h * (A8[0] * k1[i] + A8[1] * k4[i] + A8[2] * k5[i] + A8[3] * k6[i] + A8[4] * k7[i])
    slope_at(t + C[7] * h, trial, run, k8)
    for i in range(n):
        trial[i] = y[i] + h * (
            A9[0] * k1[i] + A9[1] * k4[i] + A9[2] * k5[i] + A9[3] * k6[i] + A9[4] * k7[i] + A9[5] * k8[i]
        )
    slope_at(t + C[8] * h, trial, run, k9)
    for i in range(n):
        trial[i] = y[i] + h * (
            A10[0] * k1[i] + A10[1] * k4[i] + A10[2] * k5[i] + A10[3] * k6[i] + A10[4] * k7[i] + A10[5] * k8[i]
            + A10[6] * k9[i]
        )  # fmt: skip
    slope_at(t + C[9] * h, trial, run, k10)
    for i in range(n):
        trial[i] = y[i] + h * (
            A11[0] * k1[i] + A11[1] * k4[i] + A11[2] * k5[i] + A11[3] * k6[i] + A11[4] * k7[i] + A11[5] * k8[i]
            + A11[6] * k9[i] + A11[7] * k10[i]
        )  # fmt: skip
    slope_at(t + C[10] * h, trial, run, k11)
    for i in range(n):
        trial[i] = y[i] + h * (
            A12[0] * k1[i] + A12[1] * k4[i] + A12[2] * k5[i] + A12[3] * k6[i] + A12[4] * k7[i] + A12[5] * k8[i]
            + A12[6] * k9[i] + A12[7] * k10[i] + A12[8] * k11[i]
        )  # fmt: skip
    slope_at(t + C[11] * h, trial, run, k12)
    for i in range(n):
        new[i] = y[i] + h * (
            B[0] * k1[i] + B[1] * k6[i] + B[2] * k7[i] + B[3] * k8[i] + B[4] * k9[i] + B[5] * k10[i] + B[6] * k11[i]
            + B[7] * k12[i]
        )  # fmt: skip
    slope_at(t + h, new, run, k13)
    run.progress.evaluations += 12
    # Error of the step from two embedded formulas of orders 5 and 3.
    atol = run.settings.atol
    rtol = run.settings.rtol
    count = n // (1 + run.settings.directions)
    for i in range(count):
        scale = 1.0 / (atol + rtol * max(abs(y[i]), abs(new[i])))
        trial[i] = scale * (
            E5[0] * k1[i] + E5[1] * k6[i] + E5[2] * k7[i] + E5[3] * k8[i] + E5[4] * k9[i] + E5[5] * k10[i]
            + E5[6] * k11[i] + E5[7] * k12[i]
        )  # fmt: skip
        own[i] = scale * (
            E3[0] * k1[i] + E3[1] * k6[i] + E3[2] * k7[i] + E3[3] * k8[i] + E3[4] * k9[i] + E3[5] * k10[i]
            + E3[6] * k11[i] + E3[7] * k12[i]
        )  # fmt: skip
    five = 0.0
    three = 0.0
    for i in range(count):
        five += trial[i] * trial[i]
        three += own[i] * own[i]
    both = five + 0.01 * three
    if both == 0.0:
        return 0.0
    norm = abs(h) * five / sqrt(both * count)
    if not isfinite(norm):
        norm = 1e4
    return norm


def prepare_interpolation(t: float, h: float, run: Workspace) -> None:
    """Three more stages, then the seven coefficients of dense output in k[16 n:]."""
    n = run.machine.n
    y = run.states.y
    k = run.states.slopes
    new = run.scratch.new
    spare = run.scratch.inside
    k1 = k[0:]
    k6 = k[5 * n :]
    k7 = k[6 * n :]
    k8 = k[7 * n :]
    k9 = k[8 * n :]
    k10 = k[9 * n :]
    k11 = k[10 * n :]
    k12 = k[11 * n :]
    k13 = k[12 * n :]
    k14 = k[13 * n :]
    k15 = k[14 * n :]
    k16 = k[15 * n :]
    for i in range(n):
        spare[i] = y[i] + h * (
            A14[0] * k1[i] + A14[1] * k7[i] + A14[2] * k8[i] + A14[3] * k9[i] + A14[4] * k10[i] + A14[5] * k11[i]
            + A14[6] * k12[i] + A14[7] * k13[i]
        )  # fmt: skip
    slope_at(t + C[13] * h, spare, run, k14)
    for i in range(n):
        spare[i] = y[i] + h * (
            A15[0] * k1[i] + A15[1] * k6[i] + A15[2] * k7[i] + A15[3] * k8[i] + A15[4] * k11[i] + A15[5] * k12[i]
            + A15[6] * k13[i] + A15[7] * k14[i]
        )  # fmt: skip
    slope_at(t + C[14] * h, spare, run, k15)
    for i in range(n):
        spare[i] = y[i] + h * (
            A16[0] * k1[i] + A16[1] * k6[i] + A16[2] * k7[i] + A16[3] * k8[i] + A16[4] * k9[i] + A16[5] * k13[i]
            + A16[6] * k14[i] + A16[7] * k15[i]
        )  # fmt: skip
    slope_at(t + C[15] * h, spare, run, k16)
    run.progress.evaluations += 3
    f1 = k[16 * n :]
    f2 = k[17 * n :]
    f3 = k[18 * n :]
    f4 = k[19 * n :]
    f5 = k[20 * n :]
    f6 = k[21 * n :]
    f7 = k[22 * n :]
    for i in range(n):
        difference = new[i] - y[i]
        f1[i] = difference
        f2[i] = h * k1[i] - difference
        f3[i] = 2.0 * difference - h * (k13[i] + k1[i])
    for i in range(n):
        f4[i] = h * (
            D4[0] * k1[i] + D4[1] * k6[i] + D4[2] * k7[i] + D4[3] * k8[i] + D4[4] * k9[i] + D4[5] * k10[i]
            + D4[6] * k11[i] + D4[7] * k12[i] + D4[8] * k13[i] + D4[9] * k14[i] + D4[10] * k15[i] + D4[11] * k16[i]
        )  # fmt: skip
    for i in range(n):
        f5[i] = h * (
            D5[0] * k1[i] + D5[1] * k6[i] + D5[2] * k7[i] + D5[3] * k8[i] + D5[4] * k9[i] + D5[5] * k10[i]
            + D5[6] * k11[i] + D5[7] * k12[i] + D5[8] * k13[i] + D5[9] * k14[i] + D5[10] * k15[i] + D5[11] * k16[i]
        )  # fmt: skip
    for i in range(n):
        f6[i] = h * (
            D6[0] * k1[i] + D6[1] * k6[i] + D6[2] * k7[i] + D6[3] * k8[i] + D6[4] * k9[i] + D6[5] * k10[i]
            + D6[6] * k11[i] + D6[7] * k12[i] + D6[8] * k13[i] + D6[9] * k14[i] + D6[10] * k15[i] + D6[11] * k16[i]
        )  # fmt: skip
    for i in range(n):
        f7[i] = h * (
            D7[0] * k1[i] + D7[1] * k6[i] + D7[2] * k7[i] + D7[3] * k8[i] + D7[4] * k9[i] + D7[5] * k10[i]
            + D7[6] * k11[i] + D7[7] * k12[i] + D7[8] * k13[i] + D7[9] * k14[i] + D7[10] * k15[i] + D7[11] * k16[i]
        )  # fmt: skip


def interpolate(theta: float, h: float, run: Workspace, out: Array) -> None:
    """State at the share theta of the step, by the dense output of order 7."""
    n = run.machine.n
    y = run.states.y
    k = run.states.slopes
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
    loops = (step, prepare_interpolation, interpolate)
    slopes = 23
    error_order = 8
    memory = 0.04
    limits = (0.333, 6.0)

    def room(self, n: int) -> int:
        """The error of order 3."""
        return n

    @property
    def use(self) -> str:
        """When to use it, in words."""
        return "smooth motions that are not stiff, at engineering accuracy and tighter; long runs"

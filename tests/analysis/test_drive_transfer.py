"""TF1, TF2, TF1d, TF2d of drives: typed from the paper on the 3PRS motion table (eqs. (2), (3)), and in 60 digits."""

import json
import math

import mpmath
import numpy as np
import pytest

import linkwright as lw

N = 0.070 / (2 * math.pi * 15)
J1, J2, K1, C1 = 1.42e-5 + 1.4e-6 + 4.68e-6, 4.524e-5 / 15**2 + 2.27 * N**2, 67.702, 3.0e-8
POINTS = [3j, 50 + 20j, 2 * math.pi * 900j, 7e3j, 1e3 - 4e3j, 2e4j]
NAMES = ("TF1", "TF2", "TF1d", "TF2d")


def paper(s):
    """Eqs. (2) and (3)."""
    D = s**2 * (J1 * J2 * s**2 + (J1 + J2) * (C1 * s + K1))
    return {
        "TF1": (J2 * s**2 + C1 * s + K1) / D,
        "TF2": (C1 * s + K1) / (J2 * s**2 + C1 * s + K1),
        "TF1d": (J1 * s**2 + C1 * s + K1) / D,
        "TF2d": (C1 * s + K1) / (J1 * s**2 + C1 * s + K1),
    }


def rotors(inertias, shafts, parts=(), joints=(), **more):
    """Rotors r1, r2, ... with shafts (K, C) between neighbours; more parts and connections."""
    chain = {f"r{k}": lw.Rotor(J=J) for k, J in enumerate(inertias, start=1)}
    links = {
        f"shaft{k}": lw.Shaft(f"r{k}.angle", f"r{k + 1}.angle", stiffness=K, damping=C, **more)
        for k, (K, C) in enumerate(shafts, start=1)
    }
    return lw.compile(lw.formalisms.modular(lw.Mechanism("rotors", chain | dict(parts), links | dict(joints))))


@pytest.fixture(scope="module")
def table():
    return lw.compile(lw.formalisms.modular(lw.mechanisms.mast_3prs(parameters="manufacturer")))


@pytest.mark.parametrize("formalism", ["modular", "kane", "boltzmann_hamel"])
def test_a_drive_of_the_table_is_the_paper(formalism):
    dynamics = lw.compile(getattr(lw.formalisms, formalism)(lw.mechanisms.mast_3prs(parameters="manufacturer")))
    for k in (1, 3):
        found = lw.analysis.transfer_functions(dynamics, f"drive{k}")
        assert (found.motor, found.load, found.freedoms) == (f"drive{k}.angle", f"drive{k}.pulley", 2)
        assert found.notes == (f"friction off: drive{k}.friction",)
        for s in POINTS:
            for name, value in paper(s).items():
                assert found[name](s) == pytest.approx(value, rel=1e-10), (name, s)


def test_numerators_and_denominators_are_those_of_the_paper(table):
    found = lw.analysis.transfer_functions(table, "drive2")
    D = [J1 * J2, (J1 + J2) * C1, (J1 + J2) * K1, 0, 0]
    wanted = {
        "TF1": ([J2, C1, K1], D),
        "TF2": ([C1, K1], [J2, C1, K1]),
        "TF1d": ([J1, C1, K1], D),
        "TF2d": ([C1, K1], [J1, C1, K1]),
    }
    for name, (above, below) in wanted.items():
        np.testing.assert_allclose(found[name].numerator, above, rtol=1e-12)
        np.testing.assert_allclose(found[name].denominator, below, rtol=1e-12)
    assert [found[name].unit for name in NAMES] == ["rad/(N m)", "", "rad/(N m)", ""]


def test_resonances_of_two_inertias(table):
    found = lw.analysis.transfer_functions(table, "drive1")
    free, motor, load = ((K1 * x) ** 0.5 for x in (1 / J1 + 1 / J2, 1 / J2, 1 / J1))
    for name, omega, reduced in zip(
        NAMES, (free, motor, free, load), (J1 * J2 / (J1 + J2), J2, J1 * J2 / (J1 + J2), J1), strict=True
    ):
        (resonance,) = found[name].resonances
        assert resonance.frequency == pytest.approx(omega / (2 * math.pi), rel=1e-10)
        assert resonance.damping == pytest.approx(C1 / (2 * reduced * omega), rel=1e-6)


def test_changed_parameters_change_them(table):
    found = lw.analysis.transfer_functions(table.with_parameters(J1=2e-5, K1=50.0), "drive1")
    assert found["TF2d"].resonances[0].frequency == pytest.approx((50.0 / 2e-5) ** 0.5 / (2 * math.pi), rel=1e-10)


def test_one_freedom():
    """A rigid shaft with a ratio, and viscous friction of the load: J s^2 + b s at the motor, load at 1 / ratio."""
    machine = lw.Mechanism(
        "stiff",
        {"motor": lw.DCMotor(J=2e-5, L=1e-3, R=1.0, Kt=0.05, Ke=0.05), "load": lw.Rotor(J=6e-4, b=3e-3)},
        {"gear": lw.Shaft("motor.angle", "load.angle", ratio=4.0)},
    )
    found = lw.analysis.transfer_functions(lw.compile(lw.formalisms.modular(machine)))
    assert (found.freedoms, found.motor, found.load) == (1, "motor.angle", "load.angle")
    J, b = 2e-5 + 6e-4 / 16, 3e-3 / 16
    for s in POINTS:
        assert found["TF1"](s) == pytest.approx(1 / (J * s**2 + b * s), rel=1e-10)
        assert found["TF2"](s) == pytest.approx(1 / 4, rel=1e-10)
        assert found["TF1d"](s) == pytest.approx(1 / (16 * (J * s**2 + b * s)), rel=1e-10)
        assert found["TF2d"](s) == pytest.approx(4, rel=1e-10)
    assert all(found[name].resonances == () for name in NAMES)


def test_a_shaft_held_rigid_is_one_freedom(table):
    """A spring across a rigid gear adds nothing, not even rounding: the drive turns freely, exactly."""
    found = lw.analysis.transfer_functions(table.rigid, "drive1")
    assert (found.freedoms, found.load) == (1, "drive1.pulley")
    np.testing.assert_allclose(found["TF1"].denominator, [J1 + J2, 0, 0], rtol=1e-12)
    assert found["TF1"].denominator[1:].tolist() == [0, 0]
    gears = {"spring": lw.Shaft("r1.angle", "r2.angle", 1 / 3, stiffness=1e4, damping=1e-3)}
    machine = rotors([1e-5], [], {"r2": lw.Rotor(J=2e-5)}, {"gear": lw.Shaft("r1.angle", "r2.angle", 1 / 3), **gears})
    found = lw.analysis.transfer_functions(machine, motor="r1.angle", load="r2.angle")
    np.testing.assert_allclose(found["TF1"].denominator, [1e-5 + 9 * 2e-5, 0, 0], rtol=1e-12)
    assert found["TF1"].denominator[1:].tolist() == [0, 0]


FOUR = [2.1e-5, 3e-6, 1.4e-6, 9e-5], [(8e4, 2e-6), (67.7, 3e-8), (5e5, 1e-5)]
"""Inertias (kg m^2) and shafts (N m/rad, N m s/rad): two of them so stiff that modes lie from 500 Hz to 100 kHz."""


def in_digits(inertias, shafts, s):
    """The four functions by (s^2 J + s C + K) x = torque in 60 digits."""
    with mpmath.workdps(60):
        s, n = mpmath.mpmathify(s), len(inertias)
        Z = mpmath.diag([mpmath.mpf(J) * s**2 for J in inertias])
        for k, (K, C) in enumerate(shafts):
            g = mpmath.mpf(C) * s + mpmath.mpf(K)
            for i, j, sign in ((k, k, 1), (k + 1, k + 1, 1), (k, k + 1, -1), (k + 1, k, -1)):
                Z[i, j] += sign * g
        unit = mpmath.eye(n)
        x, y = mpmath.lu_solve(Z, unit[:, 0]), mpmath.lu_solve(Z, unit[:, n - 1])
        return [complex(v) for v in (x[0], x[n - 1] / x[0], y[n - 1], y[0] / y[n - 1])]


def frequencies_in_digits(inertias, shafts, held=()):
    """Natural frequencies (Hz) without damping in 60 digits, those of rest left out."""
    with mpmath.workdps(60):
        n = len(inertias)
        M = [mpmath.sqrt(mpmath.mpf(J)) for J in inertias]
        A = mpmath.zeros(n)
        for k, (K, _) in enumerate(shafts):
            for i, j, sign in ((k, k, 1), (k + 1, k + 1, 1), (k, k + 1, -1), (k + 1, k, -1)):
                A[i, j] += sign * mpmath.mpf(K) / (M[i] * M[j])
        kept = [k for k in range(n) if k not in held]
        values = mpmath.eigsy(mpmath.matrix([[A[i, j] for j in kept] for i in kept]), eigvals_only=True)
        return sorted(float(mpmath.sqrt(x) / (2 * mpmath.pi)) for x in values if x > 1e-20)


def test_four_freedoms_with_stiff_shafts():
    found = lw.analysis.transfer_functions(rotors(*FOUR), motor="r1.angle")
    assert (found.freedoms, found.load) == (4, "r4.angle")
    assert [len(found[name].denominator) for name in NAMES] == [9, 7, 9, 7]
    for s in [0.3j, 10 + 3j, 2e3j, 3.3e3j, 1e5j - 40, 1e6j]:
        for name, value in zip(NAMES, in_digits(*FOUR, s), strict=True):
            assert found[name](s) == pytest.approx(value, rel=1e-10), (name, s)
    assert found["TF1"].denominator[-2:].tolist() == [0, 0]  # it turns freely, exactly


def test_resonances_of_four_freedoms_with_stiff_shafts():
    inertias, shafts = FOUR
    undamped = [(K, 0.0) for K, _ in shafts]
    found = lw.analysis.transfer_functions(rotors(inertias, undamped), motor="r1.angle")
    for name, held in zip(NAMES, ((), (0,), (), (3,)), strict=True):
        wanted = frequencies_in_digits(inertias, shafts, held)
        assert [each.frequency for each in found[name].resonances] == pytest.approx(wanted, rel=1e-10)
        assert all(each.damping == 0 for each in found[name].resonances)


def test_a_ratio_a_belt_and_a_slide():
    """Typed for a motor on a shaft at the ratio r to a wheel with a carriage, x = pitch / 2 pi of the wheel."""
    J, K, C, r, wheel, m, pitch = 2e-5, 0.9, 4e-4, 3.0, 1.3e-5, 0.6, 0.04
    machine = lw.Mechanism(
        "axis",
        {
            "motor": lw.DCMotor(J=J, L=0.5e-3, R=0.8, Kt=0.03, Ke=0.03, b=2e-5),
            "wheel": lw.Rotor(J=wheel),
            "table": lw.Body(mass=m, inertia=0.1, centre=(0.02, 0.03)),
        },
        {
            "way": lw.Prismatic("ground", "table"),
            "shaft": lw.Shaft("motor.angle", "wheel.angle", r, stiffness=K, damping=C),
            "belt": lw.Belt("wheel.angle", "way.slide", pitch=pitch),
        },
        gravity=(0.0, -9.81),
    )
    h = pitch / (2 * math.pi)
    JL = wheel + m * h**2
    for formalism in (lw.formalisms.modular, lw.formalisms.kane):
        found = lw.analysis.transfer_functions(lw.compile(formalism(machine)), load="way.slide")
        assert [found[name].unit for name in NAMES] == ["rad/(N m)", "m/rad", "m/N", "rad/m"]
        for s in POINTS:
            g, b = C * s + K, 2e-5 * s
            Z = np.array([[J * s**2 + b + g, -r * g], [-r * g, JL * s**2 + r**2 * g]])
            x, y = np.linalg.solve(Z, [1, 0]), np.linalg.solve(Z, [0, h])
            wanted = [x[0], h * x[1] / x[0], h * y[1], y[0] / (h * y[1])]
            for name, value in zip(NAMES, wanted, strict=True):
                assert found[name](s) == pytest.approx(value, rel=1e-10), name


def test_a_branch_and_springs_against_the_ground():
    """A brake on a shaft of its own between motor and load; the load is held by a spring."""
    J, K = [2e-5, 1e-5, 6e-5, 4e-6], [30.0, 55.0, 12.0]
    dynamics = rotors(
        J[:3],
        [(K[0], 1e-4), (K[1], 2e-4)],
        {"brake": lw.Rotor(J=J[3], b=1e-5)},
        {
            "side": lw.Shaft("r2.angle", "brake.angle", ratio=2.0, stiffness=K[2], damping=3e-4),
            "hold": lw.JointSpring("r3.angle", stiffness=7.0),
        },
    )
    found = lw.analysis.transfer_functions(dynamics, motor="r1.angle", load="r3.angle")
    assert found.freedoms == 4
    for s in POINTS:
        g1, g2, g3 = 1e-4 * s + K[0], 2e-4 * s + K[1], 3e-4 * s + K[2]
        Z = np.array(
            [
                [J[0] * s**2 + g1, -g1, 0, 0],
                [-g1, J[1] * s**2 + g1 + g2 + g3, -g2, -2 * g3],
                [0, -g2, J[2] * s**2 + g2 + 7.0, 0],
                [0, -2 * g3, 0, J[3] * s**2 + 1e-5 * s + 4 * g3],
            ]
        )
        x, y = np.linalg.solve(Z, [1, 0, 0, 0]), np.linalg.solve(Z, [0, 0, 1, 0])
        for name, value in zip(NAMES, [x[0], x[2] / x[0], y[2], y[0] / y[2]], strict=True):
            assert found[name](s) == pytest.approx(value, rel=1e-10), name
    for name in NAMES:  # no pole is lost, and each is a root of its denominator
        function = found[name]
        roots = np.roots(function.denominator)
        np.testing.assert_allclose(sorted(abs(function.poles)), sorted(abs(roots)), rtol=1e-7)


def test_poles_are_those_of_the_linear_model():
    inertias, shafts = FOUR
    dynamics = rotors(inertias, shafts, joints={"push": lw.Torque("r1.angle", input="tau")})
    model = lw.analysis.linearize(dynamics, dynamics.assemble(), {"push.tau": 0.0})
    modes = sorted(mode.frequency for mode in model.modes if mode.oscillates)
    found = lw.analysis.transfer_functions(dynamics, motor="r1.angle")["TF1"].resonances
    assert [each.frequency for each in found] == pytest.approx(modes, rel=1e-7)


def test_python_control_answers_alike(table):
    pytest.importorskip("control")
    found = lw.analysis.transfer_functions(table, "drive1")
    for name in NAMES:
        system = found[name].to_control()
        for s in POINTS:
            assert system(s) == pytest.approx(paper(s)[name], rel=1e-10)
    assert found["TF2"].to_control().input_labels == ["drive1_angle"]


def test_frequency_responses_and_data(table):
    found = lw.analysis.transfer_functions(table, "drive1")
    frequencies = found.frequencies()
    assert frequencies.min() < 100
    assert frequencies.max() > 3000
    response = found["TF1d"].frequency_response([0.5, 900.0])
    np.testing.assert_allclose(response.values, [paper(2j * math.pi * f)["TF1d"] for f in (0.5, 900.0)], rtol=1e-10)
    assert (response.unit, response.output) == ("rad/(N m)", "drive1.pulley")
    data = json.loads(json.dumps(found.as_data()))
    assert data["functions"][1]["resonances"][0]["frequency"] == pytest.approx(1086.290, rel=1e-6)
    assert "resonance    1086.29 Hz" in found.in_words()
    with pytest.raises(ValueError, match="above zero"):
        found["TF1"].frequency_response([0.0])


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"drive": "drive4"}, "no drive 'drive4'; did you mean drive"),
        ({"drive": "wheel"}, "there are drive1, drive2, drive3"),
        ({}, "name a drive of this machine: drive1, drive2, drive3"),
        ({"drive": "drive1", "motor": "angel"}, "motor = 'angel' is no quantity that moves with one freedom"),
        ({"drive": "drive1", "load": "drive2.pulley"}, "did you mean drive1.pulley"),
        ({"drive": "drive1", "load": "drive1.shaft.twist"}, "is no quantity that moves with one freedom"),
        ({"drive": "drive1.guide"}, "the drive has no motors; give motor = one of drive1.pulley"),
        ({"drive": "table"}, "no quantity of table moves with one freedom; a drive is a tree of inertias"),
    ],
)
def test_what_is_no_drive_is_refused_in_words(table, arguments, words):
    with pytest.raises(ValueError, match="transfer_functions") as refused:
        lw.analysis.transfer_functions(table, **arguments)
    assert words in str(refused.value)


def test_what_is_no_tree_of_shafts_is_refused():
    loop = rotors([1e-5] * 3, [(10.0, 0.0)] * 2, joints={"third": lw.Shaft("r1.angle", "r3.angle", stiffness=5.0)})
    with pytest.raises(ValueError, match="form a loop"):
        lw.analysis.transfer_functions(loop, motor="r1.angle", load="r3.angle")
    other = rotors([1e-5] * 2, [(10.0, 0.0)], joints={"by": lw.Shaft("r1.angle", "r2.angle", 2.0, stiffness=5.0)})
    with pytest.raises(ValueError, match="with the ratio 2 beside another with 1"):
        lw.analysis.transfer_functions(other, motor="r1.angle")
    crank = lw.compile(lw.formalisms.modular(lw.mechanisms.slider_crank()))
    with pytest.raises(ValueError, match="changes with the pose"):
        lw.analysis.transfer_functions(crank, motor="phi", load="x")
    apart = rotors([1e-5] * 3, [(10.0, 0.0)], joints={"push": lw.Torque("r3.angle")})
    with pytest.raises(ValueError, match="no shaft joins it to r1"):
        lw.analysis.transfer_functions(apart, motor="r1.angle", load="r3.angle")
    branches = rotors([1e-5] * 3, [(10.0, 0.0)], joints={"s": lw.Shaft("r1.angle", "r3.angle", stiffness=5.0)})
    with pytest.raises(ValueError, match=r"the driven end; give load = one of r2\.angle, r3\.angle"):
        lw.analysis.transfer_functions(branches, motor="r1.angle")


def test_two_shafts_side_by_side_are_one():
    both = rotors([1e-5, 2e-5], [(10.0, 1e-4)], joints={"by": lw.Shaft("r1.angle", "r2.angle", stiffness=5.0)})
    one = rotors([1e-5, 2e-5], [(15.0, 1e-4)])
    for s in POINTS:
        found, wanted = (lw.analysis.transfer_functions(each, motor="r1.angle")["TF2"](s) for each in (both, one))
        assert found == pytest.approx(wanted, rel=1e-12)


def test_friction_counts_as_off_and_viscous_damping_counts():
    """J s^2 + b s + g at the motor, whatever dry friction it has, g = K at the load."""
    frictions = {
        "sticks": lw.CoulombFriction("r1.angle", force=0.03),
        "smooth": lw.SmoothFriction("r1.angle", 0.03, 0.5),
        "bristles": lw.LuGre(
            "r1.angle", sigma0=1e4, sigma1=3.0, sigma2=0.0, coulomb=0.03, static=0.04, stribeck_speed=0.1
        ),
    }
    damper = {"oil": lw.JointDamper("r1.angle", damping=2e-4)}
    for name, friction in frictions.items():
        dynamics = rotors([1e-5, 2e-5], [(10.0, 0.0)], joints={name: friction, **damper})
        found = lw.analysis.transfer_functions(dynamics, motor="r1.angle")
        assert found.notes == (f"friction off: {name}",)
        for s in POINTS:
            wanted = 1 / (1e-5 * s**2 + 2e-4 * s + 10.0 * 2e-5 * s**2 / (2e-5 * s**2 + 10.0))
            assert found["TF1"](s) == pytest.approx(wanted, rel=1e-10), name


def test_open_play_joins_nothing():
    play = {"play": lw.Backlash("r2.angle", "far.angle", gap=0.2, stiffness=5.0)}
    dynamics = rotors([1e-5, 2e-5], [(10.0, 0.0)], {"far": lw.Rotor(J=1e-5)}, play)
    with pytest.raises(ValueError, match="play is open"):
        lw.analysis.transfer_functions(dynamics, motor="r1.angle")
    assert lw.analysis.transfer_functions(dynamics, motor="r1.angle", load="r2.angle").freedoms == 2


def test_a_motor_alone_and_a_chain_too_long_for_coefficients():
    machine = lw.Mechanism("alone", {"motor": lw.DCMotor(J=2e-5, L=1e-3, R=1.0, Kt=0.05, Ke=0.05)}, {})
    found = lw.analysis.transfer_functions(lw.compile(lw.formalisms.modular(machine)))
    assert (found.load, found["TF2"](3j), found["TF1"](3j)) == ("motor.angle", 1, pytest.approx(-1 / (2e-5 * 9)))
    chain = rotors([1e-5] * 70, [(10.0, 0.0)] * 69)
    with pytest.raises(ValueError, match="coefficients beyond the range of numbers"):
        lw.analysis.transfer_functions(chain, motor="r1.angle")


def test_a_chain_of_twenty_inertias():
    """Equal inertias and shafts, free: omega_k = 2 sqrt(K / J) sin(k pi / 2 n)."""
    n, J, K = 20, 1e-5, 10.0
    found = lw.analysis.transfer_functions(rotors([J] * n, [(K, 0.0)] * (n - 1)), motor="r1.angle")
    wanted = [2 * math.sqrt(K / J) * math.sin(k * math.pi / (2 * n)) / (2 * math.pi) for k in range(1, n)]
    assert [each.frequency for each in found["TF1"].resonances] == pytest.approx(wanted, rel=1e-10)
    assert found["TF2"](1e3) == pytest.approx(in_digits([J] * n, [(K, 0.0)] * (n - 1), 1e3)[1], rel=1e-10)

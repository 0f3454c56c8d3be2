"""Euler angles of any sequence: the same motion as Euler parameters, and words where they are singular."""

import casadi as ca
import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import linkwright as lw
from linkwright.model import FreeEulerAngles
from linkwright.symbolic import Frame

INERTIA = (0.5, 0.47, 0.3, 0.01, 0.02, -0.03)
ANGLES, RATES = np.array([0.4, 0.6, -0.3]), np.array([0.4, -0.6, 1.3])
PLACE = {"a.x": 0.1, "a.y": 0.2, "a.z": 0.3}


def machine(home: object, reference: dict[str, float]) -> lw.Mechanism:
    body = lw.Body(2.0, INERTIA, centre=(0.1, 0.2, 0.3), points={"p": (0.3, -0.2, 0.1)}, home=home)
    push = lw.Wrench("a.p", spatial=True)
    return lw.Mechanism("m", {"a": body}, {"push": push}, gravity=(0.0, 0.0, -9.81), reference=reference)


@pytest.mark.parametrize("sequence", ["zxz", "xyz", "zyx", "yxz", "xzx", "yzy"])
@pytest.mark.parametrize("formalism", ["modular", "kane", "lagrange"])
def test_the_same_accelerations_as_euler_parameters(sequence: str, formalism: str) -> None:
    angles = lw.compile(
        getattr(lw.formalisms, formalism)(machine(FreeEulerAngles(sequence), {"a.theta": 0.7, "a.phi": 0.3}))
    )
    speeds = {"a.x": 0.5, "a.y": -0.1, "a.z": 0.2}
    turns = dict(zip(("a.phi", "a.theta", "a.psi"), ANGLES, strict=True))
    rates = dict(zip(("a.phi", "a.theta", "a.psi"), RATES, strict=True))
    one = angles.assemble({**PLACE, **turns}, {**speeds, **rates})
    # SciPy's rotation of the same sequence (capitals: about the moving axes) and the spin of three turns.
    R = Rotation.from_euler(sequence.upper(), ANGLES)
    spin, before = np.zeros(3), Rotation.identity()
    for axis, angle, rate in zip(sequence, ANGLES, RATES, strict=True):
        spin += rate * before.apply(np.eye(3)["xyz".index(axis)])
        before = before * Rotation.from_euler(axis, angle)
    e = np.roll(R.as_quat(), 1) * np.sign(R.as_quat()[3])
    w = R.inv().apply(spin)
    free = lw.compile(lw.formalisms.kane(machine(None, {})))
    other = free.assemble(
        {**PLACE, "a.e1": e[1], "a.e2": e[2], "a.e3": e[3]}, {**speeds, "a.wx": w[0], "a.wy": w[1], "a.wz": w[2]}
    )
    inputs = dict(zip(free.inputs, (1.0, 2.0, 3.0, 4.0, 5.0, 6.0), strict=True))
    wanted, found = free.forward(other, inputs), angles.forward(one, inputs)
    for name in PLACE:
        assert found[name] == pytest.approx(wanted[name], rel=1e-11)
    assert angles.energy(one).total == pytest.approx(free.energy(other).total, rel=1e-12)


def test_the_singularity_is_named_at_the_start_and_on_the_way() -> None:
    with pytest.raises(lw.dynamics.Refused, match=r"a: the Euler angles zxz are singular.*use Free\(\)"):
        lw.compile(lw.formalisms.modular(machine(FreeEulerAngles("zxz"), {})))
    # A body that turns about its own y axis only goes straight through theta = pi/2.
    body = lw.Body(2.0, (0.3, 0.4, 0.5), home=FreeEulerAngles("xyz"))
    dynamics = lw.compile(lw.formalisms.kane(lw.Mechanism("m", {"a": body})))
    still = dict.fromkeys(("a.x", "a.y", "a.z", "a.phi", "a.psi"), 0.0)
    trajectory = lw.simulate(dynamics, dynamics.assemble(still, {**still, "a.theta": 1.0}), duration=3.0, samples=31)
    assert trajectory.outcome.kind == "failed"
    assert "Euler angles xyz are singular" in trajectory.outcome.reason
    assert 1.0 < trajectory["a.theta"][-1] < np.pi / 2  # the last step before it


def test_a_sequence_that_is_none_is_refused() -> None:
    for sequence in ("zz", "xxy", "abc", "xyy"):
        with pytest.raises(ValueError, match="expected three of 'x', 'y', 'z'"):
            FreeEulerAngles(sequence)


@pytest.mark.parametrize("sequence", [a + b + c for a in "xyz" for b in "xyz" for c in "xyz" if a != b != c])
def test_rates_are_read_from_rotation_and_angular_velocity(sequence: str) -> None:
    for angles in (ANGLES, np.array([-2.9, 1.1, 2.5])):
        # The same rotation and spin as above, by SciPy.
        R, spin, before = Rotation.from_euler(sequence.upper(), angles), np.zeros(3), Rotation.identity()
        for axis, angle, rate in zip(sequence, angles, RATES, strict=True):
            spin += rate * before.apply(np.eye(3)["xyz".index(axis)])
            before = before * Rotation.from_euler(axis, angle)
        frame = Frame(ca.SX(ca.DM(R.as_matrix())), ca.SX.zeros(3), ca.SX(ca.DM(spin)), ca.SX.zeros(3))
        measures = FreeEulerAngles(sequence).measures(frame)[3:]
        np.testing.assert_allclose([float(measure.z) for measure in measures], angles, rtol=1e-14)
        np.testing.assert_allclose([float(measure.s) for measure in measures], RATES, rtol=1e-13)

"""Sizing sheets against closed forms: a sinusoidal current, reflected inertias, limits in words and as data."""

import json

import casadi as ca
import numpy as np
import pytest

import linkwright as lw
from linkwright import analysis, report
from linkwright.analysis.sizing import drives
from linkwright.report.sections import sizing as page
from oracles import mast_table

MOTOR = {"J": 2e-5, "L": 1e-3, "R": 1.0, "Kt": 0.05, "Ke": 0.04}


def turning(*, samples=2001, shaft=None, **limits):
    """A motor whose rotor a strong hand turns with w0 cos(w t), under a held voltage; two whole periods."""
    machine = lw.Mechanism(
        "drive",
        {"motor": lw.DCMotor(**MOTOR), "load": lw.Rotor(J=6e-5)},
        {
            "shaft": shaft or lw.Shaft("motor.angle", "load.angle", 2.0),
            "hand": lw.Prescribed("load.angle", lw.laws.Sine(0.5, 5.0)),
        },
    )
    dynamics = lw.compile(lw.formalisms.kane(machine))
    start = dynamics.assemble({}, {"motor.i": 0.0})
    trajectory = lw.simulate(dynamics, start, duration=0.4, inputs={"motor.v": 0.0}, samples=samples, rtol=1e-10)
    return trajectory, analysis.sizing(trajectory, "motor", limits=limits or None)


def test_peaks_and_root_mean_squares_of_a_sine():
    """omega = 2 * 0.5 * 10 pi cos(10 pi t): peak 10 pi, RMS 10 pi / sqrt(2); i follows R i + L i' = -Ke omega."""
    trajectory, sheet = turning()
    w = 10 * np.pi
    assert sheet["speed"].peak == pytest.approx(w, rel=1e-9)
    assert sheet["speed"].rms == pytest.approx(w / np.sqrt(2), rel=1e-6)  # trapezoids
    current = MOTOR["Ke"] * w / np.hypot(MOTOR["R"], MOTOR["L"] * w)
    assert sheet["current"].peak == pytest.approx(current, rel=1e-3)
    assert sheet["torque"].peak == pytest.approx(MOTOR["Kt"] * sheet["current"].peak, rel=1e-12)
    assert sheet["torque"].rms == pytest.approx(MOTOR["Kt"] * sheet["current"].rms, rel=1e-12)
    assert sheet["voltage"].peak == sheet["electrical power"].peak == 0.0
    power = MOTOR["Kt"] * trajectory["motor.i"] * trajectory["motor.omega"]
    at = np.argmax(np.abs(power))
    assert (sheet["power"].peak, sheet["power"].time) == pytest.approx((abs(power[at]), trajectory.time[at]))
    assert sheet.duration == pytest.approx(0.4)


@pytest.mark.parametrize(
    "shaft",
    [
        lw.Shaft("motor.angle", "load.angle", 2.0),
        lw.Shaft("motor.angle", "load.angle", 2.0, stiffness=500.0, damping=1e-3),
    ],
    ids=["rigid", "elastic"],
)
def test_the_load_counts_by_the_square_of_the_ratio(shaft):
    machine = lw.Mechanism("drive", {"motor": lw.DCMotor(**MOTOR), "load": lw.Rotor(J=6e-5)}, {"shaft": shaft})
    dynamics = lw.compile(lw.formalisms.modular(machine))
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=0.01, inputs={"motor.v": 3.0}, samples=11)
    sheet = analysis.sizing(trajectory, "motor", limits={"inertia_ratio": 0.5})
    row = sheet["inertia ratio"]
    assert (row.peak, row.rms) == pytest.approx((6e-5 / 4 / 2e-5,) * 2, rel=1e-12)
    assert "inertia ratio: peak 0.75 at 0 s (over 0.5)" in sheet.in_words()


def test_a_crank_feels_more_where_its_slider_is_fast():
    """A motor on the crank of a scotch yoke: ratio (J + m r^2 sin^2) / J_motor."""
    bodies = {"motor": lw.DCMotor(**MOTOR), "crank": lw.Rotor(J=1e-4), "block": lw.Body(2.0, 0.1)}
    machine = lw.Mechanism(
        "yoke",
        bodies,
        {
            "way": lw.Prismatic("ground", "block"),
            "gear": lw.Shaft("motor.angle", "crank.angle"),
            "yoke": lw.Holonomic(("crank.angle", "way.slide"), lambda _t, a, x: x - 0.05 * ca.cos(a), "m"),
        },
        reference={"way.slide": 0.05},
    )
    dynamics = lw.compile(lw.formalisms.kane(machine))
    start = dynamics.assemble({"motor.angle": 0.0}, {"motor.omega": 20.0, "motor.i": 0.0})
    trajectory = lw.simulate(dynamics, start, duration=0.15, inputs={"motor.v": 1.0}, samples=51, rtol=1e-9)
    inertia = (1e-4 + 2.0 * (0.05 * np.sin(trajectory["crank.angle"])) ** 2) / MOTOR["J"]
    row = analysis.sizing(trajectory, "motor")["inertia ratio"]
    assert row.peak == pytest.approx(np.max(inertia), rel=1e-9)
    assert row.rms == pytest.approx(np.sqrt(np.mean(inertia**2)), rel=1e-9)


def test_drives_of_the_motion_table_feel_the_table_and_their_load():
    """At home ratio = (J2 + n^2 M_11) / J1, other drives at rest; a saved run gives the same."""
    dynamics = lw.compile(lw.formalisms.boltzmann_hamel(lw.mechanisms.mast_3prs()))
    volts = {f"drive{k}.v": 0.0 for k in "123"}
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=1e-4, inputs=volts, samples=3)
    plant = mast_table.IDENTIFIED
    for drive, mass in (("drive1", 0.8425), ("drive2", 0.585), ("drive3.motor", 0.8425)):
        found = analysis.sizing(trajectory, drive)["inertia ratio"]
        assert found.peak == pytest.approx((plant.J2 + plant.n**2 * mass) / plant.J1, rel=1e-6)


def test_a_module_around_one_motor_stands_for_it_and_one_around_two_does_not():
    """Drives of a run: `a` exports the current of its only motor; in `b` each of two motors is a drive."""
    motor = lw.DCMotor(**MOTOR)
    single = lw.Mechanism("single", {"motor": motor}, {}, exports={"i": "motor.i", "v": "motor.v"})
    pair = lw.Mechanism("pair", {"left": motor, "right": motor}, {}, exports={"i": "left.i"})
    angles = ("a.motor.angle", "b.left.angle", "b.right.angle")
    shafts = {f"shaft{k}": lw.Shaft(angle, "c.angle", 1.0, stiffness=2.0) for k, angle in enumerate(angles)}
    machine = lw.Mechanism("machine", {"a": single, "b": pair, "c": motor}, shafts)
    dynamics = lw.compile(lw.formalisms.modular(machine))
    voltages = dict.fromkeys(dynamics.inputs, 1.0)
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=0.01, inputs=voltages, samples=11)
    assert drives(trajectory) == ("a", "b.left", "b.right", "c")


def test_limits_stand_beside_what_they_limit():
    _, sheet = turning(peak_speed=40.0, rms_speed=20.0, peak_current=10.0)
    assert not sheet.within
    assert sheet["current"].within
    assert not sheet["speed"].within
    words = sheet.in_words()
    assert "peak 31.416 rad/s" in words
    assert "(within 40 rad/s), rms 22.214 rad/s (over 20 rad/s)" in words
    assert "inertia ratio: motor cannot turn at t = 0 s" in words  # the hand holds it
    data = json.loads(json.dumps(sheet.as_data()))
    speed = next(row for row in data["rows"] if row["name"] == "speed")
    assert (speed["peak_limit"], speed["rms_limit"], speed["within"]) == (40.0, 20.0, False)
    assert data["within"] is False
    html = page.section(sheet).html
    assert html.count("over its limit") == 1
    assert "rad/s" in html


def test_the_sheet_is_a_section_of_the_report():
    dynamics = lw.compile(lw.formalisms.kane(lw.mechanisms.three_rrr()))
    volts = {"A.v": 0.4, "B.v": -0.3, "C.v": 0.2}
    trajectory = lw.simulate(dynamics, dynamics.assemble(), duration=0.05, inputs=volts, samples=6)
    sheets = [analysis.sizing(trajectory, leg, limits={"peak_voltage": 24.0}) for leg in "ABC"]
    html = report.render(lw.mechanisms.three_rrr(), trajectory, sections=[page.section(*sheets)])
    assert "Sizing of the drives" in html
    assert html.count("<caption>") >= 3
    assert sheets[0]["voltage"].peak == pytest.approx(0.4)
    assert sheets[0]["inertia ratio"].peak > 0


def test_what_is_wrong_is_told_at_once():
    trajectory, _ = turning(samples=11)
    with pytest.raises(ValueError, match=r"no limit 'peak_torqe'; did you mean peak_torque.*'moter' is no motor"):
        analysis.sizing(trajectory, "moter", limits={"peak_torqe": 1.0})
    with pytest.raises(ValueError, match="limit peak_torque = -1"):
        analysis.sizing(trajectory, "motor", limits={"peak_torque": -1.0})
    with pytest.raises(TypeError, match="trajectory is a dict"):
        analysis.sizing({}, "motor")


def test_names_that_are_exported_change_nothing():
    """Voltage, current and speed under names of the machine or of a module: the sheet of the same run without them."""
    exports = {"V": "motor.v", "amperes": "motor.i", "w": "motor.omega"}
    parts, shaft = {"motor": lw.DCMotor(**MOTOR), "load": lw.Rotor(J=6e-5)}, lw.Shaft("motor.angle", "load.angle")
    plain, named = (lw.Mechanism("drive", parts, {"shaft": shaft}, exports=names) for names in ({}, exports))
    inside = lw.Mechanism("machine", {"axis": named})
    outside = lw.Mechanism("machine", {"axis": named}, exports={"volts": "axis.V"})
    sheets = []
    for machine, motor in ((plain, "motor"), (named, "motor"), (inside, "axis"), (outside, "axis.motor")):
        dynamics = lw.compile(machine)
        run = lw.simulate(dynamics, dynamics.assemble(), duration=0.02, inputs={dynamics.inputs[0]: 6.0}, samples=21)
        sheets.append(analysis.sizing(run, motor).rows)
    assert sheets[0][3].name == "voltage"
    assert sheets[0][3].peak == 6.0
    for sheet in sheets[1:]:
        for row, wanted in zip(sheet, sheets[0], strict=True):
            assert (row.peak, row.rms) == pytest.approx((wanted.peak, wanted.rms), rel=1e-9)

"""Forces that a page draws as arrows: closed forms of a pendulum and of a block on a slanting guide."""

import json
import re

import numpy as np
import pytest

import linkwright as lw
from linkwright.drawing.playback import unpack

M, L, INERTIA, G, W, TAU = 2.0, 0.3, 0.05, 9.81, 4.0, 0.7  # kg, m, kg m^2, m/s^2, rad/s, N m


def arrows_of(machine, dynamics, trajectory):
    """The arrows in the data of a page: name to (arrow, values (n, 3)); the times and the legend."""
    page = lw.report.render(machine, trajectory, dynamics=dynamics)
    forces = json.loads(re.search(r'id="lw-data"[^>]*>(.*?)</script>', page, re.DOTALL)[1])["runs"][0]["forces"]
    columns = unpack(forces)
    found = {
        arrow["name"]: (arrow, np.column_stack([columns[k] for k in arrow["columns"]])) for arrow in forces["arrows"]
    }
    return found, columns[forces["time"]], " ".join(line["text"] for line in forces["legend"])


@pytest.mark.parametrize("order", [("ground", "bob.pin"), ("bob.pin", "ground")])
def test_a_pendulum_hangs_on_its_pin(order):
    """At the bottom F_y = m g + m l w^2, and a torque adds F_x = m l tau / (I + m l^2): on the bob, if it is second."""
    bob = lw.Body(M, INERTIA, (L, 0.0), points={"pin": (0.0, 0.0)})
    connections = {"pin": lw.Revolute(*order), "drive": lw.Torque("pin.angle")}
    machine = lw.Mechanism("pendulum", {"bob": bob}, connections, gravity=(0.0, -G))
    dynamics = lw.compile(lw.formalisms.modular(machine))
    sign = 1 if order[0] == "ground" else -1
    state = dynamics.assemble({"pin.angle": -sign * np.pi / 2}, {"pin.angle": sign * W})
    run = lw.simulate(dynamics, state, duration=0.5, inputs={"drive.tau": sign * TAU}, samples=51)
    found, time, legend = arrows_of(machine, dynamics, run)
    pin, values = found["pin"]
    assert (pin["role"], pin["unit"], pin["body"]) == ("reaction", "N", "bob" if sign > 0 else "")
    expected = sign * np.array([M * L * TAU / (INERTIA + M * L**2), M * G + M * L * W**2, 0.0])
    step = np.ptp(values, axis=0).max() * 2.0**-12  # numbers are rounded to such a part of their range
    np.testing.assert_allclose(values[0], expected, rtol=0, atol=step)
    np.testing.assert_array_equal(time[[0, -1]], run.time[[0, -1]])
    largest = np.max(np.linalg.norm(values, axis=1))
    assert largest * pin["share"] == pytest.approx(1.0, abs=1e-3)
    assert f"{largest:.2f}"[:4] in legend
    drive, torque = found["drive"]
    assert (drive["role"], drive["unit"]) == ("input", "N m")
    np.testing.assert_allclose(torque, np.tile([0.0, 0.0, sign * TAU], (51, 1)), rtol=1e-12, atol=0)


def test_a_guide_holds_what_gravity_does_across_it():
    """On a guide along n the force is -m (g - n (n . g)), with a drive along n."""
    n = np.array([1.0, -2.0, 2.0]) / 3
    block = lw.Body(M, (0.1, 0.1, 0.1), (0.0, 0.0, 0.0))
    connections = {"guide": lw.Prismatic("ground", "block", axis=(1, -2, 2)), "push": lw.Force("guide.slide")}
    machine = lw.Mechanism("guide", {"block": block}, connections, gravity=(0.0, 0.0, -G))
    dynamics = lw.compile(lw.formalisms.modular(machine))
    run = lw.simulate(dynamics, dynamics.assemble(), duration=0.1, inputs={"push.force": 5.0}, samples=3)
    found, _, _ = arrows_of(machine, dynamics, run)
    gravity = np.array([0.0, 0.0, -G])
    np.testing.assert_allclose(found["guide"][1][0], -M * (gravity - n * (n @ gravity)), rtol=0, atol=1e-9)
    np.testing.assert_allclose(found["push"][1], np.tile(5.0 * n, (3, 1)), rtol=0, atol=1e-12)

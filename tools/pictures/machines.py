"""Draw the ready machines for the gallery, and the film of README and landing page.

    python tools/pictures/machines.py              all
    python tools/pictures/machines.py four_bar     some

Each picture is what `linkwright picture NAME` draws. The film shows a planar and a spatial machine whose platforms are
led around, by inverse dynamics, so that the last image is followed by the first.
"""

import sys
from pathlib import Path

import casadi as ca
import numpy as np

import linkwright as lw
from linkwright.cli import app

STATIC = Path(__file__).resolve().parents[2] / "docs" / "_static"
SIZE = "480x360"
AT = {
    "double_pendulum": ("theta1=0.5", "theta2=1.1"),
    "serial_chain": tuple(f"q{k}={0.3 if k % 2 else -0.1}" for k in range(1, 9)),
    "serial_manipulator": ("gamma1=1.2", "alpha2=0.6", "alpha3=-1.0"),
    "simple_pendulum": ("phi=-0.6",),
    "snakeboard": ("psi=0.6", "phi_f=0.5", "phi_b=-0.5"),
}
"""Where machines are drawn whose reference configuration is a straight line."""
FILM = (400, 330)
"""Width and height of each of the two machines in the film [px]."""
PERIOD, RATE = 3.0, 16
"""Of one turn [s], and images in a second."""


def led(machine, laws, **view):
    """A machine whose platform is led around for one period, as images one after another."""
    dynamics = lw.compile(lw.formalisms.kane(machine))
    home = dynamics.assemble()
    turn = 2.0 / PERIOD * np.pi
    motion = lw.Motion(
        {name: home[name] + law(turn * lw.t) for name, law in laws.items()},
        duration=PERIOD,
        samples=round(PERIOD * RATE) + 1,
    )
    trajectory = dynamics.inverse(motion)
    poses = dict(trajectory.poses)
    scene = lw.drawing.scene_of(machine, poses=poses)
    return lw.drawing.film(scene, poses, range(len(trajectory.time) - 1), size=FILM, **view)


def film():
    """Two machines side by side."""
    planar = led(
        lw.mechanisms.three_rrr(motors=False),
        {
            "platform.x": lambda a: 0.5 * ca.sin(a),
            "platform.y": lambda a: -0.5 * ca.cos(a),
            "platform.theta": lambda a: 0.3 * ca.sin(a),
        },
    )
    spatial = led(
        lw.mechanisms.delta(),
        {
            "platform.x": lambda a: 0.2 * ca.sin(a),
            "platform.y": lambda a: -0.2 * ca.cos(a),
            "platform.z": lambda a: 0.05 * ca.sin(2 * a),
        },
    )
    images = (np.hstack(pair) for pair in zip(planar, spatial, strict=True))
    print("wrote " + str(lw.drawing.save_film(STATIC / "film.gif", images, fps=RATE)))


def main(names):
    """Draw the machines named, or all and the film."""
    for name in names or lw.mechanisms.__all__:
        target = STATIC / "gallery" / (name + ".png")
        places = [word for each in AT.get(name, ()) for word in ("--at", each)]
        app(["picture", name, *places, "--size", SIZE, "--out", str(target)], standalone_mode=False)
    if not names:
        film()


if __name__ == "__main__":
    main(sys.argv[1:])

"""One drive of the motion table alone under its cascade, as a linear system in discrete time: no code of the package.

Two inertias J1, J2 on an elastic shaft and a motor, without friction; between the 100 us samples of the current loop
the state (motor angle and speed, pulley angle and speed, current) is carried by the matrix exponential, exactly.
"""

import numpy as np
from scipy.linalg import expm

from oracles.mast_table import CURRENT, POSITION, SPEED, Plant

H = 100e-6
"""Period of the current loop (s); the speed loop has ten, the position loop fifty of them."""


def propagator(plant: Plant):
    """(A, B) of x_(k+1) = A x_k + B v, the voltage v held for H."""
    K, C, J1, J2, L = plant.K1, plant.C1, plant.J1, plant.J2, plant.inductance
    whole = np.zeros((6, 6))
    whole[0, 1] = whole[2, 3] = 1.0
    whole[1, :5] = [-K / J1, -C / J1, K / J1, C / J1, plant.kT / J1]
    whole[3, :5] = [K / J2, C / J2, -K / J2, -C / J2, 0.0]
    whole[4] = [0.0, -plant.kE / L, 0.0, 0.0, -plant.R / L, 1 / L]
    found = expm(whole * H)
    return found[:5, :5], found[:5, 5]


def response(plant: Plant, frequency, feed_forward=(0.0, 0.0), difference=10):
    """Magnitude (percent) and phase (degrees) of the pulley against a sine of its reference.

    The speed controller, every 1 ms: current command = PI + vffw w_c + affw dw_c/dt, with the speed command w_c that
    the position loop holds for 5 ms. Its rate is the difference over 1 ms, or over `difference` times H.
    """
    (A, B), (vffw, affw), (kp, ki), (kpc, kic) = propagator(plant), feed_forward, SPEED, CURRENT
    x, speed_sum, current_sum, command, before, rate = np.zeros(5), 0.0, 0.0, 0.0, 0.0, 0.0
    first, last = 1 + 2 / frequency, 1 + 12 / frequency
    times = H * np.arange(round(last / H))
    pulley = np.zeros(len(times))
    for k, t in enumerate(times):
        pulley[k] = x[2]
        if k % 50 == 0:
            command = POSITION * (np.sin(2 * np.pi * frequency * t) - x[0])
        if k % difference == 0:
            before, rate = command, (command - before) / (difference * H)
        if k % 10 == 0:
            speed_sum += ki * 1e-3 * (command - x[1])
            wanted = kp * (command - x[1]) + speed_sum + vffw * command + affw * rate
        current_sum += kic * H * (wanted - x[4])
        x = A @ x + B * (kpc * (wanted - x[4]) + current_sum)
    settled = times >= first - H / 2
    angle = 2 * np.pi * frequency * times[settled]
    line = 2 * np.mean(pulley[settled] * (np.sin(angle) + 1j * np.cos(angle)))
    return 100 * abs(line), np.degrees(np.angle(line))

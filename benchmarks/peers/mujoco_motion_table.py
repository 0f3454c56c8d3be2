"""The 3PRS motion table with its drives in MuJoCo: `connect` equalities, `dcmotor` actuators, the cascade in Python.

Bars ride on slides with the inertia of the pulleys as armature; a motor is a hinge of its own, and its elastic shaft a
tendon between both. MuJoCo has no friction tau tanh(w / width): it is applied with the controller, held over each step.
"""

from math import pi, sqrt, tanh
from types import SimpleNamespace

import mujoco
import numpy as np

VERSION = f"mujoco {mujoco.__version__}"
STEP = 100e-6
AZIMUTHS = (0.0, pi / 2, pi)


def mjcf(p, step=STEP):
    """The model as MJCF text, with parameters by the names of `mast_3prs`."""
    n = p["p"] / (2 * pi * p["i_r"])
    height, inward = sqrt(p["L"] ** 2 - (p["H"] - p["r"]) ** 2), p["H"] - p["r"]
    bar, across = p["m_b"], p["m_b"] * p["L"] ** 2 / 12
    legs = "".join(
        f"""<body pos="{p["H"] * np.cos(a):.17g} {p["H"] * np.sin(a):.17g} 0" euler="0 0 {a:.17g}">
          <joint name="rho{k}" type="slide" axis="0 0 1" armature="{p["J2"] / n**2:.17g}"/>
          <joint name="gamma{k}" type="hinge" axis="0 1 0"/>
          <inertial pos="{-inward / 2:.17g} 0 {height / 2:.17g}" mass="{bar}" diaginertia="{across} {across} {across}"/>
          <site name="tip{k}" pos="{-inward:.17g} 0 {height:.17g}"/></body>
        <body pos="0 0 {-1 - k}"><joint name="motor{k}" type="hinge" axis="0 0 1" armature="{p["J1"]:.17g}"/>
          <inertial pos="0 0 0" mass="1e-9" diaginertia="1e-14 1e-14 1e-14"/></body>"""
        for k, a in enumerate(AZIMUTHS, 1)
    )
    sites = "".join(
        f'<site name="B{k}" pos="{p["r"] * np.cos(a):.17g} {p["r"] * np.sin(a):.17g} 0"/>'
        for k, a in enumerate(AZIMUTHS, 1)
    )
    disc = p["m_p"] * p["r"] ** 2
    shafts = "".join(
        f"""<fixed name="shaft{k}" stiffness="{p["K1"]}" damping="{p["C1"]}" springlength="0">
          <joint joint="motor{k}" coef="1"/><joint joint="rho{k}" coef="{-1 / n:.17g}"/></fixed>"""
        for k in (1, 2, 3)
    )
    stiff = f'solimp="0.9999 0.9999 0.001" solref="{2 * step} 1"'
    closures = "".join(f'<connect site1="tip{k}" site2="B{k}" {stiff}/>' for k in (1, 2, 3))
    motors = "".join(
        f'<dcmotor joint="motor{k}" motorconst="{p["kT"]} {p["kE"]}" resistance="{p["R_a"]}" '
        f'inductance="{p["L_a"]} 0"/>'
        for k in (1, 2, 3)
    )
    return f"""<mujoco><compiler angle="radian"/>
      <option gravity="0 0 {-p["gravity"]}" timestep="{step}" integrator="RK4" tolerance="1e-12"/>
      <worldbody>{legs}
        <body name="platform" pos="0 0 {height:.17g}"><freejoint/>
          <inertial pos="0 0 0" mass="{p["m_p"]}" diaginertia="{disc / 4:.17g} {disc / 4:.17g} {disc / 2:.17g}"/>
          {sites}</body></worldbody>
      <tendon>{shafts}</tendon><equality>{closures}</equality><actuator>{motors}</actuator></mujoco>"""


def build(p):
    """Model, data and what the controller needs."""
    model = mujoco.MjModel.from_xml_string(mjcf(p))
    joints = [model.joint(f"motor{k}") for k in (1, 2, 3)]
    return SimpleNamespace(
        model=model, data=mujoco.MjData(model), angles=[int(j.qposadr[0]) for j in joints],
        speeds=[int(j.dofadr[0]) for j in joints], height=int(model.jnt_qposadr[model.body("platform").jntadr[0]]) + 2,
        ratio=2 * pi * p["i_r"] / p["p"], friction=p["tau_f"],
    )  # fmt: skip


def run(peer, gains, amplitude, frequency, duration, every):
    """Heights z (m) of the platform, each `every` steps, under the cascade with a sine as reference of z."""
    model, data = peer.model, peer.data
    mujoco.mj_resetData(model, data)
    mujoco.mj_forward(model, data)
    axes = range(3)
    speed_reference, current_reference = [0.0] * 3, [0.0] * 3
    speed_integral, current_integral = [0.0] * 3, [0.0] * 3
    found = [float(data.qpos[peer.height])]
    for k in range(round(duration / STEP)):
        qpos, qvel, act = data.qpos, data.qvel, data.act
        if k % 50 == 0:
            wanted = amplitude * np.sin(2 * pi * frequency * k * STEP) * peer.ratio
            speed_reference = [gains["position.k"] * (wanted - qpos[peer.angles[i]]) for i in axes]
        if k % 10 == 0:
            for i in axes:
                error = speed_reference[i] - qvel[peer.speeds[i]]
                speed_integral[i] += gains["speed.ki"] * 1e-3 * error
                current_reference[i] = gains["speed.kp"] * error + speed_integral[i]
        for i in axes:
            error = current_reference[i] - act[i]
            current_integral[i] += gains["current.ki"] * STEP * error
            data.ctrl[i] = gains["current.kp"] * error + current_integral[i]
            data.qfrc_applied[peer.speeds[i]] = -peer.friction * tanh(qvel[peer.speeds[i]])
        mujoco.mj_step(model, data)
        if (k + 1) % every == 0:
            found.append(float(data.qpos[peer.height]))
    return np.array(found)

"""The chain of `mechanisms.serial_chain(n, spatial=True)` in pinocchio and in MuJoCo, written by hand."""

import numpy as np

LENGTH, MASS, GRAVITY = 1.0, 1.0, 9.81
THIN, ROUND = MASS * LENGTH**2 / 12, MASS * LENGTH**2 / 1600


def pinocchio_chain(n: int):
    """Model and data: joints about z and y in turn."""
    import pinocchio as pin

    model, parent = pin.Model(), 0
    for k in range(n):
        joint = pin.JointModelRZ() if k % 2 == 0 else pin.JointModelRY()
        place = pin.SE3(np.eye(3), np.array([LENGTH if k else 0.0, 0.0, 0.0]))
        parent = model.addJoint(parent, joint, place, f"joint{k + 1}")
        inertia = np.diag([2 * ROUND, THIN + ROUND, THIN + ROUND])
        model.appendBodyToJoint(parent, pin.Inertia(MASS, np.array([LENGTH / 2, 0, 0]), inertia), pin.SE3.Identity())
    model.gravity.linear = np.array([0.0, 0.0, -GRAVITY])
    return model, model.createData()


def mujoco_chain(n: int):
    """Model and data; no contacts, no damping, torques as generalised forces."""
    import mujoco

    head = (
        f'<mujoco><option gravity="0 0 {-GRAVITY}"><flag contact="disable" constraint="disable"/></option><worldbody>'
    )
    body = ""
    for k in range(n):
        axis = "0 0 1" if k % 2 == 0 else "0 1 0"
        body += (
            f'<body pos="{LENGTH if k else 0.0} 0 0"><joint type="hinge" axis="{axis}"/>'
            f'<inertial mass="{MASS}" pos="{LENGTH / 2} 0 0" '
            f'diaginertia="{2 * ROUND!r} {THIN + ROUND!r} {THIN + ROUND!r}"/>'
        )
    model = mujoco.MjModel.from_xml_string(head + body + "</body>" * n + "</worldbody></mujoco>")
    return model, mujoco.MjData(model)

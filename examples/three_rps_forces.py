"""The 3-RPS manipulator along the motion of its paper: driving forces and joint forces over 6 s, as two figures.

Where Pinocchio is installed (Linkwright does not need it) the same forces are computed with it and drawn too.
"""

from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import linkwright as lw
from linkwright.drawing import time_plot
from linkwright.trajectory import Channel, Outcome

LEGS = (1, 2, 3)
JOINTS = [f"B{leg}.{axis}" for leg in (2, 3) for axis in "xyz"]
NAMES = [*[f"f{leg}" for leg in LEGS], *JOINTS]

dynamics = lw.compile(lw.formalisms.kane(lw.mechanisms.three_rps()))
stroke = {f"d{leg}": lw.laws.Sine(0.01 if leg == 1 else -0.01, 1 / 6, offset=0.12) for leg in LEGS}
move = lw.Motion(stroke, duration=6.0, samples=121)
found = dynamics.inverse(move)


def state_at(k: int) -> tuple[lw.dynamics.State, dict[str, float]]:
    """The state at a sample of the motion, and the driving forces there."""
    t = found.time[k]
    start = dynamics.assemble(
        {name: float(law(t)) for name, law in stroke.items()}, {name: float(law(t, 1)) for name, law in stroke.items()}
    )
    return start, {f"f{leg}": float(found[f"f{leg}"][k]) for leg in LEGS}


def ours(k: int) -> list[float]:
    """Driving forces, and forces on the platform at the joints B2, B3 that the paper cuts, along the world's axes."""
    state, forces = state_at(k)
    joints = dynamics.reactions(state, inputs=forces)
    return [*forces.values(), *[joints[joint].components[axis] for joint in ("B2", "B3") for axis in "xyz"]]


def by_pinocchio(k: int) -> NDArray[np.float64]:
    """The same: S f + J^T l = M a + h, for the tree of legs with the platform on B1, closed at B2 and B3."""
    import pinocchio as pin

    p = dynamics.parameters

    def link(mass: float, centre: list[float], about_origin: list[float]) -> object:
        c = np.array(centre)
        return pin.Inertia(mass, c, np.diag(about_origin) - mass * (c @ c * np.eye(3) - np.outer(c, c)))

    # Links 2 and 3 as in Linkwright: z along the leg, y tangential; the hinge's own frame is a quarter turn away.
    model, back, slides = pin.Model(), pin.SE3(pin.utils.rotate("y", -np.pi / 2), np.zeros(3)), []
    model.gravity.linear = np.array([0, 0, -p["gravity"]])
    for leg in LEGS:
        turn = pin.utils.rotate("z", (leg - 1) * 2 * np.pi / 3)
        hinge = model.addJoint(0, pin.JointModelRY(), pin.SE3(turn, turn @ [p["a"], 0, 0]), f"theta{leg}")
        model.appendBodyToJoint(hinge, link(p["m2"], [0, 0, p["c2"]], [p["I2y"], p["I2z"], p["I2x"]]), back)
        slide = model.addJoint(hinge, pin.JointModelPZ(), back, f"d{leg}")
        own = pin.SE3.Identity()
        model.appendBodyToJoint(slide, link(p["m3"], [0, 0, p["c3"]], [p["I3x"], p["I3y"], p["I3z"]]), own)
        slides.append(slide)
    tip = np.array([0, 0, p["l"]])
    ball = model.addJoint(slides[0], pin.JointModelSpherical(), pin.SE3(np.eye(3), tip), "B1")
    model.appendBodyToJoint(ball, link(p["m8"], [-p["c8"], 0, 0], [p["I8x"], p["I8y"], p["I8z"]]), pin.SE3.Identity())

    state, forces = state_at(k)
    rates = dynamics.forward(state, forces)
    chain = [f"{name}{leg}" for leg in LEGS for name in ("theta", "d")]
    speeds = [*chain, "B1.wx", "B1.wy", "B1.wz"]
    q = np.array([state.positions[name] for name in (*chain, "B1.e1", "B1.e2", "B1.e3", "B1.e0")])  # scalar last
    data = model.createData()
    need = pin.rnea(
        model, data, q, np.array([state.speeds[x] for x in speeds]), np.array([rates[x] for x in speeds])
    ).copy()
    pin.computeJointJacobians(model, data, q)
    columns = [np.eye(model.nv)[:, [2 * n + 1]] for n in range(3)]
    for n in (1, 2):
        point = data.oMi[slides[n]].act(tip)
        sides = []
        for joint in (ball, slides[n]):
            J = pin.getJointJacobian(model, data, joint, pin.LOCAL_WORLD_ALIGNED)
            sides.append(J[:3] - pin.skew(point - data.oMi[joint].translation) @ J[3:])
        columns.append((sides[0] - sides[1]).T)
    return np.asarray(np.linalg.solve(np.hstack(columns), need))


samples = range(len(found.time))
table = dict(zip(NAMES, np.array([ours(k) for k in samples]).T, strict=True))
print("driving forces at t = 0 s:", ", ".join(f"{table[f'f{leg}'][0]:.6e} N" for leg in LEGS))
if find_spec("pinocchio") is None:
    print("Pinocchio is not installed: ours alone are drawn")
else:
    theirs = np.array([by_pinocchio(k) for k in samples]).T
    worst = max(float(np.max(np.abs(table[name] - other))) for name, other in zip(NAMES, theirs, strict=True))
    print(f"largest difference from Pinocchio: {worst:.1e} N")
    table |= {f"{name}, Pinocchio": other for name, other in zip(NAMES, theirs, strict=True)}
for file, title, letter in (
    ("three_rps_forces.svg", "Driving forces of the 3-RPS", "f"),
    ("three_rps_multipliers.svg", "Forces on the platform at the cut joints B2 and B3", "B"),
):
    # A panel for each unit: those of Pinocchio, which would hide ours, stand below them.
    lines = {
        name: Channel(values, "N, Pinocchio" if name.endswith("Pinocchio") else "N", title)
        for name, values in table.items()
        if name.startswith(letter)
    }
    record = lw.Trajectory(found.time, lines, outcome=Outcome("finished", "", "", move.duration))
    Path(file).write_text(time_plot(record, list(lines), title=title), encoding="utf-8")
    print(f"wrote {file}")

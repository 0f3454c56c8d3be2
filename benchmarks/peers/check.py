"""Compare the other tools with the hand-derived equations of tests/oracles: `python benchmarks/peers/check.py`.

The serial manipulator with five axes, for which there are none, is compared between SymPy, pinocchio and Linkwright.
Prints one line a check, and exits with 1 if one is missed. A tool that is not installed is skipped and said so.
"""

import importlib
import sys
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).resolve().parent
STATES = 50
# relative to the largest component of an acceleration; MuJoCo's impedance of at most 0.9999 leaves 1e-4 of it
TOLERANCE = {"pinocchio": 1e-9, "sympy": 1e-9, "mujoco": 5e-4}
# of the pose after 10 s of free motion, m and rad: DOP853 at rtol 1e-8, RK4 in steps of 5 ms with soft closures
FREE_TOLERANCE = {"pinocchio": 1e-6, "mujoco": 1e-3}


def variants(name, module):
    """The models of one tool, by what is special about them."""
    if name == "sympy":
        return {
            f" ({loops}, {angles})": module.build(loops, angles)
            for loops in ("multipliers", "dependent")
            for angles in ("absolute", "joints")
        }
    return {"": module.build()}


def acceleration_error(module, peer, cases):
    """Largest relative difference from the oracle over cases (pose, velocity, torques, wanted acceleration)."""
    from peers import geometry

    worst = 0.0
    for pose, velocity, torques, wanted in cases:
        q, v = module.state(peer, pose, velocity)
        force = torques if "sympy" in module.__name__ else geometry.torques_on_joints(torques)
        found = module.platform_acceleration(peer, q, v, module.forward(peer, q, v, force))
        worst = max(worst, float(np.abs(found - wanted).max() / np.abs(wanted).max()))
    return worst


def inverse_error(module, peer, cases):
    """Largest relative difference between the torques that made an acceleration and those found from it."""
    from peers import geometry

    states = [(*module.state(peer, pose, velocity), torques) for pose, velocity, torques, _ in cases]
    seconds = [np.array(module.forward(peer, q, v, geometry.torques_on_joints(t))) for q, v, t in states]
    found = module.inverse_batch(peer, [q for q, _, _ in states], [v for _, v, _ in states], seconds)
    given = np.array([t for _, _, t in states])
    return float(np.abs(found - given).max() / np.abs(given).max())


def checks(name, module, cases):
    """Yield (what, error, tolerance) for one tool."""
    from peers import geometry

    for variant, peer in variants(name, module).items():
        yield f"accelerations{variant}", acceleration_error(module, peer, cases), TOLERANCE[name]
        if hasattr(module, "geometry_error"):
            yield "geometry", max(module.geometry_error(peer, case[0]) for case in cases), 1e-12
        if hasattr(module, "inverse_batch"):
            yield "inverse", inverse_error(module, peer, cases), TOLERANCE[name]
        if hasattr(module, "free_motion"):
            error = float(np.abs(module.free_motion(peer) - geometry.FREE_POSE_10_S).max())
            yield "10 s of free motion", error, FREE_TOLERANCE[name]
    if hasattr(module, "batch"):
        peer = module.build(integrator="Euler")
        poses, velocities, torques = (np.array([case[k] for case in cases]) for k in range(3))
        after = module.batch(peer, *module.batch_inputs(peer, poses, velocities, torques))[:, 0, 8:15]
        q, v = module.state(peer, poses, velocities)
        seconds = (after - v) / peer.model.opt.timestep
        found = np.array([module.platform_acceleration(peer, *each) for each in zip(q, v, seconds, strict=True)])
        wanted = np.array([case[3] for case in cases])
        error = float((np.abs(found - wanted).max(axis=1) / np.abs(wanted).max(axis=1)).max())
        yield "batch of states", error, TOLERANCE[name]


def serial_checks():
    """Yield (what, error, tolerance): accelerations of the manipulator by SymPy against those of other tools."""
    from types import SimpleNamespace

    import linkwright as lw
    from peers import pinocchio_serial, sympy_serial

    given = sympy_serial.arguments()
    derived = {numbers: sympy_serial.compiled(sympy_serial.derive(numbers=numbers)) for numbers in (False, True)}
    peer = pinocchio_serial.build(SimpleNamespace(**given), np.diag(given["J4"]), given["c4"])
    machine = lw.mechanisms.serial_manipulator(5, **given)
    dynamics = {name: lw.compile(getattr(lw.formalisms, name)(machine)) for name in ("kane", "newton_euler")}
    names = ("gamma1", "alpha2", "alpha3", "beta4", "gamma4")
    random = np.random.default_rng(0)
    worst = dict.fromkeys(["numbers", "pinocchio", *dynamics], 0.0)
    for _ in range(STATES):
        q, v, torques = random.uniform(-1.0, 1.0, (3, 5))
        wanted = sympy_serial.forward(derived[False], q, v, torques)
        found = {
            "numbers": sympy_serial.forward(derived[True], q, v, torques),
            "pinocchio": pinocchio_serial.forward(peer, q, v, torques),
        }
        for name, each in dynamics.items():
            state = each.assemble(dict(zip(names, q, strict=True)), dict(zip(names, v, strict=True)))
            answer = each.forward(state, {f"T{k + 1}": torque for k, torque in enumerate(torques)})
            found[name] = np.array([answer[angle] for angle in names])
        for name, value in found.items():
            worst[name] = max(worst[name], float(np.abs(value - wanted).max() / np.abs(wanted).max()))
    yield from ((f"serial manipulator, {name}", error, TOLERANCE["sympy"]) for name, error in worst.items())


def main():
    """Run all checks and return the exit code."""
    sys.path[:0] = [str(FOLDER.parent), str(FOLDER.parent.parent / "tests")]
    from oracles import three_rrr
    from peers import geometry

    parameters = three_rrr.without_motors()
    cases = [
        (*case, np.array(three_rrr.forward(parameters, *case).platform))
        for case in zip(*geometry.random_states(STATES), strict=True)
    ]
    missed = 0
    for name in TOLERANCE:
        try:
            module = importlib.import_module(f"peers.{name}_three_rrr")
        except ImportError as error:
            print(f"{name}: skipped, {error}")
            continue
        for what, error, tolerance in checks(name, module, cases):
            good = error <= tolerance
            missed += not good
            print(f"{module.VERSION}: {what}: {error:.1e} {'within' if good else 'MISSES'} {tolerance:.0e}")
    try:
        for what, error, tolerance in serial_checks():
            good = error <= tolerance
            missed += not good
            print(f"sympy against {what}: {error:.1e} {'within' if good else 'MISSES'} {tolerance:.0e}")
    except ImportError as error:
        print(f"serial manipulator: skipped, {error}")
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())

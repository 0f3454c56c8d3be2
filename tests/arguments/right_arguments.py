"""Right arguments of what is public: objects by the name of their class, values by the name of a parameter."""

import functools
from fractions import Fraction

import casadi as ca
import numpy as np

import linkwright as lw
from linkwright import analysis, closed_loop, control, laws, model, report

TIME = np.linspace(0.0, 1.0, 11)
LAW = laws.Polynomial.between([0.0, 0.0, 0.0], [0.1, 0.0, 0.0], duration=1.0)
SPEED = {"way.slide": 1.0 + 0.0 * TIME}


@functools.lru_cache
def objects():
    """One object of each class of which some are made in a few lines."""
    machine = lw.Mechanism(
        "carriage",
        {"platform": lw.Body(2.0, 0.01)},
        {
            "way": lw.Prismatic("ground", "platform"),
            "push": lw.Force("way.slide"),
            "rub": lw.JointDamper("way.slide", 5.0),
        },
    )
    equations = lw.formalisms.kane(machine)
    dynamics = lw.compile(equations)
    state = dynamics.assemble({"way.slide": 0.1})
    clocked = control.PID(kp=800.0, ki=2000.0, kd=60.0, filter=2e-3).every(1e-3)
    wires = {"position.measurement": "way.slide", "push.force": "position.command"}
    diagram = control.Diagram({"position": clocked}, wires=wires)
    loop = lw.ClosedLoop(dynamics, diagram)
    steady = loop.steady_state(loop.assemble())
    run = lw.simulate(dynamics, state, duration=0.02, samples=11, inputs={"push.force": 1.0})
    stepper = dynamics.stepper(step=1e-3)
    stepper.reset(state)
    linear = analysis.linearize(dynamics, state, {"push.force": 0.0})
    found = [
        machine, equations, dynamics, state, clocked, diagram, loop, steady, run, stepper, linear, LAW,
        analysis.linearize(loop, steady), analysis.regressor(dynamics), lw.Motion({"way.slide": LAW}),
        analysis.Kinematics.of(dynamics, inputs=["way.slide"], platform=["platform.x"], length=1.0),
        analysis.MeasuredMotion(TIME, {"way.slide": TIME}, SPEED, {"way.slide": 0.0 * TIME}),
        lw.Measurements(run.time, {"way.slide": run.channels["way.slide"]}), lw.drawing.scene_of(machine),
        run.certificate, run.outcome, run.state(-1), run.channels["way.slide"], *linear.modes[:1],
        lw.Body(1.0, 0.1), lw.Ground(), lw.Pose((0.0, 0.0)), lw.Parameter("a", 1.0), machine.use({}),
        lw.Revolute("ground", "platform"), lw.Spring("ground", "platform", stiffness=1.0, length=1.0),
        lw.DCMotor(J=2e-5, L=1e-3, R=1.0, Kt=0.05, Ke=0.05), model.shapes.Sphere(radius=1.0),
        lw.RedundantSet(("a",), {}), lw.Payload(1.0, "platform"), lw.actuation.MinimumNorm(), lw.joins.Complement(),
        lw.kernels.QR(), lw.integrators.RungeKutta4(step=1e-3), lw.accuracy.engineering, equations.parameters,
        control.PI(2.0, 10.0), control.Clock.of(1e-3), control.Schedule.of([control.Clock.of(1e-3)]),
        control.StateSpace([[0.0]], [[1.0]], [[1.0]], [[0.0]]), dynamics.functions, dynamics.describe(),
        dynamics.energy(state), report.NamedRun("run", machine, run), report.Section("a", "b"),
        lw.drawing.Panel({"x": ([0.0, 1.0], [0.0, 1.0])}, ("t", "s"), ("x", "m")),
    ]  # fmt: skip
    return {type(each).__name__: each for each in found}


BY_NAME = {
    "inputs": {"push.force": 0.0}, "duration": 0.01, "first": "ground", "second": "platform", "quantity": "way.slide",
    "t": 0.0, "law": LAW, "path": "file.json", "name": "way.slide", "parameters": {}, "wires": {}, "u": [0.0],
    "q": [0.1, 0.0, 0.0], "v": np.zeros(3), "values": [1.0, 2.0], "points": [0.0, 1.0], "times": [0.0, 1.0],
    "time": 0.01, "index": -1, "start": 0.0, "end": 1.0, "frequency": 1.0, "at": "position.command", "p": np.zeros(2),
    "x": [], "T": 1e-3,
}  # fmt: skip
"""Right values for a parameter of this name, whatever it is annotated with."""

BY_ANNOTATION = {
    "float | Fraction": 1e-3, "float": 1.0, "int": 2, "str": "way.slide", "bool": False, "Scalar": 1.0, "Any": 1.0,
    "object": 1.0, "complex": 1.0j, "Rational": 1e-3, "Fraction": Fraction(1, 1000), "Vector": (0.0, 0.0, 0.0),
    "Numbers": [], "Value": 1.0, "Axis": "z", "npt.ArrayLike": [0.0, 1.0], "Array": TIME, "Integers": np.array([0, 1]),
    "ca.SX": ca.SX.sym("x"), "SX": ca.SX.sym("x"), "Sequence[str]": ["way.slide"], "tuple": (), "Sequence": [],
    "list": [], "Iterable": [], "Mapping": {}, "collections.abc.Mapping": {}, "dict": {}, "PlainMapping": {},
    "Callable": lambda *_: 0.0, "Literal": "end", "NDArray": TIME, "ndarray": TIME,
}  # fmt: skip
"""Right values for an annotation that begins so and is no class of the package."""


INPUTS = {"inputs": {"push.force": 0.0}}
LENGTHS = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]
POINT = (0.0, 0.0, 0.0)
MATRIX = np.eye(1)


@functools.cache
def by_call():
    """Right arguments of single functions, optional ones among them that they do not go without."""
    made = objects()
    return {
        "accuracy.Accuracy": {"rtol": 1e-6, "atol": 1e-8}, "Body.box": {"size": (1.0, 1.0, 1.0), "mass": 1.0},
        "Body.cylinder": {"mass": 1.0}, "Body.tube": {"outer": 2.0, "mass": 1.0}, "Body.sphere": {"mass": 1.0},
        "Body.plate": {"outline": LENGTHS, "mass": 1.0}, "Dynamics.state": {"q": [0.1], "v": [0.0]},
        "Dynamics.forward": INPUTS, "Dynamics.inverse": {"accelerations": {"way.slide": 0.0}},
        "Dynamics.reactions": INPUTS,
        "Dynamics.cut_multipliers": INPUTS,
        "Dynamics.accelerations_along": dict.fromkeys("QVU", np.zeros((1, 1))) | {"time": np.zeros(1), "p": np.ones(3)},
        "EnergyPart": {"coordinates": {"x": ("m", "way")}, "kinetic": lambda *names: names[2].x ** 2},
        "Equations.full_name": {"module": 0},
        "Measurements": {"time": TIME, "channels": {"way.slide": made["Channel"]}},
        "Mechanism": {"name": "carriage"}, "Motion": {"laws": {"way.slide": LAW}},
        "Motion.from_samples": {"time": TIME, "values": {"way.slide": TIME}},
        "Motion.through": {"times": TIME, "poses": {"way.slide": TIME}}, "Parameter": {"name": "mass"},
        "Pose.of": {"value": (0.0, 0.0)}, "Pose.from_matrix": {"position": POINT, "matrix": np.eye(3)},
        "Pose.from_quaternion": {"position": POINT, "quaternion": (1.0, 0.0, 0.0, 0.0)},
        "Pose.from_euler_angles": {"position": POINT, "sequence": "zxz", "angles": POINT},
        "Pose.from_directions": {"position": POINT, "x": (1, 0, 0), "y": (0, 1, 0)},
        "Trajectory": {"time": TIME, "channels": {"way.slide": made["Channel"]}},
        "Trajectory.resample": {"times": [0.0, 0.01]}, "Trajectory.save": {"path": "run.csv"},
        "integrators.from_name": {"text": "radau"}, "joins.margins": {"A": np.zeros((1, 0, 1))},
        "rollout": INPUTS | {"start": {"way.slide": [0.0, 0.1]}, "samples": 2},
        "shapes.Bar": {"start": POINT, "end": (1.0, 0.0, 0.0)}, "shapes.Block": {"size": (1.0, 1.0, 1.0)},
        "shapes.Disc": {"centre": (0.0, 0.0)}, "shapes.Plate": {"points": LENGTHS}, "simulate": INPUTS,
        "BandwidthMap": {"names": ("x", "y"), "units": ("m", "m"), "x": [0.0, 1.0], "y": [0.0, 1.0],
                         "values": [[1.0, 2.0], [3.0, 4.0]]},
        "kinematics.Kinematics.direct": {"inputs": {"way.slide": 0.1}},
        "kinematics.Kinematics.inverse": {"pose": {"platform.x": 0.1}},
        "kinematics.Kinematics.solve": {"values": {"way.slide": 0.1}},
        "kinematics.Kinematics.modes": {"values": {"way.slide": 0.1}},
        "kinematics.Kinematics.follow": {"path": [{"way.slide": 0.1}, {"way.slide": 0.2}]},
        "Linear": {"states": ("x",), "inputs": ("u",), "outputs": ("x",), "units": {"x": "m", "u": "N"},
                   "A": MATRIX, "B": MATRIX, "C": MATRIX, "D": MATRIX},
        "Linear.entry": {"row": "platform.x", "column": "push.force"},
        "Linear.frequency_response": {"input": "push.force", "output": "platform.x", "frequencies": [1.0]},
        "MeasuredMotion": dict.fromkeys(("positions", "speeds", "accelerations"), SPEED) | {"time": TIME},
        "MeasuredResponse": {"frequencies": [1.0, 2.0], "values": [1.0, 2.0j]},
        "identify": INPUTS | {"parameters": {"rub.damping": (1.0, 10.0)}},
        "kinematics.zero_curves": {"x": TIME[:2], "y": TIME[:2], "values": np.eye(2)}, "linearize": INPUTS,
        "ComputedTorque": {"coordinates": ("way.slide",)}, "InverseDynamics": {"coordinates": ("way.slide",)},
        "JointPD": {"coordinates": ("way.slide",)},
        "Kinematics": {"given": ("way.slide",), "found": ("platform.x",)},
        "Schedule.of": {"clocks": [control.Clock.of(1e-3)]},
        "Schedule.time": {"place": 0}, "StateSpace": {"A": MATRIX, "B": MATRIX, "C": MATRIX, "D": MATRIX},
        "add_turns": {"first": ca.SX.sym("first", 3), "then": ca.SX.sym("then", 3)},
        "feedback": {"law": closed_loop.ComputedTorque(made["Dynamics"], ("way.slide",), kp=1.0, kd=1.0).every(1e-3)},
        "cascade": {"loops": {"position": control.P(20.0).every(5e-3), "speed": control.PI(0.07, 3.0).every(1e-3)}},
        "frequency_response": {"input": "push.force", "output": "way.slide", "frequencies": [1.0], "amplitudes": [1.0]},
        "Sum": {"gains": {"a": 1.0, "b": -1.0}}, "zero_order_hold": {"A": MATRIX, "B": MATRIX},
        "Pin": {"position": (0.0, 0.0)}, "Pivot": {"position": (0.0, 0.0)},
        "Track": {"start": POINT, "end": (1.0, 0.0, 0.0)},
        "Wire": {"points": LENGTHS}, "panel_plot": {"panels": [made["Panel"]]},
        "picture": {"poses": {"platform": np.eye(1, 7)}}, "still": {"poses": {"platform": np.eye(1, 7)}},
        "scene_at": {"values": {}, "poses": {"platform": np.eye(1, 7)}},
        "PiecewisePolynomial": {"knots": [0.0, 1.0], "coefficients": [[1.0, 2.0]]},
        "Polynomial": {"coefficients": (1.0,)},
        "Polynomial.between": {"start": POINT, "end": POINT}, "Sequence": {"laws": (LAW,)},
        "Trapezoid": {"max_speed": 1.0, "max_acceleration": 1.0},
        "render_several": {"runs": [made["NamedRun"]] * 2},
        "save_several": {"path": "page.html", "runs": [made["NamedRun"]] * 2},
        "rank_margin": {"time": np.zeros(1), "Q": np.zeros((1, 1)), "V": np.zeros((1, 1))},
        "cross": {"a": ca.SX.sym("a", 3), "b": ca.SX.sym("b", 3)}, "skew": {"a": ca.SX.sym("a", 3)},
        "quaternion_of": {"rotation": np.eye(3)}, "unit_axis": {"given": (0, 0, 2)},
        "Certificate.from_dict": {"values": made["Certificate"].as_dict()},
        "Outcome.from_dict": {"fields": made["Outcome"].as_dict()},
        "Scene.from_dict": {"record": made["Scene"].to_dict()},
        "Scene.from_json": {"text": made["Scene"].to_json()},
        "save": {"path": "page.html", "machine": made["Mechanism"], "trajectory": made["Trajectory"]},
    }  # fmt: skip


def right_arguments(call):
    """Right arguments for a call by name, None among them where none is known."""
    right = {each.name: right_argument(each) for each in call.parameters if each.default is each.empty}
    names = {each.name for each in call.parameters}  # two classes may have one name
    return right | {name: value for name, value in by_call().get(call.name, {}).items() if name in names}


def right_argument(parameter):
    """A right argument for a parameter; None where none is known."""
    annotation = parameter.annotation
    text = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", "")
    for each in text.split(" | "):
        if each in objects():
            return objects()[each]
    if parameter.name in BY_NAME:
        return BY_NAME[parameter.name]
    return next((value for start, value in BY_ANNOTATION.items() if text.startswith(start)), None)

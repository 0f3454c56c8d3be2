"""Right arguments of what is public: objects by the name of their class, values by the name of a parameter."""

import functools
from fractions import Fraction

import casadi as ca
import numpy as np

import linkwright as lw
from linkwright import analysis, control, laws, model, report

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

"""Every public question as a function of one case: what must be answered, or refused in words, by every machine."""

import traceback
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np

import linkwright as lw
from linkwright.dynamics.printed.closed_form import closed_form
from linkwright.dynamics.printed.stages import stages
from linkwright.equations.printing import stages as printing

PACKAGE = Path(lw.__file__).parent


@dataclass(frozen=True, eq=False)
class Case:
    """A machine with its equations and dynamics."""

    mechanism: lw.Mechanism
    equations: lw.Equations
    dynamics: lw.Dynamics

    @property
    def state(self):
        """The reference configuration at rest."""
        return self.dynamics.assemble()

    @property
    def idle(self):
        """All inputs at zero."""
        return dict.fromkeys(self.dynamics.inputs, 0.0)

    @cached_property
    def motion(self):
        """A short run, as questions about runs take it."""
        return lw.simulate(self.dynamics, self.state, duration=1e-4, inputs=self.idle, samples=3)

    @property
    def coordinate(self):
        """The name of a quantity with a position."""
        return next(iter(self.state.positions))

    @cached_property
    def kinematics(self):
        """Kinematics by the drives, or by the first quantity where there is none; the platform is a body."""
        named = None if self.dynamics.inputs else [self.coordinate]
        body = "platform" if "platform" in self.motion.poses else self.body
        return lw.analysis.Kinematics.of(self.dynamics, inputs=named, platform=body)

    @property
    def body(self):
        """The last body."""
        return list(self.motion.poses)[-1]


def _run_arrays(case):
    state, d = case.state, case.dynamics
    u = np.zeros(len(d.inputs))
    d.functions.forward(state.q, state.v, u)
    d.functions.forward(state.q[None], state.v[None], u[None])
    d.functions.inverse(state.q, state.v, np.zeros(len(d.speeds)))


def _modes(case):
    found = lw.analysis.linearize(case.dynamics, case.state, case.idle, tolerance=1e6)
    for mode in found.modes[:1]:
        lw.analysis.mode_motion(case.dynamics, found, mode, samples=3)


def _inverse_at(case):
    free = case.dynamics.forward(case.state, case.idle)
    drives = case.kinematics.inputs if case.dynamics.inputs else ()
    case.dynamics.inverse(case.state, {name: free[name] for name in drives})


def _inverse_along(case):
    state = case.state
    laws = {name: state[name] for name in (case.kinematics.inputs if case.dynamics.inputs else ())}
    case.dynamics.inverse(lw.Motion(laws, duration=0.1, samples=3))


def _other_parameters(case):
    name = next(iter(case.dynamics.parameters))
    other = case.dynamics.with_parameters({name: case.dynamics.parameters[name]})
    other.forward(other.assemble(), case.idle)


def _reacting(case):
    case.dynamics.reactions(case.state, case.idle)


def _derived(case):
    lw.simulation.derive(case.dynamics, case.motion, accelerations=True, powers=True, points=[case.body])


def _margin(case):
    state = case.state
    lw.simulation.rank_margin(case.dynamics, [state.t], state.q[None], state.v[None])


def _drawn(case):
    lw.drawing.still(lw.drawing.scene(case.mechanism, poses=case.motion.poses), case.motion.poses)


def _saved(case, folder):
    lw.report.save(folder / "report.html", case.mechanism, case.motion)
    case.motion.save(folder / "run.csv")


def _streamed(case, folder):
    lw.simulate(
        case.dynamics, case.state, duration=1e-4, inputs=case.idle, samples=3, stream=folder / f"{id(case)}.csv"
    )


def _workspace(case):
    case.kinematics.workspace(resolution=3)


def _assembled(case):
    state = case.state
    case.dynamics.assemble({case.coordinate: state[case.coordinate]}, {})


def _sized(case):
    """The sheet of the first motor; a machine without one is asked for one that it does not have."""
    motors = [name.removesuffix(".Kt") for name in case.dynamics.parameters if name.endswith(".Kt")]
    return lw.analysis.sizing(case.motion, motors[0] if motors else "motor").in_words()


def _stepped(case):
    """A step of a millisecond without inputs."""
    stepper = case.dynamics.stepper(step=1e-3)
    stepper.reset(case.state)
    return stepper.step([0.0] * len(case.dynamics.inputs))


def _rolled_out(case):
    """Two runs at once; reasons where they cannot go on."""
    place = {case.coordinate: [case.state[case.coordinate]] * 2}
    return lw.rollout(case.dynamics, start=place, duration=1e-4, samples=3, inputs=case.idle).reasons


QUESTIONS = {
    "assemble": _assembled,
    "forward": lambda case: case.dynamics.forward(case.state, case.idle),
    "inverse at a state": _inverse_at,
    "inverse along a motion": _inverse_along,
    "reactions": _reacting,
    "cut multipliers": lambda case: case.dynamics.cut_multipliers(case.state, case.idle),
    "terms": lambda case: case.dynamics.terms(case.state),
    "energy": lambda case: case.dynamics.energy(case.state, case.idle),
    "complement": lambda case: case.dynamics.complement(case.state),
    "levels": lambda case: str(case.dynamics.levels(case.state, case.idle)),
    "twists": lambda case: str(case.dynamics.twists(case.state)),
    "functions": _run_arrays,
    "describe": lambda case: str(case.dynamics.describe()),
    "representation": lambda case: repr(case.dynamics),
    "C source": lambda case: case.dynamics.c_source(),
    "with parameters": _other_parameters,
    "linearize": lambda case: lw.analysis.linearize(case.dynamics, case.state, case.idle),
    "modes": _modes,
    "equilibrium": lambda case: lw.analysis.equilibrium(case.dynamics),
    "diagnose": lambda case: str(lw.analysis.diagnose(case.dynamics)),
    "regressor": lambda case: lw.analysis.regressor(case.dynamics).in_words(),
    "transfer functions": lambda case: lw.analysis.transfer_functions(case.dynamics, case.body),
    "kinematics": lambda case: case.kinematics.jacobian(case.state),
    "singularity": lambda case: case.kinematics.singularity(case.state),
    "assembly modes": lambda case: case.kinematics.modes(
        {name: case.state[name] for name in case.kinematics.inputs}, starts=4
    ),
    "a path": lambda case: case.kinematics.follow([{name: case.state[name] for name in case.kinematics.inputs}] * 2),
    "workspace": _workspace,
    "simulate": lambda case: case.motion.certificate.verdict,
    "stepper": _stepped,
    "rollout": _rolled_out,
    "state in a trajectory": lambda case: case.dynamics.state_at(case.motion, 0.0),
    "keep energy": lambda case: lw.simulate(
        case.dynamics, case.state, duration=1e-4, inputs=case.idle, samples=3, keep_energy=True
    ),
    "a stiff integrator": lambda case: lw.simulate(
        case.dynamics, case.state, duration=1e-4, inputs=case.idle, samples=3, integrator=lw.integrators.Radau()
    ),
    "events": lambda case: lw.simulate(
        case.dynamics,
        case.state,
        duration=1e-4,
        inputs=case.idle,
        samples=3,
        events=[lw.events.Event(lw.events.crosses(case.coordinate, 1e3))],
    ),
    "derive": _derived,
    "reactions of a run": lambda case: lw.simulation.derive(
        case.dynamics, case.motion, reactions=list(case.dynamics.reactions(case.state, case.idle))
    ),
    "verify": lambda case: lw.simulation.verify(case.motion, case.dynamics),
    "rank margin": _margin,
    "effort": lambda case: lw.analysis.effort(case.dynamics, case.motion),
    "sizing": _sized,
    "drawing": _drawn,
    "stages in print": lambda case: printing.stages(case.equations),
    "kernels in print": lambda case: stages(case.equations),
    "compare": lambda case: lw.analysis.compare(case.mechanism, names=["modular", "denoc"], states=1, read=False),
    "closed form": lambda case: closed_form(case.equations, simplify=False),
}
"""By name; each is given a Case."""
SLOW = frozenset({
    "inverse along a motion", "assembly modes", "workspace", "a stiff integrator", "keep energy", "modes", "compare",
    "verify", "reactions of a run", "stages in print", "kernels in print", "closed form", "regressor",
    "rollout",
})  # fmt: skip
"""Those that take seconds on a machine of usual size."""
WITH_FOLDER = {"report": _saved, "stream": _streamed}
"""The same, with a folder to write into."""


def fault_of(question, *given):
    """None for an answer or a refusal in words; else what came instead, with the place it came from."""
    try:
        question(*given)
    except Exception as error:  # noqa: BLE001  which of them are refusals is decided below
        last = Path(traceback.extract_tb(error.__traceback__)[-1].filename)
        ours = (
            PACKAGE in last.parents and isinstance(error, ValueError) and not isinstance(error, np.linalg.LinAlgError)
        )
        if ours and len(str(error).split()) > 4:
            return None
        return "".join(traceback.format_exception(error)[-3:])
    return None

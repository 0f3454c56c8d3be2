"""Planar machines in Exudyn: bodies with three coordinates each, revolute joints, two implicit integrators.

Its explicit integrators do not take algebraic constraints, so implicit ones are measured: generalised-alpha with
position constraints and the trapezoidal rule with velocity constraints. Newton's method at each step, dense
elimination, fixed steps, no files and no statistics.
"""

from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from typing import Any

import exudyn as exu
import exudyn.itemInterface
import numpy as np

from . import geometry as g

VERSION = f"exudyn {exu.GetVersionString()}"
METHODS = {
    "generalised-alpha": {"useNewmark": False, "useIndex2Constraints": False, "spectralRadius": 0.9},
    "trapezoidal rule": {"useNewmark": True, "useIndex2Constraints": True},
}


@dataclass(frozen=True)
class Peer:
    """A model ready to run: the system, its nodes by name, and the solver's settings."""

    container: Any
    system: Any
    nodes: dict[str, int]
    settings: Any


class Builder:
    """Bodies and joints put together by name."""

    def __init__(self):
        self.container = exu.SystemContainer()
        self.system = self.container.AddSystem()
        self.ground = self.system.AddObject(exu.itemInterface.ObjectGround(referencePosition=[0, 0, 0]))
        self.nodes, self.bodies = {}, {}

    def body(self, name, place, rates, inertia):
        """A body with its mass centre and angle at `place`, rates there, and (kg, kg m^2)."""
        self.nodes[name] = self.system.AddNode(
            exu.itemInterface.NodeRigidBody2D(referenceCoordinates=list(place), initialVelocities=list(rates))
        )
        mass, about_z = inertia
        self.bodies[name] = self.system.AddObject(
            exu.itemInterface.ObjectRigidBody2D(physicsMass=mass, physicsInertia=about_z, nodeNumber=self.nodes[name])
        )

    def weight(self, name, force):
        """A force (N) along -y at the mass centre."""
        marker = self._marker(self.bodies[name], (0.0, 0.0))
        self.system.AddLoad(exu.itemInterface.Force(markerNumber=marker, loadVector=[0, -force, 0]))

    def joint(self, first, second):
        """A revolute joint between (body or None for the ground, point in its frame) and another such pair."""
        markers = [self._marker(self.ground if name is None else self.bodies[name], at) for name, at in (first, second)]
        self.system.AddObject(exu.itemInterface.ObjectJointRevolute2D(markerNumbers=markers))

    def _marker(self, body, at):
        return self.system.AddMarker(
            exu.itemInterface.MarkerBodyPosition(bodyNumber=body, localPosition=[at[0], at[1], 0])
        )

    def done(self, steps, duration, method):
        """The peer, for a number of steps over a duration (s)."""
        self.system.Assemble()
        settings = exu.SimulationSettings()
        time = settings.timeIntegration
        time.numberOfSteps, time.endTime, time.verboseMode = steps, duration, 0
        time.adaptiveStep = False
        time.newton.useModifiedNewton = True
        time.newton.relativeTolerance, time.newton.absoluteTolerance = 1e-10, 1e-12
        for name, value in METHODS[method].items():
            setattr(time.generalizedAlpha, name, value)
        settings.solutionSettings.writeSolutionToFile = False
        settings.solutionSettings.sensorsWritePeriod = duration
        settings.displayStatistics = settings.displayComputationTime = False
        settings.linearSolverType = exu.LinearSolverType.EXUdense
        return Peer(self.container, self.system, self.nodes, settings)


def three_rrr(steps, duration=10.0, method="generalised-alpha"):
    """The 3RRR without motors in its free motion."""
    builder = Builder()
    angles, rates = g.absolute_state((0.0, 0.0, 0.0), g.FREE_VELOCITY)
    bar = (g.BAR_MASS, g.BAR_INERTIA)
    builder.body("platform", (0.0, 0.0, 0.0), g.FREE_VELOCITY, (g.PLATFORM_MASS, g.PLATFORM_INERTIA))
    half = g.BAR / 2
    for leg, (name, first) in enumerate(zip("ABC", g.DRIVEN, strict=True)):
        phi, psi, phi_rate, psi_rate = angles[first], angles[first + 1], rates[first], rates[first + 1]
        across = [np.array([-np.sin(x), np.cos(x)]) for x in (phi, psi)]
        elbow = g.BASE[leg] + g.BAR * g.direction(phi)
        elbow_speed = g.BAR * phi_rate * across[0]
        upper = (*(g.BASE[leg] + half * g.direction(phi)), phi)
        lower = (*(elbow + half * g.direction(psi)), psi)
        builder.body(f"U_{name}", upper, (*(half * phi_rate * across[0]), phi_rate), bar)
        builder.body(f"B_{name}", lower, (*(elbow_speed + half * psi_rate * across[1]), psi_rate), bar)
        builder.joint((None, tuple(g.BASE[leg])), (f"U_{name}", (-half, 0.0)))
        builder.joint((f"U_{name}", (half, 0.0)), (f"B_{name}", (-half, 0.0)))
        builder.joint((f"B_{name}", (half, 0.0)), ("platform", tuple(g.RADIUS * g.direction(g.ALPHA[leg]))))
    return builder.done(steps, duration, method)


def n_four_bar(n, steps, duration=10.0, method="generalised-alpha"):
    """The N-four-bar mechanism from upright with 1 m/s at the tips."""
    builder, rod = Builder(), (1.0, 1 / 12)
    for k in range(n + 1):
        builder.body(f"crank{k}", (k, 0.5, np.pi / 2), (0.5, 0.0, -1.0), rod)
        builder.weight(f"crank{k}", 9.81)
        builder.joint((None, (k, 0.0)), (f"crank{k}", (-0.5, 0.0)))
    for k in range(1, n + 1):
        builder.body(f"coupler{k}", (k - 0.5, 1.0, 0.0), (1.0, 0.0, 0.0), rod)
        builder.weight(f"coupler{k}", 9.81)
        builder.joint((f"crank{k - 1}", (0.5, 0.0)), (f"coupler{k}", (-0.5, 0.0)))
        builder.joint((f"coupler{k}", (0.5, 0.0)), (f"crank{k}", (0.5, 0.0)))
    return builder.done(steps, duration, method)


def run(peer, node):
    """Position and velocity (x, y, angle) of one body at the end, from the start; None where the solver gives up."""
    kinds = exu.DynamicSolverType
    try:
        with redirect_stdout(StringIO()):  # it prints where it fails
            peer.system.SolveDynamic(
                peer.settings, solverType=kinds.GeneralizedAlpha, updateInitialValues=False, showHints=False,
                showCausingItems=False, autoAssemble=False,
            )  # fmt: skip
    except exu.SolverError:
        return None
    place = peer.nodes[node]
    kind = exu.OutputVariableType
    position = np.array(peer.system.GetNodeOutput(place, kind.Coordinates))
    position += np.array(peer.system.GetNode(place)["referenceCoordinates"])
    return position, np.array(peer.system.GetNodeOutput(place, kind.Coordinates_t))


def pose(peer):
    """Platform pose of the 3RRR at the end."""
    found = run(peer, "platform")
    return None if found is None else found[0]


def tip(peer):
    """Tip of the first crank (x, y, x', y') of the N-four-bar mechanism at the end."""
    found = run(peer, "crank0")
    if found is None:
        return None
    (x, y, angle), (vx, vy, rate) = found
    cosine, sine = 0.5 * np.cos(angle), 0.5 * np.sin(angle)
    return np.array([x + cosine, y + sine, vx - rate * sine, vy + rate * cosine])

"""The charts of bodies: by their homes, by joints, and as blocks of equations."""

from __future__ import annotations

from functools import partial

import casadi as ca

from linkwright.equations import BlockType, Inertia, Local, no_balance
from linkwright.formalisms.derive.bodies import body_frames, origin_from, place_of
from linkwright.formalisms.derive.derivations import EMPTY, Chart, Derivation
from linkwright.model import Arguments, Body, Ground, Joint, Values
from linkwright.model.body import Home
from linkwright.symbolic import (
    Frame,
    Label,
    cross,
    dense,
    directional,
    formulas,
    settle_all,
    turned,
)


def ground_block(ground: Ground, arguments: Arguments) -> BlockType:
    """The ground as a block without variables: frames that depend on parameters only."""
    base = Frame.fixed()
    values = Values(arguments)
    frames = {"": base} | {name: base.at_place(*place_of(ground.points, values, name)) for name in ground.points}
    return BlockType(
        name="ground",
        local=Local(EMPTY, EMPTY, EMPTY, arguments.p, EMPTY),
        coordinates=(),
        speeds=(),
        N=ca.SX(0, 0),
        n=EMPTY,
        inertias=(),
        frames=frames,
        centres={},
        a=EMPTY,
        balance=no_balance,
        directions=(),
    )


def moved(first: Frame, relative: Frame) -> Frame:
    """Frame that has a relative pose and twist (in components of the first frame) to another one."""
    R, p, w, v = _moved(first.R, first.p, first.w, first.v, relative.R, relative.p, relative.w, relative.v)
    return Frame(R, p, w, v, turned(first.turn, relative.turn))


def moved_back(second: Frame, relative: Frame) -> Frame:
    """Frame to which another one has a relative pose and twist: the inverse of `moved`."""
    R, p, w, v = _moved_back(second.R, second.p, second.w, second.v, relative.R, relative.p, relative.w, relative.v)
    return Frame(R, p, w, v, turned(second.turn, None if relative.turn is None else -relative.turn))


TWO_FRAMES = ((3, 3), (3, 1), (3, 1), (3, 1)) * 2


@formulas(*TWO_FRAMES)
def _moved(
    R: ca.SX, p: ca.SX, w: ca.SX, v: ca.SX, turn: ca.SX, shift: ca.SX, spin: ca.SX, slide: ca.SX
) -> tuple[ca.SX, ...]:
    arm = R @ shift
    return R @ turn, p + arm, w + R @ spin, v + cross(w, arm) + R @ slide


@formulas(*TWO_FRAMES)
def _moved_back(
    R: ca.SX, p: ca.SX, w: ca.SX, v: ca.SX, turn: ca.SX, shift: ca.SX, spin: ca.SX, slide: ca.SX
) -> tuple[ca.SX, ...]:
    back = R @ turn.T
    arm, rate = back @ shift, w - back @ spin
    return back, p - arm, rate, v - cross(rate, arm) - back @ slide


def home_chart(body: Body, home: Home, arguments: Arguments) -> Chart:
    """Chart of a body whose coordinates are those of its home, relative to the world."""
    q, v = ca.SX.sym("q", len(home.coordinates)), ca.SX.sym("v", len(home.speeds))
    d = ca.SX.sym("d", 6)
    frames, charted = body_frames("", body, arguments, home.frame(q, v), d)
    local = Local(q, v, EMPTY, arguments.p, d)
    hazard = home.hazard(q)
    return Chart(
        local,
        home.coordinates,
        home.speeds,
        home.N(q),
        home.W(q),
        ca.SX.zeros(q.numel()),
        home.units,
        frames,
        (charted,),
        () if hazard is None else (hazard,),
    )


def joint_chart(body: Body, arguments: Arguments, joint: Joint, point: str, parent: tuple[BlockType, str]) -> Chart:
    """Chart of a body whose coordinates are those of the joint that holds it to a frame of the ground.

    With X the joint's motion and P the place of the joint on the body: body = parent X P^-1.
    """
    ground, key = parent
    q, v = ca.SX.sym("q", len(joint.coordinates)), ca.SX.sym("v", len(joint.speeds))
    d = ca.SX.sym("d", 6)
    held, place = moved(ground.frames[key], joint.motion(q, v)), origin_from(arguments, body.points, point)
    frames, charted = body_frames("", body, arguments, held if place is None else held.at(*place), d)
    local = Local(q, v, EMPTY, ca.vertcat(ground.local.p, arguments.p), d)
    return Chart(
        local,
        joint.coordinates,
        joint.speeds,
        joint.N(q),
        joint.W(q),
        ca.SX.zeros(q.numel()),
        joint.units,
        frames,
        (charted,),
    )


def block_of(chart: Chart, derivation: Derivation, name: str) -> BlockType:
    """Block type of a chart: inertia by a derivation, and the free-body balance of its bodies."""
    local = chart.local
    a = ca.SX.sym("a", local.v.numel())
    derived = [part for pair in derivation(chart) for part in pair]
    settled = iter(settle_all(derived, ca.vertcat(local.q, local.v), local.p))
    inertias = [Inertia(body.key, next(settled), dense(next(settled)), body.energy) for body in chart.bodies]
    directions = [Label(f"m{axis}", "N m", f"moment about {axis}") for axis in "xyz"]
    directions += [Label(f"f{axis}", "N", f"force along {axis}") for axis in "xyz"]
    return BlockType(
        name=name,
        local=local,
        coordinates=chart.coordinates,
        speeds=chart.speeds,
        N=chart.N,
        n=chart.n,
        inertias=tuple(inertias),
        frames=chart.frames,
        centres={body.key: body.centre for body in chart.bodies},
        a=a,
        balance=partial(balance, chart, a),
        directions=tuple(directions * len(chart.bodies)),
        requirements=tuple(condition for body in chart.bodies for condition in body.requirements),
        units=chart.units,
        masses={body.key: body.mass.mass for body in chart.bodies},
        hazards=chart.hazards,
    )


def balance(chart: Chart, a: ca.SX) -> ca.SX:
    """Inertia wrenches of the bodies at v' = a (world axes, about each mass centre): [I w' + w x I w; m v_c'], each."""
    local = chart.local

    def rate(expression: ca.SX) -> ca.SX:
        return directional(expression, local.q, chart.qdot) + directional(expression, local.v, a)

    found: list[ca.SX] = []
    for body in chart.bodies:
        centre, mass = body.centre, body.mass
        world = centre.R @ mass.inertia @ centre.R.T
        found.append(world @ rate(centre.w) + cross(centre.w, world @ centre.w))
        found.append(mass.mass * rate(centre.v))
    return ca.vertcat(*found)

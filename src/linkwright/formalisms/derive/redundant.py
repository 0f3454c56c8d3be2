"""Redundant sets: the chart of bodies that share variables, and what their joints measure in these variables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import casadi as ca
import numpy as np

from linkwright.equations import BlockRef, ConstraintType, Local, QuantityRef, QuantityType
from linkwright.formalisms.connect.constraints import make_constraint
from linkwright.formalisms.derive.derivations import EMPTY, Chart, ChartedBody, body_frames, ground_block, point_of
from linkwright.formalisms.tree.flat import Flat
from linkwright.model import Arguments, Body, ModelError, RedundantSet
from linkwright.symbolic import (
    Frame,
    Label,
    at_points,
    jacobian,
    plus,
    rotation_about,
    scalars,
    select_rows,
    times,
    together,
)


@dataclass(frozen=True, eq=False)
class SetChart:
    """Chart of a redundant set: its bodies by full name in the order of their keys, and the parameters it takes.

    `held` are those that are at a point of another body or of the ground, so that joints may be met by that.
    """

    path: str
    chosen: RedundantSet
    bodies: tuple[str, ...]
    held: frozenset[str]
    chart: Chart
    p: tuple[int, ...]


def set_chart(flat: Flat, path: str, chosen: RedundantSet) -> SetChart:
    """Chart of the bodies of a redundant set, v = q': R is the product of their turns, the mass centre as named.

    With turns R_1 R_2 ... by the angles a_k about e_k the angular velocity in the body's axes is
    w_k = R_k^T w_(k-1) + e_k a_k', from which energies stay short.
    """
    count = len(chosen.variables)
    q, v = ca.SX.sym("q", count), ca.SX.sym("v", count)
    at = {name: k for k, name in enumerate(chosen.variables)}
    p: list[ca.SX] = []
    indices: list[int] = []
    d: list[ca.SX] = []
    frames: dict[str, Frame] = {}
    grounds: dict[str, Frame] = {}
    placed: dict[str, tuple[Body, Arguments, ChartedBody]] = {}
    turned: dict[Any, list[ca.SX]] = {(): [ca.SX.eye(3), ca.SX.zeros(3), ca.SX.zeros(3)]}  # R, w, w in the body's axes
    bodies = []
    for name, part in flat.grounds.items():
        used = [x.at for x in chosen.bodies.values() if not x.centre and flat.owner(path + x.at)[0] == name]
        if used:
            fresh = part.arguments.with_own_symbols()
            grounds |= {f"{name}.{k}" if k else name: f for k, f in ground_block(part.item, fresh).frames.items()}
            p.append(fresh.p)
            indices += part.p
    for number, (name, located) in enumerate(chosen.bodies.items()):
        part = flat.bodies[path + name]
        body: Body = part.item
        arguments = part.arguments.with_own_symbols()
        for k, (axis, variable) in enumerate(located.turns):
            if located.turns[: k + 1] not in turned:
                by = (q[at[variable]], v[at[variable]])
                turned[located.turns[: k + 1]] = _turned_by(axis).call([*turned[located.turns[:k]], *by])
        R, w, spin = turned[located.turns]
        if located.centre:
            places = [at[variable] for variable in located.centre]
            flat_rest = ca.SX.zeros(3 - len(places))
            start = Frame(
                R, ca.vertcat(select_rows(q, places), flat_rest), w, ca.vertcat(select_rows(v, places), flat_rest)
            )
        else:
            owner, point = flat.owner(path + located.at)
            point_frame = grounds[path + located.at] if owner in flat.grounds else point_of(*placed[owner], point)
            start = Frame(R, point_frame.p, w, point_frame.v)
        virtual, key = ca.SX.sym("d", 6), str(number)
        centred = bool(located.centre)
        own, charted = body_frames(key, body, arguments, start, virtual, centred=centred, spin=spin)
        frames |= own
        placed[path + name] = (body, arguments, charted)
        bodies.append(charted)
        d.append(virtual)
        p.append(arguments.p)
        indices += part.p
    local = Local(q, v, EMPTY, together(p), together(d))
    one = ca.SX.eye(count)
    chart = Chart(local, chosen.labels, chosen.labels, one, one, ca.SX.zeros(count), (), frames, tuple(bodies))
    held = frozenset(path + name for name, located in chosen.bodies.items() if not located.centre)
    return SetChart(path, chosen, tuple(path + name for name in chosen.bodies), held, chart, tuple(indices))


@cache
def _turned_by(axis: str) -> ca.Function:
    """R, w and R^T w of a frame that is turned by an angle, at a rate, about its own axis."""
    R, w, spin = ca.SX.sym("R", 3, 3), ca.SX.sym("w", 3), ca.SX.sym("s", 3)
    angle, rate = ca.SX.sym("a"), ca.SX.sym("b")
    turn, k = rotation_about(axis, angle), "xyz".index(axis)
    along = turn.T @ spin
    along[k] += rate
    return ca.Function("turned", [R, w, spin, angle, rate], [R @ turn, w + R[:, k] * rate, along])


def new_quantities(made: SetChart, flat: Flat) -> list[tuple[str, QuantityType]]:
    """Quantities of the variables that stand for none of the machine's, by full name."""
    local = made.chart.local
    found = []
    for k, label in enumerate(made.chosen.labels):
        if flat.full(made.path + label.name) == made.path + label.name and "." not in label.name:
            rate = f"{label.unit}/s"
            found.append((label.name, QuantityType(label, local, local.q[k], local.v[k], False, rate, (k, k))))
    return [(made.path + name, quantity) for name, quantity in found]


def express_quantities(
    made: SetChart, offers: Sequence[tuple[str, QuantityType]], flat: Flat, blocks: Sequence[BlockRef]
) -> list[tuple[str, QuantityType, ConstraintType | None]]:
    """What joints measure, in the variables of a set: a variable itself where it is one, else a sum of some.

    A variable that stands for the quantity, and by which no body is located, becomes its value; the constraint that
    makes the two equal comes with it.
    """
    if not offers or sum(block.type.counts[0] > 0 for block in blocks) != 1:
        return [(name, quantity, None) for name, quantity in offers]
    names = {flat.full(made.path + variable): k for k, variable in enumerate(made.chosen.variables)}
    sums = linear_in([quantity for _, quantity in offers])
    local = offers[0][1].local
    chosen = [
        k
        for k, ((name, quantity), whole) in enumerate(zip(offers, sums, strict=True))
        if quantity.z is not None and (whole is not None or name in names)
    ]
    speeds = together([offers[k][1].s for k in chosen])
    rates = scalars(local.at_rest(speeds))
    virtual = scalars(jacobian(speeds, local.d) @ local.d)  # speeds are linear in the virtual ones
    found: list[tuple[str, QuantityType, ConstraintType | None]] = [(name, quantity, None) for name, quantity in offers]
    for k, rate, more in zip(chosen, rates, virtual, strict=True):
        name, quantity = offers[k]
        found[k] = (name, *_express_quantity(made, quantity, sums[k], names.get(name, -1), flat, (rate, more)))
    return found


def _express_quantity(
    made: SetChart,
    quantity: QuantityType,
    coefficients: np.ndarray | None,
    place: int,
    flat: Flat,
    speed: tuple[ca.SX, ca.SX],
) -> tuple[QuantityType, ConstraintType | None]:
    """One quantity that is a sum, or has the variable at `place`; `speed` is its speed at rest, and its virtual one."""
    assert quantity.z is not None
    local, (rate, virtual) = quantity.local, speed
    z, wraps, alone = quantity.z, quantity.wraps, -1
    if coefficients is not None:
        z, rate, wraps = _sum(coefficients, local.q), _sum(coefficients, local.v), False
        if np.count_nonzero(coefficients) == 1 and np.max(coefficients) == 1:
            alone = int(np.argmax(coefficients))
    if place < 0 or place == alone:
        own = (place, place) if place >= 0 else None
        return replace(quantity, z=z, s=plus(rate, virtual), wraps=wraps, place=own), None
    variable = made.chosen.variables[place]
    if variable in made.chosen.turning | made.chosen.placing:
        reason = (
            f"redundant: bodies are located by {variable}, which is not the quantity of that name; give the variable "
            "another name, or correct how the bodies are located"
        )
        raise ModelError(flat.name, [reason])
    gap = z - local.q[place]
    gap = ca.atan2(ca.sin(gap), ca.cos(gap)) if wraps else gap
    row = Label(variable, quantity.label.unit, f"{variable} as the bodies' variables give it, less itself")
    constraint = make_constraint("Variable", variable, local, local.v, gap, rate - local.v[place], [row])
    value = replace(quantity, z=local.q[place], s=plus(local.v[place], virtual), wraps=False, place=(place, place))
    return value, constraint


def _sum(coefficients: np.ndarray, variables: ca.SX) -> ca.SX:
    """Sum of variables with whole coefficients."""
    total = ca.SX(0)
    for k in np.flatnonzero(coefficients).tolist():
        total = plus(total, times(ca.SX(float(coefficients[k])), variables[k]))
    return total


def check_stated(made: SetChart, flat: Flat, quantities: Mapping[str, QuantityRef]) -> None:
    """Refuse variables that stand for a quantity which their bodies alone do not give."""
    names = {variable: flat.full(made.path + variable) for variable in made.chosen.variables}
    missing = [
        variable for variable, full in names.items() if full not in quantities or quantities[full].type.place is None
    ]
    reasons = [
        f"redundant: variable {variable} stands for a quantity that is no position between bodies of the set and the "
        "ground; locate the other body by the set too, or leave the variable out"
        for variable in missing
    ]
    if reasons:
        raise ModelError(flat.name, reasons)


def linear_in(quantities: Sequence[QuantityType]) -> list[np.ndarray | None]:
    """Coefficients of positions that are sums of coordinates (with signs), up to whole turns; None for others.

    The quantities share their symbols. Judged at three random states, and where one coordinate alone is moved from
    there: an analytic function that agrees with the same whole numbers at all of them is that sum.
    """
    readings = [quantity.z for quantity in quantities if quantity.z is not None]
    if not readings:
        return [None] * len(quantities)
    local = quantities[0].local
    count, columns = local.q.numel(), local.q.numel() + 1
    random = np.random.default_rng(2)
    q = np.repeat(random.uniform(-1.5, 1.5, (count, 3)), columns, axis=1)
    p = np.repeat(random.uniform(0.5, 1.5, (local.p.numel(), 3)), columns, axis=1)
    steps = random.uniform(0.3, 0.6, (count, 3))
    for k in range(3):
        q[np.arange(count), k * columns + np.arange(count)] += steps[:, k]
    evaluate = ca.Function("readings", [local.q, local.p], [together(readings)])
    values = iter(at_points(evaluate, q, p))

    def coefficients(quantity: QuantityType) -> np.ndarray | None:
        if quantity.z is None:
            return None
        found = next(values).reshape(3, columns)
        base = found[:, -1]
        slopes = _wrap_difference(quantity, found[:, :-1] - base[:, None]) / steps.T
        whole: np.ndarray = np.round(slopes[0])
        # parameters of order 1 enter the reading: an offset is no rounding
        offsets = _wrap_difference(quantity, base - whole @ q[:, columns - 1 :: columns])
        same = np.max(np.abs(slopes - whole), initial=0.0) < 1e-9 and np.max(np.abs(offsets)) < 1e-9
        return whole if same and whole.any() else None

    return [coefficients(quantity) for quantity in quantities]


def _wrap_difference(quantity: QuantityType, difference: np.ndarray) -> np.ndarray:
    """A difference of positions, without whole turns where these do not count."""
    return np.arctan2(np.sin(difference), np.cos(difference)) if quantity.wraps else difference

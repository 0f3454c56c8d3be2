"""Redundant sets: the chart of bodies that share variables, and what their joints measure in these variables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import casadi as ca
import numpy as np

from linkwright.equations import BlockRef, Local, QuantityRef, QuantityType, TieType
from linkwright.formalisms.charts import EMPTY, Chart, body_frames, ground_block, together
from linkwright.formalisms.constraints import make_tie
from linkwright.formalisms.flat import Flat
from linkwright.model import Body, ModelError, RedundantSet
from linkwright.symbolic import Frame, Label, jacobian, rotation_about


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
    plain: dict[str, Frame] = {}
    bodies = []
    for name, part in flat.grounds.items():
        used = [x.at for x in chosen.bodies.values() if not x.centre and flat.owner(path + x.at)[0] == name]
        if used:
            fresh = part.arguments.renewed()
            plain |= {f"{name}.{k}" if k else name: f for k, f in ground_block(part.item, fresh).frames.items()}
            p.append(fresh.p)
            indices += part.p
    for number, (name, located) in enumerate(chosen.bodies.items()):
        part = flat.bodies[path + name]
        body: Body = part.item
        arguments = part.arguments.renewed()
        R, w, spin = ca.SX.eye(3) + ca.SX.zeros(3, 3), ca.SX.zeros(3), ca.SX.zeros(3)
        for axis, variable in located.turns:
            turn, k, place = rotation_about(axis, q[at[variable]]), "xyz".index(axis), at[variable]
            w = w + R[:, k] * v[place]
            R = R @ turn
            spin = turn.T @ spin
            spin[k] += v[place]
        if located.centre:
            places = [at[variable] for variable in located.centre]
            flat_rest = ca.SX.zeros(3 - len(places))
            start = Frame(R, ca.vertcat(q[places], flat_rest), w, ca.vertcat(v[places], flat_rest))
        else:
            start = Frame(R, plain[path + located.at].p, w, plain[path + located.at].v)
        virtual, key = ca.SX.sym("d", 6), str(number)
        centred = bool(located.centre)
        own, charted = body_frames(key, body, arguments, start, virtual, centred=centred, spin=spin)
        frames |= own
        rest = ca.SX.zeros(6)
        for point, frame in own.items():
            bare = ca.substitute([frame.R, frame.p, frame.w, frame.v], [virtual], [rest])
            plain[path + name + point.removeprefix(key)] = Frame(*bare)
        bodies.append(charted)
        d.append(virtual)
        p.append(arguments.p)
        indices += part.p
    local = Local(q, v, EMPTY, together(p), together(d))
    one = ca.SX.eye(count)
    chart = Chart(local, chosen.labels, chosen.labels, one, one, ca.SX.zeros(count), (), frames, tuple(bodies))
    held = frozenset(path + name for name, located in chosen.bodies.items() if not located.centre)
    return SetChart(path, chosen, tuple(path + name for name in chosen.bodies), held, chart, tuple(indices))


def new_quantities(made: SetChart, flat: Flat) -> list[tuple[str, QuantityType]]:
    """Quantities of the variables that stand for none of the machine's, by full name."""
    local = made.chart.local
    found = []
    for k, label in enumerate(made.chosen.labels):
        if flat.full(made.path + label.name) == made.path + label.name and "." not in label.name:
            rate = f"{label.unit}/s"
            found.append((label.name, QuantityType(label, local, local.q[k], local.v[k], False, rate, (k, k))))
    return [(made.path + name, quantity) for name, quantity in found]


def stated(
    made: SetChart,
    name: str,
    quantity: QuantityType,
    coefficients: np.ndarray | None,
    flat: Flat,
    blocks: Sequence[BlockRef],
) -> tuple[QuantityType, TieType | None]:
    """What a joint measures, in the variables of a set: a variable itself where it is one, else a sum of some.

    `coefficients` are those of `linear_in`.
    A variable that stands for the quantity, and by which no body is located, becomes its value; the tie that makes the
    two equal comes with it.
    """
    if quantity.z is None or sum(block.type.counts[0] > 0 for block in blocks) != 1:
        return quantity, None
    local = quantity.local
    names = [flat.full(made.path + variable) for variable in made.chosen.variables]
    place = names.index(name) if name in names else -1
    if coefficients is None and place < 0:
        return quantity, None
    z, rate, wraps = quantity.z, local.at_rest(quantity.s), quantity.wraps
    virtual = jacobian(quantity.s, local.d) @ local.d  # speeds are linear in the virtual ones
    if coefficients is not None:
        weights = ca.sparsify(ca.SX(ca.DM(coefficients)).T)
        z, rate, wraps = weights @ local.q, weights @ local.v, False
    alone = -1
    if coefficients is not None and np.count_nonzero(coefficients) == 1 and np.max(coefficients) == 1:
        alone = int(np.argmax(coefficients))
    if place < 0 or place == alone:
        return replace(quantity, z=z, s=rate + virtual, wraps=wraps, place=(place, place) if place >= 0 else None), None
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
    tie = make_tie("Variable", variable, local, local.v, ca.densify(gap), ca.densify(rate - local.v[place]), [row])
    return replace(quantity, z=local.q[place], s=local.v[place] + virtual, wraps=False, place=(place, place)), tie


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
    evaluate = ca.Function("readings", [ca.vertcat(local.q, local.p)], [ca.densify(ca.vertcat(*readings))])
    values = iter(np.asarray(evaluate(np.vstack([q, p]))))

    def coefficients(quantity: QuantityType) -> np.ndarray | None:
        if quantity.z is None:
            return None
        found = next(values).reshape(3, columns)
        base = found[:, -1]
        slopes = _turned(quantity, found[:, :-1] - base[:, None]) / steps.T
        whole: np.ndarray = np.round(slopes[0])
        # parameters of order 1 enter the reading: an offset is no rounding
        offsets = _turned(quantity, base - whole @ q[:, columns - 1 :: columns])
        same = np.max(np.abs(slopes - whole), initial=0.0) < 1e-9 and np.max(np.abs(offsets)) < 1e-9
        return whole if same and whole.any() else None

    return [coefficients(quantity) for quantity in quantities]


def _turned(quantity: QuantityType, difference: np.ndarray) -> np.ndarray:
    """A difference of positions, without whole turns where these do not count."""
    return np.arctan2(np.sin(difference), np.cos(difference)) if quantity.wraps else difference

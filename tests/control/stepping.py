"""Blocks stepped by hand: with numbers, and traced with symbols."""

import casadi as ca
import numpy as np


def stepped(block, signals, T, t=0.0):
    """Outputs (instants, outputs) of a block for rows of inputs, with its initial state and its own parameters."""
    x, p, found = [signal.initial for signal in block.state], [gain.value for gain in block.parameters], []
    for k, u in enumerate(np.atleast_2d(np.asarray(signals, dtype=float))):
        outputs, x = block.step(x, t + k * T, list(u), p, T)
        found.append([float(value) for value in outputs])
        assert len(x) == len(block.state)
    return np.array(found)


def traced(block, signals, T, t=0.0):
    """The same by a CasADi function of the traced block."""
    x, u, p = (
        ca.SX.sym(name, len(part)) for name, part in (("x", block.state), ("u", block.inputs), ("p", block.parameters))
    )
    time = ca.SX.sym("t")
    outputs, after = block.step(ca.vertsplit(x), time, ca.vertsplit(u), ca.vertsplit(p), T)
    function = ca.Function("step", [x, time, u, p], [ca.vertcat(*outputs), ca.vertcat(*after)])
    state, gains, found = [s.initial for s in block.state], [gain.value for gain in block.parameters], []
    for k, row in enumerate(np.atleast_2d(np.asarray(signals, dtype=float))):
        y, state = function(state, t + k * T, row, gains)
        found.append(np.asarray(y).ravel())
    return np.array(found)

"""Sampled control: blocks on clocks, diagrams of them, and the exact schedule. It knows nothing of machines."""

from linkwright.control.contract import Block, Gain, Sampled, Signal
from linkwright.control.diagram import Diagram, Flat, Port, cascade
from linkwright.control.filters import LeadLag, LowPass, Notch
from linkwright.control.limits import Limit, RateLimit, Sum, Table
from linkwright.control.own_steps import Python, Step
from linkwright.control.pid import PI, PID, BackCalculation, Conditional, P
from linkwright.control.references import FeedForward, Interpolate
from linkwright.control.schedule import Clock, Instant, Schedule, exact
from linkwright.control.sensors import Differentiate, Encoder, Noise
from linkwright.control.state_space import (
    StateSpace,
    from_control,
    observer,
    observer_feedback,
    state_feedback,
    zero_order_hold,
)

__all__ = [
    "PI",
    "PID",
    "BackCalculation",
    "Block",
    "Clock",
    "Conditional",
    "Diagram",
    "Differentiate",
    "Encoder",
    "FeedForward",
    "Flat",
    "Gain",
    "Instant",
    "Interpolate",
    "LeadLag",
    "Limit",
    "LowPass",
    "Noise",
    "Notch",
    "P",
    "Port",
    "Python",
    "RateLimit",
    "Sampled",
    "Schedule",
    "Signal",
    "StateSpace",
    "Step",
    "Sum",
    "Table",
    "cascade",
    "exact",
    "from_control",
    "observer",
    "observer_feedback",
    "state_feedback",
    "zero_order_hold",
]

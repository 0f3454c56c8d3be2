"""Events: expressions that are monitored, the detection of their zero crossings, and the actions that follow."""

from linkwright.simulation.events.event import Crosses, Event, Impact, Switch, crosses, impact, switch

__all__ = ["Crosses", "Event", "Impact", "Switch", "crosses", "impact", "switch"]

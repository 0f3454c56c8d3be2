"""What happens at instants: the exact schedule of sampled control. It knows nothing of machines."""

from linkwright.control.schedule import Clock, Instant, Schedule, exact

__all__ = ["Clock", "Instant", "Schedule", "exact"]

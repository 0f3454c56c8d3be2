"""Signal diagrams of machines under sampled control."""

from linkwright.drawing.signals.picture import signal_diagram
from linkwright.drawing.signals.record import SignalBlock, SignalDiagram, Source, signals_of
from linkwright.drawing.signals.words import signal_text

__all__ = ["SignalBlock", "SignalDiagram", "Source", "signal_diagram", "signal_text", "signals_of"]

"""From a run to its trajectory: energy audit, certificate, settings, derived channels."""

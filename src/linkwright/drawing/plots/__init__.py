"""Plots and stills as SVG."""

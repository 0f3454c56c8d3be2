"""Trajectories in files: sheets of named columns as .csv and .parquet."""

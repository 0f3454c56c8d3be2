"""Inputs of a run, the times at which they jump, and the step limits they impose."""

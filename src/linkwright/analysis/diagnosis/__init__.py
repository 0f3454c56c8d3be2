"""Diagnosis of constraints and of stiffness."""

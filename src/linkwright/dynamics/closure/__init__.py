"""Positions that close the joints, speeds that satisfy the constraints, the reference configuration."""

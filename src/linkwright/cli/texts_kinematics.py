"""What `--help` says of the kinematic commands."""

WORKSPACE = """Find where the platform of a parallel machine can go: a slice of its workspace, with dexterity.

The slice is across two coordinates of the platform, the others fixed at their reference values or --at. Ranges are
found where none are given. Each point is reached from its neighbour, in the assembly mode of the reference
configuration. With --out a figure (workspace.svg) and all numbers (workspace.json) are written.

\b
Examples:
  linkwright workspace three_rrr --resolution 30
  linkwright workspace planar_3prr --across platform.x --across platform.y --at platform.theta=0.1 --resolution 25
  linkwright workspace three_rrr --no-motors --limit A.phi=0.5:3 --over platform.theta=-0.4:0.4:3 --resolution 20
"""

SINGULARITIES = """Find singularities of both kinds over a slice of the workspace, and how far the reference is.

Parallel (second kind): the platform can move while the inputs stand. Serial (first kind): inputs can move while the
platform stands. Margins lie between 0 (singular) and 1; angles count times the characteristic length. The options are
those of `linkwright workspace`.

\b
Examples:
  linkwright singularities three_rrr --no-motors --at platform.theta=0.9 --resolution 30
  linkwright singularities delta --across platform.x --across platform.z --resolution 20
"""

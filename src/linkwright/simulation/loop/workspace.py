"""Places in the arrays that a time loop works on, and what it answers.

A run keeps everything that it needs between slices in a few arrays of doubles (`RunState`); counters are doubles too,
exact up to 2^53. So a run can be stopped, written down and taken up again anywhere, to the last bit.
"""

from __future__ import annotations

# Places in `clock`: where the run is, and what it has counted.
T, H, END, STOP, SPAN, STEPS, REJECTED, EVALUATIONS, SAMPLE, SEGMENT = range(10)
GAP, SLIP, FIT, FRESH, HISTORY, LENGTH, LAST_ERROR, BEFORE, SAFE, WORST, TARGET, KINETIC = range(10, 22)
ERRORS, WINDOW, CHOICE, READY, CHANGES, WEAKEST, SEEN, ASKED, LAST_FIT, PASSED, SAFE_FIT, WORK = range(22, 34)
CLOCK_SIZE = 34
"""T time (s); H the next step; END of the run; STOP where the loop must halt before; SPAN the length that the smallest
step is measured by; SAMPLE and SEGMENT the next sample and the segment of the inputs; GAP and SLIP the largest gaps
before projecting; FIT the smallest fit; FRESH whether the first slope is known; HISTORY whether the step before was
made by this loop, without a break between, and its LENGTH; LAST_ERROR of the controller; BEFORE, SAFE, WORST times of
those states; TARGET the energy at the start and KINETIC the kinetic energy below which energy is not corrected (both
for `keep_energy`); ERRORS the sum of the error norms of all steps; WINDOW the time that no step may pass before saved
samples were taken away (streaming); CHOICE the number of the choice of pivots in use, of those that are READY; CHANGES
how many changes of it stand in the log; WEAKEST the smallest fit before the choice in use, at the time SEEN; ASKED the
time of the last step that was to be made again; LAST_FIT the fit a step before; PASSED the pivot (a number among those
of all choices, 0 for none) that vanished at the last singular place that was passed; SAFE_FIT the fit at SAFE;
WORK the largest of the works (J) after any step."""

# Places in `control`: what was asked, constant during a slice.
RTOL, ATOL, WEAK, DROPPED, COMFORT, EXPONENT, MEMORY, SHRINK, GROW, FIXED = range(10)
NODES, TURNING, INTEGRALS, SHARES, MOST_NODES = 10, 11, 12, 13, 16
CONTROL_SIZE = SHARES + MOST_NODES
"""RTOL, ATOL; WEAK and DROPPED the limits of the fit; COMFORT the fit from which every state is kept as safe; EXPONENT
and MEMORY of the step controller, SHRINK and GROW its limits; FIXED the fixed step or 0; NODES how many samples each
step has, at these SHARES of it (dense output; 0: samples are where `times` says); TURNING whether a step over weak
pivots is made again with others: 0 no, 1 if whoever called has some, 2 in the loop, and if it has none, as 1; INTEGRALS
how many entries of a state follow from the others: works, and angles whose turns are counted."""

WORKS = 3
"""Works integrated along: of sources, of losses (with the conversion of motors), and of moving constraints."""

# What `advance` answers.
SLICE_OVER, FINISHED, HALTED, NEW_CHOICE, STEP_TOO_SMALL, NOT_ON_CONSTRAINTS, TURN = range(7)
WINDOW_FULL = 100
EVENT, EVENT_UNDEFINED = 200, 201

# Places on the desk: small things that kernels read and write.
MOMENT, FITS, GAPS, NUMBER, INPUTS = 0, 1, 3, 6, 8
"""The time; two numbers of fit; gaps of the projections; the number of the choice whose kernels are called; the inputs
u from there on."""

MOST_CHANGES = 64
"""Changes of the choice of pivots (time, number) that the log holds."""

"""What a run keeps of its events between steps and while it looks through one: rows of `marks`.

`marks` holds 23 rows of `count` numbers:
SIDE the sign on which each event was last (0: not known, at its zero), WANTED the direction asked for (0: both, not a
number: not watched), FIRED what fired in this step (-1: its value is not a number), LEFT, the three from INNER on and
RIGHT values at five places of the step, TRIAL values while a root is located, NEXT the sides while the step is looked
through, PLACE the share of the step of each root, LARGEST the largest value met, BOTTOM and AFTER values at the lowest
place of a dip, the four from BENDS on the divided differences of a part's five values, LEAVING where an event that
is on the way from its zero to its side will be there (0: it is not), BEGAN the time at which it fired last, if a step
began there, ALLOWED the error allowed (atol); the first number of REACH is the time that was looked at in one part
last, of UNTIL the end of the inputs' segment then.
"""

from __future__ import annotations

SIDE, WANTED, FIRED, TRIAL, NEXT, PLACE, LARGEST, REACH, UNTIL, LEFT, INNER = range(11)
RIGHT, BOTTOM, AFTER, BENDS = INNER + 3, INNER + 4, INNER + 5, INNER + 6
LEAVING, BEGAN, ALLOWED = BENDS + 4, BENDS + 5, BENDS + 6
ROWS = ALLOWED + 1

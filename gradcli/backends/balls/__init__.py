"""Numbers with proven bounds: each row of the rule table as a function on exact rationals and balls of Arb."""

from __future__ import annotations

from gradcli.backends.balls.arithmetic import *
from gradcli.backends.balls.elementary import *
from gradcli.backends.balls.numbers import *

IS_DOUBLE = False

"""Where functions end, or stop being computed: facts that domains of the rows and the backends share."""

from __future__ import annotations

HIGHEST_DERIVATIVE = 100
"""Of the functions whose k-th derivatives are functions of the table by themselves: the cost grows with the order."""

HIGHEST_POLYGAMMA = 1000
"""The highest derivative of digamma: the cost grows with its square, and few are doubles beyond 170."""

HIGHEST_BESSEL = 1000
"""The largest order of a Bessel function."""

LARGEST_SHAPE = 10000
"""The largest first argument of the incomplete gamma functions: beyond it they take Arb seconds."""

BRANCH_POINT = -0.36787944117144233
"""The double just below -1/e, where lambertw ends."""

"""What a formula does on both sides of a point, seen at high precision: `diagnosis` and `gaps` say it in words.

Only where they find a point worth looking at do they import `search`, and with it flint.
"""

LARGEST = 20_000
"""Nodes, over all names, that are looked at beside the point: two seconds. In a larger formula all stays open."""

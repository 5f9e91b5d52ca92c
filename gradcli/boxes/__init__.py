"""Bounds of a formula's value and slopes over a box, proven with intervals."""

from gradcli.boxes.answer import Bounds, Extent, Unknown, bounds

__all__ = ["Bounds", "Extent", "Unknown", "bounds"]

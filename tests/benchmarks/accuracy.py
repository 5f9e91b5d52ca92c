"""Measures every row of the rule table against mpmath and writes the worst errors, in ulp, where the program finds them.

Run it as `python -m tests.benchmarks.accuracy` after a change to the table; the file holds no date, and the random
points are the same in every run.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import gradcli

from ..rules.accuracy import ROWS, Worst, of_more, random_points, worst

FILE = Path(gradcli.__file__).parent / "rules" / "accuracy.json"
RANDOM = 200
"""Random points a row. Their references take the time, some minutes."""


def rounded(figures: Worst) -> list[float | None]:
    """Upwards to hundredths, so that the file never understates."""
    return [None if figure is None else math.ceil(figure * 100) / 100 for figure in figures]


def measured() -> dict[str, dict[str, object]]:
    """For each row, by its name in the backends: the worst error of the value and of each partial; also of 3 and 5 arguments."""
    table: dict[str, dict[str, object]] = {}
    for rule in ROWS:
        points = [*rule.points, *random_points(rule, RANDOM)]
        value, *partials = rounded(worst(rule, points))
        row: dict[str, object] = {"points": len(points), "value": value, "partials": partials}
        for longer in of_more(rule):
            value, *partials = rounded(worst(longer, random_points(longer, RANDOM)))
            row[f"of {len(longer.parameters)}"] = {"value": value, "partials": partials}
        table[rule.backend_name] = row
    return table


def main() -> None:
    """Writes the file, a row a line."""
    rows = (f"  {json.dumps(name)}: {json.dumps(row)}" for name, row in measured().items())
    FILE.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main()

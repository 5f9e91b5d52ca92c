"""How many digits of the answers in doubles are right, over all published cases: `python -m tests.benchmarks.certified`.

Each number that gradcli prints, value and slopes, against what balls prove of it, inputs as written.
"""

from __future__ import annotations

from collections import Counter

from gradcli import calculator
from gradcli.check.certified import certificate_of
from gradcli.errors import GradcliError

from ..check import published

KINDS = ("numbers", "exact", "lost", "not proven", "no answer")
BAR = 60
"""Columns of the longest bar."""


def main() -> None:
    """Prints a line a file and the histogram."""
    wrong: Counter[int] = Counter()
    for file in published.FILES:
        counts: Counter[str] = Counter()
        for case in published.cases(file):
            try:
                problem = published.posed(case)
                answer = calculator.answer(problem)
            except GradcliError:
                counts["no answer"] += 1
                continue
            proofs = certificate_of(problem, answer).proofs.values()
            counts["numbers"] += len(proofs)
            counts["not proven"] += sum(not proof.is_known for proof in proofs)
            counts["exact"] += sum(proof.digits is None for proof in proofs)
            counts["lost"] += sum(proof.is_lost for proof in proofs)
            wrong.update(min(proof.wrong, 17) for proof in proofs if proof.is_known)
        print(f"{file:18}", ", ".join(f"{counts[key]:,} {key}" for key in KINDS if counts[key]))
    print("\nhow many of the last digits printed are wrong")
    for digits in range(max(wrong) + 1):
        bar = "#" * round(BAR * wrong[digits] / max(wrong.values()))
        print(f"{digits:3} {wrong[digits]:6,}  {bar}")


if __name__ == "__main__":
    main()

"""Verdicts on a user's own derivatives become the lines and the documents of `gradcli check`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from gradcli.backends import floats
from gradcli.errors import GradcliError
from gradcli.render import document
from gradcli.render.screen import WIDTH, Line, Piece, columns, line, printable, wrapped
from gradcli.render.trace import padded

if TYPE_CHECKING:
    from gradcli.check.claims import Difference, Judgement, Report

CHECK = "gradcli/check/1"
LONGEST = 36
"""Columns of a claim that are lined up with the others."""
SHOUTED = {"equal": Piece("equal", "good"), "different": Piece("DIFFERENT", "error")}
UNDECIDED = Piece("undecided", "warning")


def lines(report: Report) -> list[Line]:
    """The formula as read, and each claim with its verdict."""
    found = [line(Piece("formula", "head"), f"   {report.formula}")]
    claims = [f"{judgement.name} = {judgement.claim}" for judgement in report.judgements]
    size = min(max(map(columns, claims)), LONGEST)
    for position, (judgement, claim) in enumerate(zip(report.judgements, claims, strict=True)):
        head = Piece("claim     " if position == 0 else " " * 10, "head")
        verdict = (SHOUTED.get(judgement.verdict, UNDECIDED), *map(Piece, in_brackets(judgement, report)))
        text = "".join(piece.text for piece in verdict)
        if columns(claim) <= size and 10 + size + 3 + columns(text) <= WIDTH:
            found.append((head, Piece(padded(claim, size)), Piece("   "), *verdict))
        else:
            found.append(line(head, claim))
            found.extend(wrapped((Piece(" " * 12), *verdict), 14))
        for detail in details(judgement):
            found.extend(wrapped(line(" " * 12, detail), 14))
    if report.unjudged:
        found.append(line("          ", Piece(f"not claimed, not judged: {', '.join(report.unjudged)}", "quiet")))
    return found


def in_brackets(judgement: Judgement, report: Report) -> Iterator[str]:
    """What stands behind the word, on the same line."""
    if judgement.verdict == "equal":
        yield f" ({grounds(judgement, report)})"


def grounds(judgement: Judgement, report: Report) -> str:
    """Why a claim counts as equal."""
    if judgement.numbers is not None:
        return f"off by {share(judgement)}; {floats.text(report.rtol or 0.0)} is allowed"
    points = f"{judgement.points} point{'s' if judgement.points != 1 else ''}"
    if judgement.is_proved:
        return f"proved by SymPy; {points} agree" if judgement.points else "proved by SymPy"
    return f"at {points}, not proved"


def share(judgement: Judgement) -> str:
    """The relative difference of two numbers, in short."""
    return floats.text(float(f"{judgement.relative or 0.0:.2g}"))


def details(judgement: Judgement) -> Iterator[str]:
    """What is said below a claim."""
    if judgement.difference is not None:
        yield where(judgement.difference)
        if judgement.relative is not None:
            yield f"relative difference {share(judgement)}"
        elif judgement.ratio:
            yield f"claim/truth is {judgement.ratio} at every point"
        elif judgement.points:
            compared = judgement.differing + judgement.points
            yield f"different at {judgement.differing} of the {compared} points compared"
    elif judgement.numbers is not None:
        yield where(judgement.numbers)
    if judgement.mistake:
        yield f"maybe {judgement.mistake}"
    if judgement.reason:
        yield judgement.reason
    yield from judgement.remarks


def where(difference: Difference) -> str:
    """A point and both numbers."""
    at = ", ".join(f"{name}={number}" for name, number in difference.point.items())
    return f"at {at}: claim {difference.claimed.text}, truth {difference.true.text}"


def words(report: Report) -> list[Line]:
    """Just the verdicts: a name, a tab, a word a line."""
    return [line(f"{judgement.name}\t{judgement.verdict}") for judgement in report.judgements]


def verdict(label: str, found: Report | GradcliError) -> Line:
    """One line on one of many hand-ins: the verdict, and for the first name that is not equal why."""
    if isinstance(found, GradcliError):
        help = f"; {found.help}" if found.help else ""
        return line(f"{printable(label)}: ", Piece(f"error[{found.code}]", "error"), f" {found.message}{help}")
    head = f"{printable(label)}: ", SHOUTED.get(found.verdict, UNDECIDED)
    if found.verdict == "equal":
        grounds_of_all = dict.fromkeys(grounds(judgement, found) for judgement in found.judgements)
        return line(*head, f" ({', '.join(grounds_of_all)})")
    worst = next(judgement for judgement in found.judgements if judgement.verdict == found.verdict)
    said = "; ".join(part for part in details(worst))
    return line(*head, f" by {worst.name}: {said}")


def word(label: str, found: Report | GradcliError) -> Line:
    """One line on one of many hand-ins: its name, a tab, the verdict."""
    return line(f"{printable(label)}\t{'error' if isinstance(found, GradcliError) else found.verdict}")


def report(found: Report) -> dict[str, Any]:
    """The document of all verdicts on a formula."""
    made: dict[str, Any] = {
        **document.head(CHECK, found.formula),
        "ok": found.verdict == "equal",
        "verdict": found.verdict,
        "claims": {judgement.name: judged(judgement) for judgement in found.judgements},
        "unclaimed": list(found.unjudged),
        "warnings": [document.note(warning) for warning in found.warnings],
    }
    if found.at:
        made["at"] = dict(found.at)
    if found.rtol is not None:
        made["rtol"] = found.rtol
    return made


def judged(judgement: Judgement) -> dict[str, Any]:
    """The verdict on one claim."""
    made: dict[str, Any] = {"claim": judgement.claim, "verdict": judgement.verdict, "points": judgement.points}
    if judgement.numbers is None:
        made["differing"] = judgement.differing
        made["proved"] = judgement.is_proved
    shown = judgement.difference or judgement.numbers
    if shown is not None:
        made["example"] = example(shown)
    if judgement.relative is not None:
        made["relative"] = document.number(judgement.relative)
    for key, text in (("ratio", judgement.ratio), ("mistake", judgement.mistake), ("reason", judgement.reason)):
        if text:
            made[key] = text
    if judgement.remarks:
        made["remarks"] = list(judgement.remarks)
    return made


def example(difference: Difference) -> dict[str, Any]:
    """A point and both numbers, as doubles and as digits that tell them apart."""
    return {
        "at": dict(difference.point),
        "claim": document.number(difference.claimed.value),
        "truth": document.number(difference.true.value),
        "digits": {"claim": difference.claimed.text, "truth": difference.true.text},
    }


def failure(text: str, fault: GradcliError) -> dict[str, Any]:
    """The document where there is no verdict."""
    return document.failure(CHECK, text, fault)


def of_line(number: int, label: str, made: Mapping[str, Any]) -> dict[str, Any]:
    """The document of one line of many."""
    return {**made, "line": number, "id": label}

"""What is proven of an answer becomes words beside its numbers, and a line below them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gradcli.render.screen import Line, Piece, line, wrapped

if TYPE_CHECKING:
    from gradcli.check.certified import Certificate
    from gradcli.check.proof import Proof


def words(proof: Proof) -> str:
    """How many of the digits of a number are right; empty where nothing is known."""
    if not proof.is_known:
        return ""
    if proof.digits is None and proof.relative == 0:
        return "exact"
    if proof.ours == 0 and proof.is_nearest:
        return "right: the true number is 0, or too small for a double" if proof.is_zero else "too small for a double"
    if proof.is_zero:
        return f"the true number is {proof.said}"
    if not proof.wrong:
        return f"all {proof.shown} digits are right"
    return f"{wrong_digits(proof)}, though no double is nearer" if proof.is_nearest else wrong_digits(proof)


def wrong_digits(proof: Proof) -> str:
    """How many digits are wrong, and by how much."""
    if not proof.right:
        return "no digit is right"
    share = f"{proof.relative:.2g}" if proof.relative > 1e-3 else f"{proof.relative:.1e}".replace("e-0", "e-")
    which = "the last digit is" if proof.wrong == 1 else f"the last {proof.wrong} digits are"
    return f"{which} wrong ({share} relative)"


def truth(proof: Proof) -> str:
    """The true number, where more than its last digits differ from ours; else empty."""
    return proof.text if proof.is_told and not proof.is_zero else ""


BY = "by intervals of {} bits around the true numbers, inputs as written"
"""How numbers are proven."""


def footer(certificate: Certificate) -> list[Line]:
    """How it was proven, and what was not."""
    known = [proof for proof in certificate.proofs.values() if proof.is_known]
    by = line(Piece("proof     ", "head"), BY.format(certificate.bits))
    return [line(), *([by] if known else []), *unknown(certificate.proofs, bool(known))]


def summary(proofs: Mapping[str, Proof], bits: int) -> list[Line]:
    """What is proven of many numbers, in some lines: the worst of them stands for all."""
    known = {name: proof for name, proof in proofs.items() if proof.is_known}
    tiny = [name for name, proof in known.items() if proof.ours == 0 and not proof.is_zero]
    if not known:
        return [line(), *unknown(proofs, False)]
    worst = max(known, key=lambda name: (known[name].wrong, known[name].relative))
    is_one, others = len(known) == 1, len(proofs) - len(known)
    are = ("is" if is_one else "are") + " proven"
    if not known[worst].wrong:
        are = f"{'has all its' if is_one else 'have all their'} digits right,"
    said = f"{counted(len(known), len(proofs))} {are} {BY.format(bits)}"
    if known[worst].wrong:
        said += f"; of the worst, {worst}, {words(known[worst])}"
    if tiny:
        said += f"; too small for a double, and therefore 0: {', '.join(tiny)}"
    if others:
        said += f"; the other{'' if others == 1 else f' {others}'} {'is' if others == 1 else 'are'} not proven"
    lines = [line(), *wrapped(line(Piece("proof     ", "head"), said), 10)]
    return [*lines, *unknown(proofs, True)]


def counted(known: int, count: int) -> str:
    """So many of so many numbers, in words."""
    if known < count:
        return f"{known} of {count} numbers"
    return {1: "the number", 2: "both numbers"}.get(count, f"all {count} numbers")


def unknown(proofs: Mapping[str, Proof], is_more: bool) -> list[Line]:
    """The numbers of which nothing is proven, with the reasons, below more lines or not."""
    reasons: dict[str, list[str]] = {}
    for name, proof in proofs.items():
        if proof.reason and not proof.is_seen:
            reasons.setdefault(proof.reason, []).append(name)
    lines: list[Line] = []
    for reason, names in reasons.items():
        what = ", ".join(f"`{name}`" if name else "the value" for name in names)
        start = Piece("          ") if lines or is_more else Piece("proof     ", "head")
        whole = line(start, Piece("cannot say: ", "warning"), f"{what}: {reason}")
        lines.extend(wrapped(whole, 10))
    return lines

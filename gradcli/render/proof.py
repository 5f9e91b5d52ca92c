"""What is proven of an answer becomes words beside its numbers, and a line below them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gradcli.render.screen import Line, Piece, line, wrapped

if TYPE_CHECKING:
    from gradcli.check.certified import Certificate
    from gradcli.check.proof import Proof


SEEN = "see the warning"
"""How a reason begins that need not be said twice."""


EPSILON = 2.0**-53
"""The most that an ordinary double nearest to a number differs from it, as a share."""


def words(proof: Proof) -> str:
    """How many of the digits of a number are right; empty where nothing is known."""
    if not proof.is_known:
        return ""
    if proof.is_zero and not proof.wrong:
        return "exact" if proof.digits is None else "right: the true number is 0, or too small for a double"
    if proof.is_zero:
        return f"the true number is {proof.said}"
    if not proof.wrong and proof.relative > EPSILON:
        return "the nearest double, though numbers so small have fewer digits"
    if not proof.wrong:
        return "exact" if proof.digits is None and proof.relative == 0 else f"all {proof.shown} digits are right"
    if not proof.right:
        return "no digit is right"
    share = f"{proof.relative:.2g}" if proof.relative > 1e-3 else f"{proof.relative:.1e}".replace("e-0", "e-")
    size = f"{share} relative"
    if proof.wrong == 1:
        return f"the last digit is wrong ({size})"
    return f"the last {proof.wrong} digits are wrong ({size})"


def truth(proof: Proof) -> str:
    """The true number, where more than its last digits differ from ours; else empty."""
    return "" if not proof.is_known or proof.is_zero or proof.right >= 12 else proof.text


def footer(certificate: Certificate) -> list[Line]:
    """How it was proven, and what was not."""
    head = Piece("proof     ", "head")
    known = [proof for proof in certificate.proofs.values() if proof.is_known]
    by = f"by intervals of {certificate.bits} bits around the true numbers, inputs as written"
    lines = [line(), *([line(head, by)] if known else [])]
    reasons: dict[str, list[str]] = {}
    for name, proof in certificate.proofs.items():
        if proof.reason and not proof.reason.startswith(SEEN):
            reasons.setdefault(proof.reason, []).append(name)
    for reason, names in reasons.items():
        what = ", ".join(f"`{name}`" if name else "the value" for name in names)
        start = Piece("          ") if len(lines) > 1 else head
        whole = line(start, Piece("cannot say: ", "warning"), f"{what}: {reason}")
        lines.extend(wrapped(whole, 10))
    return lines

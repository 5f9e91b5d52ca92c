"""What balls prove of an answer: right digits are counted, lost ones named, and doubt is said."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import mpmath
import pytest

from gradcli.check import certified
from gradcli.check.certified import Certificate, certify
from gradcli.check.symbolic import VALUE
from gradcli.render.proof import words


def certificate(text: str, **at: str | float) -> Certificate:
    return certify(text, at)


FLAGSHIP = "(sin(x2)+1)/(x2+exp(x1))+x1*x2"


def truth() -> dict[str, mpmath.mpf]:
    """Value and slopes of the flagship formula at 1.5 and 0.5, by hand and to the digits at work."""
    x1, x2 = mpmath.mpf("1.5"), mpmath.mpf("0.5")
    below = x2 + mpmath.exp(x1)
    return {
        VALUE: (mpmath.sin(x2) + 1) / below + x1 * x2,
        "x1": x2 - (mpmath.sin(x2) + 1) * mpmath.exp(x1) / below**2,
        "x2": x1 + (mpmath.cos(x2) * below - mpmath.sin(x2) - 1) / below**2,
    }


def test_enclosures_contain_the_truth() -> None:
    with mpmath.workdps(60):
        true = truth()
        for name, proof in certificate(FLAGSHIP, x1="1.5", x2="0.5").proofs.items():
            assert mpmath.mpf(proof.low) <= true[name] <= mpmath.mpf(proof.high)


@pytest.mark.parametrize("name", [VALUE, "x1", "x2"])
def test_error_is_in_units_of_the_last_place(name: str) -> None:
    proof = certificate(FLAGSHIP, x1="1.5", x2="0.5").proofs[name]
    with mpmath.workdps(60):
        ulp = abs(truth()[name] - proof.ours) / math.ulp(proof.ours)
    # The bound is that of a ball of 128 bits and rounded up to a double.
    assert float(ulp) <= proof.ulp <= float(ulp) * (1 + 1e-12)


@pytest.mark.parametrize(
    ("text", "at", "right", "shown"),
    [
        ("x^2", {"x": "3"}, 16, 16),
        ("x/3", {"x": "1"}, 16, 16),
        ("sqrt(x)", {"x": "2"}, 16, 17),
        ("cbrt(x)", {"x": "3"}, 17, 17),
        ("x + y - x", {"x": "1e16", "y": "1"}, 0, 16),
        ("(1 - cos(x))/x^2", {"x": "1e-8"}, 0, 16),
        ("0.1 + 0.2", {}, 16, 17),
        ("exp(x) - 1", {"x": "1e-5"}, 11, 17),
        ("exp(-x)", {"x": "1000"}, 16, 16),
    ],
)
def test_right_digits_are_counted(text: str, at: dict[str, str], right: int, shown: int) -> None:
    proof = certificate(text, **at).proofs[VALUE]
    assert (proof.right, proof.shown) == (right, shown)


def test_inputs_are_taken_as_written() -> None:
    assert certificate("x", x="0.1").proofs[VALUE].text == "0.1"
    assert certificate("x", x="1/3").proofs[VALUE].text == "0.33333333333333333333"
    assert certificate("x", x="pi/4").proofs[VALUE].text == "0.78539816339744830962"


def test_a_double_stands_for_itself() -> None:
    assert certificate("x", x=0.1).proofs[VALUE].text == "0.10000000000000000555"


def test_constants_are_the_true_ones() -> None:
    assert certificate("pi - 3.141592653589793").proofs[VALUE].text == "2.3846264338327950288e-16"


@pytest.mark.parametrize("text", ["0.1 + 0.2 - x", "mod(x, 0.1)", "sqrt(x - 0.2 - 0.1 + 1) - 1"])
def test_exact_zero_is_known(text: str) -> None:
    proof = certificate(text, x="0.3").proofs[VALUE]
    assert (proof.text, proof.digits) == ("0", None)


def test_what_cannot_be_told_from_zero_says_how_small_it_is() -> None:
    proof = certificate("sin(x)", x="pi").proofs[VALUE]
    assert (proof.is_zero, proof.digits, proof.ours) == (True, 0, math.sin(math.pi))
    assert max(abs(mpmath.mpf(proof.low)), mpmath.mpf(proof.high)) < mpmath.mpf("1e-320")


def test_branch_taken_by_the_numbers_as_written_counts() -> None:
    proof = certificate("if(0.1 + 0.2 <= x, 1, 2)", x="0.3").proofs[VALUE]
    assert (proof.ours, proof.text) == (2, "1")


@pytest.mark.parametrize(
    ("text", "at", "reason"),
    [
        ("abs(x - 0.3)", {"x": "0.3"}, "see the warning derivative.kink"),
        ("if(x + 0.2 <= 0.3, x, 2*x)", {"x": "0.1"}, "the point lies just where `x + 0.2 <= 0.3` changes"),
        ("abs(0.1 + 0.2 - x)", {"x": "0.3"}, "as written, `abs` has a kink at this point"),
        ("if(sin(x) < 0, 2, 2) + x", {"x": "pi"}, "whether `sin(x) < 0` holds is not decided"),
        ("floor(sin(x)) + x", {"x": "pi"}, "has no derivative"),
        ("sqrt(x)", {"x": "0"}, "see the warning derivative.infinite"),
    ],
)
def test_slopes_are_not_proven_where_there_may_be_none(text: str, at: dict[str, str], reason: str) -> None:
    proof = certificate(text, **at).proofs["x"]
    assert reason in proof.reason


def test_value_outside_the_domain_as_written_is_said() -> None:
    proof = certificate("sqrt(x - 0.3)", x="0.1 + 0.2 - 1e-17").proofs[VALUE]
    assert proof.reason.startswith("there is no value for the inputs as written: the argument of `sqrt` is -1e-17")


def test_undecided_domain_is_said() -> None:
    proof = certificate("sqrt(x - pi)", x="pi").proofs[VALUE]
    assert "whether `sqrt(x - pi)` has a value is not decided" in proof.reason


def test_too_large_a_graph_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(certified, "WORK", 1000)
    found = certificate("x^2 + 3*x + 1", x="2")
    assert [proof.reason for proof in found.proofs.values()] == ["too large: 8 nodes, and at most 7 are tried"] * 2


LOSSES: list[tuple[str, dict[str, str], str, str, str | None]] = [
    ("(1 - cos(x))/x^2", {"x": "1e-8"}, VALUE, "check.rounding", "1 - cos(x)"),
    ("(1 - cos(x))/x^2", {"x": "1e-8"}, "x", "check.rounding", "1 - cos(x)"),
    ("sin(x)/x", {"x": "2e-6"}, "x", "check.rounding", "x"),
    ("y*((x + 1e16) - 1e16)", {"x": "1.1", "y": "2"}, "y", "check.rounding", "(x + 1e16) - 1e16"),
    ("tanh(x) - 1", {"x": "20"}, VALUE, "check.rounding", "tanh(x) - 1"),
    ("exp(sqrt(x^2 + 1) - x)", {"x": "1e9"}, "x", "check.rounding", "x"),
    ("sin(x)", {"x": "pi"}, VALUE, "check.inputs", None),
    ("cos(x)", {"x": "pi/2"}, VALUE, "check.inputs", None),
    ("sin(x)", {"x": "1e22/3"}, VALUE, "check.inputs", None),
    ("if(0.1 + 0.2 <= x, 1, 2)", {"x": "0.3"}, VALUE, "check.inputs", None),
]


@pytest.mark.parametrize(("text", "at", "name", "code", "place"), LOSSES)
def test_lost_digits_have_a_place(text: str, at: dict[str, str], name: str, code: str, place: str | None) -> None:
    note = certificate(text, **at).losses[name]
    found = text[note.span.start : note.span.end] if note.span else None
    assert (note.code, found) == (code, place)


@pytest.mark.parametrize(
    ("text", "at", "said"),
    [
        ("y - x", {"x": "0.1", "y": "1/3"}, "all 16 digits are right"),
        ("cos(x)", {"x": "pi/4"}, "the last digit is wrong (6.8e-17 relative), though no double is nearer"),
        ("x^2", {"x": "1e-200"}, "too small for a double"),
        ("sin(x)", {"x": "pi"}, "the true number is 0, or smaller than 8e-617"),
        ("0.1 + 0.2 - x", {"x": "0.3"}, "the true number is 0"),
        ("x^2", {"x": "3"}, "exact"),
        ("exp(x) - 1", {"x": "1e-5"}, "the last 6 digits are wrong (9.7e-12 relative)"),
        ("1 - cos(x)", {"x": "1e-9"}, "no digit is right"),
        ("floor(sqrt(x)^2)", {"x": "2"}, ""),
    ],
)
def test_words_are_about_the_digits_that_are_printed(text: str, at: dict[str, str], said: str) -> None:
    assert words(certificate(text, **at).value) == said


@pytest.mark.parametrize("text", ["floor(sqrt(x)^2)", "atan2(sin(pi*x), -x)"])
def test_number_that_may_be_one_of_several_is_not_proven(text: str) -> None:
    assert "it is only known to lie between" in certificate(text, x="2").value.reason


@pytest.mark.parametrize(
    ("text", "at", "is_refuted"),
    [
        ("(1 - cos(x))/x^2", {"x": "1e-8"}, True),
        ("x^2 - y^2", {"x": "1.00000001", "y": "1"}, False),
        ("sin(x)", {"x": "pi"}, False),
        ("0.1 + 0.2 - x", {"x": "0.3"}, False),
        ("x^2", {"x": "3"}, False),
    ],
)
def test_more_than_half_of_the_digits_must_be_right(text: str, at: dict[str, Any], is_refuted: bool) -> None:
    assert certificate(text, **at).is_refuted == is_refuted


def test_threads_do_not_disturb_each_other() -> None:
    with ThreadPoolExecutor(4) as pool:
        texts = list(pool.map(lambda _: certify("geluderiv(x, 2)", {"x": "0.3"}).value.text, range(200)))
    assert set(texts) == {certify("geluderiv(x, 2)", {"x": "0.3"}).value.text}

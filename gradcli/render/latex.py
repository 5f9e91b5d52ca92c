"""A formula becomes LaTeX: one statement a line, for TeX with amsmath, MathJax, KaTeX and matplotlib alike.

Matplotlib knows no `cases`, so that a choice is set in words, `a if c else b`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from gradcli import rules
from gradcli.errors import GradcliError
from gradcli.expression import (
    AND,
    ATOM,
    COMPARISON,
    NOT,
    OR,
    POSTFIX,
    POWER,
    PRODUCT,
    SIGN,
    SUM,
    Call,
    Expression,
    Formula,
    Name,
    Number,
    fold,
)
from gradcli.render import letters
from gradcli.rules.rule import Rule

LONGEST = 10_000_000
"""Characters of all that is set: some functions are set with their arguments twice, so that nesting doubles them."""
COMPARISONS = {"<": "<", "<=": r"\leq", ">": ">", ">=": r"\geq", "==": "=", "!=": r"\neq"}
CONNECTIVES = {"and": AND, "or": OR}
CONSTANTS = {constant.name: constant.latex for constant in rules.CONSTANTS}
PLACE = re.compile(r"<(\(?)(\w+)\)?>")
Pieces = tuple["str | Pieces", ...]


class Setting(NamedTuple):
    """An expression as it is set, in pieces, so that deep ones are not copied time and again.

    `level` is how tightly it holds together, `begins` and `ends` what stands there: "minus", "digit", "fraction",
    "bracket", "name", a "word", or "" for anything else. `head` is the number of pieces before which an exponent may
    stand, as in \\sin^{2}; `chain` is a choice without its brackets.
    """

    pieces: Pieces
    length: int
    level: int = ATOM
    begins: str = ""
    ends: str = ""
    head: int = 0
    chain: Pieces = ()

    @property
    def is_leaf(self) -> bool:
        """Is this a name or a plain number?"""
        return self.level == ATOM and self.begins in ("digit", "name", "word") and self.begins == self.ends


def statements(formula: Formula, variables: Collection[str], labels: Sequence[str] = ()) -> list[str]:
    """The bindings, then the outputs, each after its label (in LaTeX) where there are any; else all in one line.

    `variables` are the names that the point gives values to, though they be those of constants. Raises GradcliError
    (`usage.size`).
    """
    bound = [binding.name for binding in formula.bindings]
    names = spellings(formula, variables)
    parts = [set_expression(part, names) for part in (*(part.value for part in formula.bindings), *formula.results)]
    if sum(part.length for part in parts) > LONGEST:
        message = f"set in LaTeX, the formula has more than {LONGEST:,} characters"
        raise GradcliError("usage.size", message, formula.source, None, "print it as text")
    written = ["".join(flat(part.pieces)) for part in parts]
    lines = [f"{names[name]} = {value}" for name, value in zip(bound, written, strict=False)]
    results = written[len(bound) :]
    if labels:
        return [*lines, *(f"{label} = {result}" for label, result in zip(labels, results, strict=True))]
    return [*lines, r"\left[" + r",\ ".join(results) + r"\right]" if formula.is_vector else results[0]]


def spellings(formula: Formula, variables: Collection[str]) -> dict[str, str]:
    """How each name of a formula, and each of `variables`, is set; no two alike."""
    known = dict.fromkeys([*variables, *(binding.name for binding in formula.bindings)])
    used = dict.fromkeys(part.name for part in formula.parts() if isinstance(part, Name))
    constants = {name: CONSTANTS[name] for name in used if name not in known}
    taken = {*constants.values(), *(["e"] if has_exponentials(formula) else [])}
    return {**constants, **letters.spelled(known, taken)}


def has_exponentials(formula: Formula) -> bool:
    """Is there a function that is set as a power of e?"""
    calls = {(part.function, len(part.arguments)) for part in formula.parts() if isinstance(part, Call)}
    found = (rules.find(*call) for call in calls)
    return any("e^{" in rule.latex for rule in found if rule)


def flat(pieces: Pieces) -> list[str]:
    """The texts of nested pieces in order."""
    texts: list[str] = []
    stack: list[str | Pieces] = [pieces]
    while stack:
        piece = stack.pop()
        if isinstance(piece, str):
            texts.append(piece)
        else:
            stack.extend(reversed(piece))
    return texts


def set_expression(expression: Expression, names: dict[str, str]) -> Setting:
    """An expression as it is set, its names as in `names`."""
    return fold(
        expression, lambda leaf: number(leaf.text) if isinstance(leaf, Number) else name(names[leaf.name]), call
    )


def put(*parts: str | Setting, level: int = ATOM, begins: str = "", ends: str = "", head: int = 0) -> Setting:
    """Parts one after another; what it begins and ends with is theirs where nothing is said."""
    first, last = parts[0], parts[-1]
    return Setting(
        tuple(part if isinstance(part, str) else part.pieces for part in parts),
        sum(len(part) if isinstance(part, str) else part.length for part in parts),
        level,
        begins or (first.begins if isinstance(first, Setting) else ""),
        ends or (last.ends if isinstance(last, Setting) else ""),
        head,
    )


def name(text: str) -> Setting:
    """A name; a word needs more room beside it than a letter."""
    kind = "word" if r"\mathrm" in text or " " in text else "name"
    return put(text, begins=kind, ends=kind)


def number(text: str) -> Setting:
    """A number: `2.5e-5` is 2.5 \\cdot 10^{-5}."""
    mantissa, _, exponent = text.replace("_", "").lower().partition("e")
    whole, point, fraction = mantissa.partition(".")
    mantissa = f"{whole or '0'}.{fraction}" if point and fraction else whole
    if not exponent:
        return put(mantissa, begins="digit", ends="digit")
    power = rf"10^{{{int(exponent)}}}" if len(exponent) < 20 else rf"10^{{{exponent}}}"
    if mantissa == "1":
        return put(power, level=POWER, begins="digit")
    return put(rf"{mantissa} \cdot {power}", level=PRODUCT, begins="digit")


def bracketed(part: Setting) -> Setting:
    """A part in brackets."""
    return put(r"\left(", part, r"\right)", begins="bracket", ends="bracket")


def when(is_bare: bool, part: Setting) -> Setting:
    """A part, in brackets unless it can stand without."""
    return part if is_bare else bracketed(part)


def call(called: Call, parts: tuple[Setting, ...]) -> Setting:
    """A function or an operator of what is set already."""
    rule = rules.find(called.function, len(parts))
    assert rule is not None, called.function
    match rule.name, parts:
        case "-", (part,):
            shown = when(part.level >= PRODUCT and part.begins != "minus", part)
            return put("-", shown, level=min(shown.level, SIGN), begins="minus")
        case "+" | "-" as sign, (left, right):
            is_bare = right.level >= (SUM if sign == "+" else PRODUCT) and right.begins != "minus"
            return put(when(left.level >= SUM, left), f" {sign} ", when(is_bare, right), level=SUM)
        case "*", (left, right):
            return product(when(left.level >= PRODUCT, left), right)
        case "/", (above, below):
            if isinstance(above.pieces[0], str) and above.pieces[0] == "-":
                size = above._replace(pieces=above.pieces[1:])
                return put("-", fraction(size, below), level=SIGN, begins="minus")
            return fraction(above, below)
        case "^", (base, exponent):
            return power(base, exponent, called.arguments[1])
        case "not", (part,):
            return put(r"\mathrm{not}\ ", when(part.level > NOT, part), level=NOT)
        case "and" | "or" as sign, (left, right):
            level = CONNECTIVES[sign]
            sides = [when(part.level in (level, COMPARISON, ATOM), part) for part in parts]
            return put(sides[0], rf"\ \mathrm{{{sign}}}\ ", sides[1], level=level)
        case sign, (left, right) if sign in COMPARISONS:
            return put(
                when(left.level >= SUM, left),
                f" {COMPARISONS[sign]} ",
                when(right.level >= SUM, right),
                level=COMPARISON,
            )
        case "if", (condition, yes, no):
            rest = no._replace(pieces=no.chain) if no.chain else no
            inside = put(yes, r"\ \mathrm{if}\ ", condition, r"\ \mathrm{else}\ ", rest)
            return bracketed(inside)._replace(chain=inside.pieces)
    return function(rule, parts)


def fraction(above: Setting, below: Setting) -> Setting:
    """One above the other."""
    return put(r"\frac{", above, "}{", below, "}", level=POWER, begins="fraction")


def product(left: Setting, right: Setting) -> Setting:
    """Factors beside each other, with a sign or room between them where they would run together."""
    right = when(right.level >= PRODUCT and right.begins != "minus", right)
    kinds = (left.ends, right.begins)
    is_named = left.ends in ("name", "word")
    if right.begins == "digit" or (is_named and right.begins == "bracket") or kinds == ("digit", "fraction"):
        sign = r" \cdot "
    else:
        sign = r" \, " if "word" in kinds else " "
    return put(left, sign, right, level=PRODUCT)


def power(base: Setting, exponent: Setting, written: Expression) -> Setting:
    """A power; a function is raised to a whole number before its arguments."""
    if base.head and isinstance(written, Number) and written.text.isdecimal() and int(written.text[:9]) > 1:
        raised = (*base.pieces[: base.head], f"^{{{written.text}}}", *base.pieces[base.head :])
        return base._replace(pieces=raised, length=base.length + len(written.text) + 3, level=POWER, head=0)
    match written:
        case Call("/", (Number(above), Number(below))):
            exponent = put(f"{above}/{below}")
    return put(when(base.level == ATOM, base), "^{", exponent, "}", level=POWER, ends="power")


def function(rule: Rule, parts: tuple[Setting, ...]) -> Setting:
    """A function as its row says."""
    latex = rule.latex or rf"\operatorname{{{rule.name}}}"
    if "<" not in latex:
        inside = [piece for part in parts for piece in (", ", part)][1:]
        return put(latex, r"\left(", *inside, r"\right)", level=POSTFIX, head=1)
    arguments = dict(zip(rule.parameters, parts, strict=True))
    cut = head_size(latex)
    if cut:
        return put(put(*filled(latex[:cut], arguments)), put(*filled(latex[cut:], arguments)), level=POSTFIX, head=1)
    level = ATOM if is_enclosed(latex) else POSTFIX
    kinds = {r"\frac": "fraction", r"\left(": "bracket", **dict.fromkeys("0123456789", "digit")}
    begins = next((kind for start, kind in kinds.items() if latex.startswith(start)), "")
    return put(*filled(latex, arguments), level=level, begins=begins, ends="function")


def filled(latex: str, arguments: Mapping[str, Setting]) -> list[str | Setting]:
    """A row's LaTeX with the arguments in it."""
    parts = PLACE.split(latex)
    made: list[str | Setting] = [parts[0]]
    for brackets, parameter, text in zip(parts[1::3], parts[2::3], parts[3::3], strict=True):
        argument = arguments[parameter]
        made += [when(not brackets or argument.is_leaf, argument), text]
    return [piece for piece in made if piece]


@cache
def head_size(latex: str) -> int:
    """The number of characters before the brackets around all arguments, if an exponent can stand there; else 0."""
    head, opening, rest = latex.partition(r"\left(")
    return len(head) if opening and "^" not in head and is_enclosed(opening + rest) else 0


@cache
def is_enclosed(latex: str) -> bool:
    """Does the bracket that this begins with close at its end?"""
    depth = 0 if latex.startswith(r"\left") else -len(latex)
    for bracket in re.finditer(r"\\(left|right)(\\[a-z]+|.)", latex):
        depth += 1 if bracket[1] == "left" else -1
        if depth == 0:
            return bracket.end() == len(latex)
    return False

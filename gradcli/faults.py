"""Faults of names, arities and domains become errors that say where and what to do."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from gradcli import rules
from gradcli.errors import GradcliError, Label
from gradcli.expression import HIDDEN, Call, Expression, Formula, Name, postorder, text
from gradcli.rules.rule import Rule
from gradcli.source import Source, Span
from gradcli.syntax.characters import SHOWN


def quoted(names: Iterable[str]) -> str:
    """Names in backquotes, as an English list."""
    listed = [f"`{name}`" for name in names]
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} and {listed[-1]}"


def closest(name: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like `name`, if one is like it at all; a short name is like too many."""
    from difflib import get_close_matches  # here, since most runs have no fault

    ordered = sorted(set(candidates))
    # Letter case is the likeliest slip (`Sin`), and difflib takes it for a different letter.
    same = [candidate for candidate in ordered if candidate.lower() == name.lower()]
    if len(name) <= 2 or same:
        return same[0] if same else None
    if len(name) == 3:
        ordered = [candidate for candidate in ordered if len(candidate) <= 4]
    swapped = [candidate for candidate in ordered if sorted(candidate) == sorted(name)]
    found = swapped or get_close_matches(name, ordered, n=1, cutoff=0.6)
    return found[0] if found else None


def called_names() -> list[str]:
    """The names of functions that somebody may have meant."""
    return [name for name, rows in rules.INDEX.items() if name in rules.names() and not rows[0].occurs_in_derivatives]


def unknown_function(
    source: Source, call: Call, names: Collection[str], bindings: Collection[str] = ()
) -> GradcliError:
    """A call of something that is no function; the cure depends on what it may have been."""
    name, count = call.function, len(call.arguments)
    rest = ", ".join(text(argument) for argument in call.arguments)
    rest = rest if len(rest) <= SHOWN and HIDDEN not in rest else "..."
    if name in bindings or name in names or name in rules.constant_names():
        what = "name" if name in bindings else "variable" if name in names else "constant"
        help = f"for a product write `{name}*({rest})`" if count == 1 else None
        if name in bindings:
            definition = f"define a function with its parameters: `{name}(t) = ...`"
            help = f"{definition}; {help}" if help else definition
        return GradcliError("name.not-a-function", f"`{name}` is a {what}, not a function", source, call.place, help)
    meant = meant_function(call, {*names, *bindings}, rest)
    help = (
        f"did you mean `{meant}`?"
        if meant
        else f"for a product write `{name}*({rest})`; `gradcli functions` lists all functions"
        if count == 1
        else "`gradcli functions` lists all functions"
    )
    return GradcliError("name.function", f"there is no function `{name}`", source, call.place, help)


def meant_function(call: Call, known: Collection[str], rest: str) -> str | None:
    """What may have been meant by a call of an unknown function: another letter case, a product, a like name."""
    functions = called_names()
    if any(function.lower() == call.function.lower() for function in functions):
        return closest(call.function, functions)
    # The names in the brackets are variables, whether they have values or not.
    used = {part.name for argument in call.arguments for part in postorder(argument) if isinstance(part, Name)}
    from gradcli.compounds import product_of, product_with_call  # here, since most runs have no fault

    product = product_with_call(call.function, {*known, *used})
    if product is None and len(call.arguments) == 1:
        factor = product_of(call.function, known)
        return f"{factor}*({rest})" if factor else closest(call.function, functions)
    return f"{product}({rest})" if product else closest(call.function, functions)


def wrong_arity(source: Source, call: Call, rule: Rule) -> GradcliError:
    """A call of a function of the table with too many or too few arguments."""
    return wrong_count(source, call, rule.parameters, least=rule.least_arguments if rule.takes_any_number else None)


def wrong_count(source: Source, call: Call, parameters: Sequence[str], least: int | None = None) -> GradcliError:
    """A call with too many or too few arguments; an open list of parameters takes two or more."""
    count, wanted = len(call.arguments), len(parameters)
    count_wanted = wanted if least is None else least
    needed = f"{'' if least is None else 'at least '}{count_wanted} argument{'s' if count_wanted != 1 else ''}"
    written = ", ".join(parameters) + ("" if least is None else ", ...")
    return GradcliError(
        "parse.arguments",
        f"`{call.function}` takes {needed}, not {count}",
        source,
        call.span,
        f"write `{call.function}({written})`",
    )


def wrong_kind(source: Source, argument: Expression, wants_condition: bool) -> GradcliError:
    """A number where a condition belongs, or the other way round."""
    if wants_condition:
        message, help = "a condition is needed here, and this is a number", f"compare it: `{text(argument)} != 0`"
    else:
        message = "this is true or false, not a number"
        help = f"choose numbers with it: `if({text(argument)}, 1, 0)`"
    return GradcliError("parse.condition", message, source, argument.span, help)


def bound_twice(source: Source, name: str, span: Span, in_formula: bool) -> GradcliError:
    """A name that has a value already."""
    where = "earlier in the formula" if in_formula else "at the point"
    return GradcliError(
        "name.bound-twice", f"`{name}` has a value already, {where}", source, span, "give this one another name"
    )


def unbound(formula: Formula, missing: Mapping[str, Span], names: Collection[str]) -> GradcliError:
    """All names without a value, in one error."""
    spans = list(missing.values())
    return GradcliError(
        "name.unbound",
        f"no value for {quoted(missing)}",
        formula.source,
        spans[0],
        cure_for_unbound(formula, list(missing), names),
        tuple(Label(span, "") for span in spans[1:]),
    )


def cure_for_unbound(formula: Formula, missing: list[str], names: Collection[str]) -> str:
    """What to do about names without a value: a slip of the pen, a forgotten bracket, or a missing `--at`."""
    bound = {binding.name: binding.value for binding in formula.bindings}
    if len(missing) == 1:
        name = missing[0]
        if name in bound:
            if any(isinstance(part, Name) and part.name == name for part in postorder(bound[name])):
                return f"`{name}` is part of its own value; bind the result to another name"
            return f"`{name}` gets its value further down; move that statement up"
        if name in rules.names():
            return f"`{name}` is a function: write `{name}(...)`"
        meant = meant_name(name, [*names, *bound])
        if meant:
            return f"did you mean `{meant}`? or give it a value: `--at {name}=...`"
    pairs = ",".join(f"{name}=..." for name in missing)
    return f"give {'it a value' if len(missing) == 1 else 'them values'}: `--at {pairs}`"


def meant_name(name: str, known: Collection[str]) -> str | None:
    """What may have been meant by a name without a value: another letter case, a product, a call, a like name."""
    candidates = [*(given for given in known if HIDDEN not in given), *rules.constant_names()]
    if any(candidate.lower() == name.lower() for candidate in candidates):
        return closest(name, candidates)
    from gradcli.compounds import call_in, product_of  # here, since most runs have no fault

    return product_of(name, known) or call_in(name, known) or closest(name, candidates)

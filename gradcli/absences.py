"""What has no value, no slope, or none that can be told, becomes an error at its place in the text."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from gradcli import rules
from gradcli.errors import GradcliError, Label, in_calls
from gradcli.expression import Expression, Formula, Name, fold, postorder, text
from gradcli.rules.rule import Domain, Rule
from gradcli.source import Source, Span
from gradcli.syntax import parse


class Site(NamedTuple):
    """Where a function is called, and by which name; `within` are the calls of the definitions around it."""

    source: Source
    function: str
    rule: Rule
    place: Span
    within: tuple[Span, ...]


def outside_domain(site: Site, domain: Domain, values: Mapping[str, str], spans: Mapping[str, Span]) -> GradcliError:
    """An argument for which a function has no value. `values` are the arguments' values, `spans` their texts."""
    texts = {name: site.source.at(span) for name, span in spans.items()}
    labels = in_calls(site.within)
    if domain.parameter and texts[domain.parameter] != values[domain.parameter]:
        labels = (Label(spans[domain.parameter], f"this is {values[domain.parameter]}"), *labels)
    return GradcliError(
        f"domain.{site.rule.backend_name}",
        # The user's own word for the function, `ln` or `!`.
        domain.message.replace(f"`{site.rule.name}`", f"`{site.function}`").format(**values),
        site.source,
        site.place,
        domain.help.format(**texts) or what_it_needs(site, domain, texts),
        labels,
    )


@cache
def condition(predicate: str) -> Expression:
    """A condition of the rule table, read once."""
    return parse(Source(predicate, "rule")).result


def what_it_needs(site: Site, domain: Domain, texts: Mapping[str, str]) -> str:
    """The condition that is not met, in the user's words if it can be met at another point."""
    predicate = condition(domain.predicate)
    used = {part.name for part in postorder(predicate) if isinstance(part, Name)}
    written = {name: parse(Source(texts[name]), rules.names()).result for name in used if name in texts}
    parts = (part for argument in written.values() for part in postorder(argument))
    if not any(isinstance(part, Name) and part.name not in rules.constant_names() for part in parts):
        return f"`{site.function}` needs `{domain.predicate}`"
    met = fold(
        predicate,
        lambda leaf: written.get(leaf.name, leaf) if isinstance(leaf, Name) else leaf,
        lambda call, arguments: call._replace(arguments=arguments),
    )
    return f"choose a point where `{text(met)}`"


def no_value(site: Site, values: Mapping[str, str], is_finite: bool) -> GradcliError:
    """A function that gives nan though its arguments are inside its domain: inf - inf, or digits beyond reach."""
    if is_finite:
        message = f"`{site.function}` could not be computed at {', '.join(values.values())}"
        help = "take arguments of moderate size"
        return GradcliError(
            f"domain.{site.rule.backend_name}", message, site.source, site.place, help, in_calls(site.within)
        )
    return GradcliError(
        f"domain.{site.rule.backend_name}",
        f"`{site.function}` has no value at {', '.join(values.values())}",
        site.source,
        site.place,
        "infinity as an argument leaves the result open; use a finite number",
        in_calls(site.within),
    )


def undecided(site: Site, values: Mapping[str, str]) -> GradcliError:
    """A function of arguments that no precision tells from the end of its domain, or from a pole."""
    given = ", ".join(values.values())
    message = f"whether `{site.function}` has a value at {given} cannot be told, with as many digits as were tried"
    help = "move the point, or rewrite the formula so that this is exactly zero, or clearly not"
    return GradcliError("domain.undecided", message, site.source, site.place, help, in_calls(site.within))


def undecided_choice(site: Site, condition: str, place: Span) -> GradcliError:
    """An `if` whose condition no precision decides, and of whose branches one has no value."""
    message = f"whether `{condition}` holds cannot be told with as many digits as were tried, and a branch has no value"
    help = "move the point, or rewrite the condition so that it holds clearly, or not"
    return GradcliError("domain.undecided", message, site.source, place, help, in_calls(site.within))


def undecided_value(formula: Formula, bounds: str) -> GradcliError:
    """A value of which hardly a digit is known, as beside a jump."""
    message = f"the value is not decided with as many digits as were tried: it is in {bounds}"
    help = "move the point, or rewrite the formula so that it is clearly not at a jump"
    return GradcliError("domain.undecided", message, formula.source, formula.result.span, help)


def too_many_digits(source: Source, digits: int, nodes: int) -> GradcliError:
    """More digits of a formula than are worth waiting for."""
    message = f"{digits:,} digits of a formula of {nodes:,} nodes would take minutes"
    return GradcliError("usage.digits", message, source, None, "ask for fewer digits")


def too_large(site: Site, values: Mapping[str, str]) -> GradcliError:
    """A result beyond the largest double."""
    given = ", ".join(values.values())
    return GradcliError(
        f"overflow.{site.rule.backend_name}",
        f"the result of `{site.function}` at {given} is too large for a double (the largest is about 1.8e308)",
        site.source,
        site.place,
        "rescale the formula, work with logarithms, or have it computed with `--digits 17`",
        in_calls(site.within),
    )


def unknown_derivative(source: Source, rule: Rule, argument: int, place: Span) -> GradcliError:
    """A partial that the rule table does not have."""
    return GradcliError(
        "derivative.unknown",
        f"the derivative of `{rule.name}` by its argument `{rule.parameters[argument]}` is not known",
        source,
        place,
        "ask for the gradient by other names with `--wrt`",
    )


def kink_met(source: Source, function: str, kind: str, place: Span) -> GradcliError:
    """A kink or a jump where the user wants none."""
    help = "move the point, or choose a slope with `--kink`"
    if kind == "jump":
        return GradcliError("derivative.jump", f"`{function}` jumps at this point", source, place, help)
    return GradcliError("derivative.kink", f"`{function}` has a kink at this point", source, place, help)


def infinite_value(formula: Formula, value: str) -> GradcliError:
    """A formula whose value is infinite because infinity went in."""
    return GradcliError(
        "domain.infinite",
        f"the value is {value}, not a finite number",
        formula.source,
        formula.result.span,
        "`inf` may stand where the result stays finite, as in `min(x, inf)`",
    )

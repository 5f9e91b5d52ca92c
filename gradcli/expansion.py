"""A formula with functions, sums and products of its own becomes one without: all is written out in place."""

from collections.abc import Mapping
from typing import NamedTuple

from gradcli import faults, rules
from gradcli.backends import floats
from gradcli.errors import GradcliError
from gradcli.evaluation import evaluate
from gradcli.expression import (
    HIDDEN,
    Binding,
    Call,
    Definition,
    Expression,
    Formula,
    Name,
    Number,
    fold,
    postorder,
    text,
)
from gradcli.graph import lower
from gradcli.source import Source, Span

TERMS = 100_000
"""The most terms that one sum or product may have."""
PARTS = 1_000_000
"""The most parts (numbers, names, calls) that all may become together; more would take minutes and gigabytes."""
CHAINS = {"sum": ("+", "0"), "prod": ("*", "1")}
"""The operator that makes a chain of terms, and its value without any."""
SUMMARIES = {
    "sum(term, i, from, to)": "term + term + ..., i a whole number in each, from `from` up to `to`",
    "prod(term, i, from, to)": "term * term * ..., i a whole number in each, from `from` up to `to`",
}
"""How chains are written, and what they are."""


class Scope(NamedTuple):
    """What names stand for inside a definition or a sum, and the calls that led there."""

    names: Mapping[str, Expression]
    within: tuple[Span, ...] = ()


class Inline(NamedTuple):
    """The body of a definition is to be written out for the arguments that stand ready."""

    definition: Definition
    call: Call
    scope: Scope


class Build(NamedTuple):
    """A call is to be made of the arguments that stand ready."""

    call: Call
    within: tuple[Span, ...]


Task = tuple[Expression, Scope] | Inline | Build


def expanded(formula: Formula) -> Formula:
    """`formula` with the calls of its own functions, its sums and products written out.

    Arguments become hidden bindings, so that they are computed once; calls keep the spans of the text they
    were written in, and `within` says for which calls. Raises GradcliError (`name.*`, `parse.*`, `domain.sum`).
    """
    if not formula.definitions and not any(
        isinstance(part, Call) and part.function in CHAINS for part in formula.parts()
    ):
        return formula
    expansion = Expansion(formula.source, own_functions(formula))
    for binding in formula.bindings:
        value = expansion.write_out(binding.value)
        expansion.bindings.append(Binding(binding.name, value, binding.span))
    results = tuple(map(expansion.write_out, formula.results))
    return Formula(tuple(expansion.bindings), results, formula.source, is_vector=formula.is_vector)


def own_functions(formula: Formula) -> dict[str, Definition]:
    """The definitions of a formula by name."""
    found: dict[str, Definition] = {}
    for definition in formula.definitions:
        name = definition.name
        if name in found or name in rules.names() or name in CHAINS:
            whose = "earlier in the formula" if name in found else "built in"
            message, help = f"there is a function `{name}` already, {whose}", "give this one another name"
            raise GradcliError("name.bound-twice", message, formula.source, definition.span, help)
        found[name] = definition
    return found


class Expansion:
    """The writing out of one formula: a stack of tasks instead of recursion, however deep calls are nested."""

    def __init__(self, source: Source, definitions: Mapping[str, Definition]) -> None:
        self.source = source
        self.definitions = definitions
        self.bindings: list[Binding] = []
        self.results: list[Expression] = []
        self.tasks: list[Task] = []
        self.parts = 0

    def write_out(self, expression: Expression) -> Expression:
        """`expression` without calls of own functions, sums and products."""
        self.tasks.append((expression, Scope({})))
        while self.tasks:
            task = self.tasks.pop()
            if isinstance(task, Inline):
                self.inline(task)
            elif isinstance(task, Build):
                count = len(task.call.arguments)
                arguments = tuple(self.results[len(self.results) - count :])
                del self.results[len(self.results) - count :]
                self.results.append(task.call._replace(arguments=arguments, within=task.within))
            else:
                self.visit(*task)
        return self.results.pop()

    def visit(self, part: Expression, scope: Scope) -> None:
        """Puts what becomes of one part on the results, or what has to be done for it on the tasks."""
        self.parts += 1
        if self.parts > PARTS:
            message = f"written out, the formula has more than {PARTS:,} parts"
            raise GradcliError("parse.too-large", message, self.source, part.span, "use fewer terms or calls")
        if isinstance(part, Name):
            self.results.append(scope.names.get(part.name, part))
        elif isinstance(part, Number):
            self.results.append(part)
        elif part.function in CHAINS:
            self.chain(part, scope)
        elif part.function in self.definitions:
            definition = self.definitions[part.function]
            self.refuse_misuse(part, definition)
            self.tasks.append(Inline(definition, part, scope))
            self.tasks.extend((argument, scope) for argument in reversed(part.arguments))
        else:
            self.tasks.append(Build(part, scope.within))
            self.tasks.extend((argument, scope) for argument in reversed(part.arguments))

    def refuse_misuse(self, call: Call, definition: Definition) -> None:
        """Refuses a call before the definition, in it, or with another number of arguments."""
        if call.place.start <= definition.body.span.end:
            is_inside = call.place.start >= definition.span.start
            message = f"`{call.function}` calls itself" if is_inside else f"`{call.function}` is defined further down"
            help = "recursion is not possible" if is_inside else "move the definition up"
            raise GradcliError("name.recursion", message, self.source, call.place, help)
        wanted = len(definition.parameters)
        if len(call.arguments) != wanted:
            raise faults.wrong_count(self.source, call, [name.name for name in definition.parameters])

    def inline(self, task: Inline) -> None:
        """Writes out a definition's body, its parameters standing for the arguments."""
        names: dict[str, Expression] = {}
        count = len(task.call.arguments)
        arguments = self.results[len(self.results) - count :]
        del self.results[len(self.results) - count :]
        for parameter, argument in zip(task.definition.parameters, arguments, strict=True):
            if isinstance(argument, Call):
                hidden = f"{parameter.name}{HIDDEN}{len(self.bindings)}"
                self.bindings.append(Binding(hidden, argument, argument.span))
                argument = Name(hidden, argument.span)
            names[parameter.name] = argument
        self.tasks.append((task.definition.body, Scope(names, (*task.scope.within, task.call.span))))

    def chain(self, call: Call, scope: Scope) -> None:
        """`sum(term, i, from, to)` becomes term + term + ..., i a number in each."""
        if len(call.arguments) != 4:
            raise faults.wrong_count(self.source, call, ["term", "i", "from", "to"])
        term, index, first, last = call.arguments
        if not isinstance(index, Name):
            message, help = "the second argument is the name that counts", f"write `{call.function}(i^2, i, 1, 10)`"
            raise GradcliError("parse.index", message, self.source, index.span, help)
        low, high = self.bound(first, scope), self.bound(last, scope)
        if high - low >= TERMS:
            message = f"{high - low + 1:,} terms are too many; {TERMS:,} are possible"
            raise GradcliError("parse.too-large", message, self.source, call.span, "use fewer terms")
        operator, nothing = CHAINS[call.function]
        if high < low:
            self.results.append(Number(nothing, call.span))
            return
        for number in range(high, low - 1, -1):
            if number > low:
                self.tasks.append(Build(Call(operator, (term, term), call.span, call.place), scope.within))
            self.tasks.append((term, Scope({**scope.names, index.name: literal(number, index.span)}, scope.within)))

    def bound(self, expression: Expression, scope: Scope) -> int:
        """The whole number that an end of a sum is: a constant, without sums and own functions in it."""
        value = fold(
            expression,
            lambda leaf: scope.names.get(leaf.name, leaf) if isinstance(leaf, Name) else leaf,
            lambda call, arguments: call._replace(arguments=arguments),
        )
        parts = postorder(value)
        if any(
            part.name not in rules.constant_names() if isinstance(part, Name) else self.is_own(part) for part in parts
        ):
            found = None
        else:
            graph = lower(Formula((), (value,), self.source), ())
            found = evaluate(graph, floats, {}, checked=True)[graph.output]
        if found is None or not floats.is_finite(found) or found != int(found):
            message = f"`{text(value)}` is not a constant whole number"
            help = "the ends of a sum or a product are whole numbers, such as `1` and `10`"
            raise GradcliError("parse.index", message, self.source, expression.span, help)
        return int(found)

    def is_own(self, part: Expression) -> bool:
        """Is this a call that would have to be written out?"""
        return isinstance(part, Call) and (part.function in CHAINS or part.function in self.definitions)


def literal(number: int, span: Span) -> Expression:
    """A whole number as it is written."""
    written = Number(str(abs(number)), span)
    return written if number >= 0 else Call("-", (written,), span, span)

"""A graph at a point becomes power series, degree by degree: each function's from its partials in the rule table.

For v = f(u, w, ...) and the derivative E = sum of x*d/dx over all names, which multiplies what has degree d by d,
the chain rule is E v = sum of (partial of f by u)*(E u). The form of degree d of v so needs those of its arguments to
degree d, and those of its partials only to d - 1. The partials' formulas join the graph as further jets, equal ones
once, so that `sin` and `cos`, or `tanh` and `sech`, carry each other on (Griewank and Walther, Evaluating
Derivatives, chapter 13).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gradcli.absences import unknown_derivative
from gradcli.backends import balls, series
from gradcli.backends.series import Form
from gradcli.calculus import choices, formulas, smoothness
from gradcli.calculus.jet import Condition, Jet, Need
from gradcli.errors import GradcliError
from gradcli.evaluation import apply
from gradcli.graph import Graph, Input, Node, Operation, template
from gradcli.rules.rule import Rule

SPARE = 32
"""Degrees beyond the order in which the first term of a series is looked for that begins with zeros."""


class Jets:
    """The series of a graph at a point, by `names`; others of the point are constants. `order` is the most asked for.

    `joins` are the user's own `if` that change at the point, and what their conditions say around it.
    """

    def __init__(self, graph: Graph, point: Mapping[str, Any], names: Sequence[str], order: int) -> None:
        self.graph = graph
        self.point = point
        self.places = {name: place for place, name in enumerate(names)}
        self.reach = order + SPARE
        self.jets: list[Jet] = []
        self.known: dict[object, int] = {}
        self.variables: dict[int, int] = {}
        self.joins: dict[Operation, Condition] = {}
        indices: list[int] = []
        for node in graph.nodes:
            parents = tuple(indices[parent] for parent in node.parents) if isinstance(node, Operation) else ()
            indices.append(self.of_node(node, parents, node if isinstance(node, Operation) else None))
        self.output = indices[graph.output]

    def of_node(self, node: Node, parents: tuple[int, ...], home: Operation | None) -> int:
        """The jet of a node of the user's graph, or of a partial's formula."""
        if isinstance(node, Operation):
            return self.of_operation(node.rule, parents, home)
        if isinstance(node, Input):
            place = self.places.get(node.name)
            index = self.of_number(("input", node.name), self.point[node.name], varies=place is not None)
            if place is not None:
                self.variables[index] = place
            return index
        number = balls.constant(node.text) if node.is_named else balls.number(node.text)
        return self.of_number(("constant", node.text, node.is_named), number)

    def of_number(self, key: object, number: Any, *, varies: bool = False) -> int:
        """The jet of a number, or of a name at its number."""
        index = self.known.setdefault(key, len(self.jets))
        if index == len(self.jets):
            self.jets.append(Jet(None, (), None, varies, [series.constant(number)], [{}]))
        return index

    def of_operation(self, rule: Rule, parents: tuple[int, ...], home: Operation | None) -> int:
        """The jet of a function of jets; of the same function of the same jets there is one."""
        index = self.known.setdefault((rule.backend_name, parents), len(self.jets))
        if index == len(self.jets):
            varies = any(self.jets[parent].varies for parent in parents)
            self.jets.append(Jet(rule, parents, home, varies))
        return index

    def of_formula(self, formula: str, rule: Rule, index: int) -> int:
        """The jet of a partial's formula for the jet `index`, which is the `v` in it."""
        jet = self.jets[index]
        arguments = dict(zip((*rule.parameters, "v"), (*map(self.behind, jet.parents), index), strict=True))
        graph = template(formula, (*rule.parameters, "v"))
        indices: list[int] = []
        for node in graph.nodes:
            if isinstance(node, Input):
                indices.append(arguments[node.name])
                continue
            parents = tuple(indices[parent] for parent in node.parents) if isinstance(node, Operation) else ()
            indices.append(self.of_node(node, parents, jet.home))
        return indices[graph.output]

    def run(self, degree: int) -> list[Form]:
        """The forms of the output to this degree. Raises GradcliError where there is no series."""
        stack: list[Need] = [(self.output, degree)]
        begun: set[int] = set()
        while stack:
            index, wanted = stack[-1]
            jet = self.jets[index]
            if self.has(index, wanted):
                stack.pop()
                begun.discard(index)
                continue
            try:
                missing = [need for need in self.needs(index) if not self.has(*need)]
                begun.add(index)
                if any(needed in begun for needed, _ in missing):
                    raise self.without_series(jet)  # the series would have to be known before it begins
                if missing:
                    stack.extend(missing)
                else:
                    self.extend(index)
            except GradcliError as error:
                raise self.told(error, stack) from None
        return self.jets[self.output].forms[: degree + 1]

    def told(self, error: GradcliError, stack: list[Need]) -> GradcliError:
        """An error on the way; in a branch that holds only beside the point it is one of the condition's."""
        for index, _ in stack:
            jet = self.jets[index]
            if jet.rule is None or jet.rule.name != "if" or jet.home is None or jet.home.rule.name != "if":
                continue
            condition = self.jets[jet.parents[0]].condition
            if condition is None or condition.is_settled or error.code == "derivative.undecided":
                continue
            return error if index == stack[-1][0] else smoothness.branch_has_none(self.graph.source, jet.home, error)
        return error

    def behind(self, index: int) -> int:
        """The jet that a name stands for, or an `if` whose condition does not change: it may be a constant."""
        while (jet := self.jets[index]).rule is not None:
            condition = self.jets[jet.parents[0]].condition
            if jet.rule.name == "=":
                index = jet.parents[0]
            elif jet.rule.name == "if" and condition is not None and condition.is_settled:
                index = jet.parents[1 if condition.here else 2]
            else:
                break
        return index

    def has(self, index: int, degree: int) -> bool:
        """Is a jet known to this degree?"""
        jet = self.jets[index]
        return jet.condition is not None or len(jet.forms) > degree

    def needs(self, index: int) -> Iterable[Need]:
        """What the next form of a jet needs, some of it perhaps only when the rest is known."""
        jet, degree = self.jets[index], len(self.jets[index].forms)
        if jet.rule is None:
            return ()
        name = jet.rule.name
        if jet.rule.is_condition:
            return choices.needs_of_condition(self, jet)
        if name == "if":
            return choices.needs_of_choice(self, jet, degree)
        if name == "/" and jet.varies:
            return formulas.needs_of_quotient(self, jet, degree)
        if degree == 0 or name in formulas.DIRECT:
            return [(parent, degree) for parent in jet.parents]
        if not jet.varies:
            return ()
        if jet.partials is None:
            jet.partials = self.partials_of(index)
        return [need for parent, partial in jet.partials for need in ((parent, degree), (partial, degree - 1))]

    def partials_of(self, index: int) -> list[tuple[int, int]]:
        """The jets of the partials by the arguments that vary, each with that argument's."""
        jet = self.jets[index]
        rule, home = jet.rule, jet.home
        assert rule is not None and home is not None
        parents = tuple(map(self.behind, jet.parents))
        varying = tuple(place for place, parent in enumerate(parents) if self.jets[parent].varies)
        numbers = [self.jets[parent].number() for parent in parents]
        found = []
        for place, formula in formulas.of_partials(self.graph.source, home, rule, numbers, varying):
            if not formula:
                raise unknown_derivative(self.graph.source, rule, place, home.place)
            found.append((parents[place], self.of_formula(formula, rule, index)))
        return found

    def extend(self, index: int) -> None:
        """Adds the next form of a jet, or decides a condition; what it needs is known."""
        jet = self.jets[index]
        if jet.rule is not None and jet.rule.is_condition:
            jet.condition = choices.condition_of(self, jet)
            return
        degree = len(jet.forms)
        form = self.form_of(index, jet, degree)
        if jet.varies and not series.are_finite(form):
            raise self.without_series(jet)
        jet.forms.append(form)
        jet.flows.append(series.scaled(form, degree))

    def form_of(self, index: int, jet: Jet, degree: int) -> Form:
        """The next form of a jet."""
        if jet.rule is None:
            return series.variable(self.variables[index]) if degree == 1 and jet.varies else {}
        if jet.rule.name == "if":
            return choices.chosen(self, jet, degree)
        if degree and not jet.varies:
            return {}
        if jet.rule.name == "/" and jet.varies:
            return formulas.quotient(self, jet, degree)
        if degree == 0:
            return self.first_form(jet)
        parents = [self.jets[parent] for parent in jet.parents]
        if jet.rule.name in formulas.DIRECT:
            return formulas.DIRECT[jet.rule.name](degree, *(parent.forms for parent in parents))
        assert jet.partials is not None
        total: Form = {}
        for parent, partial in jet.partials:
            flow = series.convolution(self.jets[partial].forms, self.jets[parent].flows, degree, least=1)
            total = series.added(total, flow)
        return series.scaled(total, series.reciprocal(degree))

    def first_form(self, jet: Jet) -> Form:
        """The value of a function."""
        rule, home = jet.rule, jet.home
        assert rule is not None and home is not None
        numbers = [self.jets[parent].number() for parent in jet.parents]
        value = apply(rule, numbers, balls)
        if not jet.varies or balls.is_finite(value):
            return series.constant(value)
        outside = formulas.outside(rule, numbers)
        if outside is not None and any(
            name == outside.parameter and not self.jets[parent].varies
            for name, parent in zip(rule.parameters, jet.parents, strict=True)
        ):
            raise smoothness.too_high(self.graph.source, home)
        raise self.open_value(jet) if outside is None and balls.is_nan(value) else self.without_series(jet)

    def without_series(self, jet: Jet) -> GradcliError:
        """The error for a jet that has none."""
        assert jet.home is not None
        return smoothness.no_series(self.graph.source, jet.home)

    def open_value(self, jet: Jet) -> GradcliError:
        """The error for a value that may not exist."""
        assert jet.home is not None
        what = f"whether `{jet.home.function}` has a Taylor series here"
        return smoothness.undecided(self.graph.source, jet.home, what)

"""Operations become an order in which few arrays are alive at once, and a place in memory for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gradcli.batch.operations import TRUTH, Op


class Placed(NamedTuple):
    """Operations in groups that are computed at once, the slot of each result that a later group reads, and how many
    slots for numbers and for truths there are.

    A slot is ("number", k), ("truth", k), ("input", k), ("constant", k) or ("output", k).
    """

    groups: tuple[tuple[int, ...], ...]
    slots: dict[int, tuple[str, int]]
    numbers: int
    truths: int


def ordered(ops: Sequence[Op], outputs: Sequence[int], is_eager: bool) -> list[int]:
    """All operations that are no leaves, each after its operands.

    Those that set more free than they take come early; if `is_eager`, all that can come do. So the backward part of
    each term of a long sum is computed with the term, and not after all terms.
    """
    scheduling = Scheduling(ops, set(outputs), is_eager)
    for index, op in enumerate(ops):
        if not op.is_leaf and not scheduling.is_done[index]:
            scheduling.run(index)
    return scheduling.order


class Scheduling:
    """An order as far as it is made."""

    def __init__(self, ops: Sequence[Op], outputs: set[int], is_eager: bool) -> None:
        self.ops = ops
        self.outputs = outputs
        self.is_eager = is_eager
        self.order: list[int] = []
        self.is_done = [op.is_leaf for op in ops]
        self.operands = [tuple(dict.fromkeys(op.operands)) for op in ops]
        self.users: list[list[int]] = [[] for _ in ops]
        for index, operands in enumerate(self.operands):
            for operand in operands:
                self.users[operand].append(index)
        self.missing = [sum(not self.is_done[operand] for operand in operands) for operands in self.operands]
        self.is_simple = [not missing and not op.is_leaf for missing, op in zip(self.missing, ops, strict=True)]
        self.left = [len(users) for users in self.users]

    def run(self, index: int) -> None:
        """Puts an operation next, and then all that can be computed without taking more memory."""
        candidates, wanted = [index], {index}
        while candidates:
            index = candidates.pop()
            if self.is_done[index] or not (self.is_eager or index in wanted or self.is_free(index)):
                continue
            if self.missing[index]:
                # What is made of inputs alone can be made now, if nothing else is missing.
                open_ones = [operand for operand in self.operands[index] if not self.is_done[operand]]
                if self.is_eager and all(self.is_simple[operand] for operand in open_ones):
                    candidates += [index, *open_ones]
                continue
            candidates += self.follow(index)

    def follow(self, index: int) -> list[int]:
        """Puts an operation next; gives those that it makes possible, or worth a look."""
        self.is_done[index] = True
        self.order.append(index)
        found: list[int] = []
        for operand in self.operands[index]:
            self.left[operand] -= 1
            if self.left[operand] == 1:
                found += [user for user in self.users[operand] if not self.is_done[user]]
        for user in self.users[index]:
            self.missing[user] -= 1
            if not self.missing[user] or (self.is_eager and self.missing[user] == 1):
                found.append(user)
        return found

    def is_free(self, index: int) -> bool:
        """Are as many arrays set free by this operation as it takes?"""
        taken = int(not self.ops[index].is_look and index not in self.outputs)
        return taken <= sum(
            self.left[operand] == 1
            for operand in self.operands[index]
            if not self.ops[operand].is_leaf and operand not in self.outputs
        )


def placed(ops: Sequence[Op], outputs: Sequence[int]) -> Placed:
    """An order of operations one by one, that of two which takes fewer slots."""
    orders = (ordered(ops, outputs, is_eager) for is_eager in (False, True))
    return min(
        (in_groups(ops, outputs, [(index,) for index in order]) for order in orders), key=lambda found: found.numbers
    )


def in_groups(ops: Sequence[Op], outputs: Sequence[int], groups: Sequence[tuple[int, ...]]) -> Placed:
    """Slots for what each of some groups leaves to later ones, taken again after the last use of what was in them."""
    last: dict[int, int] = {}
    for time, group in enumerate(groups):
        last.update((operand, time) for index in group for operand in ops[index].operands)
    slots = {index: (op.name, index) for index, op in enumerate(ops) if op.is_leaf}
    for place, output in enumerate(outputs):
        slots.setdefault(output, ("output", place))
    counts = {"number": 0, "truth": 0}
    free: dict[str, list[int]] = {"number": [], "truth": []}
    for time, group in enumerate(groups):
        for operand in dict.fromkeys(operand for index in group for operand in ops[index].operands):
            kind, slot = slots.get(operand, ("", 0))  # what this group makes has none yet
            if last[operand] == time and kind in free:
                free[kind].append(slot)
        for index in group:
            if index in slots or last.get(index, time) == time:  # has one, or nobody later wants it
                continue
            kind = "truth" if ops[index].kind == TRUTH else "number"
            if not free[kind]:
                free[kind].append(counts[kind])
                counts[kind] += 1
            slots[index] = (kind, free[kind].pop())
    return Placed(tuple(groups), slots, counts["number"], counts["truth"])

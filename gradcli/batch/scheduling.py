"""Operations become an order in which few arrays are alive at once, and a place in memory for each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from gradcli.batch.lowering import TRUTH, Op


class Placed(NamedTuple):
    """Operations in order, the slot of each one's result, and how many slots for numbers and for truths there are.

    A slot is ("number", k), ("truth", k), ("input", k), ("constant", k) or ("output", k).
    """

    order: tuple[int, ...]
    slots: dict[int, tuple[str, int]]
    numbers: int
    truths: int


def ordered(ops: Sequence[Op], outputs: Sequence[int]) -> list[int]:
    """All operations that are no leaves, each after its operands; those that set more free than they take come early.

    So the backward part of each term of a long sum is computed with the term, and not after all terms.
    """
    scheduling = Scheduling(ops, set(outputs))
    for index, op in enumerate(ops):
        if not op.is_leaf and not scheduling.is_done[index]:
            scheduling.run(index)
    return scheduling.order


class Scheduling:
    """An order as far as it is made."""

    def __init__(self, ops: Sequence[Op], outputs: set[int]) -> None:
        self.ops = ops
        self.outputs = outputs
        self.order: list[int] = []
        self.is_done = [op.is_leaf for op in ops]
        self.users: list[list[int]] = [[] for _ in ops]
        for index, op in enumerate(ops):
            for operand in dict.fromkeys(op.operands):
                self.users[operand].append(index)
        self.missing = [sum(not self.is_done[operand] for operand in dict.fromkeys(op.operands)) for op in ops]
        self.left = [len(users) for users in self.users]

    def run(self, index: int) -> None:
        """Puts an operation next, and then all that can be computed without taking more memory."""
        candidates = [index]
        is_first = True
        while candidates:
            index = candidates.pop()
            if self.is_done[index] or self.missing[index] or not (is_first or self.is_free(index)):
                continue
            is_first = False
            self.is_done[index] = True
            self.order.append(index)
            for operand in dict.fromkeys(self.ops[index].operands):
                self.left[operand] -= 1
                if self.left[operand] == 1:
                    candidates += [user for user in self.users[operand] if not self.is_done[user]]
            for user in self.users[index]:
                self.missing[user] -= 1
                if not self.missing[user]:
                    candidates.append(user)

    def is_free(self, index: int) -> bool:
        """Are as many arrays set free by this operation as it takes?"""
        taken = int(not self.ops[index].is_look and index not in self.outputs)
        return taken <= sum(
            self.left[operand] == 1
            for operand in dict.fromkeys(self.ops[index].operands)
            if not self.ops[operand].is_leaf and operand not in self.outputs
        )


def placed(ops: Sequence[Op], outputs: Sequence[int]) -> Placed:
    """An order of operations, and slots that are taken again after the last use of what was in them."""
    order = ordered(ops, outputs)
    last: dict[int, int] = {}
    for time, index in enumerate(order):
        for operand in ops[index].operands:
            last[operand] = time
    slots: dict[int, tuple[str, int]] = {}
    for index, op in enumerate(ops):
        if op.is_leaf:
            slots[index] = (op.name, index)
    for place, output in enumerate(outputs):
        slots.setdefault(output, ("output", place))
    counts = {"number": 0, "truth": 0}
    free: dict[str, list[int]] = {"number": [], "truth": []}
    for time, index in enumerate(order):
        for operand in dict.fromkeys(ops[index].operands):
            kind, slot = slots[operand]
            if last[operand] == time and kind in free:
                free[kind].append(slot)
        if ops[index].is_look or index in slots:
            continue
        kind = "truth" if ops[index].kind == TRUTH else "number"
        if not free[kind]:
            free[kind].append(counts[kind])
            counts[kind] += 1
        slots[index] = (kind, free[kind].pop())
        if index not in last:  # nobody uses it
            free[kind].append(slots[index][1])
    return Placed(tuple(order), slots, counts["number"], counts["truth"])

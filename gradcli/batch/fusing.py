"""Operations become groups, each of which one pass of machine code computes where there is some for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gradcli.batch.operations import Op
from gradcli.batch.scheduling import Placed, in_groups, ordered

MOST = 1600
"""Instructions of a group, about. To compile a formula in groups of 100 took half as long again as in longer ones."""
MOST_IN_ALL = 40_000
"""Instructions for which LLVM takes some seconds, longer than most tables would."""
WAVE = 35
"""Instructions of a sine or cosine."""
STREAMS = 40
"""Columns that a pass reads or writes: of more the processor does not see that they are wanted from end to end."""
FEW = 24
"""Buffers that stay in a core's own cache."""


def groups_of(ops: Sequence[Op], outputs: Sequence[int]) -> Placed | None:
    """Groups and slots; None where the operations are too many, or none of them can be machine code."""
    from gradcli.batch.machine import NAMES, is_allowed

    can_fuse = [op.name in NAMES for op in ops]
    weights = [weight(op) * can for op, can in zip(ops, can_fuse, strict=True)]
    if not 1 < sum(weights) <= MOST_IN_ALL or not is_allowed():
        return None
    streams = streams_of(ops, outputs)
    by_stage, by_term = (
        in_groups(ops, outputs, list(cut(order, can_fuse, weights, streams)))
        # Stages keep all that later ones want; the other order computes the terms of a long sum one after the other.
        for order in (staged(ops, can_fuse), ordered(ops, outputs, True))
    )
    return by_stage if by_stage.numbers <= max(FEW, by_term.numbers) else by_term


def weight(op: Op) -> int:
    """Instructions of an operation, about: a look has one for each condition as well."""
    if op.name in ("sin", "cos"):
        return WAVE
    return len(op.operands) if op.name == "check" else 1


def streams_of(ops: Sequence[Op], outputs: Sequence[int]) -> list[set[int]]:
    """For each operation the inputs and outputs, by index, that it reads or writes."""
    wanted = {*outputs, *(index for index, op in enumerate(ops) if op.name == "input")}
    return [wanted.intersection((index, *op.operands)) for index, op in enumerate(ops)]


def staged(ops: Sequence[Op], can_fuse: Sequence[bool]) -> list[int]:
    """All operations but leaves, in the order in which those that can be fused come in the fewest groups."""
    stages: list[int] = []
    for op, can in zip(ops, can_fuse, strict=True):
        # Within a stage what can be fused comes first.
        later = (stages[index] + (can and not can_fuse[index] and not ops[index].is_leaf) for index in op.operands)
        stages.append(max(later, default=0))
    indices = (index for index, op in enumerate(ops) if not op.is_leaf)
    return sorted(indices, key=lambda index: (stages[index], not can_fuse[index]))


def cut(
    order: Iterable[int], can_fuse: Sequence[bool], weights: Sequence[int], streams: Sequence[set[int]]
) -> Iterable[tuple[int, ...]]:
    """Groups: what cannot be fused is alone, and what can be is with its neighbours, as many as may be."""
    group: list[int] = []
    length, used = 0, set[int]()
    for index in order:
        if group and (not can_fuse[index] or length + weights[index] > MOST or len(used | streams[index]) > STREAMS):
            yield tuple(group)
            group, length, used = [], 0, set()
        if can_fuse[index]:
            group.append(index)
            length += weights[index]
            used |= streams[index]
        else:
            yield (index,)
    if group:
        yield tuple(group)

"""Operations become groups, each of which one pass of machine code computes where there is some for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gradcli.batch.operations import Op
from gradcli.batch.scheduling import Placed, in_groups, ordered

MOST = 1600
"""Instructions of a group, about: LLVM's time for one grows faster than its length."""
MOST_IN_ALL = 40_000
"""Instructions for which LLVM takes some seconds, longer than most tables would."""
WAVE = 35
"""Instructions of a sine or cosine."""
FEW = 24
"""Buffers that stay in a core's own cache."""


def groups_of(ops: Sequence[Op], outputs: Sequence[int]) -> Placed | None:
    """Groups and slots; None where the operations are too many, or none of them can be machine code."""
    from gradcli.batch.machine import NAMES, is_allowed

    can_fuse = [op.name in NAMES for op in ops]
    weights = [(WAVE if op.name in ("sin", "cos") else 1) * can for op, can in zip(ops, can_fuse, strict=True)]
    if not 1 < sum(weights) <= MOST_IN_ALL or not is_allowed():
        return None
    by_stage = in_groups(ops, outputs, list(cut(staged(ops, can_fuse), can_fuse, weights)))
    if by_stage.numbers <= FEW:
        return by_stage
    # Stages keep all that later ones want; this order computes the terms of a long sum one after the other.
    by_term = in_groups(ops, outputs, list(cut(ordered(ops, outputs, True), can_fuse, weights)))
    return min(by_stage, by_term, key=lambda found: found.numbers)


def staged(ops: Sequence[Op], can_fuse: Sequence[bool]) -> list[int]:
    """All operations but leaves, in the order in which those that can be fused come in the fewest groups."""
    stages: list[int] = []
    for op, can in zip(ops, can_fuse, strict=True):
        # Within a stage what can be fused comes first.
        later = (stages[index] + (can and not can_fuse[index] and not ops[index].is_leaf) for index in op.operands)
        stages.append(max(later, default=0))
    indices = (index for index, op in enumerate(ops) if not op.is_leaf)
    return sorted(indices, key=lambda index: (stages[index], not can_fuse[index]))


def cut(order: Iterable[int], can_fuse: Sequence[bool], weights: Sequence[int]) -> Iterable[tuple[int, ...]]:
    """Groups: what cannot be fused is alone, and what can be is with its neighbours, as many as may be."""
    group: list[int] = []
    weight = 0
    for index in order:
        if group and (not can_fuse[index] or weight + weights[index] > MOST):
            yield tuple(group)
            group, weight = [], 0
        if can_fuse[index]:
            group.append(index)
            weight += weights[index]
        else:
            yield (index,)
    if group:
        yield tuple(group)

"""Operations become machine code that does them all in one pass over the rows, by LLVM.

The bits are those of NumPy's steps: the same operations in the same order, each rounded alike.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

from llvmlite import binding, ir

from gradcli.backends.columns import waves
from gradcli.batch.buffers import FAR, MARKED
from gradcli.batch.operations import BITS, TRUTH, WIDTH, Op

INTEGER, BYTE = ir.IntType(64), ir.IntType(8)
NUMBERS, WORDS = ir.VectorType(ir.DoubleType(), WIDTH), ir.VectorType(INTEGER, WIDTH)
TRUTHS, BYTES = ir.VectorType(ir.IntType(1), WIDTH), ir.VectorType(BYTE, WIDTH)
ARITHMETIC = {"add": "fadd", "subtract": "fsub", "multiply": "fmul", "divide": "fdiv"}
COMPARISONS = {"less": "<", "less_equal": "<=", "greater": ">", "greater_equal": ">=", "equal": "=="}
INTRINSICS = {
    "absolute": "fabs",
    "ceil": "ceil",
    "floor": "floor",
    "maximum": "maximum",
    "minimum": "minimum",
    "round": "rint",
    "sqrt": "sqrt",
    "trunc": "trunc",
}
CONNECTIVES = {"logical_and": "and_", "logical_or": "or_"}
OTHERS = (
    *("bits_and", "bits_xor", "check", "cos", "logical_not", "mask", "mask_not"),
    *("negative", "not_equal", "positive", "sign", "sin", "square"),
)
NAMES = frozenset((*ARITHMETIC, *COMPARISONS, *INTRINSICS, *CONNECTIVES, *OTHERS))
"""The operations that there is machine code for."""


Kernel = Callable[[int, int, int], int]
"""`run(rows, addresses, marks)` computes a multiple of `WIDTH` rows of the arrays at the addresses, those that are read
first, then those written. It marks the rows that need a closer look, a byte each, and tells whether there are such and
whether it met a sine or cosine of an argument beyond `waves.FAR`, which is wrong: `buffers.MARKED | FAR`."""


def is_allowed() -> bool:
    """May this process run code that it has made? Some systems forbid it."""
    try:
        binding.check_jit_execution()
    except OSError:
        return False
    return True


def target() -> Any:
    """The processor that this runs on: a new object for each engine, which takes it over."""
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    features = binding.get_host_cpu_features().flatten()
    return binding.Target.from_default_triple().create_target_machine(
        cpu=binding.get_host_cpu_name(), features=features, opt=2
    )


def kernel(ops: Sequence[Op], indices: Sequence[int], reads: Sequence[int], writes: Sequence[int]) -> Kernel:
    """The machine code of some of the operations: `reads` are the results of others, `writes` those to be kept."""
    module = ir.Module()
    signature = ir.FunctionType(ir.IntType(32), [INTEGER, ir.PointerType(), ir.PointerType()])
    function = ir.Function(module, signature, "run")
    write_loop(function, ops, indices, reads, writes)
    parsed = binding.parse_assembly(str(module))
    engine = binding.create_mcjit_compiler(parsed, target())
    engine.finalize_object()
    address = engine.get_function_address("run")
    run: Any = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p)(address)
    run.engine = engine  # which owns the code
    found: Kernel = run
    return found


def write_loop(
    function: ir.Function, ops: Sequence[Op], indices: Sequence[int], reads: Sequence[int], writes: Sequence[int]
) -> None:
    """The loop over the rows."""
    rows, addresses, marks = function.args
    before = ir.IRBuilder(function.append_basic_block())
    arrays = [
        before.load(before.gep(addresses, [INTEGER(place)], source_etype=ir.PointerType()), typ=ir.PointerType())
        for place in range(len(reads) + len(writes))
    ]
    loop, after = function.append_basic_block(), function.append_basic_block()
    before.cbranch(before.icmp_signed(">", rows, INTEGER(0)), loop, after)
    body = ir.IRBuilder(loop)
    row, marked, far = (body.phi(kind) for kind in (INTEGER, BYTE, BYTE))
    code = Code(body, ops)
    for index, array in zip(reads, arrays, strict=False):
        code.values[index] = code.load(array, row, ops[index].kind)
    for index in indices:
        code.emit(index)
    for index, array in zip(writes, arrays[len(reads) :], strict=True):
        code.store(code.values[index], array, row)
    code.mark(marks, row)
    next_row = body.add(row, INTEGER(WIDTH))
    found = (body.or_(marked, code.any(code.marked)), body.or_(far, code.any(code.far)))
    body.cbranch(body.icmp_signed("<", next_row, rows), loop, after)
    end = ir.IRBuilder(after)
    results = [end.phi(BYTE) for _ in found]
    for phi, value in zip((row, marked, far), (next_row, *found), strict=True):
        phi.add_incoming(phi.type(0), before.block)
        phi.add_incoming(value, loop)
    for phi, value in zip(results, found, strict=True):
        phi.add_incoming(BYTE(0), before.block)
        phi.add_incoming(value, loop)
    flags = [
        end.select(end.icmp_unsigned("!=", phi, BYTE(0)), ir.IntType(32)(flag), ir.IntType(32)(0))
        for phi, flag in zip(results, (MARKED, FAR), strict=True)
    ]
    end.ret(end.or_(*flags))


class Code:
    """Instructions for `WIDTH` rows: the values of operations by their index."""

    def __init__(self, builder: ir.IRBuilder, ops: Sequence[Op]) -> None:
        self.builder = builder
        self.ops = ops
        self.values: dict[int, Any] = {}
        self.marked: list[Any] = []
        self.far: list[Any] = []

    def load(self, array: Any, row: Any, kind: str) -> Any:
        """`WIDTH` entries of an array; it may begin anywhere."""
        if kind == TRUTH:
            place = self.builder.gep(array, [row], source_etype=BYTE)
            return self.builder.icmp_unsigned("!=", self.builder.load(place, align=1, typ=BYTES), BYTES(None))
        place = self.builder.gep(array, [row], source_etype=INTEGER)
        return self.builder.load(place, align=1, typ=WORDS if kind == BITS else NUMBERS)

    def store(self, value: Any, array: Any, row: Any) -> None:
        """Writes them."""
        is_truth = value.type == TRUTHS
        place = self.builder.gep(array, [row], source_etype=BYTE if is_truth else INTEGER)
        self.builder.store(self.builder.zext(value, BYTES) if is_truth else value, place, align=1)

    def mark(self, marks: Any, row: Any) -> None:
        """Marks the rows that need a closer look beside those that are marked."""
        if self.marked:
            place = self.builder.gep(marks, [row], source_etype=BYTE)
            marked = self.builder.zext(self.either(self.marked), BYTES)
            self.builder.store(self.builder.or_(self.builder.load(place, align=1, typ=BYTES), marked), place, align=1)

    def either(self, conditions: Sequence[Any]) -> Any:
        """Where is any of these?"""
        found = conditions[0]
        for condition in conditions[1:]:
            found = self.builder.or_(found, condition)
        return found

    def any(self, conditions: Sequence[Any]) -> Any:
        """A byte that is not 0 where any row has any of these."""
        return self.builder.bitcast(self.either(conditions), BYTE) if conditions else BYTE(0)

    def call(self, name: str, *operands: Any) -> Any:
        """One of LLVM's own functions."""
        module, full = self.builder.module, f"llvm.{name}.v{WIDTH}f64"
        kind = ir.FunctionType(NUMBERS, [NUMBERS] * len(operands))
        function = module.globals.get(full) or ir.Function(module, kind, full)
        return self.builder.call(function, operands)

    def number(self, index: int) -> Any:
        """An operation's result as numbers."""
        op = self.ops[index]
        if op.name == "constant":
            return every(float(str(op.datum)))
        value = self.values[index]
        return self.builder.bitcast(value, NUMBERS) if value.type == WORDS else value

    def words(self, index: int) -> Any:
        """The same as integers."""
        value = self.number(index)
        return self.builder.bitcast(value, WORDS) if value.type == NUMBERS else value

    def emit(self, index: int) -> None:
        """The instructions of an operation."""
        op, build = self.ops[index], self.builder
        name = op.name
        if name == "check":
            self.check(op)
            return
        if name in ("bits_and", "bits_xor"):
            function = build.and_ if name == "bits_and" else build.xor
            self.values[index] = function(*map(self.words, op.operands))
            return
        operands = [self.number(operand) for operand in op.operands]
        if name in ARITHMETIC:
            self.values[index] = getattr(build, ARITHMETIC[name])(*operands)
        elif name in COMPARISONS:
            self.values[index] = build.fcmp_ordered(COMPARISONS[name], *operands)
        elif name in INTRINSICS:
            self.values[index] = self.call(INTRINSICS[name], *operands)
        elif name in CONNECTIVES:
            self.values[index] = getattr(build, CONNECTIVES[name])(*operands)
        else:
            self.values[index] = self.other(name, operands)

    def other(self, name: str, operands: Sequence[Any]) -> Any:
        """What no single instruction does."""
        build, x = self.builder, operands[0]
        match name:
            case "positive":
                return x
            case "negative":
                return build.fneg(x)
            case "square":
                return build.fmul(x, x)
            case "not_equal":
                return build.fcmp_unordered("!=", *operands)
            case "logical_not":
                return build.not_(x)
            case "mask" | "mask_not":
                return build.sext(build.not_(x) if name == "mask_not" else x, WORDS)
            case "sign":  # nan stays nan
                found = build.select(build.fcmp_ordered("==", x, every(0.0)), every(0.0), x)
                found = build.select(build.fcmp_ordered(">", x, every(0.0)), every(1.0), found)
                return build.select(build.fcmp_ordered("<", x, every(0.0)), every(-1.0), found)
        return self.wave(name, x)

    def check(self, op: Op) -> None:
        """Marks rows that are not finite where conditions hold."""
        operand, *conditions = (self.number(operand) for operand in op.operands)
        found = self.builder.fcmp_unordered("==", self.call("fabs", operand), every(float("inf")))
        truths: Any = op.datum
        for condition, truth in zip(conditions, truths, strict=True):
            found = self.builder.and_(found, condition if truth else self.builder.not_(condition))
        self.marked.append(found)

    def wave(self, name: str, x: Any) -> Any:
        """The sine or cosine."""
        build = self.builder
        self.far.append(build.fcmp_ordered(">=", self.call("fabs", x), every(waves.FAR)))
        registers = {"x": x, **{key: every(number) for key, number in waves.NUMBERS.items()}}
        top = ir.Constant(WORDS, [waves.TOP] * WIDTH)
        for function, target, first, last in waves.steps(name):
            if function in ARITHMETIC:
                registers[target] = getattr(build, ARITHMETIC[function])(registers[first], registers[last])
            elif function == "left_shift":
                registers[target] = build.shl(build.bitcast(registers[first], WORDS), top)
            else:
                registers[target] = build.xor(build.bitcast(registers[first], WORDS), registers[last])
        return build.bitcast(registers["out"], NUMBERS)


def every(number: float) -> Any:
    """The same number in all rows."""
    return ir.Constant(NUMBERS, [ir.Constant(ir.DoubleType(), number)] * WIDTH)

"""Services by the native helper: LLVM's analyses, and calls under LLVM's crash recovery."""

from __future__ import annotations

import ctypes

from opencicc.llvm import helper
from opencicc.llvm.library import load, pointer_array, take_buffer, take_error
from opencicc.llvm.recovery import ASSEMBLY, NO_CONTEXT, LibraryFailure, invoke, is_tainted, run, run_silent
from opencicc.llvm.services import NO_PRINT, Services

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.llvm.calls import CallFacts, FunctionHeader
    from opencicc.llvm.inline_costs import Cost
    from opencicc.llvm.ir import Function, Instruction, Module
    from opencicc.llvm.native import StepRunner, TargetMachine
    from opencicc.llvm.services import PressureRow, Properties, RemarkRow, SnapshotArrays
    from opencicc.llvm.shape import FunctionShape
    from opencicc.llvm.types import Type


class PackedArrays:
    """Arrays one after the other in one block; each is looked up when it is asked for."""

    __slots__ = ("_block", "_layout")

    def __init__(self, block: bytes, layout: tuple[tuple[str, int], ...]) -> None:
        self._block = block
        self._layout = layout

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PackedArrays) and self._layout == other._layout and self._block == other._block

    __hash__ = None  # type: ignore[assignment]

    def __getitem__(self, index: int) -> memoryview:
        start = sum([length * (8 if code == "q" else 4) for code, length in self._layout[:index]])
        code, length = self._layout[index]
        part = memoryview(self._block)[start : start + length * (8 if code == "q" else 4)]
        return part.cast("q") if code == "q" else part.cast("i")


class HelperServices(Services):
    links_only_needed = True
    times_steps = True
    can_peel = True
    can_unroll_directly = True
    counts_pressure = True
    gates_codegen = True

    def __init__(self, native: helper.NativeHelper) -> None:
        self._native = native
        self._promotion_accesses = 0

    # --- long-running calls ---

    def parse(self, context: int, buffer: int) -> int:
        module = ctypes.c_void_p()
        try:
            run(context, self._native, "ocx_safe_parse", context, buffer, ctypes.byref(module))
        finally:
            if not is_tainted(context):
                load().LLVMDisposeMemoryBuffer(buffer)
        return module.value or 0

    def verify(self, context: int, module: int) -> str:
        try:
            run(context, self._native, "ocx_safe_verify", module)
        except LibraryFailure as failure:
            if failure.is_crash:
                raise
            return failure.message or "broken module"
        return ""

    def run_passes(self, context: int, module: int, passes: str, machine: int, options: int) -> None:
        run_silent(context, self._native, "ocx_safe_run_passes", module, passes.encode(), machine, options)

    def emit(self, context: int, machine: int, module: int) -> bytes:
        output = ctypes.c_void_p()
        run(context, self._native, "ocx_safe_emit", machine, module, ASSEMBLY, ctypes.byref(output))
        return take_buffer(output.value or 0)

    def link(self, context: int, destination: int, source: int, *, only_needed: bool = False) -> None:
        flags = helper.LINK_ONLY_NEEDED if only_needed else 0
        run(context, self._native, "ocx_safe_link", destination, source, flags)

    def run_on_function(self, function: Function, passes: str, machine: int | None, options: int) -> None:
        words = (function.ref, passes.encode(), machine, options)
        error = invoke(function.context, self._native, load().LLVMRunPassesOnFunction, *words, is_deep=False)
        if error:
            raise LibraryFailure("failed", take_error(error))

    def create_machine(self, target: int, triple: str, cpu: str, features: str, level: int) -> int:
        machine, words = ctypes.c_void_p(), (triple.encode(), cpu.encode(), features.encode())
        run(NO_CONTEXT, self._native, "ocx_safe_create_machine", target, *words, level, ctypes.byref(machine))
        return machine.value or 0

    def call(self, context: int, name: str, *arguments: object, is_deep: bool = True) -> int:
        return invoke(context, self._native, getattr(load(), name), *arguments, is_deep=is_deep)

    # --- remarks ---

    def set_diagnostic_handler(self, context: int, handler: object) -> None:
        self._native.ocx_set_diagnostic_handler(context, handler, None)

    def enable_remarks(self, context: int, handler: object) -> None:
        self._native.ocx_enable_remarks(context, handler, None)

    def remark_row(self, info: int) -> RemarkRow:
        fields = self._native.ocx_remark_fields(info).decode(errors="replace").split("\x1f")
        kind, pass_name, name, function, location, message, *rest = fields
        return kind, pass_name, name, function, location, message, tuple(zip(rest[:-1:2], rest[1::2], strict=True))

    # --- reading ---

    def snapshot_arrays(self, function: Function) -> SnapshotArrays:
        counts, block = self._native.snapshot(function.ref)
        values, instructions, blocks, operands = counts.values, counts.instructions, counts.blocks, counts.operands
        layout = (
            ("q", values), ("q", values), ("i", values), ("i", instructions), ("i", instructions), ("i", blocks + 1),
            ("i", instructions + 1), ("i", operands), ("i", operands), ("i", values + 1), ("i", operands),
        )  # fmt: skip
        return (counts.arguments, blocks, instructions), PackedArrays(block, layout)

    def definitions(self, module: Module) -> list[int]:
        return self._native.functions(module.ref, helper.DEFINED)

    def pure_functions(self, module: Module) -> list[int]:
        return self._native.functions(module.ref, helper.PURE)

    def unusual_functions(self, module: Module) -> list[int]:
        return self._native.functions(module.ref, helper.UNUSUAL)

    def bounded_functions(self, module: Module) -> list[int]:
        return self._native.functions(module.ref, helper.BOUNDED)

    def worth_a_look(self, module: Module, pass_name: str) -> list[int]:
        return self._native.worth_a_look(module.ref, pass_name)

    def may_raise(self, function: Function, registers: int) -> bool:
        return bool(self._native.ocx_may_raise(function.ref, registers))

    def raise_alignments(self, function: Function) -> int | None:
        raised = int(self._native.ocx_raise_alignments(function.ref))
        return raised if raised >= 0 else None

    def may_thread_jumps(self, function: Function, past_barriers: bool) -> int | None:
        return int(self._native.ocx_may_thread_jumps(function.ref, past_barriers))

    def thread_jumps(self, function: Function, options: int) -> bool:
        has_changed = ctypes.c_int()
        run(function.context, self._native, "ocx_safe_thread_jumps", function.ref, ctypes.byref(has_changed))
        return bool(has_changed.value)

    def count_functions(self, module: Module) -> int:
        return int(self._native.ocx_list_functions(module.ref, helper.ALL, None, 0))

    def function_names(self, module: Module) -> list[str]:
        return self._native.function_names(module.ref)

    def module_facts(self, module: Module, long_count: int) -> int:
        return int(self._native.ocx_module_facts(module.ref, long_count))

    def function_shapes(self, functions: list[int], classes: bytes) -> list[FunctionShape]:
        from opencicc.llvm.shape import FunctionShape

        counts, flat = self._native.function_shapes(functions, classes)
        numbers = iter(flat)
        rows = list(zip(numbers, numbers, numbers, numbers, strict=True))
        found, start = [], 0
        for one in range(0, len(counts), helper.SHAPE_NUMBERS):
            blocks, instructions, free, switches, cases, most, shown = counts[one : one + helper.SHAPE_NUMBERS]
            here = rows[start : start + shown]
            found.append(FunctionShape(blocks, instructions, free, switches, cases, most, here))
            start += shown
        return found

    def function_headers(self, module: Module, attributes: str, agreed: str) -> list[FunctionHeader]:
        from opencicc.llvm.calls import FunctionHeader

        numbers, names = self._native.function_headers(module.ref, attributes.encode(), agreed.encode())
        found, start = [], 0
        for name in names:
            header = numbers[start : start + helper.HEADER_NUMBERS]
            start += helper.HEADER_NUMBERS
            end = start + 2 * header[-1]
            found.append(FunctionHeader(name, header, numbers[start:end:2], numbers[start + 1 : end : 2]))
            start = end
        return found

    def call_facts(self, calls: list[int]) -> list[CallFacts]:
        numbers, arguments = self._native.call_facts(calls)
        found, start = [], 0
        for facts, count in zip(numbers[::2], numbers[1::2], strict=True):
            found.append((facts, arguments[start : start + count]))
            start += count
        return found

    def small_calls(self, module: Module, classes: bytes) -> bytes | None:
        return self._native.small_calls(module.ref, classes)

    def mark_calls(self, module: Module, is_on: bool) -> None:
        self._native.ocx_mark_calls(module.ref, is_on)

    def count_instructions(self, module: Module) -> int:
        return self._native.module_size(module.ref).instructions

    def count_work(self, function: Function) -> int:
        return int(self._native.ocx_count_work(function.ref))

    def has_instructions(self, function: Function, count: int) -> bool:
        return bool(self._native.ocx_has_instructions(function.ref, count))

    def has_aggregate_accesses(self, module: Module) -> bool:
        return bool(self._native.ocx_has_aggregate_accesses(module.ref))

    def has_values_up_to(self, module: Module, bits: int) -> bool:
        return bool(self._native.ocx_has_values_up_to(module.ref, bits))

    def has_open_pointers(self, module: Module) -> bool:
        return bool(self._native.ocx_has_open_pointers(module.ref))

    def has_wide_operations(self, module: Module) -> bool:
        return bool(self._native.ocx_has_wide_operations(module.ref))

    def find_hopeless(self, module: Module) -> int:
        return int(self._native.ocx_find_hopeless(module.ref) or 0)

    def pressure(self, function: Function, counts_shared: bool = True) -> tuple[int, list[helper.LoopPressure]] | None:
        return self._native.pressure(function.ref, counts_shared)

    def try_passes(self, function: Function, machine: int, first: str, second: str) -> list[PressureRow] | None:
        native, found = self._native, (helper.PressureCount(), helper.PressureCount())
        words = (function.ref, machine, first.encode(), second.encode(), *map(ctypes.byref, found))
        run_silent(function.context, native, "ocx_safe_try_passes", *words)
        return [(row.alive, row.own, native.take_pressures(row.loops, row.count)) for row in found]

    def loops(self, function: Function) -> list[helper.LoopFacts] | None:
        return self._native.loops(function.ref)

    def divergent(self, function: Function, machine: TargetMachine) -> frozenset[int] | None:
        block, count = ctypes.c_void_p(), ctypes.c_int64()
        found = (ctypes.byref(block), ctypes.byref(count))
        run_silent(function.context, self._native, "ocx_safe_divergent", function.ref, machine.ref, *found)
        return self._native.take_pointers(block.value, count)

    def fits(self, function: Function) -> list[tuple[int, int, int]] | None:
        block, count = ctypes.c_void_p(), ctypes.c_int64()
        found = (ctypes.byref(block), ctypes.byref(count))
        run_silent(function.context, self._native, "ocx_safe_narrow", function.ref, *found)
        flat = self._native.take_numbers(block.value, 3 * count.value)
        return list(zip(flat[::3], flat[1::3], flat[2::3], strict=True))

    def loops_to_unroll(
        self, function: Function, machine: int, peel_threshold: int, assumed_size: int, known_print: int
    ) -> tuple[list[helper.LoopFacts], int] | None:
        native, context = self._native, function.context
        block, count, print_ = ctypes.c_void_p(), ctypes.c_int64(), ctypes.c_uint64(known_print)
        found = (None if known_print == NO_PRINT else ctypes.byref(print_), ctypes.byref(block), ctypes.byref(count))
        limits = (peel_threshold, assumed_size)
        run_silent(context, native, "ocx_safe_loops_to_unroll", function.ref, machine, *limits, *found)
        return native.take_loops(block.value, count), print_.value

    def marked_loops(self, function: Function) -> list[helper.LoopFacts] | None:
        return self._native.marked_loops(function.ref)

    def loop_fingerprint(self, function: Function) -> int:
        return int(self._native.ocx_loop_fingerprint(function.ref))

    def may_store_locally(self, function: Function) -> bool:
        return bool(self._native.ocx_stores_locally(function.ref))

    def fold_trips(
        self, function: Function, header: int, latch: int, trips: int, threshold: int
    ) -> tuple[int, int, int] | None:
        return self._native.fold_trips(function.ref, header, latch, trips, threshold)

    def loop_branches(self, function: Function) -> list[tuple[int, int, int]]:
        return self._native.loop_branches(function.ref)

    def inline_costs(
        self, module: Module, calls: list[int], knobs: list[int], machine: TargetMachine
    ) -> list[Cost] | None:
        from opencicc.llvm.inline_costs import Cost

        given, out = (ctypes.c_int64 * len(knobs))(*knobs), (Cost * len(calls))()
        asked = (module.ref, pointer_array(calls), len(calls), machine.ref, ctypes.addressof(given), out)
        run_silent(module.context.ref, self._native, "ocx_safe_inline_costs", *asked)
        return list(out)

    def longest_overlap(self, body: str) -> int | None:
        return self._native.longest_overlap(body.encode()) if body.isascii() else None

    def most_alive(self, body: str) -> int | None:
        most = self._native.most_alive(body.encode()) if body.isascii() else -1
        return most if most >= 0 else None

    def ptx_outline(self, text: str, words: tuple[bytes, ...]) -> list[int]:
        return self._native.ptx_outline(text.encode(), words) if text.isascii() else []

    def count_ptx_instructions(self, text: str) -> int | None:
        count = self._native.count_ptx_instructions(text.encode()) if text.isascii() else -1
        return count if count >= 0 else None

    def joinable_sums(self, text: str) -> list[int] | None:
        return self._native.joinable_sums(text.encode()) if text.isascii() else None

    def scaled_indices(self, text: str, takes_uniform_bases: bool) -> list[int] | None:
        return self._native.scaled_indices(text.encode(), takes_uniform_bases) if text.isascii() else None

    def may_keep_comparisons(self, text: str, most: int) -> bool:
        return not text.isascii() or self._native.ocx_most_kept_comparisons(text.encode(), len(text)) > most

    # --- changing ---

    def allow_contraction(self, function: Function) -> None:
        self._native.ocx_allow_contraction(function.ref)

    def copy_in_pieces(
        self, copy: Instruction, pieces: Sequence[tuple[int, Type]], alignments: tuple[int, int]
    ) -> None:
        rows = (ctypes.c_int64 * (2 * len(pieces)))(*[word for offset, type_ in pieces for word in (offset, type_.ref)])
        self._native.ocx_copy_in_pieces(copy.ref, ctypes.addressof(rows), len(pieces), *alignments)

    def promote_up_to(self, accesses: int) -> None:
        self._promotion_accesses = accesses
        self._native.ocx_promote_up_to(accesses)

    def place_remainders(self, is_behind: bool) -> None:
        self._native.ocx_place_remainders(is_behind)

    def rewrite_loop_id(self, branch: int, dropped: tuple[str, ...], added: Properties) -> None:
        words = [name if number is None else f"{name}={number}" for name, number in added]
        self._native.ocx_rewrite_loop_id(branch, "\n".join(dropped).encode(), "\n".join(words).encode())

    def unroll_loop(self, function: Function, machine: int, header: int, count: int, remainder: int) -> bool:
        return self._transform("ocx_unroll_loop", function, machine, header, count, remainder)

    def peel_loop(self, function: Function, machine: int, latch: int, count: int, is_last: bool) -> bool:
        return self._transform("ocx_peel_loop", function, machine, latch, count, int(is_last))

    def unswitch_loops(
        self, function: Function, machine: int, few_trips: int, shared_budget: int, in_searches: bool
    ) -> bool:
        return self._transform("ocx_unswitch_loops", function, machine, few_trips, shared_budget, int(in_searches))

    def _transform(self, name: str, function: Function, *words: int) -> bool:
        """One of the helper's own edits of a function, under recovery."""
        edit = getattr(self._native, name)
        return bool(invoke(function.context, self._native, edit, function.ref, *words, is_deep=False) & 1)

    def step_runner(self, module: Module, machine: TargetMachine) -> StepRunner | None:
        from opencicc.llvm.native import StepRunner

        return StepRunner(self._native, module, machine, self._promotion_accesses)

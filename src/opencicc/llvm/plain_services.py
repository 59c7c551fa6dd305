"""Services without the native helper: libLLVM's C API alone, long-running calls in threads of their own."""

from __future__ import annotations

import ctypes

from opencicc.llvm import edit
from opencicc.llvm.library import load, take_buffer, take_error, take_message
from opencicc.llvm.recovery import ASSEMBLY, NO_CONTEXT, LibraryFailure, in_thread
from opencicc.llvm.services import Services

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.llvm import helper
    from opencicc.llvm.calls import CallFacts, FunctionHeader
    from opencicc.llvm.ir import Function, Instruction, Module
    from opencicc.llvm.services import Properties, SnapshotArrays
    from opencicc.llvm.shape import FunctionShape
    from opencicc.llvm.types import Type

_RETURN_STATUS = 2  # LLVMReturnStatusAction
# What `call` is for that may report a fatal error: that costs a thread. The others can only overflow the stack, which
# is not survived without the helper.
_FATAL = frozenset(("LLVMGetBitcodeModuleInContext2",))
_FLOAT_BITS = {"half": 16, "bfloat": 16, "float": 32}


class PlainServices(Services):
    links_only_needed = False
    counts_pressure = False

    def __init__(self) -> None:
        self._has_enabled_remarks = self._has_placed_remainders = self._has_limited_promotion = False

    # --- long-running calls ---

    def parse(self, context: int, buffer: int) -> int:
        module, message = ctypes.c_void_p(), ctypes.c_void_p()
        reader = load().LLVMParseIRInContext
        if in_thread(context, reader, context, buffer, ctypes.byref(module), ctypes.byref(message)):
            raise LibraryFailure("failed", take_message(message.value))
        return module.value or 0

    def verify(self, context: int, module: int) -> str:
        message = ctypes.c_void_p()
        broken = load().LLVMVerifyModule(module, _RETURN_STATUS, ctypes.byref(message))
        said = take_message(message.value)
        return (said or "broken module") if broken else ""

    def run_passes(self, context: int, module: int, passes: str, machine: int, options: int) -> None:
        error = in_thread(context, load().LLVMRunPasses, module, passes.encode(), machine, options)
        if error:
            raise LibraryFailure("failed", take_error(error))

    def emit(self, context: int, machine: int, module: int) -> bytes:
        output, message = ctypes.c_void_p(), ctypes.c_void_p()
        emitter = load().LLVMTargetMachineEmitToMemoryBuffer
        if in_thread(context, emitter, machine, module, ASSEMBLY, ctypes.byref(message), ctypes.byref(output)):
            raise LibraryFailure("failed", take_message(message.value))
        return take_buffer(output.value or 0)

    def link(self, context: int, destination: int, source: int, *, only_needed: bool = False) -> None:
        if in_thread(context, load().LLVMLinkModules2, destination, source):
            raise LibraryFailure("failed", "")

    def run_on_function(self, function: Function, passes: str, machine: int | None, options: int) -> None:
        runner = load().LLVMRunPassesOnFunction
        error = in_thread(function.context, runner, function.ref, passes.encode(), machine, options)
        if error:
            raise LibraryFailure("failed", take_error(error))

    def create_machine(self, target: int, triple: str, cpu: str, features: str, level: int) -> int:
        words = triple.encode(), cpu.encode(), features.encode()
        return in_thread(NO_CONTEXT, load().LLVMCreateTargetMachine, target, *words, level, 0, 0)

    def call(self, context: int, name: str, *arguments: object, is_deep: bool = True) -> int:
        function = getattr(load(), name)
        return int((in_thread(context, function, *arguments) if name in _FATAL else function(*arguments)) or 0)

    # --- remarks ---

    def set_diagnostic_handler(self, context: int, handler: object) -> None:
        load().LLVMContextSetDiagnosticHandler(context, handler, None)

    def enable_remarks(self, context: int, handler: object) -> None:
        """The options can be given once only; contexts that did not ask drop what they get."""
        if not self._has_enabled_remarks:
            self._has_enabled_remarks = True
            _give_options(b"-pass-remarks=.*", b"-pass-remarks-missed=.*", b"-pass-remarks-analysis=.*")

    # --- reading ---

    def snapshot_arrays(self, function: Function) -> SnapshotArrays:
        from opencicc.llvm.plain_snapshot import plain_arrays

        return plain_arrays(function)

    def definitions(self, module: Module) -> list[int]:
        return [function.ref for function in module.functions if not function.is_declaration]

    def pure_functions(self, module: Module) -> list[int]:
        return [function.ref for function in module.definitions if function.is_pure]

    def unusual_functions(self, module: Module) -> list[int]:
        from opencicc.llvm.scan import is_unusual

        return [function.ref for function in module.functions if is_unusual(function)]

    def bounded_functions(self, module: Module) -> list[int]:
        from opencicc.llvm.names import LAUNCH_ATTRIBUTES

        defined = module.definitions
        return [one.ref for one in defined if any(one.has_attribute(name) for name in LAUNCH_ATTRIBUTES)]

    def worth_a_look(self, module: Module, pass_name: str) -> list[int]:
        return self.definitions(module)

    def may_raise(self, function: Function, registers: int) -> bool:
        return True

    def raise_alignments(self, function: Function) -> int | None:
        return None

    def may_thread_jumps(self, function: Function, past_barriers: bool) -> int | None:
        return None

    def thread_jumps(self, function: Function, options: int) -> bool:
        from opencicc.llvm.snapshot import take

        before = take(function, self)
        self.run_on_function(function, "jump-threading", None, options)
        return take(function, self) != before

    def count_functions(self, module: Module) -> int:
        return sum(1 for _ in module.functions)

    def function_names(self, module: Module) -> list[str]:
        def mark(function: Function) -> str:
            return "=" if not function.is_declaration else "+" if function.has_uses else "-"

        return [mark(function) + function.name for function in module.functions]

    def module_facts(self, module: Module, long_count: int) -> int:
        from opencicc.llvm.scan import module_facts

        return module_facts(module, long_count)

    def function_shapes(self, functions: list[int], classes: bytes) -> list[FunctionShape]:
        from opencicc.llvm.ir import Function
        from opencicc.llvm.shape import count_shape

        return [count_shape(Function(ref), classes) for ref in functions]

    def function_headers(self, module: Module, attributes: str, agreed: str) -> list[FunctionHeader]:
        from opencicc.llvm.calls import read_headers

        return read_headers(module, attributes, agreed)

    def call_facts(self, calls: list[int]) -> list[CallFacts]:
        from opencicc.llvm.calls import read_call
        from opencicc.llvm.ir import Instruction

        return [read_call(Instruction(ref)) for ref in calls]

    def count_instructions(self, module: Module) -> int:
        return sum(function.count_instructions() for function in module.definitions)

    def count_work(self, function: Function) -> int:
        from opencicc.llvm.scan import is_bookkeeping

        return sum(not is_bookkeeping(instruction) for instruction in function.instructions)

    def has_instructions(self, function: Function, count: int) -> bool:
        from opencicc.llvm.scan import has_instructions

        return has_instructions(function, count)

    def has_values_up_to(self, module: Module, bits: int) -> bool:
        types = {instruction.type for function in module.definitions for instruction in function.instructions}
        scalars = {type_.element if type_.kind == "vector" else type_ for type_ in types}
        return any(1 < _FLOAT_BITS.get(type_.kind, type_.integer_width) <= bits for type_ in scalars)

    def has_open_pointers(self, module: Module) -> bool:
        from opencicc.llvm.open_pointers import has_open_pointers

        return has_open_pointers(module)

    def has_aggregate_accesses(self, module: Module) -> bool:
        from opencicc.llvm.scan import has_aggregate_access

        return any(has_aggregate_access(function) for function in module.definitions)

    def has_wide_operations(self, module: Module) -> bool:
        from opencicc.llvm.wide import find_wide_operations

        return bool(find_wide_operations(module))

    def find_hopeless(self, module: Module) -> int:
        from opencicc.llvm.hopeless import walk

        return walk(module)

    def pressure(self, function: Function, counts_shared: bool = True) -> tuple[int, list[helper.LoopPressure]] | None:
        return None

    def loop_branches(self, function: Function) -> list[tuple[int, int, int]]:
        from opencicc.llvm.loop_ids import branches_of

        return branches_of(function)

    def small_calls(self, module: Module, classes: bytes) -> bytes | None:
        return None

    def mark_calls(self, module: Module, is_on: bool) -> None:
        from opencicc.llvm.ir import Instruction
        from opencicc.llvm.scan import calls_of

        put = edit.add_call_attribute if is_on else edit.remove_call_attribute
        for function in module.definitions:
            for ref in calls_of(function)[0]:
                put(Instruction(ref), "alwaysinline")

    def may_store_locally(self, function: Function) -> bool:
        return True

    def fold_trips(
        self, function: Function, header: int, latch: int, trips: int, threshold: int
    ) -> tuple[int, int, int] | None:
        return None

    def longest_overlap(self, body: str) -> int | None:
        return None

    def most_alive(self, body: str) -> int | None:
        return None

    def ptx_outline(self, text: str, words: tuple[bytes, ...]) -> list[int]:
        return []

    def count_ptx_instructions(self, text: str) -> int | None:
        return None

    def joinable_sums(self, text: str) -> list[int] | None:
        return None

    def scaled_indices(self, text: str, takes_uniform_bases: bool) -> list[int] | None:
        return None

    def may_keep_comparisons(self, text: str, most: int) -> bool:
        return True

    # --- changing ---

    def copy_in_pieces(
        self, copy: Instruction, pieces: Sequence[tuple[int, Type]], alignments: tuple[int, int]
    ) -> None:
        from opencicc.llvm.edit_copies import copy_in_pieces

        copy_in_pieces(copy, pieces, alignments)

    def allow_contraction(self, function: Function) -> None:
        edit.allow_contraction(function)

    def rewrite_loop_id(self, branch: int, dropped: tuple[str, ...], added: Properties) -> None:
        from opencicc.llvm.loop_ids import rewrite

        rewrite(branch, dropped, added)

    def promote_up_to(self, accesses: int) -> None:
        """As with remainders: what the first compile says holds."""
        if not self._has_limited_promotion:
            self._has_limited_promotion = True
            if accesses:
                _give_options(b"-licm-mssa-max-acc-promotion=" + str(accesses).encode())

    def place_remainders(self, is_behind: bool) -> None:
        """The option can be given once only, so it stays what it was first."""
        if not self._has_placed_remainders:
            self._has_placed_remainders = True
            _give_options(b"-unroll-runtime-epilog=" + (b"true" if is_behind else b"false"))


def _give_options(*words: bytes) -> None:
    """Options of libLLVM's own command line, for the whole process."""
    given = [b"opencicc", *words]
    load().LLVMParseCommandLineOptions(len(given), (ctypes.c_char_p * len(given))(*given), None)

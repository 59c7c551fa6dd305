"""Inputs known to kill libLLVM: each comes back as a code and a message, and good work goes on as before."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable

import pytest

from opencicc.llvm import helper, library, recovery
from opencicc.llvm.helper import NativeHelper
from opencicc.llvm.services import services

TRIPLE = b"nvptx64-nvidia-cuda"
HEADER = b'target triple = "nvptx64-nvidia-cuda"\n'
GOOD = HEADER + b"define ptx_kernel void @k(ptr %p) {\n  store i32 1, ptr %p\n  ret void\n}\n"
POW = b"""declare double @llvm.pow.f64(double, double)
define double @f(double %a) {
  %r = call double @llvm.pow.f64(double %a, double %a)
  ret double %r
}"""
FP128 = b"define void @f(ptr %p) { %a = load fp128, ptr %p %b = fmul fp128 %a, %a store fp128 %b, ptr %p ret void }"
WGMMA = b"""declare void @llvm.nvvm.wgmma.fence.sync.aligned()
define void @f() { call void @llvm.nvvm.wgmma.fence.sync.aligned() ret void }"""
ASSEMBLY = b'define void @f() { call void asm sideeffect "bogus $9", "r"(i32 0) ret void }'
NO_REGISTER = b'\ndefine void @nowhere() { call void asm sideeffect "", "{nowhere}"(i32 0) ret void }\n'
CIRCLE = b"@a = global ptr @b\n@b = global ptr @a"


class Bench:
    """Raw contexts without a diagnostic handler, as bare as libLLVM gives them."""

    def __init__(self, native: NativeHelper) -> None:
        self.native, self.lib = native, library.load()

    def parse(self, data: bytes, context: int = 0) -> tuple[int, int]:
        """The code, and the module or 0."""
        context, module = context or self.lib.LLVMContextCreate(), ctypes.c_void_p()
        buffer = self.lib.LLVMCreateMemoryBufferWithMemoryRangeCopy(data, len(data), b"input.ll")
        code = self.native.ocx_safe_parse(context, buffer, ctypes.byref(module))
        self.lib.LLVMDisposeMemoryBuffer(buffer)
        return code, module.value or 0

    def good(self, data: bytes) -> int:
        code, module = self.parse(data)
        assert (code, self.native.last_message()) == (helper.OK, "")
        return module

    def machine(self, cpu: bytes, features: bytes = b"") -> tuple[int, int]:
        target, message, machine = ctypes.c_void_p(), ctypes.c_void_p(), ctypes.c_void_p()
        self.lib.LLVMGetTargetFromTriple(TRIPLE, ctypes.byref(target), ctypes.byref(message))
        code = self.native.ocx_safe_create_machine(target, TRIPLE, cpu, features, 2, ctypes.byref(machine))
        return code, machine.value or 0

    def emit(self, module: int, cpu: bytes = b"sm_90") -> tuple[int, bytes]:
        code, machine = self.machine(cpu)
        assert code == helper.OK
        output = ctypes.c_void_p()
        code = self.native.ocx_safe_emit(machine, module, 0, ctypes.byref(output))
        return code, library.take_buffer(output.value) if output.value else b""

    def run_passes(self, module: int, passes: bytes) -> int:
        options = self.lib.LLVMCreatePassBuilderOptions()
        return int(self.native.ocx_safe_run_passes(module, passes, None, options))


@pytest.fixture
def bench(native: NativeHelper) -> Bench:
    return Bench(native)


def nested(levels: int) -> bytes:
    """A constant expression nested that deep, as an operand of an instruction."""
    expression = b"sub(i64 ptrtoint(ptr @g to i64), i64 " * levels + b"0" + b")" * levels
    return HEADER + b"@g = global i64 0\ndefine i64 @f(i64 %x) { %a = add i64 %x, " + expression + b" ret i64 %a }"


DEEP_TYPE = b"@g = external addrspace(1) global " + b"[1 x " * 1_500 + b"i32" + b"]" * 1_500 + b"\n"
QUOTED = b'@g = global [300 x i8] c"' + b"[" * 300 + b'"\n; ' + b"{" * 300 + b"\n"
# Every reader has something to say about it.
STRANGE = b'!llvm.dbg.cu = !{}\n!llvm.module.flags = !{!0}\n!0 = !{i32 2, !"Debug Info Version", i32 99}\n'


def speaks_here(native: NativeHelper, context: int, work: Callable[[], object]) -> bool:
    """Does what libLLVM says during the work come from the calling thread?"""
    speakers: list[int] = []
    kind = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
    listener = kind(lambda *_: speakers.append(threading.get_ident()))
    native.ocx_set_diagnostic_handler(context, listener, None)
    work()
    assert speakers
    return speakers[0] == threading.get_ident()


def in_thread(work: Callable[[], object], stack_bytes: int = 0) -> object:
    result: list[object] = []
    before = threading.stack_size(stack_bytes)
    try:
        thread = threading.Thread(target=lambda: result.append(work()))
        thread.start()
    finally:
        threading.stack_size(before)
    thread.join()
    return result[0]


@pytest.mark.parametrize(
    ("source", "cpu", "message"),
    [
        pytest.param(POW, b"sm_90", "Cannot select", id="llvm.pow.f64"),
        pytest.param(FP128, b"sm_90", "unsupported library call operation", id="fp128"),
        pytest.param(WGMMA, b"sm_80", "llvm.nvvm.wgmma.fence.sync.aligned", id="wgmma on sm_80"),
        pytest.param(ASSEMBLY, b"sm_90", "Invalid $ operand number", id="bad inline assembly"),
        pytest.param(CIRCLE, b"sm_90", "Circular dependency", id="globals in a circle"),
    ],
)
def test_fatal_errors_of_code_generation_come_back(source: bytes, cpu: bytes, message: str, bench: Bench) -> None:
    before = bench.emit(bench.good(GOOD))
    module = bench.good(HEADER + source)
    code, ptx = bench.emit(module, cpu)
    assert (code, ptx) == (helper.FAILED, b"")
    assert message in bench.native.last_message()
    # Cleaned up after: the module is empty, and it and its context may be freed.
    context = bench.lib.LLVMGetModuleContext(module)
    assert not bench.lib.LLVMGetFirstFunction(module)
    bench.lib.LLVMDisposeModule(module)
    bench.lib.LLVMContextDispose(context)
    assert bench.emit(bench.good(GOOD)) == before


def test_a_ptx_version_too_old_for_the_processor_is_fatal(bench: Bench) -> None:
    code, machine = bench.machine(b"sm_90", b"+ptx60")
    assert (code, machine) == (helper.FATAL, 0)
    assert "Minimum required PTX version is 7.8" in bench.native.last_message()


def test_a_syntax_error_fails_in_order_with_line_and_column(bench: Bench) -> None:
    code, module = bench.parse(b"define void @f( {")
    assert (code, module) == (helper.FAILED, 0)
    assert bench.native.last_message().startswith("input.ll:1:18: error: expected type")


@pytest.mark.parametrize(
    ("passes", "message"),
    [
        (b"no-such-pass", "unknown pass name 'no-such-pass'"),
        (b"function(globaldce)", "unknown function pass 'globaldce'"),
        (b"loop-unroll<O9>", "invalid LoopUnrollPass parameter 'O9'"),
        (b"function(", "invalid pipeline 'function('"),
    ],
)
def test_wrong_pass_names_fail_in_order(passes: bytes, message: str, bench: Bench) -> None:
    module = bench.good(GOOD)
    assert bench.run_passes(module, passes) == helper.FAILED
    assert message in bench.native.last_message()
    assert bench.run_passes(module, b"instcombine<no-verify-fixpoint>") == helper.OK


def test_corrupt_bitcode_never_ends_the_process(bench: Bench) -> None:
    module = bench.good(GOOD)
    bitcode = bytearray(library.take_buffer(bench.lib.LLVMWriteBitcodeToMemoryBuffer(module)))
    codes = set()
    for position in range(0, len(bitcode) * 8, 13):
        damaged = bytearray(bitcode)
        damaged[position // 8] ^= 1 << position % 8
        code, _ = bench.parse(bytes(damaged))
        codes.add(code)
    assert helper.FAILED in codes
    assert codes <= {helper.OK, helper.FAILED, helper.FATAL, helper.CRASHED, helper.OUT_OF_MEMORY}
    assert bench.emit(bench.good(GOOD))[0] == helper.OK


def test_verification_names_what_is_broken(bench: Bench) -> None:
    module = bench.good(b"define i32 @f() { ret i32 1 }")
    assert bench.native.ocx_safe_verify(module) == helper.OK
    function = bench.lib.LLVMGetNamedFunction(module, b"f")
    terminator = bench.lib.LLVMGetBasicBlockTerminator(bench.lib.LLVMGetFirstBasicBlock(function))
    bench.lib.LLVMInstructionEraseFromParent(terminator)
    assert bench.native.ocx_safe_verify(module) == helper.FAILED
    assert "Basic Block in function 'f' does not have terminator" in bench.native.last_message()


def test_errors_of_a_context_without_handler_do_not_exit(bench: Bench) -> None:
    first, second = bench.lib.LLVMContextCreate(), b"define i32 @f() { ret i32 1 }"
    modules = []
    for _ in range(2):
        buffer, module = (
            bench.lib.LLVMCreateMemoryBufferWithMemoryRangeCopy(second, len(second), b"m"),
            ctypes.c_void_p(),
        )
        assert bench.native.ocx_safe_parse(first, buffer, ctypes.byref(module)) == helper.OK
        bench.lib.LLVMDisposeMemoryBuffer(buffer)
        modules.append(module.value)
    assert bench.native.ocx_safe_link(*modules, 0) == helper.FAILED
    assert bench.native.last_message() == "Linking globals named 'f': symbol multiply defined!"


def test_deep_nesting_fits_the_large_stack(bench: Bench) -> None:
    assert bench.parse(nested(20_000))[0] == helper.OK


@pytest.mark.parametrize(
    ("source", "is_here"),
    [
        pytest.param(nested(20), True, id="few levels"),
        pytest.param(HEADER + QUOTED, True, id="brackets in a string and in a comment"),
        pytest.param(nested(1_500), False, id="brackets"),
        pytest.param(HEADER + DEEP_TYPE, False, id="a type"),
        pytest.param(HEADER + b"; some more\n" * 6_000, False, id="much"),
    ],
)
def test_what_does_not_nest_is_read_on_the_callers_stack(bench: Bench, source: bytes, is_here: bool) -> None:
    context = bench.lib.LLVMContextCreate()
    assert speaks_here(bench.native, context, lambda: bench.parse(source + STRANGE, context)) == is_here


@pytest.mark.parametrize(
    ("source", "is_here"),
    [
        pytest.param(HEADER, True, id="nothing else"),
        pytest.param(nested(20), True, id="few levels"),
        pytest.param(nested(20_000), False, id="a constant"),
        pytest.param(HEADER + DEEP_TYPE, False, id="a type"),
    ],
)
def test_code_that_does_not_nest_is_made_on_the_callers_stack(bench: Bench, source: bytes, is_here: bool) -> None:
    module = bench.good(source + NO_REGISTER)
    context = bench.lib.LLVMGetModuleContext(module)
    assert speaks_here(bench.native, context, lambda: bench.emit(module)) == is_here


def test_nesting_beyond_the_large_stack_is_a_stack_overflow(bench: Bench) -> None:
    assert bench.parse(nested(200_000)) == (helper.STACK_OVERFLOW, 0)
    assert bench.native.last_message() == "stack overflow: the input nests too deeply"
    assert bench.emit(bench.good(GOOD))[0] == helper.OK


def test_a_pass_that_overflows_the_callers_stack_is_survived(bench: Bench) -> None:
    def overflow_then_work() -> tuple[int, int]:
        code = bench.run_passes(bench.good(nested(29_000)), b"instcombine<no-verify-fixpoint>")
        return code, bench.run_passes(bench.good(GOOD), b"instcombine<no-verify-fixpoint>")

    assert in_thread(overflow_then_work, stack_bytes=4_500 << 10) == (helper.STACK_OVERFLOW, helper.OK)


def test_a_caller_with_a_small_stack_gets_a_large_one(bench: Bench) -> None:
    work = lambda: bench.run_passes(bench.good(nested(10_000)), b"instcombine<no-verify-fixpoint>")  # noqa: E731
    assert in_thread(work, stack_bytes=256 << 10) == helper.OK


def test_an_abort_is_a_crash(bench: Bench) -> None:
    assert bench.native.ocx_safe_call(helper.address_of(ctypes.CDLL(None).abort), None) == helper.CRASHED
    assert bench.native.last_message() == "crash: Aborted"


def test_a_wild_pointer_is_a_crash(bench: Bench) -> None:
    assert bench.native.ocx_safe_call(helper.address_of(bench.lib.LLVMDisposeModule), 16) == helper.CRASHED
    assert bench.native.last_message() == "crash: Segmentation fault"


def test_any_function_can_be_called(bench: Bench) -> None:
    module = bench.good(GOOD)
    assert bench.native.ocx_safe_call(helper.address_of(bench.lib.LLVMDisposeModule), module) == helper.OK
    assert bench.native.last_message() == ""


def test_many_threads_crash_and_work_side_by_side(bench: Bench) -> None:
    expected = bench.emit(bench.good(GOOD))
    results: list[tuple[tuple[int, bytes], int, str]] = []

    def work() -> None:
        for _ in range(5):
            code, _ = bench.emit(bench.good(HEADER + FP128))
            message = bench.native.last_message()
            results.append((bench.emit(bench.good(GOOD)), code, message))

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [(expected, helper.FAILED, "unsupported library call operation")] * 30


def test_work_without_the_helper_in_between_changes_nothing(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        with monkeypatch.context() as patch, pytest.raises(recovery.LibraryFailure) as failure:
            patch.setenv(helper.SWITCH_VARIABLE, "0")
            _, machine = bench.machine(b"sm_90")
            module = bench.good(HEADER + FP128)
            services().emit(bench.lib.LLVMGetModuleContext(module), machine, module)
        assert (failure.value.kind, failure.value.message) == ("fatal", "unsupported library call operation")
        assert bench.emit(bench.good(HEADER + FP128))[0] == helper.FAILED

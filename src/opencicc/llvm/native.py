"""LLVM's own passes by pipeline text, and code generation to PTX.

Pipeline text comes from the pass registry's whitelist: an unknown or misplaced name can end the
process inside libLLVM, so nothing a user typed reaches `run_passes` unchecked.
"""

from __future__ import annotations

import ctypes

from opencicc.errors import InternalError, UnsupportedError
from opencicc.llvm import helper, recovery
from opencicc.llvm.ir import Module
from opencicc.llvm.library import load, pointer_array
from opencicc.llvm.services import services
from opencicc.target import TRIPLE, Target

# Idle target machines by (target, codegen level): making one costs 0.3 ms, and one is not safe to
# use from two threads at once, so each compile borrows one.
_idle: dict[tuple[str, int, int], list[int]] = {}
# LLVM's passes, parsed, by the target machine that they were made for: to make them takes half a millisecond. Never freed,
# like the machines.
_idle_runners: dict[tuple[int, int], list[int]] = {}
_options: int = 0
_C_ARRAYS_MOST = 1024
_c_arrays: dict[tuple[str, ...], _Arrays] = {}
LOOK = "look:"  # among a StepRunner's steps the first look of a pass of ours, by its name
LOOP_LOOK = LOOK + "loops@"  # one that asks whether there are other loops than those of a number (settle_loops)
_REPORT_IT = "this is a fault in opencicc or libLLVM: please report it with the module (see --keep)"

TYPE_CHECKING = False
if TYPE_CHECKING:
    _Arrays = tuple[ctypes.Array[ctypes.c_char_p], type[ctypes.Array[ctypes.c_int64]], list[int], list[int]]


class TargetMachine:
    """A borrowed LLVM target machine; given back at the end of a `with` block."""

    def __init__(self, target: Target, level: int) -> None:
        self.key = (target.name, target.ptx, level)
        self._losses = recovery.lost_contexts()
        try:
            self.ref = _idle.setdefault(self.key, []).pop()
        except IndexError:
            self.ref = _create(target, level)

    def __enter__(self) -> TargetMachine:
        return self

    def __exit__(self, *_: object) -> None:
        if recovery.lost_contexts() == self._losses:  # after a crash its state is unknown: leave it
            _idle[self.key].append(self.ref)


def run_passes(module: Module, passes: str, machine: TargetMachine) -> None:
    """Run a pipeline of LLVM's own passes over the module."""
    global _options
    _options = _options or load().LLVMCreatePassBuilderOptions()
    try:
        services().run_passes(module.context.ref, module.ref, passes, machine.ref, _options)
    except recovery.LibraryFailure as failure:
        raise InternalError(f"LLVM pass failed: {passes[:200]}", fix=_REPORT_IT, detail=_detail(failure)) from None
    _raise_errors(module, f"pass {passes[:80]}")


def _raise_errors(module: Module, at: str) -> None:
    errors = module.context.take_errors()
    if errors:
        raise UnsupportedError(errors[0], at=at, detail="\n".join(errors[1:]))


class StepRunner:
    """A module on its way through native steps; analyses stay from call to call. Only with the native helper."""

    def __init__(
        self, native: helper.NativeHelper, module: Module, machine: TargetMachine, promotion_accesses: int = 0
    ) -> None:
        self._native = native
        self._module = module
        # LLVM's passes read that limit when they are made, so steps made under another one are others.
        self._kept = _idle_runners.setdefault((machine.ref, promotion_accesses), [])
        try:
            self._handle: int = self._kept.pop()
            native.ocx_pipeline_take(self._handle, module.ref)
        except IndexError:
            self._handle = native.ocx_pipeline_create(module.ref, machine.ref)
        # By a step of the last run: anything, and more than bodies of functions.
        self.has_changed = self.may_have_other_functions = False
        self.found_by: int | None = None  # the number of the first look at which the last run ended

    def run(self, texts: tuple[str, ...], is_last: bool) -> bytes:
        """Run steps one after the other, and what each did (native/ocx.h): nanoseconds, runs, changes and skips of 64 bits.

        Where a first look among them (LOOK) finds something for its pass, no more than the steps before it.
        """
        array, report_type, whole, looks = _c_arrays.get(texts) or _keep_arrays(texts)
        reports = report_type()
        context = self._module.context
        try:
            code = self._native.ocx_safe_pipeline_run(self._handle, array, len(texts), reports, is_last)
            recovery.settle(context.ref, self._native, code)
        except recovery.LibraryFailure as failure:
            done = zip(texts, reports[1::4], reports[3::4], strict=True)
            running = next((text for text, runs, skips in done if not runs and not skips), texts[-1])
            raise InternalError(
                f"LLVM pass failed, probably {running[:200]}", fix=_REPORT_IT, detail=_detail(failure)
            ) from None
        if context.diagnostics:
            _raise_errors(self._module, "passes")
        changes = reports[2::4]
        self.found_by = next((index for index in looks if changes[index]), None) if looks else None
        if self.found_by is not None:
            self.has_changed = any(changes[: self.found_by])
            self.may_have_other_functions = any(changes[index] for index in whole if index < self.found_by)
            return bytes(reports)[: self.found_by * ctypes.sizeof(ctypes.c_int64) * 4]
        self.has_changed = any(changes)
        self.may_have_other_functions = self.has_changed and any(changes[index] for index in whole)
        return bytes(reports)

    def settle_loops(self, number: int, prints: dict[int, int]) -> None:
        """For the next run: by function the print of loops that LOOP_LOOK with this number is to find nothing in."""
        functions, words = pointer_array([*prints]), (ctypes.c_uint64 * len(prints))(*prints.values())
        self._native.ocx_pipeline_settle_loops(self._handle, number, functions, words, len(prints))

    def forget(self) -> None:
        """To be called after every change of the module that came from elsewhere."""
        self._native.ocx_pipeline_module_changed(self._handle)

    def forget_function(self, function: int, *, keeps_blocks: bool) -> None:
        """The same where only this function's body was changed; `keeps_blocks`: its blocks and edges are what they were."""
        self._native.ocx_pipeline_function_changed(self._handle, function, keeps_blocks)

    def close(self) -> None:
        """Keep the passes for the machine's next module, unless libLLVM crashed inside this one: nobody knows their state."""
        if self._handle and not recovery.is_tainted(self._module.context.ref):
            self._native.ocx_pipeline_take(self._handle, None)
            self._kept.append(self._handle)
        self._handle = 0


def _keep_arrays(texts: tuple[str, ...]) -> _Arrays:
    """The texts for C, the type of their reports, which steps run on the whole module and which are first looks: made once, pipelines hand over equal tuples in every compile."""
    if len(_c_arrays) >= _C_ARRAYS_MOST:
        _c_arrays.clear()
    count = len(texts)
    looks = [index for index, text in enumerate(texts) if text.startswith(LOOK)]
    whole = [index for index, text in enumerate(texts) if not text.startswith(("function(", LOOK))]
    kept = (ctypes.c_char_p * count)(*[text.encode() for text in texts]), ctypes.c_int64 * (4 * count), whole, looks
    _c_arrays[texts] = kept
    return kept


def emit_ptx(module: Module, machine: TargetMachine) -> str:
    """The module as PTX; the module's IR is changed by it."""
    try:
        text = services().emit(module.context.ref, machine.ref, module.ref)
    except recovery.LibraryFailure as failure:
        if failure.kind not in ("failed", "fatal"):
            raise InternalError("code generation failed", fix=_REPORT_IT, detail=_detail(failure)) from None
        raise _codegen_error([*module.context.take_errors(), failure.message]) from None
    errors = module.context.take_errors()
    if errors:
        raise _codegen_error(errors)
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        line = text.count(b"\n", 0, error.start) + 1
        raise UnsupportedError(
            f"the PTX is not text: byte 0x{text[error.start]:02x} in line {line}",
            fix="PTX is ASCII: look for other bytes in inline assembly and in names",
        ) from None


def _create(target: Target, level: int) -> int:
    lib = load()
    handle, message = ctypes.c_void_p(), ctypes.c_void_p()
    lib.LLVMGetTargetFromTriple(TRIPLE.encode(), ctypes.byref(handle), ctypes.byref(message))
    try:
        return services().create_machine(handle.value or 0, TRIPLE, target.name, target.features, level)
    except recovery.LibraryFailure as failure:
        fix = "choose a newer -ptx-version, or leave it to the architecture"
        raise UnsupportedError(f"no code generator for {target.name}: {failure.message}", fix=fix) from None


def _detail(failure: recovery.LibraryFailure) -> str:
    return failure.message if failure.kind in ("failed", "fatal") else f"libLLVM {failure.kind}: {failure.message}"


def _codegen_error(messages: list[str]) -> UnsupportedError:
    from opencicc.llvm.codegen_errors import codegen_error  # needs `re`, 4 ms of start-up

    return codegen_error(messages)

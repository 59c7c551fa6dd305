"""Context and Module, and with them the handles of `values.py` and `code.py`: how Python reads LLVM IR.

A Context owns its modules and frees them all; use it in a `with` block. Reading lives here and in these
two, changing in `edit.py`.
"""

from __future__ import annotations

import ctypes

from opencicc.errors import InputError
from opencicc.llvm import recovery, stderr_capture
from opencicc.llvm.code import Block, Function, Instruction
from opencicc.llvm.function_names import FunctionNames, names_of
from opencicc.llvm.layout import Layout
from opencicc.llvm.library import load, take_buffer, take_message
from opencicc.llvm.opcodes import SEVERITIES
from opencicc.llvm.services import services
from opencicc.llvm.values import GlobalValue, GlobalVariable, Value, sized_text
from opencicc.record import record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType

BITCODE_MAGICS = (b"BC\xc0\xde", b"\xde\xc0\x17\x0b")
_DIAGNOSTIC_HANDLER = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
_SHOWN_COLUMNS = 100


@record
class Diagnostic:
    """What LLVM said: an error, a warning, a remark or a note."""

    severity: str
    message: str


@record
class RemarkFields:
    """An optimization remark; without the native helper only its place and message are known."""

    kind: str
    pass_name: str
    name: str
    function: str
    location: str
    message: str
    arguments: tuple[tuple[str, str], ...] = ()


class Context:
    """Owns modules; collects LLVM's diagnostics. One compile, one context, one thread."""

    def __init__(self, *, with_remarks: bool = False, with_names: bool = True) -> None:
        lib = load()
        self.ref: int = lib.LLVMContextCreate()
        self._discards_names = not with_names  # of values and blocks; functions and variables keep theirs
        if self._discards_names:
            lib.LLVMContextSetDiscardValueNames(self.ref, 1)
        self.modules: list[Module] = []
        self.diagnostics: list[Diagnostic] = []
        self.remarks: list[RemarkFields] = []
        self.settled: set[str] = set()  # functions that were linked as a later stage would make them (link/closures.py)
        self.wants_remarks = with_remarks
        self._handler = _DIAGNOSTIC_HANDLER(self._on_diagnostic)
        services().set_diagnostic_handler(self.ref, self._handler)
        if with_remarks:
            services().enable_remarks(self.ref, self._handler)

    def _on_diagnostic(self, info: int, _: int) -> None:
        lib = load()
        severity = SEVERITIES[lib.LLVMGetDiagInfoSeverity(info)]
        if severity == "remark":
            if self.wants_remarks:  # some passes make remarks unasked
                self.remarks.append(RemarkFields(*services().remark_row(info)))
            return
        message = take_message(lib.LLVMGetDiagInfoDescription(info))
        self.diagnostics.append(Diagnostic(severity, message))

    def __enter__(self) -> Context:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Free everything, unless libLLVM crashed inside: then the memory is left alone on purpose."""
        self.take_printed()
        if self.ref and not recovery.is_tainted(self.ref):
            lib = load()
            for module in self.modules:
                if module.ref:
                    lib.LLVMDisposeModule(module.ref)
            lib.LLVMContextDispose(self.ref)
        self.ref = 0
        self.modules = []

    def take_printed(self) -> str:
        """What libLLVM wrote to standard error by itself since the last call."""
        return stderr_capture.take(self.ref)

    def take_errors(self) -> list[str]:
        """The errors reported since the last call; warnings and remarks stay."""
        if not self.diagnostics:  # asked after every call
            return []
        errors = [d.message for d in self.diagnostics if d.severity == "error"]
        self.diagnostics = [d for d in self.diagnostics if d.severity != "error"]
        return errors

    def parse(self, data: bytes, name: str = "<unnamed>") -> Module:
        """Read text IR or bitcode (by content); text of a newer LLVM is respelled where that is all it needs."""
        try:
            return self._parse(data, name)
        except InputError as refused:
            return self._parse_newer(data, name, refused)

    def _parse_newer(self, data: bytes, name: str, refused: InputError) -> Module:
        from opencicc.llvm import newer_text

        is_text = not is_bitcode(data)
        respelled = newer_text.respell(data) if is_text else None
        if respelled is not None:
            try:
                return self._parse(respelled, name)
            except InputError as error:
                refused = error
        release = newer_text.newer_release(data, not is_text)
        raise _newer_ir(refused, release, name) if release else refused

    def _parse(self, data: bytes, name: str) -> Module:
        is_named_text = self._discards_names and not is_bitcode(data)
        if is_named_text:  # text is read by its names: only what passes make has none
            load().LLVMContextSetDiscardValueNames(self.ref, 0)
        try:
            ref = services().parse(self.ref, _memory_buffer(data, name))
            if is_named_text:
                load().LLVMContextSetDiscardValueNames(self.ref, 1)
        except recovery.LibraryFailure as failure:
            errors = self.take_errors()
            said = failure.message or "\n".join(errors) or "malformed module"
            if failure.kind == "fatal":  # libLLVM's own words about what it read; it was not damaged beyond reading
                fix = "correct what these words of libLLVM name"
                raise InputError(f"malformed module: {said}", at=name, fix=fix) from None
            raise _parse_error(said, name, crashed=failure.is_crash) from None
        errors = self.take_errors()
        if errors:
            load().LLVMDisposeModule(ref)
            raise _parse_error("\n".join(errors), name)
        return self.adopt(ref)

    def parse_lazily(self, address: int, size: int, name: str, *, is_own: bool = False) -> Module:
        """Read bitcode whose function bodies are loaded only when linked; the memory must outlive it.

        What we have written ourselves was read before, so no surprise is in it.
        """
        lib = load()
        buffer = lib.LLVMCreateMemoryBufferWithMemoryRange(address, size, name.encode(), 0)
        module = ctypes.c_void_p()
        try:
            words = (self.ref, buffer, ctypes.byref(module))
            failed = services().call(self.ref, "LLVMGetBitcodeModuleInContext2", *words, is_deep=not is_own)
        except recovery.LibraryFailure as failure:
            raise _parse_error(failure.message, name, crashed=True) from None
        if failed & 1:
            lib.LLVMDisposeMemoryBuffer(buffer)
            raise _parse_error("\n".join(self.take_errors()) or "malformed bitcode", name)
        return self.adopt(module.value or 0)

    def new_module(self, name: str) -> Module:
        return self.adopt(load().LLVMModuleCreateWithNameInContext(name.encode(), self.ref))

    def adopt(self, ref: int) -> Module:
        module = Module(ref, self)
        self.modules.append(module)
        return module


class Module:
    """One LLVM module; freed with its context, by `dispose`, or by linking it into another."""

    __slots__ = ("context", "ref")

    def __init__(self, ref: int, context: Context) -> None:
        self.ref = ref
        self.context = context

    def release(self) -> int:
        """Give the pointer away: somebody else frees it now."""
        ref, self.ref = self.ref, 0
        self.context.modules.remove(self)
        return ref

    def dispose(self) -> None:
        load().LLVMDisposeModule(self.release())

    @property
    def name(self) -> str:
        return sized_text(load().LLVMGetModuleIdentifier, self.ref)

    @property
    def source_file(self) -> str:
        return sized_text(load().LLVMGetSourceFileName, self.ref)

    @property
    def triple(self) -> str:
        return ctypes.string_at(load().LLVMGetTarget(self.ref)).decode(errors="replace")

    @property
    def data_layout(self) -> str:
        return ctypes.string_at(load().LLVMGetDataLayoutStr(self.ref)).decode(errors="replace")

    @property
    def functions(self) -> Iterator[Function]:
        lib = load()
        following = lib.LLVMGetNextFunction
        ref = lib.LLVMGetFirstFunction(self.ref)
        while ref:
            upcoming = following(ref)
            yield Function(ref)
            ref = upcoming

    @property
    def definitions(self) -> list[Function]:
        return [Function(ref) for ref in services().definitions(self)]

    @property
    def function_names(self) -> FunctionNames:
        """As they are now."""
        return names_of(services().function_names(self))

    @property
    def used_declarations(self) -> list[str]:
        """Names of functions without a body that something refers to."""
        return self.function_names.used

    @property
    def globals(self) -> Iterator[GlobalVariable]:
        lib = load()
        ref = lib.LLVMGetFirstGlobal(self.ref)
        while ref:
            upcoming = lib.LLVMGetNextGlobal(ref)
            yield GlobalVariable(ref)
            ref = upcoming

    @property
    def has_aliases(self) -> bool:
        return bool(load().LLVMGetFirstGlobalAlias(self.ref))

    @property
    def has_ifuncs(self) -> bool:
        return bool(load().LLVMGetFirstGlobalIFunc(self.ref))

    def function(self, name: str) -> Function | None:
        ref = load().LLVMGetNamedFunction(self.ref, name.encode())
        return Function(ref) if ref else None

    def global_variable(self, name: str) -> GlobalVariable | None:
        ref = load().LLVMGetNamedGlobal(self.ref, name.encode())
        return GlobalVariable(ref) if ref else None

    @property
    def layout(self) -> Layout:
        return Layout(load().LLVMGetModuleDataLayout(self.ref))

    def metadata_rows(self, name: str) -> list[Value]:
        """The operands of a named metadata node such as `nvvm.annotations`."""
        lib = load()
        count = lib.LLVMGetNamedMetadataNumOperands(self.ref, name.encode())
        refs = (ctypes.c_void_p * count)()
        lib.LLVMGetNamedMetadataOperands(self.ref, name.encode(), refs)
        return [Value(ref or 0) for ref in refs]

    def has_metadata(self, name: str) -> bool:
        """Has a named metadata node any operands?"""
        return bool(load().LLVMGetNamedMetadataNumOperands(self.ref, name.encode()))

    def verify(self) -> str:
        """What LLVM's verifier finds wrong, or an empty text."""
        try:
            return services().verify(self.context.ref, self.ref)
        except recovery.LibraryFailure as failure:
            raise _too_deep("libLLVM's verifier could not survive the module", failure) from None

    def text(self) -> str:
        return take_message(self.safely("LLVMPrintModuleToString"))

    def bitcode(self) -> bytes:
        return take_buffer(self.safely("LLVMWriteBitcodeToMemoryBuffer"))

    def clone(self) -> Module:
        return self.context.adopt(self.safely("LLVMCloneModule"))

    def safely(self, function: str) -> int:
        """One of libLLVM's functions of a module that recurse into what it holds, under crash recovery."""
        try:
            return services().call(self.context.ref, function, self.ref)
        except recovery.LibraryFailure as failure:
            raise _too_deep("libLLVM could not survive the module", failure) from None


def _too_deep(what: str, failure: recovery.LibraryFailure) -> InputError:
    return InputError(what, fix="nest types, constants and metadata less deeply", detail=str(failure))


def is_bitcode(data: bytes) -> bool:
    return data[:4] in BITCODE_MAGICS


def _memory_buffer(data: bytes, name: str) -> int:
    # The text reader wants a NUL after the last byte, which only the copying call provides.
    start = ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p)
    return int(load().LLVMCreateMemoryBufferWithMemoryRangeCopy(start, len(data), name.encode()))


def _parse_error(said: str, name: str, *, crashed: bool = False) -> InputError:
    """LLVM's parse message ('name:line:col: error: text' and a caret line) as our error."""
    if crashed:
        fix = "the file is damaged: make it again, or look at it with llvm-bcanalyzer"
        return InputError("malformed module: libLLVM's reader could not survive it", at=name, fix=fix, detail=said)
    first, _, rest = said.partition("\n")
    position, marker, text = first.partition(": error: ")
    if not marker or position == name:
        text = text or first.removeprefix("error: ")
        fix = "the file is damaged or cut short: make it again"
        return InputError(f"malformed bitcode: {text}", at=name, fix=fix, detail=rest)
    return InputError(text, at=position, fix="correct the IR at this place", detail=_narrow(rest))


def _newer_ir(error: InputError, release: int, name: str) -> InputError:
    from opencicc.llvm import newer_text

    return InputError(
        f"the IR was written by LLVM {release}, which is newer than libLLVM {newer_text.READABLE} can read: {error.what}",
        at=error.at or name,
        fix=f"build the module with LLVM {newer_text.READABLE} or older, or have its producer leave out what this place names",
        detail=error.detail,
    )


def _narrow(lines: str) -> str:
    """The line of source and the caret below it, cut to what fits a screen (a line may be megabytes)."""
    source, _, caret = lines.partition("\n")
    start = max(0, caret.find("^") - _SHOWN_COLUMNS // 2)
    shown = [line[start : start + _SHOWN_COLUMNS].rstrip() for line in (source, caret)]
    return "\n".join("".join(c if c.isprintable() else "?" for c in line) for line in shown)


__all__ = [
    "Block",
    "Context",
    "Diagnostic",
    "Function",
    "GlobalValue",
    "GlobalVariable",
    "Instruction",
    "Module",
    "RemarkFields",
    "Value",
    "is_bitcode",
]

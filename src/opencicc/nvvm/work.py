"""One verify or compile of a program: options, modules and rules in; code, result and log out. Nothing is raised."""

from __future__ import annotations

from opencicc.errors import CompilerError, InputError, InternalError, LinkError, UsageError
from opencicc.link.linker import NO_TRIPLE
from opencicc.nvvm.results import Result
from opencicc.nvvm.words import BadOption, Words, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from opencicc.compiler.files import Input
    from opencicc.nvvm.program import ModuleBuffer
    from opencicc.options.values import OptionValues

    Outcome = tuple[int, bytes, bytes]

MALFORMED = "malformed bitcode: "
LINK_ERROR = ": link error: "  # what LLVM's linker says goes to the log as LLVM prints errors
CODE_GENERATION = "code generation failed: "
BOUNDS = ".maxntid "


def run(modules: Sequence[ModuleBuffer], options: Sequence[str], is_verify: bool) -> Outcome:
    """Result code, result and log of a call; a fault of ours is a failure like any other, never a success."""
    try:
        if all(module.is_lazy or module.is_builtin for module in modules):
            return _failed(Result.ERROR_NO_MODULE_IN_PROGRAM)
        words = read(options)
        return _run(modules, words, is_verify=is_verify)
    except BadOption as error:
        return _failed(Result.ERROR_INVALID_OPTION, str(error))
    except MemoryError:
        return _failed(Result.ERROR_OUT_OF_MEMORY)
    except KeyboardInterrupt:
        _interrupt_again()
        return _failed(Result.ERROR_CANCELLED, "interrupted")
    except Exception as error:
        import traceback

        return _failed(Result.ERROR_COMPILATION, f"opencicc: internal error: {error!r}\n{traceback.format_exc()}")


def _run(modules: Sequence[ModuleBuffer], words: Words, *, is_verify: bool) -> Outcome:
    from opencicc.compiler.files import BUILTIN, LAZY, USER, Input

    inputs = [Input(m.name, m.data, BUILTIN if m.is_builtin else LAZY if m.is_lazy else USER) for m in modules]
    try:
        values, notes = _values(words)
        if is_verify:
            from opencicc.nvvm import verify

            verify.check(inputs, values)
            return Result.SUCCESS, b"", b""
        if words.wants_lto:
            from opencicc.nvvm import lto

            return Result.SUCCESS, lto.make(inputs, values), _log(notes, words)
        ptx, said = _compile(inputs, values)
        return Result.SUCCESS, ptx, _log([*notes, *said], words)
    except CompilerError as error:
        log = describe(error, [module.name for module in modules])
        return _failed(_code(error, is_verify=is_verify), log if words.is_current else in_old_words(log))


def _compile(inputs: list[Input], values: OptionValues) -> tuple[bytes, list[str]]:
    from opencicc.compiler.api import compile_with_values

    result = compile_with_values(inputs, values)
    return with_three_bounds(result.ptx).encode(), [*result.errors, *result.warnings]


def with_three_bounds(ptx: str) -> str:
    """`.maxntid 128` as `.maxntid 128, 1, 1`: the same to ptxas, and what readers of libNVVM's PTX look for."""
    if BOUNDS not in ptx:
        return ptx
    lines = ptx.split("\n")
    for number, line in enumerate(lines):
        if line.startswith(BOUNDS):
            sizes = line.removeprefix(BOUNDS).split(", ")
            lines[number] = BOUNDS + ", ".join((*sizes, "1", "1")[:3])
    return "\n".join(lines)


def _values(words: Words) -> tuple[OptionValues, list[str]]:
    """The settings of the words; what was passed on to a pass that nobody has is said in the log.

    Programs of a process are mostly compiled with the same: those of the last are kept.
    """
    from opencicc.options.driver import OPTIONS_FILE
    from opencicc.options.read import settings_in_environment

    global _last
    asked = words, settings_in_environment()
    kept = _last
    if kept is None or kept[0] != asked:
        kept = asked, _read_values(words)
        if not kept[1][0][OPTIONS_FILE]:  # a file may say something else next time
            _last = kept
    return kept[1]


_last: tuple[tuple[object, ...], tuple[OptionValues, list[str]]] | None = None


def _read_values(words: Words) -> tuple[OptionValues, list[str]]:
    from opencicc.compiler.api import option_values
    from opencicc.options.read import read_words

    values, notes = option_values(words.settings), []
    for word in words.pass_words:
        try:
            values = values.with_values(read_words(word, word))
        except UsageError as error:
            notes.append(f"warning: {word} is ignored: {error.what}")
    return values, notes


def _code(error: CompilerError, *, is_verify: bool) -> int:
    """A bad module is INVALID_IR to the verifier and COMPILATION to the compiler, as in libNVVM."""
    code = error.nvvm_code
    is_about_modules = isinstance(error, (InputError, LinkError)) and code != Result.ERROR_IR_VERSION_MISMATCH
    if is_about_modules:
        return Result.ERROR_INVALID_IR if is_verify else Result.ERROR_COMPILATION
    return code


def describe(error: CompilerError, names: Sequence[str]) -> str:
    """An error as libNVVM's log has it: parse errors by their place, everything else in our words."""
    if isinstance(error, InputError):
        for name in names:
            line, _, column = error.at.removeprefix(f"{name}:").partition(":")
            if error.at.startswith(f"{name}:") and line.isdigit() and column.isdigit():
                return f"{name} ({line}, {int(column) - 1}): parse {error.what}"
            if error.at == name and error.what.startswith(MALFORMED):
                return f"{name}: parse {error.what.removeprefix(MALFORMED)}"
    if error.what == NO_TRIPLE:
        return f"{error.at}: error: {error.what}"
    if isinstance(error, InternalError):
        return f"opencicc: internal error: {error}"
    return str(error).removeprefix(CODE_GENERATION).replace(LINK_ERROR, f"{LINK_ERROR}error: ", 1)


def in_old_words(log: str) -> str:
    """The reader of LLVM 7 said of a value of another type what it has, and not yet what was expected."""
    first, *rest = log.split("\n")
    return "\n".join([first.partition(" but expected '")[0] if ": parse " in first else first, *rest])


def _log(lines: Sequence[str], words: Words) -> bytes:
    return b"" if words.is_quiet else "".join(f"{line}\n" for line in lines).encode()


def _failed(code: int, log: str = "") -> Outcome:
    return int(code), b"", log.encode(errors="replace")


def _interrupt_again() -> None:
    """The caller's Python has to hear of Ctrl-C too, when we are back there."""
    import _thread

    _thread.interrupt_main()

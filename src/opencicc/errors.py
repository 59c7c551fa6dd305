"""The whole exception family: each error says what went wrong, where, and how to fix it.

Every error carries the libNVVM result code of its kind, which is also the exit code of the
command line (2 for usage errors, as Unix tools do). Raise at the first sign of trouble; `cli/main.py`
makes words and an exit code of what arrives. Whoever catches one before has something better to say or to do.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

# libNVVM's result codes (public nvvm.h), by the names we use.
NVVM_SUCCESS = 0
NVVM_OUT_OF_MEMORY = 1
NVVM_IR_VERSION_MISMATCH = 3
NVVM_INVALID_INPUT = 4
NVVM_INVALID_IR = 6
NVVM_INVALID_OPTION = 7
NVVM_NO_MODULE_IN_PROGRAM = 8
NVVM_COMPILATION = 9
NVVM_CANCELLED = 10


class CompilerError(Exception):
    """Anything that stops a compile; `what`, `at` and `fix` are shown to the user."""

    nvvm_code = NVVM_COMPILATION

    def __init__(self, what: str, *, at: str = "", fix: str = "", detail: str = "") -> None:
        super().__init__(what)
        self.what = what
        self.at = at
        self.fix = fix
        self.detail = detail

    @property
    def exit_code(self) -> int:
        return self.nvvm_code

    def __str__(self) -> str:
        lines = [self.what]
        if self.at:
            lines.append(f"  at:  {self.at}")
        if self.fix:
            lines.append(f"  fix: {self.fix}")
        if self.detail:
            lines += [f"  | {line}" for line in self.detail.rstrip().splitlines()]
        return "\n".join(lines)

    def __reduce__(self) -> tuple[object, ...]:
        # Errors travel from worker processes; keyword-only fields need their own pickling.
        return _rebuild, (type(self), self.what, self.at, self.fix, self.detail)


def _rebuild(kind: type[CompilerError], what: str, at: str, fix: str, detail: str) -> CompilerError:
    return kind(what, at=at, fix=fix, detail=detail)


class CancelledError(CompilerError):
    """The caller's own progress function asked for the end."""

    nvvm_code = NVVM_CANCELLED


class UsageError(CompilerError):
    """The command line, an option, a pass name or an API argument is wrong."""

    nvvm_code = NVVM_INVALID_OPTION

    @property
    def exit_code(self) -> int:
        return 2


class FileError(CompilerError):
    """A file can't be read or written."""

    nvvm_code = NVVM_INVALID_INPUT


class InputError(CompilerError):
    """The IR, bitcode or PTX given is malformed; `at` names file, line and column."""

    nvvm_code = NVVM_INVALID_IR


class LinkError(CompilerError):
    """Modules do not fit together, or a symbol can't be had."""


class VersionMismatchError(LinkError):
    """A module carries an NVVM IR version this compiler does not take."""

    nvvm_code = NVVM_IR_VERSION_MISMATCH


class UnsupportedError(CompilerError):
    """The input is fine, but not for this target or this code generator."""


class ToolError(CompilerError):
    """libLLVM, ptxas or another tool is missing or failed; `detail` holds its own words."""


class TimeLimitError(CompilerError):
    """A compile ran past its time limit and was stopped."""

    nvvm_code = NVVM_CANCELLED


class InternalError(CompilerError):
    """A fault of ours or of libLLVM: a crash, a pass that broke the module."""


def suggest(word: str, known: Iterable[str]) -> str:
    """'did you mean X? ' for the nearest known word, or nothing."""
    import difflib  # costs 4 ms, and only errors need it

    near = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f"did you mean '{near[0]}'? " if near else ""

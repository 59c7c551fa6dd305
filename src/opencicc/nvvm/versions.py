"""What the library says of itself: its version, the NVVM IR it takes, the LLVM whose IR each architecture takes."""

from __future__ import annotations

from opencicc.nvvm.results import Result, nvvmError
from opencicc.target import LEAST_PTX

VERSION = (2, 0)
IR_VERSION = (2, 0, 3, 2)  # IR major and minor, debug metadata major and minor
ARCH_PREFIX = "compute_"
DEFAULT_ARCH = "compute_75"
# What NVIDIA's library guarantees, and what producers choose their dialect by. Ours reads both for every architecture.
OLD_DIALECT, NEW_DIALECT = 7, 22
_FIRST_NEW_SM = 100


def version() -> tuple[int, int]:
    return VERSION


def ir_version() -> tuple[int, int, int, int]:
    return IR_VERSION


def is_architecture(word: str) -> bool:
    """compute_75 to compute_121, with the suffixes that each of them has."""
    return word.startswith(ARCH_PREFIX) and word.removeprefix(ARCH_PREFIX) in LEAST_PTX


def sm_of(arch: str) -> int:
    return int(arch.removeprefix(ARCH_PREFIX).rstrip("af"))


def llvm_version(arch: str) -> int:
    """The LLVM release whose IR is sure to be read for an architecture."""
    if not is_architecture(arch):
        raise nvvmError(Result.ERROR_INVALID_INPUT)
    return NEW_DIALECT if sm_of(arch) >= _FIRST_NEW_SM else OLD_DIALECT

"""The NVVM IR version rule: which `nvvmir.version` tuples this compiler takes.

A tuple has two numbers (IR major, minor) or four (and debug major, minor). Everything here is
pure; `linker.py` reads the metadata.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

METADATA = "nvvmir.version"
DEBUG_METADATA = "llvm.dbg.cu"

IR_MAJOR = 2
NEWEST_IR_MINOR = 0x62  # cicc 13.0
ALWAYS_COMPATIBLE = (2, 0)  # libdevice carries it, whatever the toolkit release
DEBUG_MAJOR = 3
NEWEST_DEBUG_MINOR = 2


def is_ir_version_compatible(major: int, minor: int) -> bool:
    return (major, minor) == ALWAYS_COMPATIBLE or (major == IR_MAJOR and minor <= NEWEST_IR_MINOR)


def is_debug_version_compatible(major: int, minor: int) -> bool:
    return major == DEBUG_MAJOR and minor <= NEWEST_DEBUG_MINOR


def find_mismatch(tuples: Iterable[tuple[int, ...]], *, needs_debug: bool) -> str:
    """Why these version tuples can't be taken, or ''.

    `needs_debug` says that the module has debug information and the compile wants it: then some
    tuple has to vouch for the debug metadata too. A module with no tuple at all states no version
    to disagree with; stock front ends write none.
    """
    unique = dict.fromkeys(tuples)
    has_debug_version = False
    for version in unique:
        if len(version) not in (2, 4):
            return f"{METADATA} has {len(version)} numbers; expected 2 or 4"
        if not is_ir_version_compatible(*version[:2]):
            return f"IR version {version[0]}.{version[1]}; this compiler takes 2.0 to {IR_MAJOR}.{NEWEST_IR_MINOR}"
        if len(version) == 4:
            if not is_debug_version_compatible(*version[2:]):
                known = f"{DEBUG_MAJOR}.0 to {DEBUG_MAJOR}.{NEWEST_DEBUG_MINOR}"
                return f"debug metadata version {version[2]}.{version[3]}; this compiler takes {known}"
            has_debug_version = True
    if needs_debug and unique and not has_debug_version:
        return f"debug information without a debug version: {METADATA} has to have 4 numbers"
    return ""


CURRENT = (2, 0)
CURRENT_DEBUG = (DEBUG_MAJOR, NEWEST_DEBUG_MINOR)
UNSTATED = (1, 0)  # what libNVVM takes a module for that states no version
NO_OTHER = "IR version"
STRICT_FIX = "put these lines into the module: !nvvmir.version = !{!0} and !0 = !{i32 2, i32 0, i32 3, i32 2}"


def find_strict_mismatch(tuples: Iterable[tuple[int, ...]], *, needs_debug: bool) -> str:
    """The same by libNVVM's rule, which takes its own version only, in libNVVM's words; '' where all is well."""
    unique = list(dict.fromkeys(tuples)) or [UNSTATED]
    for found in unique:
        if len(found) not in (2, 4):
            return f"invalid {METADATA} metadata: expected 2 or 4 operands, got {len(found)}"
        if found[:2] != CURRENT:
            return f"{NO_OTHER} {found[0]}.{found[1]} incompatible with current version {CURRENT[0]}.{CURRENT[1]}"
        if len(found) == 4 and not is_debug_version_compatible(*found[2:]):
            now = f"{CURRENT_DEBUG[0]}.{CURRENT_DEBUG[1]}"
            return f"debug metadata version {found[2]}.{found[3]} incompatible with current version {now}"
    if needs_debug and not any(len(found) == 4 for found in unique):
        return f"debug metadata present, but {METADATA} lacks debug versions; expected 4 operands"
    return ""

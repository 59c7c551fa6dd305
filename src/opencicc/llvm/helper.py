"""The optional native helper: a faster snapshot, LLVM's trip counts, and calls that survive a crash.

`native/ocx.h` documents the C side. `load()` gives the helper only if it is there, speaks our ABI
and shares our libLLVM; otherwise None. `services.py` alone asks, and lists what is missing without it: the PTX may
differ then; what it computes does not.
"""

from __future__ import annotations

import ctypes
import os

from opencicc.llvm import library, preload

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

ABI_VERSION = 50
SWITCH_VARIABLE = "OPENCICC_NATIVE_HELPER"
# It is asked for some hundred times in a compile, and a variable that is not set costs a microsecond in `os.environ`, which raises
# and catches for it; the dictionary behind it does not.
VARIABLES: Mapping[Any, Any] = getattr(os.environ, "_data", os.environ)
SWITCH, OFF = (os.fsencode(text) if os.name == "posix" else text for text in (SWITCH_VARIABLE, "0"))
PATH = preload.HELPER

# What a safe call returns; from FATAL on its module and context must be left alone for good.
OK, FAILED, FATAL, CRASHED, STACK_OVERFLOW, OUT_OF_MEMORY = range(6)

LINK_OVERRIDE, LINK_ONLY_NEEDED = 1, 2
ALL, DEFINED, PURE, UNUSUAL, BOUNDED = range(5)  # which functions ocx_list_functions lists
SHAPE_NUMBERS, HEADER_NUMBERS = 7, 10  # of ocx_shape, and of a function in ocx_function_headers
_USUAL_FUNCTIONS = ctypes.c_int64 * 64
_FOLDED = ctypes.c_int64 * 3
_addresses: dict[int, tuple[int, object]] = {}  # by the id of a function, which has no hash and is kept for that

# Result and arguments, in the letters of `llvm/library.py`.
_PROTOTYPES = {
    "ocx_abi_version": "i",
    "ocx_llvm_version": "s",
    "ocx_llvm_identity": "p",
    "ocx_snapshot": "ppp",
    "ocx_function_shapes": "ppqsp",
    "ocx_function_headers": "ppsspp",
    "ocx_call_facts": "ppqpp",
    "ocx_small_calls": "ppsp",
    "ocx_mark_calls": "vpi",
    "ocx_loops": "ppp",
    "ocx_safe_loops_to_unroll": "ippqqppp",
    "ocx_loop_fingerprint": "qp",
    "ocx_loop_branches": "ppp",
    "ocx_rewrite_loop_id": "vpss",
    "ocx_safe_divergent": "ipppp",
    "ocx_safe_narrow": "ippp",
    "ocx_marked_loops": "ppp",
    "ocx_pressure": "ppipp",
    "ocx_safe_try_passes": "ippsspp",
    "ocx_fold_trips": "ipppllp",
    "ocx_stores_locally": "ip",
    "ocx_unroll_loop": "ipppli",
    "ocx_peel_loop": "ipppli",
    "ocx_unswitch_loops": "ipplli",
    "ocx_place_remainders": "vi",
    "ocx_promote_up_to": "vl",
    "ocx_free": "vp",
    "ocx_split_block_before": "pp",
    "ocx_module_size": "vpp",
    "ocx_list_functions": "qpipq",
    "ocx_worth_a_look": "lpspl",
    "ocx_may_raise": "ipq",
    "ocx_raise_alignments": "lp",
    "ocx_pipeline_settle_loops": "vplppl",
    "ocx_may_thread_jumps": "ipi",
    "ocx_safe_thread_jumps": "ipp",
    "ocx_function_names": "ppp",
    "ocx_module_facts": "qpq",
    "ocx_count_work": "qp",
    "ocx_has_instructions": "ipq",
    "ocx_has_values_up_to": "ipq",
    "ocx_has_open_pointers": "ip",
    "ocx_has_aggregate_accesses": "ip",
    "ocx_allow_contraction": "vp",
    "ocx_copy_in_pieces": "vpplll",
    "ocx_enable_remarks": "vppp",
    "ocx_set_diagnostic_handler": "vppp",
    "ocx_remark_fields": "sp",
    "ocx_recovery_init": "i",
    "ocx_last_message": "s",
    "ocx_safe_parse": "ippp",
    "ocx_safe_verify": "ip",
    "ocx_safe_run_passes": "ipspp",
    "ocx_pipeline_create": "ppp",
    "ocx_safe_pipeline_run": "ippqpi",
    "ocx_pipeline_module_changed": "vp",
    "ocx_pipeline_function_changed": "vppi",
    "ocx_pipeline_take": "vpp",
    "ocx_pipeline_free": "vp",
    "ocx_safe_inline_costs": "ippqppp",
    "ocx_safe_create_machine": "ipsssip",
    "ocx_safe_emit": "ippip",
    "ocx_safe_link": "ippu",
    "ocx_safe_print": "ipp",
    "ocx_safe_call": "ipp",
    "ocx_safe_invoke": "ipppiip",
    "ocx_find_hopeless": "pp",
    "ocx_has_wide_operations": "ip",
    "ocx_longest_overlap": "lsl",
    "ocx_most_alive": "lsl",
    "ocx_ptx_outline": "pslplp",
    "ocx_count_ptx_instructions": "lsl",
    "ocx_joinable_sums": "pslp",
    "ocx_scaled_indices": "pslip",
    "ocx_most_kept_comparisons": "lsl",
}


class Counts(ctypes.Structure):
    """Sizes of a snapshot's arrays."""

    _fields_ = [(name, ctypes.c_int64) for name in "bytes arguments blocks instructions values operands".split()]

    bytes: int
    arguments: int
    blocks: int
    instructions: int
    values: int
    operands: int


class LoopFacts(ctypes.Structure):
    """A loop as LLVM sees it; `latch` and `preheader` are 0 where there is none."""

    _fields_ = [
        (name, ctypes.c_int64)
        for name in (
            "header latch preheader parent has_location number marks unroll_count peeled_count depth blocks exits "
            "is_innermost trip_count trip_multiple max_trip_count latch_trip_count is_max_or_zero size is_duplicable "
            "convergence may_have_remainder inline_candidates calls local_array_size far_loads slow_cycles atomics divisions fixed_stores shortest_way "
            "is_countable is_count_expensive is_count_divided is_uniform estimated_trip_count launch_trips peel_count is_peel_by_profile "
            "is_peel_of_last can_peel function_size"
        ).split()
    ]

    header: int
    latch: int
    preheader: int
    parent: int
    has_location: int
    number: int
    marks: int
    unroll_count: int
    peeled_count: int
    depth: int
    blocks: int
    exits: int
    is_innermost: int
    trip_count: int
    trip_multiple: int
    max_trip_count: int
    latch_trip_count: int
    is_max_or_zero: int
    size: int
    is_duplicable: int
    convergence: int
    may_have_remainder: int
    inline_candidates: int
    calls: int
    local_array_size: int
    far_loads: int
    slow_cycles: int
    atomics: int
    divisions: int
    fixed_stores: int
    shortest_way: int
    is_countable: int
    is_count_expensive: int
    is_count_divided: int
    is_uniform: int
    estimated_trip_count: int
    launch_trips: int
    peel_count: int
    is_peel_by_profile: int
    is_peel_of_last: int
    can_peel: int
    function_size: int


# What LoopFacts.marks holds.
LOOP_DISABLED, LOOP_FULL, LOOP_ENABLED, LOOP_NO_RUNTIME, LOOP_DONE, LOOP_JAMMED, LOOP_NOT_JAMMED = (
    1 << bit for bit in range(7)
)
LOOP_ASKED, LOOP_OFF, LOOP_OPEN = (1 << bit for bit in range(7, 10))


class LoopPressure(ctypes.Structure):
    """Registers that a loop's blocks need."""

    _fields_ = [
        (name, ctypes.c_int64)
        for name in "header most loaded accesses addresses extensions depth position counters".split()
    ]

    header: int
    most: int
    loaded: int
    accesses: int
    addresses: int
    extensions: int
    depth: int
    position: int
    counters: int


class PressureCount(ctypes.Structure):
    """Registers of all that is alive in a function, and of what a thread has for itself; its loops."""

    _fields_ = [
        ("alive", ctypes.c_int64),
        ("own", ctypes.c_int64),
        ("count", ctypes.c_int64),
        ("loops", ctypes.c_void_p),
    ]

    alive: int
    own: int
    count: int
    loops: int | None


class ModuleSize(ctypes.Structure):
    """What a module holds in functions with a body."""

    _fields_ = [(name, ctypes.c_int64) for name in ("functions", "blocks", "instructions")]

    functions: int
    blocks: int
    instructions: int


class NativeHelper:
    """The opened helper; `ocx_*` attributes are its C functions."""

    def __init__(self, path: str) -> None:
        self.path = path
        # Short calls keep the interpreter lock. Safe calls must release it: they run in a thread
        # of their own, whose diagnostics call back into Python.
        self._holding, self._releasing = ctypes.PyDLL(path), ctypes.CDLL(path)
        self._names: tuple[bytes, list[str]] = b"", []  # the last answer of `function_names`

    def __getattr__(self, name: str) -> Callable[..., Any]:
        try:
            signature = _PROTOTYPES[name]
        except KeyError:
            raise AttributeError(f"{name} has no prototype in llvm/helper.py") from None
        function = getattr(self._releasing if name.startswith("ocx_safe_") else self._holding, name)
        function.restype, *function.argtypes = (library._C_TYPES[letter] for letter in signature)
        setattr(self, name, function)
        return function  # type: ignore[no-any-return]

    @property
    def llvm_version(self) -> str:
        """The LLVM version it was built against."""
        return str(self.ocx_llvm_version().decode())

    def why_unusable(self, lib: library.LibLLVM) -> str:
        """The reason this helper can't work with that libLLVM, or nothing."""
        if self.ocx_abi_version() != ABI_VERSION:
            return f"it speaks ABI {self.ocx_abi_version()}, not {ABI_VERSION}"
        if self.llvm_version.split(".")[:2] != [str(part) for part in lib.version[:2]]:
            return f"it was built for LLVM {self.llvm_version}"
        if self.ocx_llvm_identity() != address_of(lib.LLVMContextCreate):
            return "it is bound to another copy of libLLVM"
        if self.ocx_recovery_init() != OK:
            return "its signal handlers can't be installed"
        return ""

    def last_message(self) -> str:
        """What the last safe call of this thread had to say."""
        return str(self.ocx_last_message().decode(errors="replace"))

    def snapshot(self, function: int) -> tuple[Counts, bytes]:
        """The sizes and the arrays of `ocx_snapshot`, one array after the other."""
        counts = Counts()
        block = self.ocx_snapshot(function, ctypes.addressof(counts))
        if not block:
            raise MemoryError
        try:
            return counts, ctypes.string_at(block, counts.bytes)
        finally:
            self.ocx_free(block)

    def function_shapes(self, functions: list[int], classes: bytes) -> tuple[list[int], list[int]]:
        """The numbers of each function's `ocx_shape`, and four for each instruction to be shown."""
        asked, shapes = library.pointer_array(functions), (ctypes.c_int64 * (SHAPE_NUMBERS * len(functions)))()
        block = self.ocx_function_shapes(asked, len(functions), classes, ctypes.addressof(shapes))
        counts = shapes[:]
        return counts, self.take_numbers(block, 4 * sum(counts[SHAPE_NUMBERS - 1 :: SHAPE_NUMBERS]))

    def function_headers(self, module: int, attributes: bytes, agreed: bytes) -> tuple[list[int], list[str]]:
        """The numbers of `ocx_function_headers` one after the other, and the names."""
        numbers, size = ctypes.c_int64(), ctypes.c_int64()
        sizes = ctypes.addressof(numbers), ctypes.addressof(size)
        block = self.ocx_function_headers(module, attributes, agreed, *sizes)
        if not block:
            raise MemoryError
        try:
            names = ctypes.string_at(block + 8 * numbers.value, size.value).decode(errors="replace").split("\0")[:-1]
            return (ctypes.c_int64 * numbers.value).from_address(block)[:], names
        finally:
            self.ocx_free(block)

    def call_facts(self, calls: list[int]) -> tuple[list[int], bytes]:
        """Two numbers for each call, and a byte for each argument of all."""
        facts, size = (ctypes.c_int64 * (2 * len(calls)))(), ctypes.c_int64()
        asked = library.pointer_array(calls), len(calls)
        block = self.ocx_call_facts(*asked, ctypes.addressof(facts), ctypes.addressof(size))
        if not block:
            raise MemoryError
        try:
            return facts[:], ctypes.string_at(block, size.value)
        finally:
            self.ocx_free(block)

    def small_calls(self, module: int, classes: bytes) -> bytes | None:
        """The block of `ocx_small_calls`, or None."""
        size = ctypes.c_int64()
        block = self.ocx_small_calls(module, classes, ctypes.addressof(size))
        if not block:
            return None
        try:
            return ctypes.string_at(block, size.value)
        finally:
            self.ocx_free(block)

    def loops(self, function: int) -> list[LoopFacts]:
        """The function's loops, an enclosing one before those inside it."""
        count = ctypes.c_int64()
        return self.take_loops(self.ocx_loops(function, ctypes.addressof(count)), count)

    def marked_loops(self, function: int) -> list[LoopFacts]:
        """The function's loops, with no more than what their ids say."""
        count = ctypes.c_int64()
        return self.take_loops(self.ocx_marked_loops(function, ctypes.addressof(count)), count)

    def take_loops(self, block: int | None, count: ctypes.c_int64) -> list[LoopFacts]:
        if not block:
            return []
        try:
            return list((LoopFacts * count.value).from_buffer_copy(ctypes.string_at(block, count.value * _LOOP_BYTES)))
        finally:
            self.ocx_free(block)

    def fold_trips(self, function: int, header: int, latch: int, trips: int, threshold: int) -> tuple[int, int, int]:
        """Cost of a loop's trips, what folding leaves of it, and may more be left? Zeros where it is too much to run."""
        cost = _FOLDED()
        self.ocx_fold_trips(function, header, latch, trips, threshold, cost)
        return cost[0], cost[1], cost[2]

    def loop_branches(self, function: int) -> list[tuple[int, int, int]]:
        """Branch, number and marks of every loop's id in a function."""
        count = ctypes.c_int64()
        rows = iter(self.take_numbers(self.ocx_loop_branches(function, ctypes.addressof(count)), 3 * count.value))
        return list(zip(rows, rows, rows, strict=True))

    def take_pointers(self, block: int | None, count: ctypes.c_int64) -> frozenset[int]:
        if not block:
            return frozenset()
        try:
            return frozenset((ctypes.c_int64 * count.value).from_address(block))
        finally:
            self.ocx_free(block)

    def take_numbers(self, block: int | None, count: int) -> list[int]:
        if not block:
            return []
        try:
            return list((ctypes.c_int64 * count).from_address(block))
        finally:
            self.ocx_free(block)

    def pressure(self, function: int, counts_shared: bool = True) -> tuple[int, list[LoopPressure]]:
        """Registers that a function needs, and its loops in the order of `loops`."""
        most, count = ctypes.c_int64(), ctypes.c_int64()
        block = self.ocx_pressure(function, counts_shared, ctypes.addressof(most), ctypes.addressof(count))
        return most.value, self.take_pressures(block, count.value)

    def take_pressures(self, block: int | None, count: int) -> list[LoopPressure]:
        if not block:
            raise MemoryError
        try:
            return list((LoopPressure * count).from_buffer_copy(ctypes.string_at(block, count * _PRESSURE_BYTES)))
        finally:
            self.ocx_free(block)

    def functions(self, module: int, kind: int) -> list[int]:
        """The functions of a module that are of a kind: OCX_DEFINED and others of native/ocx.h."""
        return _listed(self.ocx_list_functions, module, kind)

    def worth_a_look(self, module: int, name: str) -> list[int]:
        """Those of them in which a pass may find something."""
        return _listed(self.ocx_worth_a_look, module, name.encode())

    def function_names(self, module: int) -> list[str]:
        """Names of functions, each after its mark; the same list as the last time while they are the same."""
        size = ctypes.c_int64()
        block = self.ocx_function_names(module, ctypes.addressof(size))
        if not block:
            raise MemoryError
        try:
            data = ctypes.string_at(block, size.value)
        finally:
            self.ocx_free(block)
        kept = self._names
        if kept[0] != data:
            kept = self._names = data, data.decode(errors="replace").split("\0")[:-1]
        return kept[1]

    def longest_overlap(self, body: bytes) -> int:
        """Registers that may be alive at once in the text of a PTX function."""
        return int(self.ocx_longest_overlap(body, len(body)))

    def most_alive(self, body: bytes) -> int:
        """The same, closer, by the flow between blocks; -1 where branches are not understood."""
        return int(self.ocx_most_alive(body, len(body)))

    def ptx_outline(self, text: bytes, words: tuple[bytes, ...]) -> list[int]:
        """Bits of the words that stand in a PTX text, and five numbers of each function (native/ocx.h)."""
        count, array = ctypes.c_int64(), (ctypes.c_char_p * len(words))(*words)
        block = self.ocx_ptx_outline(text, len(text), array, len(words), ctypes.addressof(count))
        return self.take_numbers(block, count.value)

    def count_ptx_instructions(self, text: bytes) -> int:
        """Lines of PTX that are instructions; -1 where other letters than a newline may end lines."""
        return int(self.ocx_count_ptx_instructions(text, len(text)))

    def joinable_sums(self, text: bytes) -> list[int]:
        """Where products and the sums that they can be joined with start in the text of a PTX function, in turns."""
        count = ctypes.c_int64()
        block = self.ocx_joinable_sums(text, len(text), ctypes.addressof(count))
        return self.take_numbers(block, count.value)

    def scaled_indices(self, text: bytes, takes_uniform_bases: bool) -> list[int]:
        """Three numbers for each product that wide-indices makes in the text of a PTX function."""
        count = ctypes.c_int64()
        block = self.ocx_scaled_indices(text, len(text), takes_uniform_bases, ctypes.addressof(count))
        return self.take_numbers(block, count.value)

    def module_size(self, module: int) -> ModuleSize:
        size = ModuleSize()
        self.ocx_module_size(module, ctypes.addressof(size))
        return size


def _listed(list_functions: Callable[..., int], module: int, which: int | bytes) -> list[int]:
    """What one of the helper's lists of functions has; mostly they are few."""
    found = _USUAL_FUNCTIONS()
    count = list_functions(module, which, ctypes.addressof(found), len(found))
    if count < 0:
        raise KeyError(which)
    if count > len(found):
        larger = (ctypes.c_int64 * count)()
        list_functions(module, which, ctypes.addressof(larger), count)
        return list(larger)
    return found[:count]


_LOOP_BYTES, _PRESSURE_BYTES = ctypes.sizeof(LoopFacts), ctypes.sizeof(LoopPressure)
_found: tuple[NativeHelper | None, str] | None = None


def is_switched_off() -> bool:
    return VARIABLES.get(SWITCH) == OFF


def load() -> NativeHelper | None:
    """The helper, opened on the first call, or None where it is missing, unfit or switched off."""
    return _find()[0]


def describe() -> str:
    """One line about the helper, for `--version`."""
    helper, reason = _find()
    return f"native helper: built for LLVM {helper.llvm_version}" if helper else f"native helper: not used ({reason})"


def address_of(function: Any) -> int:
    """Where a C function lies, to be handed to `ocx_safe_call`; there are a few dozen of them."""
    found = _addresses.get(id(function))
    if found is None:
        found = _addresses[id(function)] = ctypes.cast(function, ctypes.c_void_p).value or 0, function
    return found[0]


def _find() -> tuple[NativeHelper | None, str]:
    if is_switched_off():
        return None, f"{SWITCH_VARIABLE}=0"
    global _found
    if _found is None:
        _found = _open()
    return _found


def _open() -> tuple[NativeHelper | None, str]:
    if not os.path.exists(PATH):
        return None, "not built: no C++ compiler or no LLVM headers at installation"
    lib = library.load()  # first: the helper binds to the libLLVM that is already open
    try:
        helper = NativeHelper(PATH)
        reason = helper.why_unusable(lib)
    except (OSError, AttributeError) as error:
        return None, str(error)
    return (None, reason) if reason else (helper, "")

"""The seam to the native helper: one interface with two makers, and the only place that chooses between them.

`services()` gives what the helper does (`helper_services.py`) where it is there, else what libLLVM's C API can do
without it (`plain_services.py`). Nobody above asks which it is. What both compute is the same; where only the helper
has an answer, the interface itself says so (None, False or less of it), and ONLY_WITH_HELPER names it for people.
"""

from __future__ import annotations

from opencicc.llvm import helper
from opencicc.llvm.helper import OFF, SWITCH, VARIABLES
from opencicc.llvm.library import load, take_message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from opencicc.llvm.calls import CallFacts, FunctionHeader
    from opencicc.llvm.inline_costs import Cost
    from opencicc.llvm.ir import Function, Instruction, Module
    from opencicc.llvm.native import StepRunner, TargetMachine
    from opencicc.llvm.shape import FunctionShape
    from opencicc.llvm.types import Type

    # Lists, or what lists can be made of on first use.
    class Arrays(Protocol):
        def __getitem__(self, index: int, /) -> Sequence[int] | memoryview: ...

    SnapshotArrays = tuple[tuple[int, int, int], Arrays]
    Properties = Sequence[tuple[str, int | None]]  # of a loop, each with its number if it has one
    RemarkRow = tuple[str, str, str, str, str, str, tuple[tuple[str, str], ...]]
    # Registers of all that is alive, those that a thread has for itself, and such of loops.
    PressureRow = tuple[int, int, list[helper.LoopPressure]]

NO_PRINT = -1
FITS_UNSIGNED, FITS_SIGNED = 1, 2  # numbers of 32 bits
THREADING_HARMS, THREADING_IS_HARMLESS, THREADING_PASSES_BARRIERS = range(3)

# (members of Services that have no full answer without it, what the helper knows or does, what happens without it)
ONLY_WITH_HELPER = (
    (
        ("loops", "divergent", "loops_to_unroll", "marked_loops", "loop_fingerprint"),
        "LLVM's trip counts, sizes, convergence and uniformity of loops",
        "our own trip counts: some loops stay as they are",
    ),
    (
        ("can_unroll_directly", "unroll_loop"),
        "unrolling of loops with barriers and warp operations, and remainders as straight code",
        "those stay as they are, remainders are loops",
    ),
    (("can_peel", "peel_loop"), "peeling of loops", "nothing is peeled; a given peel count is an error"),
    (("fits",), "64-bit arithmetic done in 32 bits where LLVM proves that it fits", "it is done in 64 bits"),
    (("unswitch_loops",), "tests that stay the same moved out of loops", "they stay inside"),
    (("inline_costs",), "LLVM's own inline costs", "our computation of them, which differs for some calls"),
    (
        ("times_steps", "step_runner"),
        "steps timed one by one, and left out where they can't change anything",
        "`--time-passes` runs each step alone",
    ),
    (("remark_row",), "pass, name, function and arguments of LLVM's remarks", "their place and their text"),
    (
        ("gates_codegen", "try_passes"),
        "code generation told to leave loops and repeated expressions as they are where registers are scarce, and to sink "
        "computations only where registers allow it",
        "it reduces, merges and sinks what it likes",
    ),
    ((), "a crash inside libLLVM is an error", "it ends the process, unless `--isolate` is given"),
)


class Services:
    """What the native helper does, or somebody in its place; the answers here are those without it."""

    links_only_needed = False  # else a link brings in everything
    times_steps = False
    can_peel = False
    can_unroll_directly = False  # one loop, in ways that metadata can't ask for
    counts_pressure = False  # else `pressure` has no answer
    gates_codegen = False  # code generation leaves out what a function's attribute names (native/codegen_gate.h)

    # --- libLLVM's long-running calls; a failure inside is a recovery.LibraryFailure ---

    def parse(self, context: int, buffer: int) -> int:
        """The module in a memory buffer, which is consumed."""
        raise NotImplementedError

    def verify(self, context: int, module: int) -> str:
        """What the verifier finds wrong, or ''."""
        raise NotImplementedError

    def run_passes(self, context: int, module: int, passes: str, machine: int, options: int) -> None:
        raise NotImplementedError

    def emit(self, context: int, machine: int, module: int) -> bytes:
        """The module's assembly text."""
        raise NotImplementedError

    def link(self, context: int, destination: int, source: int, *, only_needed: bool = False) -> None:
        """Link `source`, which is consumed, into `destination`; `only_needed` where `links_only_needed`."""
        raise NotImplementedError

    def run_on_function(self, function: Function, passes: str, machine: int | None, options: int) -> None:
        """As `run_passes`, on one function: short work, called often."""
        raise NotImplementedError

    def create_machine(self, target: int, triple: str, cpu: str, features: str, level: int) -> int:
        """A target machine; a PTX version too old for the processor is fatal there."""
        raise NotImplementedError

    def call(self, context: int, name: str, *arguments: object, is_deep: bool = True) -> int:
        """Any of libLLVM's functions in prototypes.RECOVERED that takes up to five integers or pointers.

        What can't recurse deeply needs no thread with a large stack, which is quicker.
        """
        raise NotImplementedError

    # --- remarks ---

    def set_diagnostic_handler(self, context: int, handler: object) -> None:
        """Who is told what libLLVM has to say of this context; with the helper no remarks, which nobody asked for."""
        raise NotImplementedError

    def enable_remarks(self, context: int, handler: object) -> None:
        """Every optimization remark of this context; of the whole process without the helper."""
        raise NotImplementedError

    def remark_row(self, info: int) -> RemarkRow:
        """The fields of ir.RemarkFields."""
        said = take_message(load().LLVMGetDiagInfoDescription(info))
        location, _, message = said.partition(": ")
        has_location = location.count(":") >= 2
        return "analysis", "", "", "", location if has_location else "", message if has_location else said, ()

    # --- reading ---

    def snapshot_arrays(self, function: Function) -> SnapshotArrays:
        """How many arguments, blocks and instructions there are, and the arrays of snapshot.ARRAYS."""
        raise NotImplementedError

    def definitions(self, module: Module) -> list[int]:
        """The functions that have a body."""
        raise NotImplementedError

    def pure_functions(self, module: Module) -> list[int]:
        """Those of them that are `Function.is_pure`."""
        raise NotImplementedError

    def unusual_functions(self, module: Module) -> list[int]:
        """All in which compiler/refusals.py may find something to refuse: the most usual kernels need no look."""
        raise NotImplementedError

    def bounded_functions(self, module: Module) -> list[int]:
        """Those with a body and an attribute of names.LAUNCH_ATTRIBUTES."""
        raise NotImplementedError

    def worth_a_look(self, module: Module, pass_name: str) -> list[int]:
        """Those of them in which a pass with a first look may find something; all of them where nobody has looked."""
        raise NotImplementedError

    def may_raise(self, function: Function, registers: int) -> bool:
        """May raise-values save so many registers in some block? It may where nobody has looked."""
        raise NotImplementedError

    def raise_alignments(self, function: Function) -> int | None:
        """Tell loads and stores how well their addresses are aligned: how many said less; None where Python has to do it."""
        raise NotImplementedError

    def may_thread_jumps(self, function: Function, past_barriers: bool) -> int | None:
        """What threading jumps could do to its threads: one of THREADING_*; nothing where nobody has looked."""
        return None

    def thread_jumps(self, function: Function, options: int) -> bool:
        """LLVM's jump threading, as for a target whose branches do not diverge; did it change anything?"""
        raise NotImplementedError

    def count_functions(self, module: Module) -> int:
        """Those with a body and those without."""
        raise NotImplementedError

    def function_names(self, module: Module) -> list[str]:
        """Names of functions, each after `=` where it has a body, else after `+` where something refers to it or `-`.

        Not to be changed: it may be the list of the last answer. `Module.function_names` knows more of it.
        """
        raise NotImplementedError

    def module_facts(self, module: Module, long_count: int) -> int:
        """Which kinds of things there are: bits of scan.py; `long_count` instructions make a function long."""
        raise NotImplementedError

    def function_shapes(self, functions: list[int], classes: bytes) -> list[FunctionShape]:
        """The instructions of functions counted by the classes of their opcodes (llvm/shape.py)."""
        raise NotImplementedError

    def function_headers(self, module: Module, attributes: str, agreed: str) -> list[FunctionHeader]:
        """What functions say of themselves and who calls them (llvm/calls.py), intrinsics and what nobody uses apart."""
        raise NotImplementedError

    def call_facts(self, calls: list[int]) -> list[CallFacts]:
        """What stands at calls of functions (llvm/calls.py)."""
        raise NotImplementedError

    def small_calls(self, module: Module, classes: bytes) -> bytes | None:
        """All that an inliner asks of a module (native/ocx.h) where nothing about its calls has to be asked one by one.

        None elsewhere, and where nobody has looked.
        """
        return None

    def mark_calls(self, module: Module, is_on: bool) -> None:
        """Put `alwaysinline` at all calls of functions with a body, or take it off; only after `small_calls`."""
        raise NotImplementedError

    def count_instructions(self, module: Module) -> int:
        raise NotImplementedError

    def count_work(self, function: Function) -> int:
        """Instructions but stack objects and what reads and writes these directly: what passes are left with soon."""
        raise NotImplementedError

    def has_instructions(self, function: Function, count: int) -> bool:
        """Whether a function has so many; a long one is not counted to its end."""
        raise NotImplementedError

    def has_values_up_to(self, module: Module, bits: int) -> bool:
        """Does some instruction give a scalar, or a vector of scalars, of two to so many bits?"""
        raise NotImplementedError

    def has_open_pointers(self, module: Module) -> bool:
        """Is there anything that memory-space-opt could find out, or has to warn of (open_pointers.py)?"""
        raise NotImplementedError

    def has_aggregate_accesses(self, module: Module) -> bool:
        """Does some instruction load or store a whole struct or array?"""
        raise NotImplementedError

    def has_wide_operations(self, module: Module) -> bool:
        """Is there a division or conversion of integers of more than 64 bits, or arithmetic of fp128?"""
        raise NotImplementedError

    def find_hopeless(self, module: Module) -> int:
        """The first value that code generation can't survive or ptxas refuses (hopeless.py), or 0."""
        raise NotImplementedError

    def pressure(self, function: Function, counts_shared: bool = True) -> tuple[int, list[helper.LoopPressure]] | None:
        """Registers that a function needs, and its loops; None where analysis/pressure.py computes the same.

        Without `counts_shared` what threads share needs none: a kernel's parameters and their fields, which ptxas reads from
        constant memory, and what it computes of them and of the block's number in uniform registers.
        """
        raise NotImplementedError

    def try_passes(self, function: Function, machine: int, first: str, second: str) -> list[PressureRow] | None:
        """Registers after each of two texts of passes on a copy of a function, whose module stays as it is."""
        return None

    def loops(self, function: Function) -> list[helper.LoopFacts] | None:
        """The loops of a function with LLVM's trip counts, an enclosing one before those inside it."""
        return None

    def divergent(self, function: Function, machine: TargetMachine) -> frozenset[int] | None:
        """Values that the threads of a warp may see differently, and blocks at whose end they may part."""
        return None

    def fits(self, function: Function) -> list[tuple[int, int, int]] | None:
        """Operations on 64-bit integers with what of them fits 32 bits, FITS_*: the result, all operands where used."""
        return None

    def loops_to_unroll(
        self, function: Function, machine: int, peel_threshold: int, assumed_size: int, known_print: int
    ) -> tuple[list[helper.LoopFacts], int] | None:
        """The loops of a function and their print; no loops where the print is the known one.

        Who has no use for a print says NO_PRINT.
        """
        return None

    def marked_loops(self, function: Function) -> list[helper.LoopFacts] | None:
        """The loops of a function with no more than what their ids say."""
        return None

    def loop_fingerprint(self, function: Function) -> int:
        """The print of a function's loops as they are now, 0 for none."""
        return 0

    def may_store_locally(self, function: Function) -> bool:
        """False where no store of the function goes to the thread's own memory; True where somebody has to look."""
        return True

    def fold_trips(
        self, function: Function, header: int, latch: int, trips: int, threshold: int
    ) -> tuple[int, int, int] | None:
        """Cost of a loop's trips, what folding leaves of it, and may more be left? None where Python has to run them.

        Zeros where they are too much to run.
        """
        return None

    def loop_branches(self, function: Function) -> list[tuple[int, int, int]]:
        """Every branch with a loop's id: LLVM's pointer, our number in it or -1, and its marks (`helper.LOOP_...`)."""
        raise NotImplementedError

    def inline_costs(
        self, module: Module, calls: list[int], knobs: list[int], machine: TargetMachine
    ) -> list[Cost] | None:
        """LLVM's costs of direct calls of functions with a body."""
        return None

    def longest_overlap(self, body: str) -> int | None:
        """The quick look at registers in PTX text (pipeline/run/crowded.py); None where Python has to take it."""
        return None

    def most_alive(self, body: str) -> int | None:
        """The same by the flow between blocks, closer to what is alive; None where it is not known."""
        return None

    def ptx_outline(self, text: str, words: tuple[bytes, ...]) -> list[int]:
        """Bits of words in PTX text, and five numbers of each function (pipeline/run/outline.py); nothing where Python has to look."""
        return []

    def count_ptx_instructions(self, text: str) -> int | None:
        """Lines of PTX that are instructions (compiler/kernels.py); None where Python has to count them."""
        return None

    def joinable_sums(self, text: str) -> list[int] | None:
        """Where products and sums that mad-wide joins start, in turns; None where Python has to look for them."""
        return None

    def scaled_indices(self, text: str, takes_uniform_bases: bool) -> list[int] | None:
        """What wide-indices finds in a function's PTX, three numbers each (native/ocx.h); None where Python has to look for it."""
        return None

    def may_keep_comparisons(self, text: str, most: int) -> bool:
        """May a loop in a function's PTX keep more comparisons than this for what comes behind it? A first look."""
        raise NotImplementedError

    # --- changing ---

    def allow_contraction(self, function: Function) -> None:
        """Set `contract` on every fadd, fsub, fmul, fdiv and fneg."""
        raise NotImplementedError

    def copy_in_pieces(
        self, copy: Instruction, pieces: Sequence[tuple[int, Type]], alignments: tuple[int, int]
    ) -> None:
        """Write a call of memcpy or memmove out in front of it: pieces by offset and type, aligned so at target and source."""
        raise NotImplementedError

    def promote_up_to(self, accesses: int) -> None:
        """How many accesses a loop may have for LICM to keep in registers what it updates, in the whole process; 0 is LLVM's limit."""
        raise NotImplementedError

    def place_remainders(self, is_behind: bool) -> None:
        """Where LLVM's unroller puts remainder loops, in the whole process."""
        raise NotImplementedError

    def rewrite_loop_id(self, branch: int, dropped: tuple[str, ...], added: Properties) -> None:
        """Give a loop a new id: less the properties whose names begin with one of `dropped`, and with those `added`."""
        raise NotImplementedError

    def unroll_loop(self, function: Function, machine: int, header: int, count: int, remainder: int) -> bool:
        return False

    def peel_loop(self, function: Function, machine: int, latch: int, count: int, is_last: bool) -> bool:
        return False

    def unswitch_loops(
        self, function: Function, machine: int, few_trips: int, shared_budget: int, in_searches: bool
    ) -> bool:
        """Move tests that stay the same out of loops; was anything done?"""
        return False

    def step_runner(self, module: Module, machine: TargetMachine) -> StepRunner | None:
        """Runs native steps of one compile and keeps analyses between them."""
        return None


_with_helper: Services | None = None
_without: Services | None = None


def services() -> Services:
    """With the helper where it is there and not switched off."""
    global _with_helper, _without
    if _with_helper is not None and VARIABLES.get(SWITCH) != OFF:  # some hundred times in a compile
        return _with_helper
    native = helper.load()
    if native is not None:
        from opencicc.llvm.helper_services import HelperServices

        _with_helper = HelperServices(native)
        return _with_helper
    if _without is None:
        from opencicc.llvm.plain_services import PlainServices

        _without = PlainServices()
    return _without

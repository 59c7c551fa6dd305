"""LLVM's C API numbers by name: opcodes, linkages, predicates, flags, severities."""

from __future__ import annotations

OPCODES = {
    "ret": 1, "br": 2, "switch": 3, "indirectbr": 4, "invoke": 5, "unreachable": 7, "callbr": 67, "fneg": 66,
    "add": 8, "fadd": 9, "sub": 10, "fsub": 11, "mul": 12, "fmul": 13, "udiv": 14, "sdiv": 15, "fdiv": 16,
    "urem": 17, "srem": 18, "frem": 19, "shl": 20, "lshr": 21, "ashr": 22, "and": 23, "or": 24, "xor": 25,
    "alloca": 26, "load": 27, "store": 28, "getelementptr": 29, "trunc": 30, "zext": 31, "sext": 32, "fptoui": 33,
    "fptosi": 34, "uitofp": 35, "sitofp": 36, "fptrunc": 37, "fpext": 38, "ptrtoint": 39, "inttoptr": 40,
    "bitcast": 41, "addrspacecast": 60, "icmp": 42, "fcmp": 43, "phi": 44, "call": 45, "select": 46,
    "userop1": 47, "userop2": 48, "va_arg": 49, "extractelement": 50, "insertelement": 51, "shufflevector": 52,
    "extractvalue": 53, "insertvalue": 54, "freeze": 68, "fence": 55, "cmpxchg": 56, "atomicrmw": 57,
    "resume": 58, "landingpad": 59, "cleanupret": 61, "catchret": 62, "catchpad": 63, "cleanuppad": 64,
    "catchswitch": 65, "ptrtoaddr": 69,
}  # fmt: skip
CALLS = frozenset(OPCODES[name] for name in ("call", "invoke", "callbr"))
TERMINATORS = frozenset(
    OPCODES[name]
    for name in ("ret br switch indirectbr invoke unreachable callbr resume cleanupret catchret catchswitch").split()
)
OPCODE_NAMES = {number: name for name, number in OPCODES.items()}

LINKAGES = (
    "external available_externally linkonce linkonce_odr linkonce_odr_auto_hide weak weak_odr appending internal "
    "private dllimport dllexport extern_weak ghost common linker_private linker_private_weak"
).split()
LINKAGE_NUMBERS = {name: number for number, name in enumerate(LINKAGES)}

ICMP_PREDICATES = dict(enumerate("eq ne ugt uge ult ule sgt sge slt sle".split(), start=32))
ICMP_NUMBERS = {name: number for number, name in ICMP_PREDICATES.items()}
_OPPOSITE_PAIRS = ("eq ne", "ugt ule", "uge ult", "sgt sle", "sge slt")
ICMP_OPPOSITES = {pair.split()[way]: pair.split()[1 - way] for pair in _OPPOSITE_PAIRS for way in (0, 1)}

FCMP_PREDICATES = "false oeq ogt oge olt ole one ord uno ueq ugt uge ult ule une true".split()

ATOMIC_OPERATIONS = (
    "xchg add sub and nand or xor max min umax umin fadd fsub fmax fmin uinc_wrap udec_wrap usub_cond usub_sat fmaximum "
    "fminimum"
).split()

VISIBILITIES = ("default", "hidden", "protected")

# Fast-math flag bits of LLVMGetFastMathFlags.
FAST_MATH = {"reassoc": 1, "nnan": 2, "ninf": 4, "nsz": 8, "arcp": 16, "contract": 32, "afn": 64}

PTX_KERNEL_CALLING_CONVENTION = 71
SEVERITIES = ("error", "warning", "remark", "note")

# Value kinds of LLVMGetValueKind that we ask about.
VALUE_KINDS = (
    "argument basic_block memory_use memory_def memory_phi function global_alias global_ifunc global_variable "
    "block_address constant_expr constant_array constant_struct constant_vector undef constant_aggregate_zero "
    "constant_data_array constant_data_vector constant_int constant_fp constant_pointer_null constant_token_none "
    "metadata_as_value inline_asm instruction poison constant_target_none constant_ptr_auth"
).split()

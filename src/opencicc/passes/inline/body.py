"""Facts about one function, read from its header and its body. Only reads IR."""

from __future__ import annotations

from opencicc.llvm.ir import Function, Instruction, Value
from opencicc.llvm.opcodes import OPCODES, VALUE_KINDS
from opencicc.llvm.services import services
from opencicc.llvm.shape import ADDRESS, BRANCH, FREE, SHOWN, SWITCH, opcode_table
from opencicc.llvm.snapshot import snapshot
from opencicc.llvm.types import Type
from opencicc.passes.inline.decision import FunctionFacts
from opencicc.passes.inline.types import TypeDesc, storage_bytes
from opencicc.record import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from opencicc.llvm.calls import FunctionHeader
    from opencicc.llvm.ir import Module
    from opencicc.llvm.shape import FunctionShape
    from opencicc.llvm.snapshot import Snapshot

_GEP, _CALL, _LOAD, _STORE = (OPCODES[name] for name in ("getelementptr", "call", "load", "store"))
_ALLOCA, _CAST, _BITCAST = OPCODES["alloca"], OPCODES["addrspacecast"], OPCODES["bitcast"]
# Make no machine code of their own, or vanish once the body stands in its caller.
_FREE = "phi bitcast addrspacecast inttoptr ptrtoint ret unreachable freeze".split()  # and alloca, which is looked at
_OBSTACLES = {
    OPCODES[name]: f"it has {name}"
    for name in ("indirectbr", "callbr", "invoke", "landingpad", "resume", "catchpad", "cleanuppad", "catchswitch")
}
CLASSES = opcode_table(
    {
        **dict.fromkeys(_FREE, FREE),
        "br": BRANCH,
        "getelementptr": ADDRESS,
        "switch": SWITCH,
        "call": SHOWN,
        "alloca": SHOWN,
        **{name: SHOWN for name in OPCODES if OPCODES[name] in _OBSTACLES},
    }
)
_FUNCTION, _ASSEMBLY = VALUE_KINDS.index("function"), VALUE_KINDS.index("inline_asm")

_FREE_INTRINSICS = (
    "llvm.dbg.", "llvm.lifetime.", "llvm.assume", "llvm.experimental.noalias.scope.decl", "llvm.invariant.",
    "llvm.sideeffect", "llvm.annotation", "llvm.var.annotation", "llvm.ptr.annotation", "llvm.expect", "llvm.donothing",
    "llvm.launder.", "llvm.strip.", "llvm.objectsize", "llvm.is.constant", "llvm.nvvm.ptr.",
)  # fmt: skip
_GPU_INTRINSICS = tuple(
    f"llvm.nvvm.{word}"
    for word in (
        "shfl", "vote", "match", "barrier", "bar.", "redux", "activemask", "elect", "mma", "wmma", "wgmma", "ldmatrix",
        "stmatrix", "tcgen05", "cp.async.bulk.tensor", "setmaxnreg",
    )
)  # fmt: skip
_GPU_ASSEMBLY = ("mma.", "wgmma.", "shfl.", "vote.", "redux.", "bar.", "barrier.", "ldmatrix", "stmatrix", "tcgen05")
_ATTRIBUTES = "noinline optnone alwaysinline inlinehint cold optsize minsize returns_twice"
_NOINLINE, _OPTNONE, _ALWAYSINLINE, _INLINEHINT, _COLD, _OPTSIZE, _MINSIZE, _RETURNS_TWICE = (1 << n for n in range(8))
# Attributes that a caller and a callee must agree in: the callee's code would change its meaning otherwise.
AGREED = ("denormal-fp-math", "denormal-fp-math-f32", "strictfp", "sanitize_address", "sanitize_memory")
_TWICE = "it calls a function that returns twice"
_traits: dict[tuple[int, ...], tuple[FunctionFacts, str]] = {}  # the functions of all modules are of few kinds
_layouts: dict[str, dict[int, int]] = {}
_CANNOT_MOVE = {"llvm.va_start": "it takes variable arguments", "llvm.localescape": "it lets its frame escape"}


class Reader:
    """Reads functions of one module; what it learns of types and callees serves all of them."""

    def __init__(self, module: Module) -> None:
        self.headers: dict[int, FunctionHeader] = {}
        self._types: dict[int, TypeDesc] = {}
        self._callees: dict[int, str] = {}
        layout = module.data_layout
        self._pointer_bits = _layouts.get(layout) or _layouts.setdefault(layout, pointer_bits(layout))

    # --- headers ---

    def read_headers(self, module: Module) -> None:
        """Look at all functions that have a body or that something refers to, intrinsics apart."""
        for header in services().function_headers(module, _ATTRIBUTES, " ".join(AGREED)):
            self.headers[header.ref] = header
            self._callees[header.ref] = _TWICE if header.traits[-1] & _RETURNS_TWICE else "function"

    def name(self, ref: int) -> str:
        return self.headers[ref].name or f"<function {ref:#x}>"

    def describe(self, ref: int) -> TypeDesc:
        found = self._types.get(ref)
        if found is None:
            found = self._types[ref] = self._describe(Type(ref))
        return found

    def _describe(self, type_: Type) -> TypeDesc:
        kind = type_.kind
        if kind == "integer":
            return TypeDesc(kind, type_.integer_width)
        if kind == "pointer":
            return TypeDesc(kind, self._pointer_bits.get(type_.address_space, 64))
        if kind in ("array", "vector"):
            return TypeDesc(kind, 0, type_.length, (self.describe(type_.element.ref),))
        if kind == "struct":
            members = tuple(self.describe(member.ref) for member in type_.fields)
            return TypeDesc(kind, fields=members, is_packed=type_.is_packed)
        return TypeDesc(kind)

    # --- bodies ---

    def bodies(self, functions: dict[int, FunctionFacts]) -> list[tuple[FunctionFacts, list[tuple[int, int]]]]:
        """What is known of functions, their names apart, completed by the bodies, and the calls of functions in order: (call, callee)."""
        shapes = services().function_shapes(list(functions), CLASSES)
        return [
            self._complete(self.name(ref), header, shape)
            for (ref, header), shape in zip(functions.items(), shapes, strict=True)
        ]

    def _complete(
        self, name: str, header: FunctionFacts, shape: FunctionShape
    ) -> tuple[FunctionFacts, list[tuple[int, int]]]:
        free = shape.free
        calls: list[tuple[int, int]] = []
        indirect = local = 0
        obstacle, has_gpu = header.obstacle, False
        for instruction, operand, opcode, kind in shape.rows:
            if opcode == _CALL:
                word = self._callees.get(operand)
                if word is None:
                    word = self._callees[operand] = self._classify_new(operand, kind)
                if word == "function":
                    calls.append((instruction, operand))
                elif word == "free":
                    free += 1
                elif word == "gpu":
                    has_gpu = True
                elif word == "indirect":
                    indirect += 1
                elif word:
                    obstacle = obstacle or word
            elif opcode == _ALLOCA:
                free += 1
                local += self._alloca_bytes(instruction, operand)
            else:
                obstacle = obstacle or _OBSTACLES[opcode]
        facts = replace(
            header,
            name=name,
            obstacle=obstacle,
            instructions=shape.instructions,
            code=shape.instructions - free - len(calls) - indirect,
            calls=len(calls) + indirect,
            indirect_calls=indirect,
            blocks=shape.blocks,
            switches=shape.switches,
            switch_cases=shape.cases,
            max_cases=shape.most_cases,
            local_bytes=local,
            has_gpu_operations=has_gpu,
        )
        return facts, calls

    def with_accesses(self, function: Function, facts: FunctionFacts) -> FunctionFacts:
        """The facts completed by the accesses through each argument: asked only where memory is copied for a call."""
        return facts if facts.accesses else replace(facts, accesses=_accesses(snapshot(function)))

    def _alloca_bytes(self, alloca: int, count: int) -> int:
        times = Value(count).integer
        size = storage_bytes(self.describe(Instruction(alloca).allocated_type.ref))
        return size if times is None else times * size

    def classify(self, ref: int, kind: int) -> str:
        """function, indirect, free, gpu, nothing for an ordinary instruction, or an obstacle's text."""
        word = self._callees.get(ref)
        if word is None:
            word = self._callees[ref] = self._classify_new(ref, kind)
        return word

    def _classify_new(self, ref: int, kind: int) -> str:
        if kind == _ASSEMBLY:
            return classify_assembly(self._assembly(ref))
        if kind != _FUNCTION:
            return "indirect"
        function = Function(ref)
        if not function.is_intrinsic:
            return _TWICE if function.has_attribute("returns_twice") else "function"
        return classify_intrinsic(function.name, lambda: function.has_enum_attribute("convergent"))

    def _assembly(self, ref: int) -> str:
        from opencicc.llvm.constants import assembly_of

        return (assembly_of(Value(ref)) or ("", ""))[0]


def classify_assembly(text: str) -> str:
    return "gpu" if any(word in text for word in _GPU_ASSEMBLY) else ""


def classify_intrinsic(name: str, is_convergent: Callable[[], bool]) -> str:
    """free, gpu, nothing, or why a function that calls it can't be copied."""
    if name.startswith(_FREE_INTRINSICS):
        return "free"
    if name.startswith(_GPU_INTRINSICS) or (name.startswith("llvm.nvvm.") and is_convergent()):
        return "gpu"
    return next((why for prefix, why in _CANNOT_MOVE.items() if name.startswith(prefix)), "")


def traits_of(header: FunctionHeader) -> tuple[FunctionFacts, str]:
    """What a function says of itself, its name apart, and why none that says so is ever inlined, or nothing."""
    found = _traits.get(header.traits)
    if found is None:
        has = header.attributes
        facts = FunctionFacts(
            "",
            header.linkage,
            header.visibility,
            header.is_kernel,
            header.is_declaration,
            is_noinline=bool(has & _NOINLINE),
            is_optnone=bool(has & _OPTNONE),
            is_alwaysinline=bool(has & _ALWAYSINLINE),
            has_hint=bool(has & _INLINEHINT),
            is_cold=bool(has & _COLD),
            is_optsize=bool(has & _OPTSIZE),
            is_minsize=bool(has & _MINSIZE),
            obstacle="it takes variable arguments" if header.is_vararg else "",
        )
        found = _traits[header.traits] = (
            facts,
            replace(facts).refusal,
        )  # of a copy: what records keep makes copying them slower
    return found


def pointer_bits(layout: str) -> dict[int, int]:
    """Pointer widths that a data layout states, by address space."""
    found: dict[int, int] = {}
    for part in layout.split("-"):
        space, _, rest = part[1:].partition(":")
        if part.startswith("p") and rest and (space.isdigit() or not space):
            found[int(space or 0)] = int(rest.split(":")[0])
    return found


def _accesses(flat: Snapshot) -> tuple[tuple[int, int], ...]:
    """Loads and stores through each argument, constant offsets and casts looked through."""
    return tuple(_accesses_of(argument, flat) for argument in range(flat.arguments))


def _accesses_of(argument: int, flat: Snapshot) -> tuple[int, int]:
    loads = stores = 0
    work, seen, first = [argument], {argument}, flat.first_instruction
    while work:
        value = work.pop()
        for user in flat.users_of(value):
            opcode = flat.opcodes[user - first]
            if opcode == _LOAD:
                loads += 1
            elif opcode == _STORE:
                stores += flat.operands_of(user - first)[1] == value
            elif opcode == _CALL:  # memcpy and its like: a destination comes first
                operands = flat.operands_of(user - first)
                stores += operands[0] == value
                loads += len(operands) > 2 and operands[1] == value
            elif opcode in (_GEP, _CAST, _BITCAST) and user not in seen:
                seen.add(user)
                work.append(user)
    return loads, stores

"""Write NVVM's other forms of warp operations as the intrinsics that libLLVM selects.

    %r = call {i32, i1} @llvm.nvvm.shfl.sync.i32(i32 %mask, i32 2, i32 %v, i32 %o, i32 %c)
    =>
    %r = call {i32, i1} @llvm.nvvm.shfl.sync.down.i32p(i32 %mask, i32 %v, i32 %o, i32 %c)

Numba and other writers of NVVM IR name the kind of a shuffle or a vote by a number; libLLVM has a name for each kind and
takes the other spelling for an unknown function. `match.all` has another name there too. Shuffles and votes without a mask
of threads, which no processor from sm_70 on has, get the threads that are active. Level 1 includes the forms of barriers
(nvvm-lower-barriers).

Leaves alone: a mode that is no constant yet (a later place may see one; nvvm-final-lowering is the last), calls of another
type than NVVM IR gives these names, and everything that libLLVM's reader upgrades (barrier0, clz, ldg and many more) or
NVPTX selects by itself. Upstream has no pass of this kind.
"""

from __future__ import annotations

from opencicc.llvm import edit, edit_module, types
from opencicc.llvm.ir import Function, Instruction, Module, Value
from opencicc.llvm.names import MATCHES, SHUFFLE_WITH_MODE, SHUFFLES, UNMASKED, VOTE_WITH_MODE, VOTES, WARP_FORMS
from opencicc.passes.api import PassContext, module_pass
from opencicc.passes.nvvm_lower_barriers import lower_barriers
from opencicc.passes.places import PUBLISHED

BALLOT = VOTES.index("ballot")


@module_pass(
    "nvvm-intrinsic-lowering",
    "Rewrite NVVM's other forms of warp operations; level 1 includes barriers.",
    kind="function",
    params=("level=0", "level=1"),
    when="nvvm-forms",
    guard="!2000",
    places=PUBLISHED,
    preserves=("cfg",),
)
def run(module: Module, ctx: PassContext) -> bool:
    count = lower_warp_forms(module, ctx)
    if "level=1" in ctx.params:
        count += lower_barriers(module, ctx)
    return count > 0


def lower_warp_forms(module: Module, ctx: PassContext) -> int:
    """Rewrite every call that can be; how many there were."""
    count = 0
    for name in WARP_FORMS:
        form = module.function(name)
        if form is None:
            continue
        for call in direct_calls(form):
            lowered = lower_call(call, name, module)
            if lowered is not None:
                ctx.remark(call, f"{name} written in libLLVM's form", name="Lowered")
                edit.take_over(call, lowered)
                count += 1
    return count


def direct_calls(function: Function) -> list[Instruction]:
    """The calls that name a function."""
    users = (Instruction(user.ref) for user in function.users if user.kind == "instruction")
    return [user for user in users if user.called_function == function]


def lower_call(call: Instruction, name: str, module: Module) -> Value | None:
    """What a call of one of the forms becomes, built in front of it; None when it has to wait or is not the form."""
    arguments = call.arguments
    if name == SHUFFLE_WITH_MODE:
        shuffle = mode_of(call, SHUFFLES)
        rest = [arguments[0], *arguments[2:]]
        return call_in_place(call, module, f"llvm.nvvm.shfl.sync.{shuffle}.i32p", rest) if shuffle else None
    if name == VOTE_WITH_MODE:
        vote = mode_of(call, VOTES)
        return vote_in_place(call, module, vote) if vote else None
    if name in MATCHES:
        return call_in_place(call, module, MATCHES[name], arguments)
    with edit.Builder(module.context.ref) as builder:
        active = builder.before(call).call(edit_module.intrinsic(module, "llvm.nvvm.activemask", []), [], "active")
    lowered = call_in_place(call, module, UNMASKED[name], [active, *arguments])
    if lowered is None:
        edit.erase(active)
    return lowered


def mode_of(call: Instruction, modes: tuple[str, ...]) -> str:
    """The word for the number that stands second, or nothing."""
    arguments = call.arguments
    number = arguments[1].integer if len(arguments) > 1 else None
    return modes[number] if number is not None and number < len(modes) else ""


def call_in_place(call: Instruction, module: Module, name: str, arguments: list[Value]) -> Instruction | None:
    """A call of libLLVM's intrinsic in front of `call`, where its type is the one that is expected there."""
    function = edit_module.intrinsic(module, name, [])
    signature = function.value_type
    if signature.result != call.type or [argument.type for argument in arguments] != signature.params:
        return None
    with edit.Builder(module.context.ref) as builder:
        return builder.before(call).call(function, arguments)


def vote_in_place(call: Instruction, module: Module, vote: str) -> Value | None:
    """A ballot is the number of the pair that the form gives, the other votes are its truth value."""
    pair, context = call.type, module.context.ref
    if pair != types.struct(context, [types.integer(context, 32), types.integer(context, 1)]):
        return None
    mask, _, predicate = call.arguments
    function = edit_module.intrinsic(module, f"llvm.nvvm.vote.{vote}.sync", [])
    with edit.Builder(context) as builder:
        result = builder.before(call).call(function, [mask, predicate])
        return builder.insert_value(edit.null(pair), result, 0 if vote == VOTES[BALLOT] else 1)

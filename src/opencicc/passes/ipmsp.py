"""Carry memory spaces across calls: parameters and results of functions that every call gives one space.

    define internal float @f(ptr %p) {            define internal float @f(ptr %p) {
      %v = load float, ptr %p              =>       %p.shared = addrspacecast ptr %p to ptr addrspace(3)
                                                    %v = load float, ptr addrspace(3) %p.shared
    call float @f(ptr addrspacecast (@s ...))     (the same)

The signature stays: the parameter is 64 bits of generic pointer in PTX, as nvcc has it, and the cast happens once in the
function. Results get their cast behind each call. What the calls say is computed for the whole module at once, so
recursion and chains of calls are one question (memspace/calls.py), and what memory holds is asked with it.

Where calls disagree the function is copied for those that agree among themselves: only with the memory-space extensions
(bit 4 of `features`, which tier 3 sets), within `do-clone-for-ip-msp` copies and `ip-msp-clone-size` instructions. cicc 13.0
was not seen to copy in this case; with a call for each space a generic load is what it leaves.

In HeCBench's development list one program of 149 modules keeps functions with generic accesses behind the inliner, secp256k1:
40 of its 197 accesses were generic, none is now; its registers stay (134).

Leaves alone: functions that other modules can see or that are called through pointers (their own body; their direct
calls may get a copy), kernels, functions that a linker may replace, struct parameters. LLVM has nothing of the kind.
"""

from __future__ import annotations

from opencicc.analysis.spaces import resolve
from opencicc.llvm import edit
from opencicc.llvm.edit_clone import clone_function
from opencicc.llvm.ir import Function, Instruction, Module
from opencicc.llvm.names import GENERIC
from opencicc.llvm.snapshot import snapshot
from opencicc.options.features import FEATURES
from opencicc.options.option import Option
from opencicc.passes.api import NVIDIA_REGISTRY, PassContext, module_pass
from opencicc.passes.memspace.apply import carry_on, first_place, settle, space_name
from opencicc.passes.memspace.calls import Callee, CallGraph
from opencicc.passes.memspace.clones import Group, affordable, find_groups
from opencicc.passes.memspace.knobs import SHARED_KNOBS, STRONG_GLOBAL, read_rules
from opencicc.passes.memspace.roots import is_used_as_address
from opencicc.passes.places import Place, at

DO_CLONE = Option(
    "do-clone-for-ip-msp",
    -1,
    "The most copies of functions that ipmsp makes: -1 no limit, 0 none.",
    source="cicc v13.0 knob inventory (an int there, a toggle elsewhere)",
    minimum=-1,
)
CLONE_SIZE = Option(
    "ip-msp-clone-size",
    2000,
    "The most instructions that ipmsp's copies may have together.",
    source="our choice: a function that stays behind the inliner and is longer is not slowed down by its generic loads",
    minimum=0,
)
DUMP_IP_MSP = Option("dump-ip-msp", 0, "Print what ipmsp found.", source="cicc v13.0 knob inventory", minimum=0)
EXTENSIONS = 4  # the bit of `features`
MOST_ROUNDS = 4  # copies that call functions whose calls then disagree


@module_pass(
    "ipmsp",
    "Propagate memory spaces across calls, cloning where callers differ.",
    when="calls",
    guard="do-ip-msp",
    places=at(Place("simplify", after="argpromotion", why="spaces across the calls that stay")),
    origin=NVIDIA_REGISTRY,
    reads=(*SHARED_KNOBS, DO_CLONE, CLONE_SIZE, DUMP_IP_MSP, FEATURES),
)
def run(module: Module, ctx: PassContext) -> bool:
    if not any(takes_or_gives_pointers(function) for function in module.definitions):
        return False
    graph = make_graph(module, ctx)
    tell(ctx, f"Initial work list size : {sum(1 for callee in graph.callees.values() if callee.sites)}")
    copies: dict[tuple[int, object], Function] = {}
    for _ in range(MOST_ROUNDS if ctx.option(FEATURES) & EXTENSIONS else 0):
        if not copy_functions(module, graph, copies, ctx):
            break
        graph = make_graph(module, ctx)
    touched: dict[int, Function] = {}
    for callee in graph.callees.values():
        settle_parameters(callee, ctx, touched)
        settle_results(callee, graph, ctx, touched)
    for function in touched.values():
        carry_on(function, ctx.machine)
    return bool(copies or touched)


def takes_or_gives_pointers(function: Function) -> bool:
    """A function besides kernels whose header has a pointer, and that somebody calls."""
    signature = function.value_type
    has_pointer = any(type_.kind == "pointer" for type_ in (signature.result, *signature.params))
    return has_pointer and not function.is_kernel and function.has_uses


def make_graph(module: Module, ctx: PassContext) -> CallGraph:
    return CallGraph(module, read_rules(ctx), snapshot, ctx.option(STRONG_GLOBAL))


def copy_functions(
    module: Module, graph: CallGraph, copies: dict[tuple[int, object], Function], ctx: PassContext
) -> bool:
    """Give groups of calls that agree a function of their own; did any call change?"""
    groups = find_groups(graph)
    waiting = [group for group in groups if group.key not in copies]
    limit = ctx.option(DO_CLONE)
    left = limit if limit < 0 else max(0, limit - len(copies))
    room = ctx.option(CLONE_SIZE) - sum(copy.count_instructions() for copy in copies.values())
    chosen = {group.key for group in affordable(waiting, left, room)}
    changed = False
    for group in groups:
        function = group.callee.function
        if group.key not in copies and group.key not in chosen:
            tell(ctx, f"avoid cloning of {function.name}")
            continue
        if group.key not in copies:
            copies[group.key] = clone_function(module, function, f"{function.name}.ipmsp.{len(copies) + 1}")
            words = " and ".join(f"{space_name(space)} for parameter {n}" for n, space in group.spaces)
            ctx.remark(function, f"copied for {len(group.sites)} calls that give {words}", name="Cloned")
            tell(ctx, f"{function.name} is cloned")
        retarget(group, copies[group.key], graph)
        changed = True
    return changed


def retarget(group: Group, copy: Function, graph: CallGraph) -> None:
    for site in group.sites:
        call = graph.callees[site.caller.ref].flat.instruction(site.number)
        edit.set_operand(call, len(call.operands) - 1, copy)


def settle_parameters(callee: Callee, ctx: PassContext, touched: dict[int, Function]) -> None:
    """Cast the parameters that have one space where the function begins."""
    function, flat = callee.function, callee.flat
    found = {n: resolve(mask) for n, mask in callee.arguments.items() if is_used_as_address(flat, n)}
    found = {n: space for n, space in found.items() if space != GENERIC}
    if not found:
        return
    place = first_place(function)
    for position, space in found.items():
        words = f"parameter {position} points to {space_name(space)} memory in all calls"
        ctx.remark(function, words, name="ParameterSpace")
        settle(flat.value(position), space, place, function.context)
    touched[function.ref] = function
    tell(ctx, f"{function.name} : changed in argument memory space ({len(found)} arguments)")


def settle_results(callee: Callee, graph: CallGraph, ctx: PassContext, touched: dict[int, Function]) -> None:
    """Cast what calls of a function give back where all its ends agree."""
    space = resolve(callee.result) if callee.gives_pointer else GENERIC
    if space == GENERIC or not callee.sites:
        return
    tell(ctx, f"{callee.function.name} : return memory space is resolved : {space}")
    for site in callee.sites:
        flat = graph.callees[site.caller.ref].flat
        if is_used_as_address(flat, flat.first_instruction + site.number):
            call = flat.instruction(site.number)
            ctx.remark(
                call, f"the result of {callee.function.name} points to {space_name(space)} memory", name="ResultSpace"
            )
            settle(
                call,
                space,
                Instruction(flat.values[flat.first_instruction + site.number + 1]),
                call.parent.parent.context,
            )
            touched[site.caller.ref] = site.caller


def tell(ctx: PassContext, text: str) -> None:
    if ctx.option(DUMP_IP_MSP):
        ctx.show(text)

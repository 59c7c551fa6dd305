"""Typed handles: what they read of a module is what its text says."""

from __future__ import annotations

import pytest

from opencicc.errors import InputError
from opencicc.llvm import edit_module, types
from opencicc.llvm.ir import Context, Function, Module
from opencicc.llvm.snapshot import Snapshot, snapshot
from tests.support import EXAMPLES

TEXT = """\
; ModuleID = 'm.ll'
source_filename = "m.cu"
target datalayout = "e-i64:64"
target triple = "nvptx64-nvidia-cuda"

%pair = type { i32, [4 x float] }

@table = internal addrspace(4) constant [3 x i32] [i32 1, i32 2, i32 3]
@seen = external addrspace(1) global %pair
@mine = thread_local global i32 0

declare i32 @llvm.ctpop.i32(i32)
declare hidden void @print(ptr, ...)

define ptx_kernel void @k(ptr %p, i32 %n) #0 {
entry:
  %zero = icmp eq i32 %n, 0
  br i1 %zero, label %done, label %loop

loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %bits = call i32 @llvm.ctpop.i32(i32 %i)
  %next = add nuw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done

done:
  call void (ptr, ...) @print(ptr %p, i32 7)
  ret void
}

attributes #0 = { nounwind "nvvm.maxntid"="128" memory(read) }

!things = !{!0, !1}
!0 = !{ptr @k, !"kernel", i32 1}
!1 = !{i32 5}
"""


@pytest.fixture
def module(context: Context) -> Module:
    return context.parse(TEXT.encode(), "m.ll")


@pytest.fixture
def kernel(module: Module) -> Function:
    found = module.function("k")
    assert found is not None
    return found


def test_a_module_knows_itself(module: Module) -> None:
    assert (module.name, module.source_file) == ("m.ll", "m.cu")
    assert (module.triple, module.data_layout) == ("nvptx64-nvidia-cuda", "e-i64:64")
    assert module.verify() == ""
    assert [f.name for f in module.functions] == ["llvm.ctpop.i32", "print", "k"]
    assert [f.name for f in module.definitions] == ["k"]
    assert [g.name for g in module.globals] == ["table", "seen", "mine"]
    assert module.function("nobody") is None
    assert module.global_variable("nobody") is None


def test_names_and_targets_can_be_set(module: Module) -> None:
    edit_module.set_module_name(module, "other")
    edit_module.set_triple(module, "nvptx64-x-y")
    edit_module.set_data_layout(module, "e")
    assert (module.name, module.triple, module.data_layout) == ("other", "nvptx64-x-y", "e")


def test_metadata_rows(module: Module) -> None:
    rows = module.metadata_rows("things")
    assert [len(row.operands) for row in rows] == [3, 1]
    assert rows[0].operands[2].integer == 1
    assert module.metadata_rows("nothing") == []


def test_text_bitcode_and_clone_are_the_same_module(module: Module) -> None:
    with Context() as other:
        assert other.parse(module.bitcode(), "m.ll").text() == module.text()
    assert module.clone().text() == module.text()


def test_globals(module: Module) -> None:
    table, seen, mine = module.globals
    assert (table.linkage, table.address_space, table.is_declaration) == ("internal", 4, False)
    assert (seen.linkage, seen.is_declaration, seen.value_type.text) == (
        "external",
        True,
        "%pair = type { i32, [4 x float] }",
    )
    assert (mine.is_thread_local, table.is_thread_local) == (True, False)


def test_functions(module: Module, kernel: Function) -> None:
    popcount, printer, _ = module.functions
    assert popcount.is_intrinsic and popcount.is_declaration
    assert (printer.visibility, printer.is_intrinsic, printer.is_kernel) == ("hidden", False, False)
    assert printer.value_type.is_vararg
    assert kernel.is_kernel
    assert [p.name for p in kernel.params] == ["p", "n"]
    assert kernel.count_instructions() == len(list(kernel.instructions)) == 9
    assert kernel.attribute("nvvm.maxntid") == "128"
    assert kernel.attribute("nounwind") == ""
    assert kernel.attribute("noinline") is None
    assert (kernel.has_attribute("nounwind"), kernel.has_attribute("nvvm.maxnreg")) == (True, False)


def test_old_style_kernels_are_kernels(context: Context) -> None:
    module = context.parse(
        b'define void @k() {\n  ret void\n}\n!nvvm.annotations = !{!0}\n!0 = !{ptr @k, !"kernel", i32 1}\n'
    )
    assert [f.is_kernel for f in module.functions] == [True]


def test_blocks(kernel: Function) -> None:
    entry, loop, done = kernel.blocks
    assert [b.name for b in (entry, loop, done)] == ["entry", "loop", "done"]
    assert entry.successors == [done, loop]
    assert loop.successors == [loop, done]
    assert (loop.parent, done.terminator.opcode) == (kernel, "ret")
    assert repr(loop) == "<Block loop>"
    assert len({entry, loop, done, entry}) == 3


def test_instructions(kernel: Function) -> None:
    entry, loop, done = kernel.blocks
    phi, call, step, compare, branch = loop.instructions
    assert [i.opcode for i in loop.instructions] == ["phi", "call", "add", "icmp", "br"]
    assert [(value.text, block) for value, block in phi.incoming] == [("i32 0", entry), (step.text, loop)]
    assert (call.callee_name, call.arguments) == ("llvm.ctpop.i32", [phi])
    assert call.called_function is not None
    assert step.operands == [phi, step.operands[1]]
    assert step.operands[1].integer == 1
    assert phi.integer is None
    assert [i.opcode for i in branch.preceding()] == ["icmp", "add", "call", "phi"]
    assert (step.parent, step.callee_name, step.line, step.location) == (loop, "", 0, "")
    assert sorted(user.name for user in phi.users) == ["bits", "next"]
    assert (call.has_uses, step.has_uses, call.kind, phi.type.text) == (False, True, "instruction", "i32")
    assert (compare.successors, compare.incoming, compare.arguments, compare.called_function) == ([], [], [], None)
    assert next(iter(done.instructions)).callee_name == "print"
    assert repr(step) == "<Instruction %next = add nuw i32 %i, 1>"


def test_source_places(context: Context) -> None:
    module = context.parse((EXAMPLES / "debug_info.ll").read_bytes(), "debug_info.ll")
    places = [i.location for f in module.definitions for i in f.instructions if i.location]
    assert places
    assert all(place.rsplit(":", 2)[1].isdigit() for place in places)
    lines = [i.line for f in module.definitions for i in f.instructions if i.location]
    assert lines == [int(place.rsplit(":", 2)[1]) for place in places]


def test_types(module: Module, context: Context) -> None:
    table, seen, _ = module.globals
    array, pair = table.value_type, seen.value_type
    assert (array.kind, array.length, array.element.integer_width) == ("array", 3, 32)
    assert (pair.kind, pair.length, pair.is_packed) == ("struct", 2, False)
    assert [field.text for field in pair.fields] == ["i32", "[4 x float]"]
    assert types.integer(context.ref, 32) == pair.fields[0]
    assert types.pointer(context.ref, 3).address_space == 3
    assert types.floating(context.ref, "double").kind == "double"
    signature = types.function(types.void(context.ref), [pair.fields[0]], vararg=True)
    assert (signature.result.kind, [p.text for p in signature.params], signature.is_vararg) == ("void", ["i32"], True)
    assert len({array, pair, array}) == 2


def test_a_module_can_leave_its_context(context: Context) -> None:
    module = context.parse(TEXT.encode())
    module.dispose()
    assert context.modules == []


def test_a_context_can_be_closed_twice() -> None:
    context = Context()
    context.parse(TEXT.encode())
    context.close()
    context.close()


def test_a_syntax_error_has_line_and_column(context: Context) -> None:
    with pytest.raises(InputError) as caught:
        context.parse(b"define void @f() {\n  ret i32\n}\n", "bad.ll")
    assert (caught.value.what, caught.value.at) == ("expected value token", "bad.ll:3:1")
    assert context.parse(TEXT.encode()).verify() == ""  # and the context goes on


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.ll")), ids=lambda path: path.stem)
def test_a_snapshot_says_what_the_handles_say(path: object, context: Context) -> None:
    module = context.parse((EXAMPLES / path.name).read_bytes(), path.name)  # type: ignore[attr-defined]
    for function in module.definitions:
        check_snapshot(snapshot(function), function)


def check_snapshot(flat: Snapshot, function: Function) -> None:
    instructions, blocks = list(function.instructions), list(function.blocks)
    assert [flat.instruction(n) for n in range(flat.instructions)] == instructions
    assert [flat.block(n) for n in range(flat.blocks)] == blocks
    assert [flat.value(n) for n in range(flat.arguments)] == function.params
    for number, instruction in enumerate(instructions):
        assert [flat.value(o) for o in flat.operands_of(number)] == instruction.operands
        assert flat.block(flat.parents[number]) == instruction.parent
        users = [flat.value(u) for u in flat.users_of(flat.first_instruction + number)]
        assert sorted(u.ref for u in users) == sorted(u.ref for u in instruction.users)
    for number, block in enumerate(blocks):
        assert [flat.instruction(n) for n in flat.block_range(number)] == list(block.instructions)

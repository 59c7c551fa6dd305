"""Every edit does what its name says, and the module stays valid."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from opencicc.llvm import edit, edit_module, types
from opencicc.llvm.ir import Block, Context, Function, Instruction, Module, Value
from opencicc.llvm.opcodes import FAST_MATH

TEXT = """\
target triple = "nvptx64-nvidia-cuda"
@g = global i32 0
define i32 @f(i32 %a, i32 %b, ptr %p) {
entry:
  %sum = add i32 %a, %b
  %twice = mul i32 %sum, %sum
  %odd = trunc i32 %sum to i1
  br i1 %odd, label %left, label %right

left:
  store i32 %sum, ptr %p
  br label %join

right:
  br label %join

join:
  %which = phi i32 [ %sum, %left ], [ %twice, %right ]
  %more = add i32 %which, 1
  ret i32 %more
}
define float @m(float %x, float %y) {
  %p = fmul fast float %x, %y
  %s = fadd contract float %p, %y
  ret float %s
}
define void @unused() {
  %c = call i32 @f(i32 1, i32 2, ptr @g)
  ret void
}
"""


class Bench:
    """A module by names."""

    def __init__(self, context: Context) -> None:
        self.context = context
        self.module: Module = context.parse(TEXT.encode())

    def function(self, name: str = "f") -> Function:
        found = self.module.function(name)
        assert found is not None
        return found

    def block(self, name: str) -> Block:
        (found,) = [b for b in self.function().blocks if b.name == name]
        return found

    def __getitem__(self, name: str) -> Instruction:
        (found,) = [i for f in self.module.definitions for i in f.instructions if i.name == name]
        return found

    def i32(self, value: int) -> Value:
        return edit.constant_int(types.integer(self.context.ref, 32), value)

    def body(self, block: str) -> list[str]:
        return [i.text.strip().split(", !")[0] for i in self.block(block).instructions]


@pytest.fixture
def bench(context: Context) -> Iterator[Bench]:
    made = Bench(context)
    yield made
    assert made.module.verify() == "", made.module.text()


def test_clone_before(bench: Bench) -> None:
    clone = edit.clone_before(bench["sum"], bench["more"], "sum.again")
    assert bench.body("join")[1:3] == ["%sum.again = add i32 %a, %b", "%more = add i32 %which, 1"]
    assert clone != bench["sum"]


def test_move_before(bench: Bench) -> None:
    edit.move_before(bench["twice"], bench.block("right").terminator)
    assert bench.body("right") == ["%twice = mul i32 %sum, %sum", "br label %join"]


def test_replace_operand_changes_every_place_of_one_user(bench: Bench) -> None:
    assert edit.replace_operand(bench["twice"], bench["sum"], bench.function().params[0]) == 2
    assert bench["twice"].text.strip() == "%twice = mul i32 %a, %a"
    assert edit.replace_operand(bench["twice"], bench["sum"], bench.function().params[0]) == 0


def test_set_operand(bench: Bench) -> None:
    edit.set_operand(bench["more"], 1, bench.i32(-5))
    assert bench["more"].text.strip() == "%more = add i32 %which, -5"


def test_replace_all_uses_and_erase(bench: Bench) -> None:
    edit.replace_all_uses(bench["twice"], bench["sum"])
    assert not bench["twice"].has_uses
    edit.erase(bench["twice"])
    assert bench.body("entry")[1].startswith("%odd")


def test_replace_and_erase(bench: Bench) -> None:
    edit.replace_and_erase(bench["twice"], bench.i32(4))
    assert bench["which"].text.strip() == "%which = phi i32 [ %sum, %left ], [ 4, %right ]"


def test_fast_math_flags_are_added(bench: Bench) -> None:
    edit.add_fast_math(bench["s"], FAST_MATH["nnan"])
    assert bench["s"].text.strip() == "%s = fadd nnan contract float %p, %y"


def test_fast_math_flags_are_dropped(bench: Bench) -> None:
    edit.drop_fast_math(bench["s"], FAST_MATH["contract"])
    edit.drop_fast_math(bench["p"], FAST_MATH["contract"] | FAST_MATH["reassoc"])
    assert bench["s"].text.strip() == "%s = fadd float %p, %y"
    assert bench["p"].text.strip() == "%p = fmul nnan ninf nsz arcp afn float %x, %y"


def test_dropping_flags_of_constants_folds_them(bench: Bench) -> None:
    one = edit.constant_float(types.floating(bench.context.ref, "float"), 1.5)
    edit.set_operand(bench["p"], 0, one)
    edit.set_operand(bench["p"], 1, one)
    assert edit.drop_fast_math(bench["p"], FAST_MATH["contract"]).text == "float 2.250000e+00"
    assert bench["s"].text.strip() == "%s = fadd contract float 2.250000e+00, %y"


def test_rebuild_phi(bench: Bench) -> None:
    fresh = edit.rebuild_phi(
        bench["which"], [(bench.i32(1), bench.block("left")), (bench.i32(2), bench.block("right"))]
    )
    assert fresh.text.strip() == "%which = phi i32 [ 1, %left ], [ 2, %right ]"
    assert bench["more"].operands[0] == fresh


def test_split_before_moves_the_head_into_a_new_block(bench: Bench) -> None:
    head = edit.split_before(bench["more"], "head")
    assert [i.opcode for i in head.instructions] == ["phi", "br"]
    assert bench.body("join") == ["%more = add i32 %which, 1", "ret i32 %more"]
    assert bench.block("left").successors == [head]
    assert bench.block("right").successors == [head]


def test_split_before_keeps_the_phis_of_the_successors(bench: Bench) -> None:
    edit.split_before(bench.block("left").terminator, "stores")
    assert bench["which"].text.strip() == "%which = phi i32 [ %sum, %left ], [ %twice, %right ]"
    assert bench.body("stores") == ["store i32 %sum, ptr %p, align 4", "br label %left"]


def test_split_of_the_entry_block(bench: Bench) -> None:
    head = edit.split_before(bench["twice"], "start")
    assert next(iter(bench.function().blocks)) == head
    assert [i.name for i in head.instructions] == ["sum", ""]


def test_split_of_a_block_that_loops_to_itself(context: Context) -> None:
    text = (
        b"define void @f(i1 %c) {\ne:\n  br label %l\nl:\n  %i = phi i32 [ 0, %e ], [ %j, %l ]\n  %j = add i32 %i, 1\n"
    )
    module = context.parse(text + b"  br i1 %c, label %l, label %x\nx:\n  ret void\n}\n")
    (function,) = module.definitions
    (step,) = [i for i in function.instructions if i.name == "j"]
    head = edit.split_before(step, "head")
    assert module.verify() == "", module.text()
    _, _, loop, _ = function.blocks
    assert loop.successors[0] == head
    assert next(iter(head.instructions)).text.strip() == "%i = phi i32 [ 0, %e ], [ %j, %l ]"


def test_builder_makes_every_kind_of_instruction(bench: Bench) -> None:
    a, b, p = bench.function().params
    i64 = types.integer(bench.context.ref, 64)
    with edit.Builder(bench.context.ref) as builder:
        builder.before(bench["more"])
        shifted = builder.binary("lshr", a, b, "shifted")
        wide = builder.cast("zext", shifted, i64, "wide")
        less = builder.icmp("slt", a, b, "less")
        chosen = builder.select(less, a, b, "chosen")
        place = builder.gep(types.integer(bench.context.ref, 32), p, [wide], "place")
        loaded = builder.load(types.integer(bench.context.ref, 32), place, "loaded")
        builder.store(chosen, place)
        called = builder.call(bench.function(), [loaded, b, p], "called")
    assert bench.body("join")[1:9] == [
        "%shifted = lshr i32 %a, %b",
        "%wide = zext i32 %shifted to i64",
        "%less = icmp slt i32 %a, %b",
        "%chosen = select i1 %less, i32 %a, i32 %b",
        "%place = getelementptr i32, ptr %p, i64 %wide",
        "%loaded = load i32, ptr %place, align 4",
        "store i32 %chosen, ptr %place, align 4",
        "%called = call i32 @f(i32 %loaded, i32 %b, ptr %p)",
    ]
    assert called.callee_name == "f"


@pytest.mark.parametrize(
    "opcode", ["add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor"]
)
def test_builder_makes_integer_operations(opcode: str, bench: Bench) -> None:
    a, b, _ = bench.function().params
    with edit.Builder(bench.context.ref) as builder:
        made = builder.before(bench["more"]).binary(opcode, a, b, "made")
    assert made.text.strip() == f"%made = {opcode} i32 %a, %b"


@pytest.mark.parametrize("opcode", ["fadd", "fsub", "fmul", "fdiv"])
def test_builder_makes_float_operations(opcode: str, bench: Bench) -> None:
    x, y = bench.function("m").params
    with edit.Builder(bench.context.ref) as builder:
        made = builder.before(bench["s"]).binary(opcode, x, y, "made")
    assert made.text.strip() == f"%made = {opcode} float %x, %y"


def test_new_blocks_and_branches(bench: Bench) -> None:
    exit_block, extra = bench.block("join"), edit.append_block(bench.function(), "extra")
    with edit.Builder(bench.context.ref) as builder:
        builder.at_end(extra).branch(exit_block)
    edit.add_incoming(bench["which"], [(bench.i32(0), extra)])
    terminator = bench.block("right").terminator
    with edit.Builder(bench.context.ref) as builder:
        builder.before(terminator).branch_if(bench["odd"], exit_block, extra)
    edit.erase(terminator)
    assert bench.block("right").successors == [exit_block, extra]


def test_phis_are_built(bench: Bench) -> None:
    with edit.Builder(bench.context.ref) as builder:
        incoming = [(bench.i32(1), bench.block("left")), (bench.i32(2), bench.block("right"))]
        phi = builder.before(bench["which"]).phi(types.integer(bench.context.ref, 32), incoming, "fresh")
    assert phi.text.strip() == "%fresh = phi i32 [ 1, %left ], [ 2, %right ]"


@pytest.mark.parametrize(
    ("width", "value", "text"),
    [(32, 7, "i32 7"), (32, -1, "i32 -1"), (8, -128, "i8 -128"), (64, 2**63, "i64 -9223372036854775808"),
     (1, 1, "i1 true"), (128, -2, "i128 -2"), (128, 2**64 - 1, "i128 18446744073709551615")],
)  # fmt: skip
def test_integer_constants(width: int, value: int, text: str, bench: Bench) -> None:
    assert edit.constant_int(types.integer(bench.context.ref, width), value).text == text


def test_other_constants(bench: Bench) -> None:
    pointer, single = types.pointer(bench.context.ref, 3), types.floating(bench.context.ref, "float")
    assert edit.null(pointer).text == "ptr addrspace(3) null"
    assert edit.poison(single).text == "float poison"
    assert edit.constant_float(single, 0.1).text == "float 0x3FB99999A0000000"


def test_intrinsics(bench: Bench) -> None:
    made = edit_module.intrinsic(bench.module, "llvm.ctpop", [types.integer(bench.context.ref, 64)])
    assert (made.name, made.is_intrinsic) == ("llvm.ctpop.i64", True)
    assert edit_module.intrinsic(bench.module, "llvm.ctpop", [types.integer(bench.context.ref, 64)]) == made
    with pytest.raises(KeyError, match="libLLVM knows no intrinsic llvm.nothing"):
        edit_module.intrinsic(bench.module, "llvm.nothing", [])


def test_declarations_are_made_once(bench: Bench) -> None:
    signature = types.function(types.void(bench.context.ref), [])
    first = edit_module.declare(bench.module, "outside", signature)
    assert first == edit_module.declare(bench.module, "outside", signature)
    assert first.is_declaration


def test_linkage_and_visibility(bench: Bench) -> None:
    edit_module.set_linkage(bench.function("m"), "internal")
    edit_module.set_linkage(bench.function("unused"), "weak_odr")
    edit_module.set_visibility(bench.function("unused"), "hidden")
    assert bench.function("m").linkage == "internal"
    assert (bench.function("unused").linkage, bench.function("unused").visibility) == ("weak_odr", "hidden")


def test_deleting(bench: Bench) -> None:
    edit_module.delete_function(bench.function("unused"))
    variable = bench.module.global_variable("g")
    assert variable is not None and not variable.has_uses
    edit_module.delete_global(variable)
    assert "@g" not in bench.module.text()


def test_attributes(bench: Bench) -> None:
    function = bench.function()
    edit.add_attribute(function, "noinline")
    edit.add_attribute(function, "nvvm.maxnreg", "32")
    edit.add_attribute(function, "nvvm.maxnreg", "64")
    assert (function.has_attribute("noinline"), function.attribute("nvvm.maxnreg")) == (True, "64")
    edit.remove_attribute(function, "noinline")
    edit.remove_attribute(function, "nvvm.maxnreg")
    assert not function.has_attribute("noinline") and not function.has_attribute("nvvm.maxnreg")


def test_call_site_attributes(bench: Bench) -> None:
    edit.add_call_attribute(bench["c"], "alwaysinline")
    assert "alwaysinline" in bench.module.text()
    edit.remove_call_attribute(bench["c"], "alwaysinline")
    assert "alwaysinline" not in bench.module.text()


def test_loop_metadata_is_distinct_and_refers_to_itself(context: Context) -> None:
    loop = "{n}:\n  br i1 %c, label %{n}, label %{x}\n"
    text = "define void @f(i1 %c) {\ne:\n  br label %a\n" + loop.format(n="a", x="b") + loop.format(n="b", x="x")
    module = context.parse((text + "x:\n  ret void\n}\n").encode())
    _, first, second, _ = next(module.functions).blocks
    for block in (first, second):
        properties: list[tuple[str, int | None]] = [("llvm.loop.unroll.count", 4), ("llvm.loop.mustprogress", None)]
        edit.set_loop_metadata(block.terminator, properties)
    assert module.verify() == ""
    printed = module.text()
    assert printed.count("= distinct !{") == 2, printed
    assert '!{!"llvm.loop.unroll.count", i32 4}' in printed
    assert edit.metadata(first.terminator, "llvm.loop") != edit.metadata(second.terminator, "llvm.loop")
    edit.clear_metadata(first.terminator, "llvm.loop")
    assert edit.metadata(first.terminator, "llvm.loop") is None
    again = context.parse(module.bitcode())
    assert again.text().count("= distinct !{") == 1


def test_clones_keep_their_source_place(context: Context) -> None:
    from tests.support import EXAMPLES

    module = context.parse((EXAMPLES / "debug_info.ll").read_bytes())
    original = next(
        i
        for f in module.definitions
        for i in f.instructions
        if i.location and i.opcode in ("add", "fmul", "mul", "fadd", "load")
    )
    clone = edit.clone_before(original, original)
    assert clone.location == original.location
    assert module.verify() == ""

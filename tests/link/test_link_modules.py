"""User modules: bytes, triples, layouts, linking, sizes."""

import struct

import pytest

from opencicc.errors import InputError, LinkError
from opencicc.link.linker import link_user
from opencicc.link.settings import LinkSettings
from opencicc.link.unit import Buffer
from opencicc.llvm.ir import Context
from opencicc.target import DATA_LAYOUT
from tests.link.link_helpers import HEADER, KERNEL, link

TRIPLE = 'target triple = "nvptx64-nvidia-cuda"\n'
SIZE_3 = "Size does not match for g in b with size 20 specified in a with size 16."


@pytest.fixture
def context():
    with Context() as made:
        yield made


def variable(type_: str, linkage: str = "external", value: str = "") -> str:
    return f"{HEADER}@g = {linkage} addrspace(1) global {type_} {value}\n"


def test_text_and_bitcode_are_told_apart_by_content(context):
    text = HEADER + KERNEL
    bitcode = link(context, text).bitcode()
    assert bitcode[:4] == b"BC\xc0\xde"
    assert link(context, bitcode).function("k").is_kernel


def test_wrapped_bitcode_is_taken(context):
    bitcode = link(context, HEADER + KERNEL).bitcode()
    wrapped = struct.pack("<5I", 0x0B17C0DE, 0, 20, len(bitcode), 7) + bitcode
    assert link(context, wrapped).function("k").is_kernel


@pytest.mark.parametrize("data", [b"\x7fELF\x02\x01\x01\0", b"BC\xc0\xdd\0\0\0\0", b"\x89PNG\r\n\x1a\n", b"\0"])
def test_anything_else_is_error_9(context, data):
    with pytest.raises(LinkError, match="neither bitcode nor text IR") as caught:
        link(context, data)
    assert caught.value.exit_code == 9


def test_bitcode_that_breaks_off_is_a_clear_error(context):
    bitcode = link(context, HEADER + KERNEL).bitcode()
    with pytest.raises(InputError):
        link(context, bitcode[: len(bitcode) // 2])


def test_a_buffer_without_a_name_has_one_in_messages(context):
    with pytest.raises(LinkError, match="^Unknown buffer: "):
        link_user(context, [Buffer(b"\0\1\2\3")], LinkSettings())


def test_nothing_to_link_is_an_error(context):
    with pytest.raises(LinkError, match="no module"):
        link(context)


def test_a_missing_triple_is_the_target_s(context):
    assert link(context, KERNEL).triple == "nvptx64-nvidia-cuda"


def test_a_missing_triple_is_refused_where_libnvvm_s_rule_is_asked_for(context):
    with pytest.raises(LinkError) as caught:
        link(context, KERNEL, require_data_layout=True)
    assert caught.value.what == "Module does not contain a triple, should be 'nvptx64-'"
    assert (caught.value.at, caught.value.exit_code) == ("a", 9)


@pytest.mark.parametrize("triple", ["x86_64-pc-linux-gnu", "nvptx-nvidia-cuda", "nvptx64"])
def test_another_target_is_refused_by_name(context, triple):
    with pytest.raises(LinkError) as caught:
        link(context, HEADER + KERNEL, f'target triple = "{triple}"\n')
    assert caught.value.what == "b: Module does not contain a triple, should be 'nvptx64-'"


def test_any_nvptx64_triple_passes(context):
    assert link(context, 'target triple = "nvptx64-nvidia-gpulibs"\n' + KERNEL)


def test_an_empty_layout_gets_the_target_s(context):
    assert link(context, TRIPLE + KERNEL).data_layout == DATA_LAYOUT


def test_an_empty_layout_is_error_9_where_libnvvm_s_rule_is_asked_for(context):
    with pytest.raises(LinkError, match="^DataLayoutError: Data Layout string is empty") as caught:
        link(context, TRIPLE + KERNEL, require_data_layout=True)
    assert caught.value.exit_code == 9


@pytest.mark.parametrize(
    ("layout", "words"),
    [("E-i64:64", "little endian"), ("e-p:32:32", "Pointers must have 64 bits"), ("e-i64:32", "integer alignment")],
)
def test_a_layout_nvptx_can_t_have_is_refused(context, layout, words):
    with pytest.raises(LinkError, match=f"^DataLayoutError: .*{words}"):
        link(context, f'{TRIPLE}target datalayout = "{layout}"\n{KERNEL}')


def test_layout_and_triple_are_those_of_the_first_module_that_has_them(context):
    module = link(context, TRIPLE + KERNEL, HEADER + "define void @f() { ret void }\n")
    assert module.data_layout == DATA_LAYOUT
    assert module.triple == "nvptx64-nvidia-cuda"
    assert context.diagnostics == []


def test_a_single_module_is_returned_as_it_is(context, monkeypatch):
    monkeypatch.setattr("opencicc.link.linker.services", lambda: pytest.fail("linked"))
    assert link(context, HEADER + KERNEL).function("k")


def test_several_modules_become_one(context):
    main = (
        HEADER + "declare i32 @f(i32)\ndefine ptx_kernel void @k(ptr %p) {\n  %r = call i32 @f(i32 1)\n  ret void\n}\n"
    )
    first = HEADER + "@g = external addrspace(1) global [4 x i32]\ndefine i32 @f(i32 %x) { ret i32 %x }\n"
    second = variable("[4 x i32]", "", "zeroinitializer")
    module = link(context, main, first, second)
    assert not module.function("f").is_declaration
    assert not module.global_variable("g").is_declaration
    assert module.verify() == ""
    assert len(context.modules) == 1


def test_two_definitions_are_a_link_error(context):
    with pytest.raises(LinkError) as caught:
        link(context, HEADER + KERNEL, HEADER + KERNEL)
    assert caught.value.what == "b: link error: Linking globals named 'k': symbol multiply defined!"
    assert caught.value.exit_code == 9


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("[4 x i32]",), ("[5 x i32]", "", "zeroinitializer")),
        (("[4 x i32]", "", "zeroinitializer"), ("[5 x i32]",)),
        (("[4 x i32]",), ("[5 x i32]",)),
    ],
)
def test_declared_and_defined_size_have_to_match(context, first, second):
    with pytest.raises(LinkError) as caught:
        link(context, variable(*first) + KERNEL, variable(*second))
    assert caught.value.what == SIZE_3
    assert caught.value.exit_code == 9


def test_all_mismatches_are_listed(context):
    with pytest.raises(LinkError) as caught:
        link(context, variable("i32"), variable("i64"), variable("[4 x i8]"), variable("i128"))
    assert caught.value.what == "Size does not match for g in b with size 8 specified in a with size 4."
    assert caught.value.detail == "Size does not match for g in d with size 16 specified in a with size 4."


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (("[0 x i32]",), ("[4 x i32]", "", "zeroinitializer")),
        (("{ i8, i32 }",), ("i64", "", "0")),
        (("ptr",), ("i64", "", "0")),
        (("i33",), ("i40", "", "0")),
        (("<3 x i32>",), ("<4 x i32>", "", "zeroinitializer")),
        (("half",), ("i16", "", "0")),
        (("i32", "internal", "0"), ("i64", "", "0")),
        (("i32", "weak", "0"), ("i64", "weak", "0")),
    ],
)
def test_equal_sizes_and_private_or_weak_symbols_pass(context, first, second):
    assert link(context, variable(*first) + KERNEL, variable(*second)).verify() == ""


def test_function_types_are_compared_too(context):
    call = "define void @c() {\n  %r = call i32 @f(i32 1)\n  ret void\n}\n"
    with pytest.raises(LinkError) as caught:
        link(context, HEADER + "declare i32 @f(i32)\n" + call, HEADER + "define i64 @f(i64 %x) { ret i64 %x }\n")
    assert caught.value.what == "Size does not match for f in b with size 16 specified in a with size 8."


def test_a_declaration_with_open_arguments_says_no_size(context):
    definition = HEADER + "define i32 @f(i32 %x) { ret i32 %x }\n"
    assert link(context, HEADER + "declare i32 @f(...)\n" + KERNEL, definition)

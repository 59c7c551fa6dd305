"""The PTX of parts becomes one text: one definition of each symbol, numbers counted anew, differing copies kept apart."""

from __future__ import annotations

import pytest

from opencicc.compiler.concurrent.join import UnknownText, join

HEADER = "//\n.version 9.0\n.target sm_90\n.address_size 64\n"
KERNEL = """.visible .entry {name}()
{{
\t.local .align 8 .b8 \t__local_depot{number}[8];
\tbra.uni \t$L__BB{number}_1;
$L__BB{number}_1:
{body}\tret;

}}"""
CALL = "\t{{ // callseq {0}, 0\n\tcall.uni \n\t{1}, \n\t(\n\t);\n\t}} // callseq {0}\n"


def kernel(name: str, number: int, body: str = "") -> str:
    return KERNEL.format(name=name, number=number, body=body)


def local(name: str, result: str) -> str:
    return f".func {name}()\n{{\n\tmov.b32 \t%r1, {result};\n\tret;\n\n}}"


def text(*items: str) -> str:
    return "\n".join([HEADER, *items, ""])


def test_labels_depots_and_calls_are_counted_over_the_whole() -> None:
    first = text(kernel("a", 0, CALL.format(0, "f")), local("f", "1"))
    second = text(kernel("b", 0, CALL.format(0, "f")), local("f", "1"))
    joined = join([first, second], {"a": 0, "b": 1}, ["f", "a", "b"])
    assert [word in joined for word in ("$L__BB1_1", "$L__BB2_1", "__local_depot2[8]", "callseq 1, 0")] == [True] * 4
    assert joined.count(".func f()") == 1
    assert joined.index(".func f()") < joined.index(".entry a") < joined.index(".entry b")


def test_a_function_named_before_its_definition_is_declared() -> None:
    joined = join([text(kernel("a", 0, CALL.format(0, "f")), local("f", "1"))], {"a": 0}, ["a", "f"])
    assert ".func f\n()\n;" in joined
    assert joined.index(".func f\n()") < joined.index(".entry a")


def test_the_declaration_of_what_never_returns_ends_before_the_next_function() -> None:
    declared = ".func stop\n()\n.noreturn;"
    stop = ".func stop()\n.noreturn\n{\n\ttrap;\n\n}"
    joined = join([text(declared, kernel("a", 0, CALL.format(0, "stop")), stop)], {"a": 0}, ["a", "stop"])
    assert joined.count(".entry a()") == 1
    assert joined.index(".func stop\n()\n.noreturn\n;") < joined.index(".entry a") < joined.index("trap;")


def test_a_function_that_got_lost_is_noticed() -> None:
    with pytest.raises(UnknownText, match="no definition of b"):
        join([text(kernel("a", 0))], {"a": 0, "b": 0}, ["a", "b"], {"a", "b"})


def test_copies_that_differ_get_names_of_their_own_and_so_do_their_callers() -> None:
    caller = f".func g()\n{{\n{CALL.format(0, 'f')}\tret;\n\n}}"
    parts = [
        text(kernel(name, 0, CALL.format(0, "g")), caller, local("f", result))
        for name, result in (("a", "1"), ("b", "2"))
    ]
    joined = join(parts, {"a": 0, "b": 1}, ["f", "g", "a", "b"])
    assert joined.count("mov.b32") == 2
    g1 = joined[joined.index(".func g$1()") :].partition("\n}")[0]
    assert "f$1" in g1
    assert "g$1" in joined[joined.index(".entry b") :]
    assert "$1" not in joined[joined.index(".entry a") : joined.index(".entry b")]


def test_one_owner_defines_and_the_others_declarations_go() -> None:
    first = text(".visible .global .align 4 .u32 v = 7;", kernel("a", 0))
    second = text(".extern .global .align 4 .u32 v;", ".extern .func d\n()\n;", kernel("b", 0))
    joined = join([first, second], {"a": 0, "b": 1, "v": 0}, ["v", "d", "a", "b"])
    assert joined.count(" v") == 1
    assert joined.count(".extern .func d") == 1


def test_an_extern_array_keeps_the_strictest_alignment() -> None:
    texts = [text(f".extern .shared .align {n} .b8 dyn[];", kernel(name, 0)) for name, n in (("a", 4), ("b", 16))]
    joined = join(texts, {"a": 0, "b": 1}, ["dyn", "a", "b"])
    assert ".extern .shared .align 16 .b8 dyn[];" in joined
    assert joined.count("dyn") == 1


@pytest.mark.parametrize("last", ["\t// end inline asm\n", ""])  # passes on PTX may take the note away
@pytest.mark.parametrize("inside", ["{\n.reg .b32 t;\n}\n", "// } not\n{\n{ mov.b32 %r0, 0; }\n{\n}\n}\n"])
def test_braces_of_inline_assembly_end_no_function(inside: str, last: str) -> None:
    body = f"\t// begin inline asm\n{inside}{last}\tmov.b32 %r1, 7;\n"
    joined = join([text(kernel("a", 0, body)), text(kernel("b", 0))], {"a": 0, "b": 1}, ["a", "b"])
    assert joined.count("begin inline asm") == 1
    assert joined.count(".entry") == 2
    assert joined.index("mov.b32 %r1, 7;") < joined.index(".entry b")


def test_a_function_without_an_end_is_refused() -> None:
    with pytest.raises(UnknownText, match="without an end"):
        join([text(kernel("a", 0, "{\n"))], {"a": 0}, ["a"])


def test_what_is_neither_function_nor_variable_is_refused() -> None:
    with pytest.raises(UnknownText, match="debug_abbrev"):
        join([text(".section .debug_abbrev", kernel("a", 0))], {"a": 0}, ["a"])
